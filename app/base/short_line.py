"""Errors as one line that a person can read, whatever text of others they quote."""

LONGEST = 600  # characters: a few lines of a message box; the longest of our own sentences has half of that
KEPT_END = 200  # of these, at the end, which says what would be right


def short_line(words: str) -> str:
    """The words without line breaks; of more than `LONGEST` characters, the middle is left out.

    >>> short_line("a name\\nof two lines: must be one")
    'a name of two lines: must be one'
    """
    line = " ".join(words.splitlines())
    if len(line) <= LONGEST:
        return line
    return f"{line[: LONGEST - KEPT_END]} … {line[-KEPT_END:]}"
