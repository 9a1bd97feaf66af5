"""Whether one state follows another by an action, and which, judged by what is public alone.

Of the hands only their sizes are known, and those that a round leaves.  So the action is looked for
in what everybody sees, and then played out again by the game's own transitions, with any cards in
the stead of hidden ones.  Everything up to the game is imported, and the view of a seat.
"""

from itertools import islice
from typing import Final, TypeAlias

from tienlen.actions import IllegalMoveError, Pass, Play
from tienlen.cards import DECK, CardSet
from tienlen.combos import Combo, InvalidComboError
from tienlen.errors import TienLenError
from tienlen.game import GameState, Phase, _state
from tienlen.transitions import Draft, deal
from tienlen.view import PUBLIC, PlayerView

Seen: TypeAlias = GameState | PlayerView
"""A state, or what somebody sees of it; nothing is read that is not in both."""


class NotSuccessiveError(TienLenError, ValueError):
    """Two states of which the second does not follow from the first by one action.

    >>> from tienlen import events_between
    >>> events_between(GameState.new(seats=2), GameState.new(seats=3))
    Traceback (most recent call last):
        ...
    tienlen.successors.NotSuccessiveError: no one action leads from state to state: 2 seats become 3
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        """What does not fit, in words; it speaks of nothing that is hidden in either state."""

    def __str__(self) -> str:
        return f"no one action leads from state to state: {self.problem}"


def differences(one: Seen, other: Seen) -> list[str]:
    """Name the public fields in which two states differ."""
    return [name for name in PUBLIC if getattr(one, name) != getattr(other, name)]


def action_between(before: Seen, after: Seen) -> Play | Pass | None:
    """Find the action that leads from one state to the next; None is a deal.

    Raises:
        NotSuccessiveError: no action does, as far as can be told.
    """
    if before.seats != after.seats:
        raise NotSuccessiveError(f"{before.seats} seats become {after.seats}")
    if before.phase is Phase.OVER:
        raise NotSuccessiveError("the game is over")
    action = None if before.turn is None else _find(before, after, before.turn)
    expected = _dealt(before, after) if action is None else _acted(before, after, action)
    if wrong := differences(expected, after):
        raise NotSuccessiveError(f"{', '.join(wrong)} should be otherwise")
    return action


def _find(before: Seen, after: Seen, turn: int) -> Play | Pass:
    """Give the one action that can have been taken."""
    fewer = [seat for seat in range(before.seats) if after.counts[seat] < before.counts[seat]]
    if not fewer:
        return Pass(turn)
    if len(fewer) > 1:
        raise NotSuccessiveError(f"seats {', '.join(map(str, fewer))} have all played")
    try:
        return Play(fewer[0], Combo(_played_cards(after) - _played_cards(before)))
    except InvalidComboError as error:
        raise NotSuccessiveError(f"seat {fewer[0]} has played, but {error}") from error


def _played_cards(state: Seen) -> CardSet:
    """Gather the cards that were played in a round."""
    return state.discards if state.table is None else state.discards | state.table.cards


def _acted(before: Seen, after: Seen, action: Play | Pass) -> GameState:
    """Take an action."""
    combo = action.combo.cards if isinstance(action, Play) else CardSet()
    if after.last_round is not None:
        hands = [*after.last_round.hands]
    else:
        hands = [_any_cards(count, combo) for count in after.counts]
    hands[action.seat] |= combo
    if before.counts != tuple(map(len, hands)):
        raise NotSuccessiveError("counts should be otherwise")
    try:
        return _state(_draft(before, tuple(hands))).apply(action)
    except IllegalMoveError as error:
        raise NotSuccessiveError(str(error)) from error


def _dealt(before: Seen, after: Seen) -> GameState:
    """Deal what may have been dealt."""
    if after.last_round is not None:
        hands = after.last_round.hands
    else:
        # Single cards win nothing, and the one that opens is the lowest.
        lowest, highest = CardSet.of([after.opening_card or _LOWEST]), CardSet.of([_HIGHEST])
        hands = tuple(lowest if seat == after.turn else highest for seat in range(after.seats))
    draft = _draft(before, hands)
    deal(draft, hands)
    draft.hands = (_any_cards(before.rules.hand_size, CardSet()),) * before.seats
    return _state(draft)


_LOWEST: Final = min(DECK)
_HIGHEST: Final = max(DECK)


def _any_cards(count: int, besides: CardSet) -> CardSet:
    return CardSet.of(islice(DECK - besides, count))


def _draft(state: Seen, hands: tuple[CardSet, ...]) -> Draft:
    """Copy what is public, and put hands to it."""
    draft = Draft()
    for name in Draft.__slots__:
        setattr(draft, name, hands if name == "hands" else getattr(state, name))
    return draft
