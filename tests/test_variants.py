"""The named rule sets, and some house rules, held against the oracle."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests import bridge, oracle, strategies
from tests.side_by_side import Table, assert_same_moves, play_on
from tienlen import DECK, Card, Combo, InvalidComboError, Rules, beats, classify, legal_moves

HOUSE_RULES = {
    "short sequences": oracle.Rules(sequence_ranks="345678", double_sequence_ranks="34567"),
    "bar and 2s on top": replace(
        oracle.PAGAT, twos_last="barred", double_sequence_ranks=oracle.RANKS
    ),
    "bar and consecutive quads": replace(
        oracle.VIET_CONG, twos_last="barred", quad_sequence_ranks=oracle.RANKS
    ),
    "bar and free chops": replace(oracle.SOUTHERN, twos_last="barred"),
    "suits and 2s on top": replace(
        oracle.NORTHERN,
        sequence_ranks=oracle.RANKS,
        chops={"single of 2s": ("quad", "sequence of 5+"), "sequence of 4": ("quad",)},
    ),
    "suits without a bar": replace(oracle.NORTHERN, twos_last="allowed", chops={}),
    "four 2s can be chopped": replace(
        oracle.SOUTHERN, chops={**oracle.SOUTHERN.chops, "quad of 2s": ("double sequence of 4+",)}
    ),
}
ALL_RULES = oracle.PRESETS | HOUSE_RULES

# Trying every subset of a hand takes its time; the profile still says how hard to look.
pytestmark = pytest.mark.slow

A_FIFTH = settings(max_examples=settings().max_examples // 5)
A_FEW = settings(max_examples=settings().max_examples // 25)

every_rule_set = pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
# The base game has tests of its own.
every_preset = pytest.mark.parametrize(
    "rules", [*oracle.PRESETS.values()][1:], ids=[*oracle.PRESETS][1:]
)
barring = {name: rules for name, rules in ALL_RULES.items() if rules.twos_last == "barred"}
every_bar = pytest.mark.parametrize("rules", barring.values(), ids=barring)


class TestData:
    @pytest.mark.parametrize("name", oracle.PRESETS)
    def test_a_preset_says_what_the_oracle_says(self, name: str) -> None:
        built = bridge.built_rules(oracle.PRESETS[name])
        preset = bridge.PRESETS[oracle.PRESETS[name]]
        assert self.chop_table(built) == self.chop_table(preset)
        assert attrs.evolve(built, chops=preset.chops) == preset

    @staticmethod
    def chop_table(rules: Rules) -> dict[object, set[object]]:
        """What may be laid on what, in whatever order it was written down."""
        return {
            row.target: {shape for bombs in row.bombs for shape in bombs} for row in rules.chops
        }

    def test_no_two_presets_are_alike(self) -> None:
        assert len(set(bridge.PRESETS.values())) == 5


def ways_to_choose(width: int, ranks: str) -> list[tuple[str, ...]]:
    """Some combos over the given ranks: each rank in other suits, or all in the same."""
    suits = list(combinations(oracle.SUITS, width))
    mixed = [suits[place % len(suits)] for place in range(len(ranks))]
    return [
        tuple(rank + suit for rank, of_rank in zip(ranks, chosen, strict=True) for suit in of_rank)
        for chosen in (mixed, [suits[0]] * len(ranks), [suits[-1]] * len(ranks), mixed[::-1])
    ]


def some_of_every_shape(ways: int, starts: int) -> list[tuple[str, ...]]:
    """All sets of 4s, 5s and 2s, and of every run of one to four cards a rank some samples.

    The shapes are all there can be under any rules, and more: runs of triples are always none. Of
    each, some that begin lowest and those that end in the ace and in the 2 are among the samples.
    """
    found = [
        tuple(rank + suit for suit in suits)
        for rank in "452"
        for width in range(1, 5)
        for suits in combinations(oracle.SUITS, width)
    ]
    for width in range(1, 5):
        for length in range(2, 14):
            lowest = range(14 - length)
            for start in {*lowest[:starts], *lowest[-2:]}:
                found += ways_to_choose(width, oracle.RANKS[start : start + length])[:ways]
    return list(dict.fromkeys(found))


def assert_beats_agrees(rules: oracle.Rules, samples: list[tuple[str, ...]]) -> Counter[str]:
    """Compare `classify` on every sample and `beats` on every pair; count what is chopped."""
    ours = bridge.rules(rules)
    chopped: Counter[str] = Counter()
    known: list[tuple[tuple[str, ...], Combo, str | None]] = []
    for cards in samples:
        name = oracle.name(cards, rules)
        assert bridge.name(classify(bridge.cards(cards), ours)) == name, cards
        try:
            combo = bridge.combo(cards)
        except InvalidComboError:  # No rule set knows it.
            assert name is None
            continue
        known.append((cards, combo, name))
    for table, table_combo, table_name in known:
        if table_name is None:
            with pytest.raises(InvalidComboError):
                beats(known[0][1], table_combo, ours)
            continue
        for cards, combo, name in known:
            expected = oracle.beats(cards, table, rules)
            assert beats(combo, table_combo, ours) is expected, f"{cards} on {table}"
            if expected and name != table_name:
                chopped[table_name + " of 2s" * oracle.is_twos(table)] += 1
    return chopped


class TestCombos:
    @every_preset
    def test_every_shape_on_every_shape(self, rules: oracle.Rules) -> None:
        chopped = assert_beats_agrees(rules, some_of_every_shape(ways=2, starts=1))
        assert set(chopped) == set(rules.chops)

    @pytest.mark.slow
    @every_rule_set
    def test_more_of_every_shape_on_every_shape(self, rules: oracle.Rules) -> None:
        chopped = assert_beats_agrees(rules, some_of_every_shape(ways=4, starts=3))
        assert set(chopped) == set(rules.chops)

    @every_rule_set
    @given(data=st.data())
    @A_FIFTH
    def test_a_combo_with_one_card_changed(self, rules: oracle.Rules, data: st.DataObject) -> None:
        combo = data.draw(strategies.combos(rules), label="combo")
        card = data.draw(strategies.cards(), label="put in or taken out")
        for cards in (combo, {*combo} ^ {card}):
            found = classify(bridge.cards(cards), bridge.rules(rules))
            assert bridge.name(found) == oracle.name(cards, rules)

    @every_rule_set
    @given(data=st.data())
    @A_FIFTH
    def test_beats(self, rules: oracle.Rules, data: st.DataObject) -> None:
        table = data.draw(strategies.combos(rules), label="table")
        name = oracle.name(table, rules)
        assert name is not None
        alike = strategies.combos_named(name, rules)
        cards = data.draw(st.one_of(alike, strategies.combos(rules), strategies.foreign_combos()))
        found = beats(bridge.combo(cards), bridge.combo(table), bridge.rules(rules))
        assert found is oracle.beats(cards, table, rules)


shapes = [
    pytest.param(rules, name, id=f"{label}: {name}")
    for label, rules in oracle.PRESETS.items()
    if rules is not oracle.CARDGAMES_IO
    for name in strategies.names(rules)
]


def moves_agree(
    rules: oracle.Rules,
    hand: tuple[str, ...],
    table: tuple[str, ...] | None = None,
    including: str | None = None,
) -> None:
    moves = legal_moves(
        bridge.cards(hand),
        None if table is None else bridge.combo(table),
        bridge.rules(rules),
        including=None if including is None else Card.parse(including),
    )
    expected = oracle.legal_moves(hand, table, rules, including=including)
    assert_same_moves(moves, expected, rules)


class TestLegalMoves:
    """Also that a move list's length, index, membership and iteration agree."""

    @every_rule_set
    @given(hand=strategies.hands(max_size=10))
    @A_FIFTH
    def test_leads(self, rules: oracle.Rules, hand: tuple[str, ...]) -> None:
        moves_agree(rules, hand)

    @every_rule_set
    @given(hand=strategies.hands(max_size=10), data=st.data())
    @A_FIFTH
    def test_leads_that_include_a_card(
        self, rules: oracle.Rules, hand: tuple[str, ...], data: st.DataObject
    ) -> None:
        card = data.draw(st.one_of(strategies.cards(), st.sampled_from(hand or ("2H",))))
        moves_agree(rules, hand, including=card)

    @pytest.mark.parametrize(("rules", "name"), shapes)
    @given(data=st.data())
    @A_FEW
    def test_follows(self, rules: oracle.Rules, name: str, data: st.DataObject) -> None:
        table = data.draw(strategies.combos_named(name, rules), label="table")
        hand = data.draw(strategies.hands_against(table, rules, 10), label="hand")
        moves_agree(rules, hand, table)

    @every_rule_set
    @given(data=st.data())
    @A_FIFTH
    def test_answers_to_twos_and_bombs(self, rules: oracle.Rules, data: st.DataObject) -> None:
        table = data.draw(st.one_of(strategies.sets_of_twos(), strategies.bombs(rules)))
        hand = data.draw(strategies.hands_against(table, rules, 10), label="hand")
        moves_agree(rules, hand, table)

    @every_bar
    @given(data=st.data(), hand=strategies.hands_of_twos())
    @A_FIFTH
    def test_the_last_2s(
        self, rules: oracle.Rules, hand: tuple[str, ...], data: st.DataObject
    ) -> None:
        table = data.draw(st.none() | strategies.combos(rules), label="table")
        card = data.draw(st.none() | st.sampled_from(hand), label="including")
        moves_agree(rules, hand, table, card)

    @every_bar
    def test_the_last_2s_in_every_small_hand(self, rules: oracle.Rules) -> None:
        """All hands from three ranks that hold a 2: led, led with each card, and on low combos."""
        pack = ["KS", "KH", "AS", "2S", "2H"]
        tables = [None, ("QS",), ("QS", "QC"), ("2C",), ("JS", "QS", "KS")]
        for hand in oracle.subsets(pack):
            for table in tables:
                moves_agree(rules, hand, table)
            for card in hand:
                moves_agree(rules, hand, including=card)

    @pytest.mark.parametrize(
        ("rules", "total"),
        [
            # 195 sets of one rank; runs of n ranks with w ways to choose each: (ranks + 1 - n) wⁿ.
            pytest.param(
                oracle.PAGAT,
                195
                + sum((14 - n) * 4**n for n in range(3, 14))
                + sum((13 - n) * 6**n for n in range(3, 13)),
                id="PAGAT",
            ),
            pytest.param(
                oracle.VIET_CONG,
                195
                + sum((13 - n) * 4**n for n in range(3, 13))
                + sum((14 - n) * 6**n for n in range(3, 14))
                + sum(13 - n for n in range(2, 13)),
                id="VIET_CONG",
            ),
            # Pairs of two colours and all six of 2s; sequences in one of four suits.
            pytest.param(
                oracle.NORTHERN,
                52 + (12 * 2 + 6) + 13 * 4 + 13 + 4 * sum(13 - n for n in range(3, 13)),
                id="NORTHERN",
            ),
        ],
    )
    def test_the_whole_deck(self, rules: oracle.Rules, total: int) -> None:
        moves = legal_moves(DECK, rules=bridge.rules(rules))
        assert moves.total == total
        rng = random.Random(0)
        for place in [0, total - 1, *(rng.randrange(total) for _ in range(200))]:
            assert moves[place] in moves
            assert moves.index(moves[place]) == place

    @pytest.mark.slow
    @every_rule_set
    def test_hands_of_seventeen(self, rules: oracle.Rules) -> None:
        for seed in range(4):
            rng = random.Random(seed)
            hand = rich_hands(rng, 1, 17)[0] if seed % 2 else rng.sample(oracle.DECK, 17)
            moves_agree(rules, tuple(hand))
            for table in [("2D",), ("2S", "2H"), ("3S", "3C", "4S", "4C", "5S", "5C"), ("TS",)]:
                if oracle.name(table, rules) is not None:
                    moves_agree(rules, tuple(hand), table)


