"""OFF, Geomview's Object File Format, ASCII only: a header with counts, then one vertex or face per line."""

import re
from reprlib import repr as shown

from gjkscope.app.scenes.mesh_readers.format import (
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

_HEADER = re.compile(r"(ST)?C?N?OFF")


def read_off(data: bytes) -> tuple[Floats, Ints]:
    """Vertices and triangles.  Raises `FormatError`."""
    lines = list(nonempty_lines(text_of(data), comment="#"))
    if not lines or not _HEADER.fullmatch(lines[0].words[0]):
        raise FormatError(f"must begin with OFF, COFF or NOFF, begins with {shown(lines[0].words[0] if lines else '')}")
    first = lines.pop(0)
    if first.words[1:2] == ["BINARY"]:
        raise UnsupportedFeature("binary OFF is not supported: must be ASCII")
    if len(first.words) > 1:
        counts = Line(first.number, first.words[1:])
    elif lines:
        counts = lines.pop(0)
    else:
        raise FormatError("ends before the numbers of vertices and faces")
    vertex_count, face_count = counts.integers(0, 2)
    if vertex_count < 0 or face_count < 0:
        raise counts.fault("the numbers of vertices and faces must not be negative")
    if len(lines) < vertex_count:
        raise FormatError(f"ends after {len(lines)} of {vertex_count} vertices")
    if len(lines) < vertex_count + face_count:
        raise FormatError(f"ends after {len(lines) - vertex_count} of {face_count} faces")
    if len(lines) > vertex_count + face_count:
        raise lines[vertex_count + face_count].fault("more lines than vertices and faces in the header")
    return vertices_of([line.floats(0, 3) for line in lines[:vertex_count]]), fan_triangles(
        [_polygon(line) for line in lines[vertex_count:]]
    )


def _polygon(line: Line) -> list[int]:
    count = line.integers(0, 1)[0]
    if count < 3:
        raise line.fault(f"a face must have 3 vertices or more, has {count}")
    return line.integers(1, min(count, len(line.words)))
