"""Runs a survey: blocks on an executor, family by family, each family for all engines.

An interrupted survey has the families that are finished for all engines.  Cells of an earlier survey are reused if the
same version of an engine was asked about the same pairs.
"""

import platform
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.judge.hunting.chunks import TIME_LIMIT, HuntPlan
from gjkscope.app.judge.hunting.families import SUITE
from gjkscope.app.judge.hunting.hunt import AHEAD, POLL
from gjkscope.app.judge.hunting.workers import processors
from gjkscope.app.judge.surveying.engines import engine_record
from gjkscope.app.judge.surveying.measuring import SERIOUS, BlockFigures, BlockTask, WorstAnswer, block_figures
from gjkscope.app.judge.surveying.outcomes import LEGEND, tally
from gjkscope.app.judge.surveying.record import (
    FORMAT,
    NOT_FINITE,
    CellRecord,
    EngineRecord,
    ExampleRecord,
    FamilyRecord,
    MachineRecord,
    SurveyFileError,
    SurveyRecord,
)
from gjkscope.app.judge.surveying.suite import (
    MUSEUM,
    PAIRS,
    block_sizes,
    exhibits,
    family_about,
    family_group,
    family_names,
)


class SurveyPlan(NamedTuple):
    """What to survey."""

    engines: tuple[str, ...]  # addresses of solvers
    families: tuple[str, ...] = family_names()
    pairs: int = PAIRS  # of each family
    seed: int = 0
    seconds: float = TIME_LIMIT  # for an answer
    left_out: tuple[tuple[str, str], ...] = ()  # engines that cannot be asked, and why


class SurveyProgress(NamedTuple):
    """How far a survey is; in answers, that is, pairs times engines."""

    done: int
    total: int
    reused: int  # of those done, from an earlier survey
    failures: int
    engine: str
    family: str
    seconds: float


OnSurveyProgress = Callable[[SurveyProgress], None]
Cells = dict[str, dict[str, CellRecord]]


