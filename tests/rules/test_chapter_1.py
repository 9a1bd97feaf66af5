"""Rule book, chapter 1: cards."""

# ruff: noqa: N801 - the number of a rule has two parts

import itertools
import random

import pytest

from tienlen import DECK, Card, Deal, NotationError, Rank, Suit

RANKS = "3456789TJQKA2"
SUITS = "SCDH"


class TestRule1_1:
    """The game is played with one standard pack of 52 cards, without jokers."""

    def test_every_card_is_there_once(self) -> None:
        names = [str(card) for card in DECK]

        assert len(names) == 52
        assert sorted(names) == sorted(rank + suit for rank in RANKS for suit in SUITS)

    def test_four_seats_are_dealt_the_whole_pack(self) -> None:
        dealt = [card for hand in Deal.shuffled(random.Random(1)).hands for card in hand]

        assert len(dealt) == 52
        assert set(dealt) == set(DECK)

    @pytest.mark.parametrize("name", ["JOKER", "X", "XX", "*", "1S", "0S", "3X", "🃏"])
    def test_there_is_no_other_card(self, name: str) -> None:
        with pytest.raises(NotationError):
            Card.parse(name)


class TestRule1_2:
    """The ranks ascend 3 4 5 6 7 8 9 T J Q K A 2, where T is the ten."""

    def test_order(self) -> None:
        assert [str(rank) for rank in sorted(map(Rank, "A2TK3J4Q59768"))] == list(RANKS)

    def test_every_two_ranks_compare_by_their_place(self) -> None:
        for low, high in itertools.combinations(RANKS, 2):
            assert Rank(low) < Rank(high)
            assert not Rank(high) < Rank(low)

    def test_two_is_highest_and_three_lowest(self) -> None:
        assert max(Rank) is Rank.TWO
        assert min(Rank) is Rank.THREE

    def test_t_is_the_ten(self) -> None:
        assert Card.parse("TH") == Card.parse("10H") == Card.of(Rank.TEN, Suit.HEARTS)


class TestRule1_3:
    """The suits ascend spades, clubs, diamonds, hearts."""

    def test_order(self) -> None:
        assert sorted(map(Suit, "DHSC")) == [Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS]

    @pytest.mark.parametrize("rank", RANKS)
    def test_the_four_cards_of_a_rank_ascend_by_suit(self, rank: str) -> None:
        spade, club, diamond, heart = (Card.parse(rank + suit) for suit in SUITS)

        assert spade < club < diamond < heart


class TestRule1_4:
    """Of two cards the one of higher rank is higher; the suit decides only between cards of
    equal rank.
    """

    @pytest.mark.parametrize(
        ("low", "high"),
        [("4H", "5S"), ("5S", "5H"), ("AH", "2S"), ("TH", "JS"), ("9H", "TS"), ("2D", "2H")],
    )
    def test_by_rank_and_then_by_suit(self, low: str, high: str) -> None:
        assert Card.parse(low) < Card.parse(high)
        assert not Card.parse(high) < Card.parse(low)

    def test_lowest_and_highest_card(self) -> None:
        assert str(min(DECK)) == "3S"
        assert str(max(DECK)) == "2H"

    def test_the_whole_pack_in_order(self) -> None:
        cards = list(DECK)
        random.Random(1).shuffle(cards)

        assert [str(card) for card in sorted(cards)] == [
            rank + suit for rank in RANKS for suit in SUITS
        ]
