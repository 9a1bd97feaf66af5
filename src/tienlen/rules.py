"""Rule sets as values.

The engine asks a `Rules` value and never which preset it is; a preset is only data.  The policies
and what lies below them are imported.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from types import MappingProxyType
from typing import Any, ClassVar, Final, final

import attrs

from tienlen._value import Record, check_int, told
from tienlen.cards import DECK, Rank
from tienlen.errors import InvalidRulesError
from tienlen.policies import (
    Chop,
    InstantWin,
    Opening,
    Penalty,
    Settlement,
    Suits,
    Twos,
    TwosLast,
    shapes_tuple,
)
from tienlen.shapes import SHAPES, Kind, Shape, Shapes


def _sorted(numbers: Iterable[int]) -> tuple[int, ...]:
    given = tuple(numbers)
    for number in given:
        check_int(number, "a number of seats")
    return tuple(sorted(set(given)))


def _chops(rows: Iterable[Chop]) -> tuple[Chop, ...]:
    return tuple(rows)


def _instant_wins(patterns: Iterable[InstantWin]) -> tuple[InstantWin, ...]:
    return tuple(dict.fromkeys(patterns))


def _in_order(penalties: Iterable[Penalty]) -> tuple[Penalty, ...]:
    given = tuple(penalties)
    order = list(Penalty)
    return tuple(sorted(set(given), key=order.index)) if set(given) <= set(order) else given


@final
@attrs.frozen(eq=False, repr=False, kw_only=True)
class Rules(Record):
    """A way of playing; the defaults are the base game, `CARDGAMES_IO`.

    A house rule is a changed field, and ``repr`` shows what differs from the base game:

    >>> attrs.evolve(CARDGAMES_IO, target=5)
    Rules(target=5)
    >>> attrs.evolve(CARDGAMES_IO, hand_size=17)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidRulesError: seats, hand_size: 4 seats of 17 cards need 68, a pack has 52

    Raises:
        InvalidRulesError: the fields contradict one another.
    """

    _may_be_told: ClassVar[bool] = True

    seats: tuple[int, ...] = attrs.field(default=(2, 3, 4), converter=_sorted)
    """The numbers of seats that may play (rule 5.1), each two or more; 2, 3 and 4 by default."""

    hand_size: int = 13
    """Cards dealt to each seat (rule 5.1), 13 by default."""

    sequence_top: Rank | None = Rank.ACE
    """The highest rank in a sequence (rule 2.5), ace by default; None for none."""

    double_sequence_top: Rank | None = Rank.ACE
    """The highest rank in a double sequence (rule 2.6), ace by default; None for none."""

    quad_sequence_top: Rank | None = None
    """The highest rank in a sequence of quads; None, the default, for none."""

    chops: tuple[Chop, ...] = attrs.field(
        default=(
            Chop(Twos(1), (Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3))),
            Chop(Twos(2), (Shapes(Kind.DOUBLE_SEQUENCE, 4),)),
            Chop(Twos(3), (Shapes(Kind.DOUBLE_SEQUENCE, 5),)),
        ),
        converter=_chops,
    )
    """What may be laid on what besides a higher combo of the same shape (rules 3.2 to 3.4).

    By default quads and double sequences on 2s: on one 2 a quad or three pairs and more, on two 2s
    four pairs and more, on three 2s five pairs and more.
    """

    suits: Suits = Suits.FREE
    """Whether suits within a combo matter (rule 9.2); free by default."""

    twos_last: TwosLast = TwosLast.ALLOWED
    """Whether 2s may be the last cards of a hand (rule 9.2); allowed by default."""

    free_chops: tuple[Shapes, ...] = attrs.field(default=(), converter=shapes_tuple)
    """The bombs that may be laid out of turn and after passing (rule 9.1); none by default."""

    opening: Opening = Opening.FIRST_ROUND
    """Which rounds the lowest card dealt opens (rules 5.2 and 5.3); the first by default."""

    instant_wins: tuple[InstantWin, ...] = attrs.field(default=(), converter=_instant_wins)
    """The hands that win as they are dealt, best first (rules 7.2 and 9.1); none by default."""

    settlement: Settlement = Settlement.PLACES
    """How a round moves the scores (rules 6.1 and 9.1); by places by default."""

    penalties: tuple[Penalty, ...] = attrs.field(default=(), converter=_in_order)
    """What is paid for besides the places (rule 9.1); nothing by default."""

    target: int | None = 10
    """The points that end a game (rule 7.1), 10 by default; None for a game that never ends."""

    _tops: tuple[int, ...] = attrs.field(init=False, eq=False)
    """By shape index: the index of the highest rank allowed, -1 where the shape is not admitted."""

    _bounds: tuple[int, ...] = attrs.field(init=False, eq=False)
    """By shape index: the first mask that is too high for an admitted combo."""

    _leads: tuple[tuple[Shape, ...], ...] = attrs.field(init=False, eq=False)
    """The admitted shapes, in order, by kind."""

    _answers: Mapping[Twos | Shape, tuple[tuple[Shape, ...], ...]] = attrs.field(
        init=False, eq=False
    )
    """By target of a chop: the shapes that may beat it, its own included, in order, by kind."""

    _bombs: frozenset[Shape] = attrs.field(init=False, eq=False)
    """The shapes that chop something."""

    _free_chops: frozenset[Shape] = attrs.field(init=False, eq=False)
    """The shapes that may be laid out of turn."""

    _follows_suits: bool = attrs.field(init=False, eq=False)
    _bars_twos: bool = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        for name, kind in _TYPES.items():
            value = getattr(self, name)
            for part in value if name in _TUPLES else (value,):
                if not isinstance(part, kind) or isinstance(part, bool):
                    wanted = getattr(kind, "__name__", kind)
                    raise TypeError(f"{name} takes {wanted}, not {told(part)}")
        self._refuse(self._deal_faults())
        object.__setattr__(self, "_tops", self._derive_tops())
        object.__setattr__(self, "_bounds", tuple([1 << 4 * (top + 1) for top in self._tops]))
        object.__setattr__(self, "_leads", self._by_kind(SHAPES))
        self._refuse(self._chop_faults())
        object.__setattr__(self, "_answers", self._derive_answers())
        object.__setattr__(self, "_bombs", self._all_of(*(row.bombs for row in self.chops)))
        object.__setattr__(self, "_free_chops", self._all_of(self.free_chops))
        object.__setattr__(self, "_follows_suits", self.suits is Suits.FOLLOW)
        object.__setattr__(self, "_bars_twos", self.twos_last is TwosLast.BARRED)
        self._refuse(self._policy_faults())

    @staticmethod
    def _refuse(faults: Iterable[tuple[bool, str, str]]) -> None:
        for contradicts, fields, problem in faults:
            if contradicts:
                raise InvalidRulesError(tuple(fields.split()), problem)

    def _deal_faults(self) -> Iterator[tuple[bool, str, str]]:
        yield not self.seats, "seats", "somebody must play"
        yield self.seats[0] < 2, "seats", f"a game of {told(self.seats[0])} cannot be played"
        yield self.hand_size < 1, "hand_size", f"no hand has {told(self.hand_size)} cards"
        low = self.target is not None and self.target < 1
        yield low, "target", f"a game to {told(self.target)} would be over before it begins"
        most, size = self.seats[-1], self.hand_size
        needed = most * size
        need = f"{told(most)} seats of {told(size)} cards need {told(needed)}"
        problem = f"{need}, a pack has {len(DECK)}"
        yield needed > len(DECK), "seats hand_size", problem
        for kind, field in _TOP_FIELDS.items():
            top = getattr(self, field)
            low = top is not None and top.index + 1 < kind.min_run
            yield low, field, f"no {kind} ends as low as {top}"

    def _chop_faults(self) -> Iterator[tuple[bool, str, str]]:
        targets = [row.target for row in self.chops]
        for row in self.chops:
            own = _own_shape(row.target)
            for kind in (own.kind, *(bombs.kind for bombs in row.bombs)):
                missing = not self._admits(Shape(kind, kind.min_run))
                fields = f"chops {_TOP_FIELDS.get(kind, '')}"
                yield missing, fields, f"no {kind} exists to chop or be chopped"
            yield targets.count(row.target) > 1, "chops", f"{row.target!r} has two rows"
            itself = own in chain(*row.bombs)
            yield itself, "chops", f"a {own} would beat a {own}, higher or not"

    def _policy_faults(self) -> Iterator[tuple[bool, str, str]]:
        for field in ("double_sequence_top", "quad_sequence_top"):
            runs = getattr(self, field) is not None
            problem = "suits can be followed only where every run is a sequence"
            yield self._follows_suits and runs, f"suits {field}", problem
        for shapes in self.free_chops:
            chops = self._all_of([shapes])
            idle = not chops or not chops <= self._bombs
            yield idle, "free_chops chops", f"{shapes!r} are no bombs"
        units = self.settlement is Settlement.UNITS
        yield bool(self.penalties) and not units, "penalties settlement", "they are paid in units"
        problem = "units are laid down for 2, 3 and 4 seats"
        yield units and not {2, 3, 4}.issuperset(self.seats), "settlement seats", problem
        places = self.settlement is Settlement.PLACES
        problem = "a round without a second place has no points by place"
        yield bool(self.instant_wins) and places, "instant_wins settlement", problem

    def _derive_tops(self) -> tuple[int, ...]:
        tops = dict.fromkeys(Kind, Rank.TWO.index)
        for kind, field in _TOP_FIELDS.items():
            top: Rank | None = getattr(self, field)
            tops[kind] = -1 if top is None else top.index
        return tuple(
            top if shape.run_length <= top + 1 else -1
            for shape in SHAPES
            for top in [tops[shape.kind]]
        )

    def _derive_answers(self) -> dict[Twos | Shape, tuple[tuple[Shape, ...], ...]]:
        table: dict[Twos | Shape, tuple[tuple[Shape, ...], ...]] = {}
        for row in self.chops:
            table[row.target] = self._by_kind([_own_shape(row.target), *chain(*row.bombs)])
        return table

    def _all_of(self, *ranges: Iterable[Shapes]) -> frozenset[Shape]:
        """The admitted shapes within ranges."""
        return frozenset(filter(self._admits, chain(*chain(*ranges))))

    def _by_kind(self, shapes: Iterable[Shape]) -> tuple[tuple[Shape, ...], ...]:
        """The admitted ones among some shapes, in order, grouped by kind."""
        admitted = sorted(set(filter(self._admits, shapes)), key=lambda shape: shape.index)
        return tuple(tuple(group) for _, group in groupby(admitted, key=lambda shape: shape.kind))

    def _admits(self, shape: Shape) -> bool:
        return self._tops[shape.index] >= 0

    def __repr__(self) -> str:
        changes = ", ".join(f"{name}={value!r}" for name, value in _differences(self).items())
        return f"Rules({changes})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules_of_schema_1, (_differences(self),)


def check_rules(rules: object) -> None:
    """Refuse what is no rule set."""
    if not isinstance(rules, Rules):
        raise TypeError(f"the rules are Rules, not {told(rules)}")


def _own_shape(target: Twos | Shape) -> Shape:
    return target if isinstance(target, Shape) else Shape(_SETS[target.count])


_SETS: Final = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.QUAD}
_TOP_FIELDS: Final = {
    Kind.SEQUENCE: "sequence_top",
    Kind.DOUBLE_SEQUENCE: "double_sequence_top",
    Kind.QUAD_SEQUENCE: "quad_sequence_top",
}

_TYPES: Final[dict[str, Any]] = {
    "hand_size": int,
    "sequence_top": Rank | None,
    "double_sequence_top": Rank | None,
    "quad_sequence_top": Rank | None,
    "chops": Chop,
    "suits": Suits,
    "twos_last": TwosLast,
    "free_chops": Shapes,
    "opening": Opening,
    "instant_wins": InstantWin,
    "settlement": Settlement,
    "penalties": Penalty,
    "target": int | None,
}

_TUPLES: Final = ("chops", "free_chops", "instant_wins", "penalties")

CARDGAMES_IO: Final = Rules()
"""The base game, rule book chapters 1 to 7: southern style as CardGames.io plays it."""

PAGAT: Final = Rules(
    sequence_top=Rank.TWO,
    chops=(
        Chop(Twos(1), (Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3, 3))),
        Chop(Twos(2), (Shapes(Kind.DOUBLE_SEQUENCE, 4, 4),)),
        Chop(Twos(3), (Shapes(Kind.DOUBLE_SEQUENCE, 5, 5),)),
    ),
    settlement=Settlement.LAST_LOSES,
    target=None,
)
"""Thirteen as the card game rules site pagat describes it (rule book chapter 9)."""

SOUTHERN: Final = Rules(
    chops=(
        Chop(Twos(1), (Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3))),
        Chop(Twos(2), (Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 4))),
        Chop(Shape(Kind.QUAD), (Shapes(Kind.DOUBLE_SEQUENCE, 4),)),
        Chop(Shape(Kind.DOUBLE_SEQUENCE, 3), (Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 4))),
        *(
            Chop(Shape(Kind.DOUBLE_SEQUENCE, pairs), (Shapes(Kind.DOUBLE_SEQUENCE, pairs + 1),))
            for pairs in range(4, 12)
        ),
    ),
    free_chops=(Shapes(Kind.DOUBLE_SEQUENCE, 4),),
    opening=Opening.AFTER_INSTANT_WIN,
    instant_wins=tuple(InstantWin),
    settlement=Settlement.UNITS,
    penalties=tuple(Penalty),
    target=None,
)
"""Tiến lên miền Nam, as Vietnam plays it for money (rule 9.1)."""

NORTHERN: Final = Rules(
    double_sequence_top=None,
    chops=(Chop(Twos(1), (Shapes(Kind.QUAD),)),),
    suits=Suits.FOLLOW,
    twos_last=TwosLast.BARRED,
    settlement=Settlement.LAST_LOSES,
    target=None,
)
"""Tiến lên miền Bắc, in which suits matter (rule 9.2)."""

VIET_CONG: Final = Rules(
    double_sequence_top=Rank.TWO,
    quad_sequence_top=Rank.ACE,
    chops=(
        Chop(Twos(1), (Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3, 3))),
        Chop(Twos(2), (Shapes(Kind.DOUBLE_SEQUENCE, 5, 5), Shapes(Kind.QUAD_SEQUENCE, 2, 2))),
        Chop(Twos(3), (Shapes(Kind.DOUBLE_SEQUENCE, 7, 7), Shapes(Kind.QUAD_SEQUENCE, 3, 3))),
    ),
    opening=Opening.EVERY_ROUND,
    instant_wins=(InstantWin.FOUR_TWOS,),
    settlement=Settlement.LAST_LOSES,
    target=None,
)
"""The American game known as Viet Cong (rule book chapter 9)."""


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "CARDGAMES_IO": CARDGAMES_IO,
        "PAGAT": PAGAT,
        "SOUTHERN": SOUTHERN,
        "NORTHERN": NORTHERN,
        "VIET_CONG": VIET_CONG,
    }
)
"""The named rule sets by name, the base game first."""


def _differences(rules: Rules) -> dict[str, Any]:
    """The fields of a rule set that differ from the base game."""
    values = {field.name: getattr(rules, field.name) for field in attrs.fields(Rules) if field.init}
    return {name: value for name, value in values.items() if value != getattr(CARDGAMES_IO, name)}


def _rules_of_schema_1(differences: dict[str, Any]) -> Rules:
    """Rebuild pickled rules: today's base game is the one that schema 1 froze."""
    return Rules(**differences)
