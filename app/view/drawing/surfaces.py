"""Tessellates shapes: triangles with normals, and the feature edges that convey the form.

Round shapes are surfaces of revolution: their profile is a sequence of *bends*, circular arcs of the rounding's radius
(sharp corners when that is zero), joined by straight lines.  A polytope is drawn as its hull; a rounded one as the
hull of points on its surface, whose normals are known.  Everything else is shaded by crease angle: facets that meet at
a small angle share a normal, those that meet at a larger one show an edge.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import atan2, ceil, cos, pi, radians
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.view.drawing.drawlist import Floats, Surface, at, rotate
from gjkscope.engine.geometry.minkowski import DIFFERENCES_KEPT, rotation_from_y_to, rounded_surface, simplify
from gjkscope.engine.geometry.outlines import outline_of, rounded_outline
from gjkscope.engine.plane.shapes.kinds import Chain, PlanarShape, Segment2
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.components import connected_components
from gjkscope.engine.shapes.directions import SAMPLES, even_directions
from gjkscope.engine.shapes.hulls import ROUNDING, ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    CurvedShape,
    Cylinder,
    Ellipsoid,
    HeightField,
    Point,
    PolytopeShape,
    Segment,
    Shape,
    Sphere,
    TriangleSurface,
)
from gjkscope.engine.shapes.support import SHAPES_KEPT, convex, hull_of, support
from gjkscope.engine.vectors import Vec3, add, norm, scale, sub

Ints = npt.NDArray[np.intp]

SEGMENTS = 48  # around a full circle: the silhouette of a shape that fills half a window looks smooth
ARC = 2 * pi / SEGMENTS

# Facets that meet at less than this belong to one curved surface; a sampled one bends about 10° per facet.
SMOOTH_CREASE = radians(20)
# A smaller angle comes from the rounding of printed coordinates, not from an edge.
FLAT_CREASE = radians(0.5)

# A rounding below this fraction of the shape's size is not drawn: it is invisible, and normals of corners this close
# would be confused.
LEAST_ROUNDING = 1e-6

# A hull with more corners is simplified to this many and shaded smooth; the error is half a pixel when the shape fills
# half a window.
DRAWN_CORNERS = 2048

MERGED_DIGITS = 12  # support points that agree to this many digits of the shape's size are merged

# A heightfield with more is drawn without its grid and diagonals, which would cover it.
MOST_GRID_TRIANGLES = 512

SURFACES_KEPT = 256  # at most about 200 kB each, except meshes
HULLS_KEPT = SHAPES_KEPT + DIFFERENCES_KEPT  # as many as the engine keeps: a hull that it finds again is another one


class Bend(NamedTuple):
    """An arc of a profile: its centre, and the elevation of the normal at its upper and lower ends, radians."""

    radius: float  # the centre's distance from the axis
    height: float
    upper: float
    lower: float


UP, LEVEL, DOWN = pi / 2, 0.0, -pi / 2


@lru_cache(maxsize=SURFACES_KEPT)
def surface(shape: Shape) -> Surface:
    """The tessellated surface of a shape, in its local frame.

    Triangles are drawn as given; with a rounding, or without faces, as their convex hull, which the algorithms use.
    """
    draw = SURFACES.get(type(shape))
    if draw is not None:
        return draw(shape)
    if isinstance(shape, Chain):
        return _chain(shape)
    if isinstance(shape, PlanarShape):
        return _planar(shape)
    if isinstance(shape, TriangleSurface):
        return _any_triangles(shape)
    if isinstance(shape, PolytopeShape):
        return _polytope(shape)
    if isinstance(shape, CurvedShape):
        return _sample(shape)
    raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")


@lru_cache(maxsize=HULLS_KEPT)
def drawn_hull(hull: ConvexHull, smooth: bool = False) -> Surface:
    """The surface of a hull: flat-shaded, or `smooth` if the hull samples a curved surface."""
    if hull.dimension < 2:
        return _surface(NOTHING, NOTHING, hull.vertices[hull.edges])
    areas = np.linalg.norm(_area_vectors(hull.vertices, hull.triangles), axis=1)
    faces = np.zeros(len(hull.faces))
    np.add.at(faces, hull.triangle_faces, areas)
    facets = hull.normals[hull.triangle_faces]
    return _shade(
        hull.vertices, hull.triangles, facets, faces[hull.triangle_faces], SMOOTH_CREASE if smooth else FLAT_CREASE
    )


def surface_at(local: Surface, pose: Pose) -> Surface:
    """The surface placed by `pose`."""
    return _surface(at(local.positions, pose), rotate(local.normals, pose), at(local.edges, pose), local.soft)


NOTHING = np.empty((0, 3, 3))
NO_EDGES = np.empty((0, 2, 3))


def _surface(positions: Floats, normals: Floats, edges: Floats, soft: bool = False) -> Surface:
    for array in (positions, normals, edges):
        array.flags.writeable = False
    return Surface(positions, normals, edges, soft)


# Round shapes.


def _ball(radius: float) -> Surface:
    return _ellipsoid((radius, radius, radius), 0.0) if radius > 0 else _surface(NOTHING, NOTHING, NO_EDGES)


def _ellipsoid(radii: Vec3, rounding: float) -> Surface:
    """A unit sphere, scaled and then offset along its normals; the edges are three great circles."""
    ball = _revolve([Bend(0.0, 0.0, UP, DOWN)], 1.0)
    circle = _ring(1.0, 0.0, SEAMS)
    circles = np.concatenate([np.stack([ring[:-1], ring[1:]], axis=1) for ring in _cycle(circle)])
    (positions, normals), (edges, _) = (_stretch(units, radii, rounding) for units in (ball.positions, circles))
    return _surface(positions, normals, edges, soft=True)


def _stretch(units: Floats, radii: Vec3, rounding: float) -> tuple[Floats, Floats]:
    """Maps points of the unit sphere to the rounded ellipsoid; also returns the normals."""
    gradients = units * (min(radii) / np.array(radii))
    normals = _units(gradients)
    return units * radii + rounding * normals, normals


def _rod(a: Vec3, b: Vec3, radius: float) -> Surface:
    """A segment; a capsule when `radius` is positive."""
    if radius == 0:
        return _surface(NOTHING, NOTHING, np.array([[a, b]]))
    if a == b:
        return surface_at(_ball(radius), Pose(position=a))
    half = scale(sub(b, a), 0.5)
    capsule = _revolve([Bend(0.0, norm(half), UP, LEVEL), Bend(0.0, -norm(half), LEVEL, DOWN)], radius)
    return surface_at(capsule, Pose(rotation_from_y_to(half), add(a, half)))


def _around_axis(shape: Capsule | Cylinder | Cone, bends: Sequence[Bend]) -> Surface:
    core = convex(shape, Pose())
    return surface_at(_revolve(bends, core.radius), Pose(core.rotation))


def _capsule(shape: Capsule) -> Surface:
    height = shape.half_height
    return _around_axis(shape, [Bend(0.0, height, UP, LEVEL), Bend(0.0, -height, LEVEL, DOWN)])


def _cylinder(shape: Cylinder) -> Surface:
    radius, height = shape.radius, shape.half_height
    return _around_axis(shape, [Bend(radius, height, UP, LEVEL), Bend(radius, -height, LEVEL, DOWN)])


def _cone(shape: Cone) -> Surface:
    radius, height = shape.radius, shape.half_height
    slope = atan2(radius, 2 * height)
    return _around_axis(shape, [Bend(0.0, height, UP, slope), Bend(radius, -height, slope, DOWN)])


def _sample(shape: CurvedShape) -> Surface:
    """A curved shape without a function of its own: the hull of support points, whose normals are known."""
    core = convex(shape, Pose())
    own = rotate(shape.directions(), Pose(core.rotation))
    # A rounding needs directions between those of a rim's two sides; a sharp rim has no points between them.
    directions = _units(np.concatenate([even_directions(SAMPLES // 2), own]) if core.radius > 0 else own)
    points = np.array([support(core, (x, y, z))[0] for x, y, z in directions.tolist()]) + core.radius * directions
    # Many directions find the same point of an edge; points a rounding apart would make slivers of triangles.
    _, distinct = np.unique(np.round(points / np.abs(points).max(), MERGED_DIGITS), axis=0, return_index=True)
    skin = convex_hull(points[distinct])
    normals = directions[distinct][skin.indices][skin.triangles]
    facets = np.repeat(skin.normals[skin.triangle_faces][:, None], 3, axis=1)
    is_sharp = np.einsum("ijk,ijk->ij", normals, facets) < cos(SMOOTH_CREASE)
    corners = skin.vertices[skin.triangles]
    normals[is_sharp] = _normals_beside(corners[is_sharp], facets[is_sharp], points, directions)
    edges = drawn_hull(skin, smooth=True).edges
    return _surface(corners, normals, edges, soft=len(edges) == 0)


def _normals_beside(corners: Floats, facets: Floats, points: Floats, directions: Floats) -> Floats:
    """For corners at edges and tips, which have many normals: of the directions the one next to the facet's normal.

    A direction is a normal at the corner if no point lies further along it, up to rounding.
    """
    reach = np.einsum("ij,ij->i", points, directions)
    missing = reach - np.einsum("ik,jk->ij", corners, directions)
    is_normal = missing <= 4 * ROUNDING * np.abs(points).max()
    likeness = np.einsum("ik,jk->ij", facets, directions)
    return np.asarray(directions[np.where(is_normal, likeness, -np.inf).argmax(axis=1)])


def _revolve(bends: Sequence[Bend], rounding: float) -> Surface:
    """The profile revolved around y; its edges are the rings where bends begin and end."""
    points, normals = _outline(bends, rounding)
    strips = [_strip(points[i : i + 2], normals[i : i + 2]) for i in range(len(points) - 1)]
    positions, directions = (np.concatenate(parts) for parts in zip(*strips, strict=True))
    ends = {(x, y) for bend in bends for x, y in _arc(bend, rounding)[0][[0, -1]].tolist() if x > 0}
    rings = [_ring(x, y, SEAMS) for x, y in sorted(ends)]
    edges = [np.stack([ring[:-1], ring[1:]], axis=1) for ring in rings]
    return _surface(positions, directions, np.concatenate([NO_EDGES, *edges]), soft=rounding > 0)


def _outline(bends: Sequence[Bend], rounding: float) -> tuple[Floats, Floats]:
    """The profile's points (distance from the axis, height) and normals, from the top of the axis to the bottom."""
    points, normals = (list(parts) for parts in zip(*(_arc(bend, rounding) for bend in bends), strict=True))
    top, bottom = points[0][0], points[-1][-1]
    if top[0] > 0:  # a flat cap
        points.insert(0, np.array([[0.0, top[1]]]))
        normals.insert(0, np.array([[0.0, 1.0]]))
    if bottom[0] > 0:
        points.append(np.array([[0.0, bottom[1]]]))
        normals.append(np.array([[0.0, -1.0]]))
    return np.concatenate(points), np.concatenate(normals)


