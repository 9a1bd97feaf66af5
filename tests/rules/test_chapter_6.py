"""Rule book, chapter 6: points."""

# ruff: noqa: N801 - the number of a rule has two parts

import itertools

import pytest

from tests.rules.table import end_round, play, position


class TestRule6_1:
    """With n seats, place p, counted from 1, scores n − p points."""

    @pytest.mark.parametrize("places", list(itertools.permutations(range(4))))
    def test_four_seats(self, places: tuple[int, ...]) -> None:
        state = end_round(places)

        assert [state.scores[seat] for seat in places] == [3, 2, 1, 0]
        assert state.last_round is not None
        assert state.last_round.places == places
        assert state.last_round.points == state.scores

    @pytest.mark.parametrize("places", list(itertools.permutations(range(3))))
    def test_three_seats(self, places: tuple[int, ...]) -> None:
        assert [end_round(places).scores[seat] for seat in places] == [2, 1, 0]

    @pytest.mark.parametrize("places", list(itertools.permutations(range(2))))
    def test_two_seats(self, places: tuple[int, ...]) -> None:
        assert [end_round(places).scores[seat] for seat in places] == [1, 0]

    def test_points_add_up(self) -> None:
        state = end_round((2, 0, 1), scores=(1, 5, 2))

        assert state.last_round is not None
        assert state.last_round.points == (1, 0, 2)
        assert state.scores == (2, 5, 4)

    def test_no_points_before_the_round_has_ended(self) -> None:
        state = play(position("3S", "4S", "5S", scores=(1, 5, 2)), 0, "3S")

        assert state.finished == (0,)
        assert state.scores == (1, 5, 2)
