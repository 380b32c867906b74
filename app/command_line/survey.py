"""`gjkscope survey -o DIR`: asks engines about a fixed suite of pairs, and writes tables and a page with plots."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gjkscope.app.ask.solvers.engines import ALL, chosen_engines
from gjkscope.app.command_line.console import (
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
    whole_number,
    write,
)
from gjkscope.app.command_line.preparing import announce_compiling, prepare_to_judge
from gjkscope.app.judge.hunting.api import require_spatial
from gjkscope.app.judge.hunting.chunks import TIME_LIMIT, HuntPlan, close_solvers
from gjkscope.app.judge.hunting.families import SUITE
from gjkscope.app.judge.hunting.random_parts import KINDS
from gjkscope.app.judge.hunting.workers import executor_for, prepare_title, processors
from gjkscope.app.judge.surveying.examples import pair_scene
from gjkscope.app.judge.surveying.league import league
from gjkscope.app.judge.surveying.plots import has_plotting_library
from gjkscope.app.judge.surveying.rate_plots import PICTURE, TABLE, write_rates
from gjkscope.app.judge.surveying.rates import KINDS as RATE_KINDS
from gjkscope.app.judge.surveying.rates import QUANTITIES, RateCurve, RatePlan, measure_rates, wilson_interval
from gjkscope.app.judge.surveying.record import SurveyFileError, SurveyRecord, read_survey
from gjkscope.app.judge.surveying.suite import MUSEUM, PAIRS, exhibits, family_names
from gjkscope.app.judge.surveying.survey import OnSurveyProgress, SurveyPlan, SurveyProgress, run_survey
from gjkscope.app.judge.surveying.writing import DATA, PAGE, write_survey
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.engine.runtime.extras import extra_remedy
from gjkscope.version import __version__

SUMMARY = "Ask engines about a fixed suite of pairs, and write tables and a page with plots."
ABOUT = f"{SUMMARY}  Suite {SUITE}: the museum, and {PAIRS:,} pairs of each of {len(family_names()) - 1} families."
MOST_JOBS = 256


def run_survey_command(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    if options.pair is not None:
        write(format_scene(pair_scene(*_place(options.pair), options.seed)))
        return DONE
    if options.output is None:
        raise UsageError("-o DIR: required, for the tables; see gjkscope survey --help")
    if not has_plotting_library():
        raise UsageError(f"the plots need matplotlib: {extra_remedy('survey')}")
    if options.along is not None:
        return _measure_rates(options)
    plan, known = _plan(options), _read_known(options)
    try:
        survey = _survey(plan, known, options)
        if not survey.families:
            raise UsageError("interrupted before the first family was finished: nothing is written")
        write_survey(survey, options.output)
    except SurveyFileError as fault:
        raise UsageError(f"{options.output / DATA}: {fault}") from None
    except OSError as fault:
        raise UsageError(f"{options.output}: cannot be written: {fault.strerror or fault}") from None
    print_line("\n".join(_words(survey, options.output)))
    return DONE


def _measure_rates(options: argparse.Namespace) -> int:
    """How often the engines are wrong, as a function of one quantity."""
    engines = _plan(options).engines
    kinds = tuple(kind.strip() for kind in options.kinds.split(",") if kind.strip())
    if unknown := sorted({*kinds} - {*KINDS}):
        raise UsageError(f"--kinds: unknown kind {unknown[0]!r}; the kinds are {', '.join(KINDS)}")
    plan = RatePlan(engines, options.along, options.count, options.values, kinds, options.seed, options.tolerance)
    prepare_to_judge()
    try:
        with interruptible() as interrupt, progress_bar() as update, announce_compiling(engines):
            curves = measure_rates(
                plan,
                lambda done, total: update(f"by {plan.along}", done, total, f"{done} of {total} values"),
                lambda: interrupt.requested,
            )
        write_rates(plan, curves, options.output)
    except OSError as fault:
        raise UsageError(f"{options.output}: cannot be written: {fault.strerror or fault}") from None
    finally:
        close_solvers()
    print_line("\n".join(_rate_words(curves, options.output)))
    return DONE


def _rate_words(curves: list[RateCurve], folder: Path) -> Iterator[str]:
    for curve in curves:
        judged, failed = (sum(getattr(point, name) for point in curve.points) for name in ("judged", "failed"))
        low, high = wilson_interval(failed, judged)
        share = 100 * failed / judged if judged else 0.0
        yield f"{curve.title}  {share:.2f} % wrong ({100 * low:.2f} to {100 * high:.2f}) of {judged:,} pairs"
    yield f"Written to {folder}: {PICTURE} and {TABLE}."


COMMAND = CliCommand("survey", "-o DIR", SUMMARY, run_survey_command)


def _parser() -> Parser:
    parser = Parser("gjkscope survey", description=ABOUT)
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="a folder for the tables and the page")
    parser.add_argument(
        "--engines",
        default=ALL,
        metavar="A,B",
        help="engines, or addresses of other solvers as for `gjkscope hunt`, such as algorithm:bullet (default: all "
        "that are installed)",
    )
    parser.add_argument(
        "--count",
        metavar="N",
        type=count_argument,
        default=PAIRS,
        help="pairs of each family (default: %(default)s)",
    )
    parser.add_argument(
        "--families", metavar="A,B", help="only these families, such as museum (default: the whole suite)"
    )
    parser.add_argument("--seed", metavar="N", type=whole_argument, default=0, help="of the random pairs (default: 0)")
    parser.add_argument("--jobs", metavar="N", type=count_argument, help="processes (default: one per processor)")
    parser.add_argument(
        "--timeout", metavar="S", type=number_argument, default=TIME_LIMIT, help="for an answer (default: %(default)g)"
    )
    parser.add_argument(
        "--resume", action="store_true", help=f"keep the figures in DIR/{DATA} that would be the same again"
    )
    parser.add_argument(
        "--along",
        metavar="QUANTITY",
        choices=(*QUANTITIES,),
        help=f"plot how often each engine is wrong as a function of one of: {', '.join(QUANTITIES)}; --count is the "
        "number of pairs for each value",
    )
    parser.add_argument(
        "--values", metavar="N", type=count_argument, default=25, help="with --along: of the quantity (default: 25)"
    )
    parser.add_argument(
        "--kinds",
        metavar="A,B",
        default=",".join(RATE_KINDS),
        help="with --along: types of shapes (default: %(default)s)",
    )
    parser.add_argument(
        "--tolerance",
        metavar="REL",
        type=number_argument,
        help="with --along: relative to the size (default: 1e-6, or the engine's)",
    )
    parser.add_argument(
        "--pair", metavar="FAMILY:NUMBER", help="print this pair of the suite as a scene, and do nothing else"
    )
    return parser


def _plan(options: argparse.Namespace) -> SurveyPlan:
    """Starts each engine once.  Raises `UsageError` if a named engine cannot be asked."""
    if options.timeout <= 0:
        raise UsageError("--timeout: must be > 0")
    named = [name.strip() for name in options.engines.split(",") if name.strip()]
    usable, left_out = list[str](), list[tuple[str, str]]()
    try:
        everything = chosen_engines([ALL]) if ALL in named else ()
        for address in dict.fromkeys((*everything, *(name for name in named if name != ALL))):
            require_spatial(address)
            _, refusal = prepare_title(HuntPlan(address, seconds=options.timeout))
            if refusal is None:
                usable.append(address)
            elif address in named:
                raise UsageError(f"{address}: {refusal}")
            else:
                left_out.append((address, refusal))
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    if not usable:
        raise UsageError(f"--engines: none can be asked, got {options.engines!r}")
    return SurveyPlan(
        tuple(usable), _families(options.families), options.count, options.seed, options.timeout, tuple(left_out)
    )


def _families(text: str | None) -> tuple[str, ...]:
    if text is None:
        return family_names()
    wanted = {name.strip() for name in text.split(",") if name.strip()}
    if unknown := sorted(wanted - {*family_names()}):
        raise UsageError(f"--families: unknown family {unknown[0]!r}; the families are {', '.join(family_names())}")
    if not wanted:
        raise UsageError("--families: must be at least one")
    return tuple(name for name in family_names() if name in wanted)


def _place(text: str) -> tuple[str, int]:
    family, _, digits = text.rpartition(":")
    number = whole_number(digits)
    if family not in family_names() or number is None:
        raise UsageError(f"--pair: must be FAMILY:NUMBER, such as 'deep overlap:17', got {text!r}")
    if number >= (total := len(exhibits()) if family == MUSEUM else PAIRS):
        raise UsageError(f"--pair: the numbers of {family} end at {total - 1}, got {number}")
    return family, number


def _read_known(options: argparse.Namespace) -> SurveyRecord | None:
    path = options.output / DATA
    if not options.resume or not path.exists():
        return None
    try:
        return read_survey(path)
    except SurveyFileError as fault:
        raise UsageError(str(fault)) from None
    except OSError as fault:
        raise UsageError(f"{path}: cannot be read: {fault.strerror or fault}") from None


def _survey(plan: SurveyPlan, known: SurveyRecord | None, options: argparse.Namespace) -> SurveyRecord:
    jobs = min(options.jobs or processors(), MOST_JOBS)
    any_solver = HuntPlan(plan.engines[0])
    if jobs > 1:
        close_solvers()  # each process starts its own
    prepare_to_judge()
    try:
        with (
            interruptible() as interrupt,
            _progress(interrupt) as show,
            executor_for(any_solver, jobs) as executor,
            announce_compiling(plan.engines),
        ):
            return run_survey(plan, executor, __version__, jobs, known, show, lambda: interrupt.requested)
    finally:
        close_solvers()  # those of a single job run in this process


@contextmanager
def _progress(interrupt: Interrupt) -> Iterator[OnSurveyProgress]:
    """Shows the progress on a terminal."""
    with progress_bar() as update:

        def show(progress: SurveyProgress) -> None:
            name = "Stopping" if interrupt.requested else f"{progress.family}, {progress.engine}"
            update(name, progress.done, progress.total, _rate(progress))

        yield show


def _rate(progress: SurveyProgress) -> str:
    asked = progress.done - progress.reused
    rate = asked / progress.seconds if progress.seconds > 0 else 0.0
    left = f", {(progress.total - progress.done) / rate:,.0f} s left" if rate > 0 else ""
    return f"{progress.done:,} answers, {rate:,.0f}/s, {progress.failures:,} failed{left}"


def _words(survey: SurveyRecord, folder: Path) -> Iterator[str]:
    """One line per engine, in the order of the table."""
    rows = league(survey)
    width = max(len(row.record.words) for row in rows)
    for row in rows:
        yield (
            f"{row.record.words:<{width}}  {100 * row.serious:6.2f} % serious  {100 * row.failed:6.2f} % failed  "
            f"of {row.total.judged:,} pairs"
        )
    if survey.is_interrupted:
        yield f"Interrupted: {len(survey.families)} families are finished; --resume continues with the rest."
    yield f"Written to {folder}: open {PAGE} in a browser."
