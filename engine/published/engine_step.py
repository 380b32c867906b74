"""The step that all algorithms of engines share: a search for a simplex, then a polytope that grows, with decisions.

Each engine has a subclass of `EngineStep`, so that its steps are known by their type, and its own `memory`.  Points of
A, of B and of A − B are in world coordinates, metres, whatever frame the engine computes in.
"""

from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Any, NamedTuple

from gjkscope.engine.gjk.steps import ROUNDINGS, Vertex, reach_of
from gjkscope.engine.published.decisions import EngineDecision
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.result import Exit, Result, Trace, Verdict, all_steps
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, dot, norm, unit

MOST_STEPS = 1200
"""A limit on the steps of any of these algorithms, above the limits of the engines themselves."""


class EngineFace(NamedTuple):
    """A face of the polytope, as the engine keeps it."""

    corners: tuple[int, int, int]  # of the polytope's vertices
    normal: Vec3  # outward, as the engine takes it; of any length
    distance: float  # of the origin from the face, metres, as the engine computes it


class EnginePolytope(NamedTuple):
    """The polytope of an EPA."""

    vertices: Sequence[Vertex]
    faces: Sequence[EngineFace]
    nearest: tuple[int, ...] = ()  # corners of the feature nearest to the origin, in the engine's opinion
    removed: tuple[tuple[int, int, int], ...] = ()  # faces that this step removed


class ClaimedResult(NamedTuple):
    """What the engine returns; None is what it does not compute."""

    verdict: Verdict
    signed_distance: float | None = None  # may be wrong, and even NaN
    normal: Vec3 | None = None  # unit, from A to B
    witness_a: Vec3 | None = None  # in world coordinates
    witness_b: Vec3 | None = None


class EngineStep(NamedTuple):
    """One step: the search, the decisions that the engine made, and what it kept."""

    iteration: int
    phase: str  # "GJK", "EPA", "distance", as the engine calls it
    before: Vertices
    direction: Vec3 | None  # that was searched, of any length; None: this step searched nothing
    support: Vertex | None
    height: float | None  # direction · support
    simplex: Vertices  # kept
    closest: Vec3 | None  # the engine's closest point of the simplex or the polytope, if it has one
    polytope: EnginePolytope | None
    decisions: tuple[EngineDecision, ...]
    action: str  # what the engine did, a key of its sentences
    lower: float  # the lower bound of the signed distance that the supports so far prove, metres
    reach: float  # the largest coordinate met, metres
    answer: ClaimedResult | None
    exit: Exit
    ending: str = ""  # why it ended, in the engine's terms
    memory: Any = None  # the rest of the engine's state
    searches: int = 0  # support points so far; each vertex is named by its number among them


def before_first_step(kind: type[Any], phase: str, memory: Any = None) -> Any:
    """A step before anything was searched, of an engine's own kind."""
    return kind(0, phase, (), None, None, None, (), None, None, (), "", -inf, 0.0, None, Exit.RUNNING, "", memory)


def next_iteration(step: Any) -> Any:
    """The step at the start of the next iteration: it has the simplex of the step before, and no tests yet."""
    return step._replace(
        iteration=step.iteration + 1, before=step.simplex, direction=None, support=None, height=None, decisions=()
    )


def with_support(step: Any, direction: Vec3, support: Vertex, slack: float = 0.0) -> Any:
    """The step with a new support point, and what this proves.

    No point of A − B is further along `direction` by more than `slack`, metres: the radii of cores, and rounding beyond
    that of double precision.
    """
    height = dot(direction, support.point)
    length = norm(direction)
    slack += ROUNDINGS * DOUBLE * reach_of(support)
    proved = -dot(unit(direction), support.point) - slack if length > 0 and isfinite(length) else -inf
    return step._replace(
        direction=direction,
        support=support,
        height=height,
        lower=max(step.lower, proved),
        reach=max(step.reach, reach_of(support)),
        searches=support.birth + 1,
    )


def ended(step: Any, why: Exit, ending: str, answer: ClaimedResult) -> Any:
    """The last step, with the engine's answer."""
    return step._replace(exit=why, ending=ending, answer=answer)


def engine_trace(name: str, first: Any, step: Callable[[Any], Any]) -> Trace:
    """All steps of an engine's algorithm, and its answer."""
    steps = all_steps(first, lambda state: _limited(step(state)))
    return Trace(name, steps, engine_result(name, steps[-1]))


def engine_result(name: str, last: Any) -> Result:
    """The engine's answer as a result; numbers that are not finite and a normal without length are left out."""
    answer: ClaimedResult = last.answer
    distance = answer.signed_distance
    normal = answer.normal
    if normal is not None and (normal == ZERO or not all(map(isfinite, normal))):
        normal = None
    if distance is not None and not isfinite(distance):
        return Result(name, Verdict.UNDECIDED, last.exit, last.iteration + 1)
    return Result(
        name,
        answer.verdict,
        last.exit,
        last.iteration + 1,
        distance,
        normal,
        answer.witness_a,
        answer.witness_b,
        # Only what the supports prove: the engine's distance is a claim, and may contradict it.
        last.lower if distance is None or last.lower <= distance else -inf,
    )


def _limited(step: Any) -> Any:
    if step.exit == Exit.RUNNING and step.iteration >= MOST_STEPS:
        return ended(step, Exit.ITERATION_LIMIT, "limit of gjkscope", ClaimedResult(Verdict.UNDECIDED))
    return step
