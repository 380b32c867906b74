"""Benchmark of a window with many bodies: dragging one, playing a capture, and memory over time; a report, not a test.

    .venv-bench/bin/python -m tests.bench.crowd_times [MINUTES]    # of work, for the memory

Wall times depend on what else the machine does, so that dragging one of two bodies, in the same run, is the yardstick.
"""

import os
import sys
import time
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

import moderngl
import numpy as np
import pyglet

from gjkscope import Body, Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, PositionOrientation, Recorder, Scene, Sphere
from gjkscope.app.actions import (
    Action,
    BeginDrag,
    ChooseAlgorithm,
    DragTo,
    EndGesture,
    FrameAll,
    OpenScene,
    Orbit,
    PlayCapture,
    Undo,
    initial_state,
)
from gjkscope.app.panels.requests import ReadScene
from gjkscope.engine.vectors import ZERO

SEED, SIZE = 20261128, (1280, 800)
COUNTS = (2, 100, 1000, 10_000)
FRAMES, WARM = 40, 8
CAPTURED, TICKS, RATE = 500, 240, 60
ALGORITHMS = ("gjk", "epa", "sat", "mpr")


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
        Body(f"body {i}", kinds[i % len(kinds)], PositionOrientation(tuple(place), tuple(turn)))
        for i, (place, turn) in enumerate(zip(places.tolist(), turns.tolist(), strict=True))
    )
    return Scene(f"{count} bodies", bodies, pairs=(("body 0", "body 1"),))


class Bench:
    """A window, and the means to draw frames of it to the last pixel."""

    def __init__(self) -> None:
        pyglet.options.headless = "DISPLAY" not in os.environ
        from gjkscope.app.window.platform.display import open_window
        from gjkscope.app.window.window import MainWindow

        self.window = MainWindow(initial_state(crowd(2)), open_window(*SIZE))
        self._graphics = moderngl.get_context()
        self._last = 1 / 60

    def frame(self, *actions: Action) -> float:
        """Draws a frame after the actions; returns its duration in seconds."""
        began = time.perf_counter()
        self.window.session.perform(actions)
        self.window.loop.run_frame(self._last)
        self._graphics.finish()
        self._last = time.perf_counter() - began
        return self._last

    def dragging(self, count: int) -> tuple[float, float, float]:
        """The quartiles of the frame rate while one of `count` bodies is dragged."""
        scene = crowd(count)
        self.frame(OpenScene(scene, None), FrameAll(SIZE[0] / 2 / SIZE[1]))
        x, y, z = scene.bodies[0].pose.position
        self.frame(BeginDrag("body 0", ZERO))
        durations = [self.frame(DragTo((x + 0.01 * i, y + 0.01 * i, z))) for i in range(WARM + FRAMES)][WARM:]
        self.frame(EndGesture())
        slow, middle, fast = quantiles([1 / duration for duration in durations], n=4)
        return slow, middle, fast

    def playing(self, path: Path) -> tuple[float, float]:
        """The ticks of a capture shown a second, and the longest frame in seconds."""
        self.window.session.perform([ReadScene((str(path),))])
        while self.window.session.state.capture.table is None or not self.window.session.state.capture.table.size:
            self.frame()
        while self.window.session.state.capture.run is not None and self.window.session.state.shell.task is not None:
            self.frame()
        self.frame(PlayCapture(True))
        began, longest, first = time.perf_counter(), 0.0, self.window.session.state.capture.tick
        while self.window.session.state.capture.player.playing:
            longest = max(longest, self.frame())
        shown = self.window.session.state.capture.tick - first
        return shown / (time.perf_counter() - began), longest

    def memory(self, minutes: float) -> list[float]:
        """The resident memory in MB, twelve times in all, while bodies are dragged, views turned and scenes opened."""
        used, end = [], time.monotonic() + 60 * minutes
        random = np.random.default_rng(SEED)
        sample = time.monotonic()
        while time.monotonic() < end:
            self._work(random)
            if time.monotonic() >= sample:
                used.append(resident())
                sample += 60 * minutes / 12
        return used

    def _work(self, random: np.random.Generator) -> None:
        scene = crowd(int(random.integers(2, 30)))
        self.frame(OpenScene(scene, None), ChooseAlgorithm(ALGORITHMS[int(random.integers(len(ALGORITHMS)))]))
        x, y, z = scene.bodies[0].pose.position
        self.frame(BeginDrag("body 0", ZERO))
        for step in random.normal(scale=0.05, size=(20, 3)).cumsum(axis=0).tolist():
            self.frame(DragTo((x + step[0], y + step[1], z + step[2])))
        self.frame(EndGesture())
        self.frame(Orbit(*random.normal(scale=20, size=2).tolist()))
        self.frame(Undo())


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
                pose_a, pose_b = (moved(body, 1 + tick / TICKS) for body in (a, b))
                recorder.add(a.shape, pose_a, b.shape, pose_b, signed_distance=1.0, tick=tick)


def moved(body: Body, factor: float) -> Any:
    x, y, z = body.pose.position
    return body.pose._replace(position=(factor * x, factor * y, factor * z))


def main(minutes: float) -> None:
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    bench = Bench()
    for count in COUNTS:
        slow, middle, fast = bench.dragging(count)
        print(f"dragging one of {count:6} bodies: {middle:6.1f} frames/s ({slow:.1f} to {fast:.1f})", flush=True)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "crowd.gjkcap"
        record(path)
        rate, longest = bench.playing(path)
    print(f"playing a capture of {CAPTURED} bodies: {rate:.1f} ticks/s (to be {RATE}), longest frame {longest:.3f} s")
    used = ", ".join(f"{value:.0f}" for value in bench.memory(minutes))
    print(f"resident memory over {minutes:g} minutes of work, MB: {used}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
