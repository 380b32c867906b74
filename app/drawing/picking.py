"""Which body is under the pointer: a ray against the surfaces that are drawn."""

import numpy as np

from gjkscope.app.drawing.drawlist import Floats
from gjkscope.app.drawing.surfaces import placed, surface
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.vectors import Vec3, along

# How close to a triangle's plane's parallel a ray may run, relative to the product of lengths, and still be solved.
GRAZING = 1e-14


# The balls are a little larger than the surfaces in them, as both are rounded.
ROOM = 1.001

# A segment is looked at in so many places along it.
PLACES = 33


def pick(bodies: tuple[Body, ...], origin: Vec3, direction: Vec3, slope: float = 0.0) -> tuple[Body, Vec3] | None:
    """The nearest body that the ray hits, and where; `None` when it hits none.  `direction` is a unit vector.

    A body without a surface, a point or a segment, is hit when the ray passes it within `slope` times its distance.
    """
    nearest, hit = np.inf, None
    for entry, body in _near(bodies, origin, direction, slope):
        if entry > nearest:
            break
        distance = _distance(body, origin, direction, slope)
        if distance < nearest:
            nearest, hit = distance, body
    return (hit, along(origin, direction, float(nearest))) if hit else None


def _near(bodies: tuple[Body, ...], origin: Vec3, direction: Vec3, slope: float) -> list[tuple[float, Body]]:
    """Those whose balls the ray comes near to, and how far along it their balls begin at least, the nearest first.

    To try the surfaces of all of a thousand bodies would take too long.
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
    skin = placed(surface(body.shape), body.pose)
    if len(skin.positions):
        return ray_triangles(skin.positions, np.array(origin), np.array(direction))
    return ray_points(_places(body, skin.edges), np.array(origin), np.array(direction), slope)


def _places(body: Body, edges: Floats) -> Floats:
    """Points along the edges of a body without a surface; the one point that it is, when it has none."""
    if len(edges) == 0:
        return np.array([aabb(body.shape, body.pose)[0]])
    share = np.linspace(0, 1, PLACES)[:, None, None]
    places: Floats = (edges[:, 0] * (1 - share) + edges[:, 1] * share).reshape(-1, 3)
    return places


def ray_points(points: Floats, origin: Floats, direction: Floats, slope: float) -> float:
    """How far along the ray the first of `points` (n, 3) is passed within `slope` times that distance, or infinity."""
    offsets = points - origin
    along_ray = offsets @ direction
    aside = np.linalg.norm(offsets - along_ray[:, None] * direction, axis=1)
    hit = (along_ray > 0) & (aside <= slope * along_ray)
    return float(along_ray[hit].min()) if hit.any() else float("inf")


def ray_triangles(triangles: Floats, origin: Floats, direction: Floats) -> float:
    """The distance to the first of `triangles` (n, 3, 3) along the ray, infinity when it misses all.

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
