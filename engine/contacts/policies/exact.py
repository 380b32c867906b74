"""The exact manifold: where the supporting faces of two polytopes overlap, without rounding.

The reference by which the other policies are judged.

1. AXIS: the normal n is the direction of least depth, or between the nearest features, from the exact algorithm.
2. FACES: of each body, the face that contains all points furthest along n (for B along −n) and faces it most.  An edge
   or a vertex if the shape has no such face.
3. CLIP: project both along n, and clip B's polygon by each side of A's.  Both contain the projection of the witness
   points, so the result is not empty.
4. DEPTH: along each line parallel to n, the depth is how far A's face is beyond B's, a linear function.  Keep the
   points with a depth of at least 0; if the bodies are apart, those with the smallest gap.
5. POINTS: the corners of what is left.

Everything is rational, because n is not normalised; only the positions, depths and n are rounded at the end.  Roundings
of the shapes enlarge the depth by the sum of their radii.
"""

from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import Int3, IntegerPair, int_dot, int_neg
from gjkscope.engine.contacts.clipping import DEPTH_SIDE, Corner, HalfPlane, Rational2, Side, clipped_by
from gjkscope.engine.contacts.faces import ContactFace, supporting_face
from gjkscope.engine.contacts.policy import ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactPhase, State
from gjkscope.engine.exact.steps import prepare
from gjkscope.engine.exact.steps import run as run_exact
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.vectors import Vec3, add, along, scale, unit

NAME = "exact"

Rational3 = tuple[Fraction, Fraction, Fraction]

# A radius divided by the length of n is irrational: it is rounded up to a multiple of 2^−ROOT_BITS of the unit.
ROOT_BITS = 128


class Projection(NamedTuple):
    """Projects along the axis n onto the coordinate plane that faces it most: a point is base + height · n."""

    axis: Int3
    dropped: int  # the coordinate that is 0 in the plane

    @property
    def kept(self) -> tuple[int, int]:
        first, second = (k for k in range(3) if k != self.dropped)
        return first, second

    def place(self, point: Int3) -> Rational2:
        height = self.height(point)
        first, second = self.kept
        return point[first] - height * self.axis[first], point[second] - height * self.axis[second]

    def height(self, point: Int3) -> Fraction:
        return Fraction(point[self.dropped], self.axis[self.dropped])

    def point(self, projected: Rational2, height: Fraction) -> Rational3:
        """The point in space, in units."""
        base = [Fraction(0)] * 3
        for coordinate, k in zip(projected, self.kept, strict=True):
            base[k] = coordinate
        x, y, z = (base[k] + height * self.axis[k] for k in range(3))
        return x, y, z


class FaceHeights(NamedTuple):
    """The height of a face's plane along n: slope · place + height."""

    slope: Rational2
    height: Fraction

    def at(self, projected: Rational2) -> Fraction:
        return self.slope[0] * projected[0] + self.slope[1] * projected[1] + self.height


class ExactPatch(NamedTuple):
    """The data of the steps."""

    pair: IntegerPair
    projection: Projection
    top: FaceHeights  # of A's face
    bottom: FaceHeights  # of B's
    sides: tuple[HalfPlane, ...]  # of A's face, still to clip by
    polygon: tuple[Corner, ...]
    faces: tuple[ContactFace, ContactFace]
    radius: Fraction  # of both roundings, in lengths of n, rounded up


