"""PlayerView as a value, what views are refused, and whom they answer for."""

from __future__ import annotations

import pickle
from typing import Any, cast

import attrs
import pytest

from tests.rules.table import hands, position
from tests.unit.checklist import ConstructedChecklist, Refused, Sample, evaluate, told
from tienlen import (
    CARDGAMES_IO,
    SOUTHERN,
    Card,
    CardSet,
    Combo,
    Deal,
    DuplicateCardError,
    GameState,
    IllegalReason,
    InvalidPositionError,
    InvalidSeatError,
    LegalActions,
    Pass,
    Payment,
    PaymentReason,
    Phase,
    Play,
    PlayerView,
    RoundResult,
    Rules,
    legal_moves,
)

CHOP = Payment(3, 0, 1, PaymentReason.CHOP)
LEFT = RoundResult((0, 1), (1, 0), (), None, hands("", "4S"))

PARTS = (
    "rules",
    "seat",
    "hand",
    "counts",
    "round",
    "scores",
    "discards",
    "turn",
    "table",
    "table_seat",
    "passed",
    "finished",
    "opening_card",
    "last_round",
    "played",
    "stopped",
    "chain",
    "chain_victim",
    "payments",
)

FOLLOW: dict[str, Any] = {
    "rules": CARDGAMES_IO,
    "seat": 0,
    "hand": CardSet.parse("3S 9S"),
    "counts": (2, 1, 0),
    "round": 5,
    "scores": (9, 0, 4),
    "discards": CardSet.parse("5H 6H"),
    "turn": 0,
    "table": Combo.parse("7S"),
    "table_seat": 2,
    "passed": frozenset({1}),
    "finished": (2,),
    "opening_card": None,
    "last_round": None,
    "played": frozenset[int](),
    "stopped": frozenset[int](),
    "chain": 0,
    "chain_victim": None,
    "payments": (),
}
"""Seat 0 must beat 7S, with which seat 2 has gone out; seat 1 has passed."""
NEW: dict[str, Any] = FOLLOW | {
    "hand": CardSet(),
    "counts": (0, 0),
    "round": 1,
    "scores": (0, 0),
    "discards": CardSet(),
    "turn": None,
    "table": None,
    "table_seat": None,
    "passed": frozenset(),
    "finished": (),
}
"""Two seats that wait for their first deal."""
CHOPPED: dict[str, Any] = NEW | {
    "rules": SOUTHERN,
    "seat": 2,
    "hand": CardSet.parse("5S"),
    "counts": (1, 1, 1, 0),
    "scores": (0, 0, 0, 0),
    "turn": 0,
    "table": Combo.parse("9S 9C 9D 9H"),
    "table_seat": 1,
    "finished": (3,),
    "played": frozenset({0, 1, 3}),
    "stopped": frozenset({2}),
    "chain": 2,
    "chain_victim": 0,
    "payments": (CHOP,),
}
"""Seat 3 has gone out before seat 2 had played; seat 1 has chopped two units of seat 0."""
AFTER: dict[str, Any] = NEW | {
    "seat": 1,
    "hand": CardSet.parse("4S"),
    "counts": (0, 1),
    "round": 3,
    "scores": (1, 0),
    "discards": CardSet.parse("3S"),
    "last_round": LEFT,
}
"""Seat 0 has won the second round; seat 1 sees its last card."""

OPENING = NEW | {
    "hand": CardSet.parse("4S"),
    "counts": (1, 1),
    "turn": 1,
    "opening_card": Card.parse("3S"),
}
"""Seat 1 must open with 3S; seat 0 sees 4S in its own hand."""


def made(parts: dict[str, Any]) -> PlayerView:
    return PlayerView(**parts)


