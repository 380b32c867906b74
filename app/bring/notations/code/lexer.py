"""The languages of source code, and the numbers and called names of a text, which are found without parsing.

Unlike `app/base/tokens.py`, which reads data, this knows operators: "1-2" is a difference, and "#" starts a comment in
Python only.  Numbers in comments, disabled code (`#if 0`) and prompts (`>>>`) do not count.
"""

import re
from bisect import bisect_right
from collections import Counter
from math import isfinite
from typing import NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, number_token
from gjkscope.app.base.work import spend


class SourceLanguage(NamedTuple):
    """The properties of a language that matter before parsing."""

    name: str
    comments: str  # a regular expression
    blocks: bool = True  # whether braces enclose statements
    keywords: frozenset[str] = frozenset()  # words that start the header of an indented block


_C_COMMENTS = r"//[^\r\n]*|/\*(?s:.*?)\*/"

CPP = SourceLanguage("C++", _C_COMMENTS)
CSHARP = SourceLanguage("C#", _C_COMMENTS)
JAVASCRIPT = SourceLanguage("JavaScript", _C_COMMENTS)
JAVA = SourceLanguage("Java", _C_COMMENTS)
RUST = SourceLanguage("Rust", _C_COMMENTS + r"|\#!?\[[^\]\r\n]*\]")
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
    | (?:\d[\d_']*(?:\.(?!\.)[\d_']*)?|(?<![.\w)\]])\.\d[\d_]*)(?:[eEdD][-+]?\d+)?(?:\#\w+)?\w*
"""
_STRING = r"""[bBfFrRuU@$]{0,2}(?:\"\"\"(?s:.*?)\"\"\"|'''(?s:.*?)'''|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*')"""
_MORE_STRINGS = {"Rust": r"|'\w+(?!')", "JavaScript": r"|`[^`]*`"}  # a lifetime, a template
_NAME = r"[^\W\d]\w*(?:!(?!=))?"
PROMPT = r"^[^\S\r\n]*(?:>>>|\.\.\.:?|In\s?\[\d*\]:|Out\s?\[\d*\]:)(?=[^\S\r\n]|$)"
FENCE = r"^[^\S\r\n]*(?:```|~~~)[^\r\n]*"  # of Markdown


class WordsOfText(NamedTuple):
    """The properties of a text that are found without parsing."""

    numbers: list[Token]
    calls: Counter[str]  # how often a name is followed by "("


def words_in_text(text: str, language: SourceLanguage) -> WordsOfText:
    """The numbers and the called names of a text.  Raises `TextError`."""
    text = without_disabled_code(text) if language.blocks else text
    starts = [0, *(newline.end() for newline in _NEWLINE.finditer(text))]
    words = WordsOfText([], Counter())
    for match in _WORDS[language.name].finditer(text):
        kind, line = match.lastgroup, bisect_right(starts, match.start())
        spend(1, line)
        position = (line, match.start() - starts[line - 1] + 1)
        if kind == "unclosed":
            raise TextError(*position, "the comment is not closed")
        if kind == "call":
            words.calls[match[0]] += 1
        elif kind == "number":
            number = number_of(Token(Kind.NAME, match[0], *position, *match.span()))
            if number.kind is Kind.NUMBER:
                words.numbers.append(number)
    return words


def _words(language: SourceLanguage) -> re.Pattern[str]:
    return re.compile(
        rf"""(?P<prompt>{PROMPT}|{FENCE})
        | (?P<comment>{language.comments})
        | (?P<unclosed>{r"/[*]" if language.blocks else "(?!)"})
        | (?P<string>{_STRING + _MORE_STRINGS.get(language.name, "")})
        | (?P<number>{_NUMBER})
        | (?P<call>{_NAME}(?=\s*\())
        | (?P<name>{_NAME})
        """,
        re.VERBOSE | re.MULTILINE,
    )


_NEWLINE = re.compile(r"\r\n|\r|\n")
_WORDS = {language.name: _words(language) for language in (CPP, CSHARP, JAVASCRIPT, JAVA, RUST, PYTHON, GDSCRIPT)}
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
# Colours, masks and null pointers, which are not lengths: rejected only where a number is required.
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
    reading, end = [True], 0
    for directive in _DIRECTIVE.finditer(text):
        parts.append(_blank(text[end : directive.start()], all(reading)))
        word, condition = directive[1], directive[2]
        if word in ("if", "ifdef", "ifndef"):
            reading.append(not (word == "if" and condition.split("//")[0].strip() in ("0", "false")))
        elif word in ("else", "elif") and len(reading) > 1:
            reading[-1] = not reading[-1] and word == "else"
        elif word == "endif" and len(reading) > 1:
            reading.pop()
        parts.append(_blank(directive[0], word == "define" and all(reading) and bool(_CONSTANT.fullmatch(condition))))
        end = directive.end()
    parts.append(_blank(text[end:], all(reading)))
    return "".join(parts)


def _blank(text: str, is_read: bool) -> str:
    return text if is_read else re.sub(r"[^\r\n]", " ", text)
