"""Searches for a certificate of a result: collects candidate evidence and lets the checker verify it.

The checker (certificate.py) accepts evidence from any source, so this module need not be trusted and may guess.  It
tries, in order:

1. The last step of the algorithm that ran: GJK's simplex with its weights, or with its faces if it encloses the origin;
   the faces of EPA's polytope; all evidence of a step of exact arithmetic.
2. The normal as an axis, which may suffice if the result names no distance.
3. Other algorithms: exact arithmetic for polytopes, GJK and EPA for curved shapes.  Each has a budget, `WORK`, counted
   in vertices and faces rather than seconds, so that the outcome is deterministic.  If exact arithmetic exceeds it, GJK
   and EPA run instead; if they prove nothing either, the reason is `TOO_LARGE`.

A certificate is accepted only if it proves the result: the verdict, the bounds, and the distance if there is one; and
the result's normal, used as an axis, must prove the same distance.  If the certificate's bounds are wide, it proves
only the verdict (`Proof.VERDICT`), and the distance must lie between the bounds.  Witness points are not checked: they
are rounded, so they lie next to the surfaces rather than on them.  A missing certificate does not mean that the result
is wrong: it may be slightly inaccurate, or involve a curved shape that no polytope approximates closely enough.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import gcd, hypot, isfinite
from typing import Any, NamedTuple, assert_never

from gjkscope.engine.arithmetic.integers import PolytopeShape
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import ROUNDINGS, Certificate, Evidence, Proof, Unproved, prove
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.shapes.kinds import Cone, Cylinder, Ellipsoid, Mesh, Shape
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import DOUBLE, Vec3, column, cross, dot, norm, scale, sub

# Rounding error of a computed signed distance: relative, and at least that of the smallest doubles.  It matters if the
# shapes are tiny compared with their distance.
ROUNDING, LEAST = ROUNDINGS * DOUBLE, ROUNDINGS * 2.0**-1074

# Support points of curved shapes have a relative error of some 2⁻⁵²; scaled by this factor, they lie inside.
INSIDE = 1 - 2.0**-48

# Algorithms that test a mesh itself.  A certificate is about the hulls, so it applies only if the hulls are separated.
OF_SURFACES = ("brute",)


# Vertices and faces that one search for evidence may visit, summed over its steps.  Exact arithmetic takes about a
# microsecond for each, so a quarter of a second in all: enough for two 256-vertex hulls about one centre (100,000).
WORK = 250_000

TOO_LARGE = "too large"
"""The reason for a missing certificate if a search exceeded its budget."""


class Found(NamedTuple):
    """The outcome of a search."""

    certificate: Certificate | None
    reason: str = ""  # why there is no certificate; empty if no evidence proved the result


class Setting(NamedTuple):
    """The two placed shapes."""

    shape_a: Shape
    pose_a: Pose
    shape_b: Shape
    pose_b: Pose


def certify(
    result: Result, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, steps: Sequence[Any] = ()
) -> Certificate | None:
    """A certificate for `result`, or `None` if none was found.

    `steps` are the last steps of the algorithms that produced the result; they only save time.
    """
    return _search(result, Setting(shape_a, pose_a, shape_b, pose_b), steps).certificate


def with_certificate(
    result: Result, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, steps: Sequence[Any] = ()
) -> Result:
    """The result with its certificate, or with the reason why there is none; arguments as for `certify`."""
    found = _search(result, Setting(shape_a, pose_a, shape_b, pose_b), steps)
    return replace(result, certificate=found.certificate, uncertified=found.reason)


def _search(result: Result, setting: Setting, steps: Sequence[Any]) -> Found:
    if result.verdict is Verdict.UNDECIDED or _about_surfaces(result, setting):
        return Found(None)
    tolerance, reason = 0.0 if result.algorithm == "exact" else None, ""
    for evidence in _evidence(result, setting, steps):
        if evidence is None:
            reason = TOO_LARGE
            continue
        try:
            certificate = prove(evidence, *setting, tolerance)
        except Unproved:
            continue
        if confirms(certificate, result) and _normal_holds(result, setting, certificate):
            return Found(certificate)
    return Found(None, reason)


def confirms(certificate: Certificate, result: Result) -> bool:
    """Whether the certificate proves the result: its verdict, its bounds, and its distance if it names one.

    A certificate that proves a distance must prove the result's distance.  One that proves only the verdict must have
    bounds that include the result's distance; it does not suffice if the result states a distance without bounds.
    """
    distance = result.signed_distance
    slack = certificate.tolerance + _rounding(result.lower if distance is None else distance)
    lower, upper = certificate.lower + slack, certificate.upper - slack
    if certificate.verdict != result.verdict or lower < result.lower or upper > result.upper:
        return False
    if distance is None:
        return True
    if certificate.proves is Proof.DISTANCE:
        return certificate.upper - slack <= distance <= certificate.lower + slack
    stated = isfinite(result.lower) and isfinite(result.upper)
    return stated and certificate.lower - slack <= distance <= certificate.upper + slack


def _normal_holds(result: Result, setting: Setting, certificate: Certificate) -> bool:
    """Whether the result's normal, used as an axis, proves its distance to within the tolerance for touching."""
    if result.normal is None or result.normal == certificate.evidence.axis:
        return True
    try:
        proved = prove(Evidence(axis=result.normal), *setting)
    except Unproved:  # no direction, because of overflow or underflow
        return False
    distance = result.lower if result.signed_distance is None else result.signed_distance
    return distance <= proved.lower + proved.tolerance + _rounding(distance)


