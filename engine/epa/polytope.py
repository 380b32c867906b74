"""The faces of EPA's polytope: their construction, the nearest face, and the horizon of a new vertex."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from math import inf, sqrt
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.vectors import LARGE, SMALL, Vec3, area, dot, norm, scale, sub, unit


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
    wide, longest = area(pq, pr), max(dot(pq, pq), dot(pr, pr))
    square = dot(wide, wide)
    # If the triangle's height is below rounding error, its normal is meaningless.
    if SMALL < square < LARGE:
        normal, thin = scale(wide, 1.0 / sqrt(square)), square <= rounding * rounding * longest
    else:
        normal, thin = unit(wide), norm(wide) <= rounding * sqrt(longest)
    distance = dot(normal, p)
    return EpaFace(corners, across, normal, distance, inf if thin else distance, birth, -1)


# Up to this many faces are compared with each other.
COMPARED = 64

HorizonEdge = tuple[int, int, int]
"""An edge of the horizon: the vertices where it begins and ends, and the face beyond it."""


class Search(NamedTuple):
    """The search structure of one polytope: finds the nearest face, and whether a point is already a vertex.

    The last three lists are filled by `find_horizon`, and only kept to save allocating them at each step.
    """

    few: list[int]  # the latest faces that may be the nearest, in any order, and removed ones
    queue: list[tuple[float, int]]  # a heap of (rank, face index) of older ones; entries of removed faces are outdated
    keys: set[float]  # of all vertices; see `is_vertex`
    rim: list[HorizonEdge]
    seen: list[int]
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


def enqueue_faces(search: Search, faces: Sequence[EpaFace], first: int, bound: float) -> None:
    """Adds the faces from index `first` on that are no further than `bound`, an upper bound of the depth.

    While one of these is left, no face beyond the bound is the nearest.  Most faces are beyond it.
    """
    few = search.few
    for number in range(first, len(faces)):
        rank = faces[number].rank
        if rank <= bound and rank < inf:
            few.append(number)
    if len(few) > COMPARED:
        for i in range(len(few)):
            heappush(search.queue, (faces[few[i]].rank, few[i]))
        few.clear()


def nearest_of(search: Search, faces: Sequence[EpaFace], bound: float) -> int:
    """The face of lowest rank, the oldest if several are equal; −1 if there is none to choose."""
    number = _least_of(search, faces, bound)
    if number < 0:  # the faces beyond the bound are all that is left
        enqueue_faces(search, faces, 0, inf)
        number = _least_of(search, faces, inf)
    return number


def _least_of(search: Search, faces: Sequence[EpaFace], bound: float) -> int:
    """The face of lowest rank in the search structure; −1 if there is none.

    Faces beyond a bound that is lower by now, and removed ones, leave the list.  The loop has no branches, which would
    be mispredicted in compiled code.
    """
    least, nearest = _oldest_in_queue(search.queue, faces)
    few, kept = search.few, 0
    for i in range(len(few)):
        number = few[i]
        rank = faces[number].rank
        stays = (rank <= bound) & (rank < inf)
        few[kept] = number
        kept += int(stays)
        nearer = stays & ((rank < least) | ((rank == least) & (number < nearest)))
        least, nearest = (rank if nearer else least), (number if nearer else nearest)
    while len(few) > kept:
        few.pop()
    return nearest


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
