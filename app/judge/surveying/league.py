"""The figures of an engine in the league table, from the cells of a survey."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from gjkscope.app.judge.surveying.outcomes import NOT_TAKEN, Tally, tally
from gjkscope.app.judge.surveying.record import CellRecord, EngineRecord, SurveyRecord
from gjkscope.app.judge.surveying.suite import GROUPS

QUANTILES = (0.5, 0.9, 0.99, 0.999, 1.0)
TIME_QUANTILES = (0.05, 0.5, 0.95, 0.99)


def serious_ones(family: Tally) -> int:
    """Counts serious failures, for `estimate_share`."""
    return family.serious


def all_ones(family: Tally) -> int:
    """Counts all failures, for `estimate_share`."""
    return family.failed


class LeagueRow(NamedTuple):
    """One engine."""

    engine: str  # its key
    record: EngineRecord
    total: Tally
    families: dict[str, Tally]
    common: dict[str, Tally]  # by family, of the pairs that every engine of the survey takes
    errors: "np.ndarray[tuple[int], np.dtype[np.float64]]"  # of all signed distances, relative
    microseconds: "np.ndarray[tuple[int], np.dtype[np.float64]]"
    endings: dict[str, int]

    @property
    def serious(self) -> float:
        """The share of serious failures."""
        return estimate_share(self.families.values(), serious_ones)

    @property
    def failed(self) -> float:
        """The share of all failures."""
        return estimate_share(self.families.values(), all_ones)

    def error_quantiles(self) -> tuple[float, ...]:
        return quantiles(self.errors, QUANTILES)

    def time_quantiles(self) -> tuple[float, ...]:
        return quantiles(self.microseconds, TIME_QUANTILES)


def league(survey: SurveyRecord) -> list[LeagueRow]:
    """The engines, those with fewer serious failures first."""
    common = common_pairs(survey)
    rows = [_row(survey, engine, common) for engine in survey.engines]
    return sorted(rows, key=lambda row: (row.serious, row.failed, row.record.words))


def estimate_share(tallies: Iterable[Tally], failures: Callable[[Tally], int]) -> float:
    """The share of pairs that fail, 0 to 1, if those not asked fail as often as the others of their family.

    An engine that hangs is not asked about all pairs of the families that it hangs on; without this correction, these
    families would count less, and the engine would seem better.
    """
    counted = [family for family in tallies if family.judged]
    weights = [family.judged + family.not_asked for family in counted]
    failed = sum(weight * failures(family) / family.judged for weight, family in zip(weights, counted, strict=True))
    return failed / sum(weights) if counted else 0.0


def common_pairs(survey: SurveyRecord) -> dict[str, list[int]]:
    """The numbers of the pairs of each family that every engine takes and makes claims about."""
    return {
        family: [
            number
            for number, outcomes in enumerate(
                zip(*(row[family].outcomes for row in survey.cells.values()), strict=True)
            )
            if NOT_TAKEN.isdisjoint(outcomes)
        ]
        for family in survey.families
    }


def quantiles(numbers: "np.ndarray[tuple[int], np.dtype[np.float64]]", shares: Iterable[float]) -> tuple[float, ...]:
    """The quantile for each share: the least number that at least this share does not exceed; none if there are no
    numbers.
    """
    if not len(numbers):
        return ()
    return tuple(np.quantile(numbers, [*shares], method="inverted_cdf").tolist())


def _row(survey: SurveyRecord, engine: str, common: dict[str, list[int]]) -> LeagueRow:
    cells = survey.cells[engine]
    return LeagueRow(
        engine,
        survey.engines[engine],
        tally(cell.outcomes for cell in cells.values()),
        {family: tally([cell.outcomes]) for family, cell in cells.items()},
        {family: tally(cells[family].outcomes[i] for i in numbers) for family, numbers in common.items()},
        _numbers(cell.errors for cell in cells.values()),
        _numbers(cell.microseconds for cell in cells.values()),
        _endings(cells.values()),
    )


def groups_of(survey: SurveyRecord) -> dict[str, list[str]]:
    """The families of each group that has any."""
    groups = {group: [name for name, family in survey.families.items() if family.group == group] for group in GROUPS}
    return {group: families for group, families in groups.items() if families}


def _numbers(lists: Iterable[list[float | None]]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    return np.array([number for numbers in lists for number in numbers if number is not None])


def _endings(cells: Iterable[CellRecord]) -> dict[str, int]:
    endings: dict[str, int] = {}
    for cell in cells:
        for words, number in cell.endings.items():
            endings[words] = endings.get(words, 0) + number
    return dict(sorted(endings.items(), key=lambda item: (-item[1], item[0])))


def headings(rows: Sequence[LeagueRow]) -> list[str]:
    """The titles of the engines, with the versions of those of which several are in the table."""
    count = Counter(row.record.title for row in rows)
    return [row.record.title if count[row.record.title] == 1 else row.record.words for row in rows]
