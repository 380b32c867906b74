"""Decides which windows are redrawn in a frame; Dear ImGui shows the previous contents of the others.

A panel is redrawn when something it shows has changed, while the pointer or keyboard focus is in it, while it waits for
a background job, and for a few frames afterwards, because Dear ImGui computes layout from the previous frame.  While a
body is being moved, the views are redrawn in every frame and the panels ten times per second; when the body rests or is
released, everything is updated at once.

    refresh.begin(state, look)           # every frame, after the dock is laid out
    refresh.request("Step")              # just before `imgui.begin`, which may then return False: nothing to draw
    ...
    refresh.drew("Step")                 # if it returned True, before `imgui.end`
"""

from collections.abc import Callable, Collection, Iterator
from operator import attrgetter, is_
from typing import Any, NamedTuple

from imgui_bundle import imgui

from gjkscope.app.base.jobs import JobQueue, JobQueues
from gjkscope.app.state.model import State

UNDOCKED = "##lesson"  # at the end of the names of windows that are placed by a lesson, not docked
WHILE_MOVED = 0.1  # seconds between updates of the panels while a body is being moved
SETTLED = 6  # redraws until layout and scroll range are stable, also of boxes in boxes: each follows the previous frame

# Ink, the laser and the time of a presentation are drawn over the windows, in every frame.
NAMES = tuple(name for name in State.__struct_fields__ if name != "presenting")
# Fields that only views depend on.  A panel shows hover state only while the pointer is in it, and is redrawn anyway.
OF_VIEWS = ("view", "pointer")
OF_STATE = attrgetter(*NAMES)
# A capture changes in every frame of its playback, and only the views and two tabs show it.
OF_CAPTURES = ("capture", "live")
CAPTURE_TABS = ("Capture", "Pairs")
OF_PANELS = attrgetter(*(name for name in NAMES if name not in OF_VIEWS and name not in OF_CAPTURES))
OF_THIS_PANEL = dict.fromkeys(CAPTURE_TABS, attrgetter(*(name for name in NAMES if name not in OF_VIEWS)))
# The answers of a prediction are highlighted on the page and in the view alike.
OF_THIS_PANEL[f"Lesson{UNDOCKED}"] = attrgetter(
    *(name for name in NAMES if name not in OF_VIEWS and name not in OF_CAPTURES), "pointer.hovered_target"
)

Look = tuple[Any, ...]


class Drawn(NamedTuple):
    """What a window showed when it was last drawn."""

    state: State
    look: Look
    times: int  # consecutive redraws with the same state and look


