"""What type checkers make of the public API: each `assert_type` is checked by both of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import assert_never, assert_type

from hypothesis.strategies import SearchStrategy

from tienlen import (
    CARDGAMES_IO,
    DECK,
    Action,
    Card,
    CardSet,
    Combo,
    Deal,
    GameState,
    IllegalMoveError,
    IllegalReason,
    Kind,
    LegalActions,
    LegalMoves,
    Pass,
    Phase,
    Play,
    Rank,
    RoundResult,
    Rules,
    Shape,
    Shapes,
    Suit,
    beats,
    classify,
    legal_moves,
    testing,
)
from tienlen.view import PlayerView


def test_cards() -> None:
    card = Card.parse("3S")
    assert_type(card, Card)
    assert_type(Card.of(card.rank, card.suit), Card)
    assert_type(card.rank, Rank)
    assert_type(card.suit, Suit)
    assert_type(card < card, bool)
    assert_type(sorted(DECK), list[Card])
    assert_type(DECK & CardSet.of([card]), CardSet)
    assert_type(DECK - DECK | DECK, CardSet)
    assert_type([each.index for each in DECK], list[int])


def test_combos() -> None:
    combo = classify([Card.parse("3S")])
    assert_type(combo, Combo | None)
    assert combo is not None
    assert_type(combo, Combo)
    assert_type(combo.kind, Kind)
    assert_type(combo.shape, Shape)
    assert_type(combo.top, Card)
    assert_type(list(combo), list[Card])
    assert_type(beats(combo, combo), bool)
    assert_type(list(Shapes(Kind.PAIR)), list[Shape])


def test_moves() -> None:
    moves = legal_moves(DECK, rules=CARDGAMES_IO)
    assert_type(moves, LegalMoves)
    assert_type(moves[0], Combo)
    assert_type(moves[:2], tuple[Combo, ...])
    assert_type(iter(moves), Iterator[Combo])
    sequence: Sequence[Combo] = moves
    assert_type(random.Random(1).choice(sequence), Combo)
    assert_type(moves.total, int)


def test_games() -> None:
    state = GameState.new(seats=2)
    assert_type(state.apply(Deal.shuffled(random.Random(1), seats=2)), GameState)
    actions: list[Action] = [Deal.shuffled(random.Random(1), seats=2)]
    state = reduce(GameState.apply, actions, state)
    assert_type(state, GameState)
    assert_type(state.legal_actions(), LegalActions)
    assert_type(state.legal_actions()[0], Play | Pass)
    assert_type(state.legal_actions()[:1], tuple[Play | Pass, ...])
    assert_type(state.legal_moves(), LegalMoves)
    assert_type(state.why_illegal(Pass(0)), IllegalReason | None)
    assert_type(state.turn, int | None)
    assert_type(state.table, Combo | None)
    assert_type(state.hands, tuple[CardSet, ...])
    assert_type(state.passed, frozenset[int])
    assert_type(state.last_round, RoundResult | None)
    assert_type(state.phase, Phase)
    assert_type(state.rules, Rules)
    view = state.view(0)
    assert_type(view, PlayerView)
    assert_type(view.hand, CardSet)
    assert_type(view.legal_actions()[0], Play | Pass)


def test_errors() -> None:
    try:
        GameState.new().apply(Pass(0))
    except IllegalMoveError as error:
        assert_type(error.action, Play | Pass | None)
        assert_type(error.seat, int | None)
        assert_type(error.reason, IllegalReason)
        assert_type(error.reason.rules, tuple[str, ...])


def test_testing() -> None:
    assert_type(testing.cards(), SearchStrategy[Card])
    assert_type(testing.hands(), SearchStrategy[CardSet])
    assert_type(testing.combos(), SearchStrategy[Combo])
    assert_type(testing.tables(), SearchStrategy[tuple[Combo, CardSet]])
    assert_type(testing.rules(), SearchStrategy[Rules])
    assert_type(testing.deals(), SearchStrategy[Deal])
    assert_type(testing.positions(), SearchStrategy[GameState])
    assert_type(testing.perft(GameState.new(), 1), int)
    assert_type(testing.divide(GameState.new(), 1), dict[Play | Pass, int])


def word(action: Action) -> str:
    """Say what an action is: a `match` with a case for each is known to leave nothing out."""
    match action:
        case Deal(hands):
            assert_type(hands, tuple[CardSet, ...])
            return f"deal to {len(hands)}"
        case Play(seat, combo):
            assert_type(seat, int)
            assert_type(combo, Combo)
            return f"{seat} plays {combo}"
        case Pass(seat):
            return f"{seat} passes"
        case _:
            assert_never(action)


def test_a_match_on_actions_is_exhaustive() -> None:
    assert word(Deal([])) == "deal to 0"
    assert word(Play(1, Combo.parse("3S"))) == "1 plays 3S"
    assert word(Pass(2)) == "2 passes"


def phase_word(phase: Phase) -> int:
    match phase:
        case Phase.DEALING:
            return 1
        case Phase.PLAYING:
            return 2
        case Phase.OVER:
            return 3


def test_a_match_on_phases_is_exhaustive() -> None:
    assert [phase_word(phase) for phase in Phase] == [1, 2, 3]
