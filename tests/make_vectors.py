"""Questions about the rules with the oracle's answers, for programs in any language.

``python -m tests.make_vectors`` writes them to `docs/vectors`, the same on every run; the page
`docs/test-vectors.md` tells the format.  The library is asked nothing but to write the rules down.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeAlias

from tests import bridge, oracle
from tests.side_by_side import canonical
from tests.strategies import names, parts, ranks_for
from tests.vector_games import GAMES, Script
from tienlen import to_data
from tienlen._converter import BASE_OF_SCHEMA_1

VECTORS = Path(__file__).parents[1] / "docs" / "vectors"
FORMAT = 1
"""The number of the format, which a change that breaks its readers raises."""
SEED = 13
ROUNDS = 4
"""How many are played at random."""
HAND = 13
"""The most cards in a question: programs may count on hands being no larger."""

Cards: TypeAlias = Iterable[str]
Case: TypeAlias = dict[str, object]


def text(cards: Cards | None) -> str | None:
    return None if cards is None else " ".join(cards)


def in_text_order(cards: Cards) -> str:
    return " ".join(oracle.in_order(cards))


def split(text: str) -> list[str]:
    return text.split()


def run(rng: random.Random, width: int, ranks: str, suits: str | None = None) -> list[str]:
    """Some cards of each of the ranks, of the same suits if any are named."""
    return [
        rank + suit
        for rank in ranks
        for suit in (suits or "".join(rng.sample(oracle.SUITS, width)))
    ]


# classify


def sets_to_classify(rng: random.Random) -> Iterator[list[str]]:
    """Runs of every width and length where ranks begin and end, and what comes near to one."""
    yield []
    yield from ([card] for card in ("3S", "TH", "AC", "2S", "2H"))
    for length in range(1, HAND + 1):
        for width in range(1, 5):
            if not 2 <= width * length <= HAND:
                continue
            for low in sorted({0, rng.randrange(14 - length), max(0, 12 - length), 13 - length}):
                ranks = oracle.RANKS[low : low + length]
                cards = run(rng, width, ranks)
                yield cards
                # Of the same suits in each rank, which some rules ask for.
                yield run(rng, width, ranks, "".join(rng.sample(oracle.SUITS, width)))
                yield rng.sample(cards, len(cards) - 1)
                others = [card for card in oracle.DECK if card not in cards]
                yield [*cards[1:], rng.choice(others)]
    for wrapped in ("A23", "KA23", "QKA2", "KA2", "234", "A3", "KA3", "2A", "22AAKK", "AA2233"):
        yield [rank + oracle.SUITS[place % 4] for place, rank in enumerate(wrapped)]
    # Right but for a gap.
    yield from map(split, ("4S 5S 7S", "3S 3C 4S 4C 6S 6C", "JS KS AS 2S"))


def kind_of(name: str | None) -> str | None:
    """The name that data has for a kind of combo."""
    return None if name is None else name.partition(" of ")[0].replace(" ", "_").upper()


def classify() -> Iterator[Case]:
    rng = random.Random(SEED)
    asked: dict[frozenset[str], list[str]] = {}
    for cards in sets_to_classify(rng):
        if len(set(cards)) == len(cards) <= HAND:
            asked.setdefault(frozenset(cards), rng.sample(cards, len(cards)))
    for rule_set, rules in oracle.PRESETS.items():
        for cards in asked.values():
            name = oracle.name(cards, rules)
            yield {
                "rules": rule_set,
                "cards": text(cards),
                "kind": kind_of(name),
                "run_length": None if name is None else parts(name)[1],
            }


# beats


def held_names(rules: oracle.Rules) -> list[str]:
    """Every shape that a hand can hold."""
    return [name for name in names(rules) if parts(name)[0] * parts(name)[1] <= HAND]


def held_bombs(rules: oracle.Rules) -> list[str]:
    """The shapes that chop something under some rules, if not under these."""
    return [name for name in held_names(rules) if name.startswith(("quad", "double"))]


def some_combo(rng: random.Random, name: str, rules: oracle.Rules) -> list[str]:
    """A combo of a shape."""
    width, length = parts(name)
    ranks = ranks_for(name, rules)
    while True:
        low = rng.randrange(len(ranks) - length + 1)
        suits = "".join(rng.sample(oracle.SUITS, width)) if rules.suits == "follow" else None
        cards = run(rng, width, ranks[low : low + length], suits)
        if oracle.name(cards, rules) is not None:
            return cards


def answers(
    rng: random.Random, name: str, rules: oracle.Rules, table: list[str]
) -> Iterator[list[str]]:
    """A combo of a shape with none of the table's cards, if chance finds one.

    If it is of the table's shape its ranks are near to the table's, where the question is close.
    """
    found = [some_combo(rng, name, rules) for _ in range(200)]
    apart = [cards for cards in found if not set(cards) & set(table)]
    near = [cards for cards in apart if abs(lowest_rank(cards) - lowest_rank(table)) < 2]
    if apart:
        yield rng.choice(near if near and oracle.name(table, rules) == name else apart)


def lowest_rank(cards: list[str]) -> int:
    return min(oracle.RANKS.index(card[0]) for card in cards)


def pairs_to_compare(
    rng: random.Random, rules: oracle.Rules
) -> Iterator[tuple[list[str], list[str]]]:
    """Pairs of a combo and a table: alike, bombs and 2s, and any."""
    for name in held_names(rules):
        for _ in range(8):
            table = some_combo(rng, name, rules)
            yield from ((cards, table) for cards in answers(rng, name, rules, table))
    twos = [list(cards) for cards in oracle.subsets(["2S", "2C", "2D", "2H"])]
    bombs = held_bombs(rules)
    for name in bombs:
        tables = [cards for cards in twos if oracle.name(cards, rules) is not None]
        tables += [some_combo(rng, other, rules) for other in bombs for _ in range(2)]
        for table in tables:
            yield from ((cards, table) for cards in answers(rng, name, rules, table))
    for one in twos:
        for other in twos:
            if oracle.name(other, rules) is not None and not set(one) & set(other):
                yield one, other
    for _ in range(60):
        name, other_name = rng.sample(held_names(rules), 2)
        table = some_combo(rng, other_name, rules)
        yield from ((cards, table) for cards in answers(rng, name, rules, table))
    # A 2 on the last of each kind, and what other rule sets would let beat it.
    for single in ("AS", "AH", "2S"):
        yield ["2H"], [single]
    foreign = ("JS QS KS AS 2S", "QS QC KS KC AS AC 2S 2C", "4S 4C 4D 4H 5S 5C 5D 5H", "6S 6D")
    for combo in foreign:
        for target in ("2H", "TS JS QS KS AS", "2D 2H", "5S 5C"):
            if oracle.name(split(target), rules) is not None:
                yield split(combo), split(target)


def beats() -> Iterator[Case]:
    for rule_set, rules in oracle.PRESETS.items():
        asked: set[tuple[str, str]] = set()
        for cards, table in pairs_to_compare(random.Random(SEED), rules):
            question = (in_text_order(cards), in_text_order(table))
            if question in asked or set(cards) & set(table):
                continue
            asked.add(question)
            yield {
                "rules": rule_set,
                "cards": question[0],
                "table": question[1],
                "beats": oracle.beats(cards, table, rules),
            }


# legal


def crowded(rng: random.Random, size: int) -> list[str]:
    """A hand of neighbouring ranks, which has many combos, and some 2s."""
    low = rng.randrange(len(oracle.RANKS) - 3)
    near = [card for card in oracle.DECK if 0 <= oracle.RANKS.index(card[0]) - low < 5]
    near += rng.sample(oracle.DECK, size)
    return rng.sample([*dict.fromkeys(near)], size)


def hands_and_tables(
    rng: random.Random, rules: oracle.Rules
) -> Iterator[tuple[list[str], list[str] | None, str | None]]:
    """Hands to lead from, to follow from and to open with."""
    for size in (0, 1, 2, 3, 5, 5, 6, 7, 8, 8, 9):
        yield crowded(rng, size), None, None
    for _ in range(12):
        yield rng.sample(oracle.DECK, HAND), None, None
    for size in (5, 8, 8, 9, 13):
        hand = crowded(rng, size)
        yield hand, None, oracle.in_order(hand)[0]
    yield ["4S", "5S", "6S"], None, "3S"
    # Hands that often have an answer.
    for name in [*held_names(rules), *held_names(rules), "single", "pair", "triple"]:
        table = some_combo(rng, name, rules)
        hand = next(answers(rng, name, rules, table), list[str]())
        rest = [card for card in rng.sample(oracle.DECK, 52) if card not in table]
        yield [*dict.fromkeys([*hand, *rest])][: rng.choice((8, 11, HAND))], table, None
    for twos in (["2C"], ["2H"], ["2S", "2D"], ["2S", "2C", "2H"]):
        for bomb in held_bombs(rules):
            hand = next(answers(rng, bomb, rules, twos), list[str]())
            rest = [card for card in rng.sample(oracle.DECK, 52) if card not in twos]
            yield [*dict.fromkeys([*hand, *rest])][:HAND], twos, None
    # Little else but 2s, which 9.2 has a say in.
    for cards in ("2S", "2S 2H", "3S 2S", "3S 3C 2D", "3S 4S 2D", "3S 4S 5S 2S 2D", "2S 2C 2D 2H"):
        hand = split(cards)
        yield hand, None, None
        yield hand, None, hand[0]
        yield hand, ["AC"], None
        yield hand, ["2C"] if "2C" not in hand else ["AS"], None
    for cards in ("3S 2S", "3S 3C 3D 3H 2S", "9S TS JS 2H"):
        hand = split(cards)
        yield hand, ["2D"], None
        yield hand, ["8S", "9S", "TS"] if "9S" not in hand else ["6S", "7S", "8S"], None
    # 2s at the end of runs.
    for cards in ("JS QS KS AS 2S", "QS QC KS KC AS AC 2S 2C", "3S 4S AS 2S", "JS QC KD AH 2H TS"):
        hand = split(cards)
        yield hand, None, None
        yield hand, ["TC", "JC", "QC"] if "QC" not in hand else ["9S", "TS", "JS"], None


def legal() -> Iterator[Case]:
    for rule_set, rules in oracle.PRESETS.items():
        for hand, table, including in hands_and_tables(random.Random(SEED), rules):
            moves = oracle.legal_moves(hand, table, rules, including=including)
            yield {
                "rules": rule_set,
                "hand": text(hand),
                "table": text(table),
                "including": including,
                "moves": [text(each) for each in sorted(moves, key=lambda m: canonical(m, rules))],
            }


# flow


def picture(game: oracle.Game) -> Case:
    """What is to be compared after each action: all but the cards played and held."""
    seen = bridge.game_picture(game)
    shown = {name.replace(" ", "_"): part for name, part in seen.items()}
    del shown["hands"], shown["discards"], shown["played"]
    shown["table"] = text(game.table and oracle.in_order(game.table))
    shown["payments"] = payments(game.payments)
    if game.places:
        pattern = game.instant_win
        shown["last_round"] = {
            "places": game.places,
            "points": game.points,
            "payments": payments(game.paid),
            "instant_win": None if pattern is None else bridge.INSTANT_WINS[pattern].name,
            "hands": [in_text_order(hand) for hand in game.left_over],
        }
    copied: Case = json.loads(json.dumps(shown))  # The lists of the oracle change.
    return copied


def payments(paid: Iterable[oracle.Payment]) -> list[Case]:
    keys = ("payer", "payee", "units", "reason")
    return [dict(zip(keys, payment, strict=True)) for payment in paid]


def asked(action: oracle.Action) -> Case:
    match action:
        case ("deal", hands):
            return {"deal": [in_text_order(hand) for hand in hands]}
        case ("play", seat, cards):
            return {"seat": seat, "play": in_text_order(cards)}
        case ("pass", seat):
            return {"seat": seat, "pass": True}


class Flow:
    """A game that is written down as it is played."""

    def __init__(self, name: str, rule_set: str, changes: Mapping[str, int], seats: int) -> None:
        """Begin before the first deal; the changes are of the fields of the rules."""
        fields: dict[str, Any] = dict(changes)
        rules = dataclasses.replace(oracle.PRESETS[rule_set], **fields)
        self.game = oracle.Game(seats, rules)
        self.steps: list[Case] = []
        self._seen = picture(self.game)
        self.case: Case = {
            "name": name,
            "rules": rule_set,
            "changes": changes,
            "seats": seats,
            "before": self._seen,
            "steps": self.steps,
        }

    def do(self, action: oracle.Action) -> None:
        """Try an action, and note the reason if it is refused, else what it has changed."""
        reason = self.game.refusal(action)
        if reason is not None:
            self.steps.append({**asked(action), "refused": reason})
            return
        self.game.do(action)
        seen = picture(self.game)
        changed = {name: part for name, part in seen.items() if part != self._seen[name]}
        self.steps.append({**asked(action), "then": changed})
        self._seen = seen


def written(script: Script) -> Case:
    """A game that was thought out."""
    flow = Flow(script.name, script.rules, script.changes, script.seats)
    for line in script.lines():
        word, _, rest = line.partition(" ")
        if word == "deal":
            hands = [hand.split() for hand in rest.split("|")]
            flow.do(("deal", filled(hands, flow.game.rules.hand_size)))
        elif rest == "-":
            flow.do(("pass", int(word)))
        else:
            flow.do(("play", int(word), rest.split()))
    return flow.case


def filled(hands: list[list[str]], size: int) -> list[list[str]]:
    """A deal with hands that win by no pattern in the place of each that is ``*``."""
    rest = [card for card in oracle.DECK if card not in chain(*hands)]
    rng = random.Random(SEED)
    while True:
        cards = iter(rng.sample(rest, len(rest)))
        filling = [list(islice(cards, size)) if hand == ["*"] else hand for hand in hands]
        if not any(
            oracle.has_pattern(hand, pattern)
            for hand in filling
            if hand not in hands
            for pattern in oracle.SOUTHERN.instant_wins
        ):
            return filling


def near_deal(rng: random.Random, game: oracle.Game) -> list[list[str]]:
    """A deal as of a pack that was hardly shuffled, so that bombs come together."""
    spread = rng.choice((10, 20, 40))
    near = sorted(oracle.DECK, key=lambda card: oracle.PLACES[card] + rng.uniform(0, spread))
    size = game.rules.hand_size
    cuts = rng.sample(range(4), game.seats)
    return [near[size * cut : size * (cut + 1)] for cut in cuts]


def played(rule_set: str, seats: int, rng: random.Random) -> Case:
    """Some rounds in which seats do any of what they may, and often what they may not."""
    flow = Flow("played at random", rule_set, {}, seats)
    game = flow.game
    while game.round <= ROUNDS and game.phase != "OVER":
        if game.turn is None:
            deal = near_deal(rng, game)
            flow.do(("deal", [deal[0][1:], *deal[1:]]))
            flow.do(("deal", deal))
            continue
        if rng.random() < 0.4:
            flow.do(wrong(rng, game))
            continue
        chops = [(seat, cards) for seat in range(seats) for cards in game.legal_free_chops(seat)]
        moves = game.legal_moves()
        if chops and rng.random() < 0.7:
            seat, cards = rng.choice(chops)
            flow.do(("play", seat, list(cards)))
        elif moves and (game.table is None or rng.random() < 0.8):
            bombs = [cards for cards in moves if oracle.is_bomb(cards, game.rules)]
            large = sorted(moves, key=len)[len(moves) // 2 :]
            few = bombs if bombs and game.table is not None else rng.choice([moves, large])
            flow.do(("play", game.turn, list(rng.choice(few))))
        else:
            flow.do(("pass", game.turn))
    return flow.case


def wrong(rng: random.Random, game: oracle.Game) -> oracle.Action:
    """Something that is seldom allowed."""
    seat = rng.randrange(-1, game.seats + 1)
    holder = seat if 0 <= seat < game.seats else 0
    held = game.hands[holder] or ["3S"]
    card, other = rng.choice(held), rng.choice(game.hands[game.turn or 0])
    same = [each for each in held if each[0] == card[0]]
    tempting: list[oracle.Action] = [
        ("pass", seat),
        ("play", seat, [card]),
        ("play", seat, same),
        ("play", game.turn or 0, [card]),
        ("play", game.turn or 0, [other]),
        ("play", game.turn or 0, ["JS", "QS", "KS", "AS", "2S"]),
    ]
    return rng.choice(tempting)


def flow() -> Iterator[Case]:
    yield from map(written, GAMES)
    for rule_set in oracle.PRESETS:
        for seats in (2, 3, 4):
            yield played(rule_set, seats, random.Random(SEED + seats))


# Files


def rules() -> Case:
    """The rule sets, in the form of rules as data: what differs from the base game."""
    return {
        "format": FORMAT,
        "base": BASE_OF_SCHEMA_1,
        "rules": {
            name: to_data(bridge.rules(rules))["value"] for name, rules in oracle.PRESETS.items()
        },
    }


def in_lines(cases: Iterable[Case]) -> str:
    """JSON with a line for each case, and for each step of a game."""
    body = ",\n".join(map(case_in_lines, cases))
    return f'{{"format": {FORMAT}, "cases": [\n{body}\n]}}\n'


def case_in_lines(case: Case) -> str:
    """A case on a line, its steps on others."""
    if "steps" not in case:
        return json.dumps(case)
    steps: Any = case["steps"]
    head = json.dumps({name: part for name, part in case.items() if name != "steps"})
    body = ",\n".join(map(json.dumps, steps))
    return f'{head.removesuffix("}")}, "steps": [\n{body}\n]}}'


def files() -> Iterator[tuple[Path, str]]:
    """Every file, as it is to be."""
    yield VECTORS / "rules.json", json.dumps(rules(), indent=1) + "\n"
    for question in (classify, beats, legal, flow):
        yield VECTORS / f"{question.__name__}.json", in_lines(question())


if __name__ == "__main__":
    for path, content in files():
        path.write_text(content, "utf-8")
