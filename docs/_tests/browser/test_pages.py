"""Every page can be read on a phone, in the light and in the dark, and by everybody."""

from typing import Literal

import pytest
from playwright.sync_api import Page

from examples.web.browser import faults

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
DESKTOP = (1280, 900)
PHONE = (360, 740)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_page_fits_and_can_be_read_by_everybody(
    tab: Page, address: str, axe: str, page: str, size: tuple[int, int]
) -> None:
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    for scheme in SCHEMES:
        tab.emulate_media(color_scheme=scheme)
        tab.goto(address + page)
        assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert faults(tab, axe) == [], scheme


def test_what_is_not_found_is_answered_by_a_whole_page(
    tab: Page, address: str, complaints: list[str]
) -> None:
    tab.goto(address + "no/such/page.html")
    # The browser itself says that the page was not found, and nothing else is missing.
    assert len(complaints) == 1
    complaints.clear()
    assert tab.locator("h1").inner_text() == "No such page"
    tab.get_by_role("main").get_by_role("link", name="The first page").click()
    assert tab.url == address + "index.html"
    assert tab.locator("h1").inner_text() == "tienlen"


def test_a_fault_is_found(tab: Page, axe: str) -> None:
    tab.set_content("<html lang=en><title>T</title><main><h1>T</h1><img src='data:,'></main>")
    assert [fault.split(":")[0] for fault in faults(tab, axe)] == ["image-alt"]
