"""Looks for a certificate of an answer: evidence from wherever it is to be had, confirmed by the checker alone.

The checker (certificate.py) does not care where evidence comes from, so this module need not be trusted and may guess:

1. What the algorithm's own last step holds: the simplex of GJK with its weights, or where that encloses the origin its
   faces; the faces of EPA's polytope; everything, where the step is one of exact arithmetic.
2. An answer that names no distance may need no more than its normal as an axis.
3. Otherwise other algorithms are run: exact arithmetic on polytopes, GJK and EPA on curved shapes.  Each has a budget,
   `WORK`, counted in vertices and faces rather than seconds, so that the outcome is always the same.  Where exact
   arithmetic exceeds it, GJK and EPA are run instead; where nothing is proved then, the reason is `TOO_LARGE`.

A certificate is given only when it proves what the answer says: the verdict, the bounds, and the distance if there is
one; and the answer's normal, taken as an axis, must prove as much.  Where its own bounds are wide it proves the verdict
only (`Proof.VERDICT`), and the distance must lie between them.  Witness points are not looked at: they are rounded, and
so next to the surfaces rather than on them.  No certificate does not mean that the answer is wrong; it may be slightly
inaccurate, or about a curved shape that no polytope comes close to.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import gcd, isfinite
from typing import Any, NamedTuple

from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import ROUNDINGS, Certificate, Evidence, Proof, Unproved, prove
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.shapes.kinds import CurvedShape, Mesh, PolytopeShape, Shape
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import DOUBLE, Vec3, column, cross, dot, sub

# A signed distance is a double and a few roundings old: of its own size, or of the least double's.  It counts where the
# shapes are mere points beside their distance.
ROUNDING, LEAST = ROUNDINGS * DOUBLE, ROUNDINGS * 2.0**-1074

# Takes a mesh as the surface that it is.  Only when even the hulls are apart do they tell something about it.
OF_SURFACES = ("brute",)


# Vertices and faces that one search for evidence may visit, summed over its steps.  Exact arithmetic takes about a
# microsecond for each, so a quarter of a second in all: enough for two 256-vertex hulls about one centre (100,000).
WORK = 250_000

TOO_LARGE = "too large"
"""The reason for no certificate where a search exceeded its budget."""


class Found(NamedTuple):
    """The outcome of a search."""

    certificate: Certificate | None
    reason: str = ""  # for no certificate, where there is more to say than that no evidence proves the answer


class Setting(NamedTuple):
    """The two placed shapes."""

    shape_a: Shape
    pose_a: Pose
    shape_b: Shape
    pose_b: Pose


def certify(
    result: Result, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, steps: Sequence[Any] = ()
) -> Certificate | None:
    """A certificate of what `result` says about the pair, or `None` when none was found.

    `steps` are last steps of the algorithms that had a part in the result; they only save time.
    """
    return _search(result, Setting(shape_a, pose_a, shape_b, pose_b), steps).certificate


def with_certificate(
    result: Result, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, steps: Sequence[Any] = ()
) -> Result:
    """The result with its certificate, or with the reason for having none; arguments as for `certify`."""
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
    """Whether the certificate proves what the result says: its verdict, its bounds, and its distance if it names one.

    A certificate that proves a distance must prove the one that the result names.  One that proves the verdict only
    must not contradict it, and is no proof for a result that states no bounds, as that means the number alone.
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
    """Whether the result's normal is an axis that proves its distance, to within what touching may be."""
    if result.normal is None or result.normal == certificate.evidence.axis:
        return True
    try:
        proved = prove(Evidence(axis=result.normal), *setting)
    except Unproved:  # no direction: it was lost in the smallest or the largest numbers that there are
        return False
    distance = result.lower if result.signed_distance is None else result.signed_distance
    return distance <= proved.lower + proved.tolerance + _rounding(distance)


def _rounding(distance: float) -> float:
    return ROUNDING * abs(distance) + LEAST if isfinite(distance) else 0.0


def _about_surfaces(result: Result, setting: Setting) -> bool:
    meshes = isinstance(setting.shape_a, Mesh) or isinstance(setting.shape_b, Mesh)
    return meshes and result.algorithm in OF_SURFACES and result.verdict is not Verdict.SEPARATED


def _evidence(result: Result, setting: Setting, steps: Sequence[Any]) -> Iterator[Evidence | None]:
    """Whatever may prove the result, the cheapest first; `None` where a search exceeded its budget."""
    for step in reversed(steps):
        if type(step) in EVIDENCE:
            yield EVIDENCE[type(step)](step, setting)
    if result.normal is not None and result.signed_distance is None:
        yield Evidence(axis=result.normal)
    if isinstance(setting.shape_a, PolytopeShape) and isinstance(setting.shape_b, PolytopeShape):
        found = _last_of_exact(setting)
        yield None if found is None else _of_exact(found, setting)
        if found is not None:  # it is the truth: nothing else proves what it does not
            return
    for step in _last_of_gjk_and_epa(setting):
        yield None if step is None else EVIDENCE[type(step)](step, setting)


def _last_of_exact(setting: Setting) -> exact.State | None:
    """The last step of exact arithmetic; `None` where it exceeds its budget."""
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
    """The last steps of GJK and EPA; `None` where EPA exceeds its budget."""
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
"""The faces of a tetrahedron, anticlockwise seen from outside when its last vertex is behind the first face."""


def _of_epa(step: epa.State, setting: Setting) -> Evidence:
    faces = tuple(face.corners for face in step.faces if face.death < 0)
    return _evidence_of(step.vertices, setting, step.normal, (), faces)


EVIDENCE: dict[type, Callable[[Any, Setting], Evidence]] = {
    exact.State: _of_exact,
    gjk.State: _of_gjk,
    epa.State: _of_epa,
}


def _shortened(numbers: tuple[int, ...]) -> Any:
    """The same proportions in the least whole numbers."""
    divisor = gcd(*numbers)
    return tuple(number // divisor for number in numbers)


def _evidence_of(
    vertices: Sequence[gjk.Vertex],
    setting: Setting,
    axis: Vec3,
    weights: tuple[float, ...],
    faces: tuple[tuple[int, int, int], ...],
) -> Evidence:
    """Vertices go by their numbers, points of curved shapes are taken into the shape."""
    shape_a, pose_a, shape_b, pose_b = setting
    between = sub(pose_b.position, pose_a.position)
    points_a = _points(shape_a, pose_a, [w.a for w in vertices])
    points_b = _points(shape_b, pose_b, [sub(w.b, between) for w in vertices])
    numbers = tuple((i if points_a else w.index_a, i if points_b else w.index_b) for i, w in enumerate(vertices))
    return Evidence(axis, numbers, weights, faces, points_a, points_b)


def _points(shape: Shape, pose: Pose, points: list[Vec3]) -> tuple[Vec3, ...]:
    """Points given from the shape's position along the world's axes, in its own frame, inside; none of a polytope."""
    if isinstance(shape, PolytopeShape):
        return ()
    if not isinstance(shape, CurvedShape):
        raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")
    x, y, z = (column(pose.rotation, i) for i in range(3))
    # The rotation need not be orthogonal: its inverse is not its transpose.
    rows, volume = (cross(y, z), cross(z, x), cross(x, y)), dot(x, cross(y, z))
    return tuple(
        shape.moved_inside((dot(rows[0], p) / volume, dot(rows[1], p) / volume, dot(rows[2], p) / volume))
        for p in points
    )
