"""What all values of the package have in common.  Imports nothing of the package."""

from typing import Any, Self


class Value:
    """An immutable value: a copy of it is itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self


def draft_of(cls: type) -> type[Any]:
    """Make the mutable twin of a frozen class.

    A module that knows the parts of a value of its own to be good fills in a draft by plain
    assignment and turns it into the value with ``draft.__class__ = cls``: four times as fast as
    the constructor of a frozen class.  A draft never leaves the function that makes it.  The class
    must have slots, derive from `Value` first, and not from classes with slots of their own.
    """
    return type(f"_{cls.__name__}Draft", (Value,), {"__slots__": cls.__dict__["__slots__"]})
