"""Meshes to slide over."""

from collections.abc import Callable
from itertools import product

from gjkscope.engine import Mesh

Height = Callable[[float, float], float]


def grid(height: Height = lambda x, z: 0.0, cells: tuple[int, int] = (8, 4), corner: float = -2.0) -> Mesh:
    """Squares of 1 m, each of two triangles facing up; `height` is of x and z."""
    along, across = cells
    places = [(corner + i, corner + j) for i, j in product(range(along + 1), range(across + 1))]
    starts = [i * (across + 1) + j for i, j in product(range(along), range(across))]
    faces = [(a, a + 1, a + across + 2) for a in starts] + [(a, a + across + 2, a + across + 1) for a in starts]
    return Mesh([(x, height(x, z), z) for x, z in places], faces)


def t_junctions() -> Mesh:
    """A flat floor of two strips: one of squares of 1 m, the other of squares of 2 m beside it, with T-junctions."""
    vertices = [(x, 0.0, z) for x in (-2.0, 0.0, 2.0, 4.0, 6.0) for z in (-2.0, 0.0)]
    faces = [(a, a + 1, a + 3) for a in range(0, 8, 2)] + [(a, a + 3, a + 2) for a in range(0, 8, 2)]
    first = len(vertices)
    vertices += [(float(x), 0.0, z) for x in range(-2, 7) for z in (0.0, 2.0)]
    faces += [(first + a, first + a + 1, first + a + 3) for a in range(0, 16, 2)]
    faces += [(first + a, first + a + 3, first + a + 2) for a in range(0, 16, 2)]
    return Mesh(vertices, faces)
