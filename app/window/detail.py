"""How finely the 3D views are drawn: in full when they are still, more coarsely while they move and it takes too long.

Without a GPU the time of a frame goes with the number of pixels, and of samples in them.  A time is what tells, so
where time is injected, as in pictures, recordings and tests, nothing ever gets coarser but on purpose.
"""

from typing import NamedTuple


class Level(NamedTuple):
    scale: float  # pixels of a view a pixel of the screen, to either side
    smooth: bool  # several samples a pixel


LEVELS = (Level(1.0, True), Level(1.0, False), Level(0.71, False), Level(0.5, False))
LONGEST_FRAME = 1 / 30  # seconds
SLOW_FRAMES = 2  # one alone may have had something else to do, such as to look for a hull
STILL = 0.15  # seconds: a hand that drags slowly rests for less


class Detail:
    """Told of each frame; `level` is what to draw the next one at."""

    def __init__(self) -> None:
        self._coarse = 0  # the level of what moves
        self._slow = 0  # frames one after another that took too long
        self._rested = STILL  # seconds

    @property
    def level(self) -> Level:
        return LEVELS[self._coarse] if self._rested < STILL else LEVELS[0]

    def follow(self, dt: float, moved: bool) -> None:
        """`dt` is what the frame took, seconds; `moved` whether it showed something else than the one before."""
        rested = 0.0 if moved else self._rested + dt
        if self._rested < STILL <= rested:
            self._coarse = max(self._coarse - 1, 0)  # the next movement may be of less, or meet a less busy machine
        self._rested = rested
        if moved:
            self._slow = self._slow + 1 if dt > LONGEST_FRAME else 0
        if self._slow == SLOW_FRAMES and self._coarse < len(LEVELS) - 1:
            self._coarse += 1
            self._slow = 0
