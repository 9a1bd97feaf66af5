"""What one seat may know of a game, and what it may do.

A view is built from plain parts: everything up to the positions is imported, the state is not.
"""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, Final, final

import attrs

from tienlen._value import check_int, draft_of, listed, numbers, told
from tienlen.actions import Action, LegalActions, Pass, Play, actions_of, check_seat
from tienlen.cards import DECK, Card, CardSet, gather
from tienlen.combos import Combo
from tienlen.errors import IllegalReason, InvalidSeatError
from tienlen.legality import why_not
from tienlen.moves import LegalMoves, moves_of
from tienlen.positions import check_types, game_faults, place_faults, position_faults, refuse
from tienlen.rules import CARDGAMES_IO, Rules, check_rules
from tienlen.scoring import NO_LEDGER, Ledger, Payment, RoundResult, payments_made
from tienlen.turns import Phase, Situation


def _seats(seats: Iterable[int]) -> frozenset[int]:
    return frozenset(seats)


@final
@attrs.frozen(eq=False, repr=False, kw_only=True, weakref_slot=False)
class PlayerView(Situation):
    """A game as one seat sees it, or a spectator; `GameState.view` makes them.

    What is public has the state's own names; of the hands a view has its own seat's, and how many
    cards every seat holds.  All that is in it may be sent to that seat, its ``repr`` included.
    Built from the same parts again, on a screen or in a bot, it answers the same.

    >>> view = PlayerView(
    ...     seat=1,
    ...     hand=CardSet.parse("4S 8S"),
    ...     counts=[2, 2],
    ...     turn=1,
    ...     table=Combo.parse("7S"),
    ...     table_seat=0,
    ... )
    >>> list(view.legal_moves())
    [Combo.parse('8S')]
    >>> attrs.evolve(view, counts=[2, 3])
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidPositionError: seat 1 holds 2 cards, but counts says 3

    Raises:
        DuplicateCardError: a card is twice in the hand or twice in the discards.
        InvalidPositionError: no game looks like this; all faults are listed.
    """

    seat: int | None
    """The seat that sees it so, None for a spectator."""
    hand: CardSet = attrs.field(converter=gather)
    """The cards of that seat; a spectator has none."""
    counts: tuple[int, ...] = attrs.field(converter=numbers)
    """The number of cards each seat holds, by seat."""
    turn: int | None
    """The seat to act, None unless the phase is ``PLAYING``."""
    table: Combo | None = None
    """The combo to beat, None when a trick is to be led."""
    table_seat: int | None = None
    """The seat that played the table's combo, perhaps with its last cards (rule 4.7)."""
    passed: frozenset[int] = attrs.field(default=frozenset[int](), converter=_seats)
    """The seats that have passed in this trick (rule 4.4)."""
    finished: tuple[int, ...] = attrs.field(default=(), converter=numbers)
    """The seats that have gone out in this round, in order (rule 5.4)."""
    opening_card: Card | None = None
    """The card that the next play must contain (rule 5.2).

    Everybody sees it, because it is what decides who leads.
    """
    scores: tuple[int, ...] = attrs.field(
        default=attrs.Factory(lambda view: (0,) * len(view.counts), takes_self=True),
        converter=numbers,
    )
    """The points of each seat before the round being played (rule 6.1)."""
    round: int = 1
    """The round being played or to be dealt next, from 1; when the game is over, the last."""
    discards: CardSet = attrs.field(factory=CardSet, converter=gather)
    """What was played in this round and no longer lies on the table."""
    last_round: RoundResult | None = None
    """How the round before ended, with the cards then left, until the next one is dealt."""
    rules: Rules = CARDGAMES_IO
    """The rule set the game is played by."""
    played: frozenset[int] = attrs.field(default=frozenset[int](), converter=_seats)
    """The seats that have played a card in this round, where it matters (rule 9.1)."""
    stopped: frozenset[int] = attrs.field(default=frozenset[int](), converter=_seats)
    """The seats that play no more, having played no card before another went out (rule 9.1)."""
    chain: int = 0
    """The units at stake in the chain of chops on the table (rule 9.1)."""
    chain_victim: int | None = None
    """The seat that was chopped last and would pay for the chain (rule 9.1)."""
    payments: tuple[Payment, ...] = attrs.field(default=(), converter=payments_made)
    """The chains already paid in this round (rule 9.1)."""

    def __attrs_post_init__(self) -> None:
        check_rules(self.rules)
        if self.seat is not None:
            check_seat(self.seat)
        for count in self.counts:
            check_int(count, "a count")
        if self.last_round is not None and not isinstance(self.last_round, RoundResult):
            raise TypeError(f"a RoundResult or None is wanted, not {told(self.last_round)}")
        check_types(self, self._ledger)
        refuse(self._faults())
        kept = self._ledger.kept_by(self.rules)
        for field in attrs.fields(Ledger):
            object.__setattr__(self, field.name, getattr(kept, field.name))

    def _faults(self) -> Iterator[str]:
        seat, counts = self.seat, self.counts
        yield from (
            f"seat {holder} cannot hold {told(count)} cards"
            for holder, count in enumerate(counts)
            if count < 0
        )
        if seat is None:
            if self.hand:
                yield "a spectator has no hand"
        elif not 0 <= seat < len(counts):
            yield f"seat is {told(seat)}, which is no seat"
        elif len(self.hand) != counts[seat]:
            said = told(counts[seat])
            yield f"seat {seat} holds {len(self.hand)} cards, but counts says {said}"
        cards = sum(counts) + len(self.discards) + (0 if self.table is None else len(self.table))
        if cards > len(DECK):
            yield f"there are {told(cards)} cards, a pack has {len(DECK)}"
        if self.turn is None:
            yield from self._faults_between_rounds()
            return
        yield from position_faults(self, self._ledger, counts, {seat: self.hand})
        if self.last_round is not None:
            yield "there is a last_round, but the next one is being played"

    def _faults_between_rounds(self) -> Iterator[str]:
        yield from game_faults(self, len(self.counts))
        parts = ("table", "table_seat", "opening_card", "passed", "finished")
        if any(getattr(self, part) not in _NOTHING for part in parts) or self._ledger != NO_LEDGER:
            yield "turn is None, but a round is being played"
        last = self.last_round
        if last is None:
            if any(self.counts) or self.discards or any(self.scores) or self.round != 1:
                yield "a game has begun, but there is no last_round"
            return
        yield from place_faults((*last.hands, self.discards))
        if tuple(map(len, last.hands)) != self.counts:
            yield f"counts is ({listed(self.counts)}), which is not what last_round left"
        elif self.seat is not None and self.hand != last.hands[self.seat]:
            yield f"hand is {self.hand}, which is not what last_round left"
        if self.round == 1 and self.scores and self.phase is Phase.DEALING:
            yield "round is 1, but there is a last_round and the game goes on"

    @property
    def _ledger(self) -> Ledger:
        return Ledger(self.played, self.stopped, self.chain, self.chain_victim, self.payments)

    def legal_actions(self) -> LegalActions:
        """List every play and pass open to the seat; none for a spectator.

        They are those that the state's `GameState.legal_actions` gives for this seat.
        """
        seat = self.seat
        if seat is None:
            return actions_of(0, moves_of(self.hand, None, self.rules, None), False)
        if seat != self.turn:
            return actions_of(seat, self._free_chops(seat), False)
        moves = moves_of(self.hand, self.table, self.rules, self.opening_card)
        return actions_of(seat, moves, self.table is not None)

    def legal_moves(self) -> LegalMoves:
        """List every combo that the seat may play now."""
        return self.legal_actions().moves

    def why_illegal(self, action: Action) -> IllegalReason | None:
        """Say why the state would refuse an action; None if it is legal.

        For actions of its own seat, and for deals, a view always knows.  For those of another seat
        it knows whatever does not hang on that seat's cards: phase, turn and passes.

        >>> view = PlayerView(seat=0, hand=CardSet.parse("3S 9S"), counts=[2, 2], turn=1)
        >>> view.why_illegal(Pass(1))
        IllegalReason.CANNOT_PASS_LEAD
        >>> view.why_illegal(Play(1, Combo.parse("8S")))
        Traceback (most recent call last):
            ...
        tienlen.errors.InvalidSeatError: 1 is a seat whose hand this view does not show

        Raises:
            InvalidSeatError: it depends on a hand that the view does not show, as the plays of
                other seats do when it is their turn or they may chop freely (rule 9.1).
            TypeError: it is no action.
        """
        match action:
            case Play():
                if action.seat == self.turn:
                    hand, opening_card = self._hand_of(action.seat), self.opening_card
                    return why_not(action.combo, hand, self.table, self.rules, opening_card)
                return self._why_not_now(action)
            case Pass():
                if action.seat == self.turn:
                    return IllegalReason.CANNOT_PASS_LEAD if self.table is None else None
                return self._why_not_now(action)
            case _:
                return self._why_not_dealt(action)

    def _hand_of(self, seat: int) -> CardSet:
        if seat != self.seat:
            raise InvalidSeatError(seat, "is a seat whose hand this view does not show")
        return self.hand

    def _is_out(self, seat: int) -> bool:
        return not self.counts[seat] or seat in self.stopped

    def __reduce__(self) -> tuple[Any, ...]:
        parts = {name: getattr(self, name) for name in _NAMES}
        # Lists are always new, while a tuple or set that two parts happen to share would be pickled
        # once: equal views have equal pickles, however they came about.
        parts |= {name: write(parts[name]) for name, write in _WRITTEN.items()}
        return _view_of_schema_1, (parts,)


