"""What a thread does while the window goes on: how it ends, and who hears of it."""

from threading import Event

import pytest

from gjkscope.app.window.background import Aside


def test_its_outcome_is_there_when_it_is_over() -> None:
    told = Event()
    aside = Aside(lambda: 3, told.set)
    assert told.wait(30)
    assert aside.outcome() == 3


def test_a_fault_is_raised_where_the_outcome_is_asked_for() -> None:
    aside = Aside(lambda: int("three"), lambda: None)
    assert aside.wait(30)
    with pytest.raises(ValueError, match="three"):
        aside.outcome()


def test_nobody_hears_of_what_was_called_off_and_never_asked() -> None:
    go_on, told = Event(), Event()
    aside = Aside(go_on.wait, told.set)
    aside.call_off()
    go_on.set()
    assert aside.wait(30)
    assert not told.wait(0.05)
