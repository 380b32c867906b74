"""The bounds plot: how the bounds on the signed distance converge, by step.  A click goes to the step.

For shapes that overlap, EPA's bounds are plotted as those on the depth: at least, and at most this deep.

A comparison plots both runs: the first with filled markers, the second with hollow ones.
"""

from functools import lru_cache
from math import ceil, floor, log10
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, implot

from gjkscope.app.ask.runs.answers import expectation
from gjkscope.app.ask.runs.progress import bounds, bounds_depth, has_bounds
from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import Action, GoToStep, PlotWidth
from gjkscope.app.state.inspection.comparison import position, runs
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import round_length
from gjkscope.app.view.panels.toolkit.sideways import same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.tones import Tone
from gjkscope.app.view.words.verdict import run_words
from gjkscope.engine.proof.certificate import Proof
from gjkscope.engine.text import number

Numbers = npt.NDArray[np.float64]

# Legend labels, with the markers of the curves.
UPPER_LABEL = f"{icons_fontawesome_6.ICON_FA_CARET_DOWN} upper bound"
LOWER_LABEL = f"{icons_fontawesome_6.ICON_FA_CARET_UP} lower bound"
AT_MOST = f"{icons_fontawesome_6.ICON_FA_CARET_DOWN} at most this deep"
AT_LEAST = f"{icons_fontawesome_6.ICON_FA_CARET_UP} at least this deep"
# Names of the difference of the two bounds, by the quantity that they bound.
DIFFERENCES = {"depth": "at most − at least", "signed distance": "upper − lower"}
DASHES = 60  # in the line of the known distance
EQUAL_WITHIN = 1e-9  # bounds that differ by at most this fraction are drawn as one
ROOM = 0.08  # margin above and below, relative to the height
SMALLEST = ImVec2(100, 40)  # smallest plot, pixels; a smaller panel scrolls
TICKS = 12  # most tick labels on the step axis
TICK_ROOM = 1.8  # least spacing of tick labels on the vertical axis, in text heights
NARROW, TALL = 460.0, 0.5  # pixels; height / width: a narrow, tall panel, as in lessons, has the legend below the plot
MOST_WHOLE = 5  # digits before the decimal point of a label that is not written with an exponent
MARKED = 200  # most steps drawn with markers; longer runs are drawn as lines only


class Curves(NamedTuple):
    """The plotted values in metres, by step; NaN where there is no bound."""

    steps: Numbers
    lower: Numbers
    upper: Numbers

    @property
    def width(self) -> Numbers:
        """Upper minus lower bound; NaN where they coincide, as the logarithm of zero is undefined."""
        width = self.upper - self.lower
        return np.where(width > 0, width, np.nan)


class Plot(NamedTuple):
    """A run whose bounds are plotted."""

    trace: Any
    words: str  # name of the run; empty if there is only one
    hollow: bool
    of_depth: bool  # plots the depth, not the signed distance

    @property
    def curves(self) -> Curves:
        curves = _curves(Identity(self.trace))
        return Curves(curves.steps, -curves.upper, -curves.lower) if self.of_depth else curves

    @property
    def quantity(self) -> str:
        return "depth" if self.of_depth else "signed distance"

    def shown(self, width: bool) -> list[Numbers]:
        return [self.curves.width] if width else [self.curves.lower, self.curves.upper]


def draw_bounds_panel(state: State, ui: Ui) -> list[Action]:
    """Draws the plot; clicking it goes to the step under the pointer."""
    plots = plots_of(state)
    for run in runs(state):
        if (why := no_bounds_reason(run)) is not None:
            imgui.text_wrapped(f"{run_words(run, state)}: {why}.")
    if not plots:
        return []
    of_depth = plots[0].of_depth
    quantity = plots[0].quantity
    difference = DIFFERENCES[quantity]
    toggled, width = imgui.checkbox(f"{difference}, logarithmic", state.display.plots_width)
    actions: list[Action] = [PlotWidth(width)] if toggled else []
    is_empty = width and not any(np.isfinite(plot.curves.width).any() for plot in plots)
    caption = "no step has two distinct bounds" if is_empty else f"{difference if width else quantity} in m, by step"
    same_line_if_fits(imgui.calc_text_size(caption).x)
    imgui.text_disabled(caption)
    if is_empty:
        return actions
    _draw_marks_of(plots)
    room = imgui.get_content_region_avail()
    is_narrow = room.x < NARROW * ui.scale and room.y > TALL * room.x
    most = int(imgui.get_content_region_avail().y / (TICK_ROOM * imgui.get_font_size()))
    implot.push_style_var(implot.StyleVar_.plot_min_size, SMALLEST)
    begun = implot.begin_plot("##bounds", ImVec2(-1, -1), PLOT_FLAGS)
    implot.pop_style_var()
    if not begun:
        return actions
    truth, last = None if width else _known_distance(state, of_depth), max(len(plot.curves.steps) for plot in plots) - 1
    _set_up_axes([values for plot in plots for values in plot.shown(width)], last, truth, max(most, 1), width)
    _set_up_legend(is_narrow)
    for plot in reversed(plots):  # draws the first one on top
        _draw_curves(plot, width, ui)
    _draw_truth(last, truth, "known" if is_narrow else f"known {quantity.split()[-1]}", ui)
    here = np.array([float(min(position(state), last))])
    implot.plot_inf_lines("##step", here, implot.Spec(line_color=theme.rgba(tones.TEXT), line_weight=1.5 * ui.scale))
    actions += _follow_pointer(state, plots, last)
    implot.end_plot()
    return actions


