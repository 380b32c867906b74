"""The colours of the user interface, in both themes: for the window, pictures and web pages."""

from typing import NamedTuple

from gjkscope.app.state.model import Theme
from gjkscope.engine.result import Verdict


class Tone(NamedTuple):
    """A colour of the user interface in both themes, as "#rrggbb" or "#rrggbbaa"."""

    dark: str
    light: str

    def of(self, theme: Theme) -> str:
        return self.dark if theme is Theme.DARK else self.light

    def faded(self, alpha: str) -> "Tone":
        """The same colour with an opacity from "00" to "ff"."""
        return Tone(self.dark + alpha, self.light + alpha)


# Backgrounds, from back to front.
ABYSS = Tone("#15171a", "#d3d7dd")  # menu bar, title bars
BACKGROUND = Tone("#1d2025", "#f4f5f7")  # panels
FIELD = Tone("#2b2f36", "#ffffff")  # input fields
POPUP = Tone("#22262c", "#fbfbfc")
RAISED = Tone("#363c45", "#e2e6eb")  # buttons
HOVERED = Tone("#414853", "#d3d9e1")
PRESSED = Tone("#4c5562", "#bdc6d1")
EDGE = Tone("#434a55", "#b4bbc6")

TEXT = Tone("#e4e7eb", "#1b1f24")
TEXT_DIM = Tone("#a2aab5", "#4d5663")  # secondary and disabled text
ACCENT = Tone("#56b4e9", "#005b94")
ACCENT_GROUND = Tone("#2a4a5f", "#b9dcf2")  # selected rows and tabs: the accent with enough contrast to TEXT
ACCENT_GROUND_HOVERED = Tone("#32586f", "#a3d0ec")
GOOD = Tone("#5fc9a0", "#00583c")
WARNING = Tone("#f0b64a", "#6f4600")
BAD = Tone("#f48771", "#a3230b")
CHOSEN = Tone("#ff8a3d", "#94410a")  # the palette's vermilion with enough contrast for text
OVERLAP = Tone("#eec3db", "#490505")  # the palette's
# The palette's vermilion and blue can be distinguished with colour blindness; markers and words differ, too.
UPPER_BOUND, LOWER_BOUND = Tone("#e8742a", "#a84300"), Tone("#56b4e9", "#00639c")
CODE_KEYWORD = Tone("#c5a5f0", "#6f2da8")
CODE_STRING = Tone("#9ccb98", "#1f5f2c")
CODE_NUMBER = Tone("#e5b97a", "#7a4300")
CODE_DEFINED = Tone("#8fc7f5", "#0b4f8a")
NEW = Tone("#e59ac6", "#8f2d6c")  # the palette's reddish purple: values assigned by the current line
CLEAR = Tone("#00000000", "#00000000")
STRIPE = Tone("#ffffff08", "#0000000a")  # alternate rows of a table
SHADE = Tone("#00000080", "#00000050")  # overlay behind a modal dialog

OF_VERDICT = {
    Verdict.SEPARATED: GOOD,
    Verdict.TOUCHING: WARNING,
    Verdict.PENETRATING: BAD,
    Verdict.UNDECIDED: TEXT_DIM,
}
