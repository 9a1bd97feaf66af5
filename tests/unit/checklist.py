"""What holds for every value and every error of the package, written once.

A test class that derives from one of these names a few samples of a type; `conftest.py` hands them
to the checks, one test each.
"""

from __future__ import annotations

import base64
import copy
import functools
import json
import operator
import pickle
import pickletools
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from itertools import combinations, product
from pathlib import Path
from types import NoneType
from typing import Any, ClassVar

import attrs
import pytest

import tienlen
from tienlen import Shapes

PICKLES = Path(__file__).with_name("pickles")
"""One file for each release that had something new to pickle, written by `freeze.py`."""

COMPARISONS: tuple[Callable[[Any, Any], bool], ...] = (
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
)


def type_of(value: object) -> Any:
    """The class of a value, which type checkers do not know."""
    return type(value)


def evaluate(code: str) -> Any:
    """What an expression of the package's public names makes."""
    return eval(code, {name: getattr(tienlen, name) for name in tienlen.__all__})


def told(value: object) -> str:
    """How errors speak of a value: they name the type of what may have cards in it."""
    plain = (NoneType, int, float, str, bytes, type, Enum, Shapes)
    return repr(value) if isinstance(value, plain) else type(value).__name__


@functools.cache
def read_pickles(release: Path) -> dict[str, bytes]:
    """Pickles that are kept as data, by the code that made the value."""
    frozen: dict[str, str] = json.loads(release.read_text("utf-8"))
    return {code: base64.b64decode(data) for code, data in frozen.items()}


@attrs.frozen(eq=False)
class Sample:
    """A value: the code that makes it, and what it shows of itself."""

    code: str
    attributes: Mapping[str, object]
    """Public fields and properties."""
    text: str | None = None
    """What ``str`` gives, if not the same as ``repr``."""

    def make(self) -> Any:
        return evaluate(self.code)


@attrs.frozen(eq=False)
class Refused:
    """A part that no value of the type may have."""

    part: str
    value: Any
    error: type[Exception]
    says: str
    """What the error's text holds, the offending value in particular."""


class AlwaysEqual:
    __hash__ = object.__hash__

    def __eq__(self, _other: object) -> bool:
        return True

    def __ne__(self, _other: object) -> bool:
        return False


class NeverEqual:
    __hash__ = object.__hash__

    def __eq__(self, _other: object) -> bool:
        return False

    def __ne__(self, _other: object) -> bool:
        return True


def are_equal(one: object, other: object) -> bool:
    """Ask both ``==`` and ``!=``, which must agree."""
    equal, different = one == other, one != other
    assert equal is not different
    return equal


class AlwaysLarger:
    def __lt__(self, _other: object) -> bool:
        return False

    def __gt__(self, _other: object) -> bool:
        return True

    __le__, __ge__ = __lt__, __gt__


class AlwaysSmaller:
    def __lt__(self, _other: object) -> bool:
        return True

    def __gt__(self, _other: object) -> bool:
        return False

    __le__, __ge__ = __lt__, __gt__


class Checklist:
    """The checks for values and errors alike."""

    samples: ClassVar[Sequence[Sample]]
    """They differ from one another."""
    repr_is_code: ClassVar[bool] = True
    """Whether ``repr`` gives the code of the sample."""

    def test_attributes(self, sample: Sample) -> None:
        value = sample.make()
        assert {name: getattr(value, name) for name in sample.attributes} == sample.attributes

    def test_text(self, sample: Sample) -> None:
        value = sample.make()
        if self.repr_is_code:
            assert repr(value) == sample.code
        assert str(value) == (repr(value) if sample.text is None else sample.text)

    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_pickle(self, sample: Sample, protocol: int) -> None:
        value = sample.make()
        again = pickle.loads(pickle.dumps(value, protocol))
        self.check_unpickled(again, value)

    def test_has_been_pickled_before(self, sample: Sample) -> None:
        """Pickles outlive a release: those kept as data still give the same value."""
        frozen = [
            pickles[sample.code]
            for pickles in map(read_pickles, PICKLES.glob("*.json"))
            if sample.code in pickles
        ]
        assert frozen
        for data in frozen:
            self.check_unpickled(pickle.loads(data), sample.make())

    def check_unpickled(self, again: object, value: object) -> None:
        assert type(again) is type(value)
        assert repr(again) == repr(value)
        assert str(again) == str(value)


