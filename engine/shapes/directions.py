"""Directions in which the surface of a convex shape is sampled."""

from math import pi, sqrt

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SAMPLES = 800  # evenly spread directions: neighbours are some 7° apart
RING = 64  # directions around an axis

# How far a direction is tilted off a face normal so that the support point is a specific corner of the face.  On a
# smooth shape this moves the point by the same fraction of its size, which is not visible.
TIP = 1e-6


def even_directions(count: int) -> Floats:
    """`count` unit vectors spread evenly: the spherical Fibonacci lattice (González, Measurement of areas on a
    sphere using Fibonacci and latitude–longitude lattices, Mathematical Geosciences 2010)."""
    steps = np.arange(count)
    y = 1 - (2 * steps + 1) / count
    azimuths = steps * (pi * (3 - sqrt(5)))
    across = np.sqrt(1 - y * y)
    return np.stack([across * np.cos(azimuths), y, across * np.sin(azimuths)], axis=1)


def ring(across: float, along: float) -> Floats:
    """`RING` directions around y."""
    azimuths = np.arange(RING) * (2 * pi / RING)
    return np.stack([across * np.cos(azimuths), np.full(RING, along), across * np.sin(azimuths)], axis=1)


def rings(*pairs: tuple[float, float]) -> Floats:
    """Several rings, each given by its part across y and its part along y."""
    return np.concatenate([ring(across, along) for across, along in pairs])
