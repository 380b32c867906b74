"""The contact points of a convex body and a mesh, as engines make them, as a trace: triangle by triangle.

How deep a body is in a mesh is not defined unless the mesh is convex: the way out of one triangle may lead into
another.  So engines ask each triangle on its own:

1. CANDIDATES.  The tree over the triangles gives those that the body is in contact with (mesh_distance/overlaps.py).
2. TRIANGLE, once for each.  The contact policy makes the points of the body and that triangle.  A manifold whose normal
   leads behind the front of the triangle is left out.
3. DECISION, once for each.  The policy for internal edges accepts, corrects or voids it (internal_edges.py).
4. REDUCTION, once for each group of manifolds whose normals are within `SIMILAR_NORMALS` of the first: of the points,
   the deepest stays, of equals one at the rim, then the one furthest from it, then those that add most area, up to
   `MOST_POINTS`.
5. POINTS.  What is left: the input of a solver.

The reduction is not that of any one engine: all keep four points of a flat patch, and differ in which.  The greatest
depth of a point that counts is a depth along that point's normal out of its triangle, not the depth of the body.

How it can fail: a body inside a closed mesh that meets no triangle has no contact.  A body so deep that the shortest
way out of a triangle leads behind it loses that contact.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import reduce
from math import cos, radians
from typing import Any, NamedTuple

from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.arguments import as_vector, choice, short_repr
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.mesh_distance.overlaps import overlapping_triangles
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.resolution.terrain import front_of
from gjkscope.engine.result import Exit, all_steps
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import Shape, TriangleSurface, as_solid
from gjkscope.engine.simulation.internal_edges import NO_POLICY, NO_TRIANGLE, TriangleDecision, decide_edges
from gjkscope.engine.simulation.manifolds import PairManifold
from gjkscope.engine.simulation.pairing import BodyPart, Placement, Solid, make_solid
from gjkscope.engine.simulation.response import part_manifold, response_policies
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, norm, scale, sub

# Normals within 5° make one patch of contact: a solver gains nothing from more points of it.
SIMILAR_NORMALS = cos(radians(5.0))
MOST_POINTS = 4

LEVEL = 1e-6  # depths are equal if they differ by less, relative to the extent of the points: single precision

MESH, BODY = 0, 1  # the two bodies of the manifolds: normals point from the mesh to the body


class MeshContactPhase(IntEnum):
    """What a step does."""

    CANDIDATES = 0
    TRIANGLE = 1
    DECISION = 2
    REDUCTION = 3
    POINTS = 4


class MeshPoint(NamedTuple):
    """A contact point, with the triangle that it comes from."""

    triangle: int
    normal: Vec3  # unit, from the mesh to the body
    point: ContactPoint  # A is the mesh, B the body


class MeshContactWork(NamedTuple):
    """What is constant."""

    solids: tuple[Solid, Solid]
    places: tuple[Placement, Placement]
    policy: str
    edges: str


class State(NamedTuple):
    """A step, with all quantities that determined it."""

    iteration: int
    phase: MeshContactPhase
    candidates: tuple[int, ...]  # the triangles in contact with the body
    triangle: int  # of this step; `NO_TRIANGLE`
    manifolds: tuple[PairManifold, ...]  # so far, of the contact policy
    behind: tuple[int, ...]  # triangles without points, or whose normal leads behind their front
    kept: tuple[PairManifold, ...]  # after the decisions
    decisions: tuple[TriangleDecision, ...]
    decision: TriangleDecision | None  # of this step
    group: tuple[MeshPoint, ...]  # of this step: the points before their reduction
    points: tuple[MeshPoint, ...]  # after the reductions so far
    reduced: int  # the manifolds whose groups are reduced
    work: MeshContactWork
    exit: Exit


class MeshContacts(NamedTuple):
    """The contacts of a body and a mesh, and the steps that led to them."""

    points: tuple[MeshPoint, ...]
    decisions: tuple[TriangleDecision, ...]
    greatest: float  # of the points' depths, each along its own normal; 0 without points
    has_depth: bool  # a penetration depth is defined: the mesh is convex
    steps: tuple[State, ...]


def mesh_contacts(
    shape: Shape,
    pose: object,
    mesh: TriangleSurface,
    mesh_pose: object,
    policy: str = "box3d",
    edges: str = NO_POLICY,
    velocity: object = ZERO,
) -> MeshContacts:
    """The contact points of a convex body, `shape` at `pose`, with the triangles of a `mesh` or a heightfield.

    `policy` makes the points of each triangle, as in a simulation; `edges` is a key of `EDGE_POLICIES`.  Some of these
    look at the `velocity` of the body, m/s.  Raises `ValueError`, naming the argument, if one is invalid, and
    `NotApplicable` (a `ValueError`) for a 2D shape.

    >>> from gjkscope import Box, Mesh, Pose
    >>> floor = Mesh([(-2, 0, -2), (-2, 0, 2), (2, 0, -2), (2, 0, 2)], [(0, 1, 2), (2, 1, 3)])
    >>> found = mesh_contacts(Box((0.5, 0.5, 0.5)), Pose(position=(0, 0.49, 0)), floor, Pose())
    >>> len(found.points), round(found.greatest, 3), [decision.triangle for decision in found.decisions]
    (4, 0.01, [0, 1])
    """
    choice("policy", policy, response_policies()[:-1], "contact policy")
    choice("edges", edges, EDGE_POLICIES, "edge policy")
    if not isinstance(mesh, TriangleSurface) or not mesh.faces:
        raise ValueError(f"mesh: must be a mesh with faces or a heightfield, got {short_repr(mesh)}")
    body, ground = Placement(as_pose(pose, "pose"), Motion(as_vector("velocity", velocity))), as_pose(mesh_pose)
    solids = (make_solid(mesh, ground, 0.0, 0.0, 0.0), make_solid(as_solid(shape), body.pose, 1.0, 0.0, 0.0))
    steps = all_steps(start(MeshContactWork(solids, (Placement(ground, STILL), body), policy, edges)), step)
    last = steps[-1]
    greatest = max((each.point.depth for each in last.points), default=0.0)
    return MeshContacts(last.points, last.decisions, greatest, is_hull(mesh), steps)


def start(work: MeshContactWork) -> State:
    """The first step: the triangles in contact with the body."""
    (ground, body), (solid_mesh, solid_body) = work.places, work.solids
    pairs = overlapping_triangles(solid_mesh.shape, ground.pose, solid_body.shape, body.pose)
    found = tuple(pair.triangle_a for pair in pairs)
    first = State(
        0, MeshContactPhase.CANDIDATES, found, NO_TRIANGLE, (), (), (), (), None, (), (), 0, work, Exit.RUNNING
    )
    return first if found else first._replace(exit=Exit.NO_CONTACT)


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    ahead = state._replace(iteration=state.iteration + 1, triangle=NO_TRIANGLE, decision=None, group=())
    asked = len(state.manifolds) + len(state.behind)
    if asked < len(state.candidates):
        return _ask_triangle(ahead, state.candidates[asked])
    if not state.decisions and state.manifolds:
        ahead = _decide(ahead)
    done = 0 if state.phase < MeshContactPhase.DECISION else 1 + _place_of(state)
    if done < len(ahead.decisions) and state.phase <= MeshContactPhase.DECISION:
        decision = ahead.decisions[done]
        return ahead._replace(phase=MeshContactPhase.DECISION, decision=decision, triangle=decision.triangle)
    groups = _groups(state.kept)
    if state.reduced < len(groups):
        return _reduce(ahead, groups[state.reduced])
    return ahead._replace(phase=MeshContactPhase.POINTS, exit=Exit.COMPLETE)


def reduce_points(points: Sequence[MeshPoint]) -> tuple[MeshPoint, ...]:
    """At most `MOST_POINTS` of a group: the deepest, the furthest from it, and those that add most area.

    Of points that are equally deep, the one furthest from the middle of all is taken.
    """
    middle = scale(reduce(add, (each.point.position for each in points), ZERO), 1 / len(points))
    outside = {each: norm(sub(each.point.position, middle)) for each in points}
    level = max(each.point.depth for each in points) - LEVEL * max(outside.values())
    kept = [max((each for each in points if each.point.depth >= level), key=lambda each: outside[each])]
    while len(kept) < MOST_POINTS and (others := [each for each in points if each not in kept]):
        best = max(others, key=lambda each: _gain(kept, each))
        if _gain(kept, best) <= 0:
            break
        kept.append(best)
    return tuple(kept)


def _ask_triangle(state: State, number: int) -> State:
    """The points of one triangle by the contact policy."""
    work, triangle = state.work, state.work.solids[MESH].triangles[number]
    part = BodyPart(triangle, Placement(Pose(), STILL), front_of(triangle), number, is_whole=False)
    body = BodyPart(work.solids[BODY].shape, work.places[BODY], ZERO)
    made = part_manifold((MESH, BODY), part, body, work.policy)
    state = state._replace(phase=MeshContactPhase.TRIANGLE, triangle=number)
    if made is None:
        return state._replace(behind=(*state.behind, number))
    return state._replace(manifolds=(*state.manifolds, made))


def _decide(state: State) -> State:
    work, manifolds = state.work, state.manifolds
    shapes = [work.solids[BODY].shape] * len(manifolds)
    kept, decisions = decide_edges(work.edges, work.solids, work.places, shapes, manifolds)
    return state._replace(kept=kept, decisions=decisions)


def _place_of(state: State) -> int:
    """The place of the step's decision among all; the last one after the decisions."""
    return len(state.decisions) - 1 if state.decision is None else state.decisions.index(state.decision)


