"""`gjkscope query SCENE...`: answers about the pairs of scenes, as text or JSON."""

import argparse
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from gjkscope.app.ask.runs.answers import answers, broad_answers, comparisons, first_contacts, push_outs
from gjkscope.app.ask.runs.choices import ALL_ALGORITHMS, CHOICES_OF, CONTACT_SEARCHES, PUSH_OUTS
from gjkscope.app.ask.runs.contacts import PairContacts, contact_methods, contact_tables, pair_contacts
from gjkscope.app.ask.runs.origins import with_origins
from gjkscope.app.ask.runs.reports import judge_reports
from gjkscope.app.command_line.console import (
    CONTRADICTED,
    DONE,
    CliCommand,
    Parser,
    UsageError,
    number_argument,
    print_error,
    print_line,
)
from gjkscope.app.command_line.engine_argument import ENGINES_HELP, ask_chosen_engines, engines_argument
from gjkscope.app.command_line.scene_argument import (
    COMPARE,
    STDIN,
    add_engine_options,
    chosen_pairs,
    engine_options,
    read_scene_argument,
)
from gjkscope.app.scenes.scene import Pair, Scene
from gjkscope.app.share.export.report import Report, as_json, as_text, contradicts_expected
from gjkscope.engine import BROADPHASES, PLANAR_ALGORITHMS, Options
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.text import with_hyphens

NAMES = (*ALL_ALGORITHMS, *ENGINE_ALGORITHMS, COMPARE, *PUSH_OUTS, *CONTACT_SEARCHES, *BROADPHASES)
ALL = "all"  # policies, side by side
SUMMARY = "Query pairs of shapes and check the answers against the scene's expected values."


def query_command_line(words: list[str]) -> int:
    """Runs the command; returns the exit status: 1 if an answer contradicts what the scene expects."""
    options = _parser().parse_args(words)
    chosen = engine_options(options, options.algorithm)
    options.engines = engines_argument(options.engines)
    if options.scenes.count(STDIN) > 1:
        raise UsageError("-: standard input can be read only once")
    status = DONE
    for path in options.scenes:
        try:
            report = _report(read_scene_argument([path]), path, options, chosen)
        except UsageError as fault:
            status = max(status, print_error(fault))
            continue
        print_line(as_json(report) if options.json else with_hyphens(as_text(report)))
        if contradicts_expected(report):
            status = max(status, CONTRADICTED)
    return status


COMMAND = CliCommand("query", "SCENE...", SUMMARY, query_command_line)


def _parser() -> Parser:
    parser = Parser("gjkscope query", description=SUMMARY)
    parser.add_argument(
        "scenes", nargs="+", metavar="SCENE", type=Path, help="scene or mesh files; - is standard input"
    )
    parser.add_argument(
        "--algorithm",
        type=_algorithms,
        default=[None],
        metavar="NAME[,NAME]",
        help=f"{', '.join(ALL_ALGORITHMS)} (default: GJK, followed by EPA if the shapes overlap; "
        f"in 2D: {', '.join(PLANAR_ALGORITHMS)}); "
        f"{COMPARE}: all of these side by side; "
        f"as engines compute it: {', '.join(ENGINE_ALGORITHMS)}; "
        f"{', '.join(PUSH_OUTS)}: push the bodies apart; "
        f"{', '.join(CONTACT_SEARCHES)}: time of first contact of moving bodies; "
        f"broad phase over all bodies: {', '.join(BROADPHASES)}",
    )
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="query only this pair of bodies")
    parser.add_argument("--contacts", action="store_true", help="also give contact points, judged by the exact ones")
    parser.add_argument(
        "--policy",
        choices=[*contact_methods(), ALL],
        metavar="NAME",
        help=f"how to generate contact points: {', '.join(contact_methods())} (default: exact), or {ALL}: "
        "one line for each, judged; implies --contacts",
    )
    parser.add_argument("--trace", action="store_true", help="include every step")
    parser.add_argument("--json", action="store_true", help="print one JSON object per scene, each on its own line")
    parser.add_argument(
        "--engines",
        metavar="NAME[,NAME]",
        help=ENGINES_HELP,
    )
    parser.add_argument(
        "--tolerance",
        type=_tolerance,
        metavar="REL",
        help=f"for judging what engines reported, relative to the pair's size (default: {TOLERANCE:g}; "
        "for an engine that is asked, the accuracy that it documents)",
    )
    add_engine_options(parser)
    return parser


def _tolerance(text: str) -> float:
    value = number_argument(text)
    if value < 0 or not isfinite(value):
        raise argparse.ArgumentTypeError(f"must be a finite number ≥ 0, got {text!r}")
    return value


def _algorithms(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"unknown name {name!r}; must be one of {', '.join(NAMES)}")
    return names


def _check_dimension(scene: Scene, path: Path, options: argparse.Namespace) -> None:
    """Raises `UsageError` for an algorithm that has no 2D version, or for engines, if the scene is 2D."""
    if not scene.is_plane:
        return
    known = [name for name in NAMES if name == COMPARE or name in CHOICES_OF[scene.dimension]]
    for name in options.algorithm:
        if name is not None and name not in known:
            raise UsageError(f"{path}: --algorithm: {name} has no 2D version; must be one of {', '.join(known)}")
    if options.contacts or options.policy:
        raise UsageError(f"{path}: --contacts: contact points are generated in 3D scenes only, and this one is 2D")
    if options.engines:
        raise UsageError(f"{path}: --engines: engines are asked about 3D scenes only, and this one is 2D")


def _contacts(scene: Scene, pairs: Sequence[Pair], options: argparse.Namespace) -> tuple[PairContacts, ...]:
    if options.policy == ALL or not (options.contacts or options.policy):
        return ()
    return tuple(pair_contacts(scene, pairs, options.policy or "exact"))


def _report(scene: Scene, path: Path, options: argparse.Namespace, chosen: Options) -> Report:
    _check_dimension(scene, path, options)
    names = options.algorithm
    broad = [name for name in names if name in BROADPHASES]
    narrow = [name for name in names if name is None or name in (*ALL_ALGORITHMS, *ENGINE_ALGORITHMS)]
    push = [name for name in names if name in PUSH_OUTS]
    search = [name for name in names if name in CONTACT_SEARCHES]
    pairs = chosen_pairs(options.pair, scene, path) if len(broad) < len(names) or options.engines else ()
    judged, unsupported = (
        ask_chosen_engines(scene, pairs, options.engines, options.tolerance) if options.engines else ((), ())
    )
    answering = pairs if len(broad) < len(names) else ()
    judged = (
        *judge_reports(scene, options.pair, TOLERANCE if options.tolerance is None else options.tolerance),
        *judged,
    )
    if options.contacts or options.policy is not None:
        judged = tuple(with_origins(report, *(scene.body(name) for name in report.pair)) for report in judged)
    return Report(
        scene,
        path,
        tuple(answers(scene, answering, narrow, options.trace, chosen)),
        tuple(broad_answers(scene, broad)),
        tuple(comparisons(scene, answering, chosen)) if COMPARE in names else (),
        tuple(push_outs(scene, answering, push)) if push else (),
        tuple(first_contacts(scene, answering, search)),
        _contacts(scene, answering, options),
        tuple(contact_tables(scene, answering)) if options.policy == ALL else (),
        options.trace,
        judged,
        unsupported,
    )
