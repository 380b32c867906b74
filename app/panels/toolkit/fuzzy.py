"""How well a few typed letters fit a line of words: what the command palette sorts by."""

from math import inf

LINE_START, WORD_START, IN_A_ROW, ELSEWHERE = 8.5, 8.0, 9.0, 1.0  # what a letter found there is worth
WORD_END = 0.5  # what it is worth that the last letter ends a word: 1 is rather lesson 1 than 11
BEGINS = 1.0  # each letter past the first word is worth so much more where the line begins with all that was typed
SKIPPED = 0.05  # each letter passed over costs
LENGTH = 0.02  # each letter of the line costs


def fit(query: str, text: str) -> float:
    """The better `text` fits, the higher; −inf when a word of `query` has a letter that is not there in this order.

    The words of the query may stand in any order; of each, the letters may have others between them.
    """
    line = text.casefold()
    words = query.casefold().split()
    begun = " ".join(words)
    ahead = BEGINS * len(begun.partition(" ")[2]) if line.startswith(begun) else 0.0
    return sum(_word_fit(word, line) for word in words) - LENGTH * len(line) + ahead if words else 0.0


def _word_fit(word: str, line: str) -> float:
    """The best of the fits that begin at each place where the first letter stands."""
    starts = [place for place, letter in enumerate(line) if letter == word[0]]
    return max((_fit_from(word, line, start) for start in starts), default=-inf)


def _fit_from(word: str, line: str, start: int) -> float:
    score, place = _worth(line, start), start
    for letter in word[1:]:
        found = line.find(letter, place + 1)
        if found < 0:
            return -inf
        score += IN_A_ROW if found == place + 1 else _worth(line, found) - SKIPPED * (found - place)
        place = found
    return score + (0.0 if line[place + 1 : place + 2].isalnum() else WORD_END)


def _worth(line: str, place: int) -> float:
    if place == 0:
        return LINE_START
    return WORD_START if not line[place - 1].isalnum() else ELSEWHERE
