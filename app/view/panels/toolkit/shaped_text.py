"""Words whose letters join, stack or run from right to left: Pillow shapes them with Raqm, as Dear ImGui cannot."""

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from imgui_bundle import ImVec2, imgui

from gjkscope.app.base.system_fonts import can_shape, needs_shaping, system_face
from gjkscope.app.view.panels.toolkit.rasters import CLEAR, WHITE, Raster, draw_raster

if TYPE_CHECKING:  # imported when such a word is drawn
    from PIL import ImageFont

EM = 0.85  # of an em relative to a text height: Roboto's


@runtime_checkable
class ShapingCanvas(Protocol):
    """A canvas whose reader shapes text, like `SvgCanvas`."""

    def add_shaped_text(self, text: str, baseline: ImVec2, em: float, color: int) -> None: ...


@lru_cache(maxsize=1024)
def is_shaped(word: str) -> bool:
    """Whether this module draws the word: it needs shaping, and there are a font and the libraries for it."""
    return needs_shaping(word) and can_shape() and _font(word, 1) is not None


def shaped_width(word: str, size: float) -> float:
    """How far the text beside the word is moved, pixels."""
    font = _font(word, _em(size))
    return float(font.getlength(word)) if font is not None else 0.0


def draw_shaped(canvas: imgui.ImDrawList, word: str, baseline: ImVec2, size: float, color: int) -> None:
    """Draws the word from the left end of its baseline, in text `size` pixels high."""
    if isinstance(canvas, ShapingCanvas):
        canvas.add_shaped_text(word, baseline, EM * size, color)
    else:
        draw_raster(canvas, (word, _em(size)), lambda: _rasterised(word, _em(size)), baseline, color)


def _em(size: float) -> int:
    return max(round(EM * size), 1)


@lru_cache(maxsize=256)
def _font(word: str, em: int) -> "ImageFont.FreeTypeFont | None":
    """The font of the first letter that the shipped fonts lack."""
    from PIL import ImageFont

    faces = (system_face(letter) for letter in word if needs_shaping(letter))
    face = next((face for face in faces if face is not None), None)
    if face is None:
        return None
    return ImageFont.truetype(face.path, em, face.number, layout_engine=ImageFont.Layout.RAQM)


def _rasterised(word: str, em: int) -> Raster:
    from PIL import Image, ImageDraw

    font = _font(word, em)
    assert font is not None, "is_shaped"
    left, top, right, bottom = font.getbbox(word, anchor="ls")
    corner = int(left // 1) - CLEAR, int(top // 1) - CLEAR
    size = int(-(-right // 1)) + CLEAR - corner[0], int(-(-bottom // 1)) + CLEAR - corner[1]
    picture = Image.new("L", size)
    ImageDraw.Draw(picture).text((-corner[0], -corner[1]), word, WHITE, font, anchor="ls")
    return Raster(np.asarray(picture), *corner)
