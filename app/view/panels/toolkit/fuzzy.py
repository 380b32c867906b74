"""Fuzzy matching: the score by which the command palette ranks its results."""

from functools import lru_cache
from math import inf

LINE_START, WORD_START, IN_A_ROW, ELSEWHERE = 8.5, 8.0, 9.0, 1.0  # score of a matched letter, by its position
WORD_END = 0.5  # bonus if the last letter ends a word, so that 1 matches lesson 1 rather than 11
BEGINS = 1.0  # bonus for each letter after the first word if the line starts with the whole query
SKIPPED = 0.05  # penalty for each skipped letter
LENGTH = 0.02  # penalty for each letter of the line


def fuzzy_score(query: str, text: str) -> float:
    """The score of `text` for `query`; higher is better, −inf means no match.

    Every word of the query must match a subsequence of the text; the words may be in any order.
    """
    line = text.casefold()
    words = query.casefold().split()
    begun = " ".join(words)
    ahead = BEGINS * len(begun.partition(" ")[2]) if line.startswith(begun) else 0.0
    fit = 0.0
    for word in words:
        fit += _word_fit(word, line)
        if fit == -inf:
            return fit
    return fit - LENGTH * len(line) + ahead if words else 0.0


def has_word(word: str, text: str) -> bool:
    """Whether a word of the text begins with `word`, which is in lower case."""
    return f" {word}" in _space_words(text)


@lru_cache(maxsize=4096)
def _space_words(text: str) -> str:
    """The text in lower case, with a space before each word."""
    return f" {''.join(letter if letter.isalnum() else ' ' for letter in text.casefold())}"


def _word_fit(word: str, line: str) -> float:
    """The best score over all positions of the word's first letter."""
    best, start = -inf, line.find(word[0])
    while start >= 0 and (fit := _fit_from(word, line, start)) > -inf:  # otherwise none begins further on either
        best = max(best, fit)
        start = line.find(word[0], start + 1)
    return best


def _fit_from(word: str, line: str, start: int) -> float:
    score, last = _worth(line, start), start
    for letter in word[1:]:
        at = line.find(letter, last + 1)
        if at < 0:
            return -inf
        score += IN_A_ROW if at == last + 1 else _worth(line, at) - SKIPPED * (at - last)
        last = at
    return score + (0.0 if line[last + 1 : last + 2].isalnum() else WORD_END)


def _worth(line: str, position: int) -> float:
    if position == 0:
        return LINE_START
    return WORD_START if not line[position - 1].isalnum() else ELSEWHERE
