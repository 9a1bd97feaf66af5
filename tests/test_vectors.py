"""Holds the library against the vectors in `docs/vectors`, and those against the oracle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import pytest

from tests import make_vectors, oracle, strategies
from tests.make_vectors import VECTORS
from tienlen import (
    Action,
    Card,
    CardSet,
    Combo,
    Deal,
    GameState,
    IllegalMoveError,
    IllegalReason,
    InstantWin,
    Kind,
    Pass,
    PaymentReason,
    Phase,
    Play,
    Rules,
    beats,
    classify,
    from_data,
    legal_moves,
    to_data,
)

QUESTIONS = ("classify", "beats", "legal", "flow")


def read(name: str) -> Any:
    data = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    assert data["format"] == make_vectors.FORMAT
    return data


def rules_of(value: object) -> Rules:
    return from_data({"schema": 1, "type": "Rules", "value": value}, Rules)


RULES = {name: rules_of(changes) for name, changes in read("rules")["rules"].items()}
CASES: dict[str, list[Any]] = {name: read(name)["cases"] for name in QUESTIONS}


def combo(text: str) -> Combo:
    return Combo.parse(text, rules=None)


def combo_or_none(text: str | None) -> Combo | None:
    return None if text is None else combo(text)


def action(step: Any) -> Action:
    match step:
        case {"deal": hands}:
            return Deal(map(CardSet.parse, hands))
        case {"seat": seat, "play": cards}:
            return Play(seat, combo(cards))
        case {"seat": seat, "pass": True}:
            return Pass(seat)
        case _:
            raise AssertionError(step)


def picture(state: GameState) -> dict[str, Any]:
    """What everybody sees of a state, named as in data and with cards as text."""
    data: Any = to_data(state.view(None))
    seen: dict[str, Any] = data["value"]
    seen |= {"phase": state.phase.name, "winner": state.winner}
    if state.table is not None:
        seen["table"] = str(state.table)
    if state.last_round is not None:
        seen["last_round"]["hands"] = [*map(str, state.last_round.hands)]
    return seen


def first_state(game: Any) -> GameState:
    changes = read("rules")["rules"][game["rules"]] | game["changes"]
    return GameState.new(game["seats"], rules_of(changes))


class TestLibrary:
    """The library gives the answers of the vectors."""

    def test_rules(self) -> None:
        assert {name: rules_of(name) for name in RULES} == RULES
        base = read("rules")["base"]
        assert rules_of(base) == rules_of({}) == rules_of("CARDGAMES_IO")
        assert [*base] == [field.name for field in attrs.fields(Rules) if field.init]

    def test_classify(self) -> None:
        for case in CASES["classify"]:
            found = classify(CardSet.parse(case["cards"]), RULES[case["rules"]])
            kind, length = (None, None) if found is None else (found.kind.name, found.run_length)
            assert (kind, length) == (case["kind"], case["run_length"]), case

    def test_beats(self) -> None:
        for case in CASES["beats"]:
            found = beats(combo(case["cards"]), combo(case["table"]), RULES[case["rules"]])
            assert found is case["beats"], case

    def test_legal(self) -> None:
        for case in CASES["legal"]:
            hand, table = CardSet.parse(case["hand"]), combo_or_none(case["table"])
            including = None if case["including"] is None else Card.parse(case["including"])
            moves = legal_moves(hand, table, RULES[case["rules"]], including=including)
            assert [*map(str, moves)] == case["moves"], case

    @pytest.mark.parametrize("place", range(len(CASES["flow"])))
    def test_flow(self, place: int) -> None:
        game = CASES["flow"][place]
        state = first_state(game)
        expected = game["before"]
        for number, step in enumerate(game["steps"]):
            tried = action(step)
            reason = state.why_illegal(tried)
            assert (None if reason is None else reason.name) == step.get("refused"), number
            if reason is None:
                state = state.apply(tried)
                expected = expected | step["then"]
            else:
                with pytest.raises(IllegalMoveError):
                    state.apply(tried)
            seen = picture(state)
            assert {name: seen[name] for name in expected} == expected, number


class TestOracle:
    """The answers are the oracle's, and the files are what `make_vectors` writes."""

    def test_classify(self) -> None:
        for case in CASES["classify"]:
            name = oracle.name(case["cards"].split(), oracle.PRESETS[case["rules"]])
            assert make_vectors.kind_of(name) == case["kind"], case

    def test_beats(self) -> None:
        for case in CASES["beats"]:
            cards, table = case["cards"].split(), case["table"].split()
            found = oracle.beats(cards, table, oracle.PRESETS[case["rules"]])
            assert found is case["beats"], case

    def test_flow(self) -> None:
        for game in CASES["flow"]:
            flow = make_vectors.Flow(game["name"], game["rules"], game["changes"], game["seats"])
            for step in game["steps"]:
                flow.do(oracle_action(step))
            assert json.loads(make_vectors.case_in_lines(flow.case)) == game

    @pytest.mark.slow
    def test_files(self) -> None:
        for path, text in make_vectors.files():
            assert path.read_text("utf-8") == text

    def test_examples_of_the_page(self) -> None:
        """Each line of JSON on the page is a line of a file."""
        page = VECTORS.with_name("test-vectors.md").read_text("utf-8")
        shown = [line for line in page.splitlines() if line.startswith('{"')]
        lines = {
            line.removesuffix(",")
            for name in QUESTIONS
            for line in (VECTORS / f"{name}.json").read_text("utf-8").splitlines()
        }
        assert len(shown) > len(QUESTIONS)
        assert set(shown) <= lines

    def test_no_other_files(self) -> None:
        files = {path.name for path in VECTORS.iterdir()}
        assert files == {f"{name}.json" for name in ("rules", *QUESTIONS)}


