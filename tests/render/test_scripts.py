"""Texts in other scripts: drawn with a font of the system, joined and in visual order."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast
from xml.etree.ElementTree import Element

import moderngl
import numpy as np
import pytest
import ziafont
from imgui_bundle import imgui

from gjkscope.app.base import system_fonts
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.base.system_fonts import FontFace
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.share.export.vector.canvas import SvgCanvas
from gjkscope.app.view.panels.toolkit.fallback_fonts import cover_names
from gjkscope.app.view.panels.toolkit.imgui_context import OffscreenImGui
from gjkscope.app.view.panels.toolkit.markdown import draw_markdown
from gjkscope.app.view.panels.toolkit.shaped_text import is_shaped, shaped_width
from gjkscope.app.view.panels.viewport.styled_text import Inks, draw_lines, in_visual_order, styled_lines, styled_words

WHITE = Inks((1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0))
LETTER = "\u0628"  # beh, whose form in a word differs from that alone


@pytest.fixture
def gui(monkeypatch: pytest.MonkeyPatch) -> Iterator[OffscreenImGui]:
    """Dear ImGui on a system whose only font is DejaVu Sans, which has Arabic."""
    face = FontFace(str(Path(ziafont.__file__).with_name("fonts") / "DejaVuSans.ttf"))
    monkeypatch.setattr(system_fonts, "system_faces", lambda _: iter((face,)))
    caches = (system_fonts.system_face, system_fonts._faces_for, is_shaped)
    for cached in caches:
        cached.cache_clear()
    graphics = moderngl.create_standalone_context(backend="egl", require=330)
    gui = OffscreenImGui((320, 200))
    yield gui
    gui.close()
    graphics.release()
    for cached in caches:
        cached.cache_clear()


def test_names_and_texts_get_a_font_when_they_need_it(gui: OffscreenImGui) -> None:
    scene = replace(open_files([resource("assets", "scenes", "sphere-box.json")]), name="A")
    fonts = gui.fonts
    with gui.frame(None):
        cover_names(scene, fonts)
        assert not fonts.regular.font.is_glyph_in_font(ord(LETTER))
        for _ in range(3):
            cover_names(replace(scene, name=LETTER), fonts)
        assert all(face.font.is_glyph_in_font(ord(LETTER)) for face in (fonts.regular, fonts.bold, fonts.mono))
        assert fonts.regular.font.sources.size() == 5, "added once"
        draw_markdown(f"**{LETTER}** and *{LETTER}*")


def test_joined_letters_are_narrower_than_single_ones(gui: OffscreenImGui) -> None:
    assert shaped_width(3 * LETTER, 40.0) < 0.9 * 3 * shaped_width(LETTER, 40.0)


def test_a_word_is_drawn_as_wide_as_it_is_measured(gui: OffscreenImGui) -> None:
    target = moderngl.get_context().simple_framebuffer((320, 200))
    target.clear()
    with gui.frame(target):
        lines = styled_lines("المسافة", 300.0, 40.0, gui.fonts)
        draw_lines(imgui.get_foreground_draw_list(), lines, (160.0, 40.0), WHITE, gui.fonts)
    _, columns = np.nonzero(np.frombuffer(target.read(components=1), np.uint8).reshape(200, 320) > 60)
    half = shaped_width("المسافة", 40.0) / 2
    assert columns.min() == pytest.approx(160 - half, abs=4)
    assert columns.max() == pytest.approx(160 + half, abs=4)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("one two", "one two"),
        ("اب جد هو", "هو جد اب"),
        ("اب A − B جد", "جد A − B اب"),
        ("see اب جد now", "see جد اب now"),
        ("اب one two", "one two اب"),
    ],
)
def test_words_are_in_visual_order(text: str, wanted: str) -> None:
    assert [word.text for word in in_visual_order(list(styled_words(text)))] == wanted.split()


def test_a_word_keeps_what_is_glued_to_it() -> None:
    words = in_visual_order(list(styled_words("اب **جد**. هو")))
    joined = "".join(word.text if word.glued else f" {word.text}" for word in words)
    assert joined == "هو .جد اب"


def test_svg_pictures_leave_shaping_to_their_reader(gui: OffscreenImGui) -> None:
    root = Element("svg")
    canvas = cast(imgui.ImDrawList, SvgCanvas(root, Element("defs"), gui.fonts))
    with gui.frame(None):
        draw_lines(canvas, styled_lines("اب", 300.0, 20.0, gui.fonts), (150.0, 20.0), WHITE, gui.fonts)
    (text,) = root.findall("text")
    assert (text.text, text.get("textLength")) == ("اب", None)
