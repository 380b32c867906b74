"""Whether the printed digits of an imported text decide the verdict of its pair, and the verdicts at both extremes."""

from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.bring.notations.digits import Extreme, Extremes
from gjkscope.app.bring.notations.importer import importer
from gjkscope.app.bring.notations.importing import Imported
from gjkscope.app.bring.notations.reading import ReaderFault
from gjkscope.app.state.actions.comparison import LARGEST, SMALLEST
from gjkscope.app.state.model import Nudges
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.text import number

SECONDS = 10.0  # it imports the text once for each number


class DigitsNote(NamedTuple):
    """The extremes; None if the digits were not examined, because there is no pair or too little time."""

    extremes: Extremes | None


def note_of(imported: Imported) -> DigitsNote:
    """Computes the note in a background job."""
    try:
        return DigitsNote(importer().extremes(imported, SECONDS))
    except ReaderFault:
        return DigitsNote(None)


def draw_digits_note(imported: Imported, ui: Ui) -> Extremes | None:
    """Draws a warning if the digits decide the verdict; returns the extremes to examine them in the Stability panel."""
    known = ui.jobs.request("import digits", note_of, imported)
    note: DigitsNote | None = known.value if known is not None and known.current else None
    if note is None or note.extremes is None or not note.extremes.verdict_depends:
        return None
    imgui.push_text_wrap_pos(0)
    icon = icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION
    imgui.text_colored(theme.rgba(tones.WARNING), f"{icon} {digits_words(note.extremes)}")
    imgui.pop_text_wrap_pos()
    return note.extremes if imgui.text_link("Import and examine in Stability") else None


def nudges_reaching(extremes: Extremes, nudges: Nudges) -> Nudges:
    """The nudges with displacements that reach both extremes, so that the verdicts of both occur among the samples."""
    distances = [end.signed_distance for end in (extremes.closest, extremes.furthest)]
    a, b = (extremes.closest.scene.body(name) for name in extremes.pair)
    reach = max((abs(distance) for distance in distances if distance is not None), default=0.0)
    epsilon = reach / size_of(a.shape, a.pose, b.shape, b.pose)
    return replace(nudges, epsilon=min(max(epsilon, SMALLEST), LARGEST)) if epsilon > 0 else nudges


def digits_words(extremes: Extremes) -> str:
    """A sentence about what the digits leave open."""
    low, high = _words(extremes.closest), _words(extremes.furthest)
    return f"The verdict depends on the printed digits: within them, the pair is anything from {low} to {high}"


def _words(extreme: Extreme) -> str:
    distance = extreme.signed_distance
    return extreme.verdict if distance is None else f"{extreme.verdict} ({number(distance)} m)"
