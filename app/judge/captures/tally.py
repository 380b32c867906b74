"""Counts what a stream brings: rates, wrong and dropped answers, latency."""

from collections import deque
from time import monotonic
from typing import NamedTuple

from gjkscope.app.judge.captures.live import LiveBlock
from gjkscope.app.judge.captures.scanning import ScanResult

WINDOW = 1.0  # seconds over which rates and latencies are taken


class _Judged(NamedTuple):
    at: float
    pairs: int
    age: float | None


class LiveTally:
    """What was received and judged so far."""

    def __init__(self) -> None:
        self.pairs = 0  # read, with those that are skipped
        self.answered = 0
        self.wrong = 0
        self.unplaced = 0
        self.skipped = 0
        self.unjudged = 0
        self.of_meshes = 0
        self.lost = 0  # by the engine
        self._recent: deque[_Judged] = deque()

    def add(self, block: LiveBlock, result: ScanResult) -> None:
        """Counts a block that was just judged."""
        capture = block.capture
        self.pairs += capture.total
        self.answered += result.answered
        self.wrong += result.found
        self.unplaced += len(capture.unplaced.numbers)
        self.skipped += sum(entry.pairs for entry in capture.skipped)
        self.unjudged += result.unjudged
        self.of_meshes += result.of_meshes
        self.lost += capture.lost
        if capture.total:
            self._recent.append(_Judged(monotonic(), capture.total, block.age))

    @property
    def has_found(self) -> bool:
        """Whether anything is wrong."""
        return self.wrong + self.unplaced > 0

    @property
    def rate(self) -> float:
        """Recent pairs per second."""
        return sum(entry.pairs for entry in self._latest()) / WINDOW

    @property
    def latency(self) -> float | None:
        """The longest recent time between sending and judging a pair, seconds; None if unknown."""
        return max((entry.age for entry in self._latest() if entry.age is not None), default=None)

    def words(self, dropped: int) -> str:
        """The status in a line; `dropped`: pairs that the listener dropped."""
        latency = "" if self.latency is None else f", latency {1000 * self.latency:,.0f} ms"
        return f"{self.pairs:,} pairs, {self.rate:,.0f}/s, {self._wrong()}{self._rest(dropped)}{latency}"

    def summary(self, dropped: int) -> str:
        """The result in a line."""
        of = f"{self.answered:,} answers about {self.pairs:,} pairs{self._rest(dropped)}"
        return f"{self._wrong()} of {of}" if self.answered else f"nothing was judged: {of}"

    def _wrong(self) -> str:
        return f"{self.wrong:,} wrong" if self.wrong else "nothing wrong"

    def _rest(self, dropped: int) -> str:
        words = f", {self.unplaced:,} transforms not finite" if self.unplaced else ""
        words += f", {self.skipped:,} skipped" if self.skipped else ""
        words += f", {self.unjudged:,} suspects not judged" if self.unjudged else ""
        words += f", {self.of_meshes:,} of meshes not judged" if self.of_meshes else ""
        return f"{words}, {self._dropped_words(dropped)}"

    def _dropped_words(self, here: int) -> str:
        if here + self.lost == 0:
            return "none dropped"
        return f"{here + self.lost:,} dropped ({self.lost:,} by the engine, {here:,} here)"

    def _latest(self) -> deque[_Judged]:
        while self._recent and self._recent[0].at < monotonic() - WINDOW:
            self._recent.popleft()
        return self._recent
