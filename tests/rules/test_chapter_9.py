"""Rule book, chapter 9: the named rule sets.  The table's cells are in `tests/test_presets.py`."""

# ruff: noqa: N801 - the number of a rule has two parts

import inspect
import itertools
import random
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
import pytest

from tests.rules import book
from tests.rules.deals import (
    DRAGON,
    FIVE_CONSECUTIVE_PAIRS,
    FOUR_TWOS,
    PATTERNS,
    SIX_PAIRS,
    deal_around,
    lowest,
    plain_deal,
)
from tests.rules.table import (
    deal,
    end_round,
    moves,
    paid,
    pass_,
    play,
    position,
    refusal,
    result,
)
from tienlen import (
    CARDGAMES_IO,
    DECK,
    NORTHERN,
    PAGAT,
    SOUTHERN,
    VIET_CONG,
    Card,
    CardSet,
    Chop,
    Combo,
    Deal,
    GameState,
    IllegalReason,
    InstantWin,
    InvalidRulesError,
    Kind,
    Opening,
    Penalty,
    Phase,
    Play,
    Rank,
    Rules,
    Settlement,
    Shape,
    Shapes,
    Suits,
    TwosLast,
    beats,
    classify,
    legal_moves,
)

THREE_PAIRS = "4S 4C 5S 5C 6S 6C"
FOUR_PAIRS = "3S 3C 4S 4C 5S 5C 6S 6C"
HIGHER_FOUR_PAIRS = "7S 7C 8S 8C 9S 9C TS TC"
FIVE_PAIRS = "7S 7C 8S 8C 9S 9C TS TC JS JC"
QUAD = "KS KC KD KH"


class TestRule9_1:
    """SOUTHERN is the game of its column with rules 9.1a to 9.1j."""

    REASONS: ClassVar = {"chop": "CHOP", "place": "PLACE", "cóng": "CONG", "thối": "THOI"}

    @classmethod
    def in_the_book(cls, number: int) -> list[tuple[int, int, int, str]]:
        rows = book.tables(9, "Payment", "Units", "Why")[number]
        return [
            (int(who[0]), int(who[-1]), int(units), cls.REASONS.get(why.split(":")[0], why))
            for who, units, why in rows
        ]

    def test_a_round_with_a_chain_of_chops(self) -> None:
        state = position(
            "TS",
            "4S 4C 5S 5C 6S 6C JS",
            "9S 9C 9D 9H 3C 4D",
            "2H 2S",
            turn=3,
            rules=SOUTHERN,
            played=[0, 1, 2, 3],
        )

        state = pass_(play(state, 3, "2H"), 0)
        state = play(play(state, 1, "4S 4C 5S 5C 6S 6C"), 2, "9S 9C 9D 9H")
        state = play(pass_(state, 3, 1), 2, "3C")
        state = play(play(pass_(state, 3), 0, "TS"), 1, "JS")
        state = play(pass_(state, 2), 2, "4D")

        assert result(state).places == (0, 1, 2, 3)
        assert paid(result(state).payments) == self.in_the_book(0)
        assert paid(result(state).payments) == [
            (1, 2, 5, "CHOP"),
            (3, 0, 2, "PLACE"),
            (2, 1, 1, "PLACE"),
            (3, 2, 1, "THOI"),
        ]
        assert result(state).points == (2, -4, 5, -3)
        assert state.scores == (2, -4, 5, -3)

    def test_a_round_with_a_seat_that_played_nothing(self) -> None:
        state = position("TS", "JS 3C", "4S 5S", "2D 9S 9C 9D 9H", rules=SOUTHERN, played=[1, 2])

        state = play(state, 0, "TS")
        state = pass_(play(state, 1, "JS"), 2)
        state = play(state, 1, "3C")

        assert result(state).places == (0, 1, 2, 3)
        assert paid(result(state).payments) == self.in_the_book(1)
        assert paid(result(state).payments) == [(3, 0, 10, "CONG"), (2, 1, 1, "PLACE")]
        assert result(state).points == (10, 1, -1, -10)

    def test_an_instant_win(self) -> None:
        state = GameState.new(rules=SOUTHERN).apply(deal_around({2: SIX_PAIRS}))

        expected = [(seat, 2, 4, "INSTANT_WIN") for seat in (0, 1, 3)]
        assert sorted(paid(result(state).payments)) == expected
        assert self.in_the_book(2) == [(*who, "instant win") for *who, _ in expected]
        assert result(state).points == (-4, -4, 12, -4)


class TestRule9_1a:
    """A bomb is any quad or double sequence, whether it was led or laid on something."""

    @pytest.mark.parametrize(
        ("led", "laid", "units"),
        [
            ("9S 9C 9D 9H", QUAD, 4),
            (THREE_PAIRS, "4D 4H 5D 5H 6D 6H", 3),
            (THREE_PAIRS, QUAD, 3),
            (FOUR_PAIRS, HIGHER_FOUR_PAIRS, 6),
            (FOUR_PAIRS, FIVE_PAIRS, 6),
            ("9S 9C 9D 9H", "2S 2C 2D 2H", 4),
        ],
    )
    def test_one_that_was_led_can_be_chopped(self, led: str, laid: str, units: int) -> None:
        state = position(led + " AS", laid + " AC", rules=SOUTHERN, played=[0, 1])

        state = play(play(state, 0, led), 1, laid)

        assert (state.chain, state.chain_victim) == (units, 0)
        assert paid(pass_(state, 0).payments) == [(0, 1, units, "CHOP")]

    @pytest.mark.parametrize(
        ("led", "laid"),
        [
            ("AS", "2S"),
            ("2S", "2H"),
            ("2S 2C", "2D 2H"),
            ("3S 3C 3D", "2S 2C 2D"),
            ("3S 4S 5S", "3C 4C 5H"),
        ],
    )
    def test_nothing_else_is_one(self, led: str, laid: str) -> None:
        state = position(led + " AH", laid + " AC", rules=SOUTHERN, played=[0, 1])

        state = play(play(state, 0, led), 1, laid)

        assert (state.chain, state.chain_victim) == (0, None)
        assert pass_(state, 0).payments == ()

    def test_what_else_a_house_rule_lets_chop_is_none(self) -> None:
        longer = Chop(Shape(Kind.SEQUENCE, 3), [Shapes(Kind.SEQUENCE, 4)])
        rules = attrs.evolve(SOUTHERN, chops=[*SOUTHERN.chops, longer])
        state = position("3S 4S 5S 6S AS", "4C 5C 6C 7C AC", rules=rules, played=[0, 1])

        state = play(play(state, 0, "3S 4S 5S 6S"), 1, "4C 5C 6C 7C")

        assert (state.chain, state.chain_victim) == (0, None)

    def test_leading_one_chops_nothing(self) -> None:
        state = play(position(QUAD + " 3S", "4S 5S", rules=SOUTHERN), 0, QUAD)

        assert (state.chain, state.chain_victim) == (0, None)


