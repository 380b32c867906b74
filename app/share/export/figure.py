"""Renders a state without a window: the views side by side, the verdict above them, the step's sentence below."""

from collections.abc import Callable, Generator, Sequence
from typing import Self, TypeVar

import moderngl
import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.ask.runs.choices import REPORT, Run
from gjkscope.app.base.records import replace
from gjkscope.app.state.inspection.reports import iterated_report
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, run_options, step_record
from gjkscope.app.state.model import EarlierViews, State, Theme, View
from gjkscope.app.state.model.demo import Caption
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.fallback_fonts import cover_names
from gjkscope.app.view.panels.toolkit.imgui_context import SETTLING_FRAMES, OffscreenImGui
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.tile import Tile, tiles
from gjkscope.app.view.panels.toolkit.ui import Backdrop, Rect, Size, Ui, emphasis, text_scale
from gjkscope.app.view.panels.viewport.caption import PRESENTED, band_height, draw_band
from gjkscope.app.view.panels.viewport.cards import card_boxes, draw_cards
from gjkscope.app.view.panels.viewport.panes import draw_panes
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS, draw_image, draw_overlay, remaining_rect
from gjkscope.app.view.renderer.context import create_headless_context
from gjkscope.app.view.renderer.renderer import Background, Renderer, Rgb
from gjkscope.app.view.words.broad import comparisons_words
from gjkscope.app.view.words.captions import sentence_below, visible_caption
from gjkscope.app.view.words.titles import TITLES, view_title
from gjkscope.app.view.words.verdict import distance_text, option_labels
from gjkscope.engine.broadphase import BroadTrace
from gjkscope.engine.evidence.explain import verdict_words
from gjkscope.engine.shapes.qhull import load_qhull

HEADER, FOOTER, MARGIN, GAP = 54.0, 66.0, 14.0, 6.0
HEADLINE_TOP, HEADLINE_GAP, NAME_TOP = 12.0, 18.0, 18.0
FOOTER_TOP, FOOTER_BOTTOM = 11.0, 8.0  # distance of the sentence from the edges of the footer
FOOTER_MOST = 0.4  # of the picture's height, so that the views remain visible
STEP_TEXT = 0.8  # height of the step's sentence in a film, relative to captions: it is longer
# The height of the smallest text in a film, relative to its shorter side: 11 pixels at 640 × 360, on a phone.
FILM_TEXT = 0.031
LARGEST_TILE = 1280  # pixels; buffers take about a hundred bytes per pixel
FRONT_FRAMES = 4  # frames until a tab is in front and all panels have settled
TITLE_TOP = 10.0  # distance of a view's title from the top of the view
# The width at which text has its normal size; text scales with larger pictures.
REFERENCE_WIDTH = 1280.0
BLACK, WHITE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)

Painting = Generator[float, None, npt.NDArray[np.uint8]]
"""Paints a picture tile by tile: yields progress from 0 to 1, and finally returns the picture."""

Picture = TypeVar("Picture")
Foot = Callable[[State, Ui, tuple[int, int]], float]
"""Draws what is below the views of a picture of that size; returns its height in pixels."""


