"""For tests of programs that build on the package: random values, node counts, conformance checks.

Needs Hypothesis, which the extra ``testing`` brings.  Hypothesis imports this module whenever it is
itself imported (entry point group ``hypothesis``), so that its ``from_type`` knows every value of
the package.  The top of the package: everything else is imported.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from hypothesis import strategies as st

from tienlen._conformance import Bot, check_bot, check_state, divide, perft
from tienlen._house_rules import bombs_like
from tienlen._strategies import cards, combos, deals, games, hands, positions, rules, tables
from tienlen.actions import Deal, LegalActions, Pass, Play
from tienlen.cards import CARDS, Card, CardSet
from tienlen.combos import Combo
from tienlen.game import GameState, Phase
from tienlen.moves import LegalMoves, legal_moves
from tienlen.notation import GameRecord
from tienlen.policies import Twos
from tienlen.rules import Rules
from tienlen.scoring import Payment, PaymentReason, RoundResult
from tienlen.selection import Selection, select
from tienlen.shapes import SHAPES, Shape, Shapes
from tienlen.view import PlayerView

__all__ = [
    "Bot",
    "cards",
    "check_bot",
    "check_state",
    "combos",
    "deals",
    "divide",
    "games",
    "hands",
    "perft",
    "positions",
    "rules",
    "tables",
]

# What `from_type` gives where the annotations of a class do not tell all.


def _legal_actions(state: GameState) -> LegalActions:
    return state.legal_actions()


def _ended(state: GameState) -> GameState:
    """The end of the round, if every seat does the first thing it may."""
    while state.phase is Phase.PLAYING:
        state = state.apply(state.legal_actions()[0])
    return state


def _result(state: GameState) -> RoundResult | None:
    return _ended(state).last_round


def _states() -> st.SearchStrategy[GameState]:
    playing = rules().flatmap(positions)
    return playing | playing.map(_ended)


def _view(state: GameState, seat: int) -> PlayerView:
    return state.view(seat if seat < state.seats else None)


def _payment(seats: Sequence[int], units: int, reason: PaymentReason) -> Payment:
    return Payment(seats[0], seats[1], units, reason)


def _selection(chosen: CardSet, more: CardSet) -> Selection:
    return select(chosen, chosen | more)


_SEATS: Final = st.integers(0, 3)
_STRATEGIES: Final[dict[type[Any], Callable[[], st.SearchStrategy[Any]]]] = {
    Card: cards,
    CardSet: lambda: hands(max_size=len(CARDS)),
    Combo: lambda: combos(None),
    Deal: deals,
    GameRecord: lambda: rules().flatmap(games),
    GameState: _states,
    LegalActions: lambda: _states().map(_legal_actions),
    LegalMoves: lambda: st.builds(legal_moves, hands(), st.none() | combos()),
    Pass: lambda: st.builds(Pass, _SEATS),
    Payment: lambda: st.builds(
        _payment, st.permutations(range(4)), st.integers(1, 30), st.sampled_from(PaymentReason)
    ),
    Play: lambda: st.builds(Play, _SEATS, combos(None)),
    PlayerView: lambda: st.builds(_view, _states(), st.integers(0, 4)),
    RoundResult: lambda: rules().flatmap(positions).map(_result),
    Rules: rules,
    Selection: lambda: st.builds(_selection, hands(max_size=4), hands()),
    Shape: lambda: st.sampled_from(SHAPES),
    Shapes: lambda: st.builds(bombs_like, st.sampled_from(SHAPES), st.booleans()),
    Twos: lambda: st.integers(1, 4).map(Twos),
}


def _known(cls: type[Any]) -> st.SearchStrategy[Any]:
    # Also asked for any type that one of these is a kind of, such as sequences.
    return _STRATEGIES[cls]() if cls in _STRATEGIES else NotImplemented


for _cls in _STRATEGIES:
    st.register_type_strategy(_cls, _known)
