"""Measures what a process holds, and how fast that grows."""

import ctypes
import gc
import os
import sys
from collections import Counter
from collections.abc import Sequence
from functools import _lru_cache_wrapper
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
    types: Counter[str]  # the number of those objects of Python, by type


class Emptied(NamedTuple):
    """What a bounded cache held."""

    megabytes: float  # of C's heap
    blocks: int  # of Python's own heap
    entries: int
    most: int  # entries that it can hold
    name: str


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
    objects = types()
    return Held(
        hours,
        resident(),
        used(),
        sys.getallocatedblocks() // 1000,
        len(descriptors()),
        len([*Path("/proc/self/task").iterdir()]),
        len(descendants(os.getpid())),
        objects.total() // 1000,
        graphics_objects(),
        objects,
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


def types() -> Counter[str]:
    """The number of objects that Python's collector tracks, by type."""
    found = Counter[str]()
    for kind, count in Counter(map(type, gc.get_objects())).items():
        found[f"{kind.__module__}.{kind.__qualname__}"] += count
    return found


def empty_caches() -> list[Emptied]:
    """Empties every cache that has a bound and is in use, and returns what each held.

    What several caches hold counts for the last of them.
    """
    emptied = []
    # By type, as `isinstance` would ask a weak reference for the class of an object that is gone.
    for cache in [thing for thing in gc.get_objects() if type(thing) is _lru_cache_wrapper]:
        _, _, most, entries = cache.cache_info()
        if most is None or not entries:
            continue
        megabytes, blocks = used(), sys.getallocatedblocks()
        cache.cache_clear()
        name = f"{cache.__module__}.{cache.__qualname__}"
        emptied.append(Emptied(megabytes - used(), blocks - sys.getallocatedblocks(), entries, most, name))
    return emptied


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
