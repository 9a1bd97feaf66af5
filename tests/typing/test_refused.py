"""Mistakes that type checkers must find: each is ignored by its code; idle ignores are errors.

All but the last two are refused at run time too, which is what the tests here run for.
"""

# Both checkers heed the same comments; mypy reports idle ones everywhere, pyright on demand.
# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from typing import assert_never

import pytest

from tienlen import (
    DECK,
    Action,
    Card,
    CardSet,
    Combo,
    Deal,
    GameState,
    Pass,
    Play,
    Rank,
    Rules,
    Suit,
    beats,
    classify,
    legal_moves,
)

CARD = Card.parse("3S")
COMBO = Combo.parse("3S")
STATE = GameState.new()


class TestText:
    """Text is not taken for cards; `parse` reads it."""

    def test_hand(self) -> None:
        with pytest.raises(TypeError):
            legal_moves("3S")  # type: ignore[arg-type]

    def test_cards(self) -> None:
        with pytest.raises(TypeError):
            classify("3S")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            CardSet.of("3S")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Combo("3S")  # type: ignore[arg-type]

    def test_table(self) -> None:
        with pytest.raises(TypeError):
            legal_moves(DECK, "3S")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            beats(COMBO, "3S")  # type: ignore[arg-type]

    def test_rank(self) -> None:
        with pytest.raises(TypeError):
            Card.of("3", Suit.SPADES)  # type: ignore[arg-type]

    def test_including(self) -> None:
        with pytest.raises(TypeError):
            legal_moves(DECK, including="3S")  # type: ignore[arg-type]

    def test_action(self) -> None:
        with pytest.raises(TypeError):
            Play(0, "3S")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Pass("0")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Deal(["3S", "4S"])  # type: ignore[list-item]


class TestOrder:
    def test_combos_have_none(self) -> None:
        with pytest.raises(TypeError):
            _ = COMBO < COMBO  # type: ignore[operator]

    def test_ranks_and_suits_are_not_compared(self) -> None:
        with pytest.raises(TypeError):
            _ = Rank.TWO < Suit.HEARTS  # type: ignore[operator]

    def test_sets_of_cards_have_no_places(self) -> None:
        with pytest.raises(TypeError):
            DECK[0]  # type: ignore[index]


class TestActions:
    def test_a_combo_is_none(self) -> None:
        with pytest.raises(TypeError):
            STATE.apply(COMBO)  # type: ignore[arg-type]

    def test_a_seed_is_no_source_of_randomness(self) -> None:
        with pytest.raises(TypeError):
            Deal.shuffled(7)  # type: ignore[arg-type]


class TestParts:
    def test_names_are_needed(self) -> None:
        with pytest.raises(TypeError):
            Rules((2,))  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            GameState.position([CardSet(), CardSet()], 0)  # type: ignore[call-arg]

    def test_types(self) -> None:
        with pytest.raises(TypeError):
            Rules(target="10")  # type: ignore[arg-type]


class TestImmutable:
    def test_fields(self) -> None:
        with pytest.raises(AttributeError):
            CARD.rank = Rank.TWO  # type: ignore[misc]
        with pytest.raises(AttributeError):
            COMBO.cards = DECK  # type: ignore[misc]
        with pytest.raises(AttributeError):
            STATE.turn = 0  # type: ignore[misc]

    def test_elements(self) -> None:
        with pytest.raises(TypeError):
            STATE.scores[0] = 1  # type: ignore[index]
        with pytest.raises(TypeError):
            legal_moves(DECK)[0] = COMBO  # type: ignore[index]


def test_a_view_has_no_hands() -> None:
    with pytest.raises(AttributeError):
        _ = STATE.view(0).hands  # type: ignore[attr-defined]


def test_a_seat_need_not_be_to_move() -> None:
    with pytest.raises(TypeError):
        Pass(STATE.turn)  # type: ignore[arg-type]


# Nothing runs below: what is wrong is wrong for type checkers alone.


def leaves_passes_out(action: Action) -> int:
    match action:
        case Deal():
            return 1
        case Play():
            return 2
        case _:
            assert_never(action)  # type: ignore[arg-type]


def subclasses() -> None:
    class _Joker(Card):  # type: ignore[misc]
        pass
