"""glam's vectors and quaternions, in its order of operations (glam 0.33, `src/f32/vec3.rs`, `src/f32/scalar/quat.rs`).

The functions take NumPy's float32 scalars, on which every operation is rounded to single precision.
"""

from math import isfinite, sqrt
from typing import NamedTuple

from gjkscope.engine.vectors import Vec3, add, cross, dot, scale, sub

EPSILON = 2.0**-23
"""`f32::EPSILON`, parry's `DEFAULT_EPSILON`."""

Quaternion = tuple[float, float, float, float]  # x, y, z, w


class ParryPose(NamedTuple):
    """A rotation and a translation: glamx's `Pose3`."""

    rotation: Quaternion
    translation: Vec3


def glam_length(v: Vec3) -> float:
    """As a number of the kind of its components, which `math.sqrt` is not."""
    square = dot(v, v)
    return type(square)(sqrt(square))


def normalized(v: Vec3) -> Vec3 | None:
    """`try_normalize`: times the inverse of the length; None if that is infinite or not a number."""
    inverse = _inverse_length(v)
    return scale(v, inverse) if isfinite(inverse) and inverse > 0 else None


def unchecked_unit(v: Vec3) -> Vec3:
    """`normalize`: without a test, so that a vector without length becomes NaN."""
    return scale(v, _inverse_length(v))


def conjugate(q: Quaternion) -> Quaternion:
    """The inverse of a unit quaternion."""
    return (-q[0], -q[1], -q[2], q[3])


def turned(q: Quaternion, v: Vec3) -> Vec3:
    """v (w² − b²) + b (2 v·b) + (b × v) 2 w, where b is the vector part."""
    x, y, z, w = q
    b = (x, y, z)
    along_v = scale(v, w * w - dot(b, b))
    along_b = scale(b, dot(v, b) * 2.0)
    return add(add(along_v, along_b), scale(cross(b, v), w * 2.0))


def glam_product(p: Quaternion, q: Quaternion) -> Quaternion:
    x0, y0, z0, w0 = p
    x1, y1, z1, w1 = q
    return (
        w0 * x1 + x0 * w1 + y0 * z1 - z0 * y1,
        w0 * y1 - x0 * z1 + y0 * w1 + z0 * x1,
        w0 * z1 + x0 * y1 - y0 * x1 + z0 * w1,
        w0 * w1 - x0 * x1 - y0 * y1 - z0 * z1,
    )


def glam_inverse_product(first: ParryPose, second: ParryPose) -> ParryPose:
    """`inv_mul`: the second pose in the frame of the first."""
    inverse = conjugate(first.rotation)
    return ParryPose(
        glam_product(inverse, second.rotation), turned(inverse, sub(second.translation, first.translation))
    )


def moved(pose: ParryPose, point: Vec3) -> Vec3:
    return add(turned(pose.rotation, point), pose.translation)


def moved_back(pose: ParryPose, point: Vec3) -> Vec3:
    return turned(conjugate(pose.rotation), sub(point, pose.translation))


def basis_vector_of(v: Vec3) -> Vec3 | None:
    """`orthonormal_subspace_basis`, the first vector of it; None for a vector without length."""
    unit = normalized(v)
    if unit is None:
        return None
    x, y, z = unit
    return unchecked_unit((-y, x, type(x)(0.0)) if abs(x) > abs(z) else (type(x)(0.0), -z, y))


def is_near_zero(v: Vec3) -> bool:
    """`relative_eq!` of a point and the origin, component by component."""
    return all(abs(x) <= EPSILON for x in v)


def _inverse_length(v: Vec3) -> float:
    return 1.0 / glam_length(v)
