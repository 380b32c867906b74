"""Tables: key = value lines, matrices between them, bare lists of vertices and bare matrices, CSV.

    cylinder radius 0.03          |  9                    |  1 0 0 0.6        |  name,type,x,y,z,radius
    cylinder pose                 |  0.0 5.5 0.0          |  0 1 0 0          |  ball,sphere,0,1,0,0.5
    1 0 0 0.6                     |  …                    |  0 0 1 0.3        |
    …                             |  9                    |  0 0 0 1          |

Lines with names are read as fields (`app/bring/notations/keyed/fields.py`).  Their counts determine the meaning of bare
numbers: 16, 12 or 7 numbers are a pose, a 3×3 matrix that is orthonormal a rotation, other rows of three the vertices
of a hull.  Blank lines, comments and lines with a count separate blocks.
"""

import re
from collections.abc import Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.assembling import assemble
from gjkscope.app.bring.notations.keyed.bare import bare_drafts
from gjkscope.app.bring.notations.keyed.conventions import conventions_of
from gjkscope.app.bring.notations.keyed.csv_rows import csv_drafts
from gjkscope.app.bring.notations.keyed.drafts import Gathered
from gjkscope.app.bring.notations.keyed.fields import words_of_name
from gjkscope.app.bring.notations.keyed.gathering import gather
from gjkscope.app.bring.notations.keyed.kind_headings import with_kinds_inside
from gjkscope.app.bring.notations.keyed.prose import prepare_tokens
from gjkscope.app.bring.notations.keyed.scanning import scan
from gjkscope.app.bring.notations.keyed.trees import tree
from gjkscope.app.bring.notations.printed import DECIMAL
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, register

_START = 20_000
_LONGEST_LINE = 300  # characters that tell whether a line is source code
# A declaration, an assignment of a call, or an import: lines that a table does not have.
_STATEMENT = re.compile(
    r"^[^\S\n]*[\w:<>,*&]+\s+[\w.]+\s*(\(.*|=\s*[\w:.<>]+\(.*|=.*);\s*$|^[^\S\n]*(import|using|from|let|var|const|auto|#include)\b"
    r"|\w+\.\w+\(|^[^\S\n]*[\w.]+\s*=\s*\w+(\.\w+)+\(|^[^\S\n]*</?\w|\w->\w|;\s*//"
)
# A call with a variable and a number, as a statement, which a table does not have.
_CALL = re.compile(r"^[^\S\n]*\w+\([^\S\n]*&?[A-Za-z_][\w.]*(->\w+)*[^\S\n]*,[^;\n]*\d[^;\n]*\);")
_LEAST = 3  # numbers: fewer are not a pair


def recognize(text: str) -> float:
    start = text[:_START]
    if "<" in start.lstrip()[:1] or sum(character.isdigit() for character in start) < _LEAST:
        return 0.0
    lines = [line[:_LONGEST_LINE] for line in start.splitlines() if line.strip()]
    if sum(bool(_STATEMENT.search(line)) for line in lines) * 2 > len(lines):
        return 0.0  # source code
    if any(_CALL.search(line) for line in lines):
        return 0.0
    letters = sum(character.isalpha() for character in start)
    digits = sum(character.isdigit() for character in start)
    if not letters:
        return 0.6
    return 0.35 if digits * 8 > letters else 0.15


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    text = _without_calculations(_without_places_in_code(context), context)
    text = _without_times(text)
    context.account_blanked(text)
    tokens = prepare_tokens(scan(_TRIPLE.sub(_space_out, text)))
    conventions = conventions_of(context.text)
    gathered = csv_drafts(tokens, context)
    if gathered is None and not _has_words(tokens):
        gathered = bare_drafts(tokens, context)
    if gathered is None:
        gathered = gather(with_kinds_inside(tree(tokens)), context)
        _refuse_loose(gathered, context)
    return assemble(gathered, conventions, context)


_TIMES = r"[^\S\r\n]*[xX×*][^\S\r\n]*"
_ONE_UNIT = r"[^\S\r\n]?(mm|cm|m)\b"
_UNIT = rf"(?:{_ONE_UNIT})?"
# Sizes as 1 x 2 x 0.5 or 1m x 2m x 0.5m; not a hexadecimal number.
_TRIPLE = re.compile(
    rf"(?<![\w.])(?!0[xX]){DECIMAL}{_UNIT}{_TIMES}{DECIMAL}{_UNIT}{_TIMES}{DECIMAL}(?:{_ONE_UNIT}|(?![\w.]))"
)


