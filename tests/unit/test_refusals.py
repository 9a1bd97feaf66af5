"""What a game refuses, in which order it looks, and that no refusal shows what is hidden."""

from __future__ import annotations

import gc
import pickle
import random
import re
import types
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.table import end_round, hands, position
from tests.unit.checklist import told
from tienlen import (
    DECK,
    SOUTHERN,
    Action,
    Card,
    CardSet,
    Combo,
    Deal,
    GameState,
    IllegalMoveError,
    IllegalReason,
    Pass,
    Play,
    Rules,
    legal_moves,
)


def refusal(state: GameState, action: Action) -> IllegalMoveError:
    """Try an action that must be refused; asked and tried, it is refused for the same reason."""
    before = repr(state), pickle.dumps(state), hash(state)
    reason = state.why_illegal(action)
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(action)
    assert caught.value.reason is reason
    assert (repr(state), pickle.dumps(state), hash(state)) == before
    return caught.value


def play(seat: int, cards: str) -> Play:
    return Play(seat, Combo.parse(cards, rules=None))


DEALING = GameState.new(3, Rules(hand_size=2))
DEAL = Deal(hands("3S 4S", "3C 4C", "3D 4D"))
OPENING = DEALING.apply(DEAL)
"""Seat 0 must open with 3S."""
LEAD = position("5S 9S", "4C 8C", "3D 8D")
"""Seat 0 may lead whatever it likes."""
FOLLOW = position("4S 9S", "5C 8C", "3D 8D", "", turn=0, table="6S", by=1, passed=[2], finished=[3])
"""Seat 0 must beat 6S; seat 2 has passed, seat 3 has gone out."""
OVER = end_round([1, 0], scores=[5, 9])
"""Seat 1 has won the game."""

STATES = {
    "DEALING": DEALING,
    "OPENING": OPENING,
    "LEAD": LEAD,
    "FOLLOW": FOLLOW,
    "OVER": OVER,
}

NO_COMBO = play(0, "QS KS AS 2S")
"""A sequence only other rules know, of cards that nobody above holds."""


