"""Notifications: the messages shown over the view, and their log.

Ordinary messages disappear after enough time to read them; errors stay until they are dismissed.
"""

from collections import deque
from collections.abc import Callable
from datetime import datetime
from math import inf
from time import monotonic
from typing import NamedTuple

from gjkscope.app.state.model import Message

MAX_ENTRIES = 500  # entries
MIN_SECONDS = 4.0  # minimum seconds a message is shown
READING_RATE = 15.0  # characters per second


class LogEntry(NamedTuple):
    """A logged message."""

    time: datetime
    message: Message
    times: int = 1  # consecutive repetitions; `time` is that of the last one


class NotificationLog:
    """The message log; `clock` returns the time of day, `timer` monotonic seconds."""

    def __init__(self, clock: Callable[[], datetime] = datetime.now, timer: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._timer = timer
        self._told = timer()  # when the newest was first shown
        self.entries: deque[LogEntry] = deque(maxlen=MAX_ENTRIES)

    def follow(self, before: Message | None, after: Message | None) -> None:
        """Logs a new message; a repetition of the last one is only counted."""
        if after is None or after is before:
            return
        self._told = self._timer()
        times = 1
        if self.entries and self.entries[-1].message == after:
            times += self.entries.pop().times
        self.entries.append(LogEntry(self._clock(), after, times))

    def remaining(self, message: Message) -> float:
        """Seconds left to show the newest message, ≤ 0 when its time is up; infinite for an error."""
        if message.is_error:
            return inf
        return self._told + max(MIN_SECONDS, len(message.text) / READING_RATE) - self._timer()

    @property
    def newest(self) -> LogEntry | None:
        return self.entries[-1] if self.entries else None

    def text(self) -> str:
        """The log as text: one line per entry, oldest first."""
        return "\n".join(f"{entry.time:%Y-%m-%d %H:%M:%S}  {entry_text(entry)}" for entry in self.entries)


def entry_text(entry: LogEntry) -> str:
    """The message and how often it was repeated."""
    return entry.message.text + (f"  ({entry.times} times)" if entry.times > 1 else "")
