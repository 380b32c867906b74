"""STL, binary or ASCII.  A file is binary if its length matches its triangle count exactly."""

from reprlib import repr as shown

import numpy as np

from gjkscope.app.scenes.mesh_readers.format import (
    Floats,
    FormatError,
    Ints,
    Line,
    nonempty_lines,
    text_of,
    vertices_of,
)

HEADER = 84  # bytes: 80 of text and the number of triangles
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])

FACET = ("facet", "outer", "vertex", "vertex", "vertex", "endloop", "endfacet")


def read_stl(data: bytes) -> tuple[Floats, Ints]:
    """Vertices, three per triangle, and triangles.  Raises `FormatError`."""
    count = int.from_bytes(data[HEADER - 4 : HEADER], "little")
    expected = HEADER + count * TRIANGLE.itemsize
    if len(data) == expected:
        corners = np.frombuffer(data, TRIANGLE, offset=HEADER)["corners"].astype(np.float64).reshape(-1, 3)
    elif data.lstrip()[:5].lower() == b"solid" and b"\0" not in data:
        corners = _ascii_corners(text_of(data))
    elif len(data) < HEADER:
        raise FormatError(f"must begin with solid or have at least {HEADER} bytes, has {len(data)}")
    else:
        raise FormatError(f"a binary file of {count:,} triangles must have {expected:,} bytes, has {len(data):,}")
    return corners, np.arange(len(corners), dtype=np.int64).reshape(-1, 3)


def _ascii_corners(text: str) -> Floats:
    corners: list[list[float]] = []
    is_open, position = False, 0  # whether inside a solid; position in `FACET`
    for line in nonempty_lines(text):
        word = line.words[0].lower()
        if word == ("solid", "endsolid")[is_open] and position == 0:
            is_open = not is_open
            continue
        if not is_open or word != FACET[position]:
            expected = FACET[position] if is_open else "solid"
            raise line.fault(f"must begin with {expected}, got {shown(line.words[0])}")
        if word == "vertex":
            corners.append(_vertex(line))
        position = (position + 1) % len(FACET)
    if is_open:
        raise FormatError("ends before endsolid")
    return vertices_of(corners)


def _vertex(line: Line) -> list[float]:
    if len(line.words) > 4:
        raise line.fault(f"a vertex must have 3 numbers, has {len(line.words) - 1}")
    return line.floats(1, 3)
