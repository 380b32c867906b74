"""MuJoCo's own collision function for two boxes: separating axes, then clipping.

Written from MuJoCo 3.10.0 (commit 28009f91, Apache licence): `src/engine/engine_collision_box.c`, functions `_boxbox`
and `mjc_BoxBox`, with margin 0.  All contacts of two boxes came from it until version 3.12 replaced it.  Double
precision, in its order of operations:

1. The overlap along the six face normals, then along the nine cross products of edges.  A negative one ends it: no
   contact.  The least is the depth; edges must be less by a factor of 1 − 1e-12.
2. At a face, the nearest corner, edge or face of the other box is clipped at the rectangle of the face.  Points above
   the face are dropped; the depth of the others is their height.
3. At two edges, a face of the second box is laid along the normal into the plane of a face of the first box.  Where its
   outline crosses the rectangle, the depth is the height.  Corners of the one inside the other become points, too; if
   there is no crossing, even corners with one parameter out of range, which is clamped.
4. A point lies half-way between the surfaces.  It is dropped if it lies outside one box by 1 % and not inside the other
   one, or if it repeats another; at most 8 are kept.

How it fails:
- In the loop over the corners of the rectangle, the variable `c1` of the determinant is overwritten by the squared
  distance of a corner.  So the parameters of the following corners are wrong, they are clamped, and the depth is the
  distance of two unrelated points: up to the size of the box (https://github.com/google-deepmind/mujoco/issues/3476;
  commit 8655446f drops such points).
- Half-way points of deep overlaps lie outside both boxes.  If all do, there is no contact
  (https://github.com/google-deepmind/mujoco/issues/1800; commit fb07a9ca keeps them then).
"""

from collections.abc import Sequence
from enum import StrEnum
from math import inf, isfinite
from typing import Any, NamedTuple

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.mujoco_boxes.clipping import (
    BoxPoint,
    BoxPoints,
    LeastOverlap,
    MujocoBox,
    edge_contacts,
    edge_overlap,
    face_contacts,
    face_overlaps,
    placed_boxes,
    side_of_box,
)
from gjkscope.engine.published.mujoco_boxes.decisions import DECISIONS
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes import kinds
from gjkscope.engine.text import counted
from gjkscope.engine.vectors import Vec3, along

MOST_KEPT = 8
"""Contacts of a pair."""

EDGE_FACTOR = 1 - 1e-12
"""By how much the overlap of edges must be less than that of faces."""

SLACK = 1e-6
"""`mjDEPTHSLACKREL` of version 3.12: by how much a depth may exceed the least overlap, relatively."""

SIZE_SLACK = 1e-12
"""`mjDEPTHSLACKABS` of version 3.12: the same, relative to the sum of the half sizes."""


class BoxPhase(StrEnum):
    """The parts of the algorithm."""

    FACES = "face axes"
    EDGES = "edge axes"
    CLIP = "clipping"
    FILTER = "filter"


class State(EngineStep):
    """A step of the function for boxes; `memory` holds what the next step needs."""

    __slots__ = ()


class MujocoBoxes(NamedTuple):
    """The two boxes, and the kinds of test that are corrected."""

    a: MujocoBox
    b: MujocoBox
    corrected: tuple[str, ...] = ()


class BoxMemory(NamedTuple):
    """The axis of least overlap, and the points so far."""

    axis: LeastOverlap = LeastOverlap(-1, inf)
    contacts: BoxPoints = BoxPoints((0.0, 0.0, 0.0), ())


