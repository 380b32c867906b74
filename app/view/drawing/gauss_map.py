"""The Gauss map of SAT, drawn in place of A − B: the sphere of outward normals, with A's faces and those of −B on it.

A face is a point of the sphere, an edge the arc between the points of its two faces, a vertex the region between arcs.
The normal of an edge of A and an edge of B is that of a face of A − B exactly where an arc of A crosses one of −B; all
other edge pairs can be skipped (engine/sat/gauss_map.py).  A flat shape has two faces, one for each side, and arcs of
half a circle.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import pi
from typing import NamedTuple

from gjkscope.app.scenes.cameras.easing import direction_between
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.surfaces import surface
from gjkscope.engine import sat
from gjkscope.engine.pose import Pose
from gjkscope.engine.sat.explain import provenance
from gjkscope.engine.sat.gauss_map import miss
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape, Sphere
from gjkscope.engine.text import number
from gjkscope.engine.v_clip.features import FeaturePolytope, place_features
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, add, along, cross, dot, neg, norm, sub, unit

SIZE = 0.72  # the radius of the sphere, as a fraction of the view's
SPHERE_OPACITY = 0.16
ARC_WIDTH, LIT_WIDTH, POINT, LIT_POINT = 1.8, 5.0, 6.0, 11.0  # pixels
TURN = pi / 36  # of the chords that an arc is drawn with, radians
OPPOSITE = 1e-9  # two normals whose sum is shorter are those of a flat shape's two sides
MANY = 400  # arcs above which the points of faces would hide them


class NormalArc(NamedTuple):
    """The arc of an edge: unit vectors along it, and the edge's vertices as the shape numbers them."""

    path: tuple[Vec3, ...]
    ends: frozenset[int]


class NormalMap(NamedTuple):
    """The points of the faces and the arcs of the edges of a polytope on the unit sphere."""

    faces: tuple[Vec3, ...]
    arcs: tuple[NormalArc, ...]


def draw_gauss_map(builder: Builder, sight: Sight, ball: tuple[Vec3, float]) -> None:
    """Draws the sphere around the centre of the view with both maps, and the axis of the step with its two arcs."""
    center, reach = ball
    sphere = Pose(position=center)
    radius = SIZE * reach
    builder.skin(
        surface(Sphere(radius)), sphere, palette.faded(palette.DROPPED, SPHERE_OPACITY), Layer.TRANSLUCENT, shell=True
    )
    axis: sat.Axis = sight.step.value
    for body, color, sign, corners in (
        (sight.bodies[0], palette.A, 1.0, axis.corners_a),
        (sight.bodies[1], palette.B, -1.0, axis.corners_b),
    ):
        drawn = normal_map(body.shape, body.pose.rotation)
        _draw_map(builder, drawn, center, sign * radius, color, frozenset(corners))
        _label_map(builder, body, drawn, center, sign * radius, color)
    builder.label("Gauss map: outward normals", along(center, (0.0, -1.0, 0.0), radius), palette.TEXT, 1)
    if not axis.skipped:
        _draw_axis(builder, axis, sight, center, radius)


@lru_cache(maxsize=8)
def normal_map(shape: Shape, rotation: Mat3) -> NormalMap:
    """The map of a polytope with this rotation; of a mesh, that of its convex hull."""
    if not isinstance(shape, PolytopeShape):
        raise ValueError(f"shape: must be a polytope, got {shape!r}")
    placed = place_features(shape, rotation, ZERO)
    return NormalMap(placed.normals, tuple(_arcs(placed)))


def _arcs(placed: FeaturePolytope) -> Iterable[NormalArc]:
    for edge, ends in enumerate(placed.edges):
        yield NormalArc(_great_circle(_stops(placed, edge)), frozenset(placed.names[vertex] for vertex in ends))


def _stops(placed: FeaturePolytope, edge: int) -> tuple[Vec3, ...]:
    """Points of the edge's arc, each less than half a turn from the next: its faces, and what is between them."""
    direction, faces = placed.directions[edge], placed.edge_faces[edge]
    if not faces:  # of a segment: all directions perpendicular to it
        first = unit(cross(direction, min(IDENTITY, key=lambda axis: abs(dot(axis, direction)))))
        second = cross(direction, first)
        return first, second, neg(first), neg(second), first
    one, other = (placed.normals[face] for face in faces)
    is_flat = norm(add(one, other)) < OPPOSITE
    return (one, neg(placed.wings[edge][0]), other) if is_flat else (one, other)


def _great_circle(stops: tuple[Vec3, ...]) -> tuple[Vec3, ...]:
    """Unit vectors along the shortest arcs from stop to stop."""
    path = [stops[0]]
    for here, there in pairwise(stops):
        chords = max(1, round(norm(sub(there, here)) / TURN))
        path += [direction_between(here, there, i / chords) for i in range(1, chords + 1)]
    return tuple(path)


def _draw_map(
    builder: Builder, drawn: NormalMap, center: Vec3, radius: float, color: Color, corners: frozenset[int]
) -> None:
    """Draws a map; of −B with a negative radius.  The arc between the `corners` of an edge is emphasised."""
    for arc in drawn.arcs:
        is_lit = arc.ends == corners
        shade, width = (palette.lighter(color, 0.5), LIT_WIDTH) if is_lit else (color, ARC_WIDTH)
        builder.path([along(center, way, radius) for way in arc.path], shade, width, layer=Layer.SOLID)
    if len(drawn.arcs) <= MANY:
        for normal in drawn.faces:
            builder.point(along(center, normal, radius), color, POINT, layer=Layer.SOLID)


def _label_map(builder: Builder, body: Body, drawn: NormalMap, center: Vec3, radius: float, color: Color) -> None:
    """Names the map at its first face."""
    if drawn.faces:
        place = along(center, drawn.faces[0], radius)
        name = body.name if radius > 0 else f"−{body.name}"
        builder.label(f"face of {name}", place, palette.lighter(color, 0.3), 2, away_from=center)


def _draw_axis(builder: Builder, axis: sat.Axis, sight: Sight, center: Vec3, radius: float) -> None:
    """Draws the axis as the point of the sphere that it leads to, and says whether the arcs cross there."""
    names = tuple(body.name for body in sight.bodies)
    tip = along(center, axis.direction, radius)
    builder.arrow(center, tip, palette.TEXT, 2)
    if axis.kind == sat.AxisKind.EDGES:
        color = palette.CONTACT if axis.crosses else palette.WRONG
        says = "arcs cross" if axis.crosses else f"arcs miss by {number(miss(axis.rises), 2)}"
    else:
        color, says = palette.CHOSEN, ""
    builder.point(tip, color, LIT_POINT)
    words = provenance(axis, *names)
    builder.label(f"{words}: {says}" if says else words, tip, palette.TEXT, 6, away_from=center)
