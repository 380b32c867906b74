"""Basic vector formulas, against NumPy and at the ends of the number range."""

from math import hypot, sqrt
from random import Random

import numpy as np
import pytest

from gjkscope.engine import vectors
from tests.engine.samples import random_direction, random_rotation, random_vector


@pytest.mark.parametrize("seed", range(20))
def test_every_operation_agrees_with_numpy(seed: int) -> None:
    random = Random(seed)
    a, b, m, n = random_vector(random), random_vector(random), random_rotation(random), random_rotation(random)
    na, nb, nm, nn = np.array(a), np.array(b), np.array(m), np.array(n)
    for ours, theirs in (
        (vectors.add(a, b), na + nb),
        (vectors.sub(a, b), na - nb),
        (vectors.neg(a), -na),
        (vectors.scale(a, 3.5), na * 3.5),
        (vectors.along(a, b, -0.25), na - 0.25 * nb),
        (vectors.dot(a, b), na @ nb),
        (vectors.cross(a, b), np.cross(na, nb)),
        (vectors.norm(a), np.linalg.norm(na)),
        (vectors.unit(a), na / np.linalg.norm(na)),
        (vectors.row_times(m, a), nm @ na),
        (vectors.transposed_times(m, a), nm.T @ na),
        (vectors.column(m, 1), nm[:, 1]),
        (vectors.product(m, n), nm @ nn),
    ):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=4e-15)


@pytest.mark.parametrize("size", [5e-324, 1e-300, 1e-200, 1.0, 1e200, 1e300])
def test_a_length_neither_overflows_nor_underflows(size: float) -> None:
    assert vectors.norm((size, 0.0, 0.0)) == size
    assert vectors.norm((0.0, -size, 0.0)) == size
    assert vectors.unit((0.0, 0.0, -size)) == (0.0, 0.0, -1.0)


@pytest.mark.parametrize("size", [1e-320, 1e-300, 1e-160, 1.0, 1e160, 1e300, 1.7e308])
def test_a_unit_vector_has_length_one_at_every_scale(size: float) -> None:
    random = Random(1)
    for _ in range(100):
        assert abs(vectors.norm(vectors.unit(vectors.scale(random_direction(random), size))) - 1) <= 4 * 2.0**-53


@pytest.mark.parametrize("size", [vectors.SMALL, vectors.LARGE])
def test_a_length_is_the_same_with_and_without_scaling(size: float) -> None:
    """On both sides of the point where its square still has full precision."""
    random = Random(2)
    for _ in range(200):
        vector = vectors.scale(random_direction(random), sqrt(size) * random.uniform(0.5, 2))
        assert vectors.norm(vector) == pytest.approx(hypot(*vector), rel=2 * 2.0**-53, abs=0)


def test_the_zero_vector_has_no_direction() -> None:
    assert vectors.norm(vectors.ZERO) == 0.0
    assert vectors.unit(vectors.ZERO) == vectors.ZERO


def test_the_identity_changes_nothing() -> None:
    assert vectors.row_times(vectors.IDENTITY, (1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)
    assert vectors.product(vectors.IDENTITY, vectors.IDENTITY) == vectors.IDENTITY
