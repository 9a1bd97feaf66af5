"""One question, two answers: the library's combos and moves against the oracle's."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests import bridge, oracle, strategies
from tests.side_by_side import assert_same_moves
from tienlen import beats, classify, legal_moves

# Trying every subset of a hand takes its time; the profile still says how hard to look.
A_THIRD = settings(max_examples=settings().max_examples // 3)
A_FEW = settings(max_examples=settings().max_examples // 10)

MOST_MOVES = ("3S", "3C", "3D", "4S", "4C", "4D", "5S", "5C", "5D", "5H", "6S", "6C", "6D")


@A_THIRD
@example(hand=MOST_MOVES)
@given(hand=strategies.hands())
def test_leads(hand: tuple[str, ...]) -> None:
    assert_same_moves(legal_moves(bridge.cards(hand)), oracle.legal_moves(hand))


@A_THIRD
@given(hand=strategies.hands(), including=st.data())
def test_leads_that_include_a_card(hand: tuple[str, ...], including: st.DataObject) -> None:
    card = including.draw(st.one_of(strategies.cards(), st.sampled_from(hand or ("2H",))))
    moves = legal_moves(bridge.cards(hand), including=bridge.cards([card])[0])
    assert_same_moves(moves, oracle.legal_moves(hand, including=card))


@pytest.mark.parametrize("name", strategies.NAMES)
@A_FEW
@given(data=st.data())
def test_follows(name: str, data: st.DataObject) -> None:
    table = data.draw(strategies.combos_named(name), label="table")
    hand = data.draw(strategies.hands_against(table), label="hand")
    moves = legal_moves(bridge.cards(hand), bridge.combo(table))
    assert_same_moves(moves, oracle.legal_moves(hand, table))


@A_THIRD
@given(data=st.data())
def test_answers_to_twos(data: st.DataObject) -> None:
    table = data.draw(strategies.sets_of_twos(), label="table")
    hand = data.draw(strategies.hands_against(table), label="hand")
    moves = legal_moves(bridge.cards(hand), bridge.combo(table))
    assert_same_moves(moves, oracle.legal_moves(hand, table))


@A_THIRD
@given(data=st.data())
def test_follows_that_include_a_card(data: st.DataObject) -> None:
    table = data.draw(strategies.combos(), label="table")
    hand = data.draw(strategies.hands_against(table), label="hand")
    assume(hand)
    card = data.draw(st.sampled_from(hand), label="including")
    moves = legal_moves(bridge.cards(hand), bridge.combo(table), including=bridge.cards([card])[0])
    assert_same_moves(moves, oracle.legal_moves(hand, table, including=card))


@A_FEW
@given(hand=strategies.hands(max_size=9), others=st.lists(strategies.combos(), max_size=5))
def test_membership(hand: tuple[str, ...], others: list[tuple[str, ...]]) -> None:
    expected = {frozenset(move) for move in oracle.legal_moves(hand)}
    moves = legal_moves(bridge.cards(hand))
    for cards in [*others, *oracle.subsets(list(hand))]:
        if oracle.name(cards) is not None:
            assert (bridge.combo(cards) in moves) is (frozenset(cards) in expected)


@given(cards=st.one_of(strategies.hands(), strategies.combos()))
def test_classify(cards: tuple[str, ...]) -> None:
    combo = classify(bridge.cards(cards))
    assert bridge.name(combo) == oracle.name(cards)
    if combo is not None:
        assert list(bridge.strings(combo)) == oracle.in_order(cards)
        assert str(combo.top) == oracle.highest(cards)


@given(data=st.data())
def test_a_combo_with_one_card_changed(data: st.DataObject) -> None:
    combo = data.draw(strategies.combos(), label="combo")
    card = data.draw(strategies.cards(), label="put in or taken out")
    cards = set(combo) ^ {card}
    assert bridge.name(classify(bridge.cards(cards))) == oracle.name(cards)


@given(cards=strategies.foreign_combos())
def test_combos_of_other_rules(cards: tuple[str, ...]) -> None:
    assert oracle.name(cards) is None
    assert classify(bridge.cards(cards)) is None
    assert not beats(bridge.combo(cards), bridge.combo(["3S"]))


@st.composite
def pairs_of_combos(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Two combos of any shapes, of one shape, or a bomb and 2s."""
    combo = draw(strategies.combos())
    name = oracle.name(combo)
    assert name is not None
    alike = strategies.combos_named(name)
    return combo, draw(st.one_of(strategies.combos(), alike, strategies.sets_of_twos()))


@given(pair=pairs_of_combos())
def test_beats(pair: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    for cards, table in [pair, pair[::-1]]:
        assert beats(bridge.combo(cards), bridge.combo(table)) is oracle.beats(cards, table)
