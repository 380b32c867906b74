"""Whether the printed digits of an imported text decide the verdict of its pair, and the verdicts at both extremes."""

from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.notations.digits import Extreme, Extremes, verdict_extremes
from gjkscope.app.notations.importing import Imported
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.engine.cancellation import time_limit
from gjkscope.engine.text import number

SECONDS = 10.0  # it imports the text once for each number


class DigitsNote(NamedTuple):
    """The extremes; None if the digits were not examined, because there is no pair or too little time."""

    extremes: Extremes | None


def note_of(imported: Imported) -> DigitsNote:
    """For a background job."""
    try:
        with time_limit(SECONDS):
            return DigitsNote(verdict_extremes(imported))
    except (TimeoutError, ValueError):
        return DigitsNote(None)


def draw_digits_note(imported: Imported, ui: Ui) -> bool:
    """Draws a warning if the digits decide the verdict; returns whether the user asks for the Stability panel."""
    known = ui.jobs.request("import digits", note_of, imported)
    note: DigitsNote | None = known.value if known is not None and known.current else None
    if note is None or note.extremes is None or not note.extremes.verdict_depends:
        return False
    imgui.push_text_wrap_pos(0)
    icon = icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION
    imgui.text_colored(theme.rgba(theme.WARNING), f"{icon} {digits_words(note.extremes)}")
    imgui.pop_text_wrap_pos()
    return imgui.text_link("Import and examine in Stability")


def digits_words(extremes: Extremes) -> str:
    """What the digits leave open, as a sentence."""
    low, high = _words(extremes.closest), _words(extremes.furthest)
    return f"The verdict depends on the printed digits: within them, the pair is anything from {low} to {high}"


def _words(extreme: Extreme) -> str:
    distance = extreme.signed_distance
    return extreme.verdict if distance is None else f"{extreme.verdict} ({number(distance)} m)"
