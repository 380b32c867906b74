"""Where labels of A − B stand, as far as the record of the step tells: vertices, the closest point and the origin.

What only the drawing knows, such as the ends of arrows, is placed in `app/view/drawing`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model import State
from gjkscope.app.state.model.view import View
from gjkscope.engine.vectors import ZERO, Vec3

VERTEX = re.compile(r"w(\d+)")
FOUND = "w0, w1 … of the step, closest and origin, in the difference view"
DEEPEST = 3  # nested records of a step that are searched


def labelled_place(state: State, label: str, view: View) -> Vec3 | None:
    """The point of A − B that the label names at this step; None if the record does not tell."""
    record = step_record(state)
    if view.shows_world:
        return None
    if label == "origin":
        return ZERO
    if label == "closest":
        return _in_space(getattr(record, "closest", None))
    match = VERTEX.fullmatch(label)
    if match is None:
        return None
    return next((_in_space(vertex.point) for vertex in _vertices(record, 0) if vertex.birth == int(match[1])), None)


def _vertices(value: Any, depth: int) -> Iterator[Any]:
    """The vertices of A − B in the record of a step."""
    if hasattr(value, "birth") and hasattr(value, "point"):
        yield value
    elif isinstance(value, Sequence) and not isinstance(value, str) and depth <= DEEPEST:
        for part in value:
            yield from _vertices(part, depth + 1)


def _in_space(point: Any) -> Vec3 | None:
    """The point with three coordinates; in 2D, z is 0."""
    if not isinstance(point, tuple) or len(point) < 2:
        return None
    x, y, *z = point
    return (x, y, z[0] if z else 0.0)
