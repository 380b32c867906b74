"""Rows of the SAT table and their order: filtered by the origin of the axis and by text, then sorted."""

from functools import lru_cache

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.model import AxisFilter, AxisOrigin
from gjkscope.app.view.words.axis_reading import AxisReading, axis_reading

# Sortable columns; the first one is the order of the tests.
NAME, OVERLAP, INTERVAL_A, INTERVAL_B = 1, 2, 3, 4


@lru_cache(maxsize=8)
def rows_of(
    steps: Identity, names: tuple[str, ...], wanted: AxisFilter, column: int = 0, descending: bool = False
) -> tuple[int, ...]:
    """The numbers of the steps that pass the filter, sorted by the column; `names` holds the table's axis names.

    Skipped axes have no numbers and come last.
    """
    axes = [axis_reading(step.axis) for step in steps.value]
    shown = [number for number, axis in enumerate(axes) if matches_filter(axis, names[number], wanted)]
    if column == 0:
        return tuple(reversed(shown) if descending else shown)
    measured = [number for number in shown if not axes[number].reason or column == NAME]
    skipped = [number for number in shown if axes[number].reason and column != NAME]
    measured.sort(key=lambda number: _key(axes[number], names[number], column), reverse=descending)
    return (*measured, *skipped)


def matches_filter(axis: AxisReading, name: str, wanted: AxisFilter) -> bool:
    """Whether an axis has the wanted origin, and its name contains every word entered."""
    if not all(word in name.lower() for word in wanted.text.lower().split()):
        return False
    if wanted.origin == AxisOrigin.SKIPPED:
        return bool(axis.reason)
    return wanted.origin in (AxisOrigin.ALL, axis.origin)


def _key(axis: AxisReading, name: str, column: int) -> tuple[float, str]:
    if column == NAME:
        return 0.0, name
    value = {OVERLAP: axis.overlap, INTERVAL_A: axis.interval_a[0], INTERVAL_B: axis.interval_b[0]}[column]
    return value, name
