"""The colours and their meaning: the same in both views, in tables and in text.

The hues are those of Okabe and Ito, Color universal design (2008), which stay apart for colour-blind eyes.  A colour
never carries a meaning alone: a label, a shape or a dash says it too.
"""

from .drawlist import Color


def hex_color(text: str, alpha: float = 1.0) -> Color:
    """The colour of "#rrggbb"."""
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


A = hex_color("#56B4E9")
B = hex_color("#E69F00")
DIFFERENCE = hex_color("#009E73")
CHOSEN = hex_color("#D55E00")  # the simplex, the axis of least overlap
CHOSEN_TEXT = lighter(CHOSEN, 0.35)  # as dark as the simplex itself, text could not be read
SEARCH = hex_color("#F0E442")  # direction and support
NEW = hex_color("#CC79A7")
DROPPED = hex_color("#9AA0A8")
ORIGIN = hex_color("#FFFFFF")
BYSTANDER = hex_color("#8A9099")  # bodies outside the selected pair
TEXT = hex_color("#E8EAED")