def rich_hands(rng: random.Random, seats: int, size: int) -> list[list[str]]:
    """Hands of up to so many cards: some bombs, some 2s, and none or a few or many others."""
    left = {rank: rng.sample([rank + suit for suit in oracle.SUITS], 4) for rank in oracle.RANKS}
    hands: list[list[str]] = [[] for _ in range(seats)]
    for hand in hands:
        for _ in range(rng.choice([0, 1, 1, 2])):
            length, width = rng.choice([(1, 4), (3, 2), (3, 2), (4, 2), (4, 2), (5, 2)])
            low = rng.randrange(13 - length)
            stretch = oracle.BELOW_TWO[low : low + length]
            fits = len(hand) + length * width <= size
            if fits and all(len(left[rank]) >= width for rank in stretch):
                hand.extend(left[rank].pop() for rank in stretch for _ in range(width))
    for two in left.pop("2"):
        hand = rng.choice(hands)
        if len(hand) < size and rng.random() < 0.8:
            hand.append(two)
    rest = [card for cards in left.values() for card in cards]
    rng.shuffle(rest)
    for hand in hands:
        spare = min(rng.choice([0, 1, 3, size]), size - len(hand), len(rest))
        hand.extend(rest.pop() for _ in range(spare if hand else max(spare, 1)))
    return hands


