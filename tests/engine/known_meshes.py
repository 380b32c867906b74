"""Meshes whose convexity is known: rings, bowls, L-shaped blocks, grids on cubes."""

from math import cos, pi, sin

from gjkscope import Mesh

Quads = list[tuple[int, int, int]]

CORNERS = tuple((float(x), float(y), float(z)) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))
CUBE_FACES = (
    (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
    (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
)  # fmt: skip


def quad(a: int, b: int, c: int, d: int) -> Quads:
    return [(a, b, c), (a, c, d)]


def cube() -> Mesh:
    """Of half extent 1."""
    return Mesh(CORNERS, CUBE_FACES)


def ring(inner: float = 0.75, outer: float = 1.25, half_height: float = 0.25, count: int = 16) -> Mesh:
    """Around the y axis, with a hole of that inner radius (of its corners)."""
    vertices, faces = [], Quads()
    for i in range(count):
        for radius in (outer, inner):
            x, z = radius * cos(2 * pi * i / count), radius * sin(2 * pi * i / count)
            vertices += [(x, y, z) for y in (-half_height, half_height)]
    for i in range(count):
        o, p = 4 * i, 4 * ((i + 1) % count)
        faces += quad(o, o + 1, p + 1, p) + quad(o + 2, p + 2, p + 3, o + 3)
        faces += quad(o + 1, o + 3, p + 3, p + 1) + quad(o, p, p + 2, o + 2)
    return Mesh(vertices, faces)


def prism(outline: list[tuple[float, float]], ears: Quads) -> Mesh:
    """Between z = 0 and z = 1; `ears` triangulate the outline, which is anticlockwise."""
    n = len(outline)
    faces = [(c, b, a) for a, b, c in ears] + [(a + n, b + n, c + n) for a, b, c in ears]
    for i in range(n):
        faces += quad(i, (i + 1) % n, (i + 1) % n + n, i + n)
    return Mesh([(x, y, z) for z in (0, 1) for x, y in outline], faces)


def angle() -> Mesh:
    """An L: a square of side 2 without its upper right quarter."""
    outline = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)]
    return prism(outline, [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)])


def bowl(depth: float = 0.5) -> Mesh:
    """A cube whose upper face (x = 1) is a pyramid that goes inwards by `depth`."""
    return Mesh((*CORNERS, (1.0 - depth, 0.0, 0.0)), (*CUBE_FACES[:2], *CUBE_FACES[4:], *_lid()))


def _lid() -> Quads:
    return [(4, 6, 8), (6, 7, 8), (7, 5, 8), (5, 4, 8)]


def gridded_cube(cells: int, only: tuple[int, ...] = range(6)) -> Mesh:  # type: ignore[assignment]
    """A cube whose sides are grids with vertices of their own; those not named in `only` are two triangles."""
    vertices, faces = [], Quads()
    for side in range(6):
        axis, sign, n = side // 2, 2 * (side % 2) - 1, cells if side in only else 1
        first = len(vertices)
        for i in range(n + 1):
            for j in range(n + 1):
                position = [0.0, 0.0, 0.0]
                position[axis], position[(axis + 1) % 3], position[(axis + 2) % 3] = (
                    sign,
                    -1 + 2 * i / n,
                    -1 + 2 * j / n,
                )
                vertices.append(tuple(position))
        for i in range(n):
            for j in range(n):
                a = first + i * (n + 1) + j
                corners = (a, a + n + 1, a + n + 2, a + 1)
                faces += quad(*corners) if sign > 0 else quad(*corners[::-1])
    return Mesh(vertices, faces)
