"""Fixtures shared by the tests of the complete window."""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.app.interface import Bench, start_state

HOMES = count()


@pytest.fixture(autouse=True)
def settings_elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's settings.

    The folders do not exist before something is written: making `tmp_path` for each of ten thousand tests, which lists
    all earlier ones, would take half a minute.
    """
    home = tmp_path_factory.getbasetemp() / f"home{next(HOMES)}"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))


@pytest.fixture(scope="module")
def shared() -> Iterator[Bench]:
    """The application in a window."""
    bench = Bench()
    yield bench
    bench.close()


@pytest.fixture
def bench(shared: Bench) -> Bench:
    """The window with the scene that most tests begin with; a file's own `bench` opens another."""
    shared.open(start_state())
    return shared
