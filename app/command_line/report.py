"""`gjkscope report SCENE -o DIR|OUT.zip`: everything about a pair in one folder or archive, to attach to an issue."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gjkscope.app.ask.runs.choices import ALL_ALGORITHMS
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    print_line,
    print_note,
    progress_bar,
)
from gjkscope.app.command_line.engine_argument import ENGINES_HELP, ask_chosen_engines, engines_argument, engines_for
from gjkscope.app.command_line.scene_argument import (
    add_engine_options,
    chosen_pairs,
    engine_options,
    read_scene_argument,
    scene_path,
)
from gjkscope.app.scenes.scene import Pair, Scene

if TYPE_CHECKING:
    from gjkscope.app.share.reporting.bundle import Progress
    from gjkscope.app.share.reporting.files import Views
    from gjkscope.app.share.reporting.findings import Findings

SUMMARY = "Write a bug report about a pair: text, scene, picture, web page, test, and code for engines."


def report_command_line(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    from gjkscope.app.share.reporting.files import check_target, report_files, write_report_files

    try:
        check_target(options.output, options.overwrite)
    except FileExistsError as fault:
        raise UsageError(f"{fault}; choose another name, or add --overwrite") from None
    scene = read_scene_argument([options.scene])
    with progress_bar() as show:
        findings, views = _report(scene, options, lambda title, done, whole: show(title, done, whole, ""))
    try:
        write_report_files(report_files(findings, views), options.output)
    except OSError as fault:
        raise UsageError(f"{options.output}: cannot be written: {fault.strerror or fault}") from None
    for omission in views.left_out:
        print_note(f"{omission.title} left out: {omission.reason}")
    print_line(str(options.output))
    return DONE


COMMAND = CliCommand("report", "SCENE -o DIR|OUT.zip", SUMMARY, report_command_line)


def _parser() -> Parser:
    parser = Parser("gjkscope report", description=SUMMARY)
    parser.add_argument("scene", metavar="SCENE", type=scene_path, help="a scene or mesh file; - is standard input")
    parser.add_argument(
        "-o", "--output", required=True, metavar="DIR|OUT.zip", type=Path, help="the folder or archive to write"
    )
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="the pair of bodies (default: the scene's first)")
    parser.add_argument(
        "--algorithm",
        type=_algorithms,
        default=(),
        metavar="NAME[,NAME]",
        help="what to run and to show in the page (default: all that support the pair)",
    )
    parser.add_argument("--engines", metavar="NAME[,NAME]", help=ENGINES_HELP)
    parser.add_argument("--overwrite", action="store_true", help="replace the files of an earlier report")
    add_engine_options(parser)
    return parser


def _algorithms(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in ALL_ALGORITHMS:
            raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(ALL_ALGORITHMS)}")
    return names


def _report(scene: Scene, options: argparse.Namespace, progress: "Progress") -> "tuple[Findings, Views]":
    from gjkscope.app.ask.solvers.installations import adapter_of
    from gjkscope.app.share.reporting.bundle import views_of
    from gjkscope.app.share.reporting.findings import examine

    _check_dimension(scene, options)
    chosen = engine_options(options, options.algorithm)
    engines = engines_for(scene, engines_argument(options.engines))
    pair = _pair(scene, options)
    progress("Asking", 0.0, 1.0)
    judged, unsupported = ask_chosen_engines(scene, [pair], engines) if engines else ((), ())
    without = {answer.engine for answer in unsupported}
    answered = [name for name in engines if adapter_of(name) is not None and name not in without]
    progress("Running", 0.0, 1.0)
    findings = examine(scene, pair, options.algorithm, chosen, judged, unsupported, answered)
    return findings, views_of(findings, progress)


def _pair(scene: Scene, options: argparse.Namespace) -> Pair:
    from gjkscope.app.state.actions.files import first_pair

    return first_pair(scene) if options.pair is None else chosen_pairs(options.pair, scene, options.scene)[0]


def _check_dimension(scene: Scene, options: argparse.Namespace) -> None:
    from gjkscope.app.share.reporting.findings import known_algorithms

    known = known_algorithms(scene)
    for name in options.algorithm:
        if name not in known:
            raise UsageError(
                f"{options.scene}: --algorithm: {name} has no {scene.dimension}D version; "
                f"must be one of {', '.join(known)}"
            )
