"""The cells of the comparison table: their texts, and what each column sorts by."""

from collections.abc import Callable
from functools import lru_cache
from math import isfinite
from typing import Any, NamedTuple, TypeVar

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.base.identity import Identity
from gjkscope.engine.analysis.compare import ComparisonRow, NotSupported
from gjkscope.engine.evidence.explain import proof_words
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.text import number, range_words

# Bounds closer than this fraction of the distance, or than this many metres, are shown as one number.
NARROW, TINY = 1e-8, 1e-12
DISTANCE_WIDTH = 19  # characters: two numbers with five digits each

VERDICT_ICONS = {
    Verdict.SEPARATED: icons_fontawesome_6.ICON_FA_ARROWS_LEFT_RIGHT,
    Verdict.TOUCHING: icons_fontawesome_6.ICON_FA_CIRCLE_DOT,
    Verdict.PENETRATING: icons_fontawesome_6.ICON_FA_CLONE,
    Verdict.UNDECIDED: icons_fontawesome_6.ICON_FA_QUESTION,
}

Cell = tuple[str, str]  # text and tool tip


class Cells(NamedTuple):
    """The texts of a row, each with its tool tip."""

    distance: Cell
    steps: Cell
    time: Cell
    normal: Cell


class Column(NamedTuple):
    """A column of the table."""

    title: str
    key: Callable[[ComparisonRow], Any] | None = None  # sort key; None if the column cannot be sorted

    @property
    def flags(self) -> int:
        return imgui.TableColumnFlags_.none if self.key else imgui.TableColumnFlags_.no_sort


def cells(row: ComparisonRow) -> Cells:
    return _cells(Identity(row))


@lru_cache(maxsize=64)
def _cells(row: Identity) -> Cells:
    result: Result = row.value.result
    normal = result.normal
    return Cells(
        (distance(result).rjust(DISTANCE_WIDTH), _exactly(result)),
        (f"{result.steps - 1:>5}", "the number of the last step, counted from 0"),
        (f"{row.value.seconds * 1e3:8.3f}", "median of several runs in pure Python, including the trace"),
        ("–", "") if normal is None else ("  ".join(f"{part + 0.0:6.3f}" for part in normal), repr(normal)),
    )


def words_room() -> float:
    """The width of the column for words that fits into the table, in text heights."""
    return min(max(imgui.get_window_width() / imgui.get_font_size() - BEFORE_WORDS, LEAST_WORDS), MOST_WORDS)


def distance(result: Result) -> str:
    """The signed distance, a one-sided bound on it, or its range."""
    lower, upper = result.lower, result.upper
    named = result.signed_distance
    if named is not None and upper - lower <= max(NARROW * abs(named), TINY):
        return number(named, 9)
    if isfinite(lower) and isfinite(upper):
        return range_words(lower, upper)
    if isfinite(lower):
        return f"≥ {number(lower, 6)}"
    return f"≤ {number(upper, 6)}" if isfinite(upper) else "unknown"


def _exactly(result: Result) -> str:
    said = "no single number" if result.signed_distance is None else f"{result.signed_distance!r} m"
    bounds = f"the algorithm's bounds: {result.lower!r}\nto {result.upper!r} m"
    return f"signed distance: {said}\n{bounds}\n{proof_words(result)}"


def _known_distance(row: ComparisonRow) -> float:
    result = row.result
    if result.signed_distance is not None:
        return result.signed_distance
    return result.lower if isfinite(result.lower) else result.upper


COLUMNS = (
    Column("algorithm", lambda row: row.title),
    Column("verdict", lambda row: list(Verdict).index(row.result.verdict)),
    Column("signed distance, m", _known_distance),
    Column("assessment"),
    Column("last step", lambda row: row.result.steps),
    Column("time, ms", lambda row: row.seconds),
    Column("exit", lambda row: row.result.exit.words),
    Column("normal"),
)

JUDGED = 3  # the column for words
LEAST_WORDS, MOST_WORDS = 8.0, 17.0  # its width in text heights; longer words wrap
BEFORE_WORDS = 36.5  # width of the columns before it, in text heights

Group = TypeVar("Group")


def sorted_by(
    specs: imgui.TableSortSpecs | None,
    groups: list[Group],
    row_of: Callable[[Group], ComparisonRow | NotSupported | None],
) -> list[Group]:
    """The groups in the sort order chosen in the table header; groups without an answer come last."""
    if specs is None or specs.specs_count == 0:
        return groups
    spec = specs.get_specs(0)
    key = COLUMNS[spec.column_index].key
    if key is None:
        return groups
    answered = [(row, group) for group in groups if isinstance(row := row_of(group), ComparisonRow)]
    others = [group for group in groups if not isinstance(row_of(group), ComparisonRow)]
    backwards = spec.sort_direction == imgui.SortDirection.descending
    answered.sort(key=lambda entry: key(entry[0]), reverse=backwards)
    return [group for _, group in answered] + others
