"""What the oracle answers where the rule book itself gives the number or the example."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from tests import oracle


def test_the_deck_is_in_order() -> None:  # 1.4
    assert len(set(oracle.DECK)) == 52
    assert (oracle.DECK[0], oracle.DECK[-1]) == ("3S", "2H")
    assert oracle.is_higher("5S", "4H")
    assert oracle.is_higher("5H", "5S")


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("2H", "single"),
        ("2S 2H", "pair"),
        ("8S 8C 8H", "triple"),
        ("2S 2C 2D 2H", "quad"),
        ("5H 3S 4C", "sequence of 3"),
        ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "sequence of 12"),
        ("3S 3H 4C 4D 5S 5H", "double sequence of 3"),
        ("", None),
        ("3S 3S", None),
        ("3S 4S", None),
        ("QS KS AS 2S", None),
        ("AS 2S 3S", None),
        ("KS AS 3S", None),
        ("KS KC AS AC 2S 2C", None),
        ("3S 3C 4S 4C", None),
        ("3S 3C 3D 4S 4C 4D 5S 5C 5D", None),
        ("3S 3C 3D 3H 4S 4C 4D 4H", None),
        ("3S 4S 4C 5S", None),
    ],
)
def test_names(cards: str, name: str | None) -> None:  # 2.1 to 2.7
    assert oracle.name(cards.split()) == name


def test_the_order_of_the_cards_does_not_matter() -> None:  # 2.7
    for cards in permutations(["3S", "3H", "4C", "4D", "5S", "5H"]):
        assert oracle.name(cards) == "double sequence of 3"


@pytest.mark.parametrize(
    ("cards", "table"),
    [
        ("5C 5H", "5D 5S"),
        ("6S 6C", "5D 5H"),
        ("5C 6H 7D", "5D 6D 7C"),
        ("6S 7S 8S", "5D 6D 7C"),
        ("4S 4C 4D 4H", "2H"),
        ("3S 3C 4S 4C 5S 5C", "2H"),
        ("3S 3C 4S 4C 5S 5C 6S 6C", "2H"),
        ("3S 3C 4S 4C 5S 5C 6S 6C", "2D 2H"),
        ("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C", "2C 2D 2H"),
        ("4S 4C 4D 4H", "3S 3C 3D 3H"),
    ],
)
def test_beats(cards: str, table: str) -> None:  # 3.1 to 3.3
    assert oracle.beats(cards.split(), table.split())
    assert not oracle.beats(table.split(), cards.split())


@pytest.mark.parametrize(
    ("cards", "table"),
    [
        ("6S 7S 8S 9S", "5S 6S 7S"),
        ("4S 4C 4D 4H", "2D 2H"),
        ("4S 4C 4D 4H", "AH"),
        ("3S 3C 4S 4C 5S 5C", "2D 2H"),
        ("3S 3C 4S 4C 5S 5C 6S 6C", "2C 2D 2H"),
        ("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C", "2S 2C 2D 2H"),
        ("4S 4C 4D 4H", "3S 3C 4S 4C 5S 5C"),
        ("6S 6C 7S 7C 8S 8C 9S 9C", "3S 3C 4S 4C 5S 5C"),
        ("6S 6C 7S 7C 8S 8C", "4S 4C 4D 4H"),
    ],
)
def test_does_not_beat(cards: str, table: str) -> None:  # 3.2 to 3.4
    assert not oracle.beats(cards.split(), table.split())


def test_every_combo_of_a_small_pack_is_found() -> None:
    pack = oracle.DECK[:12]  # 3s, 4s and 5s
    moves = oracle.legal_moves(pack)
    # 15 choices of suits a rank, 4 to the third sequences, 6 to the third double sequences.
    assert len(moves) == 3 * 15 + 4**3 + 6**3
    assert len(set(moves)) == len(moves)
    assert oracle.legal_moves(pack, including="3S") == [cards for cards in moves if "3S" in cards]


def test_a_round_by_hand() -> None:  # chapters 4 to 6
    game = oracle.Game(3, oracle.Rules(hand_size=2))
    game.do(("deal", [["4S", "9S"], ["3S", "8S"], ["5S", "TS"]]))
    assert (game.turn, game.opening_card) == (1, "3S")
    assert game.refusal(("pass", 1)) == "CANNOT_PASS_LEAD"
    assert game.refusal(("play", 1, ["8S"])) == "MISSING_OPENING_CARD"
    game.do(("play", 1, ["3S"]))
    game.do(("pass", 2))
    game.do(("play", 0, ["4S"]))
    assert game.refusal(("play", 2, ["5S"])) == "OUT_OF_TRICK"
    game.do(("play", 1, ["8S"]))  # seat 1 is out, its 8S stays live for seat 0 (4.7)
    assert (game.turn, game.table, game.finished) == (0, ["8S"], [1])
    game.do(("pass", 0))
    assert (game.turn, game.table, game.passed) == (2, None, set())  # 4.6
    game.do(("play", 2, ["TS"]))
    game.do(("pass", 0))
    game.do(("play", 2, ["5S"]))
    assert (game.places, game.scores, game.phase) == ([1, 2, 0], [0, 2, 1], "DEALING")
    assert game.refusal(("play", 0, ["9S"])) == "WRONG_PHASE"
    game.do(("deal", [["4S", "9S"], ["3C", "8S"], ["3S", "TS"]]))
    assert (game.turn, game.opening_card) == (1, None)  # 5.3


def test_a_shared_lead_ends_nothing() -> None:  # 7.1
    rules = oracle.Rules(hand_size=1, target=2)
    game = oracle.Game(2, rules, round=4, scores=[1, 2], places=[0, 1])
    game.do(("deal", [["4S"], ["3S"]]))
    game.do(("play", 0, ["4S"]))
    assert (game.scores, game.winner, game.phase) == ([2, 2], None, "DEALING")
    game.do(("deal", [["4S"], ["3S"]]))
    game.do(("play", 0, ["4S"]))
    assert (game.scores, game.winner, game.phase) == ([3, 2], 0, "OVER")
    assert game.refusal(("deal", [["3S"], ["4S"]])) == "WRONG_PHASE"


def test_subsets_are_all_there() -> None:
    cards = oracle.DECK[:6]
    found = list(oracle.subsets(cards))
    assert len(found) == len(set(found)) == 2**6 - 1
    assert set(combinations(cards, 3)) <= set(found)
