"""The plots of a survey, drawn by matplotlib as SVG for a page with a light and a dark theme.

matplotlib is an optional dependency (`gjkscope[survey]`), imported on use.  It draws with placeholder colours, which
are replaced by variables of the page's style; text stays text, in the page's font.
"""

import re
from collections.abc import Callable
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np

from gjkscope.app.judge.surveying.league import LeagueRow, estimate_share, groups_of, headings, league
from gjkscope.app.judge.surveying.outcomes import EXCEPTION, FAILURES, Tally
from gjkscope.app.judge.surveying.record import SurveyRecord

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Placeholders, each for a variable of the style (`page.py`): colours that nothing else uses.
INK, FAINT = "#010101", "#020202"
_SYMPTOMS = {code: f"#0301{i:02x}" for i, code in enumerate(FAILURES)}
_ENGINES = [f"#0401{i:02x}" for i in range(8)]
_PLACEHOLDERS = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    **{colour: f"var(--symptom-{i})" for i, colour in enumerate(_SYMPTOMS.values())},
    **{colour: f"var(--series-{i})" for i, colour in enumerate(_ENGINES)},
}
FINE, LATE, SERIOUSLY = _ENGINES[0], _ENGINES[1], _ENGINES[3]  # within the tolerance, beyond it, serious

PALE = 0.4  # opacity of failures that are not serious
WIDTH = 9.6  # inches
BAR = 0.34  # inches per row of bars
MOST_SHARE = 30.0  # percent: longer bars of the families are cut, with their value
ROW_OF_PANELS = 4
RESOLVED = 1e-9  # relative: smaller errors are below the accuracy of the truth
DECADES = (-17, 1)  # of errors
BINS_PER_DECADE = 2

SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "gjkscope",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.4,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


def has_plotting_library() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def survey_plots(survey: SurveyRecord) -> dict[str, str]:
    """The plots, as SVG elements, by the key of the section that they belong to."""
    import matplotlib as mpl

    rows = league(survey)
    draw: dict[str, Callable[[], Figure]] = {
        "league": lambda: _league_plot(rows),
        "families": lambda: _family_plot(survey, rows),
        "symptoms": lambda: _symptom_plot(rows),
        "endings": lambda: _ending_plot(rows),
        "errors": lambda: _error_plot(survey, rows),
        "times": lambda: _time_plot(rows),
    }
    with mpl.rc_context(SETTINGS):
        return {key: _svg(key, figure()) for key, figure in draw.items()}


def _figure(height: float) -> "Figure":
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, height))


def _svg(key: str, figure: "Figure") -> str:
    """The figure as an element for a page, with variables for colours and unique ids."""
    file = StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    for placeholder, variable in _PLACEHOLDERS.items():
        text = text.replace(placeholder, variable)
    text = re.sub(r'\bid="', f'id="{key}-', text)
    text = re.sub(r'(url\(#|href="#)', rf"\g<1>{key}-", text)
    return re.sub(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"|<svg height="[^"]*" width="[^"]*"', r"<svg \1", text)


# --- plots ---


def _league_plot(rows: list[LeagueRow]) -> "Figure":
    figure = _figure(1.0 + BAR * len(rows))
    axes = figure.add_subplot()
    names = [row.record.words for row in rows]
    serious = [100 * row.serious for row in rows]
    others = [100 * (row.failed - row.serious) for row in rows]
    axes.barh(names, serious, color=SERIOUSLY, label="serious")
    axes.barh(names, others, left=serious, color=LATE, alpha=PALE, label="only beyond the engine's own tolerance")
    for y, row in enumerate(rows):
        _label(axes, f"{100 * row.serious:.2f} %", 100 * row.failed, y)
    axes.invert_yaxis()
    axes.set_xlabel("percent of the pairs judged that failed; the number is the share of serious failures")
    figure.legend(loc="outside upper center", ncols=2)
    return figure


def _family_plot(survey: SurveyRecord, rows: list[LeagueRow]) -> "Figure":
    families = [name for names in groups_of(survey).values() for name in names]
    across = min(ROW_OF_PANELS, len(rows))
    down = -(-len(rows) // across)
    figure = _figure(0.6 + down * (0.8 + 0.19 * len(families)))
    panels = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False)
    for axes, row, heading in zip(panels.flat, rows, headings(rows), strict=False):
        _stack(axes, [row.families[family] for family in families], _outcome_counts(survey, row, families))
        axes.set_title(heading)
        axes.set_yticks(range(len(families)), families)
        axes.tick_params(labelbottom=True)
    for axes in [*panels.flat][len(rows) :]:
        axes.set_visible(False)
    panels[0, 0].set_xlim(0, MOST_SHARE * 1.25)
    panels[0, 0].invert_yaxis()
    figure.supxlabel(f"percent of the pairs judged; bars are cut at {MOST_SHARE:g} %", fontsize=9)
    _symptom_legend(figure)
    return figure


def _symptom_plot(rows: list[LeagueRow]) -> "Figure":
    figure = _figure(1.2 + BAR * len(rows))
    axes = figure.add_subplot()
    left = np.zeros(len(rows))
    names = [row.record.words for row in rows]
    for code in FAILURES:
        shares = np.array([100 * _share_of(code, row) for row in rows])
        axes.barh(names, shares, left=left, color=_SYMPTOMS[code])
        left += shares
    axes.invert_yaxis()
    axes.set_xlabel("percent of the pairs judged")
    _symptom_legend(figure)
    return figure


def _ending_plot(rows: list[LeagueRow]) -> "Figure":
    figure = _figure(1.2 + BAR * len(rows))
    axes = figure.add_subplot()
    names = [row.record.words for row in rows]
    codes = [code for code in FAILURES if code in f"CH{EXCEPTION}"]
    thickness = 0.8 / len(codes)
    for i, code in enumerate(codes):
        counts = [row.total.failures[code] for row in rows]
        places = np.arange(len(rows)) + (i - (len(codes) - 1) / 2) * thickness
        axes.barh(places, counts, thickness, color=_SYMPTOMS[code], label=FAILURES[code])
        for y, number in zip(places, counts, strict=True):
            if number:
                _label(axes, f"{number:,}", number, y)
    axes.set_yticks(range(len(rows)), names)
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(left=0)
    axes.invert_yaxis()
    axes.set_xlabel("pairs (logarithmic)")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.0 + 0.5 / figure.get_figheight()), ncols=len(codes))
    return figure


