"""Which body is under the pointer: a ray against the surfaces that are drawn."""

import numpy as np

from engine.vectors import Vec3, along

from ..scene import Body
from .drawlist import Floats
from .surfaces import placed, surface

# How close to a triangle's plane's parallel a ray may run, relative to the product of lengths, and still be solved.
GRAZING = 1e-14


def pick(bodies: tuple[Body, ...], origin: Vec3, direction: Vec3) -> tuple[Body, Vec3] | None:
    """The nearest body that the ray hits, and where; `None` when it hits none.  `direction` is a unit vector."""
    hits = [(_distance(body, origin, direction), body) for body in bodies]
    distance, body = min(hits, key=lambda hit: hit[0], default=(np.inf, None))
    if body is None or not np.isfinite(distance):
        return None
    return body, along(origin, direction, float(distance))


def _distance(body: Body, origin: Vec3, direction: Vec3) -> float:
    triangles = placed(surface(body.shape), body.pose).positions
    return ray_triangles(triangles, np.array(origin), np.array(direction))


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
