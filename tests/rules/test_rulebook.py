"""The rule book and the tests of its rules name the same rules in the same words."""

import ast
import re
from pathlib import Path

import pytest

from tienlen import CARDGAMES_IO, CardSet, Combo, IllegalReason, beats, classify

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RULE_BOOK = (ROOT / "docs" / "rulebook.md").read_text("utf-8")

# A target, a heading of the same number, and the rule: a block quote of one paragraph.
RULE = re.compile(
    r"^\(rule-(?P<target>\d+-\d+)\)=\n"
    r"### (?P<number>\d+\.\d+) .+\n\n"
    r"(?P<sentence>(?:> .+\n)+)",
    re.MULTILINE,
)
ROW = re.compile(r"^\| (.+?) \| (.+?) \|(?: (.+?) \|)?$", re.MULTILINE)


def one_line(text: str) -> str:
    return " ".join(text.split())


def rules() -> dict[str, str]:
    """Give the sentence of every rule in the rule book, by its number."""
    return {
        match["number"]: one_line(match["sentence"].replace("> ", " "))
        for match in RULE.finditer(RULE_BOOK)
    }


def classes() -> dict[str, list[str]]:
    """Give the docstrings of the test classes of the rules, by the number in the class's name."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_chapter_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                number = node.name.removeprefix("TestRule").replace("_", ".")
                found.setdefault(number, []).append(one_line(ast.get_docstring(node) or ""))
    return found


def chapter(number: int) -> str:
    """Give the text of one chapter."""
    return re.split(r"^## \d+ ", RULE_BOOK, flags=re.MULTILINE)[number]


def code(cell: str) -> str:
    """Give what stands between the back quotes of a table's cell."""
    return cell.strip("`")


COMBOS = [(code(cards), combo) for cards, combo, _ in ROW.findall(chapter(2)) if "`" in cards]
CONTESTS = [
    (code(table), code(played), answer)
    for table, played, answer in ROW.findall(chapter(3))
    if "`" in table
]


def test_every_rule_is_found() -> None:
    headings = re.findall(r"^### (\d+\.\d+)", RULE_BOOK, flags=re.MULTILINE)

    assert list(rules()) == headings
    assert [match["target"].replace("-", ".") for match in RULE.finditer(RULE_BOOK)] == headings


def test_rules_are_numbered_through() -> None:
    numbers = [(int(chapter), int(rule)) for chapter, rule in (name.split(".") for name in rules())]
    last = dict(numbers)

    assert list(last) == list(range(1, len(last) + 1))
    assert numbers == [
        (chapter, rule) for chapter, count in last.items() for rule in range(1, count + 1)
    ]


def test_every_rule_has_its_test_class_in_its_own_words() -> None:
    assert classes() == {number: [sentence] for number, sentence in rules().items()}


def test_refusals_name_rules_of_the_book() -> None:
    # The base game bars no play; the rule sets that do are not in the book.
    reasons = [reason for reason in IllegalReason if reason is not IllegalReason.BARRED]

    assert all(reason.rules for reason in reasons)
    assert {number for reason in reasons for number in reason.rules} <= set(rules())


@pytest.mark.parametrize("place", ["src/tienlen/*.py", "docs/**/*.md"])
def test_every_rule_that_is_cited_exists(place: str) -> None:
    cited = {
        number
        for path in ROOT.glob(place)
        for citation in re.findall(
            r"\b[Rr]ules? (\d\.\d(?:(?:, | and | to )\d\.\d)*)", path.read_text("utf-8")
        )
        for number in re.findall(r"\d\.\d", citation)
    }

    assert cited
    assert cited <= set(rules())


def test_there_are_examples() -> None:
    assert len(COMBOS) == 24
    assert len(CONTESTS) == 29


@pytest.mark.parametrize(("cards", "expected"), COMBOS)
def test_examples_of_combos(cards: str, expected: str) -> None:
    combo = classify(CardSet.parse(cards))

    kind = "none" if combo is None else combo.kind.name.lower().replace("_", " ")
    assert kind == expected.split(":")[0]


@pytest.mark.parametrize(("table", "played", "answer"), CONTESTS)
def test_examples_of_what_beats_what(table: str, played: str, answer: str) -> None:
    combo = classify(CardSet.parse(played))

    beaten = combo is not None and beats(combo, Combo.parse(table), CARDGAMES_IO)
    assert ("yes" if beaten else "no") == answer.split(":")[0]
