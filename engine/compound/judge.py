"""Judges the contact points of all parts, each pair of parts by its own exact manifold or distance."""

from collections.abc import Sequence

from gjkscope.engine.compound.contacts import PartContacts
from gjkscope.engine.compound.parts import parts_of
from gjkscope.engine.contacts.judge import ContactJudgement, judge_manifold
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape


def judge_parts(contacts: PartContacts, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> ContactJudgement:
    """The judgements of all manifolds as one: every point, and the depth and the normal of the deepest pair.

    Areas are left out, as the exact manifold of a concave body is not one polygon.
    """
    parts_a, parts_b = parts_of(shape_a), parts_of(shape_b)
    judged = [
        judge_manifold(pair.manifold, parts_a[pair.part_a], pose_a, parts_b[pair.part_b], pose_b)
        for pair in contacts.manifolds
    ]
    points = tuple(point for judgement in judged for point in judgement.points)
    return judged[0]._replace(points=points, allowed=_greatest(judged), area=None, exact_area=None, exact=None)


def _greatest(judged: Sequence[ContactJudgement]) -> float:
    return max(judgement.allowed for judgement in judged)
