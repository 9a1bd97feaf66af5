"""Whole games as values that replay to any point, and files of many of them.

Everything up to the game is imported, and the text of games.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import Final, TextIO, final

import attrs

from tienlen._value import Record, check_int, draft_of, told
from tienlen.actions import Action, Deal
from tienlen.game import GameState
from tienlen.record_text import Parser, after, games_in, lines_of, lines_that_count
from tienlen.rules import CARDGAMES_IO, Rules
from tienlen.scoring import RoundResult


def _actions(actions: Iterable[Action]) -> tuple[Action, ...]:
    return tuple(actions)


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class GameRecord(Record):
    """A game from its beginning: the rules, the number of seats and all legal actions so far.

    The game may be unfinished.  A record shows every hand, as do its ``str`` and ``repr``: while
    the game goes on it is for the server only.

    >>> import random
    >>> from tienlen import Combo, Pass, Play
    >>> record = GameRecord.new(seats=2).apply(Deal.shuffled(random.Random(7), seats=2))
    >>> record = record.apply(Play(0, Combo.parse("3S"))).apply(Pass(1))
    >>> print(record)
    tienlen 1
    seats 2
    <BLANKLINE>
    round 1
    hand 0: 3S 5S 5D 5H 6D 7S 7C 7H TH QD QH KS 2D
    hand 1: 6S 8C 8D 9S TS TC TD JC KH AS AC 2C 2H
    0: 3S; 1: -
    >>> GameRecord.parse(str(record)) == record
    True
    >>> record.apply(Pass(0))
    Traceback (most recent call last):
        ...
    tienlen.record_text.IllegalRecordError: round 1, action 3: seat 0 may not pass: \
