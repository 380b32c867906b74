"""What every algorithm answers with: one `Result` type, one `Trace` type, named verdicts and exits.

Conventions (all algorithms share them): distances in metres, `signed_distance` > 0 is the gap and < 0 minus the
penetration depth; `normal` is a unit vector from A to B; witness points are in world space.  What an algorithm
does not compute is `None`, never a made-up number.
"""

from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from math import inf, isfinite, isnan, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from .vectors import Vec3, scale

if TYPE_CHECKING:  # it needs the verdicts from here
    from .certificate import Certificate

# Shapes whose signed distance is within this much of their size are said to touch.  Bug reports carry some ten
# digits, and rounding in the input alone moves a contact by 1e-16 of the coordinates, so a finer distinction
# would be an accident of the numbers.
TOUCHING = 1e-9


class Verdict(StrEnum):
    SEPARATED = "separated"
    TOUCHING = "touching"
    PENETRATING = "penetrating"
    UNDECIDED = "undecided"


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

    `lower` ≤ signed distance ≤ `upper` is what the algorithm has proved, up to rounding; `signed_distance` is
    `None` where the two are too far apart to name one number.
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
    certificate: "Certificate | None" = field(default=None, compare=False)  # `query` looks for one, `trace` does not

    @property
    def certified(self) -> bool:
        """Whether verdict and signed distance are proved by a certificate that anyone can check."""
        return self.certificate is not None

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
    proved = Result(algorithm, _VERDICTS[verdict], reason, steps, lower=lower, upper=upper)
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
    """The result without what is no number.

    Lengths near the largest double add up to infinity, and the difference of two such sums is NaN.  What came to that
    is not known; and where it is a bound, nothing is.
    """
    if isnan(result.lower) or isnan(result.upper):
        return Result(result.algorithm, Verdict.UNDECIDED, Exit.DEGENERATE_INPUT, result.steps)
    unknown: dict[str, Any] = {name: None for name in MEASURED if not _is_finite(getattr(result, name))}
    return replace(result, **unknown) if unknown else result


MEASURED = ("signed_distance", "normal", "witness_a", "witness_b")
"""The fields of a result that may be `None`."""


def _is_finite(value: float | Vec3 | None) -> bool:
    if isinstance(value, tuple):
        return isfinite(value[0]) and isfinite(value[1]) and isfinite(value[2])
    return value is None or isfinite(value)


def verdict_of(lower: float, upper: float, size: float) -> Verdict:
    """The verdict that `lower` ≤ signed distance ≤ `upper` allows, for shapes of that `size` (metres)."""
    return _VERDICTS[verdict_number(lower, upper, size)]


def verdict_number(lower: float, upper: float, size: float) -> int:
    """`verdict_of`, as the place in the list of verdicts: compiled code knows no strings."""
    tolerance = TOUCHING * size
    if lower > tolerance:
        return 0
    if upper < -tolerance:
        return 2
    if -tolerance <= lower and upper <= tolerance < inf:
        return 1
    return 3


_VERDICTS = tuple(Verdict)
