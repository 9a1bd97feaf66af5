"""Pictures of the pages that visitors see first, to be looked at before a release.

``python -m docs._tests.screenshots OUT`` takes them of the site in `docs/_build/html`, and draws
`docs/_static/preview.png`, which previews of pages show elsewhere.
"""

import argparse
from pathlib import Path

from playwright.sync_api import Browser, expect

from docs._tests.browser.serving import serve
from docs._tests.browser.test_pages import DESKTOP, PHONE, SCHEMES
from examples.web.browser import chromium as launch

DOCS = Path(__file__).parents[1]
PAGES = ("index", "tutorial", "rulebook", "playground", "reference/combos")
SCREENS = {"desktop": DESKTOP, "phone": PHONE}


def take(browser: Browser, address: str, page: str, out: Path) -> None:
    """Take all pictures of a page."""
    for screen, (width, height) in SCREENS.items():
        for scheme in SCHEMES:
            with browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=scheme
            ) as tab:
                tab.goto(f"{address}{page}.html")
                if page == "playground":
                    tab.get_by_role("button", name="Start").click()
                    expect(tab.get_by_label("Rule set")).to_be_visible(timeout=60_000)
                name = f"{page.replace('/', '-')}-{screen}-{scheme}.png"
                tab.screenshot(path=out / name, full_page=page == "playground")


def draw_preview(browser: Browser) -> None:
    """Draw the picture for previews, which must not be SVG there."""
    drawing = DOCS / "_static" / "preview.svg"
    with browser.new_page(viewport={"width": 1200, "height": 630}) as tab:
        tab.goto(drawing.as_uri())
        tab.screenshot(path=drawing.with_suffix(".png"))


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description="Take pictures of the built site.")
    parser.add_argument("out", type=Path, help="the directory to put them in")
    parser.add_argument("--site", type=Path, default=DOCS / "_build" / "html")
    parser.add_argument("--pages", nargs="+", default=PAGES)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    with serve(arguments.site) as address, launch() as browser:
        draw_preview(browser)
        for page in arguments.pages:
            take(browser, address, page, arguments.out)


if __name__ == "__main__":
    main()
