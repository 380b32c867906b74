"""Shared by the lowering of all languages: from a text to trees that fit the grammar, and from their nodes to tokens.

Reports contain parts of programs, often with prose around them.  So a text is cut into chunks at Markdown fences and at
blank lines outside of brackets, and each chunk is parsed alone.  A statement that does not fit the grammar becomes
`Unknown`: it is replaced by spaces, and its chunk is parsed again, so that it affects no other statement.

The text is prepared so that each character is one byte and stays in its place: disabled code and prompts become spaces,
and characters beyond ASCII become letters or marks that no grammar has.  So the offsets of nodes are those of the text.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.code.lexer import FENCE, PROMPT, SourceLanguage, number_of, without_disabled_code
from gjkscope.app.bring.notations.code.syntax import (
    BlockEnd,
    BlockStart,
    Expression,
    Number,
    Statement,
    String,
    TooDeep,
    Unknown,
)
from gjkscope.app.bring.notations.reading import ImportFault

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, QueryCursor

LONGEST = 1_000_000  # characters: some seconds; a pair with more than that is a point cloud, not code
DEEPEST = 40  # levels of brackets
DEEPEST_TREE = 200  # nodes inside nodes of one expression, such as operators and calls in a chain
MOST_PASSES = 20  # over a chunk, each of which replaces what does not fit
BYTES_PER_UNIT = 2  # of text that is parsed for one unit of work; faults make parsing ten times slower


class Grammar(NamedTuple):
    """A grammar of tree-sitter: its module, and the roles of its nodes."""

    module: str
    function: str = "language"
    opening: str = ""  # put in front of each chunk, such as "{" if the grammar wants statements inside a function
    closing: str = ""  # put behind it
    numbers: frozenset[str] = frozenset()  # types of nodes
    strings: frozenset[str] = frozenset()
    comments: frozenset[str] = frozenset({"comment", "line_comment", "block_comment"})


@cache
def parser_of(grammar: Grammar) -> "Parser":
    """The parser of a grammar, which is imported here."""
    library = import_module("tree_sitter")
    language = library.Language(getattr(import_module(grammar.module), grammar.function)())
    parser: Parser = library.Parser(language)
    return parser


@cache
def _query_for(grammar: Grammar, kind: str) -> "QueryCursor":
    library = import_module("tree_sitter")
    cursor: QueryCursor = library.QueryCursor(library.Query(parser_of(grammar).language, f"({kind}) @node"))
    return cursor


class Lowering:
    """Lowers the trees of a text to statements.  A language derives its own, with a grammar and two tables.

    The tables map the types of nodes to the methods that lower them.  A statement may be lowered to several, or to
    none; a block is flat, between `BlockStart` and `BlockEnd`, in languages with braces.
    """

    grammar: ClassVar[Grammar]
    expressions: ClassVar[Mapping[str, Callable[..., Expression]]]
    statements_of: ClassVar[Mapping[str, Callable[..., Iterator[Statement]]]]
    containers: ClassVar[frozenset[str]] = frozenset()  # types of nodes whose children are statements
    farthest: ClassVar[int] = 1_000_000  # how many siblings on each side of an error may belong to its statement

    def __init__(self, text: str, language: SourceLanguage) -> None:
        if len(text) > LONGEST:
            raise ImportFault(
                f"too long for {language.name}: {len(text):,} characters; select the part with the pair "
                f"(at most {LONGEST:,})"
            )
        self.text, self.language = text, language
        self.prepared = self.prepare(text)
        self._lines = [0, *(newline.end() for newline in _NEWLINE.finditer(text))]
        self._base = 0  # offset of the text that is added to an offset in the tree
        self._start, self._end = 0, len(text)  # of the chunk
        self._depth = 0  # of nodes inside nodes
        self._statements_around: dict[int, tuple[list[Node], int]] = {}  # faults, as places among siblings

    # --- text ---

    def prepare(self, text: str) -> str:
        """The text as the grammar reads it, of the same length in ASCII."""
        text = without_disabled_code(text) if self.language.blocks else text
        text = _PROMPT.sub(_blank, text)
        text = _LONE_RETURN.sub("\n", text)
        return text if text.isascii() else _BEYOND_ASCII.sub(_ascii, text)

    def statements(self) -> Iterator[Statement]:
        """The statements of the text.  Raises `TooDeep`."""
        for start, end in self.chunks():
            spend((end - start) // BYTES_PER_UNIT, self.line_of(start))
            yield from self.chunk(start, end)

    def chunks(self) -> Iterator[tuple[int, int]]:
        """The parts of the text that are parsed alone: between fences, and between blank lines outside of brackets."""
        start = depth = 0
        for boundary in _boundaries(self.language).finditer(self.prepared):
            kind = boundary.lastgroup
            if kind == "opening":
                depth += 1
                if depth > DEEPEST:
                    raise self._too_deep(boundary.start(), f"brackets are nested too deeply: at most {DEEPEST} levels")
            elif kind == "closing":
                depth = max(0, depth - 1)
            elif kind == "fence" or (kind == "blank" and not depth and self.may_end(start, boundary.end())):
                yield from self._not_empty(start, boundary.start())
                start, depth = boundary.end(), 0
        yield from self._not_empty(start, len(self.prepared))

    def may_end(self, start: int, end: int) -> bool:
        """Whether a chunk may end at this blank line outside of brackets, which ends at an offset.

        In languages with braces a statement may continue after it: with a block, or with the next call of a chain.
        """
        is_open = _OPEN.search(self.prepared[start:end].rstrip()) or _GOES_ON.match(self.prepared, end)
        return not (self.language.blocks and is_open)

    def _not_empty(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        if not self.prepared[start:end].isspace() and start < end:
            yield start, end

    def chunk(self, start: int, end: int) -> Iterator[Statement]:
        """The statements of a chunk; those that do not fit the grammar are `Unknown`, in their places."""
        code, unknown = self.prepared[start:end], list[Unknown]()
        self._start, self._end = start, end
        for _ in range(MOST_PASSES):
            spend(len(code) // BYTES_PER_UNIT, self.line_of(start))
            root = self.parse_code(code, start)
            misfits = list(self._misfits(root, code))
            if not misfits:
                break
            unknown += [self.unknown(*misfit) for misfit in misfits]
            code = _blank_parts(code, [(first - start, last - start) for first, last, _ in misfits])
        unknown.sort(key=lambda statement: statement.token.start)
        for statement in self.lower(root):
            while unknown and unknown[0].token.start < statement.token.start:
                yield unknown.pop(0)
            yield statement
        yield from unknown

    def _misfits(self, root: "Node", code: str) -> Iterator[tuple[int, int, int]]:
        """The parts that do not fit, with the places of their faults; `else` without `if` comes first."""
        orphans = [word.span() for word in _ELSE.finditer(code) if self.language.blocks and self._is_name(root, word)]
        for first, last in orphans:
            yield self._start + first, self._start + last, self._start + first
        replaced = self._start
        self._statements_around.clear()
        for fault, siblings, index in () if orphans else self.faults(root):
            if self.offset(fault) >= replaced:
                self._statements_around[fault.id] = siblings, index
                first, last = self._within_braces(*self.extent(fault), self.offset(fault))
                part = code[max(first, replaced) - self._start : last - self._start]
                first, replaced = last - len(part.lstrip()), last
                if part.strip():
                    yield first, first + len(part.strip()), max(self.offset(fault), first)

    def _within_braces(self, first: int, last: int, offset: int) -> tuple[int, int]:
        """The part of an extent around a place that closes no outer block."""
        depth = 0
        for boundary in _boundaries(self.language).finditer(self.prepared, first, last) if self.language.blocks else ():
            depth += (boundary[0] == "{") - (boundary[0] == "}")
            if depth < 0 and boundary.start() > offset:
                return first, boundary.start()
            if depth < 0:
                first, depth = boundary.end(), 0
        return first, last

    def _is_name(self, root: "Node", word: re.Match[str]) -> bool:
        """Whether the grammar takes a word for a name."""
        start, end = (offset + self._start - self._base for offset in word.span())
        node = root.descendant_for_byte_range(start, end)
        return node is not None and node.is_named and not node.child_count and node.end_byte == end

    def parse_code(self, code: str, start: int, opening: str = "", closing: str = "") -> "Node":
        """The tree of prepared text that starts at an offset, with braces that it opens or closes alone."""
        missing, unclosed = self._unbalanced_braces(code) if self.language.blocks else (0, 0)
        opening = "{" * missing + self.grammar.opening + opening
        closing += self.grammar.closing + "}" * unclosed
        self._base = start - len(opening)
        tree = parser_of(self.grammar).parse(f"{opening}{code}{closing}".encode("ascii"))
        return tree.root_node

    def _unbalanced_braces(self, code: str) -> tuple[int, int]:
        """The numbers of braces that are closed without being opened, and opened without being closed."""
        missing = depth = 0
        for boundary in _boundaries(self.language).finditer(code):
            depth += (boundary[0] == "{") - (boundary[0] == "}")
            missing = max(missing, -depth)
        return missing, depth + missing

    # --- faults ---

    def extent(self, fault: "Node") -> tuple[int, int]:
        """The offsets of the statement around an error or a missing token, without its blocks.

        It extends to the next end of a statement or blank line, and back to the previous end of a statement.
        """
        siblings, index = self._statements_around[fault.id]
        node = siblings[index]
        blocks = list(self.blocks_of(node))
        if blocks:
            fault_start = self.offset(fault)
            before_it = [self.end(block) for block in blocks if self.end(block) <= fault_start]
            behind_it = [self.offset(block) for block in blocks if self.offset(block) > fault_start]
            return max([self.offset(node), *before_it]), min([self.end(node), *behind_it])
        first = last = index
        nearest, farthest = max(index - self.farthest, 0), min(index + self.farthest, len(siblings) - 1)
        while first > nearest and not self._separates(siblings[first - 1], siblings[first]):
            first -= 1
        while last < farthest and not self._separates(siblings[last], siblings[last + 1]):
            last += 1
        return self.offset(siblings[first]), self.end(siblings[last])

    def blocks_of(self, node: "Node") -> "Iterator[Node]":
        """The outermost containers inside a node that is a statement."""
        waiting = node.children[::-1]
        while waiting:
            child = waiting.pop()
            if child.type in self.containers:
                yield child
            else:
                waiting += child.children[::-1]

    def faults(self, root: "Node") -> "Iterator[tuple[Node, list[Node], int]]":
        """The errors and missing tokens of a tree, each with the siblings of its statement.

        After an error in a tree without structure, nothing is reliable.
        """
        waiting = [(root, [root], 0)]
        while waiting:
            node, siblings, index = waiting.pop()
            inner = [(i, child) for i, child in enumerate(node.children) if child.has_error or child.is_missing]
            if node.is_missing or (node.has_error and not inner):
                yield node, siblings, index
            if node.type in self.containers or node is root:
                waiting += [(child, node.children, i) for i, child in reversed(inner[: 1 if node.is_error else None])]
            else:
                waiting += [(child, siblings, index) for _, child in reversed(inner[: 1 if node.is_error else None])]

    def _separates(self, before: "Node", after: "Node") -> bool:
        """Whether a statement ends between two siblings."""
        start, end = self.end(before), self.offset(after)
        is_block = self.prepared.startswith(("{", "}"), end) or before.type in ("{", "}")
        if is_block or before.type in self.grammar.comments or after.type in self.grammar.comments:
            return True
        breaks = self.prepared.count("\n", max(start, 0), max(end, 0))
        last = self.prepared[start - 1 : start]
        return last == ";" or breaks > 1 or (breaks == 1 and last == "}")

    def unknown(self, start: int, end: int, fault_start: int) -> Unknown:
        """A statement that is not understood, with the place of its fault."""
        opened = list[int]()
        for boundary in _boundaries(self.language).finditer(self.prepared, start, end):
            if boundary.lastgroup == "opening":
                opened.append(boundary.start())
            elif boundary.lastgroup == "closing" and opened:
                opened.pop()
        is_unclosed = bool(opened) and (fault_start <= opened[-1] or not self.prepared[fault_start:end].strip())
        if is_unclosed:
            fault_start = opened[-1]
        text = self.text[fault_start : self._end_of_word(fault_start)]
        message = f"{quoted(text)} is not expected here" if text.strip() else "the text ends here"
        message = f"{quoted(text)} is not closed" if is_unclosed else message
        token = self.token_at(start, self._end_of_word(start))
        return Unknown(token, end, TextError(*self.position(fault_start), message), self.is_header(end))

    def is_header(self, end: int) -> bool:
        """Whether a block follows an offset."""
        return self.language.blocks and _BRACE.match(self.prepared, end) is not None

    def _end_of_word(self, start: int) -> int:
        word = _WORD_OR_MARK.match(self.prepared, start)
        return word.end() if word is not None else start + 1

    # --- nodes ---

    def lower(self, root: "Node") -> Iterator[Statement]:
        """The statements of a tree without errors."""
        yield from self.children_of(root)

    def children_of(self, container: "Node") -> Iterator[Statement]:
        """The statements that the children of a container are lowered to."""
        for child in container.children:
            yield from self.statement(child)

    def statement(self, node: "Node") -> Iterator[Statement]:
        """The statements that a node is lowered to; `Unknown` if no method lowers it, or if that raises `TextError`."""
        spend(1, self.line_of(self.offset(node)))
        if node.type in ("{", "}"):
            if self._start <= node.start_byte + self._base < self._end:
                yield (BlockStart if node.type == "{" else BlockEnd)(self.token(node))
            return
        if node.type in self.grammar.comments or not node.is_named:
            return
        if node.type in self.containers:
            yield from self.children_of(node)
            return
        method = self.statements_of.get(node.type)
        self._depth = 0
        try:
            if method is None or node.has_error:
                raise self.fault(node, f"{quoted(self.of(node))}: skipped")
            lowered = list(method(self, node))
        except TooDeep:
            raise
        except TextError as fault:
            lowered = list(self.not_understood(node, fault))
        yield from lowered

    def not_understood(self, node: "Node", header: Statement | TextError) -> Iterator[Statement]:
        """A statement whose blocks alone are read, such as a class, a condition or a call with a callback.

        `header` is what precedes the first block, or why it is not understood.
        """
        start = self.offset(node)
        for block in self.blocks_of(node):
            yield from self._part(start, self.offset(block), header)
            yield from self.statement(block)
            start = self.end(node) - len(self.prepared[self.end(block) : self.end(node)].lstrip())
            header = TextError(*self.position(start), "skipped")
        yield from self._part(start, self.end(node), header)

    def _part(self, start: int, end: int, header: Statement | TextError) -> Iterator[Statement]:
        """The nodes between the blocks of a statement, except punctuation."""
        word = _WORD.search(self.prepared, start, end)
        if not isinstance(header, TextError):
            yield header
        elif word is not None:
            end = start + len(self.prepared[start:end].rstrip())
            yield Unknown(self.token_at(*word.span()), end, header, self.is_header(end))

    def expression(self, node: "Node") -> Expression:
        """The expression that a node is lowered to.  Raises `TextError`."""
        spend(1, self.line_of(self.offset(node)))
        self._depth += 1
        if self._depth > DEEPEST_TREE:
            raise self._too_deep(self.offset(node), f"the expression is too long: at most {DEEPEST_TREE} operators")
        if node.type in self.grammar.numbers:
            lowered: Expression = self.number(node)
        elif node.type in self.grammar.strings:
            lowered = String(self.token(node, Kind.STRING), self.end(node))
        elif (method := self.expressions.get(node.type)) is not None:
            lowered = method(self, node)
        else:
            raise self.fault(node, f"{quoted(self.of(node))} is not expected here")
        self._depth -= 1
        return lowered

    def number(self, node: "Node") -> Expression:
        """A number; a hexadecimal one is a string, because it is not a length."""
        token = number_of(self.token(node))
        return Number(token, token.end) if token.kind is Kind.NUMBER else String(token, token.end)

    def named(self, node: "Node") -> "list[Node]":
        """The named children of a node, except comments."""
        return [child for child in node.named_children if child.type not in self.grammar.comments]

    def all_of(self, root: "Node", kind: str) -> "list[Node]":
        """All nodes of a type in a tree."""
        return _query_for(self.grammar, kind).captures(root).get("node", [])

    # --- positions ---

    def offset(self, node: "Node") -> int:
        """The offset of a node in the text: at least that of its chunk, around which the grammar may need more text."""
        return max(node.start_byte + self._base, self._start)

    def end(self, node: "Node") -> int:
        """The offset after a node in the text."""
        return min(node.end_byte + self._base, self._end)

    def field(self, node: "Node", name: str) -> "Node":
        """The child of a node with this name in the grammar.  Raises `TextError` if there is none."""
        child = node.child_by_field_name(name)
        if child is None:
            raise self.fault(node, f"{quoted(self.of(node))} is not read")
        return child

    def of(self, node: "Node") -> str:
        """The text of a node."""
        return self.text[self.offset(node) : self.end(node)]

    def line_of(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return bisect_right(self._lines, offset)

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, from 1."""
        line = self.line_of(offset)
        return line, offset - self._lines[line - 1] + 1

    def token_at(self, start: int, end: int, kind: Kind = Kind.NAME) -> Token:
        """The token between two offsets."""
        return Token(kind, self.text[start:end], *self.position(start), start, end)

    def token(self, node: "Node", kind: Kind | None = None) -> Token:
        """The token of a leaf: a name, or punctuation if the grammar does not name it."""
        return self.token_at(
            self.offset(node), self.end(node), kind or (Kind.NAME if node.is_named else self._kind_of(node))
        )

    def _kind_of(self, leaf: "Node") -> Kind:
        return Kind.NAME if leaf.type[:1].isalpha() else Kind.MARK

    def first_token(self, node: "Node") -> Token:
        """The token that a node starts with."""
        while node.child_count and node.type not in self.grammar.numbers | self.grammar.strings:
            node = node.children[0]
        if node.type in self.grammar.numbers:
            return number_of(self.token(node))
        return self.token(node, Kind.STRING if node.type in self.grammar.strings else None)

    def fault(self, node: "Node", message: str) -> TextError:
        """An error at a node."""
        return TextError(*self.position(self.offset(node)), message)

    def _too_deep(self, offset: int, message: str) -> TooDeep:
        return TooDeep(*self.position(offset), message)


