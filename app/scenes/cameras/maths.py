"""Matrices and quaternions for cameras and gizmos; the only module that imports pyrr.

`Matrix4` follows pyrr and OpenGL: it multiplies row vectors (p · M), the translation is in the last row, and its bytes
are those of a GLSL `mat4` used as `M * p`.  Rotations and poses keep the engine's convention (column vectors).

Only verified parts of pyrr are used.  Its `create_from_quaternion` and `create_from_z_rotation` rotate the wrong way,
so rotations come from `engine.pose.rotation_from_quaternion`; tests check that +90° about z takes x to +y.
"""

from functools import lru_cache
from math import atan2, degrees, hypot

import numpy as np
import numpy.typing as npt
from pyrr import matrix44, quaternion

from gjkscope.engine.pose import Pose, Quaternion
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3, column, dot

# Below this cosine of the y angle, the x and z rotations share an axis to within the rounding of the matrix.
GIMBAL_LOCK = 1e-9

Matrix4 = npt.NDArray[np.float64]  # (4, 4), for row vectors


def eye_space(axes: Mat3, eye: Vec3) -> Matrix4:
    """World to eye space: `eye` becomes the origin, and the unit `axes` (right, up, back) become +x, +y and +z."""
    return np.array([*((*column(axes, i), 0.0) for i in range(3)), (*(-dot(axis, eye) for axis in axes), 1.0)])


@lru_cache(maxsize=8)
def perspective(fov_y: float, aspect: float, near: float, far: float) -> Matrix4:
    """Eye space to clip space; `fov_y` in radians, `aspect` width / height, `near` and `far` > 0 in metres."""
    return _freeze(matrix44.create_perspective_projection(degrees(fov_y), aspect, near, far))


@lru_cache(maxsize=8)
def orthographic(half_height: float, aspect: float, near: float, far: float) -> Matrix4:
    """Eye space to clip space without perspective; `half_height`, `near` and `far` in metres, > 0."""
    half_width = half_height * aspect
    return _freeze(matrix44.create_orthogonal_projection(-half_width, half_width, -half_height, half_height, near, far))


def pose_matrix(pose: Pose) -> Matrix4:
    """The pose as a matrix for row vectors, as ImGuizmo and OpenGL expect it."""
    matrix = np.eye(4)
    matrix[:3, :3] = np.array(pose.rotation).T
    matrix[3, :3] = pose.position
    return matrix


def pose_from_matrix(matrix: Matrix4) -> Pose:
    """Inverts `pose_matrix`; the matrix must be rigid."""
    x, y, z, position = ((float(row[0]), float(row[1]), float(row[2])) for row in matrix)
    axes = (x, y, z)  # rows of `matrix` are columns of the rotation
    return Pose((column(axes, 0), column(axes, 1), column(axes, 2)), position)


def quaternion_about(axis: Vec3, angle: float) -> Quaternion:
    """The right-handed rotation by `angle` radians about `axis`, which may have any non-zero length."""
    return _quaternion(quaternion.create_from_axis_rotation(_array(axis), angle))


def quaternion_product(second: Quaternion, first: Quaternion) -> Quaternion:
    """The rotation `first` followed by `second`."""
    return _quaternion(quaternion.cross(_array(second), _array(first)))


def quaternion_from_rotation(rotation: Mat3) -> Quaternion:
    """The unit quaternion (x, y, z, w) of a rotation matrix, up to sign."""
    return _quaternion(quaternion.normalize(quaternion.create_from_matrix(_array(rotation))))


def quaternion_from_euler(angles: Vec3) -> Quaternion:
    """The rotation about the world's x, then y, then z axis; angles in radians."""
    x, y, z = (quaternion_about(axis, angle) for axis, angle in zip(IDENTITY, angles, strict=True))
    return quaternion_product(z, quaternion_product(y, x))


def euler_from_rotation(rotation: Mat3) -> Vec3:
    """Inverts `quaternion_from_euler`; x is 0 when y is ±90°, where only z ∓ x is determined.  Angles in radians.

    From R = Rz · Ry · Rx: r31 = −sin y, r32 / r33 = tan x, r21 / r11 = tan z (Diebel, Representing attitude, 2006).
    """
    cos_y = hypot(rotation[0][0], rotation[1][0])
    y = atan2(-rotation[2][0], cos_y)
    if cos_y < GIMBAL_LOCK:
        return (0.0, y, atan2(-rotation[0][1], rotation[1][1]))
    return (atan2(rotation[2][1], rotation[2][2]), y, atan2(rotation[1][0], rotation[0][0]))


def _freeze(value: object) -> Matrix4:
    """A read-only copy, as cached results are shared."""
    matrix = np.array(value, dtype=np.float64)
    matrix.flags.writeable = False
    return matrix


def _array(value: tuple[object, ...]) -> npt.NDArray[np.float64]:
    """Converts to floats: with integers, such as the axis (0, 0, 1), pyrr would round the quaternion to zeros."""
    return np.array(value, dtype=np.float64)


def _quaternion(value: npt.NDArray[np.float64]) -> Quaternion:
    x, y, z, w = value.tolist()
    return (x, y, z, w)
