"""Rule book, chapter 2: combos."""

# ruff: noqa: N801 - the number of a rule has two parts

import itertools

import pytest

from tienlen import (
    Card,
    CardSet,
    Combo,
    DuplicateCardError,
    InvalidComboError,
    Kind,
    classify,
    legal_moves,
)

RANKS = "3456789TJQKA2"
RUNS = "3456789TJQKA"
SUITS = "SCDH"


def kind_of(text: str) -> Kind | None:
    combo = classify(CardSet.parse(text))
    return None if combo is None else combo.kind


def of_one_rank(rank: str, count: int) -> list[str]:
    return [
        " ".join(rank + suit for suit in suits) for suits in itertools.combinations(SUITS, count)
    ]


class TestRule2_1:
    """A single is one card of any rank."""

    def test_every_card_is_a_single(self) -> None:
        for rank, suit in itertools.product(RANKS, SUITS):
            assert kind_of(rank + suit) is Kind.SINGLE

    def test_no_card_is_no_combo(self) -> None:
        assert classify([]) is None

    def test_top_is_the_card(self) -> None:
        assert Combo.parse("9D").top == Card.parse("9D")


class TestRule2_2:
    """A pair is two cards of one rank, whichever rank it is."""

    @pytest.mark.parametrize("rank", RANKS)
    def test_any_two_cards_of_a_rank(self, rank: str) -> None:
        assert [kind_of(text) for text in of_one_rank(rank, 2)] == [Kind.PAIR] * 6

    @pytest.mark.parametrize("text", ["3S 4S", "3S 4H", "AH 2H", "2S 3S", "TS 2S"])
    def test_two_ranks_are_no_pair(self, text: str) -> None:
        assert kind_of(text) is None

    def test_top_is_the_higher_card(self) -> None:
        assert Combo.parse("5H 5C").top == Card.parse("5H")


class TestRule2_3:
    """A triple is three cards of one rank, whichever rank it is."""

    @pytest.mark.parametrize("rank", RANKS)
    def test_any_three_cards_of_a_rank(self, rank: str) -> None:
        assert [kind_of(text) for text in of_one_rank(rank, 3)] == [Kind.TRIPLE] * 4

    @pytest.mark.parametrize("text", ["3S 3C 4D", "KH 2S 2C", "2S 2C 3S"])
    def test_two_ranks_are_no_triple(self, text: str) -> None:
        assert kind_of(text) is None


class TestRule2_4:
    """A quad is all four cards of one rank, whichever rank it is."""

    @pytest.mark.parametrize("rank", RANKS)
    def test_all_four_cards_of_a_rank(self, rank: str) -> None:
        assert [kind_of(text) for text in of_one_rank(rank, 4)] == [Kind.QUAD]

    @pytest.mark.parametrize(
        "text", ["3S 3C 3D 4H", "3S 3C 4D 4H", "2S 2C 2D AH", "3S 3C 3D 3H 4S"]
    )
    def test_nothing_less_and_nothing_more(self, text: str) -> None:
        assert kind_of(text) is None


class TestRule2_5:
    """A sequence is one card of each of three or more consecutive ranks, in any mixture of
    suits; it never holds a 2 and never wraps round.
    """

    @pytest.mark.parametrize("length", range(3, 13))
    def test_every_window_of_ranks_up_to_the_ace(self, length: int) -> None:
        for first in range(12 - length + 1):
            ranks = RUNS[first : first + length]
            combo = Combo.parse(
                " ".join(rank + suit for rank, suit in zip(ranks, "SCDH" * 3, strict=False))
            )
            assert combo.kind is Kind.SEQUENCE
            assert combo.run_length == len(combo) == length
            assert str(combo.top.rank) == ranks[-1]

    @pytest.mark.parametrize("text", ["4S 5S 6S", "4S 5C 6D", "4H 5S 6H"])
    def test_suits_are_free(self, text: str) -> None:
        assert kind_of(text) is Kind.SEQUENCE

    @pytest.mark.parametrize("text", ["3S 4S", "KS AH", "3S 4S 6S", "3S 5S 7S", "3S 4S 5S 7S"])
    def test_too_short_or_with_a_gap(self, text: str) -> None:
        assert kind_of(text) is None

    @pytest.mark.parametrize("length", range(3, 14))
    def test_no_2_at_the_top_at_any_length(self, length: int) -> None:
        assert kind_of(" ".join(rank + "S" for rank in RANKS[-length:])) is None

    @pytest.mark.parametrize(
        "text", ["AS 2S 3S", "2S 3S 4S", "2S 3S 4S 5S", "QS KS AS 3S", "KS AS 3S", "KS AS 2S 3S"]
    )
    def test_never_wraps_round(self, text: str) -> None:
        assert kind_of(text) is None

    def test_a_hand_with_a_2_offers_no_sequence_that_holds_it(self) -> None:
        hand = CardSet.parse("QS KS AS 2S 3S 4S")

        sequences = [move for move in legal_moves(hand) if move.kind is Kind.SEQUENCE]

        assert [str(move.cards) for move in sequences] == ["QS KS AS"]


