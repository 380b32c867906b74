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


class Search(NamedTuple):
    """The search structure of one polytope: finds the nearest face, and whether a point is already a vertex."""

    queue: list[tuple[float, int]]  # a heap of (rank, face index); entries of removed faces are outdated
    points: set[Vec3]  # of all vertices


def search_from(vertices: Sequence[Vertex], faces: Sequence[EpaFace]) -> Search:
    """The search structure of a polytope."""
    queue = [(face.rank, number) for number, face in enumerate(faces) if face.rank < inf]
    heapify(queue)
    return Search(queue, {vertex.point for vertex in vertices})


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


def horizon_of(
    faces: Sequence[EpaFace], chosen: int, point: Vec3, rounding: float
) -> tuple[list[tuple[int, int, int]], list[int]]:
    """The horizon of a point (the edges around the visible faces, each with the face beyond it) and the visible faces.

    It starts as the outline of the chosen face.  If the face beyond an edge is visible too, its two other edges replace
    that edge, so that the horizon remains a single counter-clockwise loop.  An edge between two visible faces occurs
    twice, once for each face, and is removed.
    """
    (i, j, k), (x, y, z) = faces[chosen].corners, faces[chosen].across
    rim, seen = [(i, j, x), (j, k, y), (k, i, z)], [chosen]
    at = 0
    while at < len(rim):
        begin, end, beyond = rim[at]
        face = faces[beyond]
        if beyond in seen:
            rim.pop(at)
        elif dot(face.normal, point) - face.distance > rounding:
            seen.append(beyond)
            slot = _slot(face, end)
            tip = face.corners[slot - 1]
            rim[at] = (begin, tip, face.across[(slot + 1) % 3])
            rim.insert(at + 1, (tip, end, face.across[slot - 1]))
        else:
            at += 1
    return rim, seen


def dead(face: EpaFace, iteration: int) -> EpaFace:
    """The face, marked as removed in this step."""
    return EpaFace(face.corners, face.across, face.normal, face.distance, inf, face.birth, iteration)


def is_loop(rim: list[tuple[int, int, int]]) -> bool:
    """Whether each edge begins where the one before it ends; rounding may leave a hole in the visible region."""
    for i in range(len(rim)):
        if rim[i - 1][1] != rim[i][0]:
            return False
    return len(rim) > 2


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
