"""Poses: conventions fixed by worked examples, and transforms that are not rigid rejected by name."""

from math import cos, inf, nan, pi, sin, sqrt
from random import Random

import numpy as np
import pytest

from gjkscope.engine import pose as poses
from gjkscope.engine.pose import (
    RIGID_TOLERANCE,
    SQUARE,
    Pose,
    apply,
    as_plane_pose,
    as_pose,
    check_rotation,
    is_rotation,
    is_square,
    plane_angle,
    plane_pose,
    rotation_from_quaternion,
)
from gjkscope.engine.vectors import DOUBLE, IDENTITY, Mat3, Vec3, cross, dot, product, row_times
from tests.engine.samples import random_pose, random_vector

QUARTER = sqrt(0.5)
NO_MATRIX = "expected a 4×4 matrix of numbers"


def matrix(**entries: float) -> list[list[float]]:
    """The identity with some entries replaced: `r01=0.5` is row 0, column 1."""
    rows = np.eye(4).tolist()
    for name, value in entries.items():
        rows[int(name[1])][int(name[2])] = value
    return rows


@pytest.mark.parametrize(
    ("quaternion", "x_goes_to", "y_goes_to"),
    [
        ((QUARTER, 0.0, 0.0, QUARTER), (1, 0, 0), (0, 0, 1)),
        ((0.0, QUARTER, 0.0, QUARTER), (0, 0, -1), (0, 1, 0)),
        ((0.0, 0.0, QUARTER, QUARTER), (0, 1, 0), (-1, 0, 0)),
    ],
    ids=["about x", "about y", "about z"],
)
def test_a_quarter_turn_is_counterclockwise(
    quaternion: tuple[float, float, float, float], x_goes_to: Vec3, y_goes_to: Vec3
) -> None:
    rotation = rotation_from_quaternion(quaternion)
    assert row_times(rotation, (1.0, 0.0, 0.0)) == pytest.approx(x_goes_to, abs=1e-15)
    assert row_times(rotation, (0.0, 1.0, 0.0)) == pytest.approx(y_goes_to, abs=1e-15)


def test_a_quaternion_encodes_half_the_rotation_angle() -> None:
    for angle in (0.1, 1.0, 3.0, -2.0):
        rotation = rotation_from_quaternion((0.0, 0.0, sin(angle / 2), cos(angle / 2)))
        assert row_times(rotation, (1.0, 0.0, 0.0)) == pytest.approx((cos(angle), sin(angle), 0), abs=1e-15)


@pytest.mark.parametrize("length", [1e-300, 1e-200, 0.5, 7.0, 1e200, 1e307])
def test_a_quaternion_of_any_length_is_normalised(length: float) -> None:
    turned = rotation_from_quaternion((0.1 * length, 0.2 * length, 0.3 * length, 0.9 * length))
    assert np.array(turned) == pytest.approx(np.array(rotation_from_quaternion((0.1, 0.2, 0.3, 0.9))), abs=1e-15)


@pytest.mark.parametrize("quaternion", [(0.0, 0.0, 0.0, 0.0), (nan, 0.0, 0.0, 1.0), (0.0, inf, 0.0, 1.0)])
def test_a_zero_or_non_finite_quaternion_is_rejected(quaternion: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match=r"orientation: \(.*is not a rotation"):
        rotation_from_quaternion(quaternion)


def test_the_translation_is_in_the_last_column() -> None:
    pose = as_pose(matrix(r03=1.0, r13=2.0, r23=3.0))
    assert pose == Pose(IDENTITY, (1.0, 2.0, 3.0))
    assert apply(pose, (0.5, 0.0, 0.0)) == (1.5, 2.0, 3.0)


@pytest.mark.parametrize("convert", [np.array, tuple, list], ids=["array", "tuple", "list"])
def test_a_pose_accepts_any_kind_of_matrix(convert: type) -> None:
    random = Random(2)
    pose = random_pose(random)
    rows = [(*row, x) for row, x in zip(pose.rotation, pose.position, strict=True)]
    assert as_pose(convert([*rows, (0.0, 0.0, 0.0, 1.0)])) == pose
    assert as_pose(pose) == pose


def test_a_slightly_non_orthogonal_rotation_is_kept_to_the_bit() -> None:
    """A bug report prints six decimals, and its numbers must be used unchanged."""
    rows = matrix(r00=0.707107, r01=-0.707107, r10=0.707107, r11=0.707107)
    assert as_pose(rows).rotation == ((0.707107, -0.707107, 0.0), (0.707107, 0.707107, 0.0), (0.0, 0.0, 1.0))


