"""Draws and writes how often solvers are wrong: `rates.svg`, `rates.png`, `rates.json` and `rates.md`."""

from collections.abc import Iterator
from io import BytesIO
from json import dumps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.judge.surveying.rates import QUANTITIES, RateCurve, RatePlan, RatePoint

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURE, DATA, TABLE = "rates.svg", "rates.json", "rates.md"

# Distinguishable also for the colour-blind (Okabe and Ito, Color universal design, 2008).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "os^Dv*P"
DODGE = 0.006  # of the axis: the points of the next solver are shifted by it, so that intervals do not overlap
RARE = 0.1  # percent: below, the axis is linear, so that it has a 0
SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "gjkscope",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.linewidth": 0.4,
    "grid.color": "#cccccc",
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


def write_rates(plan: RatePlan, curves: list[RateCurve], folder: Path) -> None:
    """Writes all files into the folder, which is created.  Raises `OSError`, and `ImportError` without matplotlib."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / DATA, dumps(_data(plan, curves), indent=1).encode())
    write_atomically(folder / TABLE, ("\n".join(_table(plan, curves)) + "\n").encode())
    write_atomically(folder / PICTURE, picture(plan, curves, "svg"))


def picture(plan: RatePlan, curves: list[RateCurve], form: str) -> bytes:
    """The plot as a file of this format, such as svg or png."""
    import matplotlib as mpl

    with mpl.rc_context(SETTINGS):
        file = BytesIO()
        _figure(plan, curves).savefig(file, format=form, dpi=120, metadata={"Date": None} if form == "svg" else None)
        return file.getvalue()


def caption(plan: RatePlan, curves: list[RateCurve]) -> str:
    """What was asked, in words."""
    judged = [point.judged for curve in curves for point in curve.points]
    least, most = min(judged, default=0), max(judged, default=0)
    counts = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    tolerances = " or ".join(dict.fromkeys(_tolerance_words(curve) for curve in curves))
    return (
        f"{counts} pairs for each point: {', '.join(plan.kinds)}.  Wrong: the verdict, or a signed distance off by "
        f"more than {tolerances}.\nBars: 95 % confidence intervals (Wilson).  Seed {plan.seed}."
    )


def _tolerance_words(curve: RateCurve) -> str:
    relative, least = curve.tolerance
    return f"{relative:g} of the size" + (f", at least {least:g} m," if least else "")


def _figure(plan: RatePlan, curves: list[RateCurve]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.4, 4.8))
    axes = figure.add_subplot()
    least, greatest = QUANTITIES[plan.along].values
    for place, curve in enumerate(curves):
        points = [point for point in curve.points if point.judged]
        colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
        values = [point.value * (greatest / least) ** (DODGE * place) for point in points]
        rates = [100 * point.rate for point in points]
        below = [rate - 100 * point.interval[0] for rate, point in zip(rates, points, strict=True)]
        above = [100 * point.interval[1] - rate for rate, point in zip(rates, points, strict=True)]
        axes.errorbar(
            values,
            rates,
            (below, above),
            color=colour,
            marker=marker,
            markersize=3.5,
            linewidth=1.2,
            capsize=2,
            elinewidth=0.7,
            clip_on=False,
            label=curve.title,
        )
    axes.set_xscale("log")
    axes.set_yscale("symlog", linthresh=RARE)
    axes.set_ylim(0, 100)
    axes.set_yticks([0, 0.1, 1, 10, 100], ["0", "0.1", "1", "10", "100"])
    axes.set_xlabel(QUANTITIES[plan.along].title)
    axes.set_ylabel("wrong answers, percent")
    axes.set_title(caption(plan, curves), fontsize=8, loc="left")
    figure.suptitle(f"How often an answer is wrong, by {plan.along}", x=0.01, ha="left", fontsize=11, weight="bold")
    figure.legend(loc="outside lower center", ncols=min(len(curves), 3))
    return figure


def _table(plan: RatePlan, curves: list[RateCurve]) -> Iterator[str]:
    yield f"# How often an answer is wrong, by {plan.along}"
    yield ""
    yield caption(plan, curves).replace("\n", "  ")
    yield ""
    yield f"| {QUANTITIES[plan.along].title} | " + " | ".join(curve.title for curve in curves) + " |"
    yield "| ---: |" + " ---: |" * len(curves)
    for row in zip(*(curve.points for curve in curves), strict=True):
        yield f"| {row[0].value:.3g} | " + " | ".join(map(_cell, row)) + " |"


def _cell(point: RatePoint) -> str:
    if not point.judged:
        return "–"
    low, high = point.interval
    return f"{100 * point.rate:.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def _data(plan: RatePlan, curves: list[RateCurve]) -> dict[str, object]:
    return {
        "along": plan.along,
        "kinds": plan.kinds,
        "seed": plan.seed,
        "pairs": plan.pairs,
        "confidence": 0.95,
        "curves": [
            {
                "solver": curve.solver,
                "title": curve.title,
                "tolerance": curve.tolerance.relative,
                "points": [
                    point._asdict()
                    | {"rate": point.rate if isfinite(point.rate) else None, "interval": list(point.interval)}
                    for point in curve.points
                ],
            }
            for curve in curves
        ],
    }
