"""Memory goes back to the system: large blocks at once, also between small ones that stay; small ones on request."""

import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, gc, os, sys
from pathlib import Path
from gjkscope.app.window.platform.memory import return_large_blocks
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
def block(size):
    place = libc.malloc(size)
    ctypes.memset(place, 1, size)
    return place
if sys.argv[1] == "returned":
    return_large_blocks()
libc.free(block(20 << 20))  # as when a view is resized
before = resident()
textures, others = zip(*[(block(3 << 20), block(100_000)) for _ in range(20)])
for texture in textures:
    libc.free(texture)
print(resident() - before)
"""


def megabytes_kept(way: str) -> float:
    done = subprocess.run([sys.executable, "-c", PROGRAM, way], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


FREED = """
import os
from pathlib import Path
from gjkscope.app.window.platform.memory import return_free_memory, return_large_blocks
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
return_large_blocks()
before = resident()
blocks = [bytes(50_000) for _ in range(1600)]
del blocks[:-1]  # the last one stays at the end of the heap
kept = resident() - before
return_free_memory()
print(kept, resident() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_free_memory_between_blocks_that_stay_is_returned_on_request() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    kept, left = map(float, done.stdout.split())
    assert kept > 40
    assert left < 4


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_freed_textures_leave_no_memory_behind() -> None:
    assert megabytes_kept("returned") < 4  # 2 MB of the small blocks between them
