"""Where a film shows what its captions name, and what covers it: projected, not rendered."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gjkscope.app.scenes.cameras.lens import Lens
from gjkscope.app.scenes.scene import Body
from gjkscope.app.share.export.figure import GAP, HEADER, rects
from gjkscope.app.state.model import State, View
from gjkscope.app.state.model.direction import BodyTarget
from gjkscope.app.view.drawing.drawlist import at
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.drawing.world import surface_points
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.theme import Fonts
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.caption import PRESENTED, band_height
from gjkscope.app.view.panels.viewport.cards import card_boxes
from gjkscope.app.view.panels.viewport.pointers import place_pointers
from gjkscope.app.view.words.markup import plain_text

SIZE = (1280, 720)
CODE = re.compile(r"`([^`]+)`")
DIFFERENCE = re.compile(r"(\w+ )?−\s?\w+")  # A − B and −B
ROLE_A = r"\b(of|and|in|to|is|on) A\b|\bA('s| and\b|[,.?:])"  # not the article
LEAST_SEEN = 0.3  # of a body's rectangle that is in the view, unless the body fills the view: a close-up
FILLS = 0.25  # of the view
MOST_COVERED = 0.35  # of the visible part of a body, by cards


class NamedThing(NamedTuple):
    """What a caption names or points at, as its rectangle in the picture."""

    words: str
    view: Rect
    box: LabelBox
    is_body: bool


def framing_faults(state: State, text: str, fonts: Fonts) -> list[str]:
    """What the caption names or points at that lies below it, outside the picture, or under a card."""
    area = picture_area(state)
    covered = card_boxes(state, area, Ui(fonts, None))  # type: ignore[arg-type]
    return [fault for thing in named_things(state, text, fonts, area, covered) for fault in _faults(thing, covered)]


def picture_area(state: State) -> Rect:
    """The part of the picture above the band of the caption."""
    header = HEADER if state.direction.header else 0.0
    return (0.0, header, float(SIZE[0]), SIZE[1] - header - round(band_height(PRESENTED * min(SIZE))))


def named_things(
    state: State, text: str, fonts: Fonts, area: Rect, covered: tuple[LabelBox, ...]
) -> Iterator[NamedThing]:
    """The pointers, the labels in code spans, and the bodies named in the text, in the views that show them."""
    views = state.display.layout.views
    for view, rect in zip(views, rects(len(views), area, GAP), strict=True):
        lens = state.view.cameras.of(view).lens((rect[2], rect[3]))
        ui = Ui(fonts, None, covered=covered)  # type: ignore[arg-type]
        for pointer in place_pointers(state, view, lens, rect, ui):
            (x, y), r = pointer.center, pointer.radius
            is_body = isinstance(pointer.mark.target, BodyTarget)
            yield NamedThing(f"pointer {pointer.mark.text!r}", rect, LabelBox(x - r, y - r, x + r, y + r), is_body)
        yield from _labels(state, view, rect, lens, text)
        if view.shows_world:
            named = [body for body in state.document.scene.bodies if is_named(body.name, text)]
            yield from (NamedThing(body.name, rect, _body_box(body, lens, rect), True) for body in named)


def is_named(name: str, text: str) -> bool:
    """Whether the plain text names the body: not as the article A, nor in A − B."""
    words = DIFFERENCE.sub("", plain_text(text))
    return re.search(ROLE_A if name == "A" else rf"\b{re.escape(name)}\b", words) is not None


def _labels(state: State, view: View, rect: Rect, lens: Lens, text: str) -> Iterator[NamedThing]:
    names = CODE.findall(text)
    for label in drawing_of(state, view).labels if names else ():
        if label.text in names:
            x, y, _ = lens.pixel(label.position)
            x, y = rect[0] + x, rect[1] + y
            yield NamedThing(label.text, rect, LabelBox(x, y, x, y), False)


def _body_box(body: Body, lens: Lens, rect: Rect) -> LabelBox:
    places = surface_points(body.shape)
    points = at(places, body.pose) if len(places) else np.array([body.pose.position])
    pixels, _ = lens.pixels(points)
    (left, top), (right, bottom) = pixels.min(axis=0).tolist(), pixels.max(axis=0).tolist()
    return LabelBox(rect[0] + left, rect[1] + top, rect[0] + right, rect[1] + bottom)


def _faults(thing: NamedThing, covered: tuple[LabelBox, ...]) -> Iterator[str]:
    left, top, width, height = thing.view
    frame, box = LabelBox(left, top, left + width, top + height), thing.box
    if not thing.is_body:
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        if not (frame.left <= x <= frame.right and frame.top <= y <= frame.bottom):
            yield f"{thing.words} is outside the view"
        if any(plate.left < x < plate.right and plate.top < y < plate.bottom for plate in covered):
            yield f"{thing.words} is under a card"
        return
    seen = box.overlap(frame)
    if seen < LEAST_SEEN * _extent(box) and seen < FILLS * _extent(frame):
        yield f"{thing.words} is cropped: {seen / max(_extent(box), 1e-9):.0%} is in the view"
    elif sum(plate.overlap(box) for plate in covered) > MOST_COVERED * seen > 0:
        yield f"{thing.words} is under a card"


def _extent(box: LabelBox) -> float:
    return (box.right - box.left) * (box.bottom - box.top)
