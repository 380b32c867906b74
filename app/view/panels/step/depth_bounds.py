"""The bounds of a step of EPA: at least, and at most this deep; on the signed distance if the overlap is not known."""

from typing import Any

from imgui_bundle import imgui

from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.value_rows import draw_length

AT_LEAST = "how deep the {} shows the overlap to be: the distance of its nearest {}; minus the upper bound"
AT_MOST = "no point of A − B lies further along the best direction tried; minus the lower bound"
LOWER = "lower bound on the signed distance of the cores"
UPPER = "upper bound on the signed distance of the cores"
DIFFERENCE = "difference of the bounds: 0 at the end, up to rounding"


def draw_depth_bounds(step: Any, old: Any, parts: tuple[str, str], ui: Ui) -> None:
    """Draws the bounds of the cores and their difference; `old` is the step before, or None if it has no bounds.

    `parts` names what EPA expands, and what it consists of: polytope and face, or polygon and edge.
    """
    of_cores = " of the cores" if step.radius else ""
    if step.upper <= 0:
        imgui.separator_text(f"Depth{of_cores}")
        draw_length("at least this deep", -step.upper, old and -old.upper, "-upper", AT_LEAST.format(*parts), ui)
        draw_length("at most this deep", -step.lower, old and -old.lower, "-lower", AT_MOST, ui)
    else:
        imgui.separator_text(f"Bounds{of_cores}")
        draw_length("lower bound", step.lower, old and old.lower, "lower", LOWER, ui)
        draw_length("upper bound", step.upper, old and old.upper, "upper", UPPER, ui)
    draw_length("difference", width_of(step), old and width_of(old), "upper - lower", DIFFERENCE, ui)


def width_of(step: Any) -> float:
    """The difference of the bounds; bounds that have met may cross by a rounding error."""
    return max(float(step.upper - step.lower), 0.0)
