"""The gradient of the signed distance by the pose of B: in words, and plotted while B moves along an axis of the world.

A slider moves B along that axis.  The curves start where B's coordinate is 0, so they stay the same while it moves.
"""

from collections.abc import Callable, Iterable, Iterator
from math import inf, log10, nan
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, imgui, implot

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import Action, EndGesture, PlaceBody, SetGradientPlot, SetVisible
from gjkscope.app.state.actions.comparison import LEAST_SIGMA, MOST_SIGMA
from gjkscope.app.state.inspection.traces import pair_of
from gjkscope.app.state.model import GradientPlot, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.plots import CURVES_ONLY, LOCKED_AXIS
from gjkscope.app.view.panels.toolkit.sideways import same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.tones import Tone
from gjkscope.app.view.words.gradients import gradient_words, growth_words, smoothed_words
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.gradients.derivative import distance_gradient
from gjkscope.engine.gradients.growth import growth_distance
from gjkscope.engine.gradients.smoothing import smoothed_distance
from gjkscope.engine.gradients.sweep import sweep_distance
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import PlacedPair
from gjkscope.engine.text import number
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3

CONTROLS_WIDTH, PLOT_WIDTH, SLIDER_WIDTH = 400.0, 260.0, 200.0  # pixels at 100 %
LEAST_HEIGHT = 130.0  # of a plot, for two of them one above the other
PLACES = 61  # of B along the axis
REACH = 1.25  # of both radii: how far from A's position B is moved
WORDS_SAMPLES = 200  # of the smoothed distance in words, for which the curves have no time
DRAWN = "Draw it on the body"
COUNTS = (10, 20, 50, 100)
PLAIN, SMOOTHED = Tone("#e4e7eb", "#1b1f24"), Tone("#e59ac6", "#8f2d6c")

Floats = npt.NDArray[np.float64]


class GradientCurves(NamedTuple):
    """What is plotted, by B's coordinate; NaN where it has no value."""

    places: tuple[float, ...]
    distance: tuple[float, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    smoothed: tuple[float, ...]
    smoothed_slope: tuple[float, ...]


def draw_gradient_panel(state: State, ui: Ui) -> list[Action]:
    """Draws the controls and the words and, if there is room, the plots."""
    has_plot = imgui.get_content_region_avail().x >= (CONTROLS_WIDTH + PLOT_WIDTH) * ui.scale
    imgui.begin_child("gradient", ImVec2(CONTROLS_WIDTH * ui.scale if has_plot else 0, 0))
    actions = _draw_controls(state, ui)
    _draw_words(state, ui)
    imgui.end_child()
    if has_plot:
        imgui.same_line()
        imgui.begin_child("gradient plots")
        _draw_plots(state, ui)
        imgui.end_child()
    return actions


def gradient_curves(pair: PlacedPair, axis: int, low: float, high: float, sigma: float, count: int) -> GradientCurves:
    """The curves between two coordinates of B, at `PLACES` places; those without a gradient are left out."""
    rows = []
    for i in range(PLACES):
        checkpoint()
        place = low + (high - low) * i / (PLACES - 1)
        try:
            (row,) = sweep_distance(*pair, IDENTITY[axis], ZERO, (place,), sigma, count)
            assert row.smoothed is not None
            assert row.smoothed_slope is not None
            values = row.signed_distance, row.before, row.after, row.smoothed, row.smoothed_slope
        except NotApplicable:
            values = (nan,) * 5
        rows.append((place, *values))
    return GradientCurves(*zip(*rows, strict=True))


def described(pair: PlacedPair, names: tuple[str, str], sigma: float) -> tuple[str, ...]:
    """The gradient, the smoothed distance and the growth distance in words, or why there is none."""

    def words_of(describe: Callable[[], Iterable[str]]) -> Iterator[str]:
        try:
            yield from describe()
        except NotApplicable as refusal:
            yield f"{str(refusal)[0].upper()}{str(refusal)[1:]}."

    parts: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: gradient_words(distance_gradient(*pair), names[1]),
        lambda: smoothed_words(smoothed_distance(*pair, sigma=sigma, count=WORDS_SAMPLES)),
        lambda: growth_words(growth_distance(*pair), *names),
    )
    return tuple(line for describe in parts for line in words_of(describe))


