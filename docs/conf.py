"""How the documents become a site."""

import os
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "tienlen"
author = "tienlen contributors"
project_copyright = "2026 tienlen contributors"
release = version_of("tienlen")
version = release

extensions = [
    "myst_parser",
    "notfound.extension",
    "pictures",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build"]

# Messages to translate are kept page by page: `CONTRIBUTING.md` tells how.
locale_dirs = ["locale"]
gettext_compact = False

# A name or a link that leads nowhere is an error.
nitpicky = True
# Type variables in signatures lead nowhere.
nitpick_ignore = [("py:class", "tienlen.data.T"), ("py:class", "tienlen.data.U")]
# A name in single backticks is one of ours, and becomes a link.
default_role = "py:obj"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
napoleon_numpy_docstring = False
napoleon_use_rtype = False
add_module_names = False
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

# The few foreign names that the documents mention are listed by hand, so that building needs no
# network.  To add one, find it in what `python -m sphinx.ext.intersphinx URL/objects.inv` prints
# and write it down as "name role page".
intersphinx_mapping = {
    "python": ("https://docs.python.org/3/", "_inventories/python.inv"),
    "attrs": ("https://www.attrs.org/en/stable/", "_inventories/attrs.inv"),
    "hypothesis": ("https://hypothesis.readthedocs.io/en/latest/", "_inventories/hypothesis.inv"),
}

html_theme = "furo"
html_title = f"tienlen {release}"
html_static_path = [
    "_static",
    "../examples/web/boot.js",
    "../examples/web/cards.js",
    "playground/playground.css",
    "playground/playground.js",
    "playground/playground.py",
]
# Python for the browser, which is big and comes from elsewhere: `nox -s site` puts it there.
if (Path(__file__).parent / "_build" / "python").is_dir():
    html_static_path.append("_build/python")
html_css_files = ["site.css"]
html_js_files = ["accessible.js"]
html_logo = "_static/logo.svg"
html_favicon = "_static/logo.svg"
# Both are made for contrast; the themes' own choice for the dark has too little.
pygments_style = "a11y-light"
pygments_dark_style = "github-dark"
html_copy_source = False
html_show_sourcelink = False

# Where the site will be is known to whoever publishes it.  Pages have canonical links and previews,
# and the site has a map, only then; links between pages are relative and work anywhere.
html_baseurl = os.environ.get("READTHEDOCS_CANONICAL_URL", "")
if html_baseurl:
    extensions += ["previews", "sphinx_sitemap", "sphinxext.opengraph"]
    ogp_site_url = html_baseurl
    ogp_image = "_static/preview.png"
    ogp_image_alt = "Three pairs in a row, of 4s, 5s and 6s, beat a 2"
    sitemap_url_scheme = "{link}"
    sitemap_locales = [None]
    sitemap_excludes = ["404.html", "genindex.html", "search.html"]

# A server shows this page at any depth, so its links begin at the root.
notfound_urls_prefix = urlsplit(html_baseurl).path or "/"
notfound_context = {
    "title": "No such page",
    "body": f"""
        <h1>No such page</h1>
        <p>Nothing is kept at this address. Perhaps it was once, under another name.</p>
        <p><a class="reference" href="{notfound_urls_prefix}index.html">The first page</a> says what
        there is, and the <a class="reference" href="{notfound_urls_prefix}search.html">search</a>
        knows every word of it.</p>
    """,
}
