"""Infers what bare numbers mean: a point cloud, a pose, the layout of a matrix.

Each inference becomes an assumption with its alternatives; if nothing suggests a value, the user is asked.
"""

import re
from collections.abc import Sequence

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.placing import COLUMNS, ROWS, WXYZ, XYZW
from gjkscope.app.bring.notations.reading import ImportFault, Span
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.mesh import Mesh
from gjkscope.engine.shapes.segment import Segment
from gjkscope.engine.shapes.triangle import Triangle
from gjkscope.engine.vectors import Vec3

HULL, TRIANGLES, TRIANGLE, SEGMENT = "hull", "triangles", "triangle", "segment"


def shape_of_points(points: Sequence[Vec3], context: ReadContext, span: Span | None = None) -> Shape:
    """The shape of a list of points without further information: their convex hull from 4 points on.

    The alternative is a list of triangles, three points each.
    """
    kind = _kind(len(points), context, span)
    if kind == TRIANGLES:
        faces = tuple((i, i + 1, i + 2) for i in range(0, len(points) - 2, 3))
        return Mesh(tuple(points), faces)
    if kind == TRIANGLE:
        a, b, c = points
        return Triangle((a, b, c))
    return Segment(points[0], points[1]) if kind == SEGMENT else Hull(tuple(points))


def ask_dimension(context: ReadContext, count: int) -> None:
    """Asks whether numbers without rows are points of space, if their count also fits points of the plane.

    Raises `ImportFault` if they are not points of space.
    """
    if count % 6 or _SPACE.search(context.text):
        return
    why = f"{count} numbers without rows are {count // 3} points of three numbers or {count // 2} of two"
    if context.ask("dimension", "3", why, "2") == "2":
        raise ImportFault("dimension 2: import the text in the notation plane")


# Signs that a text is about space: names of types and shapes, lists of z, and "3D".
_SPACE = re.compile(
    r"\b3-?[dD]\b|3d\b|3D\b|(?i:vec(?:tor)?\s?3|vec3|point3|xyz|quat|tetra|sphere|cuboid|capsule|cylinder|cone\b|\bcube)"
    r"|\bz\s*[=:]|\b(?:fcl|coal|hppfcl|opengjk|gkPolytope|trimesh|mujoco|pybullet)\b|\[\s*3\s*\]|,\s*3\s*\)"
)


def _kind(count: int, context: ReadContext, span: Span | None) -> str:
    if count == 1:
        return HULL  # a point in a hull keeps its coordinates
    if count == 2:
        return context.assume("kind", SEGMENT, "two points", HULL)
    if count == 3:
        return context.assume("kind", TRIANGLE, "three points", HULL)
    others = (TRIANGLES,) if count % 3 == 0 else ()
    return context.assume("kind", HULL, "a list of points: engines collide their convex hull", *others)


def matrix_layouts(entries: Sequence[float]) -> tuple[str, ...]:
    """The layouts in which 16 numbers are a pose, by their last row or column 0 0 0 1; both without translation."""
    last = (0.0, 0.0, 0.0, 1.0)
    return (ROWS,) * (tuple(entries[12:]) == last) + (COLUMNS,) * (tuple(entries[3::4]) == last)


def asked_order(context: ReadContext, suggested: str, why: str) -> str:
    """The order of the parts of a quaternion that nothing in the text states."""
    return context.ask("quaternion", suggested, why, WXYZ if suggested == XYZW else XYZW)