def test_rotations_preserve_lengths_and_handedness() -> None:
    random = Random(3)
    for _ in range(100):
        pose, a, b = random_pose(random), random_vector(random), random_vector(random)
        ra, rb = row_times(pose.rotation, a), row_times(pose.rotation, b)
        assert dot(ra, rb) == pytest.approx(dot(a, b), abs=1e-14)
        assert row_times(pose.rotation, cross(a, b)) == pytest.approx(cross(ra, rb), abs=1e-14)
        assert np.array(product(pose.rotation, IDENTITY)).tolist() == np.array(pose.rotation).tolist()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, NO_MATRIX + ", got None"),
        (3.0, NO_MATRIX + r", got 3\.0"),
        ("no matrix", NO_MATRIX + ", got 'no matrix'"),
        ([[1, 2], [3, "x"]], NO_MATRIX),
        ([[10**400, 0, 0, 0]] * 4, NO_MATRIX),
        (np.eye(3), r"expected 4 rows of 4 numbers, got rows of \[3, 3, 3\]"),
        (np.eye(4)[:3], r"expected 4 rows of 4 numbers, got rows of \[4, 4, 4\]"),
        (matrix(r03=nan), "every number must be finite, got .*nan"),
        (matrix(r12=inf), "every number must be finite, got .*inf"),
        (Pose(position=(0.0, nan, 0.0)), "every number must be finite, got .*nan"),
        (Pose(((1.0, nan, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))), "every number must be finite, got .*nan"),
        (matrix(r33=2.0), r"the last row must be 0 0 0 1, got \[0\.0, 0\.0, 0\.0, 2\.0\]"),
        (matrix(r30=1.0), "the last row must be 0 0 0 1"),
        (matrix(r00=2.0), r"not a rotation \(off by 3\)"),
        (matrix(r01=0.1), r"not a rotation \(off by 0\.1\)"),
        (matrix(r00=1e200), r"not a rotation \(off by inf\)"),
        (matrix(r22=-1.0), "mirrors"),
        (Pose(((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))), "mirrors"),
    ],
)
def test_a_transform_that_is_not_rigid_is_rejected_by_name(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"^pose_b: .*{message}"):
        as_pose(value, "pose_b")


def test_the_rigidity_tolerance_is_the_documented_one() -> None:
    within, beyond = sqrt(1 + 0.9 * RIGID_TOLERANCE), sqrt(1 + 1.1 * RIGID_TOLERANCE)
    assert as_pose(matrix(r00=within)).rotation[0][0] == within
    with pytest.raises(ValueError, match="not a rotation"):
        as_pose(matrix(r00=beyond))


def test_a_pose_rotates_before_it_translates() -> None:
    pose = Pose(rotation_from_quaternion((0.0, 0.0, sin(pi / 4), cos(pi / 4))), (10.0, 0.0, 0.0))
    assert apply(pose, (1.0, 0.0, 0.0)) == pytest.approx((10.0, 1.0, 0.0), abs=1e-15)


@pytest.mark.parametrize("place", [(i, j) for i in range(3) for j in range(3)], ids=str)
@pytest.mark.parametrize("sign", [1, -1])
def test_the_error_of_a_rotation_is_that_of_its_worst_entry(place: tuple[int, int], sign: int) -> None:
    """A number off by e changes the products of its column with itself by 2e, and with the others by e."""
    row, column = place
    rows = [list(numbers) for numbers in IDENTITY]
    rows[row][column] += sign * 2.0**-10
    matrix: Mat3 = (tuple(rows[0]), tuple(rows[1]), tuple(rows[2]))  # type: ignore[assignment]
    expected = 2.0**-9 + sign * 2.0**-20 if row == column else 2.0**-10
    assert poses._rotation_error(matrix) == expected
    assert not is_rotation(matrix)


def test_a_rotation_may_be_off_by_its_tolerance(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the tolerance it is accepted, beyond it refused; a mirror image is refused."""
    sheared: Mat3 = ((1.0, 2.0**-10, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    error = poses._rotation_error(sheared)
    for tolerance, accepted in ((error, True), (np.nextafter(error, 0), False), (np.nextafter(error, 1), True)):
        monkeypatch.setattr(poses, "RIGID_TOLERANCE", float(tolerance))
        assert is_rotation(sheared) == accepted
        if accepted:
            check_rotation(sheared)
        else:
            with pytest.raises(ValueError, match="not a rotation"):
                check_rotation(sheared)
    assert not is_rotation(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)))
    assert is_rotation(IDENTITY)


def test_axes_are_square_up_to_rounding() -> None:
    for more, square in ((SQUARE * DOUBLE, True), (SQUARE * DOUBLE * 1.01, False)):
        assert is_square(((1.0, more, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), DOUBLE) == square


def test_a_pose_in_the_plane_turns_about_z_and_stays_there() -> None:
    for angle in (-3.0, -1.0, 0.0, 0.5, 3.0):
        pose = plane_pose((1, 2), angle)
        assert plane_angle(pose) == pytest.approx(angle)
        assert apply(pose, (1.0, 0.0, 0.0)) == pytest.approx((1 + cos(angle), 2 + sin(angle), 0))
        assert as_plane_pose(pose) == pose
    for value, message in (
        (Pose(position=(0, 0, 1e-9)), "must stay in the plane"),
        (Pose(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))), "may only rotate about z"),
        (Pose(((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))), "may only rotate about z"),
    ):
        with pytest.raises(ValueError, match=message):
            as_plane_pose(value)
    for place in ((0, 2), (1, 2), (2, 0), (2, 1)):
        tilted = [list(row) for row in IDENTITY]
        tilted[place[0]][place[1]] = 1e-9
        with pytest.raises(ValueError, match="may only rotate about z"):
            as_plane_pose(Pose(tuple(map(tuple, tilted))))  # type: ignore[arg-type]
