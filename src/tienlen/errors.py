"""The errors that need no card to be understood.

Every error of the package is a :class:`TienLenError`; the ones that speak of cards live beside them
(:class:`~tienlen.DuplicateCardError`, :class:`~tienlen.InvalidComboError`,
:class:`~tienlen.IllegalMoveError`).  This module imports nothing of the package.
"""

from typing import Final, Self

from tienlen._value import Named, told


class TienLenError(Exception):
    """Base of every error this package raises on purpose, wrong types (``TypeError``) apart.

    What an error carries are its ``args``, so that it survives pickling.

    >>> from tienlen import CardSet, Combo
    >>> for text in "3S 1S", "3S 3S", "3S 4S":
    ...     try:
    ...         Combo.parse(text)
    ...     except TienLenError as error:
    ...         print(error)
    '1S' is not a card; write rank and suit, such as 3S, TH or 10♥
    card 3S is given twice
    3S 4S is no combo
    """


class NotationError(TienLenError, ValueError):
    """A text is not the notation it should be.

    >>> from tienlen import Card
    >>> Card.parse("1S")
    Traceback (most recent call last):
        ...
    tienlen.errors.NotationError: '1S' is not a card; write rank and suit, such as 3S, TH or 10♥
    """

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(text, expected)
        self.text = text
        """The offending text, or the offending part of a longer one."""
        self.expected = expected
        """What was wanted, as the end of a sentence."""

    def __str__(self) -> str:
        return f"{self.text!r} is not {self.expected}"


class InvalidSeatError(TienLenError, ValueError):
    """A seat that is not at the table, or one whose hand a view does not show.

    Also a number of seats that the rules do not allow.

    >>> from tienlen import GameState
    >>> GameState.new(seats=5)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidSeatError: 5 seats cannot play; these rules allow 2, 3 or 4
    """

    def __init__(self, value: int, problem: str) -> None:
        super().__init__(value, problem)
        self.value = value
        """The offending seat or number of seats."""
        self.problem = problem
        """What is wrong with it, as the end of a sentence that begins with the value."""

    def __str__(self) -> str:
        return f"{told(self.value)} {self.problem}"


class InvalidPositionError(TienLenError, ValueError):
    """A position that no round can reach, with every fault found in it.

    >>> from tienlen import CardSet, GameState
    >>> GameState.position(hands=[CardSet.parse("3S"), CardSet.parse("3S 4S")], turn=2)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidPositionError: card 3S is in two places; turn is 2, which is no seat
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults)
        self.faults = faults
        """One sentence for each fault."""

    def __str__(self) -> str:
        return "; ".join(self.faults)


class InvalidRulesError(TienLenError, ValueError):
    """A rule set that contradicts itself.

    >>> from tienlen import Rules
    >>> Rules(hand_size=17)
    Traceback (most recent call last):
        ...
    tienlen.errors.InvalidRulesError: seats, hand_size: 4 seats of 17 cards need 68, a pack has 52
    """

    def __init__(self, fields: tuple[str, ...], problem: str) -> None:
        super().__init__(fields, problem)
        self.fields = fields
        """The fields of :class:`~tienlen.Rules` that do not go together."""
        self.problem = problem
        """Why they do not."""

    def __str__(self) -> str:
        return f"{', '.join(self.fields)}: {self.problem}"


class DataError(TienLenError, ValueError):
    """Data that is no value of the type it should be, with every fault found in it.

    >>> from tienlen import from_data
    >>> from_data({"schema": 1, "type": "Play", "value": {"seat": True, "combo": ["3S", "1S"]}})
    Traceback (most recent call last):
        ...
    tienlen.errors.DataError: $.value.seat: an int is wanted, not True; \
$.value.combo[1]: '1S' is not a card; write rank and suit, such as 3S or TH
    """

    def __init__(self, faults: tuple[tuple[str, str], ...]) -> None:
        super().__init__(faults)
        self.faults = faults
        """For each fault where it is, ``$`` being the data itself, and what it is."""

    def __str__(self) -> str:
        told = [f"{path}: {problem}" for path, problem in self.faults[:_TOLD]]
        untold = len(self.faults) - len(told)
        return "; ".join([*told, f"and {untold} more"] if untold else told)


_TOLD: Final = 20
"""How many faults the text of an error tells, so that nobody can fill logs by sending data."""


class IllegalReason(Named):
    """Why an action is refused; the value says it in words.

    Reasons are tested in this order, those that concern the cards of a hand last, so that a refusal
    tells nobody anything about the hand of another seat.

    >>> IllegalReason.CANNOT_PASS_LEAD.value, IllegalReason.CANNOT_PASS_LEAD.rules
    ('there is nothing on the table to pass on', ('4.2',))
    """

    rules: tuple[str, ...]
    """The numbers of the rules it rests on."""

    WRONG_PHASE = "this is not the time for it", "5.1"
    NO_SUCH_SEAT = "there is no such seat", "5.1"
    OUT_OF_TRICK = "the seat has passed or is out of cards", "4.4", "5.4"
    NOT_YOUR_TURN = "it is another seat's turn", "4.1"
    NOT_A_COMBO = "the rules do not know this combo", "2.7"
    CARDS_NOT_HELD = "the seat does not hold these cards", "5.1"
    MISSING_OPENING_CARD = "the opening card is missing", "5.2"
    DOES_NOT_BEAT = "it does not beat the table", "3.1", "3.2"
    BARRED = "it may not leave the hand without a card below the 2s", "9.2d"
    CANNOT_PASS_LEAD = "there is nothing on the table to pass on", "4.2"
    BAD_DEAL = "the number of hands or of cards in a hand is wrong", "5.1"

    def __new__(cls, words: str, *rules: str) -> Self:
        """Keep the words as the value and the rule numbers beside it."""
        reason = object.__new__(cls)
        reason._value_ = words
        reason.rules = rules
        return reason
