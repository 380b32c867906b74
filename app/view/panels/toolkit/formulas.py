"""Formulas in texts of the window and of films: rasterised once for each size, in white, and tinted when drawn.

Each Dear ImGui context has its own `FormulaTextures`, which `ImGuiContext` makes current with the context.
"""

from functools import lru_cache
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from imgui_bundle import ImVec2, imgui
from PIL import Image, ImageDraw

from gjkscope.app.base.formulas import EM, Formula, contours

GROWTH = 0.92  # of an em of formulas relative to a text height: their small letters are as high as Roboto's
FINENESS = 8  # samples per pixel and axis: 64 levels of grey
MOST = 64  # textures of a context; more are sizes that a window had while it was resized
CLEAR = 1  # pixels around a formula, so that its edges blend with nothing
WHITE = 255


@runtime_checkable
class FormulaCanvas(Protocol):
    """A canvas that draws formulas as outlines, like `SvgCanvas`."""

    def add_formula(self, formula: Formula, baseline: ImVec2, em: float, color: int) -> None: ...


class Raster(NamedTuple):
    """The coverage of a formula, from 0 to 255, and where its top left corner lies from the start of the baseline."""

    coverage: np.ndarray
    left: int
    top: int


class FormulaTextures:
    """The textures of a Dear ImGui context, which must be current in every call."""

    def __init__(self) -> None:
        self._textures: dict[tuple[Formula, int], tuple[imgui.ImTextureData, Raster]] = {}
        self._retired: list[imgui.ImTextureData] = []

    def texture(self, formula: Formula, em: int) -> tuple[imgui.ImTextureData, Raster]:
        """The formula at `em` pixels per em."""
        found = self._textures.get((formula, em))
        if found is None:
            if len(self._textures) >= MOST:
                self._retire()
            raster = rasterised(formula, em)
            found = self._textures[formula, em] = (_uploaded(raster.coverage), raster)
        return found

    def begin_frame(self) -> None:
        """Has retired textures released when this frame is rendered, and forgets those that have been."""
        for texture in list(self._retired):
            if texture.status == imgui.ImTextureStatus.destroyed:
                imgui.internal.unregister_user_texture(texture)
                self._retired.remove(texture)
            elif texture.status == imgui.ImTextureStatus.ok:
                texture.unused_frames = 1  # the backend releases only what the last frame did not use
                texture.want_destroy_next_frame = True  # or it would be created again
                texture.set_status(imgui.ImTextureStatus.want_destroy)

    def _retire(self) -> None:
        """Retires all textures: this frame may still refer to them, the next one does not."""
        self._retired += [texture for texture, _ in self._textures.values()]
        self._textures.clear()


_current = [FormulaTextures()]


def make_current(textures: FormulaTextures) -> None:
    _current[0] = textures


def formula_em(size: float) -> int:
    """The pixels per em of formulas in text that is `size` pixels high."""
    return max(round(GROWTH * size), 1)


def formula_width(formula: Formula, size: float) -> float:
    """How far the text after the formula moves to the right, pixels."""
    return (formula.left + formula.width) * formula_em(size)


def draw_formula(canvas: imgui.ImDrawList, formula: Formula, baseline: ImVec2, size: float, color: int) -> None:
    """Draws the formula in text `size` pixels high, from the left end of its baseline, with its pixels on those of the
    screen.
    """
    em = formula_em(size)
    if isinstance(canvas, FormulaCanvas):
        canvas.add_formula(formula, baseline, em, color)
        return
    texture, raster = _current[0].texture(formula, em)
    left, top = round(baseline.x) + raster.left, round(baseline.y) + raster.top
    high, wide = raster.coverage.shape
    corners = ImVec2(left, top), ImVec2(left + wide, top + high)
    canvas.add_image(texture.get_tex_ref(), *corners, ImVec2(0, 0), ImVec2(1, 1), color)


@lru_cache(maxsize=MOST)
def rasterised(formula: Formula, em: int) -> Raster:
    """The formula at `em` pixels per em: outlines are filled at `FINENESS` times the size, and averaged."""
    left, top = int(formula.left * em // 1) - CLEAR, int(formula.top * em // 1) - CLEAR
    wide = int(-(-(formula.left + formula.width) * em // 1)) + CLEAR - left
    high = int(-(-formula.depth * em // 1)) + CLEAR - top
    fine = Image.new("L", (wide * FINENESS, high * FINENESS))
    scale = FINENESS * em / EM
    for outline in formula.glyphs:
        _fill(fine, outline, scale, (left * FINENESS, top * FINENESS))
    return Raster(np.asarray(fine.reduce(FINENESS)), left, top)


def _fill(picture: Image.Image, outline: str, scale: float, origin: tuple[int, int]) -> None:
    """Fills an outline where its contours wind around a point: holes run the other way, and strokes may overlap."""
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


def _uploaded(coverage: np.ndarray) -> imgui.ImTextureData:
    """A texture of white pixels with this opacity, registered with the context: its backend uploads it."""
    high, wide = coverage.shape
    texture = imgui.ImTextureData()
    texture.create(imgui.ImTextureFormat.rgba32, wide, high)
    pixels = texture.get_pixels_array().reshape(high, wide, 4)
    pixels[..., :3], pixels[..., 3] = WHITE, coverage
    imgui.internal.register_user_texture(texture)
    return texture
