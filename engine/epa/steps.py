"""EPA, the expanding polytope algorithm: the penetration depth of two convex shapes, as a trace.

van den Bergen, Proximity queries and penetration depth computation on 3D game objects, Game Developers Conference
2001; Collision Detection in Interactive 3D Environments, 2003, §4.3.8.

The depth is the distance from the origin, which is inside A − B, to the surface of A − B.  As in GJK, the set is never
built: the algorithm expands a polytope of its points, always where the surface may be nearest.

1. Seed: the simplex that GJK ended with.  If it has no volume (the origin lies on a vertex, an edge or a face), it is
   extended in directions in which it has no extent; if A − B has no extent there either, it is flat and the depth is 0.
2. Search: the support point w of A − B along the normal of the face nearest to the origin.
3. Bounds: the polytope is part of A − B, so the depth is at least the distance of the nearest face.  No point of A − B
   lies beyond the plane through w perpendicular to the normal n, so the depth is at most n·w, for every n tried.
4. If w is no further than the face, or not by more than the tolerance (`Options.tolerance`), the face lies on the
   surface: its normal and the distance of w are the result.
5. Horizon: otherwise remove all faces visible from w, found by walking from the chosen face to its neighbours, so that
   the horizon (the edges around them) is a single loop.  Join each edge of the horizon to w.  Repeat from 2.
6. Settle: a curved A − B may have a whole ring or sphere of points that are equally near, or nearly so, which no
   polytope approximates in reasonable time.  After enough steps, the best normal is improved by descent: from that
   normal, then from faces far from all directions tried, while they are nearer than the best normal's depth
   (see settling.py).

Departures from the papers, and why:
- The algorithm runs on the cores of the shapes (see support.py); if they are separated, the result follows from GJK's
  distance minus the radii, and there is nothing to expand.
- The nearest face is the one whose plane is nearest, with a negative distance if the origin lies outside: a seed need
  not contain the origin.  The foot of the perpendicular need not be tested: around an origin inside a convex polytope,
  it always lies in the face whose plane is nearest.
- Step 6, and for curved shapes step 4 as soon as w is within `CURVED` of the face.
- A short list and a heap find the nearest face, and a set the known vertices (`Search`), so that a step costs the same
  on a polytope of 100,000 faces.  Faces beyond the upper bound of the depth are left out.  They follow from the
  polytope and are not part of the state; `step` rebuilds them.

How it can fail: a face as thin as the rounding error has a meaningless normal.  It is never chosen, or it is set aside
once w turns out to be an existing vertex; the bounds remain valid, as its neighbours cover the surface.  If the bounds
do not meet, the exit is `ITERATION_LIMIT` (or `NO_PROGRESS` if no face is left), and the result is the best normal
tried: it separates the shapes, but a shorter translation may exist, within the bounds.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from math import inf
from typing import Any, NamedTuple

from gjkscope.engine import gjk
from gjkscope.engine.epa.polytope import (
    EpaFace,
    Search,
    enqueue_faces,
    find_horizon,
    is_vertex,
    nearest_of,
    new_search,
    normal_of,
    search_from,
    spoke,
    triangle,
    with_neighbour,
)
from gjkscope.engine.epa.settling import (
    DESCENTS,
    Descent,
    descent_from,
    has_ended,
    is_far,
    nearest_apart,
    next_normal,
    push_out,
    settle_by,
    start_descent,
)
from gjkscope.engine.gjk.simplex import Weights, closest_on_triangle
from gjkscope.engine.gjk.steps import (
    ROUNDINGS,
    Vertex,
    close_enough,
    difference_support,
    reach_of,
    relative,
    witnesses,
)
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import in_single
from gjkscope.engine.result import (
    TOUCHING,
    Exit,
    RawAnswer,
    Result,
    Trace,
    all_steps,
    bounds_only,
    final_step,
    result_of,
    verdict_number,
)
from gjkscope.engine.sequences.versioned import LatestList, VersionedList
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX, Convex, convex
from gjkscope.engine.vectors import Vec3, add, along, cross, dot, neg, norm, scale, sub, unit

# A polytope touches a curved surface only in points.  It is close enough within this fraction of the coordinates; each
# further digit takes about six steps.
CURVED = 1e-10

# Expansion steps before settling.  For two polytopes, the expansion eventually reaches A − B itself, so the limit only
# bounds time and memory: a round hull of n vertices against itself takes some 1.6 n steps, which is 32,000 for 20,000
# vertices.  Curved shapes that need more than about ninety steps have a ring of equally near points, which no polytope
# of reasonable size approximates closely enough.
EXPANSION_LIMIT = 100_000
CURVED_EXPANSION_LIMIT = 128

# Directions to try before concluding that A − B has no more dimensions than a seed of one, two or three vertices.
GROWTH_TRIES = (6, 4, 2)


class SearchReason(IntEnum):
    """Why a direction was searched."""

    SEED = 0  # no search yet
    GROWTH = 1  # the seed has no volume, and no extent in this direction
    FACE = 2  # normal of the face nearest to the origin
    SETTLE = 3  # direction of least distance after a push-out along the best normal of this descent
    STRIDE = 4  # the same, from an extrapolated normal
    ELSEWHERE = 5  # the same, from the normal of a face far from all directions tried: a new descent


class DepthPoint(NamedTuple):
    """The point of A − B to which the depth is measured, given as the points of both cores whose difference it is."""

    face: int  # the face that contains it; −1 for none
    weights: Weights  # barycentric, of that face's corners; the fourth is 0
    a: Vec3  # relative to A's position, as all points here
    b: Vec3


class State(NamedTuple):
    """A step of EPA, with all quantities that determined it.  The lists are never changed afterwards."""

    iteration: int
    aim: SearchReason
    direction: Vec3  # unit, the search direction
    support: Vertex
    chosen: int  # the face whose normal was searched, or used for the push-out; −1 for none
    vertices: Sequence[Vertex]
    faces: Sequence[EpaFace]  # including removed faces
    nearest: int  # the face to search next; −1 for none
    tries: int  # directions tried since the seed last grew
    settling: Descent
    lower: float  # best bounds so far on the cores' signed distance
    upper: float
    normal: Vec3  # the direction that gave the best lower bound
    contact: DepthPoint
    reach: float  # largest coordinate so far; rounding errors are relative to it
    roundoff: float  # unit roundoff of the arithmetic
    gap: float  # difference of the bounds at which the search may end, metres; see `gjk.wanted_gap`
    radius: float  # sum of both radii
    exit: Exit

    @property
    def visible(self) -> list[EpaFace]:
        """The faces visible from the support point, removed in this step."""
        return [face for face in self.faces if face.death == self.iteration]

    @property
    def horizon(self) -> list[tuple[int, int]]:
        """The edges around the visible faces, in order, as pairs of vertices; each is joined to the support point."""
        seen = [face for face in self.faces if face.birth == self.iteration]
        return [(face.corners[0], face.corners[1]) for face in seen if self.visible]


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """Runs EPA on two placed shapes of any kind, starting where GJK ended, and returns all steps.

    There is only one step if GJK has already determined the distance.
    """
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    size, gap = size_of(shape_a, pose_a, shape_b, pose_b), gjk.wanted_gap(options, shape_a, shape_b)
    return in_single(_trace, a, b, size, gap) if options.float32 else _trace(a, b, size, gap)


def start(a: Convex, b: Convex, gjk_state: gjk.State) -> State:
    """The first step: the seed is GJK's last simplex without vertices that add no dimension.

    The cores are relative to A's position, as `relative` returns them.
    """
    return seed_polytope(gjk_state, VersionedList(), VersionedList(), [], new_search())


def seed_polytope(gjk_state: gjk.State, vertices: Any, faces: Any, tried: list[Vec3], search: Search) -> State:
    """`start` with the given empty lists and search, which compiled code reuses from pair to pair."""
    _span(vertices, gjk_state)
    witness_a, witness_b = witnesses(gjk_state)
    reason = Exit.DISTANCE_KNOWN if is_distance_known(gjk_state) else Exit.RUNNING
    state = State(
        iteration=0,
        aim=SearchReason.SEED,
        direction=gjk_state.direction,
        support=gjk_state.support,
        chosen=-1,
        vertices=vertices,
        faces=faces,
        nearest=-1,
        tries=0,
        settling=start_descent(tried),
        lower=gjk_state.lower,
        upper=gjk_state.upper,
        normal=gjk_state.normal,
        contact=DepthPoint(-1, (0.0, 0.0, 0.0, 0.0), witness_a, witness_b),
        reach=gjk_state.reach,
        roundoff=gjk_state.roundoff,
        gap=gjk_state.gap,
        radius=gjk_state.radius,
        exit=reason,
    )
    return _polytope(state, search) if len(state.vertices) == 4 and state.exit == Exit.RUNNING else state


def step(a: Convex, b: Convex, state: State) -> State:
    """The next step: grow the seed, expand the polytope or settle.  A state that has an exit is returned unchanged."""
    return step_with_search(a, b, state, search_from(state.faces))


def step_with_search(a: Convex, b: Convex, state: State, search: Search) -> State:
    """`step` with the search structure of the state's polytope, which is updated for the next state."""
    if state.exit != Exit.RUNNING:
        return state
    if expands(state):
        return check_surface(a, b, expand(a, b, state, search))
    return _grow(a, b, state, search) if len(state.faces) == 0 else _settle(a, b, state)


