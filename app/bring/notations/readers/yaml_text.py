"""YAML: scenes of simulators and planners in blocks, whose structure is their indentation.

    - name: a                          reads like {"name": "a", "shape": {"type": "box", …}, …}
      shape:
        type: box
        size: [1, 2, 3]

The tokens get the braces and brackets of JSON, at the same places in the text, and are then read like JSON.
"""

import re
from collections.abc import Iterator, Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.assembling import assemble
from gjkscope.app.bring.notations.keyed.conventions import conventions_of
from gjkscope.app.bring.notations.keyed.gathering import gather
from gjkscope.app.bring.notations.keyed.kind_headings import with_kinds_inside
from gjkscope.app.bring.notations.keyed.scanning import is_comment, scan
from gjkscope.app.bring.notations.keyed.trees import tree
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, register

_START = 20_000
_DEEPEST = 100  # levels of indentation
_LINE = re.compile(r"""[^\S\n]*(?:-[^\S\n]+)*(?:["']?[A-Za-z_][\w .()/-]*["']?[^\S\n]*:(?:[^\S\n]|$)|-(?:[^\S\n]|$))""")
_ITEM = re.compile(r"(?m)^[^\S\n]*-[^\S\n]+[A-Za-z_]\w*:(?:[^\S\n]|$)")
_KEY = r"""["']?[A-Za-z_][\w .()/-]*["']?[^\S\n]*:[^\S\n]*"""
_RECORDS = re.compile(rf"(?m)^([^\S\n]*){_KEY}\n\1[^\S\n]+{_KEY}(?:\{{|\n)")  # a key, and a key of a record below it
_IGNORED = re.compile(r"[^\S\n]*(?:\#.*|---.*|\.\.\.|[-\d., eE+\]]*[\],]?)?$")  # comments, and rows of a list
_OPEN = {"{": "}", "[": "]"}
_CODE = re.compile(r"(?m)^\s*(?:def|class|import|from|if|for|return)\b")


def recognize(text: str) -> float:
    start = text[:_START]
    if not (_ITEM.search(start) or _RECORDS.search(start)) or start.lstrip()[:1] in ("{", "<") or _CODE.search(start):
        return 0.0
    lines = [line for line in start.splitlines() if not _IGNORED.match(line)]
    return 0.7 if all(_LINE.match(line) for line in lines) and any(map(str.isdigit, start)) else 0.0


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    tokens = list(_add_brackets(scan(context.text)))
    return assemble(gather(with_kinds_inside(tree(tokens)), context), conventions_of(context.text), context)


def _add_brackets(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with braces around the entries of one indentation, and brackets around lists of items."""
    stack: list[tuple[int, str]] = []  # the columns and opening marks of the open blocks
    for line in _lines(tokens):
        if line[0].text.startswith("---"):
            yield from _close(stack, 0, line[0])
            continue
        while line:
            first = line[0]
            is_item = first.text == "-" and first.kind is not Kind.NUMBER
            mark = "[" if is_item else "{" if any(token.is_mark(":") for token in line) else ""
            yield from _close(stack, first.column, first, mark)
            if mark and (not stack or stack[-1] != (first.column, mark)):
                if len(stack) >= _DEEPEST:
                    raise first.fault(f"blocks are nested too deeply: at most {_DEEPEST} levels")
                stack.append((first.column, mark))
                yield _mark(first, mark)
            elif mark:
                yield _mark(first, ",")
            if not is_item:
                yield from line
                break
            line = line[1:]
    end = tokens[-1]
    yield from _close(stack, 0, end)
    yield end


def _close(stack: list[tuple[int, str]], column: int, token: Token, mark: str = "") -> Iterator[Token]:
    """Closes the blocks that are indented deeper, and a list whose items are indented like the entry that follows."""
    while stack and (stack[-1][0] > column or (stack[-1] == (column, "[") and mark == "{")):
        yield _mark(token, _OPEN[stack.pop()[1]])


def _mark(token: Token, text: str) -> Token:
    return Token(Kind.MARK, text, token.line, token.column, token.start, token.start)


def _lines(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The lines without comments; one that ends inside brackets continues on the next."""
    line: list[Token] = []
    depth = 0
    for token in tokens[:-1]:
        if token.kind is Kind.NEWLINE:
            if line and depth <= 0:
                yield line
                line, depth = [], 0
        elif not is_comment(token):
            depth += token.is_mark("[", "{", "(") - token.is_mark("]", "}", ")")
            line.append(token)
    if line:
        yield line


register(Notation("yaml", "YAML", recognize, read, (".yaml", ".yml")))
