"""Wavefront OBJ: reads `v` and `f` lines; ignores groups, materials, normals and texture coordinates."""

import re
from reprlib import repr as shown

from gjkscope.app.scenes.mesh_readers.format import (
    MOST_DIGITS,
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

IGNORED = frozenset(
    (
        *("vt", "vn", "vp", "g", "o", "s", "mg", "usemtl", "mtllib", "usemap", "maplib", "l", "p", "deg"),
        *("bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj"),
    )
)
# Ignoring these would change the geometry.
UNSUPPORTED = frozenset(
    (
        *("cstype", "bmat", "step", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end", "con"),
        *("call", "csh"),
    )
)
VERTEX_SIZES = (3, 4, 6, 7)  # x y z, optionally with w, optionally with a colour

_CORNER = re.compile(r"[-+]?\d{1,18}(/[-+]?\d*){0,2}", re.ASCII)


def read_obj(data: bytes) -> tuple[Floats, Ints]:
    """Vertices and triangles.  Raises `FormatError`."""
    vertices: list[list[float]] = []
    polygons: list[list[int]] = []
    for line in nonempty_lines(text_of(data).replace("\\\n", " "), comment="#"):
        keyword = line.words[0]
        if keyword == "v":
            vertices.append(_vertex(line))
        elif keyword == "f":
            polygons.append(_polygon(line, len(vertices)))
        elif keyword in UNSUPPORTED:
            raise UnsupportedFeature(
                f"line {line.number}: {keyword}: free-form surfaces and commands are not supported: must be polygons"
            )
        elif keyword not in IGNORED:
            raise line.fault(f"unknown keyword {shown(keyword)}: must be a keyword of OBJ such as v or f")
    for polygon in polygons:
        if max(polygon) >= len(vertices):
            raise FormatError(f"a face has vertex {max(polygon) + 1}, must be at most {len(vertices)}")
    return vertices_of(vertices), fan_triangles(polygons)


def _vertex(line: Line) -> list[float]:
    count = len(line.words) - 1
    if count not in VERTEX_SIZES:
        raise line.fault(f"a vertex must have 3 numbers, has {count}")
    numbers = line.floats(1, count)
    if count in (4, 7) and numbers[3] != 1.0:
        raise line.fault(f"the weight of a vertex must be 1, got {numbers[3]!r}")
    return numbers[:3]


def _polygon(line: Line, so_far: int) -> list[int]:
    """The vertex indices, from 0; in the file, a negative one counts back from the last vertex so far."""
    corners = []
    for word in line.words[1:]:
        if word.isdigit() and word.isascii() and len(word) <= MOST_DIGITS and word[0] != "0":  # fast path
            corners.append(int(word) - 1)
            continue
        if not _CORNER.fullmatch(word):
            raise line.fault(f"must be a vertex such as 1, 1/2, 1//3 or 1/2/3, got {shown(word)}")
        index = int(word.partition("/")[0])
        if index == 0 or index < -so_far:
            raise line.fault(f"must be a vertex ≥ 1, or from -{so_far} to -1, got {index}")
        corners.append(index - 1 if index > 0 else so_far + index)
    if len(corners) < 3:
        raise line.fault(f"a face must have 3 vertices or more, has {len(corners)}")
    return corners
