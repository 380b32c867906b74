"""Large blocks of memory are returned to the system as soon as they are freed.

glibc gives blocks of 128 kB or more pages of their own, but raises this limit, up to 32 MB, to the size of the largest
block that was freed (mallopt(3), M_MMAP_THRESHOLD).  A software renderer keeps its textures in such blocks.  Once one
has been freed, as when a view is resized, later ones lie between small blocks, and their memory stays with the process.
"""

import ctypes
import sys

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # parameters of mallopt
LARGE = 1 << 20  # bytes: smaller than a texture of a view, larger than what a frame allocates
KEPT = 4 << 20  # bytes at the end of the heap


def return_large_blocks() -> None:
    """Gives every large block pages of its own; does nothing with other allocators than glibc's."""
    if sys.platform.startswith("linux") and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(MMAP_THRESHOLD, LARGE)
        libc.mallopt(TRIM_THRESHOLD, KEPT)