def _arc(bend: Bend, rounding: float) -> tuple[Floats, Floats]:
    """Points and normals of a bend; without rounding, the same point with the normals of both ends."""
    steps = ceil((bend.upper - bend.lower) / ARC) if rounding > 0 else 1
    elevations = np.linspace(bend.upper, bend.lower, steps + 1)
    across = np.where(np.abs(elevations) == UP, 0.0, np.cos(elevations))  # in floats cos(π/2) ≠ 0
    normals = np.stack([across, np.sin(elevations)], axis=1)
    return np.array([bend.radius, bend.height]) + rounding * normals, normals


# The last azimuth repeats the first bit for bit, so that the surface is closed.
SEAMS = np.append(np.arange(0.0, SEGMENTS), 0.0) * ARC
MIDDLES = np.arange(0.5, SEGMENTS) * ARC


def _ring(x: float, y: float, azimuths: Floats) -> Floats:
    return np.stack([x * np.cos(azimuths), np.full(len(azimuths), y), x * np.sin(azimuths)], axis=1)


def _strip(points: Floats, normals: Floats) -> tuple[Floats, Floats]:
    """The band between two points of a profile: quads, or triangles where one point lies on the axis."""
    (x0, y0), (x1, y1) = points.tolist()
    if (x0, y0) == (x1, y1):
        return NOTHING, NOTHING
    positions, directions = [], []
    upper, lower = _ring(x0, y0, SEAMS), _ring(x1, y1, SEAMS)
    # On the axis all azimuths share one point: each triangle uses the normal at the middle of its azimuth range.
    n_upper, n_lower = (_ring(x, y, SEAMS) for x, y in normals.tolist())
    tip_upper, tip_lower = (_ring(x, y, MIDDLES) for x, y in normals.tolist())
    if x0 > 0:
        positions.append(np.stack([upper[:-1], upper[1:], lower[:-1]], axis=1))
        directions.append(np.stack([n_upper[:-1], n_upper[1:], n_lower[:-1] if x1 > 0 else tip_lower], axis=1))
    if x1 > 0:
        positions.append(np.stack([upper[1:], lower[1:], lower[:-1]], axis=1))
        directions.append(np.stack([n_upper[1:] if x0 > 0 else tip_upper, n_lower[1:], n_lower[:-1]], axis=1))
    return np.concatenate(positions), np.concatenate(directions)


