"""The tokens of source code, without comments.

Unlike `app/base/tokens.py`, which reads data, this lexer knows operators: "1-2" is a difference, and "#" starts a
comment in Python only.  Comments, disabled code (`#if 0`), prompts (`>>>`) and Markdown fences give no tokens.
"""

import re
from bisect import bisect_right
from collections import Counter
from math import isfinite
from typing import NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, number_token
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.reading import ImportFault

LONGEST = 1_000_000  # characters: some seconds; a pair with more than that is a point cloud, not code


class SourceLanguage(NamedTuple):
    """What distinguishes the grammars."""

    name: str
    comments: str  # a regular expression
    blocks: bool = True  # whether braces enclose statements
    keywords: frozenset[str] = frozenset()  # words that start a statement that is not a declaration
    dots_qualify: bool = False  # whether a dot separates the parts of a qualified name
    declaring: frozenset[str] = frozenset()  # words that declare a variable before its name: let, val
    spreads: bool = False  # whether `*list` or `...list` in a call stands for its items


_C_COMMENTS = r"//[^\r\n]*|/\*(?s:.*?)\*/"
_HEADERS = {
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "try",
    "catch",
    "namespace",
    "struct",
    "class",
    "enum",
    "union",
}
_CPP_KEYWORDS = _HEADERS | {"using", "typedef", "template", "public", "private", "protected", "goto", "case", "default"}

CPP = SourceLanguage("C++", _C_COMMENTS, keywords=frozenset(_CPP_KEYWORDS))
CSHARP = SourceLanguage(
    "C#",
    _C_COMMENTS,
    keywords=frozenset(_HEADERS | {"using", "foreach", "interface", "case", "default"}),
    dots_qualify=True,
)
JAVASCRIPT = SourceLanguage("JavaScript", _C_COMMENTS)
JAVA = SourceLanguage("Java", _C_COMMENTS)
RUST = SourceLanguage(
    "Rust",
    _C_COMMENTS + r"|\#!?\[[^\]\r\n]*\]",
    keywords=frozenset(
        {"if", "else", "for", "while", "loop", "match", "fn", "impl", "mod", "use", "struct", "enum", "trait", "unsafe"}
    ),
    declaring=frozenset({"let", "const", "static"}),
    spreads=True,
)
PYTHON = SourceLanguage(
    "Python",
    r"\#[^\r\n]*",
    blocks=False,
    keywords=frozenset(
        "if elif else for while def class with try except finally import from global nonlocal pass raise del yield "
        "async".split()
    ),
)
GDSCRIPT = SourceLanguage(
    "GDScript",
    r"\#[^\r\n]*",
    blocks=False,
    keywords=frozenset("if elif else for while match func class class_name extends signal enum pass".split()),
)

_NUMBER = r"""
    0[bB][01][01_']*\w*
    | 0[xX][0-9a-fA-F]*(?:\.(?![A-Za-z_]\w*\()[0-9a-fA-F]*)?(?:[pP][-+]?\d+)?\w*
    | (?:\d[\d_']*\.?(?:(?<=\.)[\d_']*)?|\.\d[\d_]*)(?:[eEdD][-+]?\d+)?(?:\#\w+)?\w*
"""
_STRING = r"""[bBfFrRuU@$]{0,2}(?:\"\"\"(?s:.*?)\"\"\"|'''(?s:.*?)'''|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*')"""
_MORE_STRINGS = {"Rust": r"|'\w+(?!')", "JavaScript": r"|`[^`]*`"}  # a lifetime, a template
_NAME = r"[^\W\d]\w*(?:!(?!=))?"
_OPERATOR = (
    r"\#[^\S\r\n]*define\b|::|->|=>|<<=|>>=|<<|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|:=|\*\*|\.\.\.|\.\.=?"
    r"|[-+*/%^~!?@$.,;:=()\[\]{}<>&|\\]"
)
_PROMPT = r"^[^\S\r\n]*(?:>>>|\.\.\.|In\s?\[\d*\]:|Out\s?\[\d*\]:)(?=[^\S\r\n]|$)|^[^\S\r\n]*(?:```|~~~)[^\r\n]*"


