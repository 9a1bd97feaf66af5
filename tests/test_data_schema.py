"""Holds the JSON Schema and the data against one another, over whole games and broken data."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from importlib import resources
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tienlen import (
    CARDGAMES_IO,
    NORTHERN,
    PAGAT,
    SOUTHERN,
    VIET_CONG,
    Action,
    DataError,
    Deal,
    GameRecord,
    GameState,
    Phase,
    Rules,
    events_between,
    from_data,
    json_schema,
    to_data,
)

A_THIRD = settings(max_examples=settings().max_examples // 3)

PRESETS = [CARDGAMES_IO, PAGAT, SOUTHERN, NORTHERN, VIET_CONG]
SCHEMA: Any = json_schema()
VALIDATOR: Any = jsonschema.Draft202012Validator(SCHEMA)


def is_valid(data: Any) -> bool:
    return bool(VALIDATOR.is_valid(data))


def is_read(data: object) -> bool:
    try:
        from_data(data)
    except DataError:
        return False
    return True


def play(
    rules: Rules, seats: int, rng: random.Random, actions: int
) -> Iterator[tuple[Action, GameState]]:
    """Play at random, and give each action with the state that follows."""
    state = GameState.new(seats, rules)
    for _ in range(actions):
        if state.phase is Phase.OVER:
            return
        action: Action = (
            Deal.shuffled(rng, seats, rules)
            if state.phase is Phase.DEALING
            else rng.choice(state.legal_actions())
        )
        state = state.apply(action)
        yield action, state


def values(before: GameState, action: Action, state: GameState) -> Iterator[object]:
    """All values that come up with one action."""
    yield from (action, state, *map(state.view, [None, *range(state.seats)]))
    yield from events_between(before, state)
    if state.last_round is not None:
        yield state.last_round
        yield from state.last_round.payments


def game(rules: Rules, seats: int, seed: int, actions: int) -> Iterator[object]:
    """All kinds of values that come up in a game."""
    before, record = GameState.new(seats, rules), GameRecord(rules, seats, [])
    for action, state in play(rules, seats, random.Random(seed), actions):
        yield from values(before, action, state)
        before, record = state, record.apply(action)
    yield from (record, rules, *rules.chops, *rules.free_chops)


def places(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of each part of some data."""
    yield path
    parts: Any = data
    if isinstance(data, dict):
        for name in parts:
            yield from places(parts[name], (*path, name))
    elif isinstance(data, list):
        for place, part in enumerate(parts):
            yield from places(part, (*path, place))


