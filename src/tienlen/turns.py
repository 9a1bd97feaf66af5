"""Who may act now: what a state and the views of it have in common.

Everything up to the actions is imported.
"""

from typing import TYPE_CHECKING

from tienlen._value import Named, Record, told
from tienlen.actions import Action, Deal, Pass, Play
from tienlen.cards import Card, CardSet
from tienlen.combos import Combo
from tienlen.errors import IllegalReason
from tienlen.moves import LegalMoves, moves_of
from tienlen.rules import Rules
from tienlen.scoring import winner


class Phase(Named):
    """What a game is waiting for; the value is the name in words.

    >>> from tienlen import GameState
    >>> GameState.new().phase
    Phase.DEALING
    """

    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"


class Situation(Record):
    """What states and views share: these parts, and all that they tell of who may act.

    Whether the seat to move may play or pass is asked most, and each answers it by itself.
    """

    __slots__ = ()

    rules: Rules
    round: int
    scores: tuple[int, ...]
    discards: CardSet
    turn: int | None
    table: Combo | None
    table_seat: int | None
    passed: frozenset[int]
    finished: tuple[int, ...]
    opening_card: Card | None

    if TYPE_CHECKING:

        def _hand_of(self, seat: int) -> CardSet: ...
        def _is_out(self, seat: int) -> bool: ...

    @property
    def seats(self) -> int:
        """The number of seats; they are numbered from 0, in the order of play (rule 4.1)."""
        return len(self.scores)

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

    def _free_chops(self, seat: int) -> LegalMoves:
        """The plays open to a seat that is not to move (rule 9.1)."""
        table, rules = self.table, self.rules
        if table is None or not rules.free_chops or seat == self.table_seat or self._is_out(seat):
            return moves_of(CardSet(), None, rules, None)
        return moves_of(self._hand_of(seat), table, rules, None, out_of_turn=True)

    def _why_not_now(self, action: Play | Pass) -> IllegalReason | None:
        """Say why a seat that is not to move may not act; None for a free chop."""
        seat = action.seat
        if self.turn is None:
            return IllegalReason.WRONG_PHASE
        if not 0 <= seat < self.seats:
            return IllegalReason.NO_SUCH_SEAT
        if (
            isinstance(action, Play)
            and action.combo.shape in self.rules._free_chops
            and action.combo in self._free_chops(seat)
        ):
            return None
        if seat in self.passed or self._is_out(seat):
            return IllegalReason.OUT_OF_TRICK
        return IllegalReason.NOT_YOUR_TURN

    def _why_not_dealt(self, deal: Action) -> IllegalReason | None:
        """Say why cards may not be dealt, and refuse what is no action at all."""
        if not isinstance(deal, Deal):
            raise TypeError(f"an action is a Deal, a Play or a Pass, not {told(deal)}")
        if self.phase is not Phase.DEALING:
            return IllegalReason.WRONG_PHASE
        sizes = [len(hand) for hand in deal.hands]
        expected = [self.rules.hand_size] * self.seats
        return IllegalReason.BAD_DEAL if sizes != expected else None
