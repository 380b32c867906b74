"""`ArrayStore`: the numbers of a page as typed arrays, each stored once, behind a JSON header.

A payload is the header's length (uint32), the header, and the arrays, each aligned to 8 bytes, all little-endian and
compressed (RFC 1951).  A header refers to an array by its number; `arrays` in it lists type and length of each.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

ALIGNMENT = 8  # bytes, the size of the largest type
COMPRESSION = 9  # the best: a page is loaded more often than it is written

# The types of arrays, and their names in the header: those of JavaScript's typed arrays.
TYPES = {
    np.dtype("<u1"): "Uint8Array",
    np.dtype("<i2"): "Int16Array",
    np.dtype("<i4"): "Int32Array",
    np.dtype("<u2"): "Uint16Array",
    np.dtype("<u4"): "Uint32Array",
    np.dtype("<f4"): "Float32Array",
    np.dtype("<f8"): "Float64Array",
}

# Bits of a coordinate's mantissa that are stored, of 23: the error is 1e-6 of it, a thousandth of a pixel where a scene
# fills a view, and zeros compress well.
PLACE_BITS = 18

AnyArray = npt.NDArray[Any]


class ArrayStore:
    """Collects arrays; equal ones get the same number."""

    def __init__(self) -> None:
        self._arrays: list[AnyArray] = []
        self._numbers: dict[tuple[np.dtype[Any], bytes], int] = {}

    def add(self, array: AnyArray) -> int:
        """The number of the array, which is stored flat.  Raises `KeyError` for a type that is not in `TYPES`."""
        flat = np.ascontiguousarray(array).reshape(-1)
        key = (flat.dtype, flat.tobytes())
        if key not in self._numbers:
            TYPES[flat.dtype]
            self._numbers[key] = len(self._arrays)
            self._arrays.append(flat)
        return self._numbers[key]

    def add_indices(self, indices: AnyArray) -> int:
        """The number of an array of whole numbers ≥ 0, which is stored in the smallest type that holds them."""
        most = int(indices.max(initial=0))
        return self.add(indices.astype(np.uint16 if most < 1 << 16 else np.uint32))

    def add_differences(self, indices: AnyArray) -> int:
        """The number of an array of the differences between consecutive whole numbers, the first one from 0.

        Indices of things that are used one after the other differ by 1, which compresses well.
        """
        steps = np.diff(indices, prepend=0)
        return self.add(steps.astype(np.int16 if np.abs(steps).max(initial=0) < 1 << 15 else np.int32))

    def payload(self, header: Mapping[str, Any]) -> str:
        """The header and all arrays as base64 text."""
        listed = [[TYPES[array.dtype], len(array)] for array in self._arrays]
        text = json.dumps({**header, "arrays": listed}, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        encoded = text.encode()
        parts = [len(encoded).to_bytes(4, "little"), encoded]
        size = sum(map(len, parts))
        for array in self._arrays:
            parts += [bytes(-size % ALIGNMENT), array.tobytes()]
            size += len(parts[-2]) + len(parts[-1])
        return compressed(b"".join(parts))


def as_places(rows: AnyArray) -> npt.NDArray[np.float32]:
    """Coordinates in single precision, rounded to `PLACE_BITS`; −0.0 becomes 0.0."""
    dropped = 23 - PLACE_BITS
    bits = (np.ascontiguousarray(rows, dtype=np.float32) + np.float32(0.0)).view(np.uint32)
    rounded = (bits + np.uint32(1 << (dropped - 1))) & np.uint32(0xFFFFFFFF << dropped & 0xFFFFFFFF)
    return rounded.view(np.float32)


class RowTable:
    """Rows of float32 numbers, each stored once; rows are referred to by their index.

    Indices may be such numbers too: whole numbers are exact up to 2²⁴, more than a page holds.
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._indices: dict[bytes, int] = {}

    def indices_of(self, rows: AnyArray) -> npt.NDArray[np.intp]:
        """The indices of the rows (n, width), in their order."""
        single = np.ascontiguousarray(rows, dtype=np.float32) + np.float32(0.0)  # turns −0.0 into 0.0
        size, raw = 4 * self._width, single.tobytes()
        known = self._indices
        return np.array(
            [known.setdefault(raw[at : at + size], len(known)) for at in range(0, len(raw), size)], dtype=np.intp
        )

    def index_of(self, row: npt.ArrayLike) -> int:
        """The index of a single row."""
        return int(self.indices_of(np.asarray(row, dtype=np.float64).reshape(1, -1))[0])

    @property
    def columns(self) -> npt.NDArray[np.float32]:
        """All rows, (width, n): columns compress better than rows."""
        whole = np.frombuffer(b"".join(self._indices), dtype=np.float32)
        return np.ascontiguousarray(whole.reshape(-1, self._width).T)


def compressed(data: bytes) -> str:
    """What a page carries as text: compressed (RFC 1951), in base64."""
    squeezed = zlib.compressobj(COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b64encode(squeezed.compress(data) + squeezed.flush()).decode()
