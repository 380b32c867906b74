"""The types that all algorithms return: `Result`, `Trace`, and the reasons for stopping, `Exit`.

Conventions: distances are in metres; `signed_distance` is the gap (> 0) or minus the penetration depth (< 0); `normal`
is a unit vector from A to B; witness points are in world coordinates.  A quantity that an algorithm does not compute is
`None`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import inf, isfinite, isnan, nan
from typing import Any, NamedTuple, Protocol, TypeVar

from gjkscope.engine.arguments import NotApplicable as NotApplicable  # re-exported
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Certificate, Proof
from gjkscope.engine.proof.verdict import TOUCHING as TOUCHING  # re-exported, like the next three
from gjkscope.engine.proof.verdict import VERDICTS
from gjkscope.engine.proof.verdict import Verdict as Verdict
from gjkscope.engine.proof.verdict import verdict_number as verdict_number
from gjkscope.engine.proof.verdict import verdict_of as verdict_of
from gjkscope.engine.runtime.display import Displayed
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3, scale


class Exit(IntEnum):
    """Why an algorithm stopped.  An `IntEnum`, because compiled code stores it as a number.

    >>> from gjkscope import Exit
    >>> Exit.CONVERGED.words, Exit(6).name
    ('converged', 'ITERATION_LIMIT')
    """

    RUNNING = 0  #: not stopped yet
    SEPARATING_AXIS = 1  #: the shapes are separated along a direction
    CONVERGED = 2  #: the lower and upper bounds agree to within rounding
    ORIGIN_ENCLOSED = 3  #: the simplex contains the origin, so the shapes overlap
    TOUCHING = 4  #: the origin lies on the simplex, or on the surface of A − B
    NO_PROGRESS = 5  #: any further improvement is below rounding error
    ITERATION_LIMIT = 6  #: only the bounds found so far are valid
    DEGENERATE_INPUT = 7  #: products of the coordinates overflow or underflow
    ALL_AXES_OVERLAP = 8  #: sat: no axis separates the shapes
    COMPLETE = 9  #: broad phases: all bodies are processed
    CLEAR = 10  #: push-out: no overlap, or none left
    BOTH_FIXED = 11  #: push-out: neither body may move
    DEPTH_UNKNOWN = 12  #: the shapes may overlap, but the depth could not be measured
    CYCLE = 13  #: a state recurred, so the loop would never end
    SUPPORTS_COINCIDE = 14  #: tetrahedron: no segment to start from
    SUPPORTS_ON_A_LINE = 15  #: tetrahedron: no triangle to start from
    SUPPORTS_ON_A_PLANE = 16  #: tetrahedron: no tetrahedron to start from
    ORIGIN_ON_RAY = 17  #: mpr: the first support point lies on the origin ray
    NO_INTERIOR = 18  #: A − B is flat, or mpr's start point lies on its surface
    DISTANCE_KNOWN = 19  #: epa: GJK has already determined the distance
    VERTEX_INSIDE = 20  #: brute: a vertex of one shape is inside the other
    NO_VERTEX_INSIDE = 21  #: brute as published: proves nothing
    EDGES_CROSS = 22  #: brute: an edge pierces the other shape
    MIDDLE_INSIDE = 23  #: brute: the mean of all contact points is inside both
    SURFACES_APART = 24  #: brute: no vertex is inside and no edge meets a face
    NOT_WATERTIGHT = 25  #: brute: a surface with a hole has no inside
    VOLUMES_MEET = 26  #: aabb, sphere: the bounding volumes overlap
    FIRST_CONTACT = 27  #: advancement: the shapes first touch at this time
    NO_CONTACT = 28  #: advancement: no contact in the time left
    MOVING_APART = 29  #: advancement: the gap along the normal never shrinks
    WITHIN_TOLERANCE = 30  #: the bounds are as close as `Options.tolerance` asks for
    ENGINE_STOPS = 31  #: algorithms of engines: a rule of the engine ends the search, and it answers
    NOT_A_NUMBER = 32  #: algorithms of engines: the answer is infinite or not a number
    ASSERTION_FAILED = 33  #: algorithms of engines: an assertion of the engine would fail
    TRIANGLES_OVERLAP = 34  #: mesh-distance: two triangles overlap, or a triangle and the convex shape
    CONTAINED = 35  #: mesh-distance: no triangles overlap, but a point of one shape is inside the other

    @property
    def words(self) -> str:
        """A short phrase for people, such as `separating axis` or `no progress`."""
        return _PHRASES.get(self) or self.name.lower().replace("_", " ")


_PHRASES = {
    Exit.ALL_AXES_OVERLAP: "no separating axis",
    Exit.CLEAR: "no overlap",
    Exit.BOTH_FIXED: "both bodies fixed",
    Exit.CYCLE: "cycle detected",
    Exit.SUPPORTS_COINCIDE: "support points coincide",
    Exit.SUPPORTS_ON_A_LINE: "support points collinear",
    Exit.SUPPORTS_ON_A_PLANE: "support points coplanar",
    Exit.DISTANCE_KNOWN: "distance known from GJK",
    Exit.EDGES_CROSS: "edge crosses a face",
    Exit.MIDDLE_INSIDE: "mean contact inside both",
    Exit.SURFACES_APART: "surfaces disjoint",
    Exit.VOLUMES_MEET: "volumes overlap",
    Exit.ENGINE_STOPS: "engine ended the search",
    Exit.NOT_A_NUMBER: "NaN or infinity in the answer",
    Exit.CONTAINED: "inside the other",
}
"""Phrases that differ from the name."""


class AskedPair(NamedTuple):
    """The two placed shapes that an answer is about, and the options of the algorithm."""

    shape_a: Shape
    pose_a: Pose
    shape_b: Shape
    pose_b: Pose
    options: Options = DEFAULT


@dataclass(frozen=True)
class Result(Displayed):
    """What an algorithm found out about one pair of shapes.

    Distances are in metres: `signed_distance` is the gap (> 0) or minus the penetration depth (< 0).  `normal` is a
    unit vector from A to B; `witness_a` and `witness_b` are the closest or deepest points, in world coordinates.

    The algorithm has proved `lower` ≤ signed distance ≤ `upper`, up to rounding.  If the bounds are too far apart,
    `signed_distance`, `normal` and the witness points are `None`.

    If its bounds have met, the distance is accurate to 1e-9 · max(size, distance), plus 1e-14 of the largest coordinate
    relative to A's position.  (The latter matters, for example, for a ball of radius 1e-9 m around a vertex 10 m from
    its shape's origin.  Such a result has no certificate; the `exact` algorithm returns the true value.)  If EPA's
    bounds on a curved pair have not met, it is accurate to 1e-6 (2e-6 for a tiny body near the centre of a spheroid,
    3e-5 for the worst of ten million fuzzed pairs), depends on the order of A and B by as much, and the true value lies
    between the bounds.  Nearest points of curved
    shapes are accurate sideways to 1e-7 of the size.  `make fuzz` checks every answer against this.

    >>> from gjkscope import Box, Pose, query
    >>> result = query(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(1.5, 0, 0)))
    >>> result.verdict.value, round(result.signed_distance, 6)
    ('penetrating', -0.5)
    >>> [round(x, 6) + 0.0 for x in result.push_out]  # moves A out of B
    [-0.5, 0.0, 0.0]
    """

    algorithm: str  #: a key of `ALGORITHMS`, or "gjk+epa"
    verdict: Verdict  #: separated, touching or penetrating; undecided if the bounds allow several
    exit: Exit  #: why the algorithm stopped
    steps: int  #: how many
    signed_distance: float | None = None
    normal: Vec3 | None = None
    witness_a: Vec3 | None = None
    witness_b: Vec3 | None = None
    lower: float = -inf
    upper: float = inf
    certificate: Certificate | None = field(default=None, compare=False)  #: the proof; set by `query`, not by `trace`
    uncertified: str = field(default="", compare=False)  #: why it is not certified, if that is known: "too large"
    hulled: tuple[bool, bool] = (False, False)  #: whether A and B are meshes that are not convex, taken as their hulls
    asked: AskedPair | None = field(default=None, compare=False, repr=False)  #: the shapes and poses; set by `query`

    @property
    def of_hulls(self) -> bool:
        """Whether the answer is about the convex hull of a mesh that is not convex, and not about the mesh."""
        return any(self.hulled)

    @property
    def certified(self) -> bool:
        """Whether the answer is certified.

        An answer is certified if exact arithmetic confirms a proof of its verdict and, if it states one, of its
        distance, to within 1e-9 of the pair's size.

        It is false if the answer is `of_hulls`: a certificate then proves what is true of the hulls.
        """
        return self.proved is Proof.DISTANCE or (self.proved is Proof.VERDICT and self.signed_distance is None)

    @property
    def proved(self) -> Proof | None:
        """What the certificate proves about the shapes; `None` if there is none, or if the answer is `of_hulls`."""
        if self.certificate is None or self.of_hulls:
            return None
        return Proof.VERDICT if self.certificate.of_hulls else self.certificate.proves

    @property
    def push_out(self) -> Vec3 | None:
        """The minimum translation of A that separates an overlapping pair, −depth · normal; `None` otherwise."""
        if self.verdict is not Verdict.PENETRATING or self.signed_distance is None or self.normal is None:
            return None
        return scale(self.normal, self.signed_distance)


class RawAnswer(NamedTuple):
    """The numbers of a `Result`, as compiled code stores them; NaN represents `None`."""

    verdict: int  # index into `VERDICTS`
    lower: float
    upper: float
    signed_distance: float
    normal: Vec3
    witness_a: Vec3
    witness_b: Vec3


class _State(Protocol):
    """A state of an algorithm; `exit` says why it ended."""

    @property
    def exit(self) -> int: ...


S = TypeVar("S", bound=_State)


def all_steps(first: S, step: Callable[[S], S]) -> tuple[S, ...]:
    """All steps of an algorithm, from the first to the one with an exit.  Raises `Cancelled` if it was cancelled."""
    steps = [first]
    while steps[-1].exit == Exit.RUNNING:
        checkpoint()
        steps.append(step(steps[-1]))
    return tuple(steps)


def final_step(first: S, step: Callable[[S], S], most: float = inf) -> S:
    """The last of `all_steps`, or the one that `most` further steps lead to; the others are not kept.

    Raises `Cancelled` if it was cancelled.
    """
    last, done = first, 0
    while last.exit == Exit.RUNNING and done < most:
        checkpoint()
        last = step(last)
        done += 1
    return last


def bounds_only(verdict: int, lower: float, upper: float) -> RawAnswer:
    """An answer with bounds but no distance, normal or witness points."""
    unknown = (nan, nan, nan)
    return RawAnswer(verdict, lower, upper, nan, unknown, unknown, unknown)


def result_of(algorithm: str, reason: Exit, steps: int, answer: RawAnswer) -> Result:
    """The `Result` for a `RawAnswer`; `steps` is the number of steps."""
    verdict, lower, upper, distance, normal, witness_a, witness_b = answer
    proved = Result(algorithm, VERDICTS[verdict], reason, steps, lower=lower, upper=upper)
    if isnan(distance):
        return proved
    return replace(proved, signed_distance=distance, normal=normal, witness_a=witness_a, witness_b=witness_b)


@dataclass(frozen=True)
class Trace(Displayed):
    """A run of an algorithm: all its steps and the result.  Notebooks display it as a player.

    Each algorithm has its own type of step, a named tuple that holds everything a view needs to draw the step.

    >>> from gjkscope import Box, Pose, trace
    >>> run = trace(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)), "gjk")
    >>> run.algorithm, len(run.steps) == run.result.steps, round(run.steps[-1].upper, 6)
    ('gjk', True, 1.0)
    """

    algorithm: str  #: a key of `ALGORITHMS`
    steps: tuple[Any, ...]  #: named tuples; all have `iteration` and `exit`
    result: Result  #: the answer, without a certificate
    asked: AskedPair | None = field(default=None, compare=False, repr=False)  #: the shapes and poses; set by `trace`


def finite(result: Result) -> Result:
    """The result without non-finite quantities, and with its signed distance between its bounds.

    Lengths near the largest double add up to infinity, and the difference of two such sums is NaN.  A quantity that
    is NaN is unknown; if it is a bound, everything is.
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
