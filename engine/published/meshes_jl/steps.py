"""Meshes.jl's `intersects`: GJK of two convex shapes, in double precision, without a distance.

Written from Meshes.jl 0.41.0, commit 4f1a5d86 (MIT licence): `src/predicates/intersects.jl` and `src/supportfun.jl`, in
their order of operations.

1. Bounding boxes that do not intersect end it.  The first vertex w0 is searched along the vector between the centroids,
   the next one along −w0.  A support below 0 along its direction ends it: the shapes do not intersect.
2. `gjk!` gives the next direction: of an edge (AB × AO) × AB; of a triangle its normal on the side of the origin.  Of a
   tetrahedron D C B A, the oldest vertex first, the faces ABC, ADB and ACD are asked, and the vertex opposite to the
   first one with the origin on its outer side is dropped.  If there is none, the shapes intersect.
3. Supports are the first of the furthest vertices, seen from the centroid: of a box from the least corner, around the
   lower face, then around the upper one.

How it fails: outer sides follow from the order of the vertices.  Dropping C leaves D B A, of which D and B would have
to be exchanged.  The next tetrahedron is then turned inside out, and the search may go round forever
(https://github.com/JuliaGeometry/Meshes.jl/issues/809; pull request 1227 exchanges them).

Where it departs: if the centroids coincide to 1e-10 m, Meshes.jl searches along a random vector, ours along x.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import reduce
from math import isfinite
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.meshes_jl.explain import DECISIONS
from gjkscope.engine.published.sentences import cycle_words
from gjkscope.engine.published.vertices import CycleMark, comes_back, next_mark
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes.kinds import Box, Hull, Shape, Triangle
from gjkscope.engine.vectors import Vec3, add, cross, dot, neg, norm, scale, sub

SAME_POINT = 1e-10
"""`atol(Float64)`, metres."""

FACES = ((3, 2, 1, 0), (3, 0, 2, 1), (3, 1, 0, 2))
"""ABC, ADB and ACD of the vertices D C B A, each with the vertex opposite to it."""

_BASE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


class MeshesPhase(StrEnum):
    """The only part of the algorithm."""

    GJK = "GJK"


class State(EngineStep):
    """A step of Meshes.jl; `memory` is a `MeshesMemory`."""

    __slots__ = ()


class MeshesMemory(NamedTuple):
    """The next direction, and a simplex with its direction, to detect a cycle."""

    direction: Vec3
    mark: CycleMark = CycleMark((), 0, 1)
    marked_direction: Vec3 | None = None


class MeshesShape(NamedTuple):
    """The vertices in world coordinates, and the centroid."""

    vertices: tuple[Vec3, ...]
    centroid: Vec3

    def support(self, direction: Vec3) -> int:
        """`supportfun`"""
        heights = [dot(sub(vertex, self.centroid), direction) for vertex in self.vertices]
        return heights.index(max(heights))


class MeshesPair(NamedTuple):
    """The shapes, and the kinds of test that are corrected."""

    a: MeshesShape
    b: MeshesShape
    corrected: tuple[str, ...] = ()

    def support(self, direction: Vec3, birth: int) -> Vertex:
        i, j = self.a.support(direction), self.b.support(neg(direction))
        on_a, on_b = self.a.vertices[i], self.b.vertices[j]
        return Vertex(sub(on_a, on_b), on_a, on_b, i, j, birth)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed boxes, triangles or hulls.  Raises `NotApplicable` for other shapes."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("meshes-jl", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> MeshesPair:
    return MeshesPair(_placed(shape_a, pose_a), _placed(shape_b, pose_b), options.corrected)


def _placed(shape: Shape, pose: Pose) -> MeshesShape:
    if not isinstance(shape, Box | Triangle | Hull) or shape.rounding > 0:
        raise NotApplicable(f"Meshes.jl's GJK is traced of boxes, triangles and hulls, got {shape.kind}")
    if isinstance(shape, Box):
        x, y, z = shape.half_extents
        corners: Sequence[Vec3] = [(i * x, j * y, k * z) for k in (-1, 1) for i, j in _BASE]
        return MeshesShape(tuple(apply(pose, corner) for corner in corners), pose.position)
    vertices = tuple(apply(pose, vertex) for vertex in shape.vertices)
    return MeshesShape(vertices, scale(reduce(add, vertices), 1.0 / len(vertices)))


def start(pair: MeshesPair) -> State:
    """The bounding boxes, and the first vertex."""
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    between = sub(pair.b.centroid, pair.a.centroid)
    direction = between if norm(between) > SAME_POINT else (1.0, 0.0, 0.0)
    state: State = engine_step.before_first_step(State, MeshesPhase.GJK)
    if decisions.holds("apart", _gap(pair.a.vertices, pair.b.vertices), 0.0, ()):
        ended: State = engine_step.ended(
            state._replace(action="boxes", decisions=tuple(decisions.asked)),
            Exit.SEPARATING_AXIS,
            "the bounding boxes do not intersect",
            ClaimedResult(Verdict.SEPARATED),
        )
        return ended
    vertex = pair.support(direction, 0)
    state = engine_step.with_support(state, direction, vertex)
    state = state._replace(simplex=(vertex,), action="first", decisions=tuple(decisions.asked))
    return state._replace(memory=MeshesMemory(neg(vertex.point)))


def _gap(a: Sequence[Vec3], b: Sequence[Vec3]) -> float:
    """The largest distance of the bounding boxes along an axis, metres; at most 0 if they intersect."""
    axes = zip(zip(*a, strict=True), zip(*b, strict=True), strict=True)
    gaps: list[float] = [max(min(there) - max(here), min(here) - max(there)) for here, there in axes]
    return max(gaps)


def step(pair: MeshesPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    memory: MeshesMemory = state.memory
    state = engine_step.next_iteration(state)
    if not all(map(isfinite, memory.direction)):
        nothing = ClaimedResult(Verdict.UNDECIDED)
        return _ended(state, "no number", "the direction is not a number", nothing, Exit.NOT_A_NUMBER)
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    vertex = pair.support(memory.direction, state.searches)
    state = engine_step.with_support(state, memory.direction, vertex)
    if decisions.holds("short", dot(vertex.point, memory.direction), 0.0, (vertex,)):
        short = ClaimedResult(Verdict.SEPARATED)
        state = _ended(state, "short", "the support does not reach the origin", short, Exit.SEPARATING_AXIS)
    else:
        state = _reduced(state._replace(simplex=(*state.simplex, vertex)), decisions)
    asked = tuple(one for one in decisions.asked if isfinite(one.left))
    return _looked_for_cycle(state._replace(decisions=asked), memory)


def _reduced(state: State, decisions: EngineDecisions) -> State:
    """`gjk!`: the simplex that is kept, and the next direction."""
    if len(state.simplex) == 2:
        b, a = (vertex.point for vertex in state.simplex)
        ab = sub(b, a)
        return _onward(state, "edge", cross(cross(ab, neg(a)), ab))
    return _of_triangle(state, decisions) if len(state.simplex) == 3 else _of_tetrahedron(state, decisions)


def _of_triangle(state: State, decisions: EngineDecisions) -> State:
    c, b, a = state.simplex
    normal = _normal(a, b, c)
    if decisions.holds("wound", -dot(normal, a.point), 0.0, (a, b, c)):
        return _onward(state._replace(simplex=(b, c, a)), "triangle", neg(normal))
    return _onward(state, "triangle", normal)


def _of_tetrahedron(state: State, decisions: EngineDecisions) -> State:
    for face in FACES:
        corners = tuple(state.simplex[slot] for slot in face)
        a, b, c, opposite = corners
        normal = _normal(a, b, c)
        if decisions.holds("outside", -dot(normal, a.point), 0.0, corners):
            if decisions.corrects("outside") and dot(normal, sub(opposite.point, a.point)) > 0:
                normal = neg(normal)
            kept = tuple(vertex for vertex in state.simplex if vertex is not opposite)
            return _onward(state._replace(simplex=kept), "face", normal)
    inside = ClaimedResult(Verdict.PENETRATING)
    return _ended(state, "inside", "the origin is in the tetrahedron", inside, Exit.ENGINE_STOPS)


def _normal(a: Vertex, b: Vertex, c: Vertex) -> Vec3:
    return cross(sub(b.point, a.point), sub(c.point, a.point))


def _onward(state: State, action: str, direction: Vec3) -> State:
    return state._replace(action=action, memory=MeshesMemory(direction))


def _looked_for_cycle(state: State, before: MeshesMemory) -> State:
    """A simplex that recurs with its direction does so forever."""
    if state.exit != Exit.RUNNING:
        return state
    direction = state.memory.direction
    if comes_back(before.mark, state.simplex) and before.marked_direction == direction:
        nothing = ClaimedResult(Verdict.UNDECIDED)
        ending = f"the simplex {cycle_words(state.iteration, before.mark)}"
        return _ended(state, state.action, ending, nothing, Exit.CYCLE)
    mark = next_mark(before.mark, state.simplex, state.iteration)
    marked = before.marked_direction if mark is before.mark else direction
    return state._replace(memory=MeshesMemory(direction, mark, marked))


def _ended(state: State, action: str, ending: str, answer: ClaimedResult, why: Exit) -> State:
    ended: State = engine_step.ended(state._replace(action=action), why, ending, answer)
    return ended
