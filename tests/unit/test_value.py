"""What all values have in common: how errors speak of them, and that no set's order is seen."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tienlen import (
    CARDGAMES_IO,
    DECK,
    SOUTHERN,
    Card,
    CardSet,
    Chop,
    Combo,
    Deal,
    GameRecord,
    GameState,
    Kind,
    LegalActions,
    Pass,
    Payment,
    PaymentReason,
    Play,
    PlayerView,
    Rank,
    RoundResult,
    Rules,
    Shape,
    Shapes,
    Twos,
    from_data,
    legal_moves,
    to_data,
)

THREE = Combo.parse("3S")
HANDS = [CardSet.parse("3S 9S"), CardSet.parse("4S 8S")]
STATE = GameState.position(hands=HANDS, turn=0)


class Apple:
    pass


class TestWhatErrorsSay:
    @pytest.mark.parametrize(
        "wrong",
        [
            None,
            True,
            -1.5,
            "0",
            b"0",
            int,
            Kind.QUAD,
            Shape(Kind.SEQUENCE, 5),
            Shapes(Kind.QUAD),
            Twos(2),
            Chop(Twos(2), [Shapes(Kind.QUAD)]),
            Rules(target=5),
            Pass(2),
            Payment(0, 1, 2, PaymentReason.PLACE),
        ],
        ids=repr,
    )
    def test_what_has_no_cards_is_shown(self, wrong: Any) -> None:
        with pytest.raises(TypeError) as caught:
            Pass(wrong)
        assert str(caught.value) == f"a seat is an int, not {wrong!r}"

    @pytest.mark.parametrize(
        ("wrong", "name"),
        [
            (Card.parse("3S"), "a Card"),
            (DECK, "a CardSet"),
            (THREE, "a Combo"),
            (Play(0, THREE), "a Play"),
            (Deal([]), "a Deal"),
            (STATE, "a GameState"),
            (STATE.view(0), "a PlayerView"),
            (STATE.legal_moves(), "a LegalMoves"),
            ([0], "a list"),
            ((), "a tuple"),
            ({}, "a dict"),
            (frozenset({0}), "a frozenset"),
            (iter(()), "a tuple_iterator"),
            (1j, "a complex"),
            (Apple(), "an Apple"),
            (object(), "an object"),
        ],
        ids=lambda part: part if isinstance(part, str) else "",
    )
    def test_of_all_else_the_type_is_named(self, wrong: Any, name: str) -> None:
        with pytest.raises(TypeError) as caught:
            Pass(wrong)
        assert str(caught.value) == f"a seat is an int, not {name}"

    @pytest.mark.parametrize("wrong", ["3S " * 10_000, b"x" * 10_000, SOUTHERN], ids=type)
    def test_little_is_shown_of_what_is_long(self, wrong: Any) -> None:
        with pytest.raises(TypeError) as caught:
            Pass(wrong)
        assert str(caught.value) == f"a seat is an int, not {repr(wrong)[:100]}..."

    def test_an_enum_does_not_show_what_it_is_asked_for(self) -> None:
        rank: Any = Rank
        with pytest.raises(ValueError, match=r"^a GameState is not a valid Rank$"):
            rank(STATE)
        with pytest.raises(ValueError, match=r"^'X' is not a valid Rank$"):
            rank("X")

    def test_a_combo_or_play_that_is_sought_is_shown(self) -> None:
        with pytest.raises(ValueError, match=r"^Combo\.parse\('5H'\) is not among these moves$"):
            STATE.legal_moves().index(Combo.parse("5H"))
        with pytest.raises(ValueError, match=r"Combo\.parse\('5H'\)\) is not among these actions$"):
            STATE.legal_actions().index(Play(0, Combo.parse("5H")))


HUGE = 10**5000
"""Python refuses to write out ints of more than 4,300 digits."""


def payment(payer: int, payee: int, units: int) -> Payment:
    return Payment(payer, payee, units, PaymentReason.CHOP)


def position(**parts: Any) -> GameState:
    good: dict[str, Any] = {"hands": HANDS, "turn": 0}
    return GameState.position(**good | parts)


def view(**parts: Any) -> PlayerView:
    good: dict[str, Any] = {"seat": 0, "hand": HANDS[0], "counts": (2, 2), "turn": 0}
    return PlayerView(**good | parts)


REFUSED: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: Rules(target=-HUGE), ValueError, "a game to about -10**5000 would be over"),
    (lambda: Rules(hand_size=-HUGE), ValueError, "no hand has about -10**5000 cards"),
    (lambda: Rules(hand_size=HUGE), ValueError, "4 seats of about 10**5000 cards need about"),
    (lambda: Rules(seats=[HUGE]), ValueError, "about 10**5000 seats of 13 cards need about"),
    (lambda: Rules(seats=[-HUGE]), ValueError, "a game of about -10**5000 cannot be played"),
    (lambda: Twos(HUGE), ValueError, "1 to 4 twos, not about 10**5000"),
    (lambda: Shape(Kind.SEQUENCE, HUGE), ValueError, "3 to 13 ranks, not about 10**5000"),
    (lambda: Shapes(Kind.SEQUENCE, 3, HUGE), ValueError, "not 3 to about 10**5000"),
    (lambda: CardSet(HUGE), ValueError, "0 to 2**52 - 1, not about 10**5000"),
    (lambda: payment(-HUGE, HUGE, 1), ValueError, "seat about -10**5000 cannot pay seat about"),
    (lambda: payment(0, 1, -HUGE), ValueError, "one unit or more, not about -10**5000"),
    (lambda: RoundResult([HUGE, 0], [], [], None, []), ValueError, "not (about 10**5000, 0)"),
    (lambda: GameState.new(HUGE), ValueError, "about 10**5000 seats cannot play"),
    (lambda: STATE.view(HUGE), ValueError, "about 10**5000 is no seat; the seats are 0 to 1"),
    (lambda: STATE.apply(Play(HUGE, THREE)), ValueError, "seat about 10**5000 may not play 3S"),
    (lambda: STATE.apply(Pass(-HUGE)), ValueError, "seat about -10**5000 may not pass"),
    (lambda: GameRecord.new().apply(Pass(HUGE)), ValueError, "seat about 10**5000 may not pass"),
    (lambda: GameRecord.new().state(HUGE), IndexError, "no state about 10**5000 of 1"),
    (lambda: GameRecord.new().state_in_round(1, HUGE), IndexError, "action about 10**5000 in"),
    (lambda: GameRecord.new().state_in_round(HUGE), IndexError, "in round about 10**5000"),
    (lambda: legal_moves(DECK)[HUGE], IndexError, "there is no move about 10**5000 of 3164"),
    (lambda: STATE.legal_actions()[-HUGE], IndexError, "there is no action about -10**5000 of"),
    (lambda: STATE.legal_actions().index(Pass(HUGE)), ValueError, "Pass(seat=about 10**5000)"),
    (lambda: position(round=-HUGE), ValueError, "round is about -10**5000"),
    (lambda: position(turn=HUGE, table_seat=HUGE), ValueError, "which is also the table_seat"),
    (lambda: position(turn=HUGE, passed=[HUGE]), ValueError, "10**5000, which has passed"),
    (lambda: position(turn=HUGE, opening_card=min(DECK)), ValueError, "which does not hold"),
    (lambda: position(played=[HUGE], stopped=[HUGE]), ValueError, "seats [about 10**5000] have"),
    (lambda: position(turn=HUGE, stopped=[HUGE]), ValueError, "10**5000, which is stopped"),
    (lambda: position(chain=HUGE), ValueError, "about 10**5000 units has the chain_victim None"),
    (lambda: position(chain=1, chain_victim=HUGE), ValueError, "chain_victim is about 10**5000"),
    (lambda: position(payments=[payment(HUGE, 0, HUGE)]), ValueError, "payer=about 10**5000"),
    (lambda: view(counts=(-HUGE, 2)), ValueError, "seat 0 cannot hold about -10**5000 cards"),
    (lambda: view(counts=(HUGE, 2)), ValueError, "but counts says about 10**5000"),
    (lambda: view(counts=(2, HUGE)), ValueError, "there are about 10**5000 cards"),
    (lambda: view(seat=HUGE), ValueError, "seat is about 10**5000, which is no seat"),
]


class TestHugeInts:
    @pytest.mark.parametrize(("ask", "error", "says"), REFUSED, ids=[says for *_, says in REFUSED])
    def test_are_refused_in_few_words(
        self, ask: Callable[[], object], error: type[Exception], says: str
    ) -> None:
        with pytest.raises(error) as caught:
            ask()
        assert says in str(caught.value)
        assert len(str(caught.value)) < 400

    @pytest.mark.parametrize("sign", [1, -1])
    def test_what_can_be_read_is_written_out(self, sign: int) -> None:
        for digits in range(1, 90):
            number = sign * (10**digits - 1)
            with pytest.raises(ValueError, match=rf"^{number} is no seat"):
                STATE.view(number)

    def test_a_value_with_one_has_a_repr(self) -> None:
        assert repr(Pass(-HUGE)) == "Pass(seat=about -10**5000)"
        assert repr(Play(HUGE, THREE)) == "Play(seat=about 10**5000, combo=Combo.parse('3S'))"
        shown = "LegalActions(seat=about 10**5000, moves=legal_moves(CardSet()), can_pass=True)"
        assert repr(LegalActions(HUGE, legal_moves([]), True)) == shown

    def test_a_state_with_one_has_a_repr(self) -> None:
        parts: dict[str, Any] = {"table": Combo.parse("5S"), "table_seat": 1, "rules": SOUTHERN}
        state = position(**parts, chain=HUGE, chain_victim=0)
        assert "chain=about 10**5000, chain_victim=0" in repr(state)


def orders(numbers: Iterable[int]) -> list[list[int]]:
    return [list(order) for order in permutations(numbers)]


NINE = Rules(seats=[9, 10], hand_size=1)
CARDS = [[card] for card in DECK]


class TestOrderOfSets:
    """A set of ints may hold them as they came: 0 and 8, for one, in either order."""

    def test_they_may_differ(self) -> None:
        assert list(frozenset([0, 8])) != list(frozenset([8, 0]))

    @pytest.mark.parametrize("seats", [(), (8,), (0, 8), (1, 9), (7, 8), (0, 1, 8, 9)], ids=str)
    def test_states_and_views_show_and_pickle_them_in_one(self, seats: tuple[int, ...]) -> None:
        parts: dict[str, Any] = {
            "hands": CARDS[:10],
            "turn": 2,
            "table": Combo.parse("2H"),
            "table_seat": 3,
            "rules": NINE,
        }
        states = [GameState.position(**parts, passed=order) for order in orders(seats)]
        values = [*states, *(pickle.loads(pickle.dumps(state)) for state in states)]
        values += [from_data(to_data(state)) for state in states]
        check_alike(values)
        check_alike([state.view(0) for state in values])
        inside = ", ".join(map(str, seats))
        shown = f"passed=frozenset({{{inside}}})" if seats else "passed=frozenset()"
        assert shown in repr(states[0])
        assert shown in repr(states[0].view(None))

    def test_of_the_ledger_too(self) -> None:
        parts: dict[str, Any] = {"hands": [[], *CARDS[:3]], "turn": 1, "finished": [0]}
        parts |= {"rules": SOUTHERN, "stopped": [2]}
        check_alike(
            [GameState.position(**parts, played=order) for order in orders([0, 1, 3])],
        )


def check_alike(values: Iterable[object]) -> None:
    one, *others = values
    assert others
    for other in others:
        assert other == one
        assert repr(other) == repr(one)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.dumps(other, protocol) == pickle.dumps(one, protocol)


class TestSharedParts:
    """Pickles write an object once that is in several places: equal values may not differ by it."""

    def test_of_a_new_game(self) -> None:
        state = GameState.new(3)
        check_alike([state, from_data(to_data(state)), pickle.loads(pickle.dumps(state))])

    def test_of_a_position(self) -> None:
        none = CardSet()
        parts: dict[str, Any] = {"turn": 0, "finished": [2, 3]}
        check_alike(
            [
                GameState.position(hands=[*HANDS, none, none], discards=none, **parts),
                GameState.position(hands=[*HANDS, CardSet(), []], discards=CardSet(0), **parts),
            ]
        )

    def test_of_what_a_round_leaves(self) -> None:
        none = CardSet()
        ends: list[Any] = [
            position(hands=[*CARDS[:2], *out], finished=[2, 3]).apply(Play(0, THREE))
            for out in ([none, none], [CardSet(), CardSet(0)])
        ]
        ends += [from_data(to_data(end)) for end in ends]
        check_alike(ends)
        check_alike([end.last_round for end in ends])
        check_alike([end.view(1) for end in ends])

    def test_of_a_result(self) -> None:
        one, other = [1, 0], (1, 0)
        check_alike(
            [
                RoundResult(tuple(one), tuple(one), (), None, HANDS),
                RoundResult(other, other, (), None, HANDS),
            ]
        )

    @given(st.data())
    def test_of_any_game(self, data: st.DataObject) -> None:
        rules = data.draw(st.sampled_from([CARDGAMES_IO, SOUTHERN]))
        seed = data.draw(st.randoms(use_true_random=False))
        state = GameState.new(3, rules).apply(Deal.shuffled(seed, 3, rules))
        for _ in range(data.draw(st.integers(0, 30))):
            if state.turn is not None:
                actions = state.legal_actions()
                state = state.apply(actions[data.draw(st.integers(0, len(actions) - 1))])
        check_alike([state, from_data(to_data(state)), pickle.loads(pickle.dumps(state))])
