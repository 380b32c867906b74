"""Marks for GJK in the world view and in the difference view."""

from gjkscope.app.scenes.cameras.easing import point_between
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks import simplex
from gjkscope.app.view.drawing.marks.regions import draw_regions
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine import gjk
from gjkscope.engine.gjk.acceleration import leaves_momentum
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, add, norm, sub

STEPS = (gjk.State,)


def draw_in_world(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws the support points and, while the search runs, the closest points found so far."""
    if sight.visible.supports:
        origin = sight.bodies[0].pose.position
        simplex.draw_supports(builder, step.support, step.direction, origin, sight, radius, _search(sight))
    shown = step if sight.part("feature") == 1 and (sight.beat is None or step.exit == Exit.RUNNING) else sight.before
    if sight.visible.witnesses and shown is not None and shown.exit == Exit.RUNNING:
        _draw_closest_so_far(builder, shown, sight.bodies[0])


def draw_in_difference(builder: Builder, step: gjk.State, sight: Sight, radius: float) -> None:
    """Draws the simplex with new, dropped and refused vertices, the direction, the region and the closest point."""
    search, start = _search(sight), _start(step, sight)
    if sight.visible.regions and sight.shows("feature"):
        draw_regions(builder, step, sight.region, radius, stage(sight.part("feature"), 0.3, 0.8))
    simplex.draw_support_plane(builder, step.support, step.direction, sight, radius, search, start)
    if sight.visible.path:
        simplex.draw_path(
            builder, [past.closest for past in sight.so_far[: None if sight.part("feature") == 1 else -1]], radius
        )
    _draw_vertices(builder, step, sight, search)
    _draw_direction(builder, step, sight, radius, start)
    _draw_closest(builder, step, sight)
    if sight.beat is None and sight.after is not None and step.exit == Exit.RUNNING:
        simplex.draw_next_direction(builder, step.closest, sight.after.direction, radius)


def _search(sight: Sight) -> simplex.SearchMotion:
    previous = sight.before.direction if sight.before is not None else None
    return simplex.SearchMotion(sight.part("direction"), previous, sight.part("support"), sight.past("support"))


def _start(step: gjk.State, sight: Sight) -> Vec3:
    """Where the search starts: the closest point before, or at first the difference of the two centres."""
    if step.iteration > 0:
        return step.closest_before
    a, b = (convex(body.shape, body.pose).center for body in sight.bodies)
    return sub(a, b)


def _draw_vertices(builder: Builder, step: gjk.State, sight: Sight, search: simplex.SearchMotion) -> None:
    """Draws the simplex with the new vertex, as soon as it is found, and what is dropped of it."""
    before = step.before.vertices[: step.before.size]
    candidate = step.candidate.vertices[: step.candidate.size]
    is_added = step.support in candidate
    if sight.shows("feature") and is_added:
        kept = step.simplex.vertices[: step.simplex.size]
        dropped = [vertex for vertex in candidate if vertex not in kept]
        if sight.is_at("feature"):
            simplex.draw_simplex(builder, candidate, step.support, stage(sight.part("feature"), 0.0, 0.4))
        else:
            simplex.draw_dropped(builder, dropped, candidate, sight.part("drop"))
            simplex.draw_simplex(builder, kept)
        simplex.draw_new(builder, step.support)
        return
    simplex.draw_simplex(builder, before)
    if sight.beat is None or sight.shows("outcome"):
        simplex.draw_refused(builder, step.support, "no nearer", sight.part("outcome"))
    elif search.appeared > 0:
        simplex.draw_found_support(builder, step.support, simplex.mean_of_vertices(before), search.appeared)


def _draw_direction(builder: Builder, step: gjk.State, sight: Sight, radius: float, start: Vec3) -> None:
    """Draws the direction from where the search started; in the first step it moves along with the plane."""
    search = _search(sight)
    if step.iteration == 0:
        tail = point_between(start, step.support.point, search.swept)
    elif sight.before is not None and sight.before.iteration > 0:
        tail = point_between(sight.before.closest_before, start, search.turned)
    else:
        tail = start
    if search.turned < 1 and step.iteration > 0:
        simplex.draw_next_direction(builder, start, step.direction, radius, name="")
    if step.momentum is not None and step.momentum.is_on and search.turned == 1:
        simplex.draw_next_direction(builder, tail, step.momentum.plain, radius, name="without momentum")
    name = "d, momentum off" if leaves_momentum(sight.before, step) else "d"
    simplex.draw_direction(builder, tail, step.direction, radius, search, name)


def _draw_closest(builder: Builder, step: gjk.State, sight: Sight) -> None:
    """Draws the closest point, which moves from the one before once the nearest feature is known."""
    moved = stage(sight.part("feature"), 0.6, 1.0)
    if moved == 1:
        if step.exit != Exit.ORIGIN_ENCLOSED:
            simplex.draw_closest(builder, step.closest, gjk.rounding(step))
    elif step.iteration > 0:
        point = point_between(step.closest_before, step.closest, moved)
        simplex.draw_closest(builder, point, gjk.rounding(step), moving=moved > 0)


def _draw_closest_so_far(builder: Builder, step: gjk.State, body_a: Body) -> None:
    """Draws the points of the two cores whose difference is the simplex's closest point."""
    on_a, on_b = (add(point, body_a.pose.position) for point in gjk.witnesses(step))
    draw_between(builder, on_a, on_b)
    builder.label(f"{number(norm(step.closest))} m so far", on_b, palette.TEXT, 1, away_from=on_a)