class Refresh:
    """Tracks what each window showed when it was last drawn."""

    def __init__(self, jobs: JobQueue, views: Collection[str], engines: JobQueues | None = None) -> None:
        """`views` are the titles of the view windows; all other windows are panels."""
        self._queues = (jobs,) if engines is None else (jobs, engines)
        self._views = views
        self._drawn: dict[str, Drawn] = {}
        self._begun: State | None = None  # the state that the frame began with
        self._state: State | None = None  # what the next window shows
        self._look: Look = ()
        self._used: frozenset[str] = frozenset()  # windows in use in this frame
        self._in_use: frozenset[str] = frozenset()  # windows in use in this or the previous frame
        self._follows = True  # whether panels are updated in this frame
        self._followed = 0.0  # time of their last update, by Dear ImGui's clock
        self._pending = 0  # pending jobs before the current window is drawn

    def begin(self, state: State, look: Look) -> None:
        """Begins a frame that shows `state`.  `look` is everything else that all windows depend on, e.g. the scale."""
        rests = self._begun is not None and has_same_fields(state, self._begun, OF_PANELS)
        self._follows = rests or not is_being_moved(state) or imgui.get_time() - self._followed >= WHILE_MOVED
        if self._follows:
            self._followed = imgui.get_time()
        self._begun = self._state = state
        self._look = (*look, imgui.get_io().fonts.tex_data.unique_id)  # a new font atlas moves the glyphs
        before, self._used = self._used, windows_in_use()
        self._in_use = before | self._used

    def show(self, state: State) -> None:
        """The windows that follow in this frame show `state`."""
        self._state = state

    def request(self, title: str) -> None:
        """Skips the refresh of the next window if it is unchanged.  Not for windows that another tab covers."""
        if self._may_stay(title):
            imgui.internal.set_next_window_refresh_policy(imgui.internal.WindowRefreshFlags_.try_to_avoid_refresh)
        self._pending = self._count_pending()

    def drew(self, title: str) -> None:
        """Records that the window was drawn."""
        assert self._state is not None
        alike = self._shows_the_state(title) and self._is_as_it_was(title) and self._count_pending() == self._pending
        times = self._drawn[title].times + 1 if alike and not imgui.is_window_appearing() else 1
        self._drawn[title] = Drawn(self._state, self._look_of(title), times)

    def _count_pending(self) -> int:
        return sum(queue.pending for queue in self._queues)

    def _may_stay(self, title: str) -> bool:
        waits = not self._is_view(title) and not self._follows
        return (waits or self._is_settled(title)) and self._is_as_it_was(title)

    def _is_settled(self, title: str) -> bool:
        return self._shows_the_state(title) and self._drawn[title].times >= SETTLED

    def _is_as_it_was(self, title: str) -> bool:
        """Whether nothing but possibly the state has changed for this window."""
        drawn = self._drawn.get(title)
        return drawn is not None and title not in self._in_use and drawn.look == self._look_of(title)

    def _shows_the_state(self, title: str) -> bool:
        drawn = self._drawn.get(title)
        if drawn is None or self._state is None:
            return False
        fields = OF_STATE if self._is_view(title) else OF_THIS_PANEL.get(title, OF_PANELS)
        return has_same_fields(self._state, drawn.state, fields)

    def _is_view(self, title: str) -> bool:
        return title.removesuffix(UNDOCKED) in self._views

    def _look_of(self, title: str) -> Look:
        """The common look plus the window's dock rectangle, its background and whether its tab is selected.

        An undocked window of a lesson has its own rectangle.  A floating window gets a unique value and is always
        redrawn, because other windows may be docked to it.
        """
        node = dock_of(title)
        if node is None:
            window = imgui.internal.find_window_by_name(title) if title.endswith(UNDOCKED) else None
            return (object(),) if window is None else (*self._look, *window.pos, *window.size)
        front = node.visible_window
        # Dear ImGui fills the node behind a window that skips its refresh with the node's last background colour; a new
        # node has none yet.
        ground = node.last_bg_color
        return (*self._look, *node.pos, *node.size, ground, front is not None and front.name == title)


def is_behind(title: str) -> bool:
    """Whether another tab covered the window when it was last begun."""
    window = imgui.internal.find_window_by_name(title)
    return window is not None and window.skip_items and not window.skip_refresh


def dock_of(title: str) -> imgui.internal.DockNode | None:
    """The window's node in the main dock space, or None if it floats."""
    window = imgui.internal.find_window_by_name(title)
    node = window.dock_node if window is not None else None
    return node if node is not None and imgui.internal.dock_node_get_root_node(node).is_dock_space() else None


def has_same_fields(state: State, other: State, fields: Callable[[State], tuple[Any, ...]]) -> bool:
    """Whether both states hold identical objects in these fields."""
    if state is other or state.document.scene is not other.document.scene:  # fast path: the scene changes most often
        return state is other
    return all(map(is_, fields(state), fields(other)))


def is_being_moved(state: State) -> bool:
    """Whether a body is being moved, rotated or edited."""
    return state.gesture.drag is not None or state.gesture.pull is not None or state.gesture.label is not None


def windows_in_use() -> frozenset[str]:
    """The titles of windows that are hovered, active, about to receive a key, or have an open popup."""
    context = imgui.get_current_context()
    windows = [context.hovered_window, context.active_id_window, *(popup.window for popup in context.open_popup_stack)]
    if imgui.get_io().nav_visible or has_new_key():
        windows.append(context.nav_window)
    return frozenset(name for window in windows for name in _begun_in(window))


def is_in_use(title: str) -> bool:
    """Whether the pointer is in the window, or holds a part of it from anywhere."""
    context = imgui.get_current_context()
    return title in _begun_in(context.active_id_window or context.hovered_window)


def has_new_key() -> bool:
    """Whether a key was pressed or released in this frame."""
    return any(event.type == KEY for event in imgui.get_current_context().input_events_trail)


def _begun_in(window: imgui.internal.Window | None) -> Iterator[str]:
    """The names of the window and of its parents in the begin stack; a popup belongs to the panel that opened it."""
    while window is not None:
        yield window.name
        window = window.parent_window_in_begin_stack


KEY = imgui.internal.InputEventType.key
