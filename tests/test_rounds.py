"""Thousands of rounds under every named rule set, each played from a seed alone and settled.

The base game's rounds are those of `test_whole_games`, where games come to an end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import attrs
import pytest

import tienlen
from tests.strategies import union
from tienlen import (
    Deal,
    GameState,
    Payment,
    Phase,
    RoundResult,
    Rules,
    Settlement,
)

ENDLESS = ["PAGAT", "SOUTHERN", "NORTHERN", "VIET_CONG"]
STEPS = 1_000
"""No round takes so many actions: at most 51 cards are played and each may be passed by three."""


def play_round(state: GameState, rng: random.Random, where: str) -> GameState:
    """Play a round of random legal actions, now and then one of a seat that is not to move."""
    dealt = Deal.shuffled(rng, seats=state.seats, rules=state.rules)
    state = state.apply(dealt)
    whole = union(dealt.hands)
    steps = 0
    while state.phase is Phase.PLAYING:
        seat = state.turn
        if state.rules.free_chops and state.table is not None and rng.random() < 0.5:
            others = [other for other in range(state.seats) if state.legal_actions(other)]
            seat = rng.choice(others)
        actions = state.legal_actions(seat)
        assert actions, f"{where}: nothing to do in {state}"
        state = state.apply(actions[rng.randrange(len(actions))])
        table = [] if state.table is None else [state.table.cards]
        parts = [*state.hands, state.discards, *table]
        assert sum(map(len, parts)) == len(whole), where
        assert union(parts) == whole, where
        steps += 1
        assert steps < STEPS, where
    return state


def check_result(result: RoundResult, rules: Rules, where: str) -> None:
    """Check what holds of every round, however it went."""
    seats = range(len(result.places))
    assert sorted(result.places) == list(seats), where
    first, *others = result.places
    if result.instant_win is None:
        assert not result.hands[first], where
    if rules.settlement is Settlement.UNITS:
        assert sum(result.points) == 0, where
        assert list(result.points) == [net(result.payments, seat) for seat in seats], where
        for payment in result.payments:
            assert payment.payer != payment.payee, where
            assert payment.units > 0, where
        # Everybody pays for an instant win, and the last place pays in any other round.
        assert set(others[-1:]) <= {payment.payer for payment in result.payments}, where
    else:
        losers = others[-1:] if result.instant_win is None else others
        assert result.points == tuple(-(seat in losers) for seat in seats), where
        assert result.payments == (), where


def net(payments: Iterable[Payment], seat: int) -> int:
    """What a seat gains by payments."""
    gains = 0
    for payment in payments:
        gains += payment.units * (payment.payee == seat)
        gains -= payment.units * (payment.payer == seat)
    return gains


def check_rounds(name: str, seats: int, hand_size: int, seed: int, rounds: int) -> None:
    """Play some rounds in a row and check every result, every score and the places of all cards."""
    preset: Rules = getattr(tienlen, name)
    rules = preset if hand_size == 13 else attrs.evolve(preset, hand_size=hand_size, seats=(2, 3))
    rng = random.Random(seed)
    state = GameState.new(seats, rules)
    for number in range(1, rounds + 1):
        where = f"{name}, {seats} seats of {hand_size} cards, seed {seed}, round {number}"
        assert (state.phase, state.round) == (Phase.DEALING, number), where
        before = state.scores
        state = play_round(state, rng, where)
        assert state.last_round is not None, where
        check_result(state.last_round, rules, where)
        gained = zip(before, state.last_round.points, strict=True)
        assert state.scores == tuple(score + points for score, points in gained), where


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ENDLESS)
def test_some_rounds(name: str, seats: int) -> None:
    check_rounds(name, seats, 13, seed=seats, rounds=40)


@pytest.mark.parametrize("name", ENDLESS)
def test_some_rounds_of_seventeen_cards(name: str) -> None:
    check_rounds(name, 3, 17, seed=17, rounds=20)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ENDLESS)
def test_five_thousand_rounds(name: str, seats: int) -> None:
    in_parallel([(name, seats, 13, seed, 250) for seed in range(20)])


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", ENDLESS)
def test_a_thousand_rounds_of_seventeen_cards(name: str, seats: int) -> None:
    in_parallel([(name, seats, 17, seed, 100) for seed in range(10)])


def in_parallel(games: list[tuple[str, int, int, int, int]]) -> None:
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for checked in [pool.submit(check_rounds, *game) for game in games]:
            checked.result()
