"""The complete application in a window without a screen, and the position of each of its widgets.

    bench = Bench()
    bench.open(box_scene)
    bench.press("SAT, separating axes")        # a real click in the middle of that widget
    assert bench.state.run.algorithm == "sat"

Nothing in the application is replaced: calls of Dear ImGui's functions are observed, so that a test finds a button by
its label wherever the layout has put it, and then really moves the mouse there.  Pixels are rendered only when a test
looks at them (`unseen.py`).
"""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, cached_property
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.app.harness import Harness, HeadlessWindow, headless_window  # isort: skip  first of all that loads pyglet.window
from imgui_bundle import ImVec2, imgui, rich_md
from pyglet.clock import Clock

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.judge.hunting.workers import BackgroundWorkers
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.state.actions import OpenSides, RaisePanel, initial_state
from gjkscope.app.state.model import Sides, State, View
from gjkscope.app.view.panels.compare import compare_rows
from gjkscope.app.view.panels.lessons.lesson_windows import seen_from, zoom_of
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.panels import PANELS, tabs_in
from gjkscope.app.view.panels.toolkit.refresh import UNDOCKED
from gjkscope.app.view.words.markup import NO_BREAK
from gjkscope.app.window.window import MainWindow
from gjkscope.engine.shapes.qhull import load_qhull
from gjkscope.engine.vectors import Vec3
from tests.app.unseen import Unseen

load_qhull()  # test results must not depend on whether the first window had time to load it

Picture = npt.NDArray[np.uint8]

WIDTH, HEIGHT = 900, 623  # that is 600 below the bar of workspaces
LISTS = {"SAT axes": "##axis", "Steps": "##step"}  # by panel, the prefix of the row labels
HEADER = 24.0  # pixels at the top of a table that stay in place above the scrolled rows
TITLES = {View.WORLD: "World", View.DIFFERENCE: "Minkowski difference A − B", View.SECOND: "World, second camera"}

PRESSABLE = tuple(
    """
    small_button button checkbox menu_item selectable radio_button collapsing_header begin_menu begin_combo
    text_link tab_item_button
""".split()
)
ENTERABLE = tuple(
    """
    input_double slider_float slider_int input_text input_text_with_hint input_text_multiline invisible_button
""".split()
)
SPOKEN = {
    "text": 0,
    "text_wrapped": 0,
    "text_disabled": 0,
    "text_unformatted": 0,
    "separator_text": 0,
    "text_colored": 1,
}


class Rect(NamedTuple):
    """Pixels from the top left of the window."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel at these fractions (0 … 1) of the width and the height."""
        return self.left + x * self.size[0], self.top + y * self.size[1]

    def holds(self, other: "Rect") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


class Widget(NamedTuple):
    rect: Rect
    window: Rect | None  # the visible part of its window, if that can be scrolled


Corners = tuple[ImVec2, ImVec2]  # of a rectangle: the top left and the bottom right


class Heard:
    """Everything that one window contained when it was last drawn.

    Few of the frames are looked at: they only collect what the properties arrange.
    """

    def __init__(self) -> None:
        self.items: list[tuple[str, Corners, Surroundings, Rect | None]] = []
        self.spoken: list[tuple[str, Corners | None]] = []  # without corners: Markdown
        self.pictures: dict[str, Rect] = {}  # by window title

    @cached_property
    def widgets(self) -> dict[str, Widget]:
        return {
            plain_names(label): Widget(_seen_across(_rect(corners), around.left, around.right), scrolled)
            for label, corners, around, scrolled in self.items
        }

    @cached_property
    def words(self) -> list[str]:
        plain = [(plain_names(text), corners) for text, corners in self.spoken]
        return [text if corners is not None else text.replace(NO_BREAK, " ") for text, corners in plain]

    @cached_property
    def places(self) -> dict[str, Rect]:
        """The positions of texts; of one that is there twice, the last."""
        return {plain_names(text): _rect(corners) for text, corners in self.spoken if corners is not None}

    @cached_property
    def first_places(self) -> dict[str, Rect]:
        return {plain_names(text): _rect(corners) for text, corners in self.spoken[::-1] if corners is not None}


class Surroundings(NamedTuple):
    """What is the same for all widgets of a window, or of a part of one, in a frame."""

    record: Heard
    left: float  # of what is visible
    right: float
    scrolled: Rect | None  # the visible part, if it can be scrolled


