"""The bounds plot: how the bounds of the signed distance close in on it, step by step; a click goes to the step.

Of two runs that are compared both are plotted: the marks of the first are filled, those of the second hollow.
"""

from functools import lru_cache
from math import ceil, floor, log10
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, implot

from gjkscope.app.actions import Action, GoToStep, PlotWidth
from gjkscope.app.base.identity import Identity
from gjkscope.app.inspection.comparison import position, runs
from gjkscope.app.inspection.traces import inspect
from gjkscope.app.model import State
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.overlay import round_length
from gjkscope.app.panels.toolkit.sideways import beside
from gjkscope.app.panels.toolkit.theme import Tone
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.app.panels.toolkit.verdict import run_words
from gjkscope.app.runs.answers import expectation
from gjkscope.app.runs.progress import bounds, has_bounds
from gjkscope.engine.proof.certificate import Proof
from gjkscope.engine.text import number

Numbers = npt.NDArray[np.float64]

# The palette's vermilion and blue, which stay apart for colour-blind eyes; triangles and dashes tell them apart too.
UPPER, LOWER = Tone("#e8742a", "#a84300"), Tone("#56b4e9", "#00639c")
# In the legend, with the marks of the curves.
UPPER_LABEL = f"{icons_fontawesome_6.ICON_FA_CARET_DOWN} upper bound"
LOWER_LABEL = f"{icons_fontawesome_6.ICON_FA_CARET_UP} lower bound"
WIDTH_LABEL = f"{icons_fontawesome_6.ICON_FA_SQUARE} upper − lower"
DASHES = 60  # in the line of the truth
ALIKE = 1e-9  # bounds that differ by no more than this part of them are drawn as one
ROOM = 0.08  # of the height, above and below
SMALLEST = ImVec2(100, 40)  # pixels, of the plot; in a smaller panel it is scrolled
TICKS = 12  # numbers of steps along the axis, at most
TICK_ROOM = 1.8  # from a number of the upright axis to the next, at least, in heights of the text
MARKED = 200  # steps that each have a mark; of more only the line is drawn


class Curves(NamedTuple):
    """What is plotted, metres by step; NaN where there is no bound."""

    steps: Numbers
    lower: Numbers
    upper: Numbers

    @property
    def width(self) -> Numbers:
        """How far the bounds are apart, NaN where they have met: a logarithm has no zero."""
        width = self.upper - self.lower
        return np.where(width > 0, width, np.nan)


class Plot(NamedTuple):
    """A run whose bounds are plotted."""

    trace: Any
    words: str  # which run it is; nothing where there is no other
    hollow: bool

    @property
    def curves(self) -> Curves:
        return _curves(Identity(self.trace))

    def shown(self, width: bool) -> list[Numbers]:
        return [self.curves.width] if width else [self.curves.lower, self.curves.upper]


def draw_bounds_panel(state: State, ui: Ui) -> list[Action]:
    plots = plots_of(state)
    for run in runs(state):
        if (why := why_no_bounds(run)) is not None:
            imgui.text_wrapped(f"{run_words(run, state)}: {why}.")
    if not plots:
        return []
    toggled, width = imgui.checkbox("upper − lower, logarithmic", state.display.plots_width)
    actions: list[Action] = [PlotWidth(width)] if toggled else []
    imgui.same_line()
    if width and not any(np.isfinite(plot.curves.width).any() for plot in plots):
        imgui.text_disabled("in no step are both bounds known and apart")
        return actions
    imgui.text_disabled(f"{'upper − lower' if width else 'signed distance'} in m, by step")
    _draw_marks_of(plots)
    most = int(imgui.get_content_region_avail().y / (TICK_ROOM * imgui.get_font_size()))
    implot.push_style_var(implot.StyleVar_.plot_min_size, SMALLEST)
    begun = implot.begin_plot("##bounds", ImVec2(-1, -1), PLOT_FLAGS)
    implot.pop_style_var()
    if not begun:
        return actions
    truth, last = None if width else known_distance(state), max(len(plot.curves.steps) for plot in plots) - 1
    _set_up_axes([values for plot in plots for values in plot.shown(width)], last, truth, max(most, 1), width)
    for plot in reversed(plots):  # the first one over the second
        _draw_curves(plot, width, ui)
    _draw_truth(last, truth, ui)
    here = np.array([float(min(position(state), last))])
    implot.plot_inf_lines("##step", here, implot.Spec(line_color=theme.rgba(theme.TEXT), line_weight=1.5 * ui.scale))
    actions += _clicked(state, plots, last)
    implot.end_plot()
    return actions


