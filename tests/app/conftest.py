"""What the tests of the whole window share."""

from collections.abc import Iterator

import pytest

from tests.app.interface import Bench


@pytest.fixture(scope="module")
def shared() -> Iterator[Bench]:
    """The application in a window; a test's own `bench` opens its scene in it."""
    bench = Bench()
    yield bench
    bench.close()
