"""EPA, the expanding polytope algorithm: how deep two convex shapes overlap, as a trace.

van den Bergen, Proximity queries and penetration depth computation on 3D game objects, Game Developers Conference
2001; Collision Detection in Interactive 3D Environments, 2003, §4.3.8.
"""

from dataclasses import replace
from enum import IntEnum
from math import inf
from typing import NamedTuple

from . import gjk
from .bounds import size as size_of
from .gjk import Vertex, difference_support, reach_of, relative, witnesses
from .options import DEFAULT, Options
from .pose import Pose
from .result import TOUCHING, Exit, Result, Trace, verdict_of
from .shapes import Shape
from .simplex import closest_on_triangle
from .support import NO_INDEX, Convex, convex
from .vectors import ZERO, Vec3, add, along, cross, dot, neg, norm, scale, sub, unit

# Heights that are this part of the coordinates are rounding: as in GJK.
ROUNDING = gjk.ROUNDING

# A curved surface is never reached by a polytope; this near to it, as a part of the coordinates, is near enough.
CURVED = 1e-10

ITERATION_LIMIT = 1000


class Aim(IntEnum):
    """Why a direction was searched."""

    SEED = 0  # nothing was searched: the simplex is GJK's last
    GROWTH = 1  # the seed has no volume yet
    FACE = 2  # the face that is nearest to the origin looks that way


class Face(NamedTuple):
    """A triangle of the polytope; seen from outside its corners go round anticlockwise."""

    corners: tuple[int, int, int]  # numbers of vertices
    across: tuple[int, int, int]  # the faces beyond the edges 01, 12, 20
    normal: Vec3  # unit, outward
    distance: float  # of its plane from the origin; negative when the origin lies outside
    birth: int
    death: int  # the step that removed it; −1 while it is part of the polytope


class State(NamedTuple):
    iteration: int
    aim: Aim
    direction: Vec3
    support: Vertex
    chosen: int  # the face whose normal was searched; −1 for none
    visible: list[int]  # the faces that the new vertex sees: they went
    horizon: list[tuple[int, int]]  # the edges around them, from corner to corner
    vertices: list[Vertex]
    faces: list[Face]  # all there ever were
    frontier: list[float]  # the distance of each face; infinite for those that cannot be the nearest any more
    nearest: int  # the face to be searched next; −1 for none
    tries: int  # growth: how many directions were tried without finding a new dimension
    lower: float  # bounds of the cores' signed distance
    upper: float
    normal: Vec3  # gave `lower`
    contact_a: Vec3
    contact_b: Vec3
    reach: float
    radius: float
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    size = size_of(shape_a, pose_a, shape_b, pose_b)
    distance = gjk.run(a, b)[-1]
    steps = run(a, b, distance)
    return Trace("epa", steps, result(a, b, distance, steps[-1], size))


def start(a: Convex, b: Convex, found: gjk.State) -> State:
    """The seed: GJK's last simplex, or what of it spans anything."""
    contact_a, contact_b = witnesses(found)
    vertices = _independent(found)
    state = State(
        iteration=0,
        aim=Aim.SEED,
        direction=found.direction,
        support=found.support,
        chosen=-1,
        visible=[0 for _ in range(0)],
        horizon=[(0, 0) for _ in range(0)],
        vertices=vertices,
        faces=[Face((0, 0, 0), (0, 0, 0), ZERO, 0.0, 0, 0) for _ in range(0)],
        frontier=[0.0 for _ in range(0)],
        nearest=-1,
        tries=0,
        lower=found.lower,
        upper=found.upper,
        normal=found.normal,
        contact_a=contact_a,
        contact_b=contact_b,
        reach=found.reach,
        radius=found.radius,
        exit=Exit.RUNNING,
    )
    if _distance_known(found):
        return state._replace(exit=Exit.DISTANCE_KNOWN)
    return _closed(state) if len(vertices) == 4 else state


def step(a: Convex, b: Convex, state: State) -> State:
    if state.exit != Exit.RUNNING:
        return state
    if len(state.faces) == 0:
        return _grow(a, b, state)
    return _expand(a, b, state)


