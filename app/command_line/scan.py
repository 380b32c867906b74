"""`gjkscope scan FILE.gjkcap`: judges every answer of a capture, and lists the wrong ones, worst first."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.bring.capture.reader import Capture, missing_words, read_capture
from gjkscope.app.bring.capture.records import CaptureError
from gjkscope.app.command_line import console
from gjkscope.app.command_line.preparing import prepare_to_judge
from gjkscope.app.judge.captures.scanning import (
    ScanResult,
    WrongPair,
    captured_scene,
    has_error,
    kinds_of,
    scan_capture,
    scene_file_name,
    wrong_entry,
)
from gjkscope.app.judge.hunting.workers import processors
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.evidence.search import of_surfaces

SUMMARY = "Judge the answers of an engine that were captured at run time."
TOP = 20
UNPLACED_SHOWN = 5


def run_scan(words: list[str]) -> int:
    """Runs the command; returns the exit status: 1 if anything is wrong, 2 if nothing could be judged."""
    options = _parser().parse_args(words)
    tolerance = Tolerance(options.tolerance)
    try:
        capture = read_capture(options.file)
    except CaptureError as fault:
        raise console.UsageError(f"{options.file}: {fault}") from None
    prepare_to_judge()
    result = scan_capture(capture, tolerance, options.top, processors())
    if options.output is not None:
        _write_scenes(result, capture, options.file, tolerance, options.output)
    for entry in result.wrong:
        console.print_line(json.dumps(wrong_entry(entry, capture.by)) if options.json else wrong_row(entry))
    for line in _remarks(capture):
        console.print_note(line) if options.json else console.print_line(line)
    if not (result.answered or len(capture.unplaced.numbers)):
        raise console.UsageError(f"{options.file}: nothing was judged: {_why_nothing(capture)}")
    summary = _summary(result, capture)
    console.print_note(summary) if options.json else console.print_line(summary)
    return console.CONTRADICTED if result.found or len(capture.unplaced.numbers) else console.DONE


COMMAND = console.CliCommand("scan", "FILE.gjkcap", SUMMARY, run_scan)


def _parser() -> console.Parser:
    parser = console.Parser(
        "gjkscope scan",
        description=f"{SUMMARY}  Lists the wrong ones, worst first.",
        epilog="Exit status: 0 if nothing is wrong, 1 if anything is, 2 for unusable input, such as a capture of which "
        "no answer could be judged.",
    )
    parser.add_argument("file", metavar="FILE.gjkcap", type=Path, help="a capture (gjkscope header, gjkscope.Recorder)")
    parser.add_argument("--json", action="store_true", help="print JSON Lines; remarks go to standard error")
    parser.add_argument(
        "--top",
        metavar="N",
        type=console.whole_argument,
        default=TOP,
        help="how many to list, 0 for all (default: %(default)s)",
    )
    parser.add_argument(
        "--tolerance",
        metavar="REL",
        type=tolerance_argument,
        default=TOLERANCE,
        help="the error that is allowed, relative to the size of the pair (default: %(default)g)",
    )
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="write those listed as scenes")
    return parser


def _write_scenes(result: ScanResult, capture: Capture, source: Path, tolerance: Tolerance, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for rank, wrong in enumerate(result.wrong, 1):
            scene = captured_scene(wrong, capture.by, source.name, tolerance)
            write_atomically(folder / scene_file_name(rank, wrong), format_scene(scene).encode())
    except OSError as fault:
        raise console.UsageError(f"{folder}: cannot be written: {fault.strerror or fault}") from None


OF_MESHES = "not judged: one is inside a closed mesh, or only edges of triangles meet"


def wrong_row(wrong: WrongPair) -> str:
    """A wrong answer as a line for people."""
    a, b = wrong.ids
    error = f"{wrong.fault.error:.2g}" if has_error(wrong.fault) else "-"
    kinds = ", ".join(kinds_of(wrong.pair))
    kinds += " (judged by the triangles)" if of_surfaces(wrong.truth.algorithm) else ""
    return f"pair {wrong.number:<9} tick {wrong.tick:<8} {a}, {b}   {error:>8}  {wrong.fault.symptom:<15}  {kinds}"


def _remarks(capture: Capture) -> Iterator[str]:
    """Lines about what is missing, and about faults of the bodies themselves."""
    if len(capture.unplaced.numbers):
        some = ", ".join(map(str, capture.unplaced.numbers[:UNPLACED_SHOWN].tolist()))
        more = ", ..." if len(capture.unplaced.numbers) > UNPLACED_SHOWN else ""
        yield f"{len(capture.unplaced.numbers):,} pairs have a transform that is not finite: {some}{more}"
    for skipped in capture.skipped:
        yield f"{skipped.pairs:,} pairs skipped, the first is {skipped.first}: {skipped.reason}"
    yield from missing_words(capture.lost, capture.cut)


def _summary(result: ScanResult, capture: Capture) -> str:
    least = "at least " if result.unjudged else ""
    wrong = f"{least}{result.found:,} wrong" if result.found else "nothing wrong"
    rest = f", {result.unjudged:,} suspects not judged (--top 0 judges all)" if result.unjudged else ""
    meshes = f"; {result.of_meshes:,} {OF_MESHES}" if result.of_meshes else ""
    return f"{capture.by}: {wrong} of {result.answered:,} answers about {capture.total:,} pairs{rest}{meshes}"


def _why_nothing(capture: Capture) -> str:
    if not capture.total:
        return "it contains no pairs"
    if sum(skipped.pairs for skipped in capture.skipped) == capture.total:
        return "all its pairs are skipped"
    return f"none of its {capture.total:,} pairs has an answer" + (" or all are skipped" if capture.skipped else "")


def tolerance_argument(text: str) -> float:
    """An error relative to the size of a pair."""
    number = console.number_argument(text)
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"must be > 0 and < 1, got {text!r}")
    return number
