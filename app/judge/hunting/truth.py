"""The true distances of a block of pairs: meshes that are not convex count as their triangles."""

from dataclasses import fields

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.pair_block import PairBlock
from gjkscope.engine import batch
from gjkscope.engine.meshes.sides import is_triangles
from gjkscope.engine.shapes.convexity import is_hull

Mask = npt.NDArray[np.bool_]


def truth_of_pairs(block: PairBlock, threads: int = 1) -> batch.Results:
    """The answers of `batch.signed_distance`, and of `batch.mesh_distance` for pairs of triangles."""
    truth = batch.signed_distance(block.side_a, block.poses_a, block.side_b, block.poses_b, threads)
    meshes = np.flatnonzero(are_of_triangles(block))
    if not len(meshes):
        return truth
    columns = {field.name: np.array(getattr(truth, field.name)) for field in fields(truth)}
    for a, b in sorted({*zip(block.a[meshes].tolist(), block.b[meshes].tolist(), strict=True)}):
        rows = meshes[(block.a[meshes] == a) & (block.b[meshes] == b)]
        found = batch.mesh_distance(block.shapes[a], block.poses_a[rows], block.shapes[b], block.poses_b[rows])
        for name, column in columns.items():
            column[rows] = getattr(found, name)
    return batch.Results(**columns)


def are_of_triangles(block: PairBlock) -> Mask:
    """(N,) whether one of the shapes is a mesh that is not convex."""
    concave = np.array([is_triangles(shape) and not is_hull(shape) for shape in block.shapes], dtype=bool)
    return np.asarray(concave[block.a] | concave[block.b])
