"""Marks for MPR: the ray from an interior point of A − B through the origin, and the portal that it crosses."""

from gjkscope.app.scenes.cameras.easing import point_between
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.marks import simplex
from gjkscope.app.view.drawing.marks.beliefs import draw_beliefs
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.origin import hull_chord
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine import mpr
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.vectors import ZERO, Vec3, along, norm, scale, sub

STEPS = (mpr.State,)

EXIT_RING = 13.0  # pixels


def draw_in_world(builder: Builder, step: mpr.State, sight: Sight, radius: float) -> None:
    if sight.visible.supports:
        origin = sight.bodies[0].pose.position
        simplex.draw_supports(builder, step.support, step.direction, origin, sight, radius, _search(step, sight))


def draw_in_difference(builder: Builder, step: mpr.State, sight: Sight, radius: float) -> None:
    """Draws the portal with new and dropped vertices, the direction, the origin ray, and the tested faces."""
    search, tail = _search(step, sight), _tail(step)
    if sight.visible.beliefs and sight.shows("portal"):
        draw_beliefs(builder, step, radius)
    simplex.draw_support_plane(builder, step.support, step.direction, sight, radius, search, tail)
    grown = stage(sight.part("direction"), 0.0, 0.6) if step.phase == mpr.MprPhase.FIRST else 1.0
    _draw_ray(builder, step, grown, radius)
    if sight.visible.difference and grown == 1:
        _draw_exit(builder, step, sight)
    _draw_portal(builder, step, sight, search)
    if sight.before is not None:
        tail = point_between(_tail(sight.before), tail, search.turned)
    simplex.draw_direction(builder, tail, step.direction, radius, search)


def draw_known(builder: Builder, step: mpr.State, radius: float) -> None:
    """Draws what a question about the step's search may show: the ray, and the portal that the step begins with."""
    _draw_ray(builder, step, 1.0, radius)
    simplex.draw_simplex(builder, step.before)


def _search(step: mpr.State, sight: Sight) -> simplex.SearchMotion:
    turned = sight.part("direction")
    if step.phase == mpr.MprPhase.FIRST:
        turned = stage(turned, 0.6, 1.0)  # the direction is that of the ray, which grows first
    previous = sight.before.direction if sight.before is not None else None
    return simplex.SearchMotion(turned, previous, sight.part("support"), sight.past("support"))


def _tail(step: mpr.State) -> Vec3:
    """Where the search direction starts: the middle of the portal, or v0."""
    return simplex.mean_of_vertices(step.before) if step.before else step.interior.point


def _draw_ray(builder: Builder, step: mpr.State, grown: float, radius: float) -> None:
    """Draws the fraction `grown` of the ray."""
    inside = step.interior.point
    end = along(ZERO, step.ray, max(radius - norm(sub(ZERO, inside)), 0.25 * radius))
    end = point_between(inside, end, grown) if grown < 1 else end
    builder.line(inside, end, palette.TEXT, 1.8, 6)
    builder.point(inside, palette.TEXT, 10)
    builder.label("v0", inside, palette.TEXT, 7, away_from=end)


def _draw_exit(builder: Builder, step: mpr.State, sight: Sight) -> None:
    """Draws a ring where the ray leaves A − B."""
    a, b = sight.bodies
    hull = minkowski_difference(a.shape, a.pose.rotation, b.shape, b.pose.rotation).hull
    inside = hull_chord(hull, sub(a.pose.position, b.pose.position), step.ray)
    if inside is not None:
        builder.point(scale(step.ray, inside[1]), palette.TEXT, EXIT_RING, PointStyle.RING)


def _draw_refining(builder: Builder, step: mpr.State, dropped: simplex.MarkedVertex, refined: float) -> None:
    """Draws the portal while its dropped vertex gives its corner to the new one: the corner moves between them."""
    kept = [vertex for vertex in step.before if vertex in step.portal]
    corner = point_between(dropped.point, step.support.point, refined)
    builder.polygon([*(vertex.point for vertex in kept), corner], palette.faded(palette.SIMPLEX, 0.45))
    builder.path([*(vertex.point for vertex in kept), corner], palette.SIMPLEX, 3.5, closed=True)
    simplex.draw_simplex(builder, kept)
    builder.point(corner, palette.SIMPLEX, 12)
    builder.label(
        f"w{step.support.birth}", step.support.point, palette.SIMPLEX_TEXT, 8, away_from=simplex.mean_of_vertices(kept)
    )


def _draw_portal(builder: Builder, step: mpr.State, sight: Sight, search: simplex.SearchMotion) -> None:
    """Draws the portal; the new vertex joins it once the ray is tested, and then one may be dropped."""
    if not sight.shows("portal"):
        simplex.draw_simplex(builder, step.before)
        if search.appeared > 0:
            simplex.draw_found_support(builder, step.support, simplex.mean_of_vertices(step.before), search.appeared)
        return
    everyone = (*step.before, step.support) if step.support in step.portal else step.before
    dropped = [vertex for vertex in step.before if vertex not in step.portal]
    if sight.is_at("portal"):
        simplex.draw_simplex(builder, everyone, step.support, sight.part("portal"))
    else:
        refined = sight.part("drop")
        simplex.draw_dropped(builder, dropped, step.before, refined)
        if len(dropped) == 1 and refined < 1:
            _draw_refining(builder, step, dropped[0], refined)
        else:
            simplex.draw_simplex(builder, step.portal)
    if step.support in step.portal:
        simplex.draw_new(builder, step.support)
    elif step.support != step.interior:
        appeared = sight.part("outcome") if sight.is_at("outcome") else 1.0
        simplex.draw_refused(builder, step.support, "no further", appeared)
