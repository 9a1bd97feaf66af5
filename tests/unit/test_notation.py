"""GameRecord and its errors as values, its text, and files of records."""

from __future__ import annotations

import functools
import io
import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import pytest

from tests.rules.table import deal, hands
from tests.unit.checklist import ConstructedChecklist, ErrorChecklist, Refused, Sample, told
from tienlen import (
    CARDGAMES_IO,
    NORTHERN,
    SOUTHERN,
    Action,
    Combo,
    Deal,
    GameRecord,
    GameState,
    IllegalMoveError,
    IllegalReason,
    IllegalRecordError,
    InstantWin,
    InvalidSeatError,
    NotationError,
    Pass,
    Phase,
    Play,
    RecordError,
    RecordNotationError,
    Rules,
    read_records,
    write_records,
)

TWO_CARDS = Rules(hand_size=2)


def play(seat: int, cards: str) -> Play:
    return Play(seat, Combo.parse(cards, rules=None))


ACTIONS: tuple[Action, ...] = (
    deal("3S 5S", "4S 6S"),
    play(0, "3S"),
    play(1, "4S"),
    Pass(0),
    play(1, "6S"),
    deal("7S 8S", "7H 9H"),
    play(1, "7H"),
    Pass(0),
    play(1, "9H"),
    deal("TS TC", "JS 2H"),
    play(1, "JS"),
)
"""Seat 1 wins two rounds of two cards, and leads the third."""

TEXT = """\
tienlen 1
rules {"hand_size": 2}
seats 2

round 1
hand 0: 3S 5S
hand 1: 4S 6S
0: 3S; 1: 4S; 0: -
1: 6S
scores 0 1

round 2
hand 0: 7S 8S
hand 1: 7H 9H
1: 7H; 0: -
1: 9H
scores 0 2

round 3
hand 0: TS TC
hand 1: JS 2H
1: JS"""

RECORD = GameRecord(TWO_CARDS, 2, ACTIONS)


class TestGameRecord(ConstructedChecklist):
    samples = (
        Sample(
            "GameRecord(rules=Rules(), seats=4, actions=())",
            {"rules": CARDGAMES_IO, "seats": 4, "actions": ()},
            text="tienlen 1\nseats 4",
        ),
        Sample(
            "GameRecord(rules=Rules(), seats=2, actions=())",
            {"rules": CARDGAMES_IO, "seats": 2, "actions": ()},
            text="tienlen 1\nseats 2",
        ),
        Sample(
            "GameRecord(rules=Rules(target=5), seats=4, actions=())",
            {"rules": Rules(target=5), "seats": 4, "actions": ()},
            text='tienlen 1\nrules {"target": 5}\nseats 4',
        ),
        Sample(
            "GameRecord(rules=Rules(hand_size=2), seats=2, actions=("
            "Deal(hands=(CardSet.parse('3S 5S'), CardSet.parse('4S 6S'))), "
            "Play(seat=0, combo=Combo.parse('3S')), Pass(seat=1)))",
            {"rules": TWO_CARDS, "seats": 2, "actions": (*ACTIONS[:2], Pass(1))},
            text='tienlen 1\nrules {"hand_size": 2}\nseats 2\n\n'
            "round 1\nhand 0: 3S 5S\nhand 1: 4S 6S\n0: 3S; 1: -",
        ),
    )
    parts = ("rules", "seats", "actions")
    refused = (
        Refused("rules", None, TypeError, "None"),
        Refused("rules", "SOUTHERN", TypeError, "'SOUTHERN'"),
        Refused("rules", Rules(seats=[2]), InvalidSeatError, "4 seats cannot play"),
        Refused("seats", 5, InvalidSeatError, "5 seats cannot play"),
        Refused("seats", True, TypeError, "True"),
        Refused("seats", "4", TypeError, "'4'"),
        Refused("actions", None, TypeError, "NoneType"),
        Refused("actions", "3S", TypeError, "not '3'"),
        Refused("actions", [None], TypeError, "not None"),
        Refused("actions", [Pass(0)], IllegalRecordError, "round 1, action 1: seat 0 may not pass"),
        Refused("actions", [deal()], IllegalRecordError, "round 1, action 0: the cards"),
    )

    def test_actions_may_be_any_iterable(self) -> None:
        assert GameRecord(TWO_CARDS, 2, iter(ACTIONS)) == RECORD

    def test_is_true_even_when_nothing_has_happened(self) -> None:
        assert GameRecord.new()
        assert len(GameRecord.new()) == 0

    def test_length_is_the_number_of_actions(self) -> None:
        assert len(RECORD) == len(ACTIONS) == 11

    def test_new_is_four_seats_of_the_base_game(self) -> None:
        assert GameRecord.new() == GameRecord(CARDGAMES_IO, 4, ())
        assert GameRecord.new(seats=2, rules=TWO_CARDS) == GameRecord(TWO_CARDS, 2, ())
        with pytest.raises(InvalidSeatError, match="7 seats cannot play"):
            GameRecord.new(7)

    def test_a_pickle_holds_nothing_but_the_parts(self) -> None:
        assert b"GameState" not in pickle.dumps(RECORD)

    def test_equal_however_it_came_about(self) -> None:
        first, last = ACTIONS[0], ACTIONS[-1]
        steps = GameRecord.new(2, TWO_CARDS)
        for action in ACTIONS:
            steps = steps.apply(action)
        parsed = GameRecord.parse(TEXT)
        changed = attrs.evolve(GameRecord(TWO_CARDS, 2, [first]), actions=ACTIONS)
        unpickled = pickle.loads(pickle.dumps(RECORD))
        for record in (steps, parsed, changed, unpickled):
            assert record == RECORD
            assert hash(record) == hash(RECORD)
            assert record.actions[-1] == last
            assert record.final == RECORD.final


