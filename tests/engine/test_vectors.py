"""Basic vector formulas, against NumPy and at the ends of the number range."""

from math import cos, hypot, sin, sqrt
from random import Random

import numpy as np
import pytest

from gjkscope.engine import vectors
from tests.engine.samples import random_direction, random_rotation, random_vector

ACCURATE = 8 * vectors.DOUBLE  # of a sine, from a few roundings


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


@pytest.mark.parametrize("angle", [1e-9, 1e-4, 0.2, 0.3, 1.5])
@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_an_area_is_perpendicular_to_its_factors_however_close_they_are(angle: float, size: float) -> None:
    """From a quarter of a right angle on, it is the cross product to the bit."""
    random = Random(3)
    for _ in range(50):
        a = random_direction(random)
        aside = vectors.unit(vectors.square_to(random_direction(random), a))
        b = vectors.scale(vectors.along(vectors.scale(a, cos(angle)), aside, sin(angle)), size)
        found, plain = vectors.area(a, b), vectors.cross(a, b)
        assert abs(vectors.dot(found, a)) <= ACCURATE * vectors.norm(found)
        assert abs(vectors.dot(found, b)) <= ACCURATE * size * vectors.norm(found)
        assert found == plain or sin(angle) ** 2 < vectors.WIDE
        assert vectors.norm(found) == pytest.approx(sin(angle) * size, rel=1e-15 / sin(angle))


def test_nothing_is_square_to_the_zero_vector() -> None:
    assert vectors.square_to((1.0, 2.0, 3.0), vectors.ZERO) == (1.0, 2.0, 3.0)
    assert vectors.square_to((1.0, 2.0, 3.0), (0.0, 0.5, 0.0)) == (1.0, 0.0, 3.0)


def test_items_are_found_by_their_index() -> None:
    assert [vectors.nth((7, 8, 9), i) for i in range(3)] == [7, 8, 9]


def test_the_zero_vector_has_no_direction() -> None:
    assert vectors.norm(vectors.ZERO) == 0.0
    assert vectors.unit(vectors.ZERO) == vectors.ZERO


def test_the_identity_changes_nothing() -> None:
    assert vectors.row_times(vectors.IDENTITY, (1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)
    assert vectors.product(vectors.IDENTITY, vectors.IDENTITY) == vectors.IDENTITY
