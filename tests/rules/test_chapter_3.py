"""Rule book, chapter 3: what beats what."""

# ruff: noqa: N801 - the number of a rule has two parts

import pytest

from tienlen import CardSet, Combo, Kind, beats, legal_moves

SINGLE_2 = ["2S", "2C", "2D", "2H"]
PAIR_OF_2S = ["2S 2C", "2D 2H"]
THREE_2S = ["2S 2C 2D", "2C 2D 2H"]
FOUR_2S = "2S 2C 2D 2H"
QUADS = ["3S 3C 3D 3H", "9S 9C 9D 9H", "AS AC AD AH"]
# Double sequences by their number of pairs, the lowest and the highest of each.
DOUBLES = {
    pairs: [
        " ".join(f"{rank}S {rank}C" for rank in "3456789TJQKA"[:pairs]),
        " ".join(f"{rank}D {rank}H" for rank in "3456789TJQKA"[-pairs:]),
    ]
    for pairs in range(3, 7)
}
ALL_DOUBLES = [text for texts in DOUBLES.values() for text in texts]


def beaten(table: str, played: str) -> bool:
    return beats(Combo.parse(played), Combo.parse(table))


class TestRule3_1:
    """A combo beats another of the same kind and the same number of cards if its highest card
    is higher.
    """

    @pytest.mark.parametrize(
        ("low", "high"),
        [
            ("5C", "5H"),
            ("4H", "5S"),
            ("AH", "2S"),
            ("2D", "2H"),
            ("5S 5D", "5C 5H"),
            ("5D 5H", "6S 6C"),
            ("AD AH", "2S 2C"),
            ("2S 2D", "2C 2H"),
            ("9S 9C 9D", "TS TC TD"),
            ("AC AD AH", "2S 2C 2D"),
            ("QS QC QD QH", "KS KC KD KH"),
            ("5D 6D 7C", "5C 6H 7D"),
            ("5H 6H 7S", "5S 6S 7C"),
            ("5D 6D 7H", "6S 7S 8S"),
            ("JH QH KH", "QS KS AS"),
            ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"),
            ("3S 3C 4S 4C 5S 5D", "3D 3H 4D 4H 5C 5H"),
            ("4D 4H 5D 5H 6D 6H", "5S 5C 6S 6C 7S 7C"),
        ],
    )
    def test_the_higher_top_card_wins(self, low: str, high: str) -> None:
        assert beaten(low, high)
        assert not beaten(high, low)

    @pytest.mark.parametrize("text", ["5C", "5C 5H", "9S 9C 9D", "5D 6D 7C", "KS KC KD KH"])
    def test_a_combo_does_not_beat_itself(self, text: str) -> None:
        assert not beaten(text, text)

    @pytest.mark.parametrize(
        ("table", "played"),
        [
            ("3S", "4S 4C"),
            ("3S 3C", "4S"),
            ("3S 3C", "4S 4C 4D"),
            ("3S 3C 3D", "4S 5S 6S"),
            ("3S 4S 5S", "6S 6C 6D"),
            ("3S 4S 5S", "2S 2C 2D"),
            ("AS", "2S 2C"),
        ],
    )
    def test_another_kind_does_not_beat(self, table: str, played: str) -> None:
        assert not beaten(table, played)

    @pytest.mark.parametrize(
        ("table", "played"),
        [
            ("3S 4S 5S", "3C 4C 5C 6C"),
            ("3S 4S 5S", "JS QS KS AS"),
            ("3S 4S 5S 6S", "QS KS AS"),
            ("3S 3C 4S 4C 5S 5C", "JS JC QS QC KS KC AS AC"),
            ("3S 3C 4S 4C 5S 5C 6S 6C", "QS QC KS KC AS AC"),
        ],
    )
    def test_another_number_of_cards_does_not_beat(self, table: str, played: str) -> None:
        assert not beaten(table, played)

    def test_moves_on_a_pair(self) -> None:
        hand = CardSet.parse("4S 4H 5S 5D 5H 6C 7S 7C 7D")

        moves = legal_moves(hand, Combo.parse("5C 5D"))

        assert [str(move.cards) for move in moves] == ["5S 5H", "5D 5H", "7S 7C", "7S 7D", "7C 7D"]


class TestRule3_2:
    """A single 2 is also beaten by a quad and by a double sequence of three or more pairs, a
    pair of 2s by a double sequence of four or more pairs, and three 2s by a double sequence
    of five or more pairs.
    """

    @pytest.mark.parametrize("table", SINGLE_2)
    @pytest.mark.parametrize("bomb", QUADS + ALL_DOUBLES)
    def test_on_a_single_2(self, table: str, bomb: str) -> None:
        assert beaten(table, bomb)

    @pytest.mark.parametrize("table", PAIR_OF_2S)
    @pytest.mark.parametrize("bomb", DOUBLES[4] + DOUBLES[5] + DOUBLES[6])
    def test_on_a_pair_of_2s(self, table: str, bomb: str) -> None:
        assert beaten(table, bomb)

    @pytest.mark.parametrize("table", PAIR_OF_2S)
    @pytest.mark.parametrize("bomb", QUADS + DOUBLES[3])
    def test_too_small_for_a_pair_of_2s(self, table: str, bomb: str) -> None:
        assert not beaten(table, bomb)

    @pytest.mark.parametrize("table", THREE_2S)
    @pytest.mark.parametrize("bomb", DOUBLES[5] + DOUBLES[6])
    def test_on_three_2s(self, table: str, bomb: str) -> None:
        assert beaten(table, bomb)

    @pytest.mark.parametrize("table", THREE_2S)
    @pytest.mark.parametrize("bomb", QUADS + DOUBLES[3] + DOUBLES[4])
    def test_too_small_for_three_2s(self, table: str, bomb: str) -> None:
        assert not beaten(table, bomb)

    @pytest.mark.parametrize("table", SINGLE_2)
    @pytest.mark.parametrize("played", ["3S 3C", "3S 3C 3D", "3S 4S 5S", "QS KS AS"])
    def test_nothing_else_is_a_bomb(self, table: str, played: str) -> None:
        assert not beaten(table, played)

    def test_moves_on_a_single_2(self) -> None:
        hand = CardSet.parse("3S 3C 4S 4C 5S 5C 9S 9C 9D 9H 2S 2H")

        moves = legal_moves(hand, Combo.parse("2D"))

        assert [(move.kind, str(move.cards)) for move in moves] == [
            (Kind.SINGLE, "2H"),
            (Kind.QUAD, "9S 9C 9D 9H"),
            (Kind.DOUBLE_SEQUENCE, "3S 3C 4S 4C 5S 5C"),
        ]


