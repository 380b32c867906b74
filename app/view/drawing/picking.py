"""Picking: finds the body under the pointer by casting a ray against the drawn surfaces."""

import numpy as np

from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing.drawlist import Floats
from gjkscope.app.view.drawing.surfaces import surface, surface_at
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.vectors import Vec3, along

# The smallest determinant, relative to the product of the edge lengths, for which a ray is not parallel to a triangle.
GRAZING = 1e-14


# Enlarges the bounding spheres, because both they and the surfaces are rounded.
ROOM = 1.001

# The number of sample points along a segment.
PLACES = 33


def pick(bodies: tuple[Body, ...], origin: Vec3, direction: Vec3, slope: float = 0.0) -> tuple[Body, Vec3] | None:
    """The first body that the ray hits and the hit point, or `None`.  `direction` is a unit vector.

    A body without a surface (a point or a segment) is hit if the ray passes it within `slope` times its distance.
    """
    nearest, hit = np.inf, None
    for entry, body in _near(bodies, origin, direction, slope):
        if entry > nearest:
            break
        distance = _distance(body, origin, direction, slope)
        if distance < nearest or (hit is not None and distance < np.inf and _is_over(body, hit)):
            nearest, hit = distance, body
    return (hit, along(origin, direction, float(nearest))) if hit else None


def _is_over(body: Body, other: Body) -> bool:
    """Whether a 2D body is picked rather than another one at the same place: the smaller of two bodies in one plane."""
    return body.shape.dimension == 2 and body.ball[1] < other.ball[1]


def _near(bodies: tuple[Body, ...], origin: Vec3, direction: Vec3, slope: float) -> list[tuple[float, Body]]:
    """The bodies whose bounding spheres the ray meets, sorted by a lower bound on the distance to the sphere.

    Testing the surfaces of all of a thousand bodies would take too long.
    """
    if not bodies:
        return []
    offsets = np.array([body.ball[0] for body in bodies]) - origin
    radii = np.array([body.ball[1] for body in bodies])
    along_ray = offsets @ np.array(direction)
    aside = np.linalg.norm(offsets - along_ray[:, None] * direction, axis=1)
    radii = (radii + slope * np.abs(along_ray)) * ROOM
    near = [(float(along_ray[i] - radii[i]), i) for i in np.flatnonzero(aside <= radii)]
    return [(entry, bodies[i]) for entry, i in sorted(near)]


def _distance(body: Body, origin: Vec3, direction: Vec3, slope: float) -> float:
    skin = surface_at(surface(body.shape), body.pose)
    if len(skin.positions):
        return ray_triangles(skin.positions, np.array(origin), np.array(direction))
    return ray_points(_places(body, skin.edges), np.array(origin), np.array(direction), slope)


def _places(body: Body, edges: Floats) -> Floats:
    """Sample points along the edges of a body without a surface; the point itself if it has no edges."""
    if len(edges) == 0:
        return np.array([aabb(body.shape, body.pose)[0]])
    share = np.linspace(0, 1, PLACES)[:, None, None]
    places: Floats = (edges[:, 0] * (1 - share) + edges[:, 1] * share).reshape(-1, 3)
    return places


def ray_points(points: Floats, origin: Floats, direction: Floats, slope: float) -> float:
    """The distance along the ray to the first of `points` (n, 3) within `slope` times that distance, else infinity."""
    offsets = points - origin
    along_ray = offsets @ direction
    aside = np.linalg.norm(offsets - along_ray[:, None] * direction, axis=1)
    hit = (along_ray > 0) & (aside <= slope * along_ray)
    return float(along_ray[hit].min()) if hit.any() else float("inf")


def ray_triangles(triangles: Floats, origin: Floats, direction: Floats) -> float:
    """The distance along the ray to the first of `triangles` (n, 3, 3); infinity when it misses them all.

    Möller and Trumbore, Fast, minimum storage ray–triangle intersection, 1997.
    """
    if len(triangles) == 0:
        return float("inf")
    p, edge1, edge2 = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    across = np.cross(direction, edge2)
    volume = np.einsum("ij,ij->i", edge1, across)
    lengths = np.linalg.norm(edge1, axis=1) * np.linalg.norm(edge2, axis=1)
    solvable = np.abs(volume) > GRAZING * lengths
    inverse = 1 / np.where(solvable, volume, 1.0)
    to_origin = origin - p
    u = np.einsum("ij,ij->i", to_origin, across) * inverse
    turned = np.cross(to_origin, edge1)
    v = turned @ direction * inverse
    t = np.einsum("ij,ij->i", edge2, turned) * inverse
    hit = solvable & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)
    return float(t[hit].min()) if hit.any() else float("inf")
