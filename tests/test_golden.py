"""Reads what earlier releases wrote, and this one: games as text, documents and pickles.

What is in `golden/` is kept as it was written; `golden/README.md` tells what it is.
"""

from __future__ import annotations

import base64
import json
import pickle
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import tienlen
from tests import bridge, oracle
from tests.unit.checklist import type_of
from tienlen import (
    Action,
    Deal,
    Event,
    GameRecord,
    GameState,
    InstantWin,
    PaymentReason,
    Play,
    Rules,
    events_between,
    from_data,
    json_schema,
    to_data,
)
from tienlen._value import Value

GOLDEN = Path(__file__).with_name("golden")
GAMES = sorted(path.stem for path in (GOLDEN / "games").glob("*.txt"))
SCHEMA: Any = jsonschema.Draft202012Validator(json_schema())


def text(name: str) -> str:
    return (GOLDEN / "games" / f"{name}.txt").read_text("utf-8")


@cache
def game(name: str) -> GameRecord:
    return GameRecord.parse(text(name))


@cache
def states(name: str) -> tuple[GameState, ...]:
    return tuple(game(name).states())


@cache
def events(name: str, index: int) -> tuple[Event, ...]:
    """What happened by one action of a game."""
    return events_between(states(name)[index], states(name)[index + 1])


def evaluate(code: str) -> Any:
    """What the code of a golden value makes, of public names and of the golden games."""
    public = {name: getattr(tienlen, name) for name in tienlen.__all__}
    return eval(code, public | {"game": game, "states": states, "events": events})


def read_values() -> dict[str, Any]:
    """The document and the pickle of each value, by release and code."""
    return {
        f"{path.stem}: {code}": kept
        for path in sorted((GOLDEN / "values").glob("*.json"))
        for code, kept in json.loads(path.read_text("utf-8")).items()
    }


VALUES = read_values()


def value_of(key: str) -> Any:
    return evaluate(key.partition(": ")[2])


def value_types() -> set[type]:
    """The public classes of values."""
    public = [getattr(tienlen, name) for name in tienlen.__all__]
    return {each for each in public if isinstance(each, type) and issubclass(each, (Value, Enum))}


class TestValues:
    @pytest.mark.parametrize("key", VALUES)
    def test_value(self, key: str) -> None:
        """The document and the pickle give the value, and the value the document, to the byte."""
        kept, value = VALUES[key], value_of(key)
        again = pickle.loads(base64.b64decode(kept["pickle"]))
        assert type(again) is type_of(value)
        assert again == value
        assert hash(again) == hash(value)
        if kept["document"] is None:
            with pytest.raises(TypeError, match="to_data takes the values of this package"):
                to_data(value)
        else:
            assert from_data(kept["document"], type_of(value)) == value
            assert json.dumps(to_data(value)) == json.dumps(kept["document"])

    def test_schema(self) -> None:
        """One of each type, since the validator is slow; the smallest."""
        documents = [kept["document"] for kept in VALUES.values() if kept["document"] is not None]
        smallest: dict[str, Any] = {}
        for document in sorted(documents, key=lambda each: len(json.dumps(each))):
            smallest.setdefault(document["type"], document)
        for document in smallest.values():
            SCHEMA.validate(document)

    @pytest.mark.slow
    def test_schema_of_all(self) -> None:
        for kept in VALUES.values():
            if kept["document"] is not None:
                SCHEMA.validate(kept["document"])

    def test_every_type_is_kept(self) -> None:
        """A new public type of values needs golden ones: run ``python -m tests.golden.freeze``."""
        kept = {value_of(key) for key in VALUES}
        assert value_types() <= set(map(type_of, kept))
        members = {member for cls in value_types() if issubclass(cls, Enum) for member in cls}
        assert members <= kept


class TestGames:
    def test_every_rule_set_and_number_of_seats(self) -> None:
        assert {f"{name.lower()}-{n}" for name in oracle.PRESETS for n in (2, 3, 4)} <= set(GAMES)

    @pytest.mark.parametrize("name", GAMES)
    def test_text(self, name: str) -> None:
        """The text has the scores of each round, which reading checks; writing gives it again."""
        assert f"{game(name)}\n" == text(name)
        ended = [state for state in states(name) if state.last_round is not None]
        assert text(name).count("\nscores ") == len(ended) == len(game(name).results()) > 0

    @pytest.mark.parametrize("name", GAMES)
    def test_results_are_kept(self, name: str) -> None:
        """Places, points, payments and the cards left are in a document for each round."""
        expected = [
            index for index, state in enumerate(states(name)) if state.last_round is not None
        ]
        codes = {key.partition(": ")[2] for key in VALUES}
        assert {f"states({name!r})[{index}].last_round" for index in expected} <= codes

    @pytest.mark.parametrize("name", GAMES)
    def test_oracle(self, name: str) -> None:
        """The oracle plays the game to the same end, through the same states."""
        (rules,) = [own for own, rules in bridge.PRESETS.items() if rules == game(name).rules]
        board = oracle.Game(game(name).seats, rules)
        for action, state in zip(game(name).actions, states(name)[1:], strict=True):
            board.do(oracle_action(action))
            assert bridge.state_picture(state) == bridge.game_picture(board)

    def test_what_comes_up(self) -> None:
        told = [
            event
            for name in GAMES
            for index in range(len(game(name)))
            for event in events(name, index)
        ]
        assert {type(event) for event in told} == set(Event.__args__)
        chops = {event.free for event in told if isinstance(event, tienlen.Chopped)}
        assert chops == {False, True}
        results = [result for name in GAMES for result in game(name).results()]
        assert {paid.reason for each in results for paid in each.payments} == set(PaymentReason)
        assert {each.instant_win for each in results} >= {None, InstantWin.SIX_PAIRS}


def oracle_action(action: Action) -> oracle.Action:
    match action:
        case Deal(hands):
            return ("deal", [[*bridge.strings(hand)] for hand in hands])
        case Play(seat, combo):
            return ("play", seat, [*bridge.strings(combo)])
        case _:
            return ("pass", action.seat)


def test_rules_by_name_are_those_of_the_games() -> None:
    """Unless a release corrects a rule set, on purpose; then old games keep the rules they had."""
    for name in GAMES:
        preset = name.partition("-")[0].upper()
        by_name = from_data({"schema": 1, "type": "Rules", "value": preset}, Rules)
        assert by_name == game(name).rules
