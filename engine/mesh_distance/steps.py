"""The distance of two meshes, or of a mesh and a convex shape, by their triangles, as a trace.

Larsen, Gottschalk, Lin, Manocha, Fast distance queries with rectangular swept sphere volumes, ICRA 2000 (a pair of
trees is descended at once); Hjaltason, Samet, Distance browsing in spatial databases, ACM TODS 24(2), 1999 (the pair of
nodes with the least bound first); Ericson, Real-Time Collision Detection, 2005, §6.3.

A mesh is the union of its triangles; nothing assumes that it is convex.  A convex shape is a tree of one node.

1. Inside.  Triangles that are apart do not show that one shape is inside the other.  A closed mesh is the solid that it
   bounds: if a point of the other shape is inside (inside.py), they overlap, at least as deep as the point is.  A mesh
   that is not closed is a surface, and contains nothing.
2. Search.  Of all pairs of nodes that wait, visit the one whose boxes may be nearest (meshes/boxes.py).
   - Two inner nodes of similar size: split both.  Otherwise split the larger one, or the one that is no leaf.  A new
     pair waits, unless its boxes are as far apart as the nearest triangles known: then it is pruned.
   - Until two leaves are known, descend from each split to the nearest of its new pairs, so that there is an upper
     bound early.
   - Two leaves: GJK on the two triangles.  It stops early once they are further apart than the nearest known.
3. The least bound of the pairs that wait is a lower bound, the distance of the nearest triangles an upper bound.  When
   no pair that waits is nearer, the bounds have met.
4. Depth.  If two triangles are in contact, EPA measures how deep.  If they overlap, so do the shapes, at least as
   deep, and the search ends.  How deep the shapes overlap is left open, unless a plane along the normal proves that
   a translation of that length separates them.  If the triangles only touch, others may overlap, so the search goes
   on with the pairs whose boxes are in contact.

Departures from the papers, and why:
- The boxes are oriented, and their bound is a plane between them: tighter than that of swept spheres on flat patches.
  Between two triangles, the plane is moved from the boxes to the triangles.
- Bounds, not distances, decide the verdict: a contact whose depth is not proved is undecided.

How it can fail: two meshes may cross only along edges, corners or coplanar triangles.  Each pair of triangles then only
touches, and whether the shapes overlap is undecided, unless a plane separates their hulls; `brute` may tell.  With a
convex solid this cannot happen: its interior would meet the interior of a triangle.  The number of steps grows with the
area over which the surfaces are nearly equally near, and reaches n · m for two that are so everywhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum
from heapq import heapify, heappop, heappush
from math import inf, isfinite, isnan
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine import epa, gjk
from gjkscope.engine.gjk.steps import overflows
from gjkscope.engine.mesh_distance.inside import PointTest, is_solid, points_against, points_of_parts
from gjkscope.engine.meshes.ahead import compute_gaps
from gjkscope.engine.meshes.boxes import nearest_points, squared_radius
from gjkscope.engine.meshes.sides import (
    SearchSides,
    box_of,
    compute_gap,
    core_of,
    gap_of_child,
    half_of,
    is_triangles,
    low_of,
    place_sides,
    triangle_of,
)
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import (
    TOUCHING,
    Exit,
    Result,
    Trace,
    Verdict,
    all_steps,
    final_step,
    verdict_of,
)
from gjkscope.engine.sequences.versioned import LatestList, VersionedList
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, add, along, dot, sub

# Two interlocked tori of 10,000 triangles each, of which thousands are nearly equally near, take 33,000 steps.
ITERATION_LIMIT = 500_000


class MeshPhase(IntEnum):
    """What a step does."""

    INSIDE = 0  # tests points of each shape against the solid of the other
    SEARCH = 1  # visits a pair of nodes
    DEPTH = 2  # measures how deep two triangles in contact overlap


class PairFate(IntEnum):
    """What became of a pair of nodes."""

    WAITING = 0
    PRUNED = 1  # at its birth: its boxes are as far apart as the nearest triangles known
    SPLIT = 2  # visited: one of its nodes was split
    MEASURED = 3  # visited: two leaves


class NodePair(NamedTuple):
    """A node of A's tree and one of B's; its number is its index in `State.pairs`."""

    a: int
    b: int
    bound: float  # a lower bound on the distance of all that the two hold, metres
    parent: int  # the pair that was split; `NONE` for the first
    fate: PairFate


class TriangleTest(NamedTuple):
    """GJK, or EPA, on two leaves.  Lengths are those of the cores; points are relative to A's position."""

    a: int  # the nodes; `NONE` if nothing was measured
    b: int
    triangle_a: int  # numbered as the mesh's faces; `NONE` for a convex shape
    triangle_b: int
    exit: Exit  # of GJK or EPA; `RUNNING` if it was stopped early
    steps: int
    lower: float  # bounds on their signed distance
    upper: float
    point_a: Vec3  # nearest points
    point_b: Vec3
    normal: Vec3  # unit, from A to B