class TestRule9_1b:
    """A seat that holds cards and does not own the table's combo may beat it by a double sequence
    of four or more pairs even out of turn and even after passing; it is then back in the trick, and
    the turn goes on from it. Nothing else is played out of turn, and nothing is led so. Rule 4.5
    does not wait for free chops, and actions count in the order in which they are applied.
    """

    @staticmethod
    def holding(
        cards: str, *, table: str = "2H", passed: Sequence[int] = (), turn: int = 1
    ) -> GameState:
        """Let seat 2 hold some cards while another is to answer seat 0."""
        return position(
            "AS AC AD AH",
            "QS QC QD",
            cards + " JD",
            "QH JH",
            turn=turn,
            table=table,
            by=0,
            passed=passed,
            rules=SOUTHERN,
            played=[0, 1, 2, 3],
        )

    @pytest.mark.parametrize(
        ("table", "chop"),
        [
            ("2H", FOUR_PAIRS),
            ("2H", FIVE_PAIRS),
            ("2H", "3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C"),
            ("2D 2H", FOUR_PAIRS),
            ("9S 9C 9D 9H", FOUR_PAIRS),
            ("8D 8H 9D 9H TD TH", FOUR_PAIRS),
            (FOUR_PAIRS, HIGHER_FOUR_PAIRS),
            (FOUR_PAIRS, FIVE_PAIRS),
        ],
    )
    @pytest.mark.parametrize(
        ("turn", "passed"), [(1, ()), (3, (2,)), (3, (1, 2)), (1, (2, 3))], ids=str
    )
    def test_out_of_turn_and_after_passing(
        self, table: str, chop: str, turn: int, passed: tuple[int, ...]
    ) -> None:
        state = self.holding(chop, table=table, passed=passed, turn=turn)

        assert refusal(state, 2, chop) is None
        assert Play(2, Combo.parse(chop)) in state.legal_actions(2)
        state = play(state, 2, chop)
        assert state.table == Combo.parse(chop)
        assert state.table_seat == 2
        assert str(state.hands[2]) == "JD"

    @pytest.mark.parametrize(
        ("passed", "turn", "next_turn"),
        [((), 1, 3), ((2,), 3, 3), ((1, 2), 3, 3), ((2, 3), 1, 0), ((3,), 1, 0), ((1,), 2, 3)],
    )
    def test_it_is_back_in_and_the_turn_goes_on_from_it(
        self, passed: tuple[int, ...], turn: int, next_turn: int
    ) -> None:
        state = play(self.holding(FOUR_PAIRS, passed=passed, turn=turn), 2, FOUR_PAIRS)

        assert state.passed == set(passed) - {2}
        assert state.turn == next_turn

    def test_one_that_is_back_in_may_answer_again(self) -> None:
        state = position(
            "2H AS AC",
            "3S 3C 4S 4C 5S 5C 6S 6C KS KC QS QC JS JC TD TH 9D 9H",
            "7S 7C 8S 8C 9S 9C TS TC AD",
            rules=SOUTHERN,
            played=[0, 1, 2],
        )

        state = pass_(play(state, 0, "2H"), 1)
        state = play(state, 1, FOUR_PAIRS)
        state = pass_(play(state, 2, HIGHER_FOUR_PAIRS), 0)

        assert state.turn == 1
        assert refusal(state, 1, "9D 9H TD TH JS JC QS QC KS KC") is None

    @pytest.mark.parametrize(
        ("table", "cards"),
        [
            ("2H", THREE_PAIRS),
            ("2H", QUAD),
            ("2D", "2H"),
            ("TD", "KS"),
            ("9S 9C 9D 9H", QUAD),
            ("TD", FOUR_PAIRS),
            ("2S 2C 2D", FIVE_PAIRS),
            ("2S 2C 2D 2H", FIVE_PAIRS),
            (FIVE_PAIRS, FOUR_PAIRS),
            ("7D 7H 8D 8H 9D 9H TD TH", HIGHER_FOUR_PAIRS),
        ],
    )
    def test_nothing_else(self, table: str, cards: str) -> None:
        out_of_turn = self.holding(cards, table=table)
        after_passing = self.holding(cards, table=table, passed=[2], turn=3)

        assert refusal(out_of_turn, 2, cards) is IllegalReason.NOT_YOUR_TURN
        assert refusal(after_passing, 2, cards) is IllegalReason.OUT_OF_TRICK
        assert not out_of_turn.legal_actions(2)
        assert not after_passing.legal_actions(2)

    def test_no_pass_out_of_turn(self) -> None:
        state = self.holding(FOUR_PAIRS)

        assert list(state.legal_actions(2)) == [Play(2, Combo.parse(FOUR_PAIRS))]
        assert refusal(state, 2, None) is IllegalReason.NOT_YOUR_TURN

    def test_only_those_among_all_moves(self) -> None:
        state = self.holding("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 9S 9C 9D 9H 2S")

        assert moves(state, 2) == [
            "3S 3C 4S 4C 5S 5C 6S 6C",
            "4S 4C 5S 5C 6S 6C 7S 7C",
            "3S 3C 4S 4C 5S 5C 6S 6C 7S 7C",
        ]

    def test_the_owner_may_not_chop_itself(self) -> None:
        state = position(FOUR_PAIRS, "QS KS", turn=1, table="2H", by=0, rules=SOUTHERN)

        assert refusal(state, 0, FOUR_PAIRS) is IllegalReason.NOT_YOUR_TURN
        assert not state.legal_actions(0)

    def test_cards_that_are_not_held_are_refused_as_any_other_play_there(self) -> None:
        assert refusal(self.holding("3S"), 2, FOUR_PAIRS) is IllegalReason.NOT_YOUR_TURN
        passed = self.holding("3S", passed=[2], turn=3)
        assert refusal(passed, 2, FOUR_PAIRS) is IllegalReason.OUT_OF_TRICK

    def test_one_without_cards_may_not(self) -> None:
        state = position(
            "AS", "KS", "", turn=1, table="2H", by=0, finished=[2], rules=SOUTHERN, played=[0, 1, 2]
        )

        assert refusal(state, 2, FOUR_PAIRS) is IllegalReason.OUT_OF_TRICK

    def test_nothing_is_led_out_of_turn(self) -> None:
        state = position("AS KS", FOUR_PAIRS + " QS", rules=SOUTHERN)

        assert refusal(state, 1, FOUR_PAIRS) is IllegalReason.NOT_YOUR_TURN
        assert not state.legal_actions(1)

    def test_after_the_closing_pass_the_chance_is_gone(self) -> None:
        state = position("2H AS", FOUR_PAIRS + " QS", "KS KC", rules=SOUTHERN, played=[0, 1, 2])
        state = pass_(play(state, 0, "2H"), 1)
        assert refusal(state, 1, FOUR_PAIRS) is None

        state = pass_(state, 2)

        assert state.table is None
        assert state.turn == 0
        assert refusal(state, 1, FOUR_PAIRS) is IllegalReason.NOT_YOUR_TURN

    def test_the_closing_play_ends_it_too(self) -> None:
        # Seat 2 alone may still answer; its 2 is the last play of the trick.
        state = position(
            "",
            FOUR_PAIRS + " QS",
            "2H KC",
            turn=2,
            table="AS",
            by=0,
            passed=[1],
            finished=[0],
            rules=SOUTHERN,
            played=[0, 1, 2],
        )

        state = play(state, 2, "2H")

        assert state.table is None
        assert refusal(state, 1, FOUR_PAIRS) is IllegalReason.NOT_YOUR_TURN

    def test_the_second_of_two_has_to_beat_the_first(self) -> None:
        state = position(
            "2H AS",
            "3D 3H",
            FOUR_PAIRS + " QS",
            HIGHER_FOUR_PAIRS + " QC",
            rules=SOUTHERN,
            played=[0, 1, 2, 3],
        )
        state = play(state, 0, "2H")

        assert refusal(play(state, 2, FOUR_PAIRS), 3, HIGHER_FOUR_PAIRS) is None
        late = play(state, 3, HIGHER_FOUR_PAIRS)
        assert refusal(late, 2, FOUR_PAIRS) is IllegalReason.NOT_YOUR_TURN

    def test_against_a_combo_with_which_a_seat_went_out(self) -> None:
        state = position(
            "2H", FOUR_PAIRS + " QS", "KS KC", "JS JC", rules=SOUTHERN, played=[0, 1, 2, 3]
        )

        state = pass_(play(state, 0, "2H"), 1, 2)
        state = play(state, 1, FOUR_PAIRS)

        assert state.table_seat == 1
        assert state.turn == 3
        assert state.passed == {2}

    def test_with_the_last_cards(self) -> None:
        state = position(
            "",
            FOUR_PAIRS,
            "KS KC",
            turn=2,
            table="2H",
            by=0,
            passed=[1],
            finished=[0],
            rules=SOUTHERN,
            played=[0, 1, 2],
        )

        state = play(state, 1, FOUR_PAIRS)

        assert state.phase is Phase.DEALING
        assert result(state).places == (0, 1, 2)


