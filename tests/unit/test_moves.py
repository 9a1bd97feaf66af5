"""LegalMoves as a value, and as a sequence that must agree with itself."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NoReturn

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import bridge, strategies
from tests.unit.checklist import ConstructedChecklist, Refused, Sample, evaluate, told
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
    DuplicateCardError,
    IllegalReason,
    InvalidComboError,
    Kind,
    LegalMoves,
    Rank,
    Rules,
    Shape,
    Shapes,
    Twos,
    TwosLast,
    beats,
    classify,
    legal_moves,
)

EVERY_RUN = Rules(
    sequence_top=Rank.TWO,
    double_sequence_top=Rank.TWO,
    quad_sequence_top=Rank.TWO,
    chops=[
        Chop(Twos(1), [Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3, 3)]),
        Chop(Twos(2), [Shapes(Kind.QUAD_SEQUENCE), Shapes(Kind.DOUBLE_SEQUENCE, 5)]),
        Chop(Shape(Kind.QUAD), [Shapes(Kind.DOUBLE_SEQUENCE, 4)]),
        Chop(
            Shape(Kind.DOUBLE_SEQUENCE, 3),
            [Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 4), Shapes(Kind.QUAD_SEQUENCE)],
        ),
    ],
)
"""Rules that admit every run that any rules could, with chops between bombs."""
EVERY_RUN_BARRED = attrs.evolve(EVERY_RUN, twos_last=TwosLast.BARRED)
SOUTHERN_BARRED = attrs.evolve(
    SOUTHERN, free_chops=[Shapes(Kind.QUAD)], twos_last=TwosLast.BARRED, instant_wins=()
)
RULE_SETS = (
    CARDGAMES_IO,
    PAGAT,
    SOUTHERN,
    NORTHERN,
    VIET_CONG,
    EVERY_RUN,
    EVERY_RUN_BARRED,
    SOUTHERN_BARRED,
)

DEUCE = Combo.parse("2S")
FOUR_PAIRS = CardSet.parse("3S 3C 4S 4C 5S 5C 6S 6C")


class TestLegalMoves(ConstructedChecklist):
    samples = (
        Sample(
            "legal_moves(CardSet.parse('3S 3H'))",
            {
                "hand": CardSet.parse("3S 3H"),
                "table": None,
                "rules": CARDGAMES_IO,
                "including": None,
                "out_of_turn": False,
                "chosen": CardSet(),
                "total": 3,
            },
        ),
        Sample(
            "legal_moves(CardSet.parse('3S'))",
            {
                "hand": CardSet.parse("3S"),
                "table": None,
                "rules": CARDGAMES_IO,
                "including": None,
                "out_of_turn": False,
                "chosen": CardSet(),
                "total": 1,
            },
        ),
        Sample(
            "legal_moves(CardSet())",
            {
                "hand": CardSet(),
                "table": None,
                "rules": CARDGAMES_IO,
                "including": None,
                "out_of_turn": False,
                "chosen": CardSet(),
                "total": 0,
            },
        ),
        Sample(
            "legal_moves(CardSet.parse('3S 3H'), Combo.parse('3D'))",
            {
                "hand": CardSet.parse("3S 3H"),
                "table": Combo.parse("3D"),
                "rules": CARDGAMES_IO,
                "including": None,
                "out_of_turn": False,
                "chosen": CardSet(),
                "total": 1,
            },
        ),
        Sample(
            "legal_moves(CardSet.parse('3S 3H'), including=Card.parse('3H'))",
            {
                "hand": CardSet.parse("3S 3H"),
                "table": None,
                "rules": CARDGAMES_IO,
                "including": Card.parse("3H"),
                "out_of_turn": False,
                "chosen": CardSet(),
                "total": 2,
            },
        ),
        Sample(
            "legal_moves(CardSet.parse('3S 3H'), Combo.parse('3D'), rules=Rules(target=5), "
            "including=Card.parse('3S'))",
            {
                "hand": CardSet.parse("3S 3H"),
                "table": Combo.parse("3D"),
                "rules": Rules(target=5),
                "including": Card.parse("3S"),
                "out_of_turn": False,
                "chosen": CardSet(),
                "total": 0,
            },
        ),
        Sample(
            "LegalMoves(CardSet.parse('3S 3C 4S 4C 5S 5C 6S 6C'), Combo.parse('2S'), "
            f"{SOUTHERN!r}, None, True)",
            {
                "hand": FOUR_PAIRS,
                "table": DEUCE,
                "rules": SOUTHERN,
                "including": None,
                "out_of_turn": True,
                "chosen": CardSet(),
                "total": 1,
            },
        ),
        Sample(
            f"legal_moves(CardSet.parse('3S 3C 4S 4C 5S 5C 6S 6C'), Combo.parse('2S'), "
            f"rules={SOUTHERN!r})",
            {
                "hand": FOUR_PAIRS,
                "table": DEUCE,
                "rules": SOUTHERN,
                "including": None,
                "out_of_turn": False,
                "chosen": CardSet(),
                "total": 3,
            },
        ),
        Sample(
            "legal_moves(CardSet.parse('3S 3H')).containing(CardSet.parse('3S'))",
            {
                "hand": CardSet.parse("3S 3H"),
                "table": None,
                "rules": CARDGAMES_IO,
                "including": None,
                "out_of_turn": False,
                "chosen": CardSet.parse("3S"),
                "total": 2,
            },
        ),
        Sample(
            "LegalMoves(CardSet.parse('3S 3C 4S 4C 5S 5C 6S 6C'), Combo.parse('2S'), "
            f"{SOUTHERN!r}, None, True).containing(CardSet.parse('2S'))",
            {
                "hand": FOUR_PAIRS,
                "table": DEUCE,
                "rules": SOUTHERN,
                "including": None,
                "out_of_turn": True,
                "chosen": CardSet.parse("2S"),
                "total": 0,
            },
        ),
    )
    parts = ("hand", "table", "rules", "including", "out_of_turn", "chosen")
    refused = (
        Refused("hand", None, TypeError, "None"),
        Refused("hand", "3S 3H", TypeError, "CardSet.parse"),
        Refused("hand", [None], TypeError, "None"),
        Refused("hand", Card.parse("3S"), TypeError, "not a Card"),
        Refused("hand", [Card.parse("3S")] * 2, DuplicateCardError, "3S"),
        Refused("table", "3S", TypeError, "'3S'"),
        Refused("table", CardSet.parse("3S"), TypeError, "not a CardSet"),
        Refused("table", Combo.parse("QS KS AS 2S", rules=None), InvalidComboError, "QS KS AS 2S"),
        Refused("rules", None, TypeError, "None"),
        Refused("rules", "CARDGAMES_IO", TypeError, "'CARDGAMES_IO'"),
        Refused("including", "3S", TypeError, "'3S'"),
        Refused("including", CardSet.parse("3S"), TypeError, "not a CardSet"),
    )

    def test_equal_even_if_one_has_counted(self) -> None:
        fresh, used = legal_moves(DECK), legal_moves(DECK)
        assert used.total
        assert fresh == used
        assert hash(fresh) == hash(used)

    def test_not_equal_to_the_list_of_its_moves(self) -> None:
        moves = legal_moves(CardSet.parse("3S 4S"))
        others: list[object] = [list(moves), tuple(moves)]
        for other in others:
            assert moves != other

    def test_a_changed_question_is_counted_anew(self) -> None:
        moves = legal_moves(CardSet.parse("3S 4S"))
        assert moves.total == 2
        assert attrs.evolve(moves, hand=CardSet.parse("3S 4S 5S")).total == 4

    def test_is_a_sequence(self) -> None:
        assert isinstance(legal_moves(DECK), Sequence)
        for changing in ("append", "__setitem__", "__delitem__", "sort", "clear"):
            assert not hasattr(LegalMoves, changing)

    @pytest.mark.parametrize(
        ("hand", "expected"),
        [
            ("3S 2S 2H", ["2S", "2H", "2S 2H"]),
            ("3S 3C 2S 2H", ["3S", "3C", "2S", "2H", "2S 2H"]),
            ("3S 4S 5S 2H", ["3S", "4S", "5S", "2H"]),
        ],
    )
    def test_places_close_up_where_a_move_is_barred(self, hand: str, expected: list[str]) -> None:
        moves = legal_moves(CardSet.parse(hand), rules=NORTHERN)
        total = len(expected)
        assert list(map(str, moves)) == expected
        assert [str(moves[place]) for place in range(total)] == expected
        assert [moves.index(Combo.parse(text)) for text in expected] == list(range(total))
        assert moves.total == total

    def test_out_of_turn_only_free_chops_are_listed(self) -> None:
        moves = LegalMoves(FOUR_PAIRS, DEUCE, SOUTHERN, None, True)
        assert list(moves) == [Combo(FOUR_PAIRS)]
        three_pairs = Combo.parse("3S 3C 4S 4C 5S 5C")
        assert three_pairs in legal_moves(FOUR_PAIRS, DEUCE, SOUTHERN)
        assert three_pairs not in moves
        assert moves.why_not(three_pairs) is IllegalReason.NOT_YOUR_TURN
        # Nothing else is told of the hand: cards that are held and cards that are not.
        assert moves.why_not(Combo.parse("3S")) is IllegalReason.NOT_YOUR_TURN
        assert moves.why_not(Combo.parse("2H")) is IllegalReason.NOT_YOUR_TURN

    @pytest.mark.parametrize(
        ("hand", "table", "expected"),
        [
            ("JD 2H", "TD", []),
            ("2S 2H", "TD", []),
            ("9S 9C 9D 9H 2H", "2S", []),
            ("5S 9S 9C 9D 9H 2H", "2S", ["9S 9C 9D 9H"]),
        ],
    )
    def test_the_bar_on_2s_holds_out_of_turn(
        self, hand: str, table: str, expected: list[str]
    ) -> None:
        moves = LegalMoves(CardSet.parse(hand), Combo.parse(table), SOUTHERN_BARRED, None, True)
        assert list(map(str, moves)) == expected
        assert moves.total == len(expected)

    def test_a_seat_is_in_turn_if_nothing_else_is_said(self) -> None:
        """Three pairs and four pairs chop a 2, the latter also out of turn (rule 9.1)."""
        moves = LegalMoves(FOUR_PAIRS, DEUCE, SOUTHERN, None)
        assert moves.out_of_turn is False
        assert list(map(str, moves)) == [
            "3S 3C 4S 4C 5S 5C",
            "4S 4C 5S 5C 6S 6C",
            "3S 3C 4S 4C 5S 5C 6S 6C",
        ]

    def test_out_of_turn_must_be_said_by_a_game(self) -> None:
        question: dict[str, Any] = {"out_of_turn": True}
        with pytest.raises(TypeError, match="unexpected keyword argument 'out_of_turn'"):
            legal_moves(FOUR_PAIRS, DEUCE, SOUTHERN, **question)

    def test_invalid_questions(self, refused: Refused) -> None:
        """`legal_moves` takes no more than the constructor does."""
        question = self.good_parts()
        del question["out_of_turn"], question["chosen"]
        with pytest.raises(refused.error) as caught:
            legal_moves(**question | {refused.part: refused.value})
        assert refused.says in str(caught.value)

    def test_the_hand_may_be_any_iterable_in_any_order(self) -> None:
        cards = [Card.parse(text) for text in ("5D", "3S", "4H")]
        expected = legal_moves(CardSet.of(cards))
        for hand in (cards, tuple(cards), set(cards), iter(cards), Combo.parse("3S 4H 5D")):
            assert legal_moves(hand) == expected

    def test_the_card_to_include_needs_its_name(self) -> None:
        with pytest.raises(TypeError, match="positional argument"):
            legal_moves(DECK, None, CARDGAMES_IO, Card.parse("3S"))  # type: ignore[call-arg]


@st.composite
def questions(draw: st.DrawFn, max_size: int = 13) -> LegalMoves:
    """Leads and answers of all kinds, under several rule sets, with and without a card to include.

    Under one of them suits are followed and 2s are barred from the end of a hand; under one a seat
    may be out of turn.
    """
    rules = draw(st.sampled_from(RULE_SETS))
    combos, hands = strategies.combos(), strategies.hands(max_size)
    table = draw(st.none() | combos)
    if table is not None:
        hands |= strategies.hands_against(table)
    strings = draw(hands)
    if rules.twos_last is TwosLast.BARRED and draw(st.booleans()):
        strings = draw(strategies.hands_of_twos())
    if rules.sequence_top is Rank.TWO and draw(st.booleans()):
        # Runs of these rules alone: one to answer, and one in the hand that may be the answer.
        table = draw(st.none() | strategies.foreign_combos())
        strings = (*draw(strategies.foreign_combos()), *strings)
    hand = bridge.card_set(list(dict.fromkeys(strings))[:max_size])
    laid = None if table is None else bridge.combo(table)
    if laid is not None and classify(laid, rules) is None:
        laid = None
    if draw(st.booleans()) and rules.free_chops:
        return LegalMoves(hand, laid, rules, None, True)
    included = st.sampled_from(list(hand) or list(DECK)) | st.sampled_from(list(DECK))
    return legal_moves(hand, laid, rules, including=draw(st.none() | included))


def bars(combo: Combo, moves: LegalMoves) -> bool:
    """Whether rule 9.2d forbids a combo that would otherwise be a move."""
    if moves.rules.twos_last is TwosLast.ALLOWED:
        return False
    twos = {card for card in moves.hand if card.rank is Rank.TWO}
    below = set(moves.hand) - twos
    if not twos or not below <= set(combo):
        return False
    # The lead of a hand that has no other way out is free.
    return moves.table is not None or not below <= {moves.including}


def is_out_of_turn(combo: Combo, moves: LegalMoves) -> bool:
    return moves.out_of_turn and combo.shape not in {
        shape for shapes in moves.rules.free_chops for shape in shapes
    }


def key(combo: Combo) -> tuple[int, int, int]:
    """What moves are ordered by: kind, run length, cards as an integer."""
    return list(Kind).index(combo.kind), combo.run_length, combo.cards.mask


def outcome(ask: Callable[[], int]) -> int | str:
    """What a look-up gives, or that there is nothing to be found."""
    try:
        return ask()
    except ValueError:
        return "not found"


FIRST_QUESTIONS: list[tuple[Callable[[LegalMoves], object], object]] = [
    (len, 7),
    (lambda moves: moves.total, 7),
    (bool, True),
    (lambda moves: str(moves[6]), "3H 4C 5D"),
    (lambda moves: moves.index(Combo.parse("3S 3H")), 4),
    (lambda moves: [str(combo) for combo in moves][5:], ["3S 4C 5D", "3H 4C 5D"]),
    (lambda moves: str(next(reversed(moves))), "3H 4C 5D"),
]


class TestSequence:
    """A list of the moves and the moves themselves give the same answers."""

    @given(questions())
    def test_agrees_with_the_list(self, moves: LegalMoves) -> None:
        listed = list(moves)
        total = len(listed)
        assert (len(moves), moves.total, bool(moves)) == (total, total, total > 0)
        assert [moves[i] for i in range(total)] == listed
        assert [moves[i] for i in range(-total, 0)] == listed
        assert list(reversed(moves)) == listed[::-1]
        assert list(moves) == listed
        assert [moves.index(combo) for combo in listed] == list(range(total))
        assert [moves.count(combo) for combo in listed] == [1] * total
        assert all(combo in moves for combo in listed)

    @given(st.data())
    def test_slices(self, data: st.DataObject) -> None:
        moves = data.draw(questions())
        listed = list(moves)
        bound = st.none() | st.integers(-len(listed) - 3, len(listed) + 3)
        step = st.none() | st.integers(-5, 5).filter(bool)
        for _ in range(5):
            chosen = slice(data.draw(bound), data.draw(bound), data.draw(step))
            assert moves[chosen] == tuple(listed[chosen])

    @given(st.data())
    def test_index_between(self, data: st.DataObject) -> None:
        moves = data.draw(questions())
        listed = list(moves)
        combo = bridge.combo(data.draw(strategies.combos()))
        if listed:
            combo = data.draw(st.sampled_from(listed) | st.just(combo))
        place = st.integers(-len(listed) - 2, len(listed) + 2)
        start, stop = data.draw(place), data.draw(place)
        assert outcome(lambda: moves.index(combo)) == outcome(lambda: listed.index(combo))
        assert outcome(lambda: moves.index(combo, start)) == outcome(
            lambda: listed.index(combo, start)
        )
        assert outcome(lambda: moves.index(combo, start, stop)) == outcome(
            lambda: listed.index(combo, start, stop)
        )

    @given(questions(), st.integers(1, 3) | st.integers(1, 10**30))
    def test_out_of_range(self, moves: LegalMoves, beyond: int) -> None:
        for place in (moves.total - 1 + beyond, -moves.total - beyond):
            with pytest.raises(IndexError) as caught:
                moves[place]
            assert str(caught.value) == f"there is no move {place} of {moves.total}"

    @pytest.mark.parametrize(("top", "higher"), [("S", "CDH"), ("C", "DH"), ("D", "H"), ("H", "")])
    def test_a_run_of_the_same_ranks_needs_a_higher_suit(self, top: str, higher: str) -> None:
        table = Combo.parse(f"3S 4S 5{top}")
        moves = legal_moves(CardSet.parse("3C 4C 5S 5C 5D 5H"), table)
        assert list(map(str, moves)) == [f"3C 4C 5{suit}" for suit in higher]
        assert moves.total == len(higher)

    def test_the_shortest_run_there_is(self) -> None:
        """Two quads: the last of all moves, found by its place as it is in the list."""
        hand = CardSet.parse("3S 3C 3D 3H 4S 4C 4D 4H")
        moves = legal_moves(hand, rules=VIET_CONG)
        assert list(moves)[-1] == moves[moves.total - 1] == Combo(hand)

    @pytest.mark.parametrize("card", ["4S", "4C", "4D", "4H"])
    def test_runs_with_a_card_begin_no_higher(self, card: str) -> None:
        hand, including = CardSet.parse(f"3S {card} 5S 6S 7S"), Card.parse(card)
        moves = legal_moves(hand, including=including)
        assert list(map(str, moves)) == [
            card,
            f"3S {card} 5S",
            f"{card} 5S 6S",
            f"3S {card} 5S 6S",
            f"{card} 5S 6S 7S",
            f"3S {card} 5S 6S 7S",
        ]
        assert list(legal_moves(hand).containing([including])) == list(moves)

    def test_a_run_of_all_ranks(self) -> None:
        """One card of each rank: 13 singles, and of runs of 3 to 13 ranks 11, 10 and so on to 1."""
        hand = CardSet.parse("3S 4C 5D 6H 7S 8C 9D TH JS QC KD AH 2S")
        moves = legal_moves(hand, rules=PAGAT)
        assert len(list(moves)) == moves.total == 13 + 66
        assert list(moves)[-1] == moves[-1] == Combo(hand)

    @pytest.mark.parametrize("wrong", ["0", None, 0.0, DEUCE, (0, 1)], ids=repr)
    def test_an_index_is_an_int(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            legal_moves(DECK)[wrong]

    def test_an_index_may_be_whatever_stands_for_an_int(self) -> None:
        class Second:
            def __index__(self) -> int:
                return 1

        moves = legal_moves(CardSet.parse("3S 4S"))
        assert moves[Second()] == moves[1]

    def test_a_slice_goes_somewhere(self) -> None:
        with pytest.raises(ValueError, match="step cannot be zero"):
            legal_moves(DECK)[::0]
        with pytest.raises(TypeError, match="slice indices"):
            legal_moves(DECK)["0" : Card.parse("3S")]

    @pytest.mark.parametrize("stranger", [None, 0, "3S", CardSet.parse("3S")], ids=repr)
    def test_nothing_but_combos_is_in_it(self, stranger: Any) -> None:
        moves = legal_moves(DECK)
        assert stranger not in moves
        assert moves.count(stranger) == 0
        with pytest.raises(ValueError, match="is not among these moves") as caught:
            moves.index(stranger)
        assert told(stranger) in str(caught.value)

    @pytest.mark.parametrize(
        ("ask", "answer"),
        FIRST_QUESTIONS,
        ids=["len", "total", "bool", "place", "index", "iter", "reversed"],
    )
    def test_any_question_may_be_the_first(
        self, ask: Callable[[LegalMoves], object], answer: object
    ) -> None:
        """Moves are counted when something is first asked, whatever it is."""
        assert ask(legal_moves(CardSet.parse("3S 3H 4C 5D"))) == answer

    @pytest.mark.parametrize("wrong", [None, "3S", CardSet.parse("3S")], ids=repr)
    def test_why_not_wants_a_combo(self, wrong: Any) -> None:
        with pytest.raises(TypeError) as caught:
            legal_moves(DECK).why_not(wrong)
        assert told(wrong) in str(caught.value)

    @given(questions())
    def test_order(self, moves: LegalMoves) -> None:
        assert all(key(one) < key(other) for one, other in pairwise(moves))

    @given(questions(max_size=8), st.sets(st.sampled_from(list(DECK)), max_size=4))
    def test_membership(self, moves: LegalMoves, others: set[Card]) -> None:
        """Every combo of the hand, some other cards and the table is asked about."""
        listed = set(moves)
        table = CardSet() if moves.table is None else moves.table.cards
        for combo in legal_moves(moves.hand | CardSet.of(others) | table, rules=EVERY_RUN):
            assert (combo in moves) is (combo in listed)
            assert moves.count(combo) == int(combo in listed)
            assert (moves.why_not(combo) is None) is (combo in listed)

    @given(questions(max_size=8), st.sets(st.sampled_from(list(DECK)), max_size=4))
    def test_why_not(self, moves: LegalMoves, others: set[Card]) -> None:
        """The first of six reasons that applies."""
        table, including = moves.table, moves.including
        for combo in legal_moves(moves.hand | CardSet.of(others), rules=EVERY_RUN):
            if is_out_of_turn(combo, moves):
                expected = IllegalReason.NOT_YOUR_TURN
            elif classify(combo, moves.rules) is None:
                expected = IllegalReason.NOT_A_COMBO
            elif not combo.cards <= moves.hand:
                expected = IllegalReason.CARDS_NOT_HELD
            elif including is not None and including not in combo:
                expected = IllegalReason.MISSING_OPENING_CARD
            elif table is not None and not beats(combo, table, moves.rules):
                expected = IllegalReason.DOES_NOT_BEAT
            elif bars(combo, moves):
                expected = IllegalReason.BARRED
            else:
                expected = None
            assert moves.why_not(combo) is expected

    @given(questions(max_size=9))
    def test_complete(self, moves: LegalMoves) -> None:
        """Whatever of all subsets of the hand is a combo and beats the table."""
        subsets = [CardSet()]
        for card in moves.hand:
            subsets += [subset | CardSet.of([card]) for subset in subsets]
        combos = [classify(subset, moves.rules) for subset in subsets]
        expected = [
            combo
            for combo in combos
            if combo is not None
            if moves.including is None or moves.including in combo
            if moves.table is None or beats(combo, moves.table, moves.rules)
            if not bars(combo, moves)
            if not is_out_of_turn(combo, moves)
        ]
        assert list(moves) == sorted(expected, key=key)


@st.composite
def parts_of_moves(draw: st.DrawFn, moves: LegalMoves) -> CardSet:
    """Cards that one of the moves contains, or any others."""
    some = list(draw(st.sampled_from(list(moves)))) if moves else list(moves.hand)
    cards = st.sampled_from(some or list(DECK)) | st.sampled_from(list(DECK))
    return CardSet.of(draw(st.sets(cards, max_size=5)))


class TestContaining:
    """The moves that contain some cards are those of the list that do, in the same order."""

    @given(st.data())
    def test_agrees_with_the_filtered_list(self, data: st.DataObject) -> None:
        moves = data.draw(questions())
        chosen = data.draw(parts_of_moves(moves))
        listed = [combo for combo in moves if chosen <= combo.cards]
        total = len(listed)
        narrowed = moves.containing(chosen)
        assert (len(narrowed), narrowed.total, bool(narrowed)) == (total, total, total > 0)
        assert list(narrowed) == listed
        assert list(reversed(narrowed)) == listed[::-1]
        assert [narrowed[place] for place in range(-total, total)] == 2 * listed
        assert [narrowed.index(combo) for combo in listed] == list(range(total))
        for combo in moves:
            assert (combo in narrowed) is (combo in listed)
            assert narrowed.count(combo) == int(combo in listed)
        for combo in set(moves) - set(listed):
            with pytest.raises(ValueError, match="is not among these moves"):
                narrowed.index(combo)
        for place in (total, -total - 1):
            with pytest.raises(IndexError, match=f"there is no move {place} of {total}"):
                narrowed[place]

    @given(st.data())
    def test_slices(self, data: st.DataObject) -> None:
        moves = data.draw(questions())
        chosen = data.draw(parts_of_moves(moves))
        listed = [combo for combo in moves if chosen <= combo.cards]
        narrowed = moves.containing(chosen)
        bound = st.none() | st.integers(-len(listed) - 3, len(listed) + 3)
        for _ in range(5):
            some = slice(
                data.draw(bound), data.draw(bound), data.draw(st.sampled_from([None, 1, 2, -1, -3]))
            )
            assert narrowed[some] == tuple(listed[some])

    @given(st.data())
    def test_twice_is_at_once(self, data: st.DataObject) -> None:
        moves = data.draw(questions())
        one, other = data.draw(parts_of_moves(moves)), data.draw(parts_of_moves(moves))
        at_once = moves.containing(one | other)
        twice = moves.containing(one).containing(other)
        assert twice == at_once
        assert hash(twice) == hash(at_once)
        assert list(twice) == [combo for combo in moves if one | other <= combo.cards]

    def test_nothing_chosen_asks_the_same(self) -> None:
        moves = legal_moves(CardSet.parse("3S 3H"))
        assert moves.containing([]) == moves
        assert moves.containing(CardSet.parse("3S")) != moves

    def test_the_question_stays_as_it_was(self) -> None:
        moves = legal_moves(CardSet.parse("3S 3H"))
        assert moves.containing(CardSet.parse("3S")).total == 2
        assert moves.total == 3

    def test_several_cards_of_a_rank_are_in_no_smaller_set(self) -> None:
        moves = legal_moves(CardSet.parse("6S 6C 6D 7S 7C 8S 8C"))
        assert list(map(str, moves.containing(CardSet.parse("6S 6C")))) == [
            "6S 6C",
            "6S 6C 6D",
            "6S 6C 7S 7C 8S 8C",
        ]
        assert list(moves.containing(CardSet.parse("6S 6C 8S 8C"))) == [
            Combo.parse("6S 6C 7S 7C 8S 8C")
        ]

    def test_the_bar_on_2s_looks_at_the_whole_hand(self) -> None:
        """Rule 9.2: what may not be played alone is not allowed by being chosen."""
        moves = legal_moves(CardSet.parse("5S 2S 2H"), rules=NORTHERN)
        assert list(moves.containing(CardSet.parse("5S"))) == []
        assert list(map(str, moves.containing(CardSet.parse("2H")))) == ["2H", "2S 2H"]
        five = legal_moves(CardSet.parse("5S 2S"), rules=NORTHERN, including=Card.parse("5S"))
        assert list(map(str, five.containing(CardSet.parse("5S")))) == ["5S"]
        assert list(five.containing(CardSet.parse("2S"))) == []

    def test_why_not_still_says_what_the_rules_do(self) -> None:
        moves = legal_moves(CardSet.parse("5S 2S")).containing(CardSet.parse("2S"))
        assert Combo.parse("5S") not in moves
        assert moves.why_not(Combo.parse("5S")) is None

    @pytest.mark.parametrize(
        ("cards", "error", "says"),
        [
            (None, TypeError, "None"),
            (3, TypeError, "not 3"),
            ("3S", TypeError, "CardSet.parse"),
            (Card.parse("3S"), TypeError, "not a Card"),
            (["3S"], TypeError, "'3S'"),
            ([Card.parse("3S")] * 2, DuplicateCardError, "3S"),
        ],
    )
    def test_what_is_no_cards(self, cards: Any, error: type[Exception], says: str) -> None:
        moves = legal_moves(CardSet.parse("3S 3H"))
        with pytest.raises(error) as caught:
            moves.containing(cards)
        assert says in str(caught.value)
        with pytest.raises(error) as caught:
            attrs.evolve(moves, chosen=cards)
        assert says in str(caught.value)


def windows(length: int, ranks: int, *held: int) -> int:
    """How many runs of a length there are among so many ranks that hold some of them."""
    starts = range(ranks - length + 1)
    return sum(all(start <= rank < start + length for rank in held) for start in starts)


SETS = 4 + 6 + 4 + 1
"""The combos of one rank."""

HUGE = {
    "lead": (
        lambda: legal_moves(DECK),
        13 * SETS + sum(windows(n, 12) * (4**n + 6**n) for n in range(3, 13)),
    ),
    "lead under rules that admit every run": (
        lambda: legal_moves(DECK, rules=EVERY_RUN),
        13 * SETS
        + sum(windows(n, 13) * (4**n + 6**n) for n in range(3, 14))
        + sum(windows(n, 13) for n in range(2, 14)),
    ),
    "lead with 9D": (
        lambda: legal_moves(DECK, including=Card.parse("9D")),
        (1 + 3 + 3 + 1)
        + sum(windows(n, 12, 6) * (4 ** (n - 1) + 3 * 6 ** (n - 1)) for n in range(3, 13)),
    ),
    "containing 9D": (
        lambda: legal_moves(DECK).containing(CardSet.parse("9D")),
        (1 + 3 + 3 + 1)
        + sum(windows(n, 12, 6) * (4 ** (n - 1) + 3 * 6 ** (n - 1)) for n in range(3, 13)),
    ),
    "containing 6S, 6C and 9D": (
        # A double sequence: one pair of 6s, three of 9s.
        lambda: (
            legal_moves(DECK).containing(CardSet.parse("6S 9D")).containing(CardSet.parse("6C"))
        ),
        sum(windows(n, 12, 3, 6) * 3 * 6 ** (n - 2) for n in range(4, 13)),
    ),
    "on a sequence of eight": (
        # Up to TS three higher tops in the same ranks, then four windows of higher ranks.
        lambda: legal_moves(DECK, Combo.parse("3S 4S 5S 6S 7S 8S 9S TS")),
        3 * 4**7 + 4 * 4**8,
    ),
    "on ten pairs, with AH": (
        # The window below the highest does not hold an ace, in the highest AH is always higher.
        lambda: legal_moves(
            DECK,
            Combo.parse("3S3C 4S4C 5S5C 6S6C 7S7C 8S8C 9S9C TSTC JSJC QSQC"),
            including=Card.parse("AH"),
        ),
        3 * 6**9,
    ),
    "on a single 2": (
        lambda: legal_moves(DECK, DEUCE),
        3 + 13 + sum(windows(n, 12) * 6**n for n in range(3, 13)),
    ),
}


@pytest.mark.parametrize(("ask", "total"), HUGE.values(), ids=HUGE)
class TestHugeHands:
    """Billions of moves are counted and found, never listed."""

    def test_total(self, ask: Callable[[], LegalMoves], total: int) -> None:
        assert ask().total == total

    @given(data=st.data())
    def test_place_and_move(
        self, ask: Callable[[], LegalMoves], total: int, data: st.DataObject
    ) -> None:
        moves = ask()
        place = data.draw(st.integers(0, total - 1) | st.sampled_from([0, 1, total - 2, total - 1]))
        combo = moves[place]
        assert combo in moves
        assert moves.why_not(combo) is None
        assert moves.index(combo) == place
        assert moves.count(combo) == 1
        assert moves[place - total] == combo
        assert moves[place : place + 3] == tuple(
            moves[i] for i in range(place, min(place + 3, total))
        )
        if place:
            assert key(moves[place - 1]) < key(combo)

    def test_both_ends(self, ask: Callable[[], LegalMoves], total: int) -> None:
        moves = ask()
        assert moves
        assert moves[0] == next(iter(moves))
        assert moves[-1] == next(reversed(moves)) == moves[total - 1]
        assert moves[-2:] == (moves[total - 2], moves[total - 1])
        assert moves[:: total - 1] == (moves[0], moves[-1])
        for place in (total, -total - 1):
            with pytest.raises(IndexError):
                moves[place]

    def test_little_memory(self, ask: Callable[[], LegalMoves], total: int) -> None:
        tracemalloc.start()
        try:
            moves = ask()
            combo = moves[total - total // 10]
            assert moves.index(combo) == total - total // 10
            assert combo in moves
            assert len(moves[:: total // 7]) in (7, 8)
            assert moves[-1] in moves
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 100_000

    def test_nothing_asks_for_len(
        self, ask: Callable[[], LegalMoves], total: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """`len` cannot tell more than ``sys.maxsize``, less than this on 32 bits."""

        def overflow(_moves: LegalMoves) -> NoReturn:
            raise OverflowError

        monkeypatch.setattr(LegalMoves, "__len__", overflow)
        moves = ask()
        with pytest.raises(OverflowError):
            len(moves)
        assert moves.total == total
        assert bool(moves)
        combo = moves[-1]
        assert moves[total - 1] == combo
        assert moves[-1:] == (combo,)
        assert combo in moves
        assert moves.index(combo) == moves.index(combo, -1) == total - 1
        assert moves.count(combo) == 1
        assert next(iter(moves)) == moves[0]
        assert next(reversed(moves)) == combo
        assert repr(moves) == repr(ask())
        assert moves == ask()
        assert hash(moves) == hash(ask())


def test_the_three_billionth_move() -> None:
    """The last of all are the double sequences of twelve: two of four suits in each of 12 ranks."""
    moves = legal_moves(DECK)
    longest = 6**12
    assert moves[3_000_000_000].shape == Shape(Kind.DOUBLE_SEQUENCE, 12)
    assert moves[moves.total - longest].shape == Shape(Kind.DOUBLE_SEQUENCE, 12)
    assert moves[moves.total - longest - 1].shape == Shape(Kind.DOUBLE_SEQUENCE, 11)


def test_out_of_turn_is_a_truth_value() -> None:
    wrong: Any = "yes"
    with pytest.raises(TypeError, match="'yes'"):
        LegalMoves(CardSet(), None, CARDGAMES_IO, None, wrong)


def test_repr_of_moves_out_of_turn_evaluates_back() -> None:
    moves = LegalMoves(CardSet.parse("3S"), None, SOUTHERN, Card.parse("3S"), True)
    assert evaluate(repr(moves)) == moves