class Ear:
    """Records the widgets and texts of the panels with their positions; a window that is not redrawn keeps its
    record."""

    def __init__(self) -> None:
        self._windows: dict[str, Heard] = {}
        self.drawn: set[str] = set()  # the windows that were redrawn in the last frame
        self._around: dict[int, Surroundings] = {}  # by window; asking for them takes as long as drawing a widget
        self._real: dict[tuple[ModuleType, str], Callable[..., Any]] = {}

    @property
    def widgets(self) -> dict[str, Widget]:
        return {label: widget for heard in self._windows.values() for label, widget in heard.widgets.items()}

    @property
    def pictures(self) -> dict[str, Rect]:
        return {title: rect for heard in self._windows.values() for title, rect in heard.pictures.items()}

    @property
    def words(self) -> list[str]:
        return [words for heard in self._windows.values() for words in heard.words]

    @property
    def places(self) -> dict[str, Rect]:
        return {words: rect for heard in self._windows.values() for words, rect in heard.places.items()}

    @property
    def first_places(self) -> dict[str, Rect]:
        return {words: rect for heard in self._windows.values() for words, rect in heard.first_places.items()}

    def listen(self) -> None:
        for name in (*PRESSABLE, *ENTERABLE):
            self._wrap(name, self._hear_widget)
        for name in SPOKEN:
            self._wrap(name, self._hear_words)
        self._wrap("image", self._hear_picture)
        self._wrap("render_raw", self._hear_markdown, rich_md)

    def stop(self) -> None:
        for (module, name), real in self._real.items():
            setattr(module, name, real)

    def begin_frame(self) -> None:
        self.drawn.clear()
        self._around.clear()

    def end_frame(self) -> None:
        """Remove the windows that no longer exist."""
        self._windows = {name: heard for name, heard in self._windows.items() if name in self.drawn or _stays(name)}

    def _wrap(self, name: str, hear: Callable[..., None], module: ModuleType = imgui) -> None:
        real = self._real[module, name] = getattr(module, name)

        def heard(*args: Any, **options: Any) -> Any:
            result = real(*args, **options)
            hear(name, args, result)
            return result

        setattr(module, name, heard)

    def _surroundings(self) -> Surroundings:
        """Those of the window being drawn, with only what was recorded in this frame."""
        window = imgui.internal.get_current_window()
        number = window.id_
        if number not in self._around:
            clip = window.inner_clip_rect
            record = self._record(window.root_window.name)
            self._around[number] = Surroundings(record, clip.min.x, clip.max.x, _scrolled_rect(window))
        return self._around[number]

    def _record(self, name: str) -> Heard:
        if name not in self.drawn:
            self.drawn.add(name)
            self._windows[name] = Heard()
        return self._windows[name]

    def _hear_widget(self, name: str, args: tuple[Any, ...], result: Any) -> None:
        if name in ("begin_menu", "begin_combo") and result:
            return  # the current record is that of the list that opened
        around = self._surroundings()
        scrolled = around.scrolled
        if scrolled is not None and imgui.internal.get_current_table() is not None:
            scrolled = scrolled._replace(top=scrolled.top + HEADER)
        around.record.items.append((args[0], _item_corners(), around, scrolled))

    def _hear_words(self, name: str, args: tuple[Any, ...], _: Any) -> None:
        self._surroundings().record.spoken.append((args[SPOKEN[name]], _item_corners()))

    def _hear_markdown(self, _name: str, args: tuple[Any, ...], _: Any) -> None:
        self._surroundings().record.spoken.append((args[0], None))

    def _hear_picture(self, *_: Any) -> None:
        self._surroundings().record.pictures[imgui.internal.get_current_window().name] = _rect(_item_corners())


@cache
def plain_names(text: str) -> str:
    """The text as it was written, w0 for w₀ and s_A for s<sub>A</sub>; `test_subscripts` tests how it is shown."""
    plain = re.sub("(?<=w)[₀-₉]+", lambda digits: digits[0].translate(DIGITS), text)
    return re.sub("<sub>(.*?)</sub>", r"_\1", plain)


DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def _stays(name: str) -> bool:
    """Whether Dear ImGui shows the window again as last drawn."""
    window = imgui.internal.find_window_by_name(name)
    return bool(window is not None and window.active and window.skip_refresh)


