"""Memory is returned to the system: large blocks as soon as they are freed, other free ones while the window rests.

glibc gives blocks of 128 kB or more pages of their own, but raises this limit, up to 32 MB, to the size of the largest
block that was freed (mallopt(3), M_MMAP_THRESHOLD).  A software renderer keeps its textures in such blocks.  Once one
has been freed, as when a view is resized, later ones lie between small blocks, and their memory stays with the process.
"""

import ctypes
import sys
from functools import cache

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # parameters of mallopt
LARGE = 1 << 20  # bytes: smaller than a texture of a view, larger than what a frame allocates
KEPT = 4 << 20  # bytes at the end of the heap


def return_large_blocks() -> None:
    """Gives every large block pages of its own; does nothing with other allocators than glibc's."""
    if (glibc := _glibc()) is not None:
        glibc.mallopt(MMAP_THRESHOLD, LARGE)
        glibc.mallopt(TRIM_THRESHOLD, KEPT)


def return_free_memory() -> None:
    """Gives the free pages between used blocks to the system: one to three milliseconds after work, 0.1 ms otherwise.

    glibc does this by itself for the end of the heap only (malloc_trim(3)).
    """
    if (glibc := _glibc()) is not None:
        glibc.malloc_trim(0)


@cache
def _glibc() -> ctypes.CDLL | None:
    libc = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    return libc if hasattr(libc, "mallopt") and hasattr(libc, "malloc_trim") else None