class TestOrderOfReasons:
    """Where several reasons apply, the first in the order of the enumeration is given."""

    @pytest.mark.parametrize(
        ("state", "action", "reason"),
        [
            # The phase, whatever else is wrong with it.
            ("DEALING", Pass(0), "WRONG_PHASE"),
            ("DEALING", Pass(9), "WRONG_PHASE"),
            ("DEALING", NO_COMBO, "WRONG_PHASE"),
            ("OPENING", DEAL, "WRONG_PHASE"),
            ("OPENING", Deal([]), "WRONG_PHASE"),
            ("OVER", Pass(0), "WRONG_PHASE"),
            ("OVER", play(0, "3S"), "WRONG_PHASE"),
            ("OVER", play(-1, "3S"), "WRONG_PHASE"),
            ("OVER", Deal(hands("3S", "4S")), "WRONG_PHASE"),
            # Then the seat.
            ("LEAD", Pass(3), "NO_SUCH_SEAT"),
            ("LEAD", Pass(-1), "NO_SUCH_SEAT"),
            ("LEAD", Pass(10**30), "NO_SUCH_SEAT"),
            ("LEAD", play(3, "5S"), "NO_SUCH_SEAT"),
            ("LEAD", play(-3, "5S"), "NO_SUCH_SEAT"),
            ("LEAD", play(4, "QS KS AS 2S"), "NO_SUCH_SEAT"),
            # Then whether it is still in the trick.
            ("FOLLOW", Pass(2), "OUT_OF_TRICK"),
            ("FOLLOW", play(2, "8D"), "OUT_OF_TRICK"),
            ("FOLLOW", play(2, "QS KS AS 2S"), "OUT_OF_TRICK"),
            ("FOLLOW", Pass(3), "OUT_OF_TRICK"),
            ("FOLLOW", play(3, "8D"), "OUT_OF_TRICK"),
            # Then its turn, before anything about cards.
            ("FOLLOW", Pass(1), "NOT_YOUR_TURN"),
            ("FOLLOW", play(1, "8C"), "NOT_YOUR_TURN"),
            ("FOLLOW", play(1, "9S"), "NOT_YOUR_TURN"),
            ("FOLLOW", play(1, "QS KS AS 2S"), "NOT_YOUR_TURN"),
            ("LEAD", Pass(1), "NOT_YOUR_TURN"),
            # Then the combo, before the hand.
            ("FOLLOW", NO_COMBO, "NOT_A_COMBO"),
            ("OPENING", NO_COMBO, "NOT_A_COMBO"),
            # Then the hand, before what has to be in the play and what it has to beat.
            ("FOLLOW", play(0, "9C"), "CARDS_NOT_HELD"),
            ("FOLLOW", play(0, "9S 9C"), "CARDS_NOT_HELD"),
            ("FOLLOW", play(0, "3D"), "CARDS_NOT_HELD"),
            ("OPENING", play(0, "3C"), "CARDS_NOT_HELD"),
            ("OPENING", play(0, "3S 3C"), "CARDS_NOT_HELD"),
            # Last, what the cards of the hand may do.
            ("OPENING", play(0, "4S"), "MISSING_OPENING_CARD"),
            ("FOLLOW", play(0, "4S"), "DOES_NOT_BEAT"),
            ("LEAD", Pass(0), "CANNOT_PASS_LEAD"),
            ("OPENING", Pass(0), "CANNOT_PASS_LEAD"),
            # Deals have a reason of their own.
            ("DEALING", Deal([]), "BAD_DEAL"),
            ("DEALING", Deal(hands("3S 4S", "3C 4C")), "BAD_DEAL"),
            ("DEALING", Deal(hands("3S 4S", "3C 4C", "3D 4D", "")), "BAD_DEAL"),
            ("DEALING", Deal(hands("3S 4S", "3C 4C", "3D 4D", "3H 4H")), "BAD_DEAL"),
            ("DEALING", Deal(hands("3S 4S", "3C 4C", "3D")), "BAD_DEAL"),
            ("DEALING", Deal(hands("3S 4S", "3C 4C", "3D 4D 5D")), "BAD_DEAL"),
            ("DEALING", Deal(hands("3S 4S 5S", "3C", "3D 4D")), "BAD_DEAL"),
        ],
        ids=str,
    )
    def test_first_reason(self, state: str, action: Action, reason: str) -> None:
        error = refusal(STATES[state], action)
        assert error.reason is IllegalReason[reason]
        if isinstance(action, Deal):
            assert (error.action, error.seat) == (None, None)
        else:
            assert (error.action, error.seat) == (action, action.seat)

    def test_the_opening_card_comes_before_the_table(self) -> None:
        """A game never asks for both; a question to `legal_moves` may."""
        moves = legal_moves(CardSet.parse("4S 9S"), Combo.parse("6S"), including=Card.parse("9S"))
        assert moves.why_not(Combo.parse("4S")) is IllegalReason.MISSING_OPENING_CARD

    def test_what_is_legal_has_no_reason(self) -> None:
        legal: list[tuple[GameState, Action]] = [
            (DEALING, DEAL),
            (OPENING, play(0, "3S")),
            (LEAD, play(0, "5S")),
            (FOLLOW, play(0, "9S")),
            (FOLLOW, Pass(0)),
        ]
        for state, action in legal:
            assert state.why_illegal(action) is None
            assert state.apply(action) != state


class TestWhatIsNoAction:
    @pytest.mark.parametrize("state", [DEALING, LEAD, OVER], ids=["dealing", "lead", "over"])
    @pytest.mark.parametrize(
        "wrong",
        [None, "pass", 0, Pass, Combo.parse("5S"), (0, Combo.parse("5S")), IllegalReason.BARRED],
        ids=repr,
    )
    def test_is_a_type_error(self, state: GameState, wrong: Any) -> None:
        before = repr(state)
        for ask in (state.apply, state.why_illegal):
            with pytest.raises(TypeError, match="an action is a Deal, a Play or a Pass") as caught:
                ask(wrong)
            assert str(caught.value).endswith(told(wrong))
        assert repr(state) == before


