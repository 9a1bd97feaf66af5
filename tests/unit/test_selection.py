"""Selection as a value, and its answers against a brute force."""

from __future__ import annotations

import re
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import bridge, oracle, strategies
from tests.unit.checklist import ConstructedChecklist, ErrorChecklist, Refused, Sample
from tienlen import (
    CARDGAMES_IO,
    DECK,
    NORTHERN,
    SOUTHERN,
    VIET_CONG,
    Card,
    CardSet,
    Combo,
    DuplicateCardError,
    GameState,
    IllegalReason,
    InvalidComboError,
    InvalidSelectionError,
    LegalMoves,
    Rules,
    Selection,
    legal_moves,
    select,
)

A_THIRD = settings(max_examples=settings().max_examples // 3)

SIXES = CardSet.parse("6S 6C 6D 8H")
FIVES = Combo.parse("5S 5D")
FOUR_PAIRS = CardSet.parse("3S 3C 4S 4C 5S 5C 6S 6C")


class TestSelection(ConstructedChecklist):
    samples = (
        Sample(
            "Selection(chosen=CardSet.parse('6S 6C'), hand=CardSet.parse('6S 6C 6D 8H'), "
            "moves=legal_moves(CardSet.parse('6S 6C 6D 8H')))",
            {
                "chosen": CardSet.parse("6S 6C"),
                "hand": SIXES,
                "moves": legal_moves(SIXES),
                "combo": Combo.parse("6S 6C"),
                "legal": True,
                "addable": CardSet.parse("6D"),
                "plays": legal_moves(SIXES).containing(CardSet.parse("6S 6C")),
                "immediate": False,
                "reason": None,
            },
        ),
        Sample(
            "Selection(chosen=CardSet(), hand=CardSet.parse('6S 6C 6D 8H'), "
            "moves=legal_moves(CardSet.parse('6S 6C 6D 8H')))",
            {
                "chosen": CardSet(),
                "hand": SIXES,
                "moves": legal_moves(SIXES),
                "combo": None,
                "legal": False,
                "addable": SIXES,
                "plays": legal_moves(SIXES).containing([]),
                "immediate": False,
                "reason": None,
            },
        ),
        Sample(
            "Selection(chosen=CardSet.parse('6S 8H'), hand=CardSet.parse('6S 6C 6D 8H'), "
            "moves=legal_moves(CardSet.parse('6S 6C 6D 8H')))",
            {
                "chosen": CardSet.parse("6S 8H"),
                "hand": SIXES,
                "moves": legal_moves(SIXES),
                "combo": None,
                "legal": False,
                "addable": CardSet(),
                "plays": legal_moves(SIXES).containing(CardSet.parse("6S 8H")),
                "immediate": False,
                "reason": IllegalReason.NOT_A_COMBO,
            },
        ),
        Sample(
            "Selection(chosen=CardSet.parse('6S 6C'), hand=CardSet.parse('6S 6C 6D 8H'), "
            "moves=legal_moves(CardSet.parse('6S 6C 6D 8H'), Combo.parse('5S 5D')))",
            {
                "chosen": CardSet.parse("6S 6C"),
                "hand": SIXES,
                "moves": legal_moves(SIXES, FIVES),
                "combo": Combo.parse("6S 6C"),
                "legal": True,
                "addable": CardSet(),
                "plays": legal_moves(SIXES, FIVES).containing(CardSet.parse("6S 6C")),
                "immediate": True,
                "reason": None,
            },
        ),
        Sample(
            "Selection(chosen=CardSet.parse('6S 6C'), hand=CardSet.parse('6S 6C 6D 8H'), "
            "moves=legal_moves(CardSet()))",
            {
                "chosen": CardSet.parse("6S 6C"),
                "hand": SIXES,
                "moves": legal_moves([]),
                "combo": Combo.parse("6S 6C"),
                "legal": False,
                "addable": CardSet(),
                "immediate": False,
                "reason": IllegalReason.NOT_YOUR_TURN,
            },
        ),
        Sample(
            "Selection(chosen=CardSet.parse('3S 3C 4S 4C 5S 5C'), "
            "hand=CardSet.parse('3S 3C 4S 4C 5S 5C 6S 6C'), moves="
            "LegalMoves(CardSet.parse('3S 3C 4S 4C 5S 5C 6S 6C'), Combo.parse('2S'), "
            f"{SOUTHERN!r}, None, True))",
            {
                "chosen": CardSet.parse("3S 3C 4S 4C 5S 5C"),
                "hand": FOUR_PAIRS,
                "moves": LegalMoves(FOUR_PAIRS, Combo.parse("2S"), SOUTHERN, None, True),
                "combo": Combo.parse("3S 3C 4S 4C 5S 5C"),
                "legal": False,
                "addable": CardSet.parse("6S 6C"),
                "immediate": False,
                "reason": None,
            },
        ),
    )
    parts = ("chosen", "hand", "moves")
    refused = (
        Refused("chosen", "6S", TypeError, "not the text '6S'"),
        Refused("chosen", None, TypeError, "not None"),
        Refused("chosen", ["6S"], TypeError, "not '6S'"),
        Refused("chosen", [*SIXES, Card.parse("6C")], DuplicateCardError, "card 6C"),
        Refused(
            "chosen", CardSet.parse("6H 6S 9S"), InvalidSelectionError, "not in the hand: 6H 9S"
        ),
        Refused("hand", "6S 6C", TypeError, "not the text '6S 6C'"),
        Refused("hand", [*SIXES, Card.parse("6C")], DuplicateCardError, "card 6C"),
        Refused("hand", CardSet.parse("6C 6D 8H"), InvalidSelectionError, "not in the hand: 6S"),
        Refused("hand", CardSet.parse("6S 6C 6D"), InvalidSelectionError, "of another hand"),
        Refused("moves", None, TypeError, "not None"),
        Refused("moves", (Combo.parse("6S"),), TypeError, "not a tuple"),
        Refused(
            "moves", legal_moves(CardSet.parse("6S")), InvalidSelectionError, "of another hand"
        ),
    )


class TestInvalidSelectionError(ErrorChecklist):
    samples = (
        Sample(
            "InvalidSelectionError('chosen but not in the hand', CardSet.parse('3S 2H'))",
            {"problem": "chosen but not in the hand", "cards": CardSet.parse("3S 2H")},
            text="chosen but not in the hand: 3S 2H",
        ),
        Sample(
            "InvalidSelectionError('the moves are those of another hand', CardSet())",
            {"problem": "the moves are those of another hand", "cards": CardSet()},
            text="the moves are those of another hand",
        ),
    )

    @pytest.mark.parametrize(
        ("chosen", "hand", "other", "named"),
        [("3S 4S", "4S 5S", "4S 5S", "3S"), ("4S", "4S 5S", "6S 7S", "")],
    )
    def test_shows_no_card_that_is_not_chosen(
        self, chosen: str, hand: str, other: str, named: str
    ) -> None:
        with pytest.raises(InvalidSelectionError) as refused:
            Selection(CardSet.parse(chosen), CardSet.parse(hand), legal_moves(CardSet.parse(other)))
        assert str(refused.value.cards) == named
        shown = f"{refused.value} {refused.value!r}"
        assert re.findall(r"\d[SCDH]", shown) == 2 * named.split()


class TestSelect:
    def test_takes_cards_in_any_order_and_container(self) -> None:
        chosen, hand = CardSet.parse("6S 6C"), SIXES

        selection = select(iter(reversed([*chosen])), [*reversed([*hand])], FIVES)

        assert selection == Selection(chosen, hand, legal_moves(hand, FIVES))

    def test_passes_every_part_of_the_question_on(self) -> None:
        card = Card.parse("6S")

        selection = select([card], SIXES, None, NORTHERN, including=card)

        assert selection.moves == legal_moves(SIXES, None, NORTHERN, including=card)

    @pytest.mark.parametrize(
        ("question", "error", "says"),
        [
            ({"hand": "6S"}, TypeError, "not the text '6S'"),
            ({"hand": [*SIXES, *SIXES]}, DuplicateCardError, "card 6S"),
            ({"table": "5S 5D"}, TypeError, "not '5S 5D'"),
            ({"table": Combo.parse("QS KS AS 2S", rules=None)}, InvalidComboError, "QS KS AS 2S"),
            ({"rules": None}, TypeError, "None"),
            ({"including": "6S"}, TypeError, "not '6S'"),
        ],
    )
    def test_bad_questions(
        self, question: dict[str, Any], error: type[Exception], says: str
    ) -> None:
        good: dict[str, Any] = {"chosen": [], "hand": SIXES}
        with pytest.raises(error) as refused:
            select(**good | question)
        assert says in str(refused.value)

    def test_the_opening_card_must_be_chosen(self) -> None:
        three = Card.parse("3S")
        hand = CardSet.parse("3S 3D 5S 5C")

        assert select([], hand, including=three).addable == CardSet.parse("3S 3D")
        assert not select(CardSet.parse("3D"), hand, including=three).legal
        assert select(CardSet.parse("3S 3D"), hand, including=three).immediate
        fives = select(CardSet.parse("5S 5C"), hand, including=three)
        assert fives.combo == Combo.parse("5S 5C")
        assert fives.reason is IllegalReason.MISSING_OPENING_CARD

    def test_a_card_to_include_that_is_too_low(self) -> None:
        five = Card.parse("5S")
        hand = CardSet.parse("5S 9H")

        selection = select([], hand, Combo.parse("7S"), including=five)

        assert selection.reason is IllegalReason.DOES_NOT_BEAT

    def test_a_card_to_include_that_is_not_held_leaves_nothing(self) -> None:
        selection = select([], SIXES, including=Card.parse("3S"))

        assert not selection.addable
        assert selection.reason is IllegalReason.MISSING_OPENING_CARD


class TestToggle:
    def test_refuses_what_is_no_card(self) -> None:
        wrong: Any = "6S"
        with pytest.raises(TypeError, match="not '6S'"):
            select([], SIXES).toggle(wrong)

    def test_leaves_the_selection_as_it_was(self) -> None:
        before = select([], SIXES)

        after = before.toggle(Card.parse("6S"))

        assert before == select([], SIXES)
        assert after == select([Card.parse("6S")], SIXES)


class TestReason:
    @pytest.mark.parametrize(
        ("chosen", "hand", "table", "expected"),
        [
            ("", "6S 6C 7D", "8S", "DOES_NOT_BEAT"),
            ("6S", "6S 6C 7D", "5S 5D 5H", "DOES_NOT_BEAT"),
            # Two cards of a sequence that would be too low.
            ("6S 8H", "6S 7C 8H", "7D 8D 9D", "DOES_NOT_BEAT"),
            ("6S 8H", "6S 8H", "7D 8D 9D", "NOT_A_COMBO"),
            ("", "", None, "NOT_A_COMBO"),
        ],
    )
    def test_of_the_base_game(
        self, chosen: str, hand: str, table: str | None, expected: str
    ) -> None:
        on = None if table is None else Combo.parse(table)
        selection = select(CardSet.parse(chosen), CardSet.parse(hand), on)

        assert selection.reason is IllegalReason[expected]

    @pytest.mark.parametrize(
        ("chosen", "hand", "table"),
        [
            pytest.param("6S", "6S 2S", "5S", id="the-last-card-below-the-2s"),
            pytest.param("6S", "6S 7S 8S 2S", "3S 4S 5S", id="a-part-of-it"),
            pytest.param("6S", "6S 2S", None, id="a-lead-that-leaves-a-2"),
            pytest.param("6S 7S", "6S 7S 8S 2S", None, id="a-part-of-a-lead"),
        ],
    )
    def test_barred(self, chosen: str, hand: str, table: str | None) -> None:
        """Nothing but 2s would be left, or the hand would go out on one (rule 9.2d)."""
        on = None if table is None else Combo.parse(table)
        selection = select(CardSet.parse(chosen), CardSet.parse(hand), on, NORTHERN)

        assert selection.reason is IllegalReason.BARRED


class TestOutOfTurn:
    """Of the moves of a seat out of turn, only free chops are left (rule 9.1b)."""

    HAND = FOUR_PAIRS | CardSet.parse("9S")
    MOVES = LegalMoves(HAND, Combo.parse("2S"), SOUTHERN, None, out_of_turn=True)

    def test_what_can_be_added_is_what_can_chop(self) -> None:
        assert Selection([], self.HAND, self.MOVES).addable == FOUR_PAIRS
        nine = Selection([Card.parse("9S")], self.HAND, self.MOVES)
        assert nine.combo == Combo.parse("9S")
        assert nine.reason is IllegalReason.NOT_YOUR_TURN

    def test_a_state_gives_moves_that_will_do_at_any_time(self) -> None:
        hands = [CardSet.parse("3H 9H"), FOUR_PAIRS, CardSet.parse("4H 8H")]
        state = GameState.position(
            hands=hands, turn=2, table=Combo.parse("2S"), table_seat=0, rules=SOUTHERN
        )

        owner, chopper, to_move = (
            Selection([min(hand)], hand, state.legal_moves(seat)) for seat, hand in enumerate(hands)
        )

        assert owner.reason is IllegalReason.NOT_YOUR_TURN
        assert chopper.reason is None
        assert to_move.reason is IllegalReason.DOES_NOT_BEAT


class TestWholePack:
    """No list of moves is made: those of the pack would fill the memory of any machine."""

    @pytest.mark.parametrize(
        ("rules", "addable"),
        [
            # 3S is in sequences and double sequences up to the aces; a 2 is in neither.
            (CARDGAMES_IO, DECK - CardSet.parse("3S 2S 2C 2D 2H")),
            # Double sequences go up to the 2s.
            (VIET_CONG, DECK - CardSet.parse("3S")),
            # Sets of 3s, and sequences of spades.
            (NORTHERN, CardSet.parse("3C 3D 3H 4S 5S 6S 7S 8S 9S TS JS QS KS AS")),
        ],
    )
    def test_is_answered(self, rules: Rules, addable: CardSet) -> None:
        tracemalloc.start()
        try:
            selection = select(CardSet.parse("3S"), DECK, rules=rules)
            assert selection.legal
            assert not selection.immediate
            assert selection.addable == addable
            assert selection.reason is None
            assert select([], DECK, rules=rules).addable == DECK
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < 5_000_000


# The answers against a brute force: the oracle tries every set of cards of a hand.

Cards = tuple[str, ...]

RULES = {
    **oracle.PRESETS,
    "bar and runs up to the 2s": replace(
        oracle.VIET_CONG, twos_last="barred", sequence_ranks=oracle.RANKS
    ),
}
every_rule_set = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)

