"""Which pairs of a capture are listed, and in which order: filters and sorting on columns."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.pair_block import Integers
from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.capture_table import kinds_in, table_row
from gjkscope.app.state.model import CaptureTable, PairColumn, PairFilter, PairStatus

Mask = npt.NDArray[np.bool_]


class ListedPairs(NamedTuple):
    """What a list shows."""

    table: CaptureTable
    rows: Integers


def listed_pairs(table: CaptureTable, shown: PairFilter, tick: int) -> ListedPairs:
    """Like `listed_rows`, with the table: while the table grows, a list still shows the rows of an earlier one."""
    return ListedPairs(table, listed_rows(table, shown, tick))


def listed_rows(table: CaptureTable, shown: PairFilter, tick: int) -> Integers:
    """The rows that pass the filter, in its order; `tick` is the index of the tick that is shown."""
    return _list_rows(Identity(table), shown, tick if shown.only_tick else -1)


@lru_cache(maxsize=2)
def _list_rows(known: Identity, shown: PairFilter, tick: int) -> Integers:
    table: CaptureTable = known.value
    rows = np.flatnonzero(_wanted_mask(table, shown)) if tick < 0 else table.timeline.rows(tick)
    if tick >= 0:
        rows = np.sort(rows[_wanted_mask(table, shown)[rows]])
    return rows[_order(table, rows, shown)]


def next_wrong(table: CaptureTable, shown: PairFilter, number: int | None, back: bool = False) -> int | None:
    """The number of the wrong pair after that one in the list, or before it; wraps around at either end.

    The tick that is shown does not matter, as opening the pair changes it.
    """
    wrong = np.flatnonzero(table.is_wrong & _wanted_mask(table, shown))
    if not len(wrong):
        return None
    wrong = wrong[_order(table, wrong, shown)]
    row = table_row(table, number)
    matches = np.flatnonzero(wrong == row) if row is not None else np.empty(0, np.int64)
    if len(matches):
        return int(table.numbers[wrong[(matches[0] + (-1 if back else 1)) % len(wrong)]])
    return int(table.numbers[wrong[-1 if back else 0]])


def ids_in(text: str) -> list[int] | None:
    """The ids in a filter: up to two whole numbers; None if the text is something else.

    >>> ids_in("7, 12"), ids_in(""), ids_in("box")
    ([7, 12], [], None)
    """
    words = text.replace(",", " ").split()
    if len(words) > PAIR_SIZE or not all(word.isascii() and word.isdigit() and int(word) < MOST_ID for word in words):
        return None
    return [int(word) for word in words]


PAIR_SIZE = 2
MOST_ID = 1 << 64


def _wanted_mask(table: CaptureTable, shown: PairFilter) -> Mask:
    wanted = np.ones(table.size, bool)
    if shown.only_wrong:
        wanted &= table.status >= PairStatus.SUSPECT
    if shown.status is not None:
        wanted &= table.status == shown.status
    for wanted_id in ids_in(shown.ids) or ():
        wanted &= (table.ids == np.uint64(wanted_id)).any(axis=1)
    if shown.kinds:
        fits = np.array([kind in shown.kinds for kind in kinds_in(table.pool)], bool)
        wanted &= fits[table.shapes].all(axis=1)
    if shown.first_tick is not None:
        wanted &= table.ticks >= np.uint64(shown.first_tick)
    if shown.last_tick is not None:
        wanted &= table.ticks <= np.uint64(shown.last_tick)
    return wanted


def _order(table: CaptureTable, rows: Integers, shown: PairFilter) -> Integers:
    """The order of these ascending rows; equal ones stay in the order of the capture."""
    keys = _keys(table, rows, shown.column)
    order = np.arange(len(rows))
    for key in keys:  # the most important one last
        key = key[order]
        order = order[_stable(key, shown.descending)]
    return order


def _stable(key: npt.NDArray[np.generic], descending: bool) -> Integers:
    if not descending:
        return np.argsort(key, kind="stable")
    return len(key) - 1 - np.argsort(key[::-1], kind="stable")[::-1]


def _keys(table: CaptureTable, rows: Integers, column: PairColumn) -> list[npt.NDArray[np.generic]]:
    """The sort keys, the most important one last; NaN sorts first."""
    match column:
        case PairColumn.TICK:
            return [table.ticks[rows]]
        case PairColumn.IDS:
            return [table.ids[rows, 1], table.ids[rows, 0]]
        case PairColumn.SHAPES:
            ranks = np.unique(kinds_in(table.pool) or [""], return_inverse=True)[1]
            return [ranks[table.shapes[rows, 1]], ranks[table.shapes[rows, 0]]]
        case PairColumn.SYMPTOM:
            return [table.errors[rows], table.status[rows]]
        case PairColumn.ERROR:
            return [table.errors[rows]]
        case PairColumn.REPORTED:
            return [_nan_to_least(table.reported[rows])]
        case PairColumn.TRUTH:
            return [_nan_to_least(table.truth[rows])]


def _nan_to_least(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.where(np.isnan(numbers), -np.inf, numbers)
