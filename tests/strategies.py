"""Hypothesis strategies for hands and combos as the oracle writes them.

Cards drawn evenly from the deck seldom make anything but singles and pairs; these are crowded into
neighbouring ranks, and bombs and 2s come often.
"""

from __future__ import annotations

from itertools import combinations

from hypothesis import strategies as st

from tests import oracle

SETS = ["single", "pair", "triple", "quad"]
WIDTHS = {"sequence": 1, "double sequence": 2, "quad sequence": 4}
"""Cards of each rank in the kinds that run over ranks."""


def ranks_for(name: str, rules: oracle.Rules) -> str:
    """The ranks that combos of a shape may be made of."""
    return {
        "sequence": rules.sequence_ranks,
        "double sequence": rules.double_sequence_ranks,
        "quad sequence": rules.quad_sequence_ranks,
    }.get(name.partition(" of ")[0], oracle.RANKS)


def names(rules: oracle.Rules = oracle.CARDGAMES_IO) -> list[str]:
    """Every shape that a rule set knows, in the order of kinds and lengths."""
    runs = [
        f"{kind} of {length}"
        for kind, shortest in [("sequence", 3), ("double sequence", 3), ("quad sequence", 2)]
        for length in range(shortest, len(ranks_for(kind, rules)) + 1)
    ]
    return [*SETS, *runs]


NAMES = names()
"""Every shape of the base game (rules 2.1 to 2.6)."""
SEQUENCES = [name for name in NAMES if name.startswith("sequence")]
DOUBLE_SEQUENCES = [name for name in NAMES if name.startswith("double")]
BOMBS = ["quad", *DOUBLE_SEQUENCES[:4]]
"""The base game's bombs that a hand of 13 can hold (rule 3.2)."""


def parts(name: str) -> tuple[int, int]:
    """Cards of each rank and number of ranks of a shape."""
    if name in SETS:
        return 1 + SETS.index(name), 1
    kind, _, length = name.partition(" of ")
    return WIDTHS[kind], int(length)


@st.composite
def runs(
    draw: st.DrawFn,
    width: int,
    length: int,
    ranks: str,
    rules: oracle.Rules = oracle.CARDGAMES_IO,
) -> tuple[str, ...]:
    """Some cards of each of neighbouring ranks, the ranks being those of a stretch of `ranks`."""
    start = draw(st.integers(0, len(ranks) - length))
    chosen = ranks[start : start + length]
    if rules.suits == "follow":
        # One suit, one colour (but 2s), any three suits (rule 9.2).
        alike = ["SC", "DH"] if width == 2 and chosen != "2" else combinations(oracle.SUITS, width)
        suits = draw(st.sampled_from([*alike]))
        return tuple(rank + suit for rank in chosen for suit in suits)
    some = st.lists(st.sampled_from(oracle.SUITS), min_size=width, max_size=width, unique=True)
    return tuple(rank + suit for rank in chosen for suit in draw(some))


def combos_named(
    name: str, rules: oracle.Rules = oracle.CARDGAMES_IO
) -> st.SearchStrategy[tuple[str, ...]]:
    return runs(*parts(name), ranks_for(name, rules), rules)


def sets_of_twos() -> st.SearchStrategy[tuple[str, ...]]:
    return st.integers(1, 4).flatmap(lambda width: runs(width, 1, "2"))


def bombs(rules: oracle.Rules = oracle.CARDGAMES_IO) -> st.SearchStrategy[tuple[str, ...]]:
    """Combos of the shapes that chop something, as far as a hand of 13 can hold them."""
    chopping = [
        name
        for name in names(rules)
        if any(oracle.is_listed(name, entries) for entries in rules.chops.values())
    ]
    held = [name for name in chopping if parts(name)[0] * parts(name)[1] <= 13]
    return st.one_of([combos_named(name, rules) for name in held])


def combos(rules: oracle.Rules = oracle.CARDGAMES_IO) -> st.SearchStrategy[tuple[str, ...]]:
    """Combos of every shape, 2s and bombs more often than chance has them."""
    any_shape = st.sampled_from(names(rules)).flatmap(lambda name: combos_named(name, rules))
    return st.one_of(any_shape, sets_of_twos(), bombs(rules))


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
def hands_against(
    draw: st.DrawFn,
    table: tuple[str, ...],
    rules: oracle.Rules = oracle.CARDGAMES_IO,
    largest: int = 13,
) -> tuple[str, ...]:
    """Hands that often have an answer to the table's combo, among other cards."""
    name = oracle.name(table, rules)
    assert name is not None
    width, length = parts(name)
    ranks = ranks_for(name, rules)
    as_high = ranks[ranks.index(oracle.in_order(table)[0][0]) :]
    answers = [runs(width, length, as_high, rules)]
    if oracle.is_twos(table) or oracle.is_bomb(table, rules):
        answers.append(bombs(rules))
    # No hand of 13 answers more than 13 cards, so a short one shows as much.
    max_size = max(largest, len(table)) if len(table) <= 13 else 8
    hand = dict.fromkeys([*draw(st.one_of(answers)), *draw(hands(max_size))])
    return tuple(draw(st.permutations(list(hand)[:max_size])))


@st.composite
def hands_of_twos(draw: st.DrawFn) -> tuple[str, ...]:
    """Hands that a rule on the last 2s has a say in: some 2s and little else (rule 9.2)."""
    twos = draw(runs(draw(st.integers(1, 4)), 1, "2"))
    low = draw(st.one_of(st.just(()), combos(oracle.NORTHERN), hands(4)))
    hand = dict.fromkeys([*twos, *low])
    return tuple(draw(st.permutations(list(hand)[:13])))
