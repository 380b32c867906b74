"""Benchmark of user-visible latencies against their targets; a report, not a test.

    .venv-bench/bin/python -m tests.bench.frame_times

Wall time is what the user notices, but is unreliable on a shared machine, so CPU time (which hardly depends on other
load) and the load are shown beside it.  Repeated measurements report the median.  Python's time is the CPU time of the
main thread minus the time spent inside OpenGL (binding, drawing, clearing, uploading, copying, presenting) and in
reading the clock for that; the CPU time of a frame also includes the software renderer's own threads.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from types import SimpleNamespace
from typing import Any, NamedTuple

import moderngl
import pyglet
from imgui_bundle import imgui

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.open import START_SCENE
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.actions import Action, BeginDrag, DragTo, EndGesture, HoverAxis, Orbit, initial_state, update
from gjkscope.app.state.model import State, View
from gjkscope.engine.vectors import ZERO

RUNS, PICTURES, FRAMES = 5, 12, 40
CALLS = 10_000  # no-op calls, to measure the overhead of reading the clock
SIZE = (1280, 800)
SETTLE, WATCH = 3.0, 5.0  # seconds without a frame until a window is idle, and for how long it is then watched

FIRST_FRAME = """
import os, sys, time
import pyglet
pyglet.options.headless = {headless}
from gjkscope.app.base.loading import fast_imports
with fast_imports():  # as it will be
    from gjkscope.app.window.loop import FrameLoop
    from gjkscope.engine.shapes.qhull import is_loaded
times = []
def run_frame(self, dt, real=FrameLoop.run_frame):
    complete = is_loaded()
    real(self, dt)
    with open("/proc/self/stat") as stat, open("/proc/uptime") as up:
        started = int(stat.read().rsplit(")", 1)[1].split()[19]) / 100
        times.extend([float(up.read().split()[0]) - started, time.process_time()])
    if complete:
        print(*times[:2], times[-2], flush=True)
        os._exit(0)
FrameLoop.run_frame = run_frame
sys.argv = ["gjkscope"]
from gjkscope.app.__main__ import main
main()
"""

IDLE = """
import os, sys, threading, time
import pyglet
pyglet.options.headless = {headless}
from gjkscope.app.window.loop import FrameLoop
drawn = []
def run_frame(self, dt, real=FrameLoop.run_frame):
    real(self, dt)
    drawn.append(time.monotonic())
FrameLoop.run_frame = run_frame
def watch():
    while not drawn or time.monotonic() - drawn[-1] < {settle}:
        time.sleep(0.1)
    began = time.process_time()
    time.sleep({watch})
    print((time.process_time() - began) / {watch}, flush=True)
    os._exit(0)
