"""What a finished round is worth, and when a game is over (rule book chapters 6 and 7).

Cards and rules are imported.
"""

from collections.abc import Sequence
from typing import final

import attrs

from tienlen._value import Value
from tienlen.cards import CardSet
from tienlen.rules import Rules


@final
@attrs.frozen
class RoundResult(Value):
    """How a round ended.

    >>> from tienlen import GameState, Play, Combo
    >>> hands = [CardSet.parse("3S"), CardSet.parse("4S")]
    >>> state = GameState.position(hands=hands, turn=0).apply(Play(0, Combo.parse("3S")))
    >>> state.last_round
    RoundResult(places=(0, 1), points=(1, 0), hands=(CardSet(), CardSet.parse('4S')))
    """

    places: tuple[int, ...]
    """Every seat, first to last."""
    points: tuple[int, ...]
    """What each seat's score moved by, by seat."""
    hands: tuple[CardSet, ...]
    """The cards each seat was left with, by seat; they are public from then on."""


def points(places: Sequence[int]) -> tuple[int, ...]:
    """The points of each seat, by seat: place p of n, counted from 1, is worth n - p (rule 6.1)."""
    return tuple(len(places) - 1 - places.index(seat) for seat in range(len(places)))


def winner(scores: Sequence[int], rules: Rules) -> int | None:
    """The seat that has won the game after a round with these scores, if any (rule 7.1)."""
    best = max(scores)
    if rules.target is None or best < rules.target or scores.count(best) > 1:
        return None
    return scores.index(best)
