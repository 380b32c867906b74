"""Global test setup: NumPy raises instead of warning and continuing with a wrong number; little garbage collection.

`--quick` selects what `make quick` runs.
"""

import gc
import os
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from tests.quick import quick_items, slow_tests, time_test

# Traces are large and have no cycles.  Looking for some in them as often as usual takes an eighth of the tests' time.
gc.set_threshold(100_000, 50, 100)

# As in the Makefile: without bytecode, these modules take twice as long to collect, and hundreds of processes compile
# the package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.fixture(autouse=True)
def numpy_errors_raise() -> Iterator[None]:
    """Only underflow is allowed: zero is then the correctly rounded result, and tiny scenes reach it."""
    with np.errstate(divide="raise", over="raise", invalid="raise", under="ignore"):
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="only the first case of each test that is not marked slow")


def pytest_collection_finish() -> None:
    """What was collected lives until the end: no later collection needs to look at its 700,000 objects."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("quick"):
        chosen = quick_items(items)
        selected = {*chosen}
        config.hook.pytest_deselected(items=[item for item in items if item not in selected])
        items[:] = chosen


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    if not item.config.getoption("quick"):
        return (yield)
    with time_test(item):
        return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    slow = slow_tests(terminalreporter.stats.get("passed", ())) if config.getoption("quick") else []
    if slow:
        terminalreporter.section("please mark these with pytest.mark.slow")
        terminalreporter.write_line("\n".join(slow))
