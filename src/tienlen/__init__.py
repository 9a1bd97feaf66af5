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

from tienlen.actions import (
    Action,
    Deal,
    IllegalMoveError,
    LegalActions,
    Pass,
    Play,
)
from tienlen.cards import DECK, Card, CardSet, DuplicateCardError, Rank, Suit
from tienlen.combos import Combo, InvalidComboError, classify
from tienlen.errors import (
    IllegalReason,
    InvalidPositionError,
    InvalidRulesError,
    InvalidSeatError,
    NotationError,
    TienLenError,
)
from tienlen.game import GameState, Phase
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
from tienlen.rules import CARDGAMES_IO, NORTHERN, PAGAT, SOUTHERN, VIET_CONG, Rules
from tienlen.scoring import Payment, PaymentReason, RoundResult
from tienlen.shapes import Kind, Shape, Shapes

__all__ = [
    "CARDGAMES_IO",
    "DECK",
    "NORTHERN",
    "PAGAT",
    "SOUTHERN",
    "VIET_CONG",
    "Action",
    "Card",
    "CardSet",
    "Chop",
    "Combo",
    "Deal",
    "DuplicateCardError",
    "GameState",
    "IllegalMoveError",
    "IllegalReason",
    "InstantWin",
    "InvalidComboError",
    "InvalidPositionError",
    "InvalidRulesError",
    "InvalidSeatError",
    "Kind",
    "LegalActions",
    "LegalMoves",
    "NotationError",
    "Opening",
    "Pass",
    "Payment",
    "PaymentReason",
    "Penalty",
    "Phase",
    "Play",
    "Rank",
    "RoundResult",
    "Rules",
    "Settlement",
    "Shape",
    "Shapes",
    "Suit",
    "Suits",
    "TienLenError",
    "Twos",
    "TwosLast",
    "beats",
    "classify",
    "legal_moves",
]
