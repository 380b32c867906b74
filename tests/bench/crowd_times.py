"""Benchmark of a window with many bodies: dragging one, playing, simulating, and memory; a report, not a test.

    .venv-bench/bin/python -m tests.bench.crowd_times
    .venv-bench/bin/python -m tests.bench.crowd_times --memory MINUTES    # only the memory, in a window of its own

Wall times depend on what else the machine does, so dragging one of two bodies, in the same run, is the yardstick, and
CPU times stand beside them: of all threads, and of the main thread, which draws and lays out the window.
"""

import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import moderngl
import numpy as np
import pyglet

from gjkscope import Body, Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, PositionOrientation, Recorder, Scene, Sphere
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.examples import example_scene, examples
from gjkscope.app.state import actions as do
from gjkscope.app.state.model import Theme
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import read_lesson
from gjkscope.app.view.panels.requests import ReadScene
from gjkscope.engine.advancement.motion import EARTH
from gjkscope.engine.simulation.responses import RESPONSES
from gjkscope.engine.vectors import ZERO

SEED, SIZE = 20261128, (1280, 800)
COUNTS = (2, 100, 1000, 10_000)
FRAMES, WARM = 40, 8
CAPTURED, TICKS, RATE = 500, 240, 60
MOVING, STEPS = 200, 30  # bodies and ticks of a simulation
ALGORITHMS = ("gjk", "epa", "sat", "mpr")
THEMES = tuple(Theme)


