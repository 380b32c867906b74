"""The Caches panel: what a cache did in each tick with the chosen pair, and what it saved.

At the top the choice of the cache; then the support calls with and without it, and a lane with a cell for each tick:
low for a hit, higher for a rebuild, full for a miss, and a red mark above a wrong answer.  A click goes to the tick,
whose reason is named below.  Ticks that are not followed yet are followed in the background.
"""

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import Action, SetCache
from gjkscope.app.state.inspection.caches import cache_ticks, follow_all
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.timeline.time_axis import TickWindow, TimeStrip, begin_strip, end_strip, shown_ticks
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.tones import Tone
from gjkscope.app.view.words.caches import cached_answer_words, outcome_words, reason_words, totals_words
from gjkscope.engine.caches.following import cache_refusal
from gjkscope.engine.caches.records import CacheFault, CacheOutcome, CacheTick
from gjkscope.engine.caches.registry import CACHES

NOT_BEGUN = "Press Play in the Motion workspace, or advance one tick."
NO_PAIR = "Choose a pair of bodies."
FOLLOWING = "following the motion …"
CALLS, LANE = "Calls", "Hit, rebuild, miss"

AT_ONCE = 2  # ticks followed within a frame
COMBO_WIDTH = 260.0  # pixels at 100 % scale
ROW, CURVE = 2.1, 2.1  # heights in text lines
MARK = 0.22  # of the lane's height, for wrong answers
HEIGHTS = {CacheOutcome.HIT: 0.35, CacheOutcome.REBUILD: 0.65, CacheOutcome.MISS: 1.0}
OUTCOME_TONES: dict[CacheOutcome, Tone] = {
    CacheOutcome.HIT: tones.ACCENT,
    CacheOutcome.REBUILD: tones.WARNING,
    CacheOutcome.MISS: tones.TEXT_DIM,
}
WRONG = (CacheFault.VERDICT, CacheFault.DISTANCE)


def draw_caches_panel(state: State, ui: Ui) -> list[Action]:
    actions = _draw_choice(state.tools.cache, ui)
    simulation, pair = state.motion.simulation, state.document.pair
    if simulation is None or pair is None:
        imgui.text_wrapped(NOT_BEGUN if simulation is None else NO_PAIR)
        return actions
    first, second = (simulation.start.body(name).shape for name in pair)
    refused = cache_refusal(CACHES[state.tools.cache], first, second)
    if refused:
        imgui.text_wrapped(f"{refused}.")
        return actions
    asked = (Identity(simulation.start), Identity(simulation.ticks), pair, state.tools.cache)
    known = cache_ticks(*asked, AT_ONCE)
    if len(known) < len(simulation.ticks):
        ui.jobs.request("caches", follow_all, *asked)
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM))
    imgui.text_wrapped(f"{' – '.join(pair)}: {totals_words(known)}" if known else FOLLOWING)
    imgui.pop_style_color()
    return actions + _draw_rows(known, state, ui)


def _draw_choice(chosen: str, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    imgui.set_next_item_width(COMBO_WIDTH * ui.scale)
    if imgui.begin_combo("Cache", CACHES[chosen].title):
        for name, policy in CACHES.items():
            if imgui.selectable(policy.title, name == chosen)[0] and name != chosen:
                actions.append(SetCache(name))
            tool_tip(policy.about)
        imgui.end_combo()
    tool_tip(CACHES[chosen].about)
    return actions


def _draw_rows(known: Sequence[CacheTick], state: State, ui: Ui) -> list[Action]:
    """Draws the calls, the lane, and the words of the current tick."""
    window, here = shown_ticks(state), state.motion.tick
    shown = known[window.first : window.last + 1]
    if not shown:
        return []
    actions = _draw_calls(shown, state, window, ui) + _draw_lane(shown, state, window, ui)
    if here < len(known):
        _draw_words(known[here])
    return actions


def _draw_words(tick: CacheTick) -> None:
    imgui.text(f"Tick {tick.number}")
    imgui.same_line()
    imgui.text_colored(theme.rgba(OUTCOME_TONES[tick.use.outcome]), outcome_words(tick))
    imgui.text_wrapped(f"Because {reason_words(tick)}.")
    tone = tones.BAD if tick.fault in WRONG else tones.TEXT_DIM
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tone))
    words = cached_answer_words(tick)
    imgui.text_wrapped(f"{words[0].upper()}{words[1:]}.")
    imgui.pop_style_color()


def _draw_calls(shown: Sequence[CacheTick], state: State, window: TickWindow, ui: Ui) -> list[Action]:
    """Draws the calls as bars, below the line of those without the cache: what is between is saved."""
    height = CURVE * imgui.get_text_line_height()
    most = max(max(tick.use.calls, tick.plain.calls) for tick in shown) or 1
    words = (CALLS, f"at most {most}")
    strip = begin_strip(CALLS, words, tones.TEXT, height, window, ui)
    base, room = strip.top + height - 1, height - 2
    canvas = imgui.get_window_draw_list()
    color, line = pack_color(theme.rgba(tones.ACCENT)), pack_color(theme.rgba(tones.TEXT_DIM))
    for number, tick in enumerate(shown, window.first):
        top = base - room * tick.use.calls / most
        canvas.add_rect_filled(ImVec2(strip.x(number), top), ImVec2(_right(strip, number), base), color)
        plain = base - room * tick.plain.calls / most
        canvas.add_line(ImVec2(strip.x(number), plain), ImVec2(strip.x(number + 1), plain), line, 1.4 * ui.scale)
    tool_tip("Searches for a support point, or tested axes.  The line is without the cache: what is below it is saved")
    return end_strip(strip, state, ui)


def _draw_lane(shown: Sequence[CacheTick], state: State, window: TickWindow, ui: Ui) -> list[Action]:
    height = ROW * imgui.get_text_line_height()
    wrong = any(tick.fault in WRONG for tick in shown)
    words = (LANE, "red: a wrong answer") if wrong else (LANE,)
    strip = begin_strip(LANE, words, tones.TEXT, height, window, ui)
    canvas = imgui.get_window_draw_list()
    for number, tick in enumerate(shown, window.first):
        left, right, bottom = strip.x(number), _right(strip, number), strip.top + height
        top = bottom - (1 - MARK) * height * HEIGHTS[tick.use.outcome]
        color = pack_color(theme.rgba(OUTCOME_TONES[tick.use.outcome]))
        canvas.add_rect_filled(ImVec2(left, top), ImVec2(right, bottom), color)
        if tick.fault in WRONG:
            red = pack_color(theme.rgba(tones.BAD))
            canvas.add_rect_filled(ImVec2(left, strip.top), ImVec2(right, strip.top + (MARK - 0.06) * height), red)
    tool_tip("Low: hit; higher: rebuild; full: miss.  Click to go to the tick and read its reason")
    return end_strip(strip, state, ui)


def _right(strip: TimeStrip, tick: int) -> float:
    """The right end of a cell, with a gap to the next one if there is room."""
    return strip.x(tick + 1) - (1 if strip.pitch > 3 else 0)
