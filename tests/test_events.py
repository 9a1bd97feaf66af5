"""Events: in order, the same for all, as the oracle lives through them, enough to replay."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import Any, TypeAlias, assert_never

import attrs
import pytest

from tests import bridge, oracle
from tienlen import (
    CARDGAMES_IO,
    PAGAT,
    SOUTHERN,
    VIET_CONG,
    Action,
    Card,
    CardSet,
    Chopped,
    Combo,
    Deal,
    Dealt,
    DealWon,
    Event,
    GameOver,
    GameState,
    InstantWin,
    LeadInherited,
    NotSuccessiveError,
    Paid,
    Pass,
    Passed,
    Payment,
    PaymentReason,
    Phase,
    Play,
    Played,
    PlayerView,
    RoundOver,
    RoundResult,
    Rules,
    Stopped,
    TienLenError,
    TrickWon,
    WentOut,
    events_between,
)

# By hand: the events of one action


def hands(*texts: str) -> list[CardSet]:
    return [CardSet.parse(text) for text in texts]


def combo(text: str) -> Combo:
    return Combo.parse(text, rules=None)


def play(seat: int, text: str) -> Play:
    return Play(seat, combo(text))


def after(state: GameState, *actions: Action) -> tuple[Event, ...]:
    """The events of some actions, one after the other."""
    told: list[Event] = []
    for action in actions:
        old, state = state, state.apply(action)
        told += events_between(old, state)
    return tuple(told)


def paid(payer: int, payee: int, units: int, reason: str) -> Paid:
    return Paid(Payment(payer, payee, units, PaymentReason[reason]))


class TestTricks:
    state = GameState.position(hands=hands("7S 9S 2S", "8S TS TC", "4S JD"), turn=0)

    def test_a_trick(self) -> None:
        """Rules 4.2 to 4.6."""
        assert after(self.state, play(0, "7S"), play(1, "8S"), Pass(2), Pass(0)) == (
            Played(0, combo("7S"), led=True),
            Played(1, combo("8S"), led=False),
            Passed(2),
            Passed(0),
            TrickWon(1, combo("8S")),
        )

    def test_a_state_and_itself(self) -> None:
        assert events_between(self.state, self.state) == ()
        same = GameState.position(hands=self.state.hands, turn=0)
        assert same is not self.state
        assert events_between(self.state, same) == ()
        assert events_between(GameState.new(), GameState.new()) == ()

    def test_a_trick_won_with_the_last_card(self) -> None:
        """Rules 4.6 and 4.7: the combo stays, then the next seat with cards leads."""
        state = GameState.position(hands=hands("AS", "3S 4S", "5S", ""), turn=0, finished=[3])
        assert after(state, play(0, "AS"), Pass(1), Pass(2)) == (
            Played(0, combo("AS"), led=True),
            WentOut(0, 2),
            Passed(1),
            Passed(2),
            TrickWon(0, combo("AS")),
            LeadInherited(1, 0),
        )

    def test_a_play_that_nobody_can_answer(self) -> None:
        """Rule 4.5: the owner of the covered combo is out, all others have passed."""
        state = GameState.position(
            hands=hands("", "KS 9S", "5S 4S"),
            turn=1,
            table=combo("QS"),
            table_seat=0,
            passed=[2],
            finished=[0],
        )
        assert after(state, play(1, "KS")) == (
            Played(1, combo("KS"), led=False),
            TrickWon(1, combo("KS")),
        )

    def test_a_last_card_that_nobody_can_answer(self) -> None:
        state = GameState.position(
            hands=hands("", "KS", "5S 4S", "6S"),
            turn=1,
            table=combo("QS"),
            table_seat=0,
            passed=[2, 3],
            finished=[0],
        )
        assert after(state, play(1, "KS")) == (
            Played(1, combo("KS"), led=False),
            WentOut(1, 2),
            TrickWon(1, combo("KS")),
            LeadInherited(2, 1),
        )


class TestChops:
    """Rules 3.2, 3.3 and 9.1g."""

    @pytest.mark.parametrize(
        ("table", "answer", "rules", "units"),
        [
            ("2H", "9S 9C 9D 9H", CARDGAMES_IO, 0),
            ("2S 2C", "5S 5C 6S 6C 7S 7C 8S 8C", CARDGAMES_IO, 0),
            ("8S 8C 8D 8H", "9S 9C 9D 9H", CARDGAMES_IO, 0),
            ("2H", "9S 9C 9D 9H", SOUTHERN, 2),
            ("2C", "9S 9C 9D 9H", SOUTHERN, 1),
            ("2C 2D", "9S 9C 9D 9H", SOUTHERN, 3),
            ("5S 5C 6S 6C 7S 7C", "9S 9C 9D 9H", SOUTHERN, 3),
            ("5S 5C 6S 6C 7S 7C", "TS TC JS JC QS QC", SOUTHERN, 3),
            ("8S 8C 8D 8H", "9S 9C 9D 9H", SOUTHERN, 4),
            ("AS AC AD AH", "2S 2C 2D 2H", SOUTHERN, 4),
            ("5S 5C 6S 6C 7S 7C 8S 8C", "9S 9C TS TC JS JC QS QC", SOUTHERN, 6),
            ("2S 2C", "5S 5C 5D 5H 6S 6C 6D 6H", VIET_CONG, 0),
        ],
    )
    def test_chops(self, table: str, answer: str, rules: Rules, units: int) -> None:
        state = GameState.position(
            hands=hands("3S", f"4C {answer}"),
            turn=1,
            table=combo(table),
            table_seat=0,
            rules=rules,
        )
        assert after(state, play(1, answer)) == (
            Played(1, combo(answer), led=False),
            Chopped(1, combo(answer), 0, combo(table), units, free=False),
        )

    @pytest.mark.parametrize(
        ("table", "answer"),
        [
            ("2S", "2H"),
            ("AS", "2H"),
            ("9S 9C 9D", "TS TC TD"),
            ("5S 6S 7S", "6C 7C 8C"),
            ("AS AC", "2S 2C"),
        ],
    )
    @pytest.mark.parametrize("rules", [CARDGAMES_IO, SOUTHERN])
    def test_answers_that_are_no_chops(self, table: str, answer: str, rules: Rules) -> None:
        state = GameState.position(
            hands=hands("3S", f"4C {answer}"),
            turn=1,
            table=combo(table),
            table_seat=0,
            rules=rules,
        )
        assert after(state, play(1, answer)) == (Played(1, combo(answer), led=False),)

    def test_a_bomb_that_is_led_is_no_chop(self) -> None:
        state = GameState.position(hands=hands("3S 3C 3D 3H 4S", "5S"), turn=0, rules=SOUTHERN)
        assert after(state, play(0, "3S 3C 3D 3H")) == (Played(0, combo("3S 3C 3D 3H"), led=True),)

    def test_a_chain_is_paid_when_the_trick_ends(self) -> None:
        """The rule book's first example: 2H, three pairs on it, a quad on those."""
        pairs, quad = "5S 5C 6S 6C 7S 7C", "9S 9C 9D 9H"
        state = GameState.position(
            hands=hands("3S", f"3C {pairs}", f"3D {quad}", "3H 2H"), turn=3, rules=SOUTHERN
        )
        told = after(
            state,
            *(play(3, "2H"), Pass(0), play(1, pairs), play(2, quad)),
            *(Pass(3), Pass(1)),
        )
        assert told == (
            Played(3, combo("2H"), led=True),
            Passed(0),
            Played(1, combo(pairs), led=False),
            Chopped(1, combo(pairs), 3, combo("2H"), 2, free=False),
            Played(2, combo(quad), led=False),
            Chopped(2, combo(quad), 1, combo(pairs), 3, free=False),
            Passed(3),
            Passed(1),
            TrickWon(2, combo(quad)),
            paid(1, 2, 5, "CHOP"),
        )

    def test_nothing_is_paid_by_a_victim_that_went_out_with_it(self) -> None:
        quad = "9S 9C 9D 9H"
        state = GameState.position(
            hands=hands("2H", f"3C {quad}", "4S"), turn=0, rules=SOUTHERN, played=[0, 1, 2]
        )
        assert after(state, play(0, "2H"), play(1, quad), Pass(2)) == (
            Played(0, combo("2H"), led=True),
            WentOut(0, 1),
            Played(1, combo(quad), led=False),
            Chopped(1, combo(quad), 0, combo("2H"), 2, free=False),
            Passed(2),
            TrickWon(1, combo(quad)),
        )

    def test_a_free_chop_after_passing(self) -> None:
        """Rule 9.1b: seat 1 is back in the trick, and the turn goes on from it."""
        pairs = "5S 5C 6S 6C 7S 7C 8S 8C"
        state = GameState.position(
            hands=hands("3S 3D", f"3C {pairs}", "4S", "4C"),
            turn=2,
            table=combo("2H"),
            table_seat=0,
            passed=[1],
            rules=SOUTHERN,
        )
        assert after(state, play(1, pairs), Pass(2), Pass(3), Pass(0)) == (
            Played(1, combo(pairs), led=False),
            Chopped(1, combo(pairs), 0, combo("2H"), 2, free=True),
            Passed(2),
            Passed(3),
            Passed(0),
            TrickWon(1, combo(pairs)),
            paid(0, 1, 2, "CHOP"),
        )

    def test_a_chain_is_paid_when_the_round_ends(self) -> None:
        quad = "9S 9C 9D 9H"
        state = GameState.position(
            hands=hands("2S", quad),
            turn=1,
            table=combo("2H"),
            table_seat=0,
            rules=SOUTHERN,
            played=[0, 1],
        )
        places, left = (1, 0), (CardSet.parse("2S"), CardSet())
        payments = (
            Payment(0, 1, 2, PaymentReason.CHOP),
            Payment(0, 1, 2, PaymentReason.PLACE),
            Payment(0, 1, 1, PaymentReason.THOI),
        )
        assert after(state, play(1, quad)) == (
            Played(1, combo(quad), led=False),
            Chopped(1, combo(quad), 0, combo("2H"), 2, free=False),
            WentOut(1, 1),
            *map(Paid, payments),
            RoundOver(1, RoundResult(places, (-5, 5), payments, None, left)),
        )

    def test_payments_are_told_once(self) -> None:
        """A chain that was paid in an earlier trick of the round is no news at its end."""
        chop = Payment(1, 0, 3, PaymentReason.CHOP)
        place = Payment(1, 0, 2, PaymentReason.PLACE)
        state = GameState.position(
            hands=hands("3S", "4S"), turn=0, rules=SOUTHERN, played=[0, 1], payments=[chop]
        )
        result = RoundResult((0, 1), (5, -5), (chop, place), None, hands("", "4S"))
        assert after(state, play(0, "3S")) == (
            Played(0, combo("3S"), led=True),
            WentOut(0, 1),
            Paid(place),
            RoundOver(1, result),
        )


