"""Where the points of the probe are, and the differences in its trail."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.inspection.traces import asked_bodies
from gjkscope.app.state.model import State
from gjkscope.app.state.model.probe import PointProbe, ProbeSide
from gjkscope.app.state.model.situation import ProbeSituation
from gjkscope.engine.construction.nearest import first_point
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.result import TOUCHING
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.vectors import Vec3, norm, sub

Floats = npt.NDArray[np.float64]


class ProbePoints(NamedTuple):
    """The points of the probe in world coordinates; hashable, as drawings depend on it."""

    a: Vec3
    b: Vec3
    pose_a: Pose
    pose_b: Pose
    trail: Identity  # pairs of points, in the frames of the bodies
    tolerance: float  # metres: points closer than this coincide
    held: ProbeSide | None

    @property
    def difference(self) -> Vec3:
        return sub(self.a, self.b)

    @property
    def coincide(self) -> bool:
        return norm(self.difference) <= self.tolerance

    @property
    def differences(self) -> Floats:
        """The differences of the trail, (n, 3), oldest first."""
        pairs = np.array(self.trail.value, dtype=np.float64).reshape(-1, 2, 3)
        turned_a, turned_b = (
            pairs[:, side] @ np.array(pose.rotation).T for side, pose in enumerate((self.pose_a, self.pose_b))
        )
        differences: Floats = turned_a - turned_b + np.array(sub(self.pose_a.position, self.pose_b.position))
        return differences


def probe_points(state: State) -> ProbePoints | None:
    """The points of the probe; None if it is off."""
    if not state.probe.probing:
        return None
    a, b = asked_bodies(state)
    probe = probe_of_pair(state)
    return ProbePoints(
        _place(a, probe.point_a),
        _place(b, probe.point_b),
        a.pose,
        b.pose,
        Identity(probe.trail),
        TOUCHING * size(a.shape, a.pose, b.shape, b.pose),
        probe.held_point,
    )


def probe_of_pair(state: State) -> PointProbe:
    """The probe, without points and trail if they belong to other shapes than those of the pair."""
    a, b = asked_bodies(state)
    if state.probe.probed == (a.shape, b.shape):
        return state.probe
    return PointProbe(probing=state.probe.probing, probed=(a.shape, b.shape))


def probe_values(state: State) -> ProbeSituation | None:
    """The values for conditions; None if the probe is off."""
    points = probe_points(state)
    if points is None:
        return None
    difference = points.difference
    return ProbeSituation(points.a, points.b, difference, norm(difference), points.coincide, len(points.trail.value))


def _place(body: Body, point: Vec3 | None) -> Vec3:
    return first_point(body.shape, body.pose) if point is None else apply(body.pose, point)
