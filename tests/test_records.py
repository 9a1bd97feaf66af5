"""Records of whole games: what is played is written, read and replayed, and nothing else is."""

from __future__ import annotations

import gc
import io
import pickle
import random
import re
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import bridge, oracle
from tienlen import (
    CARDGAMES_IO,
    NORTHERN,
    PAGAT,
    SOUTHERN,
    Action,
    CardSet,
    Combo,
    Deal,
    GameRecord,
    GameState,
    IllegalMoveError,
    IllegalRecordError,
    Pass,
    Phase,
    Play,
    RecordError,
    Rules,
    read_records,
    write_records,
)

TABLES = [
    (name, seats, seed)
    for name in oracle.PRESETS
    for seats in (2, 3, 4)
    for seed in (range(2) if name == "SOUTHERN" else range(1))
]
"""The rule set, the number of seats and the seed of a game."""

HOUSE_RULES = [
    attrs.evolve(PAGAT, target=1, hand_size=3),
    attrs.evolve(CARDGAMES_IO, seats=[5], hand_size=10),
    attrs.evolve(SOUTHERN, seats=[3], hand_size=17),
    attrs.evolve(NORTHERN, hand_size=5),
]


def play(rules: Rules, seats: int, rng: random.Random, rounds: int = 2) -> list[Action]:
    """Play at random: some rounds, or fewer if the game is over before; not always in turn."""
    state = GameState.new(seats, rules)
    actions: list[Action] = []
    while state.phase is not Phase.OVER and state.round <= rounds:
        if state.phase is Phase.DEALING:
            action: Action = Deal.shuffled(rng, seats, rules)
        else:
            anyone = state.legal_actions(rng.randrange(seats)) or state.legal_actions()
            action = anyone[rng.randrange(len(anyone))]
        actions.append(action)
        state = state.apply(action)
    return actions


@cache
def played(name: str, seats: int, seed: int) -> GameRecord:
    rules = bridge.PRESETS[oracle.PRESETS[name]]
    return GameRecord(rules, seats, play(rules, seats, random.Random(seed)))


def states_of(record: GameRecord) -> list[GameState]:
    """Every state, by the reducer alone."""
    states = [GameState.new(record.seats, record.rules)]
    for action in record.actions:
        states.append(states[-1].apply(action))
    return states