class TestCong:
    """Rule 9.1h."""

    def test_some_seats_stop(self) -> None:
        state = GameState.position(
            hands=hands("4S", "7S 8S", "AS", "5S 6S"), turn=1, rules=SOUTHERN, played=[0, 1, 2]
        )
        lead = after(state, play(1, "7S"))
        state = state.apply(play(1, "7S"))
        assert (lead, after(state, play(2, "AS"))) == (
            (Played(1, combo("7S"), led=True),),
            (Played(2, combo("AS"), led=False), WentOut(2, 1), Stopped(3)),
        )
        state = state.apply(play(2, "AS"))
        assert after(state, Pass(0), Pass(1)) == (
            Passed(0),
            Passed(1),
            TrickWon(2, combo("AS")),
            # Seat 3 has stopped.
            LeadInherited(0, 2),
        )

    def test_all_others_stop_and_the_round_ends(self) -> None:
        state = GameState.position(
            hands=hands("3S", "4S", "2S", "6S 7S"), turn=2, rules=SOUTHERN, played=[2]
        )
        payments = (
            Payment(3, 2, 4, PaymentReason.CONG),
            Payment(0, 2, 4, PaymentReason.CONG),
            Payment(1, 2, 4, PaymentReason.CONG),
        )
        left = hands("3S", "4S", "", "6S 7S")
        assert after(state, play(2, "2S")) == (
            Played(2, combo("2S"), led=True),
            WentOut(2, 1),
            # The order of play goes on from seat 2.
            *(Stopped(3), Stopped(0), Stopped(1)),
            *map(Paid, payments),
            RoundOver(1, RoundResult((2, 3, 0, 1), (-4, -4, 12, -4), payments, None, left)),
        )

    def test_seats_that_have_stopped_are_told_once(self) -> None:
        state = GameState.position(
            hands=hands("", "4S", "5S", "6S 7S"),
            turn=1,
            rules=SOUTHERN,
            finished=[0],
            played=[0, 1, 2],
            stopped=[3],
        )
        kinds = [type(event) for event in after(state, play(1, "4S"))]
        assert kinds == [Played, WentOut, Paid, Paid, RoundOver]


