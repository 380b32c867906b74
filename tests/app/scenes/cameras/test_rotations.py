"""Rotations in all formats: closed forms, and round trips through numbers and text."""

from math import sqrt

import numpy as np
import pytest

from gjkscope.app.scenes.cameras.rotations import (
    EULER_ORDERS,
    RotationFormat,
    pasted_placement,
    rotation_numbers,
    rotation_text,
    with_rotation,
)
from gjkscope.app.scenes.scene import PositionOrientation, Transform
from gjkscope.engine.pose import rotation_from_quaternion

HALF = sqrt(0.5)
QUARTER_ABOUT_Y = PositionOrientation((1.0, 2.0, 3.0), (0.0, HALF, 0.0, HALF))
PLAIN = PositionOrientation((1.0, 2.0, 3.0))


def random_placements(count: int) -> list[PositionOrientation | Transform]:
    rng = np.random.default_rng(7)
    placements: list[PositionOrientation | Transform] = []
    for i in range(count):
        q = rng.normal(size=4)
        x, y, z, w = (q / np.linalg.norm(q)).tolist()
        a, b, c = rng.uniform(-5, 5, 3).tolist()
        placement = PositionOrientation((a, b, c), (x, y, z, w))
        by_matrix = with_rotation(placement, RotationFormat.ROWS, rotation_numbers(placement, RotationFormat.ROWS))
        placements.append(placement if i % 2 else by_matrix)
    return placements


def test_closed_forms() -> None:
    placement = QUARTER_ABOUT_Y
    assert rotation_numbers(placement, RotationFormat.XYZW) == (0.0, HALF, 0.0, HALF)
    assert rotation_numbers(placement, RotationFormat.WXYZ) == (HALF, 0.0, HALF, 0.0)
    assert rotation_numbers(placement, RotationFormat.AXIS_ANGLE) == pytest.approx((0, 1, 0, 90))
    assert rotation_numbers(placement, RotationFormat.EULER, "zxy") == pytest.approx((0, 0, 90))
    rows = (0, 0, 1, 1, 0, 1, 0, 2, -1, 0, 0, 3, 0, 0, 0, 1)
    assert rotation_numbers(placement, RotationFormat.ROWS) == pytest.approx(rows, abs=1e-15)
    assert rotation_numbers(placement, RotationFormat.COLUMNS) == pytest.approx(
        np.reshape(rows, (4, 4)).T.ravel(), abs=1e-15
    )


def test_the_identity_has_an_axis() -> None:
    assert rotation_numbers(PLAIN, RotationFormat.AXIS_ANGLE) == (0.0, 1.0, 0.0, 0.0)


@pytest.mark.parametrize("written", RotationFormat)
@pytest.mark.parametrize("order", ["xyz", "ZYX", "YXZ"])
def test_numbers_and_text_give_the_pose_again(written: RotationFormat, order: str) -> None:
    for placement in random_placements(20):
        by_numbers = with_rotation(placement, written, rotation_numbers(placement, written, order), order)
        by_text = pasted_placement(rotation_text(placement, written, order), placement, written, order)
        for result in (by_numbers, by_text):
            assert np.allclose(result.pose.rotation, placement.pose.rotation, rtol=0, atol=1e-14)
            assert result.pose.position == placement.pose.position


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_euler_angles_are_applied_in_order(order: str) -> None:
    angles = dict(zip(order.lower(), (10.0, 20.0, 30.0), strict=True))
    placement = with_rotation(PLAIN, RotationFormat.EULER, tuple(angles.values()), order)
    product = np.eye(3)
    for name, angle in angles.items():
        half = np.radians(angle) / 2
        axis = [float(name == other) * np.sin(half) for other in "xyz"]
        single = np.array(rotation_from_quaternion((axis[0], axis[1], axis[2], float(np.cos(half)))))
        product = single @ product if order.islower() else product @ single
    assert np.allclose(placement.pose.rotation, product, rtol=0, atol=1e-14)


def test_gimbal_lock_keeps_the_rotation() -> None:
    placement = with_rotation(PLAIN, RotationFormat.EULER, (25, 90, 40), "XYZ")
    again = with_rotation(PLAIN, RotationFormat.EULER, rotation_numbers(placement, RotationFormat.EULER, "XYZ"), "XYZ")
    assert np.allclose(placement.pose.rotation, again.pose.rotation, rtol=0, atol=1e-7)


def test_pasted_text_may_have_any_punctuation() -> None:
    text = "[[0, 0, 1], [0, 1, 0], [-1, 0, 0]]"
    placed = pasted_placement(text, PLAIN, RotationFormat.XYZW)
    assert placed.pose.rotation == ((0, 0, 1), (0, 1, 0), (-1, 0, 0))
    assert placed.pose.position == (1.0, 2.0, 3.0)
    by_columns = pasted_placement(text, PLAIN, RotationFormat.COLUMNS)
    assert by_columns.pose.rotation == ((0, 0, -1), (0, 1, 0), (1, 0, 0))
    quaternion = pasted_placement("Quat(w=1, 0, 0, 0)".replace("w=", ""), PLAIN, RotationFormat.WXYZ)
    assert quaternion.pose.rotation == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert pasted_placement("1 0 0 9, 0 1 0 8, 0 0 1 7", PLAIN, RotationFormat.EULER).pose.position == (9, 8, 7)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0 0 0 0", "line 1, column 1: the quaternion is zero"),
        ("1 2", "expected 3, 4, 9, 12 or 16 numbers, got 2"),
        ("", "expected 3, 4, 9, 12 or 16 numbers, got 0"),
        ("1 0 nan 0", "line 1, column 5: 'nan' is not finite"),
        ("2 0 0  0 2 0  0 0 2", "line 1, column 1: matrix: the 3×3 part is not a rotation"),
        ("1 0 0 0  0 1 0 0  0 0 1 0  4 5 6 1", "is the matrix by columns"),
    ],
)
def test_faults_say_where_and_what(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        pasted_placement(text, PLAIN, RotationFormat.XYZW)
