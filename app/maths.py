"""Matrices and quaternions for cameras and gizmos; the only module that knows pyrr.

`Matrix4` follows pyrr and OpenGL: it multiplies row vectors (p · M), the translation is in the last row, and its
bytes are what a GLSL `mat4` wants for `M * p`.  Rotations and poses stay the engine's (column vectors).

Of pyrr only what was seen to be right is used.  Its `create_from_quaternion` and its `create_from_z_rotation` turn
the wrong way, so rotations come from `engine.pose.rotation_from_quaternion`; tests pin that +90° about z takes x
to +y.
"""

from math import degrees

import numpy as np
import numpy.typing as npt
from pyrr import matrix44, quaternion

from engine.pose import Pose, Quaternion
from engine.vectors import Mat3, Vec3, column

Matrix4 = npt.NDArray[np.float64]  # (4, 4), for row vectors


def look_at(eye: Vec3, target: Vec3, up: Vec3) -> Matrix4:
    """World to eye space: `eye` becomes the origin, `target` lies on −z, `up` points to +y."""
    return _matrix(matrix44.create_look_at(_array(eye), _array(target), _array(up)))


def perspective(fov_y: float, aspect: float, near: float, far: float) -> Matrix4:
    """Eye space to clip space; `fov_y` in radians, `aspect` width / height, `near` and `far` > 0 in metres."""
    return _matrix(matrix44.create_perspective_projection(degrees(fov_y), aspect, near, far))


def pose_matrix(pose: Pose) -> Matrix4:
    """The pose as a matrix for row vectors, as ImGuizmo and OpenGL take it."""
    matrix = np.eye(4)
    matrix[:3, :3] = np.array(pose.rotation).T
    matrix[3, :3] = pose.position
    return matrix


def pose_from_matrix(matrix: Matrix4) -> Pose:
    """The pose that `pose_matrix` gave; the matrix is taken to be rigid."""
    x, y, z, position = ((float(row[0]), float(row[1]), float(row[2])) for row in matrix)
    axes = (x, y, z)  # rows of `matrix` are columns of the rotation
    return Pose((column(axes, 0), column(axes, 1), column(axes, 2)), position)


def quaternion_about(axis: Vec3, angle: float) -> Quaternion:
    """The turn by `angle` radians about `axis` (any length but zero), right-handed."""
    return _quaternion(quaternion.create_from_axis_rotation(_array(axis), angle))


def quaternion_product(second: Quaternion, first: Quaternion) -> Quaternion:
    """The rotation `first` followed by `second`."""
    return _quaternion(quaternion.cross(_array(second), _array(first)))


def quaternion_from_rotation(rotation: Mat3) -> Quaternion:
    """The unit quaternion (x, y, z, w) of a rotation matrix, up to sign."""
    return _quaternion(quaternion.normalize(quaternion.create_from_matrix(_array(rotation))))


def _matrix(value: object) -> Matrix4:
    return np.asarray(value, dtype=np.float64)


def _array(value: tuple[object, ...]) -> npt.NDArray[np.float64]:
    """As floats: pyrr computes in the type it is given, and rounds a quaternion about (0, 0, 1) to zeros."""
    return np.array(value, dtype=np.float64)


def _quaternion(value: npt.NDArray[np.float64]) -> Quaternion:
    x, y, z, w = value.tolist()
    return (x, y, z, w)
