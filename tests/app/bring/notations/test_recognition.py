"""Recognition of notations is fast for any text: a slow regular expression would block the window."""

from time import process_time

import pytest

from gjkscope.app.bring.notations.registry import Notation, notations

LENGTH = 30_000  # characters; a quadratic search takes many seconds
MOST_SECONDS = 1.0  # each takes some milliseconds; this leaves room for busy machines

REPEATED = {
    "letters": "a",
    "digits": "1",
    "decimals": "1.",
    "spaces": " ",
    "lines": "\n",
    "indented lines": " \n",
    "brackets": "(",
    "tags": "<",
    "open tags": "<a ",
    "commas": "1,",
    "quotes": '"',
    "names and digits": "a1.",
    "signs": "-",
    "words": "a ",
    "hashes": "#",
    "assignments": "a=",
    "labels": "a: ",
    "comparisons": "a<",
    "comments": "/",
    "open comments": "/*",
    "underscores": "_",
    "indices": "a[",
    "braces": "{a=1 ",
    "backslashes": "\\",
    "fences": "```\n",
    "calls": "a.b(",
}


@pytest.mark.thorough
@pytest.mark.parametrize("notation", notations().values(), ids=lambda notation: notation.name)
def test_repeated_characters_are_recognised_in_linear_time(notation: Notation) -> None:
    for name, part in REPEATED.items():
        text = part * (LENGTH // len(part))
        began = process_time()
        notation.recognize(text)
        assert process_time() - began < MOST_SECONDS, name