class TestRule9_1c:
    """A deal ends the round if a hand holds one of these, best first: a card of every rank from 3
    to A (dragon); two cards or more of each of five consecutive ranks below the 2s (five
    consecutive pairs); all four 2s; six pairs of any ranks, a quad counting as two. The best wins,
    and among equal ones that of the first seat in order from the one that would have led; every
    other seat pays the winner 4 units and nothing else.
    """

    @pytest.mark.parametrize("seat", range(4))
    @pytest.mark.parametrize(
        ("hand", "pattern"),
        [
            (DRAGON, InstantWin.DRAGON),
            ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H", InstantWin.DRAGON),
            (FIVE_CONSECUTIVE_PAIRS, InstantWin.FIVE_CONSECUTIVE_PAIRS),
            ("TS TC JS JC QS QC KS KC AS AC 3D 5D 7D", InstantWin.FIVE_CONSECUTIVE_PAIRS),
            ("4S 4C 5S 5C 5D 6S 6C 7S 7C 7D 8S 8C KD", InstantWin.FIVE_CONSECUTIVE_PAIRS),
            ("4S 4C 5S 5C 6S 6C 6D 6H 7S 7C 8S 8C KD", InstantWin.FIVE_CONSECUTIVE_PAIRS),
            (FOUR_TWOS, InstantWin.FOUR_TWOS),
            (SIX_PAIRS, InstantWin.SIX_PAIRS),
            ("3S 3C 5S 5C 7S 7C 9S 9C JS JC 2S 2C KD", InstantWin.SIX_PAIRS),
            ("3S 3C 3D 3H 5S 5C 7S 7C 9S 9C JS JC KD", InstantWin.SIX_PAIRS),
            ("3S 3C 3D 3H 7S 7C 7D 7H JS JC JD JH KD", InstantWin.SIX_PAIRS),
            ("3S 3C 3D 5S 5C 7S 7C 9S 9C JS JC KS KC", InstantWin.SIX_PAIRS),
        ],
    )
    def test_patterns(self, hand: str, pattern: InstantWin, seat: int) -> None:
        dealt = deal_around({seat: hand})

        state = GameState.new(rules=SOUTHERN).apply(dealt)

        assert state.phase is Phase.DEALING
        assert state.round == 2
        assert result(state).instant_win is pattern
        assert result(state).places == tuple((seat + step) % 4 for step in range(4))
        assert result(state).hands == state.hands == dealt.hands
        assert state.discards == CardSet()

    @pytest.mark.parametrize(
        "hand",
        [
            pytest.param("3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2S 2H", id="no-ace"),
            pytest.param("4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S 2H", id="no-three"),
            pytest.param("3S 4S 5S 6S 7S 8S TS TC JS QS KS AS 2S", id="a-gap"),
            pytest.param("JS JC QS QC KS KC AS AC 2S 2C 3D 5D 7D", id="a-pair-of-2s"),
            pytest.param("AS AC 2S 2C 3S 3C 4S 4C 5S 5C 7D 9D JD", id="round-the-corner"),
            pytest.param("3S 3C 4S 4C 5S 5C 6S 6C 8S 8C TD QD KD", id="four-and-one"),
            pytest.param("2S 2C 2D 3S 5S 7S 9S JS KS 4D 6D 8D TD", id="three-2s"),
            pytest.param("3S 3C 5S 5C 7S 7C 9S 9C JS JC KS 2S 4D", id="five-pairs"),
            pytest.param("3S 3C 3D 6S 6C 6D 9S 9C 9D QS QC QD KD", id="four-triples"),
            pytest.param("3S 3C 3D 3H 7S 7C 7D 7H JS JC JD KD AD", id="two-quads-and-a-triple"),
        ],
    )
    def test_near_misses(self, hand: str) -> None:
        state = GameState.new(rules=SOUTHERN).apply(deal_around({1: hand}))

        assert state.phase is Phase.PLAYING
        assert state.last_round is None

    @pytest.mark.parametrize(
        ("hand", "pattern"),
        [
            # Five consecutive pairs and a sixth one.
            ("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C KS KC 2D", InstantWin.FIVE_CONSECUTIVE_PAIRS),
            # Four 2s and four other pairs.
            ("2S 2C 2D 2H 3S 3C 5S 5C 7S 7C 9S 9C KD", InstantWin.FOUR_TWOS),
        ],
    )
    def test_a_hand_wins_by_its_best(self, hand: str, pattern: InstantWin) -> None:
        state = GameState.new(rules=SOUTHERN).apply(deal_around({3: hand}))

        assert result(state).instant_win is pattern

    @pytest.mark.parametrize("better", range(3))
    @pytest.mark.parametrize("seats", list(itertools.permutations(range(4), 2)), ids=str)
    def test_the_best_of_several_hands_wins(self, better: int, seats: tuple[int, int]) -> None:
        best, second = list(PATTERNS.values())[better : better + 2]
        dealt = deal_around({seats[0]: best, seats[1]: second})

        state = GameState.new(rules=SOUTHERN).apply(dealt)

        assert result(state).places[0] == seats[0]
        assert result(state).instant_win is list(InstantWin)[better]

    # Dragons with seats 1 and 3.
    TIE = deal(
        "5S 5C 6C 7S 8C TS TC JC QS AS AC 2S 2C",
        "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D",
        "3S 3C 4S 4C 6S 7C 8S 9S 9C JS QC KS KC",
        "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2H",
    )

    def test_equal_ones_in_the_first_round(self) -> None:
        # Seat 2 would have led with 3S, so seat 3 comes before seat 1.
        state = GameState.new(rules=SOUTHERN).apply(self.TIE)

        assert result(state).places == (3, 0, 1, 2)

    @pytest.mark.parametrize(("leader", "winner"), [(0, 1), (1, 1), (2, 3), (3, 3)])
    def test_equal_ones_in_a_later_round(self, leader: int, winner: int) -> None:
        others = [(leader + step) % 4 for step in (1, 2, 3)]

        state = end_round((leader, *others), rules=SOUTHERN).apply(self.TIE)

        assert result(state).places[0] == winner

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_every_other_seat_pays_four(self, seats: int) -> None:
        hand = "2S 2C 2D 2H 3S 5S 7S 9S JS KS 4D 6D 8D"

        state = GameState.new(seats, SOUTHERN).apply(deal_around({1: hand}, seats))

        others = [seat for seat in range(seats) if seat != 1]
        assert sorted(paid(result(state).payments)) == [
            (seat, 1, 4, "INSTANT_WIN") for seat in others
        ]
        assert [state.scores[seat] for seat in others] == [-4] * (seats - 1)
        assert state.scores[1] == 4 * (seats - 1)

    def test_looked_for_at_every_deal(self) -> None:
        state = end_round((2, 3, 0, 1), rules=SOUTHERN, scores=(5, 5, -5, -5))
        before = state.scores

        state = state.apply(deal_around({0: FOUR_TWOS}))

        assert result(state).instant_win is InstantWin.FOUR_TWOS
        assert state.scores == tuple(
            score + moved for score, moved in zip(before, (12, -4, -4, -4), strict=True)
        )

    def test_not_looked_for_later(self) -> None:
        state = position(FOUR_TWOS, "3S 4S", "5S 6S", turn=1, rules=SOUTHERN)

        assert play(state, 1, "3S").phase is Phase.PLAYING