class TestRecordNotationError(ErrorChecklist):
    samples = (
        Sample(
            "RecordNotationError('1S', 'a card', 3, None)",
            {"text": "1S", "expected": "a card", "line": 3, "game": None},
            text="line 3: '1S' is not a card",
        ),
        Sample(
            "RecordNotationError('', 'a card', 3, 2)",
            {"text": "", "expected": "a card", "line": 3, "game": 2},
            text="game 2, line 3: the end of the text is not a card",
        ),
    )

    def test_is_an_error_of_records_and_of_notation(self) -> None:
        assert issubclass(RecordNotationError, NotationError)
        assert issubclass(RecordNotationError, RecordError)


class TestIllegalRecordError(ErrorChecklist):
    samples = (
        Sample(
            "IllegalRecordError(Pass(seat=0), 0, IllegalReason.CANNOT_PASS_LEAD, 2, 5, None, None)",
            {
                "action": Pass(0),
                "seat": 0,
                "reason": IllegalReason.CANNOT_PASS_LEAD,
                "round": 2,
                "number": 5,
                "line": None,
                "game": None,
            },
            text="round 2, action 5: seat 0 may not pass: "
            "there is nothing on the table to pass on (rule 4.2)",
        ),
        Sample(
            "IllegalRecordError(None, None, IllegalReason.BAD_DEAL, 1, 0, 7, 3)",
            {
                "action": None,
                "seat": None,
                "reason": IllegalReason.BAD_DEAL,
                "round": 1,
                "number": 0,
                "line": 7,
                "game": 3,
            },
            text="game 3, line 7, round 1, action 0: the cards may not be dealt: "
            "the number of hands or of cards in a hand is wrong (rule 5.1)",
        ),
    )

    def test_is_an_error_of_records_and_a_refusal(self) -> None:
        assert issubclass(IllegalRecordError, IllegalMoveError)
        assert issubclass(IllegalRecordError, RecordError)


