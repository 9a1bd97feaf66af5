"""What `beats` takes; what it says is tested by rule and against the oracle."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests import bridge, strategies
from tests.unit.checklist import told
from tienlen import CardSet, Combo, InvalidComboError, Kind, Rules, Shapes, beats

LOW, HIGH = Combo.parse("3S"), Combo.parse("2H")


@pytest.mark.parametrize(
    "wrong", [None, "3S", CardSet.parse("3S"), [LOW], Shapes(Kind.SINGLE)], ids=repr
)
def test_wants_two_combos(wrong: Any) -> None:
    for pair in [(wrong, LOW), (HIGH, wrong), (wrong, wrong)]:
        with pytest.raises(TypeError, match="beats compares two combos") as caught:
            beats(*pair)
        assert told(wrong) in str(caught.value)


@pytest.mark.parametrize("wrong", [None, "CARDGAMES_IO", Rules], ids=repr)
def test_wants_rules(wrong: Any) -> None:
    with pytest.raises(TypeError, match="the rules are Rules, not") as caught:
        beats(HIGH, LOW, wrong)
    assert told(wrong) in str(caught.value)


@given(strategies.foreign_combos(), strategies.combos())
def test_a_combo_of_other_rules(foreign: tuple[str, ...], known: tuple[str, ...]) -> None:
    """It beats nothing; on the table it cannot be."""
    stranger, combo = bridge.combo(foreign), bridge.combo(known)
    assert beats(stranger, combo) is False
    for play in (combo, stranger):
        with pytest.raises(InvalidComboError) as caught:
            beats(play, stranger)
        assert caught.value.cards == stranger.cards


@given(strategies.combos())
def test_nothing_beats_itself(strings: tuple[str, ...]) -> None:
    assert beats(bridge.combo(strings), bridge.combo(strings)) is False
