"""GameState and Phase as values, and what positions are refused; its rules are tested by number."""

from __future__ import annotations

import functools
import random
from typing import Any

import attrs
import pytest

from tests.rules.table import hands, position
from tests.unit.checklist import EnumChecklist, Sample, ValueChecklist, told
from tienlen import (
    CARDGAMES_IO,
    SOUTHERN,
    Action,
    Card,
    CardSet,
    Combo,
    Deal,
    DuplicateCardError,
    GameState,
    InvalidPositionError,
    InvalidSeatError,
    LegalActions,
    Pass,
    Payment,
    PaymentReason,
    Phase,
    Play,
    RoundResult,
    Rules,
    legal_moves,
)


class TestPhase(EnumChecklist):
    samples = (
        Sample("Phase.DEALING", {"name": "DEALING", "value": "dealing"}),
        Sample("Phase.PLAYING", {"name": "PLAYING", "value": "playing"}),
        Sample("Phase.OVER", {"name": "OVER", "value": "over"}),
    )


NEW: dict[str, object] = {
    "rules": CARDGAMES_IO,
    "seats": 2,
    "phase": Phase.DEALING,
    "round": 1,
    "scores": (0, 0),
    "hands": (CardSet(), CardSet()),
    "counts": (0, 0),
    "discards": CardSet(),
    "turn": None,
    "table": None,
    "table_seat": None,
    "passed": frozenset(),
    "finished": (),
    "opening_card": None,
    "last_round": None,
    "winner": None,
    "played": frozenset(),
    "stopped": frozenset(),
    "chain": 0,
    "chain_victim": None,
    "payments": (),
}
"""Two seats that wait for their first deal."""

POSITION = (
    "GameState.position(hands=[CardSet.parse('3S 9S'), CardSet.parse('4S'), CardSet()], turn=0, "
    "table=Combo.parse('7S'), table_seat=2, passed=[1], finished=[2], scores=[9, 0, 4], round=5, "
    "discards=CardSet.parse('5H 6H'))"
)
CHOPPED = (
    "GameState.position(hands=[CardSet.parse('3S'), CardSet.parse('4S'), CardSet.parse('5S'), "
    "CardSet()], turn=0, table=Combo.parse('9S 9C 9D 9H'), table_seat=1, finished=[3], "
    "rules=SOUTHERN, played=[0, 1, 3], stopped=[2], chain=2, chain_victim=0, "
    "payments=[Payment(3, 0, 1, PaymentReason.CHOP)])"
)
LAST_PLAY = "Play(0, Combo.parse('3S'))"
BEFORE_LAST_PLAY = "GameState.position(hands=[CardSet.parse('3S'), CardSet.parse('4S')], turn=0"


CHOP = Payment(3, 0, 1, PaymentReason.CHOP)
SETTLED_IN_UNITS: dict[str, Any] = {
    "hands": hands("3S", "4S", "5S", ""),
    "turn": 0,
    "table": Combo.parse("9S 9C 9D 9H"),
    "table_seat": 1,
    "finished": [3],
    "rules": SOUTHERN,
    "played": [0, 1, 3],
    "stopped": [2],
    "chain": 2,
    "chain_victim": 0,
    "payments": [CHOP],
}
"""Seat 3 has gone out before seat 2 had played; seat 1 has chopped two units of seat 0."""