def run_survey(
    plan: SurveyPlan,
    executor: Executor,
    version: str,
    workers: int = 1,
    known: SurveyRecord | None = None,
    on_progress: OnSurveyProgress = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> SurveyRecord:
    """Runs the survey; `version` is that of gjkscope, which judges.

    Once `stopped()`, it returns what is finished.  Blocks are added in order, so the result is always the same, except
    for the times.
    """
    engines = {address: engine_record(address) for address in plan.engines}
    cells, digests = _known_cells(plan, engines, known, version)
    blocks = {family: block_sizes(family, plan.pairs) for family in plan.families}
    reused = done = sum(sum(blocks[family]) for row in cells.values() for family in row)
    failures = sum(tally([cell.outcomes]).failed for row in cells.values() for cell in row.values())
    total = len(engines) * sum(map(sum, blocks.values()))
    started, parts = monotonic(), dict[tuple[str, str], list[BlockFigures]]()
    for figures in _figures(executor, workers, _tasks(plan, engines, cells, blocks), stopped):
        engine, family = str(figures.task.plan.solver), figures.task.family
        measured = parts.setdefault((engine, family), [])
        measured.append(figures)
        if len(measured) == len(blocks[family]):
            cells[engine][family] = _cell(measured)
            _note_digest(digests, family, measured)
        done, failures = done + figures.task.size, failures + tally([figures.outcomes]).failed
        on_progress(SurveyProgress(done, total, reused, failures, engines[engine].words, family, monotonic() - started))
    return _record(plan, engines, cells, digests, version, workers)


def _note_digest(digests: dict[str, str], family: str, parts: Sequence[BlockFigures]) -> None:
    digest = sha256("".join(part.digest for part in parts).encode()).hexdigest()
    if digests.setdefault(family, digest) != digest:
        raise SurveyFileError(f"the earlier survey has other pairs of the family {family!r}: write to another folder")


def _record(
    plan: SurveyPlan, engines: dict[str, EngineRecord], cells: Cells, digests: dict[str, str], version: str, jobs: int
) -> SurveyRecord:
    finished = [family for family in plan.families if all(family in cells[engine] for engine in engines)]
    return SurveyRecord(
        FORMAT,
        SUITE,
        plan.pairs,
        plan.pairs == PAIRS and tuple(finished) == family_names(),
        plan.seed,
        version,
        datetime.now(UTC).date().isoformat(),
        plan.seconds,
        SERIOUS.relative,
        MachineRecord(
            f"{platform.system()} {platform.machine()}", processor(), processors(), jobs, platform.python_version()
        ),
        len(finished) < len(plan.families),
        LEGEND,
        dict(plan.left_out),
        engines,
        {family: _family(family, plan.pairs, digests[family]) for family in finished},
        {engine: {family: cells[engine][family] for family in finished} for engine in engines},
    )


def _family(family: str, count: int, digest: str) -> FamilyRecord:
    names = [name for name, _ in exhibits()] if family == MUSEUM else []
    return FamilyRecord(family_about(family), family_group(family), sum(block_sizes(family, count)), digest, names)


def processor() -> str:
    """The model of the processor, if the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # not Linux
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(iter(models), platform.processor() or platform.machine())


# --- the work ---


def _tasks(
    plan: SurveyPlan, engines: dict[str, EngineRecord], cells: Cells, blocks: dict[str, tuple[int, ...]]
) -> Iterator[BlockTask]:
    """All missing tasks, engine by engine for each block, so that it is drawn once."""
    for family in plan.families:
        missing = [engine for engine in engines if family not in cells[engine]]
        for number, size in enumerate(blocks[family]):
            for engine in missing:
                known = engines[engine]
                tolerance = Tolerance(known.tolerance, known.least_error)
                asked = HuntPlan(engine, seed=plan.seed, tolerance=tolerance, seconds=plan.seconds)
                yield BlockTask(asked, known.judges_gaps, family, number, size)


def _figures(
    executor: Executor, workers: int, tasks: Iterator[BlockTask], stopped: Callable[[], bool]
) -> Iterator[BlockFigures]:
    """The figures of the tasks, in order."""
    waiting: deque[Future[BlockFigures]] = deque()
    try:
        while not stopped():
            while len(waiting) < AHEAD * workers and (task := next(tasks, None)) is not None:
                waiting.append(executor.submit(block_figures, task))
            if not waiting:
                return
            if wait([waiting[0]], POLL).done:
                yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _cell(parts: Sequence[BlockFigures]) -> CellRecord:
    endings = Counter[str]()
    worst: dict[str, WorstAnswer] = {}
    for part in parts:
        endings.update(part.endings)
        for code, example in part.worst.items():
            if code not in worst or example.error > worst[code].error:
                worst[code] = example
    return CellRecord(
        "".join(part.outcomes for part in parts),
        [error for part in parts for error in part.errors],
        [time for part in parts for time in part.microseconds],
        dict(sorted(endings.items())),
        {code: _example(worst[code]) for code in sorted(worst)},
    )


def _example(worst: WorstAnswer) -> ExampleRecord:
    if worst.answer.not_finite:  # JSON has neither NaN nor infinities
        return ExampleRecord(worst.number, worst.error, {NOT_FINITE: worst.answer.not_finite})
    said = worst.answer._replace(seconds=None, points=(), note=None)._asdict()
    plain = {key: [*value] if isinstance(value, tuple) else value for key, value in said.items()}
    return ExampleRecord(
        worst.number, worst.error, {key: value for key, value in plain.items() if value not in (None, [])}
    )


# --- earlier cells ---


def _known_cells(
    plan: SurveyPlan, engines: dict[str, EngineRecord], known: SurveyRecord | None, version: str
) -> tuple[Cells, dict[str, str]]:
    """The cells of an earlier survey that would be the same now, and the digests of their families."""
    cells: Cells = {engine: {} for engine in engines}
    now = (SUITE, plan.pairs, plan.seed, version, plan.seconds, SERIOUS.relative, processor())
    if known is None or _settings(known) != now:
        return cells, {}
    names = [name for name, _ in exhibits()]
    families = {
        family: entry.digest
        for family, entry in known.families.items()
        if family in plan.families and (family != MUSEUM or entry.names == names)
    }
    for engine, record in engines.items():
        if known.engines.get(engine) == record:
            cells[engine] = {family: known.cells[engine][family] for family in families}
    return cells, families


def _settings(known: SurveyRecord) -> tuple[object, ...]:
    """What the cells depend on; of the machine, what times depend on most."""
    return (
        known.suite,
        known.pairs_per_family,
        known.seed,
        known.gjkscope,
        known.time_limit,
        known.serious,
        known.machine.processor,
    )