class TestApply:
    def test_goes_on_from_the_record_and_leaves_it(self) -> None:
        before = GameRecord(TWO_CARDS, 2, ACTIONS[:-1])
        after = before.apply(ACTIONS[-1])
        assert after == RECORD
        assert before == GameRecord(TWO_CARDS, 2, ACTIONS[:-1])
        assert before.final.apply(ACTIONS[-1]) == after.final

    def test_many_at_once(self) -> None:
        assert functools.reduce(GameRecord.apply, ACTIONS, GameRecord.new(2, TWO_CARDS)) == RECORD

    def test_replays_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before = GameRecord(TWO_CARDS, 2, ACTIONS[:-1])
        applied: list[Action] = []
        apply: Callable[[GameState, Action], GameState] = GameState.apply

        def count(state: GameState, action: Action) -> GameState:
            applied.append(action)
            return apply(state, action)

        monkeypatch.setattr(GameState, "apply", count)
        assert before.apply(ACTIONS[-1]).final.table == Combo.parse("JS")
        assert applied == [ACTIONS[-1]]

    def test_refuses_as_the_state_does(self) -> None:
        with pytest.raises(IllegalRecordError) as caught:
            RECORD.apply(play(0, "TS"))
        error = caught.value
        assert (error.round, error.number, error.line, error.game) == (3, 2, None, None)
        assert error.action == play(0, "TS")
        assert error.seat == 0
        assert error.reason is RECORD.final.why_illegal(play(0, "TS"))
        assert str(error) == (
            "round 3, action 2: seat 0 may not play TS: it does not beat the table (rules 3.1, 3.2)"
        )

    def test_a_refused_deal_shows_no_cards(self) -> None:
        with pytest.raises(IllegalRecordError) as caught:
            RECORD.apply(deal("TS TC", "KS KC"))
        assert caught.value.action is None
        assert str(caught.value) == (
            "round 3, action 2: the cards may not be dealt: this is not the time for it (rule 5.1)"
        )

    def test_what_is_no_action(self) -> None:
        wrong: Any = RECORD.final
        with pytest.raises(TypeError, match="an action is a Deal, a Play or a Pass, not a Game"):
            RECORD.apply(wrong)


def by_hand() -> Iterator[GameState]:
    """The states of the record, from the reducer alone."""
    state = GameState.new(2, TWO_CARDS)
    yield state
    for action in ACTIONS:
        state = state.apply(action)
        yield state


class TestStates:
    def test_all_of_them(self) -> None:
        assert list(RECORD.states()) == list(by_hand())

    def test_each_by_its_index(self) -> None:
        states = list(by_hand())
        for index in range(-len(states), len(states)):
            assert RECORD.state(index) == states[index]
        assert RECORD.final == states[-1]

    def test_the_index_is_that_of_the_action_taken_next(self) -> None:
        for index, action in enumerate(ACTIONS):
            assert RECORD.state(index).apply(action) == RECORD.state(index + 1)

    @pytest.mark.parametrize("index", [12, -13, 10**20])
    def test_no_such_index(self, index: int) -> None:
        with pytest.raises(IndexError, match=f"there is no state {index} of 12"):
            RECORD.state(index)

    @pytest.mark.parametrize("wrong", [True, None, "1", 1.0, slice(2)], ids=repr)
    def test_an_index_is_an_int(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="an index is an int, not"):
            RECORD.state(wrong)

    @pytest.mark.parametrize(
        ("round", "number", "index"),
        [(1, 0, 1), (1, 1, 2), (1, 4, 5), (2, 0, 6), (2, 3, 9), (3, 0, 10), (3, 1, 11)],
    )
    def test_by_round_and_number(self, round: int, number: int, index: int) -> None:
        state = RECORD.state_in_round(round, number)
        assert state == list(by_hand())[index]
        assert number > 0 or state == RECORD.state_in_round(round)

    @pytest.mark.parametrize(
        ("round", "number"), [(0, 0), (-1, 0), (4, 0), (1, 5), (2, 4), (3, 2), (1, -1)]
    )
    def test_no_such_action(self, round: int, number: int) -> None:
        with pytest.raises(IndexError, match=f"there is no action {number} in round {round}"):
            RECORD.state_in_round(round, number)

    def test_a_round_and_a_number_are_ints(self) -> None:
        wrong: Any = "1"
        with pytest.raises(TypeError, match="a round is an int, not '1'"):
            RECORD.state_in_round(wrong)
        with pytest.raises(TypeError, match="a number of actions is an int, not '1'"):
            RECORD.state_in_round(1, wrong)

    def test_results_of_the_rounds_that_have_ended(self) -> None:
        results = RECORD.results()
        assert [result.places for result in results] == [(1, 0), (1, 0)]
        assert [result.hands for result in results] == [hands("5S", ""), hands("7S 8S", "")]
        assert GameRecord.new().results() == ()


