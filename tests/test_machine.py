"""Whole games played by the library and by the oracle at once, compared after every action."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)

from tests import bridge, oracle, strategies
from tienlen import CARDGAMES_IO, GameState, IllegalMoveError, IllegalReason, Pass, Play


class Table:
    """A game on two boards: every action is put to both, and both must say and become the same."""

    def __init__(self, seats: int, hand_size: int = 13, target: int = 10) -> None:
        self.game = oracle.Game(seats, oracle.Rules(hand_size=hand_size, target=target))
        rules = attrs.evolve(CARDGAMES_IO, hand_size=hand_size, target=target)
        self.state = GameState.new(seats=seats, rules=rules)
        self.refusals: Counter[str] = Counter()
        self.moves: list[tuple[str, ...]] = []
        self.compare()

    def do(self, action: oracle.Action) -> None:
        """Try an action, legal or not."""
        expected = self.game.refusal(action)
        asked = bridge.action(action)
        reason = self.state.why_illegal(asked)
        assert (None if reason is None else reason.name) == expected
        if expected is None:
            self.game.do(action)
            self.state = self.state.apply(asked)
            self.compare()
        else:
            self.refusals[expected] += 1
            with pytest.raises(IllegalMoveError) as refused:
                self.state.apply(asked)
            assert refused.value.reason is reason
            assert refused.value.action == (None if action[0] == "deal" else asked)
            assert refused.value.seat == (None if action[0] == "deal" else action[1])
            assert bridge.state_picture(self.state) == bridge.game_picture(self.game)

    def compare(self) -> None:
        """Compare the boards and what may be done next, by the seat to move and nobody else."""
        assert bridge.state_picture(self.state) == bridge.game_picture(self.game)
        self.moves = self.game.legal_moves()
        state, turn = self.state, self.game.turn
        assert {bridge.strings(move) for move in state.legal_moves()} == set(self.moves)
        plays = [Play(turn, move) for move in state.legal_moves()] if turn is not None else []
        passes = [Pass(turn)] if turn is not None and self.game.table is not None else []
        assert list(state.legal_actions()) == [*plays, *passes]
        for seat in range(state.seats):
            alone = list(state.legal_actions(seat))
            assert alone == ([*plays, *passes] if seat == turn else [])

    def shuffled(self, rng: random.Random) -> list[list[str]]:
        deck = oracle.DECK.copy()
        rng.shuffle(deck)
        size = self.game.rules.hand_size
        return [deck[size * seat : size * (seat + 1)] for seat in range(self.game.seats)]

    def tempting(self, seat: int) -> list[tuple[str, ...]]:
        """Combos that look right but need not be: of a hand, of other hands, of other rules."""
        own = oracle.legal_moves(self.game.hands[seat][:8]) if 0 <= seat < self.game.seats else []
        foreign = [("JS", "QS", "KS", "AS", "2S"), ("KS", "KC", "AS", "AC", "2S", "2C")]
        return [*own, *((card,) for hand in self.game.hands for card in hand), *foreign]


class GamesSideBySide(RuleBasedStateMachine):
    """Hypothesis deals, plays, passes and tries what is forbidden; short hands make whole games."""

    @initialize(
        seats=st.integers(2, 4),
        hand_size=st.sampled_from([1, 2, 3, 5, 8, 13]),
        points=st.integers(1, 10),
        seed=st.integers(0, 2**32 - 1),
    )
    def sit_down(self, seats: int, hand_size: int, points: int, seed: int) -> None:
        self.table = Table(seats, hand_size, points)
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
        rules = self.game.rules
        self.table = Table(self.game.seats, rules.hand_size, rules.target)
        self.deal(seed)


TestGamesSideBySide = GamesSideBySide.TestCase
TestGamesSideBySide.settings = settings(
    max_examples=settings().max_examples // 3, stateful_step_count=100
)


def play_to_the_end(table: Table, rng: random.Random) -> None:
    """Play a game of random legal actions, a random and mostly illegal one before each of them."""
    game = table.game
    log: list[oracle.Action] = []

    def do(action: oracle.Action) -> None:
        log.append(action)
        try:
            table.do(action)
        except AssertionError as difference:
            difference.add_note(f"after {log}")
            raise

    def random_play(seat: int) -> oracle.Play:
        return ("play", seat, list(rng.choice(table.tempting(seat))))

    while game.phase != "OVER":
        if game.phase == "DEALING":
            do(("deal", table.shuffled(rng)[1:]))
            do(("deal", table.shuffled(rng)))
        seat = rng.choice([game.turn or 0, rng.randrange(-1, game.seats + 1)])
        do(("pass", seat) if rng.random() < 0.3 else random_play(seat))
        if game.turn is not None:
            if table.moves and (game.table is None or rng.random() < 0.8):
                do(("play", game.turn, list(rng.choice(table.moves))))
            else:
                do(("pass", game.turn))
    do(("deal", table.shuffled(rng)))
    do(random_play(0))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_full_game(seats: int) -> None:
    play_to_the_end(Table(seats, target=4), random.Random(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_short_games(seats: int) -> None:
    """Many games with few cards, in which every reason to refuse comes up."""
    refusals: Counter[str] = Counter()
    for seed in range(50):
        rng = random.Random(seed)
        table = Table(seats, hand_size=rng.randint(1, 6), target=rng.randint(1, 5))
        play_to_the_end(table, rng)
        refusals += table.refusals
    # Only other rule sets bar a play that is otherwise legal. Of two seats, none is ever out of a
    # trick: when one of them passes the trick ends, when one goes out the round ends.
    never = {"BARRED", "OUT_OF_TRICK"} if seats == 2 else {"BARRED"}
    assert set(refusals) == {reason.name for reason in IllegalReason} - never
