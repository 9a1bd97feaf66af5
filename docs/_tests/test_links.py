"""Nothing in the site leads nowhere, and nothing is fetched from anywhere else."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docs._tests.pages import read

# What a style sheet fetches.
IN_STYLE = re.compile(r"""url\(\s*['"]?([^'")]+)|@import\s+['"]([^'"]+)""")


def trouble(site: Path, page: str, link: str) -> str | None:
    """Say what is wrong with a link of a page to a place within the site."""
    parts = urlsplit(link)
    # Only the page for what is not found has links that begin at the root.
    if parts.path.startswith("/"):
        target = site / unquote(parts.path).lstrip("/") if page == "404.html" else None
    else:
        target = site / page if not parts.path else (site / page).parent / unquote(parts.path)
    if target is None or not target.is_file():
        return f"{link}: no such file"
    # What has the form of a form is a question to the playground, which has tests of its own.
    if "=" in parts.fragment:
        return None
    if target.suffix == ".html" and unquote(parts.fragment) not in read(target).anchors:
        return f"{link}: no such anchor"
    return None


def test_every_link_within_the_site_leads_somewhere(site: Path, page: str) -> None:
    found = read(site / page)
    inner = [link for link in found.links + found.resources if not urlsplit(link).scheme]
    assert inner
    assert [wrong for link in inner if (wrong := trouble(site, page, link))] == []


def test_links_out_of_the_site_are_encrypted(site: Path, page: str) -> None:
    schemes = {urlsplit(link).scheme for link in read(site / page).links}
    assert schemes <= {"", "https"}


def test_a_page_fetches_nothing_from_elsewhere(site: Path, page: str) -> None:
    resources = read(site / page).resources
    assert resources
    assert [each for each in resources if urlsplit(each).netloc] == []


def test_a_style_sheet_fetches_nothing_from_elsewhere(site: Path) -> None:
    sheets = sorted(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        for found in IN_STYLE.finditer(sheet.read_text(encoding="utf-8")):
            name = found[1] or found[2]
            if urlsplit(name).scheme != "data":
                assert (sheet.parent / urlsplit(name).path).is_file(), f"{sheet}: {name}"


def test_the_checks_see_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<h1 id="here">A</h1>')
    (tmp_path / "b.html").write_text("<p>B</p>")
    assert trouble(tmp_path, "b.html", "a.html#here") is None
    assert trouble(tmp_path, "b.html", "a.html#there") == "a.html#there: no such anchor"
    assert trouble(tmp_path, "b.html", "c.html") == "c.html: no such file"
    assert trouble(tmp_path, "b.html", "/a.html") == "/a.html: no such file"
    assert trouble(tmp_path, "404.html", "/a.html") is None
