"""Compares where MPR and the simplified GJKs take the origin to be with where it is.

These algorithms decide by the side of a face that the origin is on, according to a computed normal.  It may point the
wrong way (headbutt.py) or consist of rounding.  The truth is the sign of a determinant of the face's corners, exact for
the stored points (predicates.py).
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

from gjkscope.engine.arithmetic.predicates import orient3d
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.headbutt.steps import FaceTest
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.tetrahedron import steps as tetrahedron
from gjkscope.engine.vectors import ZERO, Vec3, cross, neg, sub


class FaceSide(IntEnum):
    """Where the origin is, seen from the face of a tetrahedron."""

    INSIDE = 0
    ON = 1  # in the plane of the face
    OUTSIDE = 2
    FLAT = 3  # the tetrahedron has no interior


class Belief(NamedTuple):
    """An algorithm's conclusion about one face; points of A − B as in its steps."""

    corners: tuple[Vec3, Vec3, Vec3]
    normal: Vec3  # as the algorithm computed it, towards what it takes for outside; of any length
    believed: FaceSide  # INSIDE or OUTSIDE
    truth: FaceSide

    @property
    def is_wrong(self) -> bool:
        """Whether the conclusion is wrong; for an origin in the face's plane either is accepted."""
        return self.truth != FaceSide.ON and self.believed != self.truth


def beliefs(step: Any) -> tuple[Belief, ...]:
    """Those that the step has come to, in their order; none of an algorithm that has no such faces."""
    told = BELIEFS.get(type(step))
    return told(step) if told else ()


def is_mistaken(step: Any) -> bool:
    """Whether the step believes what is not so."""
    return any(belief.is_wrong for belief in beliefs(step))


def true_side(p: Vec3, q: Vec3, r: Vec3, opposite: Vec3) -> FaceSide:
    """Of the origin, seen from the face p q r of the tetrahedron with the corner `opposite`; never wrong."""
    fourth, origin = orient3d(p, q, r, opposite), orient3d(p, q, r, ZERO)
    if fourth == 0:
        return FaceSide.FLAT
    if origin == 0:
        return FaceSide.ON
    return FaceSide.INSIDE if origin == fourth else FaceSide.OUTSIDE


def _of_headbutt(step: headbutt.State) -> tuple[Belief, ...]:
    """The faces up to the one that decided; to believe in an intersection takes all four, of which it asks three."""
    if not step.tests:
        return ()
    if step.believes != headbutt.BelievedRegion.INSIDE:
        return tuple(_of_test(step, test, test.origin > 0) for test in step.tests[: step.believes])
    unasked = [_of_test(step, step.untested, False)] if step.untested else []
    return (*(_of_test(step, test, False) for test in step.tests), *unasked)


def _of_test(step: headbutt.State, test: FaceTest, outside: bool) -> Belief:
    return _of_face(step.before, test.face, test.opposite, test.normal, outside)


def _of_tetrahedron(step: tetrahedron.State) -> tuple[Belief, ...]:
    """The faces up to the first that the origin is outside of."""
    asked = step.faces if step.chosen == tetrahedron.NO_FACE else step.faces[: step.chosen + 1]
    return tuple(_of_face(step.before, face.face, face.opposite, face.normal, face.distance > 0) for face in asked)


def _of_face(
    vertices: tuple[Vertex, ...], face: tuple[int, int, int], opposite: int, normal: Vec3, outside: bool
) -> Belief:
    p, q, r = (vertices[slot].point for slot in face)
    truth = true_side(p, q, r, vertices[opposite].point)
    return Belief((p, q, r), normal, FaceSide.OUTSIDE if outside else FaceSide.INSIDE, truth)


def _of_mpr(step: mpr.State) -> tuple[Belief, ...]:
    """While a portal is sought, the planes through v0; then whether the origin lies before the portal."""
    if step.phase == mpr.MprPhase.DISCOVER and step.support.birth == step.iteration:
        v1, v2 = (vertex.point for vertex in step.before)
        v3 = step.support.point
        sides = zip(step.sides, ((v1, v2), (v2, v3), (v3, v1)), strict=True)
        return tuple(_of_plane(step.interior.point, p, q, side) for side, (p, q) in sides)
    if step.phase == mpr.MprPhase.REFINE and step.support.birth == step.iteration:
        p, q, r = (vertex.point for vertex in step.before)
        believed = FaceSide.INSIDE if step.height >= step.gain else FaceSide.OUTSIDE
        return (Belief((p, q, r), step.direction, believed, true_side(p, q, r, step.interior.point)),)
    return ()


def _of_plane(v0: Vec3, p: Vec3, q: Vec3, side: float) -> Belief:
    """The ray, and with it the origin, should be on the left of the plane from p to q."""
    inwards = cross(sub(p, v0), sub(q, v0))
    truth = (FaceSide.ON, FaceSide.INSIDE, FaceSide.OUTSIDE)[orient3d(v0, p, q, ZERO)]
    return Belief((v0, p, q), neg(inwards), FaceSide.INSIDE if side >= 0 else FaceSide.OUTSIDE, truth)


BELIEFS: dict[type, Callable[[Any], tuple[Belief, ...]]] = {
    headbutt.State: _of_headbutt,
    tetrahedron.State: _of_tetrahedron,
    mpr.State: _of_mpr,
}
