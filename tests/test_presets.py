"""The named rule sets, by what they do: the table of the rule book's chapter 9, cell by cell.

For each row of the table an observer watches a rule set play and writes the cell that describes it.
So a test fails when a cell is changed and when a rule set is.
"""

import ast
import copy
import functools
import itertools
import pickle
import random
import re
from collections.abc import Callable, Iterable
from typing import Any

import attrs
import pytest

import tienlen
from tests.rules import book
from tests.rules.deals import FOUR_TWOS, PATTERNS, deal_around, lowest, plain_deal
from tests.rules.table import end_round, moves, paid, pass_, play, position, refusal, result
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
    Deal,
    GameState,
    IllegalReason,
    InstantWin,
    InvalidRulesError,
    InvalidSeatError,
    Kind,
    Opening,
    Penalty,
    Phase,
    Play,
    Rank,
    Rules,
    Settlement,
    Shape,
    Shapes,
    Suits,
    Twos,
    TwosLast,
    beats,
    classify,
    legal_moves,
)

PRESETS = {
    "CARDGAMES_IO": CARDGAMES_IO,
    "PAGAT": PAGAT,
    "SOUTHERN": SOUTHERN,
    "NORTHERN": NORTHERN,
    "VIET_CONG": VIET_CONG,
}
RANKS = "3456789TJQKA2"
EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)


# Combos


def cards(start: int, run_length: int, suits: str) -> CardSet:
    """Give the cards of some suits of consecutive ranks."""
    ranks = RANKS[start : start + run_length]
    return CardSet.parse(" ".join(rank + suit for rank in ranks for suit in suits))


@functools.cache
def combos(shape: Shape, rules: Rules) -> list[Combo]:
    """Give the lowest and the highest combo of a shape that the rules admit, in two colours."""
    found = [
        combo
        for start in range(len(RANKS) - shape.run_length + 1)
        for suits in ("SCDH"[: shape.width], "SCDH"[-shape.width :])
        if (combo := classify(cards(start, shape.run_length, suits), rules))
    ]
    return found and [*found[:2], *found[-2:]]


@functools.cache
def shapes(rules: Rules) -> list[Shape]:
    """Give the shapes that exist under the rules."""
    return [shape for kind in Kind for shape in Shapes(kind) if combos(shape, rules)]


def is_twos(combo: Combo) -> bool:
    return {card.rank for card in combo} == {Rank.TWO}


def written(found: Iterable[Shape], rules: Rules) -> str:
    """Write shapes as the table does."""
    words: list[str] = []
    for kind, letters in (
        (Kind.QUAD, "Q"),
        (Kind.DOUBLE_SEQUENCE, "DS"),
        (Kind.QUAD_SEQUENCE, "Q"),
    ):
        here = [shape.run_length for shape in found if shape.kind is kind]
        there = [shape.run_length for shape in shapes(rules) if shape.kind is kind]
        if not here:
            continue
        assert here == list(range(here[0], here[-1] + 1))
        open_ended = here[-1] == there[-1] > here[0]
        assert open_ended or len(here) == 1
        name = f"DS{here[0]}" if letters == "DS" else letters * here[0]
        words.append(name + "+" * open_ended)
    assert {shape.kind for shape in found} <= {Kind.QUAD, Kind.DOUBLE_SEQUENCE, Kind.QUAD_SEQUENCE}
    return ", ".join(words) or "–"


def laid_on(targets: Iterable[Combo], rules: Rules) -> list[Shape]:
    """Give the shapes that beat combos besides those of the combos' own shape."""
    found: list[Shape] = []
    for shape in shapes(rules):
        answers = {
            beats(combo, target, rules)
            for target in targets
            if target.shape is not shape
            for combo in combos(shape, rules)
        }
        assert len(answers) <= 1
        found += [shape] * (answers == {True})
    return found


# Observers of what is a combo and what beats what


def seats(rules: Rules) -> str:
    def may_play(number: int) -> bool:
        try:
            GameState.new(number, rules)
        except InvalidSeatError:
            return False
        return True

    return ", ".join(str(number) for number in range(9) if may_play(number))


def cards_each(rules: Rules) -> str:
    deal = Deal.shuffled(random.Random(3), 3, rules)
    sizes = {len(hand) for hand in GameState.new(3, rules).apply(deal).hands}
    assert len(sizes) == 1
    return str(*sizes)


def top_of(kind: Kind) -> Callable[[Rules], str]:
    def observe(rules: Rules) -> str:
        windows = [
            (start, run_length)
            for run_length in range(kind.min_run, kind.max_run + 1)
            for start in range(len(RANKS) - run_length + 1)
        ]
        suits = "SCDH"[: kind.width]
        admitted = [each for each in windows if classify(cards(*each, suits), rules)]
        if not admitted:
            return "none"
        end = max(start + run_length for start, run_length in admitted)
        assert admitted == [each for each in windows if sum(each) <= end]
        for round_the_corner in ("A2345", "2345", "KA23"):
            text = " ".join(rank + suit for rank in round_the_corner for suit in suits)
            assert classify(CardSet.parse(text), rules) is None
        return RANKS[end - 1]

    return observe


def suits_in_a_combo(rules: Rules) -> str:
    free: list[bool] = []
    by_rule: list[bool] = []
    for rank, colours in itertools.product(RANKS, ("SC", "SD", "SH", "CD", "CH", "DH")):
        free.append(classify(cards(RANKS.index(rank), 1, colours), rules) is not None)
        by_rule.append(rank == "2" or colours in ("SC", "DH"))
    for suits in itertools.product("SCDH", repeat=3):
        run = " ".join(map("".join, zip("567", suits, strict=True)))
        free.append(classify(CardSet.parse(run), rules) is not None)
        by_rule.append(len(set(suits)) == 1)
    return "free" if all(free) else "9.2a" if free == by_rule else "neither"


