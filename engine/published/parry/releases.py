"""What differs between releases of parry: until 0.25 it computed with nalgebra, since 0.26 with glam.

Both are in the order of operations of their libraries (nalgebra 0.34: `src/base/unit.rs`, `norm.rs`,
`src/geometry/quaternion_ops.rs`; glam 0.33: `src/f32/vec3.rs`, `src/f32/scalar/quat.rs`).  The functions take NumPy's
float32 scalars, on which every operation is rounded to single precision.
"""

from math import isfinite, sqrt
from typing import NamedTuple

from gjkscope.engine.vectors import Vec3, add, cross, dot, scale, sub

EPSILON = 2.0**-23
"""`f32::EPSILON`, parry's `DEFAULT_EPSILON`."""

Quaternion = tuple[float, float, float, float]  # x, y, z, w


class ParryPose(NamedTuple):
    """A rotation and a translation."""

    rotation: Quaternion
    translation: Vec3


class ParryRelease:
    """parry 0.31, with glam."""

    algorithm = "parry"
    is_old = False  # no nudged directions, seeds of EPA by its own tolerances, no longest edge of a flat triangle

    def unit(self, v: Vec3, least: float = 0.0) -> Vec3 | None:
        """`try_normalize`: times the inverse of the length; None if that is infinite or not a number."""
        inverse = 1.0 / root_length(v)
        return scale(v, inverse) if isfinite(inverse) and inverse > 0 else None

    def unchecked_unit(self, v: Vec3) -> Vec3:
        """`normalize`: without a test, so that a vector without length becomes NaN."""
        return scale(v, 1.0 / root_length(v))

    def turn(self, q: Quaternion, v: Vec3) -> Vec3:
        """v (w² − b²) + b (2 v·b) + (b × v) 2 w, where b is the vector part."""
        x, y, z, w = q
        b = (x, y, z)
        along_v = scale(v, w * w - dot(b, b))
        along_b = scale(b, dot(v, b) * 2.0)
        return add(add(along_v, along_b), scale(cross(b, v), w * 2.0))

    def basis_vector_of(self, v: Vec3) -> Vec3 | None:
        """`orthonormal_subspace_basis`, the first vector of it; None for a vector without length."""
        unit = self.unit(v)
        if unit is None:
            return None
        x, y, z = unit
        return self.unchecked_unit((-y, x, type(x)(0.0)) if abs(x) > abs(z) else (type(x)(0.0), -z, y))

    def move(self, pose: ParryPose, point: Vec3) -> Vec3:
        return add(self.turn(pose.rotation, point), pose.translation)

    def move_back(self, pose: ParryPose, point: Vec3) -> Vec3:
        return self.turn(conjugate(pose.rotation), sub(point, pose.translation))

    def relative_pose(self, first: ParryPose, second: ParryPose) -> ParryPose:
        """`inv_mul`: the second pose in the frame of the first."""
        inverse = conjugate(first.rotation)
        translation = self.turn(inverse, sub(second.translation, first.translation))
        return ParryPose(chained_quaternion(inverse, second.rotation), translation)


class OldParryRelease(ParryRelease):
    """parry 0.25, with nalgebra."""

    algorithm = "parry-old"
    is_old = True

    def unit(self, v: Vec3, least: float = 0.0) -> Vec3 | None:
        """`Unit::try_new`: divided by the length if that exceeds the least one."""
        return self.unchecked_unit(v) if dot(v, v) > type(v[0])(least) * type(v[0])(least) else None

    def unchecked_unit(self, v: Vec3) -> Vec3:
        length = root_length(v)
        return (v[0] / length, v[1] / length, v[2] / length)

    def turn(self, q: Quaternion, v: Vec3) -> Vec3:
        """t w + b × t + v with t = 2 b × v, where b is the vector part."""
        x, y, z, w = q
        b = (x, y, z)
        t = scale(cross(b, v), 2.0)
        return add(add(scale(t, w), cross(b, t)), v)

    def basis_vector_of(self, v: Vec3) -> Vec3 | None:
        x, y, z = v
        zero = type(x)(0.0)
        other = (z, zero, -x) if abs(x) > abs(y) else (zero, -z, y)
        return cross(self.unchecked_unit(other), v)


PARRY = ParryRelease()
OLD_PARRY = OldParryRelease()


def root_length(v: Vec3) -> float:
    """As a number of the kind of its components, which `math.sqrt` is not."""
    square = dot(v, v)
    return type(square)(sqrt(square))


def conjugate(q: Quaternion) -> Quaternion:
    """The inverse of a unit quaternion."""
    return (-q[0], -q[1], -q[2], q[3])


def chained_quaternion(p: Quaternion, q: Quaternion) -> Quaternion:
    x0, y0, z0, w0 = p
    x1, y1, z1, w1 = q
    return (
        w0 * x1 + x0 * w1 + y0 * z1 - z0 * y1,
        w0 * y1 - x0 * z1 + y0 * w1 + z0 * x1,
        w0 * z1 + x0 * y1 - y0 * x1 + z0 * w1,
        w0 * w1 - x0 * x1 - y0 * y1 - z0 * z1,
    )


def is_near_zero(v: Vec3) -> bool:
    """`relative_eq!` of a point and the origin, component by component."""
    return all(abs(x) <= EPSILON for x in v)
