"""Rule book, chapter 4: the trick."""

# ruff: noqa: N801 - the number of a rule has two parts

import pytest

from tests.rules.table import moves, pass_, play, position, refusal
from tienlen import CardSet, Combo, IllegalReason, Pass, Play


class TestRule4_1:
    """The turn goes round the seats in ascending order, from the last seat on to the first."""

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_every_play_hands_the_turn_on(self, seats: int) -> None:
        hands = ["3S 7S JS", "4S 8S QS", "5S 9S KS", "6S TS AS"][:seats]
        state = position(*hands)
        order = [0, 1, 2, 3][:seats]

        for seat, card in [
            *zip(order, ["3S", "4S", "5S", "6S"], strict=False),
            *zip(order, ["7S", "8S", "9S", "TS"], strict=False),
        ]:
            assert state.turn == seat
            state = play(state, seat, card)
        assert state.turn == 0

    def test_a_pass_hands_the_turn_on_too(self) -> None:
        state = position("3S 7S", "4S 8S", "5S 9S", "6S TS", turn=2)

        state = pass_(play(state, 2, "5S"), 3)

        assert state.turn == 0
        assert pass_(state, 0).turn == 1

    @pytest.mark.parametrize("seat", [0, 2, 3])
    @pytest.mark.parametrize("cards", ["2H", None])
    def test_nobody_acts_out_of_turn(self, seat: int, cards: str | None) -> None:
        state = position("4C 7S", "4S 8S", "5S 9S", "6S TS", turn=1, table="3C", by=0)

        assert refusal(state, seat, cards) is IllegalReason.NOT_YOUR_TURN

    def test_seats_without_cards_are_left_out(self) -> None:
        state = position("3S 7S", "", "5S 9S", "6S TS", finished=[1])

        assert play(state, 0, "3S").turn == 2


class TestRule4_2:
    """The seat that leads a trick may play any combo, and may not pass."""

    def test_any_combo(self) -> None:
        hand = "3S 3C 3D 3H 4S 4C 5S 5C 2H"
        state = position(hand, "6S")

        for combo in [
            "3C",
            "2H",
            "3S 3C",
            "3S 3C 3D",
            "3S 3C 3D 3H",
            "3H 4S 5C",
            "3D 3H 4S 4C 5S 5C",
        ]:
            assert refusal(state, 0, combo) is None
            assert Play(0, Combo.parse(combo)) in state.legal_actions()

    def test_no_pass(self) -> None:
        state = position("3S 4S", "6S")

        assert refusal(state, 0, None) is IllegalReason.CANNOT_PASS_LEAD
        assert Pass(0) not in state.legal_actions()
        assert list(state.legal_actions()) == [
            Play(0, Combo.parse("3S")),
            Play(0, Combo.parse("4S")),
        ]

    def test_no_pass_either_when_the_lead_comes_back(self) -> None:
        state = pass_(play(position("3S 4S", "6S"), 0, "3S"), 1)

        assert state.turn == 0
        assert refusal(state, 0, None) is IllegalReason.CANNOT_PASS_LEAD


class TestRule4_3:
    """Every other seat in its turn plays a combo that beats the table or passes; a seat that
    could play may still pass, and one that cannot play must.
    """

    def test_play_or_pass(self) -> None:
        state = position("3S", "4S 9S 4H", "5S", turn=1, table="8S", by=0)

        assert list(state.legal_actions()) == [Play(1, Combo.parse("9S")), Pass(1)]

    def test_one_that_could_play_may_pass(self) -> None:
        state = position("3S", "2H", "5S", turn=1, table="8S", by=0)

        assert pass_(state, 1).passed == {1}

    def test_one_that_cannot_play_must_pass(self) -> None:
        state = position("3S", "4S 5S 6S 7S", "5C", turn=1, table="8S", by=0)

        assert list(state.legal_actions()) == [Pass(1)]

    @pytest.mark.parametrize("cards", ["4S", "7S", "9S 9H", "4S 5S 6S"])
    def test_what_does_not_beat_the_table_is_refused(self, cards: str) -> None:
        state = position("3S", "4S 5S 6S 7S 9S 9H", "5C", turn=1, table="8S", by=0)

        assert refusal(state, 1, cards) is IllegalReason.DOES_NOT_BEAT

    def test_what_was_played_is_the_new_table(self) -> None:
        state = position("3S", "4S 9S", "5S", turn=1, table="8S", by=0)

        state = play(state, 1, "9S")

        assert state.table == Combo.parse("9S")
        assert state.table_seat == 1
        assert str(state.hands[1]) == "4S"


