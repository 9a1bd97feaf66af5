"""What happened between two states of a game that follow each other, told in events.

Everything up to the events is imported, and the view of a seat is as good as the state itself: only
what is public is read, so that all who watch a game are told the same.
"""

from collections.abc import Iterator

from tienlen._value import told
from tienlen.actions import Pass, Play
from tienlen.events import (
    Chopped,
    Dealt,
    DealWon,
    Event,
    GameOver,
    LeadInherited,
    Paid,
    Passed,
    Played,
    RoundOver,
    Stopped,
    TrickWon,
    WentOut,
)
from tienlen.game import GameState
from tienlen.scoring import NO_LEDGER, PaymentReason, in_order
from tienlen.successors import Seen, action_between, differences
from tienlen.view import PlayerView


def events_between(
    before: GameState | PlayerView, after: GameState | PlayerView
) -> tuple[Event, ...]:
    """Tell what happened between two states of a game, the second one action after the first.

    In the order of happening: the deal, play or pass, then what came of it.  States and views give
    the same events, whatever seats the views are of; a state and itself give none.

    >>> from tienlen import Combo
    >>> hands = [Combo.parse("7S"), Combo.parse("8S 8C"), Combo.parse("4S")]
    >>> before = GameState.position(hands=hands, turn=0)
    >>> after = before.apply(Play(0, Combo.parse("7S")))
    >>> print(*events_between(before, after), sep="; ")
    seat 0 leads 7S; seat 0 is out, place 1
    >>> events_between(GameState.new(seats=2), after)
    Traceback (most recent call last):
        ...
    tienlen.successors.NotSuccessiveError: no one action leads from state to state: 2 seats become 3

    Raises:
        NotSuccessiveError: no action leads from one to the other, as far as can be told without
            knowing the hands.
        TypeError: something else than states or views.
    """
    for state in (before, after):
        if not isinstance(state, (GameState, PlayerView)):
            raise TypeError(f"events are between GameStates or PlayerViews, not {told(state)}")
    if not differences(before, after):
        return ()
    action = action_between(before, after)
    if action is None:
        return tuple(_of_deal(before, after))
    return tuple(_of_action(before, after, action))


def _of_deal(before: Seen, after: Seen) -> Iterator[Event]:
    yield Dealt(before.round, after.counts, after.turn, after.opening_card)
    result = after.last_round
    if result is not None and result.instant_win is not None:
        yield DealWon(result.places[0], result.instant_win)
    yield from _of_settlement(before, after)


def _of_action(before: Seen, after: Seen, action: Play | Pass) -> Iterator[Event]:
    table, owner = before.table, before.table_seat
    if isinstance(action, Play):
        yield from _of_play(before, after, action)
        table, owner = action.combo, action.seat
    else:
        yield Passed(action.seat)
    # Nobody passes on an empty table.
    assert table is not None
    assert owner is not None
    if after.table is not None:
        return
    if after.turn is not None:
        yield TrickWon(owner, table)
    yield from _of_settlement(before, after)
    if after.turn is not None and after.turn != owner:
        yield LeadInherited(after.turn, owner)


def _of_play(before: Seen, after: Seen, play: Play) -> Iterator[Event]:
    seat, combo, table, owner = play.seat, play.combo, before.table, before.table_seat
    yield Played(seat, combo, led=table is None)
    if (
        table is not None
        and owner is not None
        # An answer of another shape is one that only the chop table admits.
        and (combo.shape is not table.shape or combo.shape in before.rules._bombs)
    ):
        units = NO_LEDGER.after_play(seat, combo, table, owner, before.rules).chain
        yield Chopped(seat, combo, owner, table, units, free=seat != before.turn)
    if not after.counts[seat]:
        yield WentOut(seat, len(before.finished) + 1)
        yield from map(Stopped, _newly_stopped(before, after, seat))


def _newly_stopped(before: Seen, after: Seen, winner: int) -> list[int]:
    """Give the seats that stop because one has gone out, in the order of play."""
    stopped = after.stopped
    if after.last_round is not None:  # The round is over and forgotten; they have paid for it.
        payments = after.last_round.payments
        stopped = frozenset(paid.payer for paid in payments if paid.reason is PaymentReason.CONG)
    order = in_order(winner, before.seats)
    return [seat for seat in order if seat in stopped - before.stopped]


def _of_settlement(before: Seen, after: Seen) -> Iterator[Event]:
    """Tell the payments that are new, and the end of the round or the game if this is it."""
    result = after.last_round
    payments = after.payments if result is None else result.payments
    yield from map(Paid, payments[len(before.payments) :])
    if result is not None:
        yield RoundOver(before.round, result)
    if after.winner is not None:
        yield GameOver(after.winner, after.scores)
