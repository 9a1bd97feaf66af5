"""Rule sets as values: what is a combo, what chops what, how many play, when a game ends.

The engine asks a `Rules` value and never which preset it is; a preset is only data.  Ranks and
shapes are imported.
"""

from collections.abc import Iterable, Mapping
from itertools import chain, groupby
from typing import Any, Final, final

import attrs

from tienlen._value import Value
from tienlen.cards import DECK, Rank
from tienlen.errors import InvalidRulesError
from tienlen.shapes import SHAPES, Kind, Shape, Shapes


def _whole(value: int, least: int) -> int:
    """Check a whole number and give it back."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"a whole number is wanted, not {value!r}")
    if value < least:
        raise ValueError(f"a number of {least} or more is wanted, not {value}")
    return value


def _positive(value: int) -> int:
    return _whole(value, 1)


@final
@attrs.frozen(repr=False)
class Twos(Value):
    """A set of 2s as the target of a chop: one 2, a pair, three or four of them (rule 3.2).

    >>> Twos(5)
    Traceback (most recent call last):
        ...
    ValueError: there are 1 to 4 twos, not 5
    """

    count: int = attrs.field(converter=_positive)
    """How many 2s, 1 to 4."""

    def __attrs_post_init__(self) -> None:
        if self.count > 4:
            raise ValueError(f"there are 1 to 4 twos, not {self.count}")

    def __repr__(self) -> str:
        return f"Twos({self.count})"


@final
@attrs.frozen(repr=False)
class Chop(Value):
    """A row of a chop table: what may be laid on a target besides a higher combo of its own shape.

    The target ``Shape(Kind.QUAD)`` means the quads below the 2s; four 2s are ``Twos(4)``.

    >>> Chop(Twos(2), [Shapes(Kind.DOUBLE_SEQUENCE, 4)])
    Chop(Twos(2), (Shapes(Kind.DOUBLE_SEQUENCE, 4, 13),))
    >>> Chop(Kind.QUAD, [])
    Traceback (most recent call last):
        ...
    TypeError: the target of a chop is Twos or a Shape, not <Kind.QUAD: 'quad'>
    """

    target: Twos | Shape
    """What is laid on."""
    bombs: tuple[Shapes, ...] = attrs.field(converter=tuple[Shapes, ...])
    """What may be laid on it."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.target, (Twos, Shape)):
            raise TypeError(f"the target of a chop is Twos or a Shape, not {self.target!r}")
        for bombs in self.bombs:
            if not isinstance(bombs, Shapes):
                raise TypeError(f"the bombs of a chop are Shapes, not {bombs!r}")

    def __repr__(self) -> str:
        return f"Chop({self.target!r}, {self.bombs!r})"


def _numbers_of_seats(seats: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({_whole(number, 2) for number in seats}))


def _positive_or_none(value: int | None) -> int | None:
    return None if value is None else _positive(value)


@final
@attrs.frozen(kw_only=True, repr=False)
class Rules(Value):
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

    seats: tuple[int, ...] = attrs.field(default=(2, 3, 4), converter=_numbers_of_seats)
    """The numbers of seats that may play (rule 5.1), each two or more; 2, 3 and 4 by default."""

    hand_size: int = attrs.field(default=13, converter=_positive)
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
        converter=tuple[Chop, ...],
    )
    """What may be laid on what besides a higher combo of the same shape (rules 3.2 to 3.4).

    By default quads and double sequences on 2s: on one 2 a quad or three pairs and more, on two 2s
    four pairs and more, on three 2s five pairs and more.
    """

    target: int | None = attrs.field(default=10, converter=_positive_or_none)
    """The points that end a game (rule 7.1), 10 by default; None for a game that never ends."""

    _tops: tuple[int, ...] = attrs.field(init=False, eq=False)
    """By shape index: the index of the highest rank allowed, -1 where the shape is not admitted."""

    _leads: tuple[tuple[Shape, ...], ...] = attrs.field(init=False, eq=False)
    """The admitted shapes, in order, by kind."""

    _answers: Mapping[Twos | Shape, tuple[tuple[Shape, ...], ...]] = attrs.field(
        init=False, eq=False
    )
    """By target of a chop: the shapes that may beat it, in order, by kind, its own apart."""

    def __attrs_post_init__(self) -> None:
        self._check_deal()
        object.__setattr__(self, "_tops", self._derive_tops())
        object.__setattr__(self, "_leads", self._by_kind(SHAPES))
        object.__setattr__(self, "_answers", self._derive_answers())

    def _check_deal(self) -> None:
        if not self.seats:
            raise InvalidRulesError(("seats",), "somebody must play")
        most = self.seats[-1]
        if (needed := most * self.hand_size) > len(DECK):
            raise InvalidRulesError(
                ("seats", "hand_size"),
                f"{most} seats of {self.hand_size} cards need {needed}, a pack has {len(DECK)}",
            )

    def _derive_tops(self) -> tuple[int, ...]:
        tops = dict.fromkeys(Kind, Rank.TWO.index)
        for kind, field in _TOP_FIELDS.items():
            top: Rank | None = getattr(self, field)
            if top is not None and not isinstance(top, Rank):
                raise TypeError(f"{field} is a Rank or None, not {top!r}")
            tops[kind] = -1 if top is None else top.index
            if top is not None and top.index + 1 < kind.min_run:
                raise InvalidRulesError((field,), f"no {kind} ends as low as {top}")
        return tuple(
            top if shape.run_length <= top + 1 else -1
            for shape in SHAPES
            for top in [tops[shape.kind]]
        )

    def _derive_answers(self) -> dict[Twos | Shape, tuple[tuple[Shape, ...], ...]]:
        table: dict[Twos | Shape, tuple[tuple[Shape, ...], ...]] = {}
        for row in self.chops:
            if not isinstance(row, Chop):
                raise TypeError(f"a chop table is made of Chop rows, not {row!r}")
            target = row.target
            own = target if isinstance(target, Shape) else Shape(_SETS[target.count])
            for shape in (own, *(Shape(bombs.kind, bombs.least) for bombs in row.bombs)):
                if not self._admits(shape):
                    fields = ("chops", *filter(None, [_TOP_FIELDS.get(shape.kind)]))
                    raise InvalidRulesError(fields, f"no {shape} exists to chop or be chopped")
            bombs = self._by_kind(chain(*row.bombs))
            if target in table:
                raise InvalidRulesError(("chops",), f"{target!r} has two rows")
            if any(own in shapes for shapes in bombs):
                raise InvalidRulesError(("chops",), f"{own} would beat {own}, higher or not")
            table[target] = tuple(sorted([(own,), *bombs], key=lambda shapes: shapes[0].index))
        return table

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
        raise TypeError(f"the rules are Rules, not {rules!r}")


_SETS: Final = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.QUAD}
_TOP_FIELDS: Final = {
    Kind.SEQUENCE: "sequence_top",
    Kind.DOUBLE_SEQUENCE: "double_sequence_top",
    Kind.QUAD_SEQUENCE: "quad_sequence_top",
}

CARDGAMES_IO: Final = Rules()
"""The base game, rule book chapters 1 to 7: southern style as CardGames.io plays it."""


def _differences(rules: Rules) -> dict[str, Any]:
    """The fields of a rule set that differ from the base game."""
    values = {field.name: getattr(rules, field.name) for field in attrs.fields(Rules) if field.init}
    return {name: value for name, value in values.items() if value != getattr(CARDGAMES_IO, name)}


def _rules_of_schema_1(differences: dict[str, Any]) -> Rules:
    """Rebuild pickled rules: today's base game is the one that schema 1 froze."""
    return Rules(**differences)