class TestRule9_1d:
    """All payments are whole units, a unit being half a stake; what one seat pays another receives,
    and a seat's points are what it receives less what it pays.
    """

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_random_rounds(self, seats: int) -> None:
        rng = random.Random(seats)
        state = GameState.new(seats, SOUTHERN)
        seen: set[str] = set()

        while state.round <= 150:
            before = state.scores
            state = state.apply(Deal.shuffled(rng, seats, SOUTHERN))
            while state.phase is Phase.PLAYING:
                state = state.apply(rng.choice(state.legal_actions()))
            points = [0] * seats
            for payment in result(state).payments:
                assert payment.units >= 1
                assert payment.payer != payment.payee
                points[payment.payer] -= payment.units
                points[payment.payee] += payment.units
                seen.add(payment.reason.name)
            assert result(state).points == tuple(points)
            assert sum(points) == 0
            assert state.scores == tuple(map(sum, zip(before, points, strict=True)))

        assert seen >= {"PLACE", "CHOP", "INSTANT_WIN"}

    def test_nothing_is_settled_before_the_round_ends(self) -> None:
        state = position("2H AS", QUAD + " QS", "3S", rules=SOUTHERN, played=[0, 1, 2])

        state = pass_(play(play(state, 0, "2H"), 1, QUAD), 2, 0)

        assert paid(state.payments) == [(0, 1, 2, "CHOP")]
        assert state.scores == (0, 0, 0)


class TestRule9_1e:
    """With four seats the last place pays the first 2 units and the third pays the second 1; with
    three or two seats the last place pays the first 2.
    """

    @pytest.mark.parametrize("places", list(itertools.permutations(range(4))), ids=str)
    def test_four_seats(self, places: tuple[int, ...]) -> None:
        first, second, third, last = places
        state = end_round(places, rules=SOUTHERN)

        assert result(state).places == places
        assert paid(result(state).payments) == [
            (last, first, 2, "PLACE"),
            (third, second, 1, "PLACE"),
        ]
        assert [state.scores[seat] for seat in places] == [2, 1, -1, -2]

    @pytest.mark.parametrize("places", list(itertools.permutations(range(3))), ids=str)
    def test_three_seats(self, places: tuple[int, ...]) -> None:
        state = end_round(places, rules=SOUTHERN)

        assert paid(result(state).payments) == [(places[2], places[0], 2, "PLACE")]
        assert [state.scores[seat] for seat in places] == [2, 0, -2]

    @pytest.mark.parametrize("places", list(itertools.permutations(range(2))), ids=str)
    def test_two_seats(self, places: tuple[int, ...]) -> None:
        state = end_round(places, rules=SOUTHERN)

        assert paid(result(state).payments) == [(places[1], places[0], 2, "PLACE")]
        assert [state.scores[seat] for seat in places] == [2, -2]


class TestRule9_1f:
    """A black 2 is worth 1 unit and a red 2 is worth 2, several 2s are worth their sum; a double
    sequence of three pairs is worth 3, a quad below the 2s is worth 4, and a double sequence of
    four or more pairs is worth 6.
    """

    @pytest.mark.parametrize(
        ("covered", "by", "units"),
        [
            ("2S", QUAD, 1),
            ("2C", QUAD, 1),
            ("2D", QUAD, 2),
            ("2H", QUAD, 2),
            ("2S 2C", QUAD, 2),
            ("2S 2D", QUAD, 3),
            ("2C 2H", QUAD, 3),
            ("2D 2H", QUAD, 4),
            (THREE_PAIRS, QUAD, 3),
            ("3S 3C 3D 3H", QUAD, 4),
            ("AS AC AD AH", FOUR_PAIRS, 4),
            (FOUR_PAIRS, FIVE_PAIRS, 6),
            (FIVE_PAIRS, "9D 9H TD TH JD JH QS QC KS KC", 6),
            ("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C", "4D 4H 5D 5H 6D 6H 7D 7H 8D 8H 9D 9H", 6),
        ],
    )
    def test_of_what_a_bomb_covers(self, covered: str, by: str, units: int) -> None:
        state = position(
            "QD", by + " QH", turn=1, table=covered, by=0, rules=SOUTHERN, played=[0, 1]
        )

        assert play(state, 1, by).chain == units


class TestRule9_1g:
    """A bomb laid on 2s or on a bomb adds the value of what it covers to the chain of its trick;
    when the trick or the round ends, the seat covered last pays the whole chain to the seat that
    covered it, unless it went out with the covered combo: then nothing is paid.
    """

    def test_a_chain_of_three(self) -> None:
        state = position(
            "2H 3D",
            THREE_PAIRS + " 3H",
            QUAD + " 4D",
            HIGHER_FOUR_PAIRS + " 4H",
            rules=SOUTHERN,
            played=[0, 1, 2, 3],
        )

        state = play(play(state, 0, "2H"), 1, THREE_PAIRS)
        assert (state.chain, state.chain_victim) == (2, 0)
        state = play(state, 2, QUAD)
        assert (state.chain, state.chain_victim) == (5, 1)
        state = play(state, 3, HIGHER_FOUR_PAIRS)
        assert (state.chain, state.chain_victim) == (9, 2)
        assert state.payments == ()
        state = pass_(state, 0, 1, 2)

        assert paid(state.payments) == [(2, 3, 9, "CHOP")]
        assert (state.chain, state.chain_victim) == (0, None)

    def test_a_chopper_that_is_chopped_by_its_victim(self) -> None:
        state = position(
            "2H 3D " + QUAD, THREE_PAIRS + " 3H", "4D 4H", rules=SOUTHERN, played=[0, 1, 2]
        )

        state = pass_(play(play(state, 0, "2H"), 1, THREE_PAIRS), 2)
        state = pass_(play(state, 0, QUAD), 1)

        assert paid(state.payments) == [(1, 0, 5, "CHOP")]

    def test_an_uncovered_2_counts_nothing(self) -> None:
        state = position("2S 3D", "2H 3H", QUAD + " 4D", rules=SOUTHERN, played=[0, 1, 2])

        state = play(play(play(state, 0, "2S"), 1, "2H"), 2, QUAD)

        assert (state.chain, state.chain_victim) == (2, 1)

    def test_void_if_the_victim_went_out_on_what_is_covered(self) -> None:
        state = position("2H", QUAD + " 3H", "4D 4H", rules=SOUTHERN, played=[0, 1, 2])

        state = play(play(state, 0, "2H"), 1, QUAD)
        assert state.chain_victim == 0
        state = pass_(state, 2)

        assert state.payments == ()
        assert (state.chain, state.chain_victim) == (0, None)

    def test_void_as_a_whole_if_the_last_victim_went_out(self) -> None:
        state = position("2H 3D", THREE_PAIRS, QUAD + " 3H", rules=SOUTHERN, played=[0, 1, 2])

        state = play(play(play(state, 0, "2H"), 1, THREE_PAIRS), 2, QUAD)
        state = pass_(state, 0)

        assert state.payments == ()

    def test_not_void_if_an_earlier_victim_went_out(self) -> None:
        state = position("2H", THREE_PAIRS + " 3D", QUAD + " 3H", rules=SOUTHERN, played=[0, 1, 2])

        state = play(play(play(state, 0, "2H"), 1, THREE_PAIRS), 2, QUAD)
        state = pass_(state, 1)

        assert paid(state.payments) == [(1, 2, 5, "CHOP")]

    def test_a_chopper_that_goes_out_is_paid(self) -> None:
        state = position("2H 3D 3C", QUAD, "4D 4H", rules=SOUTHERN, played=[0, 1, 2])

        state = play(play(state, 0, "2H"), 1, QUAD)
        state = pass_(state, 2, 0)

        assert state.finished == (1,)
        assert paid(state.payments) == [(0, 1, 2, "CHOP")]

    def test_paid_when_the_round_ends(self) -> None:
        state = position("2H 3D", QUAD, rules=SOUTHERN, played=[0, 1])

        state = play(play(state, 0, "2H"), 1, QUAD)

        assert paid(result(state).payments) == [(0, 1, 2, "CHOP"), (0, 1, 2, "PLACE")]

    def test_void_when_the_round_ends(self) -> None:
        state = position("2H", QUAD, "4D 4H", rules=SOUTHERN, played=[0, 1, 2])

        state = play(play(state, 0, "2H"), 1, QUAD)

        assert result(state).places == (0, 1, 2)
        assert paid(result(state).payments) == [(2, 0, 2, "PLACE")]

    def test_two_chains_in_a_round_are_paid_in_their_order(self) -> None:
        state = position(
            "2H 2S 3D",
            "9S 9C 9D 9H " + QUAD + " 3C",
            "4D 4H",
            rules=SOUTHERN,
            played=[0, 1, 2],
        )

        state = pass_(play(play(state, 0, "2H"), 1, QUAD), 2, 0)
        state = play(pass_(play(state, 1, "3C"), 2), 0, "2S")
        state = play(state, 1, "9S 9C 9D 9H")
        assert paid(state.payments) == [(0, 1, 2, "CHOP")]
        state = pass_(state, 0)

        assert paid(state.payments) == [(0, 1, 2, "CHOP"), (0, 1, 1, "CHOP")]
        assert state.phase is Phase.PLAYING

    def test_a_new_round_starts_without_chains(self) -> None:
        state = position("2H 3D", QUAD, rules=SOUTHERN, played=[0, 1])
        state = play(play(state, 0, "2H"), 1, QUAD)

        state = state.apply(plain_deal(2))

        assert state.payments == ()
        assert (state.chain, state.chain_victim) == (0, None)