class Words(NamedTuple):
    """What is known of a text without parsing it."""

    numbers: list[Token]
    calls: Counter[str]  # how often a name stands in front of "("


def words_of(text: str, language: SourceLanguage) -> Words:
    """The numbers and the called names of a text.  Raises `TextError`."""
    text = without_disabled_code(text) if language.blocks else text
    starts = [0, *(found.end() for found in _NEWLINE.finditer(text))]
    words = Words([], Counter())
    for found in _WORDS[language.name].finditer(text):
        kind, line = found.lastgroup, bisect_right(starts, found.start())
        spend(1, line)
        position = (line, found.start() - starts[line - 1] + 1)
        if kind == "unclosed":
            raise TextError(*position, "the comment is not closed")
        if kind == "call":
            words.calls[found[0]] += 1
        elif kind == "number":
            number = number_of(Token(Kind.NAME, found[0], *position, *found.span()))
            if number.kind is Kind.NUMBER:
                words.numbers.append(number)
    return words


def code_tokens(text: str, language: SourceLanguage) -> list[Token]:
    """The tokens of a text, ending with END.  Raises `TextError`, or `ImportFault` for a text that is too long."""
    if len(text) > LONGEST:
        raise ImportFault(
            f"too long for {language.name}: {len(text):,} characters; select the part with the pair "
            f"(at most {LONGEST:,})"
        )
    text = without_disabled_code(text)
    lexeme = _LEXEMES[language.name]
    tokens: list[Token] = []
    line, line_start, place = 1, 0, 0
    while place < len(text):
        spend(1, line)
        found = lexeme.match(text, place)
        column = place - line_start + 1
        if text.startswith("/*", place) and (found is None or found.lastgroup != "comment"):
            raise TextError(line, column, "the comment is not closed")
        if found is None:  # prose around the code: the parser skips it, or rejects it where a value must be
            tokens.append(Token(Kind.MARK, text[place], line, column, place, place + 1))
            place += 1
            continue
        group, word, end = found.lastgroup, found[0], found.end()
        if group == "prompt" and word.lstrip().startswith(("`", "~")):
            tokens.append(Token(Kind.MARK, ";", line, column, place, end))  # a fence ends a statement
        elif group == "number":
            tokens.append(number_of(Token(Kind.NAME, word, line, column, place, end)))
        elif group == "name":
            tokens.append(Token(Kind.NAME, word, line, column, place, end))
        elif group == "string":
            tokens.append(Token(Kind.STRING, word, line, column, place, end))
        elif group == "operator":
            tokens.append(Token(Kind.MARK, word, line, column, place, end))
        if group in _MULTILINE and (breaks := len(_NEWLINE.findall(word))):
            line += breaks
            line_start = end - len(_NEWLINE.split(word)[-1])
        place = end
    tokens.append(Token(Kind.END, "", line, place - line_start + 1, place, place))
    return tokens


def _lexeme(language: SourceLanguage) -> re.Pattern[str]:
    continued = r"\\[^\S\r\n]*(?:\r\n|\r|\n)|"  # a line that continues on the next one
    string = _STRING + _MORE_STRINGS.get(language.name, "")
    return re.compile(
        rf"""(?P<prompt>{_PROMPT})
        | (?P<newline>\r\n|\r|\n)
        | (?P<space>{continued}[^\S\r\n]+|\ufeff)
        | (?P<comment>{language.comments})
        | (?P<string>{string})
        | (?P<number>{_NUMBER})
        | (?P<name>{_NAME})
        | (?P<operator>{_OPERATOR}|−)
        """,
        re.VERBOSE | re.MULTILINE,
    )


