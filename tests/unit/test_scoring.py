"""PaymentReason, Payment and RoundResult."""

from __future__ import annotations

from tests.unit.checklist import ConstructedChecklist, EnumChecklist, Refused, Sample
from tienlen import CardSet, InstantWin, Payment, PaymentReason, RoundResult

EMPTY, FOUR, FIVES = CardSet(), CardSet.parse("4S"), CardSet.parse("5S 5H")
CHOP, PLACE = PaymentReason.CHOP, PaymentReason.PLACE


class TestPaymentReason(EnumChecklist):
    samples = tuple(
        Sample(f"PaymentReason.{name}", {"name": name})
        for name in ("CHOP", "CONG", "PLACE", "THOI", "INSTANT_WIN")
    )


class TestPayment(ConstructedChecklist):
    samples = (
        Sample(
            "Payment(payer=3, payee=0, units=2, reason=PaymentReason.PLACE)",
            {"payer": 3, "payee": 0, "units": 2, "reason": PLACE},
        ),
        Sample(
            "Payment(payer=2, payee=0, units=2, reason=PaymentReason.PLACE)",
            {"payer": 2, "payee": 0, "units": 2, "reason": PLACE},
        ),
        Sample(
            "Payment(payer=3, payee=1, units=2, reason=PaymentReason.PLACE)",
            {"payer": 3, "payee": 1, "units": 2, "reason": PLACE},
        ),
        Sample(
            "Payment(payer=3, payee=0, units=1, reason=PaymentReason.PLACE)",
            {"payer": 3, "payee": 0, "units": 1, "reason": PLACE},
        ),
        Sample(
            "Payment(payer=3, payee=0, units=2, reason=PaymentReason.CHOP)",
            {"payer": 3, "payee": 0, "units": 2, "reason": CHOP},
        ),
    )
    parts = ("payer", "payee", "units", "reason")
    refused = (
        *(
            Refused(part, wrong, TypeError, repr(wrong))
            for part in ("payer", "payee", "units")
            for wrong in (None, True, "1", 1.0)
        ),
        Refused("units", 0, ValueError, "a payment is of one unit or more, not 0"),
        Refused("units", -2, ValueError, "-2"),
        Refused("payer", -1, ValueError, "seat -1"),
        Refused("payee", -1, ValueError, "seat 3 cannot pay seat -1"),
        Refused("payee", 3, ValueError, "seat 3 cannot pay seat 3"),
        Refused("reason", None, TypeError, "None"),
        Refused("reason", "PLACE", TypeError, "'PLACE'"),
        Refused("reason", InstantWin.DRAGON, TypeError, "InstantWin.DRAGON"),
    )


PAYMENT = Payment(0, 1, 2, PLACE)


class TestRoundResult(ConstructedChecklist):
    samples = (
        Sample(
            "RoundResult(places=(1, 0), points=(-2, 2), payments=("
            "Payment(payer=0, payee=1, units=2, reason=PaymentReason.PLACE),), "
            "instant_win=None, hands=(CardSet.parse('4S'), CardSet()))",
            {
                "places": (1, 0),
                "points": (-2, 2),
                "payments": (PAYMENT,),
                "instant_win": None,
                "hands": (FOUR, EMPTY),
            },
        ),
        Sample(
            "RoundResult(places=(1, 0), points=(-2, 2), payments=(), "
            "instant_win=None, hands=(CardSet.parse('4S'), CardSet()))",
            {
                "places": (1, 0),
                "points": (-2, 2),
                "payments": (),
                "instant_win": None,
                "hands": (FOUR, EMPTY),
            },
        ),
        Sample(
            "RoundResult(places=(1, 0), points=(-1, 0), payments=(), "
            "instant_win=InstantWin.FOUR_TWOS, hands=(CardSet.parse('4S'), CardSet()))",
            {
                "places": (1, 0),
                "points": (-1, 0),
                "payments": (),
                "instant_win": InstantWin.FOUR_TWOS,
                "hands": (FOUR, EMPTY),
            },
        ),
        Sample(
            "RoundResult(places=(1, 0), points=(-1, 0), payments=(), "
            "instant_win=InstantWin.DRAGON, hands=(CardSet.parse('4S'), CardSet()))",
            {
                "places": (1, 0),
                "points": (-1, 0),
                "payments": (),
                "instant_win": InstantWin.DRAGON,
                "hands": (FOUR, EMPTY),
            },
        ),
        Sample(
            "RoundResult(places=(0, 1), points=(-1, 0), payments=(), "
            "instant_win=InstantWin.DRAGON, hands=(CardSet.parse('4S'), CardSet()))",
            {
                "places": (0, 1),
                "points": (-1, 0),
                "payments": (),
                "instant_win": InstantWin.DRAGON,
                "hands": (FOUR, EMPTY),
            },
        ),
        Sample(
            "RoundResult(places=(0, 1), points=(-1, 0), payments=(), "
            "instant_win=InstantWin.DRAGON, hands=(CardSet.parse('5S 5H'), CardSet()))",
            {
                "places": (0, 1),
                "points": (-1, 0),
                "payments": (),
                "instant_win": InstantWin.DRAGON,
                "hands": (FIVES, EMPTY),
            },
        ),
    )
    parts = ("places", "points", "payments", "instant_win", "hands")
    refused = (
        Refused("places", None, TypeError, "None"),
        Refused("places", ("0", "1"), TypeError, "'0'"),
        Refused("places", (True, False), TypeError, "True"),
        Refused("places", (1, 1), ValueError, "(1, 1)"),
        Refused("places", (1, 2), ValueError, "(1, 2)"),
        Refused("places", (1, 0, 2), ValueError, "the same seats as places"),
        Refused("points", None, TypeError, "None"),
        Refused("points", (0,), ValueError, "the same seats as places"),
        Refused("points", ("0", "1"), TypeError, "'0'"),
        Refused("points", (0, 0.5), TypeError, "0.5"),
        Refused("payments", None, TypeError, "None"),
        Refused("payments", PAYMENT, TypeError, "Payment"),
        Refused("payments", ("x",), TypeError, "'x'"),
        Refused("instant_win", "four 2s", TypeError, "'four 2s'"),
        Refused("hands", None, TypeError, "None"),
        Refused("hands", ("4S", ""), TypeError, "'4S'"),
        Refused("hands", (FOUR,), ValueError, "the same seats as places"),
    )

    def test_parts_may_be_any_iterables(self) -> None:
        expected = RoundResult((1, 0), (-2, 2), (PAYMENT,), None, (FOUR, EMPTY))
        given = RoundResult(
            iter([1, 0]), iter([-2, 2]), iter([PAYMENT]), None, iter([list(FOUR), []])
        )
        assert given == expected
        assert hash(given) == hash(expected)
