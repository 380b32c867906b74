"""Points out of any text: JSON, a table, the lines of a program's source.

parse_vertices("[[0, 0, 0], [1, 0, 1/3]]")
parse_vertices("{0.0f, 0.0f, 0.0f},  {1.0f, 0x1p-3, 0.0f}")
"""

import re

from engine.vectors import Vec3

from .number_text import parse_number

# A number that no letter or digit stands before: the 3 of "Vec3" is none.  After it may stand C's f.
NUMBER = re.compile(
    r"""(?<![\w.])[-+−]?\s*
    (?:0x[0-9a-f]*\.?[0-9a-f]*(?:p[-+]?\d+)? | (?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)
    (?:/\d+)?""",
    re.IGNORECASE | re.VERBOSE,
)


def parse_vertices(text: str) -> tuple[Vec3, ...]:
    """The points: each three numbers in a row.  Raises `ValueError` when there are none, or not three for each."""
    numbers = [parse_number("".join(found.split())) for found in NUMBER.findall(text)]
    if not numbers:
        raise ValueError("must hold points, three numbers each, got no number")
    if len(numbers) % 3:
        raise ValueError(f"must hold points, three numbers each, got {len(numbers)} numbers")
    return tuple((x, y, z) for x, y, z in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