def _words(language: SourceLanguage) -> re.Pattern[str]:
    return re.compile(
        rf"""(?P<prompt>{_PROMPT})
        | (?P<comment>{language.comments})
        | (?P<unclosed>{r"/[*]" if language.blocks else "(?!)"})
        | (?P<string>{_STRING + _MORE_STRINGS.get(language.name, "")})
        | (?P<number>{_NUMBER})
        | (?P<call>{_NAME}(?=\s*\())
        | (?P<name>{_NAME})
        """,
        re.VERBOSE | re.MULTILINE,
    )


_MULTILINE = frozenset({"newline", "space", "comment", "string"})
_NEWLINE = re.compile(r"\r\n|\r|\n")
_WORDS = {language.name: _words(language) for language in (CPP, CSHARP, JAVASCRIPT, JAVA, RUST, PYTHON, GDSCRIPT)}
_LEXEMES = {language.name: _lexeme(language) for language in (CSHARP, JAVA, RUST)}
_SUFFIX = re.compile(
    r"(?<=[\d.])(?:_?[iu](?:8|16|32|64|size)|[uU][lL]{0,2}|[lL][lL]|[mM]|_r|_a)$"
)  # integers, decimals


def number_of(word: Token) -> Token:
    """The token of a word that starts as a number; a hexadecimal integer is a string.  Raises `TextError`."""
    if _HEXADECIMAL.fullmatch(word.text):
        return word._replace(kind=Kind.STRING)
    if _PLAIN.fullmatch(word.text) and isfinite(value := float(word.text)) and value:
        return Token(Kind.NUMBER, word.text, word.line, word.column, word.start, word.end, value)
    if _BINARY.fullmatch(word.text):
        return word._replace(kind=Kind.NUMBER, value=float(int(_DIGITS.sub("", word.text[2:]), 2)))
    text = _SUFFIX.sub("", word.text).replace("'", "")
    return number_token(word._replace(text=text))._replace(text=word.text)


_BINARY = re.compile(r"0[bB][01][01_']{0,80}(?:[uU]?[lL]{0,2}|[iu]\d+)")
_DIGITS = re.compile(r"[_']|[uUlLi].*")
# Colours, masks and null pointers, which are no lengths: rejected only where a number must be.
_HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F_]{1,20}(?:[uUlL]{0,3}|_?[iu]\d+)", re.ASCII)
BITS_OF_FLOAT = re.compile(r"0[xX](?:[0-9a-fA-F]{8}|[0-9a-fA-F]{16})", re.ASCII)  # or a mask
_PLAIN = re.compile(r"\d{1,30}(?:\.\d*)?|\.\d+", re.ASCII)
_DIRECTIVE = re.compile(
    r"^[^\S\r\n]*#[^\S\r\n]*(if|ifdef|ifndef|elif|else|endif|[a-z]+)\b((?:\\\r?\n|[^\r\n])*)", re.MULTILINE
)
_CONSTANT = re.compile(r"\s+\w+\s+\S.*")


def without_disabled_code(text: str) -> str:
    """The text with disabled code and directives as spaces, of the same length.

    Of `#if … #else … #endif` the first branch is read, except for `#if 0`.  `#define NAME value` is left.
    """
    if "#" not in text:
        return text
    parts: list[str] = []
    reading, place = [True], 0
    for found in _DIRECTIVE.finditer(text):
        parts.append(_kept(text[place : found.start()], all(reading)))
        word, rest = found[1], found[2]
        if word in ("if", "ifdef", "ifndef"):
            reading.append(not (word == "if" and rest.split("//")[0].strip() in ("0", "false")))
        elif word in ("else", "elif") and len(reading) > 1:
            reading[-1] = not reading[-1] and word == "else"
        elif word == "endif" and len(reading) > 1:
            reading.pop()
        parts.append(_kept(found[0], word == "define" and all(reading) and bool(_CONSTANT.fullmatch(rest))))
        place = found.end()
    parts.append(_kept(text[place:], all(reading)))
    return "".join(parts)


def _kept(text: str, is_read: bool) -> str:
    return text if is_read else re.sub(r"[^\r\n]", " ", text)