class TestRounds:
    def test_the_first_deal(self) -> None:
        """Rule 5.2."""
        size_two = attrs.evolve(CARDGAMES_IO, hand_size=2)
        state = GameState.new(3, size_two)
        deal = Deal(hands("5S 9S", "4H 2H", "TS TC"))
        assert after(state, deal) == (Dealt(1, (2, 2, 2), 1, Card.parse("4H")),)

    def test_a_later_deal(self) -> None:
        """Rule 5.3."""
        rules = attrs.evolve(CARDGAMES_IO, hand_size=2)
        state = GameState.position(hands=hands("3S", "4S", "6S"), turn=2, round=4, rules=rules)
        state = state.apply(play(2, "6S")).apply(Pass(0)).apply(Pass(1)).apply(play(0, "3S"))
        told = after(state, Deal(hands("5S 9S", "4H 2H", "TS TC")))
        assert told == (Dealt(5, (2, 2, 2), 2, None),)

    def test_the_end_of_a_round(self) -> None:
        """Rules 5.4 and 6.1: no trick is won."""
        state = GameState.position(hands=hands("3S", "4S 5S"), turn=0, round=3)
        result = RoundResult((0, 1), (1, 0), (), None, hands("", "4S 5S"))
        assert after(state, play(0, "3S")) == (
            Played(0, combo("3S"), led=True),
            WentOut(0, 1),
            RoundOver(3, result),
        )

    def test_the_end_of_a_game(self) -> None:
        """Rule 7.1."""
        state = GameState.position(
            hands=hands("3S", "4S 5S", ""), turn=0, finished=[2], scores=[7, 4, 8], round=5
        )
        result = RoundResult((2, 0, 1), (1, 0, 2), (), None, hands("", "4S 5S", ""))
        assert after(state, play(0, "3S")) == (
            Played(0, combo("3S"), led=True),
            WentOut(0, 2),
            RoundOver(5, result),
            GameOver(2, (8, 4, 10)),
        )

    def test_a_tie_at_the_target_goes_on(self) -> None:
        state = GameState.position(
            hands=hands("3S", "4S 5S", ""), turn=0, finished=[2], scores=[10, 4, 9]
        )
        last = after(state, play(0, "3S"))[-1]
        result = RoundResult((2, 0, 1), (1, 0, 2), (), None, hands("", "4S 5S", ""))
        assert last == RoundOver(1, result)
        state = state.apply(play(0, "3S"))
        (dealt,) = after(state, Deal.shuffled(random.Random(1), 3))
        assert dealt == Dealt(2, (13, 13, 13), 2, None)

    def test_an_instant_win(self) -> None:
        """Rule 9.1c."""
        pairs = "3S 3C 5S 5C 7S 7C 9S 9C JS JC KS KC 2S"
        nothing = "3D 4S 4C 5D 6S 6C 7D 8S 9D TS JD QS KD"
        payments = (Payment(0, 1, 4, PaymentReason.INSTANT_WIN),)
        result = RoundResult((1, 0), (-4, 4), payments, InstantWin.SIX_PAIRS, hands(nothing, pairs))
        state = GameState.new(2, SOUTHERN)
        assert after(state, Deal(hands(nothing, pairs))) == (
            Dealt(1, (13, 13), None, None),
            DealWon(1, InstantWin.SIX_PAIRS),
            *map(Paid, payments),
            RoundOver(1, result),
        )
        # Whose deal comes next is opened as the first (chapter 9).
        state = state.apply(Deal(hands(nothing, pairs)))
        nothing_else = "3S 4D 4H 5S 6D 6H 7S 8C 9S TC JS QC KS"
        assert after(state, Deal(hands(nothing, nothing_else))) == (
            Dealt(2, (13, 13), 1, Card.parse("3S")),
        )

    def test_an_instant_win_that_ends_the_game(self) -> None:
        rules = attrs.evolve(SOUTHERN, target=4)
        pairs = "3S 3C 5S 5C 7S 7C 9S 9C JS JC KS KC 2S"
        nothing = "3D 4S 4C 5D 6S 6C 7D 8S 9D TS JD QS KD"
        told = after(GameState.new(2, rules), Deal(hands(nothing, pairs)))
        assert [type(event) for event in told] == [Dealt, DealWon, Paid, RoundOver, GameOver]
        assert told[-1] == GameOver(1, (-4, 4))


