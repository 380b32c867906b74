"""Draws EPA's polytope inside A − B: its faces, those visible from the new vertex, and the bounds on the depth."""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.app.scenes.cameras.easing import point_between
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import PLANE, MarkedVertex, draw_plane, mean_of_vertices
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, scale

EDGE_WIDTH = 1.8  # thinner than a simplex: a polytope has many
GONE_DASH = 5.0
FEW_VERTICES = 12  # label all vertices up to this count; more labels would cover the polytope

Triangle = tuple[int, int, int]


class ShownExpansion(NamedTuple):
    """How much of an expansion is drawn, each 0 … 1."""

    lit: float = 1.0  # of the face that is searched
    gone: float = 1.0  # of the change of the removed faces
    outlined: float = 1.0  # of the horizon
    unfolded: float = 1.0  # of the new faces, from the horizon to the new vertex


COMPLETE = ShownExpansion()


class DrawnPolytope(NamedTuple):
    """A polytope to draw; faces and edges are given by vertex indices."""

    vertices: Sequence[MarkedVertex]
    faces: Sequence[Triangle]
    gone: Sequence[Triangle]  # removed: visible from the new vertex
    horizon: Sequence[tuple[int, int]]
    searched: Triangle | None  # the expanded face, else the nearest one
    new: Sequence[Triangle] = ()  # those of `faces` that join the horizon to the new vertex, their last corner
    growth: ShownExpansion = COMPLETE


class Depth(NamedTuple):
    """The bounds on the depth of the cores: the nearest face's foot point, and the supporting plane."""

    foot: Vec3
    at_least: float
    normal: Vec3
    at_most: float


def draw_polytope(builder: Builder, polytope: DrawnPolytope) -> None:
    """Draws the faces, with the expanded one filled, removed ones dashed, and the horizon as thick lines."""
    growth, new = polytope.growth, set(polytope.new)
    _draw_faces(builder, polytope, [face for face in polytope.faces if face not in new], palette.SIMPLEX, 0.0)
    for face in polytope.new:
        _draw_unfolding(builder, _corners(polytope, face), growth.unfolded)
    color = palette.mixed(palette.SIMPLEX, palette.DROPPED, growth.gone)
    _draw_faces(builder, polytope, polytope.gone, color, GONE_DASH if growth.gone else 0.0)
    _draw_horizon(builder, polytope, growth.outlined * len(polytope.horizon))
    if polytope.searched is not None:
        builder.polygon(_corners(polytope, polytope.searched), palette.faded(palette.SIMPLEX, 0.5 * growth.lit))
    _name_vertices(builder, polytope)


def draw_pointed(builder: Builder, face: Sequence[MarkedVertex], words: str, is_gone: bool) -> None:
    """Highlights the face whose table row is under the pointer, on top of everything."""
    color, text = (palette.DROPPED, palette.DROPPED) if is_gone else (palette.SIMPLEX, palette.SIMPLEX_TEXT)
    corners, dash = [vertex.point for vertex in face], GONE_DASH if is_gone else 0.0
    builder.polygon(corners, palette.faded(color, 0.5))
    builder.path(corners, color, 3.5, dash, Layer.ON_TOP, closed=True)
    builder.label(words, mean_of_vertices(face), text, 9, away_from=ZERO)


def draw_foot(builder: Builder, foot: Vec3, at_least: float, reached: float = 1.0) -> None:
    """Draws the segment from the origin to the nearest face, or the part of it that is `reached`."""
    builder.line(ZERO, scale(foot, reached), palette.TEXT, 2, 4)
    if reached == 1:
        builder.point(foot, palette.TEXT, 8)
        builder.label(f"at least {number(max(at_least, 0.0))} m deep", foot, palette.TEXT, 6, away_from=ZERO)


def draw_depth(builder: Builder, depth: Depth, sight: Sight, radius: float) -> None:
    """Draws the segment from the origin to the nearest face, and the plane that bounds A − B."""
    if sight.is_last:
        return
    draw_foot(builder, depth.foot, depth.at_least)
    if sight.visible.planes:
        through = scale(depth.normal, depth.at_most)
        draw_plane(builder, through, depth.normal, PLANE * radius, palette.TEXT)
        builder.label(f"at most {number(depth.at_most)} m deep", through, palette.TEXT, 5, away_from=depth.foot)


def _draw_faces(
    builder: Builder, polytope: DrawnPolytope, faces: Sequence[Triangle], color: Color, dash: float
) -> None:
    for face in faces:
        corners = _corners(polytope, face)
        builder.polygon(corners, palette.faded(color, 0.12))
        builder.path(corners, color, EDGE_WIDTH, dash, Layer.SOLID, closed=True)


def _draw_unfolding(builder: Builder, corners: tuple[Vec3, Vec3, Vec3], unfolded: float) -> None:
    """Draws a new face, whose last corner moves from the middle of its edge on the horizon to the new vertex."""
    p, q, tip = corners
    reached = (p, q, point_between(point_between(p, q, 0.5), tip, unfolded))
    builder.polygon(reached, palette.faded(palette.SIMPLEX, 0.12))
    builder.path(reached, palette.SIMPLEX, EDGE_WIDTH, 0.0, Layer.SOLID, closed=True)


def _draw_horizon(builder: Builder, polytope: DrawnPolytope, edges: float) -> None:
    """Draws that many edges of the horizon, in order around it; the last one partly."""
    for drawn, (i, j) in enumerate(polytope.horizon):
        part = min(edges - drawn, 1.0)
        if part <= 0:
            return
        start, end = polytope.vertices[i].point, polytope.vertices[j].point
        builder.line(start, point_between(start, end, part), palette.NEW, 3.5, layer=Layer.SOLID)


def _name_vertices(builder: Builder, polytope: DrawnPolytope) -> None:
    """Labels the vertices of the current faces (only the newest above `FEW_VERTICES`), and the dropped ones."""
    tips = {face[2] for face in polytope.new if polytope.growth.unfolded < 1}  # not reached yet
    used = sorted({i for face in polytope.faces for i in face} - tips)
    vertices = [polytope.vertices[i] for i in used]
    lost = sorted({i for face in polytope.gone for i in face} - set(used) - tips)
    for vertex in vertices if len(vertices) <= FEW_VERTICES else vertices[-1:]:
        builder.point(vertex.point, palette.SIMPLEX, 9)
        builder.label(f"w{vertex.birth}", vertex.point, palette.SIMPLEX_TEXT, 8, away_from=mean_of_vertices(vertices))
    for vertex in (polytope.vertices[i] for i in lost):
        words = " dropped" if polytope.growth.gone == 1 else ""
        builder.point(vertex.point, palette.DROPPED, 9)
        builder.label(f"w{vertex.birth}{words}", vertex.point, palette.DROPPED, 4)


def _corners(polytope: DrawnPolytope, face: Triangle) -> tuple[Vec3, Vec3, Vec3]:
    i, j, k = face
    return polytope.vertices[i].point, polytope.vertices[j].point, polytope.vertices[k].point
