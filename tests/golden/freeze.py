"""Write golden files of what this release can write, to be read by all that follow.

Run ``python -m tests.golden.freeze`` when a release can write something new.  What is kept already
stays as it was written.
"""

from __future__ import annotations

import base64
import importlib.metadata
import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from enum import Enum

from tests import bridge, oracle
from tests.test_golden import GAMES, GOLDEN, evaluate, events, game, states, value_types
from tienlen import (
    Chopped,
    Deal,
    DealWon,
    GameRecord,
    GameState,
    Paid,
    Pass,
    Phase,
    Play,
    events_between,
    to_data,
)

SEEDS = 40
ROUNDS = {"cardgames_io-4": 20}
"""The rounds to play at most, if it is not a few."""


def deal(rng: random.Random, state: GameState) -> Deal:
    """Deal a pack that was hardly shuffled, so that bombs come together."""
    spread = rng.choice((8, 20, 30, 60))
    near = sorted(oracle.DECK, key=lambda card: oracle.PLACES[card] + rng.uniform(0, spread))
    size = state.rules.hand_size
    cuts = rng.sample(range(4), state.seats)
    return Deal(bridge.card_set(near[size * cut : size * (cut + 1)]) for cut in cuts)


def action(rng: random.Random, state: GameState) -> Play | Pass:
    """Take any action, but chop where that can be done."""
    chops = [chop for seat in range(state.seats) for chop in state.legal_actions(seat)]
    chops = [chop for chop in chops if chop.seat != state.turn]
    own = list(state.legal_actions())
    plays = [each for each in own if isinstance(each, Play)]
    bombs = [each for each in plays if each.combo.shape in state.rules._bombs]
    if state.table is None or not bombs:
        bombs = sorted(plays, key=lambda each: -len(each.combo))[: rng.choice((1, 5))]
    few = next((some for some in (chops, bombs) if some and rng.random() < 0.6), own)
    return rng.choice(few)


def played(name: str, seed: int) -> GameRecord:
    """A few rounds at random."""
    rng = random.Random(seed)
    rule_set, _, seats = name.partition("-")
    record = GameRecord.new(int(seats), bridge.PRESETS[oracle.PRESETS[rule_set.upper()]])
    while record.final.round <= ROUNDS.get(name, 3) and record.final.phase is not Phase.OVER:
        dealing = record.final.phase is Phase.DEALING
        record = record.apply((deal if dealing else action)(rng, record.final))
    return record


def worth(record: GameRecord) -> int:
    """How many different things happen in a game."""
    happened: set[object] = set()
    before, *after = record.states()
    for state in after:
        for event in events_between(before, state):
            happened.add(type(event))
            match event:
                case Chopped():
                    happened.add(event.free)
                case DealWon():
                    happened.add(event.pattern)
                case Paid():
                    happened.add(event.payment.reason)
                case _:
                    pass
        before = state
    return len(happened)


def codes() -> Iterator[str]:
    """The values to keep: all that is small, and some of everything that comes up in the games."""
    for cls in sorted(value_types(), key=lambda cls: cls.__name__):
        if issubclass(cls, Enum):
            yield from (f"{cls.__name__}.{name}" for name in cls.__members__)
    yield from SMALL
    kept: Counter[object] = Counter()
    for name in GAMES:
        record, all_states = f"game({name!r})", f"states({name!r})"
        if name.endswith("-4"):
            rules = game(name).rules
            yield f"{record}.rules"
            yield from (f"{record}.rules.chops[{place}]" for place in range(len(rules.chops)))
        if name.endswith("-2"):
            yield record
            yield f"{record}.actions[0]"
        yield f"{all_states}[1].view(0)"
        richest = max(range(len(states(name))), key=lambda place: memory(states(name)[place]))
        yield f"{all_states}[{richest}]"
        yield f"{all_states}[{richest}].view({states(name)[richest].turn})"
        yield f"{all_states}[{richest}].view(None)"
        yield f"{all_states}[{len(game(name))}]"
        for place, state in enumerate(states(name)):
            if state.last_round is not None:
                yield f"{all_states}[{place}].last_round"
                for number, payment in enumerate(state.last_round.payments):
                    kept[payment.reason] += 1
                    if kept[payment.reason] <= 2:
                        yield f"{all_states}[{place}].last_round.payments[{number}]"
        for place in range(len(game(name))):
            own = game(name).actions[place]
            kept[name, type(own)] += 1
            if kept[name, type(own)] == 2:
                yield f"{record}.actions[{place}]"
            for number, event in enumerate(events(name, place)):
                # Some of every game, chops of both sorts.
                sort = (type(event), isinstance(event, Chopped) and event.free)
                kept[name, sort] += 1
                if kept[name, sort] == 1 and kept[sort] < 3:
                    kept[sort] += 1
                    yield f"events({name!r}, {place})[{number}]"


