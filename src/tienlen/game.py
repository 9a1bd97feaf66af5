"""The state of a game and its one transition (rule book chapters 4 to 7).

Everything up to the view is imported, the view only by those who ask for one.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, final

import attrs

from tienlen._value import refilled
from tienlen.actions import (
    Action,
    Deal,
    IllegalMoveError,
    LegalActions,
    Pass,
    Play,
    actions_of,
    check_seat,
    check_seat_of,
    check_seats,
)
from tienlen.cards import Card, CardSet, card_set
from tienlen.combos import Combo
from tienlen.errors import IllegalReason
from tienlen.legality import why_not
from tienlen.moves import LegalMoves, moves_of
from tienlen.positions import check_types, position_faults, refuse
from tienlen.rules import CARDGAMES_IO, Rules, check_rules
from tienlen.scoring import Ledger, Payment, RoundResult
from tienlen.transitions import Draft, deal, fresh, pass_on, play
from tienlen.turns import Phase, Situation

if TYPE_CHECKING:
    from tienlen.view import PlayerView

__all__ = ["GameState", "Phase"]


@final
@attrs.frozen(eq=False, repr=False, init=False, weakref_slot=False)
class GameState(Situation):
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
        ledger = Ledger(frozenset(played), frozenset(stopped), chain, chain_victim, tuple(payments))
        check_seat(turn)
        check_types(draft, ledger)
        counts = [len(hand) for hand in hand_sets]
        refuse(position_faults(draft, ledger, counts, dict(enumerate(hand_sets))))
        draft._ledger = ledger.kept_by(rules)
        return _state(draft)

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of cards each seat holds, by seat; unlike the hands, everybody sees it."""
        return tuple(map(len, self.hands))

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
            check_seat_of(seat, self.seats)
        if seat is None or seat != self.turn:
            return actions_of(seat or 0, self._free_chops(seat or 0), False)
        table = self.table
        moves = moves_of(self.hands[seat], table, self.rules, self.opening_card)
        return actions_of(seat, moves, table is not None)

    def legal_moves(self, seat: int | None = None) -> LegalMoves:
        """List every combo that the seat to move, or ``seat``, may play now.

        Raises:
            InvalidSeatError: there is no such seat.
        """
        return self.legal_actions(seat).moves

    def view(self, seat: int | None) -> "PlayerView":
        """Show what a seat may know, or with None what a spectator may.

        >>> hands = [CardSet.parse("3S 9S"), CardSet.parse("4S 8S")]
        >>> view = GameState.position(hands=hands, turn=1).view(0)
        >>> view.hand, view.counts
        (CardSet.parse('3S 9S'), (2, 2))

        Raises:
            InvalidSeatError: there is no such seat.
        """
        from tienlen.view import view_of  # whoever needs no view need not wait for it

        if seat is not None:
            check_seat_of(seat, self.seats)
        return view_of(self, seat)

    def _hand_of(self, seat: int) -> CardSet:
        return self.hands[seat]

    def _is_out(self, seat: int) -> bool:
        return not self.hands[seat].mask or seat in self._ledger.stopped

    def why_illegal(self, action: Action) -> IllegalReason | None:
        """Say why an action would be refused; None if it is legal.

        >>> GameState.new().why_illegal(Pass(0))
        IllegalReason.WRONG_PHASE
        """
        if isinstance(action, Play):
            if action.seat == self.turn:
                hand, opening_card = self.hands[action.seat], self.opening_card
                return why_not(action.combo, hand, self.table, self.rules, opening_card)
            return self._why_not_now(action)
        if isinstance(action, Pass):
            if action.seat == self.turn:
                return IllegalReason.CANNOT_PASS_LEAD if self.table is None else None
            return self._why_not_now(action)
        return self._why_not_dealt(action)

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
        draft: Any = Draft()
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
        if isinstance(action, Play):
            play(draft, action.seat, action.combo)
        elif isinstance(action, Pass):
            pass_on(draft, action.seat)
        else:
            deal(draft, action.hands)
        draft.__class__ = GameState
        state: GameState = draft
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        parts = {name: getattr(self, name) for name in Draft.__slots__}
        # Equal states have equal pickles, however they came about: one set that several parts
        # happen to share would be pickled once.
        parts["passed"] = refilled(self.passed)
        parts["hands"] = tuple(card_set(hand.mask) for hand in self.hands)
        parts["discards"] = card_set(self.discards.mask)
        return _state_of_schema_1, (parts,)


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
