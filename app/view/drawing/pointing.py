"""Intersects the pointer's ray with the plane or line that constrains a drag."""

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.engine.vectors import IDENTITY, Vec3, along, cross, dot, norm, sub, unit

# Sine of the smallest angle between a ray and a plane or line.  Below it the intersection is more than 50 times as far
# away as the eye is from the plane, which is still within the far plane (`camera.FAR`) but never intended.
GRAZING = 0.02
# Sine of the viewing angle below which a plane counts as edge-on, or a line as end-on: a drag by one pixel would move
# the body by a large part of its distance.
EDGE_ON = 0.2

Ray = tuple[Vec3, Vec3]


def on_axis(camera: OrbitCamera, ray: Ray, through: Vec3, axis: Vec3) -> Vec3 | None:
    """The point of the line under the pointer; None when the camera looks along the line."""
    return on_line(*ray, through, axis) if norm(cross(_sight(camera, through), axis)) > EDGE_ON else None


def on_level(camera: OrbitCamera, ray: Ray, through: Vec3) -> Vec3 | None:
    """The point under the pointer in the horizontal plane through `through`.

    When that plane is seen edge-on, the drag follows the camera's right axis instead.
    """
    up = IDENTITY[1]
    if abs(dot(_sight(camera, through), up)) > EDGE_ON:
        return on_plane(*ray, through, up)
    return on_line(*ray, through, camera.basis[0])


def _sight(camera: OrbitCamera, point: Vec3) -> Vec3:
    """The unit vector from the point to the eye."""
    return camera.basis[2] if camera.orthographic else unit(sub(camera.eye, point))


def on_plane(origin: Vec3, direction: Vec3, through: Vec3, normal: Vec3) -> Vec3 | None:
    """The intersection of ray and plane; None if they miss or graze.  `direction` and `normal` are unit vectors."""
    slope = dot(direction, normal)
    distance = dot(sub(through, origin), normal) / slope if abs(slope) > GRAZING else 0.0
    return along(origin, direction, distance) if distance > 0 else None


def on_line(origin: Vec3, direction: Vec3, through: Vec3, axis: Vec3) -> Vec3 | None:
    """The point of the line closest to the ray; None if they are nearly parallel or the point is behind the eye.

    `direction` and `axis` are unit vectors.  Source: Ericson, Real-Time Collision Detection, 2005, §5.1.8, closest
    points of two lines.
    """
    cosine = dot(direction, axis)
    sine = norm(sub(direction, (axis[0] * cosine, axis[1] * cosine, axis[2] * cosine)))
    if sine < GRAZING:
        return None
    offset = sub(origin, through)
    point = along(through, axis, (dot(offset, axis) - cosine * dot(offset, direction)) / (sine * sine))
    return point if dot(sub(point, origin), direction) > 0 else None
