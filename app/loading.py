"""Loading the program quickly."""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """What is imported stays: to look through it for garbage, again and again, takes a tenth of the time to start.

    NumPy's matrices are small here, so it needs none of the threads that it starts for large ones, one a core.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
