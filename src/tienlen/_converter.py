"""Values to and from plain JSON data: the part that needs ``cattrs``, which is imported here alone.

Most classes are structured from their own fields and types; the hooks below say what is special:
cards are text, sets of cards are lists, enums are names, and where a value may be of several types
it is written as its type and itself.  Everything up to the game is imported; `data` and `notation`
are built on this.
"""

import reprlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar, get_args, get_origin

import attrs
from cattrs import (
    BaseValidationError,
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
)
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from tienlen.actions import Action
from tienlen.cards import CARDS, Card, CardSet
from tienlen.combos import Combo
from tienlen.errors import DataError, InvalidPositionError, InvalidRulesError
from tienlen.game import GameState, _state
from tienlen.policies import Twos
from tienlen.rules import PRESETS, Rules, check_rules
from tienlen.shapes import Shape
from tienlen.transitions import fresh
from tienlen.view import PlayerView

T = TypeVar("T")


_LONGEST: Final = 500
"""How much of a problem is told: some quote long lists, and logs are not to be filled by them."""


def rules_to_data(rules: Rules) -> dict[str, object]:
    """Write rules as their differences from the base game of schema 1."""
    check_rules(rules)
    data: dict[str, object] = converter.unstructure(rules)
    return data


def rules_from_data(data: object) -> Rules:
    """Read rules from their differences, or from the name of a preset.

    Raises:
        DataError: the data is neither, or the rules contradict themselves.
    """
    with faults_told():
        return converter.structure(data, Rules)


BASE_OF_SCHEMA_1: Final[dict[str, object]] = {
    "seats": [2, 3, 4],
    "hand_size": 13,
    "sequence_top": "ACE",
    "double_sequence_top": "ACE",
    "quad_sequence_top": None,
    "chops": [
        {
            "target": {"type": "Twos", "value": {"count": 1}},
            "bombs": [
                {"kind": "QUAD", "least": 1, "most": 1},
                {"kind": "DOUBLE_SEQUENCE", "least": 3, "most": 13},
            ],
        },
        {
            "target": {"type": "Twos", "value": {"count": 2}},
            "bombs": [{"kind": "DOUBLE_SEQUENCE", "least": 4, "most": 13}],
        },
        {
            "target": {"type": "Twos", "value": {"count": 3}},
            "bombs": [{"kind": "DOUBLE_SEQUENCE", "least": 5, "most": 13}],
        },
    ],
    "suits": "FREE",
    "twos_last": "ALLOWED",
    "free_chops": [],
    "opening": "FIRST_ROUND",
    "instant_wins": [],
    "settlement": "PLACES",
    "penalties": [],
    "target": 10,
}
"""The base game as schema 1 froze it.

Old documents are read against it, so it stays as it is whatever becomes of the defaults of `Rules`.
A field that `Rules` gets later is added with the value that changes nothing.
"""

# How faults are told


@contextmanager
def faults_told() -> Generator[None]:
    """Turn what is raised while data is made into a value into one error."""
    try:
        yield
    except (BaseValidationError, TypeError, ValueError) as error:
        # The faults have been made into text: the tree of errors behind it helps nobody.
        faults = _faults(error, "$")
        raise DataError(tuple((path, problem[:_LONGEST]) for path, problem in faults)) from None


def _faults(error: Exception, path: str) -> Iterator[tuple[str, str]]:
    """Walk the tree of errors that ``cattrs`` makes, down to the paths and problems."""
    match error:
        case ClassValidationError():
            fields, whole = error.group_exceptions()
            for inner, field in fields:
                yield from _faults(inner, _below(path, field.name))
            for inner in whole:
                yield from _faults(inner, path)
        case _ItemsError():
            for index, inner in error.items:
                yield from _faults(inner, f"{path}[{index}]")
        case ForbiddenExtraKeysError():
            for name in sorted(error.extra_fields, key=shown):
                yield _below(path, name), "there is no such field"
        case KeyError():
            yield path, MISSING
        case FieldError():
            yield _below(path, error.field), error.problem
        case InvalidPositionError():
            for fault in error.faults:
                yield path, fault
        case InvalidRulesError():
            for name in error.fields:
                yield _below(path, name), error.problem
        case _:
            yield path, str(error)


