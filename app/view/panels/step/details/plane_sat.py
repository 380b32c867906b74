"""A step of SAT in the plane: the tested axis, or the chosen one at the end, with both projections onto it."""

from typing import Any

from imgui_bundle import imgui

from gjkscope.app.view.panels.step.details.projections import draw_axis
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.plane.sat import steps as sat
from gjkscope.engine.plane.sat.explain import axis_overlap
from gjkscope.engine.result import Exit

STEPS = (sat.State,)


def draw_details(step: sat.State, _: Any, ui: Ui) -> None:
    """Draws the axis; each step has a different one, so nothing is compared with the previous step."""
    ended = step.exit != Exit.RUNNING
    axis = step.chosen if ended else step.axis
    imgui.separator_text("Chosen axis" if ended else "Numbers")
    if axis.same_as >= 0:
        imgui.text_wrapped(f"Nothing to measure: parallel to the axis of step {axis.same_as}.")
        return
    draw_axis(axis, axis_overlap(axis), "chosen" if ended else "axis", "from A's position", ui)
