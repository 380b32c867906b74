"""The safety net of all other tests is in place: warnings and NumPy floating-point errors are test failures."""

import warnings

import numpy as np
import pytest


def test_a_warning_is_an_error() -> None:
    with pytest.raises(DeprecationWarning, match="old"):
        warnings.warn("old", DeprecationWarning, stacklevel=1)


@pytest.mark.parametrize(
    "fault",
    [lambda x: x / 0.0, lambda x: x * 1e300 * 1e300, lambda x: x * np.inf - x * np.inf],
    ids=["division by zero", "overflow", "invalid"],
)
def test_a_numpy_floating_point_error_raises(fault) -> None:
    with pytest.raises(FloatingPointError):
        fault(np.ones(3))


def test_underflow_does_not_raise() -> None:
    assert np.float64(1e-200) * np.float64(1e-200) == 0.0