class Bench:
    """`main` is the application, `person` the user; `now` is the time of the loop's clock."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.window: HeadlessWindow = headless_window(width, height)
        self.title = ""  # the text of the title bar
        self.window.set_caption = lambda title: setattr(self, "title", title)  # a window without a screen has none
        self.main = MainWindow(start_state(), self.window)
        self.main.session.timeout = None  # a scene is always read immediately, even on a busy machine
        self.main.session.ticks.timeout = None
        compare_rows.RUNS = 1  # more would take a tenth of the tests' time, and few tests look at it
        self.now: float = self.main.loop.clock.time()  # from here on, the test controls the time
        self.main.loop.clock = Clock(lambda: self.now)
        self.ear = Ear()
        self.ear.listen()
        self.unseen = Unseen(self.main)
        self.person = Harness(self.window, self._frame, self.unseen.look, lambda: self.main._layer.has_input_left)
        self._size = (width, height)
        self.person.run_frames(3)

    def close(self) -> None:
        self.ear.stop()
        self.main.close()

    # Contents.

    @property
    def state(self) -> State:
        return self.main.session.state

    @property
    def words(self) -> str:
        """All texts of the panels, one per line."""
        return "\n".join(self.ear.words)

    def widget(self, words: str) -> Widget:
        """The widget with that label, or the only one whose label contains `words`."""
        if words in self.ear.widgets:
            return self.ear.widgets[words]
        labels = [label for label in self.ear.widgets if words in label]
        assert len(labels) == 1, f"{words!r} could be any of {labels or list(self.ear.widgets)}"
        return self.ear.widgets[labels[0]]

    def has(self, words: str) -> bool:
        return any(words in label for label in self.ear.widgets)

    def picture(self, view: View = View.WORLD) -> Rect:
        """The rectangle of that view's picture."""
        pictures = self.ear.pictures
        return pictures[f"{TITLES[view]}{UNDOCKED}" if self.state.is_bare else TITLES[view]]

    def panel(self, title: str) -> Rect:
        """The window with that title, or the tab of the panel with that title."""
        window = imgui.internal.find_window_by_name(self.window_of(title))
        return Rect(window.pos.x, window.pos.y, window.pos.x + window.size.x, window.pos.y + window.size.y)

    def pixel_of(self, point: Vec3, view: View = View.WORLD) -> tuple[float, float]:
        """Where a point of the view's space appears in the window."""
        rect = self.picture(view)
        seen = self.state
        if seen.page is not None:
            seen = seen_from(seen, view, zoom_of(seen, view, (0.0, 0.0, *rect.size)))
        (x, y), inside = (row[0] for row in seen.view.cameras.of(view).lens(rect.size).pixels(np.array([point])))
        assert inside, f"{point} lies outside of the {view} view"
        return rect.left + x, rect.top + y

    def screenshot(self, rect: Rect | None = None) -> Picture:
        """The contents of the window, or of a part of it."""
        pixels = self.person.screenshot()
        if rect is None:
            return pixels
        return pixels[max(round(rect.top), 0) : round(rect.bottom), max(round(rect.left), 0) : round(rect.right)]

    # User actions.

    def open(self, state: State) -> State:
        """Start from `state`, with nothing pressed, open or being typed; the panel layout is kept."""
        for number, button in enumerate(("left", "right", "middle")):  # in Dear ImGui's numbering
            if imgui.is_mouse_down(number):
                self.person.release(button)
        self.person.leave(frames=0)
        if self.window.get_size() != self._size:
            self.person.resize(*self._size)
        imgui.internal.clear_active_id()
        imgui.get_current_context().nav_highlight_item_under_nav = False  # else, until the mouse moves again
        if imgui.is_popup_open("", imgui.PopupFlags_.any_popup):
            imgui.internal.close_popup_to_level(0, False)
        self.main.session.finished = False
        self.main.loop.has_exit = False
        self.set_scale(1.0)
        self.pause()
        self.main.session.state = state
        return self.show(state)

    def show(self, state: State) -> State:
        """Continue with `state` in the current workspace, with all panels open."""
        shell = replace(state.shell, workspace=self.state.shell.workspace, sides=Sides())
        self.main.session.state = replace(state, shell=shell)
        self.person.run_frames(4)  # the timeline fits its contents a few frames later
        return self.state

    def set_scale(self, scale: float) -> None:
        """Set the UI scale; 1.0 is 100 %."""
        self.main.screen_scale = scale

    def press(self, words: str, double: bool = False, modifiers: str = "", frames: int = 0) -> None:
        """Click the middle of the widget with that label, after scrolling to it; that many frames follow."""
        middle = self.reveal(words).middle
        if double:
            self.person.double_click(*middle)
        else:
            self.person.click(*middle, modifiers=modifiers)
        self.person.run_frames(frames)

    def perform(self, *outcomes: Outcome, frames: int | None = None) -> None:
        """Perform actions and requests and run that many frames; without a number, until all is computed and shown."""
        self.main.session.perform(outcomes)
        if frames is None:
            self.settle()
        else:
            self.person.run_frames(frames)

    def pause(self) -> None:
        """Pause for a second, so that the next click is not the second half of a double click."""
        self.person.run_frames(1, dt=1.0)

    def hover(self, words: str) -> None:
        self.person.move(*self.reveal(words).middle)
        self.person.run_frames(2)

    def reveal(self, words: str) -> Rect:
        """Turn the wheel over the widget's window until the entire widget is visible."""
        self.person.run_frames()
        self._look_for(words)
        for _ in range(60):
            rect, window = self.widget(words)
            y = rect.middle[1]
            if window is None or window.top <= y <= window.bottom:
                return rect
            self.person.scroll(*window.middle, up=1.0 if y < window.top else -1.0)
        raise AssertionError(f"{words!r} cannot be scrolled to")

    def front(self, panel: str) -> None:
        """Bring that panel's tab to the front, in the workspace that has it."""
        if panel in {known.title for known in PANELS}:
            self.main.session.perform([RaisePanel(panel), OpenSides(Sides())])
            self.person.run_frames(4)
        imgui.internal.focus_window(imgui.internal.find_window_by_name(self.window_of(panel)))
        self.person.run_frames(3)

    def window_of(self, panel: str) -> str:
        """The title of the window that shows that panel: of its tab, if the workspace has it."""
        tabs = [tab.title for tab in tabs_in(self.state.workspace) if panel in {part.title for part in tab.panels}]
        return tabs[0] if tabs and self.state.page is None else panel

    def _look_for(self, words: str) -> None:
        """Scroll the panels until the row exists: long lists only create their visible rows."""
        title = next((title for title, label in LISTS.items() if words.startswith(label)), None)
        if title is None:
            return
        if not self.has(LISTS[title]):
            self.front(title)
        x, y = self.panel(title).at(0.5, 0.7)
        for notches in (30.0, *[-1.0] * 60):
            if self.has(words):
                return
            self.person.scroll(x, y, up=notches)

    def choose(self, *words: str) -> None:
        """Open a menu or a list and nested items, one after another."""
        for word in words:
            self.press(word)

    def enter(self, field: str, text: str, leave: str = "RETURN") -> None:
        """Click into a field, replace its contents by `text`, and press the key `leave`."""
        self.press(field)
        self.person.key("A", "ctrl")
        self.type(text)
        if leave:
            self.person.key(leave)

    def type(self, text: str) -> None:
        """Enter a text at once, like an input method; `person.type_text` presses key by key."""
        self.window.dispatch_event("on_text", text)
        self.person.run_frames(3)

    def sleep_until_idle(self) -> None:
        """Run everything that the loop has pending, with time advancing as it requests."""
        for _ in range(1000):
            timeout = self.main.loop.idle()
            if timeout is None:
                return
            self.now += timeout
        raise AssertionError("the window never comes to rest")

    def settle(self) -> None:
        """Run until everything that the panels request is computed and shown."""
        self.person.run_frames(2)  # Dear ImGui brings a tab to the front one frame later
        idle = 0
        while idle < 2:  # a job may end between the frame that requests it and the check
            self.main.jobs.wait()
            self.person.run_frames()
            idle = 0 if self.main.jobs.busy else idle + 1

    def _frame(self, dt: float) -> None:
        self.ear.begin_frame()
        self.now += dt
        self.main.loop.run_frame(dt)
        self.ear.end_frame()


