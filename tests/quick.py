"""`make quick`: one case of each test, none that is marked slow, and a list of those that should be.

The rule needs no list of names: of a test with many parameters, only its first case runs, so a new test is among them
from its first day.  A test that takes longer than `MOST_SECONDS` of processor time is named at the end.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

import pytest

MOST_SECONDS = 1.0  # of processor time, so that a busy machine changes little
PROCESSOR_TIME = "processor time"


def quick_items(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The first case of each test that is not marked slow."""
    cases = groupby(items, lambda item: item.nodeid.partition("[")[0])
    return [item for item in (next(same) for _, same in cases) if item.get_closest_marker("slow") is None]


@contextmanager
def time_test(item: pytest.Item) -> Iterator[None]:
    """Notes in the report of a test how much processor time it takes."""
    start = time.process_time()
    yield
    item.user_properties.append((PROCESSOR_TIME, time.process_time() - start))


def slow_tests(reports: Iterable[pytest.TestReport]) -> list[str]:
    """A line for each test that should be marked slow."""
    times = [(seconds, report.nodeid) for report in reports for key, seconds in report.user_properties]
    return [f"{seconds:.1f} s: {name}" for seconds, name in sorted(times, reverse=True) if seconds > MOST_SECONDS]
