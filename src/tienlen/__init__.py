"""The rules of Tiến Lên (Thirteen), Vietnam's national card game, as immutable values.

Cards, combos, rules and states are values; an action gives a new state or a typed refusal.

A user interface asks what a hand may play:

>>> hand = CardSet.parse("4S 5H 6C 6D 9S 9C 9D 9H 2S")
>>> table = Combo.parse("2C")
>>> [str(combo) for combo in legal_moves(hand, table)]
['9S 9C 9D 9H']
>>> classify(CardSet.parse("4S 5H 6C"))
Combo.parse('4S 5H 6C')

A server or a bot plays whole games:

>>> import random
>>> rng = random.Random(7)
>>> state = GameState.new(seats=4)
>>> while state.phase is not Phase.OVER:
...     if state.phase is Phase.DEALING:
...         state = state.apply(Deal.shuffled(rng))
...     state = state.apply(rng.choice(state.legal_actions()))
>>> state.winner, state.scores
(2, (8, 5, 10, 1))

The rules are those of the rule book in the documentation; numbers such as 4.6 refer to it.
"""

from typing import TYPE_CHECKING

from tienlen.cards import DECK, Card, CardSet, DuplicateCardError, Rank, Suit
from tienlen.combos import Combo, InvalidComboError, classify
from tienlen.errors import (
    DataError,
    IllegalReason,
    InvalidPositionError,
    InvalidRulesError,
    InvalidSeatError,
    NotationError,
    TienLenError,
)
from tienlen.moves import LegalMoves, legal_moves
from tienlen.ordering import beats
from tienlen.policies import (
    Chop,
    InstantWin,
    Opening,
    Penalty,
    Settlement,
    Suits,
    Twos,
    TwosLast,
)
from tienlen.rules import CARDGAMES_IO, NORTHERN, PAGAT, PRESETS, SOUTHERN, VIET_CONG, Rules
from tienlen.shapes import Kind, Shape, Shapes

if TYPE_CHECKING:
    from tienlen.actions import Action, Deal, IllegalMoveError, LegalActions, Pass, Play
    from tienlen.data import from_data, json_schema, to_data
    from tienlen.events import (
        Chopped,
        Dealt,
        DealWon,
        Event,
        GameOver,
        LeadInherited,
        Paid,
        Passed,
        Played,
        RoundOver,
        Stopped,
        TrickWon,
        WentOut,
    )
    from tienlen.game import GameState, Phase
    from tienlen.narration import events_between
    from tienlen.notation import GameRecord, read_records, write_records
    from tienlen.record_text import IllegalRecordError, RecordError, RecordNotationError
    from tienlen.scoring import Payment, PaymentReason, RoundResult
    from tienlen.selection import InvalidSelectionError, Selection, select
    from tienlen.successors import NotSuccessiveError
    from tienlen.view import PlayerView
else:
    # A screen that asks what a hand may play needs none of these, nor should it wait for them:
    # they are imported when first asked for.
    _LATER = {
        "actions": ("Action", "Deal", "IllegalMoveError", "LegalActions", "Pass", "Play"),
        "data": ("from_data", "json_schema", "to_data"),
        "events": (
            "Chopped",
            "DealWon",
            "Dealt",
            "Event",
            "GameOver",
            "LeadInherited",
            "Paid",
            "Passed",
            "Played",
            "RoundOver",
            "Stopped",
            "TrickWon",
            "WentOut",
        ),
        "game": ("GameState", "Phase"),
        "narration": ("events_between",),
        "notation": ("GameRecord", "read_records", "write_records"),
        "record_text": ("IllegalRecordError", "RecordError", "RecordNotationError"),
        "scoring": ("Payment", "PaymentReason", "RoundResult"),
        "selection": ("InvalidSelectionError", "Selection", "select"),
        "successors": ("NotSuccessiveError",),
        "view": ("PlayerView",),
    }
    _MODULES = {name: module for module, names in _LATER.items() for name in names}

    def __getattr__(name):
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        globals()[name] = value
        return value


__all__ = [
    "CARDGAMES_IO",
    "DECK",
    "NORTHERN",
    "PAGAT",
    "PRESETS",
    "SOUTHERN",
    "VIET_CONG",
    "Action",
    "Card",
    "CardSet",
    "Chop",
    "Chopped",
    "Combo",
    "DataError",
    "Deal",
    "DealWon",
    "Dealt",
    "DuplicateCardError",
    "Event",
    "GameOver",
    "GameRecord",
    "GameState",
    "IllegalMoveError",
    "IllegalReason",
    "IllegalRecordError",
    "InstantWin",
    "InvalidComboError",
    "InvalidPositionError",
    "InvalidRulesError",
    "InvalidSeatError",
    "InvalidSelectionError",
    "Kind",
    "LeadInherited",
    "LegalActions",
    "LegalMoves",
    "NotSuccessiveError",
    "NotationError",
    "Opening",
    "Paid",
    "Pass",
    "Passed",
    "Payment",
    "PaymentReason",
    "Penalty",
    "Phase",
    "Play",
    "Played",
    "PlayerView",
    "Rank",
    "RecordError",
    "RecordNotationError",
    "RoundOver",
    "RoundResult",
    "Rules",
    "Selection",
    "Settlement",
    "Shape",
    "Shapes",
    "Stopped",
    "Suit",
    "Suits",
    "TienLenError",
    "TrickWon",
    "Twos",
    "TwosLast",
    "WentOut",
    "beats",
    "classify",
    "events_between",
    "from_data",
    "json_schema",
    "legal_moves",
    "read_records",
    "select",
    "to_data",
    "write_records",
]


def __dir__() -> list[str]:
    return [*globals().keys() | set(__all__)]
