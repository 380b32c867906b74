"""Messages: how long each is shown, and what the log keeps."""

from datetime import datetime
from math import inf

from gjkscope.app.state.model import Message
from gjkscope.app.state.model.notifications import MIN_SECONDS, READING_RATE, NotificationLog, entry_text

SAVED = Message("Saved pair.json")


class Watch:
    """A timer controlled by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_an_info_message_is_shown_long_enough_to_read_and_an_error_indefinitely() -> None:
    watch = Watch()
    log = NotificationLog(timer=watch)
    log.follow(None, SAVED)
    watch.now += 3.0
    assert log.remaining(SAVED) == MIN_SECONDS - 3.0
    long = Message("word " * 60)
    log.follow(SAVED, long)
    assert log.remaining(long) == 300 / READING_RATE
    assert log.remaining(Message("no such file", is_error=True)) == inf


def test_a_persistent_message_is_logged_once_and_a_repeated_one_is_counted() -> None:
    log = NotificationLog(clock=lambda: datetime(2026, 1, 1))
    log.follow(None, SAVED)
    log.follow(SAVED, SAVED)
    assert [entry_text(entry) for entry in log.entries] == ["Saved pair.json"]
    log.follow(None, Message("Saved pair.json"))
    assert [entry_text(entry) for entry in log.entries] == ["Saved pair.json  (2 times)"]
