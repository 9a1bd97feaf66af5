"""Rule book, chapter 5: the round."""

# ruff: noqa: N801 - the number of a rule has two parts

import random

import pytest

from tests.rules.table import ONE_SUIT_EACH, deal, moves, pass_, play, position, refusal
from tienlen import (
    DECK,
    Card,
    CardSet,
    Combo,
    Deal,
    GameState,
    IllegalReason,
    InvalidSeatError,
    Phase,
)


class TestRule5_1:
    """Two, three or four seats are dealt 13 cards each; the rest of the pack is out of the round
    and unseen.
    """

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_13_cards_each(self, seats: int) -> None:
        state = GameState.new(seats=seats).apply(Deal.shuffled(random.Random(1), seats=seats))

        assert [len(hand) for hand in state.hands] == [13] * seats

    @pytest.mark.parametrize("seats", [0, 1, 5])
    def test_no_other_number_of_seats(self, seats: int) -> None:
        with pytest.raises(InvalidSeatError):
            GameState.new(seats=seats)

    @pytest.mark.parametrize("cards", [12, 14])
    def test_no_other_number_of_cards(self, cards: int) -> None:
        pack = list(DECK)
        short = Deal((CardSet.of(pack[:cards]), CardSet.of(pack[20:33])))

        assert GameState.new(seats=2).why_illegal(short) is IllegalReason.BAD_DEAL

    @pytest.mark.parametrize("seats", [2, 3])
    def test_the_rest_is_nowhere(self, seats: int) -> None:
        state = GameState.new(seats=seats).apply(deal(*ONE_SUIT_EACH[:seats]))
        seen = state.discards
        for hand in state.hands:
            seen |= hand

        assert len(seen) == 13 * seats
        assert not any(str(card)[1] == "S" for card in seen)


class TestRule5_2:
    """The first round of a game is led by the holder of 3S, or of the lowest card dealt if 3S was
    not, and the first combo must contain that card.
    """

    @pytest.mark.parametrize("holder", [0, 1, 2, 3])
    def test_the_holder_of_the_three_of_spades_leads(self, holder: int) -> None:
        hands = [*ONE_SUIT_EACH[:3]]
        hands.insert(holder, ONE_SUIT_EACH[3])
        state = GameState.new().apply(deal(*hands))

        assert state.turn == holder
        assert state.opening_card == Card.parse("3S")

    def test_the_first_combo_must_contain_it(self) -> None:
        state = GameState.new().apply(deal(*ONE_SUIT_EACH))

        for refused in ["4S", "2S", "4S 5S 6S"]:
            assert refusal(state, 3, refused) is IllegalReason.MISSING_OPENING_CARD
        for allowed in ["3S", "3S 4S 5S", "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"]:
            assert refusal(state, 3, allowed) is None
        assert refusal(state, 3, None) is IllegalReason.CANNOT_PASS_LEAD

    def test_the_moves_offered_all_contain_it(self) -> None:
        state = GameState.new().apply(deal(*ONE_SUIT_EACH))

        # The card alone, and a sequence up to each rank from 5 to A.
        assert len(moves(state)) == 1 + 10
        assert all(move.startswith("3S") for move in moves(state))

    def test_in_any_combo(self) -> None:
        state = position("3S 3C 3D 3H 4S 4C 5S 5C", "6S", opening="3S")

        for allowed in ["3S", "3S 3H", "3S 3C 3D", "3S 3C 3D 3H", "3S 3H 4S 4C 5S 5C"]:
            assert refusal(state, 0, allowed) is None
        for refused in ["3C", "3C 3H", "3C 3D 3H", "3C 3H 4S 4C 5S 5C"]:
            assert refusal(state, 0, refused) is IllegalReason.MISSING_OPENING_CARD

    def test_the_duty_ends_with_the_first_combo(self) -> None:
        state = play(GameState.new().apply(deal(*ONE_SUIT_EACH)), 3, "3S")

        assert state.opening_card is None
        assert refusal(state, 0, "5H") is None

    def test_the_lowest_dealt_card_takes_its_place(self) -> None:
        state = GameState.new(seats=2).apply(deal(*ONE_SUIT_EACH[:2]))

        assert state.opening_card == Card.parse("3D")
        assert state.turn == 1
        assert refusal(state, 1, "4D") is IllegalReason.MISSING_OPENING_CARD
        assert refusal(state, 1, "3D 4D 5D") is None

    def test_the_lowest_dealt_card_may_be_no_three(self) -> None:
        state = GameState.new(seats=3).apply(
            deal(
                "8S 8C 8D 8H 9S 9C 9D 9H TS TC TD TH JS",
                "6D 6H 7S 7C 7D 7H QS QC QD QH KS KC KD",
                "4C 4D 4H 5S 5C 5D 5H 6S 6C AS AC AD AH",
            )
        )

        assert state.opening_card == Card.parse("4C")
        assert state.turn == 2


