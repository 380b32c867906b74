"""`gjkscope query SCENE...`: answers about the pairs of scenes, as text or JSON."""

import argparse
from math import isfinite

from gjkscope.app.ask.runs.choices import ALL_ALGORITHMS, CONTACT_SEARCHES, PUSH_OUTS
from gjkscope.app.ask.runs.contacts import contact_methods
from gjkscope.app.base.mismatch import shown
from gjkscope.app.base.suggestions import did_you_mean
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
from gjkscope.app.command_line.engine_argument import ENGINES_HELP, engines_argument
from gjkscope.app.command_line.scene_argument import (
    COMPARE,
    STDIN,
    add_engine_options,
    engine_options,
    read_scene_argument,
    scene_path,
)
from gjkscope.app.command_line.scene_report import ALL, NAMES, Questions, algorithm_named, scene_report
from gjkscope.app.share.export.report import as_json, as_text, contradicts_expected
from gjkscope.engine import BROADPHASES, PLANAR_ALGORITHMS
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.text import with_hyphens

SUMMARY = "Query pairs of shapes and check the answers against the scene's expected values."


def query_command_line(words: list[str]) -> int:
    """Runs the command; returns the exit status: 1 if an answer contradicts what the scene expects."""
    options = _parser().parse_args(words)
    questions = _questions(options)
    if options.scenes.count(STDIN) > 1:
        raise UsageError("-: standard input can be read only once")
    status = DONE
    for path in options.scenes:
        try:
            report = scene_report(read_scene_argument([path]), path, questions)
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
        "scenes",
        nargs="+",
        metavar="SCENE",
        type=scene_path,
        help="scene or mesh files, or names of bundled scenes; - is standard input",
    )
    parser.add_argument(
        "--algorithm",
        type=_algorithms,
        default=[None],
        metavar="NAME[,NAME]",
        help=f"{', '.join(ALL_ALGORITHMS)} (default: GJK, followed by EPA if the shapes overlap; "
        f"in 2D: {', '.join(PLANAR_ALGORITHMS)}); "
        f"{COMPARE}: all of these side by side; "
        f"as engines compute it: {', '.join(ENGINE_ALGORITHMS)}, or the name of an engine, such as rapier; "
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
        "--cast",
        action="store_true",
        help="with --engines: also ask those that cast shapes when the bodies first touch at their velocities",
    )
    parser.add_argument(
        "--tolerance",
        type=_tolerance,
        metavar="REL",
        help="for judging what engines reported, and the normals and points of their algorithms, relative to the "
        f"pair's size (default: {TOLERANCE:g}; for an engine that is asked or has an algorithm here, the accuracy that "
        "it documents)",
    )
    add_engine_options(parser)
    return parser


def _tolerance(text: str) -> float:
    value = number_argument(text)
    if value < 0 or not isfinite(value):
        raise argparse.ArgumentTypeError(f"must be a finite number ≥ 0, got {text!r}")
    return value


def _algorithms(text: str) -> list[str]:
    names = [algorithm_named(name) for name in text.split(",")]
    for name in names:
        if name not in NAMES:
            near = did_you_mean(name, NAMES)
            raise argparse.ArgumentTypeError(f"unknown name {shown(name)}{near}; must be one of {', '.join(NAMES)}")
    return names


def _questions(options: argparse.Namespace) -> Questions:
    if options.cast and options.engines is None:
        raise UsageError("--cast: only with --engines, which names the engines to ask")
    return Questions(
        options.algorithm,
        options.pair,
        options.policy or ("exact" if options.contacts else None),
        engines_argument(options.engines),
        options.tolerance,
        options.trace,
        engine_options(options, options.algorithm),
        options.cast,
    )
