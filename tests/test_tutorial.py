"""The first page and the tutorial, typed along in one session, as a reader would."""

import re
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def blocks(page: str) -> list[str]:
    text = (DOCS / page).read_text("utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_all_that_is_typed_answers_as_printed(tmp_path: Path) -> None:
    """Outside the source tree, with nothing but the installed package."""
    examples = [
        example
        for block in [*blocks("index.md"), *blocks("tutorial.md")]
        for example in DocTestParser().get_examples(block)
    ]
    # An indented block is ended by an empty line.
    typed = "".join(
        example.source + ("\n" if "\n " in example.source else "") for example in examples
    )

    session = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "-q", "-i"],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        timeout=60,
        check=False,
    )

    assert session.stdout == "".join(each.want for each in examples if each.exc_msg is None)
    refusals = re.findall(r"^[\w.]+Error: .+\n", session.stderr, re.MULTILINE)
    assert refusals == [each.exc_msg for each in examples if each.exc_msg is not None]


def test_the_first_page_ends_in_a_legal_move() -> None:
    """Whoever reads no further has asked what may be played, and been answered."""
    (first,) = blocks("index.md")
    asked = DocTestParser().get_examples(first)
    assert any("legal_moves(" in example.source and example.want for example in asked)


def test_the_tutorial_is_one_click_away() -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    assert "](tutorial.md)" in index.partition("\n## ")[0]
