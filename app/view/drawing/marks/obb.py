"""Marks for the axes of two boxes: those of SAT."""

from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks import sat as axes
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import obb
from gjkscope.engine.obb.explain import box_axis
from gjkscope.engine.sat import Axis

STEPS = (obb.State,)


def draw_in_world(builder: Builder, step: obb.State, sight: Sight, radius: float) -> None:
    """Draws the axis that the step tests beside the shapes, at the end the chosen one."""
    axes.draw_in_world(builder, _shown_axis(step, sight), sight._replace(is_last=False), radius)


def draw_in_difference(builder: Builder, step: obb.State, sight: Sight, radius: float) -> None:
    """Draws that axis as a normal of A − B."""
    axes.draw_in_difference(builder, _shown_axis(step, sight), sight._replace(is_last=False), radius)


def _shown_axis(step: obb.State, sight: Sight) -> Axis:
    tested = (axis for axis in sight.so_far if axis.number == step.chosen_at)
    return box_axis(next(tested, step) if sight.is_last else step)