def oracle_action(step: Any) -> oracle.Action:
    match step:
        case {"deal": hands}:
            return ("deal", [hand.split() for hand in hands])
        case {"seat": seat, "play": cards}:
            return ("play", seat, cards.split())
        case _:
            return ("pass", step["seat"])


def transitions() -> Iterator[tuple[GameState, Action, GameState]]:
    """Every legal step of the games."""
    for game in CASES["flow"]:
        before = first_state(game)
        for step in game["steps"]:
            if "then" in step:
                after = before.apply(action(step))
                yield before, action(step), after
                before = after


COMES_UP: dict[str, Callable[[GameState, Action, GameState], object]] = {
    "free chop out of turn": lambda before, action, _: (
        isinstance(action, Play) and action.seat not in {before.turn, *before.passed}
    ),
    "free chop after passing": lambda before, action, _: (
        isinstance(action, Play) and action.seat in before.passed
    ),
    # 2D, three pairs, a quad and four pairs: 2 + 3 + 4 + 6.
    "chain of four bombs": lambda _before, _action, after: after.chain == 15,
    "chain that nobody pays": lambda before, action, after: (
        before.chain and isinstance(action, Pass) and after.payments == before.payments
    ),
    "lead inherited": lambda before, _, after: (
        before.table and after.table is None and after.turn not in {before.table_seat, None}
    ),
    "answer to the combo that went out": lambda before, action, _: (
        isinstance(action, Play) and before.table_seat in before.finished
    ),
    "seat caught while others play on": lambda _before, _action, after: after.stopped,
    "tie at the target": lambda _before, _action, after: (
        after.phase is Phase.DEALING and max(after.scores) >= (after.rules.target or 100)
    ),
    "game won by another than the last round": lambda _before, _action, after: (
        after.last_round and after.winner not in {after.last_round.places[0], None}
    ),
    "opening of a later round": lambda _before, _action, after: (
        after.round > 1 and after.opening_card
    ),
}


def distinct(cases: Iterable[Any], *names: str) -> set[tuple[object, ...]]:
    return {tuple(case[name] for name in names) for case in cases}


def results() -> list[Any]:
    """How every round of the games ended."""
    steps = [step for game in CASES["flow"] for step in game["steps"] if "then" in step]
    return [step["then"]["last_round"] for step in steps if step["then"].get("last_round")]


