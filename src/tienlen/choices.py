"""The ways to choose cards from a hand: the tables and counts that move lists are made from.

Cards and shapes are imported.  Hands and moves are masks here.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import getitem, mul
from typing import Final

from tienlen.cards import card_set
from tienlen.shapes import Shape


def suited(hand: int, shape: Shape) -> list[int]:
    """The sets of one rank in a hand, or the runs of one suit, in order."""
    if shape.run_length == 1:
        held = [hand >> 4 * rank & 15 for rank in range(13)]
        return list(chain(*map(getitem, CHOICES[shape.width], held)))
    lowest, run = hand, 1
    for _ in range(shape.run_length - 1):
        lowest &= lowest >> 4
        run = run << 4 | 1
    return [run << card.index for card in card_set(lowest)]


def runs(shapes: Sequence[Shape], counts: bytes) -> Iterator[tuple[Shape, Sequence[int]]]:
    """For runs of a kind, as far as they exist: how many begin at each rank."""
    present = counts.translate(_PRESENT)
    sizes = tuple(counts)
    run_length = 1
    for shape in shapes:
        if b"\1" * shape.run_length not in present:
            return
        products = iter(sizes)
        while run_length < shape.run_length:
            products = map(mul, products, counts[run_length:])
            run_length += 1
        sizes = tuple(products)
        yield shape, sizes


COUNTS: Final = tuple(
    bytes.maketrans(
        b"0123456789abcdef", bytes(math.comb(held.bit_count(), width) for held in range(16))
    )
    for width in range(5)
)
"""By width: from the cards held of a rank, as a hexadecimal digit, to the number of choices."""

_PRESENT: Final = bytes(map(bool, range(256)))
_PARTS: Final = [[part for part in range(1, held + 1) if part & held == part] for held in range(16)]
"""By the cards held of a rank: the sets of one card or more among them."""

CHOICES: Final = tuple(
    [
        [tuple([part << low for part in parts if part.bit_count() == width]) for parts in _PARTS]
        for low in range(0, 52, 4)
    ]
    for width in range(5)
)
"""By width, rank and the cards held of that rank: the choices, weakest first."""
