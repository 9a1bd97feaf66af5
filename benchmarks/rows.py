"""The library's side of each comparison, and the table of all comparisons."""

import random
from typing import Final

from benchmarks import peers
from benchmarks.measure import Row, Work, each, import_cost, kept_memory, pick, ratio
from tienlen import DECK, CardSet, Combo, Deal, GameState, Play, legal_moves

_WIDEST: Final = CardSet.parse("3S 3C 3D 4S 4C 4D 5S 5C 5D 5H 6S 6C 6D")
"""No hand of 13 cards has more plays to lead with: 486."""


def deal_round(rng: random.Random) -> GameState:
    """Deal a first round of four seats."""
    return GameState.new().apply(Deal.shuffled(rng))


def play_on(state: GameState, rng: random.Random) -> int:
    """Play a round to its end at random; gives the number of decisions."""
    decisions = 0
    while state.turn is not None:
        state = state.apply(pick(state.legal_actions(), rng))
        decisions += 1
    return decisions


def play_outs(rng: random.Random, rounds: int = 20) -> Work:
    """Deal and play whole rounds at random; the units are decisions."""
    return lambda: sum(play_on(deal_round(rng), rng) for _ in range(rounds))


def play_outs_once_dealt(rng: random.Random, rounds: int = 20) -> Work:
    """Play whole rounds at random that have been dealt before; the units are decisions."""
    dealt = [deal_round(rng) for _ in range(rounds)]
    return lambda: sum(play_on(state, rng) for state in dealt)


def memberships(rng: random.Random, rounds: int = 20) -> Work:
    """Ask whether a legal combo is legal, each as random rounds had it; the units are questions."""
    asked: list[tuple[CardSet, Combo | None, Combo]] = []
    for _ in range(rounds):
        state = deal_round(rng)
        while state.turn is not None:
            action = pick(state.legal_actions(), rng)
            if isinstance(action, Play):
                asked.append((state.hands[action.seat], state.table, action.combo))
            state = state.apply(action)
    return lambda: sum(combo in legal_moves(hand, table) for hand, table, combo in asked)


def rows() -> tuple[Row, ...]:
    """All comparisons; the same options give the same random cards and positions."""
    rng = random.Random(20261130)
    hands = [CardSet.of(rng.sample(list(DECK), 13)) for _ in range(500)]
    widest = [_WIDEST] * 20

    def count_and_build_one(hand: CardSet) -> None:
        pick(legal_moves(hand), rng)

    def build_all(hand: CardSet) -> int:
        return len(list(legal_moves(hand)))

    def count(hand: CardSet) -> int:
        return legal_moves(hand).total

    pick_one = each(count_and_build_one, hands)
    return (
        Row(
            1,
            "random play-outs with dealing, per decision, vs rlcard Game.step",
            ratio(peers.doudizhu_play_outs(rng), play_outs(rng)),
            must=10,
            aim=20,
        ),
        Row(
            3,
            "random play-outs, per decision, vs chess list(legal_moves) + push",
            ratio(peers.chess_play_outs(rng), play_outs_once_dealt(rng)),
            must=6,
            aim=14,
        ),
        Row(
            5,
            "13-card lead, len + pick one, vs rlcard playable_cards_from_hand",
            ratio(peers.doudizhu_leads(rng), pick_one),
            must=6,
            aim=15,
        ),
        Row(
            6,
            "13-card lead, all built, per combo, vs chess per move",
            ratio(peers.chess_lists(rng), lambda: sum(map(build_all, hands))),
            must=1.2,
            aim=3,
        ),
        Row(
            7,
            "combo in legal_moves(hand, table), vs chess move in legal_moves",
            ratio(peers.chess_memberships(rng), memberships(rng)),
            must=6,
            aim=15,
        ),
        Row(
            8,
            "13-card lead, all built vs len + pick one",
            ratio(each(build_all, hands), pick_one),
            must=2,
        ),
        Row(
            8,
            "the 486-play hand, all built vs len + pick one",
            ratio(each(build_all, widest), each(count_and_build_one, widest * 25)),
            must=20,
        ),
        Row(
            9,
            "import tienlen vs import attrs, beyond a bare interpreter",
            import_cost("tienlen", "attrs"),
            must=1.4,
            aim=1.15,
            at_most=True,
        ),
        Row(
            10,
            "memory kept after 1,000 random rounds",
            kept_memory(lambda: play_on(deal_round(rng), rng), repeats=1_000),
            must=100,
            aim=0,
            at_most=True,
            unit=" kB",
            once=True,
        ),
        Row(
            11,
            "legal_moves(hand).total, 52 cards vs 13",
            ratio(each(count, [DECK] * 500), each(count, hands)),
            must=4,
            at_most=True,
        ),
    )
