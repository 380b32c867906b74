"""Values of step records as text: on one line, in a few characters, or as the summary of a list."""

from collections.abc import Iterator, Sequence
from enum import Enum
from math import inf
from typing import Any

from gjkscope.app.view.words.field import Field
from gjkscope.app.view.words.subscripts import with_subscripts
from gjkscope.engine.result import Exit, Result
from gjkscope.engine.sequences.versioned import LISTS
from gjkscope.engine.text import number, short, whole

SHOWN = 40  # parts of a list that are drawn; the rest are only counted
FLOATS_A_LINE = 4
NAMED = 8  # vertices whose names fit on one line
SHOWN_ABOVE = ("iteration",)  # already shown as the step number
HIDDEN = ("work",)  # what the next step is computed from, which other fields show
WORKINGS = ("tries", "settling", "mark", "slack", "tolerance", "gap", "roundoff", "reach")  # internals: collapsed

# Integers that count or name something; −1 means none.
NUMBERS = (
    *("chosen", "nearest", "lost", "birth", "death", "index_a", "index_b", "start_vertex", "end_vertex"),
    *("away", "dropped"),
)

SIDES = ("side", "gap_side")  # 0 is A, 1 is B


def one_line(name: str, value: Any) -> str | None:
    """Text of the field `name`, if it fits on one line."""
    if name in NUMBERS and value == -1:
        return "none"
    return "AB"[value] if name in SIDES and value in (0, 1) else value_on_line(value)


def value_on_line(value: Any) -> str | None:
    """A value as one line of text; None if it has parts."""
    if isinstance(value, Exit):
        return value.words
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    if isinstance(value, bool):
        return _yes_or_no(value)
    if isinstance(value, Result):
        distance = "" if value.signed_distance is None else f", {number(value.signed_distance)} m"
        return f"{value.verdict}{distance}"
    if isinstance(value, float):
        return {inf: "∞", -inf: "−∞"}.get(value) or number(value)
    if value is None or (isinstance(value, LISTS) and not value):
        return "none"
    if not isinstance(value, LISTS):
        return whole(value) if isinstance(value, int) else str(value)
    if all(isinstance(part, float) for part in value) and len(value) <= FLOATS_A_LINE:
        return " ".join(number(part, 4) for part in value)
    if all(isinstance(part, bool) for part in value) and len(value) <= SHOWN:
        return ", ".join(map(_yes_or_no, value))
    if all(isinstance(part, int) for part in value) and len(value) <= SHOWN:
        return ", ".join(whole(part) for part in value)
    return None


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


def summary(value: Any) -> str:
    """A short summary of a collapsed record or list: a vertex name, several names, or a count."""
    if _is_vertex(value):
        return with_subscripts(f"w{value.birth}") if value.birth >= 0 else value_on_line(value.point) or ""
    if hasattr(value, "_asdict"):
        return ""
    if all(map(_is_vertex, value)) and len(value) <= NAMED:
        return "  ".join(with_subscripts(f"w{vertex.birth}") for vertex in value)
    return f"{len(value)}"


def _is_vertex(value: Any) -> bool:
    return hasattr(value, "birth") and hasattr(value, "point")


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a record, or the first `SHOWN` parts of a list with their indices."""
    if hasattr(value, "_asdict"):
        yield from value._asdict().items()
        return
    for i, part in enumerate(value[:SHOWN]):
        yield str(i), part


def is_table(value: Any) -> bool:
    """Whether the value is a list of records of one type."""
    if not isinstance(value, LISTS) or hasattr(value, "_fields") or not value:
        return False
    return hasattr(value[0], "_fields") and all(type(part) is type(value[0]) for part in value)


def axes_of(vertices: Sequence[Any]) -> tuple[Field, ...]:
    """The coordinates of the vertices' points: three, or two in the plane."""
    return POINT[: len(vertices[0].point)]


def brief(value: Any) -> str:
    """A value in a few characters."""
    if isinstance(value, float):
        return short(value, 4)
    if hasattr(value, "birth"):
        return with_subscripts(f"w{value.birth}")
    if hasattr(value, "name"):
        return str(value.name).lower().replace("_", " ")
    if isinstance(value, LISTS):
        return " ".join(brief(part) for part in value)
    if isinstance(value, bool):
        return _yes_or_no(value)
    return whole(value) if isinstance(value, int) else str(value)


POINT = tuple(Field(axis, "m", f"the {axis} coordinate of the point of A − B") for axis in "xyz")
