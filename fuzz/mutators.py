"""Changes that keep most of an input's structure, which flips of bytes would destroy.

Each takes an input and a source of randomness and gives another input, or None where it cannot
make sense of this one.  No fuzzer is needed here.
"""

import ast
import json
import random
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final, TypeAlias

from fuzz.targets import text_of
from tienlen import DECK, json_schema

Mutator: TypeAlias = Callable[[bytes, random.Random], bytes | None]

TEXT_WORDS: Final = (
    *("tienlen 1\n", "rules ", "seats 2\n", "round 1\n", "hand 0: ", "scores ", "0: -", "; ", "\n"),
    *("♠", "♥", "♦\ufe0f", "10H", "{}", "SOUTHERN", '{"hand_size": 1, "target": 1}'),
    *("0", "1", "2", "00", "-1", "999999999", "1e9", "٣", "\N{MATHEMATICAL BOLD DIGIT THREE}S"),
    *("#", "\r", "\0", "\udcff", "\u2028"),
    *map(str, DECK),
)
"""What games are written with, and what looks like it."""

DATA_WORDS: Final = tuple(dict.fromkeys(re.findall(r'"([A-Za-z_]\w*)"', json.dumps(json_schema()))))
"""The names of types, fields and members."""

_JSON_ATOMS: Final = (
    *("None", "True", "False", "0", "1", "2", "3", "4", "13", "53", "-1", str(2**64), "9" * 400),
    *("0.5", "1e999", "-0.0", "''", "'0'", "'3S'", "'2H'", "'\\0'", "'\\ud800'", ascii("x" * 99)),
    *("[]", "[[]]", "{}", "{'': 0}", "['3S']"),
)
_PYTHON_ATOMS: Final = (
    *_JSON_ATOMS,
    *("()", "('3S',)", "b'3S'", "{1}", "{'3S', '4S'}", "1j", "...", "{1: 2}", "{None: 0}"),
    *("{(): ()}", "{b'type': 0}"),
)


def text(data: bytes, rng: random.Random) -> bytes:
    """Take out, repeat, move or replace some words of a text."""
    words = re.findall(r"\w+|\s+|[^\w\s]", text_of(data)) or [""]
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(words) + 1)
        end = min(len(words), start + rng.choice((0, 1, 1, 2, 4, 16)))
        elsewhere = rng.randrange(len(words) + 1)
        part: list[str] = rng.choice(
            ([], words[start:end], words[elsewhere : elsewhere + 8], [rng.choice(TEXT_WORDS)])
        )
        if rng.random() < 0.2:
            words[elsewhere:elsewhere] = part
        else:
            words[start:end] = part
    return "".join(words).encode("utf-8", "surrogateescape")


def json_data(data: bytes, rng: random.Random) -> bytes | None:
    """Change some values and names of a JSON document."""
    try:
        changed = _changed(json.loads(data), rng, _JSON_ATOMS)
        return json.dumps(changed).encode()
    except (ValueError, RecursionError):
        return None


def python_data(data: bytes, rng: random.Random) -> bytes | None:
    """Change some values and names of a Python literal."""
    try:
        changed = ascii(_changed(ast.literal_eval(text_of(data)), rng, _PYTHON_ATOMS))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return re.sub(r"\binf\b", "1e999", changed).encode()  # infinity, as it is read


MUTATORS: Final[dict[str, Mutator]] = {
    "record": text,
    "records": text,
    "json_data": json_data,
    "python_data": python_data,
}
"""By target: what is done to its inputs, half of the time; nothing where inputs are short."""


def _changed(document: Any, rng: random.Random, atoms: tuple[str, ...]) -> Any:
    """Change a document in place, except that it may itself be replaced."""
    root = [document]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(_places(root))
        container, key = rng.choice(places)
        other, other_key = rng.choice(places)
        match rng.randrange(6):
            case 0:
                container[key] = ast.literal_eval(rng.choice(atoms))
            case 1:
                container[key] = rng.choice(DATA_WORDS)
            case 2:
                # A copy, since nothing may contain itself.
                container[key] = deepcopy(other[other_key])
            case 3 if _is_object(container):
                container[rng.choice(DATA_WORDS)] = container.pop(key)
            case 3:
                container.insert(key, ast.literal_eval(rng.choice(atoms)))
            case 4 if container is not root:
                del container[key]
            case _ if type(container[key]) is int:
                container[key] += rng.choice((-1, 1))
            case _:
                container[key] = rng.choice(([container[key]], {"value": container[key]}))
    return root[0]


def _places(root: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Every list and object with every place in it."""
    containers: list[Any] = [root]
    while containers:
        container = containers.pop()
        parts = container.items() if _is_object(container) else enumerate(container)
        for key, part in list(parts):
            yield container, key
            if isinstance(part, (dict, list)):
                containers.append(part)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)
