"""EPA, the expanding polytope algorithm: how deep two convex shapes overlap, as a trace.

van den Bergen, Proximity queries and penetration depth computation on 3D game objects, Game Developers Conference
2001; Collision Detection in Interactive 3D Environments, 2003, §4.3.8.

The depth is the distance of the origin from the surface of A − B, measured from inside.  As in GJK the set is never
built: the algorithm blows up a polytope of its points, always where the surface may be nearest.

1. Seed: the simplex that GJK ended with.  Where it has no volume (the origin lies on a vertex, an edge or a face of
   it) it grows in directions in which it has no extent; if A − B itself has none there, it is flat: the depth is 0.
2. Search: the support point w of A − B along the normal of the face that is nearest to the origin.
3. Bounds: the polytope is part of A − B, so the depth is at least the nearest face's distance.  No point of A − B
   lies beyond the plane through w square to the normal n, so the depth is at most n·w, for every n ever tried.
4. If w lies no further than the face, the face is on the surface: its normal and distance are the answer.
5. Horizon: otherwise remove all faces that w sees, found by walking from the chosen one from neighbour to neighbour,
   so that the horizon, the edges around them, is one loop.  Join each of its edges to w.  Go on with 2.
6. Settle: a curved A − B may have a whole ring or sphere of points that are equally near, or nearly so, which no
   polytope reaches in good time.  After enough steps the best normal is made better on its own: from it downhill, as
   far as that goes, and from other faces, far from all that was tried, as long as they are nearer than the best
   normal's depth (see epa_settling.py).

Departures from the papers, and why:
- The algorithm runs on the cores of the shapes (see support.py); where they are apart, GJK's distance less the radii
  is the depth, and there is nothing to expand.
- The nearest face is the one whose plane is nearest, negative where the origin lies outside: a seed need not contain
  the origin.  Its foot need not be looked for, as the nearest plane of a convex polytope always holds it.
- Step 6, and step 4 for curved shapes as soon as w is within `CURVED` of the face.

How it can fail: a face that is thin as rounding has a normal made of rounding.  It is never chosen, or is put aside
once w turns out to be a corner of the polytope already; the bounds stay true, as its neighbours hold the surface.
Where the bounds do not meet, the exit is `ITERATION_LIMIT` (or `NO_PROGRESS` when no face is left), and the answer is
the best normal tried: it does separate, but a better one may exist, by as much as the bounds say.
"""

from dataclasses import replace
from enum import IntEnum
from math import inf
from typing import Any, NamedTuple

from . import gjk
from .bounds import size as size_of
from .epa_polytope import Face, dead, is_loop, joined, normal_of, rim_around, triangle
from .epa_settling import (
    DESCENTS,
    Settling,
    descent_from,
    has_ended,
    is_far,
    nearest_apart,
    next_normal,
    pushed_out,
    settled_by,
    unsettled,
)
from .gjk import ROUNDINGS, Vertex, difference_support, reach_of, relative, witnesses
from .options import DEFAULT, Options
from .pose import Pose
from .precision import in_single
from .result import TOUCHING, Answer, Exit, Result, Trace, bounds_alone, result_of, verdict_number
from .shapes import Shape
from .simplex import Weights, closest_on_triangle
from .support import NO_INDEX, Convex, convex
from .vectors import Vec3, add, along, cross, dot, neg, norm, scale, sub, unit

# A polytope meets a curved surface in points only.  Within this part of the coordinates it is near enough; each further
# digit takes some six steps.
CURVED = 1e-10

# Steps before it settles for the best normal.  256-vertex hulls about one centre take about 150, and every polytope
# ends in time; curved shapes that need more than some ninety have a ring of equally near points, and need them all.
EXPANSION_LIMIT = 1000
CURVED_EXPANSION_LIMIT = 128

# How many directions are tried before a seed of one, two, three vertices is all that A − B extends to.
GROWTH_TRIES = (6, 4, 2)


class Aim(IntEnum):
    """Why a direction was searched."""

    SEED = 0  # nothing was searched yet
    GROWTH = 1  # the seed has no volume, and no extent that way
    FACE = 2  # the face nearest to the origin looks that way
    SETTLE = 3  # pushed out along the best normal of this descent, the shapes are nearest that way
    STRIDE = 4  # the same, from further along the way that the descent goes
    ELSEWHERE = 5  # the same, from the normal of a face far from all that was tried: a new descent


