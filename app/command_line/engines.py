"""`gjkscope engines [NAME...]`: the engines that can be asked about pairs, their versions, shapes and conventions."""

import json
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.engines import how_to_install, installed_version
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line

SUMMARY = "List the engines that `query --engines` and Compare can ask."
WIDTH, INDENT = 110, 14  # columns
EVERY = 'pip install "gjkscope[engines]" installs them all'


def run_engines(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    parser = Parser("gjkscope engines", description=SUMMARY)
    parser.add_argument("names", nargs="*", metavar="NAME", help="show the conventions of these engines")
    parser.add_argument("--json", action="store_true", help="print one JSON object with everything")
    options = parser.parse_args(words)
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


def _entry(adapter: Adapter) -> dict[str, Any]:
    version = installed_version(adapter)
    return {
        "name": adapter.name,
        "title": adapter.title,
        "installed": version is not None,
        "version": version,
        "install": how_to_install(adapter.name),
        "shapes": adapter.shapes,
        "rounding": adapter.rounding,
        "conventions": adapter.conventions._asdict(),
        "accuracy": adapter.accuracy,
        "least_error": adapter.least_error,
    }


def _listing(chosen: list[Adapter], in_full: bool) -> Iterator[str]:
    for adapter in chosen:
        version = installed_version(adapter)
        state = f"{adapter.title} {version}" if version else f"not installed: {how_to_install(adapter.name)}"
        yield f"{adapter.name:<{INDENT}}{state}"
        if in_full:
            yield from _details(adapter)
        else:
            yield _line("", ", ".join(adapter.shapes))
    if not in_full:
        yield f"\n`gjkscope engines NAME` shows the conventions of an engine; {EVERY}."


def _details(adapter: Adapter) -> Iterator[str]:
    for shape, expressed in adapter.shapes.items():
        yield _line(shape, expressed)
    yield _line("rounding", adapter.rounding)
    yield ""
    for name, words in adapter.conventions._asdict().items():
        yield _line(name, words)
    yield _line("accuracy", accuracy_words(adapter))
    yield ""


def accuracy_words(adapter: Adapter) -> str:
    least = f" or {adapter.least_error:g} m" if adapter.least_error else ""
    return f"about {adapter.accuracy:g} of the size{least}, on ordinary pairs"


def _line(label: str, words: str) -> str:
    margin = " " * (INDENT + 2)
    return fill(words, WIDTH, initial_indent=f"  {label:<{INDENT}}", subsequent_indent=margin)