@pytest.mark.parametrize(("name", "seats", "seed"), TABLES)
class TestWholeGames:
    def test_replay_to_the_equal_states(self, name: str, seats: int, seed: int) -> None:
        record = played(name, seats, seed)
        states = states_of(record)
        assert list(record.states()) == states
        assert record.final == states[-1]
        assert record.final == reduce(GameState.apply, record.actions, states[0])

    def test_text_and_pickle_give_the_equal_record(self, name: str, seats: int, seed: int) -> None:
        record = played(name, seats, seed)
        for again in (GameRecord.parse(str(record)), pickle.loads(pickle.dumps(record))):
            assert again == record
            assert hash(again) == hash(record)
            assert again.final == record.final
            assert str(again) == str(record)

    def test_every_prefix_is_a_record(self, name: str, seats: int, seed: int) -> None:
        whole = played(name, seats, seed)
        record = GameRecord.new(seats, whole.rules)
        for index, action in enumerate(whole.actions):
            # To replay each and every one would take a quadratic time.
            if index % 16 == seed:
                assert record == GameRecord(whole.rules, seats, whole.actions[:index])
                assert record == GameRecord.parse(str(record))
                assert record.final == whole.state(index)
            record = record.apply(action)
        assert record == whole

    def test_every_round_and_number(self, name: str, seats: int, seed: int) -> None:
        record = played(name, seats, seed)
        states = states_of(record)
        round, number = 0, 0
        for index, action in enumerate(record.actions):
            round, number = (round + 1, 0) if isinstance(action, Deal) else (round, number + 1)
            if index % 8 == seed or number == 0:
                assert record.state_in_round(round, number) == states[index + 1]

    def test_the_oracle_reads_the_text(self, name: str, seats: int, seed: int) -> None:
        """A reader of a dozen lines plays the text on the oracle, trick by trick."""
        record = played(name, seats, seed)
        game = oracle.Game(seats, oracle.PRESETS[name])
        hands: list[list[str]] = []
        rounds = 0
        for line in str(record).splitlines():
            if re.match("tienlen|rules|seats|$", line):
                assert rounds == 0 or line == ""
            elif line.startswith("round"):
                rounds += 1
                assert line == f"round {rounds}"
                hands = []
            elif line.startswith("hand"):
                hands.append(line.split()[2:])
                if len(hands) == seats:
                    game.do(("deal", hands))
            elif line.startswith("scores"):
                assert game.phase != "PLAYING"
                assert line.split()[1:] == [str(score) for score in game.scores]
            else:
                for told in line.split("; "):
                    assert game.phase == "PLAYING"
                    seat, what = told.split(": ")
                    cards = what.split()
                    game.do(("pass", int(seat)) if cards == ["-"] else ("play", int(seat), cards))
                    ended = game.table is None
                    assert ended == (told == line.split("; ")[-1])
        assert bridge.game_picture(game) == bridge.state_picture(record.final)

    def test_what_is_illegal_is_refused_where_it_stands(
        self, name: str, seats: int, seed: int
    ) -> None:
        rng = random.Random(seed)
        whole = played(name, seats, seed)
        refused = 0
        record = GameRecord.new(seats, whole.rules)
        round, number = 0, 0
        for action in (*whole.actions, None):
            state = record.final
            place = (round + 1, 1) if state.phase is Phase.DEALING else (round, number + 1)
            for wrong in tempting(state, rng):
                reason = state.why_illegal(wrong)
                if reason is None:
                    continue
                refused += 1
                bad_deal = isinstance(wrong, Deal) and state.phase is Phase.DEALING
                with pytest.raises(IllegalRecordError) as caught:
                    record.apply(wrong)
                error = caught.value
                assert error.reason is reason
                assert (error.round, error.number) == ((round + 1, 0) if bad_deal else place)
                assert error.action == (None if isinstance(wrong, Deal) else wrong)
                assert told_by_state(state, wrong) in str(error)
                if rng.random() < 0.02:
                    self.check_refused_as_a_whole(record, wrong, error)
            if action is not None:
                record = record.apply(action)
                round, number = (round + 1, 0) if isinstance(action, Deal) else (round, number + 1)
        assert refused > len(whole)

    @staticmethod
    def check_refused_as_a_whole(
        record: GameRecord, wrong: Action, expected: IllegalRecordError
    ) -> None:
        """The whole series of actions, and its text, are refused for the same as the last step."""
        actions = (*record.actions, wrong)
        with pytest.raises(IllegalRecordError) as caught:
            GameRecord(record.rules, record.seats, actions)
        assert caught.value.args == expected.args
        lines = str(record).split("\n")
        with pytest.raises(IllegalRecordError) as read:
            GameRecord.parse("\n".join([*lines, *told(wrong, record)]))
        assert read.value.args == (*expected.args[:5], len(lines) + 1, None)


def tempting(state: GameState, rng: random.Random) -> Iterator[Action]:
    """Actions that look right but need not be."""
    for seat in range(state.seats + 1):
        yield Pass(seat)
        hand = state.hands[rng.randrange(state.seats)]
        if hand:
            yield Play(seat, Combo([rng.choice(list(hand))]))
    yield Play(state.turn or 0, Combo.parse("JS QS KS AS 2S", rules=None))
    yield Deal.shuffled(rng, state.seats, state.rules)
    yield Deal([CardSet.parse("3S"), *[CardSet()] * (state.seats - 1)])


def told_by_state(state: GameState, wrong: Action) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(wrong)
    return str(caught.value)


def told(action: Action, record: GameRecord) -> list[str]:
    match action:
        case Deal(hands):
            rounds = sum(isinstance(action, Deal) for action in record.actions)
            return [
                f"round {rounds + 1}",
                *(f"hand {seat}: {hand}" for seat, hand in enumerate(hands)),
            ]
        case Play(seat, combo):
            return [f"{seat}: {combo}"]
        case Pass(seat):
            return [f"{seat}: -"]


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=repr)
def test_house_rules(rules: Rules) -> None:
    for seats in rules.seats:
        for seed in range(5):
            record = GameRecord(rules, seats, play(rules, seats, random.Random(seed), 2))
            assert GameRecord.parse(str(record)) == record
            assert record.rules == rules


