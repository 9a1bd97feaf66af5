"""Thousands of whole games, each played from a seed alone."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from tienlen import DECK, CardSet, Deal, GameState, Phase


def states(seats: int, seed: int) -> Iterator[GameState]:
    """Every state of a game in which each seat picks among its legal actions at random."""
    rng = random.Random(seed)
    state = GameState.new(seats=seats)
    yield state
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEALING:
            state = state.apply(Deal.shuffled(rng, seats=seats))
        else:
            actions = state.legal_actions()
            assert actions, f"nothing to do in game {seed} of {seats} seats: {state}"
            state = state.apply(actions[rng.randrange(len(actions))])
        yield state


def check_game(seats: int, seed: int) -> None:
    """Play a game and check every state on the way."""
    dealt = CardSet()
    phase = None
    for step, state in enumerate(states(seats, seed)):
        where = f"game {seed} of {seats} seats, state {step}"
        if phase is Phase.DEALING and state.phase is Phase.PLAYING:
            dealt = together(state.hands)
            assert len(dealt) == 13 * seats, where
        parts = [*state.hands, state.discards]
        if state.table is not None:
            parts.append(state.table.cards)
        assert sum(map(len, parts)) == len(dealt), where
        assert together(parts) == dealt, where
        # A round takes random play some hundred actions, a game some forty rounds at most.
        assert step < 20_000, where
        phase = state.phase


def together(parts: list[CardSet] | tuple[CardSet, ...]) -> CardSet:
    cards = CardSet()
    for part in parts:
        cards |= part
    return cards


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_some_games(seats: int) -> None:
    for seed in range(60):
        check_game(seats, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_thousand_games(seats: int) -> None:
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for _ in pool.map(partial(check_game, seats), range(10_000), chunksize=250):
            pass


def digest(seats: int, seed: int) -> str:
    """A digest of every state's text, in order."""
    text = "\n".join(map(repr, states(seats, seed)))
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_plays_the_same_games(hash_seed: str) -> None:
    games = [(seats, seed) for seats in (2, 3, 4) for seed in (7, 8)]
    output = subprocess.run(
        [sys.executable, __file__, *(f"{seats}:{seed}" for seats, seed in games)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert output.split() == [digest(seats, seed) for seats, seed in games]


def test_the_deck_is_what_is_dealt() -> None:
    rng, again = random.Random(7), random.Random(7)
    cards = list(DECK)
    again.shuffle(cards)
    hands = tuple(CardSet.of(cards[start : start + 13]) for start in (0, 13, 26, 39))
    assert Deal.shuffled(rng).hands == hands


if __name__ == "__main__":
    for game in sys.argv[1:]:
        seats, seed = map(int, game.split(":"))
        sys.stdout.write(f"{digest(seats, seed)}\n")
