"""A crowd: the many bodies of a large scene that nobody looks at, as one surface in few triangles.

Round shapes are drawn as the hulls of some of their points, without outlines and names.  What each body looks like is
kept, so that dragging one of two thousand places only that one anew.
"""

from functools import lru_cache

import numpy as np

from gjkscope.app.base.identity import Identities, Identity
from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import WORLD, Builder
from gjkscope.app.drawing.drawlist import Surface
from gjkscope.app.drawing.surfaces import hull_surface, placed, surface
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import Vec3, along

DIRECTIONS: tuple[Vec3, ...] = tuple((x, y, z) for x, y, z in even_directions(24).tolist())
FEW_TRIANGLES = 44  # a surface with no more is drawn as it is
KEPT = 4096
# Where there is more to draw a renderer without a GPU would no longer keep up with the pointer.
SHADOWS = 500  # bodies
MOST_EDGES = 4000


def draw_crowd(builder: Builder, bodies: tuple[Body, ...]) -> None:
    """One surface a colour, with the edges of those bodies that have sharp ones, unless there are very many."""
    by_color: dict[str | None, list[Body]] = {}
    for body in bodies:
        by_color.setdefault(body.color, []).append(body)
    for text, alike in by_color.items():
        color = palette.hex_color(text) if text else palette.BYSTANDER
        together = _together(Identities(alike))
        builder.skin(together, WORLD, color, casts_shadow=len(bodies) <= SHADOWS)
        if len(together.edges) <= MOST_EDGES:
            builder.edges(together.edges, WORLD, palette.darker(color, 0.45), 1.2)


@lru_cache(maxsize=16)
def _together(bodies: Identities) -> Surface:
    """The surfaces and the sharp edges of all these bodies, in the world."""
    skins = [_skin(Identity(body)) for body in bodies.values]
    edges = [skin.edges for skin in skins if not skin.soft]
    return Surface(
        np.concatenate([skin.positions for skin in skins]),
        np.concatenate([skin.normals for skin in skins]),
        np.concatenate([np.empty((0, 2, 3)), *edges]),
    )


@lru_cache(maxsize=KEPT)
def _skin(body: Identity) -> Surface:
    return placed(_coarse(body.value.shape), body.value.pose)


@lru_cache(maxsize=KEPT)
def _coarse(shape: Shape) -> Surface:
    """The surface of a shape in its own frame, in few triangles."""
    fine = surface(shape)
    if len(fine.positions) <= FEW_TRIANGLES:
        return fine
    core = convex(shape, Pose())
    hull = convex_hull([along(support(core, way)[0], way, core.radius) for way in DIRECTIONS])
    rough = hull_surface(hull, smooth=True)
    return Surface(rough.positions, rough.normals, rough.edges, soft=True)