def known_distance(state: State) -> float | None:
    """The signed distance that is certain: what a certificate proves, or else what the scene's file says."""
    certified = inspect(state).certified
    if certified.certificate is not None and certified.proved is Proof.DISTANCE:
        return (certified.certificate.lower + certified.certificate.upper) / 2
    expected = expectation(state.document.scene, state.document.pair)
    return expected.signed_distance if expected else None


def plots_of(state: State) -> list[Plot]:
    """Of the runs that are shown, those whose steps prove bounds."""
    return [
        Plot(inspect(run).trace, run_words(run, state) if state.run.versus else "", hollow=run is not state)
        for run in runs(state)
        if why_no_bounds(run) is None
    ]


def why_no_bounds(run: State) -> str | None:
    """Why nothing of it can be plotted; None where something can."""
    seen = inspect(run)
    if seen.trace is None:
        return seen.refusal
    return None if has_bounds(seen.trace) else "its steps prove no bounds of the signed distance of this pair"


def _draw_marks_of(plots: list[Plot]) -> None:
    """Which run has which marks, where there are two."""
    for plot in plots:
        if not plot.words:
            continue
        words = f"{'hollow' if plot.hollow else 'filled'}: {plot.words}"
        beside(imgui.calc_text_size(words).x)
        imgui.text(words)


@lru_cache(maxsize=4)
def _curves(trace: Identity) -> Curves:
    pairs = np.array(bounds(trace.value))
    known = np.where(np.isfinite(pairs), pairs, np.nan)
    return Curves(np.arange(len(pairs), dtype=np.float64), known[:, 0].copy(), known[:, 1].copy())


def _set_up_axes(shown: list[Numbers], last: int, truth: float | None, most: int, logarithmic: bool) -> None:
    """Up to the `last` step, with about so many numbers at the upright axis."""
    implot.setup_axes("", "", AXIS_FLAGS, AXIS_FLAGS)
    ticks = [float(step) for step in range(0, last + 1, round(round_length(max(last / TICKS, 1))))]
    implot.setup_axis_ticks(implot.ImAxis_.x1, ticks, [f"{step:g}" for step in ticks])
    if logarithmic:
        implot.setup_axis_scale(implot.ImAxis_.y1, implot.Scale_.log10)
    low, high = limits(shown, truth, logarithmic)
    heights, labels = upright_ticks(low, high, most, logarithmic)
    implot.setup_axis_ticks(implot.ImAxis_.y1, heights, labels)
    implot.setup_axes_limits(-0.03 * last - 0.3, last * 1.03 + 0.3, low, high, implot.Cond_.always)
    implot.setup_legend(implot.Location_.east, implot.LegendFlags_.outside)  # it would take clicks from the curves


def limits(shown: list[Numbers], truth: float | None, logarithmic: bool) -> tuple[float, float]:
    """The ends of the upright axis: all that is known, with some room around it."""
    known = np.concatenate([*shown, [np.nan if truth is None else truth]])
    known = known[np.isfinite(known)]
    low, high = float(known.min()), float(known.max())
    if logarithmic:
        return low / 3, high * 3
    spread = high - low if high - low > ALIKE * abs(high) else 0.0  # else the ticks would all read the same
    room = ROOM * spread or abs(high) * ROOM or 1.0
    return low - room, high + room