class TestRule4_4:
    """A seat that has passed is out of the trick until the table is cleared."""

    def test_the_turn_leaves_it_out(self) -> None:
        state = position("5S 5C 8S", "AS AC", "9S 9C 8C", turn=0)

        state = pass_(play(state, 0, "5S 5C"), 1)
        state = play(state, 2, "9S 9C")

        assert state.turn == 0
        assert refusal(state, 1, "AS AC") is IllegalReason.OUT_OF_TRICK
        assert refusal(state, 1, None) is IllegalReason.OUT_OF_TRICK
        assert moves(state, 1) == []

    def test_a_forced_pass_counts_like_a_free_one(self) -> None:
        state = position("9S 3S", "4S 5S", "TS 3C", turn=0)

        state = play(state, 0, "9S")
        assert list(state.legal_actions()) == [Pass(1)]
        state = play(pass_(state, 1), 2, "TS")

        assert state.turn == 0
        assert state.passed == {1}

    def test_no_exception_for_bombs(self) -> None:
        state = position("KS 3S", "6S 6C 6D 6H", "2S 3C", turn=0)

        state = pass_(play(state, 0, "KS"), 1)
        state = play(state, 2, "2S")

        assert state.turn == 0
        assert refusal(state, 1, "6S 6C 6D 6H") is IllegalReason.OUT_OF_TRICK

    def test_back_in_when_the_table_is_cleared(self) -> None:
        state = position("5S 3S 4S", "AS AC", "9S 8C", turn=0)

        state = pass_(play(state, 0, "5S"), 1, 2)
        assert state.passed == frozenset()
        state = play(state, 0, "3S")

        assert state.turn == 1
        assert refusal(state, 1, "AS") is None


class TestRule4_5:
    """As soon as every seat other than the owner of the table's combo has passed or is out of
    cards, the trick ends: the table and the passes are cleared.
    """

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_ends_with_the_last_pass_and_not_before(self, seats: int) -> None:
        hands = ["3S 7S", "4S 8S", "5S 9S", "6S TS"][:seats]
        state = play(position(*hands), 0, "3S")

        for seat in range(1, seats):
            assert state.table == Combo.parse("3S")
            state = pass_(state, seat)

        assert state.table is None
        assert state.table_seat is None
        assert state.passed == frozenset()

    def test_the_cards_of_the_trick_are_discarded(self) -> None:
        state = position("3S 7S", "4S 8S", "5S 9S")

        state = pass_(play(play(state, 0, "3S"), 1, "4S"), 2, 0)

        assert state.discards == CardSet.parse("3S 4S")

    def test_seats_out_of_cards_are_not_waited_for(self) -> None:
        state = position("3S 7S", "", "5S 9S", "", finished=[1, 3])

        state = pass_(play(state, 0, "3S"), 2)

        assert state.table is None
        assert state.turn == 0

    def test_a_play_ends_it_when_nobody_is_left_to_answer(self) -> None:
        state = position("", "8S 4S", "9S TS", turn=1, table="7S", by=0, passed=[2], finished=[0])

        state = play(state, 1, "8S")

        assert state.table is None
        assert state.passed == frozenset()
        assert state.discards >= CardSet.parse("8S")
        assert state.turn == 1

    def test_the_owner_does_not_answer_itself(self) -> None:
        state = pass_(play(position("3S 7S", "4S 8S"), 0, "3S"), 1)

        assert state.turn == 0
        assert state.table is None