# At random: whole games on the oracle's board and the library's

Plain: TypeAlias = tuple[object, ...]
"""An event as the oracle would write it."""


@dataclass
class Narrator(oracle.Game):
    """The oracle's game, which says what happens as it happens."""

    said: list[Plain] = field(default_factory=list[Plain])

    def told(self) -> list[Plain]:
        """What was said since one asked last."""
        said, self.said = self.said, []
        return said

    def _deal(self, hands: list[list[str]]) -> None:
        round_number, start = self.round, len(self.said)
        super()._deal(hands)
        sizes = [len(hand) for hand in hands]
        self.said.insert(start, ("dealt", round_number, sizes, self.turn, self.opening_card))

    def _win_at_once(self, winner: int, pattern: str) -> None:
        self.said.append(("deal won", winner, pattern))
        super()._win_at_once(winner, pattern)

    def _play(self, seat: int, cards: list[str]) -> None:
        self._acting, self._in_turn = seat, seat == self.turn
        self._out, self._caught = list(self.finished), set(self.stopped)
        ordered = oracle.in_order(cards)
        self.said.append(("played", seat, ordered, self.table is None))
        super()._play(seat, cards)

    def _pass(self, seat: int) -> None:
        self._out, self._caught = list(self.finished), set(self.stopped)
        self.said.append(("passed", seat))
        super()._pass(seat)

    def _lengthen_chain(self, cards: list[str]) -> None:
        assert self.table is not None
        before = self.chain
        super()._lengthen_chain(cards)
        by_table = oracle.name(cards, self.rules) != oracle.name(self.table, self.rules)
        if by_table or oracle.is_bomb(cards, self.rules):
            ordered, covered = oracle.in_order(cards), oracle.in_order(self.table)
            units, free = self.chain - before, not self._in_turn
            self.said.append(
                ("chopped", self._acting, ordered, self.table_seat, covered, units, free)
            )

    def _say_who_is_out(self) -> None:
        for place, seat in enumerate(self.finished, start=1):
            if seat not in self._out:
                self.said.append(("went out", seat, place))
                caught = self.stopped - self._caught
                self.said += [("stopped", other) for other in self._after(seat) if other in caught]

    def _go_on_from(self, seat: int) -> None:
        self._say_who_is_out()
        super()._go_on_from(seat)

    def _end_round(self) -> None:
        self._say_who_is_out()
        super()._end_round()

    def _end_trick(self) -> None:
        assert self.table is not None
        owner = self.table_seat
        self.said.append(("trick won", owner, oracle.in_order(self.table)))
        super()._end_trick()
        if self.turn != owner:
            self.said.append(("lead inherited", self.turn, owner))

    def _pay(self, payer: int, payee: int, units: int, reason: str) -> None:
        super()._pay(payer, payee, units, reason)
        if units > 0:
            self.said.append(("paid", payer, payee, units, reason))

    def _finish_round(self) -> None:
        round_number = self.round
        super()._finish_round()
        left = [oracle.in_order(hand) for hand in self.left_over]
        self.said.append(("round over", round_number, self.places, self.points, self.paid, left))
        if self.winner is not None:
            self.said.append(("game over", self.winner, self.scores))


def plain(event: Event) -> Plain:
    """An event in the narrator's words; type checkers see that no kind is forgotten."""

    def listed(cards: Iterable[Card]) -> list[str]:
        return list(bridge.strings(cards))

    match event:
        case Dealt(number, counts, turn, card):
            return "dealt", number, list(counts), turn, None if card is None else str(card)
        case DealWon(seat, pattern):
            return "deal won", seat, bridge.PATTERNS[pattern]
        case Played(seat, cards, led):
            return "played", seat, listed(cards), led
        case Chopped(seat, cards, victim, covered, units, free):
            return "chopped", seat, listed(cards), victim, listed(covered), units, free
        case Passed(seat):
            return "passed", seat
        case WentOut(seat, place):
            return "went out", seat, place
        case Stopped(seat):
            return "stopped", seat
        case TrickWon(seat, cards):
            return "trick won", seat, listed(cards)
        case LeadInherited(seat, owner):
            return "lead inherited", seat, owner
        case Paid(payment):
            return "paid", *bridge.payment_tuples([payment])[0]
        case RoundOver(number, result):
            left = [listed(hand) for hand in result.hands]
            payments = bridge.payment_tuples(result.payments)
            places, points = list(result.places), list(result.points)
            return "round over", number, places, points, payments, left
        case GameOver(winner, scores):
            return "game over", winner, list(scores)
        case _:
            assert_never(event)


RULES = {
    **oracle.PRESETS,
    # Each of these mixes what no named rule set has together.
    "SOUTHERN to 12": replace(oracle.SOUTHERN, target=12),
    "SOUTHERN for points": replace(
        oracle.SOUTHERN, settlement="places", penalties=(), instant_wins=(), target=10
    ),
    "VIET_CONG for money": replace(
        oracle.VIET_CONG,
        settlement="units",
        penalties=("cong", "thoi"),
        free_chops=("quad", "quad sequence of 2"),
    ),
}


