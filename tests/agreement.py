"""Put very many random questions to the library and to the oracle, and hold the answers together.

A question is a hand and what it faces: a table or the lead, perhaps a card that must be included,
and one play to judge.  The answer is the whole move list, in order, and all that is said about the
play.  `python -m tests.agreement --questions N --seed S --preset NAME` prints how much was asked.
Where answers differ it prints the case and exits with status 1; `compare` replays it.

The oracle finds the combos of a hand by trying every subset, so each hand is asked about several
tables, small hands come more often than large ones, and of hands above 13 cards, up to the whole
pack, only the play is judged.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, starmap
from multiprocessing import get_context
from typing import Any, NamedTuple

from tests import bridge, oracle, strategies
from tests.side_by_side import canonical
from tienlen import Card, InvalidComboError, beats, classify, legal_moves

QUESTIONS = 1_000_000
"""The questions of a run under each preset, unless told otherwise."""
LARGEST = 13
"""The most cards of a hand whose whole move list is asked for."""
TABLES = 16
"""The questions about one hand."""
BLOCK = 2_000
"""The questions of one random source: any number of processes asks the same."""
MOST_CASES = 5
"""The disagreements that are printed at most, of each block."""

NAMES = {preset: strategies.names(rules) for preset, rules in oracle.PRESETS.items()}
"""The shapes that a preset knows."""
BOMBS = {
    preset: [
        name
        for name in NAMES[preset]
        if any(oracle.is_listed(name, entries) for entries in rules.chops.values())
    ]
    for preset, rules in oracle.PRESETS.items()
}
"""The shapes that chop something under a preset."""
SHORT = ["single", "pair", "triple", "sequence of 3", "sequence of 4"]
"""Shapes that even small hands hold, under every preset."""

Cards = tuple[str, ...]
Answer = dict[str, Any]


class Question(NamedTuple):
    """All that the answer depends on, with cards as the oracle writes them."""

    preset: str
    hand: Cards
    table: Cards | None
    including: str | None
    play: Cards

    def __str__(self) -> str:
        table = "lead" if self.table is None else " ".join(self.table)
        including = "" if self.including is None else f", including {self.including}"
        facing = f"hand {' '.join(self.hand)}; table {table}{including}"
        return f"{self.preset}: {facing}; play {' '.join(self.play) or 'nothing'}\n  {self!r}"


# What is asked


def run_of(rng: random.Random, rules: oracle.Rules, name: str, cards: Sequence[str]) -> Cards:
    """Give a combo of a shape, at random ranks, out of some cards; no cards if they lack it."""
    width, length = strategies.parts(name)
    ranks = strategies.ranks_for(name, rules)
    start = rng.randrange(len(ranks) - length + 1)
    suits = oracle.SUITS
    if rules.suits == "follow" and name != "single" and width < 3:
        suits = rng.choice(["SC", "DH"] if width == 2 else oracle.SUITS)
    chosen: list[str] = []
    for rank in ranks[start : start + length]:
        own = [rank + suit for suit in suits if rank + suit in cards]
        if len(own) < width:
            return ()
        chosen += rng.sample(own, width)
    return tuple(chosen)


def some_run(rng: random.Random, preset: str, names: list[str], cards: Sequence[str]) -> Cards:
    """Give a combo of one of the shapes out of some cards; a single card where luck has it so."""
    for _ in range(6):
        run = run_of(rng, oracle.PRESETS[preset], rng.choice(names), cards)
        if run:
            return run
    return (rng.choice(cards),)


def some_twos(rng: random.Random) -> Cards:
    return tuple("2" + suit for suit in rng.sample(oracle.SUITS, rng.randint(1, 4)))


def some_hand(rng: random.Random, preset: str, size: int) -> Cards:
    """Draw a hand from the whole pack, from neighbouring ranks, or of combos, bombs and 2s."""
    cards: list[str] = []
    match rng.randrange(4):
        case 0:
            pass
        case 1:
            low = rng.randrange(len(oracle.RANKS) - 2)
            ranks = oracle.RANKS[low : low + rng.randint(3, 7)]
            near = [rank + suit for rank in ranks for suit in oracle.SUITS]
            cards += rng.sample(near, min(len(near), max(1, size * 4 // 5)))
        case 2:
            while len(cards) < size * 3 // 4:
                cards += some_run(rng, preset, rng.choice([SHORT, NAMES[preset]]), oracle.DECK)
        case _:
            if rng.random() < 0.6:
                cards += some_twos(rng)
            cards += some_run(rng, preset, rng.choice([NAMES, BOMBS])[preset], oracle.DECK)
    spread = rng.sample(oracle.DECK, len(oracle.DECK))
    hand = list(dict.fromkeys([*cards, *spread]))[:size]
    rng.shuffle(hand)
    return tuple(hand)


def some_table(rng: random.Random, preset: str, hand: Cards) -> Cards | None:
    """Draw nothing, 2s, any combo, or a combo much like one that the hand holds."""
    chance = rng.random()
    if chance < 0.15:
        return None
    if chance < 0.3:
        return some_twos(rng)
    if chance < 0.4:
        return some_run(rng, preset, rng.choice([NAMES, BOMBS])[preset], oracle.DECK)
    rules = oracle.PRESETS[preset]
    own = some_run(rng, preset, rng.choice([SHORT, NAMES[preset]]), hand)
    name = oracle.name(own, rules)
    assert name is not None
    alike = [run_of(rng, rules, name, oracle.DECK) for _ in range(4)]
    place = oracle.PLACES[oracle.highest(own)]
    return min(alike, key=lambda run: abs(oracle.PLACES[oracle.highest(run)] - place))


def some_play(rng: random.Random, preset: str, hand: Cards, table: Cards | None) -> Cards:
    """Draw a play: of the table's shape, a bomb, any combo, one of other rules, or nearly one."""
    chance = rng.random()
    if table is not None and chance < 0.5:
        name = oracle.name(table, oracle.PRESETS[preset])
        assert name is not None
        names = BOMBS[preset] if oracle.is_twos(table) and chance < 0.25 else [name]
        return some_run(rng, preset, names, hand)
    if chance < 0.75:
        return some_run(rng, preset, rng.choice([SHORT, NAMES[preset]]), hand)
    if chance < 0.85:
        return some_run(rng, preset, NAMES[preset], oracle.DECK)
    other = rng.choice(list(oracle.PRESETS))
    run = some_run(rng, other, NAMES[other], rng.choice([list(hand), oracle.DECK]))
    if chance < 0.92:
        return run
    # One card put in, or taken out.
    return tuple(oracle.in_order(set(run) ^ {rng.choice(oracle.DECK)}))