def named_cards(text: str) -> set[str]:
    """Whatever in a text may be read as a card."""
    return set(re.findall(r"\b[2-9TJQKA][SCDH]\b", text))


def reachable(error: BaseException) -> Iterator[object]:
    """All that an error holds on to, its traceback apart."""
    seen: dict[int, object] = {}
    left: list[object] = [error]
    while left:
        value = left.pop()
        if id(value) in seen or isinstance(
            value, (type, types.TracebackType, types.ModuleType, types.FunctionType)
        ):
            continue
        seen[id(value)] = value
        left += gc.get_referents(value)
    yield from seen.values()


@st.composite
def deals_alike_for(draw: st.DrawFn, seat: int) -> tuple[list[CardSet], list[CardSet]]:
    """Two deals of four hands, alike in the sizes of all hands and in the cards of one."""
    deck = draw(st.permutations(list(DECK)))
    sizes = draw(st.lists(st.integers(1, 13), min_size=4, max_size=4))
    ends = [sum(sizes[: place + 1]) for place in range(4)]
    one = [CardSet.of(deck[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    # Every other seat gets other cards: those of the others and those that nobody was dealt.
    unseen = draw(st.permutations([card for card in deck if card not in one[seat]]))
    other: list[CardSet] = []
    for place, size in enumerate(sizes):
        other.append(one[seat] if place == seat else CardSet.of(unseen[:size]))
        unseen = unseen if place == seat else unseen[size:]
    return one, other


ALL_ACTIONS: list[Play | Pass] = [
    *(Pass(seat) for seat in range(-1, 5)),
    *(
        Play(seat, combo)
        for seat in range(-1, 5)
        for combo in [
            *(Combo([card]) for card in DECK),
            Combo.parse("3S 3H"),
            Combo.parse("9S 9C 9D 9H"),
            Combo.parse("2S 2C 2D 2H"),
            Combo.parse("3S 4S 5S"),
            Combo.parse("TS JS QS KS AS"),
            Combo.parse("3S 3C 4S 4C 5S 5C"),
            Combo.parse("QS KS AS 2S", rules=None),
        ]
    ),
]


FREE_CHOPS = [
    Combo.parse("5S 5C 6S 6C 7S 7C 8S 8C"),
    Combo.parse("TS TC JS JC QS QC KS KC AS AC"),
]
TWO_OF_SPADES = Card.parse("2S")


class TestNothingHiddenIsTold:
    """States that differ only in what a seat cannot see refuse its actions in the same way."""

    @given(st.data())
    def test_refusals_are_the_same(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, 3), label="seat")
        one, other = data.draw(deals_alike_for(seat), label="deals")
        turn = data.draw(st.integers(0, 3), label="turn")
        opening = min(one[seat]) if turn == seat and data.draw(st.booleans()) else None
        table: dict[str, Any] = {}
        if opening is None and data.draw(st.booleans()):
            # A table of cards that neither deal holds, if there are any.
            left = DECK
            for hand in (*one, *other):
                left -= hand
            for card in list(left)[:1]:
                table = {
                    "table": Combo(CardSet.of([card])),
                    "table_seat": (turn + 1) % 4,
                    "passed": data.draw(st.sets(st.just((turn + 2) % 4)), label="passed"),
                }
        first, second = (
            GameState.position(hands=deal, turn=turn, opening_card=opening, **table)
            for deal in (one, other)
        )
        own = [Play(seat, combo) for combo in legal_moves(one[seat])[:50]]
        for action in [*own, *(action for action in ALL_ACTIONS if action.seat == seat)]:
            reason = first.why_illegal(action)
            assert second.why_illegal(action) is reason
            if reason is not None:
                errors = [refused(state, action) for state in (first, second)]
                assert len({repr(error) for error in errors}) == 1
                assert len({str(error) for error in errors}) == 1
                assert len({pickle.dumps(error) for error in errors}) == 1
                assert named_cards(str(errors[0])) <= supplied(action)

    @given(st.data())
    def test_free_chops_tell_nothing(self, data: st.DataObject) -> None:
        """Out of turn and after passing a seat may chop; what it may not is told it as before."""
        seat = data.draw(st.integers(0, 3), label="seat")
        others = [other for other in range(4) if other != seat]
        turn, owner = data.draw(st.permutations(others))[:2]
        chop = data.draw(st.sampled_from(FREE_CHOPS), label="chop")
        holds = data.draw(st.booleans(), label="holds the chop")
        unseen = [card for card in DECK if card not in chop and card != TWO_OF_SPADES]
        own = CardSet.of(unseen[:3]) | (chop.cards if holds else CardSet())
        passed = data.draw(st.sampled_from([(), (seat,)]), label="passed")
        states: list[GameState] = []
        for _ in range(2):
            left = data.draw(st.permutations(unseen[3:]))
            dealt = [CardSet.of(left[9 * place :][:9]) for place in range(4)]
            dealt[seat] = own
            states.append(
                GameState.position(
                    hands=dealt,
                    turn=turn,
                    table=Combo([TWO_OF_SPADES]),
                    table_seat=owner,
                    passed=passed,
                    rules=SOUTHERN,
                )
            )
        first, second = states
        assert first.legal_actions(seat) == second.legal_actions(seat)
        plays = [Play(seat, combo) for combo in legal_moves(own, rules=SOUTHERN)]
        assert any(first.why_illegal(action) is None for action in plays) is holds
        not_now = (
            IllegalReason.OUT_OF_TRICK if seat in first.passed else IllegalReason.NOT_YOUR_TURN
        )
        for action in [
            *plays,
            *(Play(seat, combo) for combo in FREE_CHOPS),
            *(action for action in ALL_ACTIONS if action.seat == seat),
        ]:
            reason = first.why_illegal(action)
            assert second.why_illegal(action) is reason
            assert (reason is None) is (action in list(first.legal_actions(seat)))
            if reason is not None:
                # Held or not, strong enough or not: the reason is always the same.
                assert reason is not_now
                errors = [refused(state, action) for state in (first, second)]
                assert len({repr(error) for error in errors}) == 1
                assert len({pickle.dumps(error) for error in errors}) == 1
                assert named_cards(str(errors[0])) <= supplied(action)

    def test_no_refusal_holds_a_state_or_a_card_of_its_own(self) -> None:
        for state in STATES.values():
            for action in ALL_ACTIONS:
                if state.why_illegal(action) is None:
                    continue
                error = refused(state, action)
                held = list(reachable(error))
                assert not any(isinstance(value, (GameState, Deal)) for value in held)
                sets = [value for value in held if isinstance(value, CardSet)]
                cards = {str(card) for card_set in sets for card in card_set}
                cards |= {str(value) for value in held if isinstance(value, Card)}
                assert cards <= supplied(action)
                assert named_cards(f"{error} {error!r}") <= supplied(action)
                assert error.__cause__ is None
                assert error.__context__ is None

    def test_a_refused_deal_shows_no_card(self) -> None:
        for state in STATES.values():
            deal = Deal.shuffled(random.Random(7))
            assert state.why_illegal(deal) is not None
            error = refused(state, deal)
            assert error.action is None
            assert named_cards(f"{error} {error!r}") == set()
            held = list(reachable(error))
            assert not any(isinstance(value, (GameState, Deal, CardSet, Card)) for value in held)

    def test_a_search_for_what_is_held_finds_it(self) -> None:
        """The tests above would see a state that an error held."""
        error = refused(LEAD, Pass(0))
        error.add_note("seen")
        error.__notes__.append(LEAD)  # type: ignore[arg-type]
        assert LEAD in [value for value in reachable(error) if isinstance(value, GameState)]
        assert named_cards(repr(LEAD)) == {"5S", "9S", "4C", "8C", "3D", "8D"}


def refused(state: GameState, action: Action) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(action)
    return caught.value


def supplied(action: Action) -> set[str]:
    return set(map(str, action.combo)) if isinstance(action, Play) else set()
