"""Processes that hunt beside the window."""

import time
from concurrent.futures import wait
from concurrent.futures.process import BrokenProcessPool

import pytest

from gjkscope.app.hunting.workers import background_executor


def test_abandoned_processes_end_at_once() -> None:
    with background_executor(1) as (executor, abandon):
        assert executor.submit(abs, -1).result(timeout=60) == 1  # it has started
        busy = executor.submit(time.sleep, 600)
        assert not wait([busy], 0.2).done
        abandon()
        with pytest.raises(BrokenProcessPool):
            busy.result(timeout=60)