def questions(rng: random.Random, preset: str) -> Iterator[Question]:
    """Draw questions without end."""
    while True:
        # The smaller of two dice of 13 sides: five cards in the mean.
        size = min(rng.randint(1, LARGEST), rng.randint(1, LARGEST))
        if rng.random() < 0.1:
            size = rng.randint(LARGEST + 1, len(oracle.DECK))
        hand = some_hand(rng, preset, size)
        for _ in range(TABLES):
            table = some_table(rng, preset, hand)
            including = None
            if rng.random() < (0.4 if table is None else 0.1):
                including = rng.choice(hand if rng.random() < 0.8 else oracle.DECK)
            yield Question(preset, hand, table, including, some_play(rng, preset, hand, table))


# What is answered


def oracle_answer(question: Question) -> Answer:
    """What the oracle says, under the names of what the library is asked for."""
    preset, hand, table, including, play = question
    rules = oracle.PRESETS[preset]
    # Seat 0 is asked; another one with a card makes a round of it.
    game = oracle.Game(2, rules, "PLAYING", hands=[list(hand), ["3S"]], turn=0)
    game.opening_card = including
    if table is not None:
        game.table, game.table_seat = list(table), 1
    refusal = game.refusal(("play", 0, list(play)))
    answer: Answer = {
        "classify": oracle.name(play, rules),
        "beats": table is not None and oracle.beats(play, table, rules),
        "why_not": refusal,
        "in": refusal is None,
    }
    if len(hand) <= LARGEST:
        moves = oracle.legal_moves(hand, table, rules, including=including)
        in_order = sorted(moves, key=lambda move: canonical(move, rules))
        answer["moves"] = in_order
        answer["indexing"] = True
        answer["index"] = list(range(len(moves)))
        answer["total"] = len(moves)
    return answer


