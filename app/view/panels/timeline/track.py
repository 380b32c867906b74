"""The track of the timeline: one tick per step, with a shape and colour for its events.  Click or drag to go there.

Breakpoint hits are shown above a tick, and improved bounds below it.  If there are more steps than fit, a tick stands
for several and shows their most important event.  A comparison has one row per run, with a flag at the step where they
diverge; clicking a row makes the panels show its run.  The construction of A − B is scrubbed continuously.
"""

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.ask.runs.choices import AnyRun, Group, group_of
from gjkscope.app.ask.runs.progress import OF_BOUNDS, StepEvent, events, main_event
from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import Action, GoToStep, InspectRun, ScrubTo
from gjkscope.app.state.inspection.beats import is_complete, shown_position, words_of_beats
from gjkscope.app.state.inspection.comparison import end, inspected_state, parting_step, position, runs
from gjkscope.app.state.inspection.traces import current_step, inspect, names_in_steps
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.timeline.event_icons import (
    BREAKPOINT,
    FIRST_DIFFERENCE,
    ICONS,
    Icon,
    draw_events,
    draw_icon,
)
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.verdict import run_words
from gjkscope.engine.explain import headline

HEIGHT, LOW_HEIGHT = 46.0, 32.0  # pixels at 100 %, like all lengths here; the latter in a low window
LOW = 760.0  # a window with less height is low
MARGIN = 12.0
LEAST_SPACING = 9.0  # between ticks, so that they do not overlap
HITS, TICKS, BOUNDS = 0.14, 0.48, 0.86  # vertical positions of the three rows, as fractions of the height
LANE = 0.72  # offset of the second run's rows, which have no hits above them
STEP_REACH = 5.0  # how near the pointer selects a step, rather than a place between two steps
MOST_WORDS = 0.3  # fraction of the width


class Track(NamedTuple):
    """Where the steps of a run are on the screen, in pixels."""

    left: float
    top: float
    spacing: float  # between consecutive steps
    height: float
    steps: int  # number of steps

    def at(self, step: float, row: float) -> ImVec2:
        return ImVec2(self.left + step * self.spacing, self.top + row * self.height)


class Lane(NamedTuple):
    """A run with its own row on the track."""

    run: State
    trace: AnyRun
    hits: frozenset[int]  # the steps at which a breakpoint holds
    words: str  # name of the run; empty if there is only one
    is_inspected: bool  # whether the panels show it


class TrackTick(NamedTuple):
    """The tick of a step and of the following ones that share it."""

    step: int
    event: StepEvent
    bound: StepEvent | None  # of `OF_BOUNDS`
    hit: bool  # whether a breakpoint hits


def run_track_height(state: State) -> float:
    """The height of the track of one run, pixels at 100 %; in lecture mode, the views need the room."""
    is_low = imgui.get_main_viewport().size.y < LOW * imgui.get_style().font_scale_dpi
    return LOW_HEIGHT if is_low or state.appearance.lecture else HEIGHT


def draw_track(state: State, hits: frozenset[int], ui: Ui) -> list[Action]:
    """Draws the track; `hits` are the steps at which a breakpoint hits."""
    lanes = _lanes(state, hits)
    width = max(imgui.get_content_region_avail().x, 1.0)
    row = run_track_height(state) * ui.scale
    height = row * (1 + LANE * (len(lanes) - 1))
    origin = imgui.get_cursor_screen_pos()
    imgui.invisible_button("scrubber", ImVec2(width, max(height, row)))
    if not lanes:
        return []
    tracks = _tracks(lanes, origin, width, row, end(state), ui)
    for lane, track in zip(lanes, tracks, strict=True):
        _draw_lane(lane, track, origin.x, ui)
    if (parting := parting_step(state)) is not None:
        _draw_parting(tracks[0].at(parting, 0), tracks[-1].at(parting, 1), ui)
    pointer = imgui.get_mouse_pos()
    under = _step_under(pointer.x, tracks[0], end(state))
    lane = lanes[-1 if pointer.y > tracks[-1].at(0, HITS).y else 0]
    if imgui.is_item_active() or imgui.is_item_deactivated():  # also on release, as frames may be long
        chosen = [InspectRun(lane.run is not state)] if imgui.is_item_activated() and not lane.is_inspected else []
        return [*chosen, *_went_to(state, pointer.x, tracks[0], under, ui)]
    if imgui.is_item_hovered():
        _draw_tip(lane, under, parting is not None and under == parting, ui)
    return []


