"""Shortens answers, so that they leave room in what an assistant can read, and says what was left out."""

import json
from collections.abc import Iterator
from typing import Any

LONGEST_ANSWER = 16_000  # characters
LONGEST_SCENE = 12_000  # characters of a scene in it, which is of use only as a whole
LONGEST_TEXT = 2_000  # characters of a text
ITEMS = (60, 24, 8, 3, 1)  # of each list, tried in this order
NAMED = 12  # places of which it is said what was left out
SCENE = "scene"  # the key of a scene


def shorten_answer(answer: dict[str, Any], longest: int = LONGEST_ANSWER) -> dict[str, Any]:
    """The answer with lists and texts cut until its JSON has at most about `longest` characters.

    The key `left_out` says which.  A scene is kept whole or left out.
    """
    for most in ITEMS:
        left_out: list[str] = []
        short: dict[str, Any] = _cut(answer, most, "", left_out)
        if len(json.dumps(short, ensure_ascii=False)) <= longest:
            break
    return short | {"left_out": [*_named(left_out)]} if left_out else short


def _cut(value: Any, most: int, place: str, left_out: list[str]) -> Any:
    if isinstance(value, dict):
        return {key: _cut_entry(key, part, most, place, left_out) for key, part in value.items()}
    if isinstance(value, list | tuple):
        if len(value) > most and not _is_vector(value):
            left_out.append(f"{place or 'list'}: {len(value) - most} of {len(value)} items")
            value = value[:most]
        return [_cut(part, most, f"{place}[{i}]", left_out) for i, part in enumerate(value)]
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        left_out.append(f"{place}: {len(value) - LONGEST_TEXT} of {len(value)} characters")
        return f"{value[:LONGEST_TEXT]}…"
    return value


def _cut_entry(key: str, part: Any, most: int, place: str, left_out: list[str]) -> Any:
    inner = f"{place}.{key}" if place else key
    if key != SCENE or not isinstance(part, dict):
        return _cut(part, most, inner, left_out)
    length = len(json.dumps(part, ensure_ascii=False))
    if length <= LONGEST_SCENE:
        return part
    left_out.append(f"{inner}: all of its {length:,} characters; the command line gives it whole")
    return None


def _is_vector(value: list[Any] | tuple[Any, ...]) -> bool:
    """A point, a direction or a quaternion is not a list of items."""
    return len(value) <= 4 and all(isinstance(part, int | float) for part in value)


def _named(left_out: list[str]) -> Iterator[str]:
    yield from left_out[:NAMED]
    if len(left_out) > NAMED:
        yield f"and in {len(left_out) - NAMED} more places"
