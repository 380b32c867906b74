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
    family,
    is_balanced,
    lines_of,
    pieces,
    rewrite,
    transformation,
)

_CODE = (Family.BRACES, Family.LINES)
NOTE = "see note 7"  # a comment; its number belongs to nothing
FRESH = "n{}q"  # names that suggest nothing
BY_ORDER = frozenset({"shapes and poses by", "pose of", "pairing"})  # assumptions that say that the order matters


def _whole(sample: Sample, what: str, text: str) -> Iterator[Variant]:
    if text != sample.text:
        yield Variant(what, (text,))


def _space(sample: Sample, space: str) -> str:
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
    yield from _whole(sample, "two spaces for one", _space(sample, "  "))


@transformation(Must.STAY)
def tabs(sample: Sample) -> Iterator[Variant]:
    yield from _whole(sample, "tabs for spaces", _space(sample, "\t"))


@transformation(Must.STAY)
def spaces_at_marks(sample: Sample) -> Iterator[Variant]:
    """Inside brackets and after commas, and also none there."""
    if family(sample) is Family.XML:
        return
    apart = {"(": "( ", "[": "[ ", "{": "{ ", ")": " )", "]": " ]", "}": " }", ",": " , "}
    whole = pieces(sample.text)
    loose = "".join(apart.get(piece.text, piece.text) if piece.kind == "mark" else piece.text for piece in whole)
    yield from _whole(sample, "spaces inside brackets", loose)
    tight = "".join(piece.text for i, piece in enumerate(whole) if not _is_idle(whole, i))
    yield from _whole(sample, "no spaces inside brackets", tight)


def _is_idle(whole: list[Piece], index: int) -> bool:
    """Whether the piece is a space after a comma or inside brackets that nothing needs."""
    if whole[index].kind != "space" or whole[index].is_indent or index + 1 == len(whole):
        return False
    before, after = whole[index - 1], whole[index + 1]
    return whole[index].depth > 0 and (before.text in {"(", "[", "{", ","} or after.text in {")", "]", "}"})


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
    marks = [piece.text + "\n      " * (piece.text == "," and piece.depth > 0) for piece in pieces(sample.text)]
    yield from _whole(sample, "line breaks after commas in brackets", "".join(marks))


@transformation(Must.STAY)
def joined_lines(sample: Sample) -> Iterator[Variant]:
    if family(sample) not in (Family.BRACES, Family.XML, Family.JSON):
        return
    if (sample.notation == "javascript" and ";" not in sample.text) or sample.text.startswith("@@"):
        return  # where line breaks end statements, and a difference of two versions
    whole = pieces(sample.text)
    if not any(piece.text.startswith(("//", "#")) for piece in whole):
        joined = "".join(" " if piece.kind == "newline" else piece.text for piece in whole)
        yield from _whole(sample, "all in one line", joined)


@transformation(Must.STAY)
def pasted(sample: Sample) -> Iterator[Variant]:
    """What web pages, mails and editors do to a text."""
    yield from _whole(sample, "byte order mark", "\ufeff" + sample.text)
    yield from _whole(sample, "no-break spaces", _space(sample, "\xa0"))
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
    ends = [index for index, piece in enumerate(pieces(sample.text)) if piece.kind == "newline"]
    whole = pieces(sample.text)
    for what, chosen in (("at each line end", ends), ("at one line end", ends[1:2])):
        changed = [
            f" {mark} {NOTE}{piece.text}" if index in chosen and _takes_comment(whole, index) else piece.text
            for index, piece in enumerate(whole)
        ]
        yield from _whole(sample, f"comments {what}", "".join(changed))


def _takes_comment(whole: list[Piece], index: int) -> bool:
    before = whole[index - 1] if index else None
    return before is not None and before.kind not in ("newline", "comment") and before.text != "\\"


@transformation(Must.STAY)
def trailing_commas(sample: Sample) -> Iterator[Variant]:
    """A comma before each closing bracket of a list."""
    if family(sample) not in _CODE:
        return
    closing = "])}" if sample.notation in ("python", "rust") else "}" if family(sample) is Family.BRACES else "]}"
    whole = pieces(sample.text)
    places = [index for index, piece in enumerate(whole) if piece.text in closing and piece.kind == "mark"]
    changed = [piece.text for piece in whole]
    for index in places:
        if _is_list(whole, index):
            changed[index] = "," + changed[index]
    yield from _whole(sample, "trailing commas", "".join(changed))


def _is_list(whole: list[Piece], end: int) -> bool:
    """Whether the brackets closed there contain a comma, no statement, and no comma at the end."""
    depth, inside = whole[end].depth, []
    for piece in reversed(whole[:end]):
        if piece.depth == depth and piece.text in ("(", "[", "{"):
            break
        if piece.depth == depth + 1 and piece.text.strip():
            inside.append(piece.text)
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
                if (new := spell(sample.text, token, style)) is not None
            ]
            if changes:
                yield from _whole(sample, f"{what} as {style}", rewrite(sample.text, changes))


def spell(text: str, token: Token, style: str) -> str | None:
    """A number in another spelling; None if it has none, or if its type may count."""
    written = text[token.start : token.end]
    match = _DECIMAL.fullmatch(written)
    around = text[max(token.start - 2, 0) : token.start].strip() + text[token.end : token.end + 2].strip()
    if match is None or re.search(r"[/%<>*^\"'\\]|\w", around):  # a division of integers, a power, a word
        return None
    sign, whole, part, suffix = match["sign"], match["whole"], match["part"], match["suffix"]
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
    for first, second in pairwise(lines):
        a, b = sample.text[first.start : first.end], sample.text[second.start : second.end]
        if _is_statement(sample, a) and _is_statement(sample, b) and _indent(a) == _indent(b):
            names = [own & set(re.findall(r"\w+", line)) for line in (a, b)]
            if all(names) and not names[0] & names[1]:
                yield _swap(sample, first, second)