def _went_to(state: State, x: float, track: Track, under: int, ui: Ui) -> list[Action]:
    """Goes to the step under the pointer; while A − B is built, also to any place between two steps."""
    between = (x - track.left) / track.spacing if track.spacing > 0 else 0.0
    near = abs(between - under) * track.spacing <= STEP_REACH * ui.scale
    if group_of(state.run.algorithm) is Group.DIFFERENCE and not near and 0 <= between <= end(state):
        return [ScrubTo(between)]
    return [] if under == position(state) and is_complete(state) else [GoToStep(under)]


def _lanes(state: State, hits: frozenset[int]) -> list[Lane]:
    """The chosen run, and the one it is compared with; breakpoints apply to the first only."""
    return [
        Lane(
            run,
            trace,
            hits if run is state else frozenset(),
            run_words(run, state) if state.run.comparison else "",
            run is inspected_state(state),
        )
        for run in runs(state)
        if (trace := inspect(run).trace) is not None
    ]


def _tracks(lanes: list[Lane], origin: ImVec2, width: float, height: float, last: int, ui: Ui) -> list[Track]:
    """The tracks from top to bottom, right of the labels; equal steps are aligned."""
    margin = MARGIN * ui.scale
    with imgui_ctx.push_font(*ui.fonts.small):
        words = max(imgui.calc_text_size(lane.words).x for lane in lanes)
    left = margin + (min(words + margin, MOST_WORDS * width) if words else 0.0)
    spacing = max(width - left - margin, 0.0) / max(last, 1)
    return [
        Track(origin.x + left, origin.y + number * LANE * height, spacing, height, len(lane.trace.steps))
        for number, lane in enumerate(lanes)
    ]


def _step_under(x: float, track: Track, last: int) -> int:
    step = round((x - track.left) / track.spacing) if track.spacing > 0 else 0
    return min(max(step, 0), last)


def groups(count: int, spacing: float, least: float) -> list[tuple[int, int]]:
    """Ranges of steps that share a tick: first, and one past the last; the last step has its own tick."""
    size = max(ceil(least / spacing), 1) if spacing > 0 else 1
    last = count - 1
    return [(first, min(first + size, last)) for first in range(0, last, size)] + [(last, count)]


@lru_cache(maxsize=8)
def _ticks(run: Identity, hits: frozenset[int], spacing: float, least: float) -> tuple[TrackTick, ...]:
    """Cached, because going through a long run takes longer than a frame."""
    return tuple(_tick(run.value, hits, *group) for group in groups(len(run.value.steps), spacing, least))


def _tick(trace: AnyRun, hits: frozenset[int], first: int, after: int) -> TrackTick:
    """The tick of the steps `first` to `after` − 1."""
    events_of_step, order = events(trace)[first:after], list(StepEvent)
    best = min(map(main_event, events_of_step), key=order.index)
    bound = next((event for event in OF_BOUNDS if any(event in step_events for step_events in events_of_step)), None)
    return TrackTick(first, best, bound, any(step in hits for step in range(first, after)))


def _draw_lane(lane: Lane, track: Track, left: float, ui: Ui) -> None:
    _draw_words(lane, left, track, ui)
    ends = track.at(0, TICKS), track.at(track.steps - 1, TICKS)
    imgui.get_window_draw_list().add_line(*ends, pack_color(theme.rgba(tones.EDGE)), 2 * ui.scale)
    for tick in _ticks(Identity(lane.trace), lane.hits, track.spacing, LEAST_SPACING * ui.scale):
        _draw_tick(track, tick, ui)
    _draw_beats(lane.run, track, ui)
    _draw_current(track, shown_position(lane.run), ui)