FOLLOWING = (
    "GameState.position(hands=[CardSet.parse('3S 9S'), CardSet.parse('4S'), CardSet()], turn=0, "
    "table=Combo.parse('7S'), table_seat=2, passed=[1], finished=[2], scores=[9, 0, 4], round=5, "
    "discards=CardSet.parse('5H 6H'))"
)
CHOPPING = (
    "GameState.position(hands=[CardSet.parse('3S'), CardSet.parse('4S'), CardSet.parse('5S'), "
    "CardSet()], turn=0, table=Combo.parse('9S 9C 9D 9H'), table_seat=1, finished=[3], "
    "rules=SOUTHERN, played=[0, 1, 3], stopped=[2], chain=2, chain_victim=0, "
    "payments=[Payment(3, 0, 1, PaymentReason.CHOP)])"
)
LAST_PLAY = "Play(0, Combo.parse('3S'))"
BEFORE_LAST_PLAY = "GameState.position(hands=[CardSet.parse('3S'), CardSet.parse('4S')], turn=0"
PLAYING = {"phase": Phase.PLAYING, "winner": None}
DEALING = {"phase": Phase.DEALING, "winner": None, "seats": 2}


class TestPlayerView(ConstructedChecklist):
    parts = PARTS
    parts_need_names = True
    samples = (
        Sample(f"{FOLLOWING}.view(0)", FOLLOW | PLAYING | {"seats": 3}),
        Sample(
            f"{FOLLOWING}.view(1)",
            FOLLOW | PLAYING | {"seats": 3, "seat": 1, "hand": CardSet.parse("4S")},
        ),
        Sample(
            f"{FOLLOWING}.view(None)",
            FOLLOW | PLAYING | {"seats": 3, "seat": None, "hand": CardSet()},
        ),
        Sample(f"{CHOPPING}.view(2)", CHOPPED | PLAYING | {"seats": 4}),
        Sample("GameState.new(2).view(0)", NEW | DEALING),
        Sample("GameState.new(2).view(None)", NEW | DEALING | {"seat": None}),
        Sample(
            "GameState.new(2, Rules(hand_size=2)).apply("
            "Deal([CardSet.parse('4S 5S'), CardSet.parse('3H 9H')])).view(0)",
            NEW
            | PLAYING
            | {
                "rules": Rules(hand_size=2),
                "seats": 2,
                "hand": CardSet.parse("4S 5S"),
                "counts": (2, 2),
                "turn": 1,
                "opening_card": Card.parse("3H"),
            },
        ),
        Sample(f"{BEFORE_LAST_PLAY}, round=2).apply({LAST_PLAY}).view(1)", AFTER | DEALING),
        Sample(
            f"{BEFORE_LAST_PLAY}, scores=[9, 5]).apply({LAST_PLAY}).view(0)",
            AFTER
            | {
                "seats": 2,
                "phase": Phase.OVER,
                "winner": 0,
                "seat": 0,
                "hand": CardSet(),
                "round": 1,
                "scores": (10, 5),
            },
        ),
    )
    # Their repr shows the parts and makes the view again, but a view comes from its state.
    repr_is_code = False
    refused = (
        Refused("rules", None, TypeError, "None"),
        Refused("rules", "CARDGAMES_IO", TypeError, "'CARDGAMES_IO'"),
        Refused("seat", True, TypeError, "True"),
        Refused("seat", "0", TypeError, "'0'"),
        Refused("seat", 3, InvalidPositionError, "seat is 3, which is no seat"),
        Refused("seat", -1, InvalidPositionError, "seat is -1, which is no seat"),
        Refused("seat", None, InvalidPositionError, "a spectator has no hand"),
        Refused("hand", None, TypeError, "not None"),
        Refused("hand", "3S 9S", TypeError, "'3S 9S'"),
        Refused("hand", ["3S", "9S"], TypeError, "'3S'"),
        Refused("hand", [Card.parse("3S")] * 2, DuplicateCardError, "3S"),
        Refused("hand", CardSet.parse("3S"), InvalidPositionError, "1 cards, but counts says 2"),
        Refused("counts", None, TypeError, "None"),
        Refused("counts", (2, True, 0), TypeError, "True"),
        Refused("counts", (2, 1.0, 0), TypeError, "1.0"),
        Refused("counts", (2, -1, 0), InvalidPositionError, "seat 1 cannot hold -1 cards"),
        Refused("counts", (2, 48, 0), InvalidPositionError, "there are 53 cards, a pack has 52"),
        Refused("counts", (), InvalidPositionError, "these rules know no game of 0 seats"),
        Refused("round", None, TypeError, "None"),
        Refused("round", 0, InvalidPositionError, "round is 0"),
        Refused("scores", ["0", "0", "0"], TypeError, "'0'"),
        Refused("scores", (0, 0), InvalidPositionError, "scores holds 2 numbers for 3 seats"),
        Refused("discards", "5H", TypeError, "'5H'"),
        Refused("discards", hands("9S")[0], InvalidPositionError, "card 9S is in two places"),
        Refused("turn", True, TypeError, "True"),
        Refused("turn", 3, InvalidPositionError, "turn is 3, which is no seat"),
        Refused("turn", None, InvalidPositionError, "turn is None, but a round is being played"),
        Refused("table", "7S", TypeError, "'7S'"),
        Refused("table", None, InvalidPositionError, "a table needs its table_seat"),
        Refused("table_seat", "2", TypeError, "'2'"),
        Refused("table_seat", 0, InvalidPositionError, "turn is 0, which is also the table_seat"),
        Refused("passed", 1, TypeError, "int"),
        Refused("passed", [True], TypeError, "True"),
        Refused("passed", [4], InvalidPositionError, "passed is 4, which is no seat"),
        Refused("finished", ["2"], TypeError, "'2'"),
        Refused("finished", [1, 2], InvalidPositionError, "seat 1 has finished but holds cards"),
        Refused("opening_card", "3S", TypeError, "'3S'"),
        Refused("opening_card", Card.parse("3S"), InvalidPositionError, "but also a table"),
        Refused("last_round", (0, 1), TypeError, "not a tuple"),
        Refused("last_round", LEFT, InvalidPositionError, "the next one is being played"),
        Refused("played", ["1"], TypeError, "'1'"),
        Refused("played", [4], InvalidPositionError, "played is 4, which is no seat"),
        Refused("stopped", [0.0], TypeError, "0.0"),
        Refused("stopped", [0], InvalidPositionError, "turn is 0, which is stopped"),
        Refused("chain", "2", TypeError, "'2'"),
        Refused("chain", -1, InvalidPositionError, "a chain of -1 units"),
        Refused("chain_victim", True, TypeError, "True"),
        Refused("chain_victim", 0, InvalidPositionError, "a chain of 0 units"),
        Refused("payments", [(3, 0, 1)], TypeError, "not a tuple"),
        Refused("payments", [CHOP], InvalidPositionError, "seats that are not there"),
    )

    def test_repr_is_code_all_the_same(self, sample: Sample) -> None:
        view = sample.make()
        assert evaluate(repr(view)) == view
        for name in PARTS:
            assert f"{name}={getattr(view, name)!r}" in repr(view)

    @pytest.mark.parametrize(
        ("parts", "change"),
        [
            (FOLLOW, {"rules": Rules(target=None)}),
            (FOLLOW, {"round": 6}),
            (FOLLOW, {"scores": (9, 0, 5)}),
            (FOLLOW, {"discards": CardSet.parse("5H")}),
            (FOLLOW, {"table": Combo.parse("8S")}),
            (FOLLOW, {"passed": frozenset[int]()}),
            (FOLLOW, {"finished": ()}),
            (FOLLOW, {"hand": CardSet.parse("3S TS")}),
            (FOLLOW, {"counts": (2, 3, 0)}),
            (NEW, {"seat": 1}),
            (OPENING, {"turn": 0, "opening_card": Card.parse("4S")}),
            (OPENING, {"opening_card": None}),
            (OPENING | {"opening_card": None}, {"turn": 0}),
            (CHOPPED, {"table_seat": 3}),
            (CHOPPED, {"played": frozenset({0, 1})}),
            (CHOPPED, {"stopped": frozenset[int]()}),
            (CHOPPED, {"chain": 3}),
            (CHOPPED, {"chain_victim": 2}),
            (CHOPPED, {"payments": ()}),
            (AFTER, {"last_round": attrs.evolve(LEFT, points=(3, 0))}),
        ],
        ids=str,
    )
    def test_every_part_counts_for_equality(
        self, parts: dict[str, Any], change: dict[str, Any]
    ) -> None:
        assert made(parts) == made(parts)
        assert made(parts) != made(parts | change)