def suits_of_an_answer(rules: Rules) -> str:
    seen: list[bool] = []
    by_rule: list[bool] = []
    for width, run_length, covering in ((1, 1, "2"), (2, 1, "2"), (3, 1, ""), (1, 4, "")):
        choices = ["".join(suits) for suits in itertools.combinations("SCDH", width)]
        for suits, others in itertools.product(choices, repeat=2):
            table = classify(cards(0, run_length, suits), rules)
            for start in range(1, len(RANKS) - run_length + 1):
                combo = classify(cards(start, run_length, others), rules)
                if table and combo:
                    seen.append(beats(combo, table, rules))
                    by_rule.append(suits == others or RANKS[start] == covering)
    return "free" if all(seen) else "9.2b, 9.2c" if seen == by_rule else "neither"


def on_twos(count: int) -> Callable[[Rules], str]:
    def observe(rules: Rules) -> str:
        choices = map("".join, itertools.combinations("SCDH", count))
        targets = [Combo(cards(12, 1, suits)) for suits in choices]
        return written(laid_on(targets, rules), rules)

    return observe


def on(*wanted: Shape) -> Callable[[Rules], str]:
    def observe(rules: Rules) -> str:
        targets = [combo for shape in wanted for combo in combos(shape, rules)]
        return written(laid_on([each for each in targets if not is_twos(each)], rules), rules)

    return observe


def on_long_double_sequences(rules: Rules) -> str:
    runs = [each for each in shapes(rules) if each in Shapes(Kind.DOUBLE_SEQUENCE, 4)]
    found = {shape: laid_on(combos(shape, rules), rules) for shape in runs}
    if not any(found.values()):
        return "–"
    longer = {shape: runs[place + 1 :] for place, shape in enumerate(runs)}
    return "any longer DS" if found == longer else "neither"


def on_anything_else(rules: Rules) -> str:
    runs = [each for each in shapes(rules) if each.kind is not Kind.DOUBLE_SEQUENCE]
    others = [each for each in runs if each.kind is not Kind.QUAD]
    return " or ".join(sorted({on(each)(rules) for each in others}))


# Observers of play


def playable_by_seat_2(turn: int, passed: tuple[int, ...], rules: Rules) -> str:
    """Tell with what seat 2 may beat the table while it is another's turn."""
    tables = [Combo.parse(text) for text in ("2H", "2D 2H", "AS AC AD AH", "QD QH KD KH AD AH")]
    tables += [Combo.parse("JD JH QD QH KD KH AD AH"), Combo.parse("2C 2D 2H")]
    found: list[Shape] = []
    for shape in shapes(rules):
        answers: set[bool] = set()
        for table, combo in itertools.product(tables, combos(shape, rules)):
            apart = not set(table.cards) & set(combo.cards)
            if apart and classify(table.cards, rules) and beats(combo, table, rules):
                spare = DECK - table.cards - combo.cards
                own, first, other, last = itertools.islice(spare, 4)
                state = GameState.position(
                    hands=[[first], [other], [*combo.cards, own], [last]],
                    turn=turn,
                    table=table,
                    table_seat=0,
                    passed=passed,
                    rules=rules,
                )
                listed = Play(2, combo) in state.legal_actions(2)
                assert (state.why_illegal(Play(2, combo)) is None) is listed
                answers.add(listed)
        assert len(answers) <= 1
        found += [shape] * (answers == {True})
    return written(found, rules)


def chop_after_passing(rules: Rules) -> str:
    return playable_by_seat_2(3, (2,), rules)


def chop_out_of_turn(rules: Rules) -> str:
    return playable_by_seat_2(1, (), rules)


def going_out_on_2s(rules: Rules) -> str:
    def asked(hand: str, cards: str, table: str | None) -> IllegalReason | None:
        by = None if table is None else 1
        return refusal(position(hand, "3D 4D", table=table, by=by, rules=rules), 0, cards)

    barred = [
        asked("2H", "2H", "3S"),
        asked("2S 2H", "2S", "3S"),
        asked("5S 2H", "5S", "3S"),
        asked("5S 2H", "5S", None),
        asked("2S 2C", "2S 2C", "3S 3C"),
    ]
    never_barred = [asked("5S 2H", "2H", "3S"), asked("2H", "2H", None), asked("5S", "5S", "3S")]
    assert never_barred == [None] * 3
    if barred == [None] * 5:
        return "free"
    assert barred == [IllegalReason.BARRED] * 5
    return "9.2d"


def opened_by(before: GameState, dealt: Deal) -> str:
    """Tell who opens a round, and that what the opening asks for is asked for."""
    state = before.apply(dealt)
    assert state.turn is not None
    assert state.table is None
    if state.opening_card is None:
        assert before.last_round is not None
        assert state.turn == before.last_round.places[0]
        assert len(state.legal_moves()) == len(
            legal_moves(state.hands[state.turn], rules=state.rules)
        )
        return "last winner"
    assert state.opening_card == lowest(dealt)
    assert state.opening_card in dealt.hands[state.turn]
    assert all(state.opening_card in combo for combo in state.legal_moves())
    return "lowest card"


