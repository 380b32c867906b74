"""The stability of the verdict: perturbs B by ε many times; shows one ε in numbers and all of them in a plot."""

from math import log10

import numpy as np
from imgui_bundle import ImVec2, ImVec4, icons_fontawesome_6, imgui, imgui_ctx, implot

from gjkscope.app.ask.runs.choices import Group, group_of
from gjkscope.app.base.jobs import LatestResult
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import Action, SetNudges
from gjkscope.app.state.actions.comparison import LARGEST, SMALLEST
from gjkscope.app.state.inspection.traces import pair_of, run_options
from gjkscope.app.state.model import Nudges, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.compare.compare_cells import VERDICT_ICONS
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.sideways import same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.tones import OF_VERDICT
from gjkscope.app.view.words.verdict import algorithm_words
from gjkscope.engine.analysis.stability import Spread, spread
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.result import NotApplicable, Verdict
from gjkscope.engine.shapes.kinds import PlacedPair
from gjkscope.engine.text import range_words, whole

COUNTS = (10, 30, 100, 300, 1000)
BUDGET = 1.0  # seconds for the samples of one ε; the panel shows the count that was reached
PLOT_BUDGET, PLOT_COUNT = 0.25, 40  # for each ε of the plot
DECADES = range(round(log10(SMALLEST)), round(log10(LARGEST)) + 1)
CONTROLS_WIDTH, SLIDER_WIDTH, BAR_HEIGHT = 390.0, 140.0, 16.0  # pixels at 100 %
LEAST_SLIDER, LABEL_WIDTH, BUTTON_WIDTH = 60.0, 125.0, 120.0  # of a slider; of its label; of what is beside them
PLOT_WIDTH = 190.0  # the plot is left out of a narrower panel
BAR_SIZE = 0.86  # fraction of a decade
DEFAULT_TITLE = "GJK and EPA"


def draw_stability_panel(state: State, ui: Ui) -> list[Action]:
    """Draws the controls and, if there is room, the plot; a narrow panel wraps and does not scroll sideways."""
    if group_of(state.run.algorithm) not in (Group.PAIR, Group.ENGINE):
        imgui.text_wrapped("Stability is measured for a pair: choose a pair algorithm.")
        return []
    has_plot = imgui.get_content_region_avail().x >= (CONTROLS_WIDTH + PLOT_WIDTH) * ui.scale
    imgui.begin_child("nudges", ImVec2(CONTROLS_WIDTH * ui.scale if has_plot else 0, 0))
    actions = _draw_controls(state, ui)
    _draw_spreads(state, ui)
    imgui.end_child()
    if has_plot:
        imgui.same_line()
        _draw_plot(state, ui)
    return actions


def spread_or_reason(
    pair: PlacedPair, algorithm: str | None, options: Options, nudges: Nudges, budget: float
) -> Spread | str:
    """The distribution of the verdicts, or why the algorithm does not take the pair."""
    try:
        return spread(
            *pair, nudges.epsilon, algorithm, options, nudges.count, nudges.seed, nudges.tolerance, budget=budget
        )
    except NotApplicable as refusal:
        return str(refusal)


def _draw_controls(state: State, ui: Ui) -> list[Action]:
    nudges, room = state.run.nudges, imgui.get_content_region_avail().x / ui.scale
    slider = min(max(room - LABEL_WIDTH - BUTTON_WIDTH, LEAST_SLIDER), SLIDER_WIDTH)
    second = slider + LABEL_WIDTH if slider + LABEL_WIDTH + BUTTON_WIDTH <= room else None
    random = "Largest random shift and rotation of B, relative to the pair's size"
    epsilon = _decade("nudge ε", nudges.epsilon, random, slider, ui)
    _second_column(second, ui)
    count = _count(nudges.count, ui)
    tolerance = _decade("tolerance", nudges.tolerance, "Distances up to this count as touching", slider, ui)
    _second_column(second, ui)
    again = imgui.button(f"{icons_fontawesome_6.ICON_FA_DICE} New samples")
    wanted = Nudges(epsilon, tolerance, count, nudges.seed + again)
    return [SetNudges(wanted)] if wanted != nudges else []


def _second_column(left: float | None, ui: Ui) -> None:
    """Puts the next item beside the slider, at `left`; None if there is no room."""
    if left is not None:
        imgui.same_line(left * ui.scale)


def _decade(label: str, value: float, help_text: str, width: float, ui: Ui) -> float:
    """A logarithmic slider in tenths of a decade."""
    imgui.set_next_item_width(width * ui.scale)
    low, high = DECADES[0], DECADES[-1]
    changed, exponent = imgui.slider_float(f"##{label}", log10(value), low, high, "", NO_INPUT)
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(f"{help_text}: {value:.6g}")
    imgui.same_line()
    imgui.text(f"{label}  {value:.2g}")  # beside the slider, whose grab would cover it
    return min(max(10 ** round(exponent, 1), SMALLEST), LARGEST) if changed else value


def _count(value: int, ui: Ui) -> int:
    imgui.set_next_item_width(110 * ui.scale)
    if imgui.begin_combo("##nudges", f"{value:,} samples"):
        for count in COUNTS:
            clicked, _ = imgui.selectable(f"{count:,} samples", count == value)
            if clicked:
                value = count
        imgui.end_combo()
    return value


