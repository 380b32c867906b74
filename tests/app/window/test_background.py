"""Background threads: how they end, and who receives the outcome."""

from threading import Event

import pytest

from gjkscope.app.window.background import BackgroundJob


def test_the_outcome_is_available_when_it_ends() -> None:
    woken = Event()
    job = BackgroundJob(lambda: 3, woken.set)
    assert woken.wait(30)
    assert job.outcome() == 3


def test_an_exception_is_raised_when_the_outcome_is_read() -> None:
    job = BackgroundJob(lambda: int("three"), lambda: None)
    assert job.wait(30)
    with pytest.raises(ValueError, match="three"):
        job.outcome()


def test_the_outcome_of_a_cancelled_thread_is_discarded() -> None:
    go_on, woken = Event(), Event()
    job = BackgroundJob(go_on.wait, woken.set)
    job.cancel()
    go_on.set()
    assert job.wait(30)
    assert not woken.wait(0.05)