@cache
def scene(name: str) -> Scene:
    """A shipped scene, such as "sphere-box" or "museum/fcl-293"."""
    return open_files([scene_path(name)])


def scene_path(name: str) -> str:
    return str(resource("assets", "scenes", f"{name}.json"))


@cache
def start_state(name: str = "boxes-vertex-face") -> State:
    return initial_state(scene(name))


def background_like(picture: Picture) -> npt.NDArray[np.bool_]:
    """Which pixels are grey, like the background, the grid and halos."""
    low, high = picture.min(axis=2).astype(int), picture.max(axis=2).astype(int)
    return np.asarray(high - low < 30)


def _scrolled_rect(window: Any) -> Rect | None:
    """The scrollable part of the current window; None if it does not scroll."""
    outer = window.parent_window
    if outer and window.pos.y + window.size.y > outer.inner_clip_rect.max.y:
        window = outer  # a list below the fold of its panel: scroll the panel first
    seen = window.inner_clip_rect
    if window.scroll_max.y == 0 or seen.max.y <= seen.min.y:
        return None
    return Rect(seen.min.x, seen.min.y, seen.max.x, seen.max.y)


def _seen_across(rect: Rect, left: float, right: float) -> Rect:
    """The visible horizontal part of a row that extends beyond its window."""
    left, right = max(rect.left, left), min(rect.right, right)
    return Rect(left, rect.top, right, rect.bottom) if left < right else rect


def _item_corners() -> Corners:
    return imgui.get_item_rect_min(), imgui.get_item_rect_max()


def _rect(corners: Corners) -> Rect:
    low, high = corners
    return Rect(low.x, low.y, high.x, high.y)


@contextmanager
def in_threads(_: int, is_urgent: bool = False) -> Iterator[BackgroundWorkers]:
    """In place of the processes of `background_executor`, which take seconds to start."""
    with ThreadPoolExecutor(1) as threads:
        yield BackgroundWorkers(threads, lambda: None)