def _swap(sample: Sample, first: Span, second: Span) -> Variant:
    """Two neighbouring lines in the opposite order."""
    a, b = sample.text[first.start : first.end], sample.text[second.start : second.end]
    text = rewrite(sample.text, [(Span(first.start, second.end), b.rstrip("\n") + "\n" + a)])
    return Variant(f"swapped: {a.strip()[:50]} | {b.strip()[:50]}", (text,), named_by=BY_ORDER)


def _is_statement(sample: Sample, line: str) -> bool:
    ends = line.rstrip().endswith(";") or family(sample) is Family.LINES or sample.notation == "javascript"
    return bool(line.strip()) and ends and is_balanced(line) and not _JUMPS.search(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


@transformation(Must.STAY)
def swapped_attributes(sample: Sample) -> Iterator[Variant]:
    """The attributes of each XML element in the opposite order."""
    if family(sample) is not Family.XML:
        return
    attribute = r"""\s+[\w:]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*')"""
    text = re.sub(
        rf"<([\w:]+)((?:{attribute}){{2,}})", lambda tag: f"<{tag[1]}{_reverse(attribute, tag[2])}", sample.text
    )
    yield from _whole(sample, "attributes reversed", text)


def _reverse(part: str, text: str) -> str:
    return "".join(reversed(re.findall(part, text)))


@transformation(Must.STAY)
def swapped_elements(sample: Sample) -> Iterator[Variant]:
    """Two neighbouring XML elements without children."""
    if family(sample) is not Family.XML:
        return
    for match in re.finditer(r"(<([a-z]\w*)\s[^<>]*/>)(\s*)(?=(<([a-z]\w*)\s[^<>]*/>))", sample.text):
        if sample.notation == "mjcf" and {match[2], match[5]} & {"compiler", "option", "include", "freejoint", "joint"}:
            continue
        span = Span(match.start(), match.end(4))
        yield Variant(f"swapped: {match[1][:50]}", (rewrite(sample.text, [(span, match[4] + match[3] + match[1])]),))


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
        return {key: _with_reversed_objects(value) for key, value in data.items()}
    if isinstance(data, list):
        items = [_with_reversed_objects(item) for item in data]
        return items[::-1] if items and all(isinstance(item, dict) for item in items) else items
    return data


@transformation(Must.STAY)
def swapped_blocks(sample: Sample) -> Iterator[Variant]:
    """Two blocks with an empty line between them, if each is a body."""
    blocks = [block for block in re.split(r"\n[^\S\n]*\n", sample.text) if block.strip()]
    is_plain = family(sample) in (Family.PLAIN, Family.YAML)
    if is_plain and len(blocks) == len(sample.imported.found) == 2 and all(re.search(r"\d", block) for block in blocks):
        text = blocks[1].rstrip("\n") + "\n\n" + blocks[0].strip("\n") + "\n"
        yield Variant("blocks swapped", (text,), named_by=BY_ORDER)


@transformation(Must.STAY)
def swapped_properties(sample: Sample) -> Iterator[Variant]:
    """Two neighbouring lines about properties of the same named body."""
    if family(sample) is not Family.PLAIN:
        return
    names = {body.name for body in sample.imported.found}
    lines = list(lines_of(sample.text))
    for upper, lower in pairwise(lines):
        a, b = sample.text[upper.start : upper.end], sample.text[lower.start : lower.end]
        first, second = a.split(), b.split()
        is_long = len(first) > 1 and len(second) > 1
        if is_long and first[0] == second[0] and first[0].rstrip(":") in names and first[1] != second[1]:
            yield _swap(sample, upper, lower)


# --- names ---

_DECLARED = re.compile(r"[A-Za-z_][\w:]*(?:<[^<>\n;]*>)?[&*]?\s+[&*]?(?P<name>[A-Za-z_]\w*)\s*(?:\[\w*\]\s*)*[=({;,]")
_ASSIGNED = re.compile(r"(?m)(?:^|;)[^\S\n]*(?P<name>[A-Za-z_]\w*)\s*=(?!=)")
_NO_TYPES = frozenset({"new", "return", "else", "in", "is", "not", "and", "or", "import", "as", "use", "using", "fn"})


def defined_names(sample: Sample) -> set[str]:
    """The variables that code defines, outside brackets, strings and comments."""
    text = "".join(
        piece.text if piece.kind not in ("string", "comment") else " " * len(piece.text)
        for piece in pieces(sample.text)
    )
    declared = {match["name"] for match in _DECLARED.finditer(text) if match[0].split()[0] not in _NO_TYPES}
    assigned = {match["name"] for match in _ASSIGNED.finditer(text)}
    functions = {match[1] for match in re.finditer(r"\b(?:def|fn|func|class|struct|import|as|use)\s+(\w+)", text)}
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
    names = []
    for body in sample.imported.found:
        word = re.escape(body.name)
        quoted = rf"\b(?:name|id)[\"']?\s*[=:]\s*[\"']?{word}\b"
        labels = rf"(?m)^\s*{word}\b[ :.]+\w"
        if re.search(quoted, sample.text) or len(re.findall(labels, sample.text)) > 1:
            names.append(body.name)
    return sorted({name for name in names if re.fullmatch(r"\w+", name) and not name.isdecimal()})


def _with_names(sample: Sample, fresh: dict[str, str]) -> str:
    words = "|".join(map(re.escape, sorted(fresh, key=len, reverse=True)))
    return re.sub(rf"(?<![\w$])(?:{words})(?!\w)", lambda match: fresh[match[0]], sample.text)