class TestRule9_1h:
    """When the first seat goes out, every other seat that has played no card in the round stops:
    from then on it counts as out of cards in chapters 4 and 5 and for free chops, even against the
    combo that went out. Stopped seats take the bottom places, the farthest from the winner in the
    order of play the last, and each pays the winner 4 units and its held value but no place money.
    If at most one other seat is left, the round ends.
    """

    OTHERS = ("4D 6D", "3D 8D 2S", "3H 8H 2H")
    """The hands of seats 1 to 3, worth 0, 1 and 2 units."""

    @pytest.mark.parametrize(
        ("seats", "played", "places", "payments"),
        [
            # All others have played nothing.
            (2, [], (0, 1), [(1, 0, 4, "CONG")]),
            (3, [], (0, 1, 2), [(1, 0, 4, "CONG"), (2, 0, 5, "CONG")]),
            (
                4,
                [],
                (0, 1, 2, 3),
                [(1, 0, 4, "CONG"), (2, 0, 5, "CONG"), (3, 0, 6, "CONG")],
            ),
            # One other is left; it is not cóng, and pays for what it holds.
            (3, [1], (0, 1, 2), [(2, 0, 5, "CONG")]),
            (3, [2], (0, 2, 1), [(1, 0, 4, "CONG"), (2, 0, 1, "THOI")]),
            (4, [1], (0, 1, 2, 3), [(2, 0, 5, "CONG"), (3, 0, 6, "CONG")]),
            (4, [2], (0, 2, 1, 3), [(1, 0, 4, "CONG"), (3, 0, 6, "CONG"), (2, 0, 1, "THOI")]),
            (4, [3], (0, 3, 1, 2), [(1, 0, 4, "CONG"), (2, 0, 5, "CONG"), (3, 0, 2, "THOI")]),
        ],
    )
    def test_at_most_one_other_left(
        self,
        seats: int,
        played: list[int],
        places: tuple[int, ...],
        payments: list[tuple[int, int, int, str]],
    ) -> None:
        state = position("9S", *self.OTHERS[: seats - 1], rules=SOUTHERN, played=played)

        state = play(state, 0, "9S")

        assert state.phase is Phase.DEALING
        assert result(state).places == places
        assert paid(result(state).payments) == payments
        assert result(state).hands[1] == CardSet.parse(self.OTHERS[0])

    @pytest.mark.parametrize(
        ("winner", "places"),
        [(0, (0, 1, 2, 3)), (1, (1, 2, 3, 0)), (2, (2, 3, 0, 1)), (3, (3, 0, 1, 2))],
    )
    def test_the_farthest_from_the_winner_is_last(
        self, winner: int, places: tuple[int, ...]
    ) -> None:
        texts = ["3S 4S", "3C 4C", "3D 4D", "3H 4H"]
        texts[winner] = "9S"

        state = play(position(*texts, turn=winner, rules=SOUTHERN), winner, "9S")

        assert result(state).places == places
        assert result(state).points[winner] == 12

    @pytest.mark.parametrize(
        ("stopped", "order", "places"),
        [(1, (2, 3), (0, 2, 3, 1)), (2, (1, 3), (0, 1, 3, 2)), (3, (1, 2), (0, 1, 2, 3))],
    )
    def test_the_others_play_on(
        self, stopped: int, order: tuple[int, int], places: tuple[int, ...]
    ) -> None:
        texts = ["9S", "TC 4C", "TD 4D", "TH 4H"]
        state = play(position(*texts, rules=SOUTHERN, played=order), 0, "9S")

        assert state.stopped == {stopped}
        assert state.phase is Phase.PLAYING
        assert state.turn == order[0]
        state = play(state, order[0], texts[order[0]][:2])
        state = pass_(state, order[1])
        # The trick ends without the stopped seat, and the owner leads.
        assert state.table is None
        assert state.turn == order[0]
        state = play(state, order[0], texts[order[0]][3:])

        assert result(state).places == places
        assert paid(result(state).payments) == [
            (stopped, 0, 4, "CONG"),
            (places[2], places[1], 1, "PLACE"),
        ]

    def test_a_stopped_seat_does_not_lead(self) -> None:
        state = position("9S", "3C 4C", "3D 4D", "3H 4H", rules=SOUTHERN, played=[2, 3])

        state = pass_(play(state, 0, "9S"), 2, 3)

        assert state.table is None
        assert state.turn == 2

    def test_a_stopped_seat_may_not_act(self) -> None:
        state = position("9S", "TC 4C", "TD 4D", "TH 4H", rules=SOUTHERN, played=[2, 3])
        state = play(state, 0, "9S")

        assert refusal(state, 1, "TC") is IllegalReason.OUT_OF_TRICK
        assert refusal(state, 1, None) is IllegalReason.OUT_OF_TRICK
        assert not state.legal_actions(1)

    def test_no_free_chop_against_the_combo_that_went_out(self) -> None:
        state = position("2H", FOUR_PAIRS, "TD 4D", "TH 4H", rules=SOUTHERN, played=[2, 3])

        state = play(state, 0, "2H")

        assert state.turn == 2
        assert refusal(state, 1, FOUR_PAIRS) is IllegalReason.OUT_OF_TRICK
        assert not state.legal_actions(1)

    def test_only_when_the_first_seat_goes_out(self) -> None:
        state = position(
            "", "9S", "TD 4D", "TH 4H", turn=1, finished=[0], rules=SOUTHERN, played=[0, 1]
        )

        state = play(state, 1, "9S")

        assert state.stopped == frozenset()
        assert state.turn == 2

    def test_a_pass_is_no_play(self) -> None:
        state = GameState.new(3, SOUTHERN).apply(plain_deal(3))
        assert state.played == frozenset()

        state = pass_(play(state, 2, "3S"), 0)

        assert state.played == {2}
        assert play(state, 1, str(state.legal_moves()[0].cards)).played == {1, 2}

    def test_a_free_chop_is_a_play(self) -> None:
        state = position(
            "2H 9S",
            "TC JC",
            FOUR_PAIRS + " KS",
            turn=1,
            table="2D",
            by=0,
            rules=SOUTHERN,
            played=[0],
        )

        assert play(state, 2, FOUR_PAIRS).played == {0, 2}

    def test_every_round_begins_anew(self) -> None:
        state = play(position("9S", "3C 4C", rules=SOUTHERN), 0, "9S")
        assert state.stopped == frozenset()

        state = state.apply(plain_deal(2))

        assert (state.played, state.stopped) == (frozenset(), frozenset())

    def test_the_amount_is_not_shown_before_the_round_ends(self) -> None:
        state = position("9S", "TC 2H", "TD 4D", "TH 4H", rules=SOUTHERN, played=[2, 3])

        state = play(state, 0, "9S")

        assert state.payments == ()
        assert state.scores == (0, 0, 0, 0)

    def test_a_seat_whose_chop_is_void_may_be_followed_by_cong(self) -> None:
        # Seat 0 goes out on a 2 that seat 2 chops: nothing for the chop, 4 for cóng.
        state = position("2H", "TC 4C", QUAD, "TH 4H", rules=SOUTHERN, played=[2, 3])

        state = play(state, 0, "2H")
        state = play(state, 2, QUAD)

        assert result(state).places == (0, 2, 3, 1)
        assert paid(result(state).payments) == [(1, 0, 4, "CONG"), (3, 2, 1, "PLACE")]