class State(NamedTuple):
    """A step of the search, with all quantities that determined it."""

    iteration: int
    phase: MeshPhase
    inside: tuple[PointTest, ...]  # the points tested, if one of the shapes is a solid
    pairs: Sequence[NodePair]  # all that there have been
    visited: int  # the number of the pair of this step; `NONE` in the phase INSIDE
    side: int  # whose node was split, 0 or 1, or `BOTH`; `NONE` if none was
    children: int  # the number of the first of the new pairs; `NONE` if there are none
    test: TriangleTest  # of this step
    nearest: TriangleTest  # the nearest leaves so far
    settled: float  # the least lower bound of all leaves measured
    lower: float  # bounds on the distance of the cores' triangles
    upper: float
    deepest: float  # no two leaves in contact overlap more than this, metres
    floor: float  # a lower bound on the shapes' signed distance, from a plane; −∞ if none is known
    waiting: int  # pairs of nodes that wait
    pruned: int  # pairs of nodes pruned so far
    measured: int  # pairs of leaves measured so far
    margin: float  # as in `SearchSides`
    radius: float
    tolerance: float
    exit: Exit

    @property
    def part(self) -> str:
        """What a leaf of a mesh is called."""
        return "triangle"


class MeshPair(NamedTuple):
    """Two placed shapes: the sides of a search, and what the other phases need."""

    sides: SearchSides
    shape_a: Shape
    pose_a: Pose  # at the origin
    shape_b: Shape
    pose_b: Pose  # relative to A's position
    state: type[State]  # of the steps
    depth: Callable[["MeshPair", TriangleTest], TriangleTest]  # the test of two leaves in contact with their depth


NO_TEST = TriangleTest(NONE, NONE, NONE, NONE, Exit.RUNNING, 0, inf, inf, ZERO, ZERO, ZERO)

QueueItem = tuple[float, int]
"""The bound of a pair that waits, and minus its number, so that of equal ones the newest is visited first.

In place of the bound, `DESCEND` is that of the pair to which the search descends while no two leaves are known.
"""

BOTH = 2  # in place of a side: both nodes were split

# Both nodes are split unless the squared radius of one's box is more than this times the other's: of two tori, half as
# many pairs are visited, and two thirds of the bounds computed, as by splitting only the larger node.
SIMILAR = 4.0

# Pairs of nodes whose bounds are computed at once, ahead of the search: NumPy takes as long for four bounds as for 64.
# Of all pairs near the head of the queue, hardly any is not split later.
AHEAD = 64

DESCEND = -1.0  # before all bounds, which are not negative


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes of any kind; meshes with faces are taken as their triangles."""
    return trace_placed(prepare(shape_a, pose_a, shape_b, pose_b), pose_a.position)


def trace_placed(pair: MeshPair, origin: Vec3) -> Trace:
    """All steps on a pair; `origin` is A's position."""
    steps = run(pair)
    return Trace("mesh-distance", steps, result(pair, steps[-1], origin))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> MeshPair:
    """The pair for `start` and `step`."""
    tolerance = TOUCHING * size_of(shape_a, pose_a, shape_b, pose_b)
    sides = place_sides(shape_a, pose_a, shape_b, pose_b, tolerance)
    there = pose_b._replace(position=sub(pose_b.position, pose_a.position))
    return MeshPair(sides, shape_a, pose_a._replace(position=ZERO), shape_b, there, State, _depth_in_space)


def start(pair: MeshPair) -> State:
    """The first step: points of each shape against the solid of the other, or the two roots if neither is a solid."""
    return _first(pair, [], VersionedList())


