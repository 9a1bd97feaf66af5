"""Deal, Play, Pass, LegalActions and IllegalMoveError."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NoReturn, assert_never

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import bridge, strategies
from tests.unit.checklist import ConstructedChecklist, ErrorChecklist, Refused, Sample, told
from tienlen import (
    CARDGAMES_IO,
    DECK,
    Action,
    Card,
    CardSet,
    Combo,
    Deal,
    DuplicateCardError,
    IllegalReason,
    InvalidSeatError,
    LegalActions,
    LegalMoves,
    Pass,
    Play,
    Rules,
    legal_moves,
)

THREE = Combo.parse("3S")

WRONG_SEATS = [
    Refused("seat", True, TypeError, "True"),
    Refused("seat", False, TypeError, "False"),
    Refused("seat", None, TypeError, "None"),
    Refused("seat", "0", TypeError, "'0'"),
    Refused("seat", 0.0, TypeError, "0.0"),
]


class TestDeal(ConstructedChecklist):
    samples = (
        Sample(
            "Deal(hands=(CardSet.parse('3S 4S'), CardSet.parse('3C')))",
            {"hands": (CardSet.parse("3S 4S"), CardSet.parse("3C"))},
        ),
        Sample(
            "Deal(hands=(CardSet.parse('3C'), CardSet.parse('3S 4S')))",
            {"hands": (CardSet.parse("3C"), CardSet.parse("3S 4S"))},
        ),
        Sample("Deal(hands=(CardSet(), CardSet()))", {"hands": (CardSet(), CardSet())}),
        Sample("Deal(hands=())", {"hands": ()}),
    )
    parts = ("hands",)
    refused = (
        Refused("hands", None, TypeError, "None"),
        Refused("hands", 2, TypeError, "int"),
        Refused("hands", "3S", TypeError, "'3'"),
        Refused("hands", ["3S", "4S"], TypeError, "'3S'"),
        Refused("hands", [None], TypeError, "None"),
        Refused("hands", [["3S"]], TypeError, "'3S'"),
        Refused("hands", DECK, TypeError, "not a Card"),
        Refused("hands", [[Card.parse("3S")] * 2], DuplicateCardError, "3S"),
        Refused("hands", [[Card.parse("9D")]] * 2, DuplicateCardError, "9D"),
        Refused("hands", [THREE, DECK], DuplicateCardError, "3S"),
    )

    def test_hands_may_be_any_iterables(self) -> None:
        hands = ([Card.parse("4S"), Card.parse("3S")], {Card.parse("3C")})
        expected = Deal((CardSet.parse("3S 4S"), CardSet.parse("3C")))
        assert Deal(hands) == expected
        assert Deal(map(iter, hands)) == expected


class TestShuffled:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("size", [13, 5, 1])
    def test_the_shuffled_deck_is_cut_in_order(self, seats: int, size: int) -> None:
        deck = list(DECK)
        random.Random(7).shuffle(deck)
        expected = [CardSet.of(deck[size * seat :][:size]) for seat in range(seats)]
        rules = Rules(hand_size=size)
        assert Deal.shuffled(random.Random(7), seats, rules) == Deal(expected)

    def test_a_seed_gives_the_same_deal_in_every_release(self) -> None:
        first, *_ = Deal.shuffled(random.Random(2024)).hands
        assert str(first) == "3S 3D 4H 5S 5C 5D 7D 9C TS JH QD KD AS"

    def test_four_seats_of_the_base_game_by_default(self) -> None:
        deal = Deal.shuffled(random.Random(7))
        assert deal == Deal.shuffled(rng=random.Random(7), seats=4, rules=CARDGAMES_IO)
        assert [len(hand) for hand in deal.hands] == [13] * 4

    def test_draws_on_nothing_but_the_source(self) -> None:
        random.seed(1)
        before = random.getstate()
        Deal.shuffled(random.Random(7))
        assert random.getstate() == before
        rng = random.Random(7)
        assert Deal.shuffled(rng) != Deal.shuffled(rng)

    @pytest.mark.parametrize("wrong", [None, 7, random, random.Random], ids=str)
    def test_wants_a_source_of_randomness(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="the source of randomness is") as caught:
            Deal.shuffled(wrong)
        assert told(wrong) in str(caught.value)

    @pytest.mark.parametrize("seats", [-1, 0, 1, 5])
    def test_a_number_of_seats_the_rules_do_not_allow(self, seats: int) -> None:
        with pytest.raises(InvalidSeatError) as caught:
            Deal.shuffled(random.Random(7), seats)
        assert caught.value.value == seats

    @pytest.mark.parametrize("wrong", [True, None, "4", 4.0], ids=repr)
    def test_a_number_of_seats_is_an_int(self, wrong: Any) -> None:
        with pytest.raises(TypeError) as caught:
            Deal.shuffled(random.Random(7), wrong)
        assert repr(wrong) in str(caught.value)

    def test_wants_rules(self) -> None:
        wrong: Any = None
        with pytest.raises(TypeError, match="the rules are Rules, not None"):
            Deal.shuffled(random.Random(7), 4, wrong)


class TestPlay(ConstructedChecklist):
    samples = (
        Sample("Play(seat=0, combo=Combo.parse('3S'))", {"seat": 0, "combo": THREE}),
        Sample("Play(seat=1, combo=Combo.parse('3S'))", {"seat": 1, "combo": THREE}),
        Sample(
            "Play(seat=1, combo=Combo.parse('3S 3H'))",
            {"seat": 1, "combo": Combo.parse("3S 3H")},
        ),
        Sample(
            "Play(seat=-1, combo=Combo.parse('QS KS AS 2S', rules=None))",
            {"seat": -1, "combo": Combo.parse("QS KS AS 2S", rules=None)},
        ),
    )
    parts = ("seat", "combo")
    refused = (
        *WRONG_SEATS,
        Refused("combo", "3S", TypeError, "'3S'"),
        Refused("combo", None, TypeError, "None"),
        Refused("combo", Card.parse("3S"), TypeError, "not a Card"),
        Refused("combo", CardSet.parse("3S"), TypeError, "not a CardSet"),
        Refused("combo", [Card.parse("3S")], TypeError, "not a list"),
    )


class TestPass(ConstructedChecklist):
    samples = (
        Sample("Pass(seat=0)", {"seat": 0}),
        Sample("Pass(seat=3)", {"seat": 3}),
        Sample("Pass(seat=-1)", {"seat": -1}),
        Sample("Pass(seat=1000000000000)", {"seat": 10**12}),
    )
    parts = ("seat",)
    refused = WRONG_SEATS


def test_actions_are_told_apart_by_match() -> None:
    def kind(action: Action) -> str:
        match action:
            case Deal(hands):
                return f"deal to {len(hands)}"
            case Play(seat, combo):
                return f"{seat} plays {combo}"
            case Pass(seat):
                return f"{seat} passes"
            case _:
                assert_never(action)

    actions: list[Action] = [Deal([[], []]), Play(1, THREE), Pass(0)]
    assert all(map(bool, actions))
    assert [kind(action) for action in actions] == ["deal to 2", "1 plays 3S", "0 passes"]


MOVES = legal_moves(CardSet.parse("3S 3H"))


class TestLegalActions(ConstructedChecklist):
    samples = (
        Sample(
            "LegalActions(seat=1, moves=legal_moves(CardSet.parse('3S 3H')), can_pass=True)",
            {"seat": 1, "moves": MOVES, "can_pass": True},
        ),
        Sample(
            "LegalActions(seat=1, moves=legal_moves(CardSet.parse('3S 3H')), can_pass=False)",
            {"seat": 1, "moves": MOVES, "can_pass": False},
        ),
        Sample(
            "LegalActions(seat=0, moves=legal_moves(CardSet.parse('3S 3H')), can_pass=True)",
            {"seat": 0, "moves": MOVES, "can_pass": True},
        ),
        Sample(
            "LegalActions(seat=0, moves=legal_moves(CardSet()), can_pass=True)",
            {"seat": 0, "moves": legal_moves([]), "can_pass": True},
        ),
        Sample(
            "LegalActions(seat=0, moves=legal_moves(CardSet()), can_pass=False)",
            {"seat": 0, "moves": legal_moves([]), "can_pass": False},
        ),
    )
    parts = ("seat", "moves", "can_pass")
    refused = (
        *WRONG_SEATS,
        Refused("moves", None, TypeError, "None"),
        Refused("moves", [THREE], TypeError, "not a list"),
        Refused("can_pass", None, TypeError, "None"),
        Refused("can_pass", "no", TypeError, "'no'"),
    )

    def test_is_a_sequence(self) -> None:
        assert isinstance(LegalActions(1, MOVES, True), Sequence)
        for changing in ("append", "__setitem__", "__delitem__", "sort", "clear"):
            assert not hasattr(LegalActions, changing)


@st.composite
def actions(draw: st.DrawFn) -> LegalActions:
    table = draw(st.none() | strategies.combos())
    hands = strategies.hands()
    if table is not None:
        hands |= strategies.hands_against(table)
    moves = legal_moves(
        bridge.card_set(draw(hands)), None if table is None else bridge.combo(table)
    )
    return LegalActions(draw(st.integers(0, 3)), moves, draw(st.booleans()))


class TestLegalActionsAsASequence:
    @given(actions())
    def test_agrees_with_the_list(self, some: LegalActions) -> None:
        passes = [Pass(some.seat)] if some.can_pass else []
        expected = [*(Play(some.seat, combo) for combo in some.moves), *passes]
        total = len(expected)
        assert list(some) == expected
        assert (len(some), bool(some)) == (total, total > 0)
        assert [some[i] for i in range(total)] == expected
        assert [some[i] for i in range(-total, 0)] == expected
        assert list(reversed(some)) == expected[::-1]
        assert [some.index(action) for action in expected] == list(range(total))
        assert [some.count(action) for action in expected] == [1] * total
        for place in (total, -total - 1, 10**30):
            with pytest.raises(IndexError, match=f"there is no action {place} of {total}"):
                some[place]

    @given(st.data())
    def test_slices(self, data: st.DataObject) -> None:
        some = data.draw(actions())
        listed = list(some)
        bound = st.none() | st.integers(-len(listed) - 3, len(listed) + 3)
        step = st.none() | st.integers(-5, 5).filter(bool)
        for _ in range(5):
            chosen = slice(data.draw(bound), data.draw(bound), data.draw(step))
            assert some[chosen] == tuple(listed[chosen])

    @given(st.data())
    def test_index_between(self, data: st.DataObject) -> None:
        some = data.draw(actions())
        listed = list(some)
        bound = st.integers(-len(listed) - 2, len(listed) + 2)
        start, stop = data.draw(bound), data.draw(st.none() | bound)
        for action in [*listed[:5], *listed[-2:]]:
            if action in listed[start:stop]:
                assert some.index(action, start, stop) == listed.index(action)
            else:
                with pytest.raises(ValueError, match="is not among these actions") as caught:
                    some.index(action, start, stop)
                assert repr(action) in str(caught.value)

    @given(actions(), st.integers(-1, 4), strategies.combos() | strategies.foreign_combos())
    def test_membership(self, some: LegalActions, seat: int, strings: tuple[str, ...]) -> None:
        listed = list(some)
        asked: list[Action] = [Pass(seat), Play(seat, bridge.combo(strings)), Deal([])]
        asked += [Play(seat, combo) for combo in some.moves[:5]]
        for action in asked:
            assert (action in some) is (action in listed)

    @pytest.mark.parametrize("stranger", [None, 0, "3S", THREE, Deal([])], ids=repr)
    def test_nothing_but_a_play_or_pass_is_in_it(self, stranger: Any) -> None:
        some = LegalActions(1, MOVES, True)
        assert stranger not in some
        assert some.count(stranger) == 0
        with pytest.raises(ValueError, match="is not among these actions"):
            some.index(stranger)

    @pytest.mark.parametrize("wrong", ["0", None, 0.0, Pass(1)], ids=repr)
    def test_an_index_is_an_int(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            LegalActions(1, MOVES, True)[wrong]

    def test_huge_hands(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing is listed and nothing asks for ``len``, which cannot tell what is too much."""

        def overflow(_moves: LegalMoves | LegalActions) -> NoReturn:
            raise OverflowError

        monkeypatch.setattr(LegalMoves, "__len__", overflow)
        monkeypatch.setattr(LegalActions, "__len__", overflow)
        moves = legal_moves(DECK)
        some = LegalActions(2, moves, True)
        assert some
        assert some[-1] == some[moves.total] == Pass(2)
        assert some[-2] == Play(2, moves[-1])
        assert some[3_000_000_000] == Play(2, moves[3_000_000_000])
        assert some[-2:] == (Play(2, moves[-1]), Pass(2))
        assert next(reversed(some)) == Pass(2)
        assert Play(2, moves[-1]) in some
        assert some.index(Play(2, moves[-1])) == moves.total - 1
        assert some.index(Pass(2)) == some.index(Pass(2), -1) == moves.total
        assert some.count(Play(2, moves[-1])) == some.count(Pass(2)) == 1
        assert Play(1, moves[-1]) not in some


class TestIllegalMoveError(ErrorChecklist):
    samples = (
        Sample(
            "IllegalMoveError(Play(seat=2, combo=Combo.parse('3S 3H')), 2, "
            "IllegalReason.DOES_NOT_BEAT)",
            {
                "action": Play(2, Combo.parse("3S 3H")),
                "seat": 2,
                "reason": IllegalReason.DOES_NOT_BEAT,
            },
            text="seat 2 may not play 3S 3H: it does not beat the table (rules 3.1, 3.2)",
        ),
        Sample(
            "IllegalMoveError(Pass(seat=-1), -1, IllegalReason.NO_SUCH_SEAT)",
            {"action": Pass(-1), "seat": -1, "reason": IllegalReason.NO_SUCH_SEAT},
            text="seat -1 may not pass: there is no such seat (rule 5.1)",
        ),
        Sample(
            "IllegalMoveError(None, None, IllegalReason.WRONG_PHASE)",
            {"action": None, "seat": None, "reason": IllegalReason.WRONG_PHASE},
            text="the cards may not be dealt: this is not the time for it (rule 5.1)",
        ),
    )
