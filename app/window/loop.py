"""Frame loop that draws only when something may have changed.

pyglet redraws sixty times per second regardless.  Here a frame is due when requested (every window event requests
one), during an animation, and a few times after the last request, to show delayed effects of an event (Dear ImGui's
layout, a tool tip that appears once the mouse rests).  After that the loop sleeps until the next event.

`FramePacer` implements the rule on times that are passed in; `FrameLoop` connects it to pyglet's event loop.
"""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pyglet.app
from pyglet.clock import Clock
from pyglet.window import BaseWindow

if TYPE_CHECKING:
    from pyglet.app.base import EventLoop
else:
    from pyglet.app import EventLoop  # the platform's

DEFAULT_RATE = 60.0  # frames per second, if the screen's rate is unknown

# Fraction of the frame period after which the next frame may start.  It limits the rate without vertical sync; with it,
# frames must start slightly early, or every other retrace would be missed.
EARLY = 0.9

# Delays in seconds of the frames that follow a requested one, each relative to the one before.  Dear ImGui's layout
# uses sizes of the previous frame, and the boxes of a lesson's page are nested (hence four quick frames); it shows a
# tool tip after 0.15 s without mouse movement and a delay of 0.4 s, one frame after measuring it.
SETTLING_DELAYS = (0.016, 0.016, 0.016, 0.016, 0.2, 0.45, 0.016)

# Limits `dt` in seconds, so that animations do not jump after a long pause (suspend, a blocking dialog).
LONGEST_STEP = 0.5


# On Linux pyglet's loop sleeps until the next event.  On other platforms (untested) it needs a timer while a window is
# resized, or always; it then wakes at this interval, but still draws only frames that are due.
WAKE_INTERVAL = None if sys.platform == "linux" else 1 / DEFAULT_RATE


class FramePacer:
    """Determines when the next frame is due.  Times are in seconds, from any monotonic clock."""

    def __init__(self, rate: float = DEFAULT_RATE) -> None:
        self.animating = False  # draw continuously, at the display's rate
        self.waiting = False  # a frame will be requested soon: settling frames would only delay what it waits for
        self._period = 1 / rate
        self._last = -self._period  # start time of the last frame
        self._requested: float | None = None
        self._settled = len(SETTLING_DELAYS)  # number of settling frames drawn since the last request

    def request(self, now: float) -> None:
        """Requests a frame as soon as possible, and the `SETTLING_DELAYS` frames after it."""
        if self._requested is None:
            self._requested = now
            if not self.animating:  # exclude idle time: an animation may begin with this frame
                self._last = max(self._last, now - self._period)

    def due(self) -> float | None:
        """When the next frame is due (possibly in the past), or None if no frame is needed."""
        soonest = self._last + EARLY * self._period
        if self._requested is not None:
            return max(soonest, self._requested)
        if self.animating:
            return soonest
        if self._settled < len(SETTLING_DELAYS) and not self.waiting:
            return self._last + SETTLING_DELAYS[self._settled]
        return None

    def begin(self, now: float) -> float:
        """Begins a frame that is due; returns the seconds (> 0) since the last one."""
        dt = now - self._last
        self._last = now
        self._settled = 0 if self._requested is not None or self.animating else self._settled + 1
        self._requested = None
        return min(dt, LONGEST_STEP)


class FrameLoop(EventLoop):
    """Runs one window: calls `draw(dt)` for each frame, with the window's context current, and then swaps buffers.

    `shown()` is called after the swap; work started there does not delay the frame.  `animating` can be set inside or
    outside of a frame.  Call `request_redraw` after a change that no window event caused.  Tests run single frames
    with `run_frame`.
    """

    def __init__(
        self,
        window: BaseWindow,
        draw: Callable[[float], None],
        shown: Callable[[], None] = lambda: None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__()
        if clock is not None:
            self.clock = clock
        self._window = window
        self._draw = draw
        self._shown = shown
        self._pacer = FramePacer(display_rate(window))
        self.frames = 0  # drawn so far
        window.push_handlers(**dict.fromkeys(WINDOW_EVENTS, self._on_event))
        self.request_redraw()

    @property
    def animating(self) -> bool:
        """Whether frames are drawn continuously, at the display's rate."""
        return self._pacer.animating

    @animating.setter
    def animating(self, animating: bool) -> None:
        if animating and not self._pacer.animating:
            self.request_redraw()
        self._pacer.animating = animating

    @property
    def waiting(self) -> bool:
        """Whether a result that is being computed will request the next frame, so that no settling frames are due."""
        return self._pacer.waiting

    @waiting.setter
    def waiting(self, waiting: bool) -> None:
        self._pacer.waiting = waiting

    def request_redraw(self) -> None:
        """Requests a frame; can be called from any thread."""
        self._pacer.request(self.clock.time())
        if self.is_running:
            pyglet.app.platform_event_loop.notify()

    def request_redraw_in(self, seconds: float) -> None:
        """Requests a frame after `seconds`; replaces an earlier such request."""
        self.clock.unschedule(self._redraw_later)
        self.clock.schedule_once(self._redraw_later, seconds)

    def run(self, interval: float | None = WAKE_INTERVAL) -> None:
        """Runs until the window is closed or `exit` is called."""
        pyglet.app.event_loop = self
        super().run(interval)

    def run_frame(self, dt: float) -> None:
        """Draws one frame, `dt` seconds (> 0) after the last one, and swaps buffers."""
        self._window.switch_to()
        self._draw(dt)
        self._window.flip()
        self.frames += 1
        self._shown()

    def idle(self) -> float | None:
        """Called by pyglet after each event: draws a frame if due; returns the seconds until the next call, or None."""
        timeout: float | None = super().idle()
        self._draw_if_due()
        due = self._pacer.due()
        if due is None:
            return timeout
        wait: float = max(0.0, due - self.clock.time())
        return wait if timeout is None else min(wait, timeout)

    def _redraw_later(self, _: float) -> None:
        self.request_redraw()

    def _redraw_windows(self, dt: float) -> None:  # type: ignore[override]
        """Called by pyglet's redraw timer."""
        self._draw_if_due()

    def _draw_if_due(self) -> None:
        now = self.clock.time()
        due = self._pacer.due()
        if due is not None and due <= now and not self.has_exit:
            self.run_frame(self._pacer.begin(now))

    def _on_event(self, *_: object) -> None:
        self._pacer.request(self.clock.time())


def display_rate(window: BaseWindow) -> float:
    """The refresh rate of the window's screen in Hz, or the default if unknown."""
    mode = window.screen.get_mode()
    rate = mode.rate if mode is not None else None
    return float(rate) if rate else DEFAULT_RATE


# All events that may change the display; not `on_draw` and `on_refresh`, which belong to pyglet's own drawing.
WINDOW_EVENTS = [
    name for name in BaseWindow.event_types if name.startswith("on_") and name not in ("on_draw", "on_refresh")
]
