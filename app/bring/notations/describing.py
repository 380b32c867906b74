"""Describes imported bodies and reports in words and exact numbers, for the import dialog and `gjkscope import`."""

from collections.abc import Iterable, Iterator, Sized
from dataclasses import fields
from typing import Any

from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Reported
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.text import counted, number
from gjkscope.engine.vectors import IDENTITY

WRITTEN_OUT = 9  # numbers; longer lists are counted


def kind_of(shape: Shape) -> str:
    """The name of the shape's type, as in scene files."""
    return shape.kind


def body_values(body: Body) -> Iterator[tuple[str, str]]:
    """The sizes and the placement of a body: pairs of a name and a value; sizes and angles that are 0 are left out.

    >>> from gjkscope import Body, Box
    >>> dict(body_values(Body("A", Box((0.5, 1, 2)))))
    {'half extents': '0.5 1 2', 'position': '0 0 0'}
    """
    for field in fields(body.shape):
        value = getattr(body.shape, field.name)
        if value or not (field.name == "rounding" or value == ()):  # a mesh may have no parts
            yield field.name.replace("_", " "), _value_words(value, field.name)
    if isinstance(body.placement, Planar):
        yield "position", exact_numbers(body.placement.position)
        if body.placement.angle:
            yield "angle", f"{exact_number(body.placement.angle)} rad"
        return
    yield "position", exact_numbers(body.pose.position)
    if isinstance(body.placement, PositionOrientation):
        if body.placement.orientation != (0.0, 0.0, 0.0, 1.0):
            yield "orientation", f"{exact_numbers(body.placement.orientation)} (x y z w)"
    elif body.pose.rotation != IDENTITY:
        yield "rotation", "; ".join(map(exact_numbers, body.pose.rotation)) + " (rows)"


def exact_numbers(values: Iterable[float]) -> str:
    """Numbers as displayed, exact: each is the shortest text that reads back as the same double.

    >>> exact_numbers((0.1, -2, -42.8155518))
    '0.1 −2 −42.8155518'
    """
    return " ".join(map(exact_number, values))


def exact_number(value: float) -> str:
    """The shortest text that reads back as the same double, with a minus sign."""
    return repr(float(value) + 0.0).removesuffix(".0").replace("-", "−")


def reported_words(reported: Reported) -> str:
    """What an engine answered: "FCL: penetrating, signed distance −0.12 m"."""
    said = [reported.verdict] if reported.verdict else []
    if reported.signed_distance is not None:
        said.append(f"signed distance {number(reported.signed_distance)} m")
    for name in ("normal", "witness_a", "witness_b"):
        value = getattr(reported, name)
        if value is not None:
            said.append(f"{name.replace('_', ' ')} {exact_numbers(value)}")
    if reported.points:
        said.append(counted(len(reported.points), "contact point"))
    said += [text for text in (reported.crashed, reported.note) if text]
    return f"{reported.by}: {', '.join(said) or 'no answer'}"


def _value_words(value: Any, name: str) -> str:
    if isinstance(value, float | int):
        return exact_number(value)
    if isinstance(value, str):
        return value
    rows = list(value)
    if isinstance(rows[0], Sized):
        flat = len(rows) * len(rows[0])
        return (
            "; ".join(map(exact_numbers, rows))
            if flat <= WRITTEN_OUT
            else counted(len(rows), *_NOUNS.get(name, (name,)))
        )
    return exact_numbers(rows)


_NOUNS = {"vertices": ("vertex", "vertices"), "faces": ("face", "faces")}
