"""How long things take that a person waits for; a report, not a test.

    .venv/bin/python -m tests.bench.frame_times

1. Process start to the first frame: whole processes, median.
2. One 1280×800 picture of the start scene without a window, camera turned each time: median.
3. Python's own time a frame, while a shape is dragged, while the pointer moves over panels, and while nothing
   happens: wall time of a frame less what was spent inside OpenGL (drawing, clearing, copying, showing).
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import moderngl
import pyglet
from imgui_bundle import imgui

from app.actions import Action, BeginDrag, DragTo, EndGesture, HoverAxis, Orbit, initial_state, update
from app.cli import START_SCENE
from app.figure import FigureRenderer
from app.resources import resource
from app.scene_file import read_scene
from app.state import State, View
from engine.vectors import ZERO

RUNS, PICTURES, FRAMES = 7, 40, 60

FIRST_FRAME = """
import os
import pyglet
pyglet.options.headless = {headless}
from app.window.loop import FrameLoop
def run_frame(self, dt, real=FrameLoop.run_frame):
    real(self, dt)
    with open("/proc/self/stat") as stat, open("/proc/uptime") as up:
        started = int(stat.read().rsplit(")", 1)[1].split()[19]) / 100
        print(float(up.read().split()[0]) - started, flush=True)
    os._exit(0)
FrameLoop.run_frame = run_frame
from app.cli import main
main([])
"""


def main() -> None:
    print(f"process start to first frame        {first_frame():7.2f} s")
    print(f"a 1280×800 picture, headless        {picture():7.1f} ms")
    for doing, milliseconds in python_times().items():
        print(f"Python time a frame, {doing:<15}{milliseconds:7.2f} ms")


def first_frame() -> float:
    """Seconds; the kernel records the start of a process in hundredths."""
    program = FIRST_FRAME.format(headless="DISPLAY" not in os.environ)
    command = [sys.executable, "-c", program]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(RUNS + 1)]
    return median(float(run.stdout) for run in runs[1:])  # the first run warms the caches


def picture() -> float:
    """Milliseconds for both views with their text, read back."""
    with FigureRenderer((1280, 800)) as figure:
        turned = [update(start_state(), Orbit(2.0 * i, 0.0)) for i in range(PICTURES)]
        figure.render(turned[0], tuple(View))
        return 1e3 * median(timed(lambda state=state: figure.render(state, tuple(View))) for state in turned[1:])


def python_times() -> dict[str, float]:
    """Milliseconds of a frame outside OpenGL, by what is going on."""
    pyglet.options.headless = "DISPLAY" not in os.environ
    from app.window.display import open_window
    from app.window.window import MainWindow

    opengl = Stopwatch()
    opengl.watch(moderngl.VertexArray, "render")
    opengl.watch(moderngl.Framebuffer, "clear")
    opengl.watch(moderngl.Context, "copy_framebuffer")
    window = MainWindow(start_state(), open_window(1280, 800))
    opengl.watch(type(window.window), "flip")
    opengl.watch(imgui.backends, "opengl3_render_draw_data")

    def frames(actions: list[Action]) -> float:
        times = []
        for action in actions:
            before = opengl.seconds
            wall = timed(lambda action=action: (window.session.perform([action]), window.loop.run_frame(1 / 60)))
            times.append(wall - (opengl.seconds - before))
        return 1e3 * median(times)

    frames([EndGesture()] * 10)
    window.session.perform([BeginDrag("A", ZERO)])
    dragging = frames([DragTo((0.002 * i, 0.001 * i, 0.0)) for i in range(FRAMES)])
    window.session.perform([EndGesture()])
    hovering = frames([HoverAxis(i % 15) for i in range(FRAMES)])
    window.session.perform([HoverAxis(None)])
    unchanged = frames([EndGesture()] * FRAMES)
    window.close()
    return {"dragging": dragging, "hovering axes": hovering, "unchanged": unchanged}


class Stopwatch:
    """Adds up the seconds spent inside the functions it watches."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def watch(self, owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def watched(*arguments: Any, **options: Any) -> Any:
            began = time.perf_counter()
            try:
                return real(*arguments, **options)
            finally:
                self.seconds += time.perf_counter() - began

        setattr(owner, name, watched)


def start_state() -> State:
    return initial_state(read_scene(resource(*START_SCENE)))


def timed(deed: Callable[[], object]) -> float:
    began = time.perf_counter()
    deed()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