# 2D shapes.


def _planar(shape: PlanarShape) -> Surface:
    """The region of a 2D shape in the plane z = 0, seen from +z; its edges are its outline, with arcs as short lines.

    A segment or a point without a rounding has no region.
    """
    hull, radius = hull_of(shape), shape.core().radius
    if radius > LEAST_ROUNDING * np.ptp(hull.vertices, axis=0).max():
        loop, _ = rounded_outline(hull, radius)
        # Where arcs and straight sides meet, a point comes twice.
        loop = loop[np.any(loop != np.roll(loop, 1, axis=0), axis=1)]
    else:
        loop = hull.vertices[outline_of(hull)]
    if len(loop) < 3:
        return _surface(NOTHING, NOTHING, loop[None] if len(loop) == 2 else NO_EDGES)
    positions = np.stack([np.broadcast_to(loop[0], loop[1:-1].shape), loop[1:-1], loop[2:]], axis=1)
    return _surface(positions, np.full(positions.shape, (0.0, 0.0, 1.0)), closed_loop(loop))


def _chain(shape: Chain) -> Surface:
    """The segments; with a rounding, the region of each with its outline."""
    if shape.rounding == 0:
        return _surface(NOTHING, NOTHING, _segments(shape))
    drawn = [_planar(Segment2(*shape.segment(i), shape.rounding)) for i in range(len(shape.faces))]
    return _surface(
        np.concatenate([part.positions for part in drawn]),
        np.concatenate([part.normals for part in drawn]),
        np.concatenate([part.edges for part in drawn]),
    )


