"""Short ways to set a table by hand, for the tests of the rules."""

from collections.abc import Sequence

from tienlen import (
    CARDGAMES_IO,
    Card,
    CardSet,
    Combo,
    Deal,
    GameState,
    IllegalReason,
    Pass,
    Payment,
    Play,
    RoundResult,
    Rules,
)


def hands(*texts: str) -> tuple[CardSet, ...]:
    """Read one hand a seat."""
    return tuple(CardSet.parse(text) for text in texts)


def position(
    *texts: str,
    turn: int = 0,
    table: str | None = None,
    by: int | None = None,
    passed: Sequence[int] = (),
    finished: Sequence[int] = (),
    opening: str | None = None,
    scores: Sequence[int] | None = None,
    number: int = 1,
    rules: Rules = CARDGAMES_IO,
    played: Sequence[int] = (),
    stopped: Sequence[int] = (),
    chain: int = 0,
    victim: int | None = None,
    paid: Sequence[Payment] = (),
) -> GameState:
    """Set a position, in the round of that number, from the text of every seat's hand."""
    return GameState.position(
        hands=hands(*texts),
        turn=turn,
        table=None if table is None else Combo.parse(table, rules=None),
        table_seat=by,
        passed=passed,
        finished=finished,
        opening_card=None if opening is None else Card.parse(opening),
        scores=scores,
        round=number,
        rules=rules,
        played=played,
        stopped=stopped,
        chain=chain,
        chain_victim=victim,
        payments=paid,
    )


def deal(*texts: str) -> Deal:
    """Deal the hands named."""
    return Deal(hands(*texts))


def play(state: GameState, seat: int, cards: str) -> GameState:
    """Let a seat play the cards named."""
    return state.apply(Play(seat, Combo.parse(cards, rules=None)))


def pass_(state: GameState, *seats: int) -> GameState:
    """Let one seat after the other pass."""
    for seat in seats:
        state = state.apply(Pass(seat))
    return state


def end_round(
    places: Sequence[int],
    *,
    scores: Sequence[int] | None = None,
    number: int = 1,
    rules: Rules = CARDGAMES_IO,
) -> GameState:
    """Settle a round whose seats take the places named, by its very last play."""
    *out, last_but_one, last = places
    hand = {last_but_one: "3S", last: "4S"}
    state = position(
        *(hand.get(seat, "") for seat in range(len(places))),
        turn=last_but_one,
        finished=out,
        scores=scores,
        number=number,
        rules=rules,
        played=() if out else (last_but_one, last),
    )
    return play(state, last_but_one, "3S")


def refusal(state: GameState, seat: int, cards: str | None) -> IllegalReason | None:
    """Ask why a seat may not play the cards named, or may not pass if there are none."""
    if cards is None:
        return state.why_illegal(Pass(seat))
    return state.why_illegal(Play(seat, Combo.parse(cards, rules=None)))


def moves(state: GameState, seat: int | None = None) -> list[str]:
    """List the combos open to a seat, as text, weakest first."""
    return [str(combo.cards) for combo in state.legal_moves(seat)]


def result(state: GameState) -> RoundResult:
    """Give the result of the round that has just ended."""
    assert state.last_round is not None
    return state.last_round


def paid(payments: Sequence[Payment]) -> list[tuple[int, int, int, str]]:
    """Write payments short: payer, payee, units and reason."""
    return [(each.payer, each.payee, each.units, each.reason.name) for each in payments]


# Four hands of 13 that leave nothing to chance: one suit each, spades with seat 3.
ONE_SUIT_EACH = tuple(
    " ".join(rank + suit for rank in "3456789TJQKA2") for suit in ("H", "D", "C", "S")
)
