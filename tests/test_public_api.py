"""The public API, written down: it changes only on purpose."""

from __future__ import annotations

import ast
import enum
import inspect
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import FunctionType, UnionType
from typing import Any, get_args

import pytest

import tienlen

API = """\
CARDGAMES_IO: Rules
DECK: CardSet
NORTHERN: Rules
PAGAT: Rules
PRESETS: mappingproxy
SOUTHERN: Rules
VIET_CONG: Rules
Action: one of
    Deal
    Play
    Pass
class Card
    (rank: Rank, suit: Suit) -> Card
    index: int
    of(rank: Rank, suit: Suit) -> Card
    parse(text: str) -> Card
    pretty(self) -> str
    rank: Rank
    suit: Suit
class CardSet
    (mask: int = 0)
    mask: int
    of(cards: Iterable[Card]) -> CardSet
    parse(text: str) -> CardSet
    pretty(self) -> str
class Chop
    (target: Twos | Shape, bombs: Iterable[Shapes])
    bombs: tuple[Shapes, ...]
    target: Twos | Shape
class Chopped
    (seat: int, combo: Combo, victim: int, covered: Combo, units: int, free: bool)
    combo: Combo
    covered: Combo
    free: bool
    pretty(self) -> str
    seat: int
    units: int
    victim: int
class Combo
    (cards: Iterable[Card])
    cards: CardSet
    kind: Kind
    parse(text: str, rules: Rules | None = Rules()) -> Combo
    pretty(self) -> str
    run_length: int
    shape: Shape
    top: Card
class DataError(TienLenError, ValueError)
    (faults: tuple[tuple[str, str], ...])
class Deal
    (hands: Iterable[Iterable[Card]])
    hands: tuple[CardSet, ...]
    shuffled(rng: Random, seats: int = 4, rules: Rules = Rules()) -> Deal
class DealWon
    (seat: int, pattern: InstantWin)
    pattern: InstantWin
    pretty(self) -> str
    seat: int
class Dealt
    (round: int, counts: Iterable[int], turn: int | None, opening_card: Card | None)
    counts: tuple[int, ...]
    opening_card: Card | None
    pretty(self) -> str
    round: int
    turn: int | None
class DuplicateCardError(TienLenError, ValueError)
    (card: Card)
Event: one of
    Dealt
    DealWon
    Played
    Chopped
    Passed
    WentOut
    Stopped
    TrickWon
    LeadInherited
    Paid
    RoundOver
    GameOver
class GameOver
    (winner: int, scores: Iterable[int])
    pretty(self) -> str
    scores: tuple[int, ...]
    winner: int
class GameRecord
    (rules: Rules, seats: int, actions: Iterable[Deal | Play | Pass])
    actions: tuple[Deal | Play | Pass, ...]
    apply(self, action: Deal | Play | Pass) -> GameRecord
    final: GameState
    new(seats: int = 4, rules: Rules = Rules()) -> GameRecord
    parse(text: str) -> GameRecord
    results(self) -> tuple[RoundResult, ...]
    rules: Rules
    seats: int
    state(self, index: int) -> GameState
    state_in_round(self, round: int, number: int = 0) -> GameState
    states(self) -> Iterator[GameState]
class GameState
    (*_parts: object, **_named_parts: object)
    apply(self, action: Deal | Play | Pass) -> GameState
    chain: int
    chain_victim: int | None
    counts: tuple[int, ...]
    discards: CardSet
    finished: tuple[int, ...]
    hands: tuple[CardSet, ...]
    last_round: RoundResult | None
    legal_actions(self, seat: int | None = None) -> LegalActions
    legal_moves(self, seat: int | None = None) -> LegalMoves
    new(seats: int = 4, rules: Rules = Rules()) -> GameState
    opening_card: Card | None
    passed: frozenset[int]
    payments: tuple[Payment, ...]
    phase: Phase
    played: frozenset[int]
    position(
        *,
        hands: Iterable[Iterable[Card]],
        turn: int,
        table: Combo | None = None,
        table_seat: int | None = None,
        passed: Iterable[int] = (),
        finished: Iterable[int] = (),
        opening_card: Card | None = None,
        scores: Iterable[int] | None = None,
        round: int = 1,
        discards: Iterable[Card] | None = None,
        rules: Rules = Rules(),
        played: Iterable[int] = (),
        stopped: Iterable[int] = (),
        chain: int = 0,
        chain_victim: int | None = None,
        payments: Iterable[Payment] = (),
    ) -> GameState
    round: int
    rules: Rules
    scores: tuple[int, ...]
    seats: int
    stopped: frozenset[int]
    table: Combo | None
    table_seat: int | None
    turn: int | None
    view(self, seat: int | None) -> PlayerView
    why_illegal(self, action: Deal | Play | Pass) -> IllegalReason | None
    winner: int | None
class IllegalMoveError(TienLenError, ValueError)
    (action: Play | Pass | None, seat: int | None, reason: IllegalReason)
class IllegalReason(Enum)
    BAD_DEAL
    BARRED
    CANNOT_PASS_LEAD
    CARDS_NOT_HELD
    DOES_NOT_BEAT
    MISSING_OPENING_CARD
    NOT_A_COMBO
    NOT_YOUR_TURN
    NO_SUCH_SEAT
    OUT_OF_TRICK
    WRONG_PHASE
    rules: tuple[str, ...]
class IllegalRecordError(TienLenError, ValueError, IllegalMoveError, RecordError)
    (
        action: Play | Pass | None,
        seat: int | None,
        reason: IllegalReason,
        round: int,
        number: int,
        line: int | None,
        game: int | None,
    )
    game: int | None
    line: int | None
class InstantWin(Enum)
    DRAGON
    FIVE_CONSECUTIVE_PAIRS
    FOUR_TWOS
    SIX_PAIRS
class InvalidComboError(TienLenError, ValueError)
    (cards: CardSet)
class InvalidPositionError(TienLenError, ValueError)
    (faults: tuple[str, ...])
class InvalidRulesError(TienLenError, ValueError)
    (fields: tuple[str, ...], problem: str)
class InvalidSeatError(TienLenError, ValueError)
    (value: int, problem: str)
class InvalidSelectionError(TienLenError, ValueError)
    (problem: str, cards: CardSet)
class Kind(Enum)
    DOUBLE_SEQUENCE
    PAIR
    QUAD
    QUAD_SEQUENCE
    SEQUENCE
    SINGLE
    TRIPLE
    max_run: int
    min_run: int
    width: int
class LeadInherited
    (seat: int, owner: int)
    owner: int
    pretty(self) -> str
    seat: int
class LegalActions(Sequence)
    (seat: int, moves: LegalMoves, can_pass: bool)
    can_pass: bool
    count(self, value: object) -> int
    index(self, value: object, start: int = 0, stop: int | None = None) -> int
    moves: LegalMoves
    seat: int
class LegalMoves(Sequence)
    (
        hand: Iterable[Card],
        table: Combo | None,
        rules: Rules,
        including: Card | None,
        out_of_turn: bool = False,
        chosen: Iterable[Card] = CardSet(),
    )
    chosen: CardSet
    containing(self, cards: Iterable[Card]) -> LegalMoves
    count(self, value: object) -> int
    hand: CardSet
    including: Card | None
    index(self, value: object, start: int = 0, stop: int | None = None) -> int
    out_of_turn: bool
    rules: Rules
    table: Combo | None
    total: int
    why_not(self, combo: Combo) -> IllegalReason | None
class NotSuccessiveError(TienLenError, ValueError)
    (problem: str)
class NotationError(TienLenError, ValueError)
    (text: str, expected: str)
class Opening(Enum)
    AFTER_INSTANT_WIN
    EVERY_ROUND
    FIRST_ROUND
class Paid
    (payment: Payment)
    payment: Payment
    pretty(self) -> str
class Pass
    (seat: int)
    seat: int
class Passed
    (seat: int)
    pretty(self) -> str
    seat: int
class Payment
    (payer: int, payee: int, units: int, reason: PaymentReason)
    payee: int
    payer: int
    reason: PaymentReason
    units: int
class PaymentReason(Enum)
    CHOP
    CONG
    INSTANT_WIN
    PLACE
    THOI
class Penalty(Enum)
    CHOP_CHAIN
    CONG
    THOI
class Phase(Enum)
    DEALING
    OVER
    PLAYING
class Play
    (seat: int, combo: Combo)
    combo: Combo
    seat: int
class Played
    (seat: int, combo: Combo, led: bool)
    combo: Combo
    led: bool
    pretty(self) -> str
    seat: int
class PlayerView
    (
        *,
        seat: int | None,
        hand: Iterable[Card],
        counts: Iterable[int],
        turn: int | None,
        table: Combo | None = None,
        table_seat: int | None = None,
        passed: Iterable[int] = frozenset(),
        finished: Iterable[int] = (),
        opening_card: Card | None = None,
        scores: Iterable[int] = NOTHING,
        round: int = 1,
        discards: Iterable[Card] = NOTHING,
        last_round: RoundResult | None = None,
        rules: Rules = Rules(),
        played: Iterable[int] = frozenset(),
        stopped: Iterable[int] = frozenset(),
        chain: int = 0,
        chain_victim: int | None = None,
        payments: Iterable[Payment] = (),
    )
    chain: int
    chain_victim: int | None
    counts: tuple[int, ...]
    discards: CardSet
    finished: tuple[int, ...]
    hand: CardSet
    last_round: RoundResult | None
    legal_actions(self) -> LegalActions
    legal_moves(self) -> LegalMoves
    opening_card: Card | None
    passed: frozenset[int]
    payments: tuple[Payment, ...]
    phase: Phase
    played: frozenset[int]
    round: int
    rules: Rules
    scores: tuple[int, ...]
    seat: int | None
    seats: int
    stopped: frozenset[int]
    table: Combo | None
    table_seat: int | None
    turn: int | None
    why_illegal(self, action: Deal | Play | Pass) -> IllegalReason | None
    winner: int | None
class Rank(Enum)
    ACE
    EIGHT
    FIVE
    FOUR
    JACK
    KING
    NINE
    QUEEN
    SEVEN
    SIX
    TEN
    THREE
    TWO
    index: int
class RecordError(TienLenError, ValueError)
    game: int | None
    line: int | None
class RecordNotationError(TienLenError, ValueError, NotationError, RecordError)
    (text: str, expected: str, line: int, game: int | None)
    game: int | None
    line: int | None
class RoundOver
    (round: int, result: RoundResult)
    pretty(self) -> str
    result: RoundResult
    round: int
class RoundResult
    (
        places: Iterable[int],
        points: Iterable[int],
        payments: Iterable[Payment],
        instant_win: InstantWin | None,
        hands: Iterable[Iterable[Card]],
    )
    hands: tuple[CardSet, ...]
    instant_win: InstantWin | None
    payments: tuple[Payment, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
class Rules
    (
        *,
        seats: Iterable[int] = (2, 3, 4),
        hand_size: int = 13,
        sequence_top: Rank | None = Rank.ACE,
        double_sequence_top: Rank | None = Rank.ACE,
        quad_sequence_top: Rank | None = None,
        chops: ...,
        suits: Suits = Suits.FREE,
        twos_last: TwosLast = TwosLast.ALLOWED,
        free_chops: Iterable[Shapes] = (),
        opening: Opening = Opening.FIRST_ROUND,
        instant_wins: Iterable[InstantWin] = (),
        settlement: Settlement = Settlement.PLACES,
        penalties: Iterable[Penalty] = (),
        target: int | None = 10,
    )
    chops: tuple[Chop, ...]
    double_sequence_top: Rank | None
    free_chops: tuple[Shapes, ...]
    hand_size: int
    instant_wins: tuple[InstantWin, ...]
    opening: Opening
    penalties: tuple[Penalty, ...]
    quad_sequence_top: Rank | None
    seats: tuple[int, ...]
    sequence_top: Rank | None
    settlement: Settlement
    suits: Suits
    target: int | None
    twos_last: TwosLast
class Selection
    (chosen: Iterable[Card], hand: Iterable[Card], moves: LegalMoves)
    addable: CardSet
    chosen: CardSet
    combo: Combo | None
    hand: CardSet
    immediate: bool
    legal: bool
    moves: LegalMoves
    plays: LegalMoves
    reason: IllegalReason | None
    toggle(self, card: Card) -> Selection
class Settlement(Enum)
    LAST_LOSES
    PLACES
    UNITS
class Shape
    (kind: Kind, run_length: int = 1) -> Shape
    index: int
    kind: Kind
    run_length: int
    size: int
    width: int
class Shapes
    (kind: Kind, least: int = NOTHING, most: int = NOTHING)
    kind: Kind
    least: int
    most: int
class Stopped
    (seat: int)
    pretty(self) -> str
    seat: int
class Suit(Enum)
    CLUBS
    DIAMONDS
    HEARTS
    SPADES
    index: int
    pretty(self) -> str
class Suits(Enum)
    FOLLOW
    FREE
class TienLenError
class TrickWon
    (seat: int, combo: Combo)
    combo: Combo
    pretty(self) -> str
    seat: int
class Twos
    (count: int)
    count: int
class TwosLast(Enum)
    ALLOWED
    BARRED
class WentOut
    (seat: int, place: int)
    place: int
    pretty(self) -> str
    seat: int
beats(combo: Combo, table: Combo, rules: Rules = Rules()) -> bool
classify(cards: Iterable[Card], rules: Rules = Rules()) -> Combo | None
events_between(
    before: GameState | PlayerView,
    after: GameState | PlayerView,
) -> tuple[Event, ...]
from_data(data: object, *wanted: type[Any]) -> object
json_schema() -> dict[str, object]
legal_moves(
    hand: Iterable[Card],
    table: Combo | None = None,
    rules: Rules = Rules(),
    *,
    including: Card | None = None,
) -> LegalMoves
read_records(lines: Iterable[str]) -> Iterator[GameRecord]
select(
    chosen: Iterable[Card],
    hand: Iterable[Card],
    table: Combo | None = None,
    rules: Rules = Rules(),
    *,
    including: Card | None = None,
) -> Selection
to_data(value: object) -> dict[str, object]
write_records(file: TextIO, records: Iterable[GameRecord])
"""
"""One name a line; under a class how it is made, then its members with their types."""