# Hostile text

SHORT = GameRecord(
    attrs.evolve(SOUTHERN, hand_size=4),
    3,
    play(attrs.evolve(SOUTHERN, hand_size=4), 3, random.Random(5)),
)
SEEDS = [str(SHORT), str(played("CARDGAMES_IO", 2, 0)), "tienlen 1\nrules PAGAT\nseats 3"]

PIECES = [
    *("\n", "\r", "\0", "#", ";", ":", " ", "-", "\t", "\u2028", "\ufeff", "٣", "²", "\ud800"),
    *("tienlen 1\n", "seats 4\n", "round 1\n", "round 2\n", "hand 0:", "scores 0 0 0\n", "rules "),
    *("0: -; ", "1: 3S\n", "3S 3C", "9" * 5000, "-1", "{", "}", "[" * 2000, '{"a":' * 2000),
    *("NaN", "1e999", "true", "null", '{"seats": [2]}', "SOUTHERN", "\N{BLACK SPADE SUIT}"),
]


LARGE = [
    ("", "\n", ""),
    ("", " ", ""),
    ("", "#", ""),
    ("", "0", ""),
    ("", "tienlen 1\n", ""),
    ("tienlen ", "1", ""),
    ("tienlen 1\nseats ", "9", ""),
    ("tienlen 1\nseats 2\nround ", "1", ""),
    ("tienlen 1\nrules ", "[", ""),
    ("tienlen 1\nrules ", '{"seats":', ""),
    ('tienlen 1\nrules {"target": ', "9", "}"),
    ('tienlen 1\nrules {"seats": [', "2, ", "2]}\nseats 2"),
    ("tienlen 1\nseats 2\nround 1\nhand 0: ", "3S", ""),
    ("tienlen 1\nseats 2\nround 1\nhand 0: ", "3S ", ""),
    ("tienlen 1\nseats 2\n", ";", ""),
    ("tienlen 1\nseats 2\n", ":", ""),
    ("tienlen 1\nseats 2\n0:", " ", "3S"),
    ("tienlen 1\nseats 2\n", "0: -; ", ""),
    (f"{played('PAGAT', 2, 0)}\n", "scores 0 0\n", ""),
]
"""What stands before, what is repeated a million characters long, and what stands after."""


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        piece = draw(
            st.one_of(
                st.sampled_from(PIECES),
                st.just(""),
                st.text(max_size=3),
                st.sampled_from(text.splitlines(keepends=True) or [""]),
            )
        )
        text = text[:start] + piece + text[end:]
    return text


def record_or_error(text: str) -> GameRecord | RecordError:
    try:
        return GameRecord.parse(text)
    except RecordError as error:
        return error


