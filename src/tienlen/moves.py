"""All legal combos of a hand, as a sequence that builds only what is asked of it.

A combo is a run of equal sets, so a move list is a handful of products: for each window of
neighbouring ranks, the ways to choose ``width`` suits in each rank.  Counting is multiplying, the
i-th move is mixed-radix arithmetic, membership is a test on masks.  Everything up to the legality
of a single combo is imported.
"""

import math
import operator
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress, count, product
from typing import Final, SupportsIndex, TypeAlias, final, overload

import attrs

from tienlen._value import Record, draft_of
from tienlen.cards import Card, CardSet, Rank, card_set
from tienlen.choices import CHOICES, COUNTS, runs, suited
from tienlen.combos import Combo, InvalidComboError, admits, classify, combo_of, combos_of, gather
from tienlen.errors import IllegalReason
from tienlen.legality import BELOW_TWOS, why_not
from tienlen.ordering import answers
from tienlen.rules import CARDGAMES_IO, Rules, check_rules
from tienlen.shapes import Kind, Shape

_Group: TypeAlias = tuple[Shape, int | None, Sequence[int] | int]
"""A shape that has moves, a rank, and the number of moves that begin at it and at every rank above.

For single cards, None and all of them as one mask; where suits must be followed, None and the moves
themselves, which are few, as masks.
"""

