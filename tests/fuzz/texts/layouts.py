"""Transformations that preserve the meaning of a text: its layout, comments, spelling of numbers, order and names.

The pair must stay the same, or the importer must refuse the text or ask about it.  None of these guesses what a text
means: each applies only where the grammar of the notation says that it makes no difference.
"""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from textwrap import dedent
from typing import Any

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.reading import Span
from tests.fuzz.texts.collecting import Sample
from tests.fuzz.texts.transforming import (
    Family,
    Must,
    Piece,
    Variant,
    balanced,
    family,
    lines_of,
    pieces,
    replaced,
    transformation,
)

_CODE = (Family.BRACES, Family.LINES)
NOTE = "see note 7"  # a comment; its number belongs to nothing
FRESH = "n{}q"  # names that suggest nothing
BY_ORDER = frozenset({"shapes and poses by", "pose of", "pairing"})  # assumptions that say that the order matters


def _whole(sample: Sample, what: str, text: str) -> Iterator[Variant]:
    if text != sample.text:
        yield Variant(what, (text,))


def _spaced(sample: Sample, space: str) -> str:
    """The text with other white space inside its lines."""
    in_strings = family(sample) is Family.XML
    return "".join(
        space
        if piece.kind == "space" and not piece.is_indent
        else re.sub(r"(?<=[\d.]) (?=[-+.\d])", space, piece.text)
        if in_strings and piece.kind == "string"
        else piece.text
        for piece in pieces(sample.text)
    )


# --- white space ---


@transformation(Must.STAY)
def wide_spaces(sample: Sample) -> Iterator[Variant]:
    yield from _whole(sample, "two spaces for one", _spaced(sample, "  "))


@transformation(Must.STAY)
def tabs(sample: Sample) -> Iterator[Variant]:
    yield from _whole(sample, "tabs for spaces", _spaced(sample, "\t"))


@transformation(Must.STAY)
def spaces_at_marks(sample: Sample) -> Iterator[Variant]:
    """Inside brackets and after commas, and also none there."""
    if family(sample) is Family.XML:
        return
    apart = {"(": "( ", "[": "[ ", "{": "{ ", ")": " )", "]": " ]", "}": " }", ",": " , "}
    whole = pieces(sample.text)
    loose = "".join(apart.get(one.text, one.text) if one.kind == "mark" else one.text for one in whole)
    yield from _whole(sample, "spaces inside brackets", loose)
    tight = "".join(one.text for i, one in enumerate(whole) if not _is_idle(whole, i))
    yield from _whole(sample, "no spaces inside brackets", tight)


def _is_idle(whole: list[Piece], place: int) -> bool:
    """Whether the piece is a space after a comma or inside brackets that nothing needs."""
    if whole[place].kind != "space" or whole[place].is_indent or place + 1 == len(whole):
        return False
    before, after = whole[place - 1], whole[place + 1]
    return whole[place].depth > 0 and (before.text in {"(", "[", "{", ","} or after.text in {")", "]", "}"})


@transformation(Must.STAY)
def indented(sample: Sample) -> Iterator[Variant]:
    yield from _whole(sample, "four spaces before each line", re.sub(r"(?m)^(?=.)", "    ", sample.text))


@transformation(Must.STAY)
def dedented(sample: Sample) -> Iterator[Variant]:
    if family(sample) in (Family.BRACES, Family.XML, Family.JSON):
        yield from _whole(sample, "no indentation", re.sub(r"(?m)^[^\S\n]+", "", sample.text))
    else:
        yield from _whole(sample, "no common indentation", dedent(sample.text))


@transformation(Must.STAY)
def line_ends(sample: Sample) -> Iterator[Variant]:
    text = sample.text
    yield from _whole(sample, "CRLF", re.sub(r"(?<!\r)\n", "\r\n", text))
    yield from _whole(sample, "spaces at line ends", re.sub(r"(?m)(?<=\S)$", "  ", text))
    yield from _whole(sample, "line end at the end", text.rstrip("\n") if text.endswith("\n") else text + "\n")
    yield from _whole(sample, "empty line at the start", "\n" + text)


@transformation(Must.STAY)
def empty_lines(sample: Sample) -> Iterator[Variant]:
    if family(sample) is not Family.PLAIN:  # where they separate bodies
        yield from _whole(sample, "empty lines between lines", sample.text.replace("\n", "\n\n"))