class TestConstructor:
    def test_all_that_may_be_left_out(self) -> None:
        view = PlayerView(seat=0, hand=CardSet.parse("4S"), counts=(1, 2), turn=0)
        lead = NEW | {"hand": CardSet.parse("4S"), "counts": (1, 2), "turn": 0}
        assert view == made(lead)

    def test_all_that_may_not(self) -> None:
        for name in ("seat", "hand", "counts", "turn"):
            with pytest.raises(TypeError, match=f"'{name}'"):
                made({part: FOLLOW[part] for part in PARTS if part != name})

    def test_any_iterables(self) -> None:
        change: dict[str, Any] = {
            "hand": iter([Card.parse("9S"), Card.parse("3S")]),
            "counts": iter([2, 1, 0]),
            "scores": [9, 0, 4],
            "discards": {Card.parse("6H"), Card.parse("5H")},
            "passed": [1],
            "finished": iter([2]),
            "played": (),
            "payments": [],
        }
        assert made(FOLLOW | change) == made(FOLLOW)

    def test_what_the_rules_keep_no_account_of_is_left_out(self) -> None:
        view = made(FOLLOW | {"played": [0, 2]})
        assert view == made(FOLLOW)
        assert view.played == frozenset()

    def test_all_faults_are_listed(self) -> None:
        change = {"hand": hands("7S")[0], "round": 0, "turn": 1, "scores": (1,), "stopped": [5]}
        with pytest.raises(InvalidPositionError) as caught:
            made(FOLLOW | change)
        assert set(caught.value.faults) == {
            "seat 0 holds 1 cards, but counts says 2",
            "card 7S is in two places",
            "round is 0, the first is 1",
            "scores holds 1 numbers for 3 seats",
            "turn is 1, which has passed",
            "stopped is 5, which is no seat",
        }

    @pytest.mark.parametrize(
        ("change", "fault"),
        [
            ({"turn": 0}, "turn is 0, which does not hold the opening_card 9S"),
            ({"turn": 1, "hand": "9S"}, "turn is 1, which does not hold the opening_card 9S"),
            ({"turn": 1, "discards": "9S"}, "turn is 1, which does not hold the opening_card 9S"),
        ],
        ids=str,
    )
    def test_an_opening_card_that_is_seen_elsewhere(
        self, change: dict[str, Any], fault: str
    ) -> None:
        cards = {name: hands(text)[0] for name, text in change.items() if name != "turn"}
        lead: dict[str, Any] = {
            "seat": 0,
            "hand": CardSet.parse("4S"),
            "counts": (1, 1),
            "opening_card": Card.parse("9S"),
            "turn": change["turn"],
        }
        with pytest.raises(InvalidPositionError) as caught:
            made(lead | cards)
        assert caught.value.faults == (fault,)

    def test_an_opening_card_of_another_seat(self) -> None:
        """The one that leads holds it, as far as the others can see."""
        for seat, hand in ((0, "4S"), (None, "")):
            view = PlayerView(
                seat=seat,
                hand=CardSet.parse(hand),
                counts=(1, 1),
                turn=1,
                opening_card=Card.parse("3S"),
            )
            assert view.opening_card is Card.parse("3S")

    @pytest.mark.parametrize(
        ("change", "fault"),
        [
            ({"table": Combo.parse("7S")}, "turn is None, but a round is being played"),
            ({"table_seat": 0}, "turn is None, but a round is being played"),
            ({"passed": [0]}, "turn is None, but a round is being played"),
            ({"finished": [0]}, "turn is None, but a round is being played"),
            ({"opening_card": Card.parse("7S")}, "turn is None, but a round is being played"),
            ({"played": [0]}, "turn is None, but a round is being played"),
            ({"payments": [Payment(0, 1, 1, PaymentReason.CHOP)]}, "but a round is being played"),
            ({"round": 1}, "round is 1, but there is a last_round and the game goes on"),
            ({"round": 0}, "round is 0, the first is 1"),
            ({"counts": (0, 2), "hand": hands("4S 5S")[0]}, "counts is (0, 2), which is not what"),
            ({"counts": (0, 1, 0), "scores": (1, 0, 0)}, "counts is (0, 1, 0), which is not what"),
            ({"hand": hands("5S")[0]}, "hand is 5S, which is not what last_round left"),
            ({"discards": hands("3S 4S")[0]}, "card 4S is in two places"),
            ({"last_round": None}, "a game has begun, but there is no last_round"),
            ({"seat": None}, "a spectator has no hand"),
        ],
        ids=str,
    )
    def test_impossible_between_rounds(self, change: dict[str, Any], fault: str) -> None:
        """One fault at a time, and nothing else is blamed."""
        with pytest.raises(InvalidPositionError) as caught:
            made(AFTER | change)
        assert len(caught.value.faults) == 1
        assert fault in caught.value.faults[0]

    @pytest.mark.parametrize(
        "change",
        [
            {"counts": (1, 1), "hand": hands("3S")[0]},
            {"discards": hands("3S")[0]},
            {"scores": (1, 0)},
            {"round": 2},
        ],
        ids=str,
    )
    def test_nothing_has_happened_before_the_first_round(self, change: dict[str, Any]) -> None:
        with pytest.raises(InvalidPositionError) as caught:
            made(NEW | change)
        assert caught.value.faults == ("a game has begun, but there is no last_round",)

    def test_a_state_by_mistake_is_not_shown(self) -> None:
        state = position("3S 9S", "4S 8S")
        for part in ("hand", "discards"):
            with pytest.raises(TypeError) as caught:
                made(FOLLOW | {part: state})
            assert "GameState" in str(caught.value)
            assert "8S" not in str(caught.value)


