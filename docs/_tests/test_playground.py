"""What the playground is told, on this Python."""

import json
import random
from typing import cast

import pytest

from docs.playground.playground import AT_ONCE, Answer, Moves, answer, choices, deal, more
from tienlen import DECK, PRESETS, CardSet, Combo, legal_moves, select


def question(**fields: str) -> str:
    """Give a question with some fields filled in."""
    empty = {"rules": "CARDGAMES_IO", "hand": "", "table": "", "opening": "", "play": ""}
    return json.dumps(empty | fields)


def ask(**fields: str) -> Answer:
    """Give the answer to a question."""
    return cast("Answer", json.loads(answer(question(**fields))))


def moves(**fields: str) -> list[str]:
    """Give all the legal plays that are told, part by part."""
    found: list[str] = []
    part = ask(**fields)["moves"]
    while part:
        found += [" ".join(move["cards"]) for move in part["moves"]]
        if not part["left"]:
            break
        part = cast("Moves", json.loads(more(question(**fields), len(found))))
    return found


@pytest.mark.parametrize("rules", PRESETS)
def test_hands_are_answered_as_by_the_library(rules: str) -> None:
    rng = random.Random(f"playground {rules}")
    tables = [*map(str, legal_moves(CardSet.parse("3S 4H 5C 5D 6S 9S 2S"), None, PRESETS[rules]))]
    for _ in range(40):
        hand = CardSet.of(rng.sample(list(DECK), rng.randrange(14)))
        table, opening = rng.choice(["", *tables]), rng.choice(["", str(rng.choice(list(DECK)))])
        play = CardSet.of(rng.sample(list(hand), rng.randrange(min(4, len(hand) + 1))))
        combo = Combo.parse(table, PRESETS[rules]) if table else None
        including = next(iter(CardSet.parse(opening)), None)
        selection = select(play, hand, combo, PRESETS[rules], including=including)
        fields = {"rules": rules, "hand": str(hand), "table": table, "opening": opening}
        assert moves(**fields) == [str(move) for move in selection.moves]
        verdict = ask(**fields, play=str(play))["verdict"]
        if verdict is None:
            assert not hand
            continue
        assert (verdict["state"] == "legal") == selection.legal
        assert (verdict["state"] == "refused") == (not selection.plays)
        assert verdict["addable"] == [str(card) for card in selection.addable]
        if selection.combo and selection.reason and play:
            reason = selection.moves.why_not(selection.combo)
            assert reason is not None
            assert reason.value in verdict["words"]
            assert verdict["rules"] == list(reason.rules)


def test_the_whole_pack_is_no_more_work_than_a_hand() -> None:
    part = ask(hand=str(DECK))["moves"]
    assert part is not None
    assert part["total"] == "3,164,392,195"
    assert len(part["moves"]) == AT_ONCE
    assert part["left"]


def test_cards_are_named() -> None:
    told = ask(hand="TH 4S 4C 5D 5H 6S 6H", table="3H 4H 5C", play="4S 4C 5D 5H 6S 6H")
    assert told["words"] == {
        "hand": "7 cards, no combo",
        "table": "sequence of 3 ranks",
        "play": "double sequence of 3 ranks",
    }
    assert told["cards"]["hand"] == ["4S", "4C", "5D", "5H", "6S", "6H", "TH"]


def test_each_field_has_its_own_fault() -> None:
    told = ask(rules="X", hand="1S", table="3S 4S", opening="?", play="3S 3S")
    assert told["faults"] == {
        "rules": "no rule set is called 'X'",
        "hand": "'1S' is not a card; write rank and suit, such as 3S, TH or 10♥",
        "table": "3S 4S is no combo",
        "opening": "'?' is not a card; write rank and suit, such as 3S, TH or 10♥",
        "play": "card 3S is given twice",
    }
    assert told["cards"] == {"table": ["3S", "4S"]}
    assert told["moves"] is None
    assert told["verdict"] is None


def test_a_play_that_cannot_be_read_hides_no_moves() -> None:
    told = ask(hand="3S", play="3")
    assert told["moves"] is not None
    assert told["moves"]["total"] == "1"
    assert told["verdict"] is None


def test_a_table_depends_on_the_rules() -> None:
    double = "QS QC KS KC AS AC 2S 2C"
    assert "table" in ask(table=double)["faults"]
    assert ask(table=double, rules="VIET_CONG")["faults"] == {}


def test_there_is_something_to_choose_from() -> None:
    assert json.loads(choices()) == {"rules": list(PRESETS), "pack": str(DECK).split()}
    assert deal(7) == deal(7) != deal(8)
    assert len(CardSet.parse(deal(7))) == 13
