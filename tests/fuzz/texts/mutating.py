"""Mutates texts at the level of characters and of tokens, as an accident or an attacker would."""

import random
import re
from collections.abc import Callable, Sequence

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_WORDS = (
    "1e308", "-1e-320", "0", "0.e525", "-8", "1/3", "1e400", "nan", "0x1p-3", "9999", "10000", "64", "-1", "**", "@",
    "%", "in", "not in", "is", "if", "else", "for i in range(9999):", "for", "lambda", "class", "def", "return",
    "new", "let", "const", "import", "self", "=>", "->", "::", "...", "..", "#define", "#if 0", "/*", "*/", "//", "#",
    '"""', "'", '"', "(", ")", "()", "[", "]", "[]", "{", "}", "{}", "<", ">", ",", ";", ":", "=", "+=", "<<", "|",
    "\\", "$", "\n", "\t", "\u2212", "\xb0", "\ufeff", "\xe9", "<geom", "/>", "</", "<!--", "-->", "&amp;", "file=",
    "a" * 300,
)  # fmt: skip
MOST_CHANGES = 8
LONGEST = 20_000  # characters, so that repeating a part does not take all the time

Mutation = Callable[[list[str], random.Random, Sequence[str]], None]


def mutate(texts: Sequence[str], seed: int) -> str:
    """One of the texts, with some changes; now and then only some of its tokens, in any order."""
    draw = random.Random(seed)
    text = draw.choice(texts)[:LONGEST]
    kind = draw.random()
    if kind < 0.15:
        return _soup(text, draw)
    pieces = list(text) if kind < 0.4 else text.splitlines(keepends=True) if kind < 0.5 else _TOKEN.findall(text)
    source = draw.random()
    others: Sequence[str] = _WORDS
    if source < 0.3:
        others = pieces[:]
    elif source < 0.5:
        other = draw.choice(texts)[:LONGEST]
        others = other.splitlines(keepends=True) if kind < 0.5 else _TOKEN.findall(other)
    for _ in range(draw.randint(1, MOST_CHANGES)):
        draw.choice(_MUTATIONS)(pieces, draw, others or _WORDS)
    return "".join(pieces)[:LONGEST]


def _soup(text: str, draw: random.Random) -> str:
    """Some tokens of a text and some of any text, in any order or in their own."""
    tokens = [token for token in _TOKEN.findall(text) if not token.isspace() or "\n" in token] or [*_WORDS]
    if draw.random() < 0.5:
        share = draw.uniform(0.1, 0.95)
        chosen = [token for token in tokens if draw.random() < share]
    else:
        chosen = [draw.choice(tokens) for _ in range(draw.randint(2, 60))]
    for _ in range(draw.randint(0, 6)):
        chosen.insert(draw.randrange(len(chosen) + 1), draw.choice(_WORDS))
    return draw.choice(("", " ")).join(chosen)


def _span(pieces: list[str], draw: random.Random) -> tuple[int, int]:
    start = draw.randrange(len(pieces) + 1)
    return start, min(start + int(draw.paretovariate(0.7)), len(pieces))


def _drop(pieces: list[str], draw: random.Random, _: Sequence[str]) -> None:
    start, end = _span(pieces, draw)
    del pieces[start:end]


def _insert(pieces: list[str], draw: random.Random, others: Sequence[str]) -> None:
    pieces.insert(draw.randrange(len(pieces) + 1), draw.choice(others))


def _splice(pieces: list[str], draw: random.Random, others: Sequence[str]) -> None:
    start, end = _span(list(others), draw)
    at = draw.randrange(len(pieces) + 1)
    pieces[at:at] = others[start:end]


def _replace(pieces: list[str], draw: random.Random, others: Sequence[str]) -> None:
    if pieces:
        pieces[draw.randrange(len(pieces))] = draw.choice(others)


def _repeat(pieces: list[str], draw: random.Random, _: Sequence[str]) -> None:
    start, end = _span(pieces, draw)
    part = pieces[start:end]
    pieces[end:end] = part * min(draw.choice((1, 2, 20, 300)), LONGEST // max(len(part), 1))


def _move(pieces: list[str], draw: random.Random, _: Sequence[str]) -> None:
    start, end = _span(pieces, draw)
    part = pieces[start:end]
    del pieces[start:end]
    at = draw.randrange(len(pieces) + 1)
    pieces[at:at] = part


def _swap(pieces: list[str], draw: random.Random, _: Sequence[str]) -> None:
    if pieces:
        i, j = draw.randrange(len(pieces)), draw.randrange(len(pieces))
        pieces[i], pieces[j] = pieces[j], pieces[i]


def _cut(pieces: list[str], draw: random.Random, _: Sequence[str]) -> None:
    at = draw.randrange(len(pieces) + 1)
    if draw.random() < 0.5:
        del pieces[at:]
    else:
        del pieces[:at]


_MUTATIONS: tuple[Mutation, ...] = (_drop, _insert, _insert, _splice, _replace, _replace, _repeat, _move, _swap, _cut)