def _segments(shape: Chain) -> Floats:
    return np.array(shape.corners())[np.array(shape.faces, dtype=np.intp)[:, :2]]


def core_outline(shape: PlanarShape) -> Floats:
    """The outline (n, 2, 3) of the core of a rounded 2D shape; nothing if it is not rounded, or a disc."""
    if isinstance(shape, Chain):
        return _segments(shape) if shape.rounding > 0 else NO_EDGES
    hull = hull_of(shape)
    if shape.core().radius == 0 or hull.dimension == 0:
        return NO_EDGES
    loop = hull.vertices[outline_of(hull)]
    return loop[None] if len(loop) == 2 else closed_loop(loop)


def closed_loop(points: Floats) -> Floats:
    """The sides (n, 2, 3) of a closed polygon with these corners (n, 3)."""
    return np.stack([points, np.roll(points, -1, axis=0)], axis=1)


# Polytopes and meshes.


def _polytope(shape: PolytopeShape) -> Surface:
    """Any polytope: its hull, rounded if it has a radius."""
    drawn = simplify(shape, DRAWN_CORNERS)
    return _round(hull_of(drawn), convex(shape, Pose()).radius, smooth=drawn is not shape)


def _box(half_extents: Vec3) -> Surface:
    """Built by hand, as the most common shape."""
    loops = [loop for square in _cycle(SQUARE) for loop in (square, -square[::-1])]
    corners = np.array(loops) * half_extents  # (6, 4, 3)
    normals = np.concatenate([[axis, -axis] for axis in np.eye(3)])
    positions = corners[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3, 3)
    ends = _corners(half_extents)[[(i, i | bit) for bit in (1, 2, 4) for i in range(8) if not i & bit]]
    return _surface(positions, np.repeat(normals, 6, axis=0).reshape(-1, 3, 3), ends)


SQUARE = np.array([[1.0, -1.0, -1.0], [1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.0, -1.0, 1.0]])  # seen from +x


def _cycle(points: Floats) -> list[Floats]:
    """The points with their coordinates rotated cyclically by 0, 1 and 2 places."""
    return [np.roll(points, shift, axis=-1) for shift in range(3)]


def _corners(half_extents: Vec3) -> Floats:
    return np.array(list(product((-1.0, 1.0), repeat=3))) * half_extents


def _round(hull: ConvexHull, radius: float, smooth: bool = False) -> Surface:
    """The Minkowski sum of the hull and a ball; its edges are the borders of the flat parts."""
    if radius <= LEAST_ROUNDING * np.ptp(hull.vertices, axis=0).max():
        return drawn_hull(hull, smooth)
    if hull.dimension < 2:
        start, end = (tuple(vertex) for vertex in hull.vertices[[0, -1]].tolist())
        return _rod(start, end, radius)
    points, normals = rounded_surface(hull, radius)
    skin = convex_hull(points)
    sides = [(face, side) for face, loop in enumerate(hull.faces) for side in pairwise((*loop, loop[0]))]
    lifts = radius * hull.normals[[face for face, _ in sides]]
    edges = hull.vertices[[side for _, side in sides]] + lifts[:, None]
    return _surface(skin.vertices[skin.triangles], normals[skin.indices][skin.triangles], edges)