def dealt(rng: random.Random, seats: int, rules: oracle.Rules) -> list[list[str]]:
    """Hands of neighbouring ranks, full of bombs; now and then just shuffled, or near to a suit."""
    low = [card for card in oracle.DECK if card[0] != "2"]
    order = rng.choice([low] * 7 + [sorted(low, key=lambda card: card[1])])
    spread = rng.choice([6, 16, 1_000])
    deck = sorted(order, key=lambda card: order.index(card) + rng.uniform(0, spread))
    for card in oracle.DECK[-4:]:
        deck.insert(rng.randrange(len(deck)), card)
    start = rng.randrange(len(deck))
    deck = deck[start:] + deck[:start]
    size = rules.hand_size
    dealt = [deck[size * seat : size * (seat + 1)] for seat in range(seats)]
    rng.shuffle(dealt)
    return dealt


def chosen(rng: random.Random, state: GameState) -> oracle.Action:
    """A legal action; free chops, and bombs in answer, come oftener than chance has them."""
    seat = state.turn
    assert seat is not None
    if state.rules.free_chops and state.table is not None:
        others = [
            other for other in range(state.seats) if other != seat and state.legal_moves(other)
        ]
        if others and rng.random() < 0.5:
            seat = rng.choice(others)
    moves = state.legal_moves(seat)
    if moves and (state.table is None or rng.random() < 0.7):
        place = rng.choice([rng.randrange(moves.total), rng.randrange(moves.total), -1])
        return "play", seat, list(bridge.strings(moves[place]))
    assert state.turn is not None
    return "pass", state.turn


Step: TypeAlias = tuple[GameState, oracle.Action, GameState, list[Plain]]


def steps(rules: oracle.Rules, seats: int, seed: int, rounds: int) -> Iterator[Step]:
    """Some rounds: every state, what was done, the state after it, and what was said of it."""
    rng = random.Random(seed)
    game, state = Narrator(seats, rules), GameState.new(seats, bridge.rules(rules))
    while state.phase is not Phase.OVER and state.round <= rounds:
        action: oracle.Action
        if state.phase is Phase.DEALING:
            action = "deal", dealt(rng, seats, rules)
        else:
            action = chosen(rng, state)
        game.do(action)
        before, state = state, state.apply(bridge.action(action))
        yield before, action, state, game.told()


@pytest.mark.slow
def test_everything_comes_up() -> None:
    """The games of the tests below would show little if they did not hold all there is to tell."""
    seen: Counter[object] = Counter()
    for name, seats in product(["SOUTHERN", "SOUTHERN to 12"], [3, 4]):
        for before, _, state, _ in steps(RULES[name], seats, seed=49 + seats, rounds=120):
            told = events_between(before, state)
            kinds = [type(event) for event in told]
            seen.update(kinds)
            for event in told:
                match event:
                    case Chopped(seat, free=True):
                        seen["free after passing" if seat in before.passed else "free"] += 1
                    case Paid(payment):
                        seen[payment.reason] += 1
                    case DealWon(_, pattern):
                        seen[pattern] += 1
                    case _:
                        pass
            seen["trick closed by a play"] += kinds[0] is Played and TrickWon in kinds
            seen["stopped, and the round goes on"] += Stopped in kinds and state.turn is not None
            seen["stopped, and the round ends"] += Stopped in kinds and state.turn is None
            seen["game over by a deal"] += DealWon in kinds and GameOver in kinds
            void = before.chain_victim is not None and TrickWon in kinds and Paid not in kinds
            seen["chain that nobody pays"] += void
    expected = {
        *(Dealt, DealWon, Played, Chopped, Passed, WentOut, Stopped),
        *(TrickWon, LeadInherited, Paid, RoundOver, GameOver),
        *PaymentReason,
        *InstantWin,
        *("free after passing", "free", "trick closed by a play", "chain that nobody pays"),
        *("stopped, and the round goes on", "stopped, and the round ends", "game over by a deal"),
    }
    assert expected - {what for what, times in seen.items() if times} == set()


# Folded: a game told by its events alone


