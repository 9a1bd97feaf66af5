"""All legal combos of a hand, as a sequence that builds only what is asked of it.

A combo is a run of equal sets, so a move list is a handful of products: for each window of
neighbouring ranks, the ways to choose ``width`` suits in each rank.  Counting is multiplying, the
i-th move is mixed-radix arithmetic, membership is a test on masks.  Everything up to `beats` is
imported.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, count, product, repeat
from operator import mul
from typing import Any, Final, SupportsIndex, TypeAlias, final, overload

import attrs

from tienlen._value import Value, draft_of
from tienlen.cards import Card, CardSet
from tienlen.combos import Combo, InvalidComboError, admits, combo_of, gather
from tienlen.errors import IllegalReason
from tienlen.ordering import answers, tops
from tienlen.rules import CARDGAMES_IO, Rules, check_rules
from tienlen.shapes import Shape

_Groups: TypeAlias = tuple[list[int], list[tuple[Shape, int, Sequence[int]]]]
"""The shapes that have moves, in order, each with a rank and the number of moves that begin at it
and at every rank above; before them, the number of moves up to the end of each shape."""


@final
@attrs.frozen(repr=False, weakref_slot=False)
class LegalMoves(Value, Sequence[Combo]):
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
    _groups: _Groups | None = attrs.field(init=False, eq=False, default=None)
    """Made on first use."""

    def __attrs_post_init__(self) -> None:
        _check(self.table, self.rules, self.including)

    @property
    def total(self) -> int:
        """The number of moves, which ``len`` cannot give where it exceeds ``sys.maxsize``.

        >>> from tienlen import DECK
        >>> legal_moves(DECK).total
        3164392195
        """
        ends, _ = self._counted()
        return ends[-1] if ends else 0

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return bool(self._counted()[0])

    def __contains__(self, combo: object) -> bool:
        return isinstance(combo, Combo) and self.why_not(combo) is None

    def why_not(self, combo: Combo) -> IllegalReason | None:
        """Say why a combo is not among the moves; None if it is.

        >>> legal_moves(CardSet.parse("5H 9S"), Combo.parse("6S")).why_not(Combo.parse("5H"))
        <IllegalReason.DOES_NOT_BEAT: 'it does not beat the table'>
        """
        return why_not(combo, self.hand, self.table, self.rules, self.including)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Combo: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Combo, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Combo | tuple[Combo, ...]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(*index.indices(self.total))))
        wanted = place = index.__index__()
        if place < 0:
            place += self.total
        if not 0 <= place < self.total:
            raise IndexError(f"there is no move {wanted} of {self.total}")
        return self._at(place)

    def __iter__(self) -> Iterator[Combo]:
        for shape, first, sizes in self._counted()[1]:
            for bottom in compress(count(first), sizes):
                window = self._window(shape, bottom)
                # The last factor of a product turns fastest: the lowest rank.
                masks = window[0] if len(window) == 1 else map(sum, product(*reversed(window)))
                yield from map(combo_of, repeat(shape), masks)

    def __reversed__(self) -> Iterator[Combo]:
        return map(self.__getitem__, range(self.total - 1, -1, -1))

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Give the place of a combo, computed and not searched for.

        Raises:
            ValueError: the combo is not among the moves, or not between ``start`` and ``stop``.
        """
        if isinstance(value, Combo) and value in self:
            place = self._place(value)
            if place in range(self.total)[start:stop]:
                return place
        raise ValueError(f"{value!r} is not among these moves")

    def count(self, value: object) -> int:
        """Give 1 for a combo that is among the moves, else 0."""
        return int(value in self)

    def __repr__(self) -> str:
        table = "" if self.table is None else f", {self.table!r}"
        rules = "" if self.rules == CARDGAMES_IO else f", rules={self.rules!r}"
        including = "" if self.including is None else f", including={self.including!r}"
        return f"legal_moves({self.hand!r}{table}{rules}{including})"

    def __reduce__(self) -> tuple[Any, ...]:
        return LegalMoves, (self.hand, self.table, self.rules, self.including)

    def _counted(self) -> _Groups:
        groups = self._groups
        if groups is None:
            groups = self._count()
            object.__setattr__(self, "_groups", groups)
        return groups

    def _count(self) -> _Groups:
        table, rules, including = self.table, self.rules, self.including
        held = (b"%013x" % self.hand.mask)[::-1]  # a hexadecimal digit shows the cards of a rank
        end = 0
        ends: list[int] = []
        groups: list[tuple[Shape, int, Sequence[int]]] = []
        for shapes in rules._leads if table is None else answers(table, rules):
            shape = shapes[0]
            counts = held.translate(_COUNTS[shape.width])
            found: Iterable[tuple[Shape, Sequence[int]]]
            if shape.run_length == 1:
                found = ((shape, counts),)
            else:
                found = _runs(shapes, counts[: rules._tops[shape.index] + 1])
            for shape, sizes in found:
                first, allowed = 0, sizes
                if including is not None:
                    allowed = [size and self._size(shape, rank) for rank, size in enumerate(sizes)]
                elif table is not None and table.shape is shape:
                    first = (table.cards.mask.bit_length() - 1 >> 2) - shape.run_length + 1
                    allowed = sizes[first:]
                    if allowed[0]:
                        allowed = (self._size(shape, first), *allowed[1:])
                if size := sum(allowed):
                    end += size
                    ends.append(end)
                    groups.append((shape, first, allowed))
        return ends, groups

    def _at(self, place: int) -> Combo:
        """The move at a place that is known to be one."""
        ends, groups = self._counted()
        number = bisect_right(ends, place)
        if number:
            place -= ends[number - 1]
        shape, bottom, sizes = groups[number]
        for size in sizes:
            if place < size:
                break
            place -= size
            bottom += 1
        window = self._window(shape, bottom)
        if shape.run_length == 1:
            return combo_of(shape, window[0][place])
        cards = 0
        for choices in window:
            place, digit = divmod(place, len(choices))
            cards |= choices[digit]
        return combo_of(shape, cards)

    def _place(self, combo: Combo) -> int:
        """The place of a combo that is among the moves: its digits, lowest rank first."""
        ends, groups = self._counted()
        shape, cards = combo.shape, combo.cards.mask
        number = [shape for shape, _, _ in groups].index(shape)
        _, first, sizes = groups[number]
        bottom = combo.top.rank.index - shape.run_length + 1
        place = (ends[number - 1] if number else 0) + sum(sizes[: bottom - first])
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
        hand, choices, run_length = self.hand.mask, _CHOICES[shape.width], shape.run_length
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