# Dealt to three seats: 3S to the last, and 4C as the lowest card to the last.
WITH_3S = plain_deal(3)
WITHOUT_3S = deal_around(
    {
        0: "6D 6H 7S 7C 8D 9H TS JC QD KS KC AD 2S",
        1: "6S 7D 8S 8C 9S 9C TD JD JH QS KD AS 2C",
        2: "4C 4H 5S 7H 8H 9D TC TH JS QH KH AC 2D",
    },
    3,
)


def opener(before: GameState) -> str:
    (found,) = {opened_by(before, dealt) for dealt in (WITH_3S, WITHOUT_3S)}
    return found


def opens_the_first_round(rules: Rules) -> str:
    return opener(GameState.new(3, rules))


def opens_a_later_round(rules: Rules) -> str:
    return opener(end_round((1, 0, 2), rules=rules))


def opens_after_an_instant_win(rules: Rules) -> str:
    won = GameState.new(3, rules).apply(deal_around({1: FOUR_TWOS}, 3))
    return "–" if won.phase is Phase.PLAYING else opener(won)


def instant_wins(rules: Rules) -> str:
    assert len(InstantWin) == len(PATTERNS)

    def winner(hands: dict[int, str]) -> int | None:
        state = GameState.new(rules=rules).apply(deal_around(hands))
        return None if state.last_round is None else state.last_round.places[0]

    winning = [name for name, hand in PATTERNS.items() if winner({1: hand}) == 1]
    wins = dict.fromkeys(winning, 0)
    for one, other in itertools.combinations(winning, 2):
        for first, second in ((one, other), (other, one)):
            seat = winner({1: PATTERNS[first], 2: PATTERNS[second]})
            assert seat is not None
            wins[(first, second)[seat - 1]] += 1
    assert sorted(wins.values()) == [2 * place for place in range(len(wins))]
    return ", ".join(sorted(winning, key=wins.__getitem__, reverse=True)) or "–"


def settlement(rules: Rules) -> str:
    orders = [(2, 0, 3, 1), (0, 1, 2, 3), (1, 2, 0), (2, 1, 0), (1, 0), (0, 1)]
    found: set[str] = set()
    for places in orders:
        round_result = result(end_round(places, rules=rules))
        seats = len(places)
        assert round_result.places == places
        by_place = [round_result.points[seat] for seat in places]
        if round_result.payments:
            assert {payment.reason.name for payment in round_result.payments} == {"PLACE"}
            found.add("units")
        elif by_place == [seats - place for place in range(1, seats + 1)]:
            found.add("place p of n: n − p")
        elif by_place == [0] * (seats - 1) + [-1]:
            found.add("last place: −1")
    (name,) = found
    return name


def penalties(rules: Rules) -> str:
    chop = position("2H 4S", "KS KC KD KH", rules=rules, played=[0, 1])
    chop = play(play(chop, 0, "2H"), 1, "KS KC KD KH")
    cong = play(position("9S", "4D 6D", rules=rules), 0, "9S")
    thoi = play(position("9S", "4D 2H", rules=rules, played=[1]), 0, "9S")
    probes = {"chop chains": (chop, "CHOP"), "cóng": (cong, "CONG"), "thối": (thoi, "THOI")}
    found = [
        name
        for name, (state, reason) in probes.items()
        if reason in {each.reason.name for each in result(state).payments}
    ]
    return ", ".join(found) or "–"


def ends_the_game(rules: Rules) -> str:
    for score in range(30):
        state = end_round((0, 1, 2, 3), scores=(score, 0, 0, 0), rules=rules)
        if state.phase is Phase.OVER:
            return f"{state.scores[0]} points"
    return "–"


OBSERVERS: dict[str, Callable[[Rules], str]] = {
    "seats": seats,
    "cards each": cards_each,
    "top of a sequence": top_of(Kind.SEQUENCE),
    "top of a double sequence": top_of(Kind.DOUBLE_SEQUENCE),
    "top of consecutive quads": top_of(Kind.QUAD_SEQUENCE),
    "suits in a combo": suits_in_a_combo,
    "suits of an answer": suits_of_an_answer,
    "on a single 2": on_twos(1),
    "on a pair of 2s": on_twos(2),
    "on three 2s": on_twos(3),
    "on four 2s": on_twos(4),
    "on DS3": on(Shape(Kind.DOUBLE_SEQUENCE, 3)),
    "on a quad below the 2s": on(Shape(Kind.QUAD)),
    "on DS4 and longer": on_long_double_sequences,
    "on anything else": on_anything_else,
    "chop after passing": chop_after_passing,
    "chop out of turn": chop_out_of_turn,
    "going out on 2s": going_out_on_2s,
    "opens the first round": opens_the_first_round,
    "opens a later round": opens_a_later_round,
    "opens after an instant win": opens_after_an_instant_win,
    "instant wins, best first": instant_wins,
    "settlement": settlement,
    "penalties": penalties,
    "ends the game": ends_the_game,
}
TABLE = book.table(9, "", *PRESETS)
CELLS = [
    pytest.param(row, name, cell, id=f"{row}: {name}")
    for row, *found in TABLE
    for name, cell in zip(PRESETS, found, strict=True)
]


