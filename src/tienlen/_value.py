"""What all values of the package have in common.  Imports nothing of the package."""

import enum
import functools
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Self

import attrs


class Value:
    """An immutable value: a copy of it is itself."""

    __slots__ = ()

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
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({parts})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Through the constructor, which checks and has defaults for what older pickles lack.
        parts = tuple(getattr(self, field.name) for field in _fields(type(self)) if field.init)
        return type(self), parts


def _find_parts(cls: Any) -> Callable[[Any], Any]:
    return attrgetter(*(field.name for field in _fields(cls) if field.eq))


_parts_of: Callable[[Any], Callable[[Any], Any]] = functools.cache(_find_parts)


def _fields(cls: Any) -> "tuple[attrs.Attribute[Any], ...]":
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls)
    return fields


class Named(enum.Enum):
    """An enum whose members are shown as the code that names them."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __reduce_ex__(self, _protocol: object) -> tuple[Any, ...]:
        # By name: the words may be improved without breaking old pickles.
        return getattr, (type(self), self.name)


def check_int(value: object, what: str) -> None:
    """Refuse what is no int; a truth value is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{what} is an int, not {value!r}")


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
