"""Pictures of the game in the documents: the role ``cards``, the directives of tables and cards.

    {cards}`3S 3C`

draws cards in a line of text, and the directive of the same name draws larger ones; ``trick`` plays
what it contains and tells it in a table, and ``shapes`` is the table of all combos.  What cannot be
read or played is an error of the build.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from pictures.drawing import LARGE, SMALL, block, read, row
from pictures.tables import RUNS, Line, Row, TrickError, shapes, trick
from tienlen import Card, CardSet, classify

logger = logging.getLogger(__name__)


class cards(nodes.Inline, nodes.TextElement):  # noqa: N801 - as docutils names its nodes
    """Cards; their text is what is shown where nothing can be drawn."""


def drawn(picture: str, shown: Iterable[Card]) -> cards:
    """Make the node of a picture."""
    text = " ".join(card.pretty() for card in shown)
    return cards(text, text, picture=picture)


class CardsRole(SphinxRole):
    """Cards in a line of text."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Draw them."""
        try:
            found = read(self.text)
        except ValueError as error:
            logger.warning("%s", error, location=self.get_location(), type="cards")
            return [nodes.literal("", self.text)], []
        return [drawn(row(found, SMALL), found)], []


class CardsDirective(SphinxDirective):
    """Cards as a picture, with a caption if there is one."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {"kind": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Draw them, and say what kind of combo they are if that is asked for."""
        try:
            found = read(self.arguments[0])
        except ValueError as error:
            raise self.error(str(error)) from error
        picture = nodes.paragraph("", "", drawn(row(found, LARGE), found), translatable=False)
        said = [" ".join(self.content)] if self.content else []
        if "kind" in self.options:
            combo = classify(CardSet.of(found))
            said.insert(0, f"**{str(combo.kind if combo else 'no combo').capitalize()}**")
        if not said:
            return [picture]
        text = ": ".join(said)
        parsed, messages = self.parse_inline(text, lineno=self.lineno)
        caption = nodes.caption(text, "", *parsed)
        self.set_source_info(caption)
        return [nodes.figure("", picture, caption, classes=["cards-figure"]), *messages]


class TableDirective(SphinxDirective):
    """What the directives of tables share."""

    def table(self, heading: list[str], rows: list[Row]) -> nodes.table:
        """Make a table with a row and a column of headings."""
        first: Row = [[text] for text in heading]
        group = nodes.tgroup(cols=len(heading))
        for number, cells in enumerate(zip(first, *rows, strict=True)):
            # Where nothing can be drawn, a column needs room for its longest word.
            words = [word for cell in cells for line in cell for word in str(line).split()]
            group += nodes.colspec(colwidth=max(map(len, words)), stub=not number)
        group += nodes.thead("", self._row(first))
        group += nodes.tbody("", *map(self._row, rows))
        return nodes.table("", group, classes=["colwidths-auto"])

    def _row(self, cells: Row) -> nodes.row:
        return nodes.row("", *(nodes.entry("", *map(self._line, cell)) for cell in cells))

    def _line(self, line: Line) -> nodes.paragraph:
        if not isinstance(line, str):
            return nodes.paragraph("", "", drawn(block(line, SMALL), line))
        text = nodes.paragraph(line, line)
        self.set_source_info(text)  # which makes it one that can be translated
        return text


class TrickDirective(TableDirective):
    """A trick as a table: seats are rows, actions are columns."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Play it and tell it."""
        try:
            seats, columns = trick("\n".join(self.content))
        except TrickError as error:
            raise self.error(str(error)) from error
        heading = ["Action", *(column.heading for column in columns)]
        rows: list[Row] = [
            [[f"Seat {seat}"], *(column.cells.get(seat, []) for column in columns)]
            for seat in range(seats)
        ]
        made = self.table(heading, rows)
        made["classes"].append("trick")
        caption, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
        made.insert(0, nodes.title(self.arguments[0], "", *caption))
        return [made, *messages]


class ShapesDirective(TableDirective):
    """All kinds of combo as a table: the width of a combo is its row, the run length its column."""

    def run(self) -> list[nodes.Node]:
        """Make it."""
        cells = shapes()
        rows: list[Row] = [
            [[str(width)], *(cells.get((width, heading), ["–"]) for heading in RUNS)]
            for width in range(1, 5)
        ]
        made = self.table(["Width", *RUNS], rows)
        made["classes"].append("shapes")
        return [made]


def visit_html(translator: HTML5Translator, node: cards) -> None:
    """Draw cards."""
    translator.body.append(node["picture"])
    raise nodes.SkipNode


def visit_text(translator: nodes.NodeVisitor, node: cards) -> None:
    """Leave the text to speak for itself."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Tell Sphinx what is here."""
    as_text = visit_text, visit_text
    app.add_node(
        cards, html=(visit_html, None), latex=as_text, man=as_text, texinfo=as_text, text=as_text
    )
    app.add_role("cards", CardsRole())
    app.add_directive("cards", CardsDirective)
    app.add_directive("trick", TrickDirective)
    app.add_directive("shapes", ShapesDirective)
    app.add_css_file("cards.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
