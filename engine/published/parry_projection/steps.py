"""parry 0.5's contact of a ball with a box or a triangle, and its distance of a point from a triangle.

Written from parry3d 0.5.0 (Apache-2.0), in single precision and in its order of operations:
`src/query/contact/contact_ball_convex_polyhedron.rs`, `src/query/point/point_aabb.rs` and `point_triangle.rs`, which is
the same in 0.7.1; the arithmetic of poses is that of `published/parry_old`.

1. The ball's centre, or the point, is projected on the other shape: clamped to a box, or moved to its nearest face from
   inside; for a triangle, by Voronoi regions.
2. The distance of the two points, less the radius, is the answer, and their difference the normal.

How it fails:
- If the centre lies on the surface, the difference has no direction.  Then the normal of the nearest feature would be
  taken, but no shape had one: no contact (https://github.com/dimforge/parry/issues/34; 0.5.1 adds them).
- A triangle without area contains every point that no vertex or edge takes, at a distance of 0
  (https://github.com/dimforge/parry/issues/76).
"""

from enum import StrEnum
from math import isfinite
from typing import NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single, with_python_floats
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.decisions import EngineDecision, EngineDecisions
from gjkscope.engine.published.engine_step import ClaimedResult, EngineStep
from gjkscope.engine.published.parry.regions import project_on_longest_edge, project_on_triangle
from gjkscope.engine.published.parry.releases import EPSILON, OLD_PARRY, ParryPose, Quaternion, conjugate, root_length
from gjkscope.engine.published.parry.shapes import UP, parry_pose
from gjkscope.engine.published.parry_projection.explain import DECISIONS
from gjkscope.engine.result import Exit, NotApplicable, Trace, Verdict
from gjkscope.engine.shapes.kinds import Box, Point, Shape, Sphere, Triangle
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import ZERO, Vec3, add, along, neg, sub

TAKEN: dict[type, tuple[type, ...]] = {Sphere: (Box, Triangle), Point: (Triangle,)}
"""The shapes that the centre of a ball, or a point, is projected on."""


class ProjectionPhase(StrEnum):
    """The parts of the query."""

    PROJECT = "projection"
    ANSWER = "answer"


class State(EngineStep):
    """A step of the query; `memory` is the projected point."""

    __slots__ = ()


class BodyProjection(NamedTuple):
    """The nearest point, in the frame of the shape."""

    point: Vec3
    is_inside: bool = False
    inward: Vec3 = ZERO  # from the nearest point into the shape, for a centre on the surface; a triangle has none


class CenteredPair(NamedTuple):
    """The centre in the frame of the other shape, and that shape."""

    center: Vec3
    radius: float | None  # None: a point
    shape: Box | Triangle
    pose: ParryPose
    turns: tuple[Quaternion, ...]  # from the frame of the shape to the world; if A is the ball, by way of its frame
    is_swapped: bool  # whether the ball or the point is B
    corrected: tuple[str, ...] = ()

    def placed(self, point: Vec3) -> Vec3:
        """In world coordinates."""
        return OLD_PARRY.move(self.pose, point)

    def turned(self, v: Vec3) -> Vec3:
        """A vector of the shape's frame in world coordinates."""
        for rotation in self.turns:
            v = OLD_PARRY.turn(rotation, v)
        return v

    def vertex(self, point: Vec3, birth: int) -> Vertex:
        """The centre less a point of the shape, or the point less the centre."""
        pair = self.placed(self.center), self.placed(point)
        a, b = reversed(pair) if self.is_swapped else pair
        return Vertex(sub(a, b), a, b, NO_INDEX, NO_INDEX, birth)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """Both steps.  Raises `NotApplicable` but for a ball and a box or a triangle, and a point and a triangle."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("parry-projection", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> CenteredPair:
    is_swapped = isinstance(shape_b, Sphere | Point)
    (ball, at), (shape, pose) = (
        ((shape_b, pose_b), (shape_a, pose_a)) if is_swapped else ((shape_a, pose_a), (shape_b, pose_b))
    )
    rounding = getattr(shape, "rounding", 0.0)
    if not isinstance(shape, TAKEN.get(type(ball), ())) or rounding:
        raise NotApplicable(
            "parry projects the centre of a ball on a box or a triangle, and a point on a triangle, "
            f"got {shape_a.kind} and {shape_b.kind}"
        )
    assert isinstance(shape, Box | Triangle)
    turns: tuple[Quaternion, ...]
    with np.errstate(all="ignore"):
        center, placed = parry_pose(ball, at), parry_pose(shape, pose)
        if is_swapped:
            seen, turns = OLD_PARRY.relative_pose(placed, center).translation, (placed.rotation,)
        else:
            relative = OLD_PARRY.relative_pose(center, placed)
            seen = OLD_PARRY.turn(conjugate(relative.rotation), neg(relative.translation))
            turns = (relative.rotation, center.rotation)
    radius = getattr(ball, "radius", None)  # a point has none
    return CenteredPair(seen, radius and single(radius), shape, placed, turns, is_swapped, options.corrected)


def start(pair: CenteredPair) -> State:
    """The projection."""
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    with np.errstate(all="ignore"):
        state: State = engine_step.before_first_step(State, ProjectionPhase.PROJECT)
        state = _PROJECTIONS[type(pair.shape)](pair, state, decisions)
        nearest = pair.vertex(state.memory.point, len(state.simplex))
    state = state._replace(closest=nearest.point, phase=ProjectionPhase.ANSWER, decisions=_finite(decisions))
    return with_python_floats(state)


def step(pair: CenteredPair, state: State) -> State:
    """The answer; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    decisions = EngineDecisions(DECISIONS, pair.corrected)
    state = state._replace(iteration=state.iteration + 1, before=state.simplex, decisions=())
    if not all(map(isfinite, state.memory.point)):
        return _answer(state, ClaimedResult(Verdict.UNDECIDED), "the nearest point is not a number")
    state = state._replace(memory=single(state.memory))
    with np.errstate(all="ignore"):
        state = _distance(pair, state) if pair.radius is None else _contact(pair, state, decisions)
    return with_python_floats(state._replace(decisions=_finite(decisions)))


