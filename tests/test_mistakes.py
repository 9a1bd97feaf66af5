"""Whatever is passed by mistake, wherever: the error about it shows no card that was in it."""

from __future__ import annotations

import enum
import inspect
import io
import operator
import random
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tienlen
from tests.test_hidden_information import FEW_CARDS, cards_in
from tienlen import (
    CARDGAMES_IO,
    Card,
    CardSet,
    Combo,
    Deal,
    GameRecord,
    GameState,
    IllegalReason,
    InstantWin,
    Kind,
    LegalActions,
    LegalMoves,
    Pass,
    Payment,
    PaymentReason,
    PlayerView,
    Rank,
    RoundResult,
    Rules,
    Selection,
    Suit,
    Twos,
    legal_moves,
    select,
)

SECRET = [CardSet.parse("9S 9C TD KH"), CardSet.parse("8C 9D JD 2S"), CardSet.parse("8H QC QD AS")]
HIDDEN = SECRET[0] | SECRET[1] | SECRET[2]
PLAYED = Combo.parse("7S")
"""No test below passes a hidden card otherwise than in one of the mistakes."""


class Foreign:
    """Somebody else's class that shows what it has."""

    def __init__(self, state: GameState) -> None:
        self.state = state

    def __repr__(self) -> str:
        return f"Foreign({self.state!r})"


def mistakes() -> dict[str, Any]:
    """What holds hands, anew for each test, since some can be gone through once."""
    state = GameState.position(hands=SECRET, turn=0, table=PLAYED, table_seat=1)
    deal = Deal(SECRET)
    rules = Rules(hand_size=4)
    record = GameRecord(rules, 3, [deal])
    moves, actions = state.legal_moves(), state.legal_actions()
    return {
        "state": state,
        "view": state.view(0),
        "deal": deal,
        "record": record,
        "moves": moves,
        "actions": actions,
        "selection": Selection([], SECRET[0], moves),
        "hands": state.hands,
        "list of hands": list(SECRET),
        "lists of cards": [list(hand) for hand in SECRET],
        "list with a state": [state],
        "set with a state": {state},
        "lists in lists": [[state], [deal]],
        "dict with a state": {"state": state},
        "dict by states": {state: state},
        "states": iter([state]),
        "something else": Foreign(state),
        "list with something else": [Foreign(state)],
        "method": state.apply,
    }


MISTAKES = list(mistakes())

CARD, COMBO, OTHER = Card.parse("6S"), Combo.parse("6S"), Combo.parse("5H")
PAYMENT = Payment(1, 0, 2, PaymentReason.PLACE)
RESULT = RoundResult((0, 1), (1, 0), (), None, ([], []))
STATE = GameState.position(hands=[[CARD], [Card.parse("4S")]], turn=0)
DEALT = GameRecord.new(2).apply(Deal.shuffled(random.Random(7), seats=2))

GOOD: dict[str, Any] = {
    "action": Pass(0),
    "actions": (),
    "after": STATE,
    "before": STATE,
    "bombs": (),
    "can_pass": True,
    "card": CARD,
    "cards": [CARD],
    "chosen": [],
    "combo": COMBO,
    "count": 1,
    "counts": (1, 1),
    "covered": OTHER,
    "data": {"schema": 1, "type": "Pass", "value": {"seat": 0}},
    "expected": "a text",
    "faults": (),
    "fields": (),
    "file": io.StringIO(),
    "free": False,
    "game": 1,
    "hand": [CARD],
    "hands": [[CARD], [Card.parse("4S")]],
    "including": None,
    "index": 0,
    "instant_win": None,
    "kind": Kind.SEQUENCE,
    "led": True,
    "line": 1,
    "lines": [],
    "moves": legal_moves([CARD]),
    "number": 0,
    "opening_card": None,
    "out_of_turn": False,
    "owner": 1,
    "pattern": InstantWin.DRAGON,
    "payee": 0,
    "payer": 1,
    "payment": PAYMENT,
    "payments": [PAYMENT],
    "place": 1,
    "places": (0, 1),
    "points": (1, 0),
    "problem": "a problem",
    "rank": Rank.SIX,
    "reason": PaymentReason.PLACE,
    "records": [],
    "result": RESULT,
    "rng": random.Random(7),
    "round": 1,
    "rules": CARDGAMES_IO,
    "scores": (9, 5),
    "seat": 0,
    "seats": 2,
    "suit": Suit.SPADES,
    "table": OTHER,
    "target": Twos(1),
    "text": "6S",
    "turn": 0,
    "units": 1,
    "value": COMBO,
    "victim": 1,
    "winner": 0,
}
"""Arguments that are right, by parameter."""
GOOD_HERE: dict[str, dict[str, Any]] = {
    "GameRecord.parse": {"text": "tienlen 1\nseats 2"},
    "GameRecord.apply": {"action": DEALT.final.legal_actions()[0]},
    "GameRecord.state_in_round": {"round": 1},
    "GameState.apply": {"action": tienlen.Play(0, COMBO)},
    "IllegalMoveError": {"reason": IllegalReason.BARRED},
    "IllegalRecordError": {"reason": IllegalReason.BARRED},
    "InvalidSelectionError": {"cards": CardSet()},
    "LegalActions.index": {"value": tienlen.Play(0, COMBO)},
    "Shape": {"kind": Kind.PAIR},
}
"""Those that are right for one callable alone."""
OWNERS: dict[type, Any] = {
    Card: CARD,
    CardSet: CardSet.of([CARD]),
    Combo: COMBO,
    GameRecord: DEALT,
    GameState: STATE,
    Kind: Kind.PAIR,
    LegalActions: STATE.legal_actions(),
    LegalMoves: STATE.legal_moves(),
    PlayerView: STATE.view(0),
    Selection: select([], [CARD]),
    Suit: Suit.SPADES,
}
"""An object of each class whose methods take arguments."""


