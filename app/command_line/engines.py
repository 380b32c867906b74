"""`gjkscope engines [NAME...]`: the engines that can be asked about pairs, their versions, shapes and conventions.

With `--install` and `--remove`, more of them and other versions.
"""

import json
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.engines import how_to_install, installed_version
from gjkscope.app.ask.solvers.installations import Installation, installations, unsupported_words
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line
from gjkscope.app.command_line.engine_installation import install_engines, remove_engines

SUMMARY = "List the engines that `query --engines` and Compare can ask; install and remove them."
WIDTH, INDENT = 110, 14  # columns
NO_MARGIN = "None."
HELP = (
    "`gjkscope engines NAME` shows the conventions of an engine; --install NAME[@VERSION] installs one into a folder "
    'of gjkscope\'s own, and pip install "gjkscope[engines]" those with wheels into this environment.'
)


def run_engines(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    if options.install and options.remove:
        raise UsageError("--install, --remove: only one of them")
    if options.install:
        return install_engines(options.install, options.yes)
    if options.remove:
        return remove_engines(options.remove)
    for name in options.names:
        if name not in adapters():
            raise UsageError(f"unknown engine {name!r}; must be one of {', '.join(adapters())}")
    chosen = [adapters()[name] for name in dict.fromkeys(options.names)] or list(adapters().values())
    if options.json:
        print_line(json.dumps({"engines": [_entry(adapter) for adapter in chosen]}))
    else:
        print_line("\n".join(_listing(chosen, bool(options.names))))
    return DONE


COMMAND = CliCommand("engines", "[NAME...]", SUMMARY, run_engines)


def _parser() -> Parser:
    parser = Parser("gjkscope engines", description=SUMMARY)
    parser.add_argument("names", nargs="*", metavar="NAME", help="show the conventions of these engines")
    parser.add_argument("--json", action="store_true", help="print one JSON object with everything")
    parser.add_argument(
        "--install", nargs="+", metavar="NAME[@VERSION]", help="install engines into a folder of gjkscope's own"
    )
    parser.add_argument("--remove", nargs="+", metavar="NAME[@VERSION]", help="delete what --install has installed")
    parser.add_argument("--yes", action="store_true", help="with --install: do not ask before a large download")
    return parser


def _entry(adapter: Adapter) -> dict[str, Any]:
    installed = installations(adapter)
    version = installed_version(adapter)
    return {
        "name": adapter.name,
        "title": adapter.title,
        "installed": version is not None,
        "version": version,
        "installations": [{"version": own.version, "folder": own.folder and str(own.folder)} for own in installed],
        "install": how_to_install(adapter.name),
        "dimension": adapter.dimension,
        "answers": adapter.answers,
        "supports": adapter.supports and adapter.supports._asdict(),
        "shapes": adapter.shapes,
        "rounding": adapter.rounding,
        "conventions": adapter.conventions._asdict(),
        "accuracy": adapter.accuracy,
        "least_error": adapter.least_error,
        "replaced": dict(adapter.replaced),
    }


def _listing(chosen: list[Adapter], in_full: bool) -> Iterator[str]:
    for adapter in chosen:
        precision = adapter.conventions.precision.split(";")[0]
        yield f"{adapter.name:<{INDENT}}{_state(adapter)}"
        yield _line("", f"{adapter.dimension}D, {precision}: {', '.join(adapter.answers)}")
        if in_full:
            yield from _details(adapter)
            continue
        yield _line("", ", ".join(adapter.shapes))
        if adapter.conventions.margin != NO_MARGIN:
            yield _line("", f"margin: {adapter.conventions.margin}")
    if not in_full:
        yield "\n" + fill(HELP, WIDTH)


def _state(adapter: Adapter) -> str:
    """The title with all installed versions, or how to install it."""
    versions = [_version(own) for own in installations(adapter)]
    if not versions:
        return f"not installed: {how_to_install(adapter.name)}"
    return f"{adapter.title} {versions[0]}" + (f"; also {', '.join(versions[1:])}" if len(versions) > 1 else "")


def _version(own: Installation) -> str:
    reason = unsupported_words(own.adapter, own.version)
    return own.version if reason is None else f"{own.version} ({reason})"


def _details(adapter: Adapter) -> Iterator[str]:
    for shape, expressed in adapter.shapes.items():
        yield _line(shape, expressed)
    yield _line("rounding", adapter.rounding)
    if adapter.supports is not None:
        yield _line("versions", f"{adapter.supports.versions}: with others, {adapter.supports.reason}")
    yield ""
    for name, words in adapter.conventions._asdict().items():
        yield _line(name, words)
    yield _line("accuracy", accuracy_words(adapter))
    yield ""


def accuracy_words(adapter: Adapter) -> str:
    least = f" or {adapter.least_error:g} m" if adapter.least_error else ""
    replaced = "".join(f", and {error:.2g} more for a {shape}" for shape, error in adapter.replaced.items())
    return f"about {adapter.accuracy:g} of the size{least}, on ordinary pairs{replaced}"


def _line(label: str, words: str) -> str:
    margin = " " * (INDENT + 2)
    return fill(words, WIDTH, initial_indent=f"  {label:<{INDENT}}", subsequent_indent=margin)
