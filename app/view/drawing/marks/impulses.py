"""Marks for the solver of a tick: all contact points with their impulses so far, and the one that the step solves."""

from collections.abc import Mapping

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.impulses.records import PointKey, State
from gjkscope.engine.simulation.response import Response
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, along, norm

STEPS = (State,)

LONGEST, LEAST = 0.2, 0.15  # of the arrow of the tick's greatest impulse, of the scene's radius; of that, the shortest
RING = 22.0  # pixels


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    whole = sight.run.value.whole
    points = _points_by_key(whole.response)
    last = whole.tick.steps[-1].impulses
    most = max((max(impulse.normal, norm(impulse.friction)) for impulse in (*last, *step.impulses)), default=0.0) or 1.0
    for number_of, impulse in enumerate(step.impulses):
        point, normal = points[impulse.key]
        is_solved = number_of == step.task.point
        color = palette.SEARCH if is_solved else palette.CHOSEN
        builder.point(point.position, color, 9)
        if impulse.normal > 0:
            reach = max(impulse.normal / most, LEAST) * LONGEST * radius
            builder.arrow(point.position, along(point.position, normal, reach), color, 4 if is_solved else 2)
        if norm(impulse.friction) > 0:
            tip = along(point.position, impulse.friction, LONGEST * radius / most)
            builder.arrow(point.position, tip, palette.NEW, 2)
        if is_solved:
            builder.point(point.position, color, RING, PointStyle.RING)
            builder.label(_words(step), point.position, palette.TEXT, 9)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws nothing: a tick concerns all bodies, A − B two convex shapes."""


def _points_by_key(response: Response) -> Mapping[PointKey, tuple[ContactPoint, Vec3]]:
    """The points of the tick and their normals."""
    return {pair.key_of(point): (point, pair.normal_at(point)) for pair in response.manifolds for point in pair.points}


def _words(step: State) -> str:
    if step.normal is None:
        return ""
    sign = "+" if step.normal.increment >= 0 else ""
    return f"{number(step.normal.after, 4)} N·s ({sign}{number(step.normal.increment, 3)})"