_NOTHING: Final = (None, frozenset[int](), ())
_NAMES: Final = tuple(field.name for field in attrs.fields(PlayerView))
PUBLIC: Final = tuple(name for name in _NAMES if name not in ("seat", "hand"))
"""The parts that a state and all views of it have in common."""
_WRITTEN: Final[dict[str, Callable[[Any], object]]] = {
    "hand": attrgetter("mask"),
    "discards": attrgetter("mask"),
    "counts": list,
    "scores": list,
    "finished": list,
    "payments": list,
    "passed": sorted,
    "played": sorted,
    "stopped": sorted,
}
"""How the parts that are not primitive are pickled."""
_Draft: Final = draft_of(PlayerView)


def view_of(state: Any, seat: int | None) -> PlayerView:
    """Take from a state what one of its seats may know."""
    draft = _Draft()
    draft.seat = seat
    draft.hand = CardSet() if seat is None else state.hands[seat]
    for name in PUBLIC:
        setattr(draft, name, getattr(state, name))
    draft.__class__ = PlayerView
    view: PlayerView = draft
    return view


def _view_of_schema_1(parts: dict[str, Any]) -> PlayerView:
    """Rebuild a pickled view through the constructor, which has defaults for older pickles."""
    sets: dict[str, Any] = {name: CardSet(parts[name]) for name in ("hand", "discards")}
    return PlayerView(**parts | sets)