class FigureRenderer:
    """Renders pictures of one size, of any state.  A context manager, as it owns an OpenGL context.

    Raises `NoGraphics` if rendering is not available.
    """

    def __init__(
        self, size: tuple[int, int], graphics: moderngl.Context | None = None, side: int = LARGEST_TILE
    ) -> None:
        """Uses its own context, or `graphics`, which must be current and is left open.

        Pictures are painted in tiles of `side` pixels.
        """
        self._size = size
        self._tiles = tuple(tiles(size, side))
        self._owned = graphics is None
        self._graphics = graphics or create_headless_context()
        scale = figure_scale(size)
        self._gui = OffscreenImGui(size, scale)
        self._renderer = Renderer(self._graphics)
        self._picture = self._graphics.texture((min(size[0], side), min(size[1], side)), 4)
        self._canvas = self._graphics.framebuffer([self._picture])
        self._scale = scale
        self._style: tuple[float, Theme] | None = None  # of the last picture; a new one must settle first

    def render(
        self, state: State, views: tuple[View, ...], words: bool = True, transparent: bool = False
    ) -> npt.NDArray[np.uint8]:
        """The picture as bytes, top row first: (height, width, 3), or 4 channels with opacity last.

        `words`: with the verdict above and the step's sentence below; `transparent`: with no background.
        """
        return finish(self.painting(state, views, words, transparent))

    def painting(self, state: State, views: tuple[View, ...], words: bool, transparent: bool) -> Painting:
        """Like `render`, but incremental."""

        def draw(ui: Ui) -> None:
            _draw(state, ui, self._size, views, _draw_footer if words else None)

        return self._transparent(state, draw) if transparent else self._painting(state, draw)

    def render_film(self, state: State, transparent: bool = False) -> npt.NDArray[np.uint8]:
        """The picture in a film: the views that the state shows, and below them the caption, or the step's sentence."""

        def draw(ui: Ui) -> None:
            least = FILM_TEXT * min(self._size) / ui.scale  # at 100 %
            regular = max(ui.fonts.regular.size, least)
            legible = replace(
                ui,
                emphasis=max(ui.emphasis, least / ui.fonts.regular.size),
                corners=max(1.0, least / ui.fonts.small.size),
            )
            with imgui_ctx.push_font(ui.fonts.regular.font, regular):
                _draw(state, legible, self._size, state.display.layout.views, _draw_band)

        picture = finish(self._transparent(state, draw) if transparent else self._painting(state, draw, fast=True))
        if state.earlier is None:
            return picture
        before = self.render_film(_earlier_picture(state.earlier, state), transparent)
        return blend(picture, before, state.earlier.shown)

    def render_window(self, state: State, panel: str = "") -> npt.NDArray[np.uint8]:
        """The entire user interface as in a window of that size, with the panel's tab in front.

        The layout starts from scratch: scroll bars, plots and what avoids a caption depend on earlier frames, but a
        picture must depend on its state alone.
        """

        from gjkscope.app.view.panels.shell.layout import (
            draw_layout,  # imports all panels, which a picture of the views does not need
        )
        from gjkscope.app.view.panels.toolkit.panels import tab_of, with_panel
        from gjkscope.app.view.panels.toolkit.refresh import Refresh

        if panel:
            state = with_panel(state, panel)

        def draw(ui: Ui) -> None:
            draw_layout(state, ui, Refresh(ui.jobs, TITLES.values()), lambda _: state)
            if panel:
                imgui.set_window_focus(tab_of(panel, state.workspace).title)

        load_qhull()  # load it now: no first frame is waiting for it, and no picture may lack the hull
        self._gui.close()
        self._gui, self._style = OffscreenImGui(self._size, self._scale), None
        for _ in range(FRONT_FRAMES):
            self._lay_out(state, draw)
        return finish(self._painting(state, draw, tones.BACKGROUND))

    def _painting(
        self, state: State, draw: Callable[[Ui], object], behind: tones.Tone = tones.ABYSS, fast: bool = False
    ) -> Painting:
        """Paints tile by tile; `behind` is the background colour; `fast` as in `_tile`."""
        picture = np.empty((*self._size[::-1], 3), np.uint8)
        for done, tile in enumerate(self._tiles, 1):
            picture[tile.place] = self._tile(state, tile, draw, None, behind, fast)
            yield done / len(self._tiles)
        return picture

    def _transparent(self, state: State, draw: Callable[[Ui], object]) -> Painting:
        picture = np.empty((*self._size[::-1], 4), np.uint8)
        for done, tile in enumerate(self._tiles, 1):
            black = self._tile(state, tile, draw, _plain(BLACK, state.appearance.theme))
            yield (done - 0.5) / len(self._tiles)
            white = self._tile(state, tile, draw, _plain(WHITE, state.appearance.theme))
            picture[tile.place] = with_opacity(black.astype(np.float64), white.astype(np.float64))
            yield done / len(self._tiles)
        return picture

    def _lay_out(self, state: State, draw: Callable[[Ui], object]) -> None:
        """A frame that is not drawn, for the layout of the next."""
        ui = self._ui(state)
        with self._gui.frame(None):
            cover_names(state.document.scene, ui.fonts)
            draw(ui)

    def _tile(
        self,
        state: State,
        tile: Tile,
        draw: Callable[[Ui], object],
        ground: Background | None,
        behind: tones.Tone = tones.ABYSS,
        fast: bool = False,
    ) -> npt.NDArray[np.uint8]:
        """A tile's pixels, (height, width, 3), a copy; `ground` is the background, if any.

        `fast`: the views are copied into a picture of a single tile, below all else.  For a software renderer, this
        takes a tenth of the time of drawing them as textures.
        """
        settling = 0 if self._style_of(state) == self._style else SETTLING_FRAMES
        backdrops: list[Backdrop] | None = [] if fast else None
        ui = replace(self._ui(state), ground=ground, tile=tile, backdrops=backdrops)
        for target in (*[None] * settling, self._canvas):
            self._canvas.clear(*(ground.bottom if ground else theme.rgba(behind)))
            if backdrops is not None:
                backdrops.clear()
            with self._gui.frame(target, tile):
                cover_names(state.document.scene, ui.fonts)
                draw(ui)
                if target is not None:
                    self._renderer.draw_ordered()
                    self._lay_down(backdrops or ())
        pixels = self._canvas.read((tile.width, tile.height), components=3, alignment=1)
        return np.frombuffer(pixels, dtype=np.uint8).reshape(tile.height, tile.width, 3)[::-1]

    def _ui(self, state: State) -> Ui:
        """The drawing context in the style of the state, which it sets."""
        self._style = self._style_of(state)
        self._gui.set_style(*self._style)
        return Ui(self._gui.fonts, self._renderer, self._style[0], emphasis=emphasis(state))

    def _style_of(self, state: State) -> tuple[float, Theme]:
        return self._scale * text_scale(state), state.appearance.theme

    def _lay_down(self, backdrops: Sequence[Backdrop]) -> None:
        """Copies the images of the views into the picture.  moderngl cannot copy between framebuffers to an offset."""
        for image, (left, bottom) in backdrops:
            pixels = image.picture.read(components=4)
            self._picture.write(pixels, viewport=(left, bottom, *image.size))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._renderer.release()
        self._gui.close()
        for part in (self._picture, self._canvas):
            part.release()
        if self._owned:
            self._graphics.release()


