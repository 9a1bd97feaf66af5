"""Rank, Suit, Card, CardSet, DECK and DuplicateCardError."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.checklist import (
    COMPARISONS,
    ConstructedChecklist,
    EnumChecklist,
    ErrorChecklist,
    Refused,
    Sample,
    told,
)
from tienlen import DECK, Card, CardSet, DuplicateCardError, NotationError, Rank, Suit

RANKS = "3456789TJQKA2"
SUITS = "SCDH"
SIGNS = "♠♣♦♥"
TEXTS = [rank + suit for rank in RANKS for suit in SUITS]
"""Every card as text, lowest first."""

cards = st.sampled_from([Card.parse(text) for text in TEXTS])
sets_of_cards = st.frozensets(cards)


class TestRank(EnumChecklist):
    samples = tuple(
        Sample(f"Rank.{name}", {"name": name, "value": letter, "index": index}, text=letter)
        for index, (name, letter) in enumerate(
            [
                ("THREE", "3"),
                ("FOUR", "4"),
                ("FIVE", "5"),
                ("SIX", "6"),
                ("SEVEN", "7"),
                ("EIGHT", "8"),
                ("NINE", "9"),
                ("TEN", "T"),
                ("JACK", "J"),
                ("QUEEN", "Q"),
                ("KING", "K"),
                ("ACE", "A"),
                ("TWO", "2"),
            ]
        )
    )
    comparisons = COMPARISONS


class TestSuit(EnumChecklist):
    samples = (
        Sample("Suit.SPADES", {"name": "SPADES", "value": "S", "index": 0}, text="S"),
        Sample("Suit.CLUBS", {"name": "CLUBS", "value": "C", "index": 1}, text="C"),
        Sample("Suit.DIAMONDS", {"name": "DIAMONDS", "value": "D", "index": 2}, text="D"),
        Sample("Suit.HEARTS", {"name": "HEARTS", "value": "H", "index": 3}, text="H"),
    )
    comparisons = COMPARISONS

    def test_pretty(self) -> None:
        assert [suit.pretty() for suit in Suit] == ["♠", "♣", "♦", "♥"]

    @pytest.mark.parametrize("compare", COMPARISONS)
    def test_no_order_with_ranks(self, compare: Callable[[Any, Any], bool]) -> None:
        with pytest.raises(TypeError, match="not supported between"):
            compare(Suit.SPADES, Rank.THREE)


class TestCard(ConstructedChecklist):
    samples = (
        Sample(
            "Card.parse('3S')",
            {"rank": Rank.THREE, "suit": Suit.SPADES, "index": 0},
            text="3S",
        ),
        Sample(
            "Card.parse('3C')",
            {"rank": Rank.THREE, "suit": Suit.CLUBS, "index": 1},
            text="3C",
        ),
        Sample("Card.parse('9D')", {"rank": Rank.NINE, "suit": Suit.DIAMONDS, "index": 26}, "9D"),
        Sample("Card.parse('TH')", {"rank": Rank.TEN, "suit": Suit.HEARTS, "index": 31}, "TH"),
        Sample("Card.parse('2H')", {"rank": Rank.TWO, "suit": Suit.HEARTS, "index": 51}, "2H"),
    )
    comparisons = COMPARISONS
    is_unique = True
    parts = ("rank", "suit")
    refused = (
        Refused("rank", "3", TypeError, "'3'"),
        Refused("rank", None, TypeError, "None"),
        Refused("rank", 0, TypeError, "0"),
        Refused("rank", Suit.SPADES, TypeError, "Suit.SPADES"),
        Refused("suit", "S", TypeError, "'S'"),
        Refused("suit", None, TypeError, "None"),
        Refused("suit", Rank.THREE, TypeError, "Rank.THREE"),
    )

    def test_each_exists_once(self) -> None:
        made = [Card(rank, suit) for rank in Rank for suit in Suit]
        assert [str(card) for card in made] == TEXTS
        assert [card.index for card in made] == list(range(52))
        for card in made:
            assert Card.of(card.rank, card.suit) is card
            assert Card.of(suit=card.suit, rank=card.rank) is card
            assert Card.parse(str(card)) is card
            assert Card.parse(card.pretty()) is card

    @pytest.mark.parametrize("parts", [("3", "S"), (None, None), (Suit.SPADES, Rank.THREE), (0, 0)])
    def test_of_wants_a_rank_and_a_suit(self, parts: tuple[Any, Any]) -> None:
        with pytest.raises(TypeError, match="a card has a Rank and a Suit"):
            Card.of(*parts)

    def test_pretty(self) -> None:
        assert [Card.parse(text).pretty() for text in ("3S", "9C", "TD", "TH", "AH")] == [
            "3♠",
            "9♣",
            "10♦",
            "10♥",
            "A♥",
        ]

    def test_every_notation(self) -> None:
        for text in TEXTS:
            card, rank, suit = Card.parse(text), text[0], text[1]
            for its_rank in {rank, rank.lower(), "10" if rank == "T" else rank}:
                sign = SIGNS[SUITS.index(suit)]
                for its_suit in (suit, suit.lower(), sign, sign + "\ufe0f"):
                    assert Card.parse(its_rank + its_suit) is card
                    assert Card.parse(its_suit + its_rank) is card

    @pytest.mark.parametrize(
        "text",
        [
            "",
            " ",
            "3",
            "S",
            "♠",
            "SS",
            "33",
            "3SS",
            "33S",
            "3S4S",
            "1S",
            "0S",
            "11S",
            "100S",
            "1OS",
            "BS",
            "3X",
            " 3S",
            "3S ",
            "3S\n",
            "3 S",
            "3-S",
            "3\ufe0fS",
            "3S\ufe0f",
            "\N{WHITE SPADE SUIT}3",
            "3\N{WHITE HEART SUIT}",
            "3\N{ZERO WIDTH SPACE}S",
            "None",
        ],
    )
    def test_what_is_no_card(self, text: str) -> None:
        with pytest.raises(NotationError) as caught:
            Card.parse(text)
        assert caught.value.text == text
        assert str(caught.value).startswith(f"{text!r} is not a card")

    @pytest.mark.parametrize(
        "text",
        [
            "\N{KELVIN SIGN}S",
            "S\N{KELVIN SIGN}",
            "3\N{LATIN SMALL LETTER LONG S}",
            "\N{LATIN SMALL LETTER LONG S}3",
            "\N{FULLWIDTH DIGIT THREE}S",
            "\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH DIGIT ZERO}S",
            "3\N{FULLWIDTH LATIN CAPITAL LETTER S}",
            "\N{ARABIC-INDIC DIGIT THREE}S",
            "\N{SUPERSCRIPT THREE}S",
            "\N{CYRILLIC CAPITAL LETTER KA}S",
            "\N{CYRILLIC CAPITAL LETTER A}H",
            "3\N{CYRILLIC CAPITAL LETTER ES}",
            "3\N{GREEK CAPITAL LETTER ETA}",
            "\N{MATHEMATICAL BOLD CAPITAL K}S",
        ],
        ids=ascii,
    )
    def test_letters_that_look_alike(self, text: str) -> None:
        with pytest.raises(NotationError) as caught:
            Card.parse(text)
        assert caught.value.text == text

    @pytest.mark.parametrize("wrong", [None, 3, b"3S", ["3S"], Rank.THREE], ids=repr)
    def test_parse_wants_text(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="text is wanted, not") as caught:
            Card.parse(wrong)
        assert told(wrong) in str(caught.value)

    @given(text=st.text(alphabet="310TKS♠Hh \ufe0f\u212a\u017f", max_size=4))
    def test_parse_takes_a_rank_and_a_suit_and_nothing_else(self, text: str) -> None:
        try:
            card = Card.parse(text)
        except NotationError:
            return
        assert str(card) == _normal(text)

    def test_order_is_by_rank_then_suit(self) -> None:
        in_order = [Card.parse(text) for text in TEXTS]
        assert sorted(set(in_order)) == in_order
        assert (min(in_order), max(in_order)) == (Card.parse("3S"), Card.parse("2H"))

    def test_the_hash_is_the_same_in_every_process(self) -> None:
        assert [hash(card) for card in DECK] == list(range(52))


def _normal(text: str) -> str:
    """The one ASCII way to write a card, from any of those that `Card.parse` promises to read."""
    for sign, suit in zip(SIGNS, SUITS, strict=True):
        text = text.replace(sign + "\ufe0f", suit).replace(sign, suit)
    text = text.upper().replace("10", "T")
    return text if text[0] in RANKS else text[::-1]


class TestCardSet(ConstructedChecklist):
    samples = (
        Sample("CardSet()", {"mask": 0}, text=""),
        Sample("CardSet.parse('3S')", {"mask": 1}, text="3S"),
        Sample("CardSet.parse('3S 3C TH 2H')", {"mask": 3 + 2**31 + 2**51}, text="3S 3C TH 2H"),
        Sample(
            "CardSet.parse('" + " ".join(TEXTS) + "')", {"mask": 2**52 - 1}, text=" ".join(TEXTS)
        ),
    )
    parts = ("mask",)
    refused = (
        Refused("mask", -1, ValueError, "-1"),
        Refused("mask", 2**52, ValueError, str(2**52)),
        Refused("mask", True, TypeError, "True"),
        Refused("mask", None, TypeError, "None"),
        Refused("mask", 1.0, TypeError, "1.0"),
        Refused("mask", "3S", TypeError, "CardSet.parse"),
        Refused("mask", [Card.parse("3S")], TypeError, "CardSet.of"),
    )

    def test_order(self) -> None:
        """There is only the order of subset and superset, see `TestCardSetAsASet`."""
        for compare in (operator.lt, operator.gt):
            with pytest.raises(TypeError, match="not supported between"):
                compare(CardSet.parse("3S"), DECK)

    def test_no_part_is_needed(self) -> None:
        assert CardSet() == CardSet(0)
        assert not CardSet()

    @pytest.mark.parametrize("wrong", [None, 5, Card.parse("3S"), Card], ids=repr)
    def test_of_wants_cards(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="cards are wanted, not") as caught:
            CardSet.of(wrong)
        assert str(caught.value).startswith("cards are wanted, not ")
        assert str(caught.value).endswith(told(wrong))

    @pytest.mark.parametrize("text", ["3S 4S", "3S", "", " "], ids=repr)
    def test_of_wants_no_text(self, text: Any) -> None:
        with pytest.raises(TypeError, match=r"CardSet\.parse reads text") as caught:
            CardSet.of(text)
        assert repr(text) in str(caught.value)

    @pytest.mark.parametrize("wrong", [None, "3S", 0, CardSet.parse("3S")], ids=repr)
    def test_of_wants_nothing_but_cards(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="cards are wanted, not") as caught:
            CardSet.of([Card.parse("3S"), wrong])
        assert told(wrong) in str(caught.value)

    @pytest.mark.parametrize("again", ["3S", "9D", "2H"])
    def test_of_takes_a_card_once(self, again: str) -> None:
        given = [Card.parse(text) for text in ("3S", "9D", "2H", again)]
        with pytest.raises(DuplicateCardError) as caught:
            CardSet.of(given)
        assert caught.value.card is Card.parse(again)

    @given(st.lists(cards, unique=True))
    def test_of_takes_any_iterable_in_any_order(self, some: list[Card]) -> None:
        expected = CardSet.parse(" ".join(map(str, some)))
        for given_as in (some, tuple(some), set(some), dict.fromkeys(some), iter(some)):
            assert CardSet.of(given_as) == expected
        assert CardSet.of(expected) is expected

    @given(sets_of_cards)
    def test_parse_reads_what_str_writes(self, some: frozenset[Card]) -> None:
        card_set = CardSet.of(some)
        assert CardSet.parse(str(card_set)) == card_set
        assert CardSet.parse(card_set.pretty()) == card_set
        assert eval(repr(card_set)) == card_set

    @pytest.mark.parametrize(
        "text",
        [
            "3S 4C TH",
            "TH 4C 3S",
            "3S,4C,TH",
            "3S, 4C, TH",
            " 3S  4C\tTH\n",
            "3S4CTH",
            "3s4c10h",
            "3♠4♣\ufe0f10♥",
            "S3 C4 HT",
            "3S4C,♥10",
            ",3S,,4C,TH,",
        ],
    )
    def test_every_notation(self, text: str) -> None:
        assert [str(card) for card in CardSet.parse(text)] == ["3S", "4C", "TH"]

    @pytest.mark.parametrize("text", ["", " ", ",", " , "], ids=repr)
    def test_empty_text_is_the_empty_set(self, text: str) -> None:
        assert CardSet.parse(text) == CardSet()

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            ("3S 4X", "4X"),
            ("1S", "1S"),
            ("3S;4S", "3S;4S"),
            ("3S 4", "4"),
            ("3S4", "3S4"),
            ("S3S4", "S3S4"),
            ("3S 4S 5", "5"),
            ("[3S]", "[3S]"),
            ("3S \N{KELVIN SIGN}S", "\N{KELVIN SIGN}S"),
            ("3S4\N{LATIN SMALL LETTER LONG S}", "3S4\N{LATIN SMALL LETTER LONG S}"),
            ("3S \N{FULLWIDTH DIGIT FOUR}S", "\N{FULLWIDTH DIGIT FOUR}S"),
        ],
        ids=ascii,
    )
    def test_what_is_no_card_is_named(self, text: str, part: str) -> None:
        with pytest.raises(NotationError) as caught:
            CardSet.parse(text)
        assert caught.value.text == part

    @pytest.mark.parametrize("text", ["TS TS", "TSTS", "TS 4C ♠10", "4C 10S TS"])
    def test_parse_takes_a_card_once(self, text: str) -> None:
        with pytest.raises(DuplicateCardError) as caught:
            CardSet.parse(text)
        assert caught.value.card is Card.parse("TS")

    @pytest.mark.parametrize("wrong", [None, 3, b"3S", ["3S"], Card.parse("3S")], ids=repr)
    def test_parse_wants_text(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="text is wanted, not") as caught:
            CardSet.parse(wrong)
        assert told(wrong) in str(caught.value)

    def test_pretty(self) -> None:
        assert CardSet.parse("3S 9C TD 2H").pretty() == "3♠ 9♣ 10♦ 2♥"
        assert CardSet().pretty() == ""

    def test_no_indexing(self) -> None:
        with pytest.raises(TypeError, match="not subscriptable"):
            DECK[0]  # type: ignore[index]


class TestCardSetAsASet:
    """Every operation gives what Python's own sets give."""

    @given(sets_of_cards, sets_of_cards)
    def test_algebra(self, one: frozenset[Card], other: frozenset[Card]) -> None:
        left, right = CardSet.of(one), CardSet.of(other)
        assert frozenset(left | right) == one | other
        assert frozenset(left & right) == one & other
        assert frozenset(left - right) == one - other
        assert (left <= right) is (one <= other)
        assert (left >= right) is (one >= other)
        assert (left == right) is (one == other)
        assert (left != right) is (one != other)

    @given(sets_of_cards)
    def test_subsets(self, some: frozenset[Card]) -> None:
        """Of two sets drawn at random, one is seldom a subset of the other."""
        whole = CardSet.of(some)
        for card in some:
            part = CardSet.of(some - {card})
            assert part <= whole
            assert whole >= part
            assert not whole <= part
            assert not part >= whole

    @given(sets_of_cards)
    def test_contents(self, some: frozenset[Card]) -> None:
        card_set = CardSet.of(some)
        assert list(card_set) == sorted(some)
        assert len(card_set) == len(some)
        assert bool(card_set) is bool(some)
        assert [card in card_set for card in DECK] == [card in some for card in DECK]
        assert card_set.mask == sum(2**card.index for card in some)
        assert CardSet(card_set.mask) == card_set

    @given(sets_of_cards, sets_of_cards)
    def test_equal_sets_have_equal_hashes(
        self, one: frozenset[Card], other: frozenset[Card]
    ) -> None:
        assert CardSet.of(one) == CardSet.of(sorted(one, reverse=True))
        assert len({CardSet.of(one), CardSet.of(other), CardSet.of(one)}) == len({one, other})

    @pytest.mark.parametrize("stranger", [None, 0, "3S", Rank.THREE, CardSet.parse("3S")], ids=repr)
    def test_nothing_but_cards_is_in_it(self, stranger: object) -> None:
        assert stranger not in DECK

    @pytest.mark.parametrize("operation", ["or_", "and_", "sub", "le", "ge"])
    @pytest.mark.parametrize(
        "other",
        [{Card.parse("3S")}, frozenset[Card](), [Card.parse("3S")], 1, None, Card.parse("3S")],
        ids=repr,
    )
    def test_no_operation_takes_another_type(self, operation: str, other: object) -> None:
        combine = getattr(operator, operation)
        with pytest.raises(TypeError, match="supported"):
            combine(DECK, other)
        with pytest.raises(TypeError, match="supported"):
            combine(other, DECK)


def test_the_deck() -> None:
    assert [str(card) for card in DECK] == TEXTS
    assert isinstance(DECK, CardSet)


class TestDuplicateCardError(ErrorChecklist):
    samples = (
        Sample(
            "DuplicateCardError(Card.parse('TH'))",
            {"card": Card.parse("TH")},
            text="card TH is given twice",
        ),
    )
