"""The faces of EPA's polytope: how one is made, which is nearest, and how those that a new vertex sees are replaced."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from math import inf, sqrt
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.vectors import Vec3, area, dot, norm, sub, unit


class Face(NamedTuple):
    """A triangle of the polytope.  Its corners go round anticlockwise, seen from outside."""

    corners: tuple[int, int, int]  # numbers of vertices
    across: tuple[int, int, int]  # the faces beyond its edges: from corner 0 to 1, 1 to 2, 2 to 0
    normal: Vec3  # unit, outward
    distance: float  # of its plane from the origin; negative where the origin lies outside
    rank: float  # the distance again; infinite where it is not to be chosen: made of rounding, or dead
    birth: int  # the step that made it
    death: int  # the step that removed it; −1 as long as it is part of the polytope


def triangle(
    p: Vec3,
    q: Vec3,
    r: Vec3,
    corners: tuple[int, int, int],
    across: tuple[int, int, int],
    birth: int,
    rounding: float,
) -> Face:
    """The face with these three points for corners, made in the step `birth`."""
    pq, pr = sub(q, p), sub(r, p)
    wide = area(pq, pr)
    normal = unit(wide)
    distance = dot(normal, p)
    # Where the triangle is no higher than rounding, its normal may be turned anywhere.
    thin = norm(wide) <= rounding * sqrt(max(dot(pq, pq), dot(pr, pr)))
    return Face(corners, across, normal, distance, inf if thin else distance, birth, -1)


class Search(NamedTuple):
    """What finds the nearest face and a known vertex without looking at all of them.  It goes with one polytope."""

    queue: list[tuple[float, int]]  # a heap of ranks with the numbers of faces; some are outdated, as faces died since
    points: set[Vec3]  # of all vertices


def search_from(vertices: Sequence[Vertex], faces: Sequence[Face]) -> Search:
    """The search that goes with a polytope."""
    queue = [(face.rank, number) for number, face in enumerate(faces) if face.rank < inf]
    heapify(queue)
    return Search(queue, {vertex.point for vertex in vertices})


def queue_faces(search: Search, faces: Sequence[Face], first: int) -> None:
    """Adds the faces from the number `first` on."""
    for number in range(first, len(faces)):
        rank = faces[number].rank
        if rank < inf:
            heappush(search.queue, (rank, number))


def nearest_of(search: Search, faces: Sequence[Face]) -> int:
    """The face of the lowest rank, of equals the oldest; −1 where none is left to be chosen."""
    queue = search.queue
    while len(queue) > 0:
        rank, number = queue[0]
        if faces[number].rank == rank:
            return number
        heappop(queue)
    return -1


def normal_of(vertices: Sequence[Vertex]) -> Vec3:
    """Of the plane through the first three; unit."""
    p, q, r = vertices[0].point, vertices[1].point, vertices[2].point
    return unit(area(sub(q, p), sub(r, p)))


def rim_around(
    faces: Sequence[Face], chosen: int, point: Vec3, rounding: float
) -> tuple[list[tuple[int, int, int]], list[int]]:
    """The edges around the faces that the point sees, each with the face beyond it; and the numbers of those faces.

    The rim is first that of the chosen face.  Where the face beyond an edge is seen too, its two other edges take the
    place of that edge, so that the rim stays one loop, anticlockwise.  An edge between two seen faces comes up twice,
    once for each, and goes.
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


def dead(face: Face, iteration: int) -> Face:
    """The face once that step has removed it."""
    return Face(face.corners, face.across, face.normal, face.distance, inf, face.birth, iteration)


def is_loop(rim: list[tuple[int, int, int]]) -> bool:
    """Whether each edge begins where the one before it ends: rounding could leave an island in what is seen."""
    for i in range(len(rim)):
        if rim[i - 1][1] != rim[i][0]:
            return False
    return len(rim) > 2


def _slot(face: Face, corner: int) -> int:
    if face.corners[0] == corner:
        return 0
    return 1 if face.corners[1] == corner else 2


def joined(face: Face, corner: int, other: int) -> Face:
    """The face with `other` across the edge that begins at the corner."""
    slot = _slot(face, corner)
    x, y, z = face.across
    across = (other if slot == 0 else x, other if slot == 1 else y, other if slot == 2 else z)
    return Face(face.corners, across, face.normal, face.distance, face.rank, face.birth, face.death)
