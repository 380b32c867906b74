"""A picture of a state without a window: the views side by side, what is decided on top, the step in words below."""

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Self

import moderngl
import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx

from app.choices import Run, known_options
from app.demo import Caption
from app.panels import theme
from app.panels.caption import draw_caption, draw_caption_in
from app.panels.imgui_context import SETTLING_FRAMES, OffscreenImGui
from app.panels.overlay import packed
from app.panels.run_details import comparisons_words
from app.panels.tile import Tile, tiles
from app.panels.ui import Rect, Size, Ui, emphasis, text_scale
from app.panels.verdict import COLORS, distance_text
from app.panels.viewport import TITLES, draw_image, draw_overlay, drawing_of
from app.renderer.context import create_headless_context
from app.renderer.renderer import DARK, Background, Renderer
from app.state import State, Theme, View
from app.traces import current_step, inspect, last_step, names_in_steps, step_record
from engine import hulls
from engine.broadphase import BroadTrace
from engine.explain import explain

HEADER, FOOTER, MARGIN, GAP = 54.0, 66.0, 14.0, 6.0
# In a film, which is seen from afar: how high the band of words below the views is, as a part of the picture, and a
# caption and the step's sentence in it, as parts of the band.
BAND, CAPTION_TEXT, STEP_TEXT = 0.15, 0.27, 0.19
BAND_GROUND = (0.04, 0.045, 0.06, 1.0)  # in either theme, as that of a caption over the views
LARGEST_TILE = 1280  # pixels: its buffers take a hundred bytes each
FRONT_FRAMES = 4  # until a tab is in front, and all panels have found their size
TITLE_TOP = 10.0  # of a view's title, from the top of the view
# The width at which text has its normal size; a larger picture has larger text.
REFERENCE_WIDTH = 1280.0
BLACK, WHITE = (
    Background(top=gray, bottom=gray, ink=DARK.ink, shadow=DARK.shadow) for gray in (3 * (0.0,), 3 * (1.0,))
)

Painting = Generator[float, None, npt.NDArray[np.uint8]]
"""Paints a picture tile by tile: yields how much of it there is, 0 … 1, and in the end returns it."""

Foot = Callable[[State, Ui, tuple[int, int]], float]
"""Draws what stands below the views of a picture of that size, and returns how high it is, pixels."""


