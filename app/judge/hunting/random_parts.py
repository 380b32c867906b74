"""Random shapes and rotations, which the families of pairs are made of."""

from math import log

import numpy as np

from gjkscope.app.ask.solvers.pair_block import Floats
from gjkscope.app.scenes.shapes.kinds import SHAPE_ENTRIES
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Mesh, Shape, TriangleSurface

Generator = np.random.Generator

KINDS = ("box", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "hull", "triangle")
"""The kinds of shapes that are drawn by default: those that most engines support."""

CONTACT_KINDS = ("box", "hull", "capsule", "cylinder", "sphere", "cone")
"""The same in hunts of contact points."""


def log_uniform(random: Generator, least: float, most: float, size: int | tuple[int, ...]) -> Floats:
    """Log-uniform numbers between two that are > 0."""
    return np.asarray(np.exp(random.uniform(log(least), log(most), size)))


# --- random shapes ---


def drawn_shape(kind: str, half: Floats, random: Generator) -> Shape:
    """A shape of a kind with about these half extents, metres."""
    x, y, z = half.tolist()
    entry = SHAPE_ENTRIES[kind]
    return entry.drawn(random, (x, y, z)) if entry.drawn else entry.of_size((x, y, z))


def is_kind(name: str) -> bool:
    """Whether shapes of this kind can be drawn.  Of surfaces of triangles only meshes can, by families of their own."""
    return name == Mesh.kind or (name in SHAPE_TYPES and not issubclass(SHAPE_TYPES[name], TriangleSurface))


# --- random poses ---


def poses(count: int) -> Floats:
    """(count, 4, 4): identities."""
    return np.tile(np.eye(4), (count, 1, 1))


def random_directions(random: Generator, count: int) -> Floats:
    """(count, 3) unit vectors, uniform."""
    return _units(random.normal(size=(count, 3)))


def random_rotations(random: Generator, count: int) -> Floats:
    """(count, 3, 3), uniform (Shoemake, Uniform random rotations, Graphics Gems III, 1992)."""
    return rotations_from_quaternions(_units(random.normal(size=(count, 4))))


def small_rotations(random: Generator, angles: Floats) -> Floats:
    """(N, 3, 3): rotations by these angles, radians, about random axes."""
    axes = random_directions(random, len(angles))
    half = (angles / 2)[:, None]
    return rotations_from_quaternions(np.hstack([axes * np.sin(half), np.cos(half)]))


def quarter_turns(random: Generator, count: int) -> Floats:
    """(count, 3, 3): the rotations that permute the axes, exactly."""
    return np.asarray(QUARTER_TURNS[random.integers(len(QUARTER_TURNS), size=count)])


def rotations_from_quaternions(quaternions: Floats) -> Floats:
    """The matrices, (N, 3, 3), of unit quaternions x y z w, (N, 4)."""
    x, y, z, w = quaternions.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


def _units(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def _all_quarter_turns() -> Floats:
    """The 24 rotations whose matrices are permutations with signs."""
    permutations = [
        np.eye(3)[list(order)] for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2))
    ]
    signs = [np.diag([x, y, z]) for x in (1.0, -1.0) for y in (1.0, -1.0) for z in (1.0, -1.0)]
    every = np.array([matrix @ sign for matrix in permutations for sign in signs])
    return np.asarray(every[np.linalg.det(every) > 0] + 0.0)  # no negative zeros


QUARTER_TURNS = _all_quarter_turns()
