"""A walk along all edges of a polytope, on which a copy of −B is swept."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

Loop = tuple[int, ...]


class Move(NamedTuple):
    """A move along one edge, from vertex `start` to vertex `end`."""

    start: int
    end: int
    returning: bool  # the edge has been travelled before
    completed: tuple[int, ...]  # the numbers of the faces all of whose edges are now travelled


def walk(edges: Sequence[tuple[int, int]], faces: Sequence[Loop], first: int = 0) -> tuple[Move, ...]:
    """A walk from vertex `first` along every edge of a connected polytope.

    It finishes the faces that it has begun first, so that they are completed one after another.  Where no edge is
    left, it returns along the fewest edges to a vertex that has one; so it does not repeat more edges than it must to
    get there, but it is not the shortest walk (the Chinese postman's).  Around a polygon it is the boundary, once.
    """
    return tuple(_walk(_neighbours(edges), [_sides(loop) for loop in faces], first))


def _walk(neighbours: dict[int, list[int]], faces: list[set[tuple[int, int]]], first: int) -> Iterator[Move]:
    left = {_side(p, q) for p, others in neighbours.items() for q in others}
    missing = [set(face) for face in faces]
    here = first
    while left:
        onward = [other for other in neighbours[here] if _side(here, other) in left]
        if not onward:
            way = _way_back(neighbours, here, left)
            yield from (Move(p, q, True, ()) for p, q in pairwise(way))
            here = way[-1]
            continue
        there = min(onward, key=lambda other: _remaining(missing, _side(here, other)))
        side = _side(here, there)
        left.remove(side)
        completed = tuple(number for number, sides in enumerate(missing) if sides == {side})
        for sides in missing:
            sides.discard(side)
        yield Move(here, there, False, completed)
        here = there


def _remaining(missing: list[set[tuple[int, int]]], side: tuple[int, int]) -> int:
    """The number of edges that a face with that edge still lacks, at least."""
    return min((len(sides) for sides in missing if side in sides), default=0)


def _way_back(neighbours: dict[int, list[int]], here: int, left: set[tuple[int, int]]) -> list[int]:
    """The vertices on a shortest way to one with an edge that is left."""
    before: dict[int, int | None] = {here: None}
    waiting = deque([here])
    while waiting:
        vertex = waiting.popleft()
        if any(_side(vertex, other) in left for other in neighbours[vertex]):
            way, step = [vertex], before[vertex]
            while step is not None:
                way.append(step)
                step = before[step]
            return way[::-1]
        for other in neighbours[vertex]:
            if other not in before:
                before[other] = vertex
                waiting.append(other)
    raise ValueError(f"edges: vertex {here} is not connected to all of them")


def _neighbours(edges: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    neighbours: dict[int, list[int]] = {}
    for p, q in edges:
        neighbours.setdefault(p, []).append(q)
        neighbours.setdefault(q, []).append(p)
    return neighbours


def _sides(loop: Loop) -> set[tuple[int, int]]:
    return {_side(p, q) for p, q in pairwise((*loop, loop[0]))}


def _side(p: int, q: int) -> tuple[int, int]:
    return (p, q) if p < q else (q, p)
