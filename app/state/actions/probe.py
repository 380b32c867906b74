"""Actions of the probe: two points, a of A and b of B, whose difference a − b leaves a trail in the difference view."""

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.inspection.probe import probe_of_pair, probe_points
from gjkscope.app.state.model import ProbeSide, State
from gjkscope.engine.construction.nearest import nearest_point
from gjkscope.engine.construction.scatter import scatter_pairs
from gjkscope.engine.construction.steps import construct
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Vec3, sub

MOST_TRAIL = 2000  # pairs; the oldest are dropped
MOST_SCATTERED = 1000  # pairs at once


class ShowProbe(Action, frozen=True):
    """Shows or hides the probe."""

    shown: bool


class HoldProbe(Action, frozen=True):
    """Grabs one of the two points, or lets go of it (None)."""

    point: ProbeSide | None
    passing = True


class MoveProbe(Action, frozen=True):
    """Moves one of the points as near to `to`, in world coordinates, as its shape allows; the difference is recorded.

    If `to` is the other point, and the shape contains it, the two coincide exactly.
    """

    point: ProbeSide
    to: Vec3


class ScatterProbe(Action, frozen=True):
    """Adds random pairs to the trail, which fill A − B evenly; 1 … 1000.  The trail so far decides which."""

    count: int


class ClearTrail(Action, frozen=True):
    """Clears the trail of the probe."""


@updates(ShowProbe)
def _show_probe(state: State, action: ShowProbe) -> State:
    probe = replace(probe_of_pair(state), probing=action.shown, held_point=None)
    return state if probe == state.probe else replace(state, probe=probe)


@updates(HoldProbe)
def _hold_probe(state: State, action: HoldProbe) -> State:
    if not state.probe.probing or action.point is state.probe.held_point:
        return state
    return replace(state, probe=replace(probe_of_pair(state), held_point=action.point))


@updates(MoveProbe)
def _move_probe(state: State, action: MoveProbe) -> State:
    known = probe_points(state)
    if known is None:
        return state
    a, b = state.document.pair_bodies
    body = a if action.point is ProbeSide.A else b
    point = nearest_point(body.shape, body.pose, action.to)
    places = (point, known.b) if action.point is ProbeSide.A else (known.a, point)
    pair = (_local(a.pose, places[0]), _local(b.pose, places[1]))
    probe = probe_of_pair(state)
    if probe.trail and probe.trail[-1] == pair:
        return state
    trail = (*probe.trail, pair)[-MOST_TRAIL:]
    return replace(state, probe=replace(probe, point_a=pair[0], point_b=pair[1], trail=trail))


@updates(ScatterProbe)
def _scatter_probe(state: State, action: ScatterProbe) -> State:
    if not state.probe.probing or not 1 <= action.count <= MOST_SCATTERED:
        return state
    a, b = state.document.pair_bodies
    probe = probe_of_pair(state)
    built = construct(a.shape, a.pose, b.shape, b.pose)
    of_a, of_b = scatter_pairs(built, action.count, len(probe.trail))
    pairs = tuple(
        ((ax, ay, az), (bx, by, bz)) for (ax, ay, az), (bx, by, bz) in zip(of_a.tolist(), of_b.tolist(), strict=True)
    )
    return replace(state, probe=replace(probe, trail=(*probe.trail, *pairs)[-MOST_TRAIL:]))


@updates(ClearTrail)
def _clear_trail(state: State, _: ClearTrail) -> State:
    return state if not state.probe.trail else replace(state, probe=replace(state.probe, trail=()))


def _local(pose: Pose, point: Vec3) -> Vec3:
    """A world point in the frame of the body."""
    # Not the transpose: a rotation printed in a report is not exactly orthogonal, and the point would not coincide.
    x, y, z = np.linalg.solve(np.array(pose.rotation), np.array(sub(point, pose.position))).tolist()
    return (x, y, z)
