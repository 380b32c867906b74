"""`gjkscope import FILE`: makes a scene from any text that contains a pair of shapes, and lists what was assumed.

Without options the scene goes to standard output, so that it can be piped into `gjkscope query -`, and the summary to
standard error.  With `-o` or `--json` the summary or the JSON object goes to standard output.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from gjkscope.app.base.input_file import STANDARD_INPUT, InputError, decode_text, read_input, read_standard_input
from gjkscope.app.base.json_document import read_document
from gjkscope.app.bring.notations.describing import body_values, kind_of, reported_words
from gjkscope.app.bring.notations.digits import Extremes
from gjkscope.app.bring.notations.importer import Importer, one_importer
from gjkscope.app.bring.notations.importing import LONGEST, Imported
from gjkscope.app.bring.notations.reading import Assumption, ReaderFault
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line, write
from gjkscope.app.command_line.scene_argument import STDIN
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import SceneError, format_scene, self_contained, write_scene
from gjkscope.engine.text import with_hyphens

SUMMARY = "Make a scene from text: code, error logs, MJCF, URDF, SDF, JSON, tables, debugger output."
MOST_BYTES = 4 * LONGEST  # a character takes up to four bytes

DIGITS_SECONDS = 30.0  # to find out whether the printed digits decide the verdict

# Assumptions that have an option of their own; `--choose` sets any other.
CHOICES = {
    "quaternion": "xyzw|wxyz",
    "matrix": "rows|columns",
    "sizes": "half|full",
    "axis": "x|y|z",
    "angles": "degrees|radians",
    "keep": "N,N",
}
HELP = {
    "quaternion": "order of quaternion components",
    "matrix": "layout of matrices",
    "sizes": "whether sizes are half or full extents",
    "axis": "axis of capsules, cylinders and cones",
    "angles": "unit of angles",
    "keep": "bodies to keep, by number (from 1) or name, separated by commas",
}


def import_command_line(words: list[str]) -> int:
    """Runs the command; returns the exit status: 0 even if questions remain, which are listed on standard error."""
    options = _parser().parse_args(words)
    source = STANDARD_INPUT if options.file == STDIN else str(options.file)
    choices = _choices(options)
    with closing(one_importer()) as importer:
        imported = _import(source, options, choices, importer)
        if options.output is not None:
            _write_scene(imported.scene, options.output)
        try:
            extremes = importer.extremes(imported, DIGITS_SECONDS)
        except ReaderFault as fault:
            raise UsageError(f"{source}: {fault}") from None
    summary = "".join(f"{with_hyphens(line)}\n" for line in _summary(imported, extremes))
    if options.json:
        print_line(json.dumps(import_entry(imported, extremes), allow_nan=False))
    elif options.output is None:
        write(format_scene(self_contained(imported.scene)))
        _note(summary)
    else:
        write(summary)
    for line in (*_unused_words(choices, imported), *_questions(imported)):
        _note(f"gjkscope: {source}: {line}\n")
    return DONE


COMMAND = CliCommand("import", "FILE", SUMMARY, import_command_line)


def _parser() -> Parser:
    parser = Parser("gjkscope import", description=SUMMARY)
    parser.add_argument(
        "file", nargs="?", default=STDIN, metavar="FILE", type=Path, help="a file, or - for standard input (default)"
    )
    parser.add_argument("-o", "--output", metavar="OUT.json", type=Path, help="write the scene to this file")
    parser.add_argument("--json", action="store_true", help="print one JSON object: scene, assumptions, warnings")
    parser.add_argument("--notation", metavar="NAME", help="read the text in this notation instead of recognising it")
    for what, values in CHOICES.items():
        parser.add_argument(f"--{what}", metavar=values, help=HELP[what])
    parser.add_argument(
        "--choose",
        action="append",
        default=[],
        type=_choice,
        metavar="WHAT=VALUE",
        help="choose another value for an assumption, as listed in the output; may be repeated",
    )
    return parser


def _choice(text: str) -> tuple[str, str]:
    what, equals, value = text.partition("=")
    if not (what and equals and value):
        raise argparse.ArgumentTypeError(f"must be WHAT=VALUE, such as up=z, got {text!r}")
    return what, value


def _choices(options: argparse.Namespace) -> dict[str, str]:
    own = {what: value for what in CHOICES if (value := getattr(options, what)) is not None}
    for what, values in CHOICES.items():
        allowed = values.split("|")
        if what in own and len(allowed) > 1 and own[what] not in allowed:
            raise UsageError(f"--{what}: must be {', '.join(allowed[:-1])} or {allowed[-1]}, got {own[what]!r}")
    return {**dict(options.choose), **own}


def _import(source: str, options: argparse.Namespace, choices: dict[str, str], importer: Importer) -> Imported:
    """Raises `UsageError`, with the position if the error has one."""
    is_file = options.file != STDIN
    try:
        text = decode_text(read_input(options.file, MOST_BYTES) if is_file else read_standard_input(MOST_BYTES))
        if not text.strip():
            raise InputError("is empty: must contain a pair of shapes")
        folder = options.file.resolve().parent if is_file else None
        return importer.import_text(text, folder, options.notation, choices, suffix=options.file.suffix.lower())
    except ValueError as fault:  # the core and the readers name what is wrong and where
        raise UsageError(f"{source}: {fault}") from None


def _write_scene(scene: Scene, path: Path) -> None:
    try:
        write_scene(scene, path)
    except SceneError as fault:
        raise UsageError(str(fault)) from None


def import_entry(imported: Imported, extremes: Extremes | None) -> dict[str, Any]:
    """What was read and assumed, as plain data: the object of `--json`."""
    return {
        "notation": imported.notation,
        "scene": read_document(format_scene(self_contained(imported.scene))),
        "warnings": list(imported.warnings),
        "unread": [
            {"line": part.line, "column": part.column, "text": part.words, "tokens": part.size}
            for part in imported.unread
        ],
        "assumptions": [_json_assumption(guess) for guess in imported.assumptions],
        "digits": _json_digits(extremes),
    }


def _json_digits(extremes: Extremes | None) -> dict[str, Any]:
    """The fewest digits of rounded numbers, and the verdicts that they allow; null is unknown."""
    if extremes is None:
        return {"fewest": None, "verdict_depends": None}
    ends = {"closest": extremes.closest, "furthest": extremes.furthest} if extremes.verdict_depends else {}
    ranges = {name: {"verdict": end.verdict, "signed_distance": end.signed_distance} for name, end in ends.items()}
    return {"fewest": extremes.fewest, "verdict_depends": extremes.verdict_depends, **ranges}


def _json_assumption(guess: Assumption) -> dict[str, Any]:
    asked = {"asked": True} if guess.asked else {}
    return {"what": guess.what, "value": guess.value, "why": guess.why, "others": list(guess.others), **asked}


def _summary(imported: Imported, extremes: Extremes | None) -> Iterator[str]:
    """The bodies, the assumptions with the options that change them, and warnings."""
    yield f"notation: {imported.notation}"
    for body in imported.scene.bodies:
        yield f"{body.name}: {kind_of(body.shape)}, {', '.join(' '.join(value) for value in body_values(body))}"
    for reported in imported.scene.reported:
        yield f"reported by {reported_words(reported)}"
    for guess in imported.assumptions:
        if guess.others and not guess.asked:
            change = _option(guess.what, guess.others)
            yield f"assumed: {guess.what} {guess.value} ({guess.why}); to change it: {change}"
    for warning in imported.warnings:
        yield f"warning: {warning}"
    for part in imported.unread:
        yield f"unread: line {part.line}, column {part.column}: {part.words}"
    if words := imported.scene.unread_words:
        yield words
    if extremes is not None and extremes.verdict_depends:
        ends = (f"{end.verdict} ({end.signed_distance!r} m)" for end in (extremes.closest, extremes.furthest))
        yield f"warning: the verdict depends on the printed digits: {' … '.join(ends)}"


def _option(what: str, values: Sequence[str]) -> str:
    """The option that chooses one of the values."""
    name = f"--{what} " if what in CHOICES or what == "notation" else f"--choose {shlex.quote(what)}="
    return f"{name}{'|'.join(map(shlex.quote, values))}"


def _questions(imported: Imported) -> Iterator[str]:
    for question in imported.questions:
        values = (question.value, *question.others)
        answer = f"{question.value} is used; answer with {_option(question.what, values)}"
        yield f"question: {question.what}: {' or '.join(values)}? ({question.why}); {answer}"


def unused_choices(choices: Mapping[str, str], imported: Imported) -> set[str]:
    """The choices that have no effect on the text: nothing of the kind was assumed."""
    return choices.keys() - {guess.what for guess in imported.assumptions} - {"keep", "notation"}


def _unused_words(choices: dict[str, str], imported: Imported) -> Iterator[str]:
    """A line about each choice that has no effect on the text."""
    for what in unused_choices(choices, imported):
        option = f"--{what}" if what in CHOICES else f"--choose {what}={choices[what]}"
        yield f"warning: {option} has no effect: nothing of the kind was assumed"


def _note(text: str) -> None:
    """Writes to standard error, unless it is closed or full."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()
