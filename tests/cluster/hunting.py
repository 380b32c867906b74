"""`make test-cluster`: a hunt on a Dask cluster of two workers, one of which is killed; nothing is lost.

Not a part of `make test`, because it installs Dask and takes half a minute.
"""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

import gjkscope
from gjkscope.app.judge.hunting import workers
from gjkscope.app.judge.hunting.hunt import HuntProgress
from gjkscope.app.judge.hunting.workers import SchedulerError, dask_executor
from tests.app.judge.hunting import planted

CHUNK, CHUNKS = 24, 16


def hunt(**options: Any) -> gjkscope.HuntReport:
    solver = f"{Path(planted.__file__)}:flips_normals_of_cones"
    return gjkscope.hunt(solver, kinds=("cone", "sphere"), count=CHUNK * CHUNKS, chunk=CHUNK, **options)


def test_a_killed_worker_changes_nothing() -> None:
    from distributed import LocalCluster

    killed: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:

        def kill_one(progress: HuntProgress) -> None:
            if not killed and progress.phase == "hunting" and progress.done >= CHUNK * CHUNKS // 4:
                [worker, *_] = cluster.workers.values()
                killed.append(worker.process.process.pid)
                os.kill(killed[0], signal.SIGKILL)

        with dask_executor(cluster.scheduler_address) as (executor, threads):
            assert threads == 2
            there = hunt(executor=executor, jobs=threads, on_progress=kill_one)
    assert killed
    here = hunt()
    assert there.tried == here.tried == CHUNK * CHUNKS
    assert there.found == here.found != ()


def test_an_address_without_a_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 1)
    with pytest.raises(SchedulerError, match="cannot be reached"), dask_executor("127.0.0.1:1"):
        pass