class TestRule9_1i:
    """The seat that still holds cards at the end of a round, if it has not stopped, pays its held
    value to the seat placed just above it.
    """

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_to_the_seat_above(self, seats: int) -> None:
        *_, above, last = range(seats)
        texts = [*[""] * (seats - 2), "3S", "4S 2H"]
        state = position(
            *texts, turn=above, finished=range(seats - 2), rules=SOUTHERN, played=range(seats)
        )

        state = play(state, above, "3S")

        assert (last, above, 2, "THOI") in paid(result(state).payments)

    def test_above_a_stopped_seat_as_well(self) -> None:
        state = position(
            "",
            "3S",
            "4S 2H",
            "5S 2D",
            turn=1,
            finished=[0],
            rules=SOUTHERN,
            played=[0, 1, 2],
            stopped=[3],
        )

        state = play(state, 1, "3S")

        assert result(state).places == (0, 1, 2, 3)
        assert paid(result(state).payments) == [
            (3, 0, 6, "CONG"),
            (2, 1, 1, "PLACE"),
            (2, 1, 2, "THOI"),
        ]

    def test_nothing_for_nothing(self) -> None:
        state = play(position("3S", "4S 5S AH", rules=SOUTHERN, played=[0, 1]), 0, "3S")

        assert paid(result(state).payments) == [(1, 0, 2, "PLACE")]


class TestRule9_1j:
    """A hand's held value is the sum of its 2s, of its quads below the 2s and, among its other
    ranks below the 2s, of each unbroken run of three or more ranks with two cards or more each,
    which counts as one double sequence of that length.
    """

    HANDS = (
        ("3S", 0),
        ("AS AC AD KH", 0),
        ("2S", 1),
        ("2C", 1),
        ("2D", 2),
        ("2H", 2),
        ("2S 2C 2D 2H", 6),
        ("9S 9C 9D 9H", 4),
        ("9S 9C 9D 9H TS TC TD TH", 8),
        ("3S 3C 4S 4C", 0),
        (THREE_PAIRS, 3),
        (FOUR_PAIRS, 6),
        (FIVE_PAIRS, 6),
        ("3S 3C 4S 4C 5S 5C 7S 7C 8S 8C 9S 9C", 6),
        ("4S 4C 4D 5S 5C 5D 6S 6C 6D", 3),
        ("QS QC KS KC AS AC", 3),
        ("QS QC KS KC AS AC 2S 2C", 5),
        ("KS KC AS AC 2S 2C", 2),
        ("3S 3C 4S 4C 5S 5C 6S 6C 6D 6H 7S 7C 8S 8C", 7),
        ("3S 3C 4S 4C 5S 5C 6S 6C 6D 6H 7S 7C 8S 8C 9S 9C", 10),
        ("9S 9C 9D 9H 2D", 6),
    )

    @pytest.mark.parametrize(("hand", "value"), HANDS)
    def test_paid_by_the_last_seat(self, hand: str, value: int) -> None:
        state = play(position("3H", hand, rules=SOUTHERN, played=[0, 1]), 0, "3H")

        thoi = [(1, 0, value, "THOI")] if value else []
        assert paid(result(state).payments) == [(1, 0, 2, "PLACE"), *thoi]

    @pytest.mark.parametrize(("hand", "value"), HANDS)
    def test_paid_by_a_stopped_seat(self, hand: str, value: int) -> None:
        state = play(position("3H", hand, rules=SOUTHERN, played=[0]), 0, "3H")

        assert paid(result(state).payments) == [(1, 0, 4 + value, "CONG")]


class TestRule9_2:
    """NORTHERN is the game of its column with rules 9.2a to 9.2d."""

    def test_every_lead_of_the_pack(self) -> None:
        # Of one rank: 52 single cards, 12 * 2 pairs and 6 of 2s, 13 * 4 triples, 13 quads.
        # One sequence in each suit for each of the 55 windows of 3 to 12 ranks from 3 to A.
        expected = {
            Kind.SINGLE: 52,
            Kind.PAIR: 12 * 2 + 6,
            Kind.TRIPLE: 13 * 4,
            Kind.QUAD: 13,
            Kind.SEQUENCE: 55 * 4,
        }

        leads = list(legal_moves(DECK, rules=NORTHERN))

        assert {kind: sum(combo.kind is kind for combo in leads) for kind in Kind} == {
            **dict.fromkeys(Kind, 0),
            **expected,
        }

    def test_a_trick(self) -> None:
        state = position("5D 9D", "6S 7D KS", "8D 2S 3S", "KH KD KC", rules=NORTHERN)

        state = play(state, 0, "5D")
        assert moves(state) == ["7D"]
        state = play(state, 1, "7D")
        assert moves(state) == ["8D", "2S"]
        state = play(state, 2, "2S")
        assert moves(state) == []
        state = pass_(state, 3, 0, 1)

        assert state.turn == 2


class TestRule9_2a:
    """A pair is of one colour, spades with clubs or diamonds with hearts, except that a pair of 2s
    is free; a sequence is of one suit.
    """

    @pytest.mark.parametrize("rank", "3456789TJQKA2")
    @pytest.mark.parametrize("suits", ["SC", "SD", "SH", "CD", "CH", "DH"])
    def test_pairs(self, rank: str, suits: str) -> None:
        pair = CardSet.parse("".join(rank + suit for suit in suits))

        admitted = classify(pair, NORTHERN) is not None

        assert admitted is (rank == "2" or suits in ("SC", "DH"))

    @pytest.mark.parametrize("suits", list(itertools.product("SCDH", repeat=3)), ids="".join)
    def test_sequences(self, suits: tuple[str, ...]) -> None:
        sequence = CardSet.parse(" ".join(map("".join, zip("567", suits, strict=True))))

        assert (classify(sequence, NORTHERN) is not None) is (len(set(suits)) == 1)

    def test_one_stranger_in_a_long_sequence(self) -> None:
        ranks = "3456789TJQKA"
        own = " ".join(rank + "S" for rank in ranks)

        assert classify(CardSet.parse(own), NORTHERN) is not None
        for rank in ranks:
            assert classify(CardSet.parse(own.replace(rank + "S", rank + "C")), NORTHERN) is None

    @pytest.mark.parametrize("cards", ["5S 5C 5D", "5S 5C 5H", "2S 2D 2H", "5S 5C 5D 5H"])
    def test_triples_and_quads_are_free(self, cards: str) -> None:
        assert classify(CardSet.parse(cards), NORTHERN) is not None

    def test_what_is_no_combo_is_refused(self) -> None:
        state = position("5S 5D 6S 7S", "8S 9S", rules=NORTHERN)

        assert refusal(state, 0, "5S 5D") is IllegalReason.NOT_A_COMBO
        assert refusal(state, 0, "5D 6S 7S") is IllegalReason.NOT_A_COMBO
        assert moves(state) == ["5S", "5D", "6S", "7S", "5S 6S 7S"]


