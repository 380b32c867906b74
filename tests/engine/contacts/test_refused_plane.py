"""Contact points are those of 3D shapes: all that finds or judges them refuses 2D ones."""

from collections.abc import Callable

import pytest

from gjkscope import Box, Box2, Pose, Sphere, plane_pose
from gjkscope.engine import NotApplicable, compare_manifolds, follow_manifolds, manifold, part_contacts
from gjkscope.engine.contacts.judge import judge_manifold
from gjkscope.engine.contacts.provenance import all_manifolds
from gjkscope.engine.contacts.registry import POLICIES

A, POSE_A, B, POSE_B = DEEP = (Box2((1, 1)), plane_pose(), Box2((1, 1)), plane_pose((1.5, 0.2)))
NOT_OF_2D = r"^contact points are those of 3D shapes, not of 2D ones$"
OF_CUBES = manifold(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0.0, 1.9, 0.0)))


ASKED: dict[str, Callable[[], object]] = {
    "judge": lambda: judge_manifold(OF_CUBES, *DEEP),
    "compare": lambda: compare_manifolds(*DEEP),
    "follow": lambda: follow_manifolds(A, [POSE_A], B, [POSE_B]),
    "follow no tick": lambda: follow_manifolds(A, [], B, []),
    "parts": lambda: part_contacts(*DEEP),
}


@pytest.mark.parametrize("policy", POLICIES)
def test_no_policy_gives_contact_points_of_2d_shapes(policy: str) -> None:
    with pytest.raises(NotApplicable, match=NOT_OF_2D):
        manifold(*DEEP, policy)
    assert not POLICIES[policy].applies(A, B)
    assert POLICIES[policy].refusal(A, B) == "supports 3D shapes, not box and box"


@pytest.mark.parametrize("name", ASKED)
def test_2d_shapes_are_refused(name: str) -> None:
    with pytest.raises(NotApplicable, match=NOT_OF_2D):
        ASKED[name]()


def test_no_policy_is_asked_about_2d_shapes() -> None:
    assert all_manifolds(*DEEP) == ()


def test_a_2d_shape_with_a_3d_one_is_an_error() -> None:
    for pair in ((A, POSE_A, Sphere(1), Pose()), (Sphere(1), Pose(), A, POSE_A)):
        with pytest.raises(ValueError, match=r"^shapes: both must be 2D, or both 3D"):
            judge_manifold(OF_CUBES, *pair)
