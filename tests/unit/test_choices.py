"""The tables and counts that move lists are made from; what they serve for is tested in `moves`."""

from __future__ import annotations

from tienlen import CardSet, Kind, Shape
from tienlen.choices import CHOICES, COUNTS, run_totals, suited


def test_tables_hold_what_there_is() -> None:
    """Up to four cards of one of thirteen ranks, from one of sixteen sets of cards held of it."""
    assert len(CHOICES) == len(COUNTS) == 5
    for by_rank in CHOICES:
        assert [len(by_held) for by_held in by_rank] == 13 * [16]


def test_run_totals() -> None:
    """Ways to choose from each rank: two rows of ranks, of two and of three."""
    counts = bytes([1, 2, 0, 3, 1, 1])
    # Of no rank none; of one rank 1 + 2 and 3 + 1 + 1; of two 1 * 2 and 3 * 1 + 1 * 1; 3 * 1 * 1.
    assert run_totals(counts, 2) == (0, 3 + 5, 2 + 4, 3)
    assert run_totals(counts, 3) == (0, 5, 4, 3)
    assert run_totals(counts[:3], 3) == ()


def test_runs_of_one_suit() -> None:
    hand = CardSet.parse("3S 3C 4S 5S 5C 6S 7C")
    runs = [CardSet(mask) for mask in suited(hand.mask, Shape(Kind.SEQUENCE, 3))]
    assert list(map(str, runs)) == ["3S 4S 5S", "4S 5S 6S"]
