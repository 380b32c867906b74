"""Draws the background bodies of a large scene as one merged low-polygon surface.

Round shapes become the hulls of a few sample points, without outlines or names.  The placed surface of each body is
cached, so dragging one of two thousand bodies recomputes only that one.
"""

from functools import lru_cache

import numpy as np

from gjkscope.app.base.identity import Identities, Identity
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import WORLD, Builder
from gjkscope.app.view.drawing.drawlist import Surface
from gjkscope.app.view.drawing.surfaces import drawn_hull, surface, surface_at
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import Vec3, along

DIRECTIONS: tuple[Vec3, ...] = tuple((x, y, z) for x, y, z in even_directions(24).tolist())
FEW_TRIANGLES = 44  # a surface with no more than this is not simplified
KEPT = 16384  # at most about 10 kB each
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


@lru_cache(maxsize=16)
def _by_color(bodies: Identities) -> list[tuple[str | None, Surface]]:
    """The merged surface of all bodies of each colour."""
    alike: dict[str | None, list[Body]] = {}
    for body in bodies.values:
        alike.setdefault(body.color, []).append(body)
    return [(color, _together(group)) for color, group in alike.items()]


def _together(bodies: list[Body]) -> Surface:
    """The merged surfaces and sharp edges of all these bodies, in world coordinates."""
    skins = [_skin(Identity(body)) for body in bodies]
    edges = [skin.edges for skin in skins if not skin.soft]
    return Surface(
        np.concatenate([skin.positions for skin in skins]),
        np.concatenate([skin.normals for skin in skins]),
        np.concatenate([np.empty((0, 2, 3)), *edges]),
    )


@lru_cache(maxsize=KEPT)
def _skin(body: Identity) -> Surface:
    return surface_at(coarse_surface(body.value.shape), body.value.pose)


@lru_cache(maxsize=KEPT)
def coarse_surface(shape: Shape) -> Surface:
    """A low-polygon surface of the shape, in its local frame."""
    fine = surface(shape)
    if len(fine.positions) <= FEW_TRIANGLES:
        return fine
    core = convex(shape, Pose())
    hull = convex_hull([along(support(core, way)[0], way, core.radius) for way in DIRECTIONS])
    rough = drawn_hull(hull, smooth=True)
    return Surface(rough.positions, rough.normals, rough.edges, soft=True)
