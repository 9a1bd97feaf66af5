"""Rule book, chapter 8: choosing cards on a screen."""

# ruff: noqa: N801 - the number of a rule has two parts

from collections.abc import Sequence

import pytest

from tests.rules.table import position
from tienlen import (
    CARDGAMES_IO,
    NORTHERN,
    PAGAT,
    SOUTHERN,
    VIET_CONG,
    Card,
    CardSet,
    Combo,
    InvalidSelectionError,
    Rules,
    Selection,
    select,
)


def choose(
    chosen: str, hand: str, table: str | None = None, rules: Rules = CARDGAMES_IO
) -> Selection:
    return select(
        CardSet.parse(chosen),
        CardSet.parse(hand),
        None if table is None else Combo.parse(table, rules),
        rules,
    )


def clicks(selection: Selection, cards: Sequence[str]) -> Selection:
    for card in cards:
        selection = selection.toggle(Card.parse(card))
    return selection


class TestRule8_1:
    """The player chooses cards of the hand one at a time, and choosing a chosen card again takes
    it back.
    """

    def test_one_card_after_the_other(self) -> None:
        selection = clicks(choose("", "6S 6C 7D 8H"), ["8H", "6C", "7D"])

        assert selection == choose("6C 7D 8H", "6S 6C 7D 8H")

    def test_a_6_is_taken_back_for_7s(self) -> None:
        selection = clicks(choose("", "6S 7S 7C", "5S 5D"), ["6S"])
        assert not selection.plays

        selection = clicks(selection, ["6S", "7S", "7C"])

        assert selection.chosen == CardSet.parse("7S 7C")
        assert selection.immediate

    def test_taking_all_back(self) -> None:
        start = choose("", "6S 7S 7C")

        assert clicks(start, ["6S", "7C", "6S", "7C"]) == start

    def test_cards_of_others_cannot_be_chosen(self) -> None:
        with pytest.raises(InvalidSelectionError, match="8H"):
            clicks(choose("6S", "6S 7S"), ["8H"])


class TestRule8_2:
    """With a combo on the table, chosen cards that form a legal play are played at once; on an
    empty table they are if no further card or cards of the hand would make a larger legal play of
    them.
    """

    @pytest.mark.parametrize(
        ("chosen", "hand", "table", "rules"),
        [
            pytest.param("6S 6C", "6S 6C 6D", "5S 5D", CARDGAMES_IO, id="two-6s-over-two-5s"),
            pytest.param("6S", "6S 6C 7D 8H", "5S", CARDGAMES_IO, id="one-card-of-a-pair"),
            pytest.param("6S 7C 8D", "6S 7C 8D 9D", "5C 6H 7H", CARDGAMES_IO, id="sequence"),
            pytest.param(
                "3S 3C 4S 4C 5S 5C",
                "3S 3C 4S 4C 5S 5C 6S 6C",
                "2H",
                CARDGAMES_IO,
                id="three-of-four-pairs-on-a-2",
            ),
            pytest.param("2S 2D", "2S 2C 2D 3S", "5S 5C", NORTHERN, id="two-2s-in-the-north"),
        ],
    )
    def test_on_a_combo(self, chosen: str, hand: str, table: str, rules: Rules) -> None:
        assert choose(chosen, hand, table, rules).immediate

    @pytest.mark.parametrize(
        ("chosen", "hand", "table"),
        [
            pytest.param("6S", "6S 6C 6D", "5S 5D", id="one-6-over-two-5s"),
            pytest.param("6S 6C 6D", "6S 6C 6D", "5S 5D", id="three-6s-over-two-5s"),
            pytest.param("6S 6C", "6S 6C 6D", "7S 7C", id="too-low"),
            pytest.param("6S 7C", "6S 7C 8D", "5S 5C", id="no-combo"),
        ],
    )
    def test_on_a_combo_what_is_not_legal_waits(self, chosen: str, hand: str, table: str) -> None:
        assert not choose(chosen, hand, table).immediate

    @pytest.mark.parametrize(
        ("chosen", "hand", "rules"),
        [
            pytest.param("6S 6C 6D", "6S 6C 6D 7H 8H", CARDGAMES_IO, id="all-three-6s"),
            pytest.param("6S", "6S 7H 9C", CARDGAMES_IO, id="a-card-without-company"),
            pytest.param("6S 7H 8H", "6S 7H 8H TC", CARDGAMES_IO, id="a-whole-sequence"),
            pytest.param("QS KS AS", "QS KS AS 2S", CARDGAMES_IO, id="a-2-is-in-no-sequence"),
            pytest.param("6S", "6S 6H", NORTHERN, id="no-pair-of-two-colours"),
            pytest.param("2S", "2S 3H", NORTHERN, id="a-3-kept"),
            pytest.param("3S 3C", "3S 3C 3D 2H", NORTHERN, id="the-third-3-is-barred"),
        ],
    )
    def test_on_an_empty_table(self, chosen: str, hand: str, rules: Rules) -> None:
        selection = choose(chosen, hand, None, rules)

        assert selection.immediate
        assert not selection.addable

    def test_a_free_chop_is_an_answer_as_well(self) -> None:
        state = position(
            "2C 3H",
            "3S 3C 4S 4C 5S 5C 6S 6C 9H",
            "4H 5H",
            turn=2,
            table="2S",
            by=0,
            passed=[1],
            rules=SOUTHERN,
            played=[0, 1, 2],
        )
        hand, moves = state.hands[1], state.legal_moves(1)

        assert Selection(CardSet.parse("3S 3C 4S 4C 5S 5C 6S 6C"), hand, moves).immediate
        assert not Selection(CardSet.parse("3S 3C 4S 4C 5S 5C"), hand, moves).immediate


class TestRule8_3:
    """On an empty table, chosen cards that form a legal play, and of which the hand could make a
    larger one, are played when the player confirms.
    """

    @pytest.mark.parametrize(
        ("chosen", "hand", "addable", "rules"),
        [
            pytest.param("6S 6C", "6S 6C 6D 7H 8H", "6D", CARDGAMES_IO, id="two-of-three-6s"),
            pytest.param("6S", "6S 6C 9H", "6C", CARDGAMES_IO, id="one-of-two-6s"),
            pytest.param("6S", "6S 7H 8C TC", "7H 8C", CARDGAMES_IO, id="two-more-at-a-time"),
            pytest.param("6S 7H 8C", "6S 7H 8C 9C TC JC", "9C TC JC", CARDGAMES_IO, id="sequence"),
            pytest.param("QS KS AS", "QS KS AS 2S", "2S", PAGAT, id="the-2-at-the-top"),
            pytest.param(
                "3S 3C 3D 3H",
                "3S 3C 3D 3H 4S 4C 4D 4H",
                "4S 4C 4D 4H",
                VIET_CONG,
                id="a-quad-may-run-on",
            ),
            pytest.param("6S", "6S 6C 6H 9D", "6C 6H", NORTHERN, id="triples-are-of-any-suits"),
        ],
    )
    def test_waits(self, chosen: str, hand: str, addable: str, rules: Rules) -> None:
        selection = choose(chosen, hand, None, rules)

        assert selection.legal
        assert not selection.immediate
        assert selection.addable == CardSet.parse(addable)