def run(a: Convex, b: Convex, found: gjk.State) -> tuple[State, ...]:
    near_a, near_b = relative(a, b)
    steps = [start(near_a, near_b, found)]
    while steps[-1].exit == Exit.RUNNING:
        steps.append(step(near_a, near_b, steps[-1]))
    return tuple(steps)


def result(a: Convex, b: Convex, found: gjk.State, last: State, size: float) -> Result:
    if last.exit == Exit.DISTANCE_KNOWN:
        return replace(gjk.result(a, b, found, size), algorithm="epa", exit=last.exit, steps=1)
    radius = a.radius + b.radius
    lower, upper = last.lower - radius, max(last.upper, last.lower) - radius
    verdict = verdict_of(lower, lower if upper - lower <= TOUCHING * size else upper, size)
    # What the contact's two points lack of being as far apart as the depth is rounding, or what a curved surface is
    # beyond the polytope: each takes half of it.
    rest = scale(sub(scale(last.normal, -last.lower), sub(last.contact_a, last.contact_b)), 0.5)
    return Result(
        "epa",
        verdict,
        last.exit,
        last.iteration + 1,
        signed_distance=lower,
        normal=last.normal,
        witness_a=along(add(add(last.contact_a, rest), a.position), last.normal, a.radius),
        witness_b=along(add(sub(last.contact_b, rest), a.position), last.normal, -b.radius),
        lower=lower,
        upper=upper,
    )


def _distance_known(found: gjk.State) -> bool:
    if found.exit == Exit.ORIGIN_ENCLOSED:
        return False
    if found.exit == Exit.DEGENERATE_INPUT:
        return True
    return found.lower > 0 or found.upper - found.lower <= ROUNDING * found.reach


def _independent(found: gjk.State) -> list[Vertex]:
    vertices = [found.simplex.vertices[0]]
    for i in range(1, found.simplex.size):
        vertex = found.simplex.vertices[i]
        if _adds_dimension(vertices, vertex.point, ROUNDING * found.reach):
            vertices.append(vertex)
    return vertices


def _adds_dimension(vertices: list[Vertex], point: Vec3, rounding: float) -> bool:
    """Whether the point lies off the point, line or plane of the vertices by more than rounding."""
    away = sub(point, vertices[0].point)
    if len(vertices) == 1:
        return norm(away) > rounding
    edge = sub(vertices[1].point, vertices[0].point)
    if len(vertices) == 2:
        return norm(cross(away, unit(edge))) > rounding
    normal = _normal(vertices[0].point, vertices[1].point, vertices[2].point)
    return abs(dot(normal, away)) > rounding


def _grow(a: Convex, b: Convex, state: State) -> State:
    direction = _growth_direction(state.vertices, state.tries)
    vertex = difference_support(a, b, direction, state.iteration + 1)
    state = _searched(state, Aim.GROWTH, direction, vertex, -1)
    if _adds_dimension(state.vertices, vertex.point, ROUNDING * state.reach):
        state = state._replace(vertices=[*state.vertices, vertex], tries=0)
        return _closed(state) if len(state.vertices) == 4 else state
    tries = state.tries + 1
    flat = tries == GROWTH_TRIES[len(state.vertices) - 1]
    return state._replace(tries=tries, exit=Exit.NO_INTERIOR if flat else Exit.RUNNING)


GROWTH_TRIES = (6, 4, 2)


def _growth_direction(vertices: list[Vertex], tries: int) -> Vec3:
    """Axis by axis, there and back: of all directions in which the vertices have no extent."""
    axis = tries // 2
    if len(vertices) == 1:
        direction = (1.0 if axis == 0 else 0.0, 1.0 if axis == 1 else 0.0, 1.0 if axis == 2 else 0.0)
    elif len(vertices) == 2:
        edge = sub(vertices[1].point, vertices[0].point)
        direction = _square(edge)
        if axis == 1:
            direction = unit(cross(direction, unit(edge)))
    else:
        direction = _normal(vertices[0].point, vertices[1].point, vertices[2].point)
    return direction if tries % 2 == 0 else neg(direction)