def _error_plot(survey: SurveyRecord, rows: list[LeagueRow]) -> "Figure":
    """A histogram for each engine, with logarithmic axes, as what matters is rare."""
    figure = _figure(0.9 + 0.95 * len(rows))
    panels = figure.subplots(len(rows), 1, sharex=True, sharey=True, squeeze=False)
    edges = 10.0 ** np.linspace(*DECADES, (DECADES[1] - DECADES[0]) * BINS_PER_DECADE + 1)
    for axes, row in zip(panels.flat, rows, strict=True):
        errors, below = np.clip(row.errors, edges[0], edges[-1] * 0.999), np.zeros(len(edges) - 1)
        for low, high, colour, label in (
            (0.0, row.record.tolerance, FINE, "within the engine's relative tolerance"),
            (row.record.tolerance, survey.serious, LATE, "beyond it"),
            (survey.serious, np.inf, SERIOUSLY, f"beyond {100 * survey.serious:g} %"),
        ):
            some = errors[(errors > low) & (errors <= high)]
            shares = np.histogram(some, edges)[0] / max(len(errors), 1)
            axes.bar(edges[:-1], shares, np.diff(edges), align="edge", bottom=below, color=colour, label=label)
            below += shares
        axes.axvline(RESOLVED, color=INK, linewidth=0.8, linestyle=":")
        axes.set_xlim(edges[0], edges[-1])
        axes.set_ylim(1e-5, 1)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_yticks([1e-4, 1e-2, 1], ["0.01 %", "1 %", "100 %"])
        axes.tick_params(axis="y", which="minor", length=0)
        axes.set_title(row.record.words)
    panels[-1, 0].set_xlabel(
        "error of the signed distance, relative; zero is at the left end, and the dotted line is the "
        "accuracy of the truth"
    )
    panels[0, 0].legend(loc="upper right", ncols=3, bbox_to_anchor=(1.0, 1.5))
    return figure


def _time_plot(rows: list[LeagueRow]) -> "Figure":
    figure = _figure(1.0 + BAR * len(rows))
    axes = figure.add_subplot()
    for y, row in enumerate(rows):
        if not len(row.microseconds):
            continue
        low, median, high, late = row.time_quantiles()
        axes.plot([low, high], [y, y], color=FINE, linewidth=5, solid_capstyle="butt", alpha=0.6)
        axes.plot([high, late], [y, y], color=FINE, linewidth=1)
        axes.plot([median], [y], marker="o", color=INK)
    axes.set_yticks(range(len(rows)), [row.record.words for row in rows])
    if any(len(row.microseconds) for row in rows):
        axes.set_xscale("log")
    axes.invert_yaxis()
    axes.set_xlabel("microseconds per query: median, 5 % to 95 % (bar), and up to 99 % (line)")
    return figure


# --- parts ---


def _stack(axes: "Axes", tallies: list[Tally], counts: list[dict[str, int]]) -> None:
    """A stacked bar for each family: the serious part of each symptom, then the rest."""
    left = np.zeros(len(tallies))
    for code in FAILURES:
        for known, opacity in ((code, 1.0), (code.lower(), PALE)):
            shares = np.array(
                [100 * _part(count.get(known, 0), tally) for tally, count in zip(tallies, counts, strict=True)]
            )
            shown = np.clip(shares, 0, np.maximum(MOST_SHARE - left, 0))
            some = np.flatnonzero(shown)  # bars without a width would only make the file larger
            if len(some):
                axes.barh(some, shown[some], left=left[some], color=_SYMPTOMS[code], alpha=opacity)
            left += shown
    for x, tally in enumerate(tallies):
        if 100 * tally.failed_share > MOST_SHARE:
            _label(axes, f"{100 * tally.failed_share:.0f} %", MOST_SHARE, x)


def _label(axes: "Axes", words: str, x: float, y: float) -> None:
    """Words at the end of a bar."""
    axes.annotate(words, (x, y), (4, 0), textcoords="offset points", va="center", fontsize=8, annotation_clip=False)


def _outcome_counts(survey: SurveyRecord, row: LeagueRow, families: list[str]) -> list[dict[str, int]]:
    texts = [survey.cells[row.engine][family].outcomes for family in families]
    return [{code: text.count(code) for code in {*text}} for text in texts]


def _share_of(code: str, row: LeagueRow) -> float:
    return estimate_share(row.families.values(), lambda tally: tally.failures[code])


def _part(number: int, tally: Tally) -> float:
    return number / tally.judged if tally.judged else 0.0


def _symptom_legend(figure: "Figure") -> None:
    from matplotlib.patches import Patch

    handles = [Patch(color=_SYMPTOMS[code], label=title) for code, title in FAILURES.items()]
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles), fontsize=8, handlelength=1)
