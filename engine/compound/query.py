"""The signed distance of bodies made of convex parts: the least one of all pairs of parts.

1. Sort the pairs by a lower bound on their signed distance, from their bounding boxes.
2. Query the first remaining pair.  Its distance is an upper bound on the distance of the bodies.
3. Stop if the bound of the next pair is no less than that, or if no pair remains.  Repeat from 2.

Departures: engines keep the parts of a body in a tree, and prune it; for tens of parts a sorted list is enough.

How it can fail: the depth of two overlapping bodies is that of their deepest pair.  Moving by that depth separates that
pair, but not always the others: it is a lower bound on the depth of the bodies.  Parts that only approximate the mesh
(a threshold of CoACD) give the distance of the parts, not that of the mesh.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import NamedTuple

from gjkscope.engine.compound.parts import PartPair, pairs_of_parts, parts_of
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit, Result, Verdict, all_steps
from gjkscope.engine.shapes.kinds import Shape, as_pair, as_solid

MADE_OF_PARTS = "made of parts"
"""Why a result has no certificate: one would prove the distance of the deciding pair only."""


class MeasuredParts(NamedTuple):
    """A pair of parts with its answer."""

    pair: PartPair
    result: Result

    @property
    def least(self) -> float:
        """The signed distance, or its lower bound if only that is known, metres."""
        return self.result.lower if self.result.signed_distance is None else self.result.signed_distance

    @property
    def most(self) -> float:
        """The signed distance, or its upper bound, metres."""
        return self.result.upper if self.result.signed_distance is None else self.result.signed_distance


class State(NamedTuple):
    """The pairs queried so far, and the remaining ones."""

    iteration: int
    measured: tuple[MeasuredParts, ...]  # in the order of the queries; the last one is new
    waiting: tuple[PartPair, ...]  # those with the least bound first
    decider: MeasuredParts | None  # the pair with the least distance so far; None in the first step
    lower: float  # bounds on the signed distance of the bodies, metres
    upper: float
    exit: Exit


class PartsQuestion(NamedTuple):
    """The query of a search about each pair of parts."""

    parts_a: tuple[Shape, ...]
    pose_a: Pose
    parts_b: tuple[Shape, ...]
    pose_b: Pose
    algorithm: str | None  # None: GJK, then EPA
    options: Options


class PartsResult(NamedTuple):
    """The answer about two bodies made of parts.

    >>> from gjkscope import Mesh, Point, Pose, query_parts
    >>> halves = [(-1, 0, 0), (0, 0, 0), (-1, 1, 0)], [(1, 0, 0), (0, 0, 0), (1, 1, 0)]
    >>> valley = Mesh(halves[0] + halves[1], [(0, 1, 2), (3, 5, 4)], parts=halves)
    >>> found = query_parts(valley, Pose(), Point(), Pose(position=(0.25, 1, 0)))
    >>> found.part_a, found.part_b, len(found.shape_a.vertices), round(found.result.signed_distance, 6)
    (1, 0, 3, 0.53033)
    """

    result: Result  #: of the pair of parts that decided
    part_a: int  #: the number of that part of A
    part_b: int  #: of B
    shape_a: Shape  #: that part, in the frame of its body
    shape_b: Shape  #: the same of B
    steps: tuple[State, ...]  #: one for each pair of parts


def query_parts(
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    algorithm: str | None = None,
    options: Options = DEFAULT,
) -> PartsResult:
    """The signed distance of two bodies, and the pair of parts that decides it; a mesh with `parts` is their union.

    Arguments and errors are those of `query`; 2D shapes, which have no parts, raise `NotApplicable`.  The result has no
    certificate.

    >>> from gjkscope import Mesh, Point, Pose, query_parts
    >>> halves = [(-1, 0, 0), (0, 0, 0), (-1, 1, 0)], [(1, 0, 0), (0, 0, 0), (1, 1, 0)]
    >>> valley = Mesh(halves[0] + halves[1], [(0, 1, 2), (3, 5, 4)], parts=halves)
    >>> found = query_parts(valley, Pose(), Point(), Pose(position=(0.25, 1, 0)))
    >>> round(found.result.signed_distance, 6), found.part_a
    (0.53033, 1)
    """
    a, b = as_pair(as_solid(shape_a, "shape_a"), pose_a, as_solid(shape_b, "shape_b"), pose_b)
    question = PartsQuestion(parts_of(shape_a), a, parts_of(shape_b), b, algorithm, options)
    steps = all_steps(start(pairs_of_parts(shape_a, a, shape_b, b)), lambda state: step(question, state))
    decider = steps[-1].decider
    assert decider is not None, "each shape has a part, so at least one pair was queried"
    pair = decider.pair
    return PartsResult(
        _result(steps[-1], decider), pair.a, pair.b, question.parts_a[pair.a], question.parts_b[pair.b], steps
    )


def start(pairs: tuple[PartPair, ...]) -> State:
    """Before the first query."""
    return State(0, (), pairs, None, pairs[0].bound, inf, Exit.RUNNING)


def step(question: PartsQuestion, state: State) -> State:
    """Queries the next pair of parts."""
    pair, *rest = state.waiting
    a, b = question.parts_a[pair.a], question.parts_b[pair.b]
    result = result_only(a, question.pose_a, b, question.pose_b, question.algorithm, question.options)
    measured = (*state.measured, MeasuredParts(pair, result))
    upper = min(state.upper, measured[-1].most)
    left = rest[0].bound if rest else inf
    lower = min(left, *(parts.least for parts in measured))
    reason = Exit.COMPLETE if not rest else Exit.CONVERGED if left >= upper else Exit.RUNNING
    decider = min(measured, key=lambda parts: parts.least)
    return State(state.iteration + 1, measured, tuple(rest), decider, lower, upper, reason)


def _result(last: State, decider: MeasuredParts) -> Result:
    """The result of the deciding pair, with bounds that hold for all pairs."""
    known = decider.result
    if known.verdict is Verdict.UNDECIDED and _overlap(last.measured):
        known = Result(known.algorithm, Verdict.PENETRATING, known.exit, known.steps, hulled=known.hulled)
    lower = min(parts.result.lower for parts in last.measured)
    steps = sum(parts.result.steps for parts in last.measured)
    left = last.waiting[0].bound if last.waiting else inf
    return replace(known, lower=min(lower, left), upper=last.upper, steps=steps, uncertified=MADE_OF_PARTS)


def _overlap(measured: Iterable[MeasuredParts]) -> bool:
    return any(parts.result.verdict is Verdict.PENETRATING for parts in measured)