class TestRule9_2b:
    """A combo that beats one of its own kind keeps the suits of the table: a single the suit, a
    pair the colour, a triple the three suits, a sequence the suit. A lead and a chop follow
    nothing.
    """

    @pytest.mark.parametrize(("on", "by"), list(itertools.product("SCDH", repeat=2)), ids="".join)
    def test_singles(self, on: str, by: str) -> None:
        table, combo = Combo.parse("5" + on), Combo.parse("9" + by)

        assert beats(combo, table, NORTHERN) is (on == by)

    @pytest.mark.parametrize(("on", "by"), list(itertools.product(["SC", "DH"], repeat=2)))
    def test_pairs(self, on: str, by: str) -> None:
        table, combo = (
            Combo.parse(" ".join(rank + suit for suit in suits))
            for rank, suits in (("5", on), ("9", by))
        )

        assert beats(combo, table, NORTHERN) is (on == by)

    @pytest.mark.parametrize(
        ("on", "by"), list(itertools.product(["SCD", "SCH", "SDH", "CDH"], repeat=2))
    )
    @pytest.mark.parametrize("rank", "92")
    def test_triples(self, on: str, by: str, rank: str) -> None:
        table = Combo.parse(" ".join("5" + suit for suit in on))
        combo = Combo.parse(" ".join(rank + suit for suit in by))

        assert beats(combo, table, NORTHERN) is (on == by)

    @pytest.mark.parametrize(("on", "by"), list(itertools.product("SCDH", repeat=2)), ids="".join)
    def test_sequences(self, on: str, by: str) -> None:
        table = Combo.parse(" ".join(rank + on for rank in "4567"))
        combo = Combo.parse(" ".join(rank + by for rank in "5678"))

        assert beats(combo, table, NORTHERN) is (on == by)

    def test_it_must_be_higher_all_the_same(self) -> None:
        assert not beats(Combo.parse("4D"), Combo.parse("5D"), NORTHERN)
        assert not beats(Combo.parse("3D 4D 5D"), Combo.parse("4D 5D 6D"), NORTHERN)

    def test_a_lead_follows_nothing(self) -> None:
        state = position("5D 9S 3H", "7D KS", rules=NORTHERN)

        state = pass_(play(state, 0, "5D"), 1)

        assert moves(state) == ["3H", "9S"]

    def test_a_chop_follows_nothing(self) -> None:
        for two in ("2S", "2C", "2D", "2H"):
            assert beats(Combo.parse("3S 3C 3D 3H"), Combo.parse(two), NORTHERN)
        assert not beats(Combo.parse("3S 3C 3D 3H"), Combo.parse("AS"), NORTHERN)


class TestRule9_2c:
    """A single 2 beats any lower single and a pair of 2s any lower pair, whatever their suits."""

    @pytest.mark.parametrize("two", [str(card) for card in DECK if card.rank is Rank.TWO])
    def test_single(self, two: str) -> None:
        for card in DECK:
            expected = card < Card.parse(two)
            assert beats(Combo.parse(two), Combo.parse(str(card)), NORTHERN) is expected

    @pytest.mark.parametrize("suits", list(itertools.combinations("SCDH", 2)), ids="".join)
    def test_pair(self, suits: tuple[str, str]) -> None:
        twos = Combo.parse(" ".join("2" + suit for suit in suits))

        for rank in "3456789TJQKA":
            for colour in ("SC", "DH"):
                table = Combo.parse(" ".join(rank + suit for suit in colour))
                assert beats(twos, table, NORTHERN)

    def test_pairs_of_2s(self) -> None:
        assert beats(Combo.parse("2S 2H"), Combo.parse("2C 2D"), NORTHERN)
        assert beats(Combo.parse("2D 2H"), Combo.parse("2S 2C"), NORTHERN)
        assert not beats(Combo.parse("2C 2D"), Combo.parse("2S 2H"), NORTHERN)

    def test_three_2s_keep_the_suits(self) -> None:
        assert beats(Combo.parse("2S 2C 2D"), Combo.parse("9S 9C 9D"), NORTHERN)
        assert not beats(Combo.parse("2S 2C 2H"), Combo.parse("9S 9C 9D"), NORTHERN)

    def test_no_more_than_that(self) -> None:
        assert not beats(Combo.parse("2S 2C"), Combo.parse("9S"), NORTHERN)
        assert not beats(Combo.parse("2H"), Combo.parse("9S 9C"), NORTHERN)