class TestGameState(ValueChecklist):
    samples = (
        Sample("GameState.new(seats=2)", NEW),
        Sample("GameState.new(2, Rules(target=5))", NEW | {"rules": Rules(target=5)}),
        Sample(
            "GameState.new(3)",
            NEW
            | {
                "seats": 3,
                "scores": (0, 0, 0),
                "hands": (CardSet(), CardSet(), CardSet()),
                "counts": (0, 0, 0),
            },
        ),
        Sample(
            "GameState.new(2, Rules(hand_size=2)).apply("
            "Deal([CardSet.parse('4S 5S'), CardSet.parse('3H 9H')]))",
            NEW
            | {
                "rules": Rules(hand_size=2),
                "phase": Phase.PLAYING,
                "hands": hands("4S 5S", "3H 9H"),
                "counts": (2, 2),
                "turn": 1,
                "opening_card": Card.parse("3H"),
            },
        ),
        Sample(
            POSITION,
            {
                "rules": CARDGAMES_IO,
                "seats": 3,
                "phase": Phase.PLAYING,
                "round": 5,
                "scores": (9, 0, 4),
                "hands": hands("3S 9S", "4S", ""),
                "counts": (2, 1, 0),
                "discards": CardSet.parse("5H 6H"),
                "turn": 0,
                "table": Combo.parse("7S"),
                "table_seat": 2,
                "passed": frozenset({1}),
                "finished": (2,),
                "opening_card": None,
                "last_round": None,
                "winner": None,
            },
        ),
        Sample(
            CHOPPED,
            {
                "rules": SOUTHERN,
                "seats": 4,
                "phase": Phase.PLAYING,
                "round": 1,
                "scores": (0, 0, 0, 0),
                "hands": hands("3S", "4S", "5S", ""),
                "counts": (1, 1, 1, 0),
                "discards": CardSet(),
                "turn": 0,
                "table": Combo.parse("9S 9C 9D 9H"),
                "table_seat": 1,
                "passed": frozenset[int](),
                "finished": (3,),
                "opening_card": None,
                "last_round": None,
                "winner": None,
                "played": frozenset({0, 1, 3}),
                "stopped": frozenset({2}),
                "chain": 2,
                "chain_victim": 0,
                "payments": (CHOP,),
            },
        ),
        Sample(
            f"{BEFORE_LAST_PLAY}, round=2).apply({LAST_PLAY})",
            NEW
            | {
                "round": 3,
                "scores": (1, 0),
                "hands": hands("", "4S"),
                "counts": (0, 1),
                "discards": CardSet.parse("3S"),
                "last_round": RoundResult((0, 1), (1, 0), (), None, hands("", "4S")),
            },
        ),
        Sample(
            f"{BEFORE_LAST_PLAY}, scores=[9, 5]).apply({LAST_PLAY})",
            NEW
            | {
                "phase": Phase.OVER,
                "scores": (10, 5),
                "hands": hands("", "4S"),
                "counts": (0, 1),
                "discards": CardSet.parse("3S"),
                "last_round": RoundResult((0, 1), (1, 0), (), None, hands("", "4S")),
                "winner": 0,
            },
        ),
    )
    # States are made by `new`, `position` and `apply`; their repr shows the fields.
    repr_is_code = False

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("played", [0, 1]),
            ("stopped", []),
            ("chain", 3),
            ("chain_victim", 2),
            ("payments", []),
        ],
    )
    def test_what_is_remembered_counts_for_equality(self, field: str, value: Any) -> None:
        assert GameState.position(**SETTLED_IN_UNITS | {field: value}) != GameState.position(
            **SETTLED_IN_UNITS
        )

    def test_repr_shows_the_fields(self, sample: Sample) -> None:
        state = sample.make()
        for field in attrs.fields(GameState):
            assert f"{field.name}={getattr(state, field.name)!r}" in repr(state)

    def test_no_constructor(self, sample: Sample) -> None:
        """Not even from the parts of a good state."""
        state = sample.make()
        parts = {field.name: getattr(state, field.name) for field in attrs.fields(GameState)}
        build: Any = GameState
        for arguments, named in [((), {}), (parts.values(), {}), ((), parts), (("anything",), {})]:
            with pytest.raises(TypeError, match=r"GameState\.new, GameState\.position and apply"):
                build(*arguments, **named)
        for change in ({}, {"scores": (9, 9)}, {"turn": 0}, {"anything": 1}):
            with pytest.raises(TypeError, match=r"GameState\.new, GameState\.position and apply"):
                attrs.evolve(state, **change)

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("hands", hands("3S 9S", "4C", "")),
            ("table", Combo.parse("8S")),
            ("passed", []),
            ("finished", []),
            ("scores", [9, 0, 5]),
            ("round", 6),
            ("discards", []),
            ("rules", Rules(target=None)),
        ],
        ids=str,
    )
    def test_every_part_counts_for_equality(self, field: str, value: Any) -> None:
        parts: dict[str, Any] = {
            "hands": hands("3S 9S", "4S", ""),
            "turn": 0,
            "table": Combo.parse("7S"),
            "table_seat": 2,
            "passed": [1],
            "finished": [2],
            "scores": [9, 0, 4],
            "round": 5,
            "discards": CardSet.parse("5H 6H"),
            "rules": CARDGAMES_IO,
        }
        state = GameState.position(**parts)
        assert state == GameState.position(**parts)
        assert state != GameState.position(**parts | {field: value})