def figure_scale(size: tuple[int, int]) -> float:
    """The scale of text and margins in a picture of that size."""
    return max(0.5, round(size[0] / REFERENCE_WIDTH * 4) / 4)


def _plain(color: Rgb, shown: Theme) -> Background:
    """A background of one colour, in front of which everything is drawn as in the theme."""
    return replace(BACKGROUNDS[shown], top=color, bottom=color)


def finish(painting: Generator[float, None, Picture]) -> Picture:
    """Paints without interruption, and returns the picture."""
    while True:
        try:
            next(painting)
        except StopIteration as end:
            picture: Picture = end.value
            return picture


def with_opacity(black: npt.NDArray[np.float64], white: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """One picture with opacity from the same picture over black and over white; 0 … 255.

    A pixel with transmittance t is t · 255 brighter over white.  (A. R. Smith, J. F. Blinn, Blue screen matting,
    SIGGRAPH 1996: with two backgrounds the problem has a unique solution.)
    """
    opacity = np.clip(1 - (white - black).mean(axis=-1, keepdims=True) / 255, 0.0, 1.0)
    color = np.divide(black, opacity, out=np.zeros_like(black), where=opacity > 0)
    return np.clip(np.concatenate([color, 255 * opacity], axis=-1) + 0.5, 0, 255).astype(np.uint8)


def _earlier_picture(earlier: EarlierViews, state: State) -> State:
    """What the film showed before a cross-fade, with the current words."""
    direction = replace(
        earlier.state.direction,
        title=state.direction.title,
        card=state.direction.card,
        curtain=state.direction.curtain,
    )
    display = replace(earlier.state.display, caption=state.display.caption)
    return replace(earlier.state, direction=direction, display=display)


def blend(picture: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8], share: float) -> npt.NDArray[np.uint8]:
    """The two pictures mixed with this share of the second; colours count in proportion to their opacity."""
    from PIL import Image

    first, second = map(Image.fromarray, map(np.ascontiguousarray, (picture, other)))
    if first.mode == "RGB":
        return np.asarray(Image.blend(first, second, share))
    return np.asarray(Image.blend(first.convert("RGBa"), second.convert("RGBa"), share).convert("RGBA"))


