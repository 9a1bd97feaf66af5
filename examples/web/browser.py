"""The page served and a browser opened, for the tests and for pictures of the page."""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

HERE = Path(__file__).parent
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No name is looked up, so that nothing can be reached but the address of the server.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
RUN = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
            `${id}: ${html.slice(0, 200)}: ${failureSummary}`));
}"""
# Python starts in two seconds, but not on a machine that has much else to do.
START_MS = 120_000


@contextlib.contextmanager
def serving(directory: Path) -> Generator[str, None, None]:
    """Serve the page from a directory, as its README says."""
    command = [sys.executable, str(HERE / "serve.py"), "--port=0", f"--directory={directory}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            words = server.stdout.readline().split()
            assert words[:2] == ["Play", "at"]
            yield words[2]
        finally:
            server.terminate()


@contextlib.contextmanager
def chromium() -> Generator[Browser, None, None]:
    """Open the system's Chromium without a window."""
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert path is not None, f"this needs Chromium: {', '.join(CHROMIUMS)}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def axe() -> str:
    """Read axe-core, which finds what keeps people from reading a page."""
    source = HERE / "node_modules" / "axe-core" / "axe.min.js"
    assert source.is_file(), "axe-core is missing: npm ci --prefix examples/web"
    return source.read_text(encoding="utf-8")


def faults(page: Page, axe: str) -> list[str]:
    """Give the serious and critical faults of the page that is open."""
    page.evaluate(axe)
    found: Any = page.evaluate(RUN)
    return [str(fault) for fault in found]


def ready(page: Page) -> None:
    """Wait until the game can be played."""
    expect(page.locator("#game")).to_be_visible(timeout=START_MS)