class TestRule3_3:
    """A bomb is beaten only by a higher bomb of the same kind and the same number of cards."""

    @pytest.mark.parametrize(
        ("low", "high"),
        [
            ("3S 3C 3D 3H", "4S 4C 4D 4H"),
            ("AS AC AD AH", "2S 2C 2D 2H"),
            ("3S 3C 4S 4C 5S 5C", "3D 3H 4D 4H 5D 5H"),
            ("3S 3C 4S 4C 5S 5C", "4D 4H 5D 5H 6S 6C"),
            ("3S 3C 4S 4C 5S 5C 6S 6C", "4D 4H 5D 5H 6D 6H 7S 7C"),
        ],
    )
    def test_a_higher_bomb_of_the_same_kind_and_size(self, low: str, high: str) -> None:
        assert beaten(low, high)
        assert not beaten(high, low)

    @pytest.mark.parametrize("quad", [*QUADS, FOUR_2S])
    @pytest.mark.parametrize("double", ALL_DOUBLES)
    def test_quad_and_double_sequence_never_meet(self, quad: str, double: str) -> None:
        assert not beaten(quad, double)
        assert not beaten(double, quad)

    @pytest.mark.parametrize("fewer", DOUBLES)
    @pytest.mark.parametrize("more", DOUBLES)
    def test_longer_is_not_higher(self, fewer: int, more: int) -> None:
        lowest, highest = DOUBLES[fewer][0], DOUBLES[more][1]

        assert beaten(lowest, highest) is (fewer == more)

    @pytest.mark.parametrize("bomb", [QUADS[0], DOUBLES[3][0]])
    @pytest.mark.parametrize("played", [*SINGLE_2, *PAIR_OF_2S, *THREE_2S])
    def test_2s_do_not_beat_a_bomb(self, bomb: str, played: str) -> None:
        assert not beaten(bomb, played)


class TestRule3_4:
    """Nothing beats four 2s, and a bomb beats nothing that is neither 2s nor a lower combo of
    its own kind and number of cards.
    """

    @pytest.mark.parametrize(
        "played", ["3S", "AH", "AD AH", "AC AD AH", *QUADS, "QS KS AS", *ALL_DOUBLES]
    )
    def test_nothing_beats_four_2s(self, played: str) -> None:
        assert not beaten(FOUR_2S, played)

    @pytest.mark.parametrize("bomb", [*QUADS, FOUR_2S, *ALL_DOUBLES])
    @pytest.mark.parametrize(
        "table",
        [
            "3S",
            "AS",
            "AH",
            "3S 3C",
            "KS KC",
            "AD AH",
            "3S 3C 3D",
            "AC AD AH",
            "3S 4S 5S",
            "QS KS AH",
            "3S 4S 5S 6S",
            "9S TS JS QS KS AS",
        ],
    )
    def test_no_bomb_on_anything_else(self, table: str, bomb: str) -> None:
        assert not beaten(table, bomb)

    def test_no_moves_on_four_2s(self) -> None:
        hand = CardSet.parse("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C AS AC AD AH")

        assert list(legal_moves(hand, Combo.parse(FOUR_2S))) == []

    def test_no_bomb_among_the_moves_on_an_ace(self) -> None:
        hand = CardSet.parse("3S 3C 4S 4C 5S 5C 9S 9C 9D 9H 2S")

        moves = legal_moves(hand, Combo.parse("AH"))

        assert [str(move.cards) for move in moves] == ["2S"]


class TestRule3_5:
    """A quad or a double sequence may be led or played like any other combo."""

    @pytest.mark.parametrize("bomb", QUADS + DOUBLES[3] + DOUBLES[6])
    def test_may_be_led(self, bomb: str) -> None:
        assert Combo.parse(bomb) in legal_moves(CardSet.parse(bomb))

    @pytest.mark.parametrize(
        ("led", "answer"),
        [
            ("3S 3C 3D 3H", "5S 5C 5D 5H"),
            ("3S 3C 4S 4C 5S 5C", "4D 4H 5D 5H 6S 6C"),
        ],
    )
    def test_a_led_one_is_answered_by_a_higher_one(self, led: str, answer: str) -> None:
        hand = CardSet.parse("5S 5C 5D 5H 4D 4H 6S 6C AS 2S 2H")

        moves = [str(move.cards) for move in legal_moves(hand, Combo.parse(led))]

        assert Combo.parse(answer).cards in [CardSet.parse(move) for move in moves]
        assert all(Combo.parse(move).kind is Combo.parse(led).kind for move in moves)
