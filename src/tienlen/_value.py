"""What all values of the package have in common.  Imports nothing of the package."""

import enum
import functools
import math
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, ClassVar, Final, Self, cast

import attrs


class Value:
    """An immutable value: a copy of it is itself."""

    __slots__ = ()

    _may_be_told: ClassVar[bool] = False
    """Whether errors about a wrong type may show it; not so for what has cards in it."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self


class Record(Value):
    """A value that is the sum of its parts: equal, and hashed, by them.

    `attrs` could compile these methods for each class, but then every program would wait for that
    as it starts, and comparing is rare.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        cls = type(self)
        return (
            _parts_of(cls)(self) == _parts_of(cls)(other) if type(other) is cls else NotImplemented
        )

    def __hash__(self) -> int:
        return hash(_parts_of(self.__class__)(self))

    def __repr__(self) -> str:
        names = [field.name for field in _fields(type(self)) if field.repr]
        parts = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in names)
        return f"{type(self).__name__}({parts})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Through the constructor, which checks and has defaults for what older pickles lack.
        fields = (field.name for field in _fields(type(self)) if field.init)
        return type(self), tuple(_pickled(getattr(self, name)) for name in fields)


def _find_parts(cls: Any) -> Callable[[Any], Any]:
    return attrgetter(*(field.name for field in _fields(cls) if field.eq))


_parts_of: Callable[[Any], Callable[[Any], Any]] = functools.cache(_find_parts)


def _fields(cls: Any) -> "tuple[attrs.Attribute[Any], ...]":
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls)
    return fields


def refilled(numbers: frozenset[int]) -> frozenset[int]:
    """Give an equal set that goes through its numbers as all such do, however this one was filled.

    Small numbers may be stored in the order in which they came.
    """
    return frozenset(sorted(numbers))


def _pickled(part: object) -> object:
    return refilled(cast("frozenset[int]", part)) if isinstance(part, frozenset) else part


def _shown(part: object) -> str:
    """Show a part, sets in order and ints of whatever size."""
    if isinstance(part, int):
        return told(part)
    if not isinstance(part, frozenset):
        return repr(part)
    numbers = listed(sorted(cast("frozenset[int]", part)))
    return f"frozenset({{{numbers}}})" if numbers else "frozenset()"


class Named(enum.Enum):
    """An enum whose members are shown as the code that names them."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __reduce_ex__(self, _protocol: object) -> tuple[Any, ...]:
        # By name: the words may be improved without breaking old pickles.
        return getattr, (type(self), self.name)

    @classmethod
    def _missing_(cls, value: object) -> Self:
        # The error that all enums raise would show the value, whatever it holds.
        raise ValueError(f"{told(value)} is not a valid {cls.__name__}")


_PLAIN: Final = (type(None), int, float, str, bytes, type, Named)
_LONGEST: Final = 100
"""How much of a value the text of an error shows."""


def told(value: object) -> str:
    """Tell in the text of an error which value is of a wrong type, and no card.

    Plain values are shown, if they are short.  Of all else the type alone is named: it might be a
    state with everybody's cards, or a card of a hand that was taken for a list of something else.
    """
    if isinstance(value, int) and value.bit_length() > 3 * _LONGEST:
        # Python refuses to write out the largest.
        return f"about {'-' if value < 0 else ''}10**{math.log10(abs(value)):.0f}"
    if isinstance(value, _PLAIN) or (isinstance(value, Value) and value._may_be_told):
        shown = repr(value)
        return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."
    name = type(value).__name__
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def listed(numbers: Iterable[int]) -> str:
    """Tell some numbers, one after the other."""
    return ", ".join(map(told, numbers))


def numbers(given: Iterable[int]) -> tuple[int, ...]:
    """Gather numbers; a plain function, which is what type checkers take for a converter."""
    return tuple(given)


def check_int(value: object, what: str) -> None:
    """Refuse what is no int; a truth value is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{what} is an int, not {told(value)}")


def draft_of(cls: type) -> type[Any]:
    """Make the mutable twin of a frozen class.

    A module that knows the parts of a value of its own to be good fills in a draft by plain
    assignment and turns it into the value with ``draft.__class__ = cls``: four times as fast as
    the constructor of a frozen class.  A draft never leaves the function that makes it.  The class
    must have slots, and its bases none.
    """
    return type(
        f"_{cls.__name__}Draft", (cls.__base__ or object,), {"__slots__": cls.__dict__["__slots__"]}
    )