class TestView:
    state = position("3S 9S", "4S 8S", "5S", turn=1, table="7S", by=2)

    @pytest.mark.parametrize("seat", [-1, 3, 10**30])
    @pytest.mark.parametrize("state", [state, GameState.new(3)], ids=["playing", "dealing"])
    def test_no_such_seat(self, state: GameState, seat: int) -> None:
        with pytest.raises(InvalidSeatError) as caught:
            state.view(seat)
        assert caught.value.value == seat
        assert str(caught.value) == f"{seat} is no seat; the seats are 0 to 2"

    @pytest.mark.parametrize("wrong", [True, False, "1", 1.0, [1]], ids=repr)
    def test_a_seat_is_an_int(self, wrong: Any) -> None:
        with pytest.raises(TypeError) as caught:
            self.state.view(wrong)
        assert told(wrong) in str(caught.value)

    def test_whose_view_must_be_said(self) -> None:
        with pytest.raises(TypeError, match="'seat'"):
            self.state.view()  # type: ignore[call-arg]

    def test_the_state_stays_as_it_is(self) -> None:
        before = repr(self.state), pickle.dumps(self.state)
        for seat in (None, 0, 1, 2):
            self.state.view(seat).legal_actions()
        assert (repr(self.state), pickle.dumps(self.state)) == before

    def test_pickles_do_not_depend_on_what_parts_share(self) -> None:
        nobody = frozenset[int]()
        apart = [frozenset[int]({0}) - {0} for _ in range(3)]
        parts = NEW | {"passed": nobody, "played": nobody, "stopped": nobody}
        other = NEW | dict(zip(("passed", "played", "stopped"), apart, strict=True))
        zeros = parts["counts"]
        shared = made(parts | {"scores": zeros, "counts": zeros})
        alone = made(other | {"scores": [0, 0], "counts": [0, 0]})
        assert shared == alone
        assert pickle.dumps(shared) == pickle.dumps(alone)