@transformation(Must.STAY)
def broken_lines(sample: Sample) -> Iterator[Variant]:
    """A line break after each comma in brackets."""
    if family(sample) is Family.XML:
        return
    marks = [one.text + "\n      " * (one.text == "," and one.depth > 0) for one in pieces(sample.text)]
    yield from _whole(sample, "line breaks after commas in brackets", "".join(marks))


@transformation(Must.STAY)
def joined_lines(sample: Sample) -> Iterator[Variant]:
    if family(sample) not in (Family.BRACES, Family.XML, Family.JSON):
        return
    if (sample.notation == "javascript" and ";" not in sample.text) or sample.text.startswith("@@"):
        return  # where line breaks end statements, and a difference of two versions
    whole = pieces(sample.text)
    if not any(one.text.startswith(("//", "#")) for one in whole):
        joined = "".join(" " if one.kind == "newline" else one.text for one in whole)
        yield from _whole(sample, "all in one line", joined)


@transformation(Must.STAY)
def pasted(sample: Sample) -> Iterator[Variant]:
    """What web pages, mails and editors do to a text."""
    yield from _whole(sample, "byte order mark", "\ufeff" + sample.text)
    yield from _whole(sample, "no-break spaces", _spaced(sample, "\xa0"))
    yield from _whole(sample, "Markdown fence", f"```\n{sample.text}\n```\n")
    yield from _whole(sample, "quoted", re.sub(r"(?m)^", "> ", sample.text))


# --- comments and commas ---


@transformation(Must.STAY)
def comments(sample: Sample) -> Iterator[Variant]:
    kind = family(sample)
    if kind is Family.XML:
        yield from _whole(sample, "comments between tags", re.sub(r">(?=\s*<\w)", f"><!-- {NOTE} -->", sample.text))
        return
    if kind is Family.JSON or sample.notation == "watch":
        return
    mark = "//" if kind is Family.BRACES else "#"
    ends = [place for place, one in enumerate(pieces(sample.text)) if one.kind == "newline"]
    whole = pieces(sample.text)
    for what, chosen in (("at each line end", ends), ("at one line end", ends[1:2])):
        changed = [
            f" {mark} {NOTE}{one.text}" if place in chosen and _takes_comment(whole, place) else one.text
            for place, one in enumerate(whole)
        ]
        yield from _whole(sample, f"comments {what}", "".join(changed))


def _takes_comment(whole: list[Piece], place: int) -> bool:
    before = whole[place - 1] if place else None
    return before is not None and before.kind not in ("newline", "comment") and before.text != "\\"


@transformation(Must.STAY)
def trailing_commas(sample: Sample) -> Iterator[Variant]:
    """A comma before each closing bracket of a list."""
    if family(sample) not in _CODE:
        return
    closing = "])}" if sample.notation in ("python", "rust") else "}" if family(sample) is Family.BRACES else "]}"
    whole = pieces(sample.text)
    places = [place for place, one in enumerate(whole) if one.text in closing and one.kind == "mark"]
    changed = [one.text for one in whole]
    for place in places:
        if _is_list(whole, place):
            changed[place] = "," + changed[place]
    yield from _whole(sample, "trailing commas", "".join(changed))


def _is_list(whole: list[Piece], end: int) -> bool:
    """Whether the brackets closed there contain a comma, no statement, and no comma at the end."""
    depth, inside = whole[end].depth, []
    for one in reversed(whole[:end]):
        if one.depth == depth and one.text in ("(", "[", "{"):
            break
        if one.depth == depth + 1 and one.text.strip():
            inside.append(one.text)
    words = set(inside)
    return bool(inside) and inside[0] != "," and "," in words and not words & {";", "for", ".", "..", "|"}


# --- numbers ---

_DECIMAL = re.compile(r"(?P<sign>-?)(?P<whole>\d+)(?:\.(?P<part>\d*))?(?P<suffix>f?)")


@transformation(Must.STAY)
def spelled_numbers(sample: Sample) -> Iterator[Variant]:
    """Another spelling of the same value for all numbers, and for each second one."""
    tokens = sorted(sample.imported.context.numbers.values(), key=lambda token: token.start)
    for style in ("decimal", "integer", "bare", "exponent", "zeros"):
        for what, step in (("all", 1), ("each second", 2)):
            changes = [
                (Span(token.start, token.end), new)
                for token in tokens[::step]
                if (new := spelled(sample.text, token, style)) is not None
            ]
            if changes:
                yield from _whole(sample, f"{what} as {style}", replaced(sample.text, changes))