# A field, another value of it, and the rows of which one must tell.
CHANGES: list[tuple[str, Any, tuple[str, ...]]] = [
    ("seats", (2, 3), ("seats",)),
    ("hand_size", 12, ("cards each",)),
    ("sequence_top", None, ("top of a sequence",)),
    ("sequence_top", Rank.KING, ("top of a sequence",)),
    ("sequence_top", Rank.ACE, ("top of a sequence",)),
    ("sequence_top", Rank.TWO, ("top of a sequence",)),
    ("double_sequence_top", Rank.KING, ("top of a double sequence",)),
    ("double_sequence_top", Rank.ACE, ("top of a double sequence",)),
    ("double_sequence_top", Rank.TWO, ("top of a double sequence",)),
    ("quad_sequence_top", Rank.ACE, ("top of consecutive quads",)),
    ("quad_sequence_top", Rank.TWO, ("top of consecutive quads",)),
    ("suits", Suits.FREE, ("suits in a combo",)),
    ("suits", Suits.FREE, ("suits of an answer",)),
    ("twos_last", TwosLast.ALLOWED, ("going out on 2s",)),
    ("twos_last", TwosLast.BARRED, ("going out on 2s",)),
    ("free_chops", (), ("chop after passing",)),
    ("free_chops", (), ("chop out of turn",)),
    ("free_chops", (Shapes(Kind.QUAD),), ("chop after passing",)),
    ("free_chops", (Shapes(Kind.QUAD),), ("chop out of turn",)),
    ("opening", Opening.FIRST_ROUND, ("opens a later round", "opens after an instant win")),
    ("opening", Opening.EVERY_ROUND, ("opens a later round",)),
    ("instant_wins", (), ("instant wins, best first",)),
    ("instant_wins", (InstantWin.SIX_PAIRS,), ("instant wins, best first",)),
    ("instant_wins", tuple(reversed(InstantWin)), ("instant wins, best first",)),
    ("settlement", Settlement.PLACES, ("settlement",)),
    ("settlement", Settlement.LAST_LOSES, ("settlement",)),
    ("settlement", Settlement.UNITS, ("settlement",)),
    ("penalties", (Penalty.CONG, Penalty.THOI), ("penalties",)),
    ("penalties", (Penalty.CHOP_CHAIN, Penalty.THOI), ("penalties",)),
    ("penalties", (Penalty.CHOP_CHAIN, Penalty.CONG), ("penalties",)),
    ("target", 7, ("ends the game",)),
    ("target", None, ("ends the game",)),
]


class TestTableOfTheRuleBook:
    def test_every_row_has_its_observer(self) -> None:
        assert [row for row, *_ in TABLE] == list(OBSERVERS)

    def test_every_rule_set_has_its_column(self) -> None:
        public = {name for name in tienlen.__all__ if isinstance(getattr(tienlen, name), Rules)}

        assert public == set(PRESETS)
        assert all(getattr(tienlen, name) is rules for name, rules in PRESETS.items())
        assert list(tienlen.PRESETS.items()) == list(PRESETS.items())

    @pytest.mark.parametrize(("row", "name", "cell"), CELLS)
    def test_cell(self, row: str, name: str, cell: str) -> None:
        assert OBSERVERS[row](PRESETS[name]) == cell

    @EVERY_PRESET
    @pytest.mark.parametrize(
        ("field", "value", "rows"),
        CHANGES,
        ids=[f"{number}-{field}" for number, (field, *_) in enumerate(CHANGES)],
    )
    def test_a_changed_field_shows(
        self, rules: Rules, field: str, value: Any, rows: tuple[str, ...]
    ) -> None:
        try:
            changed = attrs.evolve(rules, **{field: value})
        except InvalidRulesError:
            # Another rule set shows it; this one contradicts it.
            return
        if changed != rules:
            assert any(OBSERVERS[row](changed) != OBSERVERS[row](rules) for row in rows)

    @EVERY_PRESET
    def test_a_row_of_chops_left_out_shows(self, rules: Rules) -> None:
        rows = [row for row in OBSERVERS if row.startswith("on ")]
        base = [OBSERVERS[row](rules) for row in rows]
        for left_out in rules.chops:
            chops = [row for row in rules.chops if row is not left_out]
            changed = attrs.evolve(rules, chops=chops, free_chops=())
            assert [OBSERVERS[row](changed) for row in rows] != base

    @pytest.mark.parametrize(
        ("target", "row"),
        [(Twos(4), "on four 2s"), (Shape(Kind.SINGLE), "on anything else")],
        ids=["four-2s", "singles"],
    )
    def test_a_row_of_chops_added_shows(self, target: Twos | Shape, row: str) -> None:
        added = Chop(target, [Shapes(Kind.DOUBLE_SEQUENCE, 4)])
        changed = attrs.evolve(CARDGAMES_IO, chops=[*CARDGAMES_IO.chops, added])

        assert "DS4+" in OBSERVERS[row](changed)

    @EVERY_PRESET
    def test_a_higher_combo_of_the_same_shape_beats_a_lower_one(self, rules: Rules) -> None:
        for shape in shapes(rules):
            low, *_, high = combos(shape, rules)
            low_suits = {card.suit for card in low}
            assert not beats(low, high, rules)
            if low_suits == {card.suit for card in high} and low.top < high.top:
                assert beats(high, low, rules)


