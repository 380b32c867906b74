"""MuJoCo's formula for a capsule and a box, as `mj_geomDistance` asks it.

Written from MuJoCo 3.12.0 (commit 13827e9e, Apache licence): `src/engine/engine_collision_box.c`, functions
`mjraw_CapsuleBox` and `mjraw_SphereBox`.  Double precision, in its order of operations, without a limit of distance:

1. The axis of the capsule is a segment in the frame of the box.  Of its ends, those that lie in the box or beyond one
   face only are compared.
2. The nearest points of the axis and each of the twelve edges follow from two linear equations, clamped to both
   segments.  An edge must be nearer by 1e-15; an edge parallel to the axis is left out.
3. Where the axis is nearly parallel to a face or an edge, a second point is found along it.
4. At each point a sphere is compared with the box.  The deepest contact is the answer.

How it fails: nothing asks whether the axis crosses the box between its ends.  Then the nearest point is an end or one
at an edge, both outside, and the depth is that of a sphere there.
"""

from enum import StrEnum
from math import isfinite, sqrt
from typing import Any, NamedTuple

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.mujoco.arithmetic import MINVAL
from gjkscope.engine.published.mujoco.geoms import MujocoGeom, mujoco_geom
from gjkscope.engine.published.mujoco_capsule.explain import DECISIONS
from gjkscope.engine.published.mujoco_capsule.nearest import (
    AxisNearest,
    CapsuleAxis,
    crosses_box,
    edge_distance,
    end_distance,
    least_overlap,
    second_point,
    sphere_contact,
)
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes.kinds import Box, Capsule, Shape
from gjkscope.engine.vectors import Vec3, add, along, column, neg, row_times, scale, sub, transposed_times

NO_LIMIT = 1e10
"""`distmax` beyond any distance here; the least squared distance begins with it and the sizes."""


class CapsulePhase(StrEnum):
    """The parts of the formula."""

    ENDS = "ends"
    EDGES = "edges"
    SPHERES = "spheres"


class State(EngineStep):
    """A step of the formula; `memory` holds what the next step needs."""

    __slots__ = ()


class CapsulePair(NamedTuple):
    """The capsule and the box, whether the capsule is B, and the kinds of test that are corrected."""

    capsule: MujocoGeom
    box: MujocoGeom
    is_swapped: bool
    corrected: tuple[str, ...] = ()

    @property
    def axis(self) -> CapsuleAxis:
        m, half_height = self.box.rotation, self.capsule.size[1]
        middle = transposed_times(m, sub(self.capsule.position, self.box.position))
        direction = transposed_times(m, column(self.capsule.rotation, 2))
        return CapsuleAxis(middle, scale(direction, half_height), direction, half_height, self.box.size)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps for a capsule and a box.  Raises `NotApplicable` for other shapes."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("mujoco-capsule", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> CapsulePair:
    kinds = (type(shape_a), type(shape_b))
    if kinds not in ((Capsule, Box), (Box, Capsule)):
        raise NotApplicable(f"MuJoCo's formula takes a capsule and a box, got {shape_a.kind} and {shape_b.kind}")
    a, b = mujoco_geom(shape_a, pose_a), mujoco_geom(shape_b, pose_b)
    is_swapped = kinds[0] is Box
    return CapsulePair(b if is_swapped else a, a if is_swapped else b, is_swapped, options.corrected)


def start(pair: CapsulePair) -> State:
    """The ends of the axis."""
    state: State = engine_step.before_first_step(State, CapsulePhase.ENDS)
    axis, decisions = pair.axis, EngineDecisions(DECISIONS, pair.corrected)
    sizes = pair.capsule.size[0] + axis.half_height + axis.box[0] + axis.box[1] + axis.box[2]
    best = AxisNearest(NO_LIMIT + 2 * sizes)
    for end in (-1, 1):
        found = end_distance(axis, end)
        if found is not None and decisions.holds("near an end", found[0], best.squared, ()):
            best = AxisNearest(found[0], end, -2 + end, found[1])
    return _decided(state._replace(phase=CapsulePhase.EDGES, memory=best, action="ends"), decisions)


