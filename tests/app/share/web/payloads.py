"""Reads payloads as the player does, for tests: an independent decoder."""

import json
import zlib
from base64 import b64decode
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]
TYPES = {
    "Uint8Array": "u1",
    "Int16Array": "<i2",
    "Int32Array": "<i4",
    "Uint16Array": "<u2",
    "Uint32Array": "<u4",
    "Float32Array": "<f4",
    "Float64Array": "<f8",
}
POINTS = {"triangles": 1, "lines": 2, "arrows": 2, "points": 1}  # points in a row


class Page(NamedTuple):
    """A decoded payload."""

    header: dict[str, Any]
    arrays: list[Numbers]

    def look(self, number: int, theme: str) -> dict[str, Any]:
        """The stored look as that theme shows it."""
        look: dict[str, Any] = self.header["looks"][number]
        return self.look(look["themes"][theme == "light"], theme) if "themes" in look else look

    def table(self, name: str, width: int) -> Numbers:
        """One of the shared tables, row by row."""
        return self.arrays[self.header[name]].reshape(width, -1).T

    def places(self, number: int, kind: str, look: dict[str, Any]) -> Numbers:
        """The world points (rows, points, 3) of a batch."""
        indices = self._rows(number, kind)[:, :-1]
        return self.table("vectors", 3)[indices].astype(float) + np.array(look["anchor"])

    def colors(self, number: int, kind: str, theme: str) -> Numbers:
        """The colours (rows, 4) of a batch."""
        styles = self.table("styles", 11)[self._rows(number, kind)[:, -1]]
        return styles[:, 4:8] if theme == "light" else styles[:, :4]

    def surface(self, skin: list[int], look: dict[str, Any]) -> Numbers:
        """The corners (triangles, 3, 3) of a skin in the world."""
        stored = self.header["surfaces"][skin[0]]
        points = self.arrays[stored["points"]].reshape(-1, 3).astype(float)
        return self._posed(points[self.arrays[stored["corners"]]], skin[1], look).reshape(-1, 3, 3)

    def lines(self, edges: list[int], look: dict[str, Any]) -> Numbers:
        """The ends (lines, 2, 3) of edges in the world."""
        stored = self.header["lineSets"][edges[0]]
        points = self.arrays[stored["points"]].reshape(-1, 3).astype(float)
        return self._posed(points[self.arrays[stored["corners"]]], edges[1], look).reshape(-1, 2, 3)

    def _posed(self, points: Numbers, pose: int, look: dict[str, Any]) -> Numbers:
        row = self.table("poses", 12)[pose].astype(float)
        return points @ row[:9].reshape(3, 3).T + row[9:] + np.array(look["anchor"])

    def _rows(self, number: int, kind: str) -> Numbers:
        _, stored = self.header["batches"][number]
        width = 6 if kind == "triangles" else POINTS[kind] + 1
        table = self.arrays[self.header["rows"][kind]].reshape(width, -1).T
        return table[np.cumsum(self.arrays[stored])].astype(int).reshape(-1, POINTS[kind] + 1)


def read_payload(payload: str) -> Page:
    data = zlib.decompress(b64decode(payload), -zlib.MAX_WBITS)
    size = int.from_bytes(data[:4], "little")
    header = json.loads(data[4 : 4 + size])
    offset, arrays = 4 + size, []
    for kind, length in header["arrays"]:
        offset += -offset % 8
        arrays.append(np.frombuffer(data, TYPES[kind], length, offset))
        offset += arrays[-1].nbytes
    assert offset == len(data)
    return Page(header, arrays)
