"""`gjkscope header`: prints the C and C++ header that records the pairs of a running engine."""

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, write

SUMMARY = "Print the C and C++ header that records an engine's answers for `gjkscope scan`."


def run_header(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    Parser("gjkscope header", description=f"{SUMMARY}  Save it as gjkscope_capture.h.").parse_args(words)
    write(resource("assets", "clients", "gjkscope_capture.h").read_text(encoding="utf-8"))
    return DONE


COMMAND = CliCommand("header", "", SUMMARY, run_header)