class TestValues:
    """Rule sets are values like any other."""

    @EVERY_PRESET
    def test_equal_to_themselves_alone(self, rules: Rules) -> None:
        assert [each == rules for each in PRESETS.values()].count(True) == 1
        assert len({*PRESETS.values(), rules}) == len(PRESETS)

    @EVERY_PRESET
    def test_equal_if_they_say_the_same(self, rules: Rules) -> None:
        again = Rules(
            **{
                field.name: getattr(rules, field.name)
                for field in attrs.fields(Rules)
                if field.init
            }
        )

        assert again is not rules
        assert again == rules
        assert hash(again) == hash(rules)

    @EVERY_PRESET
    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_pickles(self, rules: Rules, protocol: int) -> None:
        again = pickle.loads(pickle.dumps(rules, protocol))

        assert again == rules
        assert hash(again) == hash(rules)
        assert repr(again) == repr(rules)

    @EVERY_PRESET
    def test_a_pickle_does_not_name_the_preset(self, rules: Rules) -> None:
        # A preset may gain a correction; a game that was kept must not change by it.
        dumped = pickle.dumps(rules, 0)

        assert not [name for name in PRESETS if name.encode() in dumped]

    @EVERY_PRESET
    def test_copies_are_the_thing_itself(self, rules: Rules) -> None:
        assert copy.copy(rules) is rules
        assert copy.deepcopy(rules) is rules

    @EVERY_PRESET
    def test_repr_evaluates_back(self, rules: Rules) -> None:
        assert eval(repr(rules), dict(vars(tienlen))) == rules

    @EVERY_PRESET
    def test_repr_shows_what_differs_from_the_base(self, rules: Rules) -> None:
        different = [
            field.name
            for field in attrs.fields(Rules)
            if field.init and getattr(rules, field.name) != getattr(CARDGAMES_IO, field.name)
        ]

        call = ast.parse(repr(rules), mode="eval").body
        assert isinstance(call, ast.Call)
        assert [keyword.arg for keyword in call.keywords] == different

    def test_repr_of_one(self) -> None:
        assert repr(CARDGAMES_IO) == "Rules()"
        assert repr(NORTHERN) == (
            "Rules(double_sequence_top=None, chops=(Chop(Twos(1), (Shapes(Kind.QUAD, 1, 1),)),), "
            "suits=Suits.FOLLOW, twos_last=TwosLast.BARRED, settlement=Settlement.LAST_LOSES, "
            "target=None)"
        )

    def test_the_order_of_penalties_and_seats_is_nothing(self) -> None:
        one = attrs.evolve(SOUTHERN, penalties=list(Penalty), seats=[4, 2, 3, 2])
        other = attrs.evolve(SOUTHERN, penalties=reversed(Penalty))

        assert one == other == SOUTHERN

    def test_the_order_of_instant_wins_matters(self) -> None:
        assert attrs.evolve(SOUTHERN, instant_wins=reversed(InstantWin)) != SOUTHERN


ONE_2 = Chop(Twos(1), [Shapes(Kind.QUAD)])
PAIR_AND_QUAD = [Shapes(Kind.PAIR), Shapes(Kind.QUAD)]

CONTRADICTIONS: list[tuple[str, Rules, dict[str, Any], tuple[str, ...]]] = [
    ("too-many-cards", CARDGAMES_IO, {"hand_size": 14}, ("seats", "hand_size")),
    ("too-many-seats", CARDGAMES_IO, {"seats": (2, 5)}, ("seats", "hand_size")),
    ("no-seats", CARDGAMES_IO, {"seats": ()}, ("seats",)),
    ("one-seat", CARDGAMES_IO, {"seats": (1, 2)}, ("seats",)),
    ("no-cards", CARDGAMES_IO, {"hand_size": 0}, ("hand_size",)),
    ("no-points-to-play-for", CARDGAMES_IO, {"target": 0}, ("target",)),
    ("sequence-too-low", CARDGAMES_IO, {"sequence_top": Rank.FOUR}, ("sequence_top",)),
    (
        "double-sequence-too-low",
        CARDGAMES_IO,
        {"double_sequence_top": Rank.FOUR},
        ("double_sequence_top",),
    ),
    ("quads-too-low", CARDGAMES_IO, {"quad_sequence_top": Rank.THREE}, ("quad_sequence_top",)),
    (
        "chop-by-what-does-not-exist",
        CARDGAMES_IO,
        {"double_sequence_top": None},
        ("chops", "double_sequence_top"),
    ),
    (
        "chop-by-quads-that-do-not-exist",
        VIET_CONG,
        {"quad_sequence_top": None},
        ("chops", "quad_sequence_top"),
    ),
    (
        "chop-on-what-does-not-exist",
        NORTHERN,
        {"chops": [Chop(Shape(Kind.DOUBLE_SEQUENCE, 3), [Shapes(Kind.QUAD)])]},
        ("chops", "double_sequence_top"),
    ),
    (
        "a-quad-chops-a-quad",
        CARDGAMES_IO,
        {"chops": [Chop(Shape(Kind.QUAD), [Shapes(Kind.QUAD)])]},
        ("chops",),
    ),
    ("a-pair-chops-two-2s", CARDGAMES_IO, {"chops": [Chop(Twos(2), PAIR_AND_QUAD)]}, ("chops",)),
    (
        "three-pairs-chop-themselves",
        CARDGAMES_IO,
        {"chops": [Chop(Shape(Kind.DOUBLE_SEQUENCE, 3), [Shapes(Kind.DOUBLE_SEQUENCE)])]},
        ("chops",),
    ),
    ("two-rows-for-a-target", CARDGAMES_IO, {"chops": [ONE_2, ONE_2]}, ("chops",)),
    (
        "suits-and-double-sequences",
        CARDGAMES_IO,
        {"suits": Suits.FOLLOW},
        ("suits", "double_sequence_top"),
    ),
    (
        "suits-and-consecutive-quads",
        NORTHERN,
        {"quad_sequence_top": Rank.ACE},
        ("suits", "quad_sequence_top"),
    ),
    *(
        (
            f"{penalty.name}-without-money",
            PAGAT,
            {"penalties": [penalty]},
            ("penalties", "settlement"),
        )
        for penalty in Penalty
    ),
    (
        "instant-wins-and-places",
        CARDGAMES_IO,
        {"instant_wins": [InstantWin.FOUR_TWOS]},
        ("instant_wins", "settlement"),
    ),
    (
        "free-chops-that-chop-nothing",
        CARDGAMES_IO,
        {"free_chops": [Shapes(Kind.SEQUENCE)]},
        ("free_chops", "chops"),
    ),
    ("free-chops-without-chops", SOUTHERN, {"chops": ()}, ("free_chops", "chops")),
    (
        "free-chops-too-short",
        SOUTHERN,
        {
            "chops": [Chop(Twos(1), [Shapes(Kind.DOUBLE_SEQUENCE, 5)])],
            "free_chops": [Shapes(Kind.DOUBLE_SEQUENCE, 4)],
        },
        ("free_chops", "chops"),
    ),
    ("units-for-five", SOUTHERN, {"seats": (5,), "hand_size": 10}, ("settlement", "seats")),
]