def step(pair: MeshPair, state: State) -> State:
    """The next step.  A state that has an exit is returned unchanged."""
    queue = [(each.bound, -number) for number, each in enumerate(state.pairs) if each.fate == PairFate.WAITING]
    if descends(state):
        nearest = _nearest_child(state)
        queue = [(DESCEND if number == -nearest else bound, number) for bound, number in queue]
    heapify(queue)
    return step_with_queue(pair, state, queue)


def run(pair: MeshPair) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    queue: list[QueueItem] = []
    return all_steps(_first(pair, queue, VersionedList()), lambda state: step_with_queue(pair, state, queue))


def last_step_of(pair: MeshPair) -> State:
    """The last step of `run`.  The others are not kept."""
    queue: list[QueueItem] = []
    return final_step(_first(pair, queue, LatestList()), lambda state: step_with_queue(pair, state, queue))


def last_after_search(pair: MeshPair, state: State) -> State:
    """The last step of `run`, given the state in which a search without records ended, or found a contact."""
    first = _first(pair, [], LatestList())
    if first.phase == MeshPhase.INSIDE:
        state = state._replace(inside=first.inside, iteration=state.iteration + 1)
    if is_in_contact(state):
        state = _measure_depth(pair, state)
        if state.upper - state.radius >= -state.tolerance:
            return last_step_of(pair)  # the contact proves nothing: the search goes on
    return _conclude(pair, state, [])


def step_with_queue(pair: MeshPair, state: State, queue: list[QueueItem]) -> State:
    """`step` with the queue of the pairs that wait, which is updated for the next state."""
    if state.exit != Exit.RUNNING:
        return state
    if is_in_contact(state):
        return _conclude(pair, _measure_depth(pair, state), queue)
    if state.measured:
        _look_ahead(pair.sides, state.pairs, queue)
    return _conclude(pair, visit(pair.sides, state, queue), queue)


def result(pair: MeshPair, last: State, origin: Vec3) -> Result:
    """The result of the last step; `origin` is A's position."""
    steps, (lower, upper) = last.iteration + 1, shape_bounds(last)
    if last.exit == Exit.DEGENERATE_INPUT:
        return Result("mesh-distance", Verdict.UNDECIDED, last.exit, steps)
    known = Result("mesh-distance", _verdict(lower, upper, last.tolerance), last.exit, steps, lower=lower, upper=upper)
    if upper - lower > last.tolerance or last.exit == Exit.ITERATION_LIMIT:
        return known
    if known.verdict is Verdict.PENETRATING and _plane_bound(pair, last.nearest.normal) < upper - last.tolerance:
        return known  # the plane that bounds the depth is that of other triangles
    normal, radii = last.nearest.normal, (pair.sides.a.core.radius, pair.sides.b.core.radius)
    witness_a = along(add(last.nearest.point_a, origin), normal, radii[0])
    witness_b = along(add(last.nearest.point_b, origin), normal, -radii[1])
    return replace(known, signed_distance=upper, normal=normal, witness_a=witness_a, witness_b=witness_b)


def shape_bounds(state: State) -> tuple[float, float]:
    """The bounds on the shapes' signed distance that a step and those before it prove.

    Triangles apart prove a distance if neither shape is inside the other.  Triangles in contact prove no lower bound,
    except that of a plane between the shapes.
    """
    depth = enclosed(state)
    upper = min(state.upper, -depth if depth > 0 else inf) - state.radius
    lower = state.lower - state.radius
    if depth > 0 or state.lower <= 0 or lower < -state.tolerance:
        return min(state.floor, upper), upper
    return min(lower, upper), upper


def children_of(state: State) -> range:
    """The numbers of the new pairs of a step; empty if nothing was split."""
    return range(state.children, state.children + count_children(state.side))


def enclosed(state: State) -> float:
    """The depth of a point of one shape inside the other; 0 if none is known."""
    return max((test.depth for test in state.inside), default=0.0)


# --- the search, which is also compiled ---