class Contact(NamedTuple):
    """The point of A − B that the depth is measured to, and the points of the cores that it is the difference of."""

    face: int  # that it lies on; −1 for none
    weights: Weights  # of that face's corners; the fourth is 0
    a: Vec3  # relative to A's position, as all points here
    b: Vec3


class State(NamedTuple):
    """A step of EPA, with everything that decided it.  The lists are never changed once the state is made."""

    iteration: int
    aim: Aim
    direction: Vec3  # unit, the way that was searched
    support: Vertex
    chosen: int  # the face whose normal was searched, or pushed out along; −1 for none
    vertices: list[Vertex]
    faces: list[Face]  # all that there ever were
    nearest: int  # the face to be searched next; −1 for none
    tries: int  # of growth, since the seed grew last
    settling: Settling
    lower: float  # best bounds so far of the cores' signed distance
    upper: float
    normal: Vec3  # the direction that gave the best lower bound
    contact: Contact
    reach: float  # the largest coordinate met: what rounding is measured against
    roundoff: float  # of the arithmetic
    radius: float  # of both shapes together
    exit: Exit

    @property
    def visible(self) -> list[Face]:
        """The faces that the support saw: they went in this step."""
        return [face for face in self.faces if face.death == self.iteration]

    @property
    def horizon(self) -> list[tuple[int, int]]:
        """The edges around them, in order, each from a vertex to a vertex: each has a new face to the support."""
        seen = [face for face in self.faces if face.birth == self.iteration]
        return [(face.corners[0], face.corners[1]) for face in seen if self.visible]


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes of any kind, from where GJK ended; a single one where GJK has said all."""
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    size = size_of(shape_a, pose_a, shape_b, pose_b)
    return in_single(_traced, a, b, size) if options.float32 else _traced(a, b, size)


def start(a: Convex, b: Convex, found: gjk.State) -> State:
    """The seed: GJK's last simplex, but for vertices that add no dimension.  Takes cores as `relative` gives them."""
    return seeded(found, [], [])


def seeded(found: gjk.State, vertices: list[Vertex], faces: list[Face]) -> State:
    """The same in these lists, which are empty.  (Compiled code takes the same ones for one pair after the other.)"""
    _span(vertices, found)
    witness_a, witness_b = witnesses(found)
    reason = Exit.DISTANCE_KNOWN if distance_known(found) else Exit.RUNNING
    state = State(
        iteration=0,
        aim=Aim.SEED,
        direction=found.direction,
        support=found.support,
        chosen=-1,
        vertices=vertices,
        faces=faces,
        nearest=-1,
        tries=0,
        settling=unsettled(),
        lower=found.lower,
        upper=found.upper,
        normal=found.normal,
        contact=Contact(-1, (0.0, 0.0, 0.0, 0.0), witness_a, witness_b),
        reach=found.reach,
        roundoff=found.roundoff,
        radius=found.radius,
        exit=reason,
    )
    return _polytope(state) if len(state.vertices) == 4 and state.exit == Exit.RUNNING else state


def step(a: Convex, b: Convex, state: State) -> State:
    """The next step; a state that has an exit is returned as it is."""
    if state.exit != Exit.RUNNING:
        return state
    if len(state.faces) == 0:
        return _grow(a, b, state)
    if state.nearest >= 0 and state.iteration < _expansion_limit(state):
        return _expand(a, b, state)
    return _settle(a, b, state)


def run(a: Convex, b: Convex, found: gjk.State) -> tuple[State, ...]:
    """All steps from the one that takes over from GJK's last, `found`, to the one with an exit."""
    near_a, near_b = relative(a, b)
    steps = [start(near_a, near_b, found)]
    while steps[-1].exit == Exit.RUNNING:
        steps.append(step(near_a, near_b, steps[-1]))
    return tuple(steps)


def result(a: Convex, b: Convex, found: gjk.State, last: State, size: float) -> Result:
    """What the last step says about the shapes themselves; `size` as in `bounds.size`."""
    if last.exit == Exit.DISTANCE_KNOWN:
        return replace(gjk.result(a, b, found, size), algorithm="epa", exit=last.exit, steps=1)
    return result_of("epa", last.exit, last.iteration + 1, answer(a, b, last, size))


