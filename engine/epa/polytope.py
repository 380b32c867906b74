"""The faces of EPA's polytope: their construction, the nearest face, and the horizon of a new vertex."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from math import inf, sqrt
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.vectors import Vec3, area, dot, norm, sub, unit


class EpaFace(NamedTuple):
    """A triangle of the polytope.  Its corners are counter-clockwise seen from outside."""

    corners: tuple[int, int, int]  # vertex indices
    across: tuple[int, int, int]  # the neighbours across the edges from corner 0 to 1, 1 to 2, 2 to 0
    normal: Vec3  # unit, outward
    distance: float  # of its plane from the origin; negative if the origin lies outside
    rank: float  # the distance, or infinity if the face must not be chosen: set aside, too thin, or removed
    birth: int  # the step that created it
    death: int  # the step that removed it; −1 while it is part of the polytope


def triangle(
    p: Vec3,
    q: Vec3,
    r: Vec3,
    corners: tuple[int, int, int],
    across: tuple[int, int, int],
    birth: int,
    rounding: float,
) -> EpaFace:
    """The face with these three corners, created in step `birth`."""
    pq, pr = sub(q, p), sub(r, p)
    wide = area(pq, pr)
    normal = unit(wide)
    distance = dot(normal, p)
    # If the triangle's height is below rounding error, its normal is meaningless.
    thin = norm(wide) <= rounding * sqrt(max(dot(pq, pq), dot(pr, pr)))
    return EpaFace(corners, across, normal, distance, inf if thin else distance, birth, -1)


# Up to this many vertices are compared one by one with a new point.
COMPARED = 64

HorizonEdge = tuple[int, int, int]
"""An edge of the horizon: the vertices where it begins and ends, and the face beyond it."""


class Search(NamedTuple):
    """The search structure of one polytope: finds the nearest face, and whether a point is already a vertex.

    The last three lists are filled by `find_horizon`, and only kept to save allocating them at each step.
    """

    queue: list[tuple[float, int]]  # a heap of (rank, face index); entries of removed faces are outdated
    points: set[Vec3]  # of all vertices, once there are more than `COMPARED`
    rim: list[HorizonEdge]
    seen: list[int]
    waiting: list[HorizonEdge]


def new_search() -> Search:
    """The search structure of a polytope without faces."""
    return Search([], set(), [], [], [])


def search_from(faces: Sequence[EpaFace]) -> Search:
    """The search structure of a polytope."""
    queue = [(face.rank, number) for number, face in enumerate(faces) if face.rank < inf]
    heapify(queue)
    return new_search()._replace(queue=queue)


def is_vertex(search: Search, vertices: Sequence[Vertex], point: Vec3) -> bool:
    """Whether the point is already a vertex of the polytope."""
    if len(vertices) <= COMPARED:
        for i in range(len(vertices)):
            if vertices[i].point == point:
                return True
        return False
    for i in range(len(search.points), len(vertices)):
        search.points.add(vertices[i].point)
    return point in search.points


def enqueue_faces(search: Search, faces: Sequence[EpaFace], first: int) -> None:
    """Adds the faces from index `first` on."""
    for number in range(first, len(faces)):
        rank = faces[number].rank
        if rank < inf:
            heappush(search.queue, (rank, number))


def nearest_of(search: Search, faces: Sequence[EpaFace]) -> int:
    """The face of lowest rank, the oldest if several are equal; −1 if there is none to choose."""
    queue = search.queue
    while len(queue) > 0:
        rank, number = queue[0]
        if faces[number].rank == rank:
            return number
        heappop(queue)
    return -1


def normal_of(vertices: Sequence[Vertex]) -> Vec3:
    """The unit normal of the plane through the first three vertices."""
    p, q, r = vertices[0].point, vertices[1].point, vertices[2].point
    return unit(area(sub(q, p), sub(r, p)))


def find_horizon(search: Search, faces: Sequence[EpaFace], chosen: int, point: Vec3, rounding: float) -> None:
    """Finds the horizon of a point, `search.rim`, and the faces visible from it, `search.seen`.

    The walk starts with the edges of the chosen face.  If the face beyond an edge is visible too, its two other edges
    replace that edge, so that the horizon is a single counter-clockwise loop.  An edge between two visible faces is met
    twice, once from each face, and does not belong to the horizon.
    """
    rim, seen, waiting = search.rim, search.seen, search.waiting
    rim.clear()
    seen.clear()
    (i, j, k), (x, y, z) = faces[chosen].corners, faces[chosen].across
    seen.append(chosen)
    waiting.append((k, i, z))
    waiting.append((j, k, y))
    waiting.append((i, j, x))
    while len(waiting) > 0:
        begin, end, beyond = waiting.pop()
        if not _is_among(seen, beyond):
            face = faces[beyond]
            if dot(face.normal, point) - face.distance > rounding:
                seen.append(beyond)
                tip, before, after = _around(face, end)
                waiting.append((tip, end, before))
                waiting.append((begin, tip, after))
            else:
                rim.append((begin, end, beyond))


def _is_among(numbers: list[int], number: int) -> bool:
    for i in range(len(numbers)):
        if numbers[i] == number:
            return True
    return False


def _around(face: EpaFace, corner: int) -> tuple[int, int, int]:
    """The corner before this one, and the faces across the edges before and behind that corner."""
    (i, j, k), (x, y, z) = face.corners, face.across
    if i == corner:
        return k, z, y
    return (i, x, z) if j == corner else (j, y, x)


def dead(face: EpaFace, iteration: int) -> EpaFace:
    """The face, marked as removed in this step."""
    return EpaFace(face.corners, face.across, face.normal, face.distance, inf, face.birth, iteration)


def is_loop(rim: list[HorizonEdge]) -> bool:
    """Whether each edge begins where the one before it ends; rounding may leave a hole in the visible region."""
    if len(rim) < 3:
        return False
    before = rim[len(rim) - 1][1]
    for i in range(len(rim)):
        if rim[i][0] != before:
            return False
        before = rim[i][1]
    return True


def _slot(face: EpaFace, corner: int) -> int:
    if face.corners[0] == corner:
        return 0
    return 1 if face.corners[1] == corner else 2


def with_neighbour(face: EpaFace, corner: int, other: int) -> EpaFace:
    """The face with `other` as its neighbour across the edge that begins at `corner`."""
    slot = _slot(face, corner)
    x, y, z = face.across
    across = (other if slot == 0 else x, other if slot == 1 else y, other if slot == 2 else z)
    return EpaFace(face.corners, across, face.normal, face.distance, face.rank, face.birth, face.death)