def step(pair: CapsulePair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    state = state._replace(iteration=state.iteration + 1, decisions=())
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    parts = {CapsulePhase.EDGES: _compare_edges, CapsulePhase.SPHERES: _compare_spheres}
    return _decided(parts[CapsulePhase(state.phase)](pair, state, decisions), decisions)


def _compare_edges(pair: CapsulePair, state: State, decisions: EngineDecisions) -> State:
    """The twelve edges, and whether the point that is nearest now can be right."""
    axis, best = pair.axis, state.memory
    for j in range(3):
        for corner in (corner for corner in range(8) if not corner & (1 << j)):
            found = edge_distance(axis, j, corner)
            if found is not None and decisions.holds("near an edge", found.squared, best.squared - MINVAL, ()):
                best = found
    state = state._replace(memory=best, phase=CapsulePhase.SPHERES, action="edges")
    is_inside = best.kind < 0 and best.face < 0 and best.kind != -4
    if not is_inside and crosses_box(axis) and not decisions.holds("axis apart", sqrt(max(best.squared, 0.0)), 0.0, ()):
        depth, normal = least_overlap(axis)
        return _ended(pair, state._replace(action="overlap"), -depth - pair.capsule.size[0], axis.middle, normal)
    return state


def _compare_spheres(pair: CapsulePair, state: State, _: EngineDecisions) -> State:
    """Spheres at the nearest point and at a second one."""
    axis, best = pair.axis, state.memory
    state = state._replace(action="spheres")
    if best.kind == -4:
        return _answer(state._replace(action="nothing"), ClaimedResult(Verdict.UNDECIDED), "nothing is near enough")
    further = second_point(axis, best)
    positions = [best.position] + ([further + best.position] if further is not None and further > -3 else [])
    contacts = [_contact(pair, axis.point(position)) for position in positions]
    distance, middle, normal = min(contacts, key=lambda contact: contact[0])
    return _ended(pair, state, distance, middle, normal)


def _contact(pair: CapsulePair, point: Vec3) -> tuple[float, Vec3, Vec3]:
    """Of a sphere at a point of the axis, which goes through world coordinates."""
    box = pair.box
    center = add(row_times(box.rotation, point), box.position)
    return sphere_contact(transposed_times(box.rotation, sub(center, box.position)), pair.capsule.size[0], box.size)


def _ended(pair: CapsulePair, state: State, distance: float, middle: Vec3, normal: Vec3) -> State:
    """The answer in world coordinates, from A to B."""
    place = add(row_times(pair.box.rotation, middle), pair.box.position)
    direction = row_times(pair.box.rotation, normal)
    if pair.is_swapped:
        direction = neg(direction)
    verdict = Verdict.TOUCHING if distance == 0 else Verdict.PENETRATING if distance < 0 else Verdict.SEPARATED
    ends = (along(place, direction, sign * 0.5 * distance) for sign in (-1, 1))
    if not isfinite(distance):
        return _answer(state, ClaimedResult(Verdict.UNDECIDED), "the distance is not a number")
    return _answer(state, ClaimedResult(verdict, distance, direction, *ends), "the deepest sphere of the capsule")


def _answer(state: State, answer: ClaimedResult, ending: str) -> State:
    why = Exit.ENGINE_STOPS if answer.verdict is not Verdict.UNDECIDED else Exit.NOT_A_NUMBER
    ended: State = engine_step.ended(state, why, ending, answer)
    return ended


def _decided(state: State, decisions: EngineDecisions) -> State:
    asked: tuple[Any, ...] = tuple(one for one in decisions.asked if isfinite(one.left) and isfinite(one.right))
    return state._replace(decisions=asked)