def seed(sides: SearchSides, pairs: Any, queue: Any) -> State:
    """The state before the first visit, given empty lists: the pair of the roots waits."""
    bound = max(compute_gap(sides, 0, 0) - sides.margin, 0.0)
    pairs.append(NodePair(0, 0, bound, NONE, PairFate.WAITING))
    heappush(queue, (bound, 0))
    return State(
        iteration=-1,
        phase=MeshPhase.SEARCH,
        inside=(),
        pairs=pairs,
        visited=NONE,
        side=NONE,
        children=NONE,
        test=NO_TEST,
        nearest=NO_TEST,
        settled=inf,
        lower=bound,
        upper=inf,
        deepest=0.0,
        floor=-inf,
        waiting=1,
        pruned=0,
        measured=0,
        margin=sides.margin,
        radius=sides.radius,
        tolerance=sides.tolerance,
        exit=Exit.RUNNING,
    )


def visit(sides: SearchSides, state: State, queue: Any) -> State:
    """Visits the pair with the least bound: splits its nodes, or measures two leaves."""
    number = -heappop(queue)[1]
    pair = state.pairs[number]
    side = side_to_split(sides, pair.a, pair.b)
    pairs = copy_list(state.pairs)
    fate = PairFate.MEASURED if side == NONE else PairFate.SPLIT
    pairs[number] = NodePair(pair.a, pair.b, pair.bound, pair.parent, fate)
    state = state._replace(
        iteration=state.iteration + 1,
        phase=MeshPhase.SEARCH,
        pairs=pairs,
        visited=number,
        side=side,
        children=NONE,
        test=NO_TEST,
    )
    state = _measure(sides, state, pair) if side == NONE else _split(sides, state, queue, pair)
    waiting = queue[0][0] if len(queue) > 0 else inf
    return state._replace(lower=max(state.lower, min(min(waiting, state.settled), state.upper)), waiting=len(queue))


def descends(state: State) -> bool:
    """Whether the next step visits one of the new pairs, whichever others wait."""
    return state.measured == 0 and state.children != NONE


def is_needed(bound: float, upper: float) -> bool:
    """Whether a pair of nodes may hold something nearer than the nearest leaves known, or another contact."""
    return bound < upper or bound <= 0


def exceeds_range(reach: float) -> bool:
    """Whether products of coordinates, the largest of which is `reach`, may overflow or underflow."""
    return not isfinite(reach) or (reach > 0 and overflows(reach, DOUBLE))


def is_in_contact(state: State) -> bool:
    """Whether the step found two leaves in contact, whose depth is to be measured."""
    return state.phase == MeshPhase.SEARCH and state.test.upper <= state.margin


def is_search_over(state: State, queue: Any) -> bool:
    """Whether no pair that waits needs to be visited, or the shapes overlap, by their radii if not by their cores."""
    if state.upper - state.radius < -state.tolerance:
        return True
    return len(queue) == 0 or not is_needed(queue[0][0], state.upper)


def side_to_split(sides: SearchSides, a: int, b: int) -> int:
    """0 to split A's node, 1 to split B's, `BOTH`: those that are no leaves, but not one that is far smaller.

    `NONE` for two leaves.
    """
    if low_of(sides.a, a) == NONE:
        return NONE if low_of(sides.b, b) == NONE else 1
    if low_of(sides.b, b) == NONE:
        return 0
    radius_a, radius_b = squared_radius(half_of(sides.a, a)), squared_radius(half_of(sides.b, b))
    if radius_a > SIMILAR * radius_b:
        return 0
    return 1 if radius_b > SIMILAR * radius_a else BOTH


def count_children(side: int) -> int:
    """The number of new pairs, given which nodes were split."""
    return 0 if side == NONE else 4 if side == BOTH else 2


