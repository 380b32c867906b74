"""What the tests of 2D and of 3D engines share: an answer compared with a closed form."""

import pytest

from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.engine.vectors import Vec3, dot, norm, sub


def check(answer: SolverAnswer, distance: float, normal: Vec3 | None, tolerance: float) -> None:
    """Sizes are about 4 m; normals of curved pairs are less accurate than distances, by the square root."""
    assert (answer.crashed, answer.not_finite) == (None, None)
    assert answer.signed_distance == pytest.approx(distance, abs=tolerance)
    if normal is not None and answer.normal is not None:
        assert norm(answer.normal) == pytest.approx(1, abs=1e-6)
        assert dot(normal, answer.normal) > 1 - tolerance
    if answer.witness_a is not None and answer.witness_b is not None:
        between = sub(answer.witness_b, answer.witness_a)
        assert norm(between) == pytest.approx(abs(distance), abs=tolerance)
        if normal is not None:
            assert dot(between, normal) == pytest.approx(distance, abs=tolerance)
