"""Plays the sound of a demo in the window, in time with the picture.

The sound plays only at normal speed, and is silent while the user seeks.  Without a sound device the demo is silent.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

from gjkscope.app.state.model import Demo, DemoPlayback
from gjkscope.app.state.model.demo import TICKS, MarkKind

# Seconds by which the picture may be late or early, given the time since the last frame; beyond that, the user is
# seeking, or the frame rate is too low for the demo's speed.
STEADY = 0.1
DRIFT = 0.25  # seconds between sound and picture at which the sound starts again

Start = Callable[[Demo, int], Any]
"""Starts the sound of a demo at a tick; returns a player with the method `delete`."""


class DemoSound:
    """The sound of the demo that is being played, if any."""

    def __init__(self, start: Start | None = None, clock: Callable[[], float] = monotonic) -> None:
        """`start` and `clock` replace pyglet's player and the time in tests."""
        self._start, self._clock = start or _start_player, clock
        self._player: Any = None
        self._began = 0.0  # the time at which tick 0 would have been heard
        self._last: tuple[Demo, float, float] | None = None  # of the last frame: demo, position in seconds, time

    def follow(self, show: DemoPlayback | None) -> None:
        """Starts or stops the sound as required by the demo in this frame."""
        steady = self._is_steady(show)
        if show is None or not steady or not _is_heard(show):
            self.stop()
        elif self._player is None or abs(self._clock() - self._began - show.tick / TICKS) > DRIFT:
            self.stop()
            self._player = self._start(show.demo, show.tick)
            self._began = self._clock() - show.tick / TICKS

    def _is_steady(self, show: DemoPlayback | None) -> bool:
        """Whether the demo has advanced at normal speed since the last frame."""
        before = self._last
        self._last = (show.demo, show.position / TICKS, self._clock()) if show is not None else None
        if before is None or self._last is None or before[0] is not self._last[0]:
            return False
        return abs((self._last[1] - before[1]) - (self._last[2] - before[2])) <= STEADY

    def stop(self) -> None:
        if self._player is not None:
            self._player.delete()
            self._player = None


def _is_heard(show: DemoPlayback) -> bool:
    moving = show.playing and not show.taken_over and not show.is_over and show.way_back is None
    return moving and show.rate == 1 and bool(show.demo.marks_of(MarkKind.SOUND))


def _start_player(demo: Demo, tick: int) -> Any:
    """Plays the soundtrack of the demo's film from the tick on."""
    from pyglet.media import Player  # opens the sound device, if there is one

    from gjkscope.app.window.mixed_source import MixedSource

    player = Player()
    player.queue(MixedSource(demo, tick))
    player.play()
    return player
