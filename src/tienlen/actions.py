"""What can be done to a game, what one seat may do now, and how an action is refused.

Everything up to the moves is imported.
"""

import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, SupportsIndex, TypeAlias, final, overload

import attrs

from tienlen._value import Record, check_int, draft_of, told
from tienlen.cards import CARDS, CardSet, DuplicateCardError, card_set, gather_each
from tienlen.combos import Combo
from tienlen.errors import IllegalReason, InvalidSeatError, TienLenError
from tienlen.listing import move_at
from tienlen.moves import LegalMoves
from tienlen.rules import CARDGAMES_IO, Rules, check_rules

if TYPE_CHECKING:
    import random


def check_seat(seat: object) -> None:
    """Refuse what cannot be the number of a seat in any game."""
    check_int(seat, "a seat")


def check_seat_of(seat: int, seats: int) -> None:
    """Refuse what is no seat of a game of so many."""
    check_seat(seat)
    if not 0 <= seat < seats:
        raise InvalidSeatError(seat, f"is no seat; the seats are 0 to {seats - 1}")


def check_seats(seats: int, rules: Rules) -> None:
    """Refuse a number of seats that the rules do not allow."""
    check_rules(rules)
    check_seat(seats)
    if seats not in rules.seats:
        allowed = " or ".join(
            filter(None, [", ".join(map(str, rules.seats[:-1])), str(rules.seats[-1])])
        )
        raise InvalidSeatError(seats, f"seats cannot play; these rules allow {allowed}")


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Deal(Record):
    """The hands dealt for a round, by seat.  Cards left over are stored nowhere (rule 5.1).

    >>> import random
    >>> deal = Deal.shuffled(random.Random(7), seats=2)
    >>> print(deal.hands[0])
    3S 5S 5D 5H 6D 7S 7C 7H TH QD QH KS 2D
    >>> Deal([CardSet.parse("3S 4S"), CardSet.parse("4S 5S")])
    Traceback (most recent call last):
        ...
    tienlen.cards.DuplicateCardError: card 4S is given twice

    Raises:
        DuplicateCardError: a card is in two hands.
    """

    hands: tuple[CardSet, ...] = attrs.field(converter=gather_each)
    """The cards of each seat, by seat."""

    def __attrs_post_init__(self) -> None:
        seen = CardSet()
        for hand in self.hands:
            for card in seen & hand:
                raise DuplicateCardError(card)
            seen |= hand

    @classmethod
    def shuffled(cls, rng: "random.Random", seats: int = 4, rules: Rules = CARDGAMES_IO) -> "Deal":
        """Shuffle the deck and deal it in order: the first hand to seat 0, and so on.

        The cards are ``list(DECK)`` after ``rng.shuffle``, cut into hands, so that a seed gives the
        same deal in every release.

        Args:
            rng: the source of randomness.
            seats: the number of seats.
            rules: the rule set, for the size of a hand.

        Raises:
            InvalidSeatError: the rules do not allow so many seats.
        """
        check_seats(seats, rules)
        import random  # whoever has a source has it loaded; others need not wait for it

        if not isinstance(rng, random.Random):
            raise TypeError(f"the source of randomness is a random.Random, not {told(rng)}")
        cards = list(CARDS)
        rng.shuffle(cards)
        size = rules.hand_size
        bits = [1 << card.index for card in cards]
        # A shuffled pack has no card twice, which is what the constructor would look for.
        draft = _DealDraft()
        draft.hands = tuple(
            [card_set(sum(bits[seat * size : (seat + 1) * size])) for seat in range(seats)]
        )
        draft.__class__ = cls
        deal: Deal = draft
        return deal


_DealDraft: Final = draft_of(Deal)


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Play(Record):
    """A seat plays a combo.

    >>> Play(0, Combo.parse("3S"))
    Play(seat=0, combo=Combo.parse('3S'))
    >>> Play(0, "3S")
    Traceback (most recent call last):
        ...
    TypeError: a seat plays a Combo, not '3S'; classify and Combo.parse make combos
    """

    seat: int
    """The seat that plays."""
    combo: Combo
    """What it plays."""

    def __attrs_post_init__(self) -> None:
        check_seat(self.seat)
        if not isinstance(self.combo, Combo):
            wrong = told(self.combo)
            raise TypeError(
                f"a seat plays a Combo, not {wrong}; classify and Combo.parse make combos"
            )


_PlayDraft: Final = draft_of(Play)


def play_of(seat: int, combo: Combo) -> Play:
    """Build a play whose parts are known to be good."""
    draft = _PlayDraft()
    draft.seat = seat
    draft.combo = combo
    draft.__class__ = Play
    play: Play = draft
    return play


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Pass(Record):
    """A seat passes.

    >>> Pass(True)
    Traceback (most recent call last):
        ...
    TypeError: a seat is an int, not True
    """

    _may_be_told: ClassVar[bool] = True

    seat: int
    """The seat that passes."""

    def __attrs_post_init__(self) -> None:
        check_seat(self.seat)


_PassDraft: Final = draft_of(Pass)


