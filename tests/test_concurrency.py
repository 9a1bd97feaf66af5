"""Values in use by many threads at once and on their way between processes: as by one alone.

What is made on first use (the count of a move list, caches, names of the root, converters) is asked
for by all threads at the same moment, on interpreters with and without a global lock.
"""

from __future__ import annotations

import json
import multiprocessing
import pickle
import random
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache, partial
from threading import Barrier
from typing import TypeVar

import attrs
import pytest

import tienlen
from tests import bridge, oracle
from tienlen import (
    DECK,
    NORTHERN,
    Action,
    Card,
    CardSet,
    Combo,
    Deal,
    GameRecord,
    GameState,
    IllegalMoveError,
    Kind,
    LegalMoves,
    Pass,
    Phase,
    Rules,
    events_between,
    from_data,
    legal_moves,
    to_data,
)
from tienlen._value import _find_parts
from tienlen.choices import _row_totals
from tienlen.scoring import in_order

T = TypeVar("T")

THREADS = 8
PRESETS = list(bridge.PRESETS.values())
DEAL = Deal.shuffled(random.Random(3))


@pytest.fixture(autouse=True)
def switch_often() -> Iterator[None]:
    """Let another thread on after a microsecond, not after five thousand."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def at_once(work: Callable[..., T], *arguments: Iterable[object]) -> list[T]:
    """What a function gives in so many threads that all begin together; called as `map` is."""
    barrier = Barrier(THREADS)

    def begin(*own: object) -> T:
        barrier.wait(timeout=60)
        return work(*own)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, *arguments))


def play(rules: Rules, seed: int) -> GameRecord:
    """Play one round at random."""
    rng = random.Random(seed)
    record = GameRecord.new(4, rules).apply(Deal.shuffled(rng, rules=rules))
    while record.final.phase is Phase.PLAYING:
        record = record.apply(rng.choice(record.final.legal_actions()))
    return record


@cache
def record_of(rules: Rules) -> GameRecord:
    return play(rules, seed=5)


def questions() -> list[LegalMoves]:
    """Move lists of every form, none of them counted."""
    hand = CardSet.parse("3S 3C 3D 4S 4C 5S 5C 5D 6H 7H 8H AS 2S 2C")
    return [
        *[legal_moves(DECK, None, rules) for rules in PRESETS],
        *[legal_moves(hand, None, rules) for rules in PRESETS],
        legal_moves(hand, Combo.parse("3S 4S 5S")),
        legal_moves(hand, Combo.parse("2C")),
        legal_moves(hand, including=Card.parse("3S")),
        legal_moves(hand).containing(CardSet.parse("4S 5C")),
        legal_moves(hand, Combo.parse("3H", NORTHERN), NORTHERN),
        legal_moves(CardSet.parse("3S 2S 2C 2D"), None, NORTHERN),
    ]


Answer = tuple[int, list[Combo], list[Combo], list[int]]


def answer(moves: LegalMoves, number: int) -> Answer:
    """All that a list knows, the first part of it asked for being another in each thread.

    Of long lists only some moves, since not their number but the first use matters.
    """
    first_use: tuple[Callable[[], object], ...] = (
        moves.__len__,
        moves.__bool__,
        partial(moves.__getitem__, 0),
        partial(moves.__getitem__, -1),
    )
    first_use[number % len(first_use)]()
    step = len(moves) // 50 + 1
    some = [moves[place] for place in range(0, len(moves), step)]
    last = [moves[-1 - place] for place in range(min(20, len(moves)))]
    return len(moves), some, last, [moves.index(move) for move in some]


class TestThreads:
    def test_a_move_list_is_counted_by_all_at_once(self) -> None:
        for shared, alone in zip(questions(), questions(), strict=True):
            _row_totals.cache_clear()
            answers = at_once(answer, [shared] * THREADS, range(THREADS))
            assert answers == [answer(alone, 0)] * THREADS
            assert shared == alone

    def test_the_count_is_that_of_the_oracle(self) -> None:
        hand = ["3S", "3C", "3D", "4S", "4C", "5S", "5C", "6H", "7H", "AS", "2S"]
        shared = legal_moves(CardSet.parse(" ".join(hand)))
        expected = sorted(sorted(cards) for cards in oracle.legal_moves(hand))
        for moves in at_once(list[Combo], [shared] * THREADS):
            assert sorted(sorted(map(str, move)) for move in moves) == expected

    @pytest.mark.parametrize("rules", PRESETS, ids=oracle.PRESETS)
    def test_a_state_is_asked_by_all_at_once(self, rules: Rules) -> None:
        for state in list(record_of(rules).states())[1::9]:
            again = pickle.loads(pickle.dumps(state))
            in_order.cache_clear()
            answers = at_once(told_of, [state] * THREADS)
            assert answers == [told_of(again)] * THREADS
            assert (state, hash(state)) == (again, hash(again))

    @pytest.mark.parametrize("rules", PRESETS, ids=oracle.PRESETS)
    def test_games_side_by_side(self, rules: Rules) -> None:
        games = at_once(play, [rules] * THREADS, [number // 2 for number in range(THREADS)])
        alone = [play(rules, seed) for seed in range(THREADS // 2)]
        assert games == [alone[number // 2] for number in range(THREADS)]

    def test_the_parts_of_a_class_are_found_by_all_at_once(self) -> None:
        """Equality and hash of values compare parts, which each class looks up once."""
        for cls in (Deal, Pass, Combo, Rules, GameState):
            parts = at_once(_find_parts, [cls] * THREADS)
            assert len({repr(each) for each in parts}) == 1

    def test_a_record_is_written_read_and_replayed(self) -> None:
        for rules in PRESETS[1:4]:
            record = record_of(rules)
            text, states = str(record), list(record.states())
            for again in at_once(GameRecord.parse, [text] * THREADS):
                assert again == record
                assert list(again.states()) == states
            assert at_once(str, [record] * THREADS) == [text] * THREADS

    def test_data_is_written_and_read(self) -> None:
        for rules in PRESETS[1:4]:
            record = record_of(rules)
            data = to_data(record)
            assert at_once(to_data, [record] * THREADS) == [data] * THREADS
            assert at_once(from_data, [data] * THREADS) == [record] * THREADS


def told_of(state: GameState) -> list[object]:
    """What a state says, what each seat sees and where actions lead."""
    actions = [list(state.legal_actions(seat))[:20] for seat in (*range(state.seats), None)]
    views = [state.view(seat) for seat in (*range(state.seats), None)]
    tried = [*actions[-1][::10], Pass(0), Pass(1), DEAL]
    return [actions, views, *[_outcome(state, action) for action in tried]]


def _outcome(state: GameState, action: Action) -> object:
    try:
        after = state.apply(action)
    except IllegalMoveError as refusal:
        return str(refusal)
    return after, events_between(state, after)


FIRST_USE = """
import sys, threading
sys.setswitchinterval(1e-6)
results, faults = [], []
barrier = threading.Barrier({threads})

