"""What the playground page asks of the library: text in, JSON out.

The page knows no rules, and nothing here knows of a page: each answer depends on its question
alone, and the same module is tested on CPython.
"""

import json
import random
from collections.abc import Callable, Iterable
from typing import Literal, TypedDict, TypeVar

from tienlen import (
    CARDGAMES_IO,
    DECK,
    PRESETS,
    Card,
    CardSet,
    Combo,
    Deal,
    IllegalReason,
    InvalidComboError,
    LegalMoves,
    Rules,
    Selection,
    TienLenError,
    classify,
    legal_moves,
)

T = TypeVar("T")

AT_ONCE = 50
"""How many moves are told at a time; a hand may have billions."""


class Question(TypedDict):
    """What is written in the fields of the page."""

    rules: str
    hand: str
    table: str
    opening: str
    play: str


class Move(TypedDict):
    """A legal play."""

    cards: list[str]
    words: str


class Moves(TypedDict):
    """Some of the legal plays."""

    total: str
    moves: list[Move]
    left: bool
    """Whether there are more."""


class Verdict(TypedDict):
    """What the rules say to playing some cards now."""

    state: Literal["open", "legal", "refused"]
    """*open* as long as cards can be added to what is no legal play yet."""
    words: str
    rules: list[str]
    """The numbers of the rules it rests on."""
    addable: list[str]
    """The cards of the hand that may come to them."""


class Answer(TypedDict):
    """What is shown."""

    faults: dict[str, str]
    """What cannot be taken, by the field that it is written in."""
    cards: dict[str, list[str]]
    """The cards in a field, weakest first, wherever cards can be read."""
    words: dict[str, str]
    """What these cards are."""
    moves: Moves | None
    verdict: Verdict | None


class Asked:
    """A question as values of the library, and the faults of what is written in its fields."""

    def __init__(self, text: str) -> None:
        question: Question = json.loads(text)
        self.faults: dict[str, str] = {}
        self.rules = self._read("rules", PRESETS.__getitem__, question["rules"]) or CARDGAMES_IO
        self.opening = self._read("opening", _card_or_none, question["opening"])
        self.hand = self._read("hand", CardSet.parse, question["hand"])
        self.play = self._read("play", CardSet.parse, question["play"])
        self.on_table = self._read("table", CardSet.parse, question["table"])
        self.table = classify(self.on_table or (), self.rules)
        if self.on_table and not self.table:
            self.faults["table"] = str(InvalidComboError(self.on_table))

    def _read(self, field: str, read: Callable[[str], T], text: str) -> T | None:
        try:
            return read(text.strip())
        except KeyError:
            self.faults[field] = f"no rule set is called {text!r}"
        except TienLenError as error:
            self.faults[field] = str(error)
        return None

    def moves(self) -> LegalMoves | None:
        """Give the legal plays; there are none to speak of while something cannot be taken."""
        if self.hand is None or self.faults.keys() - {"play"}:
            return None
        return legal_moves(self.hand, self.table, self.rules, including=self.opening)


def _card_or_none(text: str) -> Card | None:
    return Card.parse(text) if text else None


def answer(question: str) -> str:
    """Answer a question; both are JSON."""
    asked = Asked(question)
    moves = asked.moves()
    fields = {"hand": asked.hand, "table": asked.on_table, "play": asked.play}
    read = {field: cards for field, cards in fields.items() if cards is not None}
    verdict = None
    if moves is not None and asked.play is not None and (asked.play or asked.hand):
        verdict = judge(asked.play, moves)
    return json.dumps(
        Answer(
            faults=asked.faults,
            cards={field: names(cards) for field, cards in read.items()},
            words={field: in_words(cards, asked.rules) for field, cards in read.items()},
            moves=some(moves, 0) if moves is not None else None,
            verdict=verdict,
        )
    )


def more(question: str, start: int) -> str:
    """Tell the legal plays from one place on, of a question that has been answered with some."""
    moves = Asked(question).moves()
    assert moves is not None
    return json.dumps(some(moves, start))


def choices() -> str:
    """Give the names of all rule sets and cards, as JSON."""
    return json.dumps({"rules": [*PRESETS], "pack": names(DECK)})


def deal(seed: int) -> str:
    """Deal a hand, as text."""
    return str(Deal.shuffled(random.Random(seed)).hands[0])


def names(cards: Iterable[Card]) -> list[str]:
    """Give the short names of cards."""
    return [str(card) for card in cards]


def in_words(cards: CardSet, rules: Rules) -> str:
    """Say what some cards are."""
    combo = classify(cards, rules)
    if combo:
        return named(combo)
    return f"{len(cards)} cards, no combo" if cards else ""


def named(combo: Combo) -> str:
    """Say what a combo is, a run with its number of ranks."""
    ranks = f" of {combo.run_length} ranks" if combo.run_length > 1 else ""
    return f"{combo.kind}{ranks}"


def some(moves: LegalMoves, start: int) -> Moves:
    """Tell some of the legal plays, from one place on."""
    end = start + AT_ONCE
    return Moves(
        total=f"{moves.total:,}",
        moves=[Move(cards=names(combo), words=named(combo)) for combo in moves[start:end]],
        left=moves.total > end,
    )


def judge(play: CardSet, moves: LegalMoves) -> Verdict:
    """Say what the rules say to playing some cards now, which need not be in the hand."""
    combo = classify(play, moves.rules)
    held = play <= moves.hand
    selection = Selection(play if held else CardSet(), moves.hand, moves)
    reason = moves.why_not(combo) if combo else IllegalReason.NOT_A_COMBO
    state: Literal["open", "legal", "refused"] = "legal"
    rules: tuple[str, ...]
    if reason is None and selection.immediate:
        words, rules = "Legal, and played at once.", ("8.2",)
    elif reason is None:
        words, rules = "Legal, by the button, since cards can be added.", ("8.3",)
    elif held and selection.plays:
        state, rules = "open", reason.rules if play else ("8.1",)
        words = f"Not yet: {reason.value}." if play else "Choose cards to try them."
    else:
        # Cards that make no combo may be part of one, and then it is that one which is refused.
        why = (selection.reason if held and not combo else None) or reason
        state, rules = "refused", why.rules
        words = f"{'Refused' if play else 'No play'}: {why.value}."
    return Verdict(
        state=state,
        words=words,
        rules=list(rules),
        addable=names(selection.addable) if held else [],
    )