def swept_range(a: Body, b: Body, axis: int) -> tuple[float, float]:
    """The coordinates of B that are plotted: around A, and at least to where B is."""
    reach = REACH * (a.ball[1] + b.ball[1])
    middle, here = a.pose.position[axis], b.pose.position[axis]
    return min(middle - reach, here), max(middle + reach, here)


def _draw_controls(state: State, ui: Ui) -> list[Action]:
    plot, body = state.run.gradient_plot, state.document.pair_bodies[1]
    wanted = plot
    imgui.align_text_to_frame_padding()
    imgui.text(f"Move {body.name} along")
    for axis, name in enumerate("xyz"):
        imgui.same_line()
        if imgui.radio_button(f"{name}##gradient axis", axis == plot.axis):
            wanted = replace(wanted, axis=axis)
    actions = _draw_slider(state, ui)
    wanted = _draw_smoothing(wanted, ui)
    shown = state.display.visible.gradient
    same_line_if_fits(imgui.calc_text_size(DRAWN).x + 2 * imgui.get_frame_height())
    changed, is_on = imgui.checkbox(DRAWN, shown)
    tool_tip("An arrow for the translation, and an arc for the rotation, along which the distance grows fastest")
    if changed:
        actions.append(SetVisible("gradient", is_on))
    return [*actions, *([SetGradientPlot(wanted)] if wanted != plot else [])]


def _draw_slider(state: State, ui: Ui) -> list[Action]:
    """Draws the slider that moves B along the axis."""
    a, b = state.document.pair_bodies
    axis = state.run.gradient_plot.axis
    low, high = swept_range(a, b, axis)
    imgui.set_next_item_width(SLIDER_WIDTH * ui.scale)
    here = b.pose.position[axis]
    changed, value = imgui.slider_float("##gradient place", here, low, high, "", imgui.SliderFlags_.no_input)
    ended = imgui.is_item_deactivated_after_edit()
    imgui.same_line()
    imgui.text(f"{'xyz'[axis]}  {number(here, 4)} m")
    actions: list[Action] = []
    if changed:
        actions.append(PlaceBody(b.name, b.placement.moved(_with_coordinate(b.pose.position, axis, value))))
    return [*actions, EndGesture()] if ended else actions


def _with_coordinate(position: Vec3, axis: int, value: float) -> Vec3:
    x, y, z = (value if i == axis else coordinate for i, coordinate in enumerate(position))
    return (x, y, z)


def _draw_smoothing(plot: GradientPlot, ui: Ui) -> GradientPlot:
    imgui.set_next_item_width(SLIDER_WIDTH * ui.scale)
    least, most = log10(LEAST_SIGMA), log10(MOST_SIGMA)
    changed, power = imgui.slider_float("##sigma", log10(plot.sigma), least, most, "", imgui.SliderFlags_.no_input)
    tool_tip("Standard deviation of the random poses: relative to the pair's size, and in radians")
    imgui.same_line()
    imgui.text(f"σ  {plot.sigma:.2g}")
    if changed:
        plot = replace(plot, sigma=min(max(10 ** round(power, 1), LEAST_SIGMA), MOST_SIGMA))
    imgui.set_next_item_width(SLIDER_WIDTH * ui.scale)
    if imgui.begin_combo("##gradient samples", f"{plot.count} samples a place"):
        for count in COUNTS:
            if imgui.selectable(f"{count} samples a place", count == plot.count)[0]:
                plot = replace(plot, count=count)
        imgui.end_combo()
    return plot


def _draw_words(state: State, ui: Ui) -> None:
    imgui.separator()
    names = state.document.pair
    known = ui.jobs.request("gradient words", described, pair_of(state), names, state.run.gradient_plot.sigma)
    if known is None:
        imgui.text_disabled("measuring …")
        return
    imgui.begin_disabled(not known.current)
    for line in known.value:
        imgui.text_wrapped(line)
    imgui.end_disabled()


