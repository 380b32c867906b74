"""Threads that are kept from batch to batch: starting one takes as long as solving hundreds of pairs of boxes."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache

from gjkscope.engine.batch.processors import processors


def in_threads(work: Callable[[], bool], threads: int) -> list[bool]:
    """What `work` returns in each of up to `threads` threads, one of which is the caller's.

    `work` takes the next part of some work until none remains. So there is no wait for threads that are busy with
    another caller's batch: when the caller's own thread returns, no work remains for them.
    """
    if threads == 1:
        return [work()]
    others = [_kept_threads().submit(work) for _ in range(threads - 1)]
    try:
        own = work()
    finally:  # whatever happened, no thread writes into the caller's arrays once it has returned
        started = [other for other in others if not other.cancel()]
        wait(started)
    return [own, *(other.result() for other in started)]


@cache
def _kept_threads() -> ThreadPoolExecutor:
    """Starts threads when they are needed, at most one for each processor except the caller's."""
    return ThreadPoolExecutor(max(processors() - 1, 1), "gjkscope batch")


if hasattr(os, "register_at_fork"):  # a forked process has none of its parent's threads
    os.register_at_fork(after_in_child=_kept_threads.cache_clear)
