"""The faces of EPA's polytope: their construction, the nearest face, and the horizon of a new vertex."""

import sys
from collections.abc import MutableSequence, Sequence
from heapq import heapify, heappop, heappush
from math import inf, sqrt
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.vectors import SMALL, Vec3, area, area_of, dot, norm, scale, sub, unit


class EpaFace(NamedTuple):
    """A triangle of the polytope.  Its corners are counter-clockwise seen from outside."""

    corners: tuple[int, int, int]  # vertex indices
    across: tuple[int, int, int]  # the neighbours across the edges from corner 0 to 1, 1 to 2, 2 to 0
    normal: Vec3  # unit, outward
    distance: float  # of its plane from the origin; negative if the origin lies outside
    rank: float  # the distance, or infinity if the face must not be chosen: set aside, too thin, or removed
    birth: int  # the step that created it
    death: int  # the step that removed it; −1 while it is part of the polytope


class Spoke(NamedTuple):
    """The vector from the tip of a face to another corner, and its square."""

    vector: Vec3
    square: float


def spoke(tip: Vec3, corner: Vec3) -> Spoke:
    """The spoke to a corner."""
    vector = sub(corner, tip)
    return Spoke(vector, dot(vector, vector))


def triangle(
    tip: Vec3,
    p: Spoke,
    q: Spoke,
    corners: tuple[int, int, int],
    across: tuple[int, int, int],
    birth: int,
    rounding: float,
) -> EpaFace:
    """The face between two spokes, created in step `birth`."""
    wide = area_of(p.vector, q.vector, p.square, q.square)
    square = dot(wide, wide)
    # If the triangle's height is below rounding error, its normal is meaningless.
    if square > SMALL:  # GJK refuses coordinates whose products would overflow
        inverse = 1.0 / sqrt(square)
        normal, distance = scale(wide, inverse), dot(wide, tip) * inverse
        rank = inf if square <= rounding * rounding * max(p.square, q.square) else distance
    else:
        normal = unit(wide)
        distance = dot(normal, tip)
        rank = inf if norm(wide) <= rounding * max(norm(p.vector), norm(q.vector)) else distance
    return EpaFace(corners, across, normal, distance, rank, birth, -1)


# Up to this many faces are compared with each other.
COMPARED = 64

MOST = sys.float_info.max  # infinity is the rank of faces that must not be chosen

HorizonEdge = tuple[int, int, int]
"""An edge of the horizon: the vertices where it begins and ends, and the face beyond it."""

LAST: HorizonEdge = (-1, -1, -1)  # ends the edges that wait


class Search(NamedTuple):
    """The search structure of one polytope: finds the nearest face, and whether a point is already a vertex.

    The last three lists belong to `find_horizon`, and are only kept to save allocating them at each step.
    """

    few: list[int]  # the latest faces that may be the nearest, in the order in which they were created
    queue: list[tuple[float, int]]  # a heap of (rank, face index) of older ones; entries of removed faces are outdated
    keys: set[float]  # of all vertices; see `is_vertex`
    rim: list[HorizonEdge]
    seen: list[tuple[int, float]]  # faces, and the ranks that they had
    waiting: list[HorizonEdge]


def new_search() -> Search:
    """The search structure of a polytope without faces."""
    return Search([], [], set(), [], [], [])


def search_from(faces: Sequence[EpaFace]) -> Search:
    """The search structure of a polytope."""
    queue = [(face.rank, number) for number, face in enumerate(faces) if face.rank < inf]
    heapify(queue)
    return new_search()._replace(queue=queue)


def is_vertex(search: Search, vertices: Sequence[Vertex], point: Vec3) -> bool:
    """Whether the point is already a vertex of the polytope."""
    for i in range(len(search.keys), len(vertices)):
        search.keys.add(_key(vertices[i].point))
    return _key(point) in search.keys and _has_point(vertices, point)


def _key(point: Vec3) -> float:
    """A number that different points rarely have in common: a height along a direction without symmetries."""
    return point[0] + 0.6180339887498949 * point[1] + 0.3247179572447460 * point[2]


def _has_point(vertices: Sequence[Vertex], point: Vec3) -> bool:
    for i in range(len(vertices)):
        if vertices[i].point == point:
            return True
    return False


def enqueue_faces(search: Search, faces: Sequence[EpaFace], first: int) -> None:
    """Adds the faces from index `first` on."""
    for number in range(first, len(faces)):
        search.few.append(number)


def nearest_of(search: Search, faces: Sequence[EpaFace], bound: float) -> int:
    """The face of lowest rank, the oldest if several are equal; −1 if there is none to choose.

    `bound` is an upper bound of the depth.  While a face within it remains, no face beyond it is the nearest, so those
    beyond, which are most faces, leave the list.
    """
    number = _least_of(search, faces, bound if bound < inf else MOST)
    if number < 0:  # the faces beyond the bound are all that is left
        search.queue.clear()
        enqueue_faces(search, faces, 0)
        number = _least_of(search, faces, MOST)
    if len(search.few) > COMPARED:
        for i in range(len(search.few)):
            heappush(search.queue, (faces[search.few[i]].rank, search.few[i]))
        search.few.clear()
    return number


