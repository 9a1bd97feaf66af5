"""The errors that need no card, and why an action is refused."""

from __future__ import annotations

import re

import pytest

import tienlen
from tests.unit.checklist import EnumChecklist, ErrorChecklist, Sample
from tienlen import IllegalReason, TienLenError


class TestNotationError(ErrorChecklist):
    samples = (
        Sample(
            "NotationError('1S', 'a card')",
            {"text": "1S", "expected": "a card"},
            text="'1S' is not a card",
        ),
    )


class TestInvalidSeatError(ErrorChecklist):
    samples = (
        Sample(
            "InvalidSeatError(-1, 'is no seat')",
            {"value": -1, "problem": "is no seat"},
            text="-1 is no seat",
        ),
    )


class TestInvalidPositionError(ErrorChecklist):
    samples = (
        Sample(
            "InvalidPositionError(('turn is 2, which is no seat', 'round is 0'))",
            {"faults": ("turn is 2, which is no seat", "round is 0")},
            text="turn is 2, which is no seat; round is 0",
        ),
    )


class TestIllegalReason(EnumChecklist):
    """The samples are in the order in which reasons are tested."""

    samples = tuple(
        Sample(f"IllegalReason.{name}", {"name": name, "rules": rules})
        for name, rules in [
            ("WRONG_PHASE", ("5.1",)),
            ("NO_SUCH_SEAT", ("5.1",)),
            ("OUT_OF_TRICK", ("4.4", "5.4")),
            ("NOT_YOUR_TURN", ("4.1",)),
            ("NOT_A_COMBO", ("2.7",)),
            ("CARDS_NOT_HELD", ("5.1",)),
            ("MISSING_OPENING_CARD", ("5.2",)),
            ("DOES_NOT_BEAT", ("3.1", "3.2")),
            ("BARRED", ("9.2d",)),
            ("CANNOT_PASS_LEAD", ("4.2",)),
            ("BAD_DEAL", ("5.1",)),
        ]
    )

    @pytest.mark.parametrize("reason", IllegalReason)
    def test_words(self, reason: IllegalReason) -> None:
        """They stand in a sentence between a colon and the rule numbers in brackets."""
        assert re.fullmatch(r"[a-z][a-z0-9' ]+[a-z0-9]", reason.value)


def test_every_error_is_a_tienlen_error() -> None:
    errors = [
        value
        for name in tienlen.__all__
        if isinstance(value := getattr(tienlen, name), type) and issubclass(value, Exception)
    ]
    assert len(errors) == 14
    for error in errors:
        assert issubclass(error, TienLenError)
        assert issubclass(error, ValueError) or error is TienLenError


def test_the_base_of_all_errors() -> None:
    """It can be caught but is not a value error, lest it catch more than its children."""
    assert TienLenError.__bases__ == (Exception,)