class TestRule9_2d:
    """No seat may go out on a combo that contains a 2, nor make a play that leaves it nothing but
    2s; but if every lead that is otherwise legal is barred so, the seat to lead may make any of
    them.
    """

    @pytest.mark.parametrize(
        ("hand", "table", "expected"),
        [
            pytest.param("2H", "5S", [], id="out-on-a-2"),
            pytest.param("2S 2H", "5S", [], id="a-2-would-be-left"),
            pytest.param("2S 2H", "5S 5C", [], id="out-on-two"),
            pytest.param("2S 2C 2D", "5S 5C 5D", [], id="out-on-three"),
            pytest.param("2S 2C 2D 2H", "5S 5C 5D 5H", [], id="out-on-four"),
            pytest.param("6S 2H", "5S", ["2H"], id="the-2-first"),
            pytest.param("6S 2S 2H", "5S", ["2S", "2H"], id="either-2"),
            pytest.param("6S 7S 2H", "5S", ["6S", "7S", "2H"], id="one-left-below"),
            pytest.param("6S 6C 2H", "5S 5C", [], id="a-pair-would-leave-it"),
            pytest.param("6S 6C 7S 2H", "5S 5C", ["6S 6C"], id="a-pair-leaves-more"),
            pytest.param("6S 7S 8S 2H", "3S 4S 5S", [], id="a-sequence-would-leave-it"),
            pytest.param("6S 7S 8S 9S 2H", "3S 4S 5S", ["6S 7S 8S", "7S 8S 9S"], id="short-ones"),
            pytest.param("6S 6C 6D 6H 2S", "2D", [], id="a-chop-would-leave-it"),
            pytest.param("6S", "5S", ["6S"], id="out-below"),
            pytest.param("6S 7S", "5S", ["6S", "7S"], id="no-2s"),
        ],
    )
    def test_answers(self, hand: str, table: str, expected: list[str]) -> None:
        state = position("KD KH", hand, turn=1, table=table, by=0, rules=NORTHERN)

        assert moves(state) == expected
        assert refusal(state, 1, None) is None
        asked = legal_moves(CardSet.parse(hand), Combo.parse(table), NORTHERN)
        assert [str(combo.cards) for combo in asked] == expected

    @pytest.mark.parametrize(
        ("hand", "expected"),
        [
            pytest.param("2H", ["2H"], id="nothing-but-a-2"),
            pytest.param("2S 2H", ["2S", "2H", "2S 2H"], id="nothing-but-2s"),
            pytest.param("6S 2H", ["2H"], id="the-2-first"),
            pytest.param("6S 6C 2H", ["6S", "6C", "2H"], id="not-the-pair"),
            pytest.param("6S 7S 8S 2H", ["6S", "7S", "8S", "2H"], id="not-the-sequence"),
            pytest.param("6S 2S 2H", ["2S", "2H", "2S 2H"], id="not-the-6"),
            pytest.param("6S 6C", ["6S", "6C", "6S 6C"], id="no-2s"),
        ],
    )
    def test_leads(self, hand: str, expected: list[str]) -> None:
        state = position(hand, "KD KH", rules=NORTHERN)

        assert moves(state) == expected
        asked = legal_moves(CardSet.parse(hand), rules=NORTHERN)
        assert [str(combo.cards) for combo in asked] == expected

    @pytest.mark.parametrize("cards", ["6S", "2S 2H"])
    def test_refused_with_its_reason(self, cards: str) -> None:
        hand = "6S 2H" if cards == "6S" else cards
        table = "5S" if cards == "6S" else "5S 5C"
        state = position("KD KH", hand, turn=1, table=table, by=0, rules=NORTHERN)

        assert refusal(state, 1, cards) is IllegalReason.BARRED

    def test_what_does_not_beat_is_refused_for_that(self) -> None:
        state = position("KD KH", "6S 2H", turn=1, table="9S", by=0, rules=NORTHERN)

        assert refusal(state, 1, "6S") is IllegalReason.DOES_NOT_BEAT

    def test_a_seat_that_could_only_do_so_passes(self) -> None:
        state = position("KD KH", "2H", turn=1, table="5S", by=0, rules=NORTHERN)

        state = pass_(state, 1)

        assert state.turn == 0

    def test_with_an_opening_card_the_other_leads_do_not_count(self) -> None:
        # Every lead has to contain 3S, so all that are otherwise legal would leave 2s.
        state = position("3S 2D 2H", "KD KH", opening="3S", rules=NORTHERN)

        assert moves(state) == ["3S"]
        assert refusal(state, 0, "2D") is IllegalReason.MISSING_OPENING_CARD

    def test_with_an_opening_card_and_another_way(self) -> None:
        state = position("3S 3C 2H", "KD KH", opening="3S", rules=NORTHERN)

        assert moves(state) == ["3S"]
        assert refusal(state, 0, "3S 3C") is IllegalReason.BARRED

    def test_a_2_at_the_top_of_a_sequence_is_a_2(self) -> None:
        rules = attrs.evolve(NORTHERN, sequence_top=Rank.TWO)
        state = position("KS AS 2S", "4D 5D", rules=rules)

        assert refusal(state, 0, "KS AS 2S") is IllegalReason.BARRED
        assert moves(state) == ["KS", "AS", "2S"]

    def test_beats_does_not_look_at_the_hand(self) -> None:
        assert beats(Combo.parse("2H"), Combo.parse("5S"), NORTHERN)


class TestRule9_3:
    """A seat that wins a round by its deal has the first place and leads the next round, unless its
    rule set opens that otherwise; the other seats have no place, and where the last place scores −1
    each of them does.
    """

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_where_the_last_place_scores(self, seats: int) -> None:
        hand = "2S 2C 2D 2H 3S 5S 7S 9S JS KS 4D 6D 8D"

        state = GameState.new(seats, VIET_CONG).apply(deal_around({1: hand}, seats))

        assert result(state).instant_win is InstantWin.FOUR_TWOS
        assert result(state).places == tuple((1 + step) % seats for step in range(seats))
        assert result(state).points == tuple(0 if seat == 1 else -1 for seat in range(seats))
        assert result(state).payments == ()
        assert state.scores == result(state).points

    def test_leads_the_next_round(self) -> None:
        rules = attrs.evolve(PAGAT, instant_wins=[InstantWin.FOUR_TWOS])
        state = GameState.new(rules=rules).apply(deal_around({1: FOUR_TWOS}))

        state = state.apply(plain_deal())

        assert state.turn == 1
        assert state.opening_card is None

    @pytest.mark.parametrize("rules", [SOUTHERN, VIET_CONG], ids=["SOUTHERN", "VIET_CONG"])
    def test_unless_the_rules_open_it_otherwise(self, rules: Rules) -> None:
        state = GameState.new(rules=rules).apply(deal_around({1: FOUR_TWOS}))

        state = state.apply(plain_deal())

        assert state.turn == 3
        assert state.opening_card == Card.parse("3S")
        assert refusal(state, 3, "4C") is IllegalReason.MISSING_OPENING_CARD

    def test_the_round_after_is_led_by_its_winner_again(self) -> None:
        state = GameState.new(2, SOUTHERN).apply(
            deal_around({0: "2S 2C 2D 2H 3S 5S 7S 9S JS KS 4D 6D 8D"}, 2)
        )
        state = state.apply(plain_deal(2))
        assert state.opening_card == lowest(plain_deal(2))
        rng = random.Random(0)
        while state.phase is Phase.PLAYING:
            state = state.apply(rng.choice(state.legal_actions()))
        first = result(state).places[0]
        assert result(state).instant_win is None

        state = state.apply(plain_deal(2))

        assert state.turn == first
        assert state.opening_card is None

    def test_several_in_a_row(self) -> None:
        state = GameState.new(rules=SOUTHERN)
        for seat in (1, 3, 3):
            state = state.apply(deal_around({seat: DRAGON}))
            assert result(state).places[0] == seat

        assert state.scores == (-12, 4, -12, 20)
        assert state.round == 4


class TestRule9_4:
    """Every field of a rule set can be changed and gives another rule set; fields that contradict
    one another are refused by their names.
    """

    CHANGES: tuple[tuple[Rules, str, Any], ...] = (
        (CARDGAMES_IO, "seats", (2, 3)),
        (CARDGAMES_IO, "hand_size", 12),
        (CARDGAMES_IO, "sequence_top", Rank.TWO),
        (CARDGAMES_IO, "double_sequence_top", Rank.TWO),
        (CARDGAMES_IO, "quad_sequence_top", Rank.ACE),
        (CARDGAMES_IO, "chops", ()),
        (NORTHERN, "suits", Suits.FREE),
        (CARDGAMES_IO, "twos_last", TwosLast.BARRED),
        (CARDGAMES_IO, "free_chops", (Shapes(Kind.QUAD),)),
        (CARDGAMES_IO, "opening", Opening.EVERY_ROUND),
        (PAGAT, "instant_wins", (InstantWin.SIX_PAIRS,)),
        (CARDGAMES_IO, "settlement", Settlement.UNITS),
        (SOUTHERN, "penalties", (Penalty.THOI,)),
        (CARDGAMES_IO, "target", None),
    )

    def test_every_field(self) -> None:
        changed = [name for _, name, _ in self.CHANGES]

        assert changed == list(inspect.signature(Rules).parameters)

    @pytest.mark.parametrize(
        ("rules", "name", "value"), CHANGES, ids=[name for _, name, _ in CHANGES]
    )
    def test_gives_another_rule_set(self, rules: Rules, name: str, value: Any) -> None:
        before = repr(rules)

        changed = attrs.evolve(rules, **{name: value})

        assert changed != rules
        assert getattr(changed, name) == value
        assert repr(rules) == before
        assert attrs.evolve(changed, **{name: getattr(rules, name)}) == rules

    def test_contradictions_are_refused_by_their_names(self) -> None:
        with pytest.raises(InvalidRulesError, match=r"^suits, double_sequence_top: ") as refused:
            attrs.evolve(CARDGAMES_IO, suits=Suits.FOLLOW)

        assert refused.value.fields == ("suits", "double_sequence_top")