class FigureRenderer:
    """Renders pictures of one size, each of any state.  A context manager, as it holds an OpenGL context.

    Raises `NoGraphics` when there is nothing to draw with.
    """

    def __init__(
        self, size: tuple[int, int], graphics: moderngl.Context | None = None, side: int = LARGEST_TILE
    ) -> None:
        """On a context of its own, or on `graphics`, which is current and stays when this goes.

        It is painted in tiles of `side` pixels.
        """
        self._size = size
        self._tiles = tuple(tiles(size, side))
        self._owned = graphics is None
        self._graphics = graphics or create_headless_context()
        scale = max(0.5, round(size[0] / REFERENCE_WIDTH * 4) / 4)
        self._gui = OffscreenImGui(size, scale)
        self._renderer = Renderer(self._graphics)
        self._canvas = self._graphics.framebuffer([self._graphics.texture((min(size[0], side), min(size[1], side)), 4)])
        self._scale = scale
        self._style: tuple[float, Theme] | None = None  # of the last picture: a new one has to settle

    def render(
        self, state: State, views: tuple[View, ...], words: bool = True, transparent: bool = False
    ) -> npt.NDArray[np.uint8]:
        """The picture as bytes, top row first: (height, width, 3), or 4 with the opacity of each pixel last.

        `words`: with the verdict on top and the step's sentence below; `transparent`: with nothing behind the views.
        """
        return _whole(self.painting(state, views, words, transparent))

    def painting(self, state: State, views: tuple[View, ...], words: bool, transparent: bool) -> Painting:
        """The same bit by bit."""

        def draw(ui: Ui) -> None:
            _draw(state, ui, self._size, views, _draw_footer if words else None)

        return self._transparent(state, draw) if transparent else self._painting(state, draw)

    def render_film(self, state: State) -> npt.NDArray[np.uint8]:
        """The picture in a film: the views that the state shows, and below them the caption, or the step's sentence."""
        return _whole(self._painting(state, lambda ui: _draw(state, ui, self._size, state.layout.views, _draw_band)))

    def render_window(self, state: State, panel: str = "") -> npt.NDArray[np.uint8]:
        """The picture of the whole user interface, as a window of that size shows it, the panel's tab in front."""

        from app.panels.layout import draw_layout  # all panels: a picture of the views needs none of them
        from app.panels.refresh import Refresh

        def draw(ui: Ui) -> None:
            draw_layout(state, ui, Refresh(ui.later, TITLES.values()), lambda _: state)
            if panel:
                imgui.set_window_focus(panel)

        hulls.qhull()  # here nobody waits for the first frame, and none may be without the hull
        for _ in range(FRONT_FRAMES if panel else 0):
            self._tile(state, self._tiles[0], draw, None, theme.BACKGROUND)
        return _whole(self._painting(state, draw, theme.BACKGROUND))

    def _painting(self, state: State, draw: Callable[[Ui], object], behind: theme.Tone = theme.ABYSS) -> Painting:
        """`behind` is the colour of what is drawn on."""
        picture = np.empty((*self._size[::-1], 3), np.uint8)
        for done, tile in enumerate(self._tiles, 1):
            picture[tile.place] = self._tile(state, tile, draw, None, behind)
            yield done / len(self._tiles)
        return picture

    def _transparent(self, state: State, draw: Callable[[Ui], object]) -> Painting:
        picture = np.empty((*self._size[::-1], 4), np.uint8)
        for done, tile in enumerate(self._tiles, 1):
            black = self._tile(state, tile, draw, BLACK)
            yield (done - 0.5) / len(self._tiles)
            white = self._tile(state, tile, draw, WHITE)
            picture[tile.place] = matted(black.astype(np.float64), white.astype(np.float64))
            yield done / len(self._tiles)
        return picture

    def _tile(
        self,
        state: State,
        tile: Tile,
        draw: Callable[[Ui], object],
        ground: Background | None,
        behind: theme.Tone = theme.ABYSS,
    ) -> npt.NDArray[np.uint8]:
        """Its pixels, (height, width, 3), a copy; `ground` is behind the views, and behind all where there is one."""
        style = (self._scale * text_scale(state), state.theme)
        settling = 0 if style == self._style else SETTLING_FRAMES
        self._gui.set_style(*style)
        self._style = style
        ui = Ui(self._gui.fonts, self._renderer, style[0], emphasis=emphasis(state), ground=ground, tile=tile)
        for target in (*[None] * settling, self._canvas):
            self._canvas.clear(*(ground.bottom if ground else theme.rgba(behind)))
            with self._gui.frame(target, tile):
                draw(ui)
                if target is not None:
                    self._renderer.draw_ordered()
        pixels = self._canvas.read((tile.width, tile.height), components=3, alignment=1)
        return np.frombuffer(pixels, dtype=np.uint8).reshape(tile.height, tile.width, 3)[::-1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._renderer.release()
        self._gui.close()
        for part in (*self._canvas.color_attachments, self._canvas):
            part.release()
        if self._owned:
            self._graphics.release()


def _whole(painting: Painting) -> npt.NDArray[np.uint8]:
    while True:
        try:
            next(painting)
        except StopIteration as end:
            picture: npt.NDArray[np.uint8] = end.value
            return picture


def matted(black: npt.NDArray[np.float64], white: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """One picture with opacity from the same over black and over white; 0 … 255.

    What lets the ground through by a part t is t · 255 brighter over white.  (A. R. Smith, J. F. Blinn, Blue screen
    matting, SIGGRAPH 1996: with two grounds the problem has one solution.)
    """
    opacity = np.clip(1 - (white - black).mean(axis=-1, keepdims=True) / 255, 0.0, 1.0)
    color = np.divide(black, opacity, out=np.zeros_like(black), where=opacity > 0)
    return np.clip(np.concatenate([color, 255 * opacity], axis=-1) + 0.5, 0, 255).astype(np.uint8)


def _draw(state: State, ui: Ui, size: tuple[int, int], views: tuple[View, ...], foot: Foot | None) -> None:
    imgui.set_next_window_pos(ImVec2(0, 0))
    imgui.set_next_window_size(ImVec2(*size))
    imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0, 0))
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
    try:  # what goes wrong in between is not to be hidden behind a window that was never ended
        imgui.begin("figure", None, FLAGS)
        imgui.pop_style_var(2)
        _draw_parts(state, ui, size, views, foot)
    finally:
        imgui.end()


def _draw_parts(state: State, ui: Ui, size: tuple[int, int], views: tuple[View, ...], foot: Foot | None) -> None:
    header = HEADER * ui.scale if foot else 0.0
    footer = foot(state, ui, size) if foot else 0.0
    gap = GAP * ui.scale
    area = (0.0, header, float(size[0]), size[1] - header - footer)
    for view, rect in zip(views, rects(len(views), area, gap), strict=True):
        drawing = drawing_of(state, view)
        draw_image(drawing, state, view, ui, rect)
        draw_overlay(drawing, state, view, replace(ui, heading=_title(TITLES[view], rect, ui)), rect)
    if state.caption is not None and foot is not _draw_band:
        draw_caption(imgui.get_window_draw_list(), state.caption, area, ui)
    if foot:
        _header(state, ui, size)


