"""PLY, ASCII or binary: reads the elements `vertex` (x, y, z) and `face` (vertex_indices), and skips others."""

from collections.abc import Iterator
from reprlib import repr as shown
from typing import NamedTuple

import numpy as np

from gjkscope.app.scenes.mesh_readers.format import (
    LINES_AT_ONCE,
    Floats,
    FormatError,
    Ints,
    Line,
    UnsupportedFeature,
    fan_triangles,
    nonempty_lines,
    text_of,
    vertices_of,
)
from gjkscope.engine.cancellation import checkpoint

TYPES = {
    "char": "i1",
    "uchar": "u1",
    "short": "i2",
    "ushort": "u2",
    "int": "i4",
    "uint": "u4",
    "int8": "i1",
    "uint8": "u1",
    "int16": "i2",
    "uint16": "u2",
    "int32": "i4",
    "uint32": "u4",
    "float": "f4",
    "double": "f8",
    "float32": "f4",
    "float64": "f8",
}
BYTE_ORDERS = {"binary_little_endian": "<", "binary_big_endian": ">"}
CORNERS = ("vertex_indices", "vertex_index")
END = b"end_header"


class Property(NamedTuple):
    name: str
    type: str  # as NumPy names it
    count_type: str | None = None  # of a list


class Element(NamedTuple):
    name: str
    rows: int
    properties: list[Property]

    def place_of(self, *names: str) -> int | None:
        return next((i for i, field in enumerate(self.properties) if field.name in names), None)


class Header(NamedTuple):
    format: str
    elements: list[Element]
    lines: int


Rows = list[list[float]]
"""The values read from each row of an element: x, y and z, or the vertex indices of a face."""


def read_ply(data: bytes) -> tuple[Floats, Ints]:
    """Vertices and triangles.  Raises `FormatError`."""
    header, body = _split_header(data)
    for element in header.elements:
        if element.name == "tristrips":
            raise UnsupportedFeature("triangle strips are not supported: must have faces")
    rows = _ascii(header, body) if header.format == "ascii" else _binary(header, body)
    vertices, polygons = np.empty((0, 3)), np.empty((0, 3), np.int64)
    for element, values in rows:
        if element.name == "vertex":
            vertices = vertices_of(values)
        elif element.name == "face":
            polygons = _faces(values)
    return vertices, polygons


# --- header ---


def _split_header(data: bytes) -> tuple[Header, bytes]:
    lines: list[bytes] = []
    start = 0
    while True:
        end = data.find(b"\n", start)
        line = data[start : end if end >= 0 else len(data)]
        if not lines and line.split() != [b"ply"]:
            raise FormatError(f"must begin with ply, begins with {shown(text_of(line[:20]))}")
        if end < 0 and line.split() != [END]:
            raise FormatError("ends before end_header")
        lines.append(line)
        start = end + 1 if end >= 0 else len(data)
        if line.split() == [END]:
            return _header([Line(i, text_of(line).split()) for i, line in enumerate(lines, 1)]), data[start:]


def _header(lines: list[Line]) -> Header:
    format_name = ""
    elements: list[Element] = []
    for line in lines[1:-1]:
        match line.words:
            case [] | ["comment" | "obj_info", *_]:
                pass
            case ["format", name, "1.0"] if name in (*BYTE_ORDERS, "ascii"):
                format_name = name
            case ["element", name, _]:
                count = line.integers(2, 1)[0]
                if count < 0 or name in [element.name for element in elements]:
                    raise line.fault("an element must have a unique name and a count ≥ 0")
                elements.append(Element(name, count, []))
            case ["property", *words] if elements:
                elements[-1].properties.append(_property(line, words))
            case _:
                raise line.fault(f"must be a PLY header line, got {shown(' '.join(line.words))}")
    if not format_name:
        raise FormatError(f"must have a format: ascii, {' or '.join(BYTE_ORDERS)}, version 1.0")
    for element in elements:
        if not element.properties and element.rows:
            raise FormatError(f"element {element.name} must have a property")
    return Header(format_name, elements, len(lines))


def _property(line: Line, words: list[str]) -> Property:
    match words:
        case ["list", count, kind, name] if count in TYPES and kind in TYPES and TYPES[count][0] != "f":
            return Property(name, TYPES[kind], TYPES[count])
        case [kind, name] if kind in TYPES:
            return Property(name, TYPES[kind])
    raise line.fault(f"must be a property of a known type, got {shown(' '.join(line.words))}")


# --- ASCII: one row per line ---


def _wanted_indices(element: Element) -> list[int]:
    """The indices of the properties to read; others are skipped."""
    if element.name == "vertex":
        indices = [element.place_of(axis) for axis in "xyz"]
        if None in indices or any(element.properties[i].count_type for i in indices if i is not None):
            raise FormatError("element vertex must have the properties x, y and z")
        return [i for i in indices if i is not None]
    if element.name == "face":
        corners = element.place_of(*CORNERS)
        if corners is None or not element.properties[corners].count_type or element.properties[corners].type[0] == "f":
            raise FormatError("element face must have a list of whole numbers, vertex_indices")
        return [corners]
    return []