def part_of(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def sampled(seed: int) -> dict[str, Any]:
    """The data of some value."""
    rng = random.Random(seed)
    rules, seats = rng.choice(PRESETS), rng.choice([2, 3, 4])
    steps = [*play(rules, seats, rng, rng.randint(2, 60))]
    record = GameRecord(rules, seats, [action for action, _ in steps])
    (_, before), (action, state) = steps[-2:]
    rare = {type(value).__name__: value for value in values(before, action, state)}
    rare |= {"GameRecord": record, "Rules": rules, "Chop": rules.chops[-1]}
    data: dict[str, Any] = to_data(rare[rng.choice(sorted(rare))])
    return data


seeds = st.integers(0, 2**32)


class TestSchema:
    def test_is_one(self) -> None:
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_lies_in_the_package(self) -> None:
        text = resources.files("tienlen").joinpath("schema-1.json").read_text("utf-8")
        assert json.loads(text) == SCHEMA

    def test_each_call_gives_a_new_one(self) -> None:
        json_schema().clear()
        assert json_schema() == SCHEMA

    def test_every_object_is_closed_and_every_definition_used(self) -> None:
        objects: list[Any] = [
            part
            for path in places(SCHEMA)
            if isinstance(part := part_of(SCHEMA, path), dict) and "required" in part
            if path[-1:] != ("properties",)
        ]
        assert len(objects) > 25
        for each in objects:
            assert each["additionalProperties"] is False
            assert set(each["required"]) == set(each["properties"])
        used = {part_of(SCHEMA, path) for path in places(SCHEMA) if path[-1:] == ("$ref",)}
        assert used == {f"#/$defs/{name}" for name in SCHEMA["$defs"]}
        assert all("description" in each for each in SCHEMA["$defs"].values())


class TestGames:
    @pytest.mark.parametrize(
        ("seats", "actions"),
        [(4, 20), *(pytest.param(seats, 80, marks=pytest.mark.slow) for seats in (2, 3, 4))],
    )
    @pytest.mark.parametrize("rules", PRESETS)
    def test_all_values_keep_to_the_schema_and_come_back(
        self, rules: Rules, seats: int, actions: int
    ) -> None:
        kinds: set[str] = set()
        for place, value in enumerate(game(rules, seats, 11 * seats, actions)):
            data = to_data(value)
            text = json.dumps(data)
            again = from_data(json.loads(text), type(value))
            assert again == value
            assert hash(again) == hash(value)
            assert json.dumps(to_data(again)) == text
            # The validator is slow, so it looks at the first of each type and at some others.
            if type(value).__name__ not in kinds or place % 16 == 0:
                kinds.add(type(value).__name__)
                VALIDATOR.validate(data)
        assert kinds >= {"Deal", "Play", "Pass", "GameState", "PlayerView", "GameRecord", "Played"}

    @A_THIRD
    @given(seeds)
    def test_random_values(self, seed: int) -> None:
        data = sampled(seed)
        assert is_valid(data)
        assert to_data(from_data(data)) == data

    @A_THIRD
    @given(strategies.states())
    def test_states_with_much_to_remember(self, state: GameState) -> None:
        data = to_data(state)
        assert is_valid(data)
        assert from_data(json.loads(json.dumps(data)), GameState) == state


class TestBrokenData:
    """What the schema refuses is never read.  It cannot know all that is checked besides."""

    @A_THIRD
    @given(seeds, st.data())
    def test_fields_too_few(self, seed: int, draw: st.DataObject) -> None:
        data = sampled(seed)
        fields = [
            path
            for path in places(data)
            if path and isinstance(path[-1], str)
            # Rules are differences, of which any may be left out.
            if path[-2:-1] != ("rules",) and not (data["type"] == "Rules" and len(path) == 2)
        ]
        *path, name = draw.draw(st.sampled_from(fields))
        del part_of(data, tuple(path))[name]
        assert not is_valid(data)
        assert not is_read(data)

    @A_THIRD
    @given(seeds, st.data())
    def test_fields_too_many(self, seed: int, draw: st.DataObject) -> None:
        data = sampled(seed)
        objects = [path for path in places(data) if isinstance(part_of(data, path), dict)]
        part_of(data, draw.draw(st.sampled_from(objects)))["colour"] = draw.draw(replacements)
        assert not is_valid(data)
        assert not is_read(data)

    @A_THIRD
    @given(seeds, st.data())
    def test_parts_of_another_type(self, seed: int, draw: st.DataObject) -> None:
        data = sampled(seed)
        *path, last = draw.draw(st.sampled_from(list(places(data))[1:]))
        part_of(data, tuple(path))[last] = draw.draw(replacements)
        assert is_valid(data) or not is_read(data)

    @A_THIRD
    @given(seeds, st.data())
    def test_parts_from_elsewhere(self, seed: int, draw: st.DataObject) -> None:
        data = sampled(seed)
        every = list(places(data))[1:]
        *path, last = draw.draw(st.sampled_from(every))
        other = copy.deepcopy(part_of(data, draw.draw(st.sampled_from(every))))
        part_of(data, tuple(path))[last] = other
        assert is_valid(data) or not is_read(data)


SMALL_DATA: list[Any] = [0.5, "", "3S", "QUAD", "Play", "PAGAT", [], ["3S"], ["3S", "3S"], [0], {}]
replacements: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers(-2, 60) | st.sampled_from(SMALL_DATA)
)