def pass_of(seat: int) -> Pass:
    """Build a pass of a seat that is known to be one."""
    draft = _PassDraft()
    draft.seat = seat
    draft.__class__ = Pass
    a_pass: Pass = draft
    return a_pass


Action: TypeAlias = Deal | Play | Pass
"""Whatever `GameState.apply` takes; ``match`` on it is exhaustive."""


class IllegalMoveError(TienLenError, ValueError):
    """An action that the rules refuse.  The state it was meant for stays as it was.

    It holds no state and, for a refused deal, no cards.

    >>> from tienlen import GameState
    >>> GameState.new().apply(Pass(0))
    Traceback (most recent call last):
        ...
    tienlen.actions.IllegalMoveError: seat 0 may not pass: this is not the time for it (rule 5.1)
    """

    def __init__(self, action: Play | Pass | None, seat: int | None, reason: IllegalReason) -> None:
        super().__init__(action, seat, reason)
        self.action = action
        """The refused action; None for a deal, whose cards are nobody's to see."""
        self.seat = seat
        """The seat that acted, None for a deal."""
        self.reason = reason
        """Why."""

    def __str__(self) -> str:
        match self.action:
            case Play(seat, combo):
                what = f"seat {told(seat)} may not play {combo}"
            case Pass(seat):
                what = f"seat {told(seat)} may not pass"
            case _:
                what = "the cards may not be dealt"
        numbers = self.reason.rules
        return (
            f"{what}: {self.reason.value} (rule{'s' if numbers[1:] else ''} {', '.join(numbers)})"
        )


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class LegalActions(Record, Sequence[Play | Pass]):
    """Every play and pass open to a seat, an immutable lazy sequence; the pass comes last.

    >>> from tienlen import GameState
    >>> hands = [CardSet.parse("3S 9S"), CardSet.parse("4S 8S")]
    >>> state = GameState.position(hands=hands, turn=1, table=Combo.parse("7S"), table_seat=0)
    >>> list(state.legal_actions())
    [Play(seat=1, combo=Combo.parse('8S')), Pass(seat=1)]
    >>> state.legal_actions()[2]
    Traceback (most recent call last):
        ...
    IndexError: there is no action 2 of 2
    """

    seat: int
    """The seat asked about, 0 where none is to move."""
    moves: LegalMoves
    """The combos that it may play."""
    can_pass: bool
    """Whether it may pass."""

    def __attrs_post_init__(self) -> None:
        check_seat(self.seat)
        if not isinstance(self.moves, LegalMoves):
            raise TypeError(f"the moves are LegalMoves, not {told(self.moves)}")
        if not isinstance(self.can_pass, bool):
            raise TypeError(f"can_pass is a bool, not {told(self.can_pass)}")

    def __len__(self) -> int:
        moves = self.moves
        return (moves._counted or moves._count())[0] + self.can_pass

    def __bool__(self) -> bool:
        return self.can_pass or bool(self.moves)

    def __contains__(self, action: object) -> bool:
        match action:
            case Play(seat, combo):
                return seat == self.seat and combo in self.moves
            case Pass(seat):
                return seat == self.seat and self.can_pass
            case _:
                return False

    @overload
    def __getitem__(self, index: SupportsIndex) -> Play | Pass: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Play | Pass, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Play | Pass | tuple[Play | Pass, ...]:
        moves = self.moves
        counted = moves._counted or moves._count()
        plays = counted[0]
        if isinstance(index, int) and 0 <= index < plays:
            return play_of(self.seat, move_at(index, counted, moves.hand.mask))
        total = plays + self.can_pass
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(*index.indices(total))))
        place = operator.index(index)
        if not -total <= place < total:
            raise IndexError(f"there is no action {told(place)} of {total}")
        place %= total
        return self[place] if place < plays else pass_of(self.seat)

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Give the place of an action, computed and not searched for.

        Raises:
            ValueError: it is not among the actions, or not between ``start`` and ``stop``.
        """
        if value in self:
            moves = self.moves
            place = moves.index(value.combo) if isinstance(value, Play) else moves.total
            if place in range(moves.total + self.can_pass)[start:stop]:
                return place
        what = repr(value) if isinstance(value, Play) else told(value)
        raise ValueError(f"{what} is not among these actions")

    def count(self, value: object) -> int:
        """Give 1 for an action that is among them, else 0."""
        return int(value in self)

    def __iter__(self) -> Iterator[Play | Pass]:
        for combo in self.moves:
            yield play_of(self.seat, combo)
        if self.can_pass:
            yield pass_of(self.seat)

    def __reversed__(self) -> Iterator[Play | Pass]:
        return map(self.__getitem__, range(self.moves.total + self.can_pass - 1, -1, -1))


_ActionsDraft: Final = draft_of(LegalActions)


def actions_of(seat: int, moves: LegalMoves, can_pass: bool) -> LegalActions:
    """Build the actions of a seat from parts that are known to be good."""
    draft = _ActionsDraft()
    draft.seat = seat
    draft.moves = moves
    draft.can_pass = can_pass
    draft.__class__ = LegalActions
    actions: LegalActions = draft
    return actions
