"""Debugger views: Visual Studio and natvis, gdb, lldb, Rust's Debug output, Unity's log.

    shape1  {mRadius=0.3 mHalfHeightOfCylinder=0.01 }  JPH::CapsuleShape
    $1 = {<btConvexInternalShape> = {m_implicitShapeDimensions = {m_floats = {0.5, 0.5, 0.5, 0}}}, …}
    (physx::PxTransform) $0 = {q = (x = 0, y = 0, z = 0, w = 1), p = (x = 1, y = 2, z = 3)}
    Cuboid { half_extents: [1.0, 1.0, 1.0] }

natvis prints Jolt's Mat44, which is stored by columns, as three rows separated by "|".
"""

import re
from collections.abc import Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.assembling import assemble
from gjkscope.app.bring.notations.keyed.conventions import conventions_of
from gjkscope.app.bring.notations.keyed.gathering import gather
from gjkscope.app.bring.notations.keyed.scanning import scan
from gjkscope.app.bring.notations.keyed.structures import with_known_members
from gjkscope.app.bring.notations.keyed.trees import tree
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, register

# Forms that only debuggers and logs print: natvis braces without commas, gdb's values, lldb's types, addresses, L^2.
_SIGNS = re.compile(
    r"""\bL\^2= | ^[^\S\n]*\(?(gdb|lldb)\) | ^[^\S\n]*\$\d+\s=\s | \{(\w+=[^\s={}();]+\s+)+\}
    | \{\s?(\w+\s?=\s?)?\{?x\s?=\s?-?[\d.]
    | ^[^\S\n]*\([\w:]+(\s[*&])?\)\s\$?\w+\s=\s | \(\s*x\s?=\s?-?[\d.] | \bm_floats\s=\s\{ | \bm[A-Z]\w+=[-\d{]
    | \bm_el\s=\s\{
    | 0x[0-9a-f]{9,16}\s\{ | ^[-+]?\s*[A-Za-z_]\w*\t+.*\t+[A-Za-z_][\w:<>]*(\s[*&])?\s*$
    | \bp=\(-?[\d.]+,\s | UnityEngine\.Debug:Log
    | <No\sdata\sfields> | \(data\sptr:""",
    re.MULTILINE | re.VERBOSE,
)
# Rust's Debug output, and the lines of a log: names with values, and no statements.
_RECORD = re.compile(r"\b[A-Z]\w+ \{ ?\w+: [-\[\dA-Z]")
_LOG = re.compile(
    r"^[^;\n]*\b(size|center|centre|position|pos|rotation|rot|radius|height)\s?[:=]\s?\(?-?\d[^;\n]*$", re.MULTILINE
)
# Members of Jolt's classes, each with its value on a line.
_MEMBERS = re.compile(r"^[^;\n]*\bm[A-Z]\w*[^\S\n]*=[^\S\n]*[-({\d][^;\n]*$", re.MULTILINE)
_FEWEST_MEMBERS = 2
_STATEMENT = re.compile(r";[ \t]*(//.*)?$|^[^\S\n]*(let|var|const|auto|import|using|#include)\b", re.MULTILINE)
_SESSION = re.compile(
    r"^[^\S\n]*\((gdb|lldb)\)[^\n]*\n[^\n]*\$\d+\s=\s|^[^\S\n]*\(gdb\) info (locals|args)[^\n]*\n\w+ = ", re.MULTILINE
)
# A frame of gdb's stack: #3 0x… in name (arguments) at file:12, which may continue on indented lines.
_FRAME = re.compile(
    r"^#\d{1,4}[^\S\n]+0x[0-9a-f]{1,16} in [^\n]*?(?:\n[^\S\n][^\n]*?){0,4}? at [^\s:]+:\d+$"
    r"|^\((?:gdb|lldb)\) (?:frame|f|up|down|bt|backtrace|where)\b[^\n]*$",
    re.MULTILINE,
)
_START = 20_000
_POINTER = re.compile(r"0[xX]([0-9a-fA-F]{9,16}|0)")


def recognize(text: str) -> float:
    start = text[:_START]
    if start.lstrip()[:1] == "<" or not any(character.isdigit() for character in start):
        return 0.0
    if _SESSION.search(start):
        return 0.97  # with the lines of code at which it stopped
    has_statements = bool(_STATEMENT.search(start))
    if _SIGNS.search(start):
        return 0.2 if has_statements else 0.96
    if has_statements:
        return 0.0
    if len(_MEMBERS.findall(start)) >= _FEWEST_MEMBERS:
        return 0.94
    if _RECORD.search(start):
        return 0.93
    return 0.9 if "Collider" in start and "new " not in start and _LOG.search(start) else 0.0


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    text = _without_frames(context)
    context.account_blanked(text)
    tokens = scan(text)
    kept = _without_addresses(tokens)
    starts = {token.start for token in kept}
    context.account(token for token in tokens if token.start not in starts)
    values = with_known_members(tree(kept))
    gathered = gather(values, context, is_list_of_values=True)
    return assemble(gathered, conventions_of(context.text), context)


