"""Results computed between frames: when a job runs, and what is shown until it is done."""

from threading import Barrier, Event, current_thread, main_thread

import pytest

from gjkscope.app.base.jobs import JobQueue, JobQueues, LatestResult
from gjkscope.engine.cancellation import checkpoint


def double(number: int) -> int:
    assert current_thread() is not main_thread()
    return 2 * number


def failing(_: int) -> None:
    raise ValueError("no such number")


def frame(jobs: JobQueue, *questions: int, still: bool = True) -> list[LatestResult | None]:
    known = [jobs.request(f"slot {i}", double, number) for i, number in enumerate(questions)]
    jobs.run_due(still)
    jobs.wait()
    return known


def test_a_result_is_available_in_the_next_frame() -> None:
    woken: list[None] = []
    jobs = JobQueue(lambda: woken.append(None))
    assert frame(jobs, 3, 4) == [None, None]
    assert len(woken) == 2
    assert frame(jobs, 3, 4) == [LatestResult(6, True), LatestResult(8, True)]
    assert len(woken) == 2, "what is known is not looked for again"


def test_queues_run_their_jobs_at_the_same_time() -> None:
    meeting = Barrier(2)
    jobs = JobQueues()

    def meet(number: int) -> int:
        meeting.wait(10)
        return number

    def request() -> list[LatestResult | None]:
        return [jobs.request(f"slot {i}", meet, i) for i in range(2)]

    assert request() == [None, None]
    assert jobs.pending == 2
    jobs.run_due(still=True)
    jobs.wait()
    assert not jobs.busy
    assert request() == [LatestResult(0, True), LatestResult(1, True)]
    jobs.run_due(still=True)
    assert jobs.pending == 0


def test_no_job_runs_during_movement_and_the_old_result_is_kept() -> None:
    jobs = JobQueue()
    frame(jobs, 1)
    assert frame(jobs, 2, still=False) == [LatestResult(2, False)]
    assert frame(jobs, 2) == [LatestResult(2, False)], "nothing was looked for in the frame before"
    assert frame(jobs, 2) == [LatestResult(4, True)]


def test_a_request_that_is_not_repeated_is_dropped() -> None:
    begun, go_on = Event(), Event()
    done: list[int] = []

    def slow(number: int) -> int:
        begun.set()
        go_on.wait()
        done.append(number)
        return number

    jobs = JobQueue()
    for number in range(3):
        jobs.request(f"slot {number}", slow, number)
    jobs.run_due(still=True)
    begun.wait()
    jobs.request("slot 2", slow, 2)
    jobs.run_due(still=True)
    go_on.set()
    jobs.wait()
    assert done == [0, 2], "the one under way is finished, the second was not asked for again"


def test_an_exception_is_raised_at_the_request() -> None:
    jobs = JobQueue()
    jobs.request("slot", failing, 1)
    jobs.run_due(still=True)
    jobs.wait()
    with pytest.raises(ValueError, match="no such number"):
        jobs.request("slot", failing, 1)
    assert jobs.request("slot", failing, 2) is None, "another question is not to blame"


def test_two_windows_that_wait_for_the_same_result_both_count() -> None:
    jobs = JobQueue()
    for asked in (1, 2):  # the second window must be redrawn too when the result arrives
        jobs.request("slot", double, 3)
        assert jobs.pending == asked
    jobs.run_due(still=True)
    assert jobs.pending == 0
    jobs.wait()
    jobs.request("slot", double, 3)
    assert jobs.pending == 0


def test_a_job_that_is_no_longer_requested_is_cancelled_at_its_next_check() -> None:
    begun = Event()

    def endless(_: int) -> None:
        while True:
            begun.set()
            checkpoint()

    jobs = JobQueue()
    jobs.request("slot", endless, 1)
    jobs.run_due(still=True)
    begun.wait()
    jobs.request("slot", endless, 1)
    jobs.run_due(still=False)
    assert jobs.busy, "it is still asked for, though this is no time to begin"
    assert jobs.request("slot", double, 3) is None
    jobs.run_due(still=True)
    jobs.wait()
    assert jobs.request("slot", double, 3) == LatestResult(6, True)


def test_a_request_during_cancellation_restarts_the_job() -> None:
    begun, go_on = Event(), Event()
    runs: list[int] = []

    def slow(number: int) -> int:
        runs.append(number)
        begun.set()
        go_on.wait()
        checkpoint()
        return number

    jobs = JobQueue()
    jobs.request("slot", slow, 1)
    jobs.run_due(still=True)
    begun.wait()
    jobs.run_due(still=True)
    jobs.request("slot", slow, 1)
    jobs.run_due(still=True)
    go_on.set()
    jobs.wait()
    assert jobs.request("slot", slow, 1) == LatestResult(1, True)
    assert runs == [1, 1]
