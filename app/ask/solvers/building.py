"""Shared by the adapters: shapes as engines expect them, frames, and what can be derived from an answer.

All conversions here are exact up to rounding: a segment with rounding is a capsule, a point with rounding is a sphere.
What an engine cannot express is refused with a reason, never approximated silently.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import dist
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.reports import HULL_NOTE, TRIANGLES_NOTE
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.bounds import aabb, bounding_sphere
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import Capsule, HalfSpace, Hull, Mesh, Point, Segment, Shape, Sphere, TriangleSurface
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3, add, column, norm, product, row_times, scale, sub

Floats = npt.NDArray[np.float64]
Ask = Callable[[Shape, Pose, Shape, Pose], SolverAnswer]

# Two witness points closer than this, relative to the extent of the pair, have no direction: engines compute each to
# about 1e-5, so at 1e-3 their difference is within a degree or so.
NO_DIRECTION = 1e-3

PLANE_NOTE = "of an infinite half-space"


def time_query(query: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
    """What the engine's query returns, and the seconds that it took."""
    started = perf_counter()
    answer = query(*arguments)
    return answer, perf_counter() - started


class PlacedShape(NamedTuple):
    """A shape with its pose, as an engine gets it."""

    shape: Shape
    pose: Pose

    @property
    def name(self) -> str:
        return self.shape.kind


class PreparedPair(NamedTuple):
    """A pair as an engine gets it, and what to note about the answer."""

    a: PlacedShape
    b: PlacedShape
    notes: tuple[str, ...]
    reach: float  # metres: no two points of the shapes are further apart

    @property
    def note(self) -> str | None:
        return ", ".join(self.notes) or None


def prepare(
    a: Shape,
    pose_a: Pose,
    b: Shape,
    pose_b: Pose,
    builders: Mapping[type[Shape], object],
    rounds: bool = False,
) -> PreparedPair:
    """The pair in the types of shapes that `builders` has; `rounds`: whether the engine has rounded shapes.

    Raises `Unsupported` for other types.
    """
    notes = tuple(dict.fromkeys(_note(shape, builders) for shape in (a, b) if _note(shape, builders)))
    if HalfSpace in builders:
        check_half_spaces(a, pose_a, b, pose_b)
    first_placed, second_placed = simplify_shape(a, pose_a, builders), simplify_shape(b, pose_b, builders)
    for shape, _ in (first_placed, second_placed):
        name = shape.kind
        if type(shape) not in builders:
            raise Unsupported(f"{name}: the engine has no such shape")
        if shape.rounding > 0 and not rounds:
            raise Unsupported(f"{name} with rounding: the engine has no rounded shapes")
    (centre_a, radius_a), (centre_b, radius_b) = bounding_sphere(a, pose_a), bounding_sphere(b, pose_b)
    return PreparedPair(first_placed, second_placed, notes, dist(centre_a, centre_b) + radius_a + radius_b)


def simplify_shape(shape: Shape, pose: Pose, builders: Mapping[type[Shape], object]) -> PlacedShape:
    """The same set of points as a simpler or more common shape, if there is one."""
    rounding = shape.rounding
    if isinstance(shape, Sphere):
        return PlacedShape(Sphere(shape.radius + rounding), pose)
    if isinstance(shape, Capsule):
        return PlacedShape(replace(shape, radius=shape.radius + rounding, rounding=0.0), pose)
    if isinstance(shape, Point) and rounding > 0:
        return PlacedShape(Sphere(rounding), pose)
    if isinstance(shape, Segment):
        return _along_z(shape, pose)
    if isinstance(shape, TriangleSurface):
        if _takes_triangles(shape, builders):
            return PlacedShape(Mesh(shape.vertices, shape.faces, rounding=rounding), pose)
        return PlacedShape(Hull(shape.vertices, rounding), pose)
    if isinstance(shape, HalfSpace) and HalfSpace not in builders:
        return PlacedShape(Hull(shape.corners(), rounding), pose)  # the slab that the half-space is cut to
    return PlacedShape(shape, pose)


def _takes_triangles(mesh: TriangleSurface, builders: Mapping[type[Shape], object]) -> bool:
    """Whether the engine gets the triangles.  Of a mesh that is convex it gets the hull, which is the same solid."""
    return Mesh in builders and bool(mesh.faces) and not is_hull(mesh)


def _along_z(segment: Segment, pose: Pose) -> PlacedShape:
    """The segment, or a capsule if it has rounding, centred on the local z axis, as engines define their capsules."""
    half = scale(sub(segment.b, segment.a), 0.5)
    centre, length, rounding = apply(pose, add(segment.a, half)), norm(half), segment.rounding
    if length == 0:
        return PlacedShape(Sphere(rounding) if rounding > 0 else Point(), Pose(pose.rotation, centre))
    turned = Pose(product(pose.rotation, _rotation_from_z(half)), centre)
    if rounding > 0:
        return PlacedShape(Capsule(rounding, length, "z"), turned)
    return PlacedShape(Segment((0.0, 0.0, -length), (0.0, 0.0, length)), turned)


def _note(shape: Shape, builders: Mapping[type[Shape], object]) -> str:
    if isinstance(shape, TriangleSurface):
        return TRIANGLES_NOTE if _takes_triangles(shape, builders) else HULL_NOTE
    return PLANE_NOTE if isinstance(shape, HalfSpace) and HalfSpace in builders else ""


