"""All legal combos of a hand, as a sequence that builds only what is asked of it.

Membership is a test of one combo; counting and finding by place are arithmetic, see `listing`.
Everything up to the listing is imported.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, SupportsIndex, final, overload

import attrs

from tienlen._value import Record, draft_of, told
from tienlen.cards import Card, CardSet, gather
from tienlen.combos import Combo, InvalidComboError, admits
from tienlen.errors import IllegalReason
from tienlen.legality import why_not
from tienlen.listing import Counted, all_moves, count_moves, move_at, place_of
from tienlen.rules import CARDGAMES_IO, Rules, check_rules

_NONE: Final = CardSet()


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class LegalMoves(Record, Sequence[Combo]):
    """The combos a hand may play, an immutable lazy sequence made by `legal_moves`.

    In order of kind, run length, then cards as an integer, weakest first; complete and without
    duplicates.  ``len``, indexing, ``in``, ``index``, iteration and ``reversed`` agree.  ``in`` and
    ``bool`` do not enumerate; a slice is a tuple.  Equality and hash compare the question: hand,
    table, rules, the card that must be included, and what the moves were narrowed to.

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
    chosen: CardSet = attrs.field(default=_NONE, converter=gather)
    """The cards that the moves were narrowed to by `containing`, if any."""
    _counted: Counted | None = attrs.field(init=False, eq=False, default=None)
    """Made on first use."""

    def __attrs_post_init__(self) -> None:
        _check(self.table, self.rules, self.including)
        if not isinstance(self.out_of_turn, bool):
            raise TypeError(f"out_of_turn is a bool, not {told(self.out_of_turn)}")

    @property
    def total(self) -> int:
        """The number of moves, which ``len`` cannot give where it exceeds ``sys.maxsize``.

        >>> from tienlen import DECK
        >>> legal_moves(DECK).total
        3164392195
        """
        return (self._counted or self._count())[0]

    def __len__(self) -> int:
        return (self._counted or self._count())[0]

    def __bool__(self) -> bool:
        return self.total > 0

    def __contains__(self, combo: object) -> bool:
        return (
            isinstance(combo, Combo)
            and why_not(combo, self.hand, self.table, self.rules, self.including) is None
            and (self.chosen is _NONE or self.chosen <= combo.cards)
            and not (self.out_of_turn and combo.shape not in self.rules._free_chops)
        )

    def containing(self, cards: Iterable[Card]) -> "LegalMoves":
        """Narrow to the moves that contain some cards, as one chooses them on a screen (rule 8.1).

        What is legal is the same as before: rules and hand have not changed.

        >>> moves = legal_moves(CardSet.parse("3S 3H 4C 5D"))
        >>> list(moves.containing(CardSet.parse("3S 4C")))
        [Combo.parse('3S 4C 5D')]

        Raises:
            DuplicateCardError: a card comes twice.
        """
        chosen = self.chosen | CardSet.of(cards)
        return moves_of(self.hand, self.table, self.rules, self.including, self.out_of_turn, chosen)

    def why_not(self, combo: Combo) -> IllegalReason | None:
        """Say why the rules refuse a combo; None if they do not.

        >>> legal_moves(CardSet.parse("5H 9S"), Combo.parse("6S")).why_not(Combo.parse("5H"))
        IllegalReason.DOES_NOT_BEAT
        """
        if not isinstance(combo, Combo):
            raise TypeError(f"a combo is wanted, not {told(combo)}")
        if self.out_of_turn and combo.shape not in self.rules._free_chops:
            return IllegalReason.NOT_YOUR_TURN
        return why_not(combo, self.hand, self.table, self.rules, self.including)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Combo: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Combo, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Combo | tuple[Combo, ...]:
        counted = self._counted or self._count()
        total = counted[0]
        if isinstance(index, int) and 0 <= index < total:
            return move_at(index, counted, self.hand.mask)
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(*index.indices(total))))
        place = operator.index(index)
        if not -total <= place < total:
            raise IndexError(f"there is no move {told(place)} of {total}")
        return self[place % total]

    def __iter__(self) -> Iterator[Combo]:
        return all_moves(self._counted or self._count(), self.hand.mask)

    def __reversed__(self) -> Iterator[Combo]:
        return map(self.__getitem__, range(self.total - 1, -1, -1))

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Give the place of a combo, computed and not searched for.

        Raises:
            ValueError: the combo is not among the moves, or not between ``start`` and ``stop``.
        """
        if isinstance(value, Combo) and value in self:
            place = place_of(value, self._counted or self._count(), self.hand.mask)
            if place in range(self.total)[start:stop]:
                return place
        what = repr(value) if isinstance(value, Combo) else told(value)
        raise ValueError(f"{what} is not among these moves")

    def count(self, value: object) -> int:
        """Give 1 for a combo that is among the moves, else 0."""
        return int(value in self)

    def __repr__(self) -> str:
        chosen = f".containing({self.chosen!r})" if self.chosen else ""
        if self.out_of_turn:
            parts = self.hand, self.table, self.rules, self.including, True
            return f"LegalMoves{parts!r}{chosen}"
        table = "" if self.table is None else f", {self.table!r}"
        rules = "" if self.rules == CARDGAMES_IO else f", rules={self.rules!r}"
        including = "" if self.including is None else f", including={self.including!r}"
        return f"legal_moves({self.hand!r}{table}{rules}{including}){chosen}"

    def _count(self) -> Counted:
        """Count the moves, once."""
        needed = 0 if self.including is None and self.chosen is _NONE else self._needed()
        counted = count_moves(
            self.hand, self.table, self.rules, self.including, self.out_of_turn, needed
        )
        _keep(self, counted)
        return counted

    def _needed(self) -> int:
        """The cards that every move must contain."""
        opening = 0 if self.including is None else 1 << self.including.index
        return self.chosen.mask | opening


def _check(table: Combo | None, rules: Rules, including: Card | None) -> None:
    """Refuse a question that makes no sense."""
    if not isinstance(rules, Rules):
        check_rules(rules)
    if table is not None:
        if not isinstance(table, Combo):
            raise TypeError(f"the table holds a Combo or None, not {told(table)}")
        if not admits(rules, table):
            raise InvalidComboError(table.cards)
    if including is not None and not isinstance(including, Card):
        raise TypeError(f"the card to include is a Card or None, not {told(including)}")


_Draft: Final = draft_of(LegalMoves)
_keep: Final[Callable[[LegalMoves, Counted], None]] = LegalMoves.__dict__["_counted"].__set__


def moves_of(
    hand: CardSet,
    table: Combo | None,
    rules: Rules,
    including: Card | None,
    out_of_turn: bool = False,
    chosen: CardSet = _NONE,
) -> LegalMoves:
    """Ask a question whose parts are known to be good."""
    draft = _Draft()
    draft.hand = hand
    draft.table = table
    draft.rules = rules
    draft.including = including
    draft.out_of_turn = out_of_turn
    draft.chosen = chosen
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
    # The plain question, which is asked most, is checked without a call.
    if including is not None or not (
        isinstance(rules, Rules)
        and (table is None or (isinstance(table, Combo) and admits(rules, table)))
    ):
        _check(table, rules, including)
    cards = hand if isinstance(hand, CardSet) else CardSet.of(hand)
    return moves_of(cards, table, rules, including)
