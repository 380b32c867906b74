"""The derivative of the signed distance φ with respect to the pose of B, and where it jumps.

Motion of B: it moves by t and turns by the small rotation vector ω about its position p (world axes; metres, radians).

1. Where the normal n and the witness point b on B are unique, φ is differentiable: B's witness point moves by
   t + ω × (b − p), and only its part along n counts.  So ∂φ/∂t = n and ∂φ/∂ω = (b − p) × n.
2. If several points of B are as near (a face lies on a face, an edge on an edge), φ is a minimum over them: its
   derivative to one side is the least of theirs, and translations still have the gradient n.  It is that of
   max over n of min over (a, b) of n·(b − a) at its saddle points (Danskin, The Theory of Max-Min, 1967).
3. If several axes have the same least depth, φ is a maximum over them, and its derivative to one side the greatest of
   theirs: translations jump too.

Two polytopes, with or without rounding, are decided completely: their axes of least depth are those of the separating
axis test.  Cores that are apart have one normal, whatever the shapes.  For curved cores that overlap it is not known
whether another axis has the same depth: `exists` is then None.

Kinks within `SAME` of the pair's size count as exact: a face tilted by 1e-12 rests on its edge, but the next rounding
moves it to the other.
"""

from dataclasses import dataclass, replace
from enum import Enum

from gjkscope.engine import sat
from gjkscope.engine.geometry.polytope import is_polytope
from gjkscope.engine.gradients.patches import furthest_patch, shared_patch
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, Result
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Hull, PolytopeShape, Shape, as_pair
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import ZERO, Vec3, along, cross, dot, neg, norm, sub

SAME = TOUCHING  # part of the size: depths and heights that differ by less count as equal, as for the verdict


class Kink(Enum):
    """Why the derivative does not exist, or is not known to; the value says it in words.

    >>> from gjkscope.engine.gradients.derivative import Kink
    >>> Kink.NONE.value
    'it exists: one normal, and one witness point on B'
    """

    NONE = "it exists: one normal, and one witness point on B"
    WITNESSES = "several points of B are as near: the derivative of a rotation jumps"
    AXES = "several axes have the least depth: the derivative jumps"
    UNKNOWN = "the shapes are curved: whether another axis is as deep, or another point as near, is not known"


@dataclass(frozen=True)
class PoseGradient:
    """A derivative by a motion of B: it moves by t and turns by ω about its position; world axes.

    >>> from gjkscope import PoseGradient
    >>> PoseGradient((1.0, 0.0, 0.0), (0.0, 2.0, 0.0)).rate((0.5, 0, 0), (0, 1, 0))
    2.5
    """

    translation: Vec3  #: by t, no unit
    rotation: Vec3  #: by ω, metres per radian

    def rate(self, shift: Vec3, turn: Vec3) -> float:
        """The derivative along a motion of `shift` metres and `turn` radians, per unit of it."""
        return dot(self.translation, shift) + dot(self.rotation, turn)


@dataclass(frozen=True)
class NormalGradients:
    """The gradients of the extreme witness points on B for one normal; φ is their minimum, to first order."""

    normal: Vec3  #: from A to B, unit
    witnesses_b: tuple[Vec3, ...]  #: the extreme ones, world
    gradients: tuple[PoseGradient, ...]  #: one for each
    is_complete: bool | None  #: false if a disc rests on a face, and its witness points have no corners; None: unknown


@dataclass(frozen=True)
class DistanceGradient:
    """The derivative of the signed distance by the pose of B, or why it jumps.

    >>> from gjkscope import Box, Pose, distance_gradient
    >>> found = distance_gradient(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)))
    >>> found.exists, found.kink.name, found.one_sided((0, 0, 0), (0, 0, 1))
    (False, 'WITNESSES', -1.0)
    """

    result: Result  #: the answer that it belongs to
    kink: Kink  #: why it does not exist, or is not known to
    by_normal: tuple[NormalGradients, ...]  #: φ is the maximum over them, to first order; at least one
    at_corner: bool = False  #: whether the cores touch at an edge or a corner of A − B, which has normals between these

    @property
    def exists(self) -> bool | None:
        """Whether φ is differentiable; None if it is not known."""
        return None if self.kink is Kink.UNKNOWN else self.kink is Kink.NONE

    @property
    def gradient(self) -> PoseGradient:
        """The derivative where it exists, and otherwise one of those that meet at the kink."""
        return self.by_normal[0].gradients[0]

    def one_sided(self, shift: Vec3, turn: Vec3) -> float | None:
        """The derivative to one side along this motion of B: the greatest over normals of the least over witnesses.

        None if it is not known: for a disc that turns on a face, curved shapes that overlap, and `at_corner`.
        """
        if self.kink is Kink.UNKNOWN or self.at_corner:
            return None
        if turn != ZERO and not all(one.is_complete for one in self.by_normal):
            return None
        return max(min(each.rate(shift, turn) for each in one.gradients) for one in self.by_normal)