def memory(state: GameState) -> int:
    """How many parts of a state say something."""
    parts = (state.table, state.passed, state.finished, state.discards, state.played)
    more = (state.stopped, state.chain, state.payments, state.opening_card, state.turn is not None)
    return sum(map(bool, (*parts, *more)))


SMALL = [
    "Card.parse('3S')",
    "Card.parse('TH')",
    "Card.parse('2H')",
    "CardSet()",
    "CardSet.parse('3S TD 2C')",
    "DECK",
    "Combo.parse('3S')",
    "Combo.parse('2D 2H')",
    "Combo.parse('7S 7D 7H')",
    "Combo.parse('9S 9C 9D 9H')",
    "Combo.parse('TS JC QD KH AS')",
    "Combo.parse('3S 3H 4C 4D 5S 5C')",
    "Combo.parse('JS QS KS AS 2S', rules=None)",
    "Combo.parse('KS KC AS AC 2S 2C', rules=None)",
    "Combo.parse('4S 4C 4D 4H 5S 5C 5D 5H', rules=None)",
    "Shape(Kind.SINGLE)",
    "Shape(Kind.DOUBLE_SEQUENCE, 4)",
    "Shapes(Kind.QUAD)",
    "Shapes(Kind.SEQUENCE, 3, 5)",
    "Twos(1)",
    "Twos(4)",
    "Rules()",
    "Rules(seats=(2,), hand_size=26, target=None)",
    "Rules(target=21, sequence_top=None, double_sequence_top=None, chops=())",
    "Deal([CardSet.parse('3S 4S'), CardSet.parse('2D 2H')])",
    "Play(2, Combo.parse('3S 3C'))",
    "Pass(3)",
    "GameState.new(3)",
    "GameState.new(2).view(1)",
    "GameRecord.new(4)",
    "legal_moves(CardSet.parse('3S 4S 5S 9H'))",
    "legal_moves(CardSet.parse('9S 9C 9D 9H'), Combo.parse('2H'))",
    "legal_moves(CardSet.parse('3S 4S 5S 9H'), including=Card.parse('3S'))",
    "legal_moves(CardSet.parse('3S 4S 5S 9H')).containing([Card.parse('4S')])",
    "states('southern-4')[1].legal_actions()",
    "select(CardSet.parse('6S'), CardSet.parse('6S 6C 7D 8H'))",
]


def kept_value(code: str) -> dict[str, object]:
    """The document and the pickle of a value."""
    value = evaluate(code)
    try:
        document = to_data(value)
    except TypeError:
        document = None
    # Protocol 4 is the one that every supported Python writes and reads.
    frozen = base64.b64encode(pickle.dumps(value, protocol=4)).decode("ascii")
    return {"document": document, "pickle": frozen}


def write_games() -> None:
    """Write the games that are missing."""
    for name in (f"{rules.lower()}-{seats}" for rules in oracle.PRESETS for seats in (2, 3, 4)):
        if name not in GAMES:
            records = [played(name, seed) for seed in range(SEEDS)]
            best = max(records, key=lambda record: (worth(record), -len(record)))
            (GOLDEN / "games" / f"{name}.txt").write_text(f"{best}\n", "utf-8")
            GAMES.append(name)
    GAMES.sort()


def write_values() -> None:
    """Write the values that this release has not kept yet."""
    path = GOLDEN / "values" / f"{importlib.metadata.version('tienlen')}.json"
    kept = {code: kept_value(code) for code in codes()}
    if path.exists():
        kept |= json.loads(path.read_text("utf-8"))
    lines = [f"{json.dumps(code)}: {json.dumps(kept[code])}" for code in sorted(kept)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    write_games()
    write_values()
