"""Draws a state as SVG: the views side by side, the verdict above them, the step's sentence below.

It shows what `FigureRenderer` paints, except for the ground, its shadows, and the opening of A − B around the origin.
"""

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import NamedTuple, cast
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import moderngl
from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.base.records import replace
from gjkscope.app.share.export import figure
from gjkscope.app.share.export.vector.canvas import SvgCanvas, paint, svg_number
from gjkscope.app.share.export.vector.view import draw_view
from gjkscope.app.state.actions import SetVisible, update
from gjkscope.app.state.model import State, View
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.fallback_fonts import cover_names
from gjkscope.app.view.panels.toolkit.imgui_context import OffscreenImGui
from gjkscope.app.view.panels.toolkit.overlay import pack_color, text_width
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui, emphasis, text_scale
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS, draw_overlay, seen_camera
from gjkscope.app.view.renderer.context import create_headless_context
from gjkscope.app.view.renderer.renderer import Background, Renderer
from gjkscope.app.view.words.captions import sentence_below
from gjkscope.app.view.words.titles import view_title
from gjkscope.engine.shapes.qhull import load_qhull

NAMESPACE = "http://www.w3.org/2000/svg"
LINE_HEIGHT = 1.17  # of the sentence, relative to its size in Dear ImGui

Drawing = Generator[float, None, bytes]
"""Draws view by view: yields progress from 0 to 1, and finally returns the file."""


class Pane(NamedTuple):
    """A view in the figure, and the elements for its image and for what lies over it."""

    view: View
    rect: Rect
    image: Element
    over: Element


def drawing(
    state: State,
    views: Sequence[View],
    size: tuple[int, int],
    words: bool = True,
    transparent: bool = False,
    graphics: moderngl.Context | None = None,
) -> Drawing:
    """Draws the state as an SVG of `size`, whose units are pixels.

    `words`: with the verdict above and the step's sentence below; `transparent`: with no background.  Text is measured
    with Dear ImGui, which needs an OpenGL context: its own, or `graphics`, which must be current and is left open.
    Raises `NoGraphics` if there is none.
    """
    load_qhull()  # A − B is drawn as a hull
    for part in ("grid", "origin_floor"):
        state = update(state, SetVisible(part, shown=False))
    root, definitions = _root(state, size)
    background = BACKGROUNDS[state.appearance.theme]
    with closing(TextLayout(size, graphics)) as layout:
        panes = layout.lay_out(state, views, root, definitions, words, transparent)
        for done, pane in enumerate(panes):
            yield done / len(panes)
            if not transparent:
                _gradient(pane, definitions, background)
            camera, scale = seen_camera(state, pane.view, pane.rect), layout.mark_scale(state)
            draw_view(pane.image, drawing_of(state, pane.view), camera, pane.rect, scale, background)
    yield 1.0
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def draw_svg(state: State, views: Sequence[View], size: tuple[int, int], transparent: bool = False) -> bytes:
    """The file of a `drawing`."""
    return figure.finish(drawing(state, views, size, transparent=transparent))


class TextLayout:
    """Places text and overlays of figures of one size, as Dear ImGui measures them."""

    def __init__(self, size: tuple[int, int], graphics: moderngl.Context | None) -> None:
        self._size, self._scale = size, figure.figure_scale(size)
        self._owned = create_headless_context() if graphics is None else None
        self._gui = OffscreenImGui(size, self._scale)

    def mark_scale(self, state: State) -> float:
        return self._scale * text_scale(state) * emphasis(state)

    def lay_out(
        self,
        state: State,
        views: Sequence[View],
        root: Element,
        definitions: Element,
        words: bool,
        transparent: bool,
    ) -> list[Pane]:
        """Adds a pane for each view, with its overlay, and the words around them."""
        scale = self._scale * text_scale(state)
        self._gui.set_style(scale, state.appearance.theme)
        with self._gui.frame(None):
            cover_names(state.document.scene, self._gui.fonts)
            imgui.set_next_window_pos(ImVec2(0, 0))
            imgui.set_next_window_size(ImVec2(*self._size))
            with imgui_ctx.begin("figure", None, figure.FIGURE_FLAGS):
                # The overlays render nothing: they only draw on the canvas.
                ui = Ui(self._gui.fonts, cast(Renderer, None), scale, emphasis=emphasis(state))
                return _Page(state, ui, self._size, root, definitions).draw(views, words, transparent)

    def close(self) -> None:
        self._gui.close()
        if self._owned is not None:
            self._owned.release()