def check_half_spaces(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> None:
    """Raises `Unsupported` where the slab that gjkscope cuts a half-space to may differ from an infinite half-space."""
    for first, pose, second, other in ((a, pose_a, b, pose_b), (b, pose_b, a, pose_a)):
        if isinstance(first, HalfSpace):
            _check_over_plane(first, pose, second, other)


def _check_over_plane(plane: HalfSpace, pose: Pose, other: Shape, other_pose: Pose) -> None:
    """The other shape must lie over the slab, and its shortest way out must lead through the boundary."""
    if isinstance(other, HalfSpace):
        raise Unsupported("two half-spaces: the engine's are infinite")
    low, high = aabb(other, pose_seen_from(other_pose, pose))
    half, depth = plane.half_extent, max(-low[1], 0.0)
    sideways = max(-low[0], -low[2], high[0], high[2])
    if max(sideways, depth) > half:
        raise Unsupported("halfspace: the engine's is infinite, and the other body reaches beyond the slab of ours")
    if depth + max(sideways, depth) > half:
        raise Unsupported("halfspace: the engine's is infinite, and the other body is deep in the slab of ours")


# --- frames ---

# Rotations that permute the axes; their entries are 0 and 1, so they are exact.
NEXT: Mat3 = ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))  # x to y, y to z, z to x
PREVIOUS: Mat3 = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))


def turn_axis(pose: Pose, engine_axis: str, shape_axis: str) -> Pose:
    """The pose for an engine whose shapes have another local axis of symmetry."""
    turn = (IDENTITY, NEXT, PREVIOUS)[("xyz".index(shape_axis) - "xyz".index(engine_axis)) % 3]
    return Pose(product(pose.rotation, turn), pose.position)


def axial_pose(placed: PlacedShape, engine_axis: str) -> Pose:
    """The pose for an engine whose capsules, cylinders, cones and half-spaces have this local axis."""
    axis = "y" if isinstance(placed.shape, HalfSpace) else getattr(placed.shape, "axis", engine_axis)
    return turn_axis(placed.pose, engine_axis, axis)


def pose_seen_from(pose: Pose, frame: Pose) -> Pose:
    """The pose in the coordinates of another frame."""
    inverse: Mat3 = (column(frame.rotation, 0), column(frame.rotation, 1), column(frame.rotation, 2))
    return Pose(product(inverse, pose.rotation), row_times(inverse, sub(pose.position, frame.position)))


def rotation_array(pose: Pose) -> Floats:
    return np.array(pose.rotation)


def quaternion_xyzw(pose: Pose) -> tuple[float, float, float, float]:
    """The unit quaternion of a rotation (Shepperd 1978): from the largest of the four squares, so without cancellation.

    Engines that take quaternions get a rotation that is rigid to rounding, even if the matrix is not.
    """
    m = pose.rotation
    squares = (
        1 + m[0][0] - m[1][1] - m[2][2],
        1 - m[0][0] + m[1][1] - m[2][2],
        1 - m[0][0] - m[1][1] + m[2][2],
        1 + m[0][0] + m[1][1] + m[2][2],
    )
    rows = (
        (squares[0], m[0][1] + m[1][0], m[0][2] + m[2][0], m[2][1] - m[1][2]),
        (m[0][1] + m[1][0], squares[1], m[1][2] + m[2][1], m[0][2] - m[2][0]),
        (m[0][2] + m[2][0], m[1][2] + m[2][1], squares[2], m[1][0] - m[0][1]),
        (m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], squares[3]),
    )
    x, y, z, w = rows[squares.index(max(squares))]
    length = float(np.linalg.norm((x, y, z, w)))
    return x / length, y / length, z / length, w / length


def _rotation_from_z(direction: Vec3) -> Mat3:
    """The shortest rotation that takes z to a direction; for z < 0, after half a turn about x."""
    x, y, z = scale(direction, 1 / norm(direction))
    if z < 0:
        mirrored = _rotation_from_z((x, -y, -z))
        return (mirrored[0], scale(mirrored[1], -1.0), scale(mirrored[2], -1.0))
    k = 1 / (1 + z)
    return ((1 - k * x * x, -k * x * y, x), (-k * x * y, 1 - k * y * y, y), (-x, -y, z))


# --- hulls ---


@lru_cache(maxsize=64)
def solid_hull(vertices: tuple[Vec3, ...]) -> ConvexHull:
    """The convex hull of the vertices of a hull or triangle."""
    return convex_hull(vertices)


# --- meshes ---


def is_of_mesh(pair: PreparedPair) -> bool:
    """Whether one of the shapes is a mesh as triangles."""
    return any(isinstance(placed.shape, Mesh) for placed in (pair.a, pair.b))


TWO_MESHES = "two meshes: {} collides triangle meshes with convex shapes only"


def check_one_mesh(pair: PreparedPair, engine: str) -> None:
    """Raises `Unsupported` for two meshes as triangles."""
    if all(isinstance(placed.shape, Mesh) for placed in (pair.a, pair.b)):
        raise Unsupported(TWO_MESHES.format(engine))


# --- answers ---


def as_vector3(values: Any) -> Vec3:
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def normal_between(witness_a: Vec3, witness_b: Vec3, distance: float, reach: float) -> Vec3 | None:
    """The normal from A to B, along the line between the witness points; None if they are too close for one."""
    between = sub(witness_b, witness_a)
    length = norm(between)
    return scale(between, (1 if distance > 0 else -1) / length) if length > NO_DIRECTION * reach else None