_Count: TypeAlias = tuple[int, list[int], list[_Group], Sequence[int]]
"""The number of moves; for each group, the number of moves up to its end, the barred among them;
the groups, in order; the places of the barred moves in them."""


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class LegalMoves(Record, Sequence[Combo]):
    """The combos a hand may play, an immutable lazy sequence made by `legal_moves`.

    In order of kind, run length, then cards as an integer, weakest first; complete and without
    duplicates.  ``len``, indexing, ``in``, ``index``, iteration and ``reversed`` agree.  ``in`` and
    ``bool`` do not enumerate; a slice is a tuple.  Equality and hash compare the question: hand,
    table, rules and the card that must be included.

    >>> moves = legal_moves(CardSet.parse("3S 3H 4C 5D"))
    >>> len(moves), moves[0], moves[-1]
    (7, Combo.parse('3S'), Combo.parse('3H 4C 5D'))
    >>> Combo.parse("3S 3H") in moves, moves.index(Combo.parse("3S 3H"))
    (True, 4)
    >>> moves[7]
    Traceback (most recent call last):
        ...
    IndexError: there is no move 7 of 7
    """

    hand: CardSet = attrs.field(converter=gather)
    """The cards to play from."""
    table: Combo | None
    """The combo to beat, None to lead."""
    rules: Rules
    """The rule set."""
    including: Card | None
    """The card every move must contain, if any."""
    out_of_turn: bool = False
    """Whether only free chops are asked for (rule 9.1)."""
    _counted: _Count | None = attrs.field(init=False, eq=False, default=None)
    """Made on first use."""

    def __attrs_post_init__(self) -> None:
        _check(self.table, self.rules, self.including)
        if not isinstance(self.out_of_turn, bool):
            raise TypeError(f"out_of_turn is a bool, not {self.out_of_turn!r}")

    @property
    def total(self) -> int:
        """The number of moves, which ``len`` cannot give where it exceeds ``sys.maxsize``.

        >>> from tienlen import DECK
        >>> legal_moves(DECK).total
        3164392195
        """
        return (self._counted or self._count())[0]

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return self.total > 0

    def __contains__(self, combo: object) -> bool:
        return (
            isinstance(combo, Combo)
            and why_not(combo, self.hand, self.table, self.rules, self.including) is None
            and not (self.out_of_turn and combo.shape not in self.rules._free_chops)
        )

    def why_not(self, combo: Combo) -> IllegalReason | None:
        """Say why a combo is not among the moves; None if it is.

        >>> legal_moves(CardSet.parse("5H 9S"), Combo.parse("6S")).why_not(Combo.parse("5H"))
        IllegalReason.DOES_NOT_BEAT
        """
        if not isinstance(combo, Combo):
            raise TypeError(f"a combo is wanted, not {combo!r}")
        if self.out_of_turn and combo.shape not in self.rules._free_chops:
            return IllegalReason.NOT_YOUR_TURN
        return why_not(combo, self.hand, self.table, self.rules, self.including)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Combo: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Combo, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Combo | tuple[Combo, ...]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(*index.indices(self.total))))
        wanted = place = operator.index(index)
        if place < 0:
            place += self.total
        if not 0 <= place < self.total:
            raise IndexError(f"there is no move {wanted} of {self.total}")
        return self._at(place)

    def __iter__(self) -> Iterator[Combo]:
        _, _, groups, barred = self._counted or self._count()
        combos = chain.from_iterable(map(self._all_of, groups))
        if not barred:
            return combos
        return (combo for place, combo in enumerate(combos) if place not in barred)

    def _all_of(self, group: _Group) -> Iterator[Combo]:
        shape, first, sizes = group
        if isinstance(sizes, int):
            sizes = suited(sizes, shape)
        if first is None:
            yield from combos_of(shape, sizes)
            return
        for bottom in compress(count(first), sizes):
            window = self._window(shape, bottom)
            # The last factor of a product turns fastest: the lowest rank.
            masks = window[0] if len(window) == 1 else map(sum, product(*reversed(window)))
            yield from combos_of(shape, masks)

    def __reversed__(self) -> Iterator[Combo]:
        return map(self.__getitem__, range(self.total - 1, -1, -1))

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Give the place of a combo, computed and not searched for.

        Raises:
            ValueError: the combo is not among the moves, or not between ``start`` and ``stop``.
        """
        if isinstance(value, Combo) and value in self:
            _, ends, groups, barred = self._counted or self._count()
            place = self._place(value, ends, groups)
            place -= sum(barred_place < place for barred_place in barred)
            if place in range(self.total)[start:stop]:
                return place
        raise ValueError(f"{value!r} is not among these moves")

    def count(self, value: object) -> int:
        """Give 1 for a combo that is among the moves, else 0."""
        return int(value in self)

    def __repr__(self) -> str:
        if self.out_of_turn:
            parts = self.hand, self.table, self.rules, self.including, True
            return f"LegalMoves{parts!r}"
        table = "" if self.table is None else f", {self.table!r}"
        rules = "" if self.rules == CARDGAMES_IO else f", rules={self.rules!r}"
        including = "" if self.including is None else f", including={self.including!r}"
        return f"legal_moves({self.hand!r}{table}{rules}{including})"

    def _count(self) -> _Count:
        """Count the moves, once, without making any."""
        table, rules, including = self.table, self.rules, self.including
        ends: list[int] = []
        groups: list[_Group] = []
        ladders: Iterable[Sequence[Shape]] = ()
        found: Iterable[tuple[Shape, Sequence[int]]]
        if rules._follows_suits:
            ends, groups = self._listed()
        else:
            ladders = rules._leads if table is None else answers(table, rules)
        if self.out_of_turn:
            free = ([shape for shape in shapes if shape in rules._free_chops] for shapes in ladders)
            ladders = filter(None, free)
        hand, held = self.hand.mask, b""
        above = 0 if table is None else table.cards.mask.bit_length()
        top = above - 1 >> 2
        end, widest = 0, 4
        for shapes in ladders:
            shape = shapes[0]
            if shape.width > widest:
                continue
            if shape is _SINGLE and including is None:
                cards = (
                    hand if table is None or table.shape is not shape else hand >> above << above
                )
                if cards:
                    end += cards.bit_count()
                    ends.append(end)
                    groups.append((shape, None, cards))
                continue
            held = held or (b"%013x" % hand)[::-1]  # a hexadecimal digit shows a rank's cards
            counts = held.translate(COUNTS[shape.width])
            if shape.run_length > 1:
                found = runs(shapes, counts[: rules._tops[shape.index] + 1])
            elif any(counts):
                found = ((shape, counts),)
            else:
                widest = shape.width - 1
                continue
            for shape, sizes in found:
                first, allowed = 0, sizes
                if including is not None:
                    allowed = [size and self._size(shape, rank) for rank, size in enumerate(sizes)]
                elif table is not None and table.shape is shape:
                    first = top - shape.run_length + 1
                    allowed = sizes[first:]
                    if allowed[0]:
                        choices = CHOICES[shape.width][top][hand >> 4 * top & 15]
                        higher = len([1 for cards in choices if cards >> above])
                        allowed = (allowed[0] // len(choices) * higher, *allowed[1:])
                if size := sum(allowed):
                    end += size
                    ends.append(end)
                    groups.append((shape, first, allowed))
        total = ends[-1] if ends else 0
        barred = self._barred(total, ends, groups) if rules._bars_twos else ()
        counted = total - len(barred), ends, groups, barred
        object.__setattr__(self, "_counted", counted)
        return counted

    def _listed(self) -> tuple[list[int], list[_Group]]:
        """List the moves, which suits that must be followed make few: the deck has 367."""
        end = 0
        ends: list[int] = []
        groups: list[_Group] = []
        for shape in chain.from_iterable(self.rules._leads):
            combos = (combo_of(shape, cards) for cards in suited(self.hand.mask, shape))
            allowed = [combo for combo in combos if self.why_not(combo) in _ALLOWED_BUT_FOR_TWOS]
            if allowed:
                end += len(allowed)
                ends.append(end)
                groups.append((shape, None, [combo.cards.mask for combo in allowed]))
        return ends, groups

    def _barred(self, total: int, ends: list[int], groups: list[_Group]) -> Sequence[int]:
        """The places of the moves that rule 9.2 bars: those that use every card below the 2s."""
        below = self.hand.mask & BELOW_TWOS
        if not below:
            return range(total if self.table is not None else 0)
        kept = self.hand - card_set(below)
        twos = chain.from_iterable(by_rank[Rank.TWO.index][kept.mask >> 48] for by_rank in CHOICES)
        candidates = [classify(card_set(below | some), self.rules) for some in (0, *twos)]
        barred = [
            self._place(combo, ends, groups)
            for combo in candidates
            if combo is not None and self.why_not(combo) is IllegalReason.BARRED
        ]
        return sorted(barred)

    def _at(self, place: int) -> Combo:
        """The move at a place that is known to be one."""
        _, ends, groups, barred = self._counted or self._count()
        for barred_place in barred:
            place += barred_place <= place
        number = bisect_right(ends, place)
        if number:
            place -= ends[number - 1]
        shape, bottom, sizes = groups[number]
        if isinstance(sizes, int):
            for _ in range(place):
                sizes &= sizes - 1
            return combo_of(shape, sizes & -sizes)
        if bottom is None:
            return combo_of(shape, sizes[place])
        sizes_up = iter(sizes)
        while place >= (size := next(sizes_up)):
            place -= size
            bottom += 1
        if shape.run_length == 1 and self.including is None:
            # What the table forbids comes first, so that the choices allowed are the last ones.
            choices = CHOICES[shape.width][bottom][self.hand.mask >> 4 * bottom & 15]
            return combo_of(shape, choices[place - size])
        cards = 0
        for choices in self._window(shape, bottom):
            place, digit = divmod(place, len(choices))
            cards |= choices[digit]
        return combo_of(shape, cards)

    def _place(self, combo: Combo, ends: list[int], groups: list[_Group]) -> int:
        """The place of a combo among the moves, barred ones included: its digits."""
        shape, cards = combo.shape, combo.cards.mask
        number = [shape for shape, _, _ in groups].index(shape)
        _, first, sizes = groups[number]
        place = ends[number - 1] if number else 0
        if isinstance(sizes, int):
            return place + (sizes & cards - 1).bit_count()
        if first is None:
            return place + sizes.index(cards)
        bottom = combo.top.rank.index - shape.run_length + 1
        place += sum(sizes[: bottom - first])
        radix = 1
        for rank, choices in enumerate(self._window(shape, bottom), bottom):
            place += radix * choices.index(cards & 15 << 4 * rank)
            radix *= len(choices)
        return place

    def _size(self, shape: Shape, bottom: int) -> int:
        """The number of moves of a shape that begin at a rank."""
        return math.prod(map(len, self._window(shape, bottom)))

    def _window(self, shape: Shape, bottom: int) -> list[tuple[int, ...]]:
        """The choices for each rank of a run that begins at a rank, lowest rank first."""
        hand, choices, run_length = self.hand.mask, CHOICES[shape.width], shape.run_length
        if run_length == 1:
            window = [choices[bottom][hand >> 4 * bottom & 15]]
        else:
            ranks = range(bottom, bottom + run_length)
            window = [choices[rank][hand >> 4 * rank & 15] for rank in ranks]
        table, including = self.table, self.including
        if table is not None and table.shape is shape:
            top = table.cards.mask.bit_length()
            if top > 4 * (bottom + run_length - 1):
                window[-1] = tuple(cards for cards in window[-1] if cards >> top)
        if including is not None:
            place, card = including.rank.index - bottom, 1 << including.index
            if not 0 <= place < run_length:
                return [()]
            window[place] = tuple(cards for cards in window[place] if cards & card)
        return window


def _check(table: Combo | None, rules: Rules, including: Card | None) -> None:
    """Refuse a question that makes no sense."""
    check_rules(rules)
    if table is not None:
        if not isinstance(table, Combo):
            raise TypeError(f"the table holds a Combo or None, not {table!r}")
        if not admits(rules, table):
            raise InvalidComboError(table.cards)
    if including is not None and not isinstance(including, Card):
        raise TypeError(f"the card to include is a Card or None, not {including!r}")


_Draft: Final = draft_of(LegalMoves)
_SINGLE: Final = Shape(Kind.SINGLE)


def moves_of(
    hand: CardSet,
    table: Combo | None,
    rules: Rules,
    including: Card | None,
    out_of_turn: bool = False,
) -> LegalMoves:
    """Ask a question whose parts are known to be good."""
    draft = _Draft()
    draft.hand = hand
    draft.table = table
    draft.rules = rules
    draft.including = including
    draft.out_of_turn = out_of_turn
    draft._counted = None
    draft.__class__ = LegalMoves
    moves: LegalMoves = draft
    return moves


def legal_moves(
    hand: Iterable[Card],
    table: Combo | None = None,
    rules: Rules = CARDGAMES_IO,
    *,
    including: Card | None = None,
) -> LegalMoves:
    """List every combo that a hand may play (rules 2.1 to 3.5 and 9.2).

    Takes account of the hand, the table and the rules, the bar on going out on 2s among them (rule
    9.2), not of turns and passes, which `GameState.legal_actions` knows.  The hand is never
    compared with the table's cards.

    >>> hand = CardSet.parse("5H 9S 9C 9D 9H")
    >>> list(legal_moves(hand, Combo.parse("2S")))
    [Combo.parse('9S 9C 9D 9H')]
    >>> list(legal_moves(hand, Combo.parse("5S"), including=Card.parse("5H")))
    [Combo.parse('5H')]
    >>> legal_moves("5H 9S")
    Traceback (most recent call last):
        ...
    TypeError: cards are wanted, not the text '5H 9S'; CardSet.parse reads text

    Args:
        hand: any number of cards up to the whole deck, each once, in any order.
        table: the combo to beat, None to lead.
        rules: the rule set.
        including: a card every move must contain, as in the opening of a first round (rule 5.2);
            one that is not in the hand leaves no moves.

    Raises:
        DuplicateCardError: a card of the hand comes twice.
        InvalidComboError: the rules do not admit the table's combo.
        TypeError: text or something else instead of cards, combo or card.
    """
    _check(table, rules, including)
    cards = hand if isinstance(hand, CardSet) else CardSet.of(hand)
    return moves_of(cards, table, rules, including)


_ALLOWED_BUT_FOR_TWOS: Final = (None, IllegalReason.BARRED)
