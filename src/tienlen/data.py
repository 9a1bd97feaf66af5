"""Values to and from plain JSON data (the format is told in the documentation and `json_schema`).

The top of the package: everything else may be imported.
"""

import json
from typing import Any, Final, Generic, TypeVar, get_args, overload

import attrs

from tienlen._converter import (
    MISSING,
    FieldError,
    expect,
    faults_told,
    shown,
    structure_tagged,
    unstructure_tagged,
)
from tienlen._value import told
from tienlen.actions import Deal, Pass, Play
from tienlen.cards import Card, CardSet, Rank, Suit
from tienlen.combos import Combo
from tienlen.errors import IllegalReason
from tienlen.events import Event
from tienlen.game import GameState, Phase
from tienlen.notation import GameRecord
from tienlen.policies import (
    Chop,
    InstantWin,
    Opening,
    Penalty,
    Settlement,
    Suits,
    Twos,
    TwosLast,
)
from tienlen.rules import Rules
from tienlen.scoring import Payment, PaymentReason, RoundResult
from tienlen.shapes import Kind, Shape, Shapes
from tienlen.view import PlayerView

T = TypeVar("T")
U = TypeVar("U")


def to_data(value: object) -> dict[str, object]:
    """Write a value as plain data, ready for ``json.dumps``.

    Equal values give equal data, in the same order.  The data of a `PlayerView` shows no more than
    the view does; that of a `GameState` or a `GameRecord` shows every hand.

    >>> to_data(Play(2, Combo.parse("3S 3C")))
    {'schema': 1, 'type': 'Play', 'value': {'seat': 2, 'combo': ['3S', '3C']}}
    >>> to_data(3)
    Traceback (most recent call last):
        ...
    TypeError: to_data takes the values of this package, not 3

    Raises:
        TypeError: it is no value that has a form as data.
    """
    if TYPES.get(type(value).__name__) is not type(value):
        raise TypeError(f"to_data takes the values of this package, not {told(value)}")
    return {"schema": SCHEMA, **unstructure_tagged(value)}


@overload
def from_data(data: object) -> object: ...
@overload
def from_data(data: object, wanted: type[T], /) -> T: ...
@overload
def from_data(data: object, wanted: type[T], or_else: type[U], /) -> T | U: ...
def from_data(data: object, *wanted: type[Any]) -> object:
    """Make the value that `to_data` wrote, through the same checks as any other.

    Whoever says which types are wanted gets no other; a server says so of what clients send.

    >>> message = {"schema": 1, "type": "Pass", "value": {"seat": 2}}
    >>> from_data(message, Play, Pass)
    Pass(seat=2)
    >>> from_data(message, Rules)
    Traceback (most recent call last):
        ...
    tienlen.errors.DataError: $.type: 'Pass' is none of Rules

    Args:
        data: what ``json.loads`` gives.
        wanted: the types that are welcome; all that have a form as data if none are given.

    Raises:
        DataError: the data is no such value; all faults are listed, of a list the first 20.
    """
    for cls in wanted:
        if cls not in TYPES.values():
            raise TypeError(f"{told(cls)} has no form as data")
    types = {cls.__name__: cls for cls in wanted} or TYPES
    with faults_told():
        _check_schema(data)
        return structure_tagged(data, types, _Document)


def json_schema() -> dict[str, object]:
    """Give the JSON Schema (draft 2020-12) that all data written by `to_data` keeps to.

    >>> json_schema()["title"]
    'tienlen data, schema 1'
    """
    from importlib import resources  # whoever only reads and writes need not wait for it

    text = resources.files("tienlen").joinpath(f"schema-{SCHEMA}.json").read_text("utf-8")
    schema: dict[str, object] = json.loads(text)
    return schema


SCHEMA: Final = 1
"""The number of the format, which changes when old data could no longer be read."""


@attrs.frozen
class _Document(Generic[T]):
    """A value with what is needed to read it."""

    schema: int
    type: str
    value: T


def _check_schema(data: object) -> None:
    """Refuse other formats before anything is said about the fields."""
    document = expect(dict, "an object", data)
    if "schema" not in document:
        raise FieldError("schema", MISSING)
    number = document["schema"]
    if type(number) is not int or number != SCHEMA:
        raise FieldError("schema", f"this release reads schema {SCHEMA}, not {shown(number)}")


TYPES: Final[dict[str, type[Any]]] = {
    cls.__name__: cls
    for cls in (
        Card,
        CardSet,
        Rank,
        Suit,
        Combo,
        Kind,
        Shape,
        Shapes,
        Rules,
        Twos,
        Chop,
        Suits,
        TwosLast,
        Opening,
        InstantWin,
        Settlement,
        Penalty,
        Deal,
        Play,
        Pass,
        IllegalReason,
        Phase,
        GameState,
        RoundResult,
        Payment,
        PaymentReason,
        PlayerView,
        GameRecord,
        *get_args(Event),
    )
}
"""By name: what has a form as data."""