def upright_ticks(low: float, high: float, most: int, logarithmic: bool) -> tuple[list[float], list[str]]:
    """Round numbers, about `most` of them, and what they say: with true minus signs, which ImPlot's own have not."""
    if logarithmic:
        first, last = ceil(log10(low)), floor(log10(high))
        heights = [10.0**power for power in range(first, last + 1, max(ceil((last - first) / most), 1))]
        return heights, [number(height) for height in heights]
    step = round_length((high - low) / most)
    heights = [step * count for count in range(ceil(low / step), floor(high / step) + 1)]
    digits = floor(log10(max(abs(low), abs(high)))) - floor(log10(step)) + 1  # as few as tell them apart
    return heights, [number(height, digits) for height in heights]


def _draw_curves(plot: Plot, width: bool, ui: Ui) -> None:
    curves = plot.curves
    if width:
        _curve(WIDTH_LABEL, plot, curves.width, theme.CHOSEN, implot.Marker_.square, ui)
    else:
        _curve(UPPER_LABEL, plot, curves.upper, UPPER, implot.Marker_.down, ui)
        _curve(LOWER_LABEL, plot, curves.lower, LOWER, implot.Marker_.up, ui)


def _curve(label: str, plot: Plot, values: Numbers, tone: Tone, marker: implot.Marker_, ui: Ui) -> None:
    """Of both runs under one label, which shows or hides them together."""
    if not np.isfinite(values).any():
        return
    steps, color = plot.curves.steps, theme.rgba(tone)
    spec = implot.Spec(line_color=color, line_weight=(1 if plot.hollow else 2) * ui.scale)
    spec.marker_line_color = color
    spec.marker_fill_color = theme.rgba(theme.BACKGROUND) if plot.hollow else color
    spec.marker = int(marker if len(steps) <= MARKED else implot.Marker_.none)
    spec.marker_size = (6 if plot.hollow else 4.5) * ui.scale
    implot.plot_line(label, steps, values, spec)


def _draw_truth(last: int, truth: float | None, ui: Ui) -> None:
    """A dashed line over all steps."""
    if truth is None:
        return
    ends = np.linspace(-0.3, last + 0.3, 2 * DASHES)
    heights = np.full(3 * DASHES, truth)
    heights[2::3] = np.nan  # a pen that is lifted
    places = np.repeat(ends.reshape(-1, 2), [1, 2], axis=1).ravel()
    color = theme.rgba(theme.GOOD)
    implot.plot_line("┄ known distance", places, heights, implot.Spec(line_color=color, line_weight=1.5 * ui.scale))


def _clicked(state: State, plots: list[Plot], last: int) -> list[Action]:
    """While the button is held over the plot the step follows the pointer."""
    if not implot.is_plot_hovered():
        return []
    step = min(max(round(implot.get_plot_mouse_pos().x), 0), last)
    if imgui.is_mouse_down(imgui.MouseButton_.left):
        return [GoToStep(step)] if step != position(state) else []
    imgui.set_tooltip("\n".join([f"step {step}", *(line for plot in plots for line in _bounds_at(plot, step))]))
    return []


def _bounds_at(plot: Plot, step: int) -> list[str]:
    """In words, with all digits; nothing past the end of the run."""
    if step >= len(plot.trace.steps):
        return []
    lower, upper = bounds(plot.trace)[step]
    told = [f"upper  {upper!r}", f"lower  {lower!r}"]
    return [plot.words, *told] if plot.words else told


PLOT_FLAGS = (
    implot.Flags_.no_title
    | implot.Flags_.no_menus
    | implot.Flags_.no_box_select
    | implot.Flags_.no_mouse_text
    | implot.Flags_.crosshairs
)
AXIS_FLAGS = implot.AxisFlags_.lock
