"""Global test setup: NumPy raises instead of warning and continuing with a wrong number."""

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def numpy_errors_raise() -> Iterator[None]:
    """Only underflow is allowed: zero is then the correctly rounded result, and tiny scenes reach it."""
    with np.errstate(divide="raise", over="raise", invalid="raise", under="ignore"):
        yield
