"""The state of a game and its one transition (rule book chapters 4 to 7).

The top of the package: everything else is imported.
"""

import enum
import functools
from collections.abc import Iterable
from operator import add
from typing import Any, Final, final

import attrs

from tienlen._value import Value, draft_of
from tienlen.actions import (
    Action,
    Deal,
    IllegalMoveError,
    LegalActions,
    Pass,
    Play,
    actions_of,
    check_seat,
    check_seats,
)
from tienlen.cards import Card, CardSet, card_set
from tienlen.combos import Combo
from tienlen.errors import IllegalReason, InvalidSeatError
from tienlen.moves import LegalMoves, moves_of, why_not
from tienlen.positions import check_position
from tienlen.rules import CARDGAMES_IO, Rules
from tienlen.scoring import RoundResult, points, winner


class Phase(enum.Enum):
    """What a game is waiting for; the value is the name in words.

    >>> from tienlen import GameState
    >>> GameState.new().phase
    <Phase.DEALING: 'dealing'>
    """

    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"


@final
@attrs.frozen(init=False, weakref_slot=False)
class GameState(Value):
    """A game between two actions: a value that `apply` turns into the next one.

    Made by `new`, `position` and `apply`, never by its constructor.  Equal if all public fields
    are; it keeps no history.  ``repr`` and the fields show every hand: they are for the server
    only.

    >>> import random
    >>> state = GameState.new().apply(Deal.shuffled(random.Random(7)))
    >>> state.turn, state.opening_card
    (0, Card.parse('3S'))
    >>> state = state.apply(Play(0, Combo.parse("3S")))
    >>> state.turn, state.table, len(state.hands[0])
    (1, Combo.parse('3S'), 12)
    >>> state.apply(Pass(3))
    Traceback (most recent call last):
        ...
    tienlen.actions.IllegalMoveError: seat 3 may not pass: it is another seat's turn (rule 4.1)
    """

    rules: Rules
    """The rule set the game is played by."""
    round: int
    """The round being played or to be dealt next, from 1; when the game is over, the last."""
    scores: tuple[int, ...]
    """The points of each seat before the round being played (rule 6.1)."""
    hands: tuple[CardSet, ...]
    """The cards of each seat, by seat; none before the first deal, what was left after a round."""
    discards: CardSet
    """What was played in this round and no longer lies on the table."""
    turn: int | None
    """The seat to act, None unless the phase is ``PLAYING``."""
    table: Combo | None
    """The combo to beat, None when a trick is to be led."""
    table_seat: int | None
    """The seat that played the table's combo, perhaps with its last cards (rule 4.7)."""
    passed: frozenset[int]
    """The seats that have passed in this trick (rule 4.4)."""
    finished: tuple[int, ...]
    """The seats that have gone out in this round, in order (rule 5.4)."""
    opening_card: Card | None
    """The card that the next play must contain (rule 5.2)."""
    last_round: RoundResult | None
    """How the round before ended, until the next one is dealt."""

    def __init__(self, *_parts: object, **_named_parts: object) -> None:
        """Refuse: a state made from parts might be an impossible one."""
        raise TypeError("states come from GameState.new, GameState.position and apply")

    @classmethod
    def new(cls, seats: int = 4, rules: Rules = CARDGAMES_IO) -> "GameState":
        """Start a game: nobody has points, the first round waits for its deal.

        >>> GameState.new(seats=3).scores
        (0, 0, 0)

        Raises:
            InvalidSeatError: the rules do not allow so many seats.
        """
        check_seats(seats, rules)
        return _build(rules, 1, (0,) * seats, (CardSet(),) * seats, CardSet())

    @classmethod
    def position(
        cls,
        *,
        hands: Iterable[Iterable[Card]],
        turn: int,
        table: Combo | None = None,
        table_seat: int | None = None,
        passed: Iterable[int] = (),
        finished: Iterable[int] = (),
        opening_card: Card | None = None,
        scores: Iterable[int] | None = None,
        round: int = 1,
        discards: Iterable[Card] | None = None,
        rules: Rules = CARDGAMES_IO,
    ) -> "GameState":
        """Set up a position in the middle of a round, with hands of any size.

        Nothing is inferred: a seat with an empty hand has gone out only if ``finished`` lists it.

        >>> hands = [CardSet.parse("3S 9S"), CardSet.parse("4S 8S"), CardSet()]
        >>> state = GameState.position(
        ...     hands=hands, turn=1, table=Combo.parse("7S"), table_seat=2, finished=[2]
        ... )
        >>> list(state.legal_moves())
        [Combo.parse('8S')]

        Args:
            hands: the cards of each seat.
            turn: the seat to act.
            table: the combo to beat, None to lead.
            table_seat: the seat that played it.
            passed: the seats that have passed in this trick.
            finished: the seats that have gone out, in order.
            opening_card: a card that the next play must contain.
            scores: the points of each seat; zero if not given.
            round: the number of the round, from 1.
            discards: what was played before; nothing if not given.
            rules: the rule set.

        Raises:
            InvalidPositionError: no round reaches it; all faults are listed.
            DuplicateCardError: a card is twice in one hand or twice in the discards.
        """
        all_hands = tuple(map(CardSet.of, hands))
        parts = (
            rules,
            round,
            (0,) * len(all_hands) if scores is None else tuple(scores),
            all_hands,
            CardSet.of(discards or ()),
            turn,
            table,
            table_seat,
            frozenset(passed),
            tuple(finished),
            opening_card,
        )
        check_position(*parts)
        return _build(*parts)

    @property
    def seats(self) -> int:
        """The number of seats; they are numbered from 0, in the order of play (rule 4.1)."""
        return len(self.hands)

    @property
    def phase(self) -> Phase:
        """Whether the game waits for a deal, for a seat, or for nothing any more."""
        if self.turn is not None:
            return Phase.PLAYING
        return Phase.DEALING if self.winner is None else Phase.OVER

    @property
    def winner(self) -> int | None:
        """The seat that has won the game, None before it is over (rule 7.1)."""
        return winner(self.scores, self.rules) if self.turn is None else None

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """List every play and pass open to the seat to move, or to ``seat``.

        Empty for a seat that may not act now.  The pass comes last.

        Raises:
            InvalidSeatError: there is no such seat.
        """
        turn = self.turn if seat is None else self._at_turn(seat)
        if turn is None:
            return actions_of(seat or 0, moves_of(CardSet(), None, self.rules, None), False)
        moves = moves_of(self.hands[turn], self.table, self.rules, self.opening_card)
        return actions_of(turn, moves, self.table is not None)

    def legal_moves(self, seat: int | None = None) -> LegalMoves:
        """List every combo that the seat to move, or ``seat``, may play now.

        Raises:
            InvalidSeatError: there is no such seat.
        """
        return self.legal_actions(seat).moves

    def _at_turn(self, seat: int) -> int | None:
        """The seat, if it is there and to move."""
        check_seat(seat)
        if not 0 <= seat < self.seats:
            raise InvalidSeatError(seat, f"is no seat; the seats are 0 to {self.seats - 1}")
        return seat if seat == self.turn else None

    def why_illegal(self, action: Action) -> IllegalReason | None:
        """Say why an action would be refused; None if it is legal.

        >>> GameState.new().why_illegal(Pass(0))
        <IllegalReason.WRONG_PHASE: 'this is not the time for it'>
        """
        match action:
            case Play():
                return self._why_not_now(action.seat) or why_not(
                    action.combo,
                    self.hands[action.seat],
                    self.table,
                    self.rules,
                    self.opening_card,
                )
            case Pass():
                reason = self._why_not_now(action.seat)
                if reason is None and self.table is None:
                    return IllegalReason.CANNOT_PASS_LEAD
                return reason
            case Deal():
                if self.phase is not Phase.DEALING:
                    return IllegalReason.WRONG_PHASE
                sizes = [len(hand) for hand in action.hands]
                expected = [self.rules.hand_size] * self.seats
                return IllegalReason.BAD_DEAL if sizes != expected else None
            case _:
                raise TypeError(f"an action is a Deal, a Play or a Pass, not {action!r}")

    def _why_not_now(self, seat: int) -> IllegalReason | None:
        if self.turn is None:
            return IllegalReason.WRONG_PHASE
        if not 0 <= seat < len(self.hands):
            return IllegalReason.NO_SUCH_SEAT
        if seat in self.passed or not self.hands[seat].mask:
            return IllegalReason.OUT_OF_TRICK
        return IllegalReason.NOT_YOUR_TURN if seat != self.turn else None

    def apply(self, action: Action) -> "GameState":
        """Give the state after an action; this one stays as it is.

        The play with which a round ends also settles it: scores move, and the new state waits for
        the next deal or is over.  ``functools.reduce(GameState.apply, actions, state)`` plays many.

        Raises:
            IllegalMoveError: the rules refuse the action, see `why_illegal`.
            TypeError: it is no action.
        """
        reason = self.why_illegal(action)
        if reason is not None:
            if isinstance(action, Deal):
                raise IllegalMoveError(None, None, reason)
            raise IllegalMoveError(action, action.seat, reason)
        match action:
            case Play():
                return self._play(action.seat, action.combo)
            case Pass():
                return self._pass(action.seat)
            case Deal():
                return self._deal(action.hands)

    def _deal(self, hands: tuple[CardSet, ...]) -> "GameState":
        if self.last_round is not None:  # Rule 5.3
            leader, opening_card = self.last_round.places[0], None
        else:  # Rule 5.2
            opening_card, leader = min((next(iter(hand)), seat) for seat, hand in enumerate(hands))
        return _build(
            self.rules,
            self.round,
            self.scores,
            hands,
            CardSet(),
            turn=leader,
            opening_card=opening_card,
        )

    def _play(self, seat: int, combo: Combo) -> "GameState":
        hand = card_set(self.hands[seat].mask & ~combo.cards.mask)
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        discards, finished = self.discards, self.finished
        if self.table is not None:
            discards = card_set(discards.mask | self.table.cards.mask)
        if not hand.mask:
            finished = (*finished, seat)
            if sum(map(bool, hands)) == 1:  # Rule 5.4
                return self._settle(hands, discards | combo.cards, finished)
        return self._go_on(seat, hands, discards, combo, seat, self.passed, finished)

    def _pass(self, seat: int) -> "GameState":
        # A lead cannot be passed, so there is a table.
        assert self.table is not None
        assert self.table_seat is not None
        return self._go_on(
            seat,
            self.hands,
            self.discards,
            self.table,
            self.table_seat,
            self.passed | {seat},
            self.finished,
        )

    def _go_on(
        self,
        seat: int,
        hands: tuple[CardSet, ...],
        discards: CardSet,
        table: Combo,
        table_seat: int,
        passed: frozenset[int],
        finished: tuple[int, ...],
    ) -> "GameState":
        """Give the turn to the next seat that may answer; if there is none, the trick is over."""
        for turn in _order(seat + 1, len(hands)):
            if hands[turn].mask and turn not in passed and turn != table_seat:
                return _build(
                    self.rules,
                    self.round,
                    self.scores,
                    hands,
                    discards,
                    turn,
                    table,
                    table_seat,
                    passed,
                    finished,
                )
        # Rules 4.5 and 4.6
        return _build(
            self.rules,
            self.round,
            self.scores,
            hands,
            discards | table.cards,
            turn=next(leader for leader in _order(table_seat, len(hands)) if hands[leader]),
            finished=finished,
        )

    def _settle(
        self, hands: tuple[CardSet, ...], discards: CardSet, finished: tuple[int, ...]
    ) -> "GameState":
        last = [seat for seat, hand in enumerate(hands) if hand]
        absent = [seat for seat in range(self.seats) if seat not in (*finished, *last)]
        places = (*finished, *last, *absent)
        moved = points(places)
        scores = tuple(map(add, self.scores, moved))
        over = winner(scores, self.rules) is not None
        return _build(
            self.rules,
            self.round if over else self.round + 1,
            scores,
            hands,
            discards,
            last_round=RoundResult(places, moved, hands),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _build, tuple(getattr(self, field.name) for field in attrs.fields(GameState))


_Draft: Final = draft_of(GameState)


def _build(
    rules: Rules,
    round: int,
    scores: tuple[int, ...],
    hands: tuple[CardSet, ...],
    discards: CardSet,
    turn: int | None = None,
    table: Combo | None = None,
    table_seat: int | None = None,
    passed: frozenset[int] = frozenset(),
    finished: tuple[int, ...] = (),
    opening_card: Card | None = None,
    last_round: RoundResult | None = None,
) -> GameState:
    """Build a state from parts known to go together; the defaults are those between rounds."""
    draft = _Draft()
    draft.rules = rules
    draft.round = round
    draft.scores = scores
    draft.hands = hands
    draft.discards = discards
    draft.turn = turn
    draft.table = table
    draft.table_seat = table_seat
    draft.passed = passed
    draft.finished = finished
    draft.opening_card = opening_card
    draft.last_round = last_round
    draft.__class__ = GameState
    state: GameState = draft
    return state


@functools.cache
def _order(first: int, seats: int) -> tuple[int, ...]:
    """The seats in the order of play, beginning with one (rule 4.1)."""
    return (*range(first, seats), *range(first))
