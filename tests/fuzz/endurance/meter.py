"""Measures what a process holds, and how fast that grows."""

import ctypes
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pyglet import gl

from gjkscope.app.base.processes.supervision import descendants

MOST_NAMES = 20_000  # of OpenGL: drivers give the smallest free ones, and the window has some hundreds

HEAP = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")


class Held(NamedTuple):
    """What the process holds at one time."""

    hours: float  # since the beginning
    megabytes: float  # resident
    used: float  # megabytes of C's heap that are in use; the rest waits there for others
    blocks: int  # of Python's own heap that are in use, in thousands
    descriptors: int
    threads: int
    processes: int  # descendants
    objects: int  # that Python's collector tracks, in thousands
    graphics: int  # buffers, textures, framebuffers, renderbuffers, vertex arrays and programs of the context


class Slope(NamedTuple):
    """The growth of a quantity per hour, by least squares, and its standard error."""

    per_hour: float
    error: float

    @property
    def is_steady(self) -> bool:
        """Whether there may be no growth at all: it is less than two of its standard errors."""
        return self.per_hour <= 2 * self.error


def measure(hours: float) -> Held:
    """Measures this process after a complete collection of garbage; an OpenGL context must be current."""
    gc.collect()
    return Held(
        hours,
        resident(),
        used(),
        sys.getallocatedblocks() // 1000,
        len(descriptors()),
        len([*Path("/proc/self/task").iterdir()]),
        len(descendants(os.getpid())),
        len(gc.get_objects()) // 1000,
        graphics_objects(),
    )


def resident() -> float:
    """Resident memory of this process, MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def used() -> float:
    """The part of C's heap that is in use, MB, in all arenas and mappings, as glibc 2.33 and later tell."""
    tell = ctypes.CDLL(None).mallinfo2
    tell.restype = HeapReport
    report = tell()
    return float(report.uordblks + report.hblkhd) / 1e6


class HeapReport(ctypes.Structure):
    """C's `struct mallinfo2`, in bytes and counts."""

    _fields_ = [(name, ctypes.c_size_t) for name in HEAP]


def descriptors() -> dict[int, str]:
    """The open file descriptors and what each is."""
    found = {}
    for link in Path("/proc/self/fd").iterdir():
        try:
            found[int(link.name)] = str(link.readlink())
        except FileNotFoundError:  # that of the listing itself
            continue
    return found


def graphics_objects() -> int:
    """The number of objects in the current OpenGL context."""
    kinds = (gl.glIsBuffer, gl.glIsTexture, gl.glIsFramebuffer, gl.glIsRenderbuffer, gl.glIsVertexArray, gl.glIsProgram)
    return sum(bool(exists(name)) for exists in kinds for name in range(1, MOST_NAMES))


def slope(hours: Sequence[float], values: Sequence[float]) -> Slope:
    """The growth of values that were measured at these times, at least three.

    >>> slope([0, 1, 2, 3], [5, 7, 9, 11])
    Slope(per_hour=2.0, error=0.0)
    """
    times, y = np.asarray(hours, float), np.asarray(values, float)
    times = times - times.mean()
    spread = float(times @ times)
    growth = float(times @ y) / spread
    rest = y - y.mean() - growth * times
    return Slope(round(growth, 9), round(float(rest @ rest / (len(y) - 2) / spread) ** 0.5, 9))
