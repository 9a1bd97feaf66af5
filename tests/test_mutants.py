"""The list of mutants that are explained; what it says of them is tested by `nox -s mutation`."""

import ast
from pathlib import Path

import pytest

from tests import mutation


def test_every_explanation_is_read() -> None:
    text = mutation.EXPLAINED.read_text("utf-8")
    assert len(mutation.excuses()) >= text.count("```diff") > 0


@pytest.mark.parametrize("excuse", sorted(mutation.excuses()))
def test_is_of_a_line_that_exists(excuse: tuple[str, str, str, str]) -> None:
    module, place, old, new = excuse
    source = (mutation.SOURCES / f"{module}.py").read_text("utf-8")
    spans = [span for span in mutation.definitions(ast.parse(source)) if span[0] == place]
    lines = source.splitlines()
    if place != "-":
        first, last = spans[-1][1:]
        lines = lines[first - 1 : last]
    assert old in "\n".join(line.strip() for line in lines)
    assert new != old


def test_a_mutant_is_read_as_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "mutants.md"
    monkeypatch.setattr(mutation, "EXPLAINED", page)
    shown = {("cards", "Card.parse", "a\nb", "c"), ("moves", "-", "d", "e")}
    page.write_text("Why\n\n".join(map(mutation.shown, shown)), "utf-8")
    assert mutation.excuses() == shown


KNOWN, OTHER = ("moves", "f", "a", "b"), ("moves", "f", "a", "c")


@pytest.mark.parametrize(
    ("survived", "explained", "faults"),
    [
        pytest.param([], [], [], id="all-killed"),
        pytest.param([KNOWN], [KNOWN], [], id="explained"),
        pytest.param([KNOWN], [KNOWN, ("cards", "f", "a", "b")], [], id="of-another-module"),
        pytest.param([OTHER], [], ["unexplained"], id="unexplained"),
        pytest.param([], [KNOWN], ["explained, but killed"], id="killed-after-all"),
        pytest.param([KNOWN] * 11, [KNOWN], ["moves: 89 of 100 killed"], id="too-many"),
    ],
)
def test_what_is_a_fault(
    survived: list[tuple[str, str, str, str]],
    explained: list[tuple[str, str, str, str]],
    faults: list[str],
) -> None:
    row, found = mutation.judge("moves", 100, survived, set(explained))
    assert row[0] == sum(row[1:]) == 100
    assert len(found) == len(faults)
    assert all(fault.startswith(start) for fault, start in zip(found, faults, strict=True))