def answer(a: Convex, b: Convex, last: State, size: float) -> Answer:
    """The same in numbers alone, where GJK has not said all."""
    radius = a.radius + b.radius
    lower, upper = last.lower - radius, max(last.lower, last.upper) - radius
    met = upper - lower <= TOUCHING * size
    verdict = verdict_number(lower, lower if met else upper, size)
    if last.lower > 0 and not met:  # what is nearest of separated shapes may be a corner, which is no face
        return bounds_alone(verdict, lower, upper)
    witness_a, witness_b = contact_points(last)
    witness_a = along(add(witness_a, a.position), last.normal, a.radius)
    witness_b = along(add(witness_b, a.position), last.normal, -b.radius)
    return Answer(verdict, lower, upper, lower, last.normal, witness_a, witness_b)


def _traced(a: Convex, b: Convex, size: float) -> Trace:
    found = gjk.run(a, b)[-1]
    steps = run(a, b, found)
    return Trace("epa", steps, result(a, b, found, steps[-1], size))


def _rounding(state: State) -> float:
    """What a distance may be off by, metres."""
    return ROUNDINGS * state.roundoff * state.reach


def contact_points(last: State) -> tuple[Vec3, Vec3]:
    """The contact, with what it lacks of the depth (rounding, or a curved surface beyond its face) shared by both."""
    depth = scale(last.normal, -last.lower)
    rest = scale(sub(depth, sub(last.contact.a, last.contact.b)), 0.5)
    return add(last.contact.a, rest), sub(last.contact.b, rest)


# --- the seed ---


def distance_known(found: gjk.State) -> bool:
    """Whether GJK has said all: the cores are apart, or touch and no more, or it had to give up."""
    if found.exit == Exit.ORIGIN_ENCLOSED:
        return False
    met = found.upper - found.lower <= gjk.rounding(found)
    return met or found.lower > 0 or found.exit == Exit.DEGENERATE_INPUT


def _span(vertices: list[Vertex], found: gjk.State) -> None:
    """Puts those of GJK's vertices there that add a dimension."""
    vertices.append(found.simplex.vertices[0])
    for i in range(1, found.simplex.size):
        vertex = found.simplex.vertices[i]
        if _adds_dimension(vertices, vertex.point, gjk.rounding(found)):
            vertices.append(vertex)


def _adds_dimension(vertices: list[Vertex], point: Vec3, rounding: float) -> bool:
    """Whether the point lies off the point, the line or the plane of the vertices by more than rounding."""
    away = sub(point, vertices[0].point)
    if len(vertices) == 1:
        return norm(away) > rounding
    if len(vertices) == 2:
        return norm(cross(away, unit(sub(vertices[1].point, vertices[0].point)))) > rounding
    return abs(dot(normal_of(vertices), away)) > rounding


def _grow(a: Convex, b: Convex, state: State) -> State:
    """Searches a direction in which the seed has no extent."""
    direction = _growth_direction(state.vertices, state.tries)
    grown = _searched(a, b, state, Aim.GROWTH, direction, -1)
    if _adds_dimension(state.vertices, grown.support.point, _rounding(grown)):
        vertices = _copy(state.vertices)
        vertices.append(grown.support)
        grown = grown._replace(vertices=vertices, tries=0)
        return _polytope(grown) if len(grown.vertices) == 4 else grown
    flat = state.tries + 1 == GROWTH_TRIES[len(state.vertices) - 1]
    return grown._replace(tries=state.tries + 1, exit=Exit.NO_INTERIOR if flat else Exit.RUNNING)


def _growth_direction(vertices: list[Vertex], tries: int) -> Vec3:
    """There and back along each of the axes that are square to what the seed spans."""
    axis = tries // 2
    if len(vertices) == 1:
        direction = (1.0 if axis == 0 else 0.0, 1.0 if axis == 1 else 0.0, 1.0 if axis == 2 else 0.0)
    elif len(vertices) == 2:
        edge = unit(sub(vertices[1].point, vertices[0].point))
        direction = _any_square_to(edge) if axis == 0 else cross(edge, _any_square_to(edge))
    else:
        direction = normal_of(vertices)
    return direction if tries % 2 == 0 else neg(direction)


