"""The track of the timeline: a tick a step, shaped and coloured by what the step did; press or drag on it to go there.

Above a tick stands where a breakpoint hits, below it whether a bound improved.  Where there are more steps than ticks
can be told apart, a tick stands for several and shows the most telling of them.
"""

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imgui_ctx

from app.actions import Action, GoToStep
from app.choices import AnyRun
from app.identity import Identity
from app.progress import OF_BOUNDS, Event, events, main_event
from app.state import State
from app.traces import inspect, names_in_steps
from app.versus import end, parting, position
from engine.explain import headline

from . import theme
from .event_icons import BREAKPOINT, ICONS, Icon, draw_events, draw_icon
from .overlay import packed
from .ui import Ui

HEIGHT = 46.0  # pixels at 100 %, as all measures here
MARGIN = 12.0
LEAST_SPACING = 9.0  # between two ticks: nearer ones would cover each other
HITS, TICKS, BOUNDS = 0.14, 0.48, 0.86  # where the three rows stand, as parts of the height


class Track(NamedTuple):
    """Where the steps lie on the screen, pixels."""

    left: float
    top: float
    spacing: float  # between two steps
    height: float
    steps: int  # how many

    def at(self, step: int, row: float) -> ImVec2:
        return ImVec2(self.left + step * self.spacing, self.top + row * self.height)

    def step_under(self, x: float) -> int:
        step = round((x - self.left) / self.spacing) if self.spacing > 0 else 0
        return min(max(step, 0), self.steps - 1)


class Tick(NamedTuple):
    """What is shown at a step, of it and those after it that have no tick of their own."""

    step: int
    event: Event
    bound: Event | None  # of `OF_BOUNDS`
    hit: bool  # by a breakpoint


def draw_track(state: State, hits: frozenset[int], ui: Ui) -> list[Action]:
    """`hits` are the steps at which a breakpoint holds."""
    trace = inspect(state).trace
    width, height = max(imgui.get_content_region_avail().x, 1.0), HEIGHT * ui.scale
    origin = imgui.get_cursor_screen_pos()
    imgui.invisible_button("scrubber", ImVec2(width, height))
    if trace is None:
        return []
    margin, count = MARGIN * ui.scale, end(state) + 1
    spacing = max(width - 2 * margin, 0.0) / max(count - 1, 1)
    track = Track(origin.x + margin, origin.y, spacing, height, count)
    _draw_line(track, ui)
    for tick in _ticks(Identity(trace), hits, spacing, LEAST_SPACING * ui.scale):
        _draw_tick(track, tick, ui)
    if found := parting(state):
        _draw_parting(track, found.step, ui)
    _draw_current(track, position(state), ui)
    under = track.step_under(imgui.get_mouse_pos().x)
    if imgui.is_item_active() or imgui.is_item_deactivated():  # where it is let go, too: a frame may be long
        return [GoToStep(under)] if under != position(state) else []
    if imgui.is_item_hovered() and under < len(trace.steps):
        _draw_tip(state, trace, under, under in hits, ui)
    return []


def groups(count: int, spacing: float, least: float) -> list[tuple[int, int]]:
    """The steps that share a tick, each from the first to the one after the last; the last step has its own."""
    size = max(ceil(least / spacing), 1) if spacing > 0 else 1
    last = count - 1
    return [(first, min(first + size, last)) for first in range(0, last, size)] + [(last, count)]


@lru_cache(maxsize=8)
def _ticks(run: Identity, hits: frozenset[int], spacing: float, least: float) -> tuple[Tick, ...]:
    """To go through the steps of a long run takes longer than a frame."""
    return tuple(_tick(run.value, hits, *group) for group in groups(len(run.value.steps), spacing, least))


def _tick(trace: AnyRun, hits: frozenset[int], first: int, after: int) -> Tick:
    """One for the steps from `first` on, up to the one before `after`."""
    found, order = events(trace)[first:after], list(Event)
    best = min(map(main_event, found), key=order.index)
    bound = next((event for event in OF_BOUNDS if any(event in one for one in found)), None)
    return Tick(first, best, bound, any(step in hits for step in range(first, after)))


def _draw_line(track: Track, ui: Ui) -> None:
    ends = track.at(0, TICKS), track.at(track.steps - 1, TICKS)
    imgui.get_window_draw_list().add_line(*ends, packed(theme.rgba(theme.EDGE)), 2 * ui.scale)


def _draw_tick(track: Track, tick: Tick, ui: Ui) -> None:
    _glyph(track.at(tick.step, TICKS), ICONS[tick.event], ui)
    if tick.bound is not None:
        _glyph(track.at(tick.step, BOUNDS), ICONS[tick.bound], ui, 0.7)
    if tick.hit:
        _glyph(track.at(tick.step, HITS), BREAKPOINT, ui)


def _glyph(center: ImVec2, icon: Icon, ui: Ui, size: float = 0.9) -> None:
    """On a patch of the panel's ground, so that the line does not run through it."""
    with imgui_ctx.push_font(ui.fonts.small.font, ui.fonts.small.size * size):
        width, height = imgui.calc_text_size(icon.glyph)
        canvas = imgui.get_window_draw_list()
        corner = ImVec2(center.x - width / 2, center.y - height / 2)
        ground = packed(theme.rgba(theme.BACKGROUND))
        canvas.add_rect_filled(corner, ImVec2(corner.x + width, corner.y + height), ground)
        canvas.add_text(corner, packed(theme.rgba(icon.color)), icon.glyph)


def _draw_current(track: Track, step: int, ui: Ui) -> None:
    accent = packed(theme.rgba(theme.ACCENT))
    imgui.get_window_draw_list().add_circle(track.at(step, TICKS), 10 * ui.scale, accent, 0, 2.5 * ui.scale)


def _draw_parting(track: Track, step: int, ui: Ui) -> None:
    """Where two runs part: a line across the track under a small flag."""
    color, size = packed(theme.rgba(theme.WARNING)), 8 * ui.scale
    head, foot = track.at(step, 0), track.at(step, 1)
    canvas = imgui.get_window_draw_list()
    canvas.add_line(head, foot, color, 2 * ui.scale)
    canvas.add_triangle_filled(head, ImVec2(head.x + size, head.y + size / 2), ImVec2(head.x, head.y + size), color)


def _draw_tip(state: State, trace: AnyRun, step: int, hit: bool, ui: Ui) -> None:
    if not imgui.begin_tooltip():
        return
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text(f"Step {step}")
    imgui.same_line()
    imgui.text(headline(trace.steps[step], *names_in_steps(state)))
    draw_events(events(trace)[step])
    if hit:
        draw_icon(BREAKPOINT)
        imgui.text("a breakpoint hits")
    imgui.end_tooltip()
