"""The command line: `gjkscope [SCENE]`, and the commands in `COMMANDS`.

Exit status: 0 on success; 1 if an answer contradicts `expected`; 2 for unusable input or arguments, with one line on
stderr that gives the file, the position in it, the error and the correct form.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword

from gjkscope.app.base.loading import fast_imports
from gjkscope.app.command_line.console import DONE, INTERRUPTED, CliCommand, Parser, UsageError, print_error
from gjkscope.engine.runtime.extras import MissingExtraError
from gjkscope.version import __version__

# Each is a module of this package.  Only the one that is run is imported: `query` does not need the application.
COMMANDS = (
    "query",
    "render",
    "record",
    "export",
    "report",
    "import",
    "engines",
    "museum",
    "bisect",
    "hunt",
    "survey",
    "header",
    "scan",
    "listen",
    "decompose",
    "simulate",
    "slide",
    "contacts",
    "simplex",
    "gradient",
    "caches",
    "compile",
    "mcp",
)
DESCRIPTION = "See how 3D collision detection works, step by step, and why it goes wrong."


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, TextIOWrapper):  # some terminals, and most pipes on Windows, cannot encode "−"
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _command(words[0]).run(words[1:]) if words and words[0] in COMMANDS else _open(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output (head, less) has exited
        return DONE
    except MemoryError:
        return print_error(UsageError("out of memory: the input needs more memory than is free"))
    except MissingExtraError as fault:
        return print_error(UsageError(str(fault)))
    except UsageError as fault:
        return print_error(fault)


def _command(name: str) -> CliCommand:
    with fast_imports():
        module = f"{name}_" if iskeyword(name) else name
        command: CliCommand = import_module(f"gjkscope.app.command_line.{module}").COMMAND
    return command


def _open(words: list[str]) -> int:
    """`gjkscope [SCENE]`: without a command, the arguments are files to open in the window."""
    parser = MainParser(
        "gjkscope",
        usage="gjkscope [SCENE]\n       gjkscope COMMAND ...",
        description=f"{DESCRIPTION}  Without a command, opens the window.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"gjkscope {__version__}")
    if words == ["--version"]:
        parser.parse_args(words)  # `--help` prints and exits, before the window's modules are imported
    with fast_imports():
        from gjkscope.app.command_line.open import add_open_options, run_window  # not for the other commands
        from gjkscope.app.command_line.scene_argument import STDIN

    add_open_options(parser)
    options = parser.parse_args(words)
    files = options.files
    if files and files[0] != STDIN and not files[0].suffix and not files[0].exists():
        raise UsageError(f"{str(files[0])!r} is neither a command nor a file; the commands are {', '.join(COMMANDS)}")
    return run_window(files, options.settings, options.engines, options.present, options.lesson)


class MainParser(Parser):
    """Lists the commands in its help, for which alone they are imported."""

    def format_help(self) -> str:
        self.epilog = _list_of_commands()
        return super().format_help()


def _list_of_commands() -> str:
    """One line per command, for the help."""
    usages = {f"{command.name} {command.arguments}": command.summary for command in map(_command, COMMANDS)}
    width = max(map(len, usages))
    lines = [f"  {usage:{width}}  {summary}" for usage, summary in usages.items()]
    return "\n".join(["commands:", *lines, "", "`gjkscope COMMAND --help` lists the options of a command."])