_NEWLINE = re.compile(r"\r\n|\r|\n")
_LONE_RETURN = re.compile(r"\r(?!\n)")
_ELSE = re.compile(r"\belse\b")
_BRACE = re.compile(r"\s*\{")
_WORD = re.compile(r"\w+")
_WORD_OR_MARK = re.compile(r"\w+|::|[-=]>|[-+*/=!<>]=|&&|\|\|")
_PROMPT = re.compile(PROMPT, re.MULTILINE)
_OPEN = re.compile(r"(?:[=(,+\-*/&|<]|\b(?:for|foreach|while|if)\b[^\n]*\)|\belse)$")  # the end of no statement
_GOES_ON = re.compile(r"\s*(?:[{.?:&|=,;)]|else\b)")  # the start of no statement
STRING = r"""\"\"\"(?s:.*?)\"\"\"|'''(?s:.*?)'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_MARK_BEYOND_ASCII = "\x7f"  # that no grammar has


@cache
def _boundaries(language: SourceLanguage) -> re.Pattern[str]:
    return re.compile(
        rf"""(?P<fence>{FENCE})
        | (?P<blank>\n[^\S\n]*\n\s*^)
        | (?P<comment>{language.comments})
        | (?P<string>{STRING})
        | (?P<opening>[(\[{{])
        | (?P<closing>[)\]}}])
        """,
        re.VERBOSE | re.MULTILINE,
    )


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _blank_parts(code: str, spans: Sequence[tuple[int, int]]) -> str:
    """Code with spaces in place of some parts, which are in order."""
    parts, end = list[str](), 0
    for first, last in spans:
        parts += code[end:first], re.sub(r"[^\n]", " ", code[first:last])
        end = last
    return "".join([*parts, code[end:]])


def _ascii(match: re.Match[str]) -> str:
    """A character of ASCII that means the same to a grammar as one beyond it."""
    character = match[0]
    if character == "−":
        return "-"
    if character.isspace() or character == "\ufeff":
        return " "
    return "x" if character.isidentifier() or character.isalnum() else _MARK_BEYOND_ASCII