def _any_square_to(edge: Vec3) -> Vec3:
    """A unit vector square to the edge: its cross product with the axis that it is least along."""
    x, y, z = abs(edge[0]), abs(edge[1]), abs(edge[2])
    if x <= y and x <= z:
        return unit((0.0, -edge[2], edge[1]))
    if y <= z:
        return unit((edge[2], 0.0, -edge[0]))
    return unit((-edge[1], edge[0], 0.0))


def _polytope(state: State) -> State:
    """The four vertices' tetrahedron."""
    v, rounding = state.vertices, _rounding(state)
    inward = dot(normal_of(v), sub(v[3].point, v[0].point)) > 0
    i, j, k = (0, 2, 1) if inward else (0, 1, 2)
    faces = _copy(state.faces)
    faces.append(triangle(v[i].point, v[j].point, v[k].point, (i, j, k), (1, 2, 3), state.iteration, rounding))
    faces.append(triangle(v[j].point, v[i].point, v[3].point, (j, i, 3), (0, 3, 2), state.iteration, rounding))
    faces.append(triangle(v[k].point, v[j].point, v[3].point, (k, j, 3), (0, 1, 3), state.iteration, rounding))
    faces.append(triangle(v[i].point, v[k].point, v[3].point, (i, k, 3), (0, 2, 1), state.iteration, rounding))
    return _chosen_next(state, v, faces)


# --- expansion ---


def _expansion_limit(state: State) -> int:
    curved = state.support.index_a == NO_INDEX or state.support.index_b == NO_INDEX
    return CURVED_EXPANSION_LIMIT if curved else EXPANSION_LIMIT


def _expand(a: Convex, b: Convex, state: State) -> State:
    """Searches beyond the nearest face; it is on the surface, or a part of the polytope gives way to a new vertex."""
    face = state.faces[state.nearest]
    searched = _searched(a, b, state, Aim.FACE, face.normal, state.nearest)
    rounding, vertex = _rounding(searched), searched.support
    curved = vertex.index_a == NO_INDEX or vertex.index_b == NO_INDEX
    beyond = dot(face.normal, vertex.point) - face.distance
    if beyond <= (max(CURVED * searched.reach, rounding) if curved else rounding):
        return _surfaced(a, b, searched)
    if searched.lower > rounding:
        return searched._replace(exit=Exit.SEPARATING_AXIS)
    if _is_corner(state.vertices, vertex):
        return _put_aside(searched)
    return _with_support(searched, rounding)


def _searched(a: Convex, b: Convex, state: State, aim: Aim, direction: Vec3, chosen: int) -> State:
    """The state with a new support, the bound that it gives, and nothing made of it yet."""
    vertex = difference_support(a, b, direction, state.support.birth + 1)
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


def _is_corner(vertices: list[Vertex], vertex: Vertex) -> bool:
    for other in vertices:
        if other.point == vertex.point:
            return True
    return False


def _with_support(state: State, rounding: float) -> State:
    """The polytope without the faces that the support sees, and with new ones from the horizon to it."""
    point = state.support.point
    rim, seen = rim_around(state.faces, state.chosen, point, rounding)
    if not is_loop(rim):
        return _put_aside(state)
    vertices, faces = _copy(state.vertices), _copy(state.faces)
    first, count, tip = len(faces), len(rim), len(vertices)
    vertices.append(state.support)
    for number in seen:
        faces[number] = dead(faces[number], state.iteration)
    for i in range(count):
        begin, end, outer = rim[i]
        corners, across = (begin, end, tip), (outer, first + (i + 1) % count, first + (i - 1) % count)
        p, q = vertices[begin].point, vertices[end].point
        faces.append(triangle(p, q, point, corners, across, state.iteration, rounding))
        faces[outer] = joined(faces[outer], end, first + i)
    return _chosen_next(state, vertices, faces)


def _put_aside(state: State) -> State:
    """The chosen face is made of rounding: the polytope stays as it is, and the face is not chosen again."""
    faces = _copy(state.faces)
    faces[state.chosen] = faces[state.chosen]._replace(rank=inf)
    return _chosen_next(state, state.vertices, faces)


def _chosen_next(state: State, vertices: list[Vertex], faces: list[Face]) -> State:
    """The state with that polytope, the face that is to be searched next, and the bound that it gives."""
    nearest, distance = -1, inf
    for number, face in enumerate(faces):
        if face.rank < distance:
            nearest, distance = number, face.rank
    upper = min(state.upper, -distance) if 0 <= distance < inf else state.upper
    return state._replace(vertices=vertices, faces=faces, nearest=nearest, upper=upper)