def expands(state: State) -> bool:
    """Whether the next step is an expansion, as most are."""
    return state.exit == Exit.RUNNING and state.nearest >= 0 and state.iteration < _expansion_limit(state)


def run(a: Convex, b: Convex, gjk_state: gjk.State) -> tuple[State, ...]:
    """All steps up to the one with an exit, starting from GJK's last step, `gjk_state`."""
    near_a, near_b = relative(a, b)
    search = new_search()
    return all_steps(
        seed_polytope(gjk_state, VersionedList(), VersionedList(), [], search),
        lambda state: step_with_search(near_a, near_b, state, search),
    )


def run_to_last(a: Convex, b: Convex, gjk_state: gjk.State) -> State:
    """The last step of `run`.  The others are not kept, so that the polytope is changed in place, in half the time."""
    near_a, near_b = relative(a, b)
    search = new_search()
    return final_step(
        seed_polytope(gjk_state, LatestList(), LatestList(), [], search),
        lambda state: step_with_search(near_a, near_b, state, search),
    )


def result(a: Convex, b: Convex, gjk_state: gjk.State, last: State, size: float) -> Result:
    """The result for the shapes themselves, including their radii, from the last step; `size` is `bounds.size`."""
    if last.exit == Exit.DISTANCE_KNOWN:
        return replace(gjk.result(a, b, gjk_state, size), algorithm="epa", exit=last.exit, steps=1)
    return result_of("epa", last.exit, last.iteration + 1, depth_answer(a, b, last, size))


