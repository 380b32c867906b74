"""The icons of step events on the timeline and in the list: each has its own shape and colour, never colour alone."""

from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gjkscope.app.ask.runs.progress import StepEvent
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.tones import Tone


class Icon(NamedTuple):
    """A glyph of the icon font and its colour."""

    glyph: str
    color: Tone


# The palette's colours on a dark background; darkened for contrast on a light one.
NEW, SEARCH = Tone("#cc79a7", "#8a3a66"), Tone("#f0e442", "#665e00")

ICONS = {
    StepEvent.WRONG: Icon(icons.ICON_FA_CIRCLE_XMARK, tones.BAD),
    StepEvent.END: Icon(icons.ICON_FA_STAR, tones.CHOSEN),
    StepEvent.FAILED: Icon(icons.ICON_FA_XMARK, tones.BAD),
    StepEvent.START: Icon(icons.ICON_FA_FLAG, tones.TEXT),
    StepEvent.MISTAKEN: Icon(icons.ICON_FA_TRIANGLE_EXCLAMATION, tones.BAD),
    StepEvent.DROPPED: Icon(icons.ICON_FA_CIRCLE_MINUS, tones.TEXT_DIM),
    StepEvent.CHANGED: Icon(icons.ICON_FA_DIAMOND, SEARCH),
    StepEvent.ADDED: Icon(icons.ICON_FA_CIRCLE, NEW),
    StepEvent.FOUND: Icon(icons.ICON_FA_LINK, NEW),
    StepEvent.MOVED: Icon(icons.ICON_FA_CARET_RIGHT, NEW),
    StepEvent.REPEATED: Icon(icons.ICON_FA_MINUS, tones.TEXT_DIM),
    StepEvent.IMPROVED: Icon(icons.ICON_FA_CARET_UP, tones.GOOD),
    StepEvent.STALLED: Icon(icons.ICON_FA_EQUALS, tones.TEXT_DIM),
}

BREAKPOINT = Icon(icons.ICON_FA_CARET_DOWN, tones.BAD)
FIRST_DIFFERENCE = Icon(icons.ICON_FA_CARET_RIGHT, tones.WARNING)  # the first difference between two compared runs


def draw_icon(icon: Icon) -> None:
    """Draws the icon as text; whatever follows is on the same line, aligned across all icons."""
    imgui.text_colored(theme.rgba(icon.color), icon.glyph)
    imgui.same_line(0, 1.6 * imgui.get_font_size() - imgui.get_item_rect_size().x)


def draw_events(events: tuple[StepEvent, ...]) -> None:
    """Draws one line per event, with its name."""
    for event in events:
        draw_icon(ICONS[event])
        imgui.text(event)
