"""Suggestions for shapes of libraries that no notation reads."""

import re

_SEARCHED = 300_000  # characters
_PLANE = "write the pair as lists of corners, or as JSON with x, y and radius"
_OBB = "three.js's OBB is not read: write box half_extents 1 2 3 position 0 0 0"
_HINTS = (
    (re.compile(r"\bdyn4j\b"), f"dyn4j is not read: {_PLANE}"),
    (
        re.compile(r"\bnew\s+(?:THREE\.)?OBB\("),
        _OBB,
    ),
)


def hint_for(text: str) -> str:
    """A suggestion with the name of the library; empty if the library is unknown."""
    start = text[:_SEARCHED]
    return next((hint for pattern, hint in _HINTS if pattern.search(start)), "")
