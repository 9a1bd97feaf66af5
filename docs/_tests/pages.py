"""What a page of the site consists of, as far as the checks ask."""

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

# Elements that fetch what they name, by the attribute that names it.
FETCHED = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "image": "href",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "track": "src",
    "use": "href",
    "video": "src",
}
# Links that are read by machines and fetch nothing.
NAMING = {"canonical", "index", "next", "prev", "search"}


class Page(HTMLParser):
    """The anchors, links, resources and descriptions of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors = {"", "top"}
        self.links: list[str] = []
        self.resources: list[str] = []
        self.meta: dict[str, list[str]] = {}
        self.canonical: list[str] = []
        self.language = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note down what an element has."""
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.anchors.add(given["id"])
        if tag == "html":
            self.language = given.get("lang", "")
        elif tag == "meta":
            name = given.get("name") or given.get("property", "")
            self.meta.setdefault(name, []).append(given.get("content", ""))
        elif tag == "link" and given.get("rel") == "canonical":
            self.canonical.append(given["href"])
        elif "href" in given and (tag == "a" or given.get("rel") in NAMING):
            self.links.append(given["href"])
        elif tag in FETCHED and FETCHED[tag] in given:
            self.resources.append(given[FETCHED[tag]])


@cache
def read(path: Path) -> Page:
    """Read a page once."""
    return Page(path.read_text(encoding="utf-8"))


def described(site: Path, pages: list[str]) -> Iterator[tuple[str, str]]:
    """Give each page with its description, empty if there is none or more than one."""
    for page in pages:
        found = read(site / page).meta.get("description", [])
        yield page, found[0] if len(found) == 1 else ""