def _rounding(distance: float) -> float:
    return ROUNDING * abs(distance) + LEAST if isfinite(distance) else 0.0


def _about_surfaces(result: Result, setting: Setting) -> bool:
    meshes = isinstance(setting.shape_a, Mesh) or isinstance(setting.shape_b, Mesh)
    return meshes and result.algorithm in OF_SURFACES and result.verdict is not Verdict.SEPARATED


def _evidence(result: Result, setting: Setting, steps: Sequence[Any]) -> Iterator[Evidence | None]:
    """Candidate evidence, cheapest first; `None` if a search exceeded its budget."""
    for step in reversed(steps):
        if type(step) in EVIDENCE:
            yield EVIDENCE[type(step)](step, setting)
    if result.normal is not None and result.signed_distance is None:
        yield Evidence(axis=result.normal)
    if isinstance(setting.shape_a, PolytopeShape) and isinstance(setting.shape_b, PolytopeShape):
        found = _last_of_exact(setting)
        yield None if found is None else _of_exact(found, setting)
        if found is not None:  # exact arithmetic is conclusive: no other evidence can prove more
            return
    for step in _last_of_gjk_and_epa(setting):
        yield None if step is None else EVIDENCE[type(step)](step, setting)


def _last_of_exact(setting: Setting) -> exact.State | None:
    """The last step of exact arithmetic; `None` if it exceeds its budget."""
    pair = exact.prepare(*setting)
    state, work = exact.start(pair), 0
    vertices = len(pair.a.vertices) + len(pair.b.vertices)
    while state.exit == Exit.RUNNING:
        checkpoint()
        work += vertices + (len(state.polytope.faces) if state.polytope else 0)
        if work > WORK:
            return None
        state = exact.step(pair, state)
    return state


def _last_of_gjk_and_epa(setting: Setting) -> Iterator[gjk.State | epa.State | None]:
    """The last steps of GJK and EPA; `None` if EPA exceeds its budget."""
    a, b = convex(setting.shape_a, setting.pose_a), convex(setting.shape_b, setting.pose_b)
    distance = gjk.run(a, b)[-1]
    yield distance
    near_a, near_b = gjk.relative(a, b)
    state, work = epa.start(near_a, near_b, distance), 0
    vertices = len(a.vertices) + len(b.vertices)
    while state.exit == Exit.RUNNING:
        checkpoint()
        work += vertices + len(state.faces)
        if work > WORK:
            yield None
            return
        state = epa.step(near_a, near_b, state)
    if state.exit != Exit.DISTANCE_KNOWN:
        yield state


# --- evidence in the last step of an algorithm ---


def _of_exact(step: exact.State, _setting: Setting) -> Evidence:
    axis = _shortened(step.exact.normal)
    if step.polytope is not None and step.exact.upper.square > 0:
        vertices = tuple((w.index_a, w.index_b) for w in step.polytope.vertices)
        return Evidence(axis, vertices, faces=tuple(face.corners for face in step.polytope.faces))
    return Evidence(axis, tuple((w.index_a, w.index_b) for w in step.simplex), _shortened(step.weights))


