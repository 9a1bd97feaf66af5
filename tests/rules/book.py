"""The rule book as data: its rules by number, and the tables of its chapters."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "rulebook.md").read_text("utf-8")

NUMBER = r"\d\.\d[a-z]?"

# A target, a heading of the same number, and the rule: a block quote of one paragraph.
_RULE = re.compile(
    r"^\(rule-(?P<target>\d+-\d+[a-z]?)\)=\n"
    rf"###+ (?P<number>{NUMBER}) .+\n\n"
    r"(?P<sentence>(?:> .+\n)+)",
    re.MULTILINE,
)
# A heading, the line under it, and the rows.
_TABLE = re.compile(r"^(\|.*\|)\n\|[-|]+\|\n((?:\|.*\|\n)+)", re.MULTILINE)


def one_line(text: str) -> str:
    """Give a text without its line breaks."""
    return " ".join(text.split())


def rules() -> dict[str, str]:
    """Give the sentence of every rule, by its number."""
    return {
        match["number"]: one_line(match["sentence"].replace("> ", " "))
        for match in _RULE.finditer(TEXT)
    }


def targets() -> list[str]:
    """Give the number in the link target of every rule."""
    return [match["target"].replace("-", ".") for match in _RULE.finditer(TEXT)]


def chapter(number: int) -> str:
    """Give the text of one chapter."""
    (text,) = re.findall(rf"^## {number} (.*?)(?=^## |\Z)", TEXT, flags=re.MULTILINE | re.DOTALL)
    return str(text)


def tables(number: int, *heading: str) -> list[list[list[str]]]:
    """Give the rows of every table of a chapter with this heading, cells as plain text."""
    return [
        [_cells(row) for row in rows.splitlines()]
        for head, rows in _TABLE.findall(chapter(number))
        if tuple(_cells(head)) == heading
    ]


def table(number: int, *heading: str) -> list[list[str]]:
    """Give the rows of the one table of a chapter with this heading."""
    (rows,) = tables(number, *heading)
    return rows


def _cells(row: str) -> list[str]:
    return [re.sub(r"{cards}|`", "", cell).strip() for cell in row[1:-1].split("|")]
