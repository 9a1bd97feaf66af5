"""The built site, served on this machine and read in the system's Chromium."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from docs._tests.browser.serving import serve
from examples.web import browser


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with serve(site) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    with browser.chromium() as started:
        yield started


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    return browser.axe()


@contextmanager
def open_tab(chromium: Browser, complaints: list[str]) -> Generator[Page, None, None]:
    """Open a tab, and note down what pages complain of in it: errors, and what is not there."""

    def listen(said: ConsoleMessage) -> None:
        if said.type == "error":
            complaints.append(said.text)

    with chromium.new_context() as context, context.new_page() as tab:
        tab.on("console", listen)
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("requestfailed", lambda request: complaints.append(request.url))
        yield tab


@pytest.fixture
def complaints() -> list[str]:
    """What pages have complained of; a test that expects complaints takes them away."""
    return []


@pytest.fixture
def tab(chromium: Browser, complaints: list[str]) -> Iterator[Page]:
    """A new tab, for a test that fails if a page complains."""
    with open_tab(chromium, complaints) as tab:
        yield tab
    assert complaints == []
