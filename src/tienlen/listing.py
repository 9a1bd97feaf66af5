"""The arithmetic behind a list of moves: counting them all, and finding one by its place.

A combo is a run of equal sets, so the moves of a shape are products: for each window of
neighbouring ranks, the ways to choose ``width`` suits in each rank.  Counting is multiplying, the
i-th move is mixed-radix arithmetic.  Everything up to the legality of a single combo is imported;
hands and moves are masks here.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress, count, product
from typing import Final, TypeAlias

from tienlen.cards import Card, CardSet, Rank, card_set
from tienlen.choices import (
    CHOICES,
    COUNTS,
    bottoms,
    choices_by_rank,
    digits,
    products,
    run_at,
    run_totals,
    suited,
)
from tienlen.combos import Combo, classify, combo_of, combos_of
from tienlen.errors import IllegalReason
from tienlen.legality import BELOW_TWOS, why_not
from tienlen.ordering import answers
from tienlen.rules import Rules
from tienlen.shapes import Kind, Shape

_Narrow: TypeAlias = tuple[int, Sequence[int], int, int]
"""Runs of which not all are legal: a rank, and the number of moves that begin at it and at every
rank above; the bits their top card must exceed; the cards they must contain."""

_Group: TypeAlias = tuple[int, Shape, int | bytes | list[int] | _Narrow]
"""The number of moves before the group; the shape of those in it; and the moves.