def _mesh(vertices: Floats, triangles: Ints) -> Surface:
    areas = _area_vectors(vertices, triangles)
    return _shade(vertices, triangles, _units(areas), np.linalg.norm(areas, axis=1), SMOOTH_CREASE)


def _any_box(shape: Box) -> Surface:
    if shape.rounding == 0:
        return _box(shape.half_extents)
    return _round(convex_hull(_corners(shape.half_extents)), shape.rounding)


def _any_triangles(shape: TriangleSurface) -> Surface:
    if not shape.faces or shape.rounding > 0:
        return _polytope(shape)
    vertices, triangles = np.array(shape.vertices), np.array(shape.faces, dtype=np.intp)
    drawn = _mesh(vertices, triangles)
    if isinstance(shape, HeightField) and len(triangles) <= MOST_GRID_TRIANGLES:
        edges = np.unique(np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1), axis=0)
        return _surface(drawn.positions, drawn.normals, vertices[edges])
    return drawn


SURFACES: dict[type[Shape], Callable[[Any], Surface]] = {
    Point: lambda shape: _ball(shape.rounding),
    Sphere: lambda shape: _ball(shape.rounding + shape.radius),
    Segment: lambda shape: _rod(shape.a, shape.b, shape.rounding),
    Capsule: _capsule,
    Cylinder: _cylinder,
    Cone: _cone,
    Ellipsoid: lambda shape: _ellipsoid(shape.radii, shape.rounding),
    Box: _any_box,
}
"""Surfaces that are made of fewer or better triangles than the hull of corners or of support points."""


def _shade(vertices: Floats, triangles: Ints, facets: Floats, weights: Floats, crease: float) -> Surface:
    """Triangles with normals `facets`, shaded smooth across edges that bend by less than `crease` radians.

    At a vertex the facets between two creases share a normal, the mean weighted by `weights`.
    """
    sides, others, alone = sides_of(triangles)
    bent = np.einsum("ij,ij->i", facets[sides // 3], facets[others // 3]) < cos(crease)
    feature = np.concatenate([alone, sides[bent]])
    # A side and its opposite share both end points.
    first = np.concatenate([sides[~bent], _next(sides[~bent])])
    second = np.concatenate([_next(others[~bent]), others[~bent]])
    fans = connected_components(triangles.size, first, second)
    sums = np.zeros((triangles.size, 3))
    np.add.at(sums, fans, np.repeat(facets * weights[:, None], 3, axis=0))
    flat = triangles.ravel()
    edges = vertices[np.stack([flat[feature], flat[_next(feature)]], axis=1)]
    return _surface(vertices[triangles], _units(sums)[fans].reshape(-1, 3, 3), edges)


def sides_of(triangles: Ints) -> tuple[Ints, Ints, Ints]:
    """The paired half-edges (sides, their opposites), and the unpaired ones.

    Side 3·t + k starts at corner k of triangle t.  A side is unpaired at a border, where more than two triangles
    share an edge, and where two have opposite orientations.
    """
    starts = triangles.ravel().astype(np.intp)
    ends = starts[_next(np.arange(triangles.size))]
    keys = np.minimum(starts, ends) * (starts.max() + 1) + np.maximum(starts, ends)
    order = np.argsort(keys, kind="stable")
    _, first, counts = np.unique(keys[order], return_index=True, return_counts=True)
    sides, others = order[first[counts == 2]], order[first[counts == 2] + 1]
    facing = starts[sides] == ends[others]
    paired = np.zeros(triangles.size, dtype=bool)
    paired[sides[facing]] = paired[others[facing]] = True
    return sides[facing], others[facing], np.flatnonzero(~paired)


def _next(sides: Ints) -> Ints:
    """The next side (or corner) of the same triangle."""
    return sides - sides % 3 + (sides + 1) % 3


def _area_vectors(vertices: Floats, triangles: Ints) -> Floats:
    """Normals twice as long as the triangles' areas, after scaling that prevents underflow and overflow."""
    a, b, c = (vertices[triangles] / (np.abs(vertices).max() or 1.0)).transpose(1, 0, 2)
    return cross_rows(b - a, c - a)


def cross_rows(u: Floats, v: Floats) -> Floats:
    """The row-wise cross product of (n, 3) arrays; four times as fast as `np.cross` for small n."""
    product: Floats = u[:, [1, 2, 0]] * v[:, [2, 0, 1]] - u[:, [2, 0, 1]] * v[:, [1, 2, 0]]
    return product


def _units(vectors: Floats) -> Floats:
    """Normalises vectors (..., 3); zero stays zero."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)
