"""What was told, and when: the messages over the view, kept for the log when they are gone.

Good news goes from the view by itself once there was time to read it; an error stays until it is put away.
"""

from collections import deque
from collections.abc import Callable
from datetime import datetime
from math import inf
from time import monotonic
from typing import NamedTuple

from gjkscope.app.model import Message

KEPT = 500  # entries
LEAST_TIME = 4.0  # seconds that a message is seen
READING_RATE = 15.0  # characters a second: somebody who looks up first is no slower


class Entry(NamedTuple):
    time: datetime
    message: Message
    times: int = 1  # how often in a row it was told, last at that time


class News:
    """`clock` gives the time of day, `timer` seconds that never go back."""

    def __init__(self, clock: Callable[[], datetime] = datetime.now, timer: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._timer = timer
        self._told = timer()  # when the newest was
        self.entries: deque[Entry] = deque(maxlen=KEPT)

    def follow(self, before: Message | None, after: Message | None) -> None:
        """Takes down a message that is new; one that was the last already is counted."""
        if after is None or after is before:
            return
        self._told = self._timer()
        times = 1
        if self.entries and self.entries[-1].message == after:
            times += self.entries.pop().times
        self.entries.append(Entry(self._clock(), after, times))

    def remaining(self, message: Message) -> float:
        """How many seconds the newest message is still to be seen, ≤ 0 when it had its time; infinite for an error."""
        if message.is_error:
            return inf
        return self._told + max(LEAST_TIME, len(message.text) / READING_RATE) - self._timer()

    @property
    def newest(self) -> Entry | None:
        return self.entries[-1] if self.entries else None

    def text(self) -> str:
        """A line an entry, the oldest first."""
        return "\n".join(f"{one.time:%Y-%m-%d %H:%M:%S}  {words(one)}" for one in self.entries)


def words(entry: Entry) -> str:
    """The message, with how often it was told."""
    return entry.message.text + (f"  ({entry.times} times)" if entry.times > 1 else "")