def _on_box(pair: CenteredPair, state: State, _: EngineDecisions) -> State:
    """`AABB::do_project_local_point`, not solid."""
    half: Vec3 = single(pair.shape.half_extents)  # type: ignore[union-attr]
    below = tuple(-size - part for part, size in zip(pair.center, half, strict=True))
    above = tuple(part - size for part, size in zip(pair.center, half, strict=True))
    zero = 0.0 * half[0]
    shift = [max(low, zero) - max(high, zero) for low, high in zip(below, above, strict=True)]
    is_inside, inward = not any(shift), ZERO
    if is_inside:
        axis = max(range(3), key=lambda i: max(below[i], above[i]))
        is_below = below[axis] >= above[axis]
        shift[axis] = below[axis] if is_below else -above[axis]
        inward = tuple((1.0 if is_below else -1.0) * (i == axis) for i in range(3))  # type: ignore[assignment]
    nearest = add(pair.center, (shift[0], shift[1], shift[2]))
    return state._replace(
        simplex=(pair.vertex(nearest, 0),),
        action="inside" if is_inside else "outside",
        memory=BodyProjection(nearest, is_inside, inward),
    )


def _on_triangle(pair: CenteredPair, state: State, decisions: EngineDecisions) -> State:
    """`Triangle::project_local_point_and_get_location`, solid."""
    corners: tuple[Vec3, Vec3, Vec3] = single(pair.shape.vertices)  # type: ignore[union-attr]
    found = project_on_triangle(*corners, OLD_PARRY, pair.center)
    drawn = tuple(pair.vertex(corner, i) for i, corner in enumerate(corners))
    if not found.on and not decisions.holds("no area", 0.0, 0.0, drawn):
        on_edge = project_on_longest_edge(_less(corners, pair.center))
        found = on_edge._replace(point=add(on_edge.point, pair.center))
    is_inside = all(abs(part) <= EPSILON for part in sub(found.point, pair.center))
    return state._replace(
        simplex=tuple(drawn[slot] for slot in found.on) or drawn,
        action=("itself", "vertex", "edge", "face")[len(found.on)],
        memory=BodyProjection(found.point, is_inside),
    )


def _less(corners: tuple[Vec3, Vec3, Vec3], point: Vec3) -> tuple[Vec3, Vec3, Vec3]:
    a, b, c = corners
    return sub(a, point), sub(b, point), sub(c, point)


def _distance(pair: CenteredPair, state: State) -> State:
    """`PointQuery::distance_to_local_point`, solid."""
    way = sub(pair.center, state.memory.point)
    return _ended(pair, state._replace(action="distance"), root_length(way), neg(way), "the distance of the two points")


def _contact(pair: CenteredPair, state: State, decisions: EngineDecisions) -> State:
    """`contact_convex_polyhedron_ball`, without a limit of distance."""
    state = state._replace(action="contact")
    found: BodyProjection = state.memory
    way = sub(found.point, pair.center)
    length = root_length(way)
    if decisions.holds("on the surface", float(length), EPSILON, ()):
        return _answer(state, ClaimedResult(Verdict.SEPARATED), "the centre is on the surface: no contact")
    if length <= EPSILON:
        normal = found.inward if any(found.inward) else single(UP)
        return _ended(pair, state, -pair.radius, normal, "the normal of the face at the centre")  # type: ignore[operator]
    distance = -length - pair.radius if found.is_inside else length - pair.radius  # type: ignore[operator]
    return _ended(pair, state, distance, neg(way) if found.is_inside else way, "the distance of the ball")


def _ended(pair: CenteredPair, state: State, distance: float, towards: Vec3, ending: str) -> State:
    """The answer in world coordinates; `towards` leads from the ball or the point to the other shape."""
    normal = OLD_PARRY.unit(towards)
    turned = None if normal is None else pair.turned(normal)
    center, nearest = pair.placed(pair.center), pair.placed(state.memory.point)
    deepest = center if turned is None else along(center, turned, pair.radius or 0.0)
    on_a, on_b = (nearest, deepest) if pair.is_swapped else (deepest, nearest)
    if turned is not None and pair.is_swapped:
        turned = neg(turned)
    if not isfinite(distance):
        return _answer(state, ClaimedResult(Verdict.UNDECIDED), "the distance is not a number")
    verdict = Verdict.TOUCHING if distance == 0 else Verdict.PENETRATING if distance < 0 else Verdict.SEPARATED
    return _answer(state, ClaimedResult(verdict, distance, turned, on_a, on_b), ending)


def _answer(state: State, answer: ClaimedResult, ending: str) -> State:
    why = Exit.ENGINE_STOPS if answer.verdict is not Verdict.UNDECIDED else Exit.NOT_A_NUMBER
    ended: State = engine_step.ended(state, why, ending, answer)
    return ended


def _finite(decisions: EngineDecisions) -> tuple[EngineDecision, ...]:
    return tuple(one for one in decisions.asked if isfinite(one.left))


_PROJECTIONS = {Box: _on_box, Triangle: _on_triangle}
