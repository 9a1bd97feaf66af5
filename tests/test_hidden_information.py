"""What a seat cannot know, it is not told: not by a view, not by a refusal, not by their bytes."""

from __future__ import annotations

import gc
import pickle
import pickletools
import random
import re
from collections.abc import Iterator
from itertools import chain
from types import FunctionType, ModuleType
from typing import Any

import attrs
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from tests import strategies
from tienlen import (
    CARDGAMES_IO,
    DECK,
    SOUTHERN,
    Action,
    Card,
    CardSet,
    Combo,
    Deal,
    GameState,
    IllegalMoveError,
    InvalidSeatError,
    Pass,
    Play,
    classify,
    legal_moves,
)

A_THIRD = settings(max_examples=settings().max_examples // 3)
A_FIFTH = settings(max_examples=settings().max_examples // 5)
MANY = settings(max_examples=10 * settings().max_examples)

FEW_CARDS = 10**6
"""Masks below it may be numbers of other things; those of all but the lowest cards are above."""


def seats_of(state: GameState) -> list[int | None]:
    return [None, *range(state.seats)]


def probes(state: GameState) -> list[Action]:
    """Actions of every seat, sensible and not."""
    seats = range(-1, state.seats + 1)
    combos = [Combo([card]) for card in DECK]
    combos += [Combo.parse("QS KS AS 2S", rules=None), Combo.parse("9S 9C 9D 9H")]
    combos += four_pairs()
    for hand in state.hands:
        # The longest are the rarest.
        combos += [*legal_moves(hand)[:20], *legal_moves(hand, rules=state.rules)[-20:]]
    plays = [Play(seat, combo) for seat in seats for combo in dict.fromkeys(combos)]
    deal = Deal([CardSet.of([card]) for card in list(DECK)[: state.seats]])
    return [*plays, *map(Pass, seats), deal, Deal([])]


def four_pairs() -> Iterator[Combo]:
    """Every four pairs of neighbouring ranks, of two suits."""
    for low in range(9):
        cards = [card for card in DECK if low <= card.rank.index < low + 4]
        combo = classify([card for card in cards if card.suit.index < 2])
        assert combo is not None
        yield combo


def refusal(state: GameState, action: Action) -> tuple[str, str, bytes] | None:
    """Everything that is told about an action that is refused."""
    try:
        state.apply(action)
    except IllegalMoveError as error:
        return str(error), repr(error), pickle.dumps(error)
    return None


def ask(view: Any, action: Action) -> object:
    try:
        return view.why_illegal(action)
    except InvalidSeatError as error:
        return str(error)


def reachable(value: object) -> Iterator[object]:
    """All that a value holds on to, classes and modules apart."""
    seen: dict[int, object] = {}
    left = [value]
    while left:
        each = left.pop()
        if id(each) not in seen and not isinstance(each, (type, ModuleType, FunctionType)):
            seen[id(each)] = each
            left += gc.get_referents(each)
    yield from seen.values()


def cards_in(text: str) -> CardSet:
    """Whatever in a text may be read as a card, in any notation."""
    signs = str.maketrans("♠♣♦♥", "SCDH")
    names = re.findall(r"(?<![A-Z0-9])(10[SCDH]|[2-9TJQKA][SCDH])(?![A-Z])", text.translate(signs))
    return CardSet.of({Card.parse(name) for name in names})


def shown_by(value: object) -> CardSet:
    """The cards that a value holds, prints or pickles, as cards, text or numbers."""
    cards = CardSet()
    for each in reachable(value):
        if isinstance(each, CardSet):
            cards |= each
        elif isinstance(each, Card):
            cards |= CardSet.of([each])
    arguments = [argument for _, argument, _ in pickletools.genops(pickle.dumps(value))]
    numbers = [*map(int, re.findall(r"\d+", repr(value)))]
    numbers += [each for each in arguments if isinstance(each, int)]
    for number in numbers:
        if FEW_CARDS < number < 2**52:
            cards |= CardSet(number)
    texts = [each for each in arguments if isinstance(each, str)]
    return strategies.union([cards, *map(cards_in, [repr(value), str(value), *texts])])


def draw_alike(data: st.DataObject) -> tuple[GameState, GameState, int | None]:
    """Two states that differ only in cards that a seat, or a spectator, cannot know; and who."""
    state = data.draw(strategies.states())
    seat = data.draw(st.sampled_from(seats_of(state)))
    return state, data.draw(strategies.alike_for(state, seat)), seat


class TestStatesAlikeForASeat:
    """Two states that differ only in cards that a seat cannot know are the same to that seat."""

    @A_THIRD
    @given(st.data())
    def test_have_the_same_view(self, data: st.DataObject) -> None:
        self.check_views(data)

    @A_FIFTH
    @given(st.data())
    def test_have_the_same_refusals(self, data: st.DataObject) -> None:
        self.check_refusals(data)

    @pytest.mark.slow
    @MANY
    @given(st.data())
    def test_many_have_the_same_view_and_refusals(self, data: st.DataObject) -> None:
        self.check_views(data)
        self.check_refusals(data)

    @staticmethod
    def check_views(data: st.DataObject) -> None:
        state, other, seat = draw_alike(data)
        one, two = state.view(seat), other.view(seat)
        assert one == two
        assert hash(one) == hash(two)
        assert (repr(one), str(one)) == (repr(two), str(two))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.dumps(one, protocol) == pickle.dumps(two, protocol)
        assert one.legal_actions() == two.legal_actions()

    @staticmethod
    def check_refusals(data: st.DataObject) -> None:
        state, other, seat = draw_alike(data)
        one, two = state.view(seat), other.view(seat)
        for action in probes(state):
            assert ask(one, action) == ask(two, action)
            if isinstance(action, Deal) or action.seat == seat:
                assert state.why_illegal(action) is other.why_illegal(action)
                assert refusal(state, action) == refusal(other, action)

    @pytest.mark.parametrize("wish", ["opening", "passed", "free chop", "stopped", "chain"])
    def test_are_found(self, wish: str) -> None:
        """The strategies do find states of that kind whose other hands differ."""

        def differ(pair: tuple[GameState, GameState]) -> bool:
            state, other = pair
            return bool(strategies.WISHES[wish](state)) and state != other

        pairs = strategies.states(wishes=[wish]).flatmap(
            lambda state: st.tuples(st.just(state), strategies.alike_for(state, 0))
        )
        once = settings(phases=[Phase.generate], max_examples=1_000, database=None)
        state, other = find(pairs, differ, settings=once, random=random.Random(7))
        assert state.hands[0] == other.hands[0]
        assert state.counts == other.counts
        assert repr(state) != repr(other)


class TestNoHiddenCardIsShown:
    @A_THIRD
    @given(st.data())
    def test_by_a_view(self, data: st.DataObject) -> None:
        state = data.draw(strategies.states())
        for seat in seats_of(state):
            assert shown_by(state.view(seat)) <= strategies.seen_by(state, seat)

    @A_FIFTH
    @given(st.data())
    def test_by_a_refusal(self, data: st.DataObject) -> None:
        """Only the action's own cards are."""
        state = data.draw(strategies.states())
        for action in probes(state):
            told = refusal(state, action)
            if told is not None:
                supplied = action.combo.cards if isinstance(action, Play) else CardSet()
                assert cards_in(" ".join(told[:2])) <= supplied

    def test_what_is_shown_would_be_noticed(self) -> None:
        """Cards are recognised in whatever form they are shown."""
        hand = CardSet.parse("4S TH 2D")
        state = GameState.position(hands=[hand, CardSet.parse("7C")], turn=0)
        seen = CardSet.parse("4S 7C TH 2D")
        for leak in (
            state,
            [str(hand), state.hands[1]],
            [hand.pretty(), "7♣"],
            {"left": seen.mask},
        ):
            assert shown_by(leak) == seen
        assert shown_by(state.view(0)) == hand
        assert shown_by(state.view(1)) == CardSet.parse("7C")
        assert shown_by(state.view(None)) == CardSet()


class TestAnswers:
    """What a view answers, its state answers too."""

    @A_THIRD
    @given(strategies.states())
    def test_legal_actions_are_the_state_s(self, state: GameState) -> None:
        for seat in range(state.seats):
            assert state.view(seat).legal_actions() == state.legal_actions(seat)
            assert state.view(seat).legal_moves() == state.legal_moves(seat)
        assert list(state.view(None).legal_actions()) == list(state.view(None).legal_moves()) == []

    @A_FIFTH
    @given(strategies.states())
    def test_refusals_are_the_state_s(self, state: GameState) -> None:
        """Of the own seat all, of other seats all that is said; plays of theirs may be unsaid."""
        for seat in seats_of(state):
            view = state.view(seat)
            for action in probes(state):
                told = ask(view, action)
                if isinstance(told, str):
                    assert isinstance(action, Play)
                    assert action.seat != seat
                    assert told == f"{action.seat} is a seat whose hand this view does not show"
                else:
                    assert told is state.why_illegal(action)

    @A_FIFTH
    @given(strategies.states())
    def test_a_play_is_unsaid_only_where_it_hangs_on_the_hand(self, state: GameState) -> None:
        """Out of turn that is where it would be a free chop if the seat held its cards."""
        view = state.view(None)
        for action in probes(state):
            if not isinstance(action, Play) or action.seat == state.turn:
                continue
            if isinstance(ask(view, action), str):
                assert state.rules.free_chops
                assert state.table is not None
                assert len(action.combo) >= 4
                assert state.counts[action.seat] > 0
                assert action.seat not in (state.table_seat, *state.stopped)

    @A_THIRD
    @given(strategies.states())
    def test_public_parts_are_the_state_s(self, state: GameState) -> None:
        for seat in seats_of(state):
            view = state.view(seat)
            names = [field.name for field in attrs.fields(type(view))]
            public = {*names, "seats", "phase", "winner"} - {"seat", "hand"}
            for name in public:
                assert getattr(view, name) == getattr(state, name), name
            assert view.seat == seat
            assert view.hand == (CardSet() if seat is None else state.hands[seat])

    @A_THIRD
    @given(strategies.states())
    def test_a_view_can_be_rebuilt(self, state: GameState) -> None:
        """The constructor takes whatever a game may show, and gives the same answers."""
        for seat in seats_of(state):
            view = state.view(seat)
            again = attrs.evolve(view)
            assert again == view
            assert pickle.dumps(again) == pickle.dumps(view)
            assert pickle.loads(pickle.dumps(view)) == view
            assert again.legal_actions() == view.legal_actions()


class TestWhatIsPublic:
    def test_the_opening_card(self) -> None:
        """The deal decides by it who leads, so everybody learns who holds it."""
        deal = Deal([CardSet.parse(text) for text in ("5S 6S", "3C 4S", "7S 8S")])
        rules = attrs.evolve(CARDGAMES_IO, hand_size=2)
        state = GameState.new(3, rules).apply(deal)
        for seat in seats_of(state):
            view = state.view(seat)
            assert (view.turn, view.opening_card) == (1, Card.parse("3C"))
        assert cards_in(repr(state.view(0))) == CardSet.parse("3C 5S 6S")

    def test_all_hands_after_an_instant_win(self) -> None:
        """Nobody has played, and everybody shows what was dealt."""
        dragon = [card for card in DECK if card.suit.index == 0 and card.rank.index < 12]
        rest = [card for card in DECK if card not in dragon]
        hands = [[*dragon, rest[0]], rest[1:14], rest[14:27], rest[27:40]]
        state = GameState.new(4, SOUTHERN).apply(Deal(hands))
        view = state.view(3)
        assert view.last_round is not None
        assert view.last_round.hands == tuple(map(CardSet.of, hands))
        assert view.counts == (13, 13, 13, 13)

    def test_what_was_left_after_a_round_but_not_what_was_undealt(self) -> None:
        rules = attrs.evolve(CARDGAMES_IO, hand_size=1)
        state = GameState.new(2, rules).apply(Deal([CardSet.parse("9S"), CardSet.parse("KD")]))
        state = state.apply(Play(0, Combo.parse("9S")))
        for seat in seats_of(state):
            assert cards_in(repr(state.view(seat))) == CardSet.parse("9S KD")


def test_cards_are_read_in_any_notation() -> None:
    assert cards_in("3S,'10♥' TH 2♦") == CardSet.parse("3S TH 2D")
    assert cards_in("QUADS SEQUENCE(3, 4) 2s AC/DC") == CardSet.parse("AC")
    assert not cards_in("Rules(hand_size=3)")


def test_probes_are_of_every_kind() -> None:
    """Every reason for a refusal comes up, and so do legal plays, passes and deals."""
    states = [
        GameState.new(2, attrs.evolve(CARDGAMES_IO, hand_size=1)),
        GameState.position(hands=[CardSet.parse("3S 9S"), CardSet.parse("4S")], turn=0),
    ]
    asked = [[state.why_illegal(action) for action in probes(state)] for state in states]
    assert all(None in reasons for reasons in asked)
    names = {reason.name for reason in chain(*asked) if reason is not None}
    assert names >= {"WRONG_PHASE", "NO_SUCH_SEAT", "NOT_YOUR_TURN", "NOT_A_COMBO", "BAD_DEAL"}
