"""The reference names every public name once, each with an example and with what it refuses."""

import enum
import inspect
import re
from collections.abc import Iterator
from doctest import DocTestParser, Example
from pathlib import Path

import pytest

import tienlen
from tienlen import testing

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
NAMES = {name: getattr(module, name) for module in (tienlen, testing) for name in module.__all__}
PAGES = {page.name: page.read_text("utf-8") for page in REFERENCE.glob("*.md")}
ENTRIES = [
    (name, page)
    for page, text in PAGES.items()
    for name in re.findall(r"^\.\. (?:auto\w+|py:\w+):: (\w+)", text, re.MULTILINE)
]


def test_every_public_name_has_its_entry() -> None:
    assert sorted(name for name, _ in ENTRIES) == sorted(NAMES)


def test_the_first_page_leads_to_every_name() -> None:
    table, _, _ = PAGES["index.md"].partition("\n## ")
    targets = re.findall(r"`~tienlen\.(?:testing\.)?(\w+)`", table)
    assert sorted(targets) == sorted(NAMES)


def on_page(name: str) -> Iterator[Example]:
    """The examples on the page of a name that mention it."""
    blocks = re.findall(
        r"^```python\n(.*?)^```", PAGES[dict(ENTRIES)[name]], re.DOTALL | re.MULTILINE
    )
    for example in DocTestParser().get_examples("\n".join(blocks)):
        if re.search(rf"\b{name}\b", example.source + (example.exc_msg or "")):
            yield example


def in_docstrings(value: object) -> Iterator[Example]:
    """The examples that autodoc shows under a name: its own, and those of its members."""
    documented = [value]
    if inspect.isclass(value):
        ours = [cls for cls in value.__mro__ if cls.__module__.startswith("tienlen")]
        documented += [
            part for cls in ours for key, part in vars(cls).items() if not key.startswith("_")
        ]
    for part in documented:
        yield from DocTestParser().get_examples(getattr(part, "__doc__", None) or "")


def may_refuse(value: object) -> bool:
    """Whether there is anything to refuse: an enum only lists names, and so do constants."""
    if inspect.isclass(value):
        return not issubclass(value, enum.Enum)
    return inspect.isfunction(value) and bool(inspect.signature(value).parameters)


def is_refusal(example: Example) -> bool:
    """Whether an example ends in an error, catches one, or asks and hears no."""
    return (
        example.exc_msg is not None
        or "except " in example.source
        or example.want in {"False\n", "None\n"}
        or (example.source.endswith(" is None\n") and example.want == "True\n")
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_an_example(name: str) -> None:
    assert [*on_page(name), *in_docstrings(NAMES[name])]


@pytest.mark.parametrize("name", [name for name, value in NAMES.items() if may_refuse(value)])
def test_every_public_name_has_a_refusal(name: str) -> None:
    assert any(map(is_refusal, [*on_page(name), *in_docstrings(NAMES[name])]))