class TestContradictions:
    @pytest.mark.parametrize(
        ("rules", "changes", "fields"),
        [pytest.param(*rest, id=name) for name, *rest in CONTRADICTIONS],
    )
    def test_refused_by_the_names_of_the_fields(
        self, rules: Rules, changes: dict[str, Any], fields: tuple[str, ...]
    ) -> None:
        with pytest.raises(InvalidRulesError) as refused:
            attrs.evolve(rules, **changes)

        assert refused.value.fields == fields
        assert str(refused.value) == f"{', '.join(fields)}: {refused.value.problem}"

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("seats", ("2",)),
            ("seats", (True, 2)),
            ("hand_size", 13.0),
            ("sequence_top", "A"),
            ("double_sequence_top", Kind.QUAD),
            ("quad_sequence_top", 12),
            ("chops", [Shapes(Kind.QUAD)]),
            ("suits", "FREE"),
            ("twos_last", None),
            ("free_chops", [Kind.QUAD]),
            ("opening", Settlement.PLACES),
            ("instant_wins", ["DRAGON"]),
            ("settlement", 0),
            ("penalties", [InstantWin.DRAGON]),
            ("target", "10"),
        ],
    )
    def test_a_wrong_type_is_no_contradiction(self, field: str, value: Any) -> None:
        with pytest.raises(TypeError):
            attrs.evolve(CARDGAMES_IO, **{field: value})

    @pytest.mark.parametrize(
        ("rules", "changes"),
        [
            pytest.param(CARDGAMES_IO, {"seats": (5,), "hand_size": 10}, id="five-seats"),
            pytest.param(CARDGAMES_IO, {"seats": (2,), "hand_size": 26}, id="the-whole-pack"),
            pytest.param(CARDGAMES_IO, {"sequence_top": Rank.FIVE}, id="only-3-4-5"),
            pytest.param(NORTHERN, {"sequence_top": None}, id="no-runs-at-all"),
            pytest.param(NORTHERN, {"sequence_top": Rank.TWO}, id="suits-and-a-2-on-top"),
            pytest.param(SOUTHERN, {"penalties": ()}, id="money-for-places-alone"),
            pytest.param(SOUTHERN, {"target": 50}, id="money-up-to-50"),
            pytest.param(SOUTHERN, {"free_chops": [Shapes(Kind.QUAD)]}, id="quads-out-of-turn"),
            pytest.param(PAGAT, {"instant_wins": [InstantWin.SIX_PAIRS]}, id="the-others-lose"),
            pytest.param(
                CARDGAMES_IO,
                {
                    "chops": [
                        Chop(Shape(Kind.QUAD), [Shapes(Kind.DOUBLE_SEQUENCE, 4)]),
                        Chop(Shape(Kind.DOUBLE_SEQUENCE, 4), [Shapes(Kind.QUAD)]),
                    ]
                },
                id="two-that-chop-each-other",
            ),
        ],
    )
    def test_what_does_not_contradict_itself_can_be_played(
        self, rules: Rules, changes: dict[str, Any]
    ) -> None:
        play_rounds(attrs.evolve(rules, **changes), 3)


def play_rounds(rules: Rules, rounds: int, seats: int | None = None) -> GameState:
    """Play some rounds, every seat at random, and give the state after the last."""
    rng = random.Random(rounds)
    state = GameState.new(rules.seats[-1] if seats is None else seats, rules)
    for _ in range(rounds):
        if state.phase is Phase.OVER:
            break
        state = state.apply(Deal.shuffled(rng, state.seats, rules))
        while state.phase is Phase.PLAYING:
            state = state.apply(rng.choice(state.legal_actions()))
    return state


class TestPlay:
    @EVERY_PRESET
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_rounds_end(self, rules: Rules, seats: int) -> None:
        state = play_rounds(rules, 20, seats)

        assert state.last_round is not None
        assert sorted(state.last_round.places) == list(range(seats))

    @pytest.mark.parametrize("name", ["PAGAT", "SOUTHERN", "VIET_CONG", "CARDGAMES_IO"])
    def test_17_cards_for_three(self, name: str) -> None:
        rules = attrs.evolve(PRESETS[name], seats=[3], hand_size=17)

        state = GameState.new(3, rules).apply(Deal.shuffled(random.Random(1), 3, rules))

        assert [len(hand) for hand in state.hands] == [17, 17, 17]
        assert play_rounds(rules, 20).last_round is not None

    def test_17_cards_make_longer_double_sequences(self) -> None:
        rules = attrs.evolve(SOUTHERN, seats=[3], hand_size=17)
        seven = "3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8S 8C 9S 9C"
        eight = "4D 4H 5D 5H 6D 6H 7D 7H 8D 8H 9D 9H TD TH JD JH"
        state = position(seven + " KS", eight + " KC", "AS", rules=rules, played=[0, 1, 2])

        state = play(play(state, 0, seven), 1, eight)

        assert (state.chain, state.chain_victim) == (6, 0)


