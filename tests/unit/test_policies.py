"""The policies of a rule set: enumerations, Twos and Chop."""

from __future__ import annotations

from tests.unit.checklist import ConstructedChecklist, EnumChecklist, Refused, Sample
from tienlen import Chop, Combo, Kind, Shape, Shapes, Twos


def members(enumeration: str, *names: str) -> tuple[Sample, ...]:
    """The members by name: the words that are their values may be improved."""
    return tuple(Sample(f"{enumeration}.{name}", {"name": name}) for name in names)


class TestSuits(EnumChecklist):
    samples = members("Suits", "FREE", "FOLLOW")


class TestTwosLast(EnumChecklist):
    samples = members("TwosLast", "ALLOWED", "BARRED")


class TestOpening(EnumChecklist):
    samples = members("Opening", "FIRST_ROUND", "AFTER_INSTANT_WIN", "EVERY_ROUND")


class TestInstantWin(EnumChecklist):
    samples = members("InstantWin", "DRAGON", "FIVE_CONSECUTIVE_PAIRS", "FOUR_TWOS", "SIX_PAIRS")


class TestSettlement(EnumChecklist):
    samples = members("Settlement", "PLACES", "LAST_LOSES", "UNITS")


class TestPenalty(EnumChecklist):
    samples = members("Penalty", "CHOP_CHAIN", "CONG", "THOI")


class TestTwos(ConstructedChecklist):
    samples = tuple(Sample(f"Twos({count})", {"count": count}) for count in (1, 2, 3, 4))
    parts = ("count",)
    refused = (
        Refused("count", 0, ValueError, "0"),
        Refused("count", -1, ValueError, "-1"),
        Refused("count", 5, ValueError, "there are 1 to 4 twos, not 5"),
        Refused("count", True, TypeError, "True"),
        Refused("count", "1", TypeError, "'1'"),
        Refused("count", None, TypeError, "None"),
        Refused("count", 1.0, TypeError, "1.0"),
    )


FOUR_PAIRS = Shapes(Kind.DOUBLE_SEQUENCE, 4)


class TestChop(ConstructedChecklist):
    samples = (
        Sample(
            "Chop(Twos(2), (Shapes(Kind.DOUBLE_SEQUENCE, 4, 13),))",
            {"target": Twos(2), "bombs": (FOUR_PAIRS,)},
        ),
        Sample("Chop(Twos(2), ())", {"target": Twos(2), "bombs": ()}),
        Sample("Chop(Twos(3), ())", {"target": Twos(3), "bombs": ()}),
        Sample(
            "Chop(Shape(Kind.QUAD), (Shapes(Kind.DOUBLE_SEQUENCE, 4, 13),))",
            {"target": Shape(Kind.QUAD), "bombs": (FOUR_PAIRS,)},
        ),
    )
    parts = ("target", "bombs")
    refused = (
        Refused("target", 2, TypeError, "2"),
        Refused("target", None, TypeError, "None"),
        Refused("target", Kind.QUAD, TypeError, "Kind.QUAD"),
        Refused("target", FOUR_PAIRS, TypeError, repr(FOUR_PAIRS)),
        Refused("target", Combo.parse("2S 2H"), TypeError, "not a Combo"),
        Refused("bombs", None, TypeError, "None"),
        Refused("bombs", [Kind.QUAD], TypeError, "Kind.QUAD"),
        Refused("bombs", [Shape(Kind.QUAD)], TypeError, "Shape(Kind.QUAD)"),
        Refused("bombs", FOUR_PAIRS, TypeError, "Shape(Kind.DOUBLE_SEQUENCE, 4)"),
        Refused("bombs", "QUAD", TypeError, "'Q'"),
    )

    def test_bombs_may_be_any_iterable(self) -> None:
        expected = Chop(Twos(2), (FOUR_PAIRS,))
        assert Chop(Twos(2), [FOUR_PAIRS]) == expected
        assert Chop(Twos(2), iter([FOUR_PAIRS])) == expected