INSTANT_WIN = attrs.evolve(SOUTHERN, hand_size=4, target=4)

FREE_CHOP = attrs.evolve(SOUTHERN, hand_size=9)

FREE_CHOP_TEXT = """\
seats 3

round 1
hand 0: 3S 9C 9D TC JC QC KC AC 2S
hand 1: 4S 9H TD JD QD KD AD AH 2D
hand 2: 5S 5C 6S 6C 7S 7C 8S 8C 9S
0: 3S; 1: 4S; 2: -; 0: 2S; 2: 5S 5C 6S 6C 7S 7C 8S 8C; 0: -; 1: -
2: 9S"""
"""Seat 2 has passed and chops out of turn, which brings it back into the trick (rule 9.1b)."""


class TestText:
    def test_a_line_for_each_trick(self) -> None:
        assert str(RECORD) == TEXT

    def test_read_back(self) -> None:
        assert GameRecord.parse(TEXT) == RECORD

    def test_rules_that_are_not_the_base_game_are_written_as_differences(self) -> None:
        line = str(GameRecord.new(4, NORTHERN)).split("\n")[1]
        assert line == (
            'rules {"double_sequence_top": null, '
            '"chops": [{"target": {"type": "Twos", "value": {"count": 1}}, '
            '"bombs": [{"kind": "QUAD", "least": 1, "most": 1}]}], '
            '"suits": "FOLLOW", "twos_last": "BARRED", "settlement": "LAST_LOSES", "target": null}'
        )

    def test_a_round_that_is_won_as_it_is_dealt(self) -> None:
        dealt = deal("2S 2C 2D 2H", "3S 4S 5S 7S")
        record = GameRecord(INSTANT_WIN, 2, [dealt])
        assert record.final.phase is Phase.OVER
        assert record.results()[0].instant_win is InstantWin.FOUR_TWOS
        assert str(record).split("\n")[2:] == [
            "seats 2",
            "",
            "round 1",
            "hand 0: 2S 2C 2D 2H",
            "hand 1: 3S 4S 5S 7S",
            "scores 4 -4",
        ]
        assert GameRecord.parse(str(record)) == record

    def test_a_chop_out_of_turn_stands_in_its_trick(self) -> None:
        heading = str(GameRecord.new(3, FREE_CHOP)).removesuffix("seats 3")
        record = GameRecord.parse(heading + FREE_CHOP_TEXT)
        assert record.actions[5] == play(2, "5S 5C 6S 6C 7S 7C 8S 8C")
        assert record.final.finished == (2,)
        assert str(record) == heading + FREE_CHOP_TEXT

    @pytest.mark.parametrize("name", ["SOUTHERN", "CARDGAMES_IO", "PAGAT", "NORTHERN", "VIET_CONG"])
    def test_presets_may_be_named(self, name: str) -> None:
        import tienlen

        record = GameRecord.parse(f"tienlen 1\nrules {name}\nseats 3")
        assert record == GameRecord.new(3, getattr(tienlen, name))
        assert name not in str(record)

    @pytest.mark.parametrize(
        ("part", "other"),
        [
            pytest.param("\n\nround", "\nround", id="no blank lines"),
            pytest.param("\n", "\n\n", id="more blank lines"),
            pytest.param("\n", "\r\n", id="lines as Windows ends them"),
            pytest.param("\n", "   # 9: 3S\n", id="comments"),
            pytest.param("tienlen", "# for a bug report\n\ntienlen", id="a comment at the top"),
            pytest.param(" ", "\t", id="tabs"),
            pytest.param(" ", "  ", id="spaces"),
            pytest.param("\n", "\n   ", id="indented"),
            pytest.param("; ", "\n", id="a line for each action"),
            pytest.param("; ", ";", id="narrow"),
            pytest.param(":", " : ", id="wide"),
            pytest.param("scores 0 1\n", "", id="scores left out"),
            pytest.param("scores 0 1\n", "scores 0 1\nscores 0 1\n", id="scores said twice"),
            pytest.param("3S", "s3", id="another spelling"),
            pytest.param("TS TC", "10♣,10♠", id="signs"),
            pytest.param("7S 8S", "8S7S", id="cards run together"),
        ],
    )
    def test_other_ways_of_writing_it(self, part: str, other: str) -> None:
        assert TEXT.count(part) > 0
        assert GameRecord.parse(TEXT.replace(part, other)) == RECORD

    def test_ends_in_any_number_of_blank_lines(self) -> None:
        for end in ("\n", "\n\n", "\n#", "\n # \n"):
            assert GameRecord.parse(TEXT + end) == RECORD

    @pytest.mark.parametrize("wrong", [None, 3, b"tienlen 1", ["tienlen 1"]], ids=repr)
    def test_wants_text(self, wrong: Any) -> None:
        with pytest.raises(TypeError, match="text is wanted, not ") as caught:
            GameRecord.parse(wrong)
        assert told(wrong) in str(caught.value)


