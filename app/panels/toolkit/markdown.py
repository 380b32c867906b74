"""Markdown in our typefaces, by imgui-bundle's `rich_md`: it can be selected and copied, and its links are asked for.

Formulas are written in Unicode: LaTeX stays unrendered without HelloImGui.
"""

import re
from functools import lru_cache
from importlib.resources import files

from imgui_bundle import rich_md

from gjkscope.app.panels.requests import OpenLink
from gjkscope.app.panels.toolkit.theme import TEXT_SIZE

# What Roboto lacks comes from these, as in `theme.load_fonts`.
MERGED = ("fonts/Inconsolata-Medium.ttf", "fonts/latex/latinmodern-math.otf")

# Spaces at which no line may end: before a unit, around the sign of a product, in A − B.
_HELD = re.compile(
    r"(?<=\d) (?=(?:[mck]?m[²³]?\b|%))|(?<=\d) (?=[×·] ?\d)|(?<=\d ×) (?=\d)|(?<=\bA) (?=− B\b)|(?<=A −) (?=B\b)"
)
NO_BREAK = "\N{NO-BREAK SPACE}"

_followed: list[str] = []  # addresses of the links that were clicked and not yet asked for


def create_markdown() -> rich_md.Context:
    """A context for the Dear ImGui context that is current; the typefaces load with the first text."""
    rich_md.set_assets_folder(str(files("imgui_bundle").joinpath("assets")))
    options = rich_md.MarkdownOptions()
    options.font_options.regular_size = TEXT_SIZE
    options.font_options.merge_fonts = list(MERGED)
    options.callbacks.on_open_link = _followed.append
    return rich_md.create_context(options)


def draw_markdown(text: str) -> list[OpenLink]:
    """Draws the text at the cursor, as wide as there is room; what links in it were clicked."""
    rich_md.render_raw(held_together(text))
    links = [OpenLink(address) for address in _followed]
    _followed.clear()
    return links


@lru_cache(maxsize=256)
def held_together(text: str) -> str:
    """The text, with no number at the end of a line and its unit in the next."""
    return _HELD.sub(NO_BREAK, text)