def _draw(state: State, ui: Ui, size: tuple[int, int], views: tuple[View, ...], foot: Foot | None) -> None:
    imgui.set_next_window_pos(ImVec2(0, 0))
    imgui.set_next_window_size(ImVec2(*size))
    imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0, 0))
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
    try:  # otherwise ImGui's complaint about an unfinished window would hide the actual error
        imgui.begin("figure", None, FIGURE_FLAGS)
        imgui.pop_style_var(2)
        _draw_parts(state, ui, size, views, foot)
    finally:
        imgui.end()


def _draw_parts(state: State, ui: Ui, size: tuple[int, int], views: tuple[View, ...], foot: Foot | None) -> None:
    shows_header = foot is not None and state.direction.header
    header = HEADER * ui.scale if shows_header else 0.0
    below = foot if visible_caption(state) is None else _draw_band
    footer = below(state, ui, size) if below else 0.0
    gap = GAP * ui.scale
    area = (0.0, header, float(size[0]), size[1] - header - footer)
    ui = replace(ui, covered=card_boxes(state, area, ui))
    for view, rect in zip(views, rects(len(views), area, gap), strict=True):
        imgui.set_cursor_screen_pos(ImVec2(*rect[:2]))
        with imgui_ctx.begin_child(f"{view}", ImVec2(*rect[2:])):
            draw_panes(state, view, ui, _draw_view, with_inspected=False)
    if shows_header:
        _header(state, ui, size)
    imgui.set_cursor_screen_pos(ImVec2(0, 0))
    with imgui_ctx.begin_child("over the views", ImVec2(*size)):
        draw_cards(imgui.get_window_draw_list(), state, (0.0, 0.0, float(size[0]), size[1] - footer), ui)


def _draw_view(state: State, view: View, ui: Ui, pane: str) -> None:
    """Fills the rest of the current window with the view, as it looks without a pointer."""
    rect = _round(remaining_rect())
    drawing = drawing_of(state, view)
    draw_image(drawing, state, view, ui, rect, pane)
    heading = draw_title(imgui.get_window_draw_list(), view_title(state, view), rect, ui)
    draw_overlay(drawing, state, view, replace(ui, heading=heading), rect)


def rects(count: int, area: Rect, gap: float) -> list[Rect]:
    """Rectangles for `count` views in `area`: side by side, of three the last two stacked; in portrait, all stacked."""
    left, top, width, height = area
    if count == 1:
        return [_round(area)]
    if height > width:
        each = (height - (count - 1) * gap) / count
        return [_round((left, top + i * (each + gap), width, each)) for i in range(count)]
    half, low = (width - gap) / 2, (height - gap) / 2
    beside = left + half + gap
    right = [(beside, top, half, height)]
    if count > 2:
        right = [(beside, top, half, low), (beside, top + low + gap, half, low)]
    return [_round(rect) for rect in ((left, top, half, height), *right)]


def _round(rect: Rect) -> Rect:
    left, top, width, height = (float(round(side)) for side in rect)
    return (left, top, width, height)


