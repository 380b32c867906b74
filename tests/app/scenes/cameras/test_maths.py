"""Fixes the direction of rotations, on which pyrr is inconsistent."""

import numpy as np
import pytest

from gjkscope.app.scenes.cameras import maths
from gjkscope.engine.pose import Pose, apply, rotation_from_quaternion
from gjkscope.engine.vectors import product, row_times

QUARTER = np.pi / 2


def test_a_quarter_turn_about_z_maps_x_to_y() -> None:
    rotation = rotation_from_quaternion(maths.quaternion_about((0, 0, 1), QUARTER))
    assert row_times(rotation, (1, 0, 0)) == pytest.approx((0, 1, 0))
    assert row_times(rotation, (0, 1, 0)) == pytest.approx((-1, 0, 0))


@pytest.mark.parametrize(
    ("axis", "start", "end"), [((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 1, 0), (0, 0, 1), (1, 0, 0))]
)
def test_quarter_turns_about_x_and_y_are_right_handed(axis, start, end) -> None:
    rotation = rotation_from_quaternion(maths.quaternion_about(axis, QUARTER))
    assert row_times(rotation, start) == pytest.approx(end)


def test_rotation_to_quaternion_and_back_for_every_branch() -> None:
    """Random rotations cover all four branches (trace > 0, and each axis dominant)."""
    rng = np.random.default_rng(7)
    dominant = set()
    for _ in range(200):
        rotation = rotation_from_quaternion(tuple(rng.normal(size=4)))
        q = maths.quaternion_from_rotation(rotation)
        dominant.add(int(np.argmax(np.abs(q))))
        np.testing.assert_allclose(rotation_from_quaternion(q), rotation, atol=1e-14)
    assert dominant == {0, 1, 2, 3}


def test_product_applies_the_first_rotation_first() -> None:
    about_z, about_x = maths.quaternion_about((0, 0, 1), QUARTER), maths.quaternion_about((1, 0, 0), QUARTER)
    both = rotation_from_quaternion(maths.quaternion_product(about_x, about_z))
    assert row_times(both, (1, 0, 0)) == pytest.approx((0, 0, 1))  # x → y by z, then y → z by x
    expected = product(rotation_from_quaternion(about_x), rotation_from_quaternion(about_z))
    np.testing.assert_allclose(both, expected, atol=1e-15)


def test_pose_matrix_is_for_row_vectors_and_can_be_converted_back() -> None:
    pose = Pose(rotation_from_quaternion((0.1, -0.4, 0.2, 0.8)), (3.0, -1.0, 2.0))
    point = (0.3, 0.7, -1.1)
    np.testing.assert_allclose((np.array([*point, 1.0]) @ maths.pose_matrix(pose))[:3], apply(pose, point))
    assert maths.pose_from_matrix(maths.pose_matrix(pose)) == pose


def test_in_eye_space_the_target_is_on_minus_z() -> None:
    """From (1, 2, 3) along +x, with y up."""
    view = maths.eye_space(((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)), (1.0, 2.0, 3.0))
    np.testing.assert_allclose(np.array([4.0, 2.0, 3.0, 1.0]) @ view, (0, 0, -3, 1), atol=1e-15)
    np.testing.assert_allclose(np.array([1.0, 3.0, 3.0, 1.0]) @ view, (0, 1, 0, 1), atol=1e-15)


def test_perspective_maps_near_and_far_to_the_clip_planes() -> None:
    projection = maths.perspective(1.0, 1.5, 0.1, 50.0)
    for z, ndc in ((-0.1, -1.0), (-50.0, 1.0)):
        clip = np.array([0.0, 0.0, z, 1.0]) @ projection
        assert clip[2] / clip[3] == pytest.approx(ndc)
    edge = np.array([0.0, np.tan(0.5) * 2.0, -2.0, 1.0]) @ projection
    assert edge[1] / edge[3] == pytest.approx(1.0)
