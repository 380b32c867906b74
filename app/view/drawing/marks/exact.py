"""Marks for the exact algorithm: GJK's simplex in the distance phase, EPA's polytope in the depth phase."""

from math import isfinite

from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks import simplex
from gjkscope.app.view.drawing.marks.polytope import Depth, DrawnPolytope, draw_depth, draw_polytope
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import exact
from gjkscope.engine.exact.steps import ExactPhase
from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import ZERO, cross, scale, sub, unit

STEPS = (exact.State,)


def draw_in_world(builder: Builder, step: exact.State, sight: Sight, radius: float) -> None:
    if sight.visible.supports:
        simplex.draw_supports(builder, step.support, step.direction, ZERO, sight, radius)


def draw_in_difference(builder: Builder, step: exact.State, sight: Sight, radius: float) -> None:
    """Draws the simplex or the polytope, with the search direction and its support."""
    if step.phase == ExactPhase.DEPTH:
        _draw_depth(builder, step, sight, radius)
    else:
        _draw_distance(builder, step, sight, radius)
    simplex.draw_support_plane(builder, step.support, step.direction, sight, radius)


def _draw_distance(builder: Builder, step: exact.State, sight: Sight, radius: float) -> None:
    if sight.visible.path:
        simplex.draw_path(builder, [past.closest for past in sight.so_far if past.phase == ExactPhase.DISTANCE], radius)
    everyone = (*step.before, step.support) if step.support not in step.before else step.before
    dropped = [vertex for vertex in everyone if vertex not in step.simplex]
    is_new = step.support in step.simplex or step.exit == Exit.RUNNING
    if is_new:
        simplex.draw_dropped(builder, dropped, everyone)
        simplex.draw_new(builder, step.support)
    else:
        simplex.draw_refused(builder, step.support, "no nearer")
    simplex.draw_simplex(builder, step.simplex)
    tail = sight.so_far[-2].closest if len(sight.so_far) > 1 else step.closest
    simplex.draw_direction(builder, tail, step.direction, radius)
    if step.closest != ZERO:
        simplex.draw_closest(builder, step.closest, 0.0)


def _draw_depth(builder: Builder, step: exact.State, sight: Sight, radius: float) -> None:
    polytope = step.polytope
    if polytope is None:
        return
    vertices = polytope.vertices
    gone, nearest = [face.corners for face in step.visible], polytope.faces[polytope.nearest].corners
    searched = step.face.corners if step.face else nearest
    faces = [face.corners for face in polytope.faces]
    draw_polytope(builder, DrawnPolytope(vertices, faces, gone, step.horizon, searched))
    p, q, r = (vertices[i].point for i in nearest)
    if isfinite(step.lower):
        foot = scale(unit(cross(sub(q, p), sub(r, p))), -step.upper)
        draw_depth(builder, Depth(foot, -step.upper, step.normal, -step.lower), sight, radius)
    simplex.draw_direction(builder, simplex.mean_of_vertices([vertices[i] for i in searched]), step.direction, radius)
    simplex.draw_new(builder, step.support)
