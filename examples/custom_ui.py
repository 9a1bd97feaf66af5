"""The loop that a user interface writes around the library, here on a terminal.

You are seat 0, three others play at random, and a game goes on until somebody has won it. Type the
cards to play, such as ``5S 5H``, or ``pass``. Run it as ``python examples/custom_ui.py``, or with a
seed after it for other cards.
"""

import argparse
import random

from tienlen import (
    Action,
    Combo,
    Deal,
    GameState,
    IllegalReason,
    Pass,
    Phase,
    Play,
    PlayerView,
    Selection,
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


def show(view: PlayerView) -> None:
    """Draw what a seat may see, the cards that are in any legal play in brackets."""
    moves = view.legal_moves()
    clickable = Selection([], view.hand, moves).addable
    print()
    print("Cards left:", ", ".join(f"seat {s} {count}" for s, count in enumerate(view.counts)))
    print("Table:", "empty" if view.table is None else f"{view.table} by seat {view.table_seat}")
    print("Hand:", *(f"[{card}]" if card in clickable else card for card in view.hand))
    print("Hint:", moves[0] if moves else "pass")


def ask(view: PlayerView) -> Action:
    """Ask until the answer is a legal action."""
    while True:
        text = input("> ").strip()
        try:
            action = Pass(YOU) if text == "pass" else Play(YOU, Combo.parse(text))
        except TienLenError as error:  # no cards, a card named twice, or no combo
            print(error)
            continue
        reason = view.why_illegal(action)
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
            view = state.view(YOU)
            show(view)
            action = ask(view)
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