def depth_answer(a: Convex, b: Convex, last: State, size: float) -> RawAnswer:
    """The numbers of `result`, if GJK has not already determined the distance."""
    radius = a.radius + b.radius
    lower, upper = last.lower - radius, max(last.lower, last.upper) - radius
    met = upper - lower <= TOUCHING * size
    verdict = verdict_number(lower, lower if met else upper, size)
    if last.lower > 0 and not met:  # the nearest feature of separated shapes need not be a face
        return bounds_only(verdict, lower, upper)
    witness_a, witness_b = contact_points(last)
    witness_a = along(add(witness_a, a.position), last.normal, a.radius)
    witness_b = along(add(witness_b, a.position), last.normal, -b.radius)
    return RawAnswer(verdict, lower, upper, lower, last.normal, witness_a, witness_b)


def _trace(a: Convex, b: Convex, size: float, gap: float) -> Trace:
    gjk_state = gjk.run(a, b, gap)[-1]
    steps = run(a, b, gjk_state)
    return Trace("epa", steps, result(a, b, gjk_state, steps[-1], size))


def depth_rounding(state: State) -> float:
    """The rounding error of a distance, in metres."""
    return ROUNDINGS * state.roundoff * state.reach


def contact_points(last: State) -> tuple[Vec3, Vec3]:
    """The contact points; what they lack of the depth (rounding, or a curved surface) is split evenly."""
    depth = scale(last.normal, -last.lower)
    rest = scale(sub(depth, sub(last.contact.a, last.contact.b)), 0.5)
    return add(last.contact.a, rest), sub(last.contact.b, rest)


# --- the seed ---


def is_distance_known(gjk_state: gjk.State) -> bool:
    """Whether GJK's result is final: the cores are separated, or just touch, or the input is degenerate."""
    if gjk_state.exit == Exit.ORIGIN_ENCLOSED:
        return False
    met = gjk_state.upper - gjk_state.lower <= gjk.rounding(gjk_state)
    return met or gjk_state.lower > 0 or gjk_state.exit in (Exit.DEGENERATE_INPUT, Exit.WITHIN_TOLERANCE)