def _groups(manifolds: Sequence[PairManifold]) -> list[list[PairManifold]]:
    """The manifolds by similar normals, each group by its first one."""
    groups: list[list[PairManifold]] = []
    for contact in manifolds:
        home = next((group for group in groups if dot(group[0].normal, contact.normal) >= SIMILAR_NORMALS), None)
        if home is None:
            groups.append([contact])
        else:
            home.append(contact)
    return groups


def _reduce(state: State, group: Sequence[PairManifold]) -> State:
    found = tuple(
        MeshPoint(contact.part_a, contact.normal_at(point), point) for contact in group for point in contact.points
    )
    return state._replace(
        phase=MeshContactPhase.REDUCTION,
        group=found,
        points=(*state.points, *reduce_points(found)),
        reduced=state.reduced + 1,
    )


def _gain(kept: Sequence[MeshPoint], new: MeshPoint) -> float:
    """What a point adds: its distance from one point, or from a line; twice the area that it adds to a triangle."""
    place, places = new.point.position, [each.point.position for each in kept]
    if len(places) == 1:
        return norm(sub(place, places[0]))
    if len(places) == 2:
        return norm(cross(sub(place, places[0]), sub(place, places[1])))
    return _area_beyond(place, places, kept[0].normal)


def _area_beyond(place: Vec3, places: Sequence[Vec3], normal: Vec3) -> float:
    """Twice the area of the triangle from a point to the side of a triangle that it is beyond; ≤ 0 inside."""
    a, b, c = places
    turn = 1.0 if dot(cross(sub(b, a), sub(c, a)), normal) > 0 else -1.0
    areas: list[Any] = [-turn * dot(cross(sub(q, p), sub(place, p)), normal) for p, q in ((a, b), (b, c), (c, a))]
    return float(max(areas))