class TestContents:
    """What is worth asking is asked, of every rule set."""

    def test_they_are_small(self) -> None:
        assert sum(path.stat().st_size for path in VECTORS.iterdir()) < 1_000_000

    @pytest.mark.parametrize("name", QUESTIONS)
    def test_every_rule_set(self, name: str) -> None:
        assert {case["rules"] for case in CASES[name]} == set(oracle.PRESETS) == set(RULES)

    @pytest.mark.parametrize("name", ["classify", "beats", "legal"])
    def test_no_question_twice(self, name: str) -> None:
        names = {"classify": ["cards"], "beats": ["cards", "table"]}
        asked = names.get(name, ["hand", "table", "including"])
        assert len(distinct(CASES[name], "rules", *asked)) == len(CASES[name])

    def test_no_more_cards_than_a_hand_has(self) -> None:
        for name, part in [("classify", "cards"), ("beats", "cards"), ("legal", "hand")]:
            sizes = {len(case[part].split()) for case in CASES[name]}
            assert max(sizes) == make_vectors.HAND

    def test_every_kind_and_length_a_hand_can_hold(self) -> None:
        for name, rules in oracle.PRESETS.items():
            cases = [case for case in CASES["classify"] if case["rules"] == name]
            held = {
                (make_vectors.kind_of(each), strategies.parts(each)[1])
                for each in make_vectors.held_names(rules)
            }
            assert distinct(cases, "kind", "run_length") == {(None, None)} | held
        assert {kind for kind, _ in distinct(CASES["classify"], "kind", "run_length")} == {
            None,
            *(kind.name for kind in Kind),
        }

    def test_every_row_of_the_chop_tables(self) -> None:
        """Each bomb that a hand can hold beats its targets, and others fail on each."""
        for name, rules in oracle.PRESETS.items():
            seen: dict[bool, set[tuple[str, str]]] = {True: set(), False: set()}
            for case in CASES["beats"]:
                if case["rules"] == name:
                    cards, table = case["cards"].split(), case["table"].split()
                    target = oracle.name(table, rules) or ""
                    target += " of 2s" * oracle.is_twos(table)
                    seen[case["beats"]].add((oracle.name(cards, rules) or "", target))
            bombs = make_vectors.held_bombs(rules)
            targets = [*bombs, "single of 2s", "pair of 2s", "triple of 2s", "quad of 2s"]
            chops = {
                (bomb, target)
                for bomb in bombs
                for target in targets
                if oracle.is_listed(bomb, rules.chops.get(target, ()))
            }
            others = {(bomb, target) for bomb in bombs for target in targets if bomb != target}
            assert seen[True] & others == chops
            failing = {target for _, target in others - chops}
            assert {target for _, target in seen[False] & others} == failing

    def test_legal_moves_of_every_sort(self) -> None:
        for name in oracle.PRESETS:
            cases = [case for case in CASES["legal"] if case["rules"] == name]
            leads = [case for case in cases if case["table"] is None]
            opens = [case for case in leads if case["including"] is not None]
            follows = [case for case in cases if case["table"] is not None]
            for some in (leads, opens, follows):
                assert min(len(case["moves"]) for case in some) == 0
                assert max(len(case["moves"]) for case in some) > 1
            assert max(len(case["moves"]) for case in leads) > 20

    def test_bar_on_the_last_2s(self) -> None:
        """Rule 9.2 takes moves away that the same rules without it would allow."""
        free = {"allowed": 0, "barred": 0}
        rules = attrs.evolve(RULES["NORTHERN"], twos_last=RULES["PAGAT"].twos_last)
        for case in CASES["legal"]:
            if case["rules"] == "NORTHERN":
                hand, table = CardSet.parse(case["hand"]), combo_or_none(case["table"])
                including = None if case["including"] is None else Card.parse(case["including"])
                moves = legal_moves(hand, table, rules, including=including)
                free["barred"] += len(case["moves"]) < len(moves)
                last = [move for move in moves if move.cards == hand and move.top.rank.value == "2"]
                free["allowed"] += any(str(move) in case["moves"] for move in last)
        assert min(free.values()) > 2

    def test_every_reason_for_a_refusal(self) -> None:
        steps = [step for game in CASES["flow"] for step in game["steps"]]
        assert {step["refused"] for step in steps if "refused" in step} == {
            reason.name for reason in IllegalReason
        }

    def test_every_payment_and_every_pattern(self) -> None:
        assert {paid["reason"] for each in results() for paid in each["payments"]} == {
            reason.name for reason in PaymentReason
        }
        assert {each["instant_win"] for each in results()} == {
            None,
            *(pattern.name for pattern in InstantWin),
        }

    def test_every_number_of_seats(self) -> None:
        assert distinct(CASES["flow"], "rules", "seats") >= {
            (name, seats) for name in RULES for seats in (2, 3, 4)
        }

    @pytest.mark.parametrize("what", COMES_UP)
    def test_what_comes_up_in_games(self, what: str) -> None:
        assert any(COMES_UP[what](*step) for step in transitions())
