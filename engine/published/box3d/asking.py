"""What Box3D computes in A's frame, in world coordinates: vertices as points of A − B, and the tests with them."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.published.box3d.decisions import DECISIONS
from gjkscope.engine.published.box3d.shapes import Box3dPair
from gjkscope.engine.published.box3d.vertices import Box3dVertex
from gjkscope.engine.published.decisions import RELATIONS, EngineDecision, EngineDecisions
from gjkscope.engine.vectors import Vec3, neg, row_times


class Box3dDecisions:
    """Asks the tests of one step, and keeps them with vertices in world coordinates."""

    def __init__(self, pair: Box3dPair) -> None:
        self._decisions = EngineDecisions(DECISIONS, pair.corrected)
        self._pose = pair.pose_a
        self._is_shown = pair.is_shown

    def holds(self, kind: str, left: Any, right: float, vertices: Sequence[Box3dVertex]) -> bool:
        if not self._is_shown:
            return bool(RELATIONS[DECISIONS[kind].relation](float(left), right))
        placed = [vertex_in_world(self._pose, vertex) for vertex in vertices]
        return self._decisions.holds(kind, float(left), right, placed)

    @property
    def asked(self) -> tuple[EngineDecision, ...]:
        """Those whose numbers can be shown."""
        return tuple(one for one in self._decisions.asked if isfinite(one.left))


def vertex_in_world(pose: Pose, vertex: Box3dVertex) -> Vertex:
    """The vertex as a point of A − B, in double precision; `pose` is that of A."""
    a, b = point_in_world(pose, vertex.a), point_in_world(pose, vertex.b)
    return Vertex(vector_in_world(pose, neg(vertex.point)), a, b, vertex.index_a, vertex.index_b, vertex.birth)


def point_in_world(pose: Pose, point: Vec3) -> Vec3:
    return apply(pose, _doubles(point))


def vector_in_world(pose: Pose, v: Vec3) -> Vec3:
    return row_times(pose.rotation, _doubles(v))


def _doubles(v: Vec3) -> Vec3:
    return (float(v[0]), float(v[1]), float(v[2]))