def _without_frames(context: ReadContext) -> str:
    """The text with spaces for the frames of gdb's stack."""
    text = _FRAME.sub(lambda frame: re.sub(r"[^\n]", " ", frame[0]), context.text)
    if text != context.text:
        context.skip("the frames of the stack")
    return text


def _without_addresses(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without pointers and the types in front of containers; gdb's $1 gets the name of the printed
    expression.
    """
    kept: list[Token] = []
    i = 0
    printed: Token | None = None
    while i < len(tokens):
        token = tokens[i]
        if end := _title_end(tokens, i) or _stop_end(tokens, i):
            i = end
        elif command := _command(tokens, i):
            i, printed = command
        elif printed is not None and token.text.startswith("$"):
            kept.append(token._replace(kind=Kind.NAME, text=printed.text))
            printed, i = None, i + 1
        elif end := _type_end(tokens, i):
            i = end
        elif _is_pointer(tokens, i):
            i += 1
            if tokens[i].kind in (Kind.NEWLINE, Kind.END) and kept and kept[-1].is_mark("="):
                _drop_line(kept)  # nothing is printed but the address
        else:
            kept.append(token)
            i += 1
    return kept


def _stop_end(tokens: Sequence[Token], start: int) -> int:
    """The end of the lines about where the program stopped: the breakpoint, and a line of code with its number."""
    if start and tokens[start - 1].kind is not Kind.NEWLINE:
        return 0
    end = start
    while tokens[end].kind not in (Kind.NEWLINE, Kind.END):
        end += 1
    words = {token.text for token in tokens[start:end]}
    is_stop = {"Thread", "hit"} <= words or {"Breakpoint", "at"} <= words or tokens[start].text in ("->", "frame")
    is_code = tokens[start].is_integer and end > start + 1 and tokens[end - 1].is_mark(";")
    return end if is_stop or is_code else 0


def _drop_line(kept: list[Token]) -> None:
    while kept and kept[-1].kind is not Kind.NEWLINE:
        kept.pop()


def _title_end(tokens: Sequence[Token], start: int) -> int:
    """The end of the titles of a watch window's columns: Name, Value, Type; 0 for other places."""
    words = [token.text for token in tokens[start : start + 3]]
    if words[:2] != ["Name", "Value"] or (start and tokens[start - 1].kind is not Kind.NEWLINE):
        return 0
    return start + (3 if words == ["Name", "Value", "Type"] else 2)


def _command(tokens: Sequence[Token], start: int) -> tuple[int, Token] | None:
    """The end of "(gdb) print *name" or "(lldb) p name", and the name."""
    words = [token.text for token in tokens[start : start + 4]]
    if words[:1] != ["("] or words[1:3] not in (["gdb", ")"], ["lldb", ")"]):
        return None
    end = start + 3
    while tokens[end].kind not in (Kind.NEWLINE, Kind.END):
        end += 1
    names = [token for token in tokens[start + 4 : end] if token.kind in (Kind.NAME, Kind.OTHER)]
    return (end, names[-1]) if names else None


def _type_end(tokens: Sequence[Token], start: int) -> int:
    """The place after `std::vector of length 4, capacity 4 =` or `Eigen::Matrix<…> (data ptr: …) =`; 0 for others."""
    following = [token.text for token in tokens[start : start + 3]]
    is_container = following[:2] == ["of", "length"]
    if not is_container and following[:2] != ["Eigen", "::"]:
        return 0
    end = start
    while tokens[end].kind not in (Kind.NEWLINE, Kind.END) and not tokens[end].is_mark("=", "{"):
        end += 1
    return end + 1 if tokens[end].is_mark("=") else 0


def _is_pointer(tokens: Sequence[Token], i: int) -> bool:
    """Whether a hexadecimal number is an address: before a brace or a name, or longer than a float's bits."""
    token = tokens[i]
    if token.kind is not Kind.OTHER or token.text[:2].lower() != "0x":
        return False
    following = tokens[i + 1] if i + 1 < len(tokens) else token
    return bool(_POINTER.fullmatch(token.text)) or following.is_mark("{", "<") or following.kind is Kind.NAME


register(Notation("watch", "debugger view", recognize, read))
