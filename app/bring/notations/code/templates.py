"""XML in strings of Python whose parts the program fills in: f-strings, `.format(…)`, `%`, `.replace(…)`, `Template`.

    f'<geom size="{radius}"/>'        →  the place of `{radius}` and the text that Python puts there

The program is executed, and each string with XML in it that is filled is noted with its places in the text.  The user
chooses between the values of a string that is filled several times.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.bring.notations.code.grammars import statements
from gjkscope.app.bring.notations.code.lexer import PYTHON
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.syntax import BareExpression
from gjkscope.app.bring.notations.code.values import Array, Scalar, Text, Thing, Value

Fillings = Mapping[int, tuple[int, str]]  # offset of a place → its end, and the text there

MOST_OFFERED = 20  # fillings of one string
LONGEST_SPEC = 12  # characters of the format of a number: .17g

# A string of Python that is filled in.
_FILLING = re.compile(
    r"""\b[fF][rR]?["']|\b[rR][fF]["']|\.format(?:_map)?\(|["'\w]\s*%\s*[({\w]|\.(?:safe_)?substitute\(|\.replace\("""
)
_PERCENT = re.compile(r"%(?:\((?P<name>\w+)\))?(?P<spec>[-+ 0#]*\d*(?:\.\d+)?[sdifgeEFGru])|%%")
_DOLLAR = re.compile(r"\$(?:\{(?P<braced>\w+)\}|(?P<name>[A-Za-z_]\w*))")
_MAP = re.compile(r"\bmap\(\s*(?:str|repr|float|int)\s*,")


class _Place(NamedTuple):
    """A replacement field: its ends in the text, the expression or name inside, and the format."""

    start: int
    end: int
    inside: str
    spec: str


def may_be_filled(text: str) -> bool:
    """Whether a text may contain XML in Python strings that are filled in; fast."""
    return bool(_FILLING.search(text))


def fill_literal(program: Program, token: Token) -> Text:
    """The value of a string; the places of an f-string are filled in."""
    made = Text(_unquote(token), None if program.is_in_string else token)
    prefix = re.match(r"[A-Za-z]*", token.text)
    if program.templates is None or made.token is None or prefix is None or "f" not in prefix[0].lower():
        return made
    return _fill(program, made, _fields(token), lambda gap: _value_of(program, gap.inside))


def _unquote(token: Token) -> str:
    """The text of a string without its quotes."""
    return token.text.strip("bBfFrRuU@$").strip("\"'")


def fill_by_method(program: Program, base: Text, name: str, given: Given) -> Value | None:
    """The result of a method of a string; None if unknown."""
    if name == "join" and len(given.values) == 1 and isinstance(given.values[0], Array):
        parts = [_format_value(item, "") for item in given.values[0].items]
        if None in parts:
            return None
        return Text(base.text.join(part or "" for part in parts), sources=sources_of(base, *given.values[0].items))
    if name in ("strip", "lstrip", "rstrip", "dedent", "encode", "decode"):
        return base
    if program.templates is None or base.token is None:
        return None
    if name == "format":
        return _fill(program, base, _number_gaps(_fields(base.token)), lambda gap: _argument(given, gap.inside))
    if name in ("substitute", "safe_substitute"):
        return _fill(program, base, _dollars(base.token), lambda gap: given.named.get(gap.inside))
    if name == "replace" and len(given.values) >= 2 and isinstance(given.values[0], Text) and given.values[0].text:
        places = _occurrences(base.token, given.values[0].text)
        return _fill(program, base, places, lambda _: given.values[1])
    return None


def fill_by_percent(program: Program, base: Text, right: Value) -> Value | None:
    """The value of `"…" % values`; None if unknown."""
    if program.templates is None or base.token is None:
        return None
    values = list(right.items) if isinstance(right, Array) else [right]
    fields = right.fields if isinstance(right, Thing) else {}

    def value(gap: _Place) -> Value | None:
        if gap.inside:
            return fields.get(gap.inside)
        return values.pop(0) if values else None

    return _fill(program, base, _percents(base.token), value)


def _fill(program: Program, base: Text, places: Iterator[_Place], value: Callable[[_Place], Value | None]) -> Text:
    """The string with its places filled in as far as the values are known; noted in the program."""
    fills = dict(base.fills)
    for gap in places:
        if any(start <= gap.start < end for start, (end, _) in base.fills):
            continue  # a part of an earlier filling
        filling = value(gap)
        shown = _format_value(filling, gap.spec)
        if shown is not None:
            fills[gap.start] = gap.end, shown
        for source in sources_of(filling):
            program.insertions[source] = gap.start
    made = Text(_with_fills(base, fills), base.token, tuple(fills.items()))
    if fills and base.token is not None and program.templates is not None:
        known = program.templates.setdefault(base.token.start, [])
        known[:] = [earlier for earlier in known if not earlier.items() <= fills.items()]
        if not any(fills.items() <= earlier.items() for earlier in known):
            known.append(fills)
    return made


def _with_fills(base: Text, fills: Fillings) -> str:
    token = base.token
    if token is None:
        return base.text
    parts, end_of_last = [], token.start
    for start in sorted(fills):
        end, shown = fills[start]
        parts += [token.text[end_of_last - token.start : start - token.start], shown]
        end_of_last = end
    parts.append(token.text[end_of_last - token.start :])
    return "".join(parts).strip("bBfFrRuU").strip("\"'")


def sources_of(*values: Value | None) -> frozenset[int]:
    """The offsets of the strings of the text from which values were made."""
    texts = [value for value in values if isinstance(value, Text)]
    starts = {text.token.start for text in texts if text.token is not None}
    return frozenset(starts).union(*(text.sources for text in texts))


def chosen_fillings(program: Program) -> dict[int, tuple[int, str]]:
    """The text at each place of the strings that the program filled in."""
    texts: dict[int, tuple[int, str]] = {}
    for start, fillings in (program.templates or {}).items():
        if start in program.insertions:
            continue
        chosen = fillings[0]
        if len(fillings) > 1:
            line = program.context.text.count("\n", 0, start) + 1
            names = [str(i + 1) for i in range(min(len(fillings), MOST_OFFERED))]
            why = f"the text in line {line} is filled in {len(fillings)} times, with different values; one is read"
            chosen = fillings[int(program.context.ask(f"values in line {line}", names[0], why, *names[1:])) - 1]
        texts |= chosen
    return texts


class Fragment(NamedTuple):
    """A string of XML that the program inserts into another one, and its filling each time."""

    place: int  # where it is inserted
    fillings: tuple[Fillings, ...]


def inserted_fragments(program: Program) -> dict[int, Fragment]:
    """The strings that are inserted into others, by their offsets."""
    filled = program.templates or {}
    return {start: Fragment(offset, tuple(filled.get(start, ({},)))) for start, offset in program.insertions.items()}


# --- values ---


def _value_of(program: Program, expression: str) -> Value | None:
    """The value of an expression in a place; None if unknown."""
    try:
        parsed = list(statements(_MAP.sub("list(", expression), PYTHON))
    except (TextError, ValueError):
        return None
    if len(parsed) != 1 or not isinstance(parsed[0], BareExpression):
        return None
    outer, program.is_in_string = program.is_in_string, True  # whose offsets are not those of the text
    try:
        return program.evaluate(parsed[0].value)
    finally:
        program.is_in_string = outer


def _argument(given: Given, name: str) -> Value | None:
    """The argument of `format` for a place: a number or a name, optionally with an index."""
    stem, _, index = name.rstrip("]").partition("[")
    if stem.isdecimal():
        value = given.values[int(stem)] if int(stem) < len(given.values) else None
    else:
        value = given.named.get(stem)
    if index.isdecimal() and isinstance(value, Array) and int(index) < len(value.items):
        return value.items[int(index)]
    return None if index else value


def _format_value(value: Value | None, spec: str) -> str | None:
    """Python's output for a value in a format; None if unknown."""
    if isinstance(value, Text):
        return value.text
    if not isinstance(value, Scalar) or len(spec) > LONGEST_SPEC or not re.fullmatch(r"[-+ 0#,]*\d*(\.\d+)?\w?", spec):
        return None
    number: float | int = int(value.value) if value.value.is_integer() else value.value
    try:
        return format(number if not spec or spec[-1] in "dixs" else value.value, spec.removesuffix("s"))
    except ValueError:
        return None


# --- places ---


def _fields(token: Token) -> Iterator[_Place]:
    """The `{…}` of a string; `{{` and `}}` are braces."""
    text, position = token.text, 0
    while (start := text.find("{", position)) >= 0:
        if text.startswith("{{", start):
            position = start + 2
            continue
        depth, end = 1, start + 1
        while end < len(text) and depth:
            depth += (text[end] in "{[(") - (text[end] in "}])")
            end += 1
        if depth:
            return
        inside, spec = _split_field(text[start + 1 : end - 1])
        yield _Place(token.start + start, token.start + end, inside, spec)
        position = end


def _split_field(inside: str) -> tuple[str, str]:
    """The expression and the format of a field: `x:.3f`, `x!r:>8`."""
    depth = 0
    for i, character in enumerate(inside):
        depth += (character in "{[(") - (character in "}])")
        if not depth and character == ":":
            return inside[:i].strip(), inside[i + 1 :]
        if not depth and character == "!" and inside[i + 1 : i + 2] in ("r", "s"):
            return inside[:i].strip(), inside[i + 2 :].lstrip(":")
    return inside.strip().removesuffix("="), ""


def _number_gaps(places: Iterator[_Place]) -> Iterator[_Place]:
    """The places of `format`, with numbers for places without one."""
    for number, gap in enumerate(places):
        yield gap if gap.inside else gap._replace(inside=str(number))


def _percents(token: Token) -> Iterator[_Place]:
    for percent in _PERCENT.finditer(token.text):
        if percent["spec"]:
            start, end = token.start + percent.start(), token.start + percent.end()
            yield _Place(start, end, percent["name"] or "", percent["spec"].replace("i", "d").replace("r", "s"))


def _dollars(token: Token) -> Iterator[_Place]:
    for dollar in _DOLLAR.finditer(token.text):
        yield _Place(token.start + dollar.start(), token.start + dollar.end(), dollar["braced"] or dollar["name"], "")


def _occurrences(token: Token, word: str) -> Iterator[_Place]:
    for occurrence in re.finditer(re.escape(word), token.text):
        yield _Place(token.start + occurrence.start(), token.start + occurrence.end(), "", "")
