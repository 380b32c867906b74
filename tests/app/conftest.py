"""Fixtures shared by the tests of the complete window."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.interface import Bench, start_state


@pytest.fixture(autouse=True)
def settings_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's settings."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


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
