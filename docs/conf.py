"""The documentation as a website: `make docs` builds it into out/docs, which works from disk and needs no network.

Pages are Markdown (MyST).  A comment such as `<!-- commands -->` in a page is replaced by what `reference.py` makes.
"""

import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from docs import reference
from gjkscope import __version__, api

project = "gjkscope"
author = "gjkscope contributors"
version = release = __version__
project_copyright = "gjkscope contributors"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
suppress_warnings = ["config.cache"]  # conf.py has functions
nitpicky = True
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_preserve_defaults = True
autodoc_inherit_docstrings = False  # an override without a docstring of its own is not shown again
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
add_module_names = False
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

highlight_language = "none"  # blocks without a language are output

html_theme = "furo"
html_title = f"gjkscope {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # it fetches pages, which browsers do not allow from disk
html_theme_options: dict[str, Any] = {"navigation_with_keys": True, "top_of_page_buttons": []}


def insert_generated(_app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = reference.with_generated(source[0])


def mark_names(_app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Docstrings quote code with single backticks; public names become links.  Fields of tuples have a stock one."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    lines[:] = [reference.as_restructured_text(line, api.__all__) for line in lines]


def resolve(_app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element) -> nodes.Node | None:
    """A type of a signature: the page of its public name, or no link if it has none."""
    name = str(node["reftarget"]).rpartition(".")[2]
    if node.get("refdomain") != "py":
        return None
    if name not in api.__all__ or node["reftarget"] == f"gjkscope.{name}":
        return content
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], _app.builder, "obj", f"gjkscope.{name}", node, content)


def setup(app: Sphinx) -> None:
    app.connect("source-read", insert_generated)
    app.connect("autodoc-process-docstring", mark_names)
    app.connect("missing-reference", resolve)
