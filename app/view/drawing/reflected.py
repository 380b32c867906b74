"""The surface of −B = { −b }: the surface of B reflected through the origin of its frame."""

from functools import lru_cache

from gjkscope.app.view.drawing.drawlist import Surface
from gjkscope.app.view.drawing.surfaces import SURFACES_KEPT


@lru_cache(maxsize=SURFACES_KEPT)
def reflected(skin: Surface) -> Surface:
    """The reflected surface; its triangles are reordered, so that they are counter-clockwise seen from outside."""
    positions, normals = -skin.positions[:, ::-1], -skin.normals[:, ::-1]
    edges = -skin.edges
    for array in (positions, normals, edges):
        array.flags.writeable = False
    return Surface(positions, normals, edges, skin.soft)


def resize_surface(skin: Surface, factor: float) -> Surface:
    """The surface scaled about the origin of its frame."""
    positions, edges = skin.positions * factor, skin.edges * factor
    return Surface(positions, skin.normals, edges, skin.soft)