def changed(*changes: tuple[str, str]) -> str:
    text = TEXT
    for part, other in changes:
        assert text.count(part) == 1, part
        text = text.replace(part, other)
    return text


ACTION = "a play or a pass such as '0: 3S 3C' or '1: -'"
CARD = "a card; write rank and suit, such as 3S, TH or 10♥"

UNREADABLE: dict[str, tuple[str, int, str, str]] = {
    "nothing": ("", 1, "", "a line such as 'tienlen 1'"),
    "only comments": ("# tienlen 1\n\n#", 1, "", "a line such as 'tienlen 1'"),
    "another thing": ("\n[Event]", 2, "[Event]", "a line such as 'tienlen 1'"),
    "no format": (changed(("tienlen 1", "tienlen")), 1, "tienlen", "a line such as 'tienlen 1'"),
    "format": (changed(("tienlen 1", "tienlen 2")), 1, "2", "a format known here; there is 1"),
    "format in words": (
        changed(("tienlen 1", "tienlen 1 # 2\ntienlen 1")),
        2,
        "tienlen 1",
        "a line such as 'seats 4'",
    ),
    "digits": (
        changed(("tienlen 1", "tienlen \u0661")),
        1,
        "\u0661",
        "a format known here; there is 1",
    ),
    "no seats": ("tienlen 1", 1, "", "a line such as 'seats 4'"),
    "seats without number": (changed(("seats 2", "seats")), 3, "seats", "a line such as 'seats 4'"),
    "seats in words": (changed(("seats 2", "seats two")), 3, "two", "a number of seats"),
    "negative seats": (changed(("seats 2", "seats -2")), 3, "-2", "a number of seats"),
    "Arabic seats": (changed(("seats 2", "seats \u0662")), 3, "\u0662", "a number of seats"),
    "superscript seats": (changed(("seats 2", "seats ²")), 3, "²", "a number of seats"),
    "too many seats": (
        changed(("seats 2", "seats 9")),
        3,
        "9",
        "a number of seats here (9 seats cannot play; these rules allow 2, 3 or 4)",
    ),
    "rules after seats": (
        "tienlen 1\nseats 4\nrules PAGAT",
        3,
        "rules PAGAT",
        ACTION,
    ),
    "no rules": (changed(('rules {"hand_size": 2}', "rules")), 2, "rules", "a rule set ("),
    "rules that are no JSON": (changed((": 2}", ":}")), 2, '{"hand_size":}', "JSON"),
    "rules by another name": (
        changed(('{"hand_size": 2}', "EASTERN")),
        2,
        "EASTERN",
        "a rule set (",
    ),
    "an unknown field": (
        changed(("hand_size", "hands")),
        2,
        '{"hands": 2}',
        "a rule set ($.hands: there is no such field)",
    ),
    "contradictory rules": (
        changed((": 2}", ": 14}")),
        2,
        '{"hand_size": 14}',
        "a rule set ($.seats: 4 seats of 14 cards need 56, a pack has 52; $.hand_size",
    ),
    "not a number": (changed((": 2}", ": NaN}")), 2, '{"hand_size": NaN}', "a rule set ("),
    "another round": (
        changed(("round 2", "round 3")),
        12,
        "3",
        "2, the number of the round that begins here",
    ),
    "a round in words": (
        changed(("round 2", "round two")),
        12,
        "two",
        "2, the number of the round that begins here",
    ),
    "no round number": (changed(("round 2", "round")), 12, "round", "a line such as 'round 1'"),
    "no hands": (
        "tienlen 1\nseats 2\nround 1\n",
        3,
        "",
        "the beginning of a line such as 'hand 0: 3S 4C 5D'",
    ),
    "a hand missing": (
        changed(("hand 1: 4S 6S\n", "")),
        7,
        "0",
        "the beginning of a line such as 'hand 1: 3S 4C 5D'",
    ),
    "hands in another order": (
        changed(("hand 0: 3S 5S", "hand 1: 3S 5S")),
        6,
        "hand 1",
        "the beginning of a line such as 'hand 0: 3S 4C 5D'",
    ),
    "a hand too many": (
        changed(("hand 1: 4S 6S\n", "hand 1: 4S 6S\nhand 2: 8S 9S\n")),
        8,
        "hand 2: 8S 9S",
        ACTION,
    ),
    "a hand without its colon": (
        changed(("hand 1: 4S 6S", "hand 1 4S 6S")),
        7,
        "hand 1 4S 6S",
        "the beginning of a line such as 'hand 1: 3S 4C 5D'",
    ),
    "no card in a hand": (changed(("hand 1: 4S 6S", "hand 1: 4S 6X")), 7, "6X", CARD),
    "a card twice in a hand": (
        changed(("hand 1: 4S 6S", "hand 1: 4S 4S")),
        7,
        "4S",
        "a card to be given twice",
    ),
    "a card in two hands": (
        changed(("hand 1: 4S 6S", "hand 1: 4S 5S")),
        7,
        "5S",
        "a card to be dealt twice",
    ),
    "no seat": (changed(("1: 6S\n", "6S\n")), 9, "6S", ACTION),
    "no cards": (changed(("1: 6S\n", "1:\n")), 9, "1:", ACTION),
    "a seat by name": (changed(("1: 6S\n", "East: 6S\n")), 9, "East: 6S", ACTION),
    "an Arabic seat": (changed(("1: 6S\n", "\u0661: 6S\n")), 9, "\u0661: 6S", ACTION),
    "a long seat": (changed(("1: 6S\n", "1000000000: 6S\n")), 9, "1000000000: 6S", ACTION),
    "a semicolon too many": (changed(("1: 6S\n", "1: 6S;\n")), 9, "1: 6S;", ACTION),
    "a comma": (changed(("1: 7H; 0: -", "1: 7H, 0: -")), 15, "0:", CARD),
    "no card": (changed(("1: 6S\n", "1: 6\n")), 9, "6", CARD),
    "a null": (changed(("1: 6S\n", "1: 6S\0\n")), 9, "6S\0", CARD),
    "a surrogate": (changed(("1: 6S\n", "1: 6\ud83c\n")), 9, "6\ud83c", CARD),
    "a card twice": (changed(("1: 6S\n", "1: 6S 6S\n")), 9, "6S", "a card to be given twice"),
    "no combo": (changed(("1: 6S\n", "1: 4S 6S\n")), 9, "4S 6S", "a combo"),
    "a pass in words": (changed(("0: -\n1: 6S", "0: pass\n1: 6S")), 8, "pass", CARD),
    "scores too early": (
        changed(("1: 6S\n", "scores 0 1\n1: 6S\n")),
        9,
        "scores 0 1",
        "due here: no round has just ended",
    ),
    "scores before the game": (
        "tienlen 1\nseats 2\nscores 0 0",
        3,
        "scores 0 0",
        "due here: no round has just ended",
    ),
    "other scores": (
        changed(("scores 0 2", "scores 2 0")),
        17,
        "scores 2 0",
        "what the rules say, 'scores 0 2'",
    ),
    "too many scores": (
        changed(("scores 0 2", "scores 0 2 0")),
        17,
        "scores 0 2 0",
        "what the rules say, 'scores 0 2'",
    ),
    "no scores": (changed(("scores 0 2", "scores")), 17, "scores", "what the rules say, 'scores 0"),
}

