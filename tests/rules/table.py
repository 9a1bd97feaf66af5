"""Short ways to set a table by hand, for the tests of the rules."""

from collections.abc import Sequence

from tienlen import Card, CardSet, Combo, Deal, GameState, IllegalReason, Pass, Play


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
) -> GameState:
    """Set a position, in the round of that number, from the text of every seat's hand."""
    return GameState.position(
        hands=hands(*texts),
        turn=turn,
        table=None if table is None else Combo.parse(table),
        table_seat=by,
        passed=passed,
        finished=finished,
        opening_card=None if opening is None else Card.parse(opening),
        scores=scores,
        round=number,
    )


def deal(*texts: str) -> Deal:
    """Deal the hands named."""
    return Deal(hands(*texts))


def play(state: GameState, seat: int, cards: str) -> GameState:
    """Let a seat play the cards named."""
    return state.apply(Play(seat, Combo.parse(cards)))


def pass_(state: GameState, *seats: int) -> GameState:
    """Let one seat after the other pass."""
    for seat in seats:
        state = state.apply(Pass(seat))
    return state


def end_round(
    places: Sequence[int], *, scores: Sequence[int] | None = None, number: int = 1
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
    )
    return play(state, last_but_one, "3S")


def refusal(state: GameState, seat: int, cards: str | None) -> IllegalReason | None:
    """Ask why a seat may not play the cards named, or may not pass if there are none."""
    return state.why_illegal(Pass(seat) if cards is None else Play(seat, Combo.parse(cards)))


def moves(state: GameState, seat: int | None = None) -> list[str]:
    """List the combos open to a seat, as text, weakest first."""
    return [str(combo.cards) for combo in state.legal_moves(seat)]


# Four hands of 13 that leave nothing to chance: one suit each, spades with seat 3.
ONE_SUIT_EACH = tuple(
    " ".join(rank + suit for rank in "3456789TJQKA2") for suit in ("H", "D", "C", "S")
)
