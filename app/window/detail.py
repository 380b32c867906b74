"""How finely the 3D views are drawn: in full when they are still, more coarsely while they move and it takes too long.

Without a GPU the time of a frame goes with the number of pixels.  A time is what tells, so where time is injected, as
in pictures, recordings and tests, nothing ever gets coarser but on purpose.
"""

LEVELS = (1.0, 0.71, 0.5)  # pixels of a view, to either side, a pixel of the screen: all of them, half, a quarter
LONGEST_FRAME = 1 / 30  # seconds
SLOW_FRAMES = 2  # one alone may have had something else to do, such as to look for a hull
STILL = 0.15  # seconds: a hand that drags slowly rests for less


class Detail:
    """Told of each frame; `scale` is the level to draw the next one at."""

    def __init__(self) -> None:
        self._level = 0
        self._slow = 0  # frames one after another that took too long
        self._rested = 0.0  # seconds

    @property
    def scale(self) -> float:
        return LEVELS[self._level]

    def follow(self, dt: float, moved: bool) -> None:
        """`dt` is what the frame took, seconds; `moved` whether it showed something else than the one before."""
        self._rested = 0.0 if moved else self._rested + dt
        if self._rested > STILL:
            self._level = self._slow = 0
        elif moved:
            self._slow = self._slow + 1 if dt > LONGEST_FRAME else 0
        if self._slow == SLOW_FRAMES and self._level < len(LEVELS) - 1:
            self._level += 1
            self._slow = 0