def spelled(text: str, token: Token, style: str) -> str | None:
    """A number in another spelling; None if it has none, or if its type may count."""
    written = text[token.start : token.end]
    found = _DECIMAL.fullmatch(written)
    around = text[max(token.start - 2, 0) : token.start].strip() + text[token.end : token.end + 2].strip()
    if found is None or re.search(r"[/%<>*^\"'\\]|\w", around):  # a division of integers, a power, a word
        return None
    sign, whole, part, suffix = found["sign"], found["whole"], found["part"], found["suffix"]
    if style == "decimal":
        return f"{written}.0" if part is None and not suffix else None
    if part is None:
        return f"{sign}{whole}e0" if style == "exponent" and not suffix else None
    digits = part.rstrip("0")
    if style == "integer":
        return f"{sign}{whole}" if not digits and not suffix else None
    if style == "bare":
        return f"{sign}.{part}{suffix}" if whole == "0" and digits else None
    if style == "zeros":
        return f"{sign}{whole}.{part}00{suffix}"
    return f"{sign}{whole}{part}e-{len(part)}{suffix}" if digits else None


# --- order ---

_JUMPS = re.compile(
    r"\b(?:if|else|for|while|def|class|return|import|from|using|rand|random|print|yield|break|continue|with|fn|func)\b"
    r"|[{}]\s*$|:\s*$|^\s*[#@.?:+*/-]|\\\s*$"
)


@transformation(Must.STAY)
def swapped_statements(sample: Sample) -> Iterator[Variant]:
    """Two neighbouring statements that share none of the names that the text defines."""
    if family(sample) not in _CODE:
        return
    own = defined_names(sample)
    lines = list(lines_of(sample.text))
    for one, other in pairwise(lines):
        a, b = sample.text[one.start : one.end], sample.text[other.start : other.end]
        if _is_statement(sample, a) and _is_statement(sample, b) and _indent(a) == _indent(b):
            names = [own & set(re.findall(r"\w+", line)) for line in (a, b)]
            if all(names) and not names[0] & names[1]:
                yield _swapped(sample, one, other)


def _swapped(sample: Sample, one: Span, other: Span) -> Variant:
    """Two neighbouring lines in the opposite order."""
    a, b = sample.text[one.start : one.end], sample.text[other.start : other.end]
    text = replaced(sample.text, [(Span(one.start, other.end), b.rstrip("\n") + "\n" + a)])
    return Variant(f"swapped: {a.strip()[:50]} | {b.strip()[:50]}", (text,), named_by=BY_ORDER)


