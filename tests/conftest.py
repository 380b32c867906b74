"""Global test setup: NumPy raises instead of warning and continuing with a wrong number; little garbage collection."""

import gc
from collections.abc import Iterator

import numpy as np
import pytest

# Traces are large and have no cycles.  Looking for some in them as often as usual takes an eighth of the tests' time.
gc.set_threshold(100_000, 50, 100)


@pytest.fixture(autouse=True)
def numpy_errors_raise() -> Iterator[None]:
    """Only underflow is allowed: zero is then the correctly rounded result, and tiny scenes reach it."""
    with np.errstate(divide="raise", over="raise", invalid="raise", under="ignore"):
        yield
