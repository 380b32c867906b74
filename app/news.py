"""What was told, and when: the messages over the view, kept for the log when they are gone."""

from collections import deque
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from .state import Message

KEPT = 500  # entries


class Entry(NamedTuple):
    time: datetime
    message: Message
    times: int = 1  # how often in a row it was told, last at that time


class News:
    """`clock` gives the time of day."""

    def __init__(self, clock: Callable[[], datetime] = datetime.now) -> None:
        self._clock = clock
        self.entries: deque[Entry] = deque(maxlen=KEPT)

    def follow(self, before: Message | None, after: Message | None) -> None:
        """Takes down a message that is new; one that was the last already is counted."""
        if after is None or after is before:
            return
        times = 1
        if self.entries and self.entries[-1].message == after:
            times += self.entries.pop().times
        self.entries.append(Entry(self._clock(), after, times))

    @property
    def newest(self) -> Entry | None:
        return self.entries[-1] if self.entries else None

    def text(self) -> str:
        """A line an entry, the oldest first."""
        return "\n".join(f"{one.time:%Y-%m-%d %H:%M:%S}  {words(one)}" for one in self.entries)


def words(entry: Entry) -> str:
    """The message, with how often it was told."""
    return entry.message.text + (f"  ({entry.times} times)" if entry.times > 1 else "")
