"""The documents can be translated, message by message."""

import re
from pathlib import Path

import pytest

from docs._tests.conftest import DOCS, Build, pages_of
from docs._tests.pages import read

SOURCES = sorted(
    page.relative_to(DOCS).with_suffix("").as_posix()
    for page in DOCS.rglob("*.md")
    if "_build" not in page.parts
)


@pytest.fixture(scope="module")
def messages(build: Build) -> Path:
    """The messages of all pages."""
    return build("gettext")


@pytest.mark.parametrize("source", SOURCES)
def test_every_page_has_messages_of_its_own(messages: Path, source: str) -> None:
    text = (messages / f"{source}.pot").read_text(encoding="utf-8")
    # The first one is the header.
    assert text.count("\nmsgid ") > 1


def test_a_translated_message_is_read_on_the_page(build: Build, tmp_path: Path) -> None:
    catalogue = tmp_path / "vi" / "LC_MESSAGES" / "glossary.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Glossary"\nmsgstr "Thuật ngữ"\n',
        encoding="utf-8",
    )
    built = build("html", "-D", "language=vi", "-D", f"locale_dirs={tmp_path}")
    assert read(built / "glossary.html").language == "vi"
    for page in ("glossary.html", "tutorial.html"):
        text = (built / page).read_text(encoding="utf-8")
        assert re.search(r"<a[^>]*>Thuật ngữ</a>", text), "the title at the side"
    assert "<h1>Thuật ngữ" in (built / "glossary.html").read_text(encoding="utf-8")


def test_the_site_builds_in_vietnamese(build: Build, site: Path) -> None:
    built = build("html", "-D", "language=vi")
    assert pages_of(built) == pages_of(site)
    assert "Luật chơi" in (built / "index.html").read_text(encoding="utf-8")