def test_nothing_is_there_by_accident() -> None:
    assert "".join(f"{line}\n" for line in describe()) == API


def test_what_a_star_imports() -> None:
    names: dict[str, object] = {}
    exec("from tienlen import *", names)
    del names["__builtins__"]
    assert list(names) == tienlen.__all__
    modules = {path.stem for path in Path(tienlen.__file__).parent.glob("*.py")}
    public = {name for name in dir(tienlen) if not name.startswith("_")}
    assert public - modules == {*names, "TYPE_CHECKING"}


NEEDED_LATER = {
    "actions": ["Action", "Deal", "IllegalMoveError", "LegalActions", "Pass", "Play"],
    "game": ["GameState", "Phase"],
    "scoring": ["Payment", "PaymentReason", "RoundResult"],
    "view": ["PlayerView"],
    "selection": ["select", "Selection", "InvalidSelectionError"],
    "events": ["Event", "Dealt"],
    "narration": ["events_between"],
    "successors": ["NotSuccessiveError"],
    "notation": ["GameRecord", "read_records", "write_records"],
    "record_text": ["RecordError", "RecordNotationError", "IllegalRecordError"],
    "data": ["to_data", "from_data", "json_schema"],
}
"""Modules that programs do not wait for before they use a name of theirs."""


def run(code: str) -> str:
    """What a program prints that must do without a warning."""
    python = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(python, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


def test_modules_needed_later_are_imported_when_used() -> None:
    code = "import sys, tienlen; names = dir(tienlen); print(*sys.modules); print(*names)"
    imported, shown = (set(line.split()) for line in run(code).splitlines())
    later = {f"tienlen.{module}" for module in NEEDED_LATER}
    assert not imported & {*later, "tienlen._converter", "cattrs", "json", "importlib.resources"}
    assert shown >= set(tienlen.__all__)


def test_names_needed_later() -> None:
    """Each is the name in its module, and from its first use on a plain attribute."""
    checks = "".join(
        f"assert {name!r} not in vars(tienlen)\n"
        f"value = tienlen.{name}\n"
        f"assert value is sys.modules['tienlen.{module}'].{name} is vars(tienlen)[{name!r}]\n"
        for module, names in NEEDED_LATER.items()
        for name in names
    )
    assert run(f"import sys, tienlen\n{checks}") == ""


def test_a_name_that_is_not_there() -> None:
    package: Any = tienlen
    with pytest.raises(AttributeError, match="module 'tienlen' has no attribute 'Crad'") as caught:
        package.Crad  # noqa: B018 - looking is all it takes
    assert (caught.value.name, caught.value.obj) == ("Crad", tienlen)
    with pytest.raises(ImportError, match="cannot import name 'Crad' from 'tienlen'"):
        exec("from tienlen import Crad")


def test_importing_it_needs_attrs_and_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import tienlen; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    assert set(run(code).split()) - sys.stdlib_module_names == {"tienlen", "attr", "attrs"}


CLASSES = [value for name in tienlen.__all__ if inspect.isclass(value := getattr(tienlen, name))]


@pytest.mark.parametrize("cls", CLASSES)
def test_values_are_final(cls: type) -> None:
    """Errors may be derived from; an enumeration with members cannot be."""
    may_be_derived_from = issubclass(cls, (enum.Enum, Exception))
    assert getattr(cls, "__final__", False) is not may_be_derived_from


def documented_assignments() -> Iterator[str]:
    """The names in the package's modules whose assignment a docstring follows."""
    for path in Path(tienlen.__file__).parent.glob("*.py"):
        for pair in pairwise(ast.parse(path.read_text("utf-8")).body):
            match pair:
                case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str())):
                    yield name
                case _:
                    pass