def _square(edge: Vec3) -> Vec3:
    """A unit vector square to the edge: its cross product with the axis that it is least along."""
    x, y, z = abs(edge[0]), abs(edge[1]), abs(edge[2])
    if x <= y and x <= z:
        return unit((0.0, -edge[2], edge[1]))
    if y <= z:
        return unit((edge[2], 0.0, -edge[0]))
    return unit((-edge[1], edge[0], 0.0))


def _closed(state: State) -> State:
    """Four vertices become a polytope of four faces."""
    v = state.vertices
    inward = dot(_normal(v[0].point, v[1].point, v[2].point), sub(v[3].point, v[0].point)) > 0
    i, j, k = (0, 2, 1) if inward else (0, 1, 2)
    birth = state.iteration
    faces = [
        _face(v, (i, j, k), (1, 2, 3), birth),
        _face(v, (j, i, 3), (0, 3, 2), birth),
        _face(v, (k, j, 3), (0, 1, 3), birth),
        _face(v, (i, k, 3), (0, 2, 1), birth),
    ]
    return _ranked(state._replace(faces=faces, frontier=[_rank(v, face, state.reach) for face in faces]))


def _expand(a: Convex, b: Convex, state: State) -> State:
    chosen = state.nearest
    face = state.faces[chosen]
    vertex = difference_support(a, b, face.normal, state.iteration + 1)
    state = _searched(state, Aim.FACE, face.normal, vertex, chosen)
    tolerance = ROUNDING * state.reach
    height = dot(face.normal, vertex.point) - face.distance
    curved = vertex.index_a == NO_INDEX or vertex.index_b == NO_INDEX
    if height <= (CURVED * state.reach if curved else tolerance):
        return _touched(state)
    if state.iteration >= ITERATION_LIMIT:
        return state._replace(exit=Exit.ITERATION_LIMIT)
    if _known(state.vertices, vertex):
        return _aside(state)
    return _with_vertex(state, tolerance)


def _searched(state: State, aim: Aim, direction: Vec3, vertex: Vertex, chosen: int) -> State:
    bound = -dot(direction, vertex.point)
    better = bound > state.lower
    return state._replace(
        iteration=state.iteration + 1,
        aim=aim,
        direction=direction,
        support=vertex,
        chosen=chosen,
        visible=[0 for _ in range(0)],
        horizon=[(0, 0) for _ in range(0)],
        lower=bound if better else state.lower,
        normal=direction if better else state.normal,
        reach=max(state.reach, reach_of(vertex)),
    )


def _with_vertex(state: State, tolerance: float) -> State:
    new = len(state.vertices)
    vertices = [*state.vertices, state.support]
    visible, around = _horizon(state.faces, state.chosen, state.support.point, tolerance)
    count, first = len(around), len(state.faces)
    for i in range(count):
        if around[i][1] != around[(i + 1) % count][0]:
            return _aside(state)
    faces = list(state.faces)
    frontier = list(state.frontier)
    for number in visible:
        faces[number] = faces[number]._replace(death=state.iteration)
        frontier[number] = inf
    for i in range(count):
        begin, end, outer = around[i]
        corners, across = (begin, end, new), (outer, first + (i + 1) % count, first + (i - 1) % count)
        face = _face(vertices, corners, across, state.iteration)
        faces.append(face)
        frontier.append(_rank(vertices, face, state.reach))
        faces[outer] = _joined(faces[outer], end, first + i)
    return _ranked(
        state._replace(
            visible=visible,
            horizon=[(edge[0], edge[1]) for edge in around],
            vertices=vertices,
            faces=faces,
            frontier=frontier,
        )
    )


