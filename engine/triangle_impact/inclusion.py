"""Continuous tests of triangles by inclusion: boxes of (t, u, v) are halved until they cannot hold a meeting.

Snyder, Interval analysis for computer graphics, SIGGRAPH 1992; Wang, Ferguson, Schneider, Jiang, Attene, Panozzo, A
large-scale benchmark and an inclusion-based algorithm for continuous collision detection, ACM Transactions on Graphics
40(5), 2021.

F(t, u, v) is zero where the features meet, and affine in each variable.  So its values over a box lie between the least
and the greatest of its values at the eight corners, in each coordinate.  Plan:

1. The queue holds boxes that may contain a meeting, the one with the earliest times first; at first [0, 1]³.
2. Take the first.  Compute F at its corners, and enlarge their range by the rounding error of F.
3. If the range does not contain the origin, nothing meets in this box: drop it.  So it is for the half of [0, 1]² with
   u + v > 1 of a vertex and a face.
4. If the range is narrower than `resolution` in each coordinate, or the box is too small to be halved, the features
   meet, or nearly do: this is the answer, and its time is the start of the box, before which nothing meets.
5. Otherwise halve the box along the variable in which F varies most, and put both halves into the queue.

It is conservative: a meeting is never missed, and the time is never late.  It may report one where the features come
only as close as the resolution.

Departures: the paper takes the boxes level by level and the rounding error from a table; here the earliest box comes
first, and the error is `ROUNDINGS` roundoffs of the largest coordinate: a corner is a sum of at most eight products of
coordinates with two factors of at most 1, and each has seven operations; the corners of a placed body have four more.

How it can fail: where features slide along each other, as parallel edges in a plane, there are as many boxes as the
resolution has.  After `ITERATION_LIMIT` steps the exit says so, and nothing meets before the earliest box in the queue.
"""

from bisect import insort
from itertools import product
from typing import NamedTuple

from gjkscope.engine.result import Exit, all_steps
from gjkscope.engine.triangle_impact.elements import (
    ElementaryTest,
    is_of_edges,
    largest_coordinate,
    mismatch_of,
    points_at,
)
from gjkscope.engine.vectors import DOUBLE, Vec3

ROUNDINGS = 32
ITERATION_LIMIT = 4000
RESOLUTION = 1e-6  # relative to the largest coordinate, unless another is asked for

Interval = tuple[float, float]
Box3 = tuple[Interval, Interval, Interval]
"""Intervals of t, u and v; their ends are multiples of powers of two, and so exact."""

WHOLE: Box3 = ((0.0, 1.0), (0.0, 1.0), (0.0, 1.0))


class InclusionStep(NamedTuple):
    """One box: the values of F at its corners, and what follows."""

    iteration: int
    element: int  # the number of the elementary test
    box: Box3
    corners: tuple[Vec3, ...]  # F at the eight corners, metres
    low: Vec3  # the range of F over the box, with rounding
    high: Vec3
    split: int  # the variable along which the box is halved: 0 for t, 1 for u, 2 for v; −1 if it is not
    queue: tuple[tuple[float, int, Box3], ...]  # what is left: the start of its times, its element, the box
    exit: Exit


class InclusionTask(NamedTuple):
    """The elementary tests of a pair, and how narrow a box may become, metres."""

    elements: tuple[ElementaryTest, ...]
    errors: tuple[float, ...]  # the rounding error of F for each of them, metres
    resolution: float
    limit: int = ITERATION_LIMIT


def inclusion_test(element: ElementaryTest, resolution: float = RESOLUTION) -> InclusionStep:
    """The last step for one element; its exit is `FIRST_CONTACT`, `NO_CONTACT` or `ITERATION_LIMIT`."""
    return run(inclusion_task((element,), resolution))[-1]


def inclusion_task(elements: tuple[ElementaryTest, ...], resolution: float = RESOLUTION) -> InclusionTask:
    """The task of these tests; `resolution` is relative to the largest coordinate."""
    reaches = tuple(map(largest_coordinate, elements))
    errors = tuple(ROUNDINGS * DOUBLE * reach for reach in reaches)
    return InclusionTask(elements, errors, resolution * max(reaches, default=0.0))


def run(task: InclusionTask) -> tuple[InclusionStep, ...]:
    """All steps, from the whole box of the first element."""
    return all_steps(start(task), lambda state: step(task, state))


def start(task: InclusionTask) -> InclusionStep:
    queue = tuple((0.0, number, WHOLE) for number in range(len(task.elements)))
    return _examine(task, queue, 0)


def step(task: InclusionTask, state: InclusionStep) -> InclusionStep:
    """The next box; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    queue = list(state.queue)
    if state.split >= 0:
        for half in halves(state.box, state.split):
            if is_of_edges(task.elements[state.element]) or half[1][0] + half[2][0] <= 1:
                insort(queue, (half[0][0], state.element, half))
    if not queue:
        return state._replace(iteration=state.iteration + 1, split=-1, queue=(), exit=Exit.NO_CONTACT)
    if state.iteration + 1 >= task.limit:
        return state._replace(iteration=state.iteration + 1, split=-1, queue=tuple(queue), exit=Exit.ITERATION_LIMIT)
    return _examine(task, tuple(queue), state.iteration + 1)


def free_until(state: InclusionStep) -> float:
    """The time before which nothing meets: the start of the earliest box that is left."""
    if state.exit == Exit.NO_CONTACT:
        return 1.0
    starts = [start for start, _, _ in state.queue]
    if state.exit in (Exit.FIRST_CONTACT, Exit.RUNNING):
        starts.append(state.box[0][0])
    return min(starts)


def halves(box: Box3, variable: int) -> tuple[Box3, Box3]:
    """The lower and the upper half of a box along a variable."""
    low, high = box[variable]
    middle = 0.5 * (low + high)
    first, second = list(box), list(box)
    first[variable], second[variable] = (low, middle), (middle, high)
    return (first[0], first[1], first[2]), (second[0], second[1], second[2])


def _examine(task: InclusionTask, queue: tuple[tuple[float, int, Box3], ...], iteration: int) -> InclusionStep:
    (_, number, box), rest = queue[0], queue[1:]
    element = task.elements[number]
    times = [points_at(element, t) for t in box[0]]
    corners = tuple(mismatch_of(element, points, u, v) for points, u, v in product(times, box[1], box[2]))
    error = task.errors[number]
    low = (min(c[0] for c in corners) - error, min(c[1] for c in corners) - error, min(c[2] for c in corners) - error)
    high = (max(c[0] for c in corners) + error, max(c[1] for c in corners) + error, max(c[2] for c in corners) + error)
    state = InclusionStep(iteration, number, box, corners, low, high, -1, rest, Exit.RUNNING)
    if not range_holds_origin(low, high):
        return state
    widest = _widest(corners, box)
    small = max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) <= max(task.resolution, 4 * error)
    return state._replace(exit=Exit.FIRST_CONTACT) if small or widest == -1 else state._replace(split=widest)


def range_holds_origin(low: Vec3, high: Vec3) -> bool:
    return all(a <= 0 <= b for a, b in zip(low, high, strict=True))


def _widest(corners: tuple[Vec3, ...], box: Box3) -> int:
    """The variable along which F varies most over the box, of those that can be halved; −1 if none can."""
    best, most = -1, -1.0
    for variable, (low, high) in enumerate(box):
        varies = max(
            abs(corners[i][axis] - corners[i | (4 >> variable)][axis])
            for i in range(8)
            if not i & (4 >> variable)
            for axis in range(3)
        )
        if varies > most and low < 0.5 * (low + high) < high:
            best, most = variable, varies
    return best
