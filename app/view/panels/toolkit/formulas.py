"""Formulas in texts of the window and of films, and in SVG pictures."""

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from imgui_bundle import ImVec2, imgui

from gjkscope.app.base.formulas import EM, Formula, contours
from gjkscope.app.view.panels.toolkit.rasters import CLEAR, MOST, WHITE, Raster, draw_raster

if TYPE_CHECKING:  # imported when a formula is drawn
    from PIL import Image

GROWTH = 0.92  # of an em of formulas relative to a text height: their small letters are as high as Roboto's
FINENESS = 8  # samples per pixel and axis: 64 levels of grey


@runtime_checkable
class FormulaCanvas(Protocol):
    """A canvas that draws formulas as outlines, like `SvgCanvas`."""

    def add_formula(self, formula: Formula, baseline: ImVec2, em: float, color: int) -> None: ...


def formula_em(size: float) -> int:
    """The pixels per em of formulas in text that is `size` pixels high."""
    return max(round(GROWTH * size), 1)


def formula_width(formula: Formula, size: float) -> float:
    """How far the text after the formula moves to the right, pixels."""
    return (formula.left + formula.width) * formula_em(size)


def draw_formula(canvas: imgui.ImDrawList, formula: Formula, baseline: ImVec2, size: float, color: int) -> None:
    """Draws the formula in text `size` pixels high, from the left end of its baseline."""
    em = formula_em(size)
    if isinstance(canvas, FormulaCanvas):
        canvas.add_formula(formula, baseline, em, color)
        return
    draw_raster(canvas, (formula, em), lambda: rasterised(formula, em), baseline, color)


@lru_cache(maxsize=MOST)
def rasterised(formula: Formula, em: int) -> Raster:
    """The formula at `em` pixels per em: outlines are filled at `FINENESS` times the size, and averaged."""
    from PIL import Image

    left, top = int(formula.left * em // 1) - CLEAR, int(formula.top * em // 1) - CLEAR
    wide = int(-(-(formula.left + formula.width) * em // 1)) + CLEAR - left
    high = int(-(-formula.depth * em // 1)) + CLEAR - top
    fine = Image.new("L", (wide * FINENESS, high * FINENESS))
    scale = FINENESS * em / EM
    for outline in formula.glyphs:
        _fill(fine, outline, scale, (left * FINENESS, top * FINENESS))
    return Raster(np.asarray(fine.reduce(FINENESS)), left, top)


def _fill(picture: "Image.Image", outline: str, scale: float, origin: tuple[int, int]) -> None:
    """Fills an outline where its contours wind around a point: holes run the other way, and strokes may overlap."""
    from PIL import Image, ImageDraw

    lines = [[(x * scale - origin[0], y * scale - origin[1]) for x, y in line] for line in contours(outline)]
    if not lines:
        return
    places = np.concatenate([np.array(line) for line in lines])
    low, far = np.floor(places.min(0)).astype(int), np.ceil(places.max(0)).astype(int)
    size = (int(far[0] - low[0]) + 1, int(far[1] - low[1]) + 1)
    winding = np.zeros(size[::-1], np.int8)
    for line in lines:
        contour = Image.new("1", size)
        ImageDraw.Draw(contour).polygon([(x - low[0], y - low[1]) for x, y in line], fill=1)
        winding += np.asarray(contour) * np.int8(1 if _runs_clockwise(line) else -1)
    picture.paste(WHITE, (int(low[0]), int(low[1])), Image.fromarray(winding != 0))


def _runs_clockwise(line: list[tuple[float, float]]) -> bool:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(line, line[1:] + line[:1], strict=True)) > 0
