"""When a frame is drawn: after something happened, and else not at all.

pyglet redraws sixty times a second come what may.  Here a frame is due when it was asked for (every event of the
window asks), when something animates, and a few times after the last request, so that what follows an event by
itself (Dear ImGui's layout, a tool tip that waits for the mouse to rest) is seen too.  Then the loop sleeps in the
operating system until the next event.

`FramePacer` is the rule, over times that are passed in; `FrameLoop` joins it to pyglet's event loop.
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

DEFAULT_RATE = 60.0  # frames a second, where the screen does not tell

# Without a blocking swap this limits the rate; with one it must come a little early, or every other retrace is missed.
EARLY = 0.9

# Frames after the last one that was asked for, each so many seconds after the one before.  Dear ImGui lays out from
# the previous frame (hence two at once), and shows a tool tip, a frame after measuring it, when the mouse has rested
# for 0.15 s and then waited for 0.4 s.
SETTLING = (0.016, 0.016, 0.2, 0.45, 0.016)

# A frame after a longer pause (the machine slept, a dialog held the loop) must not make an animation jump.
LONGEST_STEP = 0.5


# On Linux pyglet's loop sleeps until there is an event.  Elsewhere (not tried) a timer keeps it going while a window
# is resized, or always; it then wakes at this interval, and still draws only what is due.
WAKE_INTERVAL = None if sys.platform == "linux" else 1 / DEFAULT_RATE


class FramePacer:
    """Says when the next frame is due.  Times are in seconds, of any one clock that does not go back."""

    def __init__(self, rate: float = DEFAULT_RATE) -> None:
        self.animating = False  # frames one after another, at the display's rate
        self._period = 1 / rate
        self._last = -self._period  # when the last frame began
        self._requested: float | None = None
        self._settled = len(SETTLING)  # how many of the frames after the last request were drawn

    def request(self, now: float) -> None:
        """Asks for a frame as soon as possible, and for those after it."""
        if self._requested is None:
            self._requested = now
            if not self.animating:  # what was idle time must not count: an animation may begin with this frame
                self._last = max(self._last, now - self._period)

    def due(self) -> float | None:
        """When the next frame is due (it may be past), or None when nothing asks for one."""
        soonest = self._last + EARLY * self._period
        if self._requested is not None:
            return max(soonest, self._requested)
        if self.animating:
            return soonest
        if self._settled < len(SETTLING):
            return self._last + SETTLING[self._settled]
        return None

    def begin(self, now: float) -> float:
        """Begins a frame that is due; how many seconds it is after the last one (> 0)."""
        dt = now - self._last
        self._last = now
        self._settled = 0 if self._requested is not None or self.animating else self._settled + 1
        self._requested = None
        return min(dt, LONGEST_STEP)


class FrameLoop(EventLoop):
    """Runs one window: `draw(dt)` draws a frame, with the window's context current; the loop then shows it.

    `shown()` is called when it is on the screen: what is begun there keeps nobody waiting for the picture.
    Set `animating` from inside or outside of a frame; call `request_redraw` when something changed other than by an
    event of the window.  A test drives frames by hand with `run_frame`.
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
        """Whether frames are drawn one after another, at the display's rate."""
        return self._pacer.animating

    @animating.setter
    def animating(self, animating: bool) -> None:
        if animating and not self._pacer.animating:
            self.request_redraw()
        self._pacer.animating = animating

    def request_redraw(self) -> None:
        """Asks for a frame; from any thread."""
        self._pacer.request(self.clock.time())
        if self.is_running:
            pyglet.app.platform_event_loop.notify()

    def request_redraw_in(self, seconds: float) -> None:
        """Asks for a frame then, and not before."""
        self.clock.unschedule(self._redraw_later)
        self.clock.schedule_once(self._redraw_later, seconds)

    def run(self, interval: float | None = WAKE_INTERVAL) -> None:
        """Runs until the window is closed or `exit` is called."""
        pyglet.app.event_loop = self
        super().run(interval)

    def run_frame(self, dt: float) -> None:
        """Draws one frame, `dt` seconds (> 0) after the last one, and shows it."""
        self._window.switch_to()
        self._draw(dt)
        self._window.flip()
        self.frames += 1
        self._shown()

    def idle(self) -> float | None:
        """Called by pyglet after each event: draws what is due; the seconds until it must be called again, or None."""
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
        """pyglet's own redraw, by a timer."""
        self._draw_if_due()

    def _draw_if_due(self) -> None:
        now = self.clock.time()
        due = self._pacer.due()
        if due is not None and due <= now and not self.has_exit:
            self.run_frame(self._pacer.begin(now))

    def _on_event(self, *_: object) -> None:
        self._pacer.request(self.clock.time())


def display_rate(window: BaseWindow) -> float:
    """Frames a second of the window's screen, as far as it tells."""
    mode = window.screen.get_mode()
    rate = mode.rate if mode is not None else None
    return float(rate) if rate else DEFAULT_RATE


# All that can change what is seen; not `on_draw` and `on_refresh`, which are pyglet's own drawing.
WINDOW_EVENTS = [
    name for name in BaseWindow.event_types if name.startswith("on_") and name not in ("on_draw", "on_refresh")
]
