"""The families of pairs with meshes that are not convex: hunts draw them, and no others, if `mesh` is among the kinds.

Meshes are small, of some tens of triangles, so that the truth, the distance of all triangles, is quick to compute.
They are no part of a survey: most engines take the hull of a mesh, or no second mesh.
"""

from collections.abc import Callable

import numpy as np

from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.judge.hunting.families import Family, PairRequest, bounding_radii
from gjkscope.app.judge.hunting.random_parts import (
    Generator,
    drawn_shape,
    log_uniform,
    poses,
    random_directions,
    random_rotations,
)
from gjkscope.engine.shapes.kinds import Mesh, Shape

MESH = "mesh"
DRAWN = 12  # shapes of each side, in a block
CELLS = 4  # of a terrain, along each side


def _drawn(request: PairRequest, count: int) -> list[Shape]:
    """Terrains, tubes and soups, in turn."""
    makers: tuple[Callable[[Generator], Mesh], ...] = (_terrain, _tube, _soup)
    sizes = log_uniform(request.random, *request.sizes, count) / 2
    meshes = [makers[i % len(makers)](request.random) for i in range(count)]
    return [_scaled(mesh, size) for mesh, size in zip(meshes, sizes.tolist(), strict=True)]


def _terrain(random: Generator) -> Mesh:
    """Heights on a grid, without two triangles."""
    side = np.linspace(-1, 1, CELLS + 1)
    vertices = [(x, y, z) for x in side for z, y in zip(side, random.uniform(-0.3, 0.3, CELLS + 1), strict=True)]
    corners = [i * (CELLS + 1) + j for i in range(CELLS) for j in range(CELLS)]
    faces = [face for a in corners for face in ((a, a + 1, a + CELLS + 1), (a + 1, a + CELLS + 2, a + CELLS + 1))]
    hole = int(random.integers(len(faces) // 2)) * 2
    return _mesh(np.array(vertices), [*faces[:hole], *faces[hole + 2 :]])


def _tube(random: Generator) -> Mesh:
    """Open at both ends, around the y axis."""
    count, radius = int(random.integers(3, 9)), random.uniform(0.3, 1.0)
    angles = np.arange(count) * 2 * np.pi / count
    rim = np.stack([radius * np.cos(angles), np.full(count, 0.7), radius * np.sin(angles)], axis=1)
    walls = [(i, (i + 1) % count) for i in range(count)]
    faces = [face for i, j in walls for face in ((i, j, i + count), (j, j + count, i + count))]
    return _mesh(np.concatenate([rim, rim * (1, -1, 1)]), faces)


def _soup(random: Generator) -> Mesh:
    """Triangles that have nothing in common."""
    count = int(random.integers(2, 13))
    middles = random.uniform(-0.7, 0.7, (count, 1, 3))
    vertices = (middles + random.uniform(-0.3, 0.3, (count, 3, 3))).reshape(-1, 3)
    return _mesh(vertices, [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(count)])


def _mesh(vertices: Floats, faces: list[tuple[int, int, int]]) -> Mesh:
    return Mesh(tuple((x, y, z) for x, y, z in vertices.tolist()), tuple(faces))


def _scaled(mesh: Mesh, size: float) -> Mesh:
    return Mesh(tuple((size * x, size * y, size * z) for x, y, z in mesh.vertices), mesh.faces)


def _convex_near_a_mesh(request: PairRequest) -> PairBlock:
    kinds = [kind for kind in request.kinds if kind != MESH] or ["sphere"]
    halves = log_uniform(request.random, *request.sizes, (DRAWN, 3)) / 4
    others = [drawn_shape(kinds[i % len(kinds)], halves[i], request.random) for i in range(DRAWN)]
    return _near(request, _drawn(request, DRAWN), others)


def _two_meshes(request: PairRequest) -> PairBlock:
    return _near(request, _drawn(request, DRAWN), _drawn(request, DRAWN))


def _near(request: PairRequest, meshes: list[Shape], others: list[Shape]) -> PairBlock:
    """Each mesh with any other; either may be A.  The centres are within the sum of the bounding radii."""
    random, pairs = request.random, request.pairs
    first, second = random.integers(len(meshes), size=pairs), random.integers(len(others), size=pairs) + len(meshes)
    is_swapped = random.random(pairs) < 0.5
    a, b = np.where(is_swapped, second, first), np.where(is_swapped, first, second)
    block = PairBlock((*meshes, *others), a, b, poses(pairs), poses(pairs))
    block.poses_a[:, :3, :3], block.poses_b[:, :3, :3] = (
        random_rotations(random, pairs),
        random_rotations(random, pairs),
    )
    reach = sum(bounding_radii(block)) * random.uniform(0.0, 1.0, pairs)
    block.poses_a[:, :3, 3] = random.uniform(-1, 1, (pairs, 3))
    block.poses_b[:, :3, 3] = block.poses_a[:, :3, 3] + random_directions(random, pairs) * reach[:, None]
    return block


MESH_FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family("convex near a mesh", "A convex shape beside, in or across a small mesh.", True, _convex_near_a_mesh),
        Family("two meshes", "Two small meshes, near each other.", True, _two_meshes),
    )
}