def crowd(count: int) -> Scene:
    """Bodies of seven kinds in a cube, a few metres apart."""
    random = np.random.default_rng(SEED)
    kinds = [
        Box((0.5, 0.3, 0.4)),
        Sphere(0.4),
        Capsule(0.2, 0.3),
        Cylinder(0.3, 0.4),
        Cone(0.4, 0.4),
        Ellipsoid((0.5, 0.3, 0.4)),
        Hull(random.normal(scale=0.4, size=(20, 3)).tolist()),
    ]
    side = 1.5 * count ** (1 / 3)
    places = random.uniform(-side, side, (count, 3))
    turns = random.normal(size=(count, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    bodies = tuple(
        Body(f"body {i}", kinds[i % len(kinds)], PositionOrientation(tuple(position), tuple(turn)))
        for i, (position, turn) in enumerate(zip(places.tolist(), turns.tolist(), strict=True))
    )
    return Scene(f"{count} bodies", bodies, pairs=(("body 0", "body 1"),))


class Dragging(NamedTuple):
    """Quartiles of the frame rate, and medians of the CPU seconds of a frame: of all threads, and of the main one."""

    slow: float
    middle: float
    fast: float
    cpu: float
    thread: float


class Bench:
    """A window, and the means to draw frames of it to the last pixel."""

    def __init__(self) -> None:
        pyglet.options.headless = "DISPLAY" not in os.environ
        from gjkscope.app.window.platform.display import open_window
        from gjkscope.app.window.window import MainWindow

        self.window = MainWindow(do.initial_state(crowd(2)), open_window(*SIZE))
        self._graphics = moderngl.get_context()
        self._last = 1 / 60

    def frame(self, *actions: do.Action) -> float:
        """Draws a frame after the actions; returns its duration in seconds."""
        began = time.perf_counter()
        self.window.session.perform(actions)
        self.window.loop.run_frame(self._last)
        self._graphics.finish()
        self._last = time.perf_counter() - began
        return self._last

    def dragging(self, count: int) -> "Dragging":
        """What frames cost while one of `count` bodies is dragged."""
        scene = crowd(count)
        self.frame(do.OpenScene(scene, None), do.FrameAll(SIZE[0] / 2 / SIZE[1]))
        x, y, z = scene.bodies[0].pose.position
        self.frame(do.BeginDrag("body 0", ZERO))
        frames = []
        for i in range(WARM + FRAMES):
            cpu, thread = time.process_time(), time.thread_time()
            wall = self.frame(do.DragTo((x + 0.01 * i, y + 0.01 * i, z)))
            frames.append((1 / wall, time.process_time() - cpu, time.thread_time() - thread))
        self.frame(do.EndGesture())
        rates, cpu_times, thread_times = zip(*frames[WARM:], strict=True)
        slow, middle, fast = quantiles(rates, n=4)
        return Dragging(slow, middle, fast, median(cpu_times), median(thread_times))

    def playing(self, path: Path) -> tuple[float, float]:
        """The ticks of a capture shown a second, and the longest frame in seconds."""
        self.window.session.perform([ReadScene((str(path),))])
        while self.window.session.state.capture.table is None or not self.window.session.state.capture.table.size:
            self.frame()
        while self.window.session.state.capture.run is not None and self.window.session.state.shell.task is not None:
            self.frame()
        self.frame(do.PlayCapture(True))
        began, longest, first = time.perf_counter(), 0.0, self.window.session.state.capture.tick
        while self.window.session.state.capture.player.playing:
            longest = max(longest, self.frame())
        shown = self.window.session.state.capture.tick - first
        return shown / (time.perf_counter() - began), longest

    def memory(self, minutes: float) -> Iterator[tuple[float, int, float]]:
        """The minutes passed, the pieces of work done and the resident memory in MB, at least a minute apart."""
        random, began = np.random.default_rng(SEED), time.monotonic()
        jobs, due = cycle((self._drag, self._step_through, self._learn)), 0.0
        for done in count():
            if (passed := (time.monotonic() - began) / 60) >= due:
                yield passed, done, resident()
                due = passed + 1
            if passed >= minutes:
                return
            next(jobs)(random)

    def _drag(self, random: np.random.Generator) -> None:
        """Drags one of a few bodies, looks from elsewhere, and undoes the drag."""
        scene = crowd(int(random.integers(2, 30)))
        self.frame(do.OpenScene(scene, None), do.ChooseAlgorithm(ALGORITHMS[int(random.integers(len(ALGORITHMS)))]))
        x, y, z = scene.bodies[0].pose.position
        self.frame(do.BeginDrag("body 0", ZERO))
        for step in random.normal(scale=0.05, size=(20, 3)).cumsum(axis=0).tolist():
            self.frame(do.DragTo((x + step[0], y + step[1], z + step[2])))
        self.frame(do.EndGesture())
        self.frame(do.Orbit(*random.normal(scale=20, size=2).tolist()))
        self.frame(do.Undo())

    def _step_through(self, random: np.random.Generator) -> None:
        """Steps through the run of a scene that ships with the program, in another theme than before."""
        shipped = examples()[int(random.integers(len(examples())))]
        self.frame(do.OpenScene(example_scene(shipped.path), str(shipped.path)))
        self.frame(do.ChooseTheme(THEMES[int(random.integers(len(THEMES)))]))
        for _ in range(10):
            self.frame(do.StepBy(1))
        self.frame(do.GoToLast())

    def _learn(self, random: np.random.Generator) -> None:
        """Turns the pages of a lesson, and returns to the scene."""
        entry = contents()[int(random.integers(len(contents())))]
        lesson = read_lesson(entry.path)
        for page in range(len(lesson.pages)):
            self.frame(do.OpenLesson(lesson, page))
            self.frame(do.StepBy(1))
        self.frame(do.LeaveLesson())


def resident() -> float:
    """Resident memory of this process, MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def record(path: Path) -> None:
    """A capture of bodies that fly apart, a pair a body."""
    bodies = crowd(CAPTURED).bodies
    with Recorder(path, by="bench") as recorder:
        for tick in range(TICKS):
            for a, b in zip(bodies[::2], bodies[1::2], strict=True):
                pose_a, pose_b = (move(body, 1 + tick / TICKS) for body in (a, b))
                recorder.add(a.shape, pose_a, b.shape, pose_b, signed_distance=1.0, tick=tick)


def move(body: Body, factor: float) -> Any:
    x, y, z = body.pose.position
    return body.pose._replace(position=(factor * x, factor * y, factor * z))


def simulating(response: str) -> tuple[float, int]:
    """The median CPU seconds of a tick in which bodies fall and turn, and the pairs near each other at the end."""
    scene, random = crowd(MOVING), np.random.default_rng(SEED)
    velocities, turns = (map(tuple, random.normal(size=(MOVING, 3)).tolist()) for _ in range(2))
    bodies = tuple(
        replace(body, velocity=velocity, angular_velocity=turn)
        for body, velocity, turn in zip(scene.bodies, velocities, turns, strict=True)
    )
    state = do.initial_state(replace(scene, bodies=bodies, gravity=EARTH, response=response))
    times = []
    for _ in range(STEPS):
        began = time.process_time()
        state = do.update(state, do.StepMotion(1))
        times.append(time.process_time() - began)
    assert state.motion.simulation is not None
    return median(times), len(state.motion.simulation.tick.candidates)


def report_speed(bench: Bench) -> None:
    for number in COUNTS:
        slow, middle, fast, cpu, thread = bench.dragging(number)
        rates = f"{middle:6.1f} frames/s ({slow:.1f} to {fast:.1f})"
        print(
            f"dragging one of {number:6} bodies: {rates}, CPU {1e3 * cpu:.1f} ms, main {1e3 * thread:.1f} ms",
            flush=True,
        )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "crowd.gjkcap"
        record(path)
        rate, longest = bench.playing(path)
    print(f"playing a capture of {CAPTURED} bodies: {rate:.1f} ticks/s (to be {RATE}), longest frame {longest:.3f} s")
    for response in RESPONSES:
        cpu, near = simulating(response)
        print(
            f"a tick of {MOVING} bodies, {near} pairs near, {response}: CPU {1e3 * cpu:.1f} ms (to be {1e3 / RATE:.1f})"
        )


def report_memory(bench: Bench, minutes: float) -> None:
    print("minute    work      MB")
    for passed, done, used in bench.memory(minutes):
        print(f"{passed:6.1f} {done:7} {used:7.1f}", flush=True)


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memory", type=float, metavar="MINUTES", help="only the memory over some minutes of work")
    minutes = parser.parse_args().memory
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    bench = Bench()
    if minutes is None:
        report_speed(bench)
    else:
        report_memory(bench, minutes)


if __name__ == "__main__":
    main()
