"""Rule book, chapter 7: the game."""

# ruff: noqa: N801 - the number of a rule has two parts

import pytest

from tests.rules.table import ONE_SUIT_EACH, deal, end_round, play, refusal
from tienlen import CardSet, GameState, IllegalReason, Phase


class TestRule7_1:
    """The game ends after a round in which the highest total is 10 points or more and one seat
    alone has it, and that seat wins; otherwise another round is played.
    """

    @pytest.mark.parametrize(
        ("before", "places", "after", "winner"),
        [
            pytest.param((7, 6, 3, 2), (0, 1, 2, 3), (10, 8, 4, 2), 0, id="exactly-10"),
            pytest.param((9, 0, 0, 0), (0, 1, 2, 3), (12, 2, 1, 0), 0, id="more-than-10"),
            pytest.param((2, 6, 3, 9), (1, 0, 3, 2), (4, 9, 3, 10), 3, id="third-in-the-round"),
            pytest.param((8, 9, 5, 2), (1, 0, 2, 3), (10, 12, 6, 2), 1, id="higher-of-two"),
            pytest.param((10, 10, 9, 1), (2, 3, 0, 1), (11, 10, 12, 3), 2, id="overtaken"),
            pytest.param((11, 11, 2, 3), (2, 0, 3, 1), (13, 11, 5, 4), 0, id="tie-broken"),
            pytest.param((8, 9, 0), (0, 2, 1), (10, 9, 1), 0, id="three-seats"),
            pytest.param((9, 9), (1, 0), (9, 10), 1, id="two-seats"),
        ],
    )
    def test_ends(
        self,
        before: tuple[int, ...],
        places: tuple[int, ...],
        after: tuple[int, ...],
        winner: int,
    ) -> None:
        state = end_round(places, scores=before, number=5)

        assert state.scores == after
        assert state.phase is Phase.OVER
        assert state.winner == winner
        assert state.round == 5

    @pytest.mark.parametrize(
        ("before", "places", "after"),
        [
            pytest.param((6, 6, 3, 3), (0, 1, 2, 3), (9, 8, 4, 3), id="nobody-has-10"),
            pytest.param((9, 8, 4, 3), (1, 0, 2, 3), (11, 11, 5, 3), id="two-share-the-highest"),
            pytest.param((7, 8, 9, 5), (0, 1, 2, 3), (10, 10, 10, 5), id="three-share"),
            pytest.param((11, 11, 9, 5), (2, 3, 0, 1), (12, 11, 12, 7), id="another-pair-shares"),
            pytest.param((9, 10, 10), (0, 1, 2), (11, 11, 10), id="three-seats"),
        ],
    )
    def test_goes_on(
        self, before: tuple[int, ...], places: tuple[int, ...], after: tuple[int, ...]
    ) -> None:
        state = end_round(places, scores=before, number=5)

        assert state.scores == after
        assert state.phase is Phase.DEALING
        assert state.winner is None
        assert state.round == 6

    def test_every_seat_plays_on_after_a_tie(self) -> None:
        state = end_round((1, 0, 2, 3), scores=(9, 8, 4, 3)).apply(deal(*ONE_SUIT_EACH))

        assert state.phase is Phase.PLAYING
        assert [len(hand) for hand in state.hands] == [13] * 4

    def test_nothing_can_be_done_after_the_end(self) -> None:
        state = end_round((0, 1, 2, 3), scores=(9, 0, 0, 0))

        assert state.why_illegal(deal(*ONE_SUIT_EACH)) is IllegalReason.WRONG_PHASE
        for seat in range(4):
            assert refusal(state, seat, None) is IllegalReason.WRONG_PHASE
            assert refusal(state, seat, "4S") is IllegalReason.WRONG_PHASE
            assert not state.legal_actions(seat)


class TestRule7_2:
    """No deal wins a round by itself, neither four 2s nor a card of every rank from 3 to A."""

    def test_a_card_of_every_rank(self) -> None:
        state = GameState.new().apply(deal(*ONE_SUIT_EACH))

        assert state.phase is Phase.PLAYING
        assert state.last_round is None

    def test_the_long_sequence_is_a_play_like_any_other(self) -> None:
        state = GameState.new().apply(deal(*ONE_SUIT_EACH))

        state = play(state, 3, "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")

        assert state.phase is Phase.PLAYING
        assert state.hands[3] == CardSet.parse("2S")
        assert state.turn == 0

    def test_four_2s(self) -> None:
        state = GameState.new(seats=2).apply(
            deal(
                "2S 2C 2D 2H 4S 4C 4D 4H 5S 5C 5D 5H 6S",
                "3S 7C 7D 7H 8S 8C 8D 8H 9S 9C 9D 9H TS",
            )
        )

        assert state.phase is Phase.PLAYING
        assert state.last_round is None
        assert state.turn == 1