class Story:
    """What somebody knows who hears the events and nothing else.

    Places, points and scores are worked out from what is heard, by the rule book's sentences; what
    the round's result says is only compared.
    """

    def __init__(self, seats: int, rules: oracle.Rules) -> None:
        self.seats = seats
        self.rules = rules
        self.scores = [0] * seats
        self.counts = [0] * seats
        self.winner: int | None = None
        self.acted: list[int] = []
        self.round = 1
        self.last_places: list[int] | None = None
        self._clear_round()
        self.discards: set[str] = set()

    def _clear_round(self) -> None:
        self.turn: int | None = None
        self.table: set[str] | None = None
        self.owner: int | None = None
        self.victim: int | None = None
        self.units = 0
        self.passed: set[int] = set()
        self.out: list[int] = []
        self.stopped: list[int] = []
        self.paid: list[oracle.Payment] = []
        self.won_by_deal: int | None = None

    def hear(self, told: Sequence[Event]) -> None:
        """Follow the events of one action."""
        for event in told:
            self._hear(event)
        match told[0]:
            case Played(seat) | Passed(seat):
                self.acted.append(seat)
                if self.table is not None:
                    self.turn = next(other for other in self._after(seat) if self._may_act(other))
            case _:
                pass

    def _after(self, seat: int) -> list[int]:
        return [(seat + step) % self.seats for step in range(1, self.seats + 1)]

    def _may_act(self, seat: int) -> bool:
        """Rules 4.3 to 4.5 and 9.1h."""
        out = self.counts[seat] == 0 or seat in self.stopped
        return not out and seat not in self.passed and seat != self.owner

    def _hear(self, event: Event) -> None:
        match event:
            case Dealt(number, counts, turn, _):
                assert number == self.round
                self.counts, self.turn = list(counts), turn
                self.discards, self.last_places = set(), None
            case DealWon(seat, _):
                self.won_by_deal = seat
            case Played(seat, cards, led):
                assert led is (self.table is None)
                self._clear_table()
                self.counts[seat] -= len(cards)
                self.table, self.owner = set(bridge.strings(cards)), seat
                self.passed.discard(seat)
            case Chopped(_, _, victim, covered, units, _):
                assert set(bridge.strings(covered)) <= self.discards
                self.units += units
                self.victim = victim
            case Passed(seat):
                self.passed.add(seat)
            case WentOut(seat, place):
                self.out.append(seat)
                assert place == len(self.out)
                assert self.counts[seat] == 0
            case Stopped(seat):
                self.stopped.append(seat)
            case TrickWon(seat, cards):
                assert (seat, set(bridge.strings(cards))) == (self.owner, self.table)
                assert not any(map(self._may_act, range(self.seats)))
                self._clear_table()
                self.passed, self.turn = set(), seat
            case LeadInherited(seat, owner):
                assert owner == self.turn
                assert self.counts[owner] == 0
                playing = [
                    each
                    for each in self._after(owner)
                    if self.counts[each] and each not in self.stopped
                ]
                assert seat == playing[0]
                self.turn = seat
            case Paid(Payment(payer, payee, units, reason)):
                self.paid.append((payer, payee, units, reason.name))
                if reason is PaymentReason.CHOP:
                    assert (payer, payee, units) == (self.victim, self.owner, self.units)
                    self.units = 0
            case RoundOver(number, _):
                assert number == self.round
                self._end_round()
            case GameOver(winner, scores):
                assert list(scores) == self.scores
                assert self.scores[winner] == max(self.scores) >= (self.rules.target or 0)
                assert self.scores.count(max(self.scores)) == 1
                self.winner = winner
                self.round -= 1
            case _:
                assert_never(event)

    def _clear_table(self) -> None:
        self.discards |= self.table or set()
        self.table = None

    def _end_round(self) -> None:
        holding = [seat for seat in range(self.seats) if self.counts[seat]]
        if self.won_by_deal is None:
            last = [seat for seat in holding if seat not in self.stopped]
            assert len(last) <= 1
            self.last_places = [*self.out, *last, *self.stopped]
        else:
            self.last_places = [self.won_by_deal, *self._after(self.won_by_deal)[:-1]]
        self.last_points = self._points(self.last_places)
        gained = zip(self.scores, self.last_points, strict=True)
        self.scores = [score + points for score, points in gained]
        self.last_paid = self.paid
        self._clear_table()
        self.round += 1
        self._clear_round()

    def _points(self, places: list[int]) -> list[int]:
        points = [0] * self.seats
        if self.rules.settlement == "units":
            for payer, payee, units, _ in self.paid:
                points[payer] -= units
                points[payee] += units
        elif self.rules.settlement == "places":
            for place, seat in enumerate(places, start=1):
                points[seat] = self.seats - place
        else:
            for seat in places[-1:] if self.won_by_deal is None else places[1:]:
                points[seat] = -1
        return points

    def check(self, state: GameState) -> None:
        """Compare with what the state says."""
        assert self.scores == list(state.scores)
        assert self.counts == list(state.counts)
        assert self.round == state.round
        assert self.turn == state.turn
        assert self.winner == state.winner
        assert self.passed == state.passed
        assert self.out == list(state.finished)
        assert set(self.stopped) == state.stopped
        assert self.discards == set(bridge.strings(state.discards))
        table = None if state.table is None else set(bridge.strings(state.table))
        assert self.table == table
        if state.table is not None:
            assert self.owner == state.table_seat
        assert self.paid == bridge.payment_tuples(state.payments)
        result = state.last_round
        assert self.last_places == (None if result is None else list(result.places))
        if result is not None:
            assert self.last_points == list(result.points)
            assert self.last_paid == bridge.payment_tuples(result.payments)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", RULES)
def test_the_events_tell_the_whole_game(name: str, seats: int) -> None:
    tell_a_game(name, seats, seed=49 + seats, rounds=40 if name == "SOUTHERN" else 8)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", RULES)
def test_the_events_tell_many_whole_games(name: str, seats: int) -> None:
    for seed in range(100, 105):
        tell_a_game(name, seats, seed, rounds=60)


def tell_a_game(name: str, seats: int, seed: int, rounds: int) -> None:
    story, acted = Story(seats, RULES[name]), list[int]()
    for before, action, state, said in steps(RULES[name], seats, seed, rounds):
        told = events_between(before, state)
        assert [plain(event) for event in told] == said
        story.hear(told)
        story.check(state)
        if action[0] != "deal":
            acted.append(action[1])
    assert story.acted == acted


# Hidden information


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", RULES)
def test_all_views_give_the_same_events(name: str, seats: int) -> None:
    viewers = [None, *range(seats)]
    for before, _, state, _ in steps(RULES[name], seats, seed=20 + seats, rounds=2):
        told = events_between(before, state)
        for viewer in viewers:
            assert events_between(before.view(viewer), state.view(viewer)) == told
        # Who watches may change seats, and a server may keep a state for a view.
        assert events_between(before, state.view(None)) == told
        assert events_between(before.view(0), state.view(1)) == told