def _span(vertices: Any, gjk_state: gjk.State) -> None:
    """Appends those of GJK's vertices that add a dimension."""
    vertices.append(gjk_state.simplex.vertices[0])
    for i in range(1, gjk_state.simplex.size):
        vertex = gjk_state.simplex.vertices[i]
        if _adds_dimension(vertices, vertex.point, gjk.rounding(gjk_state)):
            vertices.append(vertex)


def _adds_dimension(vertices: Sequence[Vertex], point: Vec3, rounding: float) -> bool:
    """Whether the point is further than rounding from the point, line or plane through the vertices."""
    away = sub(point, vertices[0].point)
    if len(vertices) == 1:
        return norm(away) > rounding
    if len(vertices) == 2:
        return norm(cross(away, unit(sub(vertices[1].point, vertices[0].point)))) > rounding
    return abs(dot(normal_of(vertices), away)) > rounding


def _grow(a: Convex, b: Convex, state: State, search: Search) -> State:
    """Searches a direction in which the seed has no extent."""
    direction = _growth_direction(state.vertices, state.tries)
    grown = search_along(a, b, state, SearchReason.GROWTH, direction, -1)
    if _adds_dimension(state.vertices, grown.support.point, depth_rounding(grown)):
        vertices = _copy(state.vertices)
        vertices.append(grown.support)
        grown = grown._replace(vertices=vertices, tries=0)
        return _polytope(grown, search) if len(grown.vertices) == 4 else grown
    flat = state.tries + 1 == GROWTH_TRIES[len(state.vertices) - 1]
    return grown._replace(tries=state.tries + 1, exit=Exit.NO_INTERIOR if flat else Exit.RUNNING)


def _growth_direction(vertices: Sequence[Vertex], tries: int) -> Vec3:
    """Both directions along each axis perpendicular to the span of the seed, in turn."""
    axis = tries // 2
    if len(vertices) == 1:
        direction = (1.0 if axis == 0 else 0.0, 1.0 if axis == 1 else 0.0, 1.0 if axis == 2 else 0.0)
    elif len(vertices) == 2:
        edge = unit(sub(vertices[1].point, vertices[0].point))
        direction = any_square_to(edge) if axis == 0 else cross(edge, any_square_to(edge))
    else:
        direction = normal_of(vertices)
    return direction if tries % 2 == 0 else neg(direction)


def any_square_to(edge: Vec3) -> Vec3:
    """A unit vector perpendicular to the edge: its cross product with the axis along which it is shortest."""
    x, y, z = abs(edge[0]), abs(edge[1]), abs(edge[2])
    if x <= y and x <= z:
        return unit((0.0, -edge[2], edge[1]))
    if y <= z:
        return unit((edge[2], 0.0, -edge[0]))
    return unit((-edge[1], edge[0], 0.0))


def _polytope(state: State, search: Search) -> State:
    """The tetrahedron of the four vertices."""
    v, rounding = state.vertices, depth_rounding(state)
    inward = dot(normal_of(v), sub(v[3].point, v[0].point)) > 0
    i, j, k = (0, 2, 1) if inward else (0, 1, 2)
    faces, birth = _copy(state.faces), state.iteration
    faces.append(_face(v, i, j, k, (1, 2, 3), birth, rounding))
    faces.append(_face(v, j, i, 3, (0, 3, 2), birth, rounding))
    faces.append(_face(v, k, j, 3, (0, 1, 3), birth, rounding))
    faces.append(_face(v, i, k, 3, (0, 2, 1), birth, rounding))
    enqueue_faces(search, faces, 0)
    return _chosen_next(state, v, faces, search)


def _face(
    vertices: Sequence[Vertex], i: int, j: int, k: int, across: tuple[int, int, int], birth: int, rounding: float
) -> EpaFace:
    """The face with these vertices."""
    tip = vertices[k].point
    p, q = spoke(tip, vertices[i].point), spoke(tip, vertices[j].point)
    return triangle(tip, p, q, (i, j, k), across, birth, rounding)


# --- expansion ---


def _expansion_limit(state: State) -> int:
    curved = state.support.index_a == NO_INDEX or state.support.index_b == NO_INDEX
    return CURVED_EXPANSION_LIMIT if curved else EXPANSION_LIMIT


def expand(a: Convex, b: Convex, state: State, search: Search) -> State:
    """Searches beyond the nearest face: either it lies on the surface, or the polytope is extended to the support.

    If it lies on the surface, the state has an exit, but no contact yet.
    """
    normal = state.faces[state.nearest].normal
    return expand_to_support(search_along(a, b, state, SearchReason.FACE, normal, state.nearest), search)


