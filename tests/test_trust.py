"""The page "Why you can trust it" says what the tests do, with the numbers that they have now."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import (
    agreement,
    bridge,
    mutation,
    oracle,
    strategies,
    test_cases,
    test_exhaustive,
    test_perft,
    test_rounds,
    test_whole_games,
)
from tests.rules import book, test_rulebook
from tienlen import InvalidComboError, Rules

ROOT = Path(__file__).parents[1]
PAGE = " ".join((ROOT / "docs" / "trust.md").read_text("utf-8").split())


def written(test: Callable[..., object], number: int) -> int:
    """Give back a number that stands in the code of a test; fail if it no longer does."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(test)))
    numbers = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert number in numbers, f"{test.__qualname__} knows no {number:,}"
    return number


def parameters(test: Callable[..., object], name: str) -> list[Any]:
    """What a test is run with, the slow runs among it."""
    marks: list[pytest.Mark] = vars(test)["pytestmark"]
    (values,) = [mark.args[1] for mark in marks if mark.args and mark.args[0] == name]
    return [getattr(value, "values", (value,))[0] for value in values]


def small_sets() -> int:
    sizes = parameters(test_exhaustive.test_all_small_subsets, "size")
    assert sizes == [1, 2, 3, 4]
    return sum(comb(52, size) for size in sizes) + written(
        test_exhaustive.test_all_subsets_of_five, 2_598_960
    )


def bombs() -> int:
    """As many as the test goes through."""
    names = parameters(test_exhaustive.test_every_bomb, "name")
    return sum(1 for name in names for _ in test_exhaustive.runs(*strategies.parts(name)))


def pairs_of_twins() -> int:
    return sum(len(test_exhaustive.twins(name)) for name in strategies.NAMES) ** 2


def examples_of_the_book() -> int:
    of_rules = len(test_rulebook.COMBOS) + len(test_rulebook.CONTESTS)
    return of_rules + len(test_rulebook.CHOICES) + len(test_rulebook.HELD)


def sequences() -> int:
    return sum(
        sum(position.counts(key).values())
        for position in test_perft.POSITIONS
        for key in test_perft.COUNTS
        if key in position.parts
    )


