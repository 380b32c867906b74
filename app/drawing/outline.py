"""Outlines: where a surface turns away from the eye.

A round shape has no edges to be drawn, so it gets a line where its facets that face the eye meet those that do not.
On a closed convex mesh that is one loop, and exactly the border of what is seen of it.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from gjkscope.app.drawing.drawlist import Folds, Outline, Surface
from gjkscope.app.drawing.surfaces import NO_EDGES, SURFACES_KEPT, cross_rows, sides_of
from gjkscope.engine.vectors import scale, sub, transposed_times

Flags = npt.NDArray[np.bool_]
Eye = tuple[
    float, float, float, float
]  # homogeneous: (x, y, z, 1) a place, (x, y, z, 0) a direction, for parallel projection


@lru_cache(maxsize=SURFACES_KEPT)
def folds(skin: Surface) -> Folds:
    """All sides that two triangles of a surface share."""
    if not len(skin.positions):
        return Folds(NO_EDGES, np.empty((2, 0), dtype=np.intp), np.empty((0, 3)), np.empty(0))
    corners = skin.positions.reshape(-1, 3) + 0.0  # no −0.0: the same place has the same bits
    _, places = np.unique(corners, axis=0, return_inverse=True)
    sides, others, _ = sides_of(places.reshape(-1, 3))
    a, b, c = (corners[k::3] for k in range(3))
    following = sides - sides % 3 + (sides + 1) % 3
    normals = cross_rows(b - a, c - a)
    return Folds(
        ends=np.stack([corners[sides], corners[following]], axis=1),
        facets=np.stack([sides // 3, others // 3]),
        normals=normals,
        offsets=np.einsum("ij,ij->i", normals, a),
    )


def turning(outline: Outline, eye: Eye) -> Flags:
    """Which of the folds (f,) lie between a facet that faces the eye and one that does not."""
    pose, folded = outline.pose, outline.folds
    *place, weight = eye
    local = transposed_times(pose.rotation, sub((place[0], place[1], place[2]), scale(pose.position, weight)))
    facing = folded.normals @ np.array(local) > weight * folded.offsets
    turns: Flags = facing[folded.facets[0]] != facing[folded.facets[1]]
    return turns
