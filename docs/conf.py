"""How the documents become a site."""

from importlib.metadata import version as version_of

project = "tienlen"
author = "tienlen contributors"
project_copyright = "2026 tienlen contributors"
release = version_of("tienlen")
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build"]

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
html_copy_source = False
html_show_sourcelink = False
