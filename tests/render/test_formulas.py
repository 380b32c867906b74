"""Formulas in the window, in films and in SVG pictures."""

from collections.abc import Iterator
from typing import cast
from xml.etree.ElementTree import Element

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from imgui_bundle import ImVec2, imgui

from gjkscope.app.base.formulas import typeset
from gjkscope.app.share.export.vector.canvas import SvgCanvas
from gjkscope.app.view.panels.toolkit import rasters
from gjkscope.app.view.panels.toolkit.formulas import draw_formula, rasterised
from gjkscope.app.view.panels.toolkit.imgui_context import SETTLING_FRAMES, OffscreenImGui
from gjkscope.app.view.panels.toolkit.markdown import draw_markdown
from gjkscope.app.view.panels.toolkit.rasters import CLEAR
from gjkscope.app.view.panels.viewport.styled_text import LEADING, Inks, draw_lines, lines_size, styled_lines

SIZE = (320, 200)
WHITE = Inks((1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0))


class Sheet:
    """An empty picture with Dear ImGui."""

    def __init__(self) -> None:
        self.ctx = moderngl.create_standalone_context(backend="egl", require=330)
        self.target = self.ctx.framebuffer([self.ctx.texture(SIZE, 4)])
        self.gui = OffscreenImGui(SIZE)

    def ink(self) -> npt.NDArray[np.bool_]:
        """Where something is drawn: rows from the top."""
        pixels = np.frombuffer(self.target.read(components=3), np.uint8).reshape(SIZE[1], SIZE[0], 3)
        return pixels[::-1].max(axis=2) > 60


@pytest.fixture
def sheet() -> Iterator[Sheet]:
    sheet = Sheet()
    sheet.target.clear()
    yield sheet
    sheet.gui.close()
    sheet.ctx.release()


def test_strokes_that_overlap_stay_filled_and_holes_open() -> None:
    """Bars that grow with their formula are made of parts that overlap; an even-odd rule would leave gaps."""
    bars = rasterised(typeset(r"\lVert d \rVert", display=True), 40).coverage
    (columns,) = np.nonzero((bars > 200).mean(axis=0) > 0.6)
    assert len(columns) >= 4, "four bars that are solid over most of the height"
    zero = rasterised(typeset("0"), 60).coverage
    assert zero[zero.shape[0] // 2, zero.shape[1] // 2] == 0
    assert zero[CLEAR + 1].max() > 200


def test_a_formula_is_drawn_in_its_first_frame_with_the_colour_of_the_text(sheet: Sheet) -> None:
    formula = typeset("x + y")
    with sheet.gui.frame(sheet.target):
        draw_formula(imgui.get_foreground_draw_list(), formula, ImVec2(100, 100), 40.0, 0xFF00FF00)
    pixels = np.frombuffer(sheet.target.read(components=3), np.uint8).reshape(-1, 3)
    assert pixels[:, 1].max() == 255
    assert pixels[:, (0, 2)].max() == 0


def test_textures_are_released_while_a_window_is_resized(sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rasters, "MOST", 3)
    formula = typeset("x")
    for size in range(20, 40):
        sheet.target.clear()
        with sheet.gui.frame(sheet.target):
            draw_formula(imgui.get_foreground_draw_list(), formula, ImVec2(50, 90), float(size), 0xFFFFFFFF)
        assert sheet.ink().any()
    textures = rasters._current[0]
    assert len(textures._textures) <= 3
    assert len(textures._retired) <= 3


def test_a_line_makes_room_for_a_high_formula(sheet: Sheet) -> None:
    with sheet.gui.frame(sheet.target):
        fonts = sheet.gui.fonts
        low, high = (styled_lines(text, 300.0, 20.0, fonts) for text in ("a $x$", r"a $\frac{x}{\frac{y}{z}}$ b"))
        assert lines_size(low, fonts)[1] == pytest.approx(LEADING * 20)
        assert lines_size(high, fonts)[1] > 1.2 * LEADING * 20
        draw_lines(imgui.get_foreground_draw_list(), high, (160.0, 80.0), WHITE, fonts)
        width, height = lines_size(high, fonts)
    rows, columns = np.nonzero(sheet.ink())
    assert 80 <= rows.min() < rows.max() < 80 + height
    assert 159 - width / 2 <= columns.min() < columns.max() <= 161 + width / 2


def test_a_formula_in_markdown_stays_in_its_column(sheet: Sheet) -> None:
    for target in (*[None] * SETTLING_FRAMES, sheet.target):
        with sheet.gui.frame(target):
            imgui.set_next_window_pos((0, 0))
            imgui.set_next_window_size((150, 200))
            imgui.begin("Lesson", None, imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_background)
            draw_markdown(r"All of it: $A - B = \{a - b\}$ and more")
            below = imgui.get_cursor_pos_y()
            imgui.end()
    rows, columns = np.nonzero(sheet.ink())
    assert columns.max() < 150
    assert rows.max() <= below
    assert below > 2 * imgui.get_style().font_size_base, "the formula is on a line of its own"


def test_a_formula_in_an_svg_picture_is_a_path_named_by_its_source(sheet: Sheet) -> None:
    root = Element("svg")
    canvas = cast(imgui.ImDrawList, SvgCanvas(root, Element("defs"), sheet.gui.fonts))
    with sheet.gui.frame(None):
        lines = styled_lines("depth $d_1$", 300.0, 20.0, sheet.gui.fonts)
        draw_lines(canvas, lines, (150.0, 20.0), WHITE, sheet.gui.fonts)
    (group,) = root.findall("g")
    assert (group.get("role"), group.get("aria-label")) == ("img", "d_1")
    (path,) = group.findall("path")
    assert path.get("d") == typeset("d_1").path
    assert path.get("fill") == "#ffffff"
