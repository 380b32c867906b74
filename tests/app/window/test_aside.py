"""Background threads: how they end, and who receives the outcome."""

from threading import Event

import pytest

from gjkscope.app.window.background import BackgroundJob


def test_the_outcome_is_available_when_it_ends() -> None:
    told = Event()
    aside = BackgroundJob(lambda: 3, told.set)
    assert told.wait(30)
    assert aside.outcome() == 3


def test_an_exception_is_raised_when_the_outcome_is_read() -> None:
    aside = BackgroundJob(lambda: int("three"), lambda: None)
    assert aside.wait(30)
    with pytest.raises(ValueError, match="three"):
        aside.outcome()


def test_the_outcome_of_a_cancelled_thread_is_discarded() -> None:
    go_on, told = Event(), Event()
    aside = BackgroundJob(go_on.wait, told.set)
    aside.call_off()
    go_on.set()
    assert aside.wait(30)
    assert not told.wait(0.05)
