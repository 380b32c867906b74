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

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any, NamedTuple

from gjkscope.engine.algorithm import Setting
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import ROUNDINGS, Certificate, Evidence, Proof, Unproved, prove
from gjkscope.engine.registry import ALGORITHMS, algorithm_of
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.shapes.kinds import Mesh, Shape
from gjkscope.engine.vectors import DOUBLE

# A signed distance is a double and a few roundings old: of its own size, or of the least double's.  It counts where the
# shapes are mere points beside their distance.
ROUNDING, LEAST = ROUNDINGS * DOUBLE, ROUNDINGS * 2.0**-1074

# Vertices and faces that one search for evidence may visit, summed over its steps.  Exact arithmetic takes about a
# microsecond for each, so a quarter of a second in all: enough for two 256-vertex hulls about one centre (100,000).
WORK = 250_000

TOO_LARGE = "too large"
"""The reason for no certificate where a search exceeded its budget."""


class Found(NamedTuple):
    """The outcome of a search."""

    certificate: Certificate | None
    reason: str = ""  # for no certificate, where there is more to say than that no evidence proves the answer


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
    """Whether the result is about the surface of a mesh: only if even the hulls are apart do they prove it."""
    meshes = isinstance(setting.shape_a, Mesh) or isinstance(setting.shape_b, Mesh)
    return meshes and of_surfaces(result.algorithm) and result.verdict is not Verdict.SEPARATED


def of_surfaces(algorithm: str) -> bool:
    """Whether the algorithm takes a mesh as a surface; the others, and the default ("gjk+epa"), take its hull."""
    return any(ALGORITHMS[name].of_surfaces for name in algorithm.split("+"))


def _evidence(result: Result, setting: Setting, steps: Sequence[Any]) -> Iterator[Evidence | None]:
    """Whatever may prove the result, the cheapest first; `None` where a search exceeded its budget."""
    for step in reversed(steps):
        if (found := algorithm_of(step).evidence) is not None:
            yield found(step, setting)
    if result.normal is not None and result.signed_distance is None:
        yield Evidence(axis=result.normal)
    provers = [one.prover for one in ALGORITHMS.values() if one.prover is not None and one.prover.applies(setting)]
    for prover in sorted(provers, key=lambda one: one.order):
        is_complete = True
        for evidence in prover.evidence(setting, WORK):
            is_complete = is_complete and evidence is not None
            yield evidence
        if prover.is_final and is_complete:  # it is the truth: nothing else proves what it does not
            return
