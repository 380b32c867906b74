"""Searches for a certificate of a result: collects candidate evidence and lets the checker verify it.

The checker (certificate.py) accepts evidence from any source, so this module need not be trusted and may guess.  It
tries, in order:

1. The last step of the algorithm that ran: GJK's simplex with its weights, or with its faces if it encloses the origin;
   the faces of EPA's polytope; all evidence of a step of exact arithmetic; the tree and the nearest triangles of
   `mesh-distance`, unless its proof would exceed `WORK`.
2. The normal as an axis, which may suffice if the result names no distance.
3. Other algorithms: exact arithmetic for polytopes, GJK and EPA for curved shapes.  Each has a budget, `WORK`, counted
   in units of work rather than seconds, so that the outcome is deterministic.  If exact arithmetic exceeds it, GJK and
   EPA run instead.
4. If a search exceeded its budget: the evidence that it had found, with the result's normal as the axis, which may
   still prove the verdict.  Otherwise the reason is `TOO_LARGE`.

A certificate is accepted only if it proves the result: the verdict, the bounds, and the distance if there is one; and
the result's normal, used as an axis, must prove the same distance.  If the certificate's bounds are wide, it proves
only the verdict (`Proof.VERDICT`), and the distance must lie between the bounds.  Witness points are not checked: they
are rounded, so they lie next to the surfaces rather than on them.  A missing certificate does not mean that the result
is wrong: it may be slightly inaccurate, or involve a curved shape that no polytope approximates closely enough.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any, NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import ROUNDINGS, Certificate, Evidence, Proof, prove
from gjkscope.engine.proof.meshes import nearest_gap
from gjkscope.engine.proof.terms import Unproved
from gjkscope.engine.registry.algorithms import ALGORITHMS, algorithm_of, algorithms_for
from gjkscope.engine.registry.records import Setting
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import DOUBLE, Vec3

# Rounding error of a computed signed distance: relative, and at least that of the smallest doubles.  It matters if the
# shapes are tiny compared with their distance.
ROUNDING, LEAST = ROUNDINGS * DOUBLE, ROUNDINGS * 2.0**-1074

# Work of one search for evidence, about a quarter of a second (see `registry.records.step_work`): 1,900 steps with two
# hulls of 1,000 vertices, which need 600 if they are round and concentric; 900 steps with two of 20,000 vertices.
WORK = 250_000

TOO_LARGE = "too large"
"""The reason for a missing certificate if a search exceeded its budget."""

OF_HULL, OF_HULLS = "of its hull", "of their hulls"
"""Why an answer is not certified, whatever proves it: it is about the hull of a mesh that is not convex, or of two."""


class Found(NamedTuple):
    """The outcome of a search."""

    certificate: Certificate | None
    reason: str = ""  # why there is no certificate; empty if no evidence proved the result


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
    outcome = _search(result, Setting(shape_a, pose_a, shape_b, pose_b), steps)
    return replace(result, certificate=outcome.certificate, uncertified=hull_words(result) or outcome.reason)


def with_hulls(result: Result, shape_a: Shape, shape_b: Shape) -> Result:
    """The result, with a note of the shapes that the algorithm replaced by their hulls although they are not convex."""
    if of_surfaces(result.algorithm):
        return result
    hulled = not is_hull(shape_a), not is_hull(shape_b)
    if not any(hulled):
        return result
    return replace(result, hulled=hulled, uncertified=result.uncertified or hull_note(*hulled))


def hull_words(result: Result) -> str:
    """ "of its hull" if the answer is about the hull of a mesh that is not convex; "" if it is about the shapes."""
    return hull_note(*result.hulled)


def hull_note(a: bool, b: bool) -> str:
    """The note on an answer about two shapes, given which of them were replaced by hulls without being convex."""
    return OF_HULLS if a and b else OF_HULL if a or b else ""


def _search(result: Result, setting: Setting, steps: Sequence[Any]) -> Found:
    if result.verdict is Verdict.UNDECIDED or _about_surfaces(result, setting):
        return Found(None)
    reason, partial = "", list[Evidence]()
    for evidence in _evidence(result, setting, steps):
        if evidence is None:
            reason = TOO_LARGE
        elif certificate := _proof_by(evidence, result, setting):
            return Found(certificate)
        elif reason and result.normal is not None:
            partial.append(replace(evidence, axis=result.normal))
    proofs = (_proof_by(evidence, result, setting) for evidence in partial)
    return next((Found(proof) for proof in proofs if proof), Found(None, reason))


def _proof_by(evidence: Evidence, result: Result, setting: Setting) -> Certificate | None:
    """The certificate that follows from the evidence, if it proves the result."""
    try:
        certificate = prove(evidence, *setting, 0.0 if result.algorithm == "exact" else None)
    except Unproved:
        return None
    return certificate if confirms(certificate, result) and _normal_holds(result, setting, certificate) else None


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
        known = _known_along(result.normal, setting, certificate)
    except Unproved:  # no direction, because of overflow or underflow
        return False
    distance = result.lower if result.signed_distance is None else result.signed_distance
    return distance <= known + _rounding(distance)


def _known_along(normal: Vec3, setting: Setting, certificate: Certificate) -> float:
    """The distance that the normal proves as an axis, with the tolerance for touching: of convex shapes, or of the
    nearest triangles of surfaces.
    """
    if (surfaces := certificate.evidence.surfaces) is not None:
        return nearest_gap(surfaces, normal, *setting) + certificate.tolerance
    proved = prove(Evidence(axis=normal), *setting)
    return proved.lower + proved.tolerance


def _rounding(distance: float) -> float:
    return ROUNDING * abs(distance) + LEAST if isfinite(distance) else 0.0


def _about_surfaces(result: Result, setting: Setting) -> bool:
    """Whether the result is about the surface of a mesh; the hulls prove such a result only if they are apart."""
    concave = not (is_hull(setting.shape_a) and is_hull(setting.shape_b))
    return concave and of_surfaces(result.algorithm) and result.verdict is not Verdict.SEPARATED


def of_surfaces(algorithm: str) -> bool:
    """Whether the algorithm takes a mesh as a surface; the others, and the default ("gjk+epa"), take its hull."""
    return any(name in ALGORITHMS and ALGORITHMS[name].of_surfaces for name in algorithm.split("+"))


def _evidence(result: Result, setting: Setting, steps: Sequence[Any]) -> Iterator[Evidence | None]:
    """Candidate evidence, cheapest first; `None` before that of a search that exceeded its budget."""
    for step in reversed(steps):
        if (collect := algorithm_of(step).evidence) is not None:
            yield collect(step, setting)
    if result.normal is not None and result.signed_distance is None:
        yield Evidence(axis=result.normal)
    known = algorithms_for(setting.shape_a).values()
    provers = [
        algorithm.prover for algorithm in known if algorithm.prover is not None and algorithm.prover.applies(setting)
    ]
    for prover in sorted(provers, key=lambda prover: prover.order):
        is_complete = True
        for evidence in prover.evidence(setting, WORK):
            is_complete = is_complete and evidence is not None
            yield evidence
        if prover.is_final and is_complete:  # exact arithmetic is conclusive: no other evidence can prove more
            return