def _draw_words(lane: Lane, left: float, track: Track, ui: Ui) -> None:
    """Draws the name of the run at the start of its row."""
    row, tone = track.at(0, TICKS), tones.TEXT if lane.is_inspected else tones.TEXT_DIM
    canvas = imgui.get_window_draw_list()
    with imgui_ctx.push_font(*ui.fonts.small):
        canvas.push_clip_rect(ImVec2(left, track.top), ImVec2(row.x - MARGIN * ui.scale, row.y + track.height), True)
        canvas.add_text(ImVec2(left, row.y - imgui.get_font_size() / 2), pack_color(theme.rgba(tone)), lane.words)
        canvas.pop_clip_rect()


def _draw_tick(track: Track, tick: TrackTick, ui: Ui) -> None:
    _glyph(track.at(tick.step, TICKS), ICONS[tick.event], ui)
    if tick.bound is not None:
        _glyph(track.at(tick.step, BOUNDS), ICONS[tick.bound], ui, 0.7)
    if tick.hit:
        _glyph(track.at(tick.step, HITS), BREAKPOINT, ui)


def _glyph(center: ImVec2, icon: Icon, ui: Ui, size: float = 0.9) -> None:
    """Draws the icon on a patch of the background, so that the line does not cross it."""
    with imgui_ctx.push_font(ui.fonts.small.font, ui.fonts.small.size * size):
        width, height = imgui.calc_text_size(icon.glyph)
        canvas = imgui.get_window_draw_list()
        corner = ImVec2(center.x - width / 2, center.y - height / 2)
        ground = pack_color(theme.rgba(tones.BACKGROUND))
        canvas.add_rect_filled(corner, ImVec2(corner.x + width, corner.y + height), ground)
        canvas.add_text(corner, pack_color(theme.rgba(icon.color)), icon.glyph)


def _draw_beats(run: State, track: Track, ui: Ui) -> None:
    """Draws a tick at the end of each beat of the step in progress, where there is room between steps."""
    step, beats = current_step(run), words_of_beats(run)
    if is_complete(run) or step == 0 or track.spacing < LEAST_SPACING * ui.scale * len(beats):
        return
    color, half = pack_color(theme.rgba(tones.ACCENT)), 4 * ui.scale
    for ended in range(1, len(beats)):
        tip = track.at(step - 1, TICKS)
        x = tip.x + ended / len(beats) * track.spacing
        imgui.get_window_draw_list().add_line(ImVec2(x, tip.y - half), ImVec2(x, tip.y + half), color, 1.5 * ui.scale)


def _draw_current(track: Track, step: float, ui: Ui) -> None:
    accent = pack_color(theme.rgba(tones.ACCENT))
    imgui.get_window_draw_list().add_circle(track.at(step, TICKS), 10 * ui.scale, accent, 0, 2.5 * ui.scale)


def _draw_parting(head: ImVec2, foot: ImVec2, ui: Ui) -> None:
    """Marks where two runs diverge: a line across the track under a small flag."""
    color, size = pack_color(theme.rgba(tones.WARNING)), 8 * ui.scale
    canvas = imgui.get_window_draw_list()
    canvas.add_line(head, foot, color, 2 * ui.scale)
    canvas.add_triangle_filled(head, ImVec2(head.x + size, head.y + size / 2), ImVec2(head.x, head.y + size), color)


def _draw_tip(lane: Lane, step: int, parts: bool, ui: Ui) -> None:
    if step >= len(lane.trace.steps) or not imgui.begin_tooltip():
        return
    if lane.words:
        imgui.text_disabled(lane.words)
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text(f"Step {step}")
    imgui.same_line()
    imgui.text(in_page(headline(lane.trace.steps[step], *names_in_steps(lane.run))))
    draw_events(events(lane.trace)[step])
    if step in lane.hits:
        draw_icon(BREAKPOINT)
        imgui.text("breakpoint hit")
    if parts:
        draw_icon(FIRST_DIFFERENCE)
        imgui.text("first difference between the two runs")
    imgui.end_tooltip()
