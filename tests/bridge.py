"""Carries cards, combos, actions and whole states between the library and the oracle."""

from __future__ import annotations

from collections.abc import Iterable

from tests import oracle
from tienlen import Action, Card, CardSet, Combo, Deal, GameState, Kind, Pass, Play

KINDS = {
    "single": Kind.SINGLE,
    "pair": Kind.PAIR,
    "triple": Kind.TRIPLE,
    "quad": Kind.QUAD,
    "sequence": Kind.SEQUENCE,
    "double sequence": Kind.DOUBLE_SEQUENCE,
}
NAMES = {kind: name for name, kind in KINDS.items()}


def cards(strings: Iterable[str]) -> list[Card]:
    return [Card.parse(string) for string in strings]


def card_set(strings: Iterable[str]) -> CardSet:
    return CardSet.of(cards(strings))


def combo(strings: Iterable[str]) -> Combo:
    return Combo(card_set(strings))


def strings(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def name(combo: Combo | None) -> str | None:
    """What the oracle calls the combo."""
    if combo is None:
        return None
    length = f" of {combo.run_length}" if combo.run_length > 1 else ""
    return NAMES[combo.kind] + length


def action(action: oracle.Action) -> Action:
    match action:
        case ("deal", hands):
            return Deal(tuple(map(card_set, hands)))
        case ("play", seat, strings):
            return Play(seat, combo(strings))
        case ("pass", seat):
            return Pass(seat)


def game_picture(game: oracle.Game) -> dict[str, object]:
    """Everything public about the oracle's game, in plain values."""
    picture: dict[str, object] = {
        "phase": game.phase,
        "round": game.round,
        "scores": game.scores,
        "hands": [oracle.in_order(hand) for hand in game.hands],
        "discards": oracle.in_order(game.discards),
        "turn": game.turn,
        "table": None if game.table is None else oracle.in_order(game.table),
        "table seat": game.table_seat,
        "passed": sorted(game.passed),
        "finished": game.finished,
        "opening card": game.opening_card,
        "winner": game.winner,
        "last round": None,
    }
    if game.places:
        picture["last round"] = {
            "places": game.places,
            "points": game.points,
            "hands": [oracle.in_order(hand) for hand in game.left_over],
        }
    return picture


def state_picture(state: GameState) -> dict[str, object]:
    """Everything public about the library's state, in the same plain values."""
    result = state.last_round
    return {
        "phase": state.phase.name,
        "round": state.round,
        "scores": list(state.scores),
        "hands": [list(strings(hand)) for hand in state.hands],
        "discards": list(strings(state.discards)),
        "turn": state.turn,
        "table": None if state.table is None else list(strings(state.table)),
        "table seat": state.table_seat,
        "passed": sorted(state.passed),
        "finished": list(state.finished),
        "opening card": None if state.opening_card is None else str(state.opening_card),
        "winner": state.winner,
        "last round": None
        if result is None
        else {
            "places": list(result.places),
            "points": list(result.points),
            "hands": [list(strings(hand)) for hand in result.hands],
        },
    }
