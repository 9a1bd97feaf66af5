"""Random values for `tienlen.testing`.

Every strategy shrinks towards few cards, low ones, the base game and the weakest action.
Everything up to records is imported, and Hypothesis.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from tienlen._conformance import open_actions
from tienlen._house_rules import house_rules
from tienlen._value import check_int
from tienlen.actions import Deal, Pass, Play, check_seats
from tienlen.cards import CARDS, DECK, Card, CardSet, Rank
from tienlen.combos import Combo
from tienlen.game import GameState, Phase
from tienlen.moves import LegalMoves, legal_moves
from tienlen.notation import GameRecord
from tienlen.policies import Settlement
from tienlen.rules import CARDGAMES_IO, PRESETS, Rules, check_rules
from tienlen.scoring import winner
from tienlen.shapes import SHAPES, Shape


def cards() -> st.SearchStrategy[Card]:
    """Draw a card.

    >>> from hypothesis import find
    >>> find(cards(), lambda card: card.rank is Rank.TWO)
    Card.parse('2S')
    """
    return st.sampled_from(CARDS)


def hands(*, min_size: int = 0, max_size: int = 13) -> st.SearchStrategy[CardSet]:
    """Draw a set of cards, spread over the pack or crowded into neighbouring ranks.

    >>> from hypothesis import find
    >>> find(hands(min_size=4), lambda hand: True)
    CardSet.parse('3S 3C 3D 3H')
    >>> hands(max_size=53)
    Traceback (most recent call last):
        ...
    hypothesis.errors.InvalidArgument: a hand has 0 to 52 cards, not 0 to 53

    Args:
        min_size: the least number of cards.
        max_size: the greatest number of cards.
    """
    check_int(min_size, "a size")
    check_int(max_size, "a size")
    if not 0 <= min_size <= max_size <= len(CARDS):
        raise InvalidArgument(f"a hand has 0 to 52 cards, not {min_size} to {max_size}")
    if 2 * min_size > len(CARDS):
        others = hands(min_size=len(CARDS) - max_size, max_size=len(CARDS) - min_size)
        return others.map(DECK.__sub__)

    def among(pool: Sequence[Card]) -> st.SearchStrategy[CardSet]:
        # As places and not by `sampled_from`, of which Hypothesis cannot take out single ones.
        card = st.integers(0, len(pool) - 1).map(pool.__getitem__)
        most = min(max_size, len(pool))
        return st.lists(card, min_size=min_size, max_size=most, unique=True).map(CardSet.of)

    return _pools(max(2 * min_size, 1)).flatmap(among)


@st.composite
def _pools(draw: st.DrawFn, least: int) -> Sequence[Card]:
    """Neighbouring ranks, of so many cards at least, and often the 2s: few ranks, many combos."""
    fewest = -(-least // 4)
    ranks = draw(st.integers(fewest, min(fewest + 2, 13)) | st.integers(fewest, 13))
    first = draw(st.integers(0, 13 - ranks))
    pool = CARDS[4 * first : 4 * (first + ranks)]
    return pool if draw(st.booleans()) else tuple(dict.fromkeys(pool + CARDS[-4:]))


def combos(
    rules: Rules | None = CARDGAMES_IO, shapes: Iterable[Shape] | None = None
) -> st.SearchStrategy[Combo]:
    """Draw a combo that the rules admit; the highest, 2s among them, come often.

    >>> from hypothesis import find
    >>> from tienlen import NORTHERN, Kind, Shapes
    >>> find(combos(shapes=Shapes(Kind.DOUBLE_SEQUENCE, 4)), lambda combo: True)
    Combo.parse('3S 3C 4S 4C 5S 5C 6S 6C')
    >>> combos(NORTHERN, [Shape(Kind.DOUBLE_SEQUENCE, 3)])
    Traceback (most recent call last):
        ...
    hypothesis.errors.InvalidArgument: the rules admit no combo of these shapes

    Args:
        rules: the rule set; None for whatever some rule set admits.
        shapes: what the combo is like, such as `~tienlen.Shapes`; if not given, any that a hand as
            it is dealt can hold.
    """
    admitting = _LAX if rules is None else rules
    check_rules(admitting)
    return _combos(admitting, _held_by(admitting.hand_size) if shapes is None else tuple(shapes))


@lru_cache(maxsize=256)
def _combos(rules: Rules, shapes: tuple[Shape, ...]) -> st.SearchStrategy[Combo]:
    moves = legal_moves(DECK, rules=rules)
    places = _places(moves, shapes)
    if not places:
        raise InvalidArgument("the rules admit no combo of these shapes")
    return _drawn(moves, places)


_LAX: Final = Rules(sequence_top=Rank.TWO, double_sequence_top=Rank.TWO, quad_sequence_top=Rank.TWO)
"""Rules that admit every combo."""


def _held_by(size: int) -> tuple[Shape, ...]:
    """The shapes that a hand of some size has cards enough for."""
    return tuple(shape for shape in SHAPES if shape.size <= size)


def _places(moves: LegalMoves, shapes: Iterable[Shape]) -> list[range]:
    """Where in a list of moves those of each shape are, as far as there are any.

    The list is in the order of shapes, and any place of it is looked at without making the rest:
    the pack has three thousand million moves.
    """

    def index(combo: Combo) -> int:
        return combo.shape.index

    found = (
        range(
            bisect_left(moves, shape.index, 0, moves.total, key=index),
            bisect_right(moves, shape.index, 0, moves.total, key=index),
        )
        for shape in shapes
    )
    return list(filter(None, found))


def _drawn(moves: LegalMoves, places: Sequence[range]) -> st.SearchStrategy[Combo]:
    """A move of any shape alike; the last four of each, as 2s are, as often as all the others."""

    def place(places: range) -> st.SearchStrategy[int]:
        return st.sampled_from(places) | st.sampled_from(places[-4:])

    return st.sampled_from(places).flatmap(place).map(moves.__getitem__)


def tables(rules: Rules = CARDGAMES_IO) -> st.SearchStrategy[tuple[Combo, CardSet]]:
    """Draw a combo on the table, and a hand that can follow: it has a legal move.

    >>> from hypothesis import given
    >>> @given(tables())
    ... def test_a_seat_that_can_follow_has_a_move(drawn):
    ...     table, hand = drawn
    ...     assert legal_moves(hand, table)
    >>> test_a_seat_that_can_follow_has_a_move()
    >>> tables("NORTHERN")
    Traceback (most recent call last):
        ...
    TypeError: the rules are Rules, not 'NORTHERN'

    Args:
        rules: the rule set.
    """
    check_rules(rules)
    return _tables(rules)


@st.composite
def _tables(draw: st.DrawFn, rules: Rules) -> tuple[Combo, CardSet]:
    table = draw(combos(rules))
    answers = legal_moves(DECK - table.cards, table, rules)
    places = _places(answers, _held_by(rules.hand_size))
    assume(places)
    answer = draw(_drawn(answers, places))
    hand = answer.cards | draw(hands(max_size=rules.hand_size - len(answer))) - table.cards
    assume(legal_moves(hand, table, rules))  # Rule 9.2 may bar it.
    return table, hand


def rules() -> st.SearchStrategy[Rules]:
    """Draw a rule set: a preset, or a house rule in which every field may differ.

    >>> from hypothesis import find
    >>> from tienlen import PAGAT
    >>> find(rules(), lambda rules: rules.target is None) == PAGAT
    True
    """
    return st.sampled_from(list(PRESETS.values())) | house_rules()


def deals(rules: Rules = CARDGAMES_IO, *, seats: int | None = None) -> st.SearchStrategy[Deal]:
    """Draw a deal; in half of them some ranks stay together, so that bombs are not rare.

    >>> from hypothesis import find
    >>> print(find(deals(seats=2), lambda deal: True).hands[0])
    3S 3C 4S 4C 4H 6S TS JC QS QD KC AC 2C
    >>> deals(seats=5)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidSeatError: 5 seats cannot play; these rules allow 2, 3 or 4

    Args:
        rules: the rule set.
        seats: the number of seats; any that the rules allow if not given.
    """
    seeds = st.integers(0, 2**32 - 1)
    return st.builds(_deal, _seats(rules, seats), st.just(rules), seeds, st.booleans())


def _seats(rules: Rules, seats: int | None) -> st.SearchStrategy[int]:
    check_rules(rules)
    if seats is None:
        return st.sampled_from(rules.seats)
    check_seats(seats, rules)
    return st.just(seats)


def _deal(seats: int, rules: Rules, seed: int, together: bool) -> Deal:
    """Shuffle with a seed: to draw 52 places one by one would shrink slowly and shuffle badly."""
    rng = random.Random(seed)
    if not together:
        return Deal.shuffled(rng, seats, rules)
    blocks: list[Sequence[Card]] = []
    for first in range(0, len(CARDS), 4):
        size = rng.choice((1, 1, 2, 4))
        blocks += (CARDS[start : start + size] for start in range(first, first + 4, size))
    rng.shuffle(blocks)
    pack, size = list(chain(*blocks)), rules.hand_size
    return Deal(pack[seat * size : (seat + 1) * size] for seat in range(seats))


def positions(
    rules: Rules = CARDGAMES_IO,
    *,
    seats: int | None = None,
    max_size: int = 8,
    max_actions: int = 12,
) -> st.SearchStrategy[GameState]:
    """Draw a state in the middle of a round: hands of any size, then plays, passes, free chops.

    What a round must remember, as chains of chops and stopped seats, comes about by play.

    >>> from hypothesis import given
    >>> @given(positions(seats=3))
    ... def test_the_seat_to_move_can_do_something(state):
    ...     assert state.legal_actions()
    >>> test_the_seat_to_move_can_do_something()
    >>> positions(max_size=0)
    Traceback (most recent call last):
        ...
    hypothesis.errors.InvalidArgument: no position has 0 cards a hand, 12 actions

    Args:
        rules: the rule set.
        seats: the number of seats; any that the rules allow if not given.
        max_size: the greatest number of cards in a hand at first.
        max_actions: the greatest number of actions from there.
    """
    check_int(max_size, "a size")
    check_int(max_actions, "a number of actions")
    if max_size < 1 or max_actions < 0:
        raise InvalidArgument(f"no position has {max_size} cards a hand, {max_actions} actions")
    return _seats(rules, seats).flatmap(
        lambda seats: _positions(rules, seats, min(max_size, len(CARDS) // seats), max_actions)
    )


@st.composite
def _positions(
    draw: st.DrawFn, rules: Rules, seats: int, max_size: int, max_actions: int
) -> GameState:
    turn = draw(st.integers(0, seats - 1))
    others = [*range(turn + 1, seats), *range(turn)]
    out = draw(st.just([]) | st.lists(st.sampled_from(others), max_size=seats - 2, unique=True))
    table = draw(st.none() | _combos(rules, _held_by(max_size)) | _TWOS)
    table_seat = None if table is None else draw(st.sampled_from(others))
    still = st.lists(st.sampled_from(others), max_size=seats - 2 - len(out), unique=True)
    idle = set(draw(still)).difference(out, {table_seat})
    rest, dealt = DECK - (CardSet() if table is None else table.cards), list[CardSet]()
    for seat, hand in enumerate(draw(st.tuples(*[_armed(rules, max_size)] * seats))):
        # A hand of which nothing is left gets the lowest card that is.
        some = hand & rest or CardSet.of(list(rest)[:1])
        dealt.append(CardSet() if seat in out else some)
        rest -= dealt[-1]
    opening_card = None
    if table is None and not out and draw(st.booleans()):
        opening_card = min(chain(*dealt))
        turn = [opening_card in hand for hand in dealt].index(True)
    state = GameState.position(
        hands=dealt,
        turn=turn,
        table=table,
        table_seat=table_seat,
        finished=out,
        opening_card=opening_card,
        scores=draw(_scores(rules, seats)),
        rules=rules,
        played=set(range(seats)) - idle,
        stopped=idle if out else (),
    )
    for _ in range(draw(st.integers(0, max_actions))):
        after = state.apply(draw(_actions(state)))
        if after.phase is not Phase.PLAYING:
            break
        state = after
    return state


_TWOS: Final = st.sets(st.sampled_from(CARDS[-4:]), min_size=1).map(Combo)


@lru_cache(maxsize=64)
def _armed(rules: Rules, max_size: int) -> st.SearchStrategy[CardSet]:
    """A hand, often with 2s or with a bomb in it."""

    def together(some: CardSet) -> st.SearchStrategy[CardSet]:
        least = 0 if some else 1
        return hands(min_size=least, max_size=max_size - len(some)).map(some.__or__)

    twos = st.sets(st.sampled_from(CARDS[-4:]), max_size=min(4, max_size - 1)).map(CardSet.of)
    bombs = tuple(shape for shape in _held_by(max_size) if shape in rules._bombs)
    armed = twos | _combos(rules, bombs).map(CardSet.of) if bombs else twos
    return armed.flatmap(together)


def _scores(rules: Rules, seats: int) -> st.SearchStrategy[list[int]]:
    """Scores as a settlement makes them, with which nobody has won."""
    least, most = _SCORES[rules.settlement]
    scores = st.lists(st.integers(least, most), min_size=seats, max_size=seats)
    if rules.settlement is Settlement.UNITS:
        scores = scores.map(lambda scores: [*scores[1:], -sum(scores[1:])])
    return scores.filter(lambda scores: winner(scores, rules) is None)


_SCORES: Final = {
    Settlement.PLACES: (0, 12),
    Settlement.LAST_LOSES: (-12, 0),
    Settlement.UNITS: (-12, 12),
}


def _actions(state: GameState) -> st.SearchStrategy[Play | Pass]:
    """What the seat to move may do, and others out of turn (rule 9.1); every shape alike."""
    kinds: dict[tuple[int, Shape | None], list[Play | Pass]] = {}
    for action in open_actions(state):
        shape = action.combo.shape if isinstance(action, Play) else None
        kinds.setdefault((action.seat, shape), []).append(action)
    return st.sampled_from(list(kinds.values())).flatmap(st.sampled_from)


def games(
    rules: Rules = CARDGAMES_IO, *, seats: int | None = None, rounds: int = 1
) -> st.SearchStrategy[GameRecord]:
    """Draw a game from its first deal on, round by round.

    `tienlen.GameRecord.states` gives its states; its ``str`` is short enough for a report.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=10)
    ... @given(games(seats=4))
    ... def test_a_round_brings_six_points(record):
    ...     assert sum(record.final.scores) == 3 + 2 + 1
    >>> test_a_round_brings_six_points()
    >>> games(seats=5)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidSeatError: 5 seats cannot play; these rules allow 2, 3 or 4

    Args:
        rules: the rule set.
        seats: the number of seats; any that the rules allow if not given.
        rounds: how many rounds are played, unless the game is over before.
    """
    check_int(rounds, "a number of rounds")
    return _seats(rules, seats).flatmap(lambda seats: _games(rules, seats, rounds))


@st.composite
def _games(draw: st.DrawFn, rules: Rules, seats: int, rounds: int) -> GameRecord:
    record = GameRecord.new(seats, rules)
    while (state := record.final).phase is not Phase.OVER and state.round <= rounds:
        dealing = state.phase is Phase.DEALING
        record = record.apply(draw(deals(rules, seats=seats) if dealing else _actions(state)))
    return record
