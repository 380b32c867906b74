"""`gjkscope museum [SCENE...]`: asks installed engines about the pairs of the museum, and writes a table.

With `--published`, runs the engines' own algorithms instead, and reports which of them reproduce the reported answers.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from gjkscope.app.ask.solvers.engines import ALL, EngineError, chosen_engines
from gjkscope.app.ask.solvers.museum import as_markdown, museum_table, read_exhibits, version_changes
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line
from gjkscope.app.command_line.preparing import announce_compiling
from gjkscope.app.judge.retelling import Retelling, retell_scene, retelling_entry
from gjkscope.app.scenes.museum_table import OUTCOMES, MuseumTable, format_table
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import SceneError
from gjkscope.version import __version__

SUMMARY = "Ask installed engines about the pairs of the museum, and write a table of their answers."
MUSEUM = ("assets", "scenes", "museum")


def run_museum(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    try:
        names = [] if options.published else chosen_engines(options.engines.split(","))
        scenes = read_exhibits(options.scenes or sorted(resource(*MUSEUM).glob("*.json")))
    except (EngineError, SceneError) as fault:
        raise UsageError(str(fault)) from None
    if options.published:
        return _print_retold(scenes, options.json)
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
        type=Path,
        help="scene files (default: the museum that ships with gjkscope)",
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


def _print_retold(scenes: Sequence[tuple[str, Scene]], as_json: bool) -> int:
    """One line per scene and report whose engine has an algorithm, then how many are reproduced."""
    tally: Counter[str] = Counter()
    for name, scene in scenes:
        for retelling in retell_scene(name, scene):
            tally[retelling.retold] += 1
            print_line(json.dumps(retelling_entry(name, retelling)) if as_json else _retold_words(name, retelling))
    if not as_json:
        print_line(", ".join(f"{count} {retold}" for retold, count in tally.items()))
    return DONE


def _retold_words(name: str, retelling: Retelling) -> str:
    place = "" if retelling.first_mistake is None else f", first mistake in step {retelling.first_mistake}"
    reported = f"reported {retelling.reported}; " if retelling.reported else ""
    answer = f"{reported}computed {retelling.computed}; truth {retelling.truth}"
    lines = [f"{name}  {retelling.algorithm}: {retelling.retold}{place}", answer, retelling.why]
    if retelling.test is not None:
        lines.append(
            f'corrected: gjkscope query SCENE --algorithm {retelling.algorithm} --corrected "{retelling.test}"'
        )
    return "\n    ".join(lines)


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