def callables() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every public function, class and method that takes arguments."""
    for name in tienlen.__all__:
        public = getattr(tienlen, name)
        if inspect.isclass(public):
            yield from methods(public)
        if callable(public) and parameters(public):
            yield name, public


def is_enum(function: object) -> bool:
    return isinstance(function, type) and issubclass(function, enum.Enum)


def methods(cls: type) -> Iterator[tuple[str, Callable[..., object]]]:
    for name, member in vars(cls).items():
        if name.startswith("_") and name not in ("__contains__", "__getitem__"):
            continue
        if isinstance(member, (classmethod, staticmethod)):
            yield f"{cls.__name__}.{name}", getattr(cls, name)
        elif inspect.isfunction(member) and len(inspect.signature(member).parameters) > 1:
            yield f"{cls.__name__}.{name}", getattr(OWNERS[cls], name)


def parameters(function: Any) -> list[inspect.Parameter]:
    if is_enum(function):
        return [inspect.Parameter("value", inspect.Parameter.POSITIONAL_ONLY)]
    try:
        return list(inspect.signature(function).parameters.values())
    except ValueError:  # Errors without a constructor of their own take anything.
        return []


NO_MISTAKE = ("GameRecord", "actions", "actions")
"""Plays are what a record is made of: the one that is not legal is named."""
CALLABLES = dict(callables())
PLACES = [(name, each.name) for name in CALLABLES for each in parameters(CALLABLES[name])]
OPEN = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)


def call(name: str, wrong: dict[str, Any]) -> object:
    """Call with good arguments where any are needed, and with the wrong ones."""
    function: Any = CALLABLES[name]
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for each in parameters(function):
        if each.name in wrong:
            argument = wrong[each.name]
        elif each.default is not inspect.Parameter.empty or each.kind in OPEN:
            continue
        elif is_enum(function):
            argument = next(iter(function)).value
        else:
            argument = GOOD_HERE.get(name, {}).get(each.name, GOOD.get(each.name))
        if each.kind in BY_PLACE:
            positional.append(argument)
        else:
            named[each.name] = argument
    return function(*positional, **named)


def error_of(function: Callable[..., object], *arguments: object) -> Exception | None:
    try:
        function(*arguments)
    except Exception as error:
        return error
    return None


def told_by(error: BaseException | None) -> CardSet:
    """The hidden cards in all that is printed of an error and of those behind it."""
    if error is None:
        return CardSet()
    text = "\n".join([*traceback.TracebackException.from_exception(error).format_exception_only()])
    cards = cards_in(f"{text} {error!r}")
    for number in map(int, filter(str.isdecimal, text.replace(",", " ").split())):
        if FEW_CARDS < number < 2**52:
            cards |= CardSet(number)
    return cards & HIDDEN | told_by(error.__cause__ or error.__context__)


@pytest.mark.parametrize("name", [name for name in CALLABLES if name != "GameState"])
def test_the_other_arguments_are_right(name: str) -> None:
    """So that each argument is looked at when it alone is wrong."""
    call(name, {})


@pytest.mark.parametrize(("name", "parameter"), PLACES, ids=lambda part: part)
def test_no_error_shows_what_was_passed(name: str, parameter: str) -> None:
    for mistake in MISTAKES:
        if (name, parameter, mistake) != NO_MISTAKE:
            error = error_of(call, name, {parameter: mistakes()[mistake]})
            assert not told_by(error), mistake


@pytest.mark.parametrize(("name", "parameter"), PLACES, ids=lambda part: part)
def test_no_error_about_types_shows_a_card_of_a_hand(name: str, parameter: str) -> None:
    """Where a hand is wanted, errors may well name the card that is at fault."""
    for hand in (SECRET[0], list(SECRET[0]), min(SECRET[0]), [SECRET[0]]):
        error = error_of(call, name, {parameter: hand})
        if isinstance(error, TypeError):
            assert not told_by(error), hand


OPERATORS = ("lt", "le", "or_", "and_", "sub", "add")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_no_operator_shows_its_operand(mistake: str) -> None:
    for owner in OWNERS.values():
        for operate in OPERATORS:
            wrong = mistakes()[mistake]
            for operands in [(owner, wrong), (wrong, owner)]:
                assert not told_by(error_of(getattr(operator, operate), *operands)), operate


def test_every_mistake_holds_hidden_cards() -> None:
    for mistake, wrong in mistakes().items():
        if mistake not in ("states", "method"):
            assert cards_in(repr(wrong)) & HIDDEN, mistake
    assert told_by(TypeError(f"not {mistakes()['state']!r}")) == HIDDEN
    assert told_by(TypeError(f"not {HIDDEN.mask}")) == HIDDEN
    cause = TypeError("not this")
    cause.__cause__ = TypeError(f"not {SECRET[0]!r}")
    assert told_by(cause) == SECRET[0]
