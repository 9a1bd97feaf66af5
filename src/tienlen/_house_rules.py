"""Random rule sets for `tienlen.testing`: house rules in which every field may differ.

Rules and what lies below them are imported, and Hypothesis.
"""

import attrs
from hypothesis import strategies as st

from tienlen.cards import CARDS, Rank
from tienlen.policies import Chop, InstantWin, Opening, Penalty, Settlement, Suits, Twos, TwosLast
from tienlen.rules import CARDGAMES_IO, Rules
from tienlen.shapes import SHAPES, Shape, Shapes


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Choose field by field, each within what the ones before leave possible."""
    settlement, suits = draw(st.sampled_from(Settlement)), draw(st.sampled_from(Suits))
    free, units = suits is Suits.FREE, settlement is Settlement.UNITS
    hand_size = draw(st.just(CARDGAMES_IO.hand_size) | st.integers(1, len(CARDS) // 2))
    most_seats = min(4 if units else 6, len(CARDS) // hand_size)
    patterns = st.lists(st.sampled_from(InstantWin), max_size=4)
    house = Rules(
        seats=draw(st.sets(st.integers(2, most_seats), min_size=1)),
        hand_size=hand_size,
        sequence_top=draw(_tops(Rank.FIVE)),
        double_sequence_top=draw(_tops(Rank.FIVE)) if free else None,
        quad_sequence_top=draw(_tops(Rank.FOUR)) if free else None,
        chops=(),
        suits=suits,
        twos_last=draw(st.sampled_from(TwosLast)),
        opening=draw(st.sampled_from(Opening)),
        instant_wins=() if settlement is Settlement.PLACES else draw(patterns),
        settlement=settlement,
        penalties=draw(st.lists(st.sampled_from(Penalty), max_size=3)) if units else (),
        target=draw(st.none() | st.integers(1, 30)),
    )
    rows = draw(st.lists(_chops(house), max_size=6, unique_by=lambda row: row.target))
    bombs = [shapes for row in rows for shapes in row.bombs]
    free_chops = draw(st.lists(st.sampled_from(bombs), max_size=2)) if bombs else ()
    return attrs.evolve(house, chops=rows, free_chops=free_chops)


def _tops(least: Rank) -> st.SearchStrategy[Rank | None]:
    """The highest rank in runs of a kind, or None for no such runs."""
    return st.none() | st.sampled_from([rank for rank in Rank if rank >= least])


@st.composite
def _chops(draw: st.DrawFn, house: Rules) -> Chop:
    """A row of a chop table: bombs of one length, or of that and more, none of the target's own."""
    shapes = st.sampled_from([shape for shape in SHAPES if house._admits(shape)])
    target = draw(st.integers(1, 4).map(Twos) | shapes)
    own = SHAPES[target.count - 1] if isinstance(target, Twos) else target
    bombs = st.builds(bombs_like, shapes, st.booleans()).filter(lambda bombs: own not in bombs)
    return Chop(target, draw(st.lists(bombs, max_size=3)))


def bombs_like(shape: Shape, and_longer: bool) -> Shapes:
    """A shape as a range of its own, or with all the longer ones of its kind."""
    most = shape.kind.max_run if and_longer else shape.run_length
    return Shapes(shape.kind, shape.run_length, most)
