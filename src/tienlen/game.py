"""The state of a game and its one transition (rule book chapters 4 to 7).

The top of the package: everything else is imported.
"""

from collections.abc import Iterable
from typing import Any, Final, final

import attrs

from tienlen._value import Named, Record
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
from tienlen.cards import Card, CardSet
from tienlen.combos import Combo
from tienlen.errors import IllegalReason, InvalidSeatError
from tienlen.legality import why_not
from tienlen.moves import LegalMoves, moves_of
from tienlen.positions import check_position
from tienlen.rules import CARDGAMES_IO, Rules, check_rules
from tienlen.scoring import Ledger, Payment, RoundResult, winner
from tienlen.transitions import Draft, deal, fresh, pass_on, play


class Phase(Named):
    """What a game is waiting for; the value is the name in words.

    >>> from tienlen import GameState
    >>> GameState.new().phase
    Phase.DEALING
    """

    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"


@final
@attrs.frozen(eq=False, repr=False, init=False, weakref_slot=False)
class GameState(Record):
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
    _ledger: Ledger
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
        return _state(fresh(rules, seats))

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
        played: Iterable[int] = (),
        stopped: Iterable[int] = (),
        chain: int = 0,
        chain_victim: int | None = None,
        payments: Iterable[Payment] = (),
    ) -> "GameState":
        """Set up a position in the middle of a round, with hands of any size.

        Nothing is inferred: a seat with an empty hand has gone out only if ``finished`` lists it.
        What the rules keep no account of, such as ``played`` in the base game, is left out.

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
            played: the seats that have played a card, where rule 9.1 asks for it.
            stopped: the seats that play no more, having played none before another went out.
            chain: the units at stake in a chain of chops.
            chain_victim: the seat that was chopped last.
            payments: the chains already paid in this round.

        Raises:
            InvalidPositionError: no round reaches it; all faults are listed.
            DuplicateCardError: a card is twice in one hand or twice in the discards.
        """
        check_rules(rules)
        hand_sets = tuple(map(CardSet.of, hands))
        draft = fresh(rules, len(hand_sets))
        draft.round = round
        draft.hands = hand_sets
        if scores is not None:
            draft.scores = tuple(scores)
        if discards is not None:
            draft.discards = CardSet.of(discards)
        draft.turn, draft.table, draft.table_seat = turn, table, table_seat
        draft.passed, draft.finished = frozenset(passed), tuple(finished)
        draft.opening_card = opening_card
        draft._ledger = Ledger(
            frozenset(played), frozenset(stopped), chain, chain_victim, tuple(payments)
        )
        check_position(draft)
        draft._ledger = draft._ledger.kept_by(rules)
        return _state(draft)

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

    @property
    def played(self) -> frozenset[int]:
        """The seats that have played a card in this round, where it matters (rule 9.1)."""
        return self._ledger.played

    @property
    def stopped(self) -> frozenset[int]:
        """The seats that play no more, having played no card before another went out (rule 9.1)."""
        return self._ledger.stopped

    @property
    def chain(self) -> int:
        """The units at stake in the chain of chops on the table (rule 9.1)."""
        return self._ledger.chain

    @property
    def chain_victim(self) -> int | None:
        """The seat that was chopped last and would pay for the chain (rule 9.1)."""
        return self._ledger.chain_victim

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The chains already paid in this round (rule 9.1)."""
        return self._ledger.payments

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """List every play and pass open to the seat to move, or to ``seat``.

        Empty for a seat that may not act now.  The pass comes last.

        Raises:
            InvalidSeatError: there is no such seat.
        """
        if seat is None:
            seat = self.turn
        else:
            self._check_seat(seat)
        if seat is None or seat != self.turn:
            return actions_of(seat or 0, self._out_of_turn(seat), False)
        moves = moves_of(self.hands[seat], self.table, self.rules, self.opening_card)
        return actions_of(seat, moves, self.table is not None)

    def legal_moves(self, seat: int | None = None) -> LegalMoves:
        """List every combo that the seat to move, or ``seat``, may play now.

        Raises:
            InvalidSeatError: there is no such seat.
        """
        return self.legal_actions(seat).moves

    def _check_seat(self, seat: int) -> None:
        check_seat(seat)
        if not 0 <= seat < self.seats:
            raise InvalidSeatError(seat, f"is no seat; the seats are 0 to {self.seats - 1}")

    def _out_of_turn(self, seat: int | None) -> LegalMoves:
        """The free chops open to a seat that is not to move (rule 9.1)."""
        chops = self.rules.free_chops and self.table is not None
        if not chops or seat is None or seat == self.table_seat or seat in self.stopped:
            return moves_of(CardSet(), None, self.rules, None)
        return moves_of(self.hands[seat], self.table, self.rules, None, out_of_turn=True)

    def why_illegal(self, action: Action) -> IllegalReason | None:
        """Say why an action would be refused; None if it is legal.

        >>> GameState.new().why_illegal(Pass(0))
        IllegalReason.WRONG_PHASE
        """
        match action:
            case Play():
                if action.seat == self.turn:
                    hand, opening_card = self.hands[action.seat], self.opening_card
                    return why_not(action.combo, hand, self.table, self.rules, opening_card)
                reason = self._why_not_to_move(action.seat)
                if reason in _NOT_NOW and action.combo in self._out_of_turn(action.seat):
                    return None
                return reason
            case Pass():
                if action.seat == self.turn:
                    return IllegalReason.CANNOT_PASS_LEAD if self.table is None else None
                return self._why_not_to_move(action.seat)
            case Deal():
                if self.phase is not Phase.DEALING:
                    return IllegalReason.WRONG_PHASE
                sizes = [len(hand) for hand in action.hands]
                expected = [self.rules.hand_size] * self.seats
                return IllegalReason.BAD_DEAL if sizes != expected else None
            case _:
                # Only the type is named: it might be a state, with everybody's cards.
                raise TypeError(
                    f"an action is a Deal, a Play or a Pass, not a {type(action).__name__}"
                )

    def _why_not_to_move(self, seat: int) -> IllegalReason:
        """Say why a seat is not the one to move."""
        if self.turn is None:
            return IllegalReason.WRONG_PHASE
        if not 0 <= seat < len(self.hands):
            return IllegalReason.NO_SUCH_SEAT
        if seat in self.passed or not self.hands[seat].mask or seat in self._ledger.stopped:
            return IllegalReason.OUT_OF_TRICK
        return IllegalReason.NOT_YOUR_TURN

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
        draft = Draft()
        draft.rules = self.rules
        draft.round = self.round
        draft.scores = self.scores
        draft.hands = self.hands
        draft.discards = self.discards
        draft.turn = self.turn
        draft.table = self.table
        draft.table_seat = self.table_seat
        draft.passed = self.passed
        draft.finished = self.finished
        draft.opening_card = self.opening_card
        draft.last_round = self.last_round
        draft._ledger = self._ledger
        match action:
            case Play():
                play(draft, action.seat, action.combo)
            case Pass():
                pass_on(draft, action.seat)
            case _:
                deal(draft, action.hands)
        return _state(draft)

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_of_schema_1, ({name: getattr(self, name) for name in Draft.__slots__},)


_NOT_NOW: Final = (IllegalReason.OUT_OF_TRICK, IllegalReason.NOT_YOUR_TURN)


def _state(draft: Any) -> GameState:
    """Turn a draft into the state: nothing can change it any more."""
    draft.__class__ = GameState
    state: GameState = draft
    return state


def _state_of_schema_1(parts: dict[str, Any]) -> GameState:
    """Rebuild a pickled state."""
    draft = Draft()
    for name, part in parts.items():
        setattr(draft, name, part)
    return _state(draft)
