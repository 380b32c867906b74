"""MJCF height fields whose elevations are in the text, as heightfields.

MuJoCo 3: `size` is half the extent along x and along y, the greatest height, and how far the base reaches down.  The
elevations are given from the row at +y to that at −y, and scaled so that the least is 0 and the greatest 1.  Each cell
is two prisms whose diagonal joins (i, j) and (i + 1, j + 1), rows counted from −y.
"""

from gjkscope.app.bring.notations.xml.document import Value, XmlElement
from gjkscope.app.bring.notations.xml.mjcf.model import Model
from gjkscope.app.bring.notations.xml.numbers import check_lengths, read_number, read_numbers
from gjkscope.app.bring.notations.xml.parts import Noted
from gjkscope.engine.shapes.heightfield import HeightField


def height_field(element: XmlElement, label: str, model: Model, notes: list[Noted]) -> HeightField:
    """The surface of a height field with elevations.  Raises `TextError`."""
    rows, columns = _count(element, "nrow", model), _count(element, "ncol", model)
    if (size := element.get("size")) is None:
        raise element.fault("must have a size of 4 numbers")
    extents = read_numbers(size, model.context, 4)
    check_lengths(extents, 4)
    x, y, height, _ = extents.values
    elevation = element.get("elevation")
    assert elevation is not None, "others are left out"
    lowered = _scaled(read_numbers(elevation, model.context, rows * columns).values, height)
    heights = tuple(lowered[columns * i : columns * (i + 1)] for i in reversed(range(rows)))
    notes.append(Noted("heights", f"{rows} rows of {columns}, as scaled by MuJoCo", elevation.span))
    model.context.warn(f"{label}: MuJoCo's height field is solid down to its base; here it is the surface alone")
    return HeightField(heights, (2 * x / (columns - 1), 2 * y / (rows - 1)), "z")


def _scaled(values: tuple[float, ...], height: float) -> tuple[float, ...]:
    least, span = min(values), max(values) - min(values)
    return tuple(height * ((value - least) / span) if span > 0 else 0.0 for value in values)


def _count(element: XmlElement, name: str, model: Model) -> int:
    value: Value | None = element.get(name)
    if value is None:
        raise element.fault(f"must have {name}, as it has elevations")
    number = read_number(value, model.context)
    if number != int(number) or number < 2:
        raise value.fault(f"must be a whole number ≥ 2, got {value.text}")
    return int(number)
