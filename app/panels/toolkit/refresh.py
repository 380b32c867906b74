"""Which windows are drawn anew in a frame; of the others Dear ImGui shows once more what it has.

A panel is drawn anew when something that it shows has changed, while the pointer or the keyboard is in it, while it
waits for an answer, and a few times after each of these, as Dear ImGui lays out from the frame before.  While a body is
moved all panels together follow ten times a second, and the views in every frame; as soon as the body rests or is let
go, everything is right at once.

    refresh.begin(state, look)           # in each frame, once the dock is laid out
    refresh.ask("Step")                  # right before `imgui.begin`, which then may answer False: nothing is drawn
    ...
    refresh.drew("Step")                 # where it answered True, before `imgui.end`
"""

from collections.abc import Callable, Collection, Iterator
from operator import attrgetter, is_
from typing import Any, NamedTuple

from imgui_bundle import imgui

from gjkscope.app.base.jobs import Later
from gjkscope.app.model import State

WHILE_MOVED = 0.1  # seconds from one time that the panels follow to the next
SETTLED = 4  # times in a row: Dear ImGui lays out from the frame before, and only then knows how far it can scroll

NAMES = tuple(State.__dataclass_fields__)
# Of what is under the pointer a panel shows at most what is so in itself, and then the pointer is in it.
OF_VIEWS = ("view", "pointer")
OF_STATE = attrgetter(*NAMES)
OF_PANELS = attrgetter(*(name for name in NAMES if name not in OF_VIEWS))

Look = tuple[Any, ...]


class Drawn(NamedTuple):
    """What a window was drawn of."""

    state: State
    look: Look
    times: int  # in a row that it was drawn of just that


class Refresh:
    """Remembers from frame to frame what each window was drawn of."""

    def __init__(self, later: Later, views: Collection[str]) -> None:
        """`views` are the titles of the windows that are views; the others are panels."""
        self._later = later
        self._views = views
        self._drawn: dict[str, Drawn] = {}
        self._begun: State | None = None  # the state that the frame began with
        self._state: State | None = None  # what the next window shows
        self._look: Look = ()
        self._used: frozenset[str] = frozenset()  # windows that are in use
        self._in_use: frozenset[str] = frozenset()  # or were so in the frame before
        self._follows = True  # the panels follow the state in this frame
        self._followed = 0.0  # when they did so last, by Dear ImGui's clock
        self._pending = 0  # of the questions of this frame, before the window that is drawn now

    def begin(self, state: State, look: Look) -> None:
        """A frame begins that shows `state`; `look` is all else that every window depends on, such as the scale."""
        rests = self._begun is not None and same(state, self._begun, OF_PANELS)
        self._follows = rests or not is_moved(state) or imgui.get_time() - self._followed >= WHILE_MOVED
        if self._follows:
            self._followed = imgui.get_time()
        self._begun = self._state = state
        self._look = (*look, imgui.get_io().fonts.tex_data.unique_id)  # in a larger texture glyphs lie elsewhere
        before, self._used = self._used, windows_in_use()
        self._in_use = before | self._used

    def show(self, state: State) -> None:
        """The windows that follow in this frame show `state`."""
        self._state = state

    def ask(self, title: str) -> None:
        """Lets the window that begins next, which no tab covers, stay as it is, if it may."""
        if self._may_stay(title):
            imgui.internal.set_next_window_refresh_policy(imgui.internal.WindowRefreshFlags_.try_to_avoid_refresh)
        self._pending = self._later.pending

    def drew(self, title: str) -> None:
        """The window was drawn."""
        assert self._state is not None
        alike = self._shows_the_state(title) and self._is_as_it_was(title) and self._later.pending == self._pending
        times = self._drawn[title].times + 1 if alike and not imgui.is_window_appearing() else 1
        self._drawn[title] = Drawn(self._state, self._look_of(title), times)

    def _may_stay(self, title: str) -> bool:
        waits = title not in self._views and not self._follows
        return (waits or self._is_settled(title)) and self._is_as_it_was(title)

    def _is_settled(self, title: str) -> bool:
        return self._shows_the_state(title) and self._drawn[title].times >= SETTLED

    def _is_as_it_was(self, title: str) -> bool:
        """Whether, the state apart, nothing has changed about it."""
        drawn = self._drawn.get(title)
        return drawn is not None and title not in self._in_use and drawn.look == self._look_of(title)

    def _shows_the_state(self, title: str) -> bool:
        drawn = self._drawn.get(title)
        if drawn is None or self._state is None:
            return False
        return same(self._state, drawn.state, OF_STATE if title in self._views else OF_PANELS)

    def _look_of(self, title: str) -> Look:
        """With where its place in the dock is, and whether it is in front there.

        A floating window is always drawn, for others may be docked to it.
        """
        node = dock_of(title)
        if node is None:
            return (object(),)
        front = node.visible_window
        # Under a window that stays Dear ImGui paints the last ground of its place: a new place has none of its own.
        ground = node.last_bg_color
        return (*self._look, *node.pos, *node.size, ground, front is not None and front.name == title)


def is_behind(title: str) -> bool:
    """Whether another tab covered the window when it was begun last; of most panels that is all there is to ask."""
    window = imgui.internal.find_window_by_name(title)
    return window is not None and window.skip_items and not window.skip_refresh


def dock_of(title: str) -> imgui.internal.DockNode | None:
    """Where the window has its place in the main window; None of one that floats over it, alone or with others."""
    window = imgui.internal.find_window_by_name(title)
    node = window.dock_node if window is not None else None
    return node if node is not None and imgui.internal.dock_node_get_root_node(node).is_dock_space() else None


def same(state: State, other: State, fields: Callable[[State], tuple[Any, ...]]) -> bool:
    """Whether these fields of the two are the same objects."""
    if state is other or state.document.scene is not other.document.scene:  # what changes most is asked first
        return state is other
    return all(map(is_, fields(state), fields(other)))


def is_moved(state: State) -> bool:
    """Whether a body is being moved, turned or changed."""
    return state.gesture.drag is not None or state.gesture.pull is not None or state.gesture.label is not None


def windows_in_use() -> frozenset[str]:
    """Those that the pointer is in or holds something of, that a key is for, or that have a popup open."""
    context = imgui.get_current_context()
    windows = [context.hovered_window, context.active_id_window, *(popup.window for popup in context.open_popup_stack)]
    if imgui.get_io().nav_visible or has_new_key():
        windows.append(context.nav_window)
    return frozenset(name for window in windows for name in _begun_in(window))


def is_in_use(title: str) -> bool:
    """Whether the pointer is in the window, or holds something of it wherever it is."""
    context = imgui.get_current_context()
    return title in _begun_in(context.active_id_window or context.hovered_window)


def has_new_key() -> bool:
    """Whether a key went down or up in this frame."""
    return any(event.type == KEY for event in imgui.get_current_context().input_events_trail)


def _begun_in(window: imgui.internal.Window | None) -> Iterator[str]:
    """The window, and those that it was begun in: a list that dropped down from a part of a panel is of the panel."""
    while window is not None:
        yield window.name
        window = window.parent_window_in_begin_stack


KEY = imgui.internal.InputEventType.key
