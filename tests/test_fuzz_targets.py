"""What fuzzing found, and what hostile people send, once more and without a fuzzer."""

from __future__ import annotations

import random
import time
import tracemalloc
from pathlib import Path

import pytest

from fuzz.mutators import MUTATORS
from fuzz.targets import TARGETS

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"
INPUTS = {f"{path.parent.name}/{path.name}": path for path in sorted(CORPUS.glob("*/*"))}


@pytest.mark.parametrize("path", INPUTS.values(), ids=INPUTS)
def test_the_corpus(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


def test_every_target_has_a_small_corpus() -> None:
    assert {path.parent.name for path in INPUTS.values()} == set(TARGETS)
    assert len(INPUTS) < 200
    assert max(path.stat().st_size for path in INPUTS.values()) < 2_000


@pytest.mark.parametrize("name", MUTATORS)
def test_changes_of_the_corpus(name: str) -> None:
    """Up to ten steps away from inputs of the corpus; a fault tells where it was found."""
    rng = random.Random(name)
    inputs = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
    changes = 0
    for _ in range(30):
        data = rng.choice(inputs)
        for _ in range(10):
            changed = MUTATORS[name](data, rng)
            if changed is None:
                break
            changes += changed != data
            data = changed
            try:
                TARGETS[name](data)
            except Exception as fault:
                fault.add_note(f"the input: {data!r}")
                raise
    assert changes > 100


MANY = 20_000
DEALT = (
    'tienlen 1\nrules {"hand_size": 1, "opening": "FREE"}\nseats 2\n'
    "round 1\nhand 0: 3S\nhand 1: 4S\n"
)
HOSTILE = {
    "one card of many digits": ("card", "10" * MANY),
    "many suits": ("card", "♠\ufe0f" * MANY),
    "many cards without a gap": ("card_set", "3S" * MANY),
    "a long word that is almost cards": ("card_set", "3S" * MANY + "x"),
    "many commas": ("card_set", "," * MANY),
    "many cards": ("combo", "3S, " * MANY),
    "many digits": ("combo", "1" * MANY),
    "a format of many digits": ("record", "tienlen " + "1" * MANY),
    "many seats": ("record", "tienlen 1\nseats " + "9" * MANY),
    "many blank lines": ("record", "tienlen 1\nseats 2\n" + " \n" * MANY),
    "a long comment": ("record", "tienlen 1\nseats 2\n" + "#" * MANY),
    "many comments": ("record", "tienlen 1\nseats 2\n" + "#\n" * MANY),
    "many brackets": ("record", "tienlen 1\nrules {" + '"seats": ' + "[" * MANY),
    "many objects": ("record", "tienlen 1\nrules " + '{"seats": ' * MANY),
    "rules for many numbers": ("record", 'tienlen 1\nrules {"seats": [2' + ",2" * MANY + "]}"),
    "rules of many digits": ("record", 'tienlen 1\nrules {"target": ' + "9" * MANY + "}"),
    "a hand of many cards": ("record", "tienlen 1\nseats 2\nround 1\nhand 0:" + " 3S" * MANY),
    "many spaces in a line": ("record", DEALT + "0:" + " " * MANY + "3S"),
    "many passes": ("record", DEALT + "0: -; " * MANY),
    "many empty actions": ("record", DEALT + ";" * MANY),
    "a seat of many digits": ("record", DEALT + "9" * MANY + ": -"),
    "many broken games": ("records", "tienlen 1\n" * (MANY // 20)),
    "many games": ("records", "tienlen 1\nseats 2\n" * (MANY // 100)),
    "one game of many lines": ("records", "x\n" * MANY),
    "lists in lists": ("json_data", "[" * MANY),
    "lists in lists as a value": (
        "json_data",
        '{"schema": 1, "type": "CardSet", "value": ' + "[" * 900 + "]" * 900 + "}",
    ),
    "many times a card": (
        "json_data",
        '{"schema": 1, "type": "CardSet", "value": ["3S"' + ', "3S"' * MANY + "]}",
    ),
    "many faults": (
        "json_data",
        '{"schema": 1, "type": "Deal", "value": {"hands": [0' + ", 0" * (MANY // 4) + "]}}",
    ),
    "many fields": (
        "json_data",
        '{"schema": 1, "type": "Pass", "value": {"seat": 1'
        + "".join(f', "x{number}": 0' for number in range(MANY // 4))
        + "}}",
    ),
    "a long name": ("json_data", '{"schema": 1, "type": "' + "Pass" * MANY + '", "value": 0}'),
    "a state of many seats": (
        "json_data",
        '{"schema": 1, "type": "GameState", "value": {"hands": [[]' + ", []" * MANY + "]}}",
    ),
    "a huge number": (
        "json_data",
        '{"schema": 1, "type": "Pass", "value": {"seat": ' + "9" * 4_000 + "}}",
    ),
    "tuples in tuples": (
        "python_data",
        "{'schema': 1, 'type': 'Deal', 'value': " + "(" * 90 + ")" * 90 + "}",
    ),
}


@pytest.mark.parametrize(("name", "text"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_sizes(name: str, text: str) -> None:
    """What takes a time or a memory that grows faster than the text is far above these bounds."""
    data = text.encode()
    tracemalloc.start()
    try:
        start = time.process_time()
        TARGETS[name](data)
        seconds = time.process_time() - start
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert seconds < 3
    assert peak < 1_000_000 + 300 * len(data)
