"""A step of SAT: the tested axis, or the chosen one at the end, with both projections onto it."""

from typing import Any

from imgui_bundle import imgui

from gjkscope.app.panels.step.definitions import Field
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.app.panels.toolkit.value_rows import draw_length, draw_value, draw_vector
from gjkscope.app.runs.record_text import MISSING
from gjkscope.engine import sat
from gjkscope.engine.result import Exit
from gjkscope.engine.sat.explain import overlap, reason
from gjkscope.engine.text import number

STEPS = (sat.State,)

FIELDS: dict[str, Field] = {}


def draw_details(step: sat.State, _: Any, ui: Ui) -> None:
    """Draws the axis; each step has a different one, so nothing is compared with the previous step."""
    ended = step.exit != Exit.RUNNING
    axis = step.chosen if ended else step.axis
    imgui.separator_text("Chosen axis" if ended else "Numbers")
    if axis.skipped:
        imgui.text_wrapped(f"Nothing to measure: {reason(axis)}.")
        return
    path = "chosen" if ended else "axis"
    draw_vector("axis", axis.direction, None, f"{path}.direction", "unit vector from A to B", ui)
    for name, interval, field in (("A", axis.interval_a, "interval_a"), ("B", axis.interval_b, "interval_b")):
        words = "along the axis from A's centre, metres"
        draw_value(f"{name}'s interval", _interval(interval), interval, MISSING, f"{path}.{field}", words, ui)
    words = "distance A must move back along the axis, or the gap"
    draw_value(*overlap(axis), axis.overlap, MISSING, f"{path}.overlap", words, ui)
    words = "distance A would have to move forward instead"
    draw_length("opposite", axis.other_way, None, f"{path}.other_way", words, ui)


def _interval(interval: tuple[float, float]) -> str:
    return f"[{number(interval[0])}, {number(interval[1])}]"
