"""Data about a game that is sent to a seat shows it no card that it may not know."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tienlen import DECK, GameState, from_data, to_data

A_THIRD = settings(max_examples=settings().max_examples // 3)

seats = st.none() | st.integers(0, 3)


@A_THIRD
@given(strategies.states(), seats, st.data())
def test_states_alike_for_a_seat_give_it_the_same_bytes(
    state: GameState, seat: int | None, data: st.DataObject
) -> None:
    if seat is not None:
        seat %= state.seats
    other = data.draw(strategies.alike_for(state, seat))
    text = json.dumps(to_data(state.view(seat)))
    assert json.dumps(to_data(other.view(seat))) == text
    assert from_data(json.loads(text)) == other.view(seat)


@A_THIRD
@given(strategies.states(), seats)
def test_no_card_that_is_not_seen_is_written(state: GameState, seat: int | None) -> None:
    if seat is not None:
        seat %= state.seats
    text = json.dumps(to_data(state.view(seat)))
    written = {str(card) for card in DECK if f'"{card}"' in text}
    assert written == set(map(str, strategies.seen_by(state, seat)))
