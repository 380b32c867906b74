"""Families of simplices for sub-distance methods: well-shaped, nearly flat, nearly collinear, tiny, far, exact ties.

A simplex has four vertices, whose coordinates are at most about 1; the origin is what it is seen from.  To add a
family, write a function that draws one, with `@_simplex_family("…")`.
"""

from collections.abc import Callable
from itertools import starmap
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.pair_block import Floats
from gjkscope.app.judge.hunting.random_parts import Generator, random_rotations
from gjkscope.engine.vectors import Vec3

Tetrahedron = tuple[Vec3, Vec3, Vec3, Vec3]


class SimplexFamily(NamedTuple):
    """A kind of tetrahedron, seen from the origin."""

    name: str
    about: str
    draw: Callable[[Generator], Floats]  # (4, 3)


SIMPLEX_FAMILIES: dict[str, SimplexFamily] = {}


def drawn_simplices(family: str, count: int, seed: int) -> list[Tetrahedron]:
    """`count` tetrahedra of the family, which depend on the seed only."""
    random = np.random.default_rng([seed, list(SIMPLEX_FAMILIES).index(family)])
    return [_as_tuples(SIMPLEX_FAMILIES[family].draw(random)) for _ in range(count)]


def _as_tuples(points: Floats) -> Tetrahedron:
    a, b, c, d = starmap(lambda x, y, z: (x, y, z), points.tolist())
    return a, b, c, d


def _simplex_family(about: str) -> Callable[[Callable[[Generator], Floats]], Callable[[Generator], Floats]]:
    def add(draw: Callable[[Generator], Floats]) -> Callable[[Generator], Floats]:
        name = draw.__name__.strip("_").replace("_", " ")
        SIMPLEX_FAMILIES[name] = SimplexFamily(name, about, draw)
        return draw

    return add


@_simplex_family("Four random points around the origin.")
def _well_shaped(random: Generator) -> Floats:
    return random.uniform(-1, 1, (4, 3))


@_simplex_family("Flat up to 1e-16 to 1e-2; the origin is 0.01 to 1 above the plane.")
def _flat_below_the_origin(random: Generator) -> Floats:
    return _turned(random, _flat(random) - np.array([0, 0, _log_uniform(random, 1e-2, 1)]))


@_simplex_family("Flat up to 1e-16 to 1e-2; the origin is in the plane, up to as much.")
def _flat_around_the_origin(random: Generator) -> Floats:
    points = _flat(random)
    return _turned(random, points + np.array([0, 0, random.uniform(-1, 1) * np.ptp(points[:, 2])]))


@_simplex_family("Collinear up to 1e-16 to 1e-2, beside the origin.")
def _collinear(random: Generator) -> Floats:
    thin = _log_uniform(random, 1e-16, 1e-2)
    points = random.uniform(-1, 1, (4, 3)) * [1, thin, thin]
    return _turned(random, points + np.array([0, _log_uniform(random, 1e-2, 1), 0]))


@_simplex_family("Edges of 1e-8 to 1e-2, a distance of 1 from the origin.")
def _small_and_far(random: Generator) -> Floats:
    points = random.uniform(-1, 1, (4, 3)) * _log_uniform(random, 1e-8, 1e-2)
    return _turned(random, points + np.array([1, 0, 0]))


@_simplex_family("Well-shaped; the origin is within 1e-16 to 1e-6 of a vertex, an edge, a face, or a plane of one.")
def _near_a_feature(random: Generator) -> Floats:
    points = random.uniform(-1, 1, (4, 3))
    weights = random.uniform(-0.5, 1, 4) * (np.arange(4) < random.integers(1, 4))
    weights[0] += 1 - weights.sum()
    return points - weights @ points + random.normal(size=3) * _log_uniform(random, 1e-16, 1e-6)


@_simplex_family("Coordinates −2 … 2: some vertices coincide, and some lie exactly in a line or plane.")
def _whole_numbers(random: Generator) -> Floats:
    return random.integers(-2, 3, (4, 3)).astype(float)


def _flat(random: Generator) -> Floats:
    """In the plane of x and y, up to a height."""
    return random.uniform(-1, 1, (4, 3)) * [1, 1, _log_uniform(random, 1e-16, 1e-2)]


def _turned(random: Generator, points: Floats) -> Floats:
    return np.asarray(points @ random_rotations(random, 1)[0].T)


def _log_uniform(random: Generator, low: float, high: float) -> float:
    return float(np.exp(random.uniform(np.log(low), np.log(high))))
