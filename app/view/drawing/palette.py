"""The colours and their meanings, shared by both views, tables and text.

Most hues are from Okabe and Ito, Color universal design (2008), chosen to be distinguishable with colour blindness.
Those that appear together with B and the push-out (simplex, overlap, contacts) were searched for, in each theme, so
that any two differ with every kind of it; `tests/app/view/drawing/test_palette.py` measures how much.  Colour never
carries a meaning alone: a label, a shape or a dash pattern repeats it.
"""

from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache

from gjkscope.app.state.model import Theme
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.engine.result import Verdict


def hex_color(text: str, alpha: float = 1.0) -> Color:
    """Parses "#rrggbb"."""
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue, alpha)


def faded(color: Color, alpha: float) -> Color:
    return (*color[:3], alpha)


def lighter(color: Color, amount: float) -> Color:
    """`color` mixed with white; amount 0 … 1."""
    red, green, blue = (c + (1 - c) * amount for c in color[:3])
    return (red, green, blue, color[3])


def darker(color: Color, amount: float) -> Color:
    """`color` mixed with black; amount 0 … 1."""
    red, green, blue = (c * (1 - amount) for c in color[:3])
    return (red, green, blue, color[3])


def mixed(first: Color, second: Color, part: float) -> Color:
    """The colour, alpha included, at a fraction `part` of the way from one to the other."""
    red, green, blue, alpha = (a + (b - a) * part for a, b in zip(first, second, strict=True))
    return (red, green, blue, alpha)


def receding(color: Color, theme: Theme, amount: float) -> Color:
    """The colour of a body that recedes towards the background; `amount` 1 is entirely."""
    return mixed(color, GROUNDS[theme], MOST_DIMMED * amount)


def part_color(color: Color, number: int) -> Color:
    """The colour of a convex part: hues around that of its body, so that A and B stay apart, far apart for neighbours.

    Steps of the golden ratio spread any number of hues evenly.
    """
    hue, lightness, saturation = rgb_to_hls(*color[:3])
    turn = (number * GOLDEN + 0.5) % 1.0 - 0.5
    hue, lightness = (hue + PART_HUES * turn) % 1.0, lightness + (1 - lightness) * PART_LIGHTER * (number % 2)
    red, green, blue = hls_to_rgb(hue, lightness, saturation)
    return (red, green, blue, color[3])


GOLDEN = (5**0.5 - 1) / 2
PART_HUES = 0.3  # of the circle; more, and parts of A would look like parts of B
PART_LIGHTER = 0.25  # every other part, so that hue is not the only difference


def toward_ink(color: Color, amount: float, theme: Theme) -> Color:
    """Shifts `color` away from the background: lighter in the dark theme, darker in the light one; amount 0 … 1."""
    return lighter(color, amount) if theme is Theme.DARK else darker(color, amount)


def inked(color: Color, theme: Theme) -> Color:
    """Turns white into black in the light theme, and roles into their dark colours; other colours are unchanged."""
    ink = INKS.get(color[:3]) if theme is Theme.LIGHT else None
    return color if ink is None else faded(ink, color[3])


@lru_cache(maxsize=256)
def legible_on(color: Color, theme: Theme, ratio: float) -> Color:
    """`color`, moved towards the ink until its contrast (WCAG 2.1, 1.4.3) to the background is at least `ratio`."""
    now, ground = luminance(color), luminance(GROUNDS[theme]) + 0.05
    wanted = ground / ratio - 0.05 if theme is Theme.LIGHT else ground * ratio - 0.05
    if now <= wanted if theme is Theme.LIGHT else now >= wanted:
        return color
    white = 0.0 if theme is Theme.LIGHT else (wanted - now) / (1 - now)
    kept = wanted / now if theme is Theme.LIGHT else 1 - white
    red, green, blue = (_encode(_linear(channel) * kept + white) for channel in color[:3])
    return (red, green, blue, color[3])


def luminance(color: Color) -> float:
    """Relative luminance, WCAG 2.1: 0 black, 1 white."""
    red, green, blue = (_linear(channel) for channel in color[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _encode(channel: float) -> float:
    return channel * 12.92 if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)


A = hex_color("#56B4E9")
B = hex_color("#E69F00")
DIFFERENCE = hex_color("#009E73")
ENCLOSING = hex_color("#C9435C")  # A − B with the origin inside
# The tone of A − B; a broken ring around the origin and words repeat it.
TONES = {
    Verdict.SEPARATED: DIFFERENCE,
    Verdict.TOUCHING: hex_color("#B8A21E"),
    Verdict.PENETRATING: ENCLOSING,
    Verdict.UNDECIDED: hex_color("#7D8590"),
}
CHOSEN = hex_color("#D55E00")  # what decides: the axis of least depth, the push-out
CHOSEN_TEXT = lighter(CHOSEN, 0.35)  # text in CHOSEN itself would be too dark to read
SIMPLEX = hex_color("#AD4DE9")  # also the polytope and the portal, which grow from it
SIMPLEX_TEXT = lighter(SIMPLEX, 0.35)
OVERLAP = hex_color("#EEC3DB")  # of intervals and of boxes
CONTACT = hex_color("#2BFE77")  # contact points and their normals
SEARCH = hex_color("#F0E442")  # direction and support
NEW = hex_color("#CC79A7")
DROPPED = hex_color("#9AA0A8")
REPORT = hex_color("#A78BFA")  # what an engine reported; in long dashes and rings as well
ORIGIN = hex_color("#FFFFFF")
WRONG = hex_color("#F48771")  # a wrong decision of an algorithm; marked with a × and dashes as well
AXIS_COLORS = {"x": (0.93, 0.36, 0.36, 1.0), "y": (0.48, 0.80, 0.36, 1.0), "z": (0.40, 0.60, 0.98, 1.0)}
BYSTANDER = hex_color("#8A9099")  # bodies outside the selected pair
TEXT = hex_color("#E8EAED")
BLACK = hex_color("#15181C")

# The background behind labels and lines: the end of each view's gradient that is closest to the ink.
MOST_DIMMED = 0.8  # how much of the background's colour a body gets that recedes entirely
GROUNDS = {Theme.DARK: hex_color("#2B2F36"), Theme.LIGHT: hex_color("#DEE0E5")}
TEXT_CONTRAST, LINE_CONTRAST = 4.5, 3.0  # WCAG 2.1, 1.4.3 and 1.4.11

# The colours of the light theme, by those of the dark one, where darkening alone would make roles alike.
INKS = {
    TEXT[:3]: BLACK,
    ORIGIN[:3]: BLACK,
    CHOSEN[:3]: hex_color("#A12308"),
    SIMPLEX[:3]: hex_color("#5C009C"),
    OVERLAP[:3]: hex_color("#490505"),
    CONTACT[:3]: hex_color("#0D656C"),
}