ILLEGAL: dict[str, tuple[str, int, tuple[int, int], Action | None, IllegalReason]] = {
    "no deal": ("tienlen 1\nseats 2\n0: 3S", 3, (1, 1), play(0, "3S"), IllegalReason.WRONG_PHASE),
    "a deal of three cards": (
        changed(("hand 0: 3S 5S", "hand 0: 3S 5S 9D")),
        5,
        (1, 0),
        None,
        IllegalReason.BAD_DEAL,
    ),
    "no such seat": (
        changed(("1: 4S; 0: -", "1: 4S; 2: -")),
        8,
        (1, 3),
        Pass(2),
        IllegalReason.NO_SUCH_SEAT,
    ),
    "a card played before": (
        changed(("1: 6S\n", "1: 4S\n")),
        9,
        (1, 4),
        play(1, "4S"),
        IllegalReason.CARDS_NOT_HELD,
    ),
    "a combo of other rules": (
        changed(("1: 6S\n", "1: QS KS AS 2S\n")),
        9,
        (1, 4),
        play(1, "QS KS AS 2S"),
        IllegalReason.NOT_A_COMBO,
    ),
    "after the round": (
        changed(("scores 0 1\n", "scores 0 1\n0: 5S\n")),
        11,
        (2, 1),
        play(0, "5S"),
        IllegalReason.WRONG_PHASE,
    ),
    "in the second round": (
        changed(("1: 9H", "0: 8S")),
        16,
        (2, 3),
        play(0, "8S"),
        IllegalReason.NOT_YOUR_TURN,
    ),
    "a deal in the middle of a round": (
        changed(("1: 9H\nscores 0 2\n", "")),
        17,
        (2, 3),
        None,
        IllegalReason.WRONG_PHASE,
    ),
    "a pass at the end": (TEXT + "\n0: -\n0: -", 24, (3, 3), Pass(0), IllegalReason.NOT_YOUR_TURN),
}


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "line", "offending", "expected"), UNREADABLE.values(), ids=list(UNREADABLE)
    )
    def test_unreadable(self, text: str, line: int, offending: str, expected: str) -> None:
        with pytest.raises(RecordNotationError) as caught:
            GameRecord.parse(text)
        error = caught.value
        assert (error.text, error.line, error.game) == (offending, line, None)
        assert error.expected.startswith(expected)
        assert error.__cause__ is None

    @pytest.mark.parametrize(
        ("text", "line", "place", "action", "reason"), ILLEGAL.values(), ids=list(ILLEGAL)
    )
    def test_illegal(
        self,
        text: str,
        line: int,
        place: tuple[int, int],
        action: Play | Pass | None,
        reason: IllegalReason,
    ) -> None:
        with pytest.raises(IllegalRecordError) as caught:
            GameRecord.parse(text)
        error = caught.value
        assert (error.round, error.number) == place
        assert (error.line, error.game) == (line, None)
        assert (error.action, error.reason) == (action, reason)
        assert error.seat == (None if action is None else action.seat)
        assert str(error).startswith(f"line {line}, round {place[0]}, action {place[1]}: ")

    def test_says_it_all_in_one_sentence(self) -> None:
        with pytest.raises(RecordNotationError) as caught:
            GameRecord.parse(changed(("1: 6S\n", "1: 4S 6S\n")))
        assert str(caught.value) == "line 9: '4S 6S' is not a combo"
        with pytest.raises(IllegalRecordError) as refused:
            GameRecord.parse(changed(("1: 6S\n", "1: 4S\n")))
        assert str(refused.value) == (
            "line 9, round 1, action 4: seat 1 may not play 4S: "
            "the seat does not hold these cards (rule 5.1)"
        )

    def test_a_bad_card_in_a_hand_shows_no_other(self) -> None:
        with pytest.raises(RecordNotationError) as caught:
            GameRecord.parse(changed(("hand 0: 3S 5S", "hand 0: 3S XX")))
        assert "3S" not in str(caught.value).partition(";")[0]