def expand_to_support(searched: State, search: Search) -> State:
    """The rest of `expand`, after the search beyond the nearest face."""
    face, rounding, vertex = searched.faces[searched.chosen], depth_rounding(searched), searched.support
    curved = vertex.index_a == NO_INDEX or vertex.index_b == NO_INDEX
    depth = dot(face.normal, vertex.point)
    if depth - face.distance <= (max(CURVED * searched.reach, rounding) if curved else rounding):
        return searched._replace(exit=Exit.CONVERGED)
    if close_enough(-depth, searched.upper, searched.radius, searched.gap):
        return searched._replace(exit=Exit.WITHIN_TOLERANCE)
    if searched.lower > rounding:
        return searched._replace(exit=Exit.SEPARATING_AXIS)
    if is_vertex(search, searched.vertices, vertex.point):
        return _put_aside(searched, search)
    return extend_polytope(searched, rounding, search)


def search_along(a: Convex, b: Convex, state: State, aim: SearchReason, direction: Vec3, chosen: int) -> State:
    """The state with a new support point and the bound that follows from it; the polytope is not changed yet."""
    vertex = difference_support(a, b, direction, state.support.birth + 1)
    return with_searched(state, aim, direction, vertex, chosen)


def with_searched(state: State, aim: SearchReason, direction: Vec3, vertex: Vertex, chosen: int) -> State:
    """The state with this support point."""
    bound = -dot(direction, vertex.point)
    normal = direction if bound > state.lower else state.normal
    return state._replace(
        iteration=state.iteration + 1,
        aim=aim,
        direction=direction,
        support=vertex,
        chosen=chosen,
        lower=max(state.lower, bound),
        normal=normal,
        reach=max(state.reach, reach_of(vertex)),
    )


def extend_polytope(state: State, rounding: float, search: Search) -> State:
    """Replaces the faces visible from the support point by new faces that join the horizon to it.

    An edge of the horizon begins where the one before it ends, so that neighbouring faces share a spoke.
    """
    point, faces = state.support.point, _copy(state.faces)
    if not find_horizon(search, faces, state.chosen, point, rounding, state.iteration):
        return _put_aside(state, search)
    rim, vertices = search.rim, _copy(state.vertices)
    first, count, tip = len(faces), len(rim), len(vertices)
    vertices.append(state.support)
    p = spoke(point, vertices[rim[0][0]].point)
    for i in range(count):
        begin, end, outer = rim[i]
        q = spoke(point, vertices[end].point)
        corners, across = (begin, end, tip), (outer, first + _after(i, count), first + _before(i, count))
        faces.append(triangle(point, p, q, corners, across, state.iteration, rounding))
        faces[outer] = with_neighbour(faces[outer], end, first + i)
        search.few.append(first + i)
        p = q
    return _chosen_next(state, vertices, faces, search)


def _after(i: int, count: int) -> int:
    return i + 1 if i + 1 < count else 0


def _before(i: int, count: int) -> int:
    return i - 1 if i > 0 else count - 1


def _put_aside(state: State, search: Search) -> State:
    """Sets the chosen face aside, because its normal is meaningless; the polytope does not change."""
    faces = _copy(state.faces)
    faces[state.chosen] = faces[state.chosen]._replace(rank=inf)
    return _chosen_next(state, state.vertices, faces, search)


def _chosen_next(state: State, vertices: Any, faces: Any, search: Search) -> State:
    """The state with this polytope, the face to search next, and the bound that follows from that face."""
    nearest = nearest_of(search, faces, -state.lower)
    distance = faces[nearest].rank if nearest >= 0 else -1.0
    upper = min(state.upper, -distance) if distance >= 0 else state.upper
    return state._replace(vertices=vertices, faces=faces, nearest=nearest, upper=upper)


def _copy(items: Any) -> Any:
    """A copy for the next state to change.  (A named function, so that compiled code can omit the copy.)"""
    return items.copy()


# --- the end ---


