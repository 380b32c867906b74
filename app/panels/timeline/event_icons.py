"""How the events of a step look on the timeline and in the log: a shape and a colour for each, never colour alone."""

from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.theme import Tone
from gjkscope.app.runs.progress import Event


class Icon(NamedTuple):
    glyph: str
    color: Tone


# The palette's own where the ground is dark; on a light one as dark as it takes to be read.
NEW, SEARCH = Tone("#cc79a7", "#8a3a66"), Tone("#f0e442", "#665e00")

ICONS = {
    Event.END: Icon(icons.ICON_FA_STAR, theme.CHOSEN),
    Event.FAILED: Icon(icons.ICON_FA_XMARK, theme.BAD),
    Event.START: Icon(icons.ICON_FA_FLAG, theme.TEXT),
    Event.MISTAKEN: Icon(icons.ICON_FA_TRIANGLE_EXCLAMATION, theme.BAD),
    Event.DROPPED: Icon(icons.ICON_FA_CIRCLE_MINUS, theme.TEXT_DIM),
    Event.CHANGED: Icon(icons.ICON_FA_DIAMOND, SEARCH),
    Event.ADDED: Icon(icons.ICON_FA_CIRCLE, NEW),
    Event.FOUND: Icon(icons.ICON_FA_LINK, NEW),
    Event.MOVED: Icon(icons.ICON_FA_CARET_RIGHT, NEW),
    Event.REPEATED: Icon(icons.ICON_FA_MINUS, theme.TEXT_DIM),
    Event.IMPROVED: Icon(icons.ICON_FA_CARET_UP, theme.GOOD),
    Event.STALLED: Icon(icons.ICON_FA_EQUALS, theme.TEXT_DIM),
}

BREAKPOINT = Icon(icons.ICON_FA_CARET_DOWN, theme.BAD)
PARTING = Icon(icons.ICON_FA_CARET_RIGHT, theme.WARNING)  # where two runs that are compared part


def draw_icon(icon: Icon) -> None:
    """As text, where the cursor is; what comes next stands beside it, aligned over all icons."""
    imgui.text_colored(theme.rgba(icon.color), icon.glyph)
    imgui.same_line(0, 1.6 * imgui.get_font_size() - imgui.get_item_rect_size().x)


def draw_events(events: tuple[Event, ...]) -> None:
    """A line each, in words."""
    for event in events:
        draw_icon(ICONS[event])
        imgui.text(event)