def start(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _earlier: Earlier = ()) -> State:
    """The step AXIS.  Raises `NotApplicable` unless both shapes are polytopes."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b)
    assert isinstance(shape_a, PolytopeShape)
    assert isinstance(shape_b, PolytopeShape)
    last = run_exact(pair)[-1]
    axis = last.exact.normal
    faces = supporting_face(shape_a, pair.a, axis), supporting_face(shape_b, pair.b, int_neg(axis))
    return State(
        iteration=0,
        phase=ContactPhase.AXIS,
        policy=NAME,
        normal=last.normal,
        face_a=(),
        face_b=(),
        plane=None,
        before=(),
        after=(),
        candidates=(),
        measure="",
        reason="the direction of least depth or gap, in exact arithmetic",
        points=(),
        work=_patch(pair, axis, faces),
        exit=Exit.RUNNING,
    )


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    ahead = state._replace(iteration=state.iteration + 1, plane=None, before=state.after)
    patch: ExactPatch = state.work
    if state.phase is ContactPhase.AXIS:
        return _found_faces(ahead, patch)
    if patch.sides:
        return _clip(ahead, patch)
    if state.phase is ContactPhase.CLIP:
        return _in_contact(ahead, patch)
    return ahead._replace(phase=ContactPhase.POINTS, points=_points(patch, ahead.normal), exit=Exit.COMPLETE)


def _patch(pair: IntegerPair, axis: Int3, faces: tuple[ContactFace, ContactFace]) -> ExactPatch:
    projection = Projection(axis, max(range(3), key=lambda k: abs(axis[k])))
    on_a, on_b = faces
    outline = tuple(projection.place(corner) for corner in on_a.corners)
    polygon = tuple(
        Corner(projection.place(corner), f"B v{number}", Side("B", (number, following)))
        for corner, number, following in zip(on_b.corners, on_b.numbers, _following(on_b.numbers), strict=True)
    )
    radius = pair.a.radius + pair.b.radius
    return ExactPatch(
        pair,
        projection,
        _face_heights(projection, on_a),
        _face_heights(projection, on_b),
        _sides(outline, on_a.numbers),
        polygon,
        faces,
        _in_lengths(radius, axis),
    )


def _in_lengths(radius: int, axis: Int3) -> Fraction:
    """The radius, in units, as a multiple of the length of `axis`, rounded up."""
    return Fraction(radius << ROOT_BITS, isqrt(int_dot(axis, axis) << 2 * ROOT_BITS))


def _following(loop: tuple[int, ...]) -> tuple[int, ...]:
    return (*loop[1:], loop[0])


def _face_heights(projection: Projection, face: ContactFace) -> FaceHeights:
    """The plane of the face as heights along n; a face parallel to n does not occur, see `ContactFace`."""
    normal, axis, (first, second) = face.normal, projection.axis, projection.kept
    rise = int_dot(normal, axis)
    slope = Fraction(-normal[first], rise), Fraction(-normal[second], rise)
    return FaceHeights(slope, Fraction(int_dot(normal, face.corners[0]), rise))


def _sides(outline: tuple[Rational2, ...], numbers: tuple[int, ...]) -> tuple[HalfPlane, ...]:
    """Half planes whose intersection is the outline: a polygon in either sense, a segment or a point."""
    if len(outline) < 3:
        return _around(outline, numbers)
    sense = 1 if _area(outline) > 0 else -1
    ends = zip(pairwise((*outline, outline[0])), zip(numbers, _following(numbers), strict=True), strict=True)
    return tuple(_right_of(first, second, sense, Side("A", pair)) for (first, second), pair in ends)


def _around(outline: tuple[Rational2, ...], numbers: tuple[int, ...]) -> tuple[HalfPlane, ...]:
    """The line through a segment from both sides, then its two ends; of a point, likewise along the first axis."""
    first, last = outline[0], outline[-1]
    along = (last[0] - first[0], last[1] - first[1]) if len(outline) == 2 else (Fraction(1), Fraction(0))
    across = -along[1], along[0]
    return (
        *(_half_plane(_times(across, sign), first, Side("A", numbers)) for sign in (1, -1)),
        _half_plane(_times(along, -1), first, Side("A", numbers[:1])),
        _half_plane(along, last, Side("A", numbers[-1:])),
    )


def _right_of(first: Rational2, second: Rational2, sense: int, side: Side) -> HalfPlane:
    """The side of the line from one point to another on which a polygon in that sense lies."""
    return _half_plane(_times((second[1] - first[1], first[0] - second[0]), sense), first, side)


def _half_plane(slope: Rational2, at: Rational2, side: Side) -> HalfPlane:
    return HalfPlane(slope, slope[0] * at[0] + slope[1] * at[1], side)


def _times(vector: Rational2, factor: int) -> Rational2:
    return vector[0] * factor, vector[1] * factor


def _area(outline: tuple[Rational2, ...]) -> Fraction:
    """Twice the signed area."""
    loop = pairwise((*outline, outline[0]))
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in loop), Fraction(0))


def _shown_plane(patch: ExactPatch, half: HalfPlane) -> ClipPlane:
    """The plane through the side and n."""
    axis, kept, dropped = patch.projection.axis, patch.projection.kept, patch.projection.dropped
    outward = [Fraction(0)] * 3
    for k, part in zip(kept, half.slope, strict=True):
        outward[k] = part
        outward[dropped] -= part * axis[k] / axis[dropped]
    largest = max(abs(part) for part in outward)
    x, y, z = (float(part / largest) for part in outward)
    square = half.slope[0] ** 2 + half.slope[1] ** 2
    foot = half.slope[0] * half.height / square, half.slope[1] * half.height / square
    point = patch.projection.point(foot, patch.top.at(foot))
    return ClipPlane(_metres(point, patch.pair.unit), unit((x, y, z)), str(half.side))


def _found_faces(ahead: State, patch: ExactPatch) -> State:
    on_a, on_b = patch.faces
    return ahead._replace(
        phase=ContactPhase.FACES,
        face_a=tuple(_world(patch, corner) for corner in on_a.corners),
        face_b=tuple(_world(patch, corner) for corner in on_b.corners),
        after=_vertices_of(patch, patch.polygon),
    )


def _clip(ahead: State, patch: ExactPatch) -> State:
    half, *others = patch.sides
    left = clipped_by(patch.polygon, half)
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=_shown_plane(patch, half),
        after=_vertices_of(patch, left),
        work=patch._replace(polygon=left, sides=tuple(others)),
    )


def _in_contact(ahead: State, patch: ExactPatch) -> State:
    """Keeps what is at least as deep as touching, or, of bodies that are apart, as the nearest points."""
    least = min(max(_depth(patch, corner.place) for corner in patch.polygon), -patch.radius)
    slope = tuple(below - above for above, below in zip(patch.top.slope, patch.bottom.slope, strict=True))
    limit = HalfPlane((slope[0], slope[1]), patch.top.height - patch.bottom.height - least, Side(DEPTH_SIDE))
    left = clipped_by(patch.polygon, limit)
    return ahead._replace(phase=ContactPhase.DEPTH, after=_vertices_of(patch, left), work=patch._replace(polygon=left))


def _depth(patch: ExactPatch, projected: Rational2) -> Fraction:
    """Of the shapes without their roundings, in lengths of n."""
    return patch.top.at(projected) - patch.bottom.at(projected)


def _points(patch: ExactPatch, normal: Vec3) -> tuple[ContactPoint, ...]:
    return tuple(_point(patch, corner, normal) for corner in patch.polygon)


def _point(patch: ExactPatch, corner: Corner, normal: Vec3) -> ContactPoint:
    axis, pair = patch.projection.axis, patch.pair
    length = Fraction(isqrt(int_dot(axis, axis) << 2 * ROOT_BITS), 1 << ROOT_BITS)
    on_a = patch.projection.point(corner.place, patch.top.at(corner.place))
    on_b = patch.projection.point(corner.place, patch.bottom.at(corner.place))
    position_a = along(_metres(on_a, pair.unit), normal, _length(Fraction(pair.a.radius), pair.unit))
    position_b = along(_metres(on_b, pair.unit), normal, -_length(Fraction(pair.b.radius), pair.unit))
    depth = _length(_depth(patch, corner.place) * length + pair.a.radius + pair.b.radius, pair.unit)
    return ContactPoint(scale(add(position_a, position_b), 0.5), position_a, position_b, depth, corner.id)


def _vertices_of(patch: ExactPatch, polygon: tuple[Corner, ...]) -> tuple[ClipVertex, ...]:
    """The polygon on B's face."""
    return tuple(
        ClipVertex(
            _metres(patch.projection.point(corner.place, patch.bottom.at(corner.place)), patch.pair.unit), corner.id
        )
        for corner in polygon
    )


def _world(patch: ExactPatch, point: Int3) -> Vec3:
    x, y, z = point
    return _metres((Fraction(x), Fraction(y), Fraction(z)), patch.pair.unit)


def _metres(point: Rational3, unit_of_length: int) -> Vec3:
    x, y, z = (_length(coordinate, unit_of_length) for coordinate in point)
    return x, y, z


def _length(units: Fraction, unit_of_length: int) -> float:
    return float(units * Fraction(2) ** unit_of_length)


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return isinstance(shape_a, PolytopeShape) and isinstance(shape_b, PolytopeShape)


POLICY = ContactPolicy(NAME, "Exact", 0, start, step, _applies, "polytopes, also rounded ones")
