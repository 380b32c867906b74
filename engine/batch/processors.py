"""The number of processors, for dividing work among threads or processes."""

import os


def processors() -> int:
    """The number of processors that this process may use, at least 1.

    >>> from gjkscope.engine.batch.processors import processors
    >>> processors() >= 1
    True
    """
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