IN_ORDER = [
    IllegalReason.NOT_A_COMBO,
    IllegalReason.MISSING_OPENING_CARD,
    IllegalReason.DOES_NOT_BEAT,
    IllegalReason.BARRED,
]


@st.composite
def choices(draw: st.DrawFn, hand: Cards, moves: list[Cards]) -> Cards:
    """Cards chosen from a hand in any order: a whole move, some cards of one, or any."""
    source = draw(st.sampled_from([*moves, hand]))
    cards = draw(st.permutations(source))
    whole = source in moves and draw(st.booleans())
    return tuple(cards if whole else cards[: draw(st.integers(0, len(cards)))])


def assert_agrees(selection: Selection, chosen: Cards, moves: list[Cards]) -> None:
    """Hold all answers but the reason against the list of all moves."""
    cards = set(chosen)
    containing = [set(move) for move in moves if cards <= set(move)]
    larger = [move for move in containing if move != cards]
    legal = cards in containing
    leads = selection.moves.table is None

    assert selection.legal is legal
    assert selection.immediate is (legal and not (leads and larger))
    assert set(bridge.strings(selection.addable)) == set().union(*larger) - cards
    assert len(selection.plays) == len(containing)
    assert all(set(bridge.strings(move)) in containing for move in selection.plays)
    in_order = [move for move in selection.moves if selection.chosen <= move.cards]
    assert [*selection.plays] == in_order
    assert (selection.reason is None) is bool(containing)


