"""Adaptive resolution of the 3D views: full when still, reduced while they move if frames take too long.

Without a GPU, the first picture after panels were opened or closed is coarse, too, so that it answers a key at once.

Without a GPU the frame time is proportional to the number of pixels and samples.  The level depends only on the frame
times passed in, so pictures, recordings and tests, which pass in fixed times, are reproducible.
"""

from typing import NamedTuple


class Level(NamedTuple):
    scale: float  # rendered pixels per screen pixel, in each direction
    smooth: bool  # multisampling


LEVELS = (Level(1.0, True), Level(1.0, False), Level(0.71, False), Level(0.5, False))
# Total frame time at each level relative to full resolution, measured without a GPU, where it matters.
COSTS = (1.0, 0.65, 0.53, 0.45)
MAX_FRAME_TIME = 1 / 36  # seconds: 30 frames per second, with some margin
SLOW_FRAMES = 2  # a single slow frame may have other causes, such as computing a hull
STILL = 0.15  # seconds: pauses within a slow drag are shorter


class AdaptiveResolution:
    """Chooses the `level` of the next frame; call `follow` after each frame."""

    def __init__(self, is_software: bool = False) -> None:
        """`is_software`: pictures are drawn without a GPU."""
        self._is_software = is_software
        self._hurries = False  # the next frame is as coarse as possible
        self._coarse = 0  # the level while moving
        self._drawn = 0  # the level of the last frame
        self._slow = 0  # consecutive slow frames at level `_coarse`
        self._took: float | None = None  # duration of the last fast frame at that level, in seconds
        self._rested = STILL  # seconds since the last motion

    @property
    def level(self) -> Level:
        return LEVELS[self._next]

    def hurry(self) -> None:
        """Makes the next frame coarse if there is no GPU; the one after it is as fine as it would have been."""
        self._hurries = self._is_software

    def follow(self, dt: float, moved: bool) -> None:
        """Registers a frame, `dt` seconds after the previous one; `moved`: whether the views changed."""
        timed, self._drawn = self._drawn, self._next  # `dt` measures the previous frame
        self._hurries = False
        rested = 0.0 if moved else self._rested + dt
        if self._rested < STILL <= rested and self._took is not None:
            self._go_to(self._affordable(self._took))  # the next motion may use a finer level
        self._rested = rested
        if moved and timed == self._coarse:
            self._judge(dt)

    @property
    def _next(self) -> int:
        if self._hurries:
            return len(LEVELS) - 1
        return self._coarse if self._rested < STILL else 0

    def _judge(self, dt: float) -> None:
        if dt <= MAX_FRAME_TIME:
            self._slow, self._took = 0, dt
            return
        self._slow += 1
        if self._slow == SLOW_FRAMES:
            self._go_to(max(self._affordable(dt), min(self._coarse + 1, len(LEVELS) - 1)))

    def _affordable(self, dt: float) -> int:
        """The finest level that meets `MAX_FRAME_TIME`, given that a frame at the current one took `dt` seconds."""
        in_full = dt / COSTS[self._coarse]
        return next((level for level, cost in enumerate(COSTS) if cost * in_full <= MAX_FRAME_TIME), len(COSTS) - 1)

    def _go_to(self, level: int) -> None:
        if level != self._coarse:
            self._took = None
        self._coarse, self._slow = level, 0
