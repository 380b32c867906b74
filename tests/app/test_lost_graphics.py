"""A display or a driver that goes while the window is open: it is told in words, and changes are kept."""

import subprocess
import sys

import moderngl
import pytest

from app.renderer.context import NoGraphics

from .interface import Bench


def test_without_the_display_it_leaves_in_words() -> None:
    words = "from app.window.display import connection_lost; connection_lost()"
    left = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False)
    assert left.returncode == 2
    assert left.stderr == (
        "gjkscope: connection to the display lost; unsaved changes can be restored when gjkscope is started again\n"
    )


def test_a_driver_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()

    def fail() -> None:
        raise moderngl.Error("cannot create\nbuffer")

    monkeypatch.setattr(bench.main.loop, "run", fail)
    with pytest.raises(NoGraphics, match=r"the graphics driver failed \(cannot create buffer\); unsaved changes can"):
        bench.main.run()
    bench.close()
