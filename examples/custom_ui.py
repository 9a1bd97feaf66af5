"""The loop that a user interface writes around the library, here on a terminal.

You are seat 0, three others play at random, and a game goes on until somebody has won it. Type the
cards to play, such as ``5S 5H``, or ``pass``. Run it as ``python examples/custom_ui.py``, or with a
seed after it for other cards.
"""

import argparse
import random

from tienlen import (
    Action,
    CardSet,
    Combo,
    Deal,
    GameState,
    IllegalReason,
    Pass,
    Phase,
    Play,
    TienLenError,
)

YOU = 0

# One such table for each language; the reasons that this loop never meets need no words.
REFUSALS = {
    IllegalReason.CARDS_NOT_HELD: "You do not hold those cards.",
    IllegalReason.MISSING_OPENING_CARD: "The first combo of the game must hold the opening card.",
    IllegalReason.DOES_NOT_BEAT: "That does not beat the table.",
    IllegalReason.CANNOT_PASS_LEAD: "You are to lead, so you cannot pass.",
}


def clickable(state: GameState) -> CardSet:
    """Gather the cards that are in any legal play: those a screen would let you click."""
    cards = CardSet()
    for combo in state.legal_moves(YOU):
        cards |= combo.cards
    return cards


def show(state: GameState) -> None:
    """Draw what seat 0 may see, its clickable cards in brackets."""
    live = clickable(state)
    moves = state.legal_moves(YOU)
    print()
    print("Cards left:", ", ".join(f"seat {s} {len(hand)}" for s, hand in enumerate(state.hands)))
    print("Table:", "empty" if state.table is None else f"{state.table} by seat {state.table_seat}")
    print("Hand:", *(f"[{card}]" if card in live else card for card in state.hands[YOU]))
    print("Hint:", moves[0] if moves else "pass")


def ask(state: GameState) -> Action:
    """Ask until the answer is a legal action."""
    while True:
        text = input("> ").strip()
        try:
            action = Pass(YOU) if text == "pass" else Play(YOU, Combo.parse(text))
        except TienLenError as error:  # no cards, a card named twice, or no combo
            print(error)
            continue
        reason = state.why_illegal(action)
        if reason is None:
            return action
        print(REFUSALS[reason], "Rule book:", ", ".join(reason.rules))


def tell(action: Action, state: GameState) -> None:
    """Print what was done, and what came of it."""
    match action:
        case Deal():
            print(f"Round {state.round}. Seat {state.turn} leads.")
        case Play(seat, combo):
            print(f"Seat {seat} plays {combo}")
        case Pass(seat):
            print(f"Seat {seat} passes")
    if state.last_round is not None:
        print("Places:", *(f"seat {seat}" for seat in state.last_round.places))
        print("Points:", *state.scores)


def main(seed: int) -> None:
    """Play one game."""
    rng = random.Random(seed)
    state = GameState.new()
    while state.phase is not Phase.OVER:
        action: Action
        if state.phase is Phase.DEALING:
            action = Deal.shuffled(rng)
        elif state.turn == YOU:
            show(state)
            action = ask(state)
        else:
            action = rng.choice(state.legal_actions())
        state = state.apply(action)
        tell(action, state)
    print(f"Seat {state.winner} wins the game.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play tiến lên against three random seats.")
    parser.add_argument("seed", type=int, nargs="?", default=31, help="default: 31")
    try:
        main(parser.parse_args().seed)
    except (EOFError, KeyboardInterrupt):
        print("Good-bye.")