def rich_position(rng: random.Random, rules: oracle.Rules, seats: int, size: int) -> oracle.Game:
    """The start of a trick, in which some seats have played and most hold bombs or 2s."""
    has_played = {seat for seat in range(seats) if rng.random() < 0.5}
    return oracle.Game(
        seats,
        rules,
        phase="PLAYING",
        round=rng.randint(1, 3),
        scores=[rng.randint(-5, 5) for _ in range(seats)],
        hands=rich_hands(rng, seats, size),
        turn=rng.randrange(seats),
        played=has_played if "cong" in rules.penalties else set(),
    )


def play_rich_positions(
    rules: oracle.Rules, seats: int, size: int, seeds: range, largest_hand: int = 13
) -> Counter[str]:
    """Play positions to the end of the round on both boards; count what came up."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        table = Table(rich_position(rng, rules, seats, size), largest_hand)
        try:
            play_on(table, rng, rounds=1)
        except AssertionError as difference:
            difference.add_note(f"seed {seed} of {seats} seats")
            raise
        seen += table.seen + table.refusals
    return seen


class TestRounds:
    """Rounds and games by both boards at once, compared after every action."""

    @every_preset
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_short_hands(self, rules: oracle.Rules, seats: int) -> None:
        table = Table(oracle.Game(seats, replace(rules, hand_size=6)))
        play_on(table, random.Random(seats), rounds=6)

    @every_preset
    def test_a_whole_deal(self, rules: oracle.Rules) -> None:
        play_on(Table(oracle.Game(4, rules)), random.Random(4), rounds=1)

    @every_preset
    def test_seventeen_cards_for_three(self, rules: oracle.Rules) -> None:
        house = replace(rules, hand_size=17, seats=(2, 3))
        play_on(Table(oracle.Game(3, house)), random.Random(17), rounds=1)

    @every_preset
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_rich_positions(self, rules: oracle.Rules, seats: int) -> None:
        play_rich_positions(rules, seats, 9, range(5))

    def test_the_bar(self) -> None:
        seen = play_rich_positions(oracle.NORTHERN, 3, 4, range(40))
        assert set(seen) >= {"BARRED", "barred play that is allowed"}

    @pytest.mark.slow
    @every_rule_set
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_more_short_hands(self, rules: oracle.Rules, seats: int) -> None:
        for size in range(1, 9):
            table = Table(oracle.Game(seats, replace(rules, hand_size=size)))
            play_on(table, random.Random(size), rounds=4)

    @pytest.mark.slow
    @every_rule_set
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_more_whole_deals(self, rules: oracle.Rules, seats: int) -> None:
        play_on(Table(oracle.Game(seats, rules)), random.Random(seats), rounds=3)

    @pytest.mark.slow
    @every_rule_set
    @pytest.mark.parametrize("seats", [2, 3])
    def test_more_of_seventeen_cards(self, rules: oracle.Rules, seats: int) -> None:
        house = replace(rules, hand_size=17, seats=(2, 3))
        play_on(Table(oracle.Game(seats, house)), random.Random(seats), rounds=8)

    @pytest.mark.slow
    @every_rule_set
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_more_rich_positions(self, rules: oracle.Rules, seats: int) -> None:
        play_rich_positions(rules, seats, 13, range(15))


def pattern_hand(rng: random.Random, pattern: str, left: set[str]) -> list[str]:
    """Cards for a pattern, taken from those that are left; too few if there is no way."""
    by_rank = {rank: sorted(left & {rank + suit for suit in oracle.SUITS}) for rank in oracle.RANKS}
    pairs = [rank for rank in oracle.RANKS if len(by_rank[rank]) >= 2]
    scattered = rng.sample(pairs, min(6, len(pairs)))
    low = rng.randrange(8)
    ranks, width = {
        "dragon": (list(oracle.BELOW_TWO), 1),
        "five consecutive pairs": (list(oracle.BELOW_TWO[low : low + 5]), 2),
        "four 2s": (["2"], 4),
        # Six in a row are five in a row too.
        "six pairs": (rng.choice([scattered, list(oracle.BELOW_TWO[low : low + 6])]), 2),
    }[pattern]
    return [
        card for rank in ranks for card in rng.sample(by_rank[rank], min(width, len(by_rank[rank])))
    ]


def winning_deal(rng: random.Random, seats: int, patterns: tuple[str, ...]) -> list[list[str]]:
    """Hands of which one or two are made to win at once; some of the others do by chance."""
    left = set(oracle.DECK)
    hands: list[list[str]] = [[] for _ in range(seats)]
    pattern = rng.choice(patterns)
    wanted = [pattern, rng.choice([pattern, *patterns])][: rng.randint(1, 2)]
    for seat, its_pattern in zip(rng.sample(range(seats), 2), wanted, strict=False):
        hands[seat] = pattern_hand(rng, its_pattern, left)
        left -= set(hands[seat])
    rest = rng.sample(oracle.in_order(left), len(left))
    return [[*hand, *(rest.pop() for _ in range(13 - len(hand)))] for hand in hands]


class TestUnits:
    """Whatever rule 9.1 pays for comes up, and the boards agree."""

    PAID = frozenset({"CHOP", "CONG", "PLACE", "THOI"})
    OF_TWO = PAID | {"chain of 1", "chain of 2"}
    # When a seat of two goes out the round ends, and who does not own the table has the turn.
    OF_THREE = OF_TWO | {
        "void chain of 1",
        "free chop out of turn",
        "free chop after passing",
        "several cóng",
    }
    OF_FOUR = OF_THREE | {"chain of 3+"}

    @pytest.mark.parametrize(
        ("seats", "expected"), [(2, OF_TWO), (3, OF_THREE), (4, OF_FOUR)], ids=[2, 3, 4]
    )
    def test_southern(self, seats: int, expected: frozenset[str]) -> None:
        seen = play_rich_positions(oracle.SOUTHERN, seats, 9, range(80))
        assert set(seen) >= expected

    @pytest.mark.parametrize("going_out", [True, False])
    def test_a_chain_of_three(self, going_out: bool) -> None:
        """Three pairs on a 2, a quad on those, and four pairs of a seat that has passed on that."""
        three, quad, four = "3S 3C 4C 4D 5S 5C", "TS TC TD TH", "6S 6C 7S 7C 8S 8C 9S 9C"
        hands = ["2H 4S", three + " KS", quad + " QS" * (not going_out), four + " JS"]
        game = oracle.Game(
            4,
            oracle.SOUTHERN,
            phase="PLAYING",
            hands=[hand.split() for hand in hands],
            turn=0,
            played={0, 1, 2, 3},
        )
        table = Table(game)
        for seat, play in enumerate(["2H", three, quad]):
            table.do(("play", seat, oracle.in_order(play.split())))
        table.do(("pass", 3))
        table.do(("play", 3, oracle.in_order(four.split())))
        for seat in [0, 1, *([] if going_out else [2])]:
            table.do(("pass", seat))
        assert table.seen["free chop after passing"] == 1
        assert table.seen["void chain of 3+" if going_out else "chain of 3+"] == 1
        assert game.payments == ([] if going_out else [(2, 3, 2 + 3 + 4, "CHOP")])

    @pytest.mark.parametrize(
        "penalties",
        [
            penalties
            for number in range(4)
            for penalties in combinations(oracle.SOUTHERN.penalties, number)
        ],
        ids=lambda penalties: ", ".join(penalties) or "none",
    )
    def test_some_penalties_only(self, penalties: tuple[str, ...]) -> None:
        rules = replace(oracle.SOUTHERN, penalties=penalties)
        seen = play_rich_positions(rules, 3, 9, range(15))
        asked = {"chop chain": "CHOP", "cong": "CONG", "thoi": "THOI"}
        assert set(seen) & self.PAID == {"PLACE", *(asked[penalty] for penalty in penalties)}

    @given(counts=st.lists(st.sampled_from([0, 1, 2, 2, 3, 4]), min_size=12, max_size=12))
    def test_what_is_held_at_the_end(self, counts: list[int]) -> None:
        """A seat goes out on a 3 and leaves another with so many cards of every higher rank."""
        assume(any(counts))
        held = [
            rank + suit
            for rank, count in zip(oracle.RANKS[1:], counts, strict=True)
            for suit in "HSCD"[:count]
        ]
        game = oracle.Game(
            2, oracle.SOUTHERN, phase="PLAYING", hands=[["3S"], held], turn=0, played={1}
        )
        Table(game).do(("play", 0, ["3S"]))

    def test_every_bomb_chops_freely(self) -> None:
        free = ("quad", "double sequence of 3+")
        seen = play_rich_positions(replace(oracle.SOUTHERN, free_chops=free), 4, 9, range(15))
        assert set(seen) >= {"free chop out of turn", "free chop after passing"}

    @pytest.mark.parametrize(
        "rules",
        [
            pytest.param(oracle.SOUTHERN, id="SOUTHERN"),
            pytest.param(oracle.VIET_CONG, id="VIET_CONG"),
            pytest.param(replace(oracle.SOUTHERN, target=10), id="a game to 10 units"),
            pytest.param(
                replace(
                    oracle.PAGAT, instant_wins=("six pairs", "five consecutive pairs", "dragon")
                ),
                id="other patterns in another order, last loses",
            ),
        ],
    )
    def test_instant_wins(self, rules: oracle.Rules) -> None:
        """A round, a deal won at once after it, another, and the deal after that."""
        seen: Counter[str] = Counter()
        ties = 0
        for seed in range(40):
            rng = random.Random(seed)
            seats = rng.randint(2, 4)
            hands = [["3S"], ["4S"], ["5S"], ["6S"]][:seats]
            passed_on = oracle.Game(
                seats,
                rules,
                phase="PLAYING",
                hands=rng.sample(hands, seats),
                turn=rng.randrange(seats),
                played=set(range(seats)) if "cong" in rules.penalties else set(),
            )
            table = Table(passed_on, largest_hand=1)
            play_on(table, rng, rounds=1)
            for number in range(3):
                if table.game.phase != "DEALING":
                    break
                dealt = winning_deal(rng, seats, rules.instant_wins)
                table.do(("deal", table.shuffled(rng) if number == 2 else dealt))
                pattern = table.game.instant_win
                ties += pattern is not None and (
                    sum(oracle.has_pattern(hand, pattern) for hand in dealt) > 1
                )
            seen += table.seen
        assert set(seen) >= set(rules.instant_wins)
        assert ties or rules.instant_wins == ("four 2s",)
