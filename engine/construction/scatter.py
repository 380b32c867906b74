"""Random pairs of a point of A and a point of B whose differences fill A − B evenly.

The differences of points that are spread evenly in A and in B crowd in the middle of A − B.  So the difference w is
drawn first, evenly in the hull of the vertex differences: in a simplex of it, as w = Σ λ (aᵢ − bⱼ).  The same weights λ
give the pair: a = Σ λ aᵢ and b = Σ λ bⱼ, as GJK finds its witness points.
"""

import numpy as np
import numpy.typing as npt

from gjkscope.engine.construction.steps import Construction
from gjkscope.engine.shapes.hulls import ConvexHull

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


def scatter_pairs(built: Construction, count: int, seed: int) -> tuple[Floats, Floats]:
    """`count` points of A and `count` of B, each (count, 3), metres, in the frames of the shapes.

    The same seed gives the same pairs.  Points of a curved shape are within the hull of its sample.
    """
    random = np.random.default_rng(seed)
    corners = _simplices(built.hull)
    chosen = corners[random.choice(len(corners), size=count, p=_shares(built.hull.vertices, corners))]
    weights = random.dirichlet(np.ones(chosen.shape[1]), size=count)
    vertices_a, vertices_b = built.plan.outline_a.vertices, built.plan.outline_b.vertices
    of_a, of_b = np.divmod(built.hull.indices[chosen], len(vertices_b))
    return _mix(weights, vertices_a[of_a]), _mix(weights, vertices_b[of_b])


def _simplices(hull: ConvexHull) -> Ints:
    """The hull as simplices without common interior points, (k, dimension + 1): indices of its vertices."""
    if hull.dimension < 2:
        return np.arange(hull.dimension + 1)[None]
    if hull.dimension == 2:
        return np.asarray(hull.triangles[hull.triangle_faces == 0])
    away = hull.triangles[(hull.triangles != 0).all(axis=1)]
    return np.concatenate([np.zeros((len(away), 1), dtype=np.intp), away], axis=1)


def _shares(vertices: Floats, simplices: Ints) -> Floats:
    """The share of each simplex in the volume, the area or the length of all of them."""
    first, rest = vertices[simplices[:, :1]], vertices[simplices[:, 1:]]
    if simplices.shape[1] < 3:
        return np.full(len(simplices), 1 / len(simplices))
    largest = np.abs(rest - first).max()  # the products of tiny or huge lengths would leave the range of doubles
    sides = (rest - first) / largest
    areas = np.cross(sides[:, 0], sides[:, 1])
    if simplices.shape[1] == 3:
        sizes = np.linalg.norm(areas, axis=1)
    else:
        sizes = np.abs(np.einsum("ij,ij->i", areas, sides[:, 2]))
    total = sizes.sum()
    return sizes / total if total > 0 else np.full(len(simplices), 1 / len(simplices))


def _mix(weights: Floats, points: Floats) -> Floats:
    """Σ weight · point of each row: (n, k) and (n, k, 3) give (n, 3)."""
    return np.asarray(np.einsum("ij,ijk->ik", weights, points))
