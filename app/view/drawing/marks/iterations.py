"""Marks for an iteration that an engine reported: all of it in the colour, dashes and rings of reports.

What our GJK does instead is drawn solid, in the colour of the simplex, where the two differ.
"""

from functools import reduce
from itertools import combinations

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.marks.report import DASH, HEAD, RING, WIDTH
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.iterations.explain import kept_instead
from gjkscope.engine.iterations.steps import IterationFault, ReportedVertex, State
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, neg, norm, scale, sub, unit

STEPS = (State,)

ARROW = 0.35  # fraction of the view's radius
SAME = 1e-3  # fraction of the view's radius: two marks that close to each other look like one
FAR = 100.0  # radii of the view: what is beyond is not drawn, as nobody would find it


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws the points of both shapes that the new vertices are made of."""
    if not sight.visible.supports:
        return
    for vertex in step.added:
        for point, name in ((vertex.a, sight.bodies[0].name), (vertex.b, sight.bodies[1].name)):
            if point is not None and _is_near(sub(point, sight.bodies[0].ball[0]), radius):
                builder.point(point, palette.REPORT, RING, PointStyle.RING)
                builder.label(f"w{vertex.birth} on {name}", point, palette.REPORT, 2)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws the reported simplex, direction and closest point, what is wrong, and what ours does instead."""
    if step.findings or step.choice is not None:
        _draw_ours(builder, step, radius)
    _draw_dropped(builder, step, radius)
    _draw_polytope(builder, step, radius)
    _draw_ray(builder, step, radius)
    _draw_simplex(builder, step, radius)
    _draw_direction(builder, step, radius)
    _draw_closest(builder, step, radius)
    _draw_shortfall(builder, step, radius)


def _is_near(point: Vec3, radius: float) -> bool:
    return norm(point) <= FAR * radius


def _near(vertices: tuple[ReportedVertex, ...], radius: float) -> list[ReportedVertex]:
    return [vertex for vertex in vertices if _is_near(vertex.point, radius)]


def _draw_simplex(builder: Builder, step: State, radius: float) -> None:
    wrong = {finding.vertex for finding in step.findings if finding.fault is not IterationFault.WRONG_DROP}
    vertices = _near(step.simplex, radius)
    for p, q in combinations(vertices, 2):
        builder.line(p.point, q.point, palette.REPORT, WIDTH, DASH)
    for face in combinations(vertices, 3):
        builder.polygon([vertex.point for vertex in face], palette.faded(palette.REPORT, 0.22))
    for vertex in vertices:
        color = palette.WRONG if vertex.birth in wrong else palette.REPORT
        builder.point(vertex.point, color, RING, PointStyle.RING)
        builder.label(f"w{vertex.birth}", vertex.point, color, 8, away_from=_mean([w.point for w in vertices]))


def _draw_polytope(builder: Builder, step: State, radius: float) -> None:
    """Draws the faces of EPA; the expanded one is filled, and the feature of a fault is marked as wrong."""
    for face in (*step.faces, *((step.face,) if step.face is not None else ())):
        points = [vertex.point for vertex in _near(face, radius)]
        if len(points) < len(face):
            continue
        builder.path(points, palette.REPORT, WIDTH, DASH, closed=True)
        builder.polygon(points, palette.faded(palette.REPORT, 0.4 if face == step.face else 0.08))
    vertices = {vertex.birth: vertex for face in step.faces for vertex in face}
    for vertex in _near(step.added if step.faces else (), radius):
        builder.point(vertex.point, palette.REPORT, RING, PointStyle.RING)
        builder.label(f"w{vertex.birth}", vertex.point, palette.REPORT, 8, away_from=ZERO)
    for finding in step.findings:
        corners = [vertices[birth].point for birth in finding.kept if birth in vertices]
        if len(corners) > 1:
            builder.path(corners, palette.WRONG, WIDTH, closed=len(corners) > 2)


def _draw_ray(builder: Builder, step: State, radius: float) -> None:
    """Draws the interior point of MPR, and the ray from it through the origin."""
    if step.interior is None or not _is_near(step.interior, radius):
        return
    is_missed = any(finding.fault is IterationFault.OUT_OF_PORTAL for finding in step.findings)
    color = palette.WRONG if is_missed else palette.REPORT
    builder.point(step.interior, color, RING, PointStyle.RING)
    builder.label("v0", step.interior, color, 8, away_from=ZERO)
    builder.line(step.interior, along(step.interior, unit(neg(step.interior)), radius), color, WIDTH, DASH)