def _least_of(search: Search, faces: Sequence[EpaFace], limit: float) -> int:
    """The face of lowest rank in the search structure, the oldest of equals; −1 if all are beyond the limit.

    Faces beyond the limit, and removed ones, leave the list.  The loop has no branches, which would be mispredicted in
    compiled code, and compares a face with the least rank only, as each step waits for the one before.
    """
    least, nearest = _oldest_in_queue(search.queue, faces)
    few, kept = search.few, 0
    for i in range(len(few)):
        number = few[i]
        rank = faces[number].rank
        few[kept] = number
        kept += int(rank <= limit)
        nearest = number if rank < least else nearest
        least = rank if rank < least else least
    while len(few) > kept:
        few.pop()
    return nearest if least <= limit else -1


def _oldest_in_queue(queue: list[tuple[float, int]], faces: Sequence[EpaFace]) -> tuple[float, int]:
    """The first entry of the queue that is not outdated; infinity and −1 if there is none."""
    while len(queue) > 0:
        rank, number = queue[0]
        if faces[number].rank == rank:
            return rank, number
        heappop(queue)
    return inf, -1


def normal_of(vertices: Sequence[Vertex]) -> Vec3:
    """The unit normal of the plane through the first three vertices."""
    p, q, r = vertices[0].point, vertices[1].point, vertices[2].point
    return unit(area(sub(q, p), sub(r, p)))


def find_horizon(
    search: Search, faces: MutableSequence[EpaFace], chosen: int, point: Vec3, rounding: float, iteration: int
) -> bool:
    """Removes the faces visible from a point, `search.seen`, and finds their horizon, `search.rim`, edge after edge.

    The walk starts with the edges of the chosen face.  If the face beyond an edge is visible too, its two other edges
    replace that edge, so that the horizon is a single counter-clockwise loop.  An edge between two visible faces is met
    twice, once from each face, and does not belong to the horizon.

    Rounding may leave a hole in the visible region.  The answer is then `False`, and no face is removed.
    """
    rim, seen, waiting = search.rim, search.seen, search.waiting
    rim.clear()
    seen.clear()
    face = faces[chosen]
    (i, j, k), (x, y, z) = face.corners, face.across
    _remove(seen, faces, chosen, iteration)
    waiting.append(LAST)
    waiting.append((k, i, z))
    waiting.append((j, k, y))
    begin, end, beyond, closed, last = i, j, x, True, -1
    while beyond >= 0:
        face = faces[beyond]
        if face.death < 0 and dot(face.normal, point) - face.distance > rounding:
            _remove(seen, faces, beyond, iteration)
            tip, before, after = _around(face, end)
            waiting.append((tip, end, before))
            end, beyond = tip, after
        else:
            if face.death < 0:
                closed = closed and (begin == last or last < 0)
                last = end
                rim.append((begin, end, beyond))
            begin, end, beyond = waiting.pop()
    if closed and len(rim) >= 3 and rim[0][0] == last:
        return True
    _restore(seen, faces)
    return False


def _remove(seen: list[tuple[int, float]], faces: MutableSequence[EpaFace], number: int, iteration: int) -> None:
    """Removes a face in this step."""
    face = faces[number]
    faces[number] = EpaFace(face.corners, face.across, face.normal, face.distance, inf, face.birth, iteration)
    seen.append((number, face.rank))


def _restore(seen: list[tuple[int, float]], faces: MutableSequence[EpaFace]) -> None:
    """Undoes the removal of faces."""
    for i in range(len(seen)):
        number, rank = seen[i]
        face = faces[number]
        faces[number] = EpaFace(face.corners, face.across, face.normal, face.distance, rank, face.birth, -1)


def _around(face: EpaFace, corner: int) -> tuple[int, int, int]:
    """The corner before this one, and the faces across the edges before and behind that corner."""
    (i, j, k), (x, y, z) = face.corners, face.across
    if i == corner:
        return k, z, y
    return (i, x, z) if j == corner else (j, y, x)


def with_neighbour(face: EpaFace, corner: int, newest: int) -> EpaFace:
    """The face with the newest face as its neighbour across the edge that begins at `corner`.

    The newest face has the highest number.  Taking the maximum avoids a branch that compiled code would mispredict.
    """
    (i, j, k), (x, y, z) = face.corners, face.across
    across = (
        max(x, newest * int(i == corner)),
        max(y, newest * int(j == corner)),
        max(z, newest * int(k == corner)),
    )
    return EpaFace(face.corners, across, face.normal, face.distance, face.rank, face.birth, face.death)