class TestHostileText:
    """A text is a record or a `RecordError`, never anything else."""

    @staticmethod
    def check(text: str) -> None:
        read = record_or_error(text)
        if isinstance(read, GameRecord):
            assert GameRecord.parse(str(read)) == read
            return
        assert str(pickle.loads(pickle.dumps(read))) == str(read)
        assert read.line is not None
        assert 1 <= read.line <= 1 + text.count("\n")
        if isinstance(read, IllegalRecordError):
            assert read.round >= 1
            assert read.number >= 0

    @given(mutated())
    def test_records_with_something_changed(self, text: str) -> None:
        self.check(text)

    @given(st.lists(st.sampled_from(PIECES)).map("".join))
    def test_pieces_of_records(self, text: str) -> None:
        self.check(text)
        self.check("tienlen 1\nseats 3\n" + text)

    @given(st.text())
    def test_any_text(self, text: str) -> None:
        self.check(text)
        self.check("tienlen 1\nrules " + text)
        self.check("tienlen 1\nseats " + text)
        self.check(str(SHORT) + text)

    def test_each_line_left_out_and_each_swapped_with_the_next(self) -> None:
        lines = str(SHORT).split("\n")
        for place in range(len(lines)):
            self.check("\n".join(lines[:place] + lines[place + 1 :]))
            swapped = lines[: place + 2][:place] + lines[place : place + 2][::-1]
            self.check("\n".join(swapped + lines[place + 2 :]))

    @pytest.mark.parametrize(("before", "repeated", "after"), LARGE, ids=repr)
    @pytest.mark.slow
    def test_large_texts_are_read_in_no_time(self, before: str, repeated: str, after: str) -> None:
        """Anything worse than proportional would take minutes for a million characters."""
        self.check(before + repeated * (1_000_000 // len(repeated)) + after)


# Files


def small_games(count: int) -> Iterator[GameRecord]:
    """Short games, each made when it is asked for: fifty of them, over and over."""
    rules = Rules(hand_size=3, target=1)
    for number in range(count):
        yield GameRecord(rules, 2, play(rules, 2, random.Random(number % 50)))


def peak_of(work: Callable[[], object]) -> int:
    """The most memory that was in use at once above what was in use before."""
    gc.collect()
    gc.freeze()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.unfreeze()


def each(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Pass records on; every few of them, empty the lists of spare parts that Python keeps."""
    for number, record in enumerate(records):
        if number % 10 == 0:
            gc.collect()
        yield record


def write(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        write_records(file, each(small_games(count)))


def read(path: Path) -> int:
    """Read a file to its end and say how many games were in it."""
    with path.open(encoding="utf-8") as file:
        return sum(1 for _ in each(read_records(file)))


@pytest.mark.slow
def test_a_thousand_games_take_no_more_memory_than_fifty(tmp_path: Path) -> None:
    few, many = tmp_path / "few.tienlen", tmp_path / "many.tienlen"
    # What is made once and kept is made now.
    write(few, 50)
    assert read(few) == 50

    writing = [peak_of(lambda: write(few, 50)), peak_of(lambda: write(many, 1_000))]
    reading = [peak_of(lambda: read(few)), peak_of(lambda: read(many))]

    # Python's own lists and buffers come and go; but not even the text is held as a whole.
    text = many.stat().st_size
    assert text > 15 * few.stat().st_size
    assert writing[1] - writing[0] < text / 2
    assert reading[1] - reading[0] < text / 2


@pytest.mark.slow
def test_a_thousand_whole_games_in_constant_memory(tmp_path: Path) -> None:
    def games(count: int) -> Iterator[GameRecord]:
        for seed in range(count):
            yield GameRecord(CARDGAMES_IO, 4, play(CARDGAMES_IO, 4, random.Random(seed), 99))

    path = tmp_path / "games.tienlen"
    with path.open("w", encoding="utf-8") as file:
        write_records(file, games(1_000))
    with path.open(encoding="utf-8") as file:
        for record, expected in zip(read_records(file), games(1_000), strict=True):
            assert record == expected

    def first(count: int) -> None:
        with path.open(encoding="utf-8") as file:
            for _ in zip(range(count), each(read_records(file)), strict=False):
                pass

    # The longest of a thousand games is not twice as long as the longest of fifty.
    assert peak_of(lambda: first(1_000)) < 2 * peak_of(lambda: first(50))


@given(st.lists(st.tuples(st.sampled_from([0, 1, 2]), st.booleans()), max_size=4))
def test_each_game_of_a_file_is_read_whatever_the_others_are(
    games: list[tuple[int, bool]],
) -> None:
    """Games good and bad in any order: each good one is read, each bad one is named."""
    good = [GameRecord.new(2), SHORT, GameRecord.new(4, NORTHERN)]
    file = io.StringIO()
    starts: list[int] = []
    for which, is_good in games:
        starts.append(file.getvalue().count("\n") + 1)
        write_records(file, [good[which]])
        if not is_good:
            file.write("9: 3S\n")
    file.seek(0)
    reader = read_records(file)
    for number, (which, is_good) in enumerate(games, 1):
        if is_good:
            assert next(reader) == good[which]
            continue
        with pytest.raises(RecordError) as caught:
            next(reader)
        assert caught.value.game == number
        lines = str(good[which]).count("\n") + 1
        assert caught.value.line == starts[number - 1] + lines + 1
    assert next(reader, None) is None