def _draw_spreads(state: State, ui: Ui) -> None:
    """Draws the results of the default answer and of the chosen algorithm."""
    options = run_options(state)
    asked = ((DEFAULT_TITLE, None, DEFAULT), (algorithm_words(state), state.run.algorithm, options))
    for title, algorithm, chosen in asked:
        known = ui.jobs.request(
            f"nudges {algorithm}", spread_or_reason, pair_of(state), algorithm, chosen, state.run.nudges, BUDGET
        )
        with imgui_ctx.push_font(*ui.fonts.bold):
            imgui.text(title)
        if known is None:
            imgui.text_disabled("measuring …")
        elif isinstance(known.value, str):
            imgui.text_wrapped(known.value)
        else:
            imgui.begin_disabled(not known.current)
            _draw_spread(known.value, state.run.nudges.count, ui)
            imgui.end_disabled()


def _draw_spread(stability: Spread, wanted: int, ui: Ui) -> None:
    words = _range(stability)
    same_line_if_fits(imgui.calc_text_size(words).x)
    imgui.text_wrapped(words)
    _draw_bar(stability, ui)
    parts = [
        f"{VERDICT_ICONS[verdict]} {count} {verdict.value}" for verdict, count in stability.counts.items() if count
    ]
    imgui.text_wrapped("   ".join(parts))
    if stability.count < wanted:
        words = f"({stability.count} of {wanted} in time)"
        same_line_if_fits(imgui.calc_text_size(words).x)
        imgui.text_disabled(words)


def _range(stability: Spread) -> str:
    if stability.nearest is None or stability.furthest is None:
        return "no distance"
    return f"{range_words(stability.nearest, stability.furthest, 4)} m"


def _draw_bar(stability: Spread, ui: Ui) -> None:
    """Draws the shares of the verdicts side by side."""
    corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    height, canvas = BAR_HEIGHT * ui.scale, imgui.get_window_draw_list()
    left = corner.x
    for verdict in Verdict:
        right = left + width * stability.share(verdict)
        color = imgui.get_color_u32(theme.rgba(OF_VERDICT[verdict]))  # faded if it is disabled
        canvas.add_rect_filled(ImVec2(left, corner.y), ImVec2(right, corner.y + height), color)
        left = right
    imgui.dummy(ImVec2(width, height))


def _draw_plot(state: State, ui: Ui) -> None:
    """Plots the shares of the verdicts for each decade of ε, stacked."""
    known = _sweep(state, ui)
    spreads = [latest.value for latest in known if isinstance(latest.value, Spread)]
    imgui.begin_disabled(not all(latest.current for latest in known))
    _plot_spreads(spreads, state, ui)
    imgui.end_disabled()


def _plot_spreads(spreads: list[Spread], state: State, ui: Ui) -> None:
    if not implot.begin_plot(f"{algorithm_words(state)}: verdicts by ε##stability", ImVec2(-1, -1), PLOT_FLAGS):
        return
    implot.setup_axes("", "", AXIS_FLAGS, AXIS_FLAGS)
    implot.setup_axes_limits(DECADES[0] - 0.5, DECADES[-1] + 0.5, 0.0, 1.0, implot.Cond_.always)
    ticks = [float(decade) for decade in DECADES if decade % 3 == 0]
    implot.setup_axis_ticks(implot.ImAxis_.x1, ticks, [f"1e{whole(round(tick))}" for tick in ticks])
    implot.setup_legend(implot.Location_.south, implot.LegendFlags_.outside | implot.LegendFlags_.horizontal)
    decades = np.array([round(log10(stability.epsilon)) for stability in spreads], dtype=np.float64)
    tops = np.ones(len(spreads))
    for verdict in Verdict:
        shares = np.array([stability.share(verdict) for stability in spreads])
        if shares.any():  # from the top down: each bar covers the lower part of the previous one
            _bars(f"{VERDICT_ICONS[verdict]} {verdict.value}", decades, tops, theme.rgba(OF_VERDICT[verdict]))
        tops = tops - shares
    mark = implot.Spec(line_color=theme.rgba(tones.TEXT), line_weight=2 * ui.scale)
    implot.plot_inf_lines("##now", np.array([log10(state.run.nudges.epsilon)]), mark)
    implot.end_plot()


def _bars(label: str, decades: np.ndarray, tops: np.ndarray, color: ImVec4) -> None:
    tone = _dim(color)
    imgui.push_style_var(imgui.StyleVar_.alpha, 1.0)  # ImPlot applies it too
    implot.plot_bars(label, decades, tops.copy(), BAR_SIZE, implot.Spec(fill_color=tone, line_color=tone))
    imgui.pop_style_var()


def _dim(color: ImVec4) -> ImVec4:
    """The opaque colour that looks like the style's opacity on the panel, because bars cover each other."""
    share, ground = imgui.get_style().alpha, theme.rgba(tones.BACKGROUND)
    red, green, blue = (share * c + (1 - share) * g for c, g in zip(list(color)[:3], list(ground)[:3], strict=True))
    return ImVec4(red, green, blue, color.w)


def _sweep(state: State, ui: Ui) -> list[LatestResult]:
    """The known results for each decade, including those of an earlier position."""
    options = run_options(state)
    results: list[LatestResult] = []
    for decade in DECADES:
        nudges = replace(state.run.nudges, epsilon=10.0**decade, count=min(state.run.nudges.count, PLOT_COUNT))
        known = ui.jobs.request(
            f"nudges 1e{decade}", spread_or_reason, pair_of(state), state.run.algorithm, options, nudges, PLOT_BUDGET
        )
        results += [] if known is None else [known]
    return results


NO_INPUT = imgui.SliderFlags_.no_input
AXIS_FLAGS = implot.AxisFlags_.no_grid_lines | implot.AxisFlags_.lock
PLOT_FLAGS = implot.Flags_.no_inputs | implot.Flags_.no_menus | implot.Flags_.no_mouse_text
