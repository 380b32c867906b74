"""`gjkscope museum [SCENE...]`: asks installed engines about the pairs of the museum, and writes a table."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gjkscope.app.ask.solvers.engines import ALL, EngineError, chosen_engines
from gjkscope.app.ask.solvers.museum import as_markdown, museum_table, read_exhibits
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line
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
        names = chosen_engines(options.engines.split(","))
        scenes = read_exhibits(options.scenes or sorted(resource(*MUSEUM).glob("*.json")))
    except (EngineError, SceneError) as fault:
        raise UsageError(str(fault)) from None
    table = _ask(scenes, names)
    if options.output:
        _write(options.output, format_table(table))
    if options.markdown:
        _write(options.markdown, as_markdown(table, options.links))
    print_line(_summary(table))
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
        return museum_table(scenes, names, __version__, lambda: progress.advance(task))


def _summary(table: MuseumTable) -> str:
    """One line per engine."""
    width = max(len(version.words) for version in table.engines.values())
    lines = []
    for name, version in table.engines.items():
        counts = (f"{table.tally(name, outcome):>4} {outcome}" for outcome in OUTCOMES)
        lines.append(f"{version.words:<{width}}" + "".join(f"  {count}" for count in counts))
    lines += [f"{scene}: {words}" for scene, words in table.unread]
    return "\n".join(lines)


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text.encode())
    except OSError as fault:
        raise UsageError(f"{path}: cannot be written: {fault.strerror or fault}") from None
