"""Default shapes of each kind, and conversion of a shape to another kind.

Both take half extents: those of a shape in its local frame, about its origin.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import assert_never

import numpy as np

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.vectors import Vec3

Vertices = tuple[Vec3, ...]
Faces = tuple[tuple[int, int, int], ...]

# Thickness of a solid converted from a flat shape, relative to the longest half extent.
THICKNESS = 0.1

CORNERS: Vertices = tuple((x, y, z) for x, y, z in product((-1.0, 1.0), repeat=3))
TIPS: Vertices = (
    (1.0, 0.0, 0.0),
    (-1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, -1.0, 0.0),
    (0.0, 0.0, 1.0),
    (0.0, 0.0, -1.0),
)
TRIANGLE: tuple[Vec3, Vec3, Vec3] = ((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0))

# An L-shaped block, the simplest non-convex solid: its outline counter-clockwise seen from the front, the triangles of
# the front, and two per side.
OUTLINE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (-1.0, 1.0))
BLOCK: Vertices = tuple((x, y, z) for z in (1.0, -1.0) for x, y in OUTLINE)
FRONT: Faces = ((0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5))
BACK: Faces = tuple((a + 6, c + 6, b + 6) for a, b, c in FRONT)
SIDES: Faces = tuple(
    face for i in range(6) for face in ((i, i + 6, (i + 1) % 6), ((i + 1) % 6, i + 6, (i + 1) % 6 + 6))
)


def shape_of_size(kind: str, half: Vec3) -> Shape:
    """A shape of that kind (a name in `engine.shapes.SHAPE_TYPES`) with about these half extents, each > 0."""
    return MODELS[kind](half)


def as_kind(shape: Shape, kind: str) -> Shape:
    """Converts `shape` to that kind: same size and rounding, and the same vertices if both have them."""
    vertices = _vertices(shape)
    if kind == "hull" and vertices:
        return Hull(vertices, shape.rounding)
    if kind == "mesh" and (mesh := _skin(vertices)):
        return replace(mesh, rounding=shape.rounding)
    return replace(shape_of_size(kind, _half_extents(shape)), rounding=shape.rounding)


def _half_extents(shape: Shape) -> Vec3:
    """How far the shape, without its rounding, extends from its origin along its own axes; never 0."""
    low, high = aabb(replace(shape, rounding=0.0), Pose())
    half = [max(abs(a), abs(b)) for a, b in zip(low, high, strict=True)]
    longest = max(half) or shape.rounding or 1.0
    x, y, z = (part or THICKNESS * longest for part in half)
    return (x, y, z)


def _vertices(shape: Shape) -> Vertices:
    """The corners that another kind can take over; none of the others."""
    match shape:
        case Hull() | Mesh() | Triangle():
            return shape.vertices
        case Box():
            return _scaled(CORNERS, shape.half_extents)
        case Point() | Segment() | Sphere() | Capsule() | Cylinder() | Cone() | Ellipsoid():
            return ()
        case _:
            assert_never(shape)


def _skin(vertices: Vertices) -> Mesh | None:
    """The surface of the convex hull of the vertices, if it has one."""
    from gjkscope.engine.shapes.hulls import convex_hull  # imports SciPy, which is slow

    if not vertices:
        return None
    hull = convex_hull(np.array(vertices))
    triangles = tuple((a, b, c) for a, b, c in hull.triangles.tolist())
    return Mesh(tuple((x, y, z) for x, y, z in hull.vertices.tolist()), triangles) if triangles else None


def _scaled(vertices: Vertices, half: Vec3) -> Vertices:
    return tuple((x * half[0], y * half[1], z * half[2]) for x, y, z in vertices)


def _round(half: Vec3) -> float:
    """Radius about y that fits the half extents."""
    return max(half[0], half[2])


def _triangle(half: Vec3) -> Triangle:
    a, b, c = _scaled(TRIANGLE, half)
    return Triangle((a, b, c))


def _capsule(half: Vec3) -> Capsule:
    """A capsule whose caps are within the height if there is room."""
    radius = _round(half)
    return Capsule(radius, max(half[1] - radius, radius / 2))


MODELS: dict[str, Callable[[Vec3], Shape]] = {
    "point": lambda _: Point(),
    "segment": lambda half: Segment((-half[0], 0.0, 0.0), (half[0], 0.0, 0.0)),
    "triangle": _triangle,
    "sphere": lambda half: Sphere(max(half)),
    "box": Box,
    "capsule": _capsule,
    "cylinder": lambda half: Cylinder(_round(half), half[1]),
    "cone": lambda half: Cone(_round(half), half[1]),
    "ellipsoid": Ellipsoid,
    "hull": lambda half: Hull(_scaled(TIPS, half)),
    "mesh": lambda half: Mesh(_scaled(BLOCK, half), (*FRONT, *BACK, *SIDES)),
}