def check_surface(a: Convex, b: Convex, state: State) -> State:
    """The state after an expansion, with the contact if the chosen face lies on the surface, or near it.

    The contact is the origin's projection.
    If a face of A − B consists of several triangles, the projection (foot) may lie in another triangle than the chosen
    one; if the face has a curved boundary, it may lie in none.
    """
    if state.exit not in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE):
        return state
    depth = dot(state.direction, state.support.point)
    slack = max(0.0, depth - state.faces[state.chosen].distance) + depth_rounding(state)
    foot = scale(state.direction, depth)
    contact, distance = _contact_in(state, state.chosen, foot)
    if distance > slack:
        for number in range(len(state.faces)):
            if state.faces[number].death < 0 and _in_plane(state, number, depth - slack):
                other, other_distance = _contact_in(state, number, foot)
                if other_distance < distance:
                    contact, distance = other, other_distance
    if distance > slack:
        contact = _contact_apart(a, b, foot)
    return state._replace(lower=-depth, normal=state.direction, contact=contact)


def _contact_in(state: State, number: int, foot: Vec3) -> tuple[DepthPoint, float]:
    """The point of a face that is nearest to the foot, and its distance from it."""
    i, j, k = state.faces[number].corners
    p, q, r = state.vertices[i], state.vertices[j], state.vertices[k]
    nearest = closest_on_triangle(sub(p.point, foot), sub(q.point, foot), sub(r.point, foot))
    u, v, w, _ = nearest.weights
    a = along(along(scale(p.a, u), q.a, v), r.a, w)
    b = along(along(scale(p.b, u), q.b, v), r.b, w)
    return DepthPoint(number, nearest.weights, a, b), norm(nearest.point)


def _in_plane(state: State, number: int, height: float) -> bool:
    """Whether the whole face is as far along the search direction as `height`."""
    for corner in state.faces[number].corners:
        if dot(state.direction, state.vertices[corner].point) < height:
            return False
    return True


# --- settling ---


def _settle(a: Convex, b: Convex, state: State) -> State:
    """One step of a descent: pushes A out along its current normal and searches where the shapes are then nearest."""
    if -state.lower <= depth_rounding(state) or _is_close_enough(state):
        return _conclude(a, b, state)
    aim, last = _descent(a, b, state)
    pushed, direction = push_out(a, b, next_normal(last))
    searched = search_along(a, b, state, aim, direction, last.face)
    rounding, bound = max(depth_rounding(searched), searched.gap), -dot(direction, searched.support.point)
    settling = settle_by(last, pushed, direction, bound, rounding)
    if _is_close_enough(searched):
        return _conclude(a, b, searched._replace(settling=settling))
    if has_ended(settling, searched.lower, rounding):
        settling = settling._replace(face=_elsewhere(searched, settling))
        searched = searched._replace(settling=settling)
        return searched if settling.face >= 0 else _conclude(a, b, searched)
    return searched._replace(settling=settling)


def _descent(a: Convex, b: Convex, state: State) -> tuple[SearchReason, Descent]:
    """The descent that the next step continues, and the reason for the search; starts a new descent if necessary."""
    last = state.settling
    if last.descents == 0:
        return SearchReason.SETTLE, descent_from(last, state.normal, state.lower)
    if last.face >= 0:
        normal = state.faces[last.face].normal
        return SearchReason.ELSEWHERE, descent_from(
            last, normal, -dot(normal, difference_support(a, b, normal, 0).point)
        )
    return SearchReason.SETTLE if last.stride == 0 else SearchReason.STRIDE, last


def _elsewhere(state: State, settling: Descent) -> int:
    """The face at which the next descent starts; −1 for none."""
    nearest, distance = -1, -state.lower - depth_rounding(state)
    if settling.descents == DESCENTS:
        return nearest
    for number in range(len(state.faces)):
        face = state.faces[number]
        if face.rank < distance and is_far(face.normal, settling.tried):
            nearest, distance = number, face.rank
    return nearest


def _conclude(a: Convex, b: Convex, state: State) -> State:
    contact = _contact_apart(a, b, scale(state.normal, -state.lower))
    reason = Exit.ITERATION_LIMIT if state.nearest >= 0 else Exit.NO_PROGRESS
    return state._replace(contact=contact, exit=Exit.WITHIN_TOLERANCE if _is_close_enough(state) else reason)


def _is_close_enough(state: State) -> bool:
    return close_enough(state.lower, state.upper, state.radius, state.gap)


def _contact_apart(a: Convex, b: Convex, foot: Vec3) -> DepthPoint:
    """The contact after moving A by −foot, which brings the foot to the origin; A's point is moved back."""
    witness_a, witness_b = witnesses(nearest_apart(a, b, neg(foot)))
    return DepthPoint(-1, (0.0, 0.0, 0.0, 0.0), add(witness_a, foot), witness_b)
