"""A frame is drawn only when there is a reason to; otherwise the loop sleeps."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise

from tests.app.harness import Harness, headless_window  # isort: skip  first of all that loads pyglet.window
import moderngl
import pyglet
import pytest
from pyglet.clock import Clock

from gjkscope.app.window.loop import DEFAULT_RATE, LONGEST_STEP, SETTLING_DELAYS, FrameLoop, FramePacer, display_rate
from gjkscope.app.window.platform.display import window_graphics

PERIOD = 1 / DEFAULT_RATE


def play(pacer: FramePacer, since: float, until: float) -> list[tuple[float, float]]:
    """Draw each frame when it is due; return the (time, dt) of each."""
    frames = []
    now = since
    while (due := pacer.due()) is not None and max(due, now) <= until:
        now = max(due, now)
        frames.append((now, pacer.begin(now)))
    return frames


class TestFramePacer:
    def test_without_a_request_nothing_is_drawn(self) -> None:
        assert FramePacer().due() is None

    def test_a_request_is_handled_at_once_and_then_the_loop_settles(self) -> None:
        pacer = FramePacer()
        pacer.request(10.0)
        times = [time for time, _ in play(pacer, 10.0, 1e9)]
        assert times == pytest.approx([10.0 + sum(SETTLING_DELAYS[:n]) for n in range(len(SETTLING_DELAYS) + 1)])
        assert pacer.due() is None

    def test_simultaneous_requests_give_one_frame(self) -> None:
        """A mouse reports a thousand times a second."""
        pacer = FramePacer()
        frames = 0
        for millisecond in range(1000):
            now = 5.0 + millisecond / 1000
            pacer.request(now)
            if (due := pacer.due()) is not None and due <= now:
                pacer.begin(now)
                frames += 1
        assert 55 <= frames <= 67

    def test_an_animation_runs_at_the_display_rate_until_it_is_stopped(self) -> None:
        pacer = FramePacer(rate=50.0)
        pacer.animating = True
        frames = play(pacer, 1.0, 2.0)
        assert 50 <= len(frames) <= 57
        pacer.animating = False
        assert len(play(pacer, 2.0, 1e9)) == len(SETTLING_DELAYS)

    def test_the_time_between_frames_adds_up_while_animating(self) -> None:
        pacer = FramePacer()
        pacer.request(3.0)
        pacer.animating = True
        frames = play(pacer, 3.0, 4.0)
        for (before, _), (now, dt) in pairwise(frames):
            assert dt == pytest.approx(now - before)

    def test_time_asleep_does_not_count_for_the_frame_that_ends_it(self) -> None:
        """Otherwise playback started by a key after a minute of idling would begin with a jump."""
        pacer = FramePacer()
        pacer.request(0.0)
        play(pacer, 0.0, 1e9)
        pacer.request(60.0)
        assert pacer.begin(60.0) == pytest.approx(PERIOD)

    def test_the_time_step_after_a_stall_is_limited(self) -> None:
        pacer = FramePacer()
        pacer.animating = True
        pacer.begin(1.0)
        assert pacer.begin(100.0) == LONGEST_STEP


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Rig:
    """A loop on a real window with a clock controlled by the test."""

    def __init__(self) -> None:
        self.time = Time()
        self.window = headless_window(320, 200)
        self.steps: list[float] = []
        self.loop = FrameLoop(self.window, self.steps.append, clock=Clock(self.time))
        self.person = Harness(self.window, lambda dt: None)

    def sleep_until_idle(self) -> float | None:
        """Run everything pending; return how long the loop would then wait (None: until the next event)."""
        while (timeout := self.loop.idle()) is not None and self.time.now < 1000:
            self.time.now += timeout
        self.time.now += 60.0
        return timeout


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    yield rig
    rig.window.close()


class TestFrameLoop:
    def test_the_first_frame_needs_no_event_and_then_none_is_drawn(self, rig: Rig) -> None:
        assert rig.sleep_until_idle() is None
        drawn = rig.loop.frames
        assert drawn == len(rig.steps) == 1 + len(SETTLING_DELAYS)
        rig.time.now += 3600
        assert rig.loop.idle() is None
        assert rig.loop.frames == drawn

    @pytest.mark.parametrize(
        ("event", "values"),
        [
            ("on_mouse_motion", (5, 5, 1, 1)),
            ("on_mouse_scroll", (5, 5, 0, 1)),
            ("on_key_press", (pyglet.window.key.COMMA, 0)),
            ("on_text", ("é",)),
            ("on_text_motion", (pyglet.window.key.MOTION_LEFT,)),
            ("on_expose", ()),
            ("on_resize", (320, 200)),
            ("on_file_drop", (5, 5, ["a.json"])),
            ("on_deactivate", ()),
        ],
    )
    def test_every_window_event_wakes_it(self, rig: Rig, event: str, values: tuple[object, ...]) -> None:
        rig.sleep_until_idle()
        drawn = rig.loop.frames
        rig.window.dispatch_event(event, *values)
        rig.loop.idle()
        assert rig.loop.frames == drawn + 1

    def test_a_request_wakes_it(self, rig: Rig) -> None:
        rig.sleep_until_idle()
        drawn = rig.loop.frames
        rig.loop.request_redraw()
        rig.loop.idle()
        assert rig.loop.frames == drawn + 1

    def test_a_request_from_another_thread_wakes_a_sleeping_loop(
        self, rig: Rig, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        woken = threading.Event()
        monkeypatch.setattr(pyglet.app.platform_event_loop, "notify", woken.set)
        rig.sleep_until_idle()
        monkeypatch.setattr(rig.loop, "is_running", True)
        thread = threading.Thread(target=rig.loop.request_redraw)
        thread.start()
        thread.join()
        assert woken.is_set()
        assert rig.loop.idle() is not None

    def test_an_animation_started_while_asleep_runs_until_it_is_stopped(self, rig: Rig) -> None:
        rig.sleep_until_idle()
        drawn = rig.loop.frames
        rig.loop.animating = True
        end = rig.time.now + 1.0
        while rig.time.now < end:
            timeout = rig.loop.idle()
            assert timeout is not None
            rig.time.now += max(timeout, 1e-4)
        assert 58 <= rig.loop.frames - drawn <= 68
        assert max(rig.steps[drawn:]) < 2 * PERIOD
        rig.loop.animating = False
        assert rig.sleep_until_idle() is None

    def test_functions_scheduled_with_the_clock_run_on_time(self, rig: Rig) -> None:
        rig.sleep_until_idle()
        called: list[float] = []
        rig.loop.clock.schedule_once(called.append, 5.0)
        rig.sleep_until_idle()
        assert len(called) == 1

    def test_nothing_is_drawn_into_a_window_that_is_closing(self, rig: Rig) -> None:
        rig.loop.request_redraw()
        rig.loop.has_exit = True
        rig.loop.idle()
        assert rig.loop.frames == 0

    def test_a_screen_without_a_reported_refresh_rate_uses_the_default(self, rig: Rig) -> None:
        assert display_rate(rig.window) == DEFAULT_RATE


def test_opening_a_window_without_a_display_gives_a_one_line_error() -> None:
    """In a separate process: this one runs pyglet without a screen."""
    program = (
        "from gjkscope.app.window.platform.display import NoDisplay, open_window\n"
        "try: open_window()\nexcept NoDisplay as e: print(e)"
    )
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines() == [
        "no display found: set DISPLAY, or use `gjkscope render`, which needs no display"
    ]


def test_graphics_belong_to_the_most_recently_opened_window() -> None:
    standalone = moderngl.create_standalone_context(backend="egl", require=330)
    for green in (0, 255):
        window = headless_window(32, 20)
        ctx = window_graphics(window)
        ctx.clear(0.0, green / 255, 0.0)
        assert tuple(Harness(window, lambda dt: None).screenshot()[10, 10]) == (0, green, 0)
        window.close()
    standalone.release()
