"""Every row of the glossary is whole, and what it says of the library is there."""

import re
import unicodedata
from pathlib import Path

import pytest

import tienlen

PAGE = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| Vietnamese |"))
]
NONE = "–"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_a_row_is_whole(row: list[str]) -> None:
    vietnamese, english, name, meaning = row
    assert english not in {"", NONE}
    assert meaning not in {"", NONE}
    assert vietnamese == NONE or vietnamese.startswith("{vi}`")
    assert name == NONE or re.match(r"{py:\w+}`", name)
    # What the library lacks is said to be lacking.
    assert (name == NONE) is meaning.endswith("; not offered")


@pytest.mark.parametrize("target", sorted(set(re.findall(r"tienlen\.([\w.]+)", PAGE))))
def test_a_name_exists(target: str) -> None:
    name, *parts = target.split(".")
    value = getattr(tienlen, name)
    for part in parts:
        value = getattr(value, part)


def test_no_name_is_written_without_its_link() -> None:
    words = re.sub(r"{[\w:]+}`[^`]+`", "", "\n".join(" ".join(row) for row in ROWS))
    plain = re.findall(r"`([^`]+)`", words)
    assert [name for name in plain if not re.fullmatch(r"[2-9TJQKA][SCDH]", name)] == []


def test_letters_and_marks_are_one_character() -> None:
    assert unicodedata.is_normalized("NFC", PAGE)


def test_the_words_of_the_enums_are_there() -> None:
    """A reader who comes from the code finds every kind, pattern and penalty."""
    for enum in (tienlen.Kind, tienlen.Suit, tienlen.InstantWin, tienlen.Penalty):
        for member in enum:
            assert f"tienlen.{enum.__name__}.{member.name}>" in PAGE
