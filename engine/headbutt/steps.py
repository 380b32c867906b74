"""GJK as in the Headbutt article, kept as it was published, to show where it fails.

Hamaluik, Building a Collision Engine Part 3: 3D GJK Collision Detection, 2017, and its library Headbutt.  It answers
yes or no: do two convex shapes intersect?

The next step depends on how many vertices v0, v1, v2, v3 the simplex has, in order of arrival:

0. Search from the centre of A towards that of B.
1. Search in the opposite direction.
2. Search perpendicular to the edge, towards the origin: with ab = v1 − v0 and a0 = −v0, along (ab × a0) × ab.
3. Search along (v2 − v0) × (v1 − v0), flipped when its dot product with a0 is negative.
4. With da, db, dc = v3 − v0, v3 − v1, v3 − v2 and d0 = −v3: the normals da × db, db × dc, dc × da, in this order.
   The first whose dot product with d0 is positive drops v2, v0 or v1 and is the next direction.  If there is none, the
   shapes intersect.

Each time the support in the chosen direction is added to the simplex.  If its dot product with the direction is
negative, the shapes do not intersect; if it is zero, the search continues.

A polytope is the list of its vertices in the world; its support is the first one with the greatest dot product.  This
matters: the choice between equals and the rounding of a dot product decide whether a search terminates.

Departures: the article has no limit and may search forever.  Here a simplex that recurs ends the search (`CYCLE`), as
does `ITERATION_LIMIT`; both leave the verdict undecided.  The article covers polytopes and spheres; the support
mappings of other shapes are added here.

How it fails:
- The three normals point outwards for one winding of v0, v1, v2 only, and nothing ensures this winding.  For the other
  one the wrong vertex is dropped.  Often the search recovers; otherwise it cycles, or on curved shapes wanders forever.
- In a flat A − B all normals are parallel or zero: three tests that mean nothing count as "inside".  So coplanar shapes
  may be reported to intersect although they are far apart, and so may concentric shapes that only touch.
- It has no notion of contact: for shapes that only touch, the answer may be either.

The face v0 v1 v2 is not tested and need not be: the newest vertex lies on the origin's side of it.  So an answer about
solid shapes is right up to rounding.
"""

from enum import IntEnum
from math import inf
from typing import NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import Vertex, reach_of
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import vertices as published
from gjkscope.engine.published.vertices import ITERATION_LIMIT, CycleMark, Vertices, rounded_difference_support
from gjkscope.engine.result import Exit, Result, Trace, Verdict, all_steps
from gjkscope.engine.shapes.box import BOX, BOX_CORNERS
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import SUPPORTS, UNKNOWN_CORE, VERTICES, Convex, convex
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, add, cross, dot, neg, row_times, sub, unit


class BelievedRegion(IntEnum):
    """Where the article takes the origin to be; a, b, c, d are the vertices v0, v1, v2, v3."""

    NOTHING = 0  # fewer than four vertices
    OUTSIDE_ABD = 1
    OUTSIDE_BCD = 2
    OUTSIDE_CAD = 3
    INSIDE = 4


class FaceTest(NamedTuple):
    """Whether the origin is outside a face; corners are slots of the simplex before the step."""

    face: tuple[int, int, int]
    opposite: int  # the fourth vertex, dropped if the origin is outside
    normal: Vec3  # as the article computes it: not a unit vector, and not always outward
    origin: float  # normal · (o − d): the article takes > 0 for outside
    inner: float  # normal · (opposite − d): > 0 if the normal points inwards, so that the article is wrong


class State(NamedTuple):
    """One step: the tests of the simplex, the article's conclusion, and the support found next.

    Vertices are in world coordinates, metres.  `direction`, `support` and `height` are None in the step that ends with
    an intersection, as it searches nothing.
    """

    iteration: int
    before: Vertices  # none to four, in order of arrival
    tests: tuple[FaceTest, ...]  # the article's three, in its order; none with fewer than four vertices
    untested: FaceTest | None  # of the face v0 v1 v2, which the article rightly does not test
    believes: BelievedRegion
    flipped: bool  # with three vertices: the normal was flipped towards the origin
    direction: Vec3 | None  # of any length
    support: Vertex | None
    height: float | None  # direction · support: negative ends the search
    simplex: Vertices
    lower: float  # the best lower bound so far of the signed distance; −inf while there is none
    reach: float  # the largest coordinate met
    mark: CycleMark  # the simplex remembered to detect a cycle
    exit: Exit


FACES = ((0, 1, 3), (1, 2, 3), (2, 0, 3))
"""The faces tested, in this order: those at the newest vertex."""

OPPOSITE = (2, 0, 1)
"""The vertex opposite each of them, which is dropped."""