class TestRule4_6:
    """The owner of the last combo leads the next trick; if it is out of cards, the next seat in
    order that still holds cards leads.
    """

    def test_the_owner_leads_with_any_combo(self) -> None:
        state = position("3S 7S", "4S 8S", "5S 9S 9C 6S")

        state = pass_(play(play(state, 0, "3S"), 1, "4S"), 2, 0)

        assert state.turn == 1
        assert moves(state) == ["8S"]

    def test_the_last_to_beat_is_the_owner(self) -> None:
        state = position("3S 7S", "4S 8S", "5S 9S 9C 6S")

        state = pass_(play(play(play(state, 0, "3S"), 1, "4S"), 2, "5S"), 0, 1)

        assert state.turn == 2
        assert refusal(state, 2, "9S 9C") is None

    @pytest.mark.parametrize(
        ("owner", "finished", "leader"),
        [
            (0, [], 1),
            (1, [], 2),
            (3, [], 0),
            (0, [1], 2),
            (3, [0], 1),
            (2, [3], 0),
        ],
    )
    def test_the_next_seat_with_cards_leads_for_one_that_is_out(
        self, owner: int, finished: list[int], leader: int
    ) -> None:
        hands = ["3S 7S", "4S 8S", "5S 9S", "6S TS"]
        hands[owner] = "KS"
        for seat in finished:
            hands[seat] = ""
        state = play(position(*hands, turn=owner, finished=finished), owner, "KS")

        others = [(owner + step) % 4 for step in (1, 2, 3)]
        state = pass_(state, *(seat for seat in others if seat not in finished))

        assert state.turn == leader
        assert state.finished == (*finished, owner)
        assert refusal(state, leader, None) is IllegalReason.CANNOT_PASS_LEAD

    def test_the_next_seat_is_counted_from_the_owner_and_not_from_the_last_to_pass(self) -> None:
        state = pass_(play(position("8S 3S", "4S 5S", "9S", "6S 7S"), 0, "8S"), 1)

        state = pass_(play(state, 2, "9S"), 3, 0)

        assert state.turn == 3

    def test_it_may_have_passed_in_the_trick(self) -> None:
        state = pass_(play(position("9S", "3S 4S", "6S 5S"), 0, "9S"), 1, 2)

        assert state.turn == 1
        assert refusal(state, 1, "3S") is None


class TestRule4_7:
    """A combo with which a seat goes out stays on the table, and every seat that has not passed
    may answer it before the trick ends.
    """

    def test_it_stays_on_the_table(self) -> None:
        state = play(position("9H", "TS 3S", "JS 4S", "QS 5S"), 0, "9H")

        assert state.finished == (0,)
        assert state.table == Combo.parse("9H")
        assert state.table_seat == 0
        assert state.turn == 1
        assert refusal(state, 1, "3S") is IllegalReason.DOES_NOT_BEAT

    def test_the_seat_that_answers_it_may_lead_next(self) -> None:
        state = play(position("9H", "3C 3S", "TS 4S", "4C 5S"), 0, "9H")

        state = play(pass_(state, 1), 2, "TS")
        state = pass_(state, 3)

        assert state.table is None
        assert state.turn == 2

    def test_every_seat_may_answer(self) -> None:
        state = play(position("9H", "TS 3S", "JS 4S", "QS 5S"), 0, "9H")

        state = play(play(play(state, 1, "TS"), 2, "JS"), 3, "QS")

        assert state.turn == 1

    def test_one_that_has_passed_may_not(self) -> None:
        state = position("9H", "TS 3S", "KS 4S", table="8S", by=2, passed=[1])

        state = play(state, 0, "9H")

        assert state.turn == 2
        assert refusal(state, 1, "TS") is IllegalReason.OUT_OF_TRICK
