"""Markdown in our fonts, drawn by imgui-bundle's `rich_md`: text can be selected and copied; links become requests.

Formulas are written in Unicode, because LaTeX is rendered only with HelloImGui.
"""

import re
from functools import lru_cache

from imgui_bundle import rich_md

from gjkscope.app.panels.requests import OpenLink
from gjkscope.app.panels.toolkit.theme import FONT_ASSETS, TEXT_SIZE

# Fallback fonts for glyphs missing in Roboto, as in `theme.load_fonts`.
MERGED = ("fonts/Inconsolata-Medium.ttf", "fonts/latex/latinmodern-math.otf")

# Spaces at which lines must not break: before a unit, around a multiplication sign, in A − B.
_HELD = re.compile(
    r"(?<=\d) (?=(?:[mck]?m[²³]?\b|%))|(?<=\d) (?=[×·] ?\d)|(?<=\d ×) (?=\d)|(?<=\bA) (?=− B\b)|(?<=A −) (?=B\b)"
)
_MARKS = re.compile(r"(?<!\w)(`|\*\*|\*)(\S(?:.*?\S)?)\1(?!\w)")  # around words; a lone * or ` stays
NO_BREAK = "\N{NO-BREAK SPACE}"

_followed: list[str] = []  # URLs of clicked links that have not been returned yet


def create_markdown() -> rich_md.Context:
    """Creates a Markdown context for the current Dear ImGui context; fonts are loaded when text is first drawn."""
    rich_md.set_assets_folder(str(FONT_ASSETS))
    options = rich_md.MarkdownOptions()
    options.font_options.regular_size = TEXT_SIZE
    options.font_options.merge_fonts = list(MERGED)
    options.callbacks.on_open_link = _followed.append
    return rich_md.create_context(options)


def draw_markdown(text: str) -> list[OpenLink]:
    """Draws the text at the cursor, wrapped to the available width; returns the links that were clicked."""
    rich_md.render_raw(with_non_breaking_spaces(text))
    links = [OpenLink(address) for address in _followed]
    _followed.clear()
    return links


@lru_cache(maxsize=256)
def with_non_breaking_spaces(text: str) -> str:
    """The text with non-breaking spaces where a line break would separate a number from its unit, for example."""
    return _HELD.sub(NO_BREAK, text)


def plain_text(text: str) -> str:
    """Markdown without the marks of code, bold and italics, for small or dimmed text."""
    return _MARKS.sub(r"\2", text)