def _of_gjk(step: gjk.State, setting: Setting) -> Evidence:
    vertices = step.simplex.vertices[: step.simplex.size]
    if step.exit != Exit.ORIGIN_ENCLOSED:
        return _evidence_of(vertices, setting, step.normal, step.weights[: step.simplex.size], ())
    a, b, c, d = (vertex.point for vertex in vertices)
    upright = dot(cross(sub(b, a), sub(c, a)), sub(d, a)) > 0
    faces = (OUTWARD, tuple((i, k, j) for i, j, k in OUTWARD))[upright]
    return _evidence_of(vertices, setting, step.normal, (), faces)


OUTWARD = ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2))
"""The faces of a tetrahedron, counter-clockwise seen from outside if its last vertex is behind the first face."""


def _of_epa(step: epa.State, setting: Setting) -> Evidence:
    faces = tuple(face.corners for face in step.faces if face.death < 0)
    return _evidence_of(step.vertices, setting, step.normal, (), faces)


EVIDENCE: dict[type, Callable[[Any, Setting], Evidence]] = {
    exact.State: _of_exact,
    gjk.State: _of_gjk,
    epa.State: _of_epa,
}


def _shortened(numbers: tuple[int, ...]) -> Any:
    """The smallest integers in the same proportions."""
    divisor = gcd(*numbers)
    return tuple(number // divisor for number in numbers)


def _evidence_of(
    vertices: Sequence[gjk.Vertex],
    setting: Setting,
    axis: Vec3,
    weights: tuple[float, ...],
    faces: tuple[tuple[int, int, int], ...],
) -> Evidence:
    """The evidence, with vertex indices for polytopes and with points moved inside for curved shapes."""
    shape_a, pose_a, shape_b, pose_b = setting
    between = sub(pose_b.position, pose_a.position)
    points_a = _points(shape_a, pose_a, [w.a for w in vertices])
    points_b = _points(shape_b, pose_b, [sub(w.b, between) for w in vertices])
    numbers = tuple((i if points_a else w.index_a, i if points_b else w.index_b) for i, w in enumerate(vertices))
    return Evidence(axis, numbers, weights, faces, points_a, points_b)


def _points(shape: Shape, pose: Pose, points: list[Vec3]) -> tuple[Vec3, ...]:
    """Converts points of a curved shape, relative to its position, to its local frame, and moves them inside.

    Returns nothing for a polytope, whose vertices have indices.
    """
    if isinstance(shape, PolytopeShape):
        return ()
    x, y, z = (column(pose.rotation, i) for i in range(3))
    # The rotation need not be orthogonal: its inverse is not its transpose.
    rows, volume = (cross(y, z), cross(z, x), cross(x, y)), dot(x, cross(y, z))
    return tuple(
        _inside(shape, (dot(rows[0], p) / volume, dot(rows[1], p) / volume, dot(rows[2], p) / volume)) for p in points
    )


def _inside(shape: Cylinder | Cone | Ellipsoid, point: Vec3) -> Vec3:
    """The point, moved inside the shape if it is outside by a rounding error."""
    if isinstance(shape, Ellipsoid):
        r, s, t = shape.radii
        outwards = norm((point[0] / r, point[1] / s, point[2] / t))
        return scale(point, min(1.0, INSIDE / outwards)) if outwards > INSIDE else point
    axis, half = "xyz".index(shape.axis), shape.half_height
    along = min(max(point[axis], -half), half)
    width = _width(shape, along)
    across = hypot(*(number for i, number in enumerate(point) if i != axis))
    inwards = width * INSIDE / across if across > width * INSIDE else 1.0
    x, y, z = (along if i == axis else number * inwards for i, number in enumerate(point))
    return (x, y, z)


def _width(shape: Cylinder | Cone, along: float) -> float:
    """The radius of the cross section at the height `along` on the axis."""
    match shape:
        case Cylinder():
            return shape.radius
        case Cone():
            return shape.radius * ((shape.half_height - along) / (2 * shape.half_height))
        case _:
            assert_never(shape)