def rounds() -> int:
    """What the slow test asks for, by the arguments that it would hand to other processes."""
    asked: list[tuple[str, int, int, int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_rounds, "in_parallel", asked.extend)
        test_rounds.test_five_thousand_rounds("PAGAT", 3)
    return sum(count for *_, count in asked)


FACTS: dict[str, Callable[[], int]] = {
    "has {} numbered rules": lambda: len(book.rules()),
    "The {} examples in the tables of the book": examples_of_the_book,
    "{} questions collected": lambda: len(test_cases.CASES),
    "under all {} rule sets": lambda: len(oracle.PRESETS),
    "in {} positions": lambda: len(test_perft.POSITIONS),
    "{} sequences, counted": sequences,
    "all {} sets of one to five cards": small_sets,
    "{} of them are combos": lambda: sum(
        sum(counts.values()) for counts in test_exhaustive.SMALL_COUNTS
    ),
    "all {} pairs of combos": pairs_of_twins,
    "the {} bombs below the 2s that a hand can hold": bombs,
    "each of the {} sets of 2s": lambda: len(test_exhaustive.TWOS),
    "the plays of the whole pack are {}": lambda: written(
        test_exhaustive.TestTotals.test_the_whole_deck, 3_164_392_195
    ),
    "puts {} random questions": lambda: agreement.QUESTIONS,
    "under each of the {} rule sets": lambda: len(oracle.PRESETS),
    "Hands have up to {} cards": lambda: agreement.LARGEST,
    "{} examples in the default suite": lambda: settings.get_profile("dev").max_examples,
    "{} by `--hypothesis-profile=thorough`": lambda: settings.get_profile("thorough").max_examples,
    "plays {} games": lambda: written(test_whole_games.test_ten_thousand_games, 10_000),
    "{} rounds for each of the other rule sets": rounds,
    "For states of {} kinds": lambda: len(strategies.WISHES),
    "with the reason: {} changes are": lambda: len(mutation.excuses()),
}
"""The page's numbers, in the words around them, and how the tests tell them."""


@pytest.mark.parametrize("words", FACTS)
def test_a_number_is_what_the_tests_say(words: str) -> None:
    assert words.format(f"{FACTS[words]():,}") in PAGE


def test_every_number_is_compared() -> None:
    rest = PAGE
    for words in FACTS:
        rest = re.sub(re.escape(words).replace(r"\{\}", "[0-9,]+"), "", rest)
    # Twos are cards here.
    assert re.findall(r"\d+", re.sub(r"\b2s\b", "", rest)) == []


def test_what_the_page_names_exists() -> None:
    sessions = {
        node.name
        for node in ast.parse((ROOT / "noxfile.py").read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    }
    named = set(re.findall(r"`nox -s (\w+)`", PAGE))
    assert {"agreement", "slow"} <= named <= sessions
    files = re.findall(r"`(tests/[\w./]+)`", PAGE)
    assert files
    assert [name for name in files if not (ROOT / name).exists()] == []


class TestAgreement:
    """The program that asks the million questions does ask them, and would notice."""

    @pytest.mark.parametrize("preset", oracle.PRESETS)
    def test_questions_of_all_kinds(self, preset: str) -> None:
        tally, cases = agreement.ask(preset, seed=5, block=0, count=600)
        assert cases == []
        kinds = {"leads", "large hands", "tables with an answer", "tables without an answer"}
        verdicts = {
            "legal",
            "NOT_A_COMBO",
            "CARDS_NOT_HELD",
            "MISSING_OPENING_CARD",
            "DOES_NOT_BEAT",
        }
        if oracle.PRESETS[preset].twos_last == "barred":
            verdicts.add("BARRED")
        for label, wanted in [("asked: ", kinds), ("play: ", verdicts)]:
            found = {
                what.removeprefix(label): number
                for what, number in tally.items()
                if what.startswith(label)
            }
            assert set(found) == wanted
            assert sum(found.values()) == 600
            assert min(found.values()) >= 5

    def test_seed_and_block_decide(self, monkeypatch: pytest.MonkeyPatch) -> None:
        questions: list[agreement.Question] = []

        def note(question: agreement.Question) -> tuple[agreement.Answer, None]:
            questions.append(question)
            return {"why_not": None}, None

        monkeypatch.setattr(agreement, "compare", note)
        for seed, block in [(1, 0), (1, 0), (1, 1), (2, 0)]:
            agreement.ask("PAGAT", seed, block, 40)
        first, again, *others = (questions[start : start + 40] for start in range(0, 160, 40))
        assert first == again
        assert all(set(first).isdisjoint(other) for other in others)

    def test_as_many_as_wanted(self) -> None:
        *full, last = agreement.blocks("PAGAT", 7, 2 * agreement.BLOCK + 1)
        assert full == [("PAGAT", 7, block, agreement.BLOCK) for block in (0, 1)]
        assert last == ("PAGAT", 7, 2, 1)

    def test_where_all_agree(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert agreement.main(["--questions", "50", "--seed", "8", "--jobs", "1"]) == 0
        printed = capsys.readouterr().out
        assert printed.startswith("seed 8\n")
        for preset in oracle.PRESETS:
            assert f"\n{preset}: 50 questions, 0 disagreements, " in printed

    @pytest.mark.parametrize("broken", ["legal_moves", "classify", "beats"])
    def test_a_fault_is_noticed(
        self, broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Answers by other rules are; they are printed so that they can be replayed."""
        right: Callable[..., Any] = getattr(agreement, broken)
        northern = bridge.rules(oracle.NORTHERN)

        def wrong(*arguments: Any, **named: Any) -> Any:
            others = [northern if isinstance(each, Rules) else each for each in arguments]
            try:
                return right(*others, **named)
            except InvalidComboError:  # The table is none that these rules know.
                return right(*arguments, **named)

        monkeypatch.setattr(agreement, broken, wrong)
        command = ["--questions", "300", "--seed", "8", "--jobs", "1", "--preset", "CARDGAMES_IO"]
        assert agreement.main(command) == 1
        printed = capsys.readouterr().out
        assert ", 0 disagreements" not in printed
        cases = re.findall(r"^  (Question\(.+\))$", printed, re.MULTILINE)
        assert cases
        for case in cases:
            question = eval(case, {"Question": agreement.Question})
            assert agreement.compare(question)[1] is not None
            with monkeypatch.context() as mended:
                mended.setattr(agreement, broken, right)
                assert agreement.compare(question)[1] is None

    def test_an_error_is_noticed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(agreement, "classify", fail)
        tally, cases = agreement.ask("PAGAT", seed=5, block=0, count=20)
        assert tally["disagreements"] == 20
        assert len(cases) == agreement.MOST_CASES
        assert all("ZeroDivisionError" in case for case in cases)