CARD = re.compile(r"\b(?:10|[2-9TJQKA])[SCDH]\b")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", RULES)
def test_no_event_shows_a_hidden_card(name: str, seats: int) -> None:
    shown_at_all = 0
    for before, _, state, _ in steps(RULES[name], seats, seed=30 + seats, rounds=4):
        public = set(bridge.strings(state.discards))
        if state.table is not None:
            public |= set(bridge.strings(state.table))
        if state.opening_card is not None:
            public.add(str(state.opening_card))
        if state.last_round is not None:
            public |= {str(card) for hand in state.last_round.hands for card in hand}
        for event in events_between(before, state):
            shown = set(CARD.findall(f"{event} {event!r}"))
            assert shown <= public
            shown_at_all += len(shown)
    assert shown_at_all > 20


def test_a_log() -> None:
    pairs = "5S 5C 6S 6C 7S 7C 8S 8C"
    state = GameState.position(
        hands=hands("3D 2H", f"3C {pairs}", "4C"),
        turn=0,
        rules=SOUTHERN,
        played=[1],
    )
    told = after(
        state,
        *(play(0, "2H"), Pass(1), play(1, pairs)),
        *(Pass(2), Pass(0), play(1, "3C")),
    )
    assert [str(event) for event in told] == [
        "seat 0 leads 2H",
        "seat 1 passes",
        f"seat 1 plays {pairs}",
        "seat 1 chops 2H of seat 0 out of turn, worth 2",
        "seat 2 passes",
        "seat 0 passes",
        f"seat 1 wins the trick with {pairs}",
        "seat 0 pays 2 to seat 1: 2s or bombs were chopped",
        "seat 1 leads 3C",
        "seat 1 is out, place 1",
        "seat 2 stops, having played no card",
        "seat 2 pays 4 to seat 1: no card played before another seat went out",
        "round 1 is over, seat 1 wins it; points -2 6 -4",
    ]


# Two states that do not follow each other


def short_game(name: str, seats: int, seed: int) -> list[GameState]:
    rules = replace(RULES[name], hand_size=4)
    states = [GameState.new(seats, bridge.rules(rules))]
    states += [state for _, _, state, _ in steps(rules, seats, seed, rounds=3)]
    return states


def nexts(state: GameState) -> set[GameState]:
    """Every state that some seat may make of one."""
    return {
        state.apply(action) for seat in range(state.seats) for action in state.legal_actions(seat)
    }


@pytest.mark.parametrize("seats", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["CARDGAMES_IO", "SOUTHERN", "VIET_CONG for money"])
def test_whether_one_state_follows_another(name: str, seats: int) -> None:
    """As trying every action tells.

    Leading 4S, and 4C 4D when all have passed, may leave what leading all three would have left.
    """
    states = short_game(name, seats, seed=seats)
    assert len(states) > 10
    for i, before in enumerate(states):
        follow = nexts(before) if before.phase is Phase.PLAYING else {*states[i + 1 : i + 2]}
        assert follow.issuperset(states[i + 1 : i + 2])
        for state in states:
            for viewer in (None, 0):
                views = before.view(viewer), state.view(viewer)
                if state is before:
                    assert events_between(*views) == ()
                elif state in follow:
                    assert events_between(*views)
                else:
                    with pytest.raises(NotSuccessiveError):
                        events_between(*views)


def refusal(before: GameState, state: GameState) -> str:
    with pytest.raises(NotSuccessiveError) as caught:
        events_between(before, state)
    return caught.value.problem


class TestRefusals:
    state = GameState.position(hands=hands("7S 9S", "8S TS", "4S 5D"), turn=0)

    def test_other_seats(self) -> None:
        assert refusal(GameState.new(4), GameState.new(2)) == "4 seats become 2"

    def test_other_rules(self) -> None:
        other = GameState.position(
            hands=hands("9S", "8S TS", "4S 5D"),
            turn=1,
            table=combo("7S"),
            table_seat=0,
            rules=PAGAT,
        )
        assert refusal(self.state, other) == "rules should be otherwise"

    def test_after_the_game(self) -> None:
        over = GameState.position(hands=hands("3S", "4S"), turn=0, scores=[9, 0])
        over = over.apply(play(0, "3S"))
        assert over.phase is Phase.OVER
        assert refusal(over, GameState.new(2)) == "the game is over"

    def test_two_actions(self) -> None:
        once = self.state.apply(play(0, "7S"))
        twice = once.apply(play(1, "8S"))
        assert refusal(self.state, twice) == "seats 0, 1 have all played"
        again = twice.apply(Pass(2)).apply(play(0, "9S"))
        assert refusal(once, again) == "seats 0, 1 have all played"

    def test_two_plays_by_one_seat(self) -> None:
        later = self.state.apply(play(0, "7S")).apply(Pass(1)).apply(Pass(2)).apply(play(0, "9S"))
        assert refusal(self.state, later) == "seat 0 has played, but 7S 9S is no combo"

    def test_backwards(self) -> None:
        once = self.state.apply(play(0, "7S"))
        assert refusal(once, self.state) == "counts should be otherwise"

    def test_an_illegal_play(self) -> None:
        before = self.state.apply(play(0, "9S"))
        state = GameState.position(
            hands=hands("7S", "TS", "4S 5D"),
            turn=2,
            table=combo("8S"),
            table_seat=1,
            discards=CardSet.parse("9S"),
        )
        expected = "seat 1 may not play 8S: it does not beat the table (rules 3.1, 3.2)"
        assert refusal(before, state) == expected

    def test_a_pass_on_an_empty_table(self) -> None:
        state = GameState.position(hands=self.state.hands, turn=1)
        expected = "seat 0 may not pass: there is nothing on the table to pass on (rule 4.2)"
        assert refusal(self.state, state) == expected

    def test_cards_that_vanish(self) -> None:
        before = GameState.position(
            hands=hands("7S 9S", "8S TS"), turn=1, table=combo("6S"), table_seat=0
        )
        state = GameState.position(
            hands=hands("7S 9S", "TS"), turn=1, table=combo("6S"), table_seat=0
        )
        assert refusal(before, state) == "seat 1 has played, but no cards are no combo"

    def test_the_refusal_is_chained_to_its_cause(self) -> None:
        state = GameState.position(hands=self.state.hands, turn=1)
        with pytest.raises(NotSuccessiveError) as caught:
            events_between(self.state, state)
        assert isinstance(caught.value.__cause__, TienLenError)

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_deals_that_open_wrongly(self, seats: int) -> None:
        """Rules 5.2 and 5.3: who opens, with what, and how many cards there are."""
        new = GameState.new(seats)
        first = new.apply(Deal.shuffled(random.Random(2), seats)).view(None)
        assert events_between(new, first)
        changes: dict[str, Any] = {
            "opening_card": None,
            "round": 2,
            "scores": (1,) * seats,
            "counts": (12,) + (13,) * (seats - 1),
        }
        for part, value in changes.items():
            with pytest.raises(NotSuccessiveError) as caught:
                events_between(new, attrs.evolve(first, **{part: value}))
            assert caught.value.problem == f"{part} should be otherwise"