class ErrorChecklist(Checklist):
    """The checks for errors, which like all exceptions are compared by identity.

    The attributes of a sample are the arguments, in order.
    """

    def test_construction(self, sample: Sample) -> None:
        error = sample.make()
        cls = type_of(error)
        assert error.args == tuple(sample.attributes.values())
        self.check_unpickled(cls(*error.args), error)
        self.check_unpickled(cls(**sample.attributes), error)
        assert cls(**sample.attributes).args == error.args
        with pytest.raises(TypeError, match="positional argument"):
            cls(*error.args[1:])
        with pytest.raises(TypeError, match="positional argument"):
            cls(*error.args, 1)
        with pytest.raises(TypeError, match="unexpected keyword argument 'anything'"):
            cls(*error.args, anything=1)

    def test_family(self, sample: Sample) -> None:
        error = sample.make()
        assert isinstance(error, tienlen.TienLenError)
        assert isinstance(error, ValueError)

    def test_copy(self, sample: Sample) -> None:
        error = sample.make()
        self.check_unpickled(copy.copy(error), error)
        self.check_unpickled(copy.deepcopy(error), error)

    def test_can_be_raised_chained_and_noted(self, sample: Sample) -> None:
        error, cause = sample.make(), KeyError()
        with pytest.raises(tienlen.TienLenError) as caught:
            raise error from cause
        assert caught.value is error
        assert error.__cause__ is cause
        error.add_note("while testing")
        assert error.__notes__ == ["while testing"]


class ValueChecklist(Checklist):
    """The checks for values."""

    comparisons: ClassVar[Collection[Callable[[Any, Any], bool]]] = ()
    """Those that the type has; its samples are then in ascending order."""
    is_unique: ClassVar[bool] = False
    """Whether equal values are one object."""

    def test_immutable(self, sample: Sample) -> None:
        value = sample.make()
        before = repr(value)
        for name in sample.attributes:
            with pytest.raises(AttributeError):
                setattr(value, name, getattr(value, name))
            with pytest.raises(AttributeError):
                delattr(value, name)
        with pytest.raises(AttributeError):
            value.anything = 1
        assert repr(value) == before

    def test_equal_if_made_alike(self, sample: Sample) -> None:
        value, again = sample.make(), sample.make()
        assert are_equal(value, again)
        assert hash(value) == hash(again)
        assert value is again or not self.is_unique

    def test_different_if_made_otherwise(self) -> None:
        values = [sample.make() for sample in self.samples]
        assert len(set(values)) == len(values)
        for one, other in combinations(values, 2):
            assert not are_equal(one, other)

    def test_equality_with_other_types(self, sample: Sample) -> None:
        value = sample.make()
        cls = type_of(value)
        for other in (None, 0, "", repr(value), str(value), (), object(), cls):
            assert not are_equal(value, other)
        # The other operand is asked, too.
        assert are_equal(value, AlwaysEqual())
        assert not are_equal(value, NeverEqual())

    def test_order(self) -> None:
        places = range(len(self.samples))
        values = [sample.make() for sample in self.samples]
        for compare, i, j in product(COMPARISONS, places, places):
            if compare in self.comparisons:
                assert compare(values[i], values[j]) is compare(i, j)
            else:
                with pytest.raises(TypeError, match="not supported between"):
                    compare(values[i], values[j])

    def test_order_with_other_types(self, sample: Sample) -> None:
        value = sample.make()
        for compare in COMPARISONS:
            others: tuple[Any, ...] = (None, 0, str(value), object())
            for other in others:
                with pytest.raises(TypeError, match="not supported between"):
                    compare(value, other)
                with pytest.raises(TypeError, match="not supported between"):
                    compare(other, value)
            # The other operand is asked, too.
            assert compare(value, AlwaysLarger()) is compare(0, 1)
            assert compare(value, AlwaysSmaller()) is compare(1, 0)

    def test_a_copy_is_the_value_itself(self, sample: Sample) -> None:
        value = sample.make()
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value
        assert copy.deepcopy([value])[0] is value

    def check_unpickled(self, again: object, value: object) -> None:
        super().check_unpickled(again, value)
        assert again == value
        assert hash(again) == hash(value)
        assert again is value or not self.is_unique

    def test_no_room_for_more(self, sample: Sample) -> None:
        assert not hasattr(sample.make(), "__dict__")


