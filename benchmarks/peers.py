"""The peers' side of each comparison: Doudizhu as rlcard plays it, and chess.

The one module that knows the peers; rlcard has no types.
"""

import random
from importlib import import_module
from typing import Any

import chess

from benchmarks.measure import Work, each, pick

_doudizhu: Any = import_module("rlcard.games.doudizhu")

_DECK = "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222BR"


def doudizhu_play_outs(rng: random.Random, games: int = 4) -> Work:
    """Deal and play whole games at random; the units are decisions."""
    game = _doudizhu.Game()
    game.np_random.seed(rng.getrandbits(32))

    def work() -> int:
        decisions = 0
        for _ in range(games):
            state, _player = game.init_game()
            while not game.is_over():
                state, _player = game.step(pick(state["actions"], rng))
                decisions += 1
        return decisions

    return work


def doudizhu_leads(rng: random.Random, hands: int = 100) -> Work:
    """List what 17-card hands may lead, cards of a rank being alike; the units are hands."""
    dealt = ["".join(sorted(rng.sample(_DECK, 17), key=_DECK.index)) for _ in range(hands)]
    return each(_doudizhu.Judger.playable_cards_from_hand, dealt)


def chess_play_outs(rng: random.Random, games: int = 4) -> Work:
    """Play games at random, up to 80 plies each; the units are decisions."""
    return lambda: sum(len(_chess_game(rng, plies=80).move_stack) for _ in range(games))


def chess_lists(rng: random.Random, positions: int = 200) -> Work:
    """List the moves of positions; the units are moves."""
    boards = _boards(rng, positions)
    return lambda: sum(len(list(board.legal_moves)) for board in boards)


def chess_memberships(rng: random.Random, positions: int = 200) -> Work:
    """Ask whether a move that is legal is legal; the units are questions."""
    asked = [(board, pick(list(board.legal_moves), rng)) for board in _boards(rng, positions)]
    return lambda: sum(move in board.legal_moves for board, move in asked)


def _chess_game(rng: random.Random, plies: int) -> chess.Board:
    board = chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(pick(moves, rng))
    return board


def _boards(rng: random.Random, positions: int) -> list[chess.Board]:
    """Positions up to 60 plies into a random game, with moves left."""
    boards: list[chess.Board] = []
    while len(boards) < positions:
        board = _chess_game(rng, rng.randrange(60))
        if any(board.legal_moves):
            boards.append(board)
    return boards