class TestNew:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_seats(self, seats: int) -> None:
        state = GameState.new(seats)
        assert state == GameState.new(seats=seats, rules=CARDGAMES_IO)
        assert (state.seats, len(state.hands), len(state.scores)) == (seats, seats, seats)
        assert state.phase is Phase.DEALING

    def test_four_seats_of_the_base_game_by_default(self) -> None:
        assert GameState.new() == GameState.new(4, CARDGAMES_IO)

    @pytest.mark.parametrize("seats", [-1, 0, 1, 5, 10**30])
    def test_a_number_of_seats_the_rules_do_not_allow(self, seats: int) -> None:
        with pytest.raises(InvalidSeatError) as caught:
            GameState.new(seats)
        assert caught.value.value == seats
        assert str(caught.value) == f"{seats} seats cannot play; these rules allow 2, 3 or 4"

    @pytest.mark.parametrize(("allowed", "says"), [([2, 3], "2 or 3"), ([3], "3")], ids=str)
    def test_the_error_says_what_is_allowed(self, allowed: list[int], says: str) -> None:
        with pytest.raises(InvalidSeatError, match=f"these rules allow {says}$"):
            GameState.new(4, Rules(seats=allowed))

    @pytest.mark.parametrize("wrong", [True, None, "4", 4.0, [4]], ids=repr)
    def test_a_number_of_seats_is_an_int(self, wrong: Any) -> None:
        with pytest.raises(TypeError) as caught:
            GameState.new(wrong)
        assert told(wrong) in str(caught.value)

    @pytest.mark.parametrize("wrong", [None, "CARDGAMES_IO", Rules], ids=repr)
    def test_wants_rules(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="the rules are Rules, not") as caught:
            GameState.new(4, wrong)
        assert repr(wrong) in str(caught.value)


GOOD: dict[str, Any] = {"hands": hands("3S 9S", "4S 8S", "5S"), "turn": 0}
"""A lead in a game of three."""
ON_TABLE = {"table": Combo.parse("7S"), "table_seat": 1}