def moves_of(
    hand: CardSet, table: Combo | None, rules: Rules, including: Card | None
) -> LegalMoves:
    """Ask a question whose parts are known to be good."""
    draft = _Draft()
    draft.hand = hand
    draft.table = table
    draft.rules = rules
    draft.including = including
    draft._groups = None
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
    """List every combo that a hand may play (rules 2.1 to 3.5).

    Takes account of the hand, the table and the rules, not of turns and passes, which
    `GameState.legal_actions` knows.  The hand is never compared with the table's cards.

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
    return moves_of(CardSet.of(hand), table, rules, including)


def why_not(
    combo: Combo, hand: CardSet, table: Combo | None, rules: Rules, including: Card | None
) -> IllegalReason | None:
    """Say why a combo is not among the legal moves of a hand; None if it is."""
    if not admits(rules, combo):
        return IllegalReason.NOT_A_COMBO
    if combo.cards.mask & ~hand.mask:
        return IllegalReason.CARDS_NOT_HELD
    if including is not None and including not in combo.cards:
        return IllegalReason.MISSING_OPENING_CARD
    if table is not None and not tops(combo, table, rules):
        return IllegalReason.DOES_NOT_BEAT
    return None


def _runs(shapes: Sequence[Shape], counts: bytes) -> Iterator[tuple[Shape, Sequence[int]]]:
    """For runs of a kind, as far as they exist: how many begin at each rank."""
    present = counts.translate(_PRESENT)
    sizes: Sequence[int] = counts
    run_length = 1
    for shape in shapes:
        if b"\1" * shape.run_length not in present:
            return
        while run_length < shape.run_length:
            sizes = tuple(map(mul, sizes, counts[run_length:]))
            run_length += 1
        yield shape, sizes


_COUNTS: Final = tuple(
    bytes.maketrans(
        b"0123456789abcdef", bytes(math.comb(held.bit_count(), width) for held in range(16))
    )
    for width in range(5)
)
"""By width: from the cards held of a rank, as a hexadecimal digit, to the number of choices."""

_PRESENT: Final = bytes(map(bool, range(256)))
_CHOICES: Final = tuple(
    tuple(
        tuple(
            tuple(
                cards << 4 * rank
                for cards in range(16)
                if cards & held == cards and cards.bit_count() == width
            )
            for held in range(16)
        )
        for rank in range(13)
    )
    for width in range(5)
)
"""By width, rank and the cards held of that rank: the choices, weakest first."""
