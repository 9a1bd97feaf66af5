"""The questions of `data/cases.jsonl`, put to the library and to the oracle."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests import bridge, oracle
from tienlen import (
    Card,
    CardSet,
    Combo,
    DuplicateCardError,
    GameState,
    IllegalMoveError,
    InvalidComboError,
    Kind,
    Pass,
    Phase,
    Play,
    beats,
    classify,
    legal_moves,
)

Case = dict[str, Any]

_TEXT = (Path(__file__).parent / "data" / "cases.jsonl").read_text(encoding="utf-8")
CASES: list[Case] = [json.loads(line) for line in _TEXT.splitlines()]


def asking(question: str) -> pytest.MarkDecorator:
    """Run a test with every case of one question; the id tells line, cards and fault."""

    def label(number: int, case: Case) -> str:
        hands: list[str] = case.get("hands", [])
        cards: str = case.get("cards") or case.get("play") or case.get("hand") or " / ".join(hands)
        on = f" on {case['table']}" if case.get("table") else ""
        fault = f" {case['fault']}" if "fault" in case else ""
        return f"{number}: {cards or 'no cards'}{on}{fault}"

    chosen = [
        pytest.param(case, id=label(number, case))
        for number, case in enumerate(CASES, start=1)
        if case["question"] == question
    ]
    return pytest.mark.parametrize("case", chosen)


def split(text: str | None) -> list[str] | None:
    return None if text is None else text.split()


def combo_of(text: str) -> Combo | None:
    """The combo these cards make under any rules at all."""
    try:
        return Combo.parse(text, rules=None)
    except (InvalidComboError, DuplicateCardError):
        return None


def test_all_cases_are_there() -> None:
    asked = Counter(case["question"] for case in CASES)
    assert asked == {"classify": 146, "beats": 156, "legal_moves": 61, "flow": 45}


@asking("classify")
class TestClassify:
    def test_library(self, case: Case) -> None:
        combo = classify(CardSet.parse(case["cards"]))
        if case["kind"] is None:
            assert combo is None
        else:
            assert combo is not None
            assert (combo.kind, combo.run_length) == (Kind[case["kind"]], case["run_length"])

    def test_oracle(self, case: Case) -> None:
        expected = None
        if case["kind"] is not None:
            expected = case["kind"].lower().replace("_", " ")
            if case["kind"].endswith("SEQUENCE"):
                expected += f" of {case['run_length']}"
        assert oracle.name(case["cards"].split()) == expected


@asking("beats")
class TestBeats:
    def test_library(self, case: Case) -> None:
        play = combo_of(case["play"])
        beaten = play is not None and beats(play, Combo.parse(case["table"]))
        assert beaten is case["beats"]

    def test_oracle(self, case: Case) -> None:
        assert oracle.beats(case["play"].split(), case["table"].split()) is case["beats"]


@asking("legal_moves")
class TestLegalMoves:
    def test_library(self, case: Case) -> None:
        moves = legal_moves(
            CardSet.parse(case["hand"]),
            Combo.parse(case["table"]) if "table" in case else None,
            including=Card.parse(case["including"]) if "including" in case else None,
        )
        assert len(moves) == case["total"]
        if "moves" in case:
            assert set(moves) == {Combo.parse(move) for move in case["moves"]}
        if "play" in case:
            assert (combo_of(case["play"]) in moves) is case["legal"]
        if "kind" in case:
            kind, run_length = Kind[case["kind"]], case.get("run_length")
            alike = [move for move in moves if move.kind is kind]
            found = [move for move in alike if run_length in (None, move.run_length)]
            assert len(found) == case["total_of_kind"]

    def test_oracle(self, case: Case) -> None:
        moves = oracle.legal_moves(
            case["hand"].split(), split(case.get("table")), including=case.get("including")
        )
        assert len(moves) == case["total"]
        if "moves" in case:
            expected = [tuple(oracle.in_order(move.split())) for move in case["moves"]]
            assert sorted(moves) == sorted(expected)
        if "play" in case:
            assert (tuple(oracle.in_order(case["play"].split())) in moves) is case["legal"]


@asking("flow")
class TestFlow:
    def test_library(self, case: Case) -> None:
        state = GameState.position(
            hands=[CardSet.parse(hand) for hand in case["hands"]],
            turn=case["turn"],
            table=Combo.parse(case["table"]) if "table" in case else None,
            table_seat=case.get("table_seat"),
            passed=case.get("passed", ()),
            finished=case.get("finished", ()),
            opening_card=Card.parse(case["opening_card"]) if "opening_card" in case else None,
        )
        *script, (last_seat, last_text) = case["actions"]
        for seat, text in script:
            state = state.apply(Pass(seat) if text == "pass" else Play(seat, Combo.parse(text)))
        before = bridge.state_picture(state)
        last = Pass(last_seat) if last_text == "pass" else self._play(last_seat, last_text)
        if case["accepted"]:
            assert last is not None
            assert state.why_illegal(last) is None
            state = state.apply(last)
        elif last is not None:
            reason = state.why_illegal(last)
            assert reason is not None
            with pytest.raises(IllegalMoveError) as refused:
                state.apply(last)
            assert refused.value.reason is reason
            assert bridge.state_picture(state) == before

        then = case["then"]
        assert state.turn == then["turn"]
        assert sorted(state.passed) == then["passed"]
        assert (state.phase is not Phase.PLAYING) is then["over"]
        if then["over"]:
            assert state.last_round is not None
            assert list(state.last_round.places) == then["places"]
        else:
            assert list(state.finished) == then["finished"]
        if "table" in then:
            assert state.table == (None if then["table"] is None else Combo.parse(then["table"]))
        if "hands" in then:
            assert state.hands == tuple(CardSet.parse(hand) for hand in then["hands"])

    @staticmethod
    def _play(seat: int, text: str) -> Play | None:
        """A play of these cards, or None where they make no combo and so no action."""
        combo = combo_of(text)
        return None if combo is None else Play(seat, combo)

    def test_oracle(self, case: Case) -> None:
        game = oracle.Game(
            len(case["hands"]),
            phase="PLAYING",
            hands=[hand.split() for hand in case["hands"]],
            turn=case["turn"],
            table=split(case.get("table")),
            table_seat=case.get("table_seat"),
            passed=set(case.get("passed", ())),
            finished=list(case.get("finished", ())),
            opening_card=case.get("opening_card"),
        )
        actions: list[oracle.Action] = [
            ("pass", seat) if text == "pass" else ("play", seat, text.split())
            for seat, text in case["actions"]
        ]
        for action in actions[:-1]:
            game.do(action)
        assert (game.refusal(actions[-1]) is None) is case["accepted"]
        if case["accepted"]:
            game.do(actions[-1])

        then = case["then"]
        assert game.turn == then["turn"]
        assert sorted(game.passed) == then["passed"]
        assert (game.phase != "PLAYING") is then["over"]
        if then["over"]:
            assert game.places == then["places"]
        else:
            assert game.finished == then["finished"]
        if "table" in then:
            assert game.table == split(then["table"])
        if "hands" in then:
            assert game.hands == [hand.split() for hand in then["hands"]]