class TestRule5_3:
    """Every later round is led by the seat that won the round before, with any combo."""

    def test_the_winner_leads_although_another_holds_the_three_of_spades(self) -> None:
        state = position("3S 4S", "5S", "6S 7S", turn=1)
        state = play(state, 1, "5S")
        state = pass_(state, 2, 0)
        state = play(state, 2, "6S")
        state = play(pass_(state, 0), 2, "7S")
        assert state.phase is Phase.DEALING
        assert state.round == 2

        state = state.apply(deal(*ONE_SUIT_EACH[1:]))

        assert Card.parse("3S") in state.hands[2]
        assert state.turn == 1
        assert state.opening_card is None
        assert refusal(state, 1, "3C") is None
        assert refusal(state, 1, "2C") is None
        assert refusal(state, 1, "4C 5C 6C") is None

    @pytest.mark.parametrize("winner", [0, 1])
    def test_whichever_seat_won(self, winner: int) -> None:
        hands = ["3S 4S", "5S 6S"]
        hands[winner] = "AS"
        state = play(position(*hands, turn=winner), winner, "AS")

        assert state.apply(deal(*ONE_SUIT_EACH[:2])).turn == winner


class TestRule5_4:
    """A seat is out when it plays its last card, and the first seat out wins the round; the round
    ends at once when one seat alone still holds cards, and that seat takes the last place.
    """

    def test_out_with_the_last_card_and_not_before(self) -> None:
        state = play(position("3S 7S", "4S 8S", "5S 9S"), 0, "3S")
        assert state.finished == ()

        state = pass_(state, 1, 2)
        state = play(state, 0, "7S")

        assert state.finished == (0,)
        assert state.phase is Phase.PLAYING

    def test_places_follow_the_order_of_going_out(self) -> None:
        state = position("JS", "3S", "QS", "5S 6S")

        state = play(state, 0, "JS")
        state = play(pass_(state, 1), 2, "QS")
        state = play(pass_(state, 3), 3, "5S")
        state = play(pass_(state, 1), 3, "6S")

        assert state.last_round is not None
        assert state.last_round.places == (0, 2, 3, 1)

    def test_ends_when_one_seat_still_holds_cards(self) -> None:
        state = play(position("3S", "4S 8S"), 0, "3S")

        assert state.phase is Phase.DEALING
        assert state.turn is None
        assert state.last_round is not None
        assert state.last_round.places == (0, 1)
        assert state.last_round.hands == (CardSet(), CardSet.parse("4S 8S"))

    def test_the_last_seat_may_not_answer(self) -> None:
        state = position("", "8S", "2H", turn=1, table="7S", by=2, finished=[0])

        state = play(state, 1, "8S")

        assert state.phase is Phase.DEALING
        assert refusal(state, 2, "2H") is IllegalReason.WRONG_PHASE
        assert state.last_round is not None
        assert state.last_round.places == (0, 1, 2)

    def test_goes_on_while_two_seats_hold_cards(self) -> None:
        state = play(position("3S", "4S 8S", "5S"), 0, "3S")

        assert state.phase is Phase.PLAYING
        assert state.turn == 1
        assert state.table == Combo.parse("3S")
