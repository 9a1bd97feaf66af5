"""Deal from a seed, look at a hand and its legal plays, and play a whole game at random.

Run it as ``python examples/quickstart.py``, or with a seed after it for another game.
"""

import argparse
import random

from tienlen import Deal, GameState, Phase


def show_opening(state: GameState) -> None:
    """Print the hand of the seat that opens the game, and its legal plays."""
    assert state.turn is not None
    print(f"Seat {state.turn} opens the game. Its hand is")
    print(f"    {state.hands[state.turn]}")
    print(f"and its first combo must contain {state.opening_card}. It may play")
    for combo in state.legal_moves():
        print(f"    {combo!s:18} {combo.shape}")
    print()


def play(seed: int) -> None:
    """Play one game to its end; the same seed gives the same game."""
    rng = random.Random(seed)
    state = GameState.new(seats=4).apply(Deal.shuffled(rng))
    show_opening(state)

    print("Every seat now plays at random.")
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEALING:
            state = state.apply(Deal.shuffled(rng))
        number = state.round
        while state.phase is Phase.PLAYING:
            state = state.apply(rng.choice(state.legal_actions()))

        assert state.last_round is not None
        places = ", ".join(f"seat {seat}" for seat in state.last_round.places)
        points = " ".join(f"{score:2}" for score in state.scores)
        print(f"    Round {number}: {places}. Points: {points}")
    print(f"Seat {state.winner} wins the game.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play one game of tiến lên at random.")
    parser.add_argument("seed", type=int, nargs="?", default=31, help="default: 31")
    play(parser.parse_args().seed)
