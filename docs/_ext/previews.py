"""The preview of a page says what its author says of it, not how its text happens to begin."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def describe(
    _app: Sphinx,
    _page: str,
    _template: str,
    context: dict[str, Any],
    document: nodes.document | None,
) -> None:
    """Take a page's description for its preview too."""
    for meta in document.findall(nodes.meta) if document else ():
        if meta.get("name") == "description":
            context["meta"]["og:description"] = meta["content"]


def setup(app: Sphinx) -> dict[str, bool]:
    """Come before `sphinxext.opengraph`, which reads what is put down here."""
    app.connect("html-page-context", describe, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
