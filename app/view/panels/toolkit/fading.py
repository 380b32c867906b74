"""Fades a part of what Dear ImGui draws, whatever it contains."""

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import POINTER, c_ubyte, cast

import numpy as np
from imgui_bundle import imgui

ALPHA_AT = imgui.VERTEX_BUFFER_COL_OFFSET + 3  # in a vertex; its colour is RGBA


@contextmanager
def draw_faded(canvas: imgui.ImDrawList, opacity: float) -> Iterator[None]:
    """Draws the block's output on the canvas with that opacity, 0 … 1, relative to its own."""
    first = canvas.vtx_buffer.size()
    yield
    count = canvas.vtx_buffer.size() - first
    if count == 0:
        return
    address = canvas.vtx_buffer.data_address() + first * imgui.VERTEX_SIZE
    vertices = np.ctypeslib.as_array(cast(address, POINTER(c_ubyte)), (count, imgui.VERTEX_SIZE))
    vertices[:, ALPHA_AT] = np.rint(vertices[:, ALPHA_AT] * opacity)