class _Page(NamedTuple):
    """What one figure is drawn from, and its elements."""

    state: State
    ui: Ui
    size: tuple[int, int]
    root: Element
    definitions: Element

    def draw(self, views: Sequence[View], words: bool, transparent: bool) -> list[Pane]:
        if not transparent:
            SubElement(self.root, "rect", _whole(self.size) | paint("fill", _color(tones.ABYSS)))
        lines = self._lines() if words else []
        footer = self._footer_height(lines) if words else 0.0
        header = figure.HEADER * self.ui.scale if words else 0.0
        area = (0.0, header, float(self.size[0]), self.size[1] - header - footer)
        rects = figure.rects(len(views), area, figure.GAP * self.ui.scale)
        panes = [self._pane(view, rect) for view, rect in zip(views, rects, strict=True)]
        if words:
            canvas = self._canvas(SubElement(self.root, "g", {"id": "words"}))
            self._header(canvas)
            self._footer(canvas, lines, footer)
        return panes

    def _canvas(self, group: Element) -> imgui.ImDrawList:
        """Overlays only call what `SvgCanvas` has."""
        return cast(imgui.ImDrawList, SvgCanvas(group, self.definitions, self.ui.fonts))

    def _pane(self, view: View, rect: Rect) -> Pane:
        clip = SubElement(self.definitions, "clipPath", {"id": f"{view.value}-frame"})
        SubElement(clip, "rect", _sides(rect))
        group = SubElement(self.root, "g", {"id": view.value, "clip-path": f"url(#{view.value}-frame)"})
        pane = Pane(view, rect, SubElement(group, "g"), SubElement(group, "g", {"class": "labels"}))
        canvas = self._canvas(pane.over)
        heading = figure.draw_title(canvas, view_title(self.state, view), rect, self.ui)
        ui = replace(self.ui, heading=heading)
        draw_overlay(drawing_of(self.state, view), self.state, view, ui, rect, canvas=canvas)
        return pane

    def _header(self, canvas: imgui.ImDrawList) -> None:
        scale, margin = self.ui.scale, figure.MARGIN * self.ui.scale
        x = margin
        for words, face, tone in figure.headline(self.state, self.ui.fonts):
            size, at = face.drawn_size(scale), ImVec2(x, figure.HEADLINE_TOP * scale)
            canvas.add_text(face.font, size, at, pack_color(theme.rgba(tone)), words)
            x += _width(words, face, scale) + figure.HEADLINE_GAP * scale
        name, face = figure.name_of(self.state), self.ui.fonts.regular
        left = self.size[0] - _width(name, face, scale) - margin
        if left >= x:
            at, dim = ImVec2(left, figure.NAME_TOP * scale), pack_color(theme.rgba(tones.TEXT_DIM))
            canvas.add_text(face.font, face.drawn_size(scale), at, dim, name)

    def _lines(self) -> list[str]:
        """The step's sentence, wrapped."""
        face, room = self.ui.fonts.regular, self.size[0] - 2 * figure.MARGIN * self.ui.scale
        lines = [""]
        for word in sentence_below(self.state).split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and _width(longer, face, self.ui.scale) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _footer_height(self, lines: Sequence[str]) -> float:
        text = len(lines) * LINE_HEIGHT * self.ui.fonts.regular.drawn_size(self.ui.scale)
        needed = text + (figure.FOOTER_TOP + figure.FOOTER_BOTTOM) * self.ui.scale
        return max(figure.FOOTER * self.ui.scale, min(needed, figure.FOOTER_MOST * self.size[1]))

    def _footer(self, canvas: imgui.ImDrawList, lines: Sequence[str], height: float) -> None:
        face, scale, ink = self.ui.fonts.regular, self.ui.scale, pack_color(theme.rgba(tones.TEXT))
        size, top = face.drawn_size(scale), self.size[1] - height + figure.FOOTER_TOP * scale
        for i, line in enumerate(lines):
            at = ImVec2(figure.MARGIN * scale, top + i * LINE_HEIGHT * size)
            canvas.add_text(face.font, size, at, ink, line)


def _width(words: str, face: theme.Typeface, scale: float) -> float:
    return text_width(face.font, face.drawn_size(scale), words)


def _root(state: State, size: tuple[int, int]) -> tuple[Element, Element]:
    """The root with a title and a description for screen readers, and the element for definitions."""
    width, height = map(str, size)
    look = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}", "role": "img"}
    root = Element("svg", {"xmlns": NAMESPACE} | look)
    SubElement(root, "title").text = figure.name_of(state)
    SubElement(root, "desc").text = sentence_below(state)
    return root, SubElement(root, "defs")


def _gradient(pane: Pane, definitions: Element, background: Background) -> None:
    name = f"{pane.view.value}-ground"
    gradient = SubElement(definitions, "linearGradient", {"id": name, "x2": "0", "y2": "1"})
    for offset, color in (("0", background.top), ("1", background.bottom)):
        stop = paint("stop-color", (*color, 1.0))
        SubElement(gradient, "stop", {"offset": offset} | stop)
    SubElement(pane.image, "rect", _sides(pane.rect) | {"fill": f"url(#{name})"})


def _color(tone: tones.Tone) -> Color:
    red, green, blue, alpha = theme.rgba(tone)
    return red, green, blue, alpha


def _whole(size: tuple[int, int]) -> dict[str, str]:
    return {"width": str(size[0]), "height": str(size[1])}


def _sides(rect: Rect) -> dict[str, str]:
    return dict(zip(("x", "y", "width", "height"), map(svg_number, rect), strict=True))
