"""Where the labels of a view end up, laid out as in a window but without OpenGL: to find those that overlap."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple
from unittest.mock import patch

from imgui_bundle import ImVec2, imgui

from gjkscope.app.share.export.figure import rects
from gjkscope.app.state.actions import FrameAll, update
from gjkscope.app.state.inspection.label_names import shown_labels, shows_label
from gjkscope.app.state.model import State, View
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.panels.lessons.lesson_layout import lesson_layout
from gjkscope.app.view.panels.lessons.lesson_windows import name_size, seen_from, zoom_of
from gjkscope.app.view.panels.toolkit import overlay
from gjkscope.app.view.panels.toolkit.labels import LabelBox, place_labels
from gjkscope.app.view.panels.toolkit.theme import Fonts, load_fonts
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.viewport import seen_camera
from gjkscope.app.view.words.titles import TITLES

MARGIN, TITLE_TOP, TITLE_HEIGHT, LETTER = 14.0, 10.0, 13.0, 6.5  # of a view's title, pixels


class LabelFault(NamedTuple):
    """A label that is not shown or that covers another."""

    view: View
    text: str
    covers: str  # the other label; empty if it is not shown


@contextmanager
def fonts_only() -> Iterator[Fonts]:
    """Dear ImGui in the middle of a frame that is never drawn: enough to measure text."""
    before = imgui.get_current_context()
    context = imgui.create_context()
    imgui.set_current_context(context)
    io = imgui.get_io()
    io.set_ini_filename(None)
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.display_size = ImVec2(1280, 800)
    fonts = load_fonts()
    imgui.new_frame()
    try:
        yield fonts
    finally:
        imgui.end_frame()
        imgui.destroy_context(context)
        if before is not None:
            imgui.set_current_context(before)


def label_faults(state: State, size: tuple[int, int], fonts: Fonts, header: float, footer: float) -> list[LabelFault]:
    """The labels of both views of a picture of that size that are missing or overlap."""
    width, height = size
    area = (0.0, header, float(width), height - header - footer)
    views = (View.WORLD, View.DIFFERENCE)
    places = dict(zip(views, rects(2, area, 6.0), strict=True))
    return window_label_faults(state, places, fonts)


def window_label_faults(state: State, places: dict[View, Rect], fonts: Fonts) -> list[LabelFault]:
    """The labels in views at these places of a window, with everything framed, that are missing or overlap."""
    framed = update(state, FrameAll(min(rect[2] / rect[3] for rect in places.values())))
    return [fault for view, rect in places.items() for fault in _faults(framed, view, rect, fonts)]


def lesson_label_faults(state: State, size: tuple[int, int], fonts: Fonts) -> list[LabelFault]:
    """The labels in the views of a page of a lesson, in a window of that size, that are missing or overlap."""
    assert state.page is not None
    views = state.display.layout.views
    places = lesson_layout((0.0, 0.0, *map(float, size)), 1.0, len(views), state.page.display.panels).views
    faults: list[LabelFault] = []
    for view, rect in zip(views, places, strict=True):
        seen = seen_from(state, view, zoom_of(state, view, rect))
        heading = name_size(seen, view, Ui(fonts, None))  # type: ignore[arg-type]
        faults += _faults(seen, view, rect, fonts, heading)
    return faults


def covers(first: LabelBox, second: LabelBox) -> bool:
    """Whether the plate of one label covers a part of the text of the other."""
    return text_box(first).overlap(second) > 0 or text_box(second).overlap(first) > 0


def text_box(box: LabelBox) -> LabelBox:
    """The part of a label's box that has its text; the rest is a margin."""
    across, down = overlay.PADDING
    return LabelBox(box.left + across, box.top + down, box.right - across, box.bottom - down)


def _faults(
    state: State, view: View, rect: Rect, fonts: Fonts, heading: tuple[float, float] | None = None
) -> list[LabelFault]:
    names = [body.name for body in state.document.scene.bodies] if state.page is not None else ()
    labels = [label for label in drawing_of(state, view).labels if shows_label(shown_labels(state), label.text, names)]
    camera = seen_camera(state, view, rect) if state.page is not None else state.view.cameras.of(view)
    wished: list[int] = []  # the labels in the view, by index
    boxes: list[LabelBox | None] = []
    wishes_of = overlay._wishes

    def wishes(*arguments: Any) -> Any:
        placements = wishes_of(*arguments)
        wished.extend(index for index, *_ in placements)
        return placements

    def place(requests: Any, *rest: Any) -> list[LabelBox | None]:
        boxes.extend(place_labels(requests, *rest))
        return boxes

    heading = heading or (MARGIN + LETTER * len(TITLES[view]), TITLE_TOP + TITLE_HEIGHT)
    ui = Ui(fonts, None, heading=heading)  # type: ignore[arg-type]
    canvas = imgui.get_foreground_draw_list()
    with patch.object(overlay, "_wishes", wishes), patch.object(overlay, "_placed", place):
        overlay.draw_labels(canvas, labels, camera, rect, state.appearance.theme, ui, True)
    shown = {i: box for i, box in zip(wished, boxes, strict=True) if box is not None}
    texts = [label.text for label in labels]
    missing = [LabelFault(view, text, "") for i, text in enumerate(texts) if i not in shown]
    return missing + [
        LabelFault(view, texts[i], texts[j]) for i, j in combinations(shown, 2) if covers(shown[i], shown[j])
    ]
