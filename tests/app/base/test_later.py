"""Results computed between frames: when a job runs, and what is shown until it is done."""

from threading import Event, current_thread, main_thread

import pytest

from gjkscope.app.base.jobs import JobQueue, LatestResult
from gjkscope.engine.cancellation import checkpoint


def doubled(number: int) -> int:
    assert current_thread() is not main_thread()
    return 2 * number


def failing(_: int) -> None:
    raise ValueError("no such number")


def frame(later: JobQueue, *questions: int, still: bool = True) -> list[LatestResult | None]:
    known = [later.ask(f"slot {i}", doubled, number) for i, number in enumerate(questions)]
    later.proceed(still)
    later.wait()
    return known


def test_a_result_is_available_in_the_next_frame() -> None:
    announced: list[None] = []
    later = JobQueue(lambda: announced.append(None))
    assert frame(later, 3, 4) == [None, None]
    assert len(announced) == 2
    assert frame(later, 3, 4) == [LatestResult(6, True), LatestResult(8, True)]
    assert len(announced) == 2, "what is known is not looked for again"


def test_no_job_runs_during_movement_and_the_old_result_is_kept() -> None:
    later = JobQueue()
    frame(later, 1)
    assert frame(later, 2, still=False) == [LatestResult(2, False)]
    assert frame(later, 2) == [LatestResult(2, False)], "nothing was looked for in the frame before"
    assert frame(later, 2) == [LatestResult(4, True)]


def test_a_request_that_is_not_repeated_is_dropped() -> None:
    begun, go_on = Event(), Event()
    done: list[int] = []

    def slow(number: int) -> int:
        begun.set()
        go_on.wait()
        done.append(number)
        return number

    later = JobQueue()
    for number in range(3):
        later.ask(f"slot {number}", slow, number)
    later.proceed(still=True)
    begun.wait()
    later.ask("slot 2", slow, 2)
    later.proceed(still=True)
    go_on.set()
    later.wait()
    assert done == [0, 2], "the one under way is finished, the second was not asked for again"


def test_an_exception_is_raised_at_the_request() -> None:
    later = JobQueue()
    later.ask("slot", failing, 1)
    later.proceed(still=True)
    later.wait()
    with pytest.raises(ValueError, match="no such number"):
        later.ask("slot", failing, 1)
    assert later.ask("slot", failing, 2) is None, "another question is not to blame"


def test_two_windows_that_wait_for_the_same_result_both_count() -> None:
    later = JobQueue()
    for asked in (1, 2):  # the second window must be redrawn too when the result arrives
        later.ask("slot", doubled, 3)
        assert later.pending == asked
    later.proceed(still=True)
    assert later.pending == 0
    later.wait()
    later.ask("slot", doubled, 3)
    assert later.pending == 0


def test_a_job_that_is_no_longer_requested_is_cancelled_at_its_next_check() -> None:
    begun = Event()

    def endless(_: int) -> None:
        while True:
            begun.set()
            checkpoint()

    later = JobQueue()
    later.ask("slot", endless, 1)
    later.proceed(still=True)
    begun.wait()
    later.ask("slot", endless, 1)
    later.proceed(still=False)
    assert later.busy, "it is still asked for, though this is no time to begin"
    assert later.ask("slot", doubled, 3) is None
    later.proceed(still=True)
    later.wait()
    assert later.ask("slot", doubled, 3) == LatestResult(6, True)


def test_a_request_during_cancellation_restarts_the_job() -> None:
    begun, go_on = Event(), Event()
    runs: list[int] = []

    def slow(number: int) -> int:
        runs.append(number)
        begun.set()
        go_on.wait()
        checkpoint()
        return number

    later = JobQueue()
    later.ask("slot", slow, 1)
    later.proceed(still=True)
    begun.wait()
    later.proceed(still=True)
    later.ask("slot", slow, 1)
    later.proceed(still=True)
    go_on.set()
    later.wait()
    assert later.ask("slot", slow, 1) == LatestResult(1, True)
    assert runs == [1, 1]
