"""Benchmark of video frames: drawing, reading back and encoding; a report, not a test.

    .venv-bench/bin/python -m tests.bench.film_times

The videos are two shipped films as recorded by `gjkscope record`; while nothing changes, a frame is not redrawn, only
encoded again.  Besides wall time, it reports the CPU time of all threads, because the software renderer and the encoder
have their own.  To keep the encoder's out of the drawing time, each second of frames is encoded after it is drawn.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice, pairwise
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import moderngl

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.record import RATE, SIZE
from gjkscope.app.share.export.encoding.film_file import open_film
from gjkscope.app.share.export.encoding.writer import FilmWriter
from gjkscope.app.share.export.film import FilmRenderer, FilmStyle
from gjkscope.app.teach.demos.file import read_demo
from gjkscope.app.teach.demos.frames import FilmFrame, frames, whole_span

DEMOS = ("gjk-in-60-seconds", "fifteen-axes")
MOST = 0.5  # of the time for drawing, for reading back and encoding together


class Stopwatch:
    """Wall and CPU seconds, and the number of calls."""

    def __init__(self) -> None:
        self.wall, self.cpu, self.count = 0.0, 0.0, 0

    @contextmanager
    def running(self) -> Iterator[None]:
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu
        self.count += 1


class Times:
    """Time spent in each part of making a video."""

    def __init__(self) -> None:
        self.performing, self.drawing, self.reading, self.encoding = (Stopwatch() for _ in range(4))
        self.frames = 0

    def film(self, renderer: FilmRenderer, out: FilmWriter, shots: Iterator[FilmFrame]) -> None:
        """Process the video one second at a time."""
        while second := self._performed(shots):
            with self.drawing.running():  # includes reading, which is subtracted again
                pictures = [renderer.render(frame.state) for frame in second]
            with self.encoding.running():
                for picture in pictures:
                    out.add(picture)
            self.frames += len(second)

    def _performed(self, shots: Iterator[FilmFrame]) -> list[FilmFrame]:
        with self.performing.running():
            return list(islice(shots, RATE))

    def read(self, real: Callable[..., bytes]) -> Callable[..., bytes]:
        """`Framebuffer.read`, timed from the end of drawing."""

        def read(canvas: moderngl.Framebuffer, *args: Any, **options: Any) -> bytes:
            canvas.ctx.finish()
            with self.reading.running():
                return real(canvas, *args, **options)

        return read

    def tell(self) -> None:
        read, encode = self.reading, self.encoding
        draw = Stopwatch()
        draw.wall, draw.cpu = self.drawing.wall - read.wall, self.drawing.cpu - read.cpu
        print(f"{'':12} {'s wall':>8} {'s CPU':>8} {'ms wall a frame':>16}")
        parts = {"performing": self.performing, "drawing": draw, "reading back": read, "encoding": encode}
        for name, part in parts.items():
            print(f"{name:12} {part.wall:8.2f} {part.cpu:8.2f} {1e3 * part.wall / self.frames:16.2f}")
        wall, cpu = (read.wall + encode.wall) / draw.wall, (read.cpu + encode.cpu) / draw.cpu
        print(f"reading back and encoding / drawing: {wall:.2f} (to be ≤ {MOST:g}), of CPU time {cpu:.2f}")


def report(name: str) -> None:
    load = os.getloadavg()[0]
    demo = read_demo(Path(str(resource("assets", "demos", f"{name}.gjkdemo.json"))))
    times, began = Times(), time.perf_counter()
    with (
        TemporaryDirectory() as folder,
        FilmRenderer(FilmStyle(SIZE)) as renderer,
        patch.object(moderngl.Framebuffer, "read", times.read(moderngl.Framebuffer.read)),
        open_film(Path(folder) / "film.mp4", SIZE, RATE, list) as out,
    ):
        times.film(renderer, out, frames(demo, RATE, whole_span(demo)))
    whole = time.perf_counter() - began
    print(f"{demo.name}: {times.frames} frames of {SIZE[0]}×{SIZE[1]}")
    times.tell()
    print(f"the whole film of {demo.seconds:.0f} s in one process: {whole:.1f} s (load {load:.1f})")


def report_recorded(name: str) -> None:
    """Times `gjkscope record`, with all its processes and their start."""
    path = Path(str(resource("assets", "demos", f"{name}.gjkdemo.json")))
    with TemporaryDirectory() as folder:
        film = Path(folder) / "film.mp4"
        before, began = _children_seconds(), time.perf_counter()
        run([sys.executable, "-m", "gjkscope", "record", path, "-o", film, "--hashes"], check=True, stdout=DEVNULL)
        cpu, wall = _children_seconds() - before, time.perf_counter() - began
        hashes = [line.split()[1] for line in film.with_suffix(".hashes").read_text().splitlines()]
    distinct = 1 + sum(first != second for first, second in pairwise(hashes))
    print(f"{name}: {distinct} of {len(hashes)} pictures are distinct ({distinct / len(hashes):.0%})")
    print(f"{1e3 * cpu / distinct:.1f} ms CPU a distinct picture, {len(hashes) / wall:.1f} frames/s (to be ≥ {RATE})")


def _children_seconds() -> float:
    """CPU time of all processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    for film_name in DEMOS:
        report(film_name)
        report_recorded(film_name)