class ConstructedChecklist(ValueChecklist):
    """The checks for values that users may make from their parts."""

    parts: ClassVar[Sequence[str]]
    """The attributes it is made from, in order."""
    parts_need_names: ClassVar[bool] = False
    refused: ClassVar[Sequence[Refused]]
    """Parts that do not go with those of the first sample."""

    def good_parts(self) -> dict[str, Any]:
        return {name: self.samples[0].attributes[name] for name in self.parts}

    def test_construction(self) -> None:
        value, parts = self.samples[0].make(), self.good_parts()
        cls = type_of(value)
        assert cls(**parts) == value
        assert attrs.evolve(value) == value
        if self.parts_need_names:
            with pytest.raises(TypeError, match="positional argument"):
                cls(*parts.values())
        else:
            assert cls(*parts.values()) == value

    def test_parts_too_many(self) -> None:
        value, parts = self.samples[0].make(), self.good_parts()
        with pytest.raises(TypeError, match="unexpected keyword argument 'anything'"):
            type(value)(**parts, anything=1)
        with pytest.raises(TypeError, match="unexpected keyword argument 'anything'"):
            attrs.evolve(value, anything=1)
        with pytest.raises(TypeError, match="positional argument"):
            type(value)(*parts.values(), 1)

    def test_invalid_parts(self, refused: Refused) -> None:
        value = self.samples[0].make()
        change = {refused.part: refused.value}
        with pytest.raises(refused.error) as caught:
            type(value)(**self.good_parts() | change)
        assert refused.says in str(caught.value)
        with pytest.raises(refused.error) as caught:
            attrs.evolve(value, **change)
        assert refused.says in str(caught.value)


class EnumChecklist(ValueChecklist):
    """The checks for enumerations, which protect their members as all of Python's do."""

    is_unique = True

    def test_immutable(self, sample: Sample) -> None:
        member = sample.make()
        for name in ("name", "value"):
            with pytest.raises(AttributeError):
                setattr(member, name, getattr(member, name))
            with pytest.raises(AttributeError):
                delattr(member, name)
        cls = type_of(member)
        with pytest.raises(AttributeError):
            setattr(cls, member.name, member)
        with pytest.raises(AttributeError):
            delattr(cls, member.name)

    def test_no_room_for_more(self, sample: Sample) -> None:
        """Members have a ``__dict__``; their class, though, takes no further member."""
        cls = type_of(sample.make())
        with pytest.raises(TypeError, match="cannot extend"):
            types.new_class("More", (cls,))

    def test_all_members_are_sampled(self) -> None:
        members = [sample.make() for sample in self.samples]
        cls = type_of(members[0])
        assert list(cls) == members

    def test_pickled_by_name(self, sample: Sample) -> None:
        """The words that are the value may be improved without breaking a pickle."""
        member = sample.make()
        shown = {text for _, text, _ in pickletools.genops(pickle.dumps(member))}
        assert member.name in shown
        assert member.value not in shown

    def test_look_up(self, sample: Sample) -> None:
        member = sample.make()
        cls = type_of(member)
        assert cls(member.value) is member
        assert cls[member.name] is member
        for wrong in (None, "", member.name.lower() + " ", 0, member.name + "S"):
            with pytest.raises(ValueError, match="is not a valid"):
                cls(wrong)
