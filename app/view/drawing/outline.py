"""Outlines: the silhouette edges of a surface.

A round shape has no edges of its own, so it gets a line where front-facing facets meet back-facing ones.  On a closed
convex mesh that line is one loop, exactly the border of the visible part.
"""

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.identity import kept_while_it_exists
from gjkscope.app.view.drawing.drawlist import Folds, Outline, Surface
from gjkscope.app.view.drawing.surfaces import NO_EDGES, cross_rows, sides_of
from gjkscope.engine.vectors import scale, sub, transposed_times

Flags = npt.NDArray[np.bool_]
Eye = tuple[
    float, float, float, float
]  # homogeneous: (x, y, z, 1) is a point; (x, y, z, 0) is a direction, for parallel projection


@kept_while_it_exists
def folds(skin: Surface) -> Folds:
    """All edges shared by two triangles of a surface."""
    if not len(skin.positions):
        return Folds(NO_EDGES, np.empty((2, 0), dtype=np.intp), np.empty((0, 3)), np.empty(0))
    corners = skin.positions.reshape(-1, 3) + 0.0  # turns −0.0 into 0.0, so that equal points have equal bits
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


def silhouette_folds(outline: Outline, eye: Eye) -> Flags:
    """Which of the folds (f,) lie between a front-facing and a back-facing facet."""
    pose, folded = outline.pose, outline.folds
    *position, weight = eye
    local = transposed_times(pose.rotation, sub((position[0], position[1], position[2]), scale(pose.position, weight)))
    facing = folded.normals @ np.array(local) > weight * folded.offsets
    turns: Flags = facing[folded.facets[0]] != facing[folded.facets[1]]
    return turns
