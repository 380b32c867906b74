"""Quaternions from Euler angles and rotation vectors, compared with SciPy's."""

from itertools import permutations, product

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from gjkscope.app.scenes.cameras.rotations import EULER_ORDERS, _euler
from gjkscope.app.scenes.turns import NO_TURN, turn_by_euler, turn_by_vector
from gjkscope.engine.pose import rotation_from_quaternion

TAIT_BRYAN = ["".join(order) for order in permutations("xyz")]
PROPER = [a + b + a for a, b in product("xyz", repeat=2) if a != b]
LOWER = [*TAIT_BRYAN, *PROPER, "x", "zy"]

ERROR = 1e-15  # of a part of a unit quaternion: a few roundings


@pytest.mark.parametrize("order", [*LOWER, *map(str.upper, LOWER)])
def test_euler_angles_in_every_order(order: str) -> None:
    angles = np.random.default_rng(3).uniform(-7, 7, len(order)).tolist()
    expected = Rotation.from_euler(order, angles).as_quat()
    turn = np.array(turn_by_euler(order, angles))
    assert min(abs(turn - expected).max(), abs(turn + expected).max()) < ERROR


def test_letters_may_be_mixed() -> None:
    """As in MJCF, which SciPy does not accept: X is the body's axis, which z has turned before."""
    turned = rotation_from_quaternion(turn_by_euler("zX", (0.5, 0.25)))
    assert np.array(turned) == pytest.approx(Rotation.from_euler("ZX", (0.5, 0.25)).as_matrix(), abs=ERROR)


@pytest.mark.parametrize("vector", [(0.3, -1.2, 0.4), (1e-9, 0.0, 2e-9), (4.0, 3.0, 1.0)])
def test_rotation_vectors(vector: tuple[float, float, float]) -> None:
    assert turn_by_vector(vector) == pytest.approx(Rotation.from_rotvec(vector).as_quat(), abs=ERROR)


def test_no_vector_is_no_turn() -> None:
    assert turn_by_vector((0.0, 0.0, 0.0)) == NO_TURN


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_euler_angles_of_a_rotation(order: str) -> None:
    for rotation in Rotation.random(20, rng=np.random.default_rng(4)):
        (a, b, c), (d, e, f), (g, h, i) = rotation.as_matrix().tolist()
        expected = rotation.as_euler(order, degrees=True)
        assert _euler(((a, b, c), (d, e, f), (g, h, i)), order) == pytest.approx(expected, abs=1e-11)