def work(number):
    try:
        barrier.wait(timeout=60)
        {work}
    except BaseException as fault:
        faults.append(repr(fault))

threads = [threading.Thread(target=work, args=(number,)) for number in range({threads})]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not faults, faults
assert len(results) == {threads}
assert all(result == results[0] for result in results), results
"""

FIRST_USES = {
    "import": "import tienlen; results.append(id(tienlen.Combo))",
    "lazy names": """
        import random, tienlen
        names = list(tienlen.__all__)
        random.Random(number).shuffle(names)
        if number % 4 == 0:
            import tienlen.data, tienlen.events
        found = {name: id(getattr(tienlen, name)) for name in names}
        results.append(sorted(found.items()))""",
    "converters": f"""
        from tienlen import from_data, to_data
        document = {to_data(record_of(PRESETS[2]))!r}
        record = from_data(document)
        assert to_data(record) == document
        views = [state.view(number % 4) for state in record.states()]
        assert [from_data(to_data(view)) for view in views] == views
        results.append(to_data(record.final))""",
}
"""What threads do first of all in a new interpreter, where nothing has been imported."""


@pytest.mark.parametrize("work", FIRST_USES.values(), ids=FIRST_USES)
def test_first_use_by_many_threads(work: str) -> None:
    program = FIRST_USE.format(threads=THREADS, work=work)
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@attrs.frozen
class Parcel:
    """What is sent to another process."""

    rules: Rules
    actions: tuple[Action, ...]
    states: list[GameState]
    moves: list[LegalMoves]
    values: frozenset[object]
    """Of every type that is hashed by its parts, enums among them."""


def parcel(rules: Rules, actions: tuple[Action, ...]) -> Parcel:
    states = list(GameRecord(rules, 4, actions).states())[1::8]
    views = [state.view(1) for state in states]
    moves = [legal_moves(state.hands[0], None, rules) for state in states]
    for counted in moves[::2]:
        len(counted)
    values = frozenset([rules, *actions, *states, *views, *moves, *rules.chops, *Kind])
    return Parcel(rules, actions, states, moves, values)


Reply = tuple[int, Parcel, list[list[object]], list[Answer], list[str]]


def answered(here: Parcel) -> Reply:
    """What one process, told apart by its hash of a text, makes of a parcel."""
    return (
        hash("text"),
        here,
        [told_of(state) for state in here.states],
        [answer(moves, 0) for moves in here.moves],
        [json.dumps(to_data(value)) for value in (here.rules, *here.states)],
    )


def answered_far_away(received: Parcel) -> Reply:
    """Run in another process, where what is received must be equal to what is made."""
    assert received == parcel(received.rules, received.actions)
    return answered(received)


def test_values_go_to_other_processes_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process hashes text in its own way; values find their equals all the same."""
    sent = [parcel(rules, record_of(rules).actions) for rules in PRESETS]
    context = multiprocessing.get_context("spawn")
    hashes: set[int] = set()
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        with ProcessPoolExecutor(1, mp_context=context) as pool:
            replies = list(pool.map(answered_far_away, sent))
        hashes.add(replies[0][0])
        assert [reply[1:] for reply in replies] == [answered(here)[1:] for here in sent]
    assert len(hashes) == 2


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a global lock"
)
def test_nothing_imported_brings_the_global_lock_back() -> None:
    for name in tienlen.__all__:
        getattr(tienlen, name)
    assert not getattr(sys, "_is_gil_enabled")()  # noqa: B009 - unknown to checkers before 3.13
