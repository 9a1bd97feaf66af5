"""Hypothesis strategies for hands and combos as the oracle writes them, and for states to look at.

Cards drawn evenly from the deck seldom make anything but singles and pairs; these are crowded into
neighbouring ranks, and bombs and 2s come often.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

import attrs
from hypothesis import strategies as st

from tests import bridge, oracle
from tienlen import (
    DECK,
    SOUTHERN,
    CardSet,
    Combo,
    Deal,
    GameState,
    Kind,
    Pass,
    Phase,
    Play,
    Rules,
    Shapes,
    TwosLast,
    legal_moves,
)

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


MORE_FREE_CHOPS = attrs.evolve(
    SOUTHERN,
    free_chops=(Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3)),
    instant_wins=(),
    twos_last=TwosLast.BARRED,
)
"""Settled in units, with free chops by every bomb, and with the bar on going out on 2s."""
RULE_SETS = [*bridge.PRESETS.values(), MORE_FREE_CHOPS]
"""Rule sets that between them have everything that a round may have to remember."""


@st.composite
def deals(draw: st.DrawFn, seats: int, size: int, rng: random.Random) -> Deal:
    """A deal in which combos stay together, bombs and 2s above all, as far as there is room."""
    named = st.sampled_from(list(bridge.PRESETS))
    any_combos = named.flatmap(lambda rules: st.one_of(bombs(rules), combos(rules)))
    blocks = [
        *draw(st.lists(bombs(oracle.SOUTHERN), min_size=1, max_size=3)),
        *draw(st.lists(any_combos)),
    ]
    rest = list(DECK)
    rng.shuffle(rest)
    hands = [CardSet()] * seats
    left = DECK
    for block in [*map(bridge.card_set, blocks), *(CardSet.of([card]) for card in rest)]:
        room = [seat for seat in range(seats) if len(hands[seat]) + len(block) <= size]
        if room and block <= left:
            seat = rng.choice(room)
            hands[seat] |= block
            left -= block
    return Deal(hands)


def free_choppers(state: GameState) -> list[int]:
    return [seat for seat in range(state.seats) if seat != state.turn and state.legal_moves(seat)]


def is_bomb(combo: Combo) -> bool:
    return combo.kind in (Kind.QUAD, Kind.DOUBLE_SEQUENCE)


def play_some(state: GameState, rng: random.Random) -> Iterator[GameState]:
    """The states of a round in which seats act at random, but save their bombs and play them."""
    while (turn := state.turn) is not None:
        moves = list(state.legal_moves())
        twos = [combo for combo in moves if combo.cards <= TWOS]
        bombs = [combo for combo in moves if combo.shape in state.rules._bombs]
        saved = union([combo.cards for combo in legal_moves(state.hands[turn]) if is_bomb(combo)])
        others = [combo for combo in moves if not combo.cards & saved]
        choppers = free_choppers(state)
        if choppers and rng.random() < 0.5:
            turn = rng.choice(choppers)
            combos = list(state.legal_moves(turn))
        elif bombs and state.table is not None:
            combos = bombs
        elif twos and rng.random() < 0.5:
            combos = twos
        else:
            combos = others or ([] if state.table is not None else moves)
        skip = not combos or (state.table is not None and rng.random() < 0.2)
        state = state.apply(Pass(state.turn or 0) if skip else Play(turn, rng.choice(combos)))
        yield state


TWOS = CardSet.parse("2S 2C 2D 2H")
WISHES: dict[str, Callable[[GameState], object]] = {
    "any": lambda _state: True,
    "opening": lambda state: state.opening_card,
    "lead": lambda state: state.turn is not None and state.table is None,
    "table": lambda state: state.table,
    "passed": lambda state: len(state.passed) > 1,
    "finished": lambda state: state.finished,
    "free chop": free_choppers,
    "free chop after passing": lambda state: state.passed.intersection(free_choppers(state)),
    "stopped": lambda state: state.stopped,
    "chain": lambda state: state.chain,
    "paid": lambda state: state.payments,
    "between rounds": lambda state: state.turn is None,
    "instant win": lambda state: state.last_round and state.last_round.instant_win,
}
"""What a state may be chosen for, where a game has such a state."""
IN_UNITS = ["free chop", "free chop after passing", "stopped", "chain", "paid"]
"""The wishes that only rules of money fulfil."""


@st.composite
def states(
    draw: st.DrawFn, rule_sets: Sequence[Rules] = RULE_SETS, wishes: Iterable[str] = WISHES
) -> GameState:
    """States of every phase under all presets and more, as play reaches them.

    Hands are of any size, and rare things are looked for.
    """
    wish = draw(st.sampled_from([*wishes]))
    fitting = [rules for rules in rule_sets if rules.penalties] if wish in IN_UNITS else []
    rules = draw(st.sampled_from(fitting or rule_sets))
    rng = random.Random(draw(st.integers(0, 2**32)))
    # With few cards a seat is out before others have played.
    size = draw(
        st.integers(1, 4) if wish == "stopped" else st.integers(1, 13).map(lambda n: 14 - n)
    )
    seats = draw(st.sampled_from(rules.seats))
    game = [GameState.new(seats, attrs.evolve(rules, hand_size=size))]
    for _ in range(draw(st.integers(1, 2))):
        if game[-1].phase is Phase.DEALING:
            game.append(game[-1].apply(draw(deals(seats, size, rng))))
            game += play_some(game[-1], rng)
    return rng.choice([state for state in game if WISHES[wish](state)] or game)


def seen_by(state: GameState, seat: int | None) -> CardSet:
    """The cards whose whereabouts a seat knows, or a spectator."""
    if state.turn is None:
        # What was left is public once a round is over.
        return union([*state.hands, state.discards])
    seen = state.discards
    if seat is not None:
        seen |= state.hands[seat]
    if state.table is not None:
        seen |= state.table.cards
    if state.opening_card is not None:
        # It is what decides who leads, so that everybody sees who holds it.
        seen |= CardSet.of([state.opening_card])
    return seen


def union(parts: Iterable[CardSet]) -> CardSet:
    cards = CardSet()
    for part in parts:
        cards |= part
    return cards


@st.composite
def alike_for(draw: st.DrawFn, state: GameState, seat: int | None) -> GameState:
    """A state that differs from another only in the cards that a seat, or a spectator, cannot know.

    The unseen cards, dealt or not, are exchanged at will; every hand keeps its size.
    """
    if state.turn is None:
        return state
    seen = seen_by(state, seat)
    unseen = iter(draw(st.permutations(list(DECK - seen))))
    hands = [
        hand
        if holder == seat
        else CardSet.of(card if card in seen else next(unseen) for card in hand)
        for holder, hand in enumerate(state.hands)
    ]
    return GameState.position(
        hands=hands,
        turn=state.turn,
        table=state.table,
        table_seat=state.table_seat,
        passed=state.passed,
        finished=state.finished,
        opening_card=state.opening_card,
        scores=state.scores,
        round=state.round,
        discards=state.discards,
        rules=state.rules,
        played=state.played,
        stopped=state.stopped,
        chain=state.chain,
        chain_victim=state.chain_victim,
        payments=state.payments,
    )
