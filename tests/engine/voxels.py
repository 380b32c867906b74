"""Meshes of unit cubes with known properties: which points are inside or on the surface, and how far apart they are.

The surface of a set of cubes consists of the squares that belong to only one of them.  Two cubes that share only an
edge make an edge with four squares; a missing cube makes a cavity.  All coordinates are small integers, so rays from
lattice points run through edges and corners, and along faces.
"""

from collections.abc import Iterable
from itertools import product
from random import Random

from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.vectors import Vec3

Cell = tuple[int, int, int]
Corner = tuple[int, int, int]
Triangle = tuple[Corner, Corner, Corner]

# An upside-down table: two legs on a bar.
U = frozenset({(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (2, 1, 0), (0, 2, 0), (2, 2, 0)})
RING = frozenset(cell for cell in product(range(3), range(3), (0,)) if cell != (1, 1, 0))
HOLLOW = frozenset(cell for cell in product(range(3), repeat=3) if cell != (1, 1, 1))
TWO = frozenset({(0, 0, 0), (2, 0, 0)})
DIAGONAL = frozenset({(0, 0, 0), (1, 1, 0), (2, 2, 1)})  # the first two share an edge, the last two a corner


def random_cells(random: Random, count: int, side: int = 3) -> frozenset[Cell]:
    return frozenset(random.sample(list(product(range(side), repeat=3)), count))


def surface(cells: Iterable[Cell]) -> list[Triangle]:
    """Two triangles for each square that belongs to only one cube, counter-clockwise seen from outside."""
    cells = frozenset(cells)
    triangles: list[Triangle] = []
    for cell in sorted(cells):
        for axis, side in product(range(3), (0, 1)):
            neighbour = tuple(cell[i] + (2 * side - 1 if i == axis else 0) for i in range(3))
            if neighbour not in cells:
                a, b, c, d = _square(cell, axis, side)
                triangles += [(a, b, c), (a, c, d)]
    return triangles


def mesh(triangles: Iterable[Triangle]) -> Mesh:
    """The triangles as an indexed mesh with shared vertices."""
    triangles = list(triangles)
    places = sorted({corner for triangle in triangles for corner in triangle})
    number = {corner: i for i, corner in enumerate(places)}
    vertices = tuple((float(x), float(y), float(z)) for x, y, z in places)
    return Mesh(vertices, tuple((number[a], number[b], number[c]) for a, b, c in triangles))


def of(cells: Iterable[Cell]) -> Mesh:
    return mesh(surface(cells))


def where(cells: Iterable[Cell], point: Vec3) -> str:
    """Return "inside", "surface" or "outside" from the cubes around the point, a multiple of one half."""
    cells = frozenset(cells)
    around = set(product(*({int(x // 1), int(-(-x // 1)) - 1} for x in point)))
    full = sum(cell in cells for cell in around)
    return "inside" if full == len(around) else "outside" if full == 0 else "surface"


def _square(cell: Cell, axis: int, side: int) -> tuple[Corner, Corner, Corner, Corner]:
    """The corners of one side of a cube."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    corners = []
    for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
        corner = list(cell)
        corner[axis] += side
        corner[i] += u
        corner[j] += v
        corners.append((corner[0], corner[1], corner[2]))
    if side == 0:
        corners.reverse()
    return corners[0], corners[1], corners[2], corners[3]