def _horizon(
    faces: list[Face], chosen: int, point: Vec3, tolerance: float
) -> tuple[list[int], list[tuple[int, int, int]]]:
    visible = [chosen]
    around = [(0, 0, 0) for _ in range(0)]
    stack = [(chosen, 2), (chosen, 1), (chosen, 0)]
    while len(stack) > 0:
        number, slot = stack.pop()
        face = faces[number]
        begin, end = face.corners[slot], face.corners[(slot + 1) % 3]
        outer = face.across[slot]
        if outer in visible:
            continue
        beyond = faces[outer]
        if dot(beyond.normal, point) - beyond.distance > tolerance:
            visible.append(outer)
            entry = _slot(beyond, end)
            stack.append((outer, (entry + 2) % 3))
            stack.append((outer, (entry + 1) % 3))
        else:
            around.append((begin, end, outer))
    return visible, around


def _slot(face: Face, corner: int) -> int:
    if face.corners[0] == corner:
        return 0
    return 1 if face.corners[1] == corner else 2


def _joined(face: Face, corner: int, other: int) -> Face:
    """The face with `other` across the edge that begins at the corner."""
    slot = _slot(face, corner)
    x, y, z = face.across
    if slot == 0:
        return face._replace(across=(other, y, z))
    return face._replace(across=(x, other, z) if slot == 1 else (x, y, other))


def _known(vertices: list[Vertex], vertex: Vertex) -> bool:
    for other in vertices:
        if other.a == vertex.a and other.b == vertex.b:
            return True
    return False


def _ranked(state: State) -> State:
    distance = min(state.frontier)
    if distance == inf:
        return state._replace(nearest=-1, exit=Exit.NO_PROGRESS)
    upper = min(state.upper, -distance) if distance >= 0 else state.upper
    return state._replace(nearest=state.frontier.index(distance), upper=upper)


def _aside(state: State) -> State:
    frontier = list(state.frontier)
    frontier[state.chosen] = inf
    return _ranked(state._replace(frontier=frontier))


def _touched(state: State) -> State:
    """The chosen face lies on the surface of A − B: its normal is the answer."""
    height = dot(state.direction, state.support.point)
    best, best_a, best_b = inf, ZERO, ZERO
    slack = max(ROUNDING * state.reach, height - state.faces[state.chosen].distance)
    foot = scale(state.direction, height)
    for face in state.faces:
        if face.death >= 0:
            continue
        i, j, k = face.corners
        p, q, r = state.vertices[i], state.vertices[j], state.vertices[k]
        if (
            min(min(dot(state.direction, p.point), dot(state.direction, q.point)), dot(state.direction, r.point))
            < height - slack
        ):
            continue
        found = closest_on_triangle(sub(p.point, foot), sub(q.point, foot), sub(r.point, foot))
        w = found.weights
        if norm(found.point) < best:
            best = norm(found.point)
            best_a = along(along(scale(p.a, w[0]), q.a, w[1]), r.a, w[2])
            best_b = along(along(scale(p.b, w[0]), q.b, w[1]), r.b, w[2])
    return state._replace(
        lower=-height, normal=state.direction, contact_a=best_a, contact_b=best_b, exit=Exit.CONVERGED
    )


def _face(vertices: list[Vertex], corners: tuple[int, int, int], across: tuple[int, int, int], birth: int) -> Face:
    p, q, r = vertices[corners[0]].point, vertices[corners[1]].point, vertices[corners[2]].point
    normal = _normal(p, q, r)
    return Face(corners, across, normal, dot(normal, p), birth, -1)


def _rank(vertices: list[Vertex], face: Face, reach: float) -> float:
    p, q, r = vertices[face.corners[0]].point, vertices[face.corners[1]].point, vertices[face.corners[2]].point
    pq, qr, rp = sub(q, p), sub(r, q), sub(p, r)
    longest = max(max(dot(pq, pq), dot(qr, qr)), dot(rp, rp))
    area = cross(pq, qr)
    # area = longest edge × height
    if dot(area, area) <= (ROUNDING * reach) ** 2 * longest:
        return inf
    return face.distance


def _normal(p: Vec3, q: Vec3, r: Vec3) -> Vec3:
    pq, pr = sub(q, p), sub(r, p)
    normal = unit(cross(pq, pr))
    normal = along(normal, pq, -dot(normal, pq) / dot(pq, pq))
    return unit(along(normal, pr, -dot(normal, pr) / dot(pr, pr)))