def distance_gradient(shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object) -> DistanceGradient:
    """The derivative of the signed distance of two convex 3D shapes by the pose of B.

    `shape_a`, `pose_a`, `shape_b` and `pose_b` are as for `query`.

    Raises `ValueError` as `query` does, and `NotApplicable` for 2D shapes, meshes that are not convex, curved cores
    that touch, whose normals are not known, and answers without a distance.

    >>> from gjkscope import Box, Pose, Sphere, distance_gradient
    >>> found = distance_gradient(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(2, 0, 0)))
    >>> found.exists, found.gradient.translation, found.gradient.rotation == (0, 0, 0)
    (True, (1.0, 0.0, 0.0), True)
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    if shape_a.dimension == 2:
        raise NotApplicable("gradients are those of 3D shapes, not of 2D ones")
    result = result_only(shape_a, a, shape_b, b)
    if result.of_hulls:
        raise NotApplicable("gradients are those of convex shapes, not of a mesh that is not convex")
    if result.signed_distance is None or result.normal is None or result.witness_b is None:
        raise NotApplicable(f"the signed distance is not known: {result.exit.words}")
    size = size_of(shape_a, a, shape_b, b)
    core_distance = result.signed_distance + convex(shape_a, a).radius + convex(shape_b, b).radius
    if core_distance > SAME * size:
        return _by_normals((result.normal,), result, shape_a, a, shape_b, b)
    if isinstance(shape_a, PolytopeShape) and isinstance(shape_b, PolytopeShape):
        normals = _least_axes(shape_a, a, shape_b, b, size)
        found = _by_normals(normals, result, shape_a, a, shape_b, b)
        return replace(found, at_corner=len(normals) > 1 and core_distance >= -SAME * size)
    if core_distance >= -SAME * size:
        raise NotApplicable("the cores touch, and one is curved: the normals there are not known")
    own = _gradients_of(result.normal, (result.witness_b,), b.position, True)
    return DistanceGradient(result, Kink.UNKNOWN, (own,))


def _least_axes(shape_a: PolytopeShape, a: Pose, shape_b: PolytopeShape, b: Pose, size: float) -> tuple[Vec3, ...]:
    """The normals of all axes whose overlap is the least, within `SAME` of the size."""
    run = sat.trace(_core_polytope(shape_a), a, _core_polytope(shape_b), b)
    if run.result.exit == Exit.DEGENERATE_INPUT:
        raise NotApplicable(f"the axes are not known: {run.result.exit.words}")
    least = run.steps[-1].chosen.overlap
    normals: list[Vec3] = []
    for axis in (step.axis for step in run.steps if step.axis.direction != ZERO):
        ways = ((axis.direction, axis.overlap), (neg(axis.direction), axis.other_way))
        normals += [way for way, overlap in ways if overlap - least <= SAME * size]
    return _distinct(normals)


def _core_polytope(shape: PolytopeShape) -> Shape:
    """The shape, or a hull with the corners of its core if the separating axis test does not take it: of a capsule."""
    return shape if is_polytope(shape) else Hull(shape.corners())


def _distinct(normals: list[Vec3]) -> tuple[Vec3, ...]:
    kept: list[Vec3] = []
    for normal in normals:
        if all(norm(sub(normal, other)) > SAME for other in kept):
            kept.append(normal)
    return tuple(kept)


def _by_normals(
    normals: tuple[Vec3, ...], result: Result, shape_a: Shape, a: Pose, shape_b: Shape, b: Pose
) -> DistanceGradient:
    found = tuple(_at_normal(normal, result, shape_a, a, shape_b, b) for normal in normals)
    if len(found) > 1:
        return DistanceGradient(result, Kink.AXES, found)
    return DistanceGradient(result, _kink_of(found[0]), found)


def _kink_of(found: NormalGradients) -> Kink:
    if found.is_complete is None:
        return Kink.UNKNOWN
    return Kink.NONE if found.is_complete and len(found.gradients) == 1 else Kink.WITNESSES


def _at_normal(normal: Vec3, result: Result, shape_a: Shape, a: Pose, shape_b: Shape, b: Pose) -> NormalGradients:
    """The gradients of the witness points along one normal; those of B's core, moved to its surface."""
    tolerance = SAME * size_of(shape_a, a, shape_b, b)
    patch_a, patch_b = furthest_patch(shape_a, a, normal, tolerance), furthest_patch(shape_b, b, neg(normal), tolerance)
    if patch_a is None or patch_b is None:
        assert result.witness_b is not None
        return _gradients_of(normal, (result.witness_b,), b.position, None)
    shared = shared_patch(patch_a, patch_b, normal, tolerance)
    radius = convex(shape_b, b).radius
    witnesses = tuple(along(corner, normal, -radius) for corner in shared.corners)
    return _gradients_of(normal, witnesses, b.position, shared.is_complete)


def _gradients_of(
    normal: Vec3, witnesses: tuple[Vec3, ...], position: Vec3, is_complete: bool | None
) -> NormalGradients:
    gradients = tuple(PoseGradient(normal, cross(sub(witness, position), normal)) for witness in witnesses)
    return NormalGradients(normal, witnesses, gradients, is_complete)