threading.Thread(target=watch, daemon=True).start()
sys.argv = ["gjkscope"]
from gjkscope.app.__main__ import main
main()
"""


class Cost(NamedTuple):
    """Seconds: wall time, CPU time of this process, and CPU time of this thread."""

    wall: float
    cpu: float
    thread: float


class Row(NamedTuple):
    what: str
    value: float
    unit: str
    target: str = ""
    note: str = ""


def main() -> None:
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for row in (*window_rows(), *process_rows(), *picture_rows()):
        print(f"{row.what:<42}{row.value:9.2f} {row.unit:<4}{row.target:>12}   {row.note}", flush=True)
    print(f"load average {os.getloadavg()[0]:.1f}")


def window_rows() -> list[Row]:
    """A window of the start scene: a body is dragged, table rows are hovered, and then nothing happens."""
    pyglet.options.headless = "DISPLAY" not in os.environ
    from gjkscope.app.window.platform.display import open_window
    from gjkscope.app.window.window import MainWindow

    opengl = Stopwatch()
    opengl.watch(moderngl.VertexArray, "render")
    opengl.watch(moderngl.Framebuffer, "use")
    opengl.watch(moderngl.Framebuffer, "clear")
    opengl.watch(moderngl.Texture, "use")
    opengl.watch(moderngl.Context, "clear")
    opengl.watch(moderngl.Context, "copy_framebuffer")
    opengl.watch(moderngl.Buffer, "write")
    window = MainWindow(start_state(), open_window(*SIZE))
    opengl.watch(type(window.window), "flip")
    opengl.watch(imgui.backends, "opengl3_render_draw_data")
    graphics = moderngl.get_context()

    def frame(action: Action, dt: float) -> None:
        window.session.perform([action])
        window.loop.run_frame(dt)

    def python(actions: list[Action]) -> float:
        """Milliseconds per frame."""
        times = []
        for action in actions:
            before = opengl.seconds
            times.append(costs(lambda action=action: frame(action, 1 / 60)).thread - (opengl.seconds - before))
        return 1e3 * median(times)

    def show(actions: list[Action]) -> Cost:
        """A frame until its last pixel, each passed the duration of the previous one."""
        taken = [Cost(1 / 60, 0.0, 0.0)]
        for action in actions:
            taken.append(costs(lambda action=action: (frame(action, taken[-1].wall), graphics.finish())))
        return Cost(*(median(column) for column in zip(*taken[len(taken) // 3 :], strict=True)))

    python([EndGesture()] * 10)
    window.session.perform([BeginDrag("A", ZERO)])
    path: list[Action] = [DragTo((0.002 * i, 0.001 * i, 0.0)) for i in range(3 * FRAMES)]
    dragging = python(path[:FRAMES])
    with opengl.left_out():
        alone = python(path[FRAMES : 2 * FRAMES])
    whole = show(path[2 * FRAMES :])
    window.session.perform([EndGesture()])
    hovering = python([HoverAxis(i % 15) for i in range(FRAMES)])
    window.session.perform([HoverAxis(None)])
    again = python([EndGesture()] * FRAMES)
    rest(window.loop)
    nothing = 1e3 * median(costs(window.loop.idle).thread for _ in range(FRAMES))
    window.close()
    cpu = f"{1e3 * whole.cpu:.0f} ms of CPU a frame in all, on two cores good for {2 / whole.cpu:.0f} a second"
    return [
        Row("dragging, frames", 1 / whole.wall, "/s", "≥ 30", cpu),
        Row("dragging, Python a frame", dragging, "ms", "≤ 4"),
        Row("… where OpenGL does nothing", alone, "ms", "", "no software renderer takes the caches from it"),
        Row("hovering rows of a table, Python a frame", hovering, "ms"),
        Row("nothing changes, the loop is woken", nothing, "ms", "≤ 0.2", "draws nothing"),
        Row("a frame that changes nothing, Python", again, "ms", "", "only the five that follow an event"),
    ]


def rest(loop: Any) -> None:
    """Run until the loop would sleep indefinitely."""
    while (wait := loop.idle()) is not None:
        time.sleep(wait)


def process_rows() -> list[Row]:
    """Entire processes, freshly started."""
    headless = "DISPLAY" not in os.environ
    firsts = [numbers(FIRST_FRAME.format(headless=headless)) for _ in range(RUNS + 1)][1:]  # the first warms the caches
    (share,) = numbers(IDLE.format(headless=headless, settle=SETTLE, watch=WATCH))
    first, cpu, complete = (median(column) for column in zip(*firsts, strict=True))
    return [
        Row("process start to first frame", first, "s", "≤ 0.4", f"{cpu:.2f} s of CPU"),
        Row("… until the hull of A − B is in it, too", complete, "s", "", "Qhull is loaded meanwhile"),
        Row("idle window, of a core", 100 * share, "%", "< 3"),
    ]


def picture_rows() -> list[Row]:
    """A picture without a window, with the camera turned each time, against polyscope's screenshot of the same
    meshes."""
    with FigureRenderer(SIZE) as figure:
        turned = [update(start_state(), Orbit(2.0 * i, 0.0)) for i in range(PICTURES)]
        taken = [costs(lambda state=state: figure.render(state, tuple(View)[:2])) for state in turned][1:]
    ours = Cost(*(min(column) for column in zip(*taken, strict=True)))
    wall, cpu = numbers("from tests.bench.polyscope_picture import main; main()")
    return [
        Row(
            "a picture, headless", 1e3 * ours.wall, "ms", "", f"{1e3 * ours.cpu:.0f} ms of CPU; the least of {PICTURES}"
        ),
        Row("polyscope's screenshot", 1e3 * wall, "ms", "", f"{1e3 * cpu:.0f} ms of CPU"),
        Row("a picture by polyscope's screenshot", ours.wall / wall, "", "≤ 0.25", f"by CPU {ours.cpu / cpu:.2f}"),
    ]


class Stopwatch:
    """Sums the CPU seconds that this thread spends inside the watched functions, and in watching them."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._idle = False
        self._watching = 0.0  # overhead per call that is not counted
        self._watching = self._beside()

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """Within this block the watched functions do nothing."""
        self._idle = True
        try:
            yield
        finally:
            self._idle = False

    def watch(self, owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def watch(*arguments: Any, **options: Any) -> Any:
            if self._idle:
                return None
            began = time.thread_time()
            try:
                return real(*arguments, **options)
            finally:
                self.seconds += time.thread_time() - began + self._watching

        setattr(owner, name, watch)

    def _beside(self) -> float:
        """The cost of a no-op call beyond what is counted."""
        nothing = SimpleNamespace(do=lambda: None)
        self.watch(nothing, "do")
        taken = costs(lambda: [nothing.do() for _ in range(CALLS)]).thread - self.seconds
        self.seconds = 0.0
        return taken / CALLS


def start_state() -> State:
    return initial_state(read_scene(resource(*START_SCENE)))


def costs(function: Callable[[], object]) -> Cost:
    began = time.perf_counter(), time.process_time(), time.thread_time()
    function()
    return Cost(time.perf_counter() - began[0], time.process_time() - began[1], time.thread_time() - began[2])


def numbers(program: str) -> list[float]:
    """The last line printed by a program in a separate process.  Its bytecode is cached, as in an installation."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True, env=environment
    )
    return [float(word) for word in done.stdout.splitlines()[-1].split()]


if __name__ == "__main__":
    main()