For single cards all of them as one mask; where every set or run is legal, the ways to choose from
each rank; of other sets, and where suits must be followed, a list of masks, which is short.
"""

Counted: TypeAlias = tuple[int, list[_Group], Sequence[int]]
"""The number of moves; all of them by shape, in order, among them those that are barred; the places
of the barred ones."""


def count_moves(
    hand: CardSet,
    table: Combo | None,
    rules: Rules,
    including: Card | None,
    out_of_turn: bool,
    needed: int,
) -> Counted:
    """Count the moves, without making any, that contain the cards needed."""
    if table is None:
        own, above, ladders = None, 0, rules._leads
    else:
        own, above, ladders = table.shape, table._mask.bit_length(), answers(table, rules)
    if out_of_turn:
        ladders = _free_chops(ladders, rules)
    groups: list[_Group] = []
    total = 0
    if rules._follows_suits:
        total, groups = _listed(hand, table, rules, including, needed, ladders)
        ladders = ()
    cards, held, widest = hand.mask, b"", 4
    most = cards.bit_count()
    for shapes in ladders:
        shape = shapes[0]
        width = shape.width
        if width > widest or shape.size > most:
            continue
        if shape is _SINGLE and not needed:
            singles = cards >> above << above if shape is own else cards
            if singles:
                groups.append((total, shape, singles))
                total += singles.bit_count()
            continue
        if shape.run_length == 1 and (needed or shape is own):
            if sets := _sets(cards, shape, above if shape is own else 0, needed):
                groups.append((total, shape, sets))
                total += len(sets)
            continue
        held = held or digits(cards)
        counts = held.translate(COUNTS[width])
        if shape.run_length == 1:
            if size := sum(counts):
                groups.append((total, shape, counts))
                total += size
            else:
                widest = width - 1
            continue
        counts = counts[: rules._tops[shape.index] + 1]
        if needed:
            counts = _holding(counts, cards, needed, width)
        by_length: Sequence[int] = ()
        for shape in shapes:
            if shape is not own:
                by_length = by_length or run_totals(counts, shape.kind.min_run)
                if shape.run_length >= len(by_length):
                    break
            if needed or shape is own:
                narrow = _narrow(cards, shape, counts, above if shape is own else 0, needed)
                if size := sum(narrow[1]):
                    groups.append((total, shape, narrow))
                    total += size
            else:
                groups.append((total, shape, counts))
                total += by_length[shape.run_length]
    barred: Sequence[int] = ()
    if rules._bars_twos:
        barred = _barred(hand, table, rules, including, needed, total, groups)
    return total - len(barred), groups, barred


_SINGLE: Final = Shape(Kind.SINGLE)


def _free_chops(
    ladders: tuple[tuple[Shape, ...], ...], rules: Rules
) -> tuple[tuple[Shape, ...], ...]:
    """Those of some shapes that may be laid out of turn."""
    free = (tuple(each for each in shapes if each in rules._free_chops) for shapes in ladders)
    return tuple(filter(None, free))


def _sets(hand: int, shape: Shape, above: int, needed: int) -> list[int]:
    """List the sets of one rank whose top card exceeds some bits and that hold the cards needed."""
    choices = CHOICES[shape.width]
    lowest = max(above, needed.bit_length()) - 1 >> 2
    return [
        cards
        for rank in range(lowest, lowest + 1 if needed else 13)
        for cards in choices[rank][hand >> 4 * rank & 15]
        if cards >> above and not needed & ~cards
    ]


def _holding(counts: bytes, hand: int, needed: int, width: int) -> bytes:
    """Of the ways to choose from each rank, count only those that hold the cards needed of it."""
    holding = bytearray(counts)
    while needed:
        rank = needed.bit_length() - 1 >> 2
        here = needed >> 4 * rank
        needed ^= here << 4 * rank
        choices = CHOICES[width][0][hand >> 4 * rank & 15]
        if rank < len(holding):
            holding[rank] = len([cards for cards in choices if not here & ~cards])
    return bytes(holding)


def _narrow(hand: int, shape: Shape, counts: bytes, above: int, needed: int) -> _Narrow:
    """Count the runs of a shape whose top card exceeds some bits and that hold the cards needed."""
    run_length = shape.run_length
    first, end = 0, len(counts)
    if above:
        first = (above - 1 >> 2) - run_length + 1
    if needed:
        first = max(first, (needed.bit_length() - 1 >> 2) - run_length + 1)
        end = ((needed & -needed).bit_length() - 1 >> 2) + run_length
    sizes = list(products(counts[first:end], run_length))
    if sizes and sizes[0] and above > 4 * (first + run_length - 1):
        # A run that ends at the table's own rank has fewer cards to choose from there.
        sizes[0] = math.prod(map(len, _window(hand, shape, first, above, needed)))
    return first, sizes, above, needed


def _window(hand: int, shape: Shape, bottom: int, above: int, needed: int) -> list[Sequence[int]]:
    """The choices for each rank of a run that begins at a rank, lowest rank first."""
    choices, run_length = CHOICES[shape.width], shape.run_length
    ranks = range(bottom, bottom + run_length)
    window: list[Sequence[int]]
    window = [choices[rank][hand >> 4 * rank & 15] for rank in ranks]
    if above > 4 * (bottom + run_length - 1):
        window[-1] = [cards for cards in window[-1] if cards >> above]
    for place, rank in enumerate(ranks if needed else ()):
        if here := needed & 15 << 4 * rank:
            window[place] = [cards for cards in window[place] if not here & ~cards]
    return window


def _listed(
    hand: CardSet,
    table: Combo | None,
    rules: Rules,
    including: Card | None,
    needed: int,
    ladders: tuple[tuple[Shape, ...], ...],
) -> tuple[int, list[_Group]]:
    """List the moves, which suits that must be followed make few: the deck has 367."""
    total = 0
    groups: list[_Group] = []
    for shape in chain.from_iterable(ladders):
        combos = (combo_of(shape, cards) for cards in suited(hand.mask, shape))
        allowed = [
            combo._mask
            for combo in combos
            if not needed & ~combo._mask
            and why_not(combo, hand, table, rules, including) in _ALLOWED_BUT_FOR_TWOS
        ]
        if allowed:
            groups.append((total, shape, allowed))
            total += len(allowed)
    return total, groups


_ALLOWED_BUT_FOR_TWOS: Final = (None, IllegalReason.BARRED)


def _barred(
    hand: CardSet,
    table: Combo | None,
    rules: Rules,
    including: Card | None,
    needed: int,
    total: int,
    groups: list[_Group],
) -> Sequence[int]:
    """The places of the moves that rule 9.2 bars: those that use every card below the 2s."""
    below = hand.mask & BELOW_TWOS
    if not below:
        return range(total if table is not None else 0)
    twos_held = (hand.mask & ~below) >> 4 * Rank.TWO.index
    twos = chain.from_iterable(by_rank[Rank.TWO.index][twos_held] for by_rank in CHOICES)
    candidates = [classify(card_set(below | some), rules) for some in (0, *twos)]
    shapes = {shape for _, shape, _ in groups}  # out of turn there are not all
    barred = [
        _place(combo, groups, hand.mask)
        for combo in candidates
        if combo is not None
        and combo.shape in shapes
        and not needed & ~combo._mask
        and why_not(combo, hand, table, rules, including) is IllegalReason.BARRED
    ]
    return sorted(barred)


def move_at(place: int, counted: Counted, hand: int) -> Combo:
    """The move at a place that is known to be one."""
    _, groups, barred = counted
    for barred_place in barred:
        place += barred_place <= place
    number = len(groups) - 1
    while groups[number][0] > place:
        number -= 1
    before, shape, moves = groups[number]
    place -= before
    if isinstance(moves, int):
        for _ in range(place):
            moves &= moves - 1
        return combo_of(shape, moves & -moves)
    cards, run_length, choices = 0, shape.run_length, CHOICES[shape.width]
    if isinstance(moves, bytes) and run_length > 1:
        # As below, without a list of the choices: this is where most runs are found.
        bottom, place = run_at(moves, run_length, place)
        for rank in range(bottom, bottom + run_length):
            of_rank = choices[rank][hand >> 4 * rank & 15]
            radix = len(of_rank)
            cards |= of_rank[place % radix]
            place //= radix
        return combo_of(shape, cards)
    if isinstance(moves, bytes):
        rank = 0
        while place >= moves[rank]:
            place -= moves[rank]
            rank += 1
        return combo_of(shape, choices[rank][hand >> 4 * rank & 15][place])
    if isinstance(moves, list):
        return combo_of(shape, moves[place])
    first, sizes, above, needed = moves
    bottom = first
    while place >= sizes[bottom - first]:
        place -= sizes[bottom - first]
        bottom += 1
    for narrow in _window(hand, shape, bottom, above, needed):
        cards |= narrow[place % len(narrow)]
        place //= len(narrow)
    return combo_of(shape, cards)


def place_of(combo: Combo, counted: Counted, hand: int) -> int:
    """The place of a combo that is known to be among the moves."""
    _, groups, barred = counted
    place = _place(combo, groups, hand)
    return place - sum(barred_place < place for barred_place in barred)


def _place(combo: Combo, groups: list[_Group], hand: int) -> int:
    """The place of a combo, barred ones counted: its digits."""
    shape, cards = combo.shape, combo._mask
    place, _, moves = groups[[shape for _, shape, _ in groups].index(shape)]
    if isinstance(moves, int):
        return place + (moves & cards - 1).bit_count()
    if isinstance(moves, list):
        return place + moves.index(cards)
    if isinstance(moves, bytes):
        moves = (0, tuple(products(moves, shape.run_length)), 0, 0)
    first, sizes, above, needed = moves
    bottom = combo.top.rank.index - shape.run_length + 1
    place += sum(sizes[: bottom - first])
    radix = 1
    for rank, of_rank in enumerate(_window(hand, shape, bottom, above, needed), bottom):
        place += radix * of_rank.index(cards & 15 << 4 * rank)
        radix *= len(of_rank)
    return place


def all_moves(counted: Counted, hand: int) -> Iterator[Combo]:
    """All moves in order, one after the other."""
    _, groups, barred = counted
    combos = chain.from_iterable(
        combos_of(shape, _all_of(shape, m, hand)) for _, shape, m in groups
    )
    if not barred:
        return combos
    return (combo for place, combo in enumerate(combos) if place not in barred)


def _all_of(shape: Shape, moves: int | bytes | list[int] | _Narrow, hand: int) -> Iterable[int]:
    run_length = shape.run_length
    if isinstance(moves, int):
        return suited(moves, shape)
    if isinstance(moves, list):
        return moves
    if run_length == 1:
        return suited(hand, shape)
    windows: Iterable[Sequence[Sequence[int]]]
    if isinstance(moves, bytes):
        by_rank = choices_by_rank(hand, shape.width)
        windows = (by_rank[each : each + run_length] for each in bottoms(moves, run_length))
    else:
        first, sizes, above, needed = moves
        ranks = compress(count(first), sizes)
        windows = (_window(hand, shape, bottom, above, needed) for bottom in ranks)
    # The last factor of a product turns fastest: the lowest rank.
    return chain.from_iterable(map(sum, product(*window[::-1])) for window in windows)
