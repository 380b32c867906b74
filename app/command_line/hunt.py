"""`gjkscope hunt SOLVER -o DIR`: looks for pairs of shapes that a solver gets wrong, and writes them as scenes."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.numbers import parse_number
from gjkscope.app.command_line.console import (
    CONTRADICTED,
    DONE,
    CliCommand,
    Interrupt,
    Parser,
    UsageError,
    count_argument,
    interruptible,
    number_argument,
    print_line,
    progress_bar,
    whole_argument,
)
from gjkscope.app.command_line.preparing import announce_compiling, prepare_to_judge
from gjkscope.app.judge.hunting.api import plan_for, require_spatial
from gjkscope.app.judge.hunting.chunks import CHUNK, CONTACT_CHUNK, TIME_LIMIT, HuntPlan
from gjkscope.app.judge.hunting.families import ORDINARY_SIZES
from gjkscope.app.judge.hunting.hunt import DEFAULT_COUNT, HuntLimits, HuntProgress, HuntReport, OnProgress, run_hunt
from gjkscope.app.judge.hunting.random_parts import CONTACT_KINDS, KINDS
from gjkscope.app.judge.hunting.replaying import ReplayOutcome, junit_xml, replay_scenes, scenes_in
from gjkscope.app.judge.hunting.workers import SchedulerError, dask_executor, executor_for, prepare_title, processors
from gjkscope.app.judge.hunting.writing import scene_name, write_report
from gjkscope.app.scenes.scene import unread_words
from gjkscope.app.scenes.scene_file import SceneError

SUMMARY = "Look for pairs of shapes that a solver gets wrong."
MOST_JOBS = 256
CRASH_WIDTH = 100  # characters of a crash's description


def run_hunt_command(words: list[str]) -> int:
    """Runs the command; returns the exit status: 1 if anything is wrong."""
    options = _parser().parse_args(words)
    plan = _plan(options)
    if options.replay is not None:
        return _replay(plan, options)
    if options.output is None:
        raise UsageError("-o DIR: required, for what is found; see gjkscope hunt --help")
    try:
        require_spatial(options.solver)
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    report = _run_hunt(plan, options)
    try:
        write_report(report, plan, options.output)
    except OSError as fault:
        raise UsageError(f"{options.output}: cannot be written: {fault.strerror or fault}") from None
    print_line("\n".join(_words(report, plan, options.output)))
    return CONTRADICTED if report.found else DONE


COMMAND = CliCommand("hunt", "SOLVER", SUMMARY, run_hunt_command)


def _parser() -> Parser:
    parser = Parser("gjkscope hunt", description=SUMMARY)
    parser.add_argument(
        "solver",
        metavar="SOLVER",
        help="an engine (gjkscope engines), algorithm:NAME, FILE.py:FUNCTION, or a program or library",
    )
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="a folder for what is found")
    parser.add_argument(
        "--contacts",
        action="store_true",
        help="judge the contact points, on bodies that rest on each other: phantom points, flipped normals, wrong "
        "depths and lost support area",
    )
    parser.add_argument(
        "--kinds",
        metavar="A,B",
        help=f"types of shapes (default: {','.join(KINDS)}; with --contacts: {','.join(CONTACT_KINDS)})",
    )
    parser.add_argument(
        "--size", metavar="LO:HI", type=_range, default=ORDINARY_SIZES, help="full extents in metres (default: 0.2:2)"
    )
    parser.add_argument("--gap", metavar="LO:HI", type=_range, help="signed distances in metres (default: any)")
    parser.add_argument("--near", metavar="SCENE", type=Path, help="only pairs like the first one of this scene")
    parser.add_argument(
        "--count",
        metavar="N",
        type=count_argument,
        help=f"pairs to try, rounded up to blocks of {CHUNK}, with --contacts of {CONTACT_CHUNK} "
        f"(default: {DEFAULT_COUNT} unless --seconds is given)",
    )
    parser.add_argument("--seconds", metavar="S", type=number_argument, help="stop after this time")
    parser.add_argument("--seed", metavar="N", type=whole_argument, default=0, help="of the random pairs (default: 0)")
    parser.add_argument("--jobs", metavar="N", type=count_argument, help="processes (default: one per processor)")
    parser.add_argument(
        "--tolerance", metavar="REL", type=number_argument, help="relative to the size (default: 1e-6, or the engine's)"
    )
    parser.add_argument(
        "--timeout", metavar="S", type=number_argument, default=TIME_LIMIT, help="for an answer (default: %(default)g)"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster that does the work")
    parser.add_argument(
        "--replay",
        metavar="DIR",
        type=Path,
        nargs="?",
        const=Path(),
        help="ask again about the scenes in DIR (default: that of -o) instead of hunting",
    )
    parser.add_argument("--junit", metavar="FILE", type=Path, help="with --replay: write the outcomes as JUnit XML")
    return parser


def _plan(options: argparse.Namespace) -> HuntPlan:
    if options.seconds is not None and options.seconds <= 0:
        raise UsageError("--seconds: must be > 0")
    if options.junit is not None and options.replay is None:
        raise UsageError("--junit: only with --replay")
    try:
        return plan_for(
            options.solver,
            _kinds(options.kinds),
            options.size,
            options.gap,
            options.near,
            options.seed,
            options.tolerance,
            options.timeout,
            contacts=options.contacts,
        )
    except (ValueError, SceneError) as fault:
        raise UsageError(str(fault)) from None


def _kinds(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(kind.strip() for kind in text.split(",") if kind.strip())


# --- hunting ---


def _run_hunt(plan: HuntPlan, options: argparse.Namespace) -> HuntReport:
    limits, title = HuntLimits(options.count, options.seconds), _title(plan)
    prepare_to_judge()
    with interruptible() as interrupt, _progress(interrupt) as show, announce_compiling([options.solver]):
        if options.scheduler is not None:
            try:
                with dask_executor(options.scheduler) as (executor, workers):
                    return run_hunt(plan, title, limits, executor, workers, show, lambda: interrupt.requested)
            except SchedulerError as fault:
                raise UsageError(f"--scheduler: {fault}") from None
        jobs = min(options.jobs or processors(), MOST_JOBS)
        with executor_for(plan, jobs) as executor:
            return run_hunt(plan, title, limits, executor, jobs, show, lambda: interrupt.requested)


def _title(plan: HuntPlan) -> str:
    """The title of the solver, once it is ready.  Raises `UsageError` if it cannot be started."""
    title, refusal = prepare_title(plan)
    if refusal is not None:
        raise UsageError(f"{plan.solver}: {refusal}")
    return title


@contextmanager
def _progress(interrupt: Interrupt) -> Iterator[OnProgress]:
    """Shows the progress on a terminal."""
    with progress_bar() as update:

        def show(progress: HuntProgress) -> None:
            description = "Stopping" if interrupt.requested else progress.phase.capitalize()
            total, done = progress.total, float(progress.done)
            if total is None and progress.limit:
                total, done = int(progress.limit), min(progress.seconds, progress.limit)
            update(description, done, total, _rate(progress))

        yield show


def _rate(progress: HuntProgress) -> str:
    failures = f"{progress.failures:,} wrong"
    if progress.phase != "hunting":
        return f"{progress.done} of {progress.total} groups, {failures}"
    rate = progress.done / progress.seconds if progress.seconds > 0 else 0.0
    return f"{progress.done:,} pairs, {rate:,.0f}/s, {failures}{_time_left(progress, rate)}"


def _time_left(progress: HuntProgress, rate: float) -> str:
    left = [] if progress.limit is None else [progress.limit - progress.seconds]
    if progress.total is not None and rate > 0:
        left.append((progress.total - progress.done) / rate)
    return f", {max(min(left), 0):,.0f} s left" if left else ""


def _words(report: HuntReport, plan: HuntPlan, folder: Path) -> Iterator[str]:
    rate = report.tried / report.seconds if report.seconds > 0 else 0.0
    skipped = f", {report.skipped:,} not supported" if report.skipped else ""
    stopped = ", interrupted" if report.interrupted else ", given up: it times out too often" if report.gave_up else ""
    yield f"{report.solver}: {report.tried:,} pairs in {report.seconds:.1f} s ({rate:,.0f}/s{skipped}{stopped})"
    if words := unread_words(plan.unread):
        yield f"The scene of --near was {words}."
    if not report.found:
        yield "Nothing is wrong."
        return
    width = max(len(" ".join((entry.key[0], *entry.key[1]))) for entry in report.found)
    for entry in report.found:
        symptom, kinds = entry.key
        worst = f"worst {entry.group.worst.error:.2g}" if entry.group.worst.error > 0 else ""
        crash = entry.group.simplest.answer.crashed
        name = f"{symptom}  {', '.join(kinds)}"
        yield f"{entry.group.total:>7}  {name:<{width + 3}}  {worst:<14}  {scene_name(entry)}"
        if crash is not None:
            yield f"         {_shorten(crash)}"
    yield f"Written to {folder}: open a scene with gjkscope, or run the pairs again with --replay."


def _shorten(words: str) -> str:
    return words if len(words) <= CRASH_WIDTH else f"{words[: CRASH_WIDTH - 1]}…"


# --- replay ---


def _replay(plan: HuntPlan, options: argparse.Namespace) -> int:
    folder = options.output if options.replay == Path() and options.output else options.replay
    title = _title(plan)
    try:
        scenes = scenes_in(folder)
        if not scenes:
            raise UsageError(f"{folder}: has no scenes")
        prepare_to_judge()
        with announce_compiling([options.solver]):
            outcomes = list(_show_replays(plan, scenes))
        if options.junit is not None:
            write_atomically(options.junit, junit_xml(outcomes, title))
    except SceneError as fault:
        raise UsageError(str(fault)) from None
    except OSError as fault:
        raise UsageError(f"{options.junit}: cannot be written: {fault.strerror or fault}") from None
    wrong = sum(outcome.fault is not None for outcome in outcomes)
    print_line(f"{title}: {wrong} of {len(outcomes)} pairs wrong" if wrong else f"{title}: all {len(outcomes)} right")
    return CONTRADICTED if wrong else DONE


def _show_replays(plan: HuntPlan, scenes: list[Path]) -> Iterator[ReplayOutcome]:
    for outcome in replay_scenes(plan, scenes):
        mark = "FAIL" if outcome.fault else "skip" if outcome.is_skipped else "ok  "
        print_line(f"{mark}  {outcome.scene}: {outcome.words}")
        yield outcome


# --- arguments ---


def _range(text: str) -> tuple[float, float]:
    low, colon, high = text.partition(":")
    try:
        if not colon:
            raise ValueError
        return parse_number(low), parse_number(high)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be LO:HI, such as 0.1:2, got {text!r}") from None
