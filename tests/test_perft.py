"""The numbers of plays and passes that may follow a position, by the library and by the oracle.

The files in `perft/` hold the positions of one rule set each; `perft/README.md` tells the format.
``python -m tests.test_perft`` writes the counts anew as the oracle finds them: a ``?`` is enough
where one is still to be found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests import bridge, oracle
from tienlen import GameState
from tienlen.testing import divide, perft

FILES = sorted(Path(__file__).with_name("perft").glob("*.perft"))
COUNTS = ("nodes", "slow")
"""The keys of counts, in order of depth."""


@attrs.frozen
class Position:
    """One position of a file, as it is written there."""

    place: str
    parts: dict[str, str]

    def game(self) -> oracle.Game:
        """The oracle's board."""
        parts, rules = self.parts, oracle.PRESETS[self.parts["rules"]]
        hands = [hand.replace("-", "").split() for hand in parts["hands"].split("|")]
        if "turn" not in parts:
            game = oracle.Game(len(hands), rules)
            game.do(("deal", hands))
            return game
        game = oracle.Game(len(hands), rules, "PLAYING", hands=hands, turn=int(parts["turn"]))
        if "table" in parts:
            game.table, game.table_seat = parts["table"].split(), int(parts["table_seat"])
        game.opening_card = parts.get("opening_card")
        game.finished = self._seats("finished")
        game.passed, game.played = set(self._seats("passed")), set(self._seats("played"))
        return game

    def state(self) -> GameState:
        """The library's board."""
        game = self.game()
        if "turn" in self.parts:
            return bridge.position(game)
        state = GameState.new(game.seats, bridge.rules(game.rules))
        return state.apply(bridge.action(("deal", game.hands)))

    def _seats(self, key: str) -> list[int]:
        return [int(seat) for seat in self.parts.get(key, "").split()]

    def counts(self, key: str) -> dict[int, int]:
        """The counts of a key, by depth."""
        first = 1
        for earlier in COUNTS[: COUNTS.index(key)]:
            first += len(self.parts.get(earlier, "").split())
        return dict(enumerate(map(int, self.parts[key].split()), first))


BLOCK = re.compile(r"(?:^(?!#).+\n)+", re.MULTILINE)
"""The lines of a position: neither blank nor a comment."""


def read(file: Path) -> Iterator[Position]:
    text = file.read_text("utf-8")
    for block in BLOCK.finditer(text):
        line = 1 + text.count("\n", 0, block.start())
        yield Position(f"{file.name}:{line}", parts_of(block[0]))


def parts_of(block: str) -> dict[str, str]:
    return dict(line.split(maxsplit=1) for line in block.splitlines())


POSITIONS = [position for file in FILES for position in read(file)]


def some(key: str) -> pytest.MarkDecorator:
    """Every position that has counts of a key."""
    chosen = [position for position in POSITIONS if key in position.parts]
    return pytest.mark.parametrize("position", chosen, ids=[each.place for each in chosen])


def moves(game: oracle.Game) -> Iterator[oracle.Action]:
    """Everything that any seat may do but deal."""
    if game.turn is None:
        return
    for seat in range(game.seats):
        chops = game.legal_moves() if seat == game.turn else game.legal_free_chops(seat)
        for cards in chops:
            yield ("play", seat, list(cards))
    if game.refusal(("pass", game.turn)) is None:
        yield ("pass", game.turn)


def after(game: oracle.Game, action: oracle.Action) -> oracle.Game:
    """Another board, on which an action is done."""
    # A round changes its lists and sets, never a hand: that is replaced by another.
    parts: dict[str, Any] = vars(game)
    other = oracle.Game(
        **{key: copy(part) if type(part) in (list, set) else part for key, part in parts.items()}
    )
    other.do(action)
    return other


def counts(game: oracle.Game, most: int) -> list[int]:
    """Count the sequences of each length up to one, by going through them all."""
    totals = [0] * most
    deeper = [(game, 0)]
    while deeper:
        board, depth = deeper.pop()
        for action in moves(board):
            totals[depth] += 1
            if depth + 1 < most:
                deeper.append((after(board, action), depth + 1))
    return totals


def check(position: Position, key: str) -> None:
    expected = position.counts(key)
    state = position.state()
    assert {depth: perft(state, depth) for depth in expected} == expected
    found = dict(enumerate(counts(position.game(), max(expected)), 1))
    assert {depth: found[depth] for depth in expected} == expected


@some("nodes")
def test_counts(position: Position) -> None:
    check(position, "nodes")


@pytest.mark.slow
@some("slow")
def test_deeper_counts(position: Position) -> None:
    check(position, "slow")


@some("nodes")
def test_divide(position: Position) -> None:
    """All actions of all seats are there, each with the count after it."""
    game = position.game()
    expected = {bridge.action(action): counts(after(game, action), 1)[0] for action in moves(game)}
    assert divide(position.state(), 2) == expected


def test_every_rule_set_has_a_file() -> None:
    assert {position.parts["rules"] for position in POSITIONS} == set(oracle.PRESETS)
    for file in FILES:
        assert {position.parts["rules"].lower() for position in read(file)} == {file.stem}


def counted_anew(block: str) -> str:
    """The lines of a position with the counts of the oracle."""
    parts = parts_of(block)
    written = [parts.get(key, "").split() for key in COUNTS]
    found = list(map(str, counts(Position("", parts).game(), sum(map(len, written)))))
    for key, old in zip(COUNTS, written, strict=True):
        if old:
            parts[key], found = " ".join(found[: len(old)]), found[len(old) :]
    return "".join(f"{key:12}{value}\n" for key, value in parts.items())


if __name__ == "__main__":
    for file in FILES:
        text = file.read_text("utf-8")
        file.write_text(BLOCK.sub(lambda block: counted_anew(block[0]), text), "utf-8")