class TestPagat:
    """2s at the top of sequences, and bombs of exact lengths."""

    @pytest.mark.parametrize(
        ("table", "played", "beaten"),
        [
            ("QS KS AS", "KC AC 2S", True),
            ("KC AC 2S", "KS AS 2C", True),
            ("KS AS 2C", "KC AC 2S", False),
            ("KS AS 2H", "3S 3C 3D 3H", False),
            ("KS AS 2H", "4S 4C 5S 5C 6S 6C", False),
            ("JS QS KS AS 2H", "2D", False),
            ("2S", "KC AC 2H", False),
        ],
    )
    def test_a_sequence_up_to_a_2_is_a_sequence(
        self, table: str, played: str, beaten: bool
    ) -> None:
        combo, on = Combo.parse(played, PAGAT), Combo.parse(table, PAGAT)

        assert beats(combo, on, PAGAT) is beaten

    def test_in_play(self) -> None:
        state = position("QD KD AD 9S", "KS AS 2S 3S", rules=PAGAT)

        state = play(state, 0, "QD KD AD")

        assert moves(state) == ["KS AS 2S"]
        assert refusal(position("KS AS 2S", "3D 4D"), 0, "KS AS 2S") is IllegalReason.NOT_A_COMBO

    def test_the_last_place_alone_loses(self) -> None:
        state = end_round((2, 0, 3, 1), scores=(-1, -2, 0, 0), rules=PAGAT)

        assert state.scores == (-1, -3, 0, 0)
        assert state.phase is Phase.DEALING


class TestVietCong:
    """Consecutive quads, 2s at the top of double sequences, and 3S in every round."""

    QQ = "5S 5C 5D 5H 6S 6C 6D 6H"
    QQQ = "5S 5C 5D 5H 6S 6C 6D 6H 7S 7C 7D 7H"

    @pytest.mark.parametrize(
        ("cards", "ranks"),
        [
            (QQ, 2),
            (QQQ, 3),
            ("KS KC KD KH AS AC AD AH", 2),
            ("AS AC AD AH 2S 2C 2D 2H", None),
            ("5S 5C 5D 5H 7S 7C 7D 7H", None),
            ("5S 5C 5D 5H 6S 6C 6D", None),
        ],
    )
    def test_consecutive_quads(self, cards: str, ranks: int | None) -> None:
        combo = classify(CardSet.parse(cards), VIET_CONG)

        assert (combo and (combo.kind, combo.run_length)) == (
            None if ranks is None else (Kind.QUAD_SEQUENCE, ranks)
        )
        assert classify(CardSet.parse(cards)) is None

    @pytest.mark.parametrize(
        ("table", "played", "beaten"),
        [
            ("2S 2H", QQ, True),
            ("2H", QQ, False),
            ("2S 2C 2H", QQ, False),
            ("2S 2C 2H", QQQ, True),
            ("2S 2H", QQQ, False),
            ("2S 2C 2D 2H", QQQ, False),
            ("AS AH", QQ, False),
            (QQ, "8S 8C 8D 8H 9S 9C 9D 9H", True),
            ("8S 8C 8D 8H 9S 9C 9D 9H", QQ, False),
            ("8S 8C 8D 8H 9S 9C 9D 9H", QQQ, False),
            ("3S 3C 3D 3H", QQ, False),
            ("2D 2H", "QS QC KS KC AS AC 2S 2C", False),
            ("QD QH KD KH AD AH", "KS KC AS AC 2S 2C", True),
        ],
    )
    def test_what_they_beat(self, table: str, played: str, beaten: bool) -> None:
        combo, on = Combo.parse(played, VIET_CONG), Combo.parse(table, VIET_CONG)

        assert beats(combo, on, VIET_CONG) is beaten

    def test_led_like_any_combo(self) -> None:
        state = position(self.QQ + " 9S", "8S 8C 8D 8H 9C 9D TS TH", rules=VIET_CONG)
        assert self.QQ in moves(state)

        state = pass_(play(state, 0, self.QQ), 1)

        assert state.turn == 0

    def test_the_lowest_card_opens_every_round(self) -> None:
        state = GameState.new(rules=VIET_CONG)
        rng = random.Random(5)
        for _ in range(4):
            deal = plain_deal()
            state = state.apply(deal)
            assert state.turn == 3
            assert state.opening_card == Card.parse("3S")
            assert refusal(state, 3, "4C") is IllegalReason.MISSING_OPENING_CARD
            while state.phase is Phase.PLAYING:
                state = state.apply(rng.choice(state.legal_actions()))


# A chop table in the manner of "Killer", where quads and four pairs beat each other.
KILLER = Rules(
    chops=[
        Chop(Twos(1), [Shapes(Kind.QUAD), Shapes(Kind.DOUBLE_SEQUENCE, 3, 3)]),
        Chop(Twos(2), [Shapes(Kind.QUAD)]),
        Chop(Shape(Kind.DOUBLE_SEQUENCE, 3), [Shapes(Kind.QUAD)]),
        Chop(Shape(Kind.DOUBLE_SEQUENCE, 4), [Shapes(Kind.QUAD)]),
        Chop(Shape(Kind.QUAD), [Shapes(Kind.DOUBLE_SEQUENCE, 4, 4)]),
    ],
    settlement=Settlement.LAST_LOSES,
    target=None,
)


