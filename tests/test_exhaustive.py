"""What can be checked without drawing samples: every case, or one of every class of equal cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, cycle, product
from math import comb

import pytest

from tests import bridge, oracle, strategies
from tienlen import DECK, Card, CardSet, Combo, Kind, beats, classify, legal_moves

CARDS = list(DECK)
BELOW_TWO = oracle.RANKS[:-1]


def ways(width: int, ranks: str) -> Iterator[tuple[str, ...]]:
    """Every choice of `width` suits in each of the ranks."""
    suits = list(combinations(oracle.SUITS, width))
    for chosen in product(suits, repeat=len(ranks)):
        yield tuple(
            rank + suit for rank, its_suits in zip(ranks, chosen, strict=True) for suit in its_suits
        )


def runs(width: int, length: int, ranks: str = BELOW_TWO) -> Iterator[tuple[str, ...]]:
    """Every set of `width` cards of each of `length` neighbouring ranks."""
    for start in range(len(ranks) - length + 1):
        yield from ways(width, ranks[start : start + length])


def sets(width: int) -> list[Combo]:
    return [bridge.combo(cards) for cards in runs(width, 1, oracle.RANKS)]


TWOS = [bridge.combo(cards) for width in range(1, 5) for cards in ways(width, "2")]
"""The 4 single 2s, 6 pairs, 4 triples and the quad of 2s."""


class TestCards:
    def test_all_pairs(self) -> None:
        """Rank decides, then suit; any two different cards are ordered one way (rule 1.4)."""
        for (i, a), (j, b) in product(enumerate(CARDS), repeat=2):
            higher = (oracle.RANKS.index(str(a)[0]), oracle.SUITS.index(str(a)[1])) > (
                oracle.RANKS.index(str(b)[0]),
                oracle.SUITS.index(str(b)[1]),
            )
            assert (a > b) is (b < a) is higher is (i > j)
            assert (a >= b) is (b <= a) is (i >= j)
            assert (a == b) is (i == j)

    def test_transitive(self) -> None:
        above = {card: {other for other in CARDS if other > card} for card in CARDS}
        for card in CARDS:
            for other in above[card]:
                assert above[other] < above[card]

    def test_names(self) -> None:
        assert [str(card) for card in CARDS] == oracle.DECK
        assert [Card.parse(text) for text in oracle.DECK] == CARDS


def is_strict_order(combos: list[Combo]) -> bool:
    """Whether `beats` is irreflexive, asymmetric and transitive on these combos."""
    beaten = [{j for j, other in enumerate(combos) if beats(combo, other)} for combo in combos]
    return all(
        i not in losers and all(i not in beaten[j] and beaten[j] <= losers for j in losers)
        for i, losers in enumerate(beaten)
    )


def twins(name: str) -> list[Combo]:
    """Combos of one shape, two for each top card: the other suits as low and as high as can be."""
    width, length = strategies.parts(name)
    ranks = oracle.RANKS if length == 1 else BELOW_TWO
    combos: dict[Combo, None] = {}
    for start in range(len(ranks) - length + 1):
        *lower, last = list(ranks[start : start + length])
        for tops in combinations(oracle.SUITS, width):
            for suits in (oracle.SUITS[:width], oracle.SUITS[-width:]):
                below = [rank + suit for rank in lower for suit in suits]
                combos[bridge.combo([*below, *(last + suit for suit in tops)])] = None
    return list(combos)


class TestOrderWithinAShape:
    """Rule 3.1: within a shape, `beats` is a strict order."""

    @pytest.mark.parametrize("width", [1, 2, 3, 4])
    def test_all_sets(self, width: int) -> None:
        combos = sets(width)
        assert len(combos) == 13 * comb(4, width)
        assert is_strict_order(combos)

    @pytest.mark.slow
    def test_all_sequences_of_three(self) -> None:
        combos = [bridge.combo(cards) for cards in runs(1, 3)]
        assert len(combos) == 640
        assert is_strict_order(combos)

    @pytest.mark.parametrize("name", strategies.NAMES)
    def test_each_shape(self, name: str) -> None:
        """Two combos for each top card, for the shapes that have too many to take them all."""
        combos = twins(name)
        assert is_strict_order(combos)
        for combo, other in product(combos, repeat=2):
            assert beats(combo, other) is (combo.top > other.top)


SMALL_COUNTS = [
    # Singles: 52. Pairs: 13 ranks of 6 each. Triples: 13 of 4. Quads: 13. Sequences of n: (13 - n)
    # runs of ranks, 4 suits for each card. The shortest double sequence has six cards.
    {Kind.SINGLE: 52},
    {Kind.PAIR: 78},
    {Kind.TRIPLE: 52, Kind.SEQUENCE: 640},
    {Kind.QUAD: 13, Kind.SEQUENCE: 2_304},
    {Kind.SEQUENCE: 8_192},
]


@pytest.mark.parametrize("size", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_all_small_subsets(size: int) -> None:
    """All subsets of the deck: as many combos of each kind as there must be, with the same name."""
    found: Counter[Kind] = Counter()
    for cards in combinations(CARDS, size):
        combo = classify(cards)
        assert bridge.name(combo) == oracle.name(map(str, cards))
        if combo is not None:
            found[combo.kind] += 1
    assert found == SMALL_COUNTS[size - 1]


@pytest.mark.slow
def test_all_subsets_of_five() -> None:
    found: Counter[Kind] = Counter()
    subsets = 0
    for cards in combinations(CARDS, 5):
        subsets += 1
        combo = classify(cards)
        if combo is not None:
            found[combo.kind] += 1
            assert bridge.name(combo) == oracle.name(map(str, cards))
    assert subsets == 2_598_960
    assert found == SMALL_COUNTS[4]


def stretches_with_a_two(length: int) -> set[str]:
    """Neighbouring ranks that hold the 2, in a circle where the 3 follows it."""
    circle = oracle.RANKS * 2
    return {
        circle[start : start + length]
        for start in range(13 if length < 13 else 1)
        if "2" in circle[start : start + length]
    }


class TestNoTwos:
    """Rules 2.5 and 2.6: a 2 is in no sequence and in no double sequence, of any length."""

    @pytest.mark.parametrize("width", [1, 2])
    @pytest.mark.parametrize("length", range(3, 14))
    def test_refused(self, width: int, length: int) -> None:
        """Every stretch of ranks; every choice of suits while these are few, then one, then two.

        Suits in a combo are free: none but the top card's matters, and that only to `beats`. So
        beyond a thousand choices, it is enough that all ranks but one have the same suits.
        """
        suits = list(combinations(oracle.SUITS, width))
        for ranks in stretches_with_a_two(length):
            if len(suits) ** length <= 4**5:
                choices: Iterable[tuple[str, ...]] = ways(width, ranks)
            else:
                choices = (
                    tuple(rank + suit for rank in ranks for suit in (odd if rank == one else same))
                    for same, odd, one in product(suits, suits, ranks)
                )
            for cards in choices:
                assert classify(map(Card.parse, cards)) is None

    @pytest.mark.parametrize("two", ["2S", "2C", "2D", "2H"])
    def test_what_a_two_is_in(self, two: str) -> None:
        """Of all combos in the deck, those that hold a given 2 are its 1 + 3 + 3 + 1 sets."""
        moves = legal_moves(DECK, including=Card.parse(two))
        assert Counter(move.kind for move in moves) == {
            Kind.SINGLE: 1,
            Kind.PAIR: 3,
            Kind.TRIPLE: 3,
            Kind.QUAD: 1,
        }


LEAST_PAIRS = {1: 3, 2: 4, 3: 5}
"""Rule 3.2: how many pairs chop one, two and three 2s; nothing chops four."""


def chops_twos(name: str, twos: int) -> bool:
    """Rule 3.2, whether a combo of this shape may be laid on so many 2s."""
    if name.startswith("double sequence"):
        _, pairs = strategies.parts(name)
        return twos in LEAST_PAIRS and pairs >= LEAST_PAIRS[twos]
    return name == "quad" and twos == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", strategies.BOMBS)
def test_every_bomb(name: str) -> None:
    """Each bomb there is on every set of 2s, and on a combo of every other shape.

    Nothing but the two shapes, the top cards and the 2s can matter by rules 3.1 to 3.4, and
    `test_shapes_against_shapes` goes through all of these. Here all bombs show that their suits do
    not matter; the tables take turns, so that each of them meets thousands of bombs.
    """
    tables = [
        cycle(combo for combo in twins(other) if combo not in TWOS)
        for other in strategies.NAMES
        if other != name
    ]
    width, length = strategies.parts(name)
    count = 0
    for cards in runs(width, length):
        bomb = bridge.combo(cards)
        count += 1
        for twos in TWOS:
            # The quad of 2s is the highest quad.
            assert beats(bomb, twos) is chops_twos(name, len(twos))
            assert beats(twos, bomb) is (name == "quad" and len(twos) == 4)
        for table in map(next, tables):
            assert not beats(bomb, table)
            assert not beats(table, bomb)
    assert count == (12 if name == "quad" else (13 - length) * 6**length)


@pytest.mark.slow
def test_shapes_against_shapes() -> None:
    """Every pair of shapes, with every top card of each and 2s among them: rules 3.1 to 3.4."""
    named = [(name, combo) for name in strategies.NAMES for combo in twins(name)]
    for (name, combo), (other, table) in product(named, repeat=2):
        if name == other:
            expected = combo.top > table.top
        else:
            expected = table in TWOS and chops_twos(name, len(table))
        assert beats(combo, table) is expected, (combo, table)


class TestTotals:
    def test_the_hand_with_most_moves(self) -> None:
        """3SCD 4SCD 5SCDH 6SCD: 7 + 7 + 15 + 7 sets; runs of three ranks twice, of four once.

        3 * 3 * 4 ways to a sequence of three, three times that of four; 3 * 3 * 6 to three pairs,
        three times that to four.
        """
        hand = CardSet.parse("3S3C3D 4S4C4D 5S5C5D5H 6S6C6D")
        moves = legal_moves(hand)
        assert Counter(move.run_length for move in moves) == {
            1: 36,
            3: 36 + 36 + 54 + 54,
            4: 108 + 162,
        }
        assert len(list(moves)) == len(moves) == 486

    def test_the_whole_deck(self) -> None:
        """For n neighbouring ranks below the 2 there are 13 - n places."""
        sets = 13 * sum(comb(4, width) for width in range(1, 5))
        sequences = sum((13 - n) * comb(4, 1) ** n for n in range(3, 13))
        double_sequences = sum((13 - n) * comb(4, 2) ** n for n in range(3, 13))
        assert sets + sequences + double_sequences == 3_164_392_195
        assert legal_moves(DECK).total == 3_164_392_195

    @pytest.mark.parametrize("name", [*strategies.SEQUENCES, *strategies.DOUBLE_SEQUENCES])
    def test_answers_from_the_whole_deck(self, name: str) -> None:
        """On the lowest combo lies all of its shape from the next rank up and, of its own ranks,
        whatever has a higher suit on top: 3 suits of 4 on S, 5 pairs of 6 on the pair of S and C.
        """
        width, n = strategies.parts(name)
        ways, higher_tops = comb(4, width), {1: 3, 2: 5}[width]
        moves = legal_moves(DECK, twins(name)[0])
        assert moves.total == higher_tops * ways ** (n - 1) + (12 - n) * ways**n
        assert all(beats(move, twins(name)[0]) for move in (moves[0], moves[-1]))

    def test_answers_to_twos_from_the_whole_deck(self) -> None:
        """Higher 2s; on a single 2 the 13 quads; on one, two and three 2s what rule 3.2 says."""

        def double_sequences(least: int) -> int:
            return sum((13 - n) * 6**n for n in range(least, 13))

        expected = {
            "2S": 3 + 13 + double_sequences(3),
            "2H": 0 + 13 + double_sequences(3),
            "2S 2C": 5 + double_sequences(4),
            "2D 2H": 0 + double_sequences(4),
            "2S 2C 2D": 3 + double_sequences(5),
            "2C 2D 2H": 0 + double_sequences(5),
            "2S 2C 2D 2H": 0,
        }
        for table, total in expected.items():
            assert legal_moves(DECK, Combo.parse(table)).total == total, table
