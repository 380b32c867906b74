"""Which convex parts of two bodies decide an answer: pair algorithms run on these, and views show their A − B."""

from functools import lru_cache

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.compound.explain import explain_decision
from gjkscope.engine.compound.parts import is_compound
from gjkscope.engine.compound.query import PartsResult, query_parts
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import PlacedPair, Shape

CACHED = 64  # a drag adds an entry for every pointer position


@lru_cache(maxsize=CACHED)
def decide_parts(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> PartsResult | None:
    """The parts with the least signed distance by the default algorithm; None if neither shape has parts."""
    return query_parts(shape_a, pose_a, shape_b, pose_b) if is_compound(shape_a, shape_b) else None


def deciding_pair(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> PlacedPair:
    """The pair with each shape that has parts replaced by the deciding one."""
    parts = decide_parts(shape_a, pose_a, shape_b, pose_b)
    return (shape_a, pose_a, shape_b, pose_b) if parts is None else (parts.shape_a, pose_a, parts.shape_b, pose_b)


def deciding_bodies(a: Body, b: Body) -> tuple[Body, Body]:
    """The bodies with each shape that has parts replaced by the deciding one."""
    parts = decide_parts(a.shape, a.pose, b.shape, b.pose)
    return (a, b) if parts is None else (replace(a, shape=parts.shape_a), replace(b, shape=parts.shape_b))


def parts_words(a: Body, b: Body) -> str:
    """Sentences about the deciding parts; "" if neither body has parts."""
    parts = decide_parts(a.shape, a.pose, b.shape, b.pose)
    return "" if parts is None else explain_decision(parts, a.name, b.name)
