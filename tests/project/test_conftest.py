"""The safety net of all other tests is in place: warnings and NumPy floating-point errors are test failures.

And `make quick` has a test from its first day.
"""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest

from tests.quick import PROCESSOR_TIME, quick_items, slow_tests


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


# --- make quick ---


def item(name: str, is_slow: bool = False) -> SimpleNamespace:
    return SimpleNamespace(nodeid=name, get_closest_marker=lambda marker: marker if is_slow else None)


def test_quick_takes_the_first_case_of_each_test_that_is_not_slow() -> None:
    names = ["a::one", "a::two[1]", "a::two[2[x]]", "a::two[3]", "b::two[4]"]
    chosen = quick_items([*map(item, names), item("b::slow", is_slow=True)])
    assert [item.nodeid for item in chosen] == ["a::one", "a::two[1]", "b::two[4]"]


def test_quick_names_the_tests_that_should_be_marked_slow() -> None:
    reports = [SimpleNamespace(nodeid=f"t{i}", user_properties=[(PROCESSOR_TIME, i)]) for i in range(4)]
    assert slow_tests(reports) == ["3.0 s: t3", "2.0 s: t2"]