def child_nodes(sides: SearchSides, side: int, a: int, b: int, child: int) -> tuple[int, int]:
    """The nodes of a new pair, by its place among those of the split."""
    return (
        a if side == 1 else low_of(sides.a, a) + child % 2,
        b if side == 0 else low_of(sides.b, b) + (child // 2 if side == BOTH else child),
    )


def measure_leaves(sides: SearchSides, a: int, b: int, limit: float) -> gjk.State:
    """GJK on two leaves, until they are certainly further apart than `limit`, or as near as they are."""
    box_a, box_b = box_of(sides.a, a), box_of(sides.b, b)
    near, far = nearest_points(box_a, box_b)  # GJK starts along the line through these, which parts the boxes
    core_a = core_of(sides.a, a, add(box_a.center, near))
    core_b = core_of(sides.b, b, add(box_a.center, far))
    last = gjk.start(core_a, core_b)
    while last.exit == Exit.RUNNING and last.lower < limit:
        last = gjk.step(core_a, core_b, last)
    return last


def copy_list(items: Any) -> Any:
    """A version of the list that may be changed; compiled code changes the list itself."""
    return items.copy()


def _split(sides: SearchSides, state: State, queue: Any, pair: NodePair) -> State:
    """The pairs of the children of the nodes that are split, each with the other node or its children."""
    pairs: Any = state.pairs
    first = len(pairs)
    for child in range(count_children(state.side)):
        a, b = child_nodes(sides, state.side, pair.a, pair.b, child)
        bound = max(gap_of_child(sides, state.visited, child, a, b) - sides.margin, pair.bound)
        fate = PairFate.WAITING if is_needed(bound, state.upper) else PairFate.PRUNED
        pairs.append(NodePair(a, b, bound, state.visited, fate))
    state = state._replace(children=first)
    nearest = _nearest_child(state) if descends(state) else NONE
    for number in range(first, len(pairs)):
        if pairs[number].fate == PairFate.WAITING:
            heappush(queue, (DESCEND if number == nearest else pairs[number].bound, -number))
        else:
            state = state._replace(pruned=state.pruned + 1)
    return state


def _nearest_child(state: State) -> int:
    """The number of the new pair with the least bound, the last of equals."""
    best = state.children
    for number in range(state.children + 1, state.children + count_children(state.side)):
        if state.pairs[number].bound <= state.pairs[best].bound:
            best = number
    return best


def _measure(sides: SearchSides, state: State, pair: NodePair) -> State:
    """GJK on two leaves, until they are nearest or certainly not."""
    last = measure_leaves(sides, pair.a, pair.b, max(state.upper, sides.margin))
    point_a, point_b = gjk.witnesses(last)
    test = TriangleTest(
        pair.a,
        pair.b,
        triangle_of(sides.a, pair.a),
        triangle_of(sides.b, pair.b),
        last.exit,
        last.iteration + 1,
        last.lower,
        last.upper,
        point_a,
        point_b,
        last.normal,
    )
    nearer = test.upper < state.upper
    return state._replace(
        test=test,
        nearest=test if nearer else state.nearest,
        upper=test.upper if nearer else state.upper,
        settled=min(state.settled, max(test.lower, pair.bound)),
        measured=state.measured + 1,
    )


# --- ahead of the search ---


def _look_ahead(sides: SearchSides, pairs: Sequence[NodePair], queue: list[QueueItem]) -> None:
    """Computes the bounds of the new pairs of the next split, and with them those of others, unless they are known."""
    if -queue[0][1] in sides.gaps:
        return
    numbers = [-number for _, number in queue[:AHEAD] if -number not in sides.gaps]  # of a heap: among the least
    wanted = [_new_nodes(sides, pairs[number]) for number in numbers]
    nodes = [each for new in wanted for each in new]
    if not nodes:
        return
    a, b = np.array(nodes).T
    gaps = iter(compute_gaps(sides, a, b).tolist())
    for number, new in zip(numbers, wanted, strict=True):
        sides.gaps[number] = [
            compute_gap(sides, *each) if isnan(gap) else gap for each, gap in zip(new, gaps, strict=False)
        ]


def _new_nodes(sides: SearchSides, pair: NodePair) -> list[tuple[int, int]]:
    """The nodes of the new pairs if the pair is split; none if it is of two leaves."""
    side = side_to_split(sides, pair.a, pair.b)
    return [child_nodes(sides, side, pair.a, pair.b, child) for child in range(count_children(side))]


# --- the other phases ---


def _first(pair: MeshPair, queue: list[QueueItem], pairs: Any) -> State:
    sides = pair.sides
    seeded = pair.state(*seed(sides, pairs, queue))
    if exceeds_range(sides.reach):
        return seeded._replace(iteration=0, lower=-inf, exit=Exit.DEGENERATE_INPUT)
    if not (is_solid(pair.shape_a) or is_solid(pair.shape_b)):
        return _conclude(pair, visit(sides, seeded, queue), queue)
    return seeded._replace(iteration=0, phase=MeshPhase.INSIDE, inside=_points_inside(pair))


def _points_inside(pair: MeshPair) -> tuple[PointTest, ...]:
    """The tests of points of each shape against the other one, if that is a solid."""
    tests: tuple[PointTest, ...] = ()
    if is_solid(pair.shape_a):
        points = points_of_parts(pair.shape_b, pair.pose_b)
        tests += points_against(pair.shape_a, pair.pose_a, pair.sides.a, 0, points)
    if is_solid(pair.shape_b):
        points = points_of_parts(pair.shape_a, pair.pose_a)
        tests += points_against(pair.shape_b, pair.pose_b, pair.sides.b, 1, points)
    return tests


def _measure_depth(pair: MeshPair, state: State) -> State:
    """The depth of the two leaves in contact; the plane along its normal bounds that of the whole shapes."""
    test = pair.depth(pair, state.test)
    deeper = test.upper <= state.upper
    return state._replace(
        iteration=state.iteration + 1,
        phase=MeshPhase.DEPTH,
        side=NONE,
        children=NONE,
        test=test,
        nearest=test if deeper else state.nearest,
        upper=min(test.upper, state.upper),
        deepest=max(state.deepest, -test.lower),
        floor=max(state.floor, _plane_bound(pair, test.normal)),
    )


def _depth_in_space(pair: MeshPair, found: TriangleTest) -> TriangleTest:
    """The test of two leaves in contact, with their depth by EPA."""
    a, b = _cores(pair.sides, found)
    whole = gjk.run(a, b)[-1]
    depth = epa.run_to_last(a, b, whole)
    if depth.exit == Exit.DISTANCE_KNOWN:
        lower, upper, points, normal = whole.lower, whole.upper, gjk.witnesses(whole), whole.normal
    else:
        lower, upper, points, normal = depth.lower, depth.upper, epa.contact_points(depth), depth.normal
    steps = whole.iteration + depth.iteration + 2
    return found._replace(
        exit=depth.exit, steps=steps, lower=lower, upper=upper, point_a=points[0], point_b=points[1], normal=normal
    )


def _cores(sides: SearchSides, test: TriangleTest) -> tuple[Convex, Convex]:
    return (
        core_of(sides.a, test.a, box_of(sides.a, test.a).center),
        core_of(sides.b, test.b, box_of(sides.b, test.b).center),
    )


def _plane_bound(pair: MeshPair, normal: Vec3) -> float:
    """A lower bound on the shapes' signed distance: how far A's furthest and B's nearest point along a normal pass."""
    a, b = convex(pair.shape_a, pair.pose_a), convex(pair.shape_b, pair.pose_b)
    return -dot(normal, gjk.difference_support(a, b, normal, 0).point) - pair.sides.radius


def _conclude(pair: MeshPair, state: State, queue: list[QueueItem]) -> State:
    """The state with its exit, if it is the last one."""
    if is_in_contact(state):
        return state
    if state.upper - state.radius < -state.tolerance:
        return state._replace(exit=Exit.TRIANGLES_OVERLAP)
    if is_search_over(state, queue):
        return _end(pair, state)
    return state._replace(exit=Exit.ITERATION_LIMIT if state.iteration >= ITERATION_LIMIT else Exit.RUNNING)


def _end(pair: MeshPair, state: State) -> State:
    """The last state of a search that found no overlap of triangles."""
    if state.upper <= state.margin and enclosed(state) == 0 and _has_interior(pair):
        state = state._replace(floor=max(state.floor, -state.deepest - state.radius))
    lower, upper = shape_bounds(state)
    if enclosed(state) > state.tolerance:
        return state._replace(exit=Exit.CONTAINED)
    if upper - lower > state.tolerance:
        return state._replace(exit=Exit.DEPTH_UNKNOWN if state.upper <= state.margin else Exit.NO_PROGRESS)
    return state._replace(exit=Exit.TOUCHING if upper <= state.tolerance else Exit.CONVERGED)


def _has_interior(pair: MeshPair) -> bool:
    """Whether one of the shapes is a convex solid: its interior cannot meet a mesh but through a triangle's."""
    return any(
        not is_triangles(shape) and shape.core_inner_radius() > pair.sides.tolerance
        for shape in (pair.shape_a, pair.shape_b)
    )


def _verdict(lower: float, upper: float, tolerance: float) -> Verdict:
    return verdict_of(lower, upper, tolerance / TOUCHING)
