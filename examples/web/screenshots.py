"""Draw the pictures of the page for the documents, the same on every machine with its fonts.

``python -m examples.web.screenshots docs/_static``
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from examples.web.browser import chromium, ready, serving

PICTURES: dict[str, dict[str, Any]] = {
    "web.png": {"viewport": {"width": 1120, "height": 600}},
    "web-phone.png": {
        "viewport": {"width": 360, "height": 740},
        "color_scheme": "dark",
        "has_touch": True,
        "is_mobile": True,
    },
}


def draw(browser: Browser, address: str, out: Path, options: dict[str, Any]) -> None:
    """Take a picture of the first choice in a game: a sequence to beat, two cards chosen."""
    context = browser.new_context(reduced_motion="reduce", **options)
    page = context.new_page()
    page.goto(f"{address}?rules=CARDGAMES_IO&seed=6&pace=0")
    ready(page)
    page.locator("#game[data-bots=false]").wait_for()
    for _ in range(2):
        page.locator("#hand .lit").first.click()
    page.locator("h1").click()  # away from the hand, so that no card has the ring of the focus
    page.screenshot(path=out)
    context.close()


def main(directory: Path) -> None:
    """Draw them all."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        serving(Path(scratch, "page")) as address,
        chromium() as browser,
    ):
        for name, options in PICTURES.items():
            draw(browser, address, directory / name, options)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw pictures of the page.")
    parser.add_argument("directory", type=Path, help="where to")
    main(parser.parse_args().directory)
