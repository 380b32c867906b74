"""`Batch`: a GPU buffer of rows of one kind, the retained ones first, then those that change every frame."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

import moderngl
import numpy as np

from gjkscope.app.view.renderer.passes import Passes
from gjkscope.app.view.renderer.rows import FORMATS, MARKS, NAMES, SURFACE, Rows

Programs = Mapping[tuple[str, str], moderngl.Program]  # by kind and variant, e.g. ("stroke", "COLOR")

# The variants of `emit.glsl` used for each kind; CAST is for the shadow on the ground.
VARIANTS = {
    SURFACE: ("COLOR", "LAYERS", "LAYERS SINGLE", "LIGHT", "LIGHT SINGLE", "DIM", "CAST"),
    **dict.fromkeys(MARKS, ("COLOR", "HALO", "DEPTH", "VEILED")),
}


NOTHING = np.empty((0, 0), dtype=np.float32)


class RowBatch(NamedTuple):
    """Retained rows, which stay the same as long as their key does."""

    key: Hashable
    rows: Callable[[], Rows]


class Batch:
    """One buffer, and the vertex arrays that read it."""

    def __init__(self, ctx: moderngl.Context, programs: Programs, kind: str) -> None:
        self._is_surface = kind == SURFACE
        self._room = 1  # bytes
        self._buffer = ctx.buffer(reserve=self._room, dynamic=True)
        content = [(self._buffer, FORMATS[kind], *NAMES[kind])]
        # The driver removes attributes that a variant does not use.
        self._arrays = {v: ctx.vertex_array(programs[kind, v], content, skip_errors=True) for v in VARIANTS[kind]}
        self._keys: list[Hashable] = []
        self._kept = NOTHING
        self.count = 0

    def fill(self, passes: Passes, kept: Sequence[RowBatch], changing: Sequence[Rows]) -> None:
        """Uploads the changing rows, and the retained ones only if their keys have changed."""
        keys = [part.key for part in kept]
        same = keys == self._keys
        if not same:
            self._keys = keys
            self._kept = _join([part.rows() for part in kept])
        rows = _join(changing)
        self.count = len(self._kept) + len(rows)
        if self._kept.nbytes + rows.nbytes > self._room:
            self._room = 2 * (self._kept.nbytes + rows.nbytes)
            passes.add(self._buffer.orphan, self._room)
            same = False
        if len(self._kept) and not same:
            passes.add(self._buffer.write, self._kept)
        if len(rows):
            passes.add(self._buffer.write, rows, self._kept.nbytes)

    def draw(self, passes: Passes, variant: str) -> None:
        if self._is_surface:
            passes.add(self._arrays[variant].render, moderngl.TRIANGLES, self.count)
        else:
            passes.add(self._arrays[variant].render, moderngl.TRIANGLE_STRIP, 4, 0, self.count)  # one quad per row

    def release(self) -> None:
        for array in self._arrays.values():
            array.release()
        self._buffer.release()


def _join(parts: Sequence[Rows]) -> Rows:
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else NOTHING