# The end of a source location in front of a program's message: the name of a file, and :228 or (12)
_PLACE_IN_CODE = re.compile(
    r"(?<=\w)\.(?:cc|cpp|cxx|c|h|hh|hpp|inl|rs|py|cs|java|js|ts)(?::\(?\d+(?::\d+)?\)?|\(\d+\))", re.IGNORECASE
)
_VALUE = re.compile(rf"(?<![\w.]){DECIMAL}(?!\w)")


def _without_places_in_code(context: ReadContext) -> str:
    """The text with spaces for the places in source code, and for the prose around them if it has no numbers."""
    lines = context.text.split("\n")
    for i, line in enumerate(lines):
        match = _PLACE_IN_CODE.search(line)
        if match is None:
            continue
        start = match.start() - len(re.split(r"[^\w/\\.:-]", line[: match.start()])[-1])
        start, end = start if _VALUE.search(line[:start]) else 0, match.end()
        end = end if _VALUE.search(line[end:]) else len(line)
        lines[i] = line[:start] + " " * (end - start) + line[end:]
    text = "\n".join(lines)
    if text != context.text:
        context.skip("the places in source code (file name and line number)")
    return text


# A line that computes a number from others, with its result and a number to compare:
#     cylinder.origin[2] - 0.5 * cylinder.height = 0.47 > box.max[2]
_TERM = rf"\(*(?:{DECIMAL}|[A-Za-z_][\w.]*(?:\[\d\])?)\)*"
_CALCULATION = re.compile(rf"{_TERM}(?: [-+*/] {_TERM})+ (?:[<>]=?|==?) {DECIMAL}(?: ?[<>=.;].*)?")
_IS_COMPUTED = re.compile(r"\[\d\]|\d [*/]|[*/] \d")  # an index, or a factor: a hyphen may also be punctuation
_LONGEST_CALCULATION = 300  # characters


def _without_calculations(text: str, context: ReadContext) -> str:
    """The text with spaces for lines that compute a number from values given elsewhere in the text."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        words = " ".join(line[:_LONGEST_CALCULATION].split())
        if _IS_COMPUTED.search(words.partition("=")[0]) and _CALCULATION.fullmatch(words):
            lines[i] = " " * len(line)
    kept = "\n".join(lines)
    if kept != text:
        context.skip("calculations with values of the text")
    return kept


# Prefixes that loggers print: [2024-03-01 12:00:01.123], 12:00:01, [Physics], INFO:
_LOGGED = re.compile(
    r"^(?:[^\S\r\n]*\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,:]\d+)?Z?\]?)"
    r"(?:[^\S\r\n]*(?:\[[A-Za-z_.]+\]|(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE)\b:?))*",
    re.MULTILINE,
)


def _without_times(text: str) -> str:
    """The text with spaces for the times and levels that loggers print in front of a line."""
    return _LOGGED.sub(lambda match: " " * len(match[0]), text)


def _space_out(match: re.Match[str]) -> str:
    """Numbers with spaces between them, of the same length; the unit is written once."""
    units = [unit for unit in match.groups() if unit]
    if len(set(units)) > 1 or (units and not match[3]):
        return match[0]
    inner = re.sub("[xX×*]", " ", match[0])
    return re.sub(r"(?:mm|cm|m)\b(?=.*\d)", lambda unit: " " * len(unit[0]), inner)


_TURNS = frozenset({"rotated", "rotate", "rotation", "turned", "tilted", "inclined", "yaw", "pitch", "roll"})


def _has_words(tokens: Sequence[Token]) -> bool:
    return any(token.kind is Kind.NAME for token in tokens)


def _refuse_loose(gathered: Gathered, context: ReadContext) -> None:
    if gathered.loose:
        raise gathered.loose[0].fault("these numbers belong to no name: what are they?", context)
    for name, value in gathered.unknown:
        if _TURNS & {*words_of_name(name), *(word.text.lower() for word in value.words)}:
            raise value.fault("which turn is this? Write: rotated by 30 degrees about z, or a quaternion", context)
        if len(value) >= _LEAST:
            raise value.fault(f"{name!r} is not known: is it a size, a position, a rotation or vertices?", context)


register(Notation("table", "table", recognize, read, (".dat", ".txt", ".csv")))