def _is_statement(sample: Sample, line: str) -> bool:
    ends = line.rstrip().endswith(";") or family(sample) is Family.LINES or sample.notation == "javascript"
    return bool(line.strip()) and ends and balanced(line) and not _JUMPS.search(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


@transformation(Must.STAY)
def swapped_attributes(sample: Sample) -> Iterator[Variant]:
    """The attributes of each XML element in the opposite order."""
    if family(sample) is not Family.XML:
        return
    attribute = r"""\s+[\w:]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*')"""
    text = re.sub(
        rf"<([\w:]+)((?:{attribute}){{2,}})", lambda tag: f"<{tag[1]}{_reversed(attribute, tag[2])}", sample.text
    )
    yield from _whole(sample, "attributes reversed", text)


def _reversed(part: str, text: str) -> str:
    return "".join(reversed(re.findall(part, text)))


@transformation(Must.STAY)
def swapped_elements(sample: Sample) -> Iterator[Variant]:
    """Two neighbouring XML elements without children."""
    if family(sample) is not Family.XML:
        return
    for found in re.finditer(r"(<([a-z]\w*)\s[^<>]*/>)(\s*)(?=(<([a-z]\w*)\s[^<>]*/>))", sample.text):
        if sample.notation == "mjcf" and {found[2], found[5]} & {"compiler", "option", "include", "freejoint", "joint"}:
            continue
        span = Span(found.start(), found.end(4))
        yield Variant(f"swapped: {found[1][:50]}", (replaced(sample.text, [(span, found[4] + found[3] + found[1])]),))


@transformation(Must.STAY)
def swapped_keys(sample: Sample) -> Iterator[Variant]:
    """The keys of each JSON object in the opposite order."""
    if family(sample) is Family.JSON:
        try:
            data = json.loads(sample.text, object_pairs_hook=lambda items: dict(reversed(items)))
        except json.JSONDecodeError:
            return  # several objects, or with comments
        yield from _whole(sample, "keys reversed", json.dumps(data))
        yield from _whole(sample, "keys reversed, in lines", json.dumps(data, indent=2))
        yield from _whole(sample, "objects reversed", json.dumps(_with_reversed_objects(json.loads(sample.text))))


def _with_reversed_objects(data: Any) -> Any:
    """JSON data with all lists of objects in the opposite order."""
    if isinstance(data, dict):
        return {key: _with_reversed_objects(one) for key, one in data.items()}
    if isinstance(data, list):
        found = [_with_reversed_objects(one) for one in data]
        return found[::-1] if found and all(isinstance(one, dict) for one in found) else found
    return data


@transformation(Must.STAY)
def swapped_blocks(sample: Sample) -> Iterator[Variant]:
    """Two blocks with an empty line between them, if each is a body."""
    blocks = [block for block in re.split(r"\n[^\S\n]*\n", sample.text) if block.strip()]
    is_plain = family(sample) in (Family.PLAIN, Family.YAML)
    if is_plain and len(blocks) == len(sample.imported.found) == 2 and all(re.search(r"\d", one) for one in blocks):
        text = blocks[1].rstrip("\n") + "\n\n" + blocks[0].strip("\n") + "\n"
        yield Variant("blocks swapped", (text,), named_by=BY_ORDER)


@transformation(Must.STAY)
def swapped_properties(sample: Sample) -> Iterator[Variant]:
    """Two neighbouring lines about properties of the same named body."""
    if family(sample) is not Family.PLAIN:
        return
    names = {body.name for body in sample.imported.found}
    lines = list(lines_of(sample.text))
    for one, other in pairwise(lines):
        a, b = sample.text[one.start : one.end], sample.text[other.start : other.end]
        first, second = a.split(), b.split()
        is_long = len(first) > 1 and len(second) > 1
        if is_long and first[0] == second[0] and first[0].rstrip(":") in names and first[1] != second[1]:
            yield _swapped(sample, one, other)


# --- names ---

_DECLARED = re.compile(r"[A-Za-z_][\w:]*(?:<[^<>\n;]*>)?[&*]?\s+[&*]?(?P<name>[A-Za-z_]\w*)\s*(?:\[\w*\]\s*)*[=({;,]")
_ASSIGNED = re.compile(r"(?m)(?:^|;)[^\S\n]*(?P<name>[A-Za-z_]\w*)\s*=(?!=)")
_NO_TYPES = frozenset({"new", "return", "else", "in", "is", "not", "and", "or", "import", "as", "use", "using", "fn"})


def defined_names(sample: Sample) -> set[str]:
    """The variables that code defines, outside brackets, strings and comments."""
    text = "".join(
        one.text if one.kind not in ("string", "comment") else " " * len(one.text) for one in pieces(sample.text)
    )
    declared = {found["name"] for found in _DECLARED.finditer(text) if found[0].split()[0] not in _NO_TYPES}
    assigned = {found["name"] for found in _ASSIGNED.finditer(text)}
    functions = {found[1] for found in re.finditer(r"\b(?:def|fn|func|class|struct|import|as|use)\s+(\w+)", text)}
    return {
        name for name in declared | assigned if not re.search(rf"(?:\.|::|->)\s*{name}\b|\b{name}::", text)
    } - functions


@transformation(Must.STAY)
def renamed(sample: Sample) -> Iterator[Variant]:
    """A name that the text defines, and all of them, replaced by others that suggest nothing."""
    names = sorted(defined_names(sample)) if family(sample) in _CODE else _labels(sample)
    for name in names:
        yield from _whole(sample, f"{name} renamed", _with_names(sample, {name: FRESH.format(1)}))
    if len(names) > 1:
        fresh = {name: FRESH.format(i) for i, name in enumerate(names, 1)}
        yield from _whole(sample, "all names renamed", _with_names(sample, fresh))


def _labels(sample: Sample) -> list[str]:
    """The names of bodies that are values of `name` or `id` attributes, or the first word of several lines."""
    found = []
    for body in sample.imported.found:
        word = re.escape(body.name)
        quoted = rf"\b(?:name|id)[\"']?\s*[=:]\s*[\"']?{word}\b"
        labels = rf"(?m)^\s*{word}\b[ :.]+\w"
        if re.search(quoted, sample.text) or len(re.findall(labels, sample.text)) > 1:
            found.append(body.name)
    return sorted({name for name in found if re.fullmatch(r"\w+", name) and not name.isdecimal()})


def _with_names(sample: Sample, fresh: dict[str, str]) -> str:
    words = "|".join(map(re.escape, sorted(fresh, key=len, reverse=True)))
    return re.sub(rf"(?<![\w$])(?:{words})(?!\w)", lambda found: fresh[found[0]], sample.text)
