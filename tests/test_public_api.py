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
from types import FunctionType
from typing import Any

import pytest

import tienlen

API = """\
CARDGAMES_IO: Rules
DECK: CardSet
NORTHERN: Rules
PAGAT: Rules
SOUTHERN: Rules
VIET_CONG: Rules
Action: Deal | Play | Pass
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
class Combo
    (cards: Iterable[Card])
    cards: CardSet
    kind: Kind
    parse(text: str, rules: Rules | None = Rules()) -> Combo
    pretty(self) -> str
    run_length: int
    shape: Shape
    top: Card
class Deal
    (hands: Iterable[Iterable[Card]])
    hands: tuple[CardSet, ...]
    shuffled(rng: Random, seats: int = 4, rules: Rules = Rules()) -> Deal
class DuplicateCardError(TienLenError, ValueError)
    (card: Card)
class GameState
    (*_parts: object, **_named_parts: object)
    apply(self, action: Deal | Play | Pass) -> GameState
    chain: int
    chain_victim: int | None
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
    )
    count(self, value: object) -> int
    hand: CardSet
    including: Card | None
    index(self, value: object, start: int = 0, stop: int | None = None) -> int
    out_of_turn: bool
    rules: Rules
    table: Combo | None
    total: int
    why_not(self, combo: Combo) -> IllegalReason | None
class NotationError(TienLenError, ValueError)
    (text: str, expected: str)
class Opening(Enum)
    AFTER_INSTANT_WIN
    EVERY_ROUND
    FIRST_ROUND
class Pass
    (seat: int)
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
class Twos
    (count: int)
    count: int
class TwosLast(Enum)
    ALLOWED
    BARRED
beats(combo: Combo, table: Combo, rules: Rules = Rules()) -> bool
classify(cards: Iterable[Card], rules: Rules = Rules()) -> Combo | None
legal_moves(
    hand: Iterable[Card],
    table: Combo | None = None,
    rules: Rules = Rules(),
    *,
    including: Card | None = None,
) -> LegalMoves
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
    public = {name for name in vars(tienlen) if not name.startswith("_")}
    assert public - modules == set(names)


def test_importing_it_needs_attrs_and_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import tienlen; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    python = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(python, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) - sys.stdlib_module_names == {"tienlen", "attr", "attrs"}
    assert done.stderr == ""


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
        else:
            yield f"{name}: {plain(value) if name == 'Action' else type(value).__name__}"


def describe_class(cls: Any) -> Iterator[str]:
    known: list[Any] = [enum.Enum, Sequence, tienlen.TienLenError, ValueError]
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
    return re.sub(r"\b[a-z_.]+\.(?=[A-Z])|'", "", text)