class TestRule2_6:
    """A double sequence is exactly two cards of each of three or more consecutive ranks; it
    never holds a 2.
    """

    @pytest.mark.parametrize("pairs", range(3, 13))
    def test_every_window_of_ranks_up_to_the_ace(self, pairs: int) -> None:
        for first in range(12 - pairs + 1):
            ranks = RUNS[first : first + pairs]
            combo = Combo.parse(" ".join(f"{rank}C {rank}D" for rank in ranks))
            assert combo.kind is Kind.DOUBLE_SEQUENCE
            assert combo.run_length == pairs
            assert len(combo) == 2 * pairs
            assert str(combo.top) == ranks[-1] + "D"

    def test_suits_are_free(self) -> None:
        assert kind_of("3S 3C 4D 4H 5S 5H") is Kind.DOUBLE_SEQUENCE

    @pytest.mark.parametrize(
        "text",
        [
            "3S 3C 4S 4C",
            "3S 3C 4S 4C 6S 6C",
            "3S 3C 4S 4C 5S",
            "3S 3C 4S 4C 5S 5C 5D",
            "3S 3C 4S 4C 5S 5C 6S",
            "3S 3C 3D 4S 4C 4D",
            "3S 3C 3D 4S 4C 4D 5S 5C 5D",
            "3S 3C 3D 3H 4S 4C 5S 5C",
        ],
    )
    def test_exactly_two_of_three_or_more_neighbours(self, text: str) -> None:
        assert kind_of(text) is None

    @pytest.mark.parametrize("pairs", range(3, 14))
    def test_no_2_at_any_length(self, pairs: int) -> None:
        assert kind_of(" ".join(f"{rank}S {rank}C" for rank in RANKS[-pairs:])) is None

    @pytest.mark.parametrize(
        "text", ["AS AC 2S 2C 3S 3C", "KS KC AS AC 3S 3C", "2S 2C 3S 3C 4S 4C"]
    )
    def test_never_wraps_round(self, text: str) -> None:
        assert kind_of(text) is None

    def test_six_pairs_fit_in_a_hand(self) -> None:
        hand = CardSet.parse("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C 9S")

        longest = max(
            move.run_length for move in legal_moves(hand) if move.kind is Kind.DOUBLE_SEQUENCE
        )

        assert longest == 6


class TestRule2_7:
    """No other set of cards is a combo; the order in which cards are named never matters, and
    cards among which one is named twice are malformed.
    """

    @pytest.mark.parametrize(
        "text",
        [
            "3S 3C 3D 4S",
            "3S 3C 3D 4S 4C",
            "3S 4S 5S 5C",
            "3S 7S 9S JS KS",
            "3S 3C 3D 3H 4S 4C 4D 4H",
            "3S 3C 3D 4S 4C 4D",
            "2S 2C AS AC",
        ],
    )
    def test_no_combo(self, text: str) -> None:
        assert classify(CardSet.parse(text)) is None
        with pytest.raises(InvalidComboError):
            Combo.parse(text)

    def test_quads_of_neighbouring_ranks_are_not_admitted(self) -> None:
        hand = CardSet.parse("3S 3C 3D 3H 4S 4C 4D 4H")

        assert classify(hand) is None
        assert hand not in [move.cards for move in legal_moves(hand)]

    @pytest.mark.parametrize("text", ["3H 3S", "9S 9H 9C", "6S 4H 5D", "5C 3S 4D 3C 4S 5S"])
    def test_order_is_free(self, text: str) -> None:
        cards = [Card.parse(name) for name in text.split()]
        combo = classify(cards)

        assert combo is not None
        assert all(classify(order) == combo for order in itertools.permutations(cards))

    @pytest.mark.parametrize("text", ["5S 5S", "3S 4S 5S 3S", "KS KC KC"])
    def test_a_card_named_twice_is_malformed(self, text: str) -> None:
        cards = [Card.parse(name) for name in text.split()]

        with pytest.raises(DuplicateCardError):
            classify(cards)
        with pytest.raises(DuplicateCardError):
            Combo.parse(text)