def _ascii(header: Header, body: bytes) -> Iterator[tuple[Element, Rows]]:
    lines = nonempty_lines(text_of(body), first=header.lines + 1)
    for element in header.elements:
        wanted = _wanted_indices(element)
        rows = []
        for i in range(element.rows):
            line = next(lines, None)
            if line is None:
                raise FormatError(f"ends after {i:,} of {element.rows:,} rows of element {element.name}")
            rows.append(_ascii_row(line, element, wanted))
        yield element, rows
    if (line := next(lines, None)) is not None:
        raise line.fault("more lines than rows in the header")


def _ascii_row(line: Line, element: Element, wanted: list[int]) -> list[float]:
    values: dict[int, list[float]] = {}
    column = 0
    for i, field in enumerate(element.properties):
        count = 1
        if field.count_type:
            count = line.integers(column, 1)[0]
            column += 1
        if count < 0 or column + count > len(line.words):
            raise line.fault(f"must have more numbers for {element.name}.{field.name}, has {len(line.words)}")
        if i in wanted:
            is_float = field.type[0] == "f"
            values[i] = line.floats(column, count) if is_float else [*line.integers(column, count)]
        column += count
    if column < len(line.words):
        raise line.fault(f"must have {column} numbers for element {element.name}, has {len(line.words)}")
    return [number for i in wanted for number in values[i]]


# --- binary ---


def _binary(header: Header, body: bytes) -> Iterator[tuple[Element, Rows]]:
    order, offset = BYTE_ORDERS[header.format], 0
    for element in header.elements:
        least = element.rows * sum(np.dtype(field.count_type or field.type).itemsize for field in element.properties)
        if least > len(body) - offset:
            raise FormatError(
                f"{element.rows:,} rows of element {element.name} need at least {least:,} bytes, "
                f"but only {len(body) - offset:,} remain"
            )
        rows, offset = _binary_rows(body, offset, element, order)
        yield element, rows
    if offset < len(body):
        raise FormatError(f"{len(body) - offset:,} bytes follow the last row")


def _binary_rows(body: bytes, offset: int, element: Element, order: str) -> tuple[Rows, int]:
    """The rows and the offset after them.  Reads them in bulk if lists have the same length in all rows."""
    wanted = _wanted_indices(element)
    if not element.rows:
        return [], offset
    sizes = _list_sizes(body, offset, element, order)
    fields = enumerate(element.properties)
    layout = np.dtype([column for i, field in fields for column in _fields(i, field, sizes, order)])
    if element.rows * layout.itemsize <= len(body) - offset:
        table = np.frombuffer(body, layout, element.rows, offset)
        if all((table[f"count{i}"] == size).all() for i, size in sizes.items()):
            columns = [table[f"value{i}"].reshape(element.rows, -1) for i in wanted]
            rows = np.concatenate(columns, axis=1).tolist() if columns else []
            return rows, offset + element.rows * layout.itemsize
    rows = []
    for i in range(element.rows):
        if i % LINES_AT_ONCE == 0:
            checkpoint()
        row, offset = _binary_row(body, offset, element, wanted, order)
        rows.append(row)
    return rows, offset


def _fields(
    i: int, field: Property, sizes: dict[int, int], order: str
) -> Iterator[tuple[str, str, int] | tuple[str, str]]:
    if field.count_type:
        yield f"count{i}", order + field.count_type
    yield f"value{i}", order + field.type, sizes.get(i, 1)


def _list_sizes(body: bytes, offset: int, element: Element, order: str) -> dict[int, int]:
    """The length of each list in the row at `offset`, by property index."""
    sizes = {}
    for i, field in enumerate(element.properties):
        count = 1
        if field.count_type:
            (count,), offset = _numbers(body, offset, order + field.count_type, 1, element)
            sizes[i] = count
        _, offset = _numbers(body, offset, order + field.type, count, element)
    return sizes


def _binary_row(body: bytes, offset: int, element: Element, wanted: list[int], order: str) -> tuple[list[float], int]:
    values: dict[int, list[int]] = {}
    for i, field in enumerate(element.properties):
        count = 1
        if field.count_type:
            (count,), offset = _numbers(body, offset, order + field.count_type, 1, element)
        values[i], offset = _numbers(body, offset, order + field.type, count, element)
    return [number for i in wanted for number in values[i]], offset


def _numbers(body: bytes, offset: int, kind: str, count: int, element: Element) -> tuple[list[int], int]:
    end = offset + np.dtype(kind).itemsize * count
    if count < 0 or end > len(body):
        raise FormatError(f"ends in a row of element {element.name}")
    return np.frombuffer(body, kind, count, offset).tolist(), end


# --- elements ---


def _faces(rows: Rows) -> Ints:
    polygons = [[int(corner) for corner in corners] for corners in rows]
    for i, polygon in enumerate(polygons):
        if len(polygon) < 3:
            raise FormatError(f"face {i} must have 3 vertices or more, has {len(polygon)}")
    return fan_triangles(polygons)