def known_distance(state: State) -> float | None:
    """The signed distance if it is certain: from a certificate, or from the scene file."""
    certified = inspect(state).certified
    if certified.certificate is not None and certified.proved is Proof.DISTANCE:
        return (certified.certificate.lower + certified.certificate.upper) / 2
    expected = expectation(state.document.scene, state.document.pair)
    return expected.signed_distance if expected else None


def plots_of(state: State) -> list[Plot]:
    """The plots of the runs on show whose steps prove bounds."""
    shown = [run for run in runs(state) if no_bounds_reason(run) is None]
    of_depth = all(bounds_depth(trace) for run in shown if (trace := inspect(run).trace) is not None)
    return [
        Plot(inspect(run).trace, run_words(run, state) if state.run.comparison else "", run is not state, of_depth)
        for run in shown
    ]


def _known_distance(state: State, of_depth: bool) -> float | None:
    """The signed distance, or the depth, if it is certain."""
    distance = known_distance(state)
    return -distance if of_depth and distance is not None else distance


def no_bounds_reason(run: State) -> str | None:
    """Why nothing of the run can be plotted; None if it can."""
    seen = inspect(run)
    if seen.trace is None:
        return seen.refusal
    return None if has_bounds(seen.trace) else "its steps prove no bounds on the signed distance of this pair"


def _draw_marks_of(plots: list[Plot]) -> None:
    """Draws the legend of the markers if there are two runs."""
    for plot in plots:
        if not plot.words:
            continue
        words = f"{'hollow' if plot.hollow else 'filled'}: {plot.words}"
        same_line_if_fits(imgui.calc_text_size(words).x)
        imgui.text(words)


@lru_cache(maxsize=4)
def _curves(trace: Identity) -> Curves:
    pairs = np.array(bounds(trace.value))
    known = np.where(np.isfinite(pairs), pairs, np.nan)
    return Curves(np.arange(len(pairs), dtype=np.float64), known[:, 0].copy(), known[:, 1].copy())


def _set_up_axes(shown: list[Numbers], last: int, truth: float | None, most: int, logarithmic: bool) -> None:
    """Sets the axes up to step `last`, with about `most` labels on the vertical axis."""
    implot.setup_axes("", "", AXIS_FLAGS, AXIS_FLAGS)
    ticks = [float(step) for step in range(0, last + 1, round(round_length(max(last / TICKS, 1))))]
    implot.setup_axis_ticks(implot.ImAxis_.x1, ticks, [f"{step:g}" for step in ticks])
    if logarithmic:
        implot.setup_axis_scale(implot.ImAxis_.y1, implot.Scale_.log10)
    low, high = limits(shown, truth, logarithmic)
    heights, labels = vertical_ticks(low, high, most, logarithmic)
    implot.setup_axis_ticks(implot.ImAxis_.y1, heights, labels)
    implot.setup_axes_limits(-0.03 * last - 0.3, last * 1.03 + 0.3, low, high, implot.Cond_.always)


def limits(shown: list[Numbers], truth: float | None, logarithmic: bool) -> tuple[float, float]:
    """The range of the vertical axis: all known values, with a margin."""
    known = np.concatenate([*shown, [np.nan if truth is None else truth]])
    known = known[np.isfinite(known)]
    low, high = float(known.min()), float(known.max())
    if logarithmic:
        return low / 3, high * 3
    spread = high - low if high - low > EQUAL_WITHIN * abs(high) else 0.0  # otherwise all ticks would read the same
    room = ROOM * spread or abs(high) * ROOM or 1.0
    return low - room, high + room


