"""The rule book and the tests of its rules name the same rules in the same words."""

import ast
import re
from pathlib import Path

import pytest

from tests.rules import book
from tests.rules.table import position
from tienlen import (
    CARDGAMES_IO,
    NORTHERN,
    SOUTHERN,
    CardSet,
    Combo,
    IllegalReason,
    PaymentReason,
    Play,
    Rules,
    beats,
    classify,
    select,
)

HERE = Path(__file__).parent


def classes() -> dict[str, list[str]]:
    """Give the docstrings of the test classes of the rules, by the number in the class's name."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_chapter_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                number = node.name.removeprefix("TestRule").replace("_", ".")
                found.setdefault(number, []).append(book.one_line(ast.get_docstring(node) or ""))
    return found


ON_THE_TABLE = ("On the table", "Played", "Beats it?")
COMBOS = [(cards, combo) for cards, combo in book.table(2, "Cards", "Combo")]
CONTESTS = [
    (rules, *row)
    for rules, number in ((CARDGAMES_IO, 3), (NORTHERN, 9))
    for row in book.table(number, *ON_THE_TABLE)
]
CHOICES = book.table(8, "Hand", "On the table", "Chosen", "Played")
HELD = [(hand, int(value.split(":")[0])) for hand, value in book.table(9, "Hand", "Held value")]


def test_every_rule_is_found() -> None:
    headings = re.findall(rf"^###+ ({book.NUMBER})", book.TEXT, flags=re.MULTILINE)

    assert list(book.rules()) == headings
    assert book.targets() == headings


def test_rules_are_numbered_through() -> None:
    chapters = list(range(1, 10))
    numbers = list(book.rules())
    whole = [number for number in numbers if number[-1].isdigit()]
    last = {number[0]: int(number[2:]) for number in whole}

    assert [int(number) for number in last] == chapters
    assert whole == [
        f"{number}.{rule + 1}" for number, count in last.items() for rule in range(count)
    ]
    for number in whole:
        letters = [name.removeprefix(number) for name in numbers if name.startswith(number)]
        assert letters == ["", *"abcdefghijklmnopqrstuvwxyz"[: len(letters) - 1]]


def test_every_rule_has_its_test_class_in_its_own_words() -> None:
    assert classes() == {number: [sentence] for number, sentence in book.rules().items()}


def test_refusals_name_rules_of_the_book() -> None:
    assert all(reason.rules for reason in IllegalReason)
    assert {number for reason in IllegalReason for number in reason.rules} <= set(book.rules())


@pytest.mark.parametrize("place", ["src/tienlen/*.py", "docs/**/*.md"])
def test_every_rule_that_is_cited_exists(place: str) -> None:
    cited = {
        number
        for path in book.ROOT.glob(place)
        for citation in re.findall(
            rf"\b[Rr]ules? ({book.NUMBER}(?:(?:, | and | to ){book.NUMBER})*)",
            path.read_text("utf-8"),
        )
        for number in re.findall(book.NUMBER, citation)
    }

    assert cited
    assert cited <= set(book.rules())


def test_there_are_examples() -> None:
    assert len(COMBOS) == 24
    assert len(CONTESTS) == 29 + 18
    assert len(CHOICES) == 13
    assert len(HELD) == 13


@pytest.mark.parametrize(("cards", "expected"), COMBOS)
def test_examples_of_combos(cards: str, expected: str) -> None:
    combo = classify(CardSet.parse(cards))

    kind = "none" if combo is None else combo.kind.name.lower().replace("_", " ")
    assert kind == expected.split(":")[0]


@pytest.mark.parametrize(("rules", "table", "played", "answer"), CONTESTS)
def test_examples_of_what_beats_what(rules: Rules, table: str, played: str, answer: str) -> None:
    combo = classify(CardSet.parse(played), rules)

    beaten = combo is not None and beats(combo, Combo.parse(table, rules), rules)
    assert ("yes" if beaten else "no") == answer.split(":")[0]


@pytest.mark.parametrize(("hand", "table", "chosen", "played"), CHOICES)
def test_examples_of_choices(hand: str, table: str, chosen: str, played: str) -> None:
    selection = select(
        CardSet.parse(chosen),
        CardSet.parse(hand),
        None if table == "none" else Combo.parse(table),
    )

    if selection.legal:
        answer = "at once" if selection.immediate else "by the button"
    else:
        answer = "not yet" if selection.addable else "no"
    assert answer == re.split("[:,]", played)[0]


@pytest.mark.parametrize(("hand", "value"), HELD)
def test_examples_of_held_values(hand: str, value: int) -> None:
    state = position("3H", hand, rules=SOUTHERN, played=[0, 1])
    state = state.apply(Play(0, Combo.parse("3H")))

    assert state.last_round is not None
    held = [p.units for p in state.last_round.payments if p.reason is PaymentReason.THOI]
    assert sum(held) == value
