"""Runs the scenes of the museum through installed engines, and writes the table of outcomes."""

import platform
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.ask.runs.reports import JudgedReport
from gjkscope.app.ask.solvers.asking import EngineAnswer, ask_engine, judge_answer
from gjkscope.app.ask.solvers.engines import start_engines
from gjkscope.app.ask.solvers.installations import installation_of, version_order
from gjkscope.app.ask.solvers.tolerance import MOST_TOLERANT
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.museum_table import (
    CRASHED,
    OUTCOMES,
    RIGHT,
    UNDECIDED,
    UNSUPPORTED,
    WRONG,
    EngineOutcome,
    EngineVersion,
    MuseumTable,
)
from gjkscope.app.scenes.reports import not_finite_words
from gjkscope.app.scenes.scene import Body, Scene

SIGNALS = {"SIGABRT": "aborts", "SIGSEGV": "segmentation fault", "SIGKILL": "was killed", "SIGFPE": "divides by zero"}


def museum_table(
    scenes: Sequence[tuple[str, Scene]],
    names: Sequence[str],
    version: str,
    on_answer: Callable[[], None] = lambda: None,
) -> MuseumTable:
    """Asks the engines about the first pair of each scene; calls `on_answer` after each answer.

    `version` is that of gjkscope, which judges the answers.
    """
    start_engines(names)
    rows = {}
    for name, scene in scenes:
        rows[name] = tuple(_outcomes(scene, names, on_answer))
    unread = tuple((name, scene.unread_words) for name, scene in scenes if scene.unread)
    versions = {name: _version(name) for name in names}
    system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return MuseumTable(datetime.now(UTC).date().isoformat(), version, system, versions, rows, unread)


def _version(name: str) -> EngineVersion:
    """Raises `LookupError` for an engine that is not installed."""
    installation = installation_of(name)
    if installation is None:
        raise LookupError(f"{name} is not installed")
    adapter = installation.adapter
    return EngineVersion(adapter.title, installation.version, adapter.accuracy, adapter.least_error)


def _outcomes(scene: Scene, names: Sequence[str], on_answer: Callable[[], None]) -> Iterator[EngineOutcome]:
    a, b = (scene.body(name) for name in pairs_of(scene)[0])
    for name in names:
        outcome = pair_outcome(name, a, b)
        on_answer()
        yield outcome


def pair_outcome(name: str, a: Body, b: Body, tolerance: float | None = None) -> EngineOutcome:
    """How an engine does on a pair, with its own tolerance by default; contact points are not judged."""
    answer = _about_distance(ask_engine(name, a, b))
    judged = judge_answer(answer, a, b, tolerance)
    return EngineOutcome(name, UNSUPPORTED, answer.unsupported or "") if judged is None else _outcome(name, judged)


def _about_distance(answer: EngineAnswer) -> EngineAnswer:
    """The report without contact points: these pairs are about distance, and manifolds follow other rules."""
    return answer if answer.report is None else answer._replace(report=replace(answer.report, points=()))


def _outcome(name: str, judged: JudgedReport) -> EngineOutcome:
    if judged.report.crashed is not None:
        return EngineOutcome(name, CRASHED, crash_words(judged.report.crashed))
    if (words := not_finite_words(judged.report)) is not None:
        return EngineOutcome(name, CRASHED, f"no finite answer: {words}")
    if judged.found.right is None:
        return EngineOutcome(name, UNDECIDED, judged.assessment if judged.found.of_mesh else judged.report.note or "")
    return EngineOutcome(name, RIGHT) if judged.found.right else EngineOutcome(name, WRONG, judged.assessment)


def crash_words(crashed: str) -> str:
    """How an engine ended, for people: "aborts (SIGABRT)"."""
    return f"{SIGNALS[crashed]} ({crashed})" if crashed in SIGNALS else crashed


