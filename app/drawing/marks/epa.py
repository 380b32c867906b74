"""Marks for EPA: the polytope inside A − B, the face that was expanded, and the new support point."""

from math import isfinite

from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.marks.polytope import Depth, DrawnPolytope, draw_depth, draw_pointed, draw_polytope
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.marks.simplex import (
    draw_direction,
    draw_new,
    draw_simplex,
    draw_support_plane,
    draw_supports,
    mean_of_vertices,
)
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.epa.explain import epa_face_name
from gjkscope.engine.text import number
from gjkscope.engine.vectors import scale

NO_FACE = -1


def draw_in_world(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the support points; none for a seed, which makes no search."""
    if sight.visible.supports and step.aim != epa.SearchReason.SEED:
        draw_supports(builder, step.support, step.direction, sight.bodies[0].pose.position, sight, radius)


def draw_in_difference(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the polytope, the search direction and its support, and the bounds on the depth."""
    if not step.faces:
        draw_simplex(builder, step.vertices)
        return
    shown = step.chosen if step.chosen >= 0 else step.nearest
    if sight.face is not None and sight.face < len(step.faces):
        draw_polytope(builder, _polytope(step, NO_FACE))
        _draw_pointed(builder, step, sight.face)
    else:
        draw_polytope(builder, _polytope(step, shown))
    if step.nearest >= 0 and isfinite(step.lower):
        face = step.faces[step.nearest]
        foot = scale(face.normal, face.distance)
        draw_depth(builder, Depth(foot, face.distance, step.normal, -step.lower), sight, radius)
    if step.aim == epa.SearchReason.SEED:
        return
    searched = [step.vertices[i] for i in step.faces[shown].corners] if step.chosen >= 0 else step.vertices
    draw_direction(builder, mean_of_vertices(searched), step.direction, radius)
    if step.direction != step.normal:  # otherwise `draw_depth` has drawn this plane
        draw_support_plane(builder, step.support, step.direction, sight, radius)
    draw_new(builder, step.support)


def _draw_pointed(builder: Builder, step: epa.State, index: int) -> None:
    face = step.faces[index]
    words = f"{epa_face_name(step, index)}: {number(face.distance)} m"
    draw_pointed(builder, [step.vertices[i] for i in face.corners], words, is_gone=face.death >= 0)


def _polytope(step: epa.State, shown: int) -> DrawnPolytope:
    return DrawnPolytope(
        step.vertices,
        [face.corners for face in step.faces if face.death < 0],
        [face.corners for face in step.visible],
        step.horizon,
        step.faces[shown].corners if shown >= 0 else None,
    )