def trace(shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of the function for two boxes.  Raises `NotApplicable` for other shapes."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("mujoco-boxes", start(pair), lambda state: step(pair, state))


def prepare(
    shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, options: Options = DEFAULT
) -> MujocoBoxes:
    return MujocoBoxes(_box(shape_a, pose_a), _box(shape_b, pose_b), options.corrected)


def start(pair: MujocoBoxes) -> State:
    """The face normals."""
    state: State = engine_step.before_first_step(State, BoxPhase.FACES, BoxMemory())
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    best = LeastOverlap(-1, sum(3 * size for box in pair[:2] for size in box.size))
    for overlap, code in face_overlaps(pair.a, pair.b, placed_boxes(pair.a, pair.b)):
        state = state._replace(lower=max(state.lower, -overlap))
        if decisions.holds("separates", overlap, 0.0, ()):
            return _separated(_decided(state, decisions))
        if overlap < best.overlap:
            best = LeastOverlap(code, overlap)
    return _decided(state, decisions)._replace(phase=BoxPhase.EDGES, memory=BoxMemory(best), action="faces overlap")


def step(pair: MujocoBoxes, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = state._replace(iteration=state.iteration + 1, decisions=())
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    parts = {BoxPhase.EDGES: _compare_edges, BoxPhase.CLIP: _clip, BoxPhase.FILTER: _filter}
    return _decided(parts[BoxPhase(state.phase)](pair, state, decisions), decisions)


def _box(shape: kinds.Shape, pose: Pose) -> MujocoBox:
    if not isinstance(shape, kinds.Box) or shape.rounding:
        raise NotApplicable(f"MuJoCo's function for boxes takes boxes without rounding, got {shape.kind}")
    return MujocoBox(shape.half_extents, pose.rotation, pose.position)


def _compare_edges(pair: MujocoBoxes, state: State, decisions: EngineDecisions) -> State:
    """The cross products of edges."""
    placed, best, lower = placed_boxes(pair.a, pair.b), state.memory.axis, state.lower
    for i in range(3):
        for j in range(3):
            axis = edge_overlap(pair.a, pair.b, placed, i, j)
            if axis is None:
                continue
            lower = max(lower, -axis.overlap)
            if decisions.holds("separates", axis.overlap, 0.0, ()):
                return _separated(state._replace(lower=lower))
            if axis.overlap < best.overlap * EDGE_FACTOR:
                best = axis
    action = "edges overlap least" if best.code >= 12 else "faces overlap least"
    return state._replace(phase=BoxPhase.CLIP, lower=lower, memory=BoxMemory(best), action=action)


def _clip(pair: MujocoBoxes, state: State, decisions: EngineDecisions) -> State:
    """The points, before the filter."""
    placed, axis = placed_boxes(pair.a, pair.b), state.memory.axis
    if axis.code < 12:
        contacts = face_contacts(pair.a, pair.b, placed, axis.code)
    else:
        contacts = edge_contacts(pair.a, pair.b, placed, axis)
    sizes = sum(size for box in (pair.a, pair.b) for size in box.size)
    bound = axis.overlap + SLACK * axis.overlap + SIZE_SLACK * sizes
    kept = tuple(point for point in contacts.points if _may_be(point, bound, decisions))
    memory = BoxMemory(axis, contacts._replace(points=kept))
    return state._replace(phase=BoxPhase.FILTER, memory=memory, action="clip" if axis.code < 12 else "lay and clip")


def _may_be(point: BoxPoint, bound: float, decisions: EngineDecisions) -> bool:
    """Whether a point is kept.  MuJoCo keeps all: depths beyond the bound are asked about for the belief only."""
    return -point.distance <= bound or decisions.holds("deeper than overlap", -point.distance, bound, ())


def _filter(pair: MujocoBoxes, state: State, decisions: EngineDecisions) -> State:
    """`mjc_BoxBox`: drops points outside the boxes and repeated ones."""
    found = state.memory.contacts.points
    inside = tuple(point for point in found if not _is_bad(point.position, pair))
    dropped = len(found) - len(inside)
    if found and not inside and decisions.holds("none left", dropped, len(found), ()):
        return _ended(state, (), f"all {counted(dropped, 'point')} lie outside the boxes: no contact")
    kept = tuple(point for i, point in enumerate(inside or found) if _is_last(point, (inside or found)[i + 1 :]))
    return _ended(state, kept[:MOST_KEPT], f"{counted(len(kept[:MOST_KEPT]), 'contact point')}")


def _is_bad(position: Vec3, pair: MujocoBoxes) -> bool:
    side_a, side_b = side_of_box(position, pair.a), side_of_box(position, pair.b)
    return (side_a == 1 and side_b != -1) or (side_b == 1 and side_a != -1)


def _is_last(point: BoxPoint, later: Sequence[BoxPoint]) -> bool:
    return all(point.position != other.position for other in later)


def _ended(state: State, points: tuple[BoxPoint, ...], ending: str) -> State:
    """The deepest point is the answer."""
    contacts = state.memory.contacts._replace(points=points)
    state = state._replace(memory=state.memory._replace(contacts=contacts), action="filter")
    deepest = min(points, key=lambda point: point.distance, default=None)
    if deepest is None or not deepest.distance <= 0:
        answer = ClaimedResult(Verdict.SEPARATED)
    elif not isfinite(deepest.distance):
        answer = ClaimedResult(Verdict.UNDECIDED)
    else:
        verdict = Verdict.TOUCHING if deepest.distance == 0 else Verdict.PENETRATING
        half = deepest.distance / 2
        ends = (along(deepest.position, contacts.normal, sign * half) for sign in (-1, 1))
        answer = ClaimedResult(verdict, deepest.distance, contacts.normal, *ends)
        ending += f", the deepest of {-deepest.distance:.5g} m"
    ended: State = engine_step.ended(state, Exit.ENGINE_STOPS, ending, answer)
    return ended


def _separated(state: State) -> State:
    ended: State = engine_step.ended(
        state._replace(action="separated"),
        Exit.SEPARATING_AXIS,
        "an axis separates the boxes",
        ClaimedResult(Verdict.SEPARATED),
    )
    return ended


def _decided(state: State, decisions: EngineDecisions) -> State:
    asked: tuple[Any, ...] = tuple(one for one in decisions.asked if isfinite(one.left) and isfinite(one.right))
    return state._replace(decisions=asked)
