"""The text of a whole game: how it is written and read, and what may be wrong with it.

The page on notation in the documentation has the grammar.  Everything up to the game is imported,
and the converter for the one line that is data, the rules.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NoReturn

from tienlen._converter import rules_from_data, rules_to_data
from tienlen.actions import Action, Deal, IllegalMoveError, Pass, Play
from tienlen.cards import CardSet, DuplicateCardError
from tienlen.combos import Combo, InvalidComboError
from tienlen.errors import IllegalReason, InvalidSeatError, NotationError, TienLenError
from tienlen.game import GameState, Phase
from tienlen.rules import Rules


class RecordError(TienLenError, ValueError):
    r"""A text or a series of actions that is no record of a game.

    Always one of its children: `RecordNotationError` for what cannot be read, `IllegalRecordError`
    for what can be read and is not legal.

    >>> from tienlen import GameRecord
    >>> try:
    ...     GameRecord.parse("tienlen 1\nseats 4\n\nround one")
    ... except RecordError as error:
    ...     print(error.line, error)
    4 line 4: 'one' is not 1, the number of the round that begins here
    """

    line: int | None
    """The line of the text or the file, from 1; None for what was not read."""
    game: int | None
    """The number of the game in a file, from 1; None for what was not read from one."""

    def _where(self) -> tuple[str, ...]:
        game = () if self.game is None else (f"game {self.game}",)
        return game if self.line is None else (*game, f"line {self.line}")


class RecordNotationError(RecordError, NotationError):
    """A text is not the notation of a game.

    >>> from tienlen import GameRecord
    >>> GameRecord.parse("tienlen one")
    Traceback (most recent call last):
        ...
    tienlen.record_text.RecordNotationError: line 1: 'one' is not a format known here; there is 1
    """

    def __init__(self, text: str, expected: str, line: int, game: int | None) -> None:
        NotationError.__init__(self, text, expected)
        Exception.__init__(self, text, expected, line, game)
        self.line: int | None = line
        self.game = game

    def __str__(self) -> str:
        what = repr(self.text) if self.text else "the end of the text"
        return f"{', '.join(self._where())}: {what} is not {self.expected}"


class IllegalRecordError(RecordError, IllegalMoveError):
    """An action in a record that the rules refuse where it stands.

    Like every refusal it holds no state and, for a refused deal, no cards.

    >>> from tienlen import CARDGAMES_IO, GameRecord
    >>> GameRecord(CARDGAMES_IO, 4, [Pass(0)])
    Traceback (most recent call last):
        ...
    tienlen.record_text.IllegalRecordError: round 1, action 1: seat 0 may not pass: \
this is not the time for it (rule 5.1)
    """

    def __init__(
        self,
        action: Play | Pass | None,
        seat: int | None,
        reason: IllegalReason,
        round: int,
        number: int,
        line: int | None,
        game: int | None,
    ) -> None:
        IllegalMoveError.__init__(self, action, seat, reason)
        Exception.__init__(self, action, seat, reason, round, number, line, game)
        self.round = round
        """The round in which it stands, from 1."""
        self.number = number
        """Its number in the round, plays and passes counted alike from 1; the deal is 0."""
        self.line = line
        self.game = game

    def __str__(self) -> str:
        where = (*self._where(), f"round {self.round}", f"action {self.number}")
        return f"{', '.join(where)}: {IllegalMoveError.__str__(self)}"


def after(
    state: GameState,
    action: Action,
    before: Iterable[Action],
    line: int | None = None,
    game: int | None = None,
) -> GameState:
    """Apply an action; the ones before it are looked at only to say where it is not legal."""
    try:
        return state.apply(action)
    except IllegalMoveError as refusal:
        number = 1
        if state.phase is not Phase.DEALING:
            for earlier in before:
                number = 1 if isinstance(earlier, Deal) else number + 1
        elif isinstance(action, Deal):
            number = 0
        raise IllegalRecordError(
            refusal.action, refusal.seat, refusal.reason, state.round, number, line, game
        ) from None


# Writing

_FORMAT: Final = "1"
"""The number of the format, which a change of the grammar raises."""

_PASS: Final = "-"


def lines_of(states: Iterable[GameState], actions: Sequence[Action]) -> Iterator[str]:
    """Write a game, a line for each trick, from its states and the actions between them."""
    states = iter(states)
    first = next(states)
    yield f"tienlen {_FORMAT}"
    if changes := rules_to_data(first.rules):
        yield f"rules {json.dumps(changes)}"
    yield f"seats {first.seats}"
    rounds = 0
    trick: list[str] = []
    for action, state in zip(actions, states, strict=True):
        match action:
            case Deal(hands):
                rounds += 1
                yield ""
                yield f"round {rounds}"
                yield from (f"hand {seat}: {hand}" for seat, hand in enumerate(hands))
            case Play(seat, combo):
                trick.append(f"{seat}: {combo}")
            case _:
                trick.append(f"{action.seat}: {_PASS}")
        if trick and state.table is None:
            yield "; ".join(trick)
            trick = []
        if state.last_round is not None:
            yield _scores_line(state)
    if trick:
        yield "; ".join(trick)


def _scores_line(state: GameState) -> str:
    return f"scores {' '.join(map(str, state.scores))}"


# Reading


def lines_that_count(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Number lines, and leave out comments and what is then blank."""
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].replace("\t", " ").strip()
        if text:
            yield number, text


