"""What search engines and previews are told, once the site has an address."""

import struct
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from docs._tests.conftest import GENERATED, Build, pages_of
from docs._tests.pages import described, read
from docs._tests.test_links import trouble

ADDRESS = "https://cards.example/tienlen/"


@pytest.fixture(scope="module")
def published(build: Build) -> Path:
    """The site as it is built for an address, which has a path."""
    return build("html", environment={"READTHEDOCS_CANONICAL_URL": ADDRESS})


def written(site: Path) -> list[str]:
    """Give the pages that somebody wrote."""
    return [page for page in pages_of(site) if page not in GENERATED]


def test_every_page_has_a_description_of_its_own(site: Path) -> None:
    found = dict(described(site, written(site)))
    # Search engines cut what is much longer.
    assert [page for page, text in found.items() if not 40 <= len(text) <= 200] == []
    assert [text for text, times in Counter(found.values()).items() if times > 1] == []


def test_a_site_without_an_address_does_not_make_one_up(site: Path) -> None:
    for page in pages_of(site):
        assert read(site / page).canonical == []
        assert "og:url" not in read(site / page).meta
    assert not (site / "sitemap.xml").exists()


def test_every_page_says_its_address_and_its_preview(published: Path) -> None:
    for page, description in described(published, written(published)):
        found = read(published / page)
        assert found.canonical == [ADDRESS + page]
        assert found.meta["og:url"] == [ADDRESS + page]
        assert found.meta["og:description"] == [description]
        assert found.meta["og:title"] != [""]
        assert found.meta["og:image"] == [ADDRESS + "_static/preview.png"]


def test_the_picture_of_a_preview_has_the_usual_size(published: Path) -> None:
    start = (published / "_static" / "preview.png").read_bytes()[:24]
    assert start[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", start[16:]) == (1200, 630)


def test_the_site_map_has_every_written_page_once(published: Path) -> None:
    names = {"": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    sitemap = ElementTree.parse(published / "sitemap.xml")
    listed = [place.text for place in sitemap.iterfind("url/loc", names)]
    assert sorted(map(str, listed)) == sorted(ADDRESS + page for page in written(published))


def test_the_page_for_what_is_not_found_leads_back_from_any_depth(published: Path) -> None:
    page = read(published / "404.html")
    links = [link for link in page.links + page.resources if not urlsplit(link).netloc]
    outside = [link for link in links if not link.startswith(("#", "/tienlen/"))]
    assert outside == []
    inside = [link.removeprefix("/tienlen") for link in links]
    assert [wrong for link in inside if (wrong := trouble(published, "404.html", link))] == []
