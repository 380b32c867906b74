"""`Batch`: a GPU buffer of rows of one kind, the retained ones first, then those that change every frame."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

import moderngl
import numpy as np

from gjkscope.app.view.renderer.passes import Passes
from gjkscope.app.view.renderer.rows import FORMATS, NAMES, SURFACE, Rows

Programs = Mapping[tuple[str, str], moderngl.Program]  # by kind and variant, e.g. ("stroke", "COLOR")

NOTHING = np.empty((0, 0), dtype=np.float32)


class RowBatch(NamedTuple):
    """Retained rows, which stay the same as long as their key does."""

    key: Hashable
    rows: Callable[[], Rows]


class Batch:
    """One buffer, and the vertex arrays that read it."""

    def __init__(self, ctx: moderngl.Context, programs: Programs, kind: str) -> None:
        self._ctx, self._programs, self._kind = ctx, programs, kind
        self._room = 1  # bytes
        self._buffer = ctx.buffer(reserve=self._room, dynamic=True)
        self._arrays: dict[str, moderngl.VertexArray] = {}  # by variant, as far as they have been used
        self._keys: list[Hashable] = []
        self._kept_count = self._kept_bytes = 0  # of the retained rows, which are only on the GPU
        self.count = 0

    def fill(self, passes: Passes, kept: Sequence[RowBatch], changing: Sequence[Rows]) -> None:
        """Uploads the changing rows, and the retained ones only if their keys have changed."""
        keys, rows = [part.key for part in kept], _join(changing)
        retained = None if keys == self._keys else _join([part.rows() for part in kept])
        if retained is not None:
            self._keys, self._kept_count, self._kept_bytes = keys, len(retained), retained.nbytes
        self.count = self._kept_count + len(rows)
        if self._kept_bytes + rows.nbytes > self._room:
            self._room = self._kept_bytes + 2 * rows.nbytes
            passes.add(self._buffer.orphan, self._room)
            retained = _join([part.rows() for part in kept]) if retained is None else retained
        if retained is not None and len(retained):
            passes.add(self._buffer.write, retained)
        if len(rows):
            passes.add(self._buffer.write, rows, self._kept_bytes)

    def draw(self, passes: Passes, variant: str) -> None:
        if self._kind == SURFACE:
            passes.add(self._array(variant).render, moderngl.TRIANGLES, self.count)
        else:
            passes.add(self._array(variant).render, moderngl.TRIANGLE_STRIP, 4, 0, self.count)  # one quad per row

    def release(self) -> None:
        for array in self._arrays.values():
            array.release()
        self._buffer.release()

    def _array(self, variant: str) -> moderngl.VertexArray:
        if variant not in self._arrays:
            content = [(self._buffer, FORMATS[self._kind], *NAMES[self._kind])]
            program = self._programs[self._kind, variant]
            # The driver removes attributes that a variant does not use.
            self._arrays[variant] = self._ctx.vertex_array(program, content, skip_errors=True)
        return self._arrays[variant]


def _join(parts: Sequence[Rows]) -> Rows:
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else NOTHING
