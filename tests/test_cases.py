"""The questions of `data/cases.jsonl`, put to the library and to the oracle."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests import bridge, oracle
from tienlen import (
    CARDGAMES_IO,
    SOUTHERN,
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
    Rules,
    beats,
    classify,
    legal_moves,
)

Case = dict[str, Any]

_TEXT = (Path(__file__).parent / "data" / "cases.jsonl").read_text(encoding="utf-8")
CASES: list[Case] = [
    {"line": number, **json.loads(line)} for number, line in enumerate(_TEXT.splitlines(), start=1)
]


def asking(question: str, *, column: str = "source") -> pytest.MarkDecorator:
    """Run a test with every case of one question that has the column.

    The id tells line, cards and fault.
    """

    def label(case: Case) -> str:
        hands: list[str] = case.get("hands", [])
        cards: str = case.get("cards") or case.get("play") or case.get("hand") or " / ".join(hands)
        on = f" on {case['table']}" if case.get("table") else ""
        fault = f" {case['fault']}" if "fault" in case else ""
        return f"{case['line']}: {cards or 'no cards'}{on}{fault}"

    chosen = [
        pytest.param(case, id=label(case))
        for case in CASES
        if case["question"] == question and column in case
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


def position(case: Case, rules: Rules) -> GameState:
    """The state a flow case begins with."""
    return GameState.position(
        hands=[CardSet.parse(hand) for hand in case["hands"]],
        turn=case["turn"],
        table=Combo.parse(case["table"]) if "table" in case else None,
        table_seat=case.get("table_seat"),
        passed=case.get("passed", ()),
        finished=case.get("finished", ()),
        opening_card=Card.parse(case["opening_card"]) if "opening_card" in case else None,
        rules=rules,
    )


def action(seat: int, text: str) -> Play | Pass | None:
    """What a seat does, or None where it names cards that make no combo and so no action."""
    if text == "pass":
        return Pass(seat)
    combo = combo_of(text)
    return None if combo is None else Play(seat, combo)


def oracle_game(case: Case, rules: oracle.Rules) -> oracle.Game:
    return oracle.Game(
        len(case["hands"]),
        rules,
        phase="PLAYING",
        hands=[hand.split() for hand in case["hands"]],
        turn=case["turn"],
        table=split(case.get("table")),
        table_seat=case.get("table_seat"),
        passed=set(case.get("passed", ())),
        finished=list(case.get("finished", ())),
        opening_card=case.get("opening_card"),
    )


def oracle_actions(case: Case) -> list[oracle.Action]:
    return [
        ("pass", seat) if text == "pass" else ("play", seat, text.split())
        for seat, text in case["actions"]
    ]


@asking("flow")
class TestFlow:
    def test_library(self, case: Case) -> None:
        state = position(case, CARDGAMES_IO)
        *script, (last_seat, last_text) = case["actions"]
        for seat, text in script:
            state = state.apply(Pass(seat) if text == "pass" else Play(seat, Combo.parse(text)))
        before = bridge.state_picture(state)
        last = action(last_seat, last_text)
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

    def test_oracle(self, case: Case) -> None:
        game = oracle_game(case, oracle.CARDGAMES_IO)
        actions = oracle_actions(case)
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


CONG = "nobody else has played when the first seat goes out: all stop, the round is over (9.1h)"
CONTRADICTED = {
    163: "nothing may be laid on three 2s (the table of chapter 9)",
    172: CONG,
    234: CONG,
    235: CONG,
    403: CONG,
    404: CONG,
}
"""The lines whose southern answers are not those of the rule book, and why."""


def in_order(text: str) -> str:
    return " ".join(oracle.in_order(text.split()))


class TestSouthern:
    """The southern answers, which know the ladder of bombs and nothing else of rule 9.1."""

    @asking("classify", column="southern")
    def test_classify(self, case: Case) -> None:
        southern = case["southern"]
        combo = classify(CardSet.parse(case["cards"]), SOUTHERN)
        assert bridge.name(combo) == oracle.name(case["cards"].split(), oracle.SOUTHERN)
        if combo is None:
            assert southern["kind"] is None
        else:
            assert (combo.kind.name, combo.run_length) == (southern["kind"], southern["run_length"])

    @asking("beats", column="southern")
    def test_beats(self, case: Case) -> None:
        play = combo_of(case["play"])
        beaten = play is not None and beats(play, Combo.parse(case["table"]), SOUTHERN)
        holds = beaten is case["southern"]["beats"]
        assert holds is (case["line"] not in CONTRADICTED)
        on_table = case["table"].split()
        assert oracle.beats(case["play"].split(), on_table, oracle.SOUTHERN) is beaten

    @asking("legal_moves", column="southern")
    def test_legal_moves(self, case: Case) -> None:
        moves = legal_moves(
            CardSet.parse(case["hand"]),
            Combo.parse(case["table"]) if "table" in case else None,
            SOUTHERN,
            including=Card.parse(case["including"]) if "including" in case else None,
        )
        found = {str(move) for move in moves}
        by_oracle = oracle.legal_moves(
            case["hand"].split(),
            split(case.get("table")),
            oracle.SOUTHERN,
            including=case.get("including"),
        )
        assert found == {" ".join(cards) for cards in by_oracle}
        for field, answer in case["southern"].items():
            match field:
                case "total":
                    assert len(moves) == answer
                case "moves":
                    assert found == set(map(in_order, answer))
                case "legal":
                    assert (in_order(case["play"]) in found) is answer
                case "contains":
                    assert found >= set(map(in_order, answer))
                case "excludes":
                    assert not found & set(map(in_order, answer))
                case "all_include":
                    assert all(answer in move.split() for move in found)
                case "total_of_kind":
                    alike = [move for move in moves if move.kind.name == case["kind"]]
                    run_length = case.get("run_length")
                    of_length = [move for move in alike if run_length in (None, move.run_length)]
                    assert len(of_length) == answer
                case _:
                    pytest.fail(f"{field} is not asked for")

    @asking("flow", column="southern")
    def test_flow(self, case: Case) -> None:
        state = position(case, SOUTHERN)
        game = oracle_game(case, oracle.SOUTHERN)
        accepted = False
        for (seat, text), by_oracle in zip(case["actions"], oracle_actions(case), strict=True):
            done = action(seat, text)
            accepted = done is not None and state.why_illegal(done) is None
            assert accepted is (game.refusal(by_oracle) is None)
            if done is None or not accepted:
                break
            state = state.apply(done)
            game.do(by_oracle)
        assert bridge.state_picture(state) == bridge.game_picture(game)
        answers = {
            "accepted": accepted,
            "turn": state.turn,
            "table": None if state.table is None else str(state.table),
            "passed": sorted(state.passed),
            "over": state.phase is not Phase.PLAYING,
            "places": None if state.last_round is None else list(state.last_round.places),
            "hands": [str(hand) for hand in state.hands],
        }
        holds = {field: answers[field] for field in case["southern"]} == case["southern"]
        assert holds is (case["line"] not in CONTRADICTED)
        if not holds:
            assert "CONG" in [reason for *_, reason in game.paid]
