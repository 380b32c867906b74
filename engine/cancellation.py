"""Cancels a long computation from another thread.

    with cancellable_by(event.is_set):
        broad_phase(...)                # raises `Cancelled` soon after the event is set

Long computations call `checkpoint` between parts of their work.  Without `cancellable_by` they are never cancelled;
computations that take only milliseconds have no checkpoints.  `time_limit` ends them in the same way.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from time import monotonic

LOOK_SECONDS = 0.05  # between two checks for cancellation while waiting

_is_cancelled: ContextVar[Callable[[], bool] | None] = ContextVar("is_cancelled", default=None)


class Cancelled(Exception):
    """The computation was cancelled."""


@contextmanager
def cancellable_by(is_cancelled: Callable[[], bool]) -> Iterator[None]:
    """Cancels computations of this thread within the block: they raise `Cancelled` once `is_cancelled()` is true."""
    before = _is_cancelled.set(is_cancelled)
    try:
        yield
    finally:
        _is_cancelled.reset(before)


def checkpoint() -> None:
    """Raises `Cancelled` if the computation was cancelled."""
    is_cancelled = _is_cancelled.get()
    if is_cancelled is not None and is_cancelled():
        raise Cancelled


@contextmanager
def holding(lock: Lock) -> Iterator[None]:
    """Holds a lock within the block; waiting for it, which may take seconds, can be cancelled.  Raises `Cancelled`."""
    while not lock.acquire(timeout=LOOK_SECONDS):
        checkpoint()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Ends computations of this thread within the block after that many seconds.  Raises `TimeoutError`.

    They can still be cancelled from outside, which raises `Cancelled`.
    """
    cancelled = _is_cancelled.get() or (lambda: False)
    end = monotonic() + seconds
    try:
        with cancellable_by(lambda: monotonic() > end or cancelled()):
            yield
    except Cancelled:
        if cancelled():
            raise
        raise TimeoutError(f"took longer than {seconds:g} s") from None
