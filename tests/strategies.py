"""Hypothesis strategies for hands and combos as the oracle writes them.

Cards drawn evenly from the deck seldom make anything but singles and pairs; these are crowded into
neighbouring ranks, and bombs and 2s come often.
"""

from __future__ import annotations

from hypothesis import strategies as st

from tests import oracle

SETS = ["single", "pair", "triple", "quad"]
SEQUENCES = [f"sequence of {length}" for length in range(3, 13)]
DOUBLE_SEQUENCES = [f"double sequence of {length}" for length in range(3, 13)]
NAMES = [*SETS, *SEQUENCES, *DOUBLE_SEQUENCES]
"""Every shape of the base game (rules 2.1 to 2.6)."""
BOMBS = ["quad", *DOUBLE_SEQUENCES[:4]]
"""The bombs a hand of 13 can hold (rule 3.2)."""


def parts(name: str) -> tuple[int, int]:
    """Cards of each rank and number of ranks of a shape."""
    if name in SETS:
        return 1 + SETS.index(name), 1
    kind, _, length = name.partition(" of ")
    return (2 if kind == "double sequence" else 1), int(length)


@st.composite
def runs(draw: st.DrawFn, width: int, length: int, ranks: str) -> tuple[str, ...]:
    """Some cards of each of neighbouring ranks, the ranks being those of a stretch of `ranks`."""
    start = draw(st.integers(0, len(ranks) - length))
    suits = st.lists(st.sampled_from(oracle.SUITS), min_size=width, max_size=width, unique=True)
    return tuple(rank + suit for rank in ranks[start : start + length] for suit in draw(suits))


def combos_named(name: str) -> st.SearchStrategy[tuple[str, ...]]:
    width, length = parts(name)
    return runs(width, length, oracle.RANKS if length == 1 else oracle.RANKS[:-1])


def sets_of_twos() -> st.SearchStrategy[tuple[str, ...]]:
    return st.integers(1, 4).flatmap(lambda width: runs(width, 1, "2"))


def bombs() -> st.SearchStrategy[tuple[str, ...]]:
    return st.sampled_from(BOMBS).flatmap(combos_named)


def combos() -> st.SearchStrategy[tuple[str, ...]]:
    """Combos of every shape, 2s and bombs more often than chance has them."""
    return st.one_of(st.sampled_from(NAMES).flatmap(combos_named), sets_of_twos(), bombs())


def foreign_combos() -> st.SearchStrategy[tuple[str, ...]]:
    """Combos of other rule sets only: sequences up to the 2, and sequences of quads."""
    up_to_the_two = st.tuples(st.sampled_from([1, 2]), st.integers(3, 6)).flatmap(
        lambda shape: runs(*shape, oracle.RANKS[-shape[1] :])
    )
    quads = st.integers(2, 3).flatmap(lambda length: runs(4, length, oracle.RANKS[:-1]))
    return st.one_of(up_to_the_two, quads)


def cards() -> st.SearchStrategy[str]:
    return st.sampled_from(oracle.DECK)


@st.composite
def crowded(draw: st.DrawFn, max_size: int = 13) -> tuple[str, ...]:
    """A hand from a few neighbouring ranks, with some cards of any other."""
    low = draw(st.integers(0, len(oracle.RANKS) - 3))
    ranks = oracle.RANKS[low : low + draw(st.integers(3, 7))]
    near = st.sampled_from([rank + suit for rank in ranks for suit in oracle.SUITS])
    often_near = st.one_of(near, near, near, cards())
    hand = draw(st.lists(often_near, max_size=max_size, unique=True))
    return tuple(draw(st.permutations(hand)))


def hands(max_size: int = 13) -> st.SearchStrategy[tuple[str, ...]]:
    """Up to 13 cards, unordered: spread over the deck, or crowded so that combos abound."""
    spread = st.lists(cards(), max_size=max_size, unique=True).map(tuple)
    return st.one_of(crowded(max_size), crowded(max_size), spread)


@st.composite
def hands_against(draw: st.DrawFn, table: tuple[str, ...]) -> tuple[str, ...]:
    """Hands that often have an answer to the table's combo, among other cards."""
    name = oracle.name(table)
    assert name is not None
    width, length = parts(name)
    ranks = oracle.RANKS if length == 1 else oracle.RANKS[:-1]
    as_high = ranks[ranks.index(oracle.in_order(table)[0][0]) :]
    answers = [runs(width, length, as_high)]
    if all(card[0] == "2" for card in table):
        answers.append(bombs())
    # No hand of 13 answers more than 13 cards, so a short one shows as much.
    max_size = 13 if len(table) <= 13 else 8
    hand = dict.fromkeys([*draw(st.one_of(answers)), *draw(hands(max_size))])
    return tuple(draw(st.permutations(list(hand)[:max_size])))
