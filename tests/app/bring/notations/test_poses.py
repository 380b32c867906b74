"""Rotations of imported poses."""

from math import isclose

import numpy as np
import pytest

from gjkscope.app.bring.notations.poses import turn_onto

AXES = [
    (x, y, z)
    for size in (1.0, 1e-8, 1e-150, 1e-200, 1e-308, 5e-324)
    for x, y in ((size, 0.0), (0.0, -size), (-size, 2 * size), (0.0, 0.0))
    for z in (1.0, -1.0)
]


@pytest.mark.parametrize("axis", [*dict.fromkeys(AXES)])
def test_the_smallest_rotation_onto_an_axis(axis: tuple[float, float, float]) -> None:
    """Also where the squares of what is left of an axis that points down are too small for a double."""
    length = float(np.hypot(np.hypot(axis[0], axis[1]), axis[2]))
    x, y, z = (part / length for part in axis)
    turn = np.array(turn_onto((x, y, z)))
    assert np.abs(turn @ turn.T - np.eye(3)).max() < 4e-16 * 4
    assert np.abs(turn[:, 2] - (x, y, z)).max() < 1e-15
    assert isclose(np.linalg.det(turn), 1.0, rel_tol=1e-14)
    assert isclose(np.trace(turn), 1.0 + 2.0 * z, abs_tol=1e-14)  # no other rotation onto it turns by less
