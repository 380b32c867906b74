"""How finely the 3D views are drawn: in full when they are still, more coarsely while they move and it takes too long.

Without a GPU the time of a frame goes with the number of pixels, and of samples in them.  A time is what tells, so
where time is injected, as in pictures, recordings and tests, nothing ever gets coarser but on purpose.
"""

from typing import NamedTuple


class Level(NamedTuple):
    scale: float  # pixels of a view a pixel of the screen, to either side
    smooth: bool  # several samples a pixel


LEVELS = (Level(1.0, True), Level(1.0, False), Level(0.71, False), Level(0.5, False))
# What a frame takes at each, all in all, as parts of one in full: measured without a GPU, where it matters.
COSTS = (1.0, 0.65, 0.53, 0.45)
LONGEST_FRAME = 1 / 36  # seconds: thirty a second, and something to spare
SLOW_FRAMES = 2  # one alone may have had something else to do, such as to look for a hull
STILL = 0.15  # seconds: a hand that drags slowly rests for less


class Detail:
    """Told of each frame; `level` is what to draw the next one at."""

    def __init__(self) -> None:
        self._coarse = 0  # the level of what moves
        self._drawn = 0  # the level of the last frame
        self._slow = 0  # frames at that level, one after another, that took too long
        self._took: float | None = None  # the last frame at that level that did not, seconds
        self._rested = STILL  # seconds

    @property
    def level(self) -> Level:
        return LEVELS[self._next]

    def follow(self, dt: float, moved: bool) -> None:
        """A frame was drawn, `dt` seconds after the one before; `moved`: it showed something else than that."""
        timed, self._drawn = self._drawn, self._next  # the time is that of the one before
        rested = 0.0 if moved else self._rested + dt
        if self._rested < STILL <= rested and self._took is not None:
            self._go_to(self._affordable(self._took))  # what moves next may be as fine as this would have allowed
        self._rested = rested
        if moved and timed == self._coarse:
            self._judge(dt)

    @property
    def _next(self) -> int:
        return self._coarse if self._rested < STILL else 0

    def _judge(self, dt: float) -> None:
        if dt <= LONGEST_FRAME:
            self._slow, self._took = 0, dt
            return
        self._slow += 1
        if self._slow == SLOW_FRAMES:
            self._go_to(max(self._affordable(dt), min(self._coarse + 1, len(LEVELS) - 1)))

    def _affordable(self, dt: float) -> int:
        """The finest level that would have been in time, where a frame at the present one took `dt`."""
        in_full = dt / COSTS[self._coarse]
        return next((level for level, cost in enumerate(COSTS) if cost * in_full <= LONGEST_FRAME), len(COSTS) - 1)

    def _go_to(self, level: int) -> None:
        if level != self._coarse:
            self._took = None
        self._coarse, self._slow = level, 0
