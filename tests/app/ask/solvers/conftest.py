"""What the tests of several modules of adapters share."""

import os

import pytest

DATA_HOME = os.environ.get("XDG_DATA_HOME")


@pytest.fixture
def engines_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a data folder of its own; with this, engines that are installed in the user's are asked, too."""
    if DATA_HOME is None:
        monkeypatch.delenv("XDG_DATA_HOME")
    else:
        monkeypatch.setenv("XDG_DATA_HOME", DATA_HOME)
