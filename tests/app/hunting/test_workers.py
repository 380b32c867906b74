"""The processes and threads of hunts end at once when their results are no longer wanted."""

import time
from concurrent.futures import wait
from concurrent.futures.process import BrokenProcessPool

import pytest

from gjkscope.app.hunting.chunks import HuntPlan, close_solvers, run_chunk
from gjkscope.app.hunting.workers import background_executor, executor_for
from gjkscope.engine.cancellation import Cancelled
from tests.app.hunting import planted

HANGING = HuntPlan(f"{planted.__file__}:hangs_deep_inside", ("box", "sphere"), seconds=300.0)
DEEP = 3  # the chunk of the family with deep overlaps


def test_abandoned_processes_end_at_once() -> None:
    with background_executor(1) as (executor, abandon):
        assert executor.submit(abs, -1).result(timeout=60) == 1  # it has started
        busy = executor.submit(time.sleep, 600)
        assert not wait([busy], 0.2).done
        abandon()
        with pytest.raises(BrokenProcessPool):
            busy.result(timeout=60)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_chunk_whose_solver_hangs_does_not_delay_the_end(jobs: int) -> None:
    with executor_for(HANGING, jobs) as executor:
        hanging = executor.submit(run_chunk, HANGING, DEEP)
        assert not wait([hanging], 0.5).done
        began = time.monotonic()
    assert time.monotonic() - began < 30  # seconds, of 300
    assert isinstance(hanging.exception(), Cancelled | BrokenProcessPool)
    close_solvers()
