"""Kind, Shape and Shapes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.checklist import ConstructedChecklist, EnumChecklist, Refused, Sample
from tienlen import Kind, Shape, Shapes


class TestKind(EnumChecklist):
    samples = tuple(
        Sample(
            f"Kind.{words.upper().replace(' ', '_')}",
            {"value": words, "width": width, "min_run": min_run, "max_run": max_run},
            text=words,
        )
        for words, width, min_run, max_run in [
            ("single", 1, 1, 1),
            ("pair", 2, 1, 1),
            ("triple", 3, 1, 1),
            ("quad", 4, 1, 1),
            ("sequence", 1, 3, 13),
            ("double sequence", 2, 3, 13),
            ("quad sequence", 4, 2, 13),
        ]
    )


class TestShape(ConstructedChecklist):
    samples = (
        Sample(
            "Shape(Kind.SEQUENCE, 3)",
            {"kind": Kind.SEQUENCE, "width": 1, "run_length": 3, "size": 3, "index": 4},
            text="sequence of 3",
        ),
        Sample(
            "Shape(Kind.SINGLE)",
            {"kind": Kind.SINGLE, "width": 1, "run_length": 1, "size": 1, "index": 0},
            text="single",
        ),
        Sample(
            "Shape(Kind.QUAD)",
            {"kind": Kind.QUAD, "width": 4, "run_length": 1, "size": 4, "index": 3},
            text="quad",
        ),
        Sample(
            "Shape(Kind.DOUBLE_SEQUENCE, 6)",
            {"kind": Kind.DOUBLE_SEQUENCE, "width": 2, "run_length": 6, "size": 12, "index": 18},
            text="double sequence of 6",
        ),
        Sample(
            "Shape(Kind.QUAD_SEQUENCE, 13)",
            {"kind": Kind.QUAD_SEQUENCE, "width": 4, "run_length": 13, "size": 52, "index": 37},
            text="quad sequence of 13",
        ),
    )
    is_unique = True
    parts = ("kind", "run_length")
    refused = (
        Refused("kind", "sequence", TypeError, "'sequence'"),
        Refused("kind", None, TypeError, "None"),
        Refused("kind", Shape(Kind.SEQUENCE, 3), TypeError, "Shape(Kind.SEQUENCE, 3)"),
        Refused("kind", Kind.SINGLE, ValueError, "a single has 1 to 1 ranks, not 3"),
        Refused("run_length", 2, ValueError, "a sequence has 3 to 13 ranks, not 2"),
        Refused("run_length", 14, ValueError, "a sequence has 3 to 13 ranks, not 14"),
        Refused("run_length", -3, ValueError, "-3"),
        Refused("run_length", "3", TypeError, "'3'"),
        Refused("run_length", None, TypeError, "None"),
        Refused("run_length", 3.0, TypeError, "3.0"),
    )

    def test_a_run_length_is_no_bool(self) -> None:
        with pytest.raises(TypeError, match="True"):
            Shape(Kind.SINGLE, True)

    def test_all_of_them(self) -> None:
        """Four sets; sequences and double sequences of 3 to 13 ranks, quad sequences of 2 to 13."""
        shapes = [
            Shape(kind, run_length)
            for kind in Kind
            for run_length in range(kind.min_run, kind.max_run + 1)
        ]
        assert [shape.index for shape in shapes] == list(range(4 + 11 + 11 + 12))
        assert len(set(shapes)) == len(shapes)
        for shape in shapes:
            assert shape.width == shape.kind.width
            assert shape.size == shape.width * shape.run_length

    def test_run_length_of_sets_may_be_left_out(self) -> None:
        for kind in (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.QUAD):
            assert Shape(kind) is Shape(kind, 1)


class TestShapes(ConstructedChecklist):
    samples = (
        Sample(
            "Shapes(Kind.DOUBLE_SEQUENCE, 4, 6)",
            {"kind": Kind.DOUBLE_SEQUENCE, "least": 4, "most": 6},
        ),
        Sample("Shapes(Kind.SEQUENCE, 4, 6)", {"kind": Kind.SEQUENCE, "least": 4, "most": 6}),
        Sample("Shapes(Kind.SEQUENCE, 3, 6)", {"kind": Kind.SEQUENCE, "least": 3, "most": 6}),
        Sample("Shapes(Kind.SEQUENCE, 3, 13)", {"kind": Kind.SEQUENCE, "least": 3, "most": 13}),
        Sample("Shapes(Kind.QUAD, 1, 1)", {"kind": Kind.QUAD, "least": 1, "most": 1}),
    )
    parts = ("kind", "least", "most")
    refused = (
        Refused("kind", "quad", TypeError, "'quad'"),
        Refused("kind", None, TypeError, "None"),
        Refused("kind", Kind.QUAD, ValueError, "4 to 6"),
        Refused("least", 2, ValueError, "2 to 6"),
        Refused("least", 7, ValueError, "7 to 6"),
        Refused("least", "4", TypeError, "'4'"),
        Refused("least", None, TypeError, "None"),
        Refused("least", 4.5, TypeError, "4.5"),
        Refused("most", 3, ValueError, "4 to 3"),
        Refused("most", 14, ValueError, "4 to 14"),
        Refused("most", "6", TypeError, "'6'"),
        Refused("most", None, TypeError, "None"),
        Refused("most", 6.0, TypeError, "6.0"),
    )

    @pytest.mark.parametrize("wrong", ["quad", None, 4], ids=repr)
    def test_a_kind_alone_must_be_one(self, wrong: Any) -> None:
        with pytest.raises(TypeError) as caught:
            Shapes(wrong)
        assert repr(wrong) in str(caught.value)

    def test_run_lengths_are_no_bools(self) -> None:
        with pytest.raises(TypeError, match="True"):
            Shapes(Kind.QUAD, True, True)

    @pytest.mark.parametrize("kind", Kind)
    def test_all_lengths_by_default(self, kind: Kind) -> None:
        assert Shapes(kind) == Shapes(kind, kind.min_run, kind.max_run)
        assert Shapes(kind, kind.max_run) == Shapes(kind, kind.max_run, kind.max_run)
        assert Shapes(kind, most=kind.min_run) == Shapes(kind, kind.min_run, kind.min_run)

    def test_iteration(self) -> None:
        some = Shapes(Kind.DOUBLE_SEQUENCE, 4, 6)
        expected = [Shape(Kind.DOUBLE_SEQUENCE, length) for length in (4, 5, 6)]
        assert list(some) == expected
        assert list(some) == expected
        assert list(Shapes(Kind.TRIPLE)) == [Shape(Kind.TRIPLE)]
