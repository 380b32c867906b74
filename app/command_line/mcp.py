"""`gjkscope mcp`: lets an assistant ask what the other commands answer, by the Model Context Protocol."""

import os
import sys
from pathlib import Path

from gjkscope.app.base.interrupts import exit_on_interrupt
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_note
from gjkscope.engine.runtime.extras import extra_remedy

SUMMARY = "Let an assistant (Claude, Copilot, Cursor …) query pairs, by the Model Context Protocol."
MISSING = f"the Python SDK of the Model Context Protocol is not installed: {extra_remedy('mcp')}"
WAITING = "an assistant starts this command itself, and talks to it on standard input and output; Ctrl+C ends it"


def run_mcp(words: list[str]) -> int:
    """Serves until standard input ends; returns the exit status."""
    parser = Parser("gjkscope mcp", description=SUMMARY)
    parser.add_argument(
        "--folder", metavar="DIR", type=Path, help="the tools may read files in this folder (default: none)"
    )
    folder = _folder(parser.parse_args(words).folder)
    try:
        import anyio

        from gjkscope.app.command_line.assistant.server import serve_assistant
    except ModuleNotFoundError as fault:
        if str(fault.name).startswith("gjkscope"):
            raise
        raise UsageError(MISSING) from None
    if sys.stdin is not None and sys.stdin.isatty():
        print_note(WAITING)
    # The project that the assistant works on is not trusted: our child processes must not import modules from there.
    os.environ["PYTHONSAFEPATH"] = "1"
    exit_on_interrupt()  # on a terminal, the thread that reads standard input would go on until the next line
    anyio.run(serve_assistant, folder)
    return DONE


COMMAND = CliCommand("mcp", "", SUMMARY, run_mcp)


def _folder(given: Path | None) -> Path | None:
    """The folder without links.  Raises `UsageError`."""
    if given is None:
        return None
    try:
        folder = given.resolve(strict=True)
    except (OSError, RuntimeError) as fault:
        raise UsageError(f"--folder: {given}: cannot be read: {getattr(fault, 'strerror', None) or fault}") from None
    if not folder.is_dir():
        raise UsageError(f"--folder: {given}: must be a folder")
    return folder
