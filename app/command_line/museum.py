"""`gjkscope museum [SCENE...]`: asks installed engines about the pairs of the museum, and writes a table.

With `--published`, runs the engines' own algorithms instead, and reports which of them reproduce the reported answers.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gjkscope.app.ask.solvers.engines import ALL, EngineError, chosen_engines
from gjkscope.app.ask.solvers.museum import as_markdown, museum_table, read_exhibits, version_changes
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line
from gjkscope.app.command_line.preparing import announce_compiling
from gjkscope.app.command_line.scene_argument import scene_path
from gjkscope.app.judge.correcting import Correction, corrections
from gjkscope.app.judge.retelling import (
    UNREPORTED,
    Retelling,
    Retold,
    first_names,
    retell_reports,
    retelling_entry,
)
from gjkscope.app.scenes.museum_table import OUTCOMES, MuseumTable, format_table
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import SceneError
from gjkscope.engine.text import with_hyphens
from gjkscope.version import __version__

SUMMARY = "Ask installed engines about the pairs of the museum, and write a table of their answers."
MUSEUM = ("assets", "scenes", "museum")
NO_ALGORITHM = "no algorithm"


def run_museum(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    try:
        names = [] if options.published else chosen_engines(options.engines.split(","))
        paths = options.scenes or sorted(resource(*MUSEUM).glob("*.json"))
        scenes = read_exhibits(paths)
    except (EngineError, SceneError) as fault:
        raise UsageError(str(fault)) from None
    if options.published:
        return _print_retold(scenes, paths, options.json)
    if options.json:
        raise UsageError("--json: only with --published; -o writes the table of engines as JSON")
    table = _ask(scenes, names)
    if options.output:
        _write(options.output, format_table(table))
    if options.markdown:
        _write(options.markdown, as_markdown(table, options.links))
    print_line("\n".join([*_summary(table), *version_changes(table)]))
    return DONE


COMMAND = CliCommand("museum", "[SCENE...]", SUMMARY, run_museum)


def _parser() -> Parser:
    parser = Parser("gjkscope museum", description=SUMMARY)
    parser.add_argument(
        "scenes",
        nargs="*",
        metavar="SCENE",
        type=scene_path,
        help="scene files, or names of bundled scenes (default: the museum that ships with gjkscope)",
    )
    parser.add_argument("--engines", default=ALL, metavar="NAME[,NAME]", help="default: all that are installed")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="write the table as JSON")
    parser.add_argument(
        "--published",
        action="store_true",
        help="run the engines' own algorithms, and say whether they reproduce the reported answers and why",
    )
    parser.add_argument("--json", action="store_true", help="with --published: one JSON object per scene and report")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="write the table as a Markdown page")
    parser.add_argument(
        "--links", default="/".join(MUSEUM), metavar="DIR", help=argparse.SUPPRESS
    )  # the folder of the scenes, relative to the page
    return parser


def _ask(scenes: Sequence[tuple[str, Scene]], names: Sequence[str]) -> MuseumTable:
    """The table; a progress bar is shown on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("Asking engines", total=len(scenes) * len(names))
        with announce_compiling(names):
            return museum_table(scenes, names, __version__, lambda: progress.advance(task))


def _print_retold(scenes: Sequence[tuple[str, Scene]], paths: Sequence[Path], as_json: bool) -> int:
    """The algorithms of the engines of each report, why there is none, and how many reports are reproduced."""
    tally: Counter[str] = Counter()
    for (name, scene), path in zip(scenes, paths, strict=True):
        a, b = (scene.body(one) for one in first_names(scene))
        query = f"gjkscope query {name if scene_path(name) == path else path}"
        for told in retell_reports(name, scene):
            if isinstance(told, str):
                tally[NO_ALGORITHM] += 1
                print_line(json.dumps(_json_unretold(name, told)) if as_json else f"{name}  {NO_ALGORITHM}: {told}")
                continue
            tally[told.retold] += 1
            found = corrections(told, a, b)
            if as_json:
                print_line(json.dumps(retelling_entry(name, told) | {"corrected": list(map(_json_correction, found))}))
            else:
                print_line(with_hyphens("\n    ".join(_retold_lines(name, query, told, found))))
    if not as_json:
        print_line(_tally_words(tally))
    return DONE


def _json_unretold(name: str, why: str) -> dict[str, Any]:
    return {"scene": name, "algorithm": None, "reproduced": False, "outcome": NO_ALGORITHM, "why": why}


def _json_correction(correction: Correction) -> dict[str, Any]:
    return {"tests": list(correction.tests), "computed": correction.computed, "right": correction.is_right}


def _retold_lines(name: str, query: str, retelling: Retelling, found: Sequence[Correction]) -> Iterator[str]:
    place = "" if retelling.first_mistake is None else f", first mistake in step {retelling.first_mistake}"
    reported = f"reported {retelling.reported}; " if retelling.reported else ""
    yield f"{name}  {retelling.algorithm}: {retelling.retold}{place}"
    yield f"{reported}computed {retelling.computed}; truth {retelling.truth}"
    yield retelling.why
    yield from (correction.words for correction in found)
    tests = "".join(f' --corrected "{test}"' for test in (found[-1].tests if found else ()))
    yield f"{query} --algorithm {retelling.algorithm}{tests} --trace"


def _tally_words(tally: Mapping[str, int]) -> str:
    """ "2 reproduced, 1 not reproduced; without a reported answer: 3 right; no algorithm for 1"."""
    reported, unreported = (
        ", ".join(f"{tally[one]} {one}" for one in Retold if tally[one] and (one in UNREPORTED) is is_unreported)
        for is_unreported in (False, True)
    )
    without = f"without a reported answer: {unreported}" if unreported else ""
    none = f"{NO_ALGORITHM} for {tally[NO_ALGORITHM]}" if tally[NO_ALGORITHM] else ""
    return "; ".join(filter(None, (reported, without, none)))


def _summary(table: MuseumTable) -> list[str]:
    """One line per engine, and one per scene that was not read in full."""
    width = max(len(version.words) for version in table.engines.values())
    lines = []
    for name, version in table.engines.items():
        counts = (f"{table.tally(name, outcome):>4} {outcome}" for outcome in OUTCOMES)
        lines.append(f"{version.words:<{width}}" + "".join(f"  {count}" for count in counts))
    return [*lines, *(f"{scene}: {words}" for scene, words in table.unread)]


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text.encode())
    except OSError as fault:
        raise UsageError(f"{path}: cannot be written: {fault.strerror or fault}") from None