@np.errstate(over="ignore", invalid="ignore")  # as Python's floats do: overflow ends in a named exit
def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes of any kind."""
    steps = run(listed_core(convex(shape_a, pose_a)), listed_core(convex(shape_b, pose_b)))
    return Trace("headbutt", steps, result(steps[-1]))


def listed_core(core: Convex) -> Convex:
    """A polytope as in the article, a list of vertices in the world; other cores are returned unchanged.

    Vertices of a box are numbered as everywhere: bits 0, 1, 2 are set where x, y, z are positive.
    """
    if len(core.vertices) > 0:
        corners = core.vertices.tolist()
    elif core.kind == BOX:
        corners = [(x * core.size[0], y * core.size[1], z * core.size[2]) for x, y, z in BOX_CORNERS]
    elif core.kind in SUPPORTS:  # curved
        return core
    else:
        raise ValueError(UNKNOWN_CORE)
    vertices = np.array([add(row_times(core.rotation, corner), core.position) for corner in corners])
    vertices.flags.writeable = False
    return core._replace(kind=VERTICES, size=ZERO, vertices=vertices, rotation=IDENTITY, position=ZERO)


def start(a: Convex, b: Convex) -> State:
    """The first support, along the direction from A's centre to B's, which is zero if they coincide."""
    direction = sub(b.center, a.center)
    nothing = CycleMark((), 0, 1)
    blank = State(
        0, (), (), None, BelievedRegion.NOTHING, False, None, None, None, (), -inf, 0.0, nothing, Exit.RUNNING
    )
    return _search(a, b, blank, (), direction)


def step(a: Convex, b: Convex, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = state._replace(iteration=state.iteration + 1, before=state.simplex, flipped=False)
    if len(state.before) == 4:
        return _at_tetrahedron(a, b, state)
    points = [vertex.point for vertex in state.before]
    if len(points) == 1:
        return _search(a, b, state, state.before, neg(_require_direction(state.direction)))
    if len(points) == 2:
        return _search(a, b, state, state.before, _square_to_edge(points[0], points[1]))
    normal = cross(sub(points[2], points[0]), sub(points[1], points[0]))
    flipped = dot(normal, neg(points[0])) < 0
    return _search(a, b, state._replace(flipped=flipped), state.before, neg(normal) if flipped else normal)


def run(a: Convex, b: Convex) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(start(a, b), lambda state: step(a, b, state))


def result(last: State) -> Result:
    """The article's answer: separated, penetrating, or undecided."""
    if last.exit == Exit.SEPARATING_AXIS:
        normal = unit(_require_direction(last.direction))
        return Result("headbutt", Verdict.SEPARATED, last.exit, last.iteration + 1, normal=normal, lower=last.lower)
    verdict = Verdict.PENETRATING if last.exit == Exit.ORIGIN_ENCLOSED else Verdict.UNDECIDED
    return Result("headbutt", verdict, last.exit, last.iteration + 1, lower=last.lower)


def truly_outside(test: FaceTest) -> bool:
    """Whether the origin and the fourth vertex are on opposite sides of the face, whatever the normal's orientation."""
    return (test.origin > 0 > test.inner) or (test.origin < 0 < test.inner)


def mistaken(test: FaceTest) -> bool:
    """Whether the article is wrong about this face."""
    return (test.origin > 0) != truly_outside(test)


def _at_tetrahedron(a: Convex, b: Convex, state: State) -> State:
    """Four vertices: drops the vertex opposite the first face that the origin seems to be outside of."""
    tests = _face_tests(state.before)
    state = state._replace(tests=tests, untested=_untested_face(state.before))
    for i in range(3):
        if tests[i].origin > 0:
            kept = tuple(vertex for slot, vertex in enumerate(state.before) if slot != tests[i].opposite)
            return _search(a, b, state._replace(believes=BelievedRegion(i + 1)), kept, tests[i].normal)
    return state._replace(
        believes=BelievedRegion.INSIDE, direction=None, support=None, height=None, exit=Exit.ORIGIN_ENCLOSED
    )


def _search(a: Convex, b: Convex, state: State, kept: Vertices, direction: Vec3) -> State:
    """Adds the support along `direction` to the kept vertices, and decides whether to continue."""
    vertex = rounded_difference_support(a, b, direction, state.iteration)
    height, simplex = dot(direction, vertex.point), (*kept, vertex)
    next_state = state._replace(
        direction=direction,
        support=vertex,
        height=height,
        simplex=simplex,
        lower=max(state.lower, published.bound(direction, vertex)),
        reach=max(state.reach, reach_of(vertex)),
    )
    if published.is_degenerate(next_state.reach):
        return next_state._replace(exit=Exit.DEGENERATE_INPUT)
    if height < 0:
        return next_state._replace(exit=Exit.SEPARATING_AXIS)
    if published.comes_back(state.mark, simplex):
        return next_state._replace(exit=Exit.CYCLE)
    if next_state.iteration >= ITERATION_LIMIT:
        return next_state._replace(exit=Exit.ITERATION_LIMIT)
    return next_state._replace(mark=published.next_mark(state.mark, simplex, next_state.iteration))


def _square_to_edge(v0: Vec3, v1: Vec3) -> Vec3:
    ab, a0 = sub(v1, v0), neg(v0)
    return cross(cross(ab, a0), ab)


def _face_tests(vertices: Vertices) -> tuple[FaceTest, ...]:
    a, b, c, d = (vertex.point for vertex in vertices)
    da, db, dc = sub(d, a), sub(d, b), sub(d, c)
    normals = (cross(da, db), cross(db, dc), cross(dc, da))
    return tuple(_face_test(vertices, FACES[i], OPPOSITE[i], normals[i]) for i in range(3))


def _untested_face(vertices: Vertices) -> FaceTest:
    a, b, c, _ = (vertex.point for vertex in vertices)
    return _face_test(vertices, (0, 1, 2), 3, cross(sub(b, a), sub(c, a)))


def _face_test(vertices: Vertices, face: tuple[int, int, int], opposite: int, normal: Vec3) -> FaceTest:
    corner, fourth = vertices[face[2]].point, vertices[opposite].point
    return FaceTest(face, opposite, normal, dot(normal, neg(corner)), dot(normal, sub(fourth, corner)))


def _require_direction(direction: Vec3 | None) -> Vec3:
    """The direction of a step that searched one."""
    if direction is None:
        raise ValueError("direction: this step has none, because it did not search")
    return direction
