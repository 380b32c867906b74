"""Compares the searches for a first contact on one pair: what each finds, how far off it is, and what it costs.

The reference is a root of the signed distance, found by bisection near the earliest time that a search reports.
"""

from collections.abc import Callable
from math import isnan
from typing import Any, NamedTuple

from gjkscope.engine.advancement.motion import Motion
from gjkscope.engine.advancement.steps import Advancement, first_contact
from gjkscope.engine.advancement.steps import State as Advanced
from gjkscope.engine.approach.curves import signed_distance_at
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.casting.steps import State as Cast
from gjkscope.engine.casting.steps import cast
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.time_of_impact.separation import Sweep
from gjkscope.engine.time_of_impact.steps import Phase, sweep_of, toi
from gjkscope.engine.time_of_impact.steps import State as Impact
from gjkscope.engine.triangle_impact.searches import (
    CubicState,
    InclusionState,
    impact_by_cubic,
    impact_by_inclusion,
    takes_features,
)

SEARCHES = {"advancement": first_contact, "cast": cast, "toi": toi}
TRIANGLE_SEARCHES = {"triangles-cubic": impact_by_cubic, "triangles-inclusion": impact_by_inclusion}
"""Of triangles, segments and points; other shapes have no such search."""

# The bracket of the reference begins this much wider than the time is long, and grows by WIDER until signs differ.
FIRST_BRACKET, WIDER = 1e-9, 4.0


class Cost(NamedTuple):
    """The cost of a search."""

    distances: int  #: complete distance queries
    supports: int  #: further pairs of support points
    tests: int = 0  #: of features of triangles: cubics solved, or boxes halved


class SearchResult(NamedTuple):
    """The result of a search; `refusal` is the reason why it does not apply."""

    name: str
    found: Advancement | None
    error: float | None  #: seconds later than the reference
    cost: Cost
    refusal: str | None


class SearchComparison(NamedTuple):
    """All searches for a first contact on one pair; `compare_searches` makes it.

    >>> from gjkscope import Motion, Pose, Sphere, compare_searches
    >>> flying, there = Motion(velocity=(2, 0, 0)), Pose(position=(5, 0, 0))
    >>> found = compare_searches(Sphere(1), Pose(), flying, Sphere(1), there, Motion(), duration=2)
    >>> round(found.reference, 6), [one.name for one in found.results]
    (1.5, ['advancement', 'cast', 'toi'])
    """

    reference: float | None  #: seconds; None if no search finds a contact, or the bodies never overlap after it
    results: tuple[SearchResult, ...]  #: what a search found, its error and cost, or why it does not apply, each


def compare_searches(
    shape_a: Shape, pose_a: Any, motion_a: Motion, shape_b: Shape, pose_b: Any, motion_b: Motion, duration: float
) -> SearchComparison:
    """Runs all searches for a first contact; of triangles, segments and points those of their features, too.

    Arguments and errors are those of `first_contact`.

    >>> from gjkscope import Motion, Pose, Sphere, compare_searches
    >>> flying = Motion(velocity=(2, 0, 0))
    >>> found = compare_searches(Sphere(1), Pose(), flying, Sphere(1), Pose(position=(5, 0, 0)), Motion(), duration=2)
    >>> round(found.reference, 9)
    1.5
    >>> [(one.name, len(one.found.steps), abs(one.error) < 1e-8) for one in found.results]
    [('advancement', 2, True), ('cast', 2, True), ('toi', 5, True)]
    """
    arguments = (shape_a, pose_a, motion_a, shape_b, pose_b, motion_b, duration)
    sweep = sweep_of(*arguments)
    searches = SEARCHES | (TRIANGLE_SEARCHES if takes_features(shape_a, shape_b) else {})
    runs = {name: _run(search, arguments) for name, search in searches.items()}
    times = [run.time for run in runs.values() if isinstance(run, Advancement) and run.time is not None]
    near = (contact_near(sweep, time) for time in sorted(times))  # the cubic may find a meeting that is none
    reference = next((time for time in near if time is not None), None)
    return SearchComparison(reference, tuple(_result(name, run, reference) for name, run in runs.items()))


def contact_near(sweep: Sweep, time: float) -> float | None:
    """The time at which the signed distance changes its sign, by bisection; None if it does not near this time."""
    width = FIRST_BRACKET * sweep.duration
    while width < sweep.duration:
        checkpoint()
        low, high = max(time - width, 0.0), min(time + width, sweep.duration)
        if signed_distance_at(sweep, low) > 0 > signed_distance_at(sweep, high):
            return _bisect(sweep, low, high)
        width *= WIDER
    return None


def cost_of(steps: tuple[Any, ...]) -> Cost:
    """The cost of the steps of a search. Raises `ValueError` if they are not steps of a search."""
    counts = [_cost_of_step(step) for step in steps]
    return Cost(
        sum(count.distances for count in counts),
        sum(count.supports for count in counts),
        sum(count.tests for count in counts),
    )


def _cost_of_step(step: Any) -> Cost:
    match step:
        case Advanced():
            return Cost(1, 0)
        case Cast():
            return Cost(0, 1)
        case CubicState() | InclusionState():
            return Cost(0, 0, 1)
        case Impact():
            return Cost(int(step.phase is Phase.AXIS), int(step.phase is Phase.PUSH_BACK))
    raise ValueError(f"step: must be of a search for a first contact, got {type(step).__name__}")


def _run(search: Callable[..., Advancement], arguments: tuple[Any, ...]) -> Advancement | str:
    """The result of the search, or why it does not apply: the arguments are valid."""
    checkpoint()
    try:
        return search(*arguments)
    except ValueError as fault:
        return str(fault)


def _result(name: str, run: Advancement | str, reference: float | None) -> SearchResult:
    if isinstance(run, str):
        return SearchResult(name, None, None, Cost(0, 0), run)
    time = run.time if run.exit == Exit.FIRST_CONTACT else None
    error = None if time is None or reference is None else time - reference
    return SearchResult(name, run, error, cost_of(run.steps), None)


def _bisect(sweep: Sweep, low: float, high: float) -> float | None:
    while low < (middle := low + (high - low) / 2) < high:
        distance = signed_distance_at(sweep, middle)
        if isnan(distance):
            return None
        low, high = (middle, high) if distance > 0 else (low, middle)
    return high