def _below(path: str, name: object) -> str:
    if isinstance(name, str) and name.isidentifier() and len(name) <= reprlib.aRepr.maxstring:
        return f"{path}.{name}"
    return f"{path}[{shown(name)}]"


MISSING: Final = "this field is missing"


class FieldError(ValueError):
    """One field of an object is at fault."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(field, problem)
        self.field = field
        self.problem = problem


class _ItemsError(ValueError):
    """Items of a list are at fault: for each its index and what is wrong with it."""

    def __init__(self, items: list[tuple[int, Exception]]) -> None:
        super().__init__(items)
        self.items = items


def shown(value: object) -> str:
    """Show a piece of data, however large it is and whatever it holds."""
    if isinstance(value, str):
        return reprlib.repr(value)
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge int"
    if value is None or isinstance(value, (int, float)):
        return repr(value)
    return _JSON_NAMES.get(type(value).__name__, f"a {type(value).__name__}")


_JSON_NAMES: Final = {"dict": "an object", "list": "a list"}


def expect(kind: type, wanted: str, data: Any) -> Any:
    """Refuse data that is not of a kind; a truth value is no int, as in JSON."""
    if data is _NOT_THERE:
        raise KeyError
    if not isinstance(data, kind) or (isinstance(data, bool) and kind is not bool):
        raise TypeError(f"{wanted} is wanted, not {shown(data)}")
    return data


_NOT_THERE: Final = object()
"""Stands for the fields that an object lacks, so that they are told with its other faults."""


# What is special about some types

converter: Final = Converter(
    forbid_extra_keys=True, unstruct_collection_overrides={tuple: list, frozenset: sorted}
)


def _structure_enum(data: Any, cls: type[Enum]) -> Enum:
    name = expect(str, "a name", data)
    if name not in cls.__members__:
        raise ValueError(f"{shown(name)} is none of {', '.join(cls.__members__)}")
    return cls[name]


def _is_tuple(cls: Any) -> bool:
    return get_origin(cls) is tuple


def _is_frozenset(cls: Any) -> bool:
    return get_origin(cls) is frozenset


def _structure_int(data: Any, _cls: object) -> Any:
    return expect(int, "an int", data)


def _structure_bool(data: Any, _cls: object) -> Any:
    return expect(bool, "true or false", data)


def _structure_card(data: Any, _cls: object) -> Card:
    card = _CARDS.get(expect(str, "a card", data))
    if card is None:
        raise ValueError(f"{shown(data)} is not a card; write rank and suit, such as 3S or TH")
    return card


_CARDS: Final = {str(card): card for card in CARDS}


def _structure_list(data: Any, cls: Any) -> list[Any]:
    """Make a list of what a type of collection holds."""
    item_type = get_args(cls)[0]
    made: list[Any] = []
    faulty: list[tuple[int, Exception]] = []
    for index, item in enumerate(expect(list, "a list", data)):
        try:
            made.append(converter.structure(item, item_type))
        except (BaseValidationError, TypeError, ValueError) as error:
            faulty.append((index, error))
            if len(faulty) == _MOST_FAULTY:
                break
    if faulty:
        raise _ItemsError(faulty)
    return made


_MOST_FAULTY: Final = 20
"""How many items of a list are found to be at fault; an error is a thousand times as large."""


def _structure_tuple(data: Any, cls: Any) -> tuple[Any, ...]:
    return tuple(_structure_list(data, cls))


def _structure_frozenset(data: Any, cls: Any) -> frozenset[Any]:
    items: set[Any] = set()
    for item in _structure_list(data, cls):
        if item in items:
            raise ValueError(f"{shown(item)} is listed twice")
        items.add(item)
    return frozenset(items)


def _structure_cards(data: Any, _cls: object) -> CardSet:
    return CardSet.of(_structure_list(data, tuple[Card, ...]))


def _structure_combo(data: Any, _cls: object) -> Combo:
    return Combo(_structure_cards(data, CardSet))


def _class_structurer(cls: Any) -> Callable[[Any, Any], Any]:
    """Make the hook for a class: an object with all its fields, defaults or not, and no others."""
    from_fields = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)
    none = {field.name: _NOT_THERE for field in attrs.fields(get_origin(cls) or cls) if field.init}
    return lambda data, _cls: from_fields(none | expect(dict, "an object", data), cls)


def _structure_rules(data: Any, cls: type[Rules]) -> Rules:
    if isinstance(data, str):
        if data not in PRESETS:
            raise ValueError(f"{shown(data)} is none of {', '.join(PRESETS)}")
        return PRESETS[data]
    return _rules_from_fields(BASE_OF_SCHEMA_1 | expect(dict, "an object", data), cls)


def _unstructure_rules(rules: Rules) -> dict[str, Any]:
    fields = _rules_to_fields(rules)
    return {name: part for name, part in fields.items() if part != BASE_OF_SCHEMA_1[name]}


_Parts: Any = attrs.make_class(
    "_Parts",
    {"hands": attrs.field(type=tuple[CardSet, ...])}
    | {
        field.name: attrs.field(type=field.type)
        for field in attrs.fields(PlayerView)
        if field.name not in ("seat", "hand", "counts")
    },
)
"""The public fields of a `GameState`: those of a view, with all hands instead of one."""
_PART_NAMES: Final = tuple(field.name for field in attrs.fields(_Parts))


def _unstructure_state(state: GameState) -> Any:
    return converter.unstructure(_Parts(*(getattr(state, name) for name in _PART_NAMES)))


def _structure_state(data: Any, _cls: object) -> GameState:
    parts = attrs.asdict(converter.structure(data, _Parts), recurse=False)
    hands, last = parts.pop("hands"), parts["last_round"]
    if parts["turn"] is not None and last is None:
        del parts["last_round"]
        return GameState.position(hands=hands, **parts)
    # Between rounds a state is what everybody sees of it: the cards left are public.
    seen = PlayerView(seat=None, hand=CardSet(), counts=tuple(map(len, hands)), **parts)
    left = (CardSet(),) * len(hands) if last is None else last.hands
    if hands != left:
        raise FieldError("hands", "they are not what last_round left")
    draft = fresh(seen.rules, len(hands))
    draft.round, draft.scores, draft.last_round = seen.round, seen.scores, last
    draft.hands, draft.discards = hands, seen.discards
    return _state(draft)


@attrs.frozen
class Tagged(Generic[T]):
    """A value that may be of several types, after the name of its type."""

    type: str
    value: T


def unstructure_tagged(value: object) -> dict[str, Any]:
    """Write a value after the name of its type."""
    return {"type": type(value).__name__, "value": converter.unstructure(value)}


def structure_tagged(data: Any, types: Mapping[str, Any], form: Any = Tagged) -> Any:
    """Make the value whose type the data names; ``form`` is the class that has both."""
    if "type" not in expect(dict, "an object", data):
        raise FieldError("type", MISSING)
    name = data["type"]
    if not isinstance(name, str) or name not in types:
        raise FieldError("type", f"{shown(name)} is none of {', '.join(types)}")
    return converter.structure(data, form[types[name]]).value


def _register_union(union: Any) -> None:
    types = {cls.__name__: cls for cls in get_args(union)}
    converter.register_unstructure_hook(union, unstructure_tagged)
    converter.register_structure_hook(union, lambda data, _union: structure_tagged(data, types))


converter.register_structure_hook_factory(attrs.has, _class_structurer)
converter.register_structure_hook(Enum, _structure_enum)
converter.register_structure_hook_func(_is_tuple, _structure_tuple)
converter.register_structure_hook_func(_is_frozenset, _structure_frozenset)
converter.register_structure_hook(int, _structure_int)
converter.register_structure_hook(bool, _structure_bool)
converter.register_structure_hook(Card, _structure_card)
converter.register_structure_hook(CardSet, _structure_cards)
converter.register_structure_hook(Combo, _structure_combo)
converter.register_unstructure_hook(Enum, attrgetter("name"))
converter.register_unstructure_hook(Card, str)
converter.register_unstructure_hook(CardSet, lambda cards: list(map(str, cards)))
converter.register_unstructure_hook(Combo, lambda combo: list(map(str, combo)))
_register_union(Action)
_register_union(Twos | Shape)
_rules_from_fields: Final = make_dict_structure_fn(Rules, converter, _cattrs_forbid_extra_keys=True)
_rules_to_fields: Final = make_dict_unstructure_fn(Rules, converter)
converter.register_structure_hook(Rules, _structure_rules)
converter.register_unstructure_hook(Rules, _unstructure_rules)
converter.register_structure_hook(GameState, _structure_state)
converter.register_unstructure_hook(GameState, _unstructure_state)
