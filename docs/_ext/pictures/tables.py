"""What tables of tricks and of shapes say, all of it asked of the library; nothing of Sphinx.

So a table cannot show a play that the rules refuse, or hide what comes of one.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from typing import Final, TypeAlias, assert_never

import attrs

from tienlen import (
    CARDGAMES_IO,
    PRESETS,
    Card,
    CardSet,
    Chopped,
    Combo,
    Dealt,
    DealWon,
    Event,
    GameOver,
    GameState,
    Kind,
    LeadInherited,
    Paid,
    Pass,
    Passed,
    Play,
    Played,
    Rank,
    RoundOver,
    Rules,
    Stopped,
    Suit,
    TienLenError,
    TrickWon,
    WentOut,
    classify,
    events_between,
    from_data,
)

Line: TypeAlias = Combo | str
"""A line in a cell."""
Row: TypeAlias = list[list[Line]]
"""The cells of a row, each of any number of lines."""


@attrs.frozen
class Column:
    """What all seats do at one moment."""

    heading: str
    cells: dict[int, list[Line]]


class TrickError(ValueError):
    """The text of a trick is refused; the message names the line."""


def trick(text: str) -> tuple[int, list[Column]]:
    """Play what a text says and give the number of seats, and a column for each action.

    The text is in the notation of games without its heading: ``rules``, if they are not the base
    game's, a line ``hand`` for each seat, and what the seats do.  The seat that acts first leads;
    an empty hand has gone out before.

    Raises:
        TrickError: it is not in this notation, or a play is not legal.
    """
    rules = CARDGAMES_IO
    hands: list[CardSet] = []
    state: GameState | None = None
    columns: list[Column] = []
    numbers = count(1)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if state is None and (name := re.fullmatch(r"\s*rules\s+(\w+)\s*", line)):
                rules = _rules(name[1])
            elif state is None and (hand := re.fullmatch(r"\s*hand\s+(\d+)\s*:(.*)", line)):
                if int(hand[1]) != len(hands):
                    raise TrickError(f"the hand of seat {len(hands)} is next")
                hands.append(CardSet.parse(hand[2]))
            else:
                for action in map(_action, filter(str.strip, line.split(";"))):
                    before = state or _position(rules, hands, action.seat)
                    state = before.apply(action)
                    columns += _columns(before, state, str(next(numbers)))
        except (TienLenError, TrickError) as error:
            raise TrickError(f"line {number}: {error}") from error
    if not columns:
        raise TrickError("nothing is played")
    return len(hands), columns


def _rules(name: str) -> Rules:
    return from_data({"schema": 1, "type": "Rules", "value": name}, Rules)


def _action(text: str) -> Play | Pass:
    action = re.fullmatch(r"\s*(\d+)\s*:\s*(\S.*?)\s*", text)
    if action is None:
        raise TrickError(f"{text.strip()!r} is not an action, such as 0: 3S 3C or 0: -")
    seat, cards = int(action[1]), action[2]
    return Pass(seat) if cards == "-" else Play(seat, Combo.parse(cards, rules=None))


def _position(rules: Rules, hands: list[CardSet], turn: int) -> GameState:
    out = [seat for seat, hand in enumerate(hands) if not hand]
    return GameState.position(hands=hands, turn=turn, finished=out, rules=rules)


def _columns(before: GameState, after: GameState, heading: str) -> Iterator[Column]:
    """Tell an action in a column, and if it ends the trick, what comes of that in another."""
    at_once, later = defaultdict[int, list[Line]](list), defaultdict[int, list[Line]](list)
    for event in events_between(before, after):
        ends = isinstance(event, TrickWon | LeadInherited | Paid | RoundOver | GameOver)
        for seat, line in _lines(event):
            (later if ends else at_once)[seat].append(line)
    yield Column(heading, dict(at_once))
    if later:
        yield Column("end", dict(later))


def _lines(event: Event) -> list[tuple[int, Line]]:
    """Say an event in the rows of the seats that it is about."""
    match event:
        case Played(seat, combo, led):
            return [(seat, combo), *([(seat, "leads")] if led else [])]
        case Chopped(seat, _, victim, _, units, free):
            chop = f"chops seat {victim}{' out of turn' if free else ''}"
            worth = [(seat, f"for {_units(units)}")] if units else []
            return [(seat, chop), *worth]
        case Passed(seat):
            return [(seat, "passes")]
        case WentOut(seat, place):
            return [(seat, f"out, place {place}")]
        case Stopped(seat):
            return [(seat, "stops")]
        case TrickWon(seat):
            return [(seat, "wins the trick")]
        case LeadInherited(seat, owner):
            arrow = "↓" if seat > owner else "↑"
            return [(seat, f"{arrow} inherits the lead")]
        case Paid(paid):
            return [
                (paid.payer, f"pays seat {paid.payee}"),
                (paid.payer, _units(paid.units)),
                (paid.payee, f"gains {_units(paid.units)}"),
            ]
        case RoundOver(_, result):
            return [(result.places[0], "wins the round")]
        case GameOver(winner):
            return [(winner, "wins the game")]
        case Dealt() | DealWon():
            raise AssertionError("a trick deals no cards")
        case _:
            assert_never(event)


def _units(number: int) -> str:
    return "1 unit" if number == 1 else f"{number} units"


RUNS: Final = {"Run of 1": (1, 1), "Run of 2": (2, 2), "Run of 3 or more": (3, 13)}
"""The columns of the table of shapes: their run lengths."""

EXAMPLES: Final = (
    "7H",
    "7S 7H",
    "7S 7D 7H",
    "7S 7C 7D 7H",
    "6H 7S 8D",
    "6S 6H 7C 7D 8C 8H",
    "6S 6C 6D 6H 7S 7C 7D 7H",
    "6S 6C 6D 6H 7S 7C 7D 7H 8S 8C 8D 8H",
)


def shapes() -> dict[tuple[int, str], list[Line]]:
    """Give the cells of the table of shapes: the kinds of combo by width and run length."""
    cells: dict[tuple[int, str], list[Line]] = {}
    for text in EXAMPLES:
        combo = Combo.parse(text, rules=None)
        for heading, (least, most) in RUNS.items():
            if least <= combo.run_length <= most:
                lines = _admitted(combo.kind, least, most)
                cells[combo.kind.width, heading] = [str(combo.kind), combo, *lines]
    return cells


def _admitted(kind: Kind, least: int, most: int) -> Iterator[str]:
    """Say how long the base game lets a kind be, and which rule sets see that otherwise."""
    base = _lengths(kind, least, most, CARDGAMES_IO)
    if not base:
        yield "not in the base game"
    elif len(base) > 1:
        yield f"{base[0]} to {base[-1]} ranks"
    for name, rules in PRESETS.items():
        lengths = _lengths(kind, least, most, rules)
        if lengths != base:
            yield f"{name}: {_range(lengths)}"


def _lengths(kind: Kind, least: int, most: int, rules: Rules) -> list[int]:
    return [run for run in range(least, most + 1) if classify(_lowest(kind, run), rules)]


def _range(lengths: list[int]) -> str:
    if not lengths:
        return "none"
    return f"{lengths[0]} to {lengths[-1]}" if lengths[1:] else str(lengths[0])


def _lowest(kind: Kind, run_length: int) -> CardSet:
    """Give the lowest cards of a kind, which are admitted if any of their length are."""
    ranks, suits = list(Rank)[:run_length], list(Suit)[: kind.width]
    return CardSet.of(Card(rank, suit) for rank in ranks for suit in suits)
