"""Carries rules, cards, combos, actions and states between the library and the oracle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import tienlen
from tests import oracle
from tienlen import (
    Action,
    Card,
    CardSet,
    Chop,
    Combo,
    Deal,
    GameState,
    InstantWin,
    Kind,
    Opening,
    Pass,
    Payment,
    PaymentReason,
    Penalty,
    Play,
    Rank,
    Rules,
    Settlement,
    Shape,
    Shapes,
    Suits,
    Twos,
    TwosLast,
)

KINDS = {
    "single": Kind.SINGLE,
    "pair": Kind.PAIR,
    "triple": Kind.TRIPLE,
    "quad": Kind.QUAD,
    "sequence": Kind.SEQUENCE,
    "double sequence": Kind.DOUBLE_SEQUENCE,
    "quad sequence": Kind.QUAD_SEQUENCE,
}
NAMES = {kind: name for name, kind in KINDS.items()}
INSTANT_WINS = {
    "dragon": InstantWin.DRAGON,
    "five consecutive pairs": InstantWin.FIVE_CONSECUTIVE_PAIRS,
    "four 2s": InstantWin.FOUR_TWOS,
    "six pairs": InstantWin.SIX_PAIRS,
}
PATTERNS = {member: name for name, member in INSTANT_WINS.items()}


def built_rules(rules: oracle.Rules) -> Rules:
    """The library's rule set made of the oracle's data, field by field."""
    openings = {
        "first round": Opening.FIRST_ROUND,
        "after an instant win": Opening.AFTER_INSTANT_WIN,
        "every round": Opening.EVERY_ROUND,
    }
    settlements = {
        "places": Settlement.PLACES,
        "last loses": Settlement.LAST_LOSES,
        "units": Settlement.UNITS,
    }
    penalties = {"chop chain": Penalty.CHOP_CHAIN, "cong": Penalty.CONG, "thoi": Penalty.THOI}
    return Rules(
        seats=rules.seats,
        hand_size=rules.hand_size,
        sequence_top=top(rules.sequence_ranks),
        double_sequence_top=top(rules.double_sequence_ranks),
        quad_sequence_top=top(rules.quad_sequence_ranks),
        chops=tuple(
            Chop(target(name), tuple(map(shapes, entries))) for name, entries in rules.chops.items()
        ),
        suits={"free": Suits.FREE, "follow": Suits.FOLLOW}[rules.suits],
        twos_last={"allowed": TwosLast.ALLOWED, "barred": TwosLast.BARRED}[rules.twos_last],
        free_chops=tuple(map(shapes, rules.free_chops)),
        opening=openings[rules.opening],
        instant_wins=tuple(INSTANT_WINS[pattern] for pattern in rules.instant_wins),
        settlement=settlements[rules.settlement],
        penalties=tuple(penalties[penalty] for penalty in rules.penalties),
        target=rules.target,
    )


def top(ranks: str) -> Rank | None:
    """The highest of the ranks a run may be made of."""
    return Rank(ranks[-1]) if ranks else None


def target(name: str) -> Twos | Shape:
    """What a row of the oracle's chop table is about."""
    kind, _, length = name.partition(" of ")
    if length == "2s":
        return Twos(KINDS[kind].width)
    return Shape(KINDS[kind], int(length)) if length else Shape(KINDS[kind])


def shapes(entry: str) -> Shapes:
    """What an entry of the oracle's chop table lets chop; "of 3+" is of three or more."""
    kind, _, length = entry.partition(" of ")
    if not length:
        return Shapes(KINDS[kind])
    least = int(length.removesuffix("+"))
    return Shapes(KINDS[kind], least) if length.endswith("+") else Shapes(KINDS[kind], least, least)


PRESETS: dict[oracle.Rules, Rules] = {
    rules: getattr(tienlen, name) for name, rules in oracle.PRESETS.items()
}


@lru_cache(maxsize=64)
def rules(rules: oracle.Rules) -> Rules:
    """The library's preset for the oracle's, and its equal for any other rule set."""
    return PRESETS.get(rules) or built_rules(rules)


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


def position(game: oracle.Game) -> GameState:
    """The library's state for a game of the oracle in the middle of a round."""
    assert game.turn is not None
    return GameState.position(
        hands=[cards(hand) for hand in game.hands],
        turn=game.turn,
        table=None if game.table is None else combo(game.table),
        table_seat=game.table_seat,
        passed=game.passed,
        finished=game.finished,
        opening_card=None if game.opening_card is None else Card.parse(game.opening_card),
        scores=game.scores,
        round=game.round,
        discards=cards(game.discards),
        rules=rules(game.rules),
        played=game.played,
        stopped=game.stopped,
        chain=game.chain,
        chain_victim=game.chain_victim,
        payments=[
            Payment(payer, payee, units, PaymentReason[reason])
            for payer, payee, units, reason in game.payments
        ],
    )


def payment_tuples(payments: Iterable[Payment]) -> list[oracle.Payment]:
    """Payments as the oracle writes them."""
    return [(each.payer, each.payee, each.units, each.reason.name) for each in payments]


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
        "played": sorted(game.played),
        "stopped": sorted(game.stopped),
        "chain": game.chain,
        "chain victim": game.chain_victim,
        "payments": game.payments,
        "last round": None,
    }
    if game.places:
        picture["last round"] = {
            "places": game.places,
            "points": game.points,
            "payments": game.paid,
            "instant win": game.instant_win,
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
        "played": sorted(state.played),
        "stopped": sorted(state.stopped),
        "chain": state.chain,
        "chain victim": state.chain_victim,
        "payments": payment_tuples(state.payments),
        "last round": None
        if result is None
        else {
            "places": list(result.places),
            "points": list(result.points),
            "payments": payment_tuples(result.payments),
            "instant win": None if result.instant_win is None else PATTERNS[result.instant_win],
            "hands": [list(strings(hand)) for hand in result.hands],
        },
    }
