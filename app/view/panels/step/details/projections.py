"""Shared by the steps of SAT in 2D and 3D: an axis, both projections onto it, and their overlap or gap."""

from typing import Any

from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.value_rows import draw_length, draw_value, draw_vector
from gjkscope.engine.text import number


def draw_axis(axis: Any, overlap: tuple[str, str], path: str, start: str, ui: Ui) -> None:
    """Draws the numbers of a tested axis; `path` is its name in expressions, `start` where intervals are measured."""
    draw_vector("axis", axis.direction, None, f"{path}.direction", "unit vector from A to B", ui)
    for name, interval, field in (("A", axis.interval_a, "interval_a"), ("B", axis.interval_b, "interval_b")):
        words = f"along the axis {start}, metres"
        draw_value(f"{name}'s interval", _interval(interval), interval, MISSING, f"{path}.{field}", words, ui)
    words = "distance A must move back along the axis, or the gap"
    draw_value(*overlap, axis.overlap, MISSING, f"{path}.overlap", words, ui)
    words = "distance A would have to move forward instead"
    draw_length("opposite", axis.other_way, None, f"{path}.other_way", words, ui)


def _interval(interval: tuple[float, float]) -> str:
    return f"[{number(interval[0])}, {number(interval[1])}]"