class TestSixthPreset:
    """A rule set that the library does not know is as good as those it does."""

    def test_its_column(self) -> None:
        expected = {
            "on a single 2": "Q, DS3",
            "on a pair of 2s": "Q",
            "on three 2s": "–",
            "on four 2s": "–",
            "on DS3": "Q",
            "on a quad below the 2s": "DS4",
            "on anything else": "–",
            "settlement": "last place: −1",
            "ends the game": "–",
        }

        assert {row: OBSERVERS[row](KILLER) for row in expected} == expected

    @pytest.mark.parametrize(
        ("table", "played", "beaten"),
        [
            ("2H", "4S 4C 4D 4H", True),
            ("2D 2H", "4S 4C 4D 4H", True),
            ("2C 2D 2H", "4S 4C 4D 4H", False),
            ("2H", "4S 4C 5S 5C 6S 6C", True),
            ("2H", "4S 4C 5S 5C 6S 6C 7S 7C", False),
            ("2D 2H", "4S 4C 5S 5C 6S 6C 7S 7C", False),
            ("8S 8C 9S 9C TS TC", "4S 4C 4D 4H", True),
            ("8S 8C 9S 9C TS TC JS JC", "4S 4C 4D 4H", True),
            ("8S 8C 9S 9C TS TC JS JC QS QC", "4S 4C 4D 4H", False),
            ("8S 8C 8D 8H", "4S 4C 5S 5C 6S 6C 7S 7C", True),
            ("8S 8C 8D 8H", "4S 4C 5S 5C 6S 6C", False),
            ("8S 8C 9S 9C TS TC", "4S 4C 5S 5C 6S 6C 7S 7C", False),
        ],
    )
    def test_what_beats_what(self, table: str, played: str, beaten: bool) -> None:
        assert beats(Combo.parse(played), Combo.parse(table), KILLER) is beaten

    def test_a_quad_and_four_pairs_answer_each_other(self) -> None:
        state = position(
            "8S 8C 8D 8H 3S", "4S 4C 5S 5C 6S 6C 7S 7C 3C", "9S 9C 9D 9H 3D", rules=KILLER
        )

        state = play(state, 0, "8S 8C 8D 8H")
        assert moves(state) == ["4S 4C 5S 5C 6S 6C 7S 7C"]
        state = play(state, 1, "4S 4C 5S 5C 6S 6C 7S 7C")
        assert moves(state) == ["9S 9C 9D 9H"]
        state = play(state, 2, "9S 9C 9D 9H")

        assert state.turn == 0
        assert moves(state) == []

    def test_a_value_like_the_others(self) -> None:
        assert KILLER not in PRESETS.values()
        assert pickle.loads(pickle.dumps(KILLER)) == KILLER
        assert eval(repr(KILLER), dict(vars(tienlen))) == KILLER

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_whole_rounds(self, seats: int) -> None:
        state = play_rounds(KILLER, 30, seats)

        assert sum(state.scores) == -30

    def test_with_money(self) -> None:
        rules = attrs.evolve(KILLER, settlement=Settlement.UNITS, penalties=Penalty)
        state = position("2D 2H 3S", "4S 4C 4D 4H", rules=rules, played=[0, 1])

        state = play(play(state, 0, "2D 2H"), 1, "4S 4C 4D 4H")

        assert paid(result(state).payments) == [(0, 1, 4, "CHOP"), (0, 1, 2, "PLACE")]


# A row of four cells: the question, who says what, what is done here, and how to have it otherwise.
DISPUTE = re.compile(r"^\| (.+?\?) \| (.+?) \| (.*?) \| (.*?) ?\|$", re.MULTILINE)
DISPUTES = DISPUTE.findall((book.ROOT / "docs" / "disputes.md").read_text("utf-8"))
OTHERWISE = [code for *_, cell in DISPUTES for code in re.findall(r"`(\w+=[^`]+)`", cell)]


class TestDisputes:
    """The page of disputes names fields and values that there are."""

    def test_every_row_is_read(self) -> None:
        text = (book.ROOT / "docs" / "disputes.md").read_text("utf-8")

        assert len(DISPUTES) == sum(line.count("|") > 3 for line in text.splitlines()) - 2 * (
            text.count("| Question |")
        )

    @pytest.mark.parametrize("code", dict.fromkeys(OTHERWISE))
    def test_another_reading_is_a_rule_set(self, code: str) -> None:
        changes: dict[str, Any] = eval(f"dict({code})", dict(vars(tienlen)))

        assert any(self.gives_another(rules, changes) for rules in PRESETS.values())

    @staticmethod
    def gives_another(rules: Rules, changes: dict[str, Any]) -> bool:
        try:
            return attrs.evolve(rules, **changes) != rules
        except InvalidRulesError:
            return False


def test_a_chop_of_runs_that_no_rank_is_left_for_is_idle() -> None:
    """A lower top rank needs no other chop table: rows for longer runs have nothing to do."""
    lower = attrs.evolve(SOUTHERN, double_sequence_top=Rank.SIX)
    pairs = CardSet.parse("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C")
    sizes = {len(combo) for combo in legal_moves(pairs, rules=lower) if len(combo) > 5}
    assert sizes == {6, 8}
    assert [len(combo) for combo in legal_moves(pairs, Combo.parse("2S 2C"), lower)] == [8]
