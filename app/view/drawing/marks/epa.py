"""Marks for EPA: the polytope inside A − B, the face that was expanded, and the new support point."""

from math import isfinite

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import frame, square
from gjkscope.app.view.drawing.marks import simplex
from gjkscope.app.view.drawing.marks.polytope import (
    Depth,
    DrawnPolytope,
    ShownExpansion,
    draw_depth,
    draw_foot,
    draw_pointed,
    draw_polytope,
)
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine import epa
from gjkscope.engine.epa.explain import epa_face_name
from gjkscope.engine.text import number
from gjkscope.engine.vectors import dot, scale

STEPS = (epa.State,)

NO_FACE = -1


def draw_in_world(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the support points; none for a seed, which makes no search."""
    if sight.visible.supports and step.aim != epa.SearchReason.SEED and sight.shows("support"):
        origin = sight.bodies[0].pose.position
        simplex.draw_supports(builder, step.support, step.direction, origin, sight, radius, _search(sight))


def draw_in_difference(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the polytope, the search direction and its support, and the bounds on the depth."""
    if sight.beat is not None:
        _draw_as_of_beat(builder, step, sight, radius)
        return
    if not step.faces:
        simplex.draw_simplex(builder, step.vertices)
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
    simplex.draw_direction(builder, simplex.mean_of_vertices(_searched_vertices(step)), step.direction, radius)
    if step.direction != step.normal:  # otherwise `draw_depth` has drawn this plane
        simplex.draw_support_plane(builder, step.support, step.direction, sight, radius)
    simplex.draw_new(builder, step.support)


def _draw_as_of_beat(builder: Builder, step: epa.State, sight: Sight, radius: float) -> None:
    """Draws the polytope before the step, and the part of its expansion that has been shown."""
    before: epa.State = sight.before if sight.before is not None else step
    if before.faces:
        draw_polytope(builder, _growing(step, sight))
    else:
        simplex.draw_simplex(builder, before.vertices)
    if step.chosen >= 0 and not sight.shows("faces"):
        face = step.faces[step.chosen]
        draw_foot(builder, scale(face.normal, face.distance), face.distance, stage(sight.part("face"), 0.4, 1.0))
    if not sight.shows("support"):
        return
    if sight.shows("outcome") and step.chosen >= 0:
        face = step.faces[step.chosen]
        draw_foot(builder, scale(face.normal, face.distance), face.distance, sight.part("outcome"))
    search, middle = (
        _search(sight),
        simplex.mean_of_vertices(_searched_vertices(step) if step.chosen >= 0 else before.vertices),
    )
    simplex.draw_support_plane(builder, step.support, step.direction, sight, radius, search, middle)
    simplex.draw_direction(builder, middle, step.direction, radius, search)
    is_joined = sight.shows("faces") and sight.part("faces") == 1 and bool(step.visible)
    if is_joined:
        simplex.draw_new(builder, step.support)
    elif search.appeared > 0:
        simplex.draw_found_support(builder, step.support, middle, search.appeared)
    if search.appeared == 1 and sight.is_at("support") and sight.visible.planes:
        _label_bound(builder, step, radius)


def _label_bound(builder: Builder, step: epa.State, radius: float) -> None:
    """Labels the supporting plane, at a corner of its square, with the bound that it proves."""
    height, through = dot(step.direction, step.support.point), step.support.point
    if height >= 0:
        _, u, v = frame(step.direction)
        corner = square(through, u, v, simplex.PLANE * radius, simplex.PLANE * radius)[0]
        builder.label(f"at most {number(height)} m deep", corner, palette.TEXT, 5, away_from=through)


def _search(sight: Sight) -> simplex.SearchMotion:
    """The arrow grows along the face's normal before the plane sweeps."""
    progress = sight.part("support")
    return simplex.SearchMotion(stage(progress, 0.0, 0.25), None, stage(progress, 0.25, 1.0), sight.past("support"))


def _searched_vertices(step: epa.State) -> list[simplex.MarkedVertex]:
    """The corners of the face that was searched, else all vertices."""
    return [step.vertices[i] for i in step.faces[step.chosen].corners] if step.chosen >= 0 else list(step.vertices)


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


def _growing(step: epa.State, sight: Sight) -> DrawnPolytope:
    """The polytope before the step; then the faces that it loses and gains, as far as that has been shown."""
    searched = step.faces[step.chosen].corners if step.chosen >= 0 else None
    kept = [face.corners for face in step.faces if face.death < 0 and face.birth < step.iteration]
    gone = [face.corners for face in step.visible]
    if not sight.shows("horizon") or not gone:
        return DrawnPolytope(
            step.vertices, [*kept, *gone], [], [], searched, (), ShownExpansion(lit=sight.part("face"))
        )
    new = [face.corners for face in step.faces if face.birth == step.iteration] if sight.shows("faces") else []
    removed, outlined = (stage(sight.part("horizon"), *limits) for limits in ((0.0, 0.5), (0.3, 1.0)))
    growth = ShownExpansion(1 - removed, removed, outlined, sight.part("faces"))
    return DrawnPolytope(step.vertices, [*kept, *new], gone, step.horizon, searched, new, growth)