there is nothing on the table to pass on (rule 4.2)

    Raises:
        IllegalRecordError: an action is not legal where it stands.
        InvalidSeatError: the rules do not allow so many seats.
    """

    rules: Rules
    """The rule set the game is played by."""
    seats: int
    """The number of seats."""
    actions: tuple[Action, ...] = attrs.field(converter=_actions)
    """Every deal, play and pass, in order."""
    _final: GameState = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        state = GameState.new(self.seats, self.rules)
        for index, action in enumerate(self.actions):
            state = after(state, action, islice(self.actions, index))
        object.__setattr__(self, "_final", state)

    @classmethod
    def new(cls, seats: int = 4, rules: Rules = CARDGAMES_IO) -> "GameRecord":
        """Begin the record of a game in which nothing has happened.

        Raises:
            InvalidSeatError: the rules do not allow so many seats.
        """
        return cls(rules, seats, ())

    @classmethod
    def parse(cls, text: str) -> "GameRecord":
        """Read the text of one game; what ``str`` writes gives an equal record.

        The time it takes is proportional to the length of the text, whatever that says.

        Raises:
            RecordNotationError: the text is not in the notation.
            IllegalRecordError: it is, but an action in it is not legal.
        """
        if not isinstance(text, str):
            raise TypeError(f"text is wanted, not {told(text)}")
        return _read(lines_that_count(text.split("\n")), None)

    @property
    def final(self) -> GameState:
        """The state after the last action, at no cost."""
        return self._final

    def apply(self, action: Action) -> "GameRecord":
        """Give the record with one more action; this one stays as it is.

        Nothing is replayed, and ``functools.reduce(GameRecord.apply, actions, record)`` adds many.

        Raises:
            IllegalRecordError: the rules refuse the action.
            TypeError: it is no action.
        """
        state = after(self._final, action, self.actions)
        return _record((*self.actions, action), state)

    def states(self) -> Iterator[GameState]:
        """Replay the game: the state before the first action, then that after each."""
        first = GameState.new(self.seats, self.rules)
        return accumulate(self.actions, GameState.apply, initial=first)

    def state(self, index: int) -> GameState:
        """Replay the game to the state in which ``actions[index]`` was taken.

        It is ``list(record.states())[index]``: 0 gives the first, -1 the final one.

        Raises:
            IndexError: there is no such state.
        """
        check_int(index, "an index")
        total = len(self.actions) + 1
        if not -total <= index < total:
            raise IndexError(f"there is no state {told(index)} of {total}")
        return next(islice(self.states(), index % total, None))

    def state_in_round(self, round: int, number: int = 0) -> GameState:
        """Replay the game to the state after so many plays and passes of a round.

        >>> import random
        >>> record = GameRecord.new(seats=2).apply(Deal.shuffled(random.Random(7), seats=2))
        >>> record.state_in_round(1) == record.final
        True
        >>> record.state_in_round(2)
        Traceback (most recent call last):
            ...
        IndexError: there is no action 0 in round 2

        Args:
            round: the round, from 1.
            number: how many plays and passes, 0 for the state after the deal.

        Raises:
            IndexError: the record has no such round, or fewer actions in it.
        """
        check_int(round, "a round")
        check_int(number, "a number of actions")
        deals = [index for index, action in enumerate(self.actions) if isinstance(action, Deal)]
        bounds = [*deals, len(self.actions)]
        if 1 <= round <= len(deals) and 0 <= number < bounds[round] - bounds[round - 1]:
            return self.state(bounds[round - 1] + number + 1)
        raise IndexError(f"there is no action {told(number)} in round {told(round)}")

    def results(self) -> tuple[RoundResult, ...]:
        """Replay the game and give the result of each round that has ended."""
        return tuple(state.last_round for state in self.states() if state.last_round is not None)

    def __len__(self) -> int:
        return len(self.actions)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return "\n".join(lines_of(self.states(), self.actions))


_RecordDraft: Final = draft_of(GameRecord)


def _record(actions: tuple[Action, ...], final: GameState) -> GameRecord:
    """Build a record of actions that are known to lead to a state."""
    draft = _RecordDraft()
    draft.rules = final.rules
    draft.seats = final.seats
    draft.actions = actions
    draft._final = final
    draft.__class__ = GameRecord
    record: GameRecord = draft
    return record


def _read(lines: Iterable[tuple[int, str]], game: int | None) -> GameRecord:
    parser = Parser(lines, game)
    return _record(tuple(parser.actions), parser.state)


def write_records(file: TextIO, records: Iterable[GameRecord]) -> None:
    r"""Write games one after the other to an open text file, holding one at a time in memory.

    >>> import io
    >>> file = io.StringIO()
    >>> write_records(file, [GameRecord.new(seats) for seats in (2, 3)])
    >>> file.getvalue()
    'tienlen 1\nseats 2\n\ntienlen 1\nseats 3\n\n'
    >>> write_records(file, ["tienlen 1"])
    Traceback (most recent call last):
        ...
    TypeError: records are GameRecords, not 'tienlen 1'

    Raises:
        TypeError: one of them is no record; those before it have been written.
    """
    for record in records:
        if not isinstance(record, GameRecord):
            raise TypeError(f"records are GameRecords, not {told(record)}")
        file.write(f"{record}\n\n")


def read_records(lines: Iterable[str]) -> Iterator[GameRecord]:
    """Read games one after the other from an open text file, holding one at a time in memory.

    A game that cannot be read raises the error that says why, with its number and line.  The
    iterator stays good: asked again, it goes on with the game after that.

    >>> games = read_records(["tienlen 1", "seats 5", "tienlen 1", "seats 3"])
    >>> next(games)
    Traceback (most recent call last):
        ...
    tienlen.record_text.RecordNotationError: game 1, line 2: '5' is not a number of seats here \
(5 seats cannot play; these rules allow 2, 3 or 4)
    >>> next(games).seats
    3

    Args:
        lines: an open text file, or any other iterable of lines.

    Raises:
        RecordError: by the iterator, for the same reasons as `GameRecord.parse`.
    """
    if isinstance(lines, str):
        raise TypeError("an open file or lines are wanted, not one text; GameRecord.parse reads it")
    # A generator would be finished by an error; `map` is not.
    return map(_read_game, enumerate(games_in(lines), 1))


def _read_game(numbered: tuple[int, list[tuple[int, str]]]) -> GameRecord:
    number, lines = numbered
    return _read(lines, number)
