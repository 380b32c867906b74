"""Draws the background bodies of a large scene as one merged low-polygon surface.

Round shapes become the hulls of a few sample points, without outlines or names.  All bodies of one shape are placed
together.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from gjkscope.app.base.identity import Identities
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import WORLD, Builder
from gjkscope.app.view.drawing.drawlist import Floats, Surface
from gjkscope.app.view.drawing.surfaces import SURFACES_KEPT, drawn_hull, surface
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import Vec3, along

DIRECTIONS: tuple[Vec3, ...] = tuple((x, y, z) for x, y, z in even_directions(24).tolist())
FEW_TRIANGLES = 44  # a surface with no more than this is not simplified
MANY_NAMES = 16  # above this number of bodies, label only the pair and the selected and hovered bodies
# Above these limits a software renderer no longer keeps up with the pointer.
SHADOWS = 500  # bodies
MOST_EDGES = 4000


def draw_crowd(builder: Builder, bodies: tuple[Body, ...]) -> None:
    """Draws one surface per colour, with the sharp edges unless there are more than `MOST_EDGES`."""
    for text, together in _by_color(Identities(bodies)):
        color = palette.hex_color(text) if text else palette.BYSTANDER
        builder.skin(together, WORLD, color, casts_shadow=len(bodies) <= SHADOWS)
        if len(together.edges) <= MOST_EDGES:
            builder.edges(together.edges, WORLD, palette.darker(color, 0.45), 1.2)


def merged(groups: Iterable[tuple[Shape, Floats]]) -> Surface:
    """The surfaces of bodies in world coordinates, and their sharp edges.

    A group is a shape and the poses (k, 3 or 4, 4) of the bodies that have it, with the position in the last column.
    """
    positions, normals, edges = [np.empty((0, 3, 3))], [np.empty((0, 3, 3))], [np.empty((0, 2, 3))]
    for shape, poses in groups:
        skin = coarse_surface(shape)
        rotations, offsets = poses[:, :3, :3], poses[:, None, :3, 3]
        positions.append(_place_points(skin.positions, rotations, offsets).reshape(-1, 3, 3))
        normals.append(_place_points(skin.normals, rotations, 0.0).reshape(-1, 3, 3))
        if not skin.soft:
            edges.append(_place_points(skin.edges, rotations, offsets).reshape(-1, 2, 3))
    return Surface(np.concatenate(positions), np.concatenate(normals), np.concatenate(edges))


@lru_cache(maxsize=SURFACES_KEPT)
def coarse_surface(shape: Shape) -> Surface:
    """A low-polygon surface of the shape, in its local frame."""
    fine = surface(shape)
    if len(fine.positions) <= FEW_TRIANGLES:
        return fine
    core = convex(shape, Pose())
    hull = convex_hull([along(support(core, way)[0], way, core.radius) for way in DIRECTIONS])
    rough = drawn_hull(hull, smooth=True)
    return Surface(rough.positions, rough.normals, rough.edges, soft=True)


@lru_cache(maxsize=16)
def _by_color(bodies: Identities) -> list[tuple[str | None, Surface]]:
    """The merged surface of all bodies of each colour."""
    alike: dict[str | None, dict[Shape, list[Pose]]] = {}
    for body in bodies.values:
        alike.setdefault(body.color, {}).setdefault(body.shape, []).append(body.pose)
    return [
        (color, merged((shape, _matrices(poses)) for shape, poses in groups.items())) for color, groups in alike.items()
    ]


def _matrices(poses: list[Pose]) -> Floats:
    """The poses (k, 3, 4), with the position in the last column."""
    matrices = np.empty((len(poses), 3, 4))
    matrices[:, :, :3] = [pose.rotation for pose in poses]
    matrices[:, :, 3] = [pose.position for pose in poses]
    return matrices


def _place_points(points: Floats, rotations: Floats, offsets: Floats | float) -> Floats:
    """(k, n, 3) points (…, 3) in each of k poses."""
    return np.asarray(points.reshape(1, -1, 3) @ np.swapaxes(rotations, 1, 2) + offsets)
