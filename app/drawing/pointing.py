"""Where the ray of a pointer meets what a drag is kept to: a plane, or a line."""

from engine.vectors import Vec3, along, dot, norm, sub

# A ray so level with a plane, or so near to the direction of a line, meets it farther away than one could mean.
GRAZING = 1e-3


def on_plane(origin: Vec3, direction: Vec3, through: Vec3, normal: Vec3) -> Vec3 | None:
    """Where the ray meets the plane; None where it does not, or grazes it.  `direction` and `normal` are unit."""
    slope = dot(direction, normal)
    distance = dot(sub(through, origin), normal) / slope if abs(slope) > GRAZING else 0.0
    return along(origin, direction, distance) if distance > 0 else None


def on_line(origin: Vec3, direction: Vec3, through: Vec3, axis: Vec3) -> Vec3 | None:
    """The point of the line that the ray passes nearest to; None where it runs along it.  `axis` is a unit vector.

    Of the shortest segment between two lines the end on this one (Ericson, Real-Time Collision Detection, 2005,
    §5.1.8).
    """
    cosine = dot(direction, axis)
    sine = norm(sub(direction, (axis[0] * cosine, axis[1] * cosine, axis[2] * cosine)))
    if sine < GRAZING:
        return None
    offset = sub(origin, through)
    return along(through, axis, (dot(offset, axis) - cosine * dot(offset, direction)) / (sine * sine))
