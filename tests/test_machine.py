"""Whole games played by the library and by the oracle at once, compared after every action."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)

from tests import oracle, strategies
from tests.side_by_side import Table, play_on
from tienlen import IllegalReason


class GamesSideBySide(RuleBasedStateMachine):
    """Hypothesis deals, plays, passes and tries what is forbidden; short hands make whole games."""

    @initialize(
        seats=st.integers(2, 4),
        preset=st.sampled_from(list(oracle.PRESETS)),
        hand_size=st.sampled_from([1, 2, 3, 5, 8, 13]),
        points=st.none() | st.integers(1, 10),
        seed=st.integers(0, 2**32 - 1),
    )
    def sit_down(
        self, seats: int, preset: str, hand_size: int, points: int | None, seed: int
    ) -> None:
        self.house = replace(oracle.PRESETS[preset], hand_size=hand_size, target=points)
        note(f"{preset}, {hand_size} cards, target {points}")
        self.table = Table(oracle.Game(seats, self.house))
        self.deal(seed)

    @property
    def game(self) -> oracle.Game:
        return self.table.game

    def deal(self, seed: int) -> None:
        hands = self.table.shuffled(random.Random(seed))
        note(f"hands: {hands}")
        self.table.do(("deal", hands))

    @precondition(lambda self: self.game.phase == "DEALING")
    @rule(seed=st.integers(0, 2**32 - 1))
    def next_round(self, seed: int) -> None:
        self.deal(seed)

    @precondition(lambda self: self.table.moves)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        assert self.game.turn is not None
        cards = data.draw(st.sampled_from(self.table.moves))
        self.table.do(("play", self.game.turn, list(cards)))

    @precondition(lambda self: self.game.table is not None)
    @rule()
    def pass_(self) -> None:
        assert self.game.turn is not None
        self.table.do(("pass", self.game.turn))

    @precondition(lambda self: self.table.free_chops)
    @rule(data=st.data())
    def free_chop(self, data: st.DataObject) -> None:
        seat, cards = data.draw(st.sampled_from(self.table.free_chops))
        self.table.do(("play", seat, list(cards)))

    @rule(data=st.data(), seat=st.integers(-1, 4) | st.none())
    def play_something(self, data: st.DataObject, seat: int | None) -> None:
        """Play what may be wrong from any seat, from that of the one to move if none is named."""
        seat = seat if seat is not None else self.game.turn or 0
        tempting = st.sampled_from(self.table.tempting(seat))
        wild = st.one_of(strategies.combos(), strategies.foreign_combos())
        cards = data.draw(st.one_of(tempting, tempting, wild))
        self.table.do(("play", seat, list(cards)))

    @rule(seat=st.integers(-1, 4))
    def pass_somewhere(self, seat: int) -> None:
        self.table.do(("pass", seat))

    @rule(
        sizes=st.lists(st.integers(0, 13), max_size=5).filter(lambda sizes: sum(sizes) <= 52),
        seed=st.integers(0, 2**32 - 1),
    )
    def deal_something(self, sizes: list[int], seed: int) -> None:
        deck = oracle.DECK.copy()
        random.Random(seed).shuffle(deck)
        self.table.do(("deal", [[deck.pop() for _ in range(size)] for size in sizes]))

    @precondition(lambda self: self.game.phase == "OVER")
    @rule(seed=st.integers(0, 2**32 - 1))
    def play_again(self, seed: int) -> None:
        self.table = Table(oracle.Game(self.game.seats, self.house))
        self.deal(seed)


TestGamesSideBySide = GamesSideBySide.TestCase
TestGamesSideBySide.settings = settings(
    max_examples=settings().max_examples // 3, stateful_step_count=100
)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.slow
def test_a_full_game(seats: int) -> None:
    play_on(Table(oracle.Game(seats, oracle.Rules(target=4))), random.Random(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.slow
def test_short_games(seats: int) -> None:
    """Many games with few cards, in which every reason to refuse comes up."""
    refusals: Counter[str] = Counter()
    for seed in range(50):
        rng = random.Random(seed)
        rules = oracle.Rules(hand_size=rng.randint(1, 6), target=rng.randint(1, 5))
        table = Table(oracle.Game(seats, rules))
        play_on(table, rng)
        refusals += table.refusals
    # Only other rule sets bar a play that is otherwise legal. Of two seats, none is ever out of a
    # trick: when one of them passes the trick ends, when one goes out the round ends.
    never = {"BARRED", "OUT_OF_TRICK"} if seats == 2 else {"BARRED"}
    assert set(refusals) == {reason.name for reason in IllegalReason} - never