def _draw_plots(state: State, ui: Ui) -> None:
    """Plots the distance, and below it its derivative along the axis."""
    plot, (a, b) = state.run.gradient_plot, state.document.pair_bodies
    shape_a, pose_a, shape_b, pose_b = pair_of(state)
    start = pose_b._replace(position=_with_coordinate(pose_b.position, plot.axis, 0.0))
    low, high = swept_range(a, b, plot.axis)
    known = ui.jobs.request(
        "gradient curves",
        gradient_curves,
        (shape_a, pose_a, shape_b, start),
        plot.axis,
        low,
        high,
        plot.sigma,
        plot.count,
    )
    if known is None:
        imgui.text_disabled("measuring …")
        return
    curves, here = known.value, pose_b.position[plot.axis]
    imgui.begin_disabled(not known.current)
    _draw_legend(curves, here)
    size = _plot_size(ui)
    lines = (("exact", curves.distance, PLAIN), ("smoothed", curves.smoothed, SMOOTHED))
    _plot("signed distance, m##gradient", curves, lines, here, size, ui)
    if 2 * size.x < imgui.get_content_region_avail().x:
        imgui.same_line()
    steps = ("exact", _stepped(curves), PLAIN), ("smoothed", curves.smoothed_slope, SMOOTHED)
    _plot(f"its derivative by {'xyz'[plot.axis]}##gradient", curves, steps, here, size, ui)
    imgui.end_disabled()


def _draw_legend(curves: GradientCurves, here: float) -> None:
    """Draws the names of the curves in their colours, with their slopes at B's place."""
    at = min(range(len(curves.places)), key=lambda i: abs(curves.places[i] - here))
    slopes = dict.fromkeys((curves.before[at], curves.after[at]))
    exact = " | ".join(number(slope, 3) for slope in slopes)
    imgui.text_colored(theme.rgba(PLAIN), f"exact: slope {exact}")
    imgui.same_line()
    imgui.text_colored(theme.rgba(SMOOTHED), f"smoothed: {number(curves.smoothed_slope[at], 3)}")


def _plot_size(ui: Ui) -> ImVec2:
    """The size of both plots, side by side if there is room for them, and otherwise one above the other."""
    room, gap = imgui.get_content_region_avail(), imgui.get_style().item_spacing
    if room.x >= 2 * PLOT_WIDTH * ui.scale or room.y < 2 * LEAST_HEIGHT * ui.scale:
        return ImVec2((room.x - gap.x) / 2 - 1, room.y)
    return ImVec2(room.x, (room.y - gap.y) / 2)


def _stepped(curves: GradientCurves) -> tuple[float, ...]:
    """The derivatives before and after each place, in turn."""
    return tuple(value for both in zip(curves.before, curves.after, strict=True) for value in both)


Line = tuple[str, tuple[float, ...], Tone]


def _plot(title: str, curves: GradientCurves, lines: tuple[Line, ...], here: float, size: ImVec2, ui: Ui) -> None:
    if not implot.begin_plot(title, size, PLOT_FLAGS):
        return
    implot.setup_axes("", "", LOCKED_AXIS, LOCKED_AXIS)
    implot.setup_axes_limits(curves.places[0], curves.places[-1], *_span(lines), implot.Cond_.always)
    level = implot.Spec(line_color=theme.rgba(tones.TEXT_DIM), line_weight=1.0 * ui.scale)
    implot.plot_line("##zero", np.array([curves.places[0], curves.places[-1]]), np.zeros(2), level)
    for label, values, tone in lines:
        places = np.repeat(curves.places, len(values) // len(curves.places))
        spec = implot.Spec(line_color=theme.rgba(tone), line_weight=2.0 * ui.scale)
        implot.plot_line(label, places.astype(np.float64), np.array(values, dtype=np.float64), spec)
    mark = implot.Spec(line_color=theme.rgba(tones.CHOSEN), line_weight=2 * ui.scale)
    implot.plot_inf_lines("##here", np.array([here]), mark)
    implot.end_plot()


def _span(lines: tuple[Line, ...]) -> tuple[float, float]:
    """The values that the plot shows, with a margin; at least from −1 to 1 for a constant."""
    known = [value for _, values, _ in lines for value in values if value == value]
    low, high = min(known, default=inf), max(known, default=-inf)
    if low >= high:
        return (low - 1, high + 1) if low == high else (-1.0, 1.0)
    margin = 0.08 * (high - low)
    return low - margin, high + margin


PLOT_FLAGS = CURVES_ONLY & ~implot.Flags_.no_title
