"""Where the ray of a pointer meets what a drag is kept to: a plane, or a line."""

from gjkscope.app.cameras.camera import OrbitCamera
from gjkscope.engine.vectors import IDENTITY, Vec3, along, cross, dot, norm, sub, unit

# A ray so level with a plane, or so near to the direction of a line, meets it farther away than one could mean: at 50
# times the distance of the eye from it, which is still within what is drawn (`camera.FAR`).
GRAZING = 0.02
# A plane seen so nearly edge-on, or a line so nearly end-on, is no guide: a pixel is a large part of its distance.
EDGE_ON = 0.2

Ray = tuple[Vec3, Vec3]


def on_axis(camera: OrbitCamera, ray: Ray, through: Vec3, axis: Vec3) -> Vec3 | None:
    """Where the pointer is on that line; None where the camera looks along it."""
    return on_line(*ray, through, axis) if norm(cross(_sight(camera, through), axis)) > EDGE_ON else None


def on_level(camera: OrbitCamera, ray: Ray, through: Vec3) -> Vec3 | None:
    """Where the pointer is level with the point; seen edge-on, that level is the line across the view."""
    up = IDENTITY[1]
    if abs(dot(_sight(camera, through), up)) > EDGE_ON:
        return on_plane(*ray, through, up)
    return on_line(*ray, through, camera.basis[0])


def _sight(camera: OrbitCamera, point: Vec3) -> Vec3:
    """The unit vector from the point to the eye."""
    return camera.basis[2] if camera.orthographic else unit(sub(camera.eye, point))


def on_plane(origin: Vec3, direction: Vec3, through: Vec3, normal: Vec3) -> Vec3 | None:
    """Where the ray meets the plane; None where it does not, or grazes it.  `direction` and `normal` are unit."""
    slope = dot(direction, normal)
    distance = dot(sub(through, origin), normal) / slope if abs(slope) > GRAZING else 0.0
    return along(origin, direction, distance) if distance > 0 else None


def on_line(origin: Vec3, direction: Vec3, through: Vec3, axis: Vec3) -> Vec3 | None:
    """The point of the line that the ray passes nearest to; None where it runs along it, or passes it behind the eye.

    `direction` and `axis` are unit vectors.

    Of the shortest segment between two lines the end on this one (Ericson, Real-Time Collision Detection, 2005,
    §5.1.8).
    """
    cosine = dot(direction, axis)
    sine = norm(sub(direction, (axis[0] * cosine, axis[1] * cosine, axis[2] * cosine)))
    if sine < GRAZING:
        return None
    offset = sub(origin, through)
    place = along(through, axis, (dot(offset, axis) - cosine * dot(offset, direction)) / (sine * sine))
    return place if dot(sub(place, origin), direction) > 0 else None