def test_every_name_has_a_docstring() -> None:
    constants = set(documented_assignments())
    for name in tienlen.__all__:
        value = getattr(tienlen, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name
        else:
            assert name in constants


@pytest.mark.parametrize("cls", CLASSES)
def test_every_method_has_a_docstring(cls: type) -> None:
    for name, value in vars(cls).items():
        if not name.startswith("_") and isinstance(value, (FunctionType, classmethod, property)):
            assert value.__doc__, name


def describe() -> Iterator[str]:
    for name in tienlen.__all__:
        value: Any = getattr(tienlen, name)
        if inspect.isclass(value):
            yield from describe_class(value)
        elif inspect.isfunction(value):
            yield from signature(name, value)
        elif isinstance(value, UnionType):
            yield f"{name}: one of"
            yield from indented(plain(each) for each in get_args(value))
        else:
            yield f"{name}: {type(value).__name__}"


def describe_class(cls: Any) -> Iterator[str]:
    known: list[Any] = [enum.Enum, Sequence, tienlen.TienLenError, ValueError]
    known += [tienlen.NotationError, tienlen.IllegalMoveError, tienlen.RecordError]
    bases = [base.__name__ for base in known if issubclass(cls, base) and cls is not base]
    yield f"class {cls.__name__}({', '.join(bases)})".removesuffix("()")
    if hasattr(cls, "__attrs_attrs__") or "__init__" in vars(cls):
        yield from indented(signature("", cls))
    mro: tuple[type, ...] = cls.__mro__
    ours = [base for base in mro if base.__module__.startswith("tienlen")]
    types = {
        name: annotation
        for base in ours
        for name, annotation in inspect.get_annotations(base).items()
    }
    names = {name for base in ours for name in vars(base)} | set(types)
    for name in sorted(name for name in names if not name.startswith("_")):
        value = inspect.getattr_static(cls, name, None)
        if isinstance(value, enum.Enum):
            yield f"    {name}"
        elif isinstance(value, property) and value.fget is not None:
            yield f"    {name}: {plain(inspect.get_annotations(value.fget)['return'])}"
        elif isinstance(value, classmethod) or inspect.isfunction(value):
            yield from indented(signature(name, getattr(cls, name)))
        else:
            yield f"    {name}: {plain(types[name])}"


def signature(name: str, value: Any) -> Iterator[str]:
    """A signature as the source has it, on several lines if it is long."""
    found = inspect.signature(value)
    result = "" if found.return_annotation is None else f" -> {plain(found.return_annotation)}"
    parameters: list[str] = []
    for parameter in found.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parameters:
            parameters.append("*")
        text = plain(parameter)
        parameters.append(text if len(text) < 80 else f"{parameter.name}: ...")
    line = f"{name}({', '.join(parameters)}){result}"
    if len(line) < 90:
        yield line
    else:
        yield f"{name}("
        yield from indented(f"{text}," for text in parameters)
        yield f"){result}"


def indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def plain(value: object) -> str:
    """A type or signature without the modules that its names come from."""
    text = value.__name__ if isinstance(value, type) else str(value)
    text = re.sub(r"<class '|\b[a-z_.]+\.(?=[A-Z])|'>|'", "", text)
    return text.replace(" | ".join(each.__name__ for each in get_args(tienlen.Event)), "Event")
