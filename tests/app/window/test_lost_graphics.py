"""A display or driver that fails while the window is open: a message explains it, and changes are kept."""

import subprocess
import sys

import moderngl
import pytest

from gjkscope.app.view.renderer.context import NoGraphics
from tests.app.interface import Bench


def test_losing_the_display_exits_with_a_message() -> None:
    words = "from gjkscope.app.window.platform.display import exit_without_display; exit_without_display()"
    left = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False)
    assert left.returncode == 2
    assert left.stderr == (
        "gjkscope: connection to the display lost; unsaved changes can be restored when gjkscope is started again\n"
    )


def test_a_failing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()

    def fail() -> None:
        raise moderngl.Error("cannot create\nbuffer")

    monkeypatch.setattr(bench.main.loop, "run", fail)
    with pytest.raises(NoGraphics, match=r"the graphics driver failed \(cannot create buffer\); unsaved changes can"):
        bench.main.run()
    bench.close()