def library_answer(question: Question) -> Answer:
    preset, hand, table, including, play = question
    rules = bridge.rules(oracle.PRESETS[preset])
    on_table = None if table is None else bridge.combo(table)
    needed = None if including is None else Card.parse(including)
    moves = legal_moves(bridge.cards(hand), on_table, rules, including=needed)
    answer: Answer = {"classify": bridge.name(classify(bridge.cards(play), rules))}
    try:
        combo = bridge.combo(play)
    except InvalidComboError:
        # The cards are no combo under any rules, so that nothing more can be asked about them.
        answer |= {"beats": False, "why_not": "NOT_A_COMBO", "in": False}
    else:
        reason = moves.why_not(combo)
        answer["beats"] = on_table is not None and beats(combo, on_table, rules)
        answer["why_not"] = None if reason is None else reason.name
        answer["in"] = combo in moves
    if len(hand) <= LARGEST:
        listed = list(moves)
        answer["moves"] = [bridge.strings(move) for move in listed]
        answer["indexing"] = [moves[place] for place in range(moves.total)] == listed
        answer["index"] = [moves.index(move) for move in listed]
        answer["total"] = moves.total
    return answer


def compare(question: Question) -> tuple[Answer, str | None]:
    """Give the oracle's answer, and where the library's is another one; None if it is the same."""
    expected = oracle_answer(question)
    try:
        found = library_answer(question)
    except Exception:  # Whatever it is, the question it comes from is what matters.
        return expected, f"{question}\n{traceback.format_exc()}"
    differences = [
        f"  {what}: the library says {found.get(what)}, the oracle {expected[what]}\n"
        for what in expected
        if found.get(what) != expected[what]
    ]
    return expected, f"{question}\n{''.join(differences)}" if differences else None


# The run


def ask(preset: str, seed: int, block: int, count: int) -> tuple[Counter[str], list[str]]:
    """Ask the questions of one block; tell what they were about, and the disagreements."""
    tally: Counter[str] = Counter()
    cases: list[str] = []
    rng = random.Random(f"{seed} {preset} {block}")
    for question in islice(questions(rng, preset), count):
        expected, case = compare(question)
        moves = expected.get("total")
        if moves is None:
            kind = "large hands"
        elif question.table is None:
            kind = "leads"
        else:
            kind = "tables with an answer" if moves else "tables without an answer"
        tally[f"asked: {kind}"] += 1
        tally["moves listed"] += moves or 0
        tally[f"play: {expected['why_not'] or 'legal'}"] += 1
        if case is not None:
            tally["disagreements"] += 1
            cases.append(case)
    return tally, cases[:MOST_CASES]


def blocks(preset: str, seed: int, count: int) -> list[tuple[str, int, int, int]]:
    """The arguments of `ask` for each block of a number of questions."""
    starts = range(0, count, BLOCK)
    return [(preset, seed, block, min(BLOCK, count - start)) for block, start in enumerate(starts)]


def asked(
    blocks: list[tuple[str, int, int, int]], jobs: int
) -> Iterator[tuple[Counter[str], list[str]]]:
    """Ask all blocks, in other processes if there are to be several."""
    if jobs == 1:
        yield from starmap(ask, blocks)
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield from pool.map(ask, *zip(*blocks, strict=True))


def run(preset: str, seed: int, count: int, jobs: int, say: Callable[[str], object]) -> bool:
    """Ask all questions of a preset on some cores, tell the outcome, and give whether all agree."""
    began = time.monotonic()
    tally: Counter[str] = Counter()
    for found, cases in asked(blocks(preset, seed, count), jobs):
        tally += found
        for case in cases:
            say(case)
    seconds = time.monotonic() - began
    wrong = tally.pop("disagreements", 0)
    say(f"{preset}: {count:,} questions, {wrong:,} disagreements, {seconds:,.0f} s\n")
    for what, number in sorted(tally.items()):
        say(f"    {number:>12,} {what}\n")
    return not wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit status is 1 if there is any disagreement."""
    parser = argparse.ArgumentParser(prog="python -m tests.agreement", description=SUMMARY)
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="under each preset")
    parser.add_argument("--seed", type=int, help="a random one if left out")
    parser.add_argument("--preset", choices=list(oracle.PRESETS), help="all if left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = parser.parse_args(arguments)
    if min(given.questions, given.jobs) < 1:
        parser.error("there must be a question and a process")
    seed = random.SystemRandom().randrange(2**32) if given.seed is None else given.seed

    def say(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    say(f"seed {seed}\n")
    presets = [given.preset] if given.preset else list(oracle.PRESETS)
    agreed = [run(preset, seed, given.questions, given.jobs, say) for preset in presets]
    return 0 if all(agreed) else 1


SUMMARY = "Put random questions to the library and to the oracle, and hold the answers together."

if __name__ == "__main__":
    sys.exit(main())