@st.composite
def questions(
    draw: st.DrawFn, rules: oracle.Rules
) -> tuple[Cards, Cards | None, str | None, Cards]:
    """A hand, a table or none, a card to include or none, and cards chosen from the hand."""
    table = draw(st.one_of(st.none(), strategies.combos(rules)), label="table")
    if table is None:
        few = strategies.hands_of_twos().map(lambda hand: hand[:9])
        hands = st.one_of(strategies.hands(9), few)
    else:
        hands = strategies.hands_against(table, rules, 9)
    hand = draw(hands, label="hand")
    chosen = draw(choices(hand, oracle.legal_moves(hand, table, rules)), label="chosen")
    held = [st.sampled_from(cards) for cards in (chosen, hand, hand) if cards]
    including = draw(st.one_of(st.none(), st.none(), *held, strategies.cards()), label="including")
    return hand, table, including, chosen


def reason(
    hand: Cards, table: Cards | None, including: str | None, chosen: Cards, rules: oracle.Rules
) -> IllegalReason | None:
    """Why nothing can come of the chosen cards: how far the combos that contain them get."""
    legal = oracle.legal_moves(hand, table, rules, including=including)
    found = [IllegalReason.NOT_A_COMBO]
    for combo in oracle.combos_in(tuple(oracle.in_order(hand)), rules):
        if set(chosen) <= set(combo):
            if combo in legal:
                return None
            if including is not None and including not in combo:
                found.append(IllegalReason.MISSING_OPENING_CARD)
            elif table is not None and not oracle.beats(combo, table, rules):
                found.append(IllegalReason.DOES_NOT_BEAT)
            else:
                found.append(IllegalReason.BARRED)
    return max(found, key=IN_ORDER.index)