def draw_title(canvas: imgui.ImDrawList, text: str, rect: Rect, ui: Ui) -> Size:
    """Draws the title; returns the size it takes in the view's corner, pixels."""
    at = ImVec2(rect[0] + MARGIN * ui.corner_scale, rect[1] + TITLE_TOP * ui.corner_scale)
    face = ui.fonts.small
    with imgui_ctx.push_font(face.font, face.size * ui.corners):
        size = imgui.calc_text_size(text)
    canvas.add_text(face.font, face.drawn_size(ui.corner_scale), at, pack_color(theme.rgba(tones.TEXT_DIM)), text)
    return size.x + MARGIN * ui.corner_scale, size.y + TITLE_TOP * ui.corner_scale


def _header(state: State, ui: Ui, size: tuple[int, int]) -> None:
    """Draws the verdict or the broad phase's counts on the left, and what is shown on the right."""
    margin = MARGIN * ui.scale
    imgui.set_cursor_screen_pos(ImVec2(margin, HEADLINE_TOP * ui.scale))
    verdict_end = margin
    for words, face, tone in headline(state, ui.fonts):
        with imgui_ctx.push_font(*face):
            imgui.text_colored(theme.rgba(tone), words)
        verdict_end = imgui.get_item_rect_max().x
        imgui.same_line(0, HEADLINE_GAP * ui.scale)
    name = name_of(state)
    width = imgui.calc_text_size(name).x
    if size[0] - width - margin < verdict_end + margin:
        return  # a small picture has room for the verdict only
    imgui.set_cursor_screen_pos(ImVec2(size[0] - width - margin, NAME_TOP * ui.scale))
    imgui.text_disabled(name)


def name_of(state: State) -> str:
    """The name of the scene, with what is run on it and the step."""
    report = iterated_report(state) if state.run.algorithm == REPORT else None
    chosen = ", ".join((report.by if report else state.run.algorithm.upper(), *option_labels(run_options(state))))
    return f"{state.document.scene.name}  ·  {chosen}, step {current_step(state)} of {last_step(state)}"


def headline(state: State, fonts: theme.Fonts) -> list[tuple[str, theme.Typeface, tones.Tone]]:
    """The words of the verdict and the distance, or of the broad phase's counts, from left to right."""
    if not state.direction.verdict:
        return []
    run, answer = inspect(state).trace, inspect(state).answer
    if isinstance(run, Run) and isinstance(run.whole, BroadTrace):
        return [(comparisons_words(step_record(state).comparisons, run.whole), fonts.large, tones.TEXT)]
    words = [
        (verdict_words(answer).capitalize(), fonts.large, tones.OF_VERDICT[answer.verdict]),
        (distance_text(answer), fonts.large_mono, tones.TEXT),
    ]
    unread = state.document.scene.unread_words
    return [*words, (unread, fonts.regular, tones.WARNING)] if unread else words


def _draw_footer(state: State, ui: Ui, size: tuple[int, int]) -> float:
    """Draws the step's sentence; returns the height of its area, which grows with the sentence."""
    text, margin = sentence_below(state), MARGIN * ui.scale
    needed = imgui.calc_text_size(text, wrap_width=size[0] - 2 * margin).y + (FOOTER_TOP + FOOTER_BOTTOM) * ui.scale
    height = max(FOOTER * ui.scale, min(needed, FOOTER_MOST * size[1]))
    imgui.set_cursor_screen_pos(ImVec2(margin, size[1] - height + FOOTER_TOP * ui.scale))
    imgui.push_text_wrap_pos(size[0] - margin)
    imgui.text_unformatted(text)
    imgui.pop_text_wrap_pos()
    return height


def _draw_band(state: State, ui: Ui, size: tuple[int, int]) -> float:
    """Draws the caption, otherwise the step's sentence; returns the height of the band.

    The sentence of the last step gives the answer: a hidden verdict hides it, too.
    """
    text, caption = PRESENTED * min(size), visible_caption(state)
    height = float(round(band_height(text)))
    rect = (0.0, size[1] - height, float(size[0]), height)
    is_told = state.direction.verdict or current_step(state) != last_step(state)
    if caption is None and state.direction.title is None and is_told:
        caption, text = Caption(sentence_below(state), 1.0), STEP_TEXT * text
    draw_band(state, caption, rect, text, ui)
    return height


FIGURE_FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_inputs
)
