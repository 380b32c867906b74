"""The construction of A − B = { a − b }, the set that GJK and EPA search, one visible step after another.

Names: A − B is also called the configuration space obstacle (CSO) of the pair, and it is the Minkowski sum of A and
−B = { −b } (Lozano-Pérez, Spatial planning: a configuration space approach, 1983).  "Minkowski difference" is common in
collision detection for the same set; in mathematical morphology, that name means erosion, a different operation.

A difference a − b is the sum (a − c) + (c − b), where c is the centre of B.  So A − B is drawn like this: A as seen
from c, and on each of its points the same shape, B reflected through c.

1. Move both so that c is the origin, and reflect B through c: −B.
2. Put −B on each vertex of A in turn.  Its corners are the differences of that vertex and the vertices of B.
3. Take the convex hull of all these differences.  A and B are convex, so this already is A − B.
4. Sweep −B along every edge of A.  On an edge it covers the differences of all points of the edge and of B; once it has
   travelled around a face, it is swept over the face as well.
5. With −B on the points inside A as well, everything in A − B is covered.

The numbers are the same as those of `minkowski_difference`: the differences are computed for shapes at the origin, in
their rotations, and then translated by position_a − position_b.

How it can fail: a curved or rounded shape has no vertices, so steps 2 to 4 visit a sample of its boundary, whose hull
is smaller than A − B.  The set at the end is that of `minkowski_difference` in any case.  Shapes of more than
`MOST_CORNERS` corners are sampled, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.construction.outline import Outlined, fine_sample, shape_outline
from gjkscope.engine.construction.path import Loop, Move, walk
from gjkscope.engine.geometry.minkowski import MinkowskiDifference, minkowski_difference
from gjkscope.engine.plane.shapes.polygon import Polygon
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import Hull, Shape, as_pair
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, add, along, row_times, sub

Floats = npt.NDArray[np.float64]

NO_VERTEX = -1
"""Instead of the number of a vertex, in steps about the whole shape."""

CONSTRUCTIONS_KEPT = 16
PIECES_KEPT = 512  # of a sweep: some 100 kB each at most, if B is curved
# The part of an edge that has been swept grows in steps of this fraction, so that few pieces need to be computed; the
# copy of −B at its end covers the rest.
SWEEP_PARTS = 12


class ConstructionPhase(IntEnum):
    """What a step of the construction shows."""

    START = 0  # A and B as seen from the centre of B
    REFLECT = 1
    VERTEX = 2  # −B on a vertex of A
    HULL = 3
    TRAVEL = 4  # −B on its way along an edge of A
    COMPLETE = 5


class State(NamedTuple):
    """A step of the construction.  Points are in the coordinates of A − B, as in the steps of GJK."""

    phase: ConstructionPhase
    start_vertex: int  # of A, where the centre of −B is at the beginning of the step; numbered like supports
    end_vertex: int  # and at its end; both are `NO_VERTEX` in steps about the whole shape
    start: Vec3  # the centre of −B at the beginning
    end: Vec3  # and at the end
    corners: tuple[Vec3, ...]  # of −B at the end: the differences of its vertex of A and the vertices of B
    vertices_b: tuple[int, ...]  # the numbers of these vertices of B
    found: int  # differences of vertices so far
    differences: int  # of all vertices
    travelled: int  # edges of A so far, each counted once
    edges: int  # of A
    returning: bool  # the edge has been travelled before
    completed: tuple[Loop, ...]  # the faces of A around which −B has now travelled, by the numbers of their vertices
    sampled_a: bool  # the vertices of A are points of a curved or detailed boundary
    sampled_b: bool
    planar: bool  # in the plane z = 0
    exit: Exit

    def center(self, progress: float) -> Vec3:
        """The centre of −B at a fraction of the step, 0 … 1."""
        return along(self.start, sub(self.end, self.start), progress)


class SweptPiece(NamedTuple):
    """A vertex, an edge or a face of A, by indices of vertices, of the last of which only the part `part` counts."""

    vertices: Loop
    part: float = 1.0  # of an edge: how much of it, from its first vertex on


@dataclass(frozen=True, eq=False)
class Construction:
    """How A − B is built, step by step.

    Points are in the coordinates of A − B.  The pieces and the hull are those of shapes at the origin, in their
    rotations, as of `minkowski_difference`: add `offset` to place them.
    """

    steps: tuple[State, ...]
    exit: Exit
    offset: Vec3  # position_a − position_b
    reference: Vec3  # the centre of B, in world coordinates
    pose_a: Pose  # of A as seen from the centre of B
    centers: Floats  # (n, 3): the centre of −B on each vertex of A
    points: Floats  # (n, m, 3): the differences of n vertices of A and m of B
    names_a: tuple[int, ...]  # the numbers of the n vertices
    names_b: tuple[int, ...]
    edges_a: tuple[tuple[int, int], ...]  # of A: indices into `centers`
    moves: tuple[Move, ...]  # of −B, by indices of vertices
    faces_a: tuple[Loop, ...]
    plan: "Plan"

    @cached_property
    def hull(self) -> ConvexHull:
        """The convex hull of the differences of vertices, not yet translated by `offset`."""
        return self.plan.hull

    @property
    def difference(self) -> MinkowskiDifference:
        """A − B, not yet translated by `offset`."""
        return minkowski_difference(*self.plan.key)

    def reflected_pose(self, center: Vec3) -> Pose:
        """The pose of −B, given in the frame of B as { −x }, when its centre is at the point."""
        return Pose(self.plan.key[3], add(center, self.plan.arm))

    def swept(self, step: int, progress: float = 1.0) -> tuple[SweptPiece, ...]:
        """The faces of A, and the other edges, that −B has been swept over after a fraction `progress` of the step."""
        first = next(
            (i for i, entry in enumerate(self.steps) if entry.phase is ConstructionPhase.TRAVEL), len(self.steps)
        )
        if step < first or not self.moves:
            return ()
        ended = step - first + (progress >= 1)
        # The inside of a 2D shape is left to the end, so that the sweep of its boundary can be seen.
        faces = [face for move in self.moves[:ended] for face in move.completed if not self.plan.outline_a.planar]
        inside = {frozenset(side) for face in faces for side in pairwise((*self.faces_a[face], self.faces_a[face][0]))}
        edges = [(move.start, move.end) for move in self.moves[:ended] if not move.returning]
        pieces = [SweptPiece(self.faces_a[face]) for face in faces]
        pieces += [SweptPiece(edge) for edge in edges if frozenset(edge) not in inside]
        part = int(progress * SWEEP_PARTS) / SWEEP_PARTS
        if ended == step - first < len(self.moves) and part > 0 and not (move := self.moves[ended]).returning:
            pieces.append(SweptPiece((move.start, move.end), part))
        return tuple(pieces)

    def piece(self, swept: SweptPiece) -> MinkowskiDifference:
        """What −B covers on that part of A, not yet translated by `offset`."""
        return _piece(self.plan.corners_of(swept), self.plan.key[2], self.plan.key[3])


Key = tuple[Shape, Mat3, Shape, Mat3]


class Plan(NamedTuple):
    """The parts of the construction that depend on the shapes and their rotations, not on their positions."""

    key: Key
    outline_a: Outlined
    outline_b: Outlined
    turned_a: Floats  # the vertices of A, rotated
    turned_b: Floats
    arm: Vec3  # the centre of B relative to its position, rotated
    moves: tuple[Move, ...]
    hull: ConvexHull

    def corners_of(self, swept: SweptPiece) -> tuple[Vec3, ...]:
        """The vertices of that part of A, rotated."""
        corners = [(x, y, z) for x, y, z in self.turned_a[list(swept.vertices)].tolist()]
        if swept.part < 1:
            corners[-1] = along(corners[0], sub(corners[-1], corners[0]), swept.part)
        return tuple(corners)


def construct(shape_a: Shape, pose_a: Any, shape_b: Shape, pose_b: Any) -> Construction:
    """Builds A − B step by step.

    Shapes and poses are as for `query`: lengths in metres.  Points of the result are in the coordinates of A − B, whose
    origin is where a point of A and a point of B coincide.  Curved and rounded shapes are sampled.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid or a shape is too far to display.

    Source: Lozano-Pérez, Spatial planning: a configuration space approach, IEEE Transactions on Computers, 1983.

    >>> from gjkscope import Box, Pose
    >>> from gjkscope.engine.construction import construct
    >>> done = construct(Box((1, 1, 1)), Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(3, 0, 0)))
    >>> done.points.shape, done.hull.vertices.max(axis=0).tolist(), done.offset
    ((8, 8, 3), [1.5, 1.5, 1.5], (-3.0, 0.0, 0.0))
    """
    at_a, at_b = as_pair(shape_a, pose_a, shape_b, pose_b)
    plan = _plan(shape_a, at_a.rotation, shape_b, at_b.rotation)
    offset = sub(at_a.position, at_b.position)
    around = np.array(sub(offset, plan.arm))
    centers = plan.turned_a + around
    points = (plan.turned_a[:, None] - plan.turned_b) + np.array(offset)
    moves = plan.moves
    steps = tuple(_steps(plan, centers, points))
    return Construction(
        steps=steps,
        exit=steps[-1].exit,
        offset=offset,
        reference=add(at_b.position, plan.arm),
        pose_a=Pose(at_a.rotation, sub(offset, plan.arm)),
        centers=centers,
        points=points,
        names_a=plan.outline_a.names,
        names_b=plan.outline_b.names,
        edges_a=plan.outline_a.edges,
        moves=moves,
        faces_a=plan.outline_a.faces,
        plan=plan,
    )


@lru_cache(maxsize=CONSTRUCTIONS_KEPT)
def _plan(a: Shape, rotation_a: Mat3, b: Shape, rotation_b: Mat3) -> Plan:
    minkowski_difference(a, rotation_a, b, rotation_b)  # raises an error for shapes too far to display
    of_a, of_b = shape_outline(a), shape_outline(b)
    turned_a, turned_b = _rotate(of_a.vertices, rotation_a), _rotate(of_b.vertices, rotation_b)
    moves = walk(of_a.edges, of_a.faces) if of_a.edges else ()
    hull = convex_hull((turned_a[:, None] - turned_b).reshape(-1, 3))
    key = (a, rotation_a, b, rotation_b)
    return Plan(key, of_a, of_b, turned_a, turned_b, row_times(rotation_b, of_b.center), moves, hull)


@lru_cache(maxsize=PIECES_KEPT)
def _piece(corners: tuple[Vec3, ...], shape_b: Shape, rotation_b: Mat3) -> MinkowskiDifference:
    # A cache of its own: the pieces of one sweep would displace everything from that of `minkowski_difference`.
    if shape_b.dimension == 3 and (fine := fine_sample(shape_b)) is not None:
        difference = minkowski_difference.__wrapped__(Hull(corners), IDENTITY, fine, rotation_b)
        return replace(difference, exact=False, smooth=True)
    part: Shape = Hull(corners) if shape_b.dimension == 3 else Polygon(tuple((x, y) for x, y, _ in corners))
    return minkowski_difference.__wrapped__(part, IDENTITY, shape_b, rotation_b)


def _steps(plan: Plan, centers: Floats, points: Floats) -> Iterator[State]:
    names = plan.outline_a.names
    middles = [(x, y, z) for x, y, z in centers.tolist()]
    corners = [tuple((x, y, z) for x, y, z in row) for row in points.tolist()]
    whole = _first(plan, points)
    yield whole
    yield whole._replace(phase=ConstructionPhase.REFLECT)
    each = points.shape[1]
    for i, name in enumerate(names):
        yield whole._replace(
            phase=ConstructionPhase.VERTEX,
            start_vertex=names[i - 1] if i else NO_VERTEX,
            end_vertex=name,
            start=middles[i - 1] if i else ZERO,
            end=middles[i],
            corners=corners[i],
            found=each * (i + 1),
        )
    whole = whole._replace(found=points.shape[0] * each)
    yield whole._replace(phase=ConstructionPhase.HULL)
    travelled = 0
    for move in plan.moves:
        travelled += not move.returning
        yield whole._replace(
            phase=ConstructionPhase.TRAVEL,
            start_vertex=names[move.start],
            end_vertex=names[move.end],
            start=middles[move.start],
            end=middles[move.end],
            corners=corners[move.end],
            travelled=travelled,
            returning=move.returning,
            completed=tuple(tuple(names[i] for i in plan.outline_a.faces[face]) for face in move.completed),
        )
    yield whole._replace(phase=ConstructionPhase.COMPLETE, travelled=travelled, exit=Exit.COMPLETE)


def _first(plan: Plan, points: Floats) -> State:
    """The first step; the corners are those of −B with its centre at the origin."""
    reflected = np.array(plan.arm) - plan.turned_b
    return State(
        phase=ConstructionPhase.START,
        start_vertex=NO_VERTEX,
        end_vertex=NO_VERTEX,
        start=ZERO,
        end=ZERO,
        corners=tuple((x, y, z) for x, y, z in reflected.tolist()),
        vertices_b=plan.outline_b.names,
        found=0,
        differences=points.shape[0] * points.shape[1],
        travelled=0,
        edges=len(plan.outline_a.edges),
        returning=False,
        completed=(),
        sampled_a=plan.outline_a.sampled,
        sampled_b=plan.outline_b.sampled,
        planar=plan.outline_a.planar,
        exit=Exit.RUNNING,
    )


def _rotate(vertices: Floats, rotation: Mat3) -> Floats:
    """The vertices (n, 3) rotated, term by term as everywhere, so that equal corners have equal bits."""
    x, y, z = vertices.T
    return np.stack([row[0] * x + row[1] * y + row[2] * z for row in rotation], axis=1)
