"""What every algorithm answers with: one `Result` type, one `Trace` type, named verdicts and exits.

Conventions (all algorithms share them): distances in metres, `signed_distance` > 0 is the gap and < 0 minus the
penetration depth; `normal` is a unit vector from A to B; witness points are in world space.  What an algorithm
does not compute is `None`, never a made-up number.
"""

from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import inf, isfinite, isnan, nan
from typing import Any, NamedTuple

from gjkscope.engine.proof.certificate import Certificate, Proof
from gjkscope.engine.proof.verdict import TOUCHING as TOUCHING  # part of what this module offers, as are the next three
from gjkscope.engine.proof.verdict import VERDICTS
from gjkscope.engine.proof.verdict import Verdict as Verdict
from gjkscope.engine.proof.verdict import verdict_number as verdict_number
from gjkscope.engine.proof.verdict import verdict_of as verdict_of
from gjkscope.engine.vectors import Vec3, scale


class Exit(IntEnum):
    """Why an algorithm stopped.  An `IntEnum`, because compiled code carries it as a number."""

    RUNNING = 0  # it has not
    SEPARATING_AXIS = 1  # a direction shows a gap
    CONVERGED = 2  # the bounds have met
    ORIGIN_ENCLOSED = 3  # the simplex holds the origin: they share a point
    TOUCHING = 4  # they share a point: the origin lies on the simplex, or on the surface of A − B
    NO_PROGRESS = 5  # rounding hides whatever there is left to gain
    ITERATION_LIMIT = 6  # there may be more to find; only what is proved so far counts
    DEGENERATE_INPUT = 7  # such coordinates cannot be multiplied: infinite, or zero
    ALL_AXES_OVERLAP = 8  # sat: no axis separates them
    COMPLETE = 9  # broad phases: every body has had its turn
    CLEAR = 10  # push-out: there is nothing, or nothing more, to push out
    BOTH_FIXED = 11  # push-out: neither may move
    DEPTH_UNKNOWN = 12  # they may share points, but how deep is not known
    CYCLE = 13  # a state has come back, and would for ever
    SUPPORTS_COINCIDE = 14  # tetrahedron: there is no line to start from …
    SUPPORTS_ON_A_LINE = 15  # … no triangle …
    SUPPORTS_ON_A_PLANE = 16  # … no tetrahedron
    ORIGIN_ON_RAY = 17  # mpr: the first support lies on the ray itself
    NO_INTERIOR = 18  # A − B is flat, or for mpr the point to start from lies on its surface
    DISTANCE_KNOWN = 19  # epa: GJK has answered already
    VERTEX_INSIDE = 20  # brute: of one in the other
    NO_VERTEX_INSIDE = 21  # brute as published: proves nothing
    EDGES_CROSS = 22  # brute: an edge runs through the other shape
    MIDDLE_INSIDE = 23  # brute: the middle of all contacts is inside both
    SURFACES_APART = 24  # brute: no vertex is inside and no edge meets a face
    NOT_WATERTIGHT = 25  # brute: a surface with a hole has no inside
    VOLUMES_MEET = 26  # aabb, sphere: no gap between the volumes
    FIRST_CONTACT = 27  # advancement: at this time they touch, and never before
    NO_CONTACT = 28  # advancement: nothing can touch in the time that is left
    MOVING_APART = 29  # advancement: the gap along the normal never shrinks

    @property
    def words(self) -> str:
        """The name in plain words: `separating axis`, `no progress` …"""
        return self.name.lower().replace("_", " ")


class NotApplicable(ValueError):
    """The algorithm does not take this pair of shapes; the message says which it takes."""


@dataclass(frozen=True)
class Result:
    """The answer about one pair.

    `lower` ≤ signed distance ≤ `upper` is what the algorithm has proved, up to rounding.  `signed_distance` is `None`
    where the two are too far apart to name one number, and else lies between them.

    Rounding is relative to the coordinates, measured from A's position: a few 1e-16 of the largest.  Distances are
    accurate to 1e-9 of max(size, distance) as long as that is more: not for a ball of 1e-9 m around a vertex 10 m from
    its shape's origin.  Such an answer has no certificate; the `exact` algorithm gives the true value.
    """

    algorithm: str
    verdict: Verdict
    exit: Exit
    steps: int
    signed_distance: float | None = None
    normal: Vec3 | None = None
    witness_a: Vec3 | None = None
    witness_b: Vec3 | None = None
    lower: float = -inf
    upper: float = inf
    certificate: Certificate | None = field(default=None, compare=False)  # `query` looks for one, `trace` does not
    uncertified: str = field(default="", compare=False)  # why there is none, where the search was stopped: "too large"

    @property
    def certified(self) -> bool:
        """Whether all that the result says is proved: its verdict, and its signed distance where it names one."""
        return self.proved is Proof.DISTANCE or (self.proved is Proof.VERDICT and self.signed_distance is None)

    @property
    def proved(self) -> Proof | None:
        """What the certificate proves; `None` where there is none."""
        return None if self.certificate is None else self.certificate.proves

    @property
    def push_out(self) -> Vec3 | None:
        """The translation of A that just separates a penetrating pair (−depth · normal); `None` otherwise."""
        if self.verdict is not Verdict.PENETRATING or self.signed_distance is None or self.normal is None:
            return None
        return scale(self.normal, self.signed_distance)


class Answer(NamedTuple):
    """What a `Result` says of a pair, in numbers alone, as compiled code carries it; NaN stands for `None`."""

    verdict: int  # its place among the verdicts
    lower: float
    upper: float
    signed_distance: float
    normal: Vec3
    witness_a: Vec3
    witness_b: Vec3


def bounds_alone(verdict: int, lower: float, upper: float) -> Answer:
    """The answer of an algorithm that has no more to say."""
    unknown = (nan, nan, nan)
    return Answer(verdict, lower, upper, nan, unknown, unknown, unknown)


def result_of(algorithm: str, reason: Exit, steps: int, answer: Answer) -> Result:
    """The result that says what the answer says."""
    verdict, lower, upper, distance, normal, witness_a, witness_b = answer
    proved = Result(algorithm, VERDICTS[verdict], reason, steps, lower=lower, upper=upper)
    if isnan(distance):
        return proved
    return replace(proved, signed_distance=distance, normal=normal, witness_a=witness_a, witness_b=witness_b)


@dataclass(frozen=True)
class Trace:
    """A run of an algorithm, step by step.  The type of the steps is the algorithm's own."""

    algorithm: str
    steps: tuple[Any, ...]
    result: Result


def finite(result: Result) -> Result:
    """The result without what is no number, and with its signed distance between its bounds.

    Lengths near the largest double add up to infinity, and the difference of two such sums is NaN.  What came to that
    is not known; and where it is a bound, nothing is.
    """
    if isnan(result.lower) or isnan(result.upper):
        return Result(result.algorithm, Verdict.UNDECIDED, Exit.DEGENERATE_INPUT, result.steps)
    changed: dict[str, Any] = {name: None for name in MEASURED if not _is_finite(getattr(result, name))}
    distance = result.signed_distance
    if distance is not None and isfinite(distance):  # bounds that have met may cross by a rounding
        if result.lower > distance:
            changed["lower"] = distance
        if result.upper < distance:
            changed["upper"] = distance
    return replace(result, **changed) if changed else result


MEASURED = ("signed_distance", "normal", "witness_a", "witness_b")
"""The fields of a result that may be `None`."""


def _is_finite(value: float | Vec3 | None) -> bool:
    if isinstance(value, tuple):
        return isfinite(value[0]) and isfinite(value[1]) and isfinite(value[2])
    return value is None or isfinite(value)