@every_rule_set
@A_THIRD
@given(data=st.data())
def test_in_turn(rules: oracle.Rules, data: st.DataObject) -> None:
    hand, table, including, chosen = data.draw(questions(rules))
    selection = select(
        bridge.cards(chosen),
        bridge.cards(hand),
        None if table is None else bridge.combo(table),
        bridge.rules(rules),
        including=None if including is None else Card.parse(including),
    )

    assert bridge.name(selection.combo) == oracle.name(chosen, rules)
    assert_agrees(selection, chosen, oracle.legal_moves(hand, table, rules, including=including))
    assert selection.reason is reason(hand, table, including, chosen, rules)


@A_THIRD
@given(data=st.data())
def test_out_of_turn(data: st.DataObject) -> None:
    rules = oracle.SOUTHERN
    table = data.draw(st.one_of(strategies.sets_of_twos(), strategies.bombs(rules)), label="table")
    hand = data.draw(strategies.hands_against(table, rules, 10), label="hand")
    moves = [
        move
        for move in oracle.legal_moves(hand, table, rules)
        if oracle.is_listed(oracle.name(move, rules) or "", rules.free_chops)
    ]
    chosen = data.draw(choices(hand, moves), label="chosen")
    open_moves = LegalMoves(
        bridge.card_set(hand), bridge.combo(table), bridge.rules(rules), None, out_of_turn=True
    )
    selection = Selection(bridge.cards(chosen), bridge.cards(hand), open_moves)

    assert_agrees(selection, chosen, moves)
    assert selection.reason in (None, IllegalReason.NOT_YOUR_TURN)


@given(hand=strategies.hands(), data=st.data())
def test_toggle(hand: Cards, data: st.DataObject) -> None:
    clicks = data.draw(st.lists(st.sampled_from(hand)) if hand else st.just([]))
    selection = select([], bridge.cards(hand))
    for card in bridge.cards(clicks):
        selection = selection.toggle(card)

    # A card clicked an odd number of times is chosen.
    odd = [card for card in hand if clicks.count(card) % 2]
    assert selection == select(bridge.cards(odd), bridge.cards(hand))