class TestPosition:
    def test_all_that_may_be_left_out(self) -> None:
        assert GameState.position(**GOOD) == GameState.position(
            **GOOD,
            table=None,
            table_seat=None,
            passed=(),
            finished=(),
            opening_card=None,
            scores=(0, 0, 0),
            round=1,
            discards=CardSet(),
            rules=CARDGAMES_IO,
            played=(),
            stopped=(),
            chain=0,
            chain_victim=None,
            payments=(),
        )

    def test_parts_need_names(self) -> None:
        with pytest.raises(TypeError, match="positional argument"):
            GameState.position(GOOD["hands"], 0)  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="'hands' and 'turn'"):
            GameState.position()  # type: ignore[call-arg]

    def test_any_iterables(self) -> None:
        assert GameState.position(
            hands=iter([[Card.parse("9S")], {Card.parse("4S")}, ()]),
            turn=0,
            table=Combo.parse("7S"),
            table_seat=2,
            passed={1},
            finished=iter([2]),
            scores=range(3),
            discards=[Card.parse("5S")],
        ) == GameState.position(
            hands=hands("9S", "4S", ""),
            turn=0,
            table=Combo.parse("7S"),
            table_seat=2,
            passed=(1,),
            finished=(2,),
            scores=(0, 1, 2),
            discards=CardSet.parse("5S"),
        )

    def test_hands_of_any_size(self) -> None:
        state = position("3S", "3C 3D 3H 4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H 7S 7C 7D 7H")
        assert [len(hand) for hand in state.hands] == [1, 19]

    def test_an_empty_hand_need_not_have_finished(self) -> None:
        """Nothing is inferred: such a seat takes no part, and a place below all that do."""
        state = position("3S", "4S", "", turn=0)
        assert state.finished == ()
        after = state.apply(Play(0, Combo.parse("3S")))
        assert after.last_round is not None
        assert after.last_round.places == (0, 1, 2)
        assert after.last_round.points == (2, 1, 0)

    @pytest.mark.parametrize(
        ("change", "fault"),
        [
            ({"hands": hands("3S 9S", "3S", "5S")}, "card 3S is in two places"),
            ({"discards": CardSet.parse("4S")}, "card 4S is in two places"),
            (ON_TABLE | {"table": Combo.parse("8S")}, "card 8S is in two places"),
            (ON_TABLE | {"discards": CardSet.parse("7S")}, "card 7S is in two places"),
            (
                ON_TABLE | {"table": Combo.parse("QS KS AS 2S", rules=None)},
                "the table's QS KS AS 2S is no combo under these rules",
            ),
            ({"hands": hands("3S", "", "")}, "fewer than two seats hold cards"),
            ({"hands": hands("3S", "4S", "5S", "6S", "7S")}, "these rules know no game of 5 seats"),
            ({"rules": Rules(seats=(2, 4))}, "these rules know no game of 3 seats"),
            ({"round": 0}, "round is 0, the first is 1"),
            ({"round": -1}, "round is -1, the first is 1"),
            ({"scores": (0, 0)}, "scores holds 2 numbers for 3 seats"),
            ({"scores": ()}, "scores holds 0 numbers for 3 seats"),
            (
                {"table": ON_TABLE["table"]},
                "a table needs its table_seat, and a table_seat its table",
            ),
            ({"table_seat": 1}, "a table needs its table_seat, and a table_seat its table"),
            ({"passed": [1]}, "there are passes but no table"),
            ({"turn": 3}, "turn is 3, which is no seat"),
            ({"turn": -1}, "turn is -1, which is no seat"),
            (ON_TABLE | {"table_seat": 3}, "table_seat is 3, which is no seat"),
            (ON_TABLE | {"table_seat": -1}, "table_seat is -1, which is no seat"),
            (ON_TABLE | {"passed": [3]}, "passed is 3, which is no seat"),
            (ON_TABLE | {"passed": [-2]}, "passed is -2, which is no seat"),
            ({"finished": [3]}, "finished is 3, which is no seat"),
            (
                {"hands": hands("", "4S", "5S"), "finished": [0]},
                "turn is 0, which holds no cards",
            ),
            (ON_TABLE | {"table_seat": 0}, "turn is 0, which is also the table_seat"),
            (ON_TABLE | {"passed": [0]}, "turn is 0, which has passed"),
            (ON_TABLE | {"passed": [1]}, "table_seat is 1, which has passed"),
            ({"finished": [2]}, "seat 2 has finished but holds cards"),
            (
                {"hands": hands("3S", "4S", ""), "finished": [2, 2]},
                "a seat has finished twice",
            ),
            (
                {"opening_card": Card.parse("4S")},
                "turn is 0, which does not hold the opening_card 4S",
            ),
            (
                ON_TABLE | {"opening_card": Card.parse("3S")},
                "there is an opening_card but also a table",
            ),
        ],
        ids=str,
    )
    def test_impossible(self, change: dict[str, Any], fault: str) -> None:
        """One fault at a time, and nothing else is blamed."""
        with pytest.raises(InvalidPositionError) as caught:
            GameState.position(**GOOD | change)
        assert caught.value.faults == (fault,)
        assert str(caught.value) == fault

    @pytest.mark.parametrize(
        ("change", "fault"),
        [
            ({"played": [0, 1, 3, 4]}, "played is 4, which is no seat"),
            ({"played": [-1, 0, 1, 3]}, "played is -1, which is no seat"),
            ({"stopped": [2, 4]}, "stopped is 4, which is no seat"),
            ({"chain_victim": 4}, "chain_victim is 4, which is no seat"),
            ({"chain_victim": None}, "a chain of 2 units has the chain_victim None"),
            ({"chain": 0}, "a chain of 0 units has the chain_victim 0"),
            ({"chain": -1}, "a chain of -1 units has the chain_victim 0"),
            (
                {"chain": -1, "chain_victim": None},
                "a chain of -1 units has the chain_victim None",
            ),
            ({"chain_victim": 1}, "chain_victim is 1, whose combo nobody has covered"),
            (
                {"table": None, "table_seat": None},
                "chain_victim is 0, whose combo nobody has covered",
            ),
            ({"finished": []}, "seats are stopped, but none has finished"),
            ({"turn": 2}, "turn is 2, which is stopped"),
            ({"stopped": [2, 3], "played": [0, 1]}, "seat 3 is stopped but holds no cards"),
            (
                {"played": [0, 1, 2, 3]},
                "seats [2] have played and are stopped for having played nothing",
            ),
            (
                {"payments": [Payment(7, 9, 1, PaymentReason.CHOP)]},
                "Payment(payer=7, payee=9, units=1, reason=PaymentReason.CHOP) is between seats "
                "that are not there",
            ),
            (
                {"payments": [Payment(4, 0, 1, PaymentReason.CHOP)]},
                "Payment(payer=4, payee=0, units=1, reason=PaymentReason.CHOP) is between seats "
                "that are not there",
            ),
        ],
        ids=str,
    )
    def test_impossible_to_settle(self, change: dict[str, Any], fault: str) -> None:
        """What rule 9.1 asks a round to remember must fit the rest."""
        with pytest.raises(InvalidPositionError) as caught:
            GameState.position(**SETTLED_IN_UNITS | change)
        assert caught.value.faults == (fault,)

    def test_the_least_chain_is_of_one_unit(self) -> None:
        """A black 2 adds one to a chain (rule 9.1)."""
        parts: dict[str, Any] = SETTLED_IN_UNITS | {"chain": 1}
        assert GameState.position(**parts).chain == 1

    def test_somebody_must_be_left_to_play(self) -> None:
        with pytest.raises(InvalidPositionError) as caught:
            GameState.position(
                hands=hands("", "5S", "6S 7S"),
                turn=2,
                finished=[0],
                stopped=[1],
                played=[0, 2],
                rules=SOUTHERN,
            )
        assert caught.value.faults == ("fewer than two seats still play",)

    def test_what_the_rules_keep_no_account_of_is_left_out(self) -> None:
        bare: dict[str, Any] = {"hands": hands("4D", "5S"), "turn": 0}
        assert GameState.position(**bare, played=[1]) == GameState.position(**bare)

    def test_all_faults_are_listed(self) -> None:
        with pytest.raises(InvalidPositionError) as caught:
            GameState.position(
                hands=hands("3S 9S", "3S", ""),
                turn=5,
                table=Combo.parse("9S"),
                finished=[0, 0],
                scores=[1],
                round=0,
            )
        assert set(caught.value.faults) == {
            "card 3S is in two places",
            "card 9S is in two places",
            "turn is 5, which is no seat",
            "a table needs its table_seat, and a table_seat its table",
            "seat 0 has finished but holds cards",
            "a seat has finished twice",
            "scores holds 1 numbers for 3 seats",
            "round is 0, the first is 1",
        }

    @pytest.mark.parametrize("part", ["hands", "discards"])
    def test_a_card_twice_in_one_place(self, part: str) -> None:
        twice = [Card.parse("9D"), Card.parse("9D")]
        value: Any = [twice, hands("4S")[0]] if part == "hands" else twice
        with pytest.raises(DuplicateCardError) as caught:
            GameState.position(**GOOD | {part: value})
        assert caught.value.card is Card.parse("9D")

    @pytest.mark.parametrize(
        ("part", "wrong", "says"),
        [
            ("hands", None, "None"),
            ("hands", "3S", "'3'"),
            ("hands", ["3S", "4S", "5S"], "'3S'"),
            ("hands", [None, None], "None"),
            ("hands", [["3S"], ["4S"]], "'3S'"),
            ("turn", None, "None"),
            ("turn", True, "True"),
            ("turn", "0", "'0'"),
            ("turn", 0.0, "0.0"),
            ("table", "7S", "'7S'"),
            ("table", CardSet.parse("7S"), "not a CardSet"),
            ("table_seat", True, "True"),
            ("table_seat", "1", "'1'"),
            ("passed", None, "None"),
            ("passed", 1, "int"),
            ("passed", "1", "'1'"),
            ("passed", [True], "True"),
            ("finished", None, "None"),
            ("finished", [False], "False"),
            ("finished", ["2"], "'2'"),
            ("opening_card", "3S", "'3S'"),
            ("opening_card", CardSet.parse("3S"), "not a CardSet"),
            ("scores", 3, "int"),
            ("scores", ["0", "0", "0"], "'0'"),
            ("scores", [0, 0.5, 0], "0.5"),
            ("scores", [0, True, 0], "True"),
            ("round", None, "None"),
            ("round", "1", "'1'"),
            ("round", True, "True"),
            ("discards", "5H", "'5H'"),
            ("discards", "", "''"),
            ("discards", 0, "not 0"),
            ("discards", ["5H"], "'5H'"),
            ("rules", None, "None"),
            ("rules", "CARDGAMES_IO", "'CARDGAMES_IO'"),
            ("played", None, "None"),
            ("played", 1, "int"),
            ("played", [True], "True"),
            ("played", ["1"], "'1'"),
            ("stopped", None, "None"),
            ("stopped", [0.0], "0.0"),
            ("chain", None, "None"),
            ("chain", "2", "'2'"),
            ("chain", True, "True"),
            ("chain_victim", True, "True"),
            ("chain_victim", "1", "'1'"),
            ("payments", None, "None"),
            ("payments", CHOP, "Payment"),
            ("payments", [(3, 0, 1)], "not a tuple"),
        ],
        ids=repr,
    )
    def test_wrong_types(self, part: str, wrong: Any, says: str) -> None:
        with pytest.raises(TypeError) as caught:
            GameState.position(**GOOD | {part: wrong})
        assert says in str(caught.value)


