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


@pytest.mark.parametrize(
    ("rules", "cards", "name"),
    [
        (oracle.PAGAT, "JS QC KD AH 2S", "sequence of 5"),
        (oracle.PAGAT, "AS 2S 3S", None),
        (oracle.PAGAT, "KS KC AS AC 2S 2C", None),
        (oracle.VIET_CONG, "QS QD KS KC AS AC 2S 2C", "double sequence of 4"),
        (oracle.VIET_CONG, "KS AS 2S", None),
        (oracle.VIET_CONG, "3S 3C 3D 3H 4S 4C 4D 4H", "quad sequence of 2"),
        (oracle.VIET_CONG, "AS AC AD AH 2S 2C 2D 2H", None),
        (oracle.VIET_CONG, "3S 3C 3D 4S 4C 4D", None),
        (oracle.SOUTHERN, "3S 3C 3D 3H 4S 4C 4D 4H", None),
        (oracle.NORTHERN, "5S 5C", "pair"),
        (oracle.NORTHERN, "5S 5H", None),
        (oracle.NORTHERN, "2S 2H", "pair"),
        (oracle.NORTHERN, "5S 5D 5H", "triple"),
        (oracle.NORTHERN, "3H 4H 5H", "sequence of 3"),
        (oracle.NORTHERN, "3H 4H 5D", None),
        (oracle.NORTHERN, "3S 3C 4S 4C 5S 5C", None),
    ],
)
def test_names_of_other_rule_sets(rules: oracle.Rules, cards: str, name: str | None) -> None:  # 9
    assert oracle.name(cards.split(), rules) == name


@pytest.mark.parametrize(
    ("table", "cards", "beaten"),
    [
        ("5D", "6D", True),
        ("5D", "6H", False),
        ("5D", "2S", True),
        ("2S", "2C", True),
        ("2H", "2D", False),
        ("2H", "3S 3C 3D 3H", True),
        ("5S 5C", "7S 7C", True),
        ("5S 5C", "7D 7H", False),
        ("5S 5C", "2S 2D", True),
        ("2C 2D", "2S 2H", True),
        ("2D 2H", "2S 2C", False),
        ("2S 2C", "3S 3C 3D 3H", False),
        ("9S 9C 9D", "TS TC TD", True),
        ("9S 9C 9D", "TS TC TH", False),
        ("9S 9C 9D", "2S 2C 2H", False),
        ("3S 3C 3D 3H", "4S 4C 4D 4H", True),
        ("4C 5C 6C", "5C 6C 7C", True),
        ("4C 5C 6C", "5D 6D 7D", False),
    ],
)
def test_suits_are_followed(table: str, cards: str, beaten: bool) -> None:  # 9.2b, 9.2c
    assert oracle.beats(cards.split(), table.split(), oracle.NORTHERN) is beaten


def test_2s_come_not_last() -> None:  # 9.2d
    northern = oracle.NORTHERN
    assert oracle.legal_moves(["3S", "2S"], None, northern) == [("2S",)]
    assert oracle.legal_moves(["3S", "2S"], ["AS"], northern) == [("2S",)]
    assert oracle.legal_moves(["3S", "2S"], ["2C"], northern) == []
    assert oracle.legal_moves(["2S"], ["AS"], northern) == []
    assert oracle.legal_moves(["2S", "2H"], None, northern) == [("2S",), ("2H",), ("2S", "2H")]
    assert oracle.legal_moves(["3S", "2S"], None, northern, including="3S") == [("3S",)]


@pytest.mark.parametrize(
    ("hand", "units"),
    [
        ("3S 4S 5S 6S 7S", 0),
        ("2S", 1),
        ("2C 2D", 3),
        ("2S 2C 2D 2H", 6),
        ("9S 9C 9D 9H", 4),
        ("3S 3C 4S 4C 5S 5C", 3),
        ("3S 3C 4S 4C 5S 5C 6S 6C", 6),
        ("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C", 6),
        ("3S 3C 4S 4C 4D 5S 5C", 3),
        ("3S 3C 4S 4C 6S 6C", 0),
        ("KS KC AS AC 2S 2C", 2),
        ("3S 3C 4S 4C 4D 4H 5S 5C", 4),
        ("3S 3C 4S 4C 5S 5C 6S 6C 6D 6H 2H", 9),
    ],
)
def test_held_value(hand: str, units: int) -> None:  # 9.1j
    assert oracle.held_value(hand.split()) == units


def play(seat: int, cards: str) -> oracle.Play:
    return ("play", seat, cards.split())


def southern_round(hands: list[str], turn: int, played: set[int]) -> oracle.Game:
    return oracle.Game(
        4,
        oracle.SOUTHERN,
        phase="PLAYING",
        hands=[hand.split() for hand in hands],
        turn=turn,
        played=played,
    )


def test_a_chain_of_chops_in_units() -> None:  # 9.1e to 9.1i
    three, quad = "5S 5C 6S 6C 7S 7C", "9S 9C 9D 9H"
    game = southern_round(["TS", f"{three} JS", f"{quad} QS", "2H 2S"], 3, {0, 1, 2, 3})
    game.do(("play", 3, ["2H"]))
    game.do(("pass", 0))
    game.do(play(1, three))
    game.do(play(2, quad))
    game.do(("pass", 3))
    game.do(("pass", 1))
    assert game.payments == [(1, 2, 5, "CHOP")]
    # The order in which the seats go out is all that is left to tell.
    game.turn = 0
    for seat, card in [(0, "TS"), (1, "JS"), (2, "QS")]:
        game.do(("play", seat, [card]))
        if seat < 2:
            game.turn = seat + 1
    assert game.places == [0, 1, 2, 3]
    assert game.paid == [
        (1, 2, 5, "CHOP"),
        (3, 0, 2, "PLACE"),
        (2, 1, 1, "PLACE"),
        (3, 2, 1, "THOI"),
    ]
    assert game.scores == [2, -4, 5, -3]


def test_cong_in_units() -> None:  # 9.1h
    game = southern_round(["TS", "JS", "QS 3S", "2D 9S 9C 9D 9H"], 0, {0, 1, 2})
    game.do(("play", 0, ["TS"]))
    assert game.stopped == {3}
    game.do(("play", 1, ["JS"]))
    assert game.places == [0, 1, 2, 3]
    assert game.paid == [(3, 0, 10, "CONG"), (2, 1, 1, "PLACE")]
    assert game.scores == [10, 1, -1, -10]


def test_an_instant_win_in_units() -> None:  # 9.1c
    six_pairs = [*(rank + suit for rank in "89TJKA" for suit in "SC"), "QC"]
    others = [card for card in oracle.DECK if card not in six_pairs]
    # A card of every third goes to each seat, so that none of them holds a pattern too.
    hands = [others[0::3], others[1::3], six_pairs, others[2::3]]
    assert not any(
        oracle.has_pattern(hands[seat], pattern)
        for seat in (0, 1, 3)
        for pattern in oracle.SOUTHERN.instant_wins
    )
    game = oracle.Game(4, oracle.SOUTHERN)
    game.do(("deal", hands))
    assert (game.phase, game.instant_win, game.places) == ("DEALING", "six pairs", [2, 3, 0, 1])
    assert game.scores == [-4, -4, 12, -4]
    # The lowest card opens after an instant win, and here its holder is not the winner.
    game.do(("deal", [[*hand[:6], *hands[seat - 1][6:]] for seat, hand in enumerate(hands)]))
    assert game.opening_card == "3S"
    assert game.turn == 0