def _draw_dropped(builder: Builder, step: State, radius: float) -> None:
    """Draws the dropped vertices, faded; one that should have been kept is marked as wrong."""
    lost = {finding.vertex for finding in step.findings if finding.fault is IterationFault.WRONG_DROP}
    for vertex in _near(step.dropped, radius):
        color = palette.WRONG if vertex.birth in lost else palette.DROPPED
        words = "× dropped" if vertex.birth in lost else "dropped"
        for other in _near(step.before, radius):
            if other.birth != vertex.birth:
                builder.line(vertex.point, other.point, palette.faded(palette.DROPPED, 0.7), 1.6, 6)
        builder.point(vertex.point, color, 11, PointStyle.RING)
        builder.label(f"w{vertex.birth} {words}", vertex.point, color, 7)


def _draw_direction(builder: Builder, step: State, radius: float) -> None:
    if step.direction is None or unit(step.direction) == ZERO:
        return
    tail = _mean([vertex.point for vertex in _near(step.before, radius)])
    head = along(tail, unit(step.direction), ARROW * radius)
    builder.line(tail, head, palette.REPORT, WIDTH, DASH)
    builder.arrow(along(head, unit(step.direction), -HEAD * radius), head, palette.REPORT, WIDTH)
    builder.label("d", head, palette.REPORT, 5, away_from=tail)


def _draw_closest(builder: Builder, step: State, radius: float) -> None:
    """Draws the closest point as reported, or else as it follows from the simplex; a wrong one with the right one."""
    point = step.closest if step.closest is not None else step.nearest
    if point is None or not _is_near(point, radius):
        return
    is_wrong = any(finding.fault is IterationFault.WRONG_CLOSEST for finding in step.findings)
    color = palette.WRONG if is_wrong else palette.REPORT
    builder.line(ZERO, point, color, 2, DASH / 2)
    builder.point(point, color, 11, PointStyle.RING)
    builder.label(f"closest {number(norm(point))} m", point, color, 6, away_from=ZERO)
    if is_wrong and step.nearest is not None:
        builder.line(point, step.nearest, palette.WRONG, 2, 4)
        builder.point(step.nearest, palette.TEXT, 8)
        builder.label(f"nearest {number(norm(step.nearest))} m", step.nearest, palette.TEXT, 6)


def _draw_shortfall(builder: Builder, step: State, radius: float) -> None:
    """Draws how far the new vertex falls short of the supporting plane."""
    short = [finding for finding in step.findings if finding.fault is IterationFault.SHORT_SUPPORT]
    if not short or step.support is None or step.direction is None or not _is_near(step.added[0].point, radius):
        return
    vertex = step.added[0].point
    foot = along(vertex, unit(step.direction), short[0].amount)
    builder.line(vertex, foot, palette.WRONG, 2, 4)
    builder.label(f"{number(short[0].amount, 3)} m short", foot, palette.WRONG, 7, away_from=vertex)
    builder.line(foot, step.support, palette.faded(palette.WRONG, 0.6), 1.4, 4)
    builder.point(step.support, palette.CHOSEN, 10)
    builder.label("furthest point", step.support, palette.CHOSEN_TEXT, 7, away_from=foot)


def _draw_ours(builder: Builder, step: State, radius: float) -> None:
    """Draws the simplex that our GJK keeps, or the support point that it finds."""
    if any(finding.fault is IterationFault.WRONG_DROP for finding in step.findings):
        points = [point for point in kept_instead(step) if _is_near(point, radius)]
        for p, q in combinations(points, 2):
            builder.line(p, q, palette.SIMPLEX, 3)
        for point in points:
            builder.point(point, palette.SIMPLEX, 7)
        builder.label("ours", _mean(points), palette.SIMPLEX_TEXT, 7)
        return
    if step.ours is None or not _is_near(step.ours.support, radius):
        return
    marked = [vertex.point for vertex in step.simplex]
    if any(finding.fault is IterationFault.SHORT_SUPPORT for finding in step.findings) and step.support is not None:
        marked.append(step.support)
    if any(norm(sub(point, step.ours.support)) <= SAME * radius for point in marked):
        return
    builder.point(step.ours.support, palette.CHOSEN, 10)
    builder.label("ours", step.ours.support, palette.CHOSEN_TEXT, 7, away_from=ZERO)


def _mean(points: list[Vec3]) -> Vec3:
    """The mean of some points; the origin if there are none."""
    return scale(reduce(add, points, ZERO), 1 / max(len(points), 1))
