"""The positions of pointer targets that only the drawing knows."""

from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State, View
from gjkscope.app.view.drawing.marks.registry import shown_step
from gjkscope.app.view.drawing.marks.sat import axis_middle
from gjkscope.engine import sat
from gjkscope.engine.vectors import Vec3, scale


def pointed_axis(state: State, number: int, view: View) -> tuple[Vec3, ...]:
    """The middle of the gap or overlap on that SAT axis; nothing while the view shows another one."""
    axes, shown = inspect(state).axes, shown_step(state)
    if axes is None or number >= len(axes.steps) or not isinstance(shown, sat.Axis):
        return ()
    axis = axes.steps[number].axis
    if axis != shown or axis.skipped:
        return ()
    if not view.shows_world:
        return (scale(axis.direction, axis.overlap / 2),)
    return (axis_middle(axis, state.document.pair_bodies, *world_ball(state)),)