def as_markdown(table: MuseumTable, folder: str) -> str:
    """The table as a Markdown page; `folder` is the path of the scenes, for links."""
    names = list(table.engines)
    seen = {outcome.outcome for row in table.scenes.values() for outcome in row}
    counted = [outcome for outcome in OUTCOMES if outcome in seen]
    lines = [
        "# The museum, answered by current engines",
        "",
        f"Written by `gjkscope museum` on {table.date} (gjkscope {table.gjkscope}, {table.platform}). Each engine was "
        "asked about each pair in a child process with its default settings. ✓ right, ✗ wrong, 💥 crashed or gave no "
        "answer, · not applicable, ? nothing to judge. Answers are judged field by field against the "
        "certified answer: distance, normal and witness points, but not contact points.",
        "",
        "What an engine does not promise is not an error. Shapes that it lacks are not asked, nor are gaps if it only "
        "reports contacts. Its tolerance is what it documents: relative to the size of the pair, or in metres if that "
        f"is more, for hidden radii and absolute limits, but not above {100 * MOST_TOLERANT:g} % of the size.",
        "",
        "| name | engine | version | tolerance | " + " | ".join(counted) + " |",
        "| --- | --- | --- | --- | " + " | ".join("---:" for _ in counted) + " |",
    ]
    for name, version in table.engines.items():
        counts = " | ".join(str(table.tally(name, outcome)) for outcome in counted)
        lines.append(f"| `{name}` | {version.title} | {version.version} | {_tolerance_words(version)} | {counts} |")
    lines += ["", "| pair | " + " | ".join(names) + " |"]
    lines.append("| --- | " + " | ".join(":---:" for _ in names) + " |")
    notes = {scene: f" ({words})" for scene, words in table.unread}
    for scene, row in table.scenes.items():
        marks = {outcome.engine: MARKS[outcome.outcome] for outcome in row}
        lines.append(
            f"| [{scene}]({folder}/{scene}.json){notes.get(scene, '')} | "
            + " | ".join(marks[name] for name in names)
            + " |"
        )
    if changes := version_changes(table):
        lines += ["", "## What changed between versions", "", *(f"- {change}" for change in changes)]
    lines += ["", "## Wrong answers and failures", ""]
    lines += _faults(table)
    return "\n".join(lines) + "\n"


def _tolerance_words(version: EngineVersion) -> str:
    least = f", or {version.least:.2g} m" if version.least else ""
    return f"{version.tolerance:g}{least}"


def version_changes(table: MuseumTable) -> list[str]:
    """The pairs about which versions of one engine differ, as "MuJoCo, NAME: 3.3.0 wrong, 4.0.0 right"."""
    lines = []
    for title, names in _versions_of(table).items():
        for scene, row in table.scenes.items():
            outcomes = {outcome.engine: outcome.outcome for outcome in row}
            runs = [(outcome, list(run)) for outcome, run in groupby(names, outcomes.__getitem__)]
            if len(runs) > 1:
                lines.append(
                    f"{title}, {scene}: " + ", ".join(_run_words(table, run) + outcome for outcome, run in runs)
                )
    return lines


def _run_words(table: MuseumTable, names: Sequence[str]) -> str:
    """The first and the last one of successive versions: "3.3.0 to 3.10.0 "."""
    ends = dict.fromkeys(table.engines[name].version for name in (names[0], names[-1]))
    return f"{' to '.join(ends)} "


def _versions_of(table: MuseumTable) -> dict[str, list[str]]:
    """The names of the table's columns by the title of the engine, older versions first."""
    versions: dict[str, list[str]] = {}
    for name in sorted(table.engines, key=lambda name: version_order(table.engines[name].version)):
        versions.setdefault(table.engines[name].title, []).append(name)
    return versions


def _faults(table: MuseumTable) -> Iterator[str]:
    notes = {scene: f" ({words})" for scene, words in table.unread}
    for scene, row in table.scenes.items():
        failed = [outcome for outcome in row if outcome.failed]
        if failed:
            yield f"- **{scene}**{notes.get(scene, '')}"
            yield from (f"  - {table.engines[outcome.engine].words}: {outcome.words}" for outcome in failed)


def read_exhibits(paths: Sequence[Path]) -> list[tuple[str, Scene]]:
    """The scenes of files, by the names of the files.  Raises `SceneError`."""
    from gjkscope.app.scenes.scene_file import load

    return [(path.stem, load(path)) for path in paths]


MARKS = dict(zip(OUTCOMES, ("✓", "✗", "💥", "·", "?"), strict=True))
