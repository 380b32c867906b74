"""The kinds of test that MuJoCo Warp makes: those of MuJoCo, with the rounding of single precision."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.mujoco.decisions import mujoco_decisions
from gjkscope.engine.vectors import SINGLE, Vec3


@lru_cache(maxsize=4096)
def plain_vertex(vertex: Vertex) -> Vertex:
    """The vertex with Python's floats."""
    return vertex._replace(point=plain_vector(vertex.point), a=plain_vector(vertex.a), b=plain_vector(vertex.b))


def plain_vector(v: Vec3) -> Vec3:
    return (float(v[0]), float(v[1]), float(v[2]))


DECISIONS = mujoco_decisions(SINGLE)


class SingleDecisions(EngineDecisions):
    """Asks the tests of one step about float32 numbers, and keeps them as Python's floats."""

    def __init__(self, corrected: tuple[str, ...] = ()) -> None:
        super().__init__(DECISIONS, corrected)

    def holds(self, kind: str, left: float, right: float, vertices: Sequence[Vertex]) -> bool:
        rounded = float(np.float32(right)) if isinstance(right, float) else float(right)
        return super().holds(kind, float(left), rounded, tuple(map(plain_vertex, vertices)))
