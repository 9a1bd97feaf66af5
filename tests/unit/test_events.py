"""Every kind of event, and NotSuccessiveError."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tienlen
from tests.unit.checklist import ConstructedChecklist, ErrorChecklist, Refused, Sample, told
from tienlen import (
    Card,
    CardSet,
    Combo,
    InstantWin,
    InvalidSeatError,
    Payment,
    PaymentReason,
    RoundResult,
)

THREE = Combo.parse("3S")
THREES = Combo.parse("3S 3C")
NINES = Combo.parse("9S 9C 9D 9H")
TWO = Combo.parse("2H")


def wrong_seats(part: str = "seat") -> tuple[Refused, ...]:
    return (
        Refused(part, None, TypeError, "None"),
        Refused(part, True, TypeError, "True"),
        Refused(part, "0", TypeError, "'0'"),
        Refused(part, 0.0, TypeError, "0.0"),
        Refused(part, -1, InvalidSeatError, "-1 is no seat"),
    )


def wrong_combos(part: str = "combo") -> tuple[Refused, ...]:
    return (
        Refused(part, None, TypeError, f"{part} takes Combo, not None"),
        Refused(part, "3S", TypeError, "'3S'"),
        Refused(part, CardSet.parse("3S"), TypeError, "not a CardSet"),
    )


def wrong_numbers(part: str, too_low: int) -> tuple[Refused, ...]:
    return (
        Refused(part, None, TypeError, "None"),
        Refused(part, True, TypeError, "True"),
        Refused(part, "1", TypeError, "'1'"),
        Refused(part, 1.0, TypeError, "1.0"),
        Refused(part, too_low, ValueError, f"{part} is {too_low + 1} or more, not {too_low}"),
    )


def wrong_tuples(part: str) -> tuple[Refused, ...]:
    return (
        Refused(part, None, TypeError, "None"),
        Refused(part, 13, TypeError, "int"),
        Refused(part, "13", TypeError, "'1'"),
        Refused(part, (True, 13), TypeError, "True"),
        Refused(part, (13, 1.5), TypeError, "1.5"),
    )


CARD = re.compile(r"\b([3-9TJQKA2])([SCDH])\b")
SIGNS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}


class EventChecklist(ConstructedChecklist):
    def test_pretty(self) -> None:
        for sample in self.samples:
            assert sample.text is not None
            signs = CARD.sub(lambda card: card[1].replace("T", "10") + SIGNS[card[2]], sample.text)
            assert sample.make().pretty() == signs


class TestDealt(EventChecklist):
    samples = (
        Sample(
            "Dealt(round=1, counts=(13, 13), turn=1, opening_card=Card.parse('3S'))",
            {"round": 1, "counts": (13, 13), "turn": 1, "opening_card": Card.parse("3S")},
            "round 1 is dealt, 13 13 cards; seat 1 opens with 3S",
        ),
        Sample(
            "Dealt(round=1, counts=(13, 13), turn=1, opening_card=Card.parse('3C'))",
            {"round": 1, "counts": (13, 13), "turn": 1, "opening_card": Card.parse("3C")},
            "round 1 is dealt, 13 13 cards; seat 1 opens with 3C",
        ),
        Sample(
            "Dealt(round=1, counts=(13, 13), turn=1, opening_card=None)",
            {"round": 1, "counts": (13, 13), "turn": 1, "opening_card": None},
            "round 1 is dealt, 13 13 cards; seat 1 leads",
        ),
        Sample(
            "Dealt(round=1, counts=(13, 13), turn=0, opening_card=None)",
            {"round": 1, "counts": (13, 13), "turn": 0, "opening_card": None},
            "round 1 is dealt, 13 13 cards; seat 0 leads",
        ),
        Sample(
            "Dealt(round=1, counts=(13, 13), turn=None, opening_card=None)",
            {"round": 1, "counts": (13, 13), "turn": None, "opening_card": None},
            "round 1 is dealt, 13 13 cards",
        ),
        Sample(
            "Dealt(round=1, counts=(13, 13, 13), turn=None, opening_card=None)",
            {"round": 1, "counts": (13, 13, 13), "turn": None, "opening_card": None},
            "round 1 is dealt, 13 13 13 cards",
        ),
        Sample(
            "Dealt(round=2, counts=(13, 13), turn=None, opening_card=None)",
            {"round": 2, "counts": (13, 13), "turn": None, "opening_card": None},
            "round 2 is dealt, 13 13 cards",
        ),
    )
    parts = ("round", "counts", "turn", "opening_card")
    refused = (
        *wrong_numbers("round", 0),
        *wrong_tuples("counts"),
        Refused("counts", (13, -1), ValueError, "counts is 0 or more, not -1"),
        Refused("counts", (13,), InvalidSeatError, "1 is no seat; the seats are 0 to 0"),
        *(wrong for wrong in wrong_seats("turn") if wrong.value is not None),
        Refused("turn", 2, InvalidSeatError, "2 is no seat; the seats are 0 to 1"),
        Refused("turn", None, ValueError, "no seat leads, so none opens with 3S"),
        Refused("opening_card", "3S", TypeError, "'3S'"),
        Refused("opening_card", THREE, TypeError, "not a Combo"),
    )

    def test_counts_may_be_any_iterable(self) -> None:
        event = tienlen.Dealt(1, iter([13, 13]), 0, None)
        assert event.counts == (13, 13)


class TestDealWon(EventChecklist):
    samples = (
        Sample(
            "DealWon(seat=2, pattern=InstantWin.SIX_PAIRS)",
            {"seat": 2, "pattern": InstantWin.SIX_PAIRS},
            "seat 2 wins the round as dealt: six pairs",
        ),
        Sample(
            "DealWon(seat=2, pattern=InstantWin.FOUR_TWOS)",
            {"seat": 2, "pattern": InstantWin.FOUR_TWOS},
            "seat 2 wins the round as dealt: four 2s",
        ),
        Sample(
            "DealWon(seat=0, pattern=InstantWin.FOUR_TWOS)",
            {"seat": 0, "pattern": InstantWin.FOUR_TWOS},
            "seat 0 wins the round as dealt: four 2s",
        ),
    )
    parts = ("seat", "pattern")
    refused = (
        *wrong_seats(),
        Refused("pattern", None, TypeError, "pattern takes InstantWin, not None"),
        Refused("pattern", "six pairs", TypeError, "'six pairs'"),
        Refused("pattern", PaymentReason.INSTANT_WIN, TypeError, "PaymentReason.INSTANT_WIN"),
    )


class TestPlayed(EventChecklist):
    samples = (
        Sample(
            "Played(seat=2, combo=Combo.parse('3S 3C'), led=False)",
            {"seat": 2, "combo": THREES, "led": False},
            "seat 2 plays 3S 3C",
        ),
        Sample(
            "Played(seat=2, combo=Combo.parse('3S 3C'), led=True)",
            {"seat": 2, "combo": THREES, "led": True},
            "seat 2 leads 3S 3C",
        ),
        Sample(
            "Played(seat=2, combo=Combo.parse('3S'), led=True)",
            {"seat": 2, "combo": THREE, "led": True},
            "seat 2 leads 3S",
        ),
        Sample(
            "Played(seat=0, combo=Combo.parse('3S'), led=True)",
            {"seat": 0, "combo": THREE, "led": True},
            "seat 0 leads 3S",
        ),
    )
    parts = ("seat", "combo", "led")
    refused = (
        *wrong_seats(),
        *wrong_combos(),
        Refused("led", None, TypeError, "led takes bool, not None"),
        Refused("led", 1, TypeError, "not 1"),
    )


class TestChopped(EventChecklist):
    samples = (
        Sample(
            "Chopped(seat=1, combo=Combo.parse('9S 9C 9D 9H'), victim=0, "
            "covered=Combo.parse('2H'), units=2, free=True)",
            {"seat": 1, "combo": NINES, "victim": 0, "covered": TWO, "units": 2, "free": True},
            "seat 1 chops 2H of seat 0 out of turn, worth 2",
        ),
        Sample(
            "Chopped(seat=1, combo=Combo.parse('9S 9C 9D 9H'), victim=0, "
            "covered=Combo.parse('2H'), units=2, free=False)",
            {"seat": 1, "combo": NINES, "victim": 0, "covered": TWO, "units": 2, "free": False},
            "seat 1 chops 2H of seat 0, worth 2",
        ),
        Sample(
            "Chopped(seat=1, combo=Combo.parse('9S 9C 9D 9H'), victim=0, "
            "covered=Combo.parse('2H'), units=0, free=False)",
            {"seat": 1, "combo": NINES, "victim": 0, "covered": TWO, "units": 0, "free": False},
            "seat 1 chops 2H of seat 0",
        ),
        Sample(
            "Chopped(seat=1, combo=Combo.parse('9S 9C 9D 9H'), victim=0, "
            "covered=Combo.parse('2D'), units=0, free=False)",
            {"covered": Combo.parse("2D")},
            "seat 1 chops 2D of seat 0",
        ),
        Sample(
            "Chopped(seat=1, combo=Combo.parse('9S 9C 9D 9H'), victim=3, "
            "covered=Combo.parse('2D'), units=0, free=False)",
            {"victim": 3},
            "seat 1 chops 2D of seat 3",
        ),
        Sample(
            "Chopped(seat=1, combo=Combo.parse('AS AC AD AH'), victim=3, "
            "covered=Combo.parse('2D'), units=0, free=False)",
            {"combo": Combo.parse("AS AC AD AH")},
            "seat 1 chops 2D of seat 3",
        ),
        Sample(
            "Chopped(seat=2, combo=Combo.parse('AS AC AD AH'), victim=3, "
            "covered=Combo.parse('2D'), units=0, free=False)",
            {"seat": 2},
            "seat 2 chops 2D of seat 3",
        ),
    )
    parts = ("seat", "combo", "victim", "covered", "units", "free")
    refused = (
        *wrong_seats(),
        *wrong_combos(),
        *wrong_seats("victim"),
        *wrong_combos("covered"),
        *wrong_numbers("units", -1),
        Refused("victim", 1, InvalidSeatError, "1 cannot be both seats of the event"),
        Refused("free", None, TypeError, "free takes bool, not None"),
        Refused("free", 0, TypeError, "not 0"),
    )


class TestPassed(EventChecklist):
    samples = (
        Sample("Passed(seat=0)", {"seat": 0}, "seat 0 passes"),
        Sample("Passed(seat=3)", {"seat": 3}, "seat 3 passes"),
    )
    parts = ("seat",)
    refused = wrong_seats()


class TestWentOut(EventChecklist):
    samples = (
        Sample("WentOut(seat=0, place=1)", {"seat": 0, "place": 1}, "seat 0 is out, place 1"),
        Sample("WentOut(seat=0, place=2)", {"seat": 0, "place": 2}, "seat 0 is out, place 2"),
        Sample("WentOut(seat=3, place=2)", {"seat": 3, "place": 2}, "seat 3 is out, place 2"),
    )
    parts = ("seat", "place")
    refused = (*wrong_seats(), *wrong_numbers("place", 0))


class TestStopped(EventChecklist):
    samples = (
        Sample("Stopped(seat=0)", {"seat": 0}, "seat 0 stops, having played no card"),
        Sample("Stopped(seat=3)", {"seat": 3}, "seat 3 stops, having played no card"),
    )
    parts = ("seat",)
    refused = wrong_seats()


class TestTrickWon(EventChecklist):
    samples = (
        Sample(
            "TrickWon(seat=2, combo=Combo.parse('3S 3C'))",
            {"seat": 2, "combo": THREES},
            "seat 2 wins the trick with 3S 3C",
        ),
        Sample(
            "TrickWon(seat=2, combo=Combo.parse('2H'))",
            {"seat": 2, "combo": TWO},
            "seat 2 wins the trick with 2H",
        ),
        Sample(
            "TrickWon(seat=0, combo=Combo.parse('2H'))",
            {"seat": 0, "combo": TWO},
            "seat 0 wins the trick with 2H",
        ),
    )
    parts = ("seat", "combo")
    refused = (*wrong_seats(), *wrong_combos())


class TestLeadInherited(EventChecklist):
    samples = (
        Sample(
            "LeadInherited(seat=3, owner=2)",
            {"seat": 3, "owner": 2},
            "seat 3 leads, since seat 2 is out",
        ),
        Sample(
            "LeadInherited(seat=3, owner=1)",
            {"seat": 3, "owner": 1},
            "seat 3 leads, since seat 1 is out",
        ),
        Sample(
            "LeadInherited(seat=0, owner=1)",
            {"seat": 0, "owner": 1},
            "seat 0 leads, since seat 1 is out",
        ),
    )
    parts = ("seat", "owner")
    refused = (
        *wrong_seats(),
        *wrong_seats("owner"),
        Refused("seat", 2, InvalidSeatError, "2 cannot be both seats of the event"),
        Refused("owner", 3, InvalidSeatError, "3 cannot be both seats of the event"),
    )


class TestPaid(EventChecklist):
    samples = tuple(
        Sample(
            f"Paid(payment=Payment(payer=3, payee=0, units=2, reason=PaymentReason.{reason}))",
            {"payment": Payment(3, 0, 2, PaymentReason[reason])},
            f"seat 3 pays 2 to seat 0: {words}",
        )
        for reason, words in {
            "CHOP": "2s or bombs were chopped",
            "CONG": "no card played before another seat went out",
            "PLACE": "the place in the round",
            "THOI": "2s or bombs still held at the end",
            "INSTANT_WIN": "a hand that wins as it is dealt",
        }.items()
    )
    parts = ("payment",)
    refused = (
        Refused("payment", None, TypeError, "payment takes Payment, not None"),
        Refused("payment", (3, 0, 2, PaymentReason.PLACE), TypeError, "not a tuple"),
    )


RESULT = RoundResult((1, 0), (0, 1), (), None, (CardSet.parse("4S"), CardSet()))
RESULT_CODE = (
    "RoundResult(places=(1, 0), points=(0, 1), payments=(), "
    "instant_win=None, hands=(CardSet.parse('4S'), CardSet()))"
)


class TestRoundOver(EventChecklist):
    samples = (
        Sample(
            f"RoundOver(round=1, result={RESULT_CODE})",
            {"round": 1, "result": RESULT},
            "round 1 is over, seat 1 wins it; points 0 1",
        ),
        Sample(
            f"RoundOver(round=2, result={RESULT_CODE})",
            {"round": 2, "result": RESULT},
            "round 2 is over, seat 1 wins it; points 0 1",
        ),
        Sample(
            f"RoundOver(round=2, result={RESULT_CODE.replace('(0, 1)', '(-1, 0)')})",
            {"round": 2},
            "round 2 is over, seat 1 wins it; points -1 0",
        ),
    )
    parts = ("round", "result")
    refused = (
        *wrong_numbers("round", 0),
        Refused("result", None, TypeError, "result takes RoundResult, not None"),
        Refused("result", (1, 0), TypeError, "not a tuple"),
    )


class TestGameOver(EventChecklist):
    samples = (
        Sample(
            "GameOver(winner=1, scores=(8, 10))",
            {"winner": 1, "scores": (8, 10)},
            "seat 1 wins the game; scores 8 10",
        ),
        Sample(
            "GameOver(winner=1, scores=(-8, 10))",
            {"winner": 1, "scores": (-8, 10)},
            "seat 1 wins the game; scores -8 10",
        ),
        Sample(
            "GameOver(winner=0, scores=(-8, 10))",
            {"winner": 0, "scores": (-8, 10)},
            "seat 0 wins the game; scores -8 10",
        ),
    )
    parts = ("winner", "scores")
    refused = (
        *wrong_seats("winner"),
        Refused("winner", 2, InvalidSeatError, "2 is no seat; the seats are 0 to 1"),
        *wrong_tuples("scores"),
        Refused("scores", (10,), InvalidSeatError, "1 is no seat; the seats are 0 to 0"),
    )

    def test_scores_may_be_any_iterable(self) -> None:
        assert tienlen.GameOver(0, iter([10, 8])).scores == (10, 8)


class TestNotSuccessiveError(ErrorChecklist):
    samples = (
        Sample(
            "NotSuccessiveError('2 seats become 3')",
            {"problem": "2 seats become 3"},
            "no one action leads from state to state: 2 seats become 3",
        ),
        Sample(
            "NotSuccessiveError('the game is over')",
            {"problem": "the game is over"},
            "no one action leads from state to state: the game is over",
        ),
    )


@pytest.mark.parametrize("wrong", [None, 0, "state", tienlen.GameState, THREE], ids=repr)
def test_events_happen_between_states(wrong: Any) -> None:
    state = tienlen.GameState.new()
    for before, after in [(wrong, state), (state, wrong), (wrong, wrong)]:
        with pytest.raises(TypeError, match="between GameStates or PlayerViews") as caught:
            tienlen.events_between(before, after)
        assert str(caught.value).endswith(told(wrong))