def changed(view: PlayerView, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Every public part but the cards played and dealt, with a value that is not its own."""
    seats = range(view.seats)
    some = rng.choice(seats)
    yield "round", view.round + 1
    yield "scores", tuple(score + (seat == some) for seat, score in enumerate(view.scores))
    yield "counts", tuple(count + (seat == some) for seat, count in enumerate(view.counts))
    yield "turn", rng.choice([*seats, None])
    yield "table_seat", rng.choice([*seats, None])
    for seat in seats:
        yield "passed", view.passed ^ {seat}
        yield "played", view.played ^ {seat}
        yield "stopped", view.stopped ^ {seat}
        yield "chain_victim", seat
    yield "finished", view.finished[:-1] if view.finished else (some,)
    yield "opening_card", rng.choice([None, *Combo.parse("3S 4S 5S")])
    yield "last_round", None
    if view.last_round is not None:
        yield "last_round", attrs.evolve(view.last_round, points=(9,) * view.seats)
        yield "last_round", attrs.evolve(view.last_round, places=view.last_round.places[::-1])
        yield "last_round", attrs.evolve(view.last_round, instant_win=InstantWin.DRAGON)
    yield "chain", view.chain + 1
    yield "payments", (*view.payments, Payment(0, 1, 1, PaymentReason.CHOP))
    yield "payments", view.payments[:-1]
    yield "discards", view.discards | CardSet.of([rng.choice([*Combo.parse("3S 4S 5S")])])
    yield "rules", attrs.evolve(view.rules, target=(view.rules.target or 10) + 90)


@pytest.mark.parametrize("rounds", [8, pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["CARDGAMES_IO", "SOUTHERN", "VIET_CONG for money"])
@pytest.mark.slow
def test_no_public_part_may_be_otherwise(name: str, rounds: int) -> None:
    rng = random.Random(5)
    tried: Counter[str] = Counter()
    for seats in (2, 3, 4):
        for before, action, state, _ in steps(RULES[name], seats, 51 + seats, rounds):
            view = state.view(None)
            changes = [*changed(view, rng)]
            # Few rounds have a chain, or stopped seats while they are played.
            for part, value in changes if state.stopped or state.chain else rng.sample(changes, 5):
                if action[0] == "deal" and part in ("turn", "opening_card"):
                    continue  # Another seat could have been dealt the card that opens.
                try:
                    other = attrs.evolve(view, **{part: value})
                except TienLenError:
                    continue  # Such a view is refused by itself.
                if other != view:
                    with pytest.raises(NotSuccessiveError):
                        events_between(before, other)
                    tried[part] += 1
    expected = {"round", "scores", "counts", "turn", "table_seat", "passed", "finished"}
    expected |= {"opening_card", "last_round", "discards", "rules"}
    if "cong" in RULES[name].penalties:
        expected |= {"played", "stopped", "payments"}
    if "chop chain" in RULES[name].penalties:
        expected |= {"chain", "chain_victim"}
    assert expected <= set(tried)


def test_seats_that_no_list_of_finishers_names() -> None:
    """A position may have seats without cards that it does not call finished."""
    state = GameState.position(hands=hands("3S", "", "4S", "5S"), turn=0)
    told = after(state, play(0, "3S"), Pass(2), Pass(3), play(2, "4S"))
    assert told[1] == WentOut(0, 1)
    assert told[-3:-1] == (Played(2, combo("4S"), led=True), WentOut(2, 2))
    result = told[-1]
    assert isinstance(result, RoundOver)
    assert result.result.places == (0, 2, 3, 1)


def test_a_hand_larger_than_half_a_deck() -> None:
    """The cards that stand for hidden ones never run out: what is played is in no hand."""
    whole = [*chain(CardSet.parse("3S 3C 3D 3H 4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H 7S 7C 7D 7H"))]
    others = [card for card in map(Card.parse, oracle.DECK) if card not in whole]
    state = GameState.position(hands=[others, whole], turn=0)
    told = after(state, Play(0, Combo.parse("8S 8C 9S 9C TS TC JS JC QS QC KS KC AS AC")))
    assert [type(event) for event in told] == [Played]