class TestLegalActions:
    state = position("3S 9S", "4S 8S", "", turn=1, table="7S", by=2, finished=[2])

    def test_of_the_seat_to_move(self) -> None:
        moves = legal_moves(CardSet.parse("4S 8S"), Combo.parse("7S"))
        view = self.state.view(1)
        assert view.legal_actions() == LegalActions(1, moves, can_pass=True)
        assert view.legal_moves() == moves

    @pytest.mark.parametrize("seat", [0, 2, None])
    def test_of_all_others(self, seat: int | None) -> None:
        view = self.state.view(seat)
        assert list(view.legal_actions()) == []
        assert list(view.legal_moves()) == []

    def test_a_lead_with_an_opening_card(self) -> None:
        view = position("3S 9S", "4S 8S", turn=1, opening="4S").view(1)
        moves = legal_moves(CardSet.parse("4S 8S"), including=Card.parse("4S"))
        assert view.legal_actions() == LegalActions(1, moves, can_pass=False)

    @pytest.mark.parametrize("passed", [(), (2,)])
    def test_free_chops(self, passed: tuple[int, ...]) -> None:
        pairs = "5S 5C 6S 6C 7S 7C 8S 8C"
        texts = ("3S", "4S", f"{pairs} 9S", "2S")
        state = position(*texts, turn=1, table="2H", by=0, passed=passed, rules=SOUTHERN)
        view = state.view(2)
        assert list(view.legal_actions()) == [Play(2, Combo.parse(pairs))]
        assert view.why_illegal(Play(2, Combo.parse(pairs))) is None
        not_now = IllegalReason.OUT_OF_TRICK if passed else IllegalReason.NOT_YOUR_TURN
        assert view.why_illegal(Play(2, Combo.parse("9S"))) is not_now
        assert view.why_illegal(Pass(2)) is not_now