def _set_up_legend(is_narrow: bool) -> None:
    """Puts the legend beside the plot, or below it if the width is small; inside, it would block clicks."""
    if is_narrow:
        implot.setup_legend(implot.Location_.south, implot.LegendFlags_.outside | implot.LegendFlags_.horizontal)
    else:
        implot.setup_legend(implot.Location_.east, implot.LegendFlags_.outside)


def vertical_ticks(low: float, high: float, most: int, logarithmic: bool) -> tuple[list[float], list[str]]:
    """Positions and labels of about `most` round numbers, with true minus signs, which ImPlot lacks."""
    if logarithmic:
        first, last = ceil(log10(low)), floor(log10(high))
        heights = [10.0**power for power in range(first, last + 1, max(ceil((last - first) / most), 1))]
        return heights, [number(height) for height in heights]
    step = round_length((high - low) / most)
    heights = [step * count for count in range(ceil(low / step), floor(high / step) + 1)]
    whole = floor(log10(max(abs(low), abs(high)))) + 1  # digits before the decimal point, if there are any
    digits = whole - floor(log10(step))  # fewest that keep labels distinct
    return heights, [number(height, max(digits, whole if whole <= MOST_WHOLE else 1)) for height in heights]


def _draw_curves(plot: Plot, width: bool, ui: Ui) -> None:
    curves = plot.curves
    if width:
        label = f"{icons_fontawesome_6.ICON_FA_SQUARE} {DIFFERENCES[plot.quantity]}"
        _curve(label, plot, curves.width, tones.CHOSEN, implot.Marker_.square, ui)
    else:
        upper, lower = (AT_MOST, AT_LEAST) if plot.of_depth else (UPPER_LABEL, LOWER_LABEL)
        _curve(upper, plot, curves.upper, tones.UPPER_BOUND, implot.Marker_.down, ui)
        _curve(lower, plot, curves.lower, tones.LOWER_BOUND, implot.Marker_.up, ui)


def _curve(label: str, plot: Plot, values: Numbers, tone: Tone, marker: implot.Marker_, ui: Ui) -> None:
    """Draws a curve; both runs share one label, so the legend toggles them together."""
    if not np.isfinite(values).any():
        return
    steps, color = plot.curves.steps, theme.rgba(tone)
    spec = implot.Spec(line_color=color, line_weight=(1 if plot.hollow else 2) * ui.scale)
    spec.marker_line_color = color
    spec.marker_fill_color = theme.rgba(tones.BACKGROUND) if plot.hollow else color
    spec.marker = int(marker if len(steps) <= MARKED else implot.Marker_.none)
    spec.marker_size = (6 if plot.hollow else 4.5) * ui.scale
    implot.plot_line(label, steps, values, spec)


def _draw_truth(last: int, truth: float | None, label: str, ui: Ui) -> None:
    """Draws the known distance as a dashed line across all steps."""
    if truth is None:
        return
    ends = np.linspace(-0.3, last + 0.3, 2 * DASHES)
    heights = np.full(3 * DASHES, truth)
    heights[2::3] = np.nan  # lifts the pen
    places = np.repeat(ends.reshape(-1, 2), [1, 2], axis=1).ravel()
    color = theme.rgba(tones.GOOD)
    implot.plot_line(f"┄ {label}", places, heights, implot.Spec(line_color=color, line_weight=1.5 * ui.scale))


def _follow_pointer(state: State, plots: list[Plot], last: int) -> list[Action]:
    """Follows the pointer to its step while the button is held over the plot."""
    if not implot.is_plot_hovered():
        return []
    step = min(max(round(implot.get_plot_mouse_pos().x), 0), last)
    if imgui.is_mouse_down(imgui.MouseButton_.left):
        return [GoToStep(step)] if step != position(state) else []
    imgui.set_tooltip("\n".join([f"step {step}", *(line for plot in plots for line in _bounds_at(plot, step))]))
    return []


def _bounds_at(plot: Plot, step: int) -> list[str]:
    """The bounds with all digits; empty past the end of the run."""
    if step >= len(plot.trace.steps):
        return []
    lower, upper = bounds(plot.trace)[step]
    digits = [f"upper  {upper!r}", f"lower  {lower!r}"]
    if plot.of_depth:
        digits = [f"at most   {-lower!r}", f"at least  {-upper!r}"]
    return [plot.words, *digits] if plot.words else digits


PLOT_FLAGS = (
    implot.Flags_.no_title
    | implot.Flags_.no_menus
    | implot.Flags_.no_box_select
    | implot.Flags_.no_mouse_text
    | implot.Flags_.crosshairs
)
AXIS_FLAGS = implot.AxisFlags_.lock