def games_in(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """Cut the lines of a file into games: each begins with the line that names the format."""
    game: list[tuple[int, str]] = []
    for number, text in lines_that_count(lines):
        if _word(text) == "tienlen" and game:
            yield game
            game = []
        game.append((number, text))
    if game:
        yield game


def _word(text: str) -> str:
    return text.partition(" ")[0]


_EXAMPLES: Final = {
    "tienlen": f"tienlen {_FORMAT}",
    "seats": "seats 4",
    "round": "round 1",
}

_NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}")
"""Large enough for any seat or round, and small enough to be read at once."""


@lru_cache(maxsize=16)
def _rules(text: str) -> Rules:
    """Read a rule set, once for all games of a file that are played by it."""
    return rules_from_data(json.loads(text) if text.startswith("{") else text)


class Parser:
    """Reads the lines of one game and plays it at the same time."""

    actions: list[Action]
    """What has been read."""
    state: GameState
    """The state after it."""

    def __init__(self, lines: Iterable[tuple[int, str]], game: int | None) -> None:
        """Read all lines, or raise the error that says which of them is wrong."""
        self._lines = iter(lines)
        self._game = game
        self._line, self._text = 1, ""
        self._next()
        self._read_format()
        rules = self._read_rules()
        self.state = self._read_seats(rules)
        self.actions = []
        rounds = 0
        while self._text:
            match _word(self._text):
                case "round":
                    rounds += 1
                    self._read_deal(rounds)
                case "scores":
                    self._read_scores()
                case _:
                    self._read_actions()

    def _next(self) -> None:
        """Go on to the next line; the end of the text is an empty one, where the last was."""
        self._line, self._text = next(self._lines, (self._line, ""))

    def _rest(self, word: str) -> str:
        """Give what follows the word with which the line should begin."""
        first, _, rest = self._text.partition(" ")
        if first != word or not rest:
            self._refuse(self._text, f"a line such as {_EXAMPLES[word]!r}")
        return rest.strip()

    def _refuse(self, text: str, expected: str) -> NoReturn:
        raise RecordNotationError(text, expected, self._line, self._game) from None

    def _read_format(self) -> None:
        number = self._rest("tienlen")
        if number != _FORMAT:
            self._refuse(number, f"a format known here; there is {_FORMAT}")
        self._next()

    def _read_rules(self) -> Rules:
        if _word(self._text) != "rules":
            return _rules("{}")
        text = self._text.removeprefix("rules").strip()
        try:
            rules = _rules(text)
        except TienLenError as error:
            self._refuse(text or self._text, f"a rule set ({error})")
        except (ValueError, RecursionError):
            self._refuse(text, "JSON")
        self._next()
        return rules

    def _read_seats(self, rules: Rules) -> GameState:
        text = self._rest("seats")
        if not _NUMBER.fullmatch(text):
            self._refuse(text, "a number of seats")
        try:
            state = GameState.new(int(text), rules)
        except InvalidSeatError as error:
            self._refuse(text, f"a number of seats here ({error})")
        self._next()
        return state

    def _read_deal(self, due: int) -> None:
        number, line = self._rest("round"), self._line
        if number != str(due):
            self._refuse(number, f"{due}, the number of the round that begins here")
        self._next()
        hands: list[CardSet] = []
        dealt = CardSet()
        for seat in range(self.state.seats):
            # Only what precedes the cards is quoted: a hand is nothing for a log.
            start, colon, cards = self._text.partition(":")
            if start.split() != ["hand", str(seat)] or not colon:
                self._refuse(start, f"the beginning of a line such as 'hand {seat}: 3S 4C 5D'")
            hand = self._cards(cards)
            for card in hand & dealt:
                self._refuse(str(card), "a card to be dealt twice")
            hands.append(hand)
            dealt |= hand
            self._next()
        self._apply(Deal(hands), line)

    def _read_actions(self) -> None:
        for part in self._text.split(";"):
            seat, _, cards = map(str.strip, part.partition(":"))
            if not _NUMBER.fullmatch(seat) or not cards:
                example = "a play or a pass such as '0: 3S 3C' or '1: -'"
                self._refuse(part.strip() or self._text, example)
            action = Pass(int(seat)) if cards == _PASS else Play(int(seat), self._combo(cards))
            self._apply(action, self._line)
        self._next()

    def _combo(self, text: str) -> Combo:
        # Whether these rules admit it is for `apply` to say, with a reason.
        try:
            return Combo(self._cards(text))
        except InvalidComboError:
            self._refuse(text, "a combo")

    def _cards(self, text: str) -> CardSet:
        try:
            return CardSet.parse(text)
        except NotationError as error:
            self._refuse(error.text, error.expected)
        except DuplicateCardError as error:
            self._refuse(str(error.card), "a card to be given twice")

    def _apply(self, action: Action, line: int) -> None:
        self.state = after(self.state, action, self.actions, line, self._game)
        self.actions.append(action)

    def _read_scores(self) -> None:
        if self.state.last_round is None:
            self._refuse(self._text, "due here: no round has just ended")
        # Checked, so that an old game shows where it would be scored otherwise today.
        expected = _scores_line(self.state)
        if self._text.split() != expected.split():
            self._refuse(self._text, f"what the rules say, {expected!r}")
        self._next()