def rects(count: int, area: Rect, gap: float) -> list[Rect]:
    """Where that many views stand in `area`: beside one another, and of three the last two one above the other."""
    left, top, width, height = area
    if count == 1:
        return [_rounded(area)]
    half, low = (width - gap) / 2, (height - gap) / 2
    beside = left + half + gap
    right = [(beside, top, half, height)]
    if count > 2:
        right = [(beside, top, half, low), (beside, top + low + gap, half, low)]
    return [_rounded(rect) for rect in ((left, top, half, height), *right)]


def _rounded(rect: Rect) -> Rect:
    left, top, width, height = (float(round(side)) for side in rect)
    return (left, top, width, height)


def _title(text: str, rect: Rect, ui: Ui) -> Size:
    """What it takes of the view's corner, pixels."""
    at = ImVec2(rect[0] + MARGIN * ui.scale, rect[1] + TITLE_TOP * ui.scale)
    face = ui.fonts.small
    with imgui_ctx.push_font(*face):
        size = imgui.calc_text_size(text)
    imgui.get_window_draw_list().add_text(face.font, face.size * ui.scale, at, packed(theme.rgba(theme.TEXT_DIM)), text)
    return size.x + MARGIN * ui.scale, size.y + TITLE_TOP * ui.scale


def _header(state: State, ui: Ui, size: tuple[int, int]) -> None:
    """The verdict at the left, or what a broad phase has counted; at the right what is being looked at."""
    margin = MARGIN * ui.scale
    imgui.set_cursor_screen_pos(ImVec2(margin, 12 * ui.scale))
    _headline(state, ui)
    verdict_end = imgui.get_item_rect_max().x
    chosen = ", ".join((state.algorithm.upper(), *known_options(state.algorithm, state.options).chosen()))
    name = f"{state.scene.name}  ·  {chosen}, step {current_step(state)} of {last_step(state)}"
    width = imgui.calc_text_size(name).x
    if size[0] - width - margin < verdict_end + margin:
        return  # a small picture: the verdict is what it has room for
    imgui.set_cursor_screen_pos(ImVec2(size[0] - width - margin, 18 * ui.scale))
    imgui.text_disabled(name)


def _headline(state: State, ui: Ui) -> None:
    run, answer = inspect(state).trace, inspect(state).answer
    if isinstance(run, Run) and isinstance(run.whole, BroadTrace):
        with imgui_ctx.push_font(*ui.fonts.large):
            imgui.text(comparisons_words(step_record(state).comparisons, run.whole))
        return
    with imgui_ctx.push_font(*ui.fonts.large):
        imgui.text_colored(theme.rgba(COLORS[answer.verdict]), answer.verdict.value.capitalize())
    imgui.same_line(0, 18 * ui.scale)
    with imgui_ctx.push_font(*ui.fonts.large_mono):
        imgui.text(distance_text(answer))


def _draw_footer(state: State, ui: Ui, size: tuple[int, int]) -> float:
    """The step's sentence; returns the height of what it stands in."""
    imgui.set_cursor_screen_pos(ImVec2(MARGIN * ui.scale, size[1] - (FOOTER - 11) * ui.scale))
    imgui.push_text_wrap_pos(size[0] - MARGIN * ui.scale)
    imgui.text_unformatted(_sentence(state))
    imgui.pop_text_wrap_pos()
    return FOOTER * ui.scale


def _draw_band(state: State, ui: Ui, size: tuple[int, int]) -> float:
    """The caption, and where there is none the step's sentence; returns the height of what they stand in."""
    height = round(BAND * size[1])
    rect = (0.0, float(size[1] - height), float(size[0]), float(height))
    canvas = imgui.get_window_draw_list()
    canvas.add_rect_filled(ImVec2(*rect[:2]), ImVec2(*size), packed(ImVec4(*BAND_GROUND)))
    if state.caption is not None:
        draw_caption_in(canvas, state.caption, rect, CAPTION_TEXT * height, ui)
    else:
        draw_caption_in(canvas, Caption(_sentence(state), 1.0), rect, STEP_TEXT * height, ui)
    return float(height)


def _sentence(state: State) -> str:
    step = step_record(state)
    return explain(step, *names_in_steps(state)) if step is not None else f"{inspect(state).refusal}."


FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_inputs
)