class TestWhyIllegal:
    follow = position("3S 9S", "4S 8S", "5S", "", table="7S", by=1, passed=[2], finished=[3])
    lead = position("3S 9S", "4S 8S")

    @pytest.mark.parametrize(
        ("seat", "cards", "reason"),
        [
            (0, "9S", None),
            (0, "3S", "DOES_NOT_BEAT"),
            (0, "9C", "CARDS_NOT_HELD"),
            (0, "QS KS AS 2S", "NOT_A_COMBO"),
            (0, "", None),
            (1, "", "NOT_YOUR_TURN"),
            (1, "8S", "NOT_YOUR_TURN"),
            (2, "", "OUT_OF_TRICK"),
            (2, "8S", "OUT_OF_TRICK"),
            (3, "", "OUT_OF_TRICK"),
            (4, "", "NO_SUCH_SEAT"),
            (-1, "8S", "NO_SUCH_SEAT"),
        ],
    )
    def test_of_the_seat_to_move(self, seat: int, cards: str, reason: str | None) -> None:
        view = self.follow.view(0)
        action = Play(seat, Combo.parse(cards, rules=None)) if cards else Pass(seat)
        assert view.why_illegal(action) is (None if reason is None else IllegalReason[reason])

    @pytest.mark.parametrize("seat", [1, 2, 3, None])
    def test_of_others_while_a_seat_is_to_move(self, seat: int | None) -> None:
        """That it may pass is for all to see, and whether it may play for nobody."""
        view = self.follow.view(seat)
        assert view.why_illegal(Pass(0)) is None
        for cards in ("9S", "3S", "9C", "QS KS AS 2S"):
            with pytest.raises(InvalidSeatError) as caught:
                view.why_illegal(Play(0, Combo.parse(cards, rules=None)))
            assert caught.value.value == 0
            assert str(caught.value) == "0 is a seat whose hand this view does not show"

    def test_a_lead_cannot_be_passed(self) -> None:
        for seat in (0, 1, None):
            reason = self.lead.view(seat).why_illegal(Pass(0))
            assert reason is IllegalReason.CANNOT_PASS_LEAD

    def test_deals(self) -> None:
        dealing = GameState.new(2, Rules(hand_size=1))
        good, bad = Deal(hands("3S", "4S")), Deal(hands("3S"))
        for seat in (0, 1, None):
            assert dealing.view(seat).why_illegal(good) is None
            assert dealing.view(seat).why_illegal(bad) is IllegalReason.BAD_DEAL
            assert dealing.view(seat).why_illegal(Pass(0)) is IllegalReason.WRONG_PHASE
            assert self.lead.view(seat).why_illegal(good) is IllegalReason.WRONG_PHASE

    @pytest.mark.parametrize("wrong", [None, "pass", 0, Pass, Combo.parse("5S")], ids=repr)
    def test_what_is_no_action(self, wrong: Any) -> None:
        for view in (self.lead.view(0), self.lead.view(None), GameState.new().view(0)):
            with pytest.raises(TypeError, match="an action is a Deal, a Play or a Pass") as caught:
                view.why_illegal(wrong)
            assert str(caught.value).endswith(told(wrong))

    def test_a_state_by_mistake_is_not_shown(self) -> None:
        with pytest.raises(TypeError) as caught:
            self.lead.view(0).why_illegal(cast(Any, self.lead))
        assert "8S" not in str(caught.value)