class TestLegalActions:
    state = position("3S 9S", "4S 8S", "", turn=1, table="7S", by=2, finished=[2])
    nothing = legal_moves([])

    def test_of_the_seat_to_move(self) -> None:
        moves = legal_moves(CardSet.parse("4S 8S"), Combo.parse("7S"))
        assert self.state.legal_moves() == self.state.legal_moves(1) == moves
        expected = LegalActions(1, moves, can_pass=True)
        assert self.state.legal_actions() == self.state.legal_actions(seat=1) == expected

    @pytest.mark.parametrize("seat", [0, 2])
    def test_of_another_seat(self, seat: int) -> None:
        assert self.state.legal_actions(seat) == LegalActions(seat, self.nothing, can_pass=False)
        assert self.state.legal_moves(seat=seat) == self.nothing

    @pytest.mark.parametrize(
        "state",
        [GameState.new(), TestGameState.samples[-1].make()],
        ids=lambda state: str(state.phase),
    )
    def test_while_nobody_is_to_move(self, state: GameState) -> None:
        assert not state.legal_actions()
        assert not state.legal_moves()
        for seat in range(state.seats):
            assert list(state.legal_actions(seat)) == []

    def test_a_lead_cannot_be_passed(self) -> None:
        state = position("3S 9S", "4S 8S", turn=1, opening="4S")
        moves = legal_moves(CardSet.parse("4S 8S"), including=Card.parse("4S"))
        assert state.legal_actions() == LegalActions(1, moves, can_pass=False)

    @pytest.mark.parametrize("seat", [-1, 3, 10**30])
    @pytest.mark.parametrize("state", [state, GameState.new(3)], ids=["playing", "dealing"])
    def test_no_such_seat(self, state: GameState, seat: int) -> None:
        for ask in (state.legal_actions, state.legal_moves):
            with pytest.raises(InvalidSeatError) as caught:
                ask(seat)
            assert caught.value.value == seat
            assert str(caught.value) == f"{seat} is no seat; the seats are 0 to 2"

    @pytest.mark.parametrize("wrong", [True, False, "1", 1.0, [1]], ids=repr)
    def test_a_seat_is_an_int(self, wrong: Any) -> None:
        for ask in (self.state.legal_actions, self.state.legal_moves):
            with pytest.raises(TypeError) as caught:
                ask(wrong)
            assert told(wrong) in str(caught.value)


class TestApply:
    def test_many_actions_by_reduce(self) -> None:
        actions: list[Action] = [
            Deal([CardSet.parse("3S 9S"), CardSet.parse("4S 8S")]),
            Play(0, Combo.parse("3S")),
            Play(1, Combo.parse("4S")),
            Pass(0),
            Play(1, Combo.parse("8S")),
        ]
        start = GameState.new(2, Rules(hand_size=2))
        end = functools.reduce(GameState.apply, actions, start)
        assert end.scores == (0, 1)
        assert start == GameState.new(2, Rules(hand_size=2))

    def test_every_state_stays_as_it_was(self) -> None:
        """A game played to its end leaves all the states it went through untouched."""
        rng = random.Random(7)
        states, pictures = [GameState.new(3)], [repr(GameState.new(3))]
        while states[-1].phase is not Phase.OVER:
            state = states[-1]
            dealing = state.phase is Phase.DEALING
            action = Deal.shuffled(rng, 3) if dealing else rng.choice(state.legal_actions())
            states.append(state.apply(action))
            pictures.append(repr(states[-1]))
        assert [repr(state) for state in states] == pictures