def _copy(items: list[Any]) -> list[Any]:
    """A step changes lists of its own only.  (By name, as compiled code, which keeps the last state only, does not.)"""
    return items.copy()


# --- the end ---


def _surfaced(a: Convex, b: Convex, state: State) -> State:
    """The chosen face is on the surface: its normal is the answer, the foot of the origin on its plane the contact.

    Where a face of A − B consists of several triangles, the foot may lie in another than the chosen one, and where it
    is curved at its edge, in none.
    """
    depth = dot(state.direction, state.support.point)
    slack = max(0.0, depth - state.faces[state.chosen].distance) + _rounding(state)
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
    return state._replace(lower=-depth, normal=state.direction, contact=contact, exit=Exit.CONVERGED)


def _contact_in(state: State, number: int, foot: Vec3) -> tuple[Contact, float]:
    """The point of a face that is nearest to the foot, and how far from it that is."""
    i, j, k = state.faces[number].corners
    p, q, r = state.vertices[i], state.vertices[j], state.vertices[k]
    found = closest_on_triangle(sub(p.point, foot), sub(q.point, foot), sub(r.point, foot))
    u, v, w, _ = found.weights
    a = along(along(scale(p.a, u), q.a, v), r.a, w)
    b = along(along(scale(p.b, u), q.b, v), r.b, w)
    return Contact(number, found.weights, a, b), norm(found.point)


def _in_plane(state: State, number: int, height: float) -> bool:
    """Whether the whole face is as far along the search direction as `height`."""
    for corner in state.faces[number].corners:
        if dot(state.direction, state.vertices[corner].point) < height:
            return False
    return True


# --- settling ---


def _settle(a: Convex, b: Convex, state: State) -> State:
    """Searches where the shapes are nearest, once pushed out along a normal that the descent under way has come to."""
    if -state.lower <= _rounding(state):
        return _settled(a, b, state)
    aim, last = _descent(a, b, state)
    pushed, direction = pushed_out(a, b, next_normal(last))
    searched = _searched(a, b, state, aim, direction, last.face)
    rounding, bound = _rounding(searched), -dot(direction, searched.support.point)
    settling = settled_by(last, pushed, direction, bound, rounding)
    if has_ended(settling, searched.lower, rounding):
        settling = settling._replace(face=_elsewhere(searched, settling))
        searched = searched._replace(settling=settling)
        return searched if settling.face >= 0 else _settled(a, b, searched)
    return searched._replace(settling=settling)


def _descent(a: Convex, b: Convex, state: State) -> tuple[Aim, Settling]:
    """What the next step goes on from, and why: the descent under way, or a new one."""
    last = state.settling
    if last.descents == 0:
        return Aim.SETTLE, descent_from(last, state.normal, state.lower)
    if last.face >= 0:
        normal = state.faces[last.face].normal
        return Aim.ELSEWHERE, descent_from(last, normal, -dot(normal, difference_support(a, b, normal, 0).point))
    return Aim.SETTLE if last.stride == 0 else Aim.STRIDE, last


def _elsewhere(state: State, settling: Settling) -> int:
    """The face to begin the next descent at; −1 for none."""
    nearest, distance = -1, -state.lower - _rounding(state)
    if settling.descents == DESCENTS:
        return nearest
    for number, face in enumerate(state.faces):
        if face.rank < distance and is_far(face.normal, settling.tried):
            nearest, distance = number, face.rank
    return nearest


def _settled(a: Convex, b: Convex, state: State) -> State:
    contact = _contact_apart(a, b, scale(state.normal, -state.lower))
    return state._replace(contact=contact, exit=Exit.ITERATION_LIMIT if state.nearest >= 0 else Exit.NO_PROGRESS)


def _contact_apart(a: Convex, b: Convex, foot: Vec3) -> Contact:
    """Where the shapes touch once A is pushed out, so that the foot comes to the origin; taken back, on A."""
    witness_a, witness_b = witnesses(nearest_apart(a, b, neg(foot)))
    return Contact(-1, (0.0, 0.0, 0.0, 0.0), add(witness_a, foot), witness_b)
