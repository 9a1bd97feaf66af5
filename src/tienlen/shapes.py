"""The one idea that keeps the rules small: every combo is a run of equal sets.

A shape is ``width`` cards of each of ``run_length`` consecutive ranks.  Rule sets speak of shapes
without holding any card.  Only the values below cards are imported.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Self, final

import attrs

from tienlen._value import Named, Record, Value, check_int, told


class Kind(Named):
    """The kinds of combo (rules 2.1 to 2.6); the value is the name in words.

    >>> Kind.DOUBLE_SEQUENCE.width, Kind.DOUBLE_SEQUENCE.min_run, Kind.DOUBLE_SEQUENCE.max_run
    (2, 3, 13)
    """

    width: int
    """Cards of each rank, 1 to 4."""
    min_run: int
    """The least number of consecutive ranks."""
    max_run: int
    """The greatest number of consecutive ranks that any rule set can allow."""

    SINGLE = "single", 1, 1, 1
    PAIR = "pair", 2, 1, 1
    TRIPLE = "triple", 3, 1, 1
    QUAD = "quad", 4, 1, 1
    SEQUENCE = "sequence", 1, 3, 13
    DOUBLE_SEQUENCE = "double sequence", 2, 3, 13
    QUAD_SEQUENCE = "quad sequence", 4, 2, 13

    def __new__(cls, name: str, width: int, min_run: int, max_run: int) -> Self:
        """Keep the name as the value and the numbers as attributes."""
        kind = object.__new__(cls)
        kind._value_ = name
        kind.width, kind.min_run, kind.max_run = width, min_run, max_run
        return kind

    def __str__(self) -> str:
        return str(self.value)


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Shape(Value):
    """A kind and its number of ranks; each shape exists once.

    >>> Shape(Kind.DOUBLE_SEQUENCE, 3)
    Shape(Kind.DOUBLE_SEQUENCE, 3)
    >>> Shape(Kind.DOUBLE_SEQUENCE, 3).size
    6
    >>> Shape(Kind.SEQUENCE, 2)
    Traceback (most recent call last):
        ...
    ValueError: a sequence has 3 to 13 ranks, not 2
    """

    _may_be_told: ClassVar[bool] = True

    kind: Kind
    """What it is called."""
    run_length: int
    """The number of consecutive ranks, 1 for the kinds that are no runs."""
    width: int = attrs.field(init=False)
    """Cards of each rank, 1 to 4."""
    size: int = attrs.field(init=False)
    """The number of cards."""
    index: int = attrs.field(init=False)
    """Place in the order of kinds, then lengths."""

    def __new__(cls, kind: Kind, run_length: int = 1) -> "Shape":
        """Give the one shape of this kind and length."""
        if not isinstance(kind, Kind):
            raise TypeError(f"a shape has a Kind, not {told(kind)}")
        check_int(run_length, "a run length")
        shape = _BY_PARTS.get((kind, run_length))
        if shape is None:
            raise ValueError(
                f"a {kind} has {kind.min_run} to {kind.max_run} ranks, not {told(run_length)}"
            )
        return shape

    def __str__(self) -> str:
        return str(self.kind) if self.kind.max_run == 1 else f"{self.kind} of {self.run_length}"

    def __repr__(self) -> str:
        length = "" if self.kind.max_run == 1 else f", {self.run_length}"
        return f"Shape(Kind.{self.kind.name}{length})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Shape, (self.kind, self.run_length)


def _first_and_only(index: int, kind: Kind, run_length: int) -> Shape:
    """Build a shape past its constructor, which can only look one up."""
    shape = object.__new__(Shape)
    object.__setattr__(shape, "kind", kind)
    object.__setattr__(shape, "run_length", run_length)
    object.__setattr__(shape, "width", kind.width)
    object.__setattr__(shape, "size", kind.width * run_length)
    object.__setattr__(shape, "index", index)
    return shape


_PARTS: Final = [(kind, run) for kind in Kind for run in range(kind.min_run, kind.max_run + 1)]
SHAPES: Final = tuple(_first_and_only(index, *parts) for index, parts in enumerate(_PARTS))
"""Every shape there is, in order of kind and run length."""
_BY_PARTS: Final = {(shape.kind, shape.run_length): shape for shape in SHAPES}


def _kind(kind: Kind) -> Kind:
    """Check a kind before defaults are taken from it."""
    if not isinstance(kind, Kind):
        raise TypeError(f"shapes have a Kind, not {told(kind)}")
    return kind


@final
@attrs.frozen(eq=False, repr=False)
class Shapes(Record):
    """The shapes of one kind within a range of run lengths, such as "three pairs or more".

    >>> [shape.run_length for shape in Shapes(Kind.DOUBLE_SEQUENCE, 3, 5)]
    [3, 4, 5]
    >>> Shapes(Kind.QUAD_SEQUENCE)
    Shapes(Kind.QUAD_SEQUENCE, 2, 13)
    >>> Shapes(Kind.DOUBLE_SEQUENCE, 5, 3)
    Traceback (most recent call last):
        ...
    ValueError: a range of double sequences goes up within 3 to 13 ranks, not 5 to 3
    """

    _may_be_told: ClassVar[bool] = True

    kind: Kind = attrs.field(converter=_kind)
    """The kind."""
    least: int = attrs.field(default=attrs.Factory(lambda self: self.kind.min_run, takes_self=True))
    """The least run length."""
    most: int = attrs.field(default=attrs.Factory(lambda self: self.kind.max_run, takes_self=True))
    """The greatest run length."""

    def __attrs_post_init__(self) -> None:
        kind = self.kind
        check_int(self.least, "a run length")
        check_int(self.most, "a run length")
        if not kind.min_run <= self.least <= self.most <= kind.max_run:
            raise ValueError(
                f"a range of {kind}s goes up within {kind.min_run} to {kind.max_run} ranks, "
                f"not {told(self.least)} to {told(self.most)}"
            )

    def __iter__(self) -> Iterator[Shape]:
        first = Shape(self.kind, self.least).index
        return iter(SHAPES[first : first + self.most - self.least + 1])

    def __repr__(self) -> str:
        return f"Shapes(Kind.{self.kind.name}, {self.least}, {self.most})"
