"""The ways to choose cards from a hand: the tables and counts that move lists are made from.

Cards and shapes are imported.  Hands and moves are masks here.
"""

import functools
import math
import re
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from operator import getitem, mul
from typing import Final

from tienlen.cards import card_set
from tienlen.shapes import Shape


def digits(hand: int) -> bytes:
    """The cards held of each rank, as the hexadecimal digits that `COUNTS` reads."""
    return (b"%013x" % hand)[::-1]


def choices_by_rank(hand: int, width: int) -> list[Sequence[int]]:
    """The ways to choose so many cards of each rank."""
    return list(map(getitem, CHOICES[width], digits(hand).translate(_VALUES)))


def suited(hand: int, shape: Shape) -> list[int]:
    """The sets of one rank in a hand, or the runs of one suit, in order."""
    if shape.run_length == 1:
        return list(chain.from_iterable(choices_by_rank(hand, shape.width)))
    lowest, run = hand, 1
    for _ in range(shape.run_length - 1):
        lowest &= lowest >> 4
        run = run << 4 | 1
    return [run << card.index for card in card_set(lowest)]


def bottoms(counts: bytes, run_length: int) -> Iterator[int]:
    """Where runs begin: the ranks from which on there is a choice for so many ranks in a row."""
    held, run = counts.translate(_HELD), _RUN[:run_length]
    rank = held.find(run)
    while rank >= 0:
        yield rank
        rank = held.find(run, rank + 1)


def products(counts: Sequence[int], run_length: int) -> Iterator[int]:
    """How many runs begin at each rank: the ways to choose from the ranks of each, multiplied."""
    sizes = iter(counts)
    for rank in range(1, run_length):
        sizes = map(mul, sizes, counts[rank:])
    return sizes


def run_at(counts: bytes, run_length: int, place: int) -> tuple[int, int]:
    """Where the run at a place begins, and its place among those that begin there."""
    held, run = counts.translate(_HELD), _RUN[:run_length]
    rank = held.find(run)
    while place >= (size := math.prod(counts[rank : rank + run_length])):
        place -= size
        rank = held.find(run, rank + 1)
    return rank, place


def run_totals(counts: bytes, least: int) -> Sequence[int]:
    """How many runs there are, by run length, as far as there are any; from 2 or 3 ranks on."""
    rows = _ROWS[least].findall(counts)
    if len(rows) == 1:
        return _row_totals(rows[0])
    return tuple(map(sum, zip_longest(*map(_row_totals, rows), fillvalue=0))) if rows else ()


@functools.lru_cache(maxsize=256)
def _row_totals(row: bytes) -> Sequence[int]:
    """How many runs there are within ranks that follow one another; most such rows are short."""
    totals, sizes = [0], tuple(row)
    for rank in range(1, len(row)):
        totals.append(sum(sizes))
        sizes = tuple(map(mul, sizes, row[rank:]))
    return *totals, *sizes


_VALUES: Final = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
_HELD: Final = bytes(map(bool, range(256)))
_RUN: Final = b"\1" * 13
_ROWS: Final = {least: re.compile(rb"[^\0]{%d,}" % least) for least in (2, 3)}
"""Ranks in a row, by the least number of them that makes a run of some kind."""

COUNTS: Final = tuple(
    bytes.maketrans(
        b"0123456789abcdef", bytes(math.comb(held.bit_count(), width) for held in range(16))
    )
    for width in range(5)
)
"""By width: from the cards held of a rank, as a hexadecimal digit, to the number of choices."""

_PARTS: Final = [
    [
        [part for part in range(1, held + 1) if part & held == part and part.bit_count() == width]
        for held in range(16)
    ]
    for width in range(5)
]
"""By width and the cards held of a rank: the choices, if it is the lowest rank."""

CHOICES: Final = [
    [[tuple([part << low for part in parts]) for parts in of_width] for low in range(0, 52, 4)]
    for of_width in _PARTS
]
"""By width, rank and the cards held of that rank: the choices, weakest first."""
