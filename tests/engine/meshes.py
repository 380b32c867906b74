"""Meshes shared by several test files."""

from itertools import product

import numpy as np

from gjkscope.engine.shapes.kinds import Mesh


def torus(around: int, across: int, radius: float = 1.0, tube: float = 0.4) -> Mesh:
    """A grid of squares in the x–z plane; the two triangles of each square share its vertices."""
    rings = np.arange(around) * 2 * np.pi / around
    circle = np.arange(across) * 2 * np.pi / across
    vertices = tuple(
        (
            float((radius + tube * np.cos(v)) * np.cos(u)),
            float(tube * np.sin(v)),
            float((radius + tube * np.cos(v)) * np.sin(u)),
        )
        for u in rings
        for v in circle
    )
    faces = []
    for i, j in product(range(around), range(across)):
        a, b = i * across + j, (i + 1) % around * across + j
        c, d = (i + 1) % around * across + (j + 1) % across, i * across + (j + 1) % across
        faces += [(a, b, c), (a, c, d)]
    return Mesh(vertices, tuple(faces))