OTHER = GameRecord.new(3)


def written(records: Iterable[GameRecord]) -> str:
    file = io.StringIO()
    write_records(file, records)
    return file.getvalue()


class TestFiles:
    def test_games_one_after_the_other(self) -> None:
        text = written(iter([RECORD, OTHER]))
        assert text == f"{TEXT}\n\ntienlen 1\nseats 3\n\n"
        assert list(read_records(io.StringIO(text))) == [RECORD, OTHER]

    def test_appended_files_are_a_file(self) -> None:
        text = written([RECORD]) + written([OTHER, RECORD])
        assert list(read_records(text.split("\n"))) == [RECORD, OTHER, RECORD]

    def test_one_game_of_a_file_can_be_parsed(self) -> None:
        assert GameRecord.parse(written([RECORD])) == RECORD

    def test_no_games(self) -> None:
        assert written([]) == ""
        assert list(read_records([])) == []
        assert list(read_records(["\n", "# nothing\n"])) == []

    def test_comments_between_games(self) -> None:
        lines = ["# first", "tienlen 1 # here", "seats 3", "", "# second", "tienlen 1", "seats 2"]
        assert list(read_records(lines)) == [OTHER, GameRecord.new(2)]

    def test_reads_no_further_than_it_must(self) -> None:
        taken: list[str] = []

        def lines() -> Iterator[str]:
            for line in (written([RECORD]) * 3).splitlines():
                taken.append(line)
                yield line

        games = read_records(lines())
        assert taken == []
        assert next(games) == RECORD
        assert taken.count("tienlen 1") == 2

    def test_goes_on_after_a_game_that_cannot_be_read(self) -> None:
        bad_card = changed(("1: 6S\n", "1: 6X\n"))
        not_held = changed(("1: 6S\n", "1: 4S\n"))
        lines = "\n".join(["junk", TEXT, bad_card, not_held, TEXT]).split("\n")
        games = read_records(lines)
        with pytest.raises(RecordNotationError) as nothing:
            next(games)
        assert next(games) == RECORD
        with pytest.raises(RecordNotationError) as unreadable:
            next(games)
        with pytest.raises(IllegalRecordError) as illegal:
            next(games)
        assert next(games) == RECORD
        assert next(games, None) is None

        assert (nothing.value.game, nothing.value.line) == (1, 1)
        assert (unreadable.value.game, unreadable.value.line) == (3, 1 + 22 + 9)
        assert lines[32 - 1] == "1: 6X"
        assert str(unreadable.value) == f"game 3, line 32: '6X' is not {CARD}"
        assert (illegal.value.game, illegal.value.line) == (4, 1 + 22 + 22 + 9)
        assert str(illegal.value).startswith("game 4, line 54, round 1, action 4: seat 1 may not")

    def test_a_text_is_no_file(self) -> None:
        with pytest.raises(TypeError, match=r"not one text; GameRecord\.parse reads it"):
            read_records(TEXT)

    def test_writes_records_alone(self) -> None:
        file = io.StringIO()
        wrong: Any = [OTHER, RECORD.final]
        with pytest.raises(TypeError, match="records are GameRecords, not a GameState"):
            write_records(file, wrong)
        assert file.getvalue() == "tienlen 1\nseats 3\n\n"


def test_a_deal_in_the_text_is_the_deal_itself() -> None:
    dealt = RECORD.actions[0]
    assert isinstance(dealt, Deal)
    assert dealt.hands == hands("3S 5S", "4S 6S")
