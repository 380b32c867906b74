"""Draws what a demo points at in a view: arrows, circles and spotlights, each with a short label.

A pointer follows its target on the screen and grows in.  Its label takes the side that is clear of captions, of other
pointers and of the edges of the view.
"""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui

from gjkscope.app.cameras.easing import EASES
from gjkscope.app.cameras.lens import Lens
from gjkscope.app.drawing.drawlist import Color, at
from gjkscope.app.drawing.world import surface_points
from gjkscope.app.inspection.pointing import pointed_places, refusal_to_point
from gjkscope.app.model import State, Theme, View
from gjkscope.app.model.direction import AxisTarget, BodyTarget, PointerShape, PointingMark
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.labels import LabelBox, shifted_into
from gjkscope.app.panels.toolkit.overlay import PLATES, packed_color
from gjkscope.app.panels.toolkit.ui import Pixel, Rect, Ui
from gjkscope.app.panels.viewport.styled_text import Inks, draw_lines, lines_size, styled_lines

TEXT_HEIGHT, SMALLEST = 0.042, 15.0  # of a label: relative to the view's height, and pixels at 100 %
WIDEST = 0.4  # of a label, relative to the view's width
PADDING = (0.6, 0.3)  # around a label, in text heights
POINT_RADIUS = 16.0  # around a vertex or a point, pixels at 100 %
ROOM = 8.0  # between the target and the circle around it, or the head of the arrow
REACH = 0.13  # length of an arrow, relative to the view's height
WIDTH, HALO = 3.5, 2.0  # of lines, pixels at 100 %
HEAD_LENGTH, HEAD_WIDTH = 15.0, 8.0  # of an arrow; its width to each side
VEILS: dict[Theme, Color] = {Theme.DARK: (0.0, 0.0, 0.0, 1.0), Theme.LIGHT: (0.95, 0.955, 0.965, 1.0)}
DARK, SOFT = 0.66, 0.35  # opacity outside of a spotlight; width of its edge, relative to the radius
OUTSIDE = 0.02  # cost of each square pixel of a label outside the view, relative to covering something
SIDES: tuple[Pixel, ...] = tuple((cos(turn * pi / 4), -sin(turn * pi / 4)) for turn in (1, 3, 2, 0, 4, 7, 5, 6))
"""Where a pointer's label may be, seen from its target, best first."""


class PlacedPointer(NamedTuple):
    """A pointer on the screen: the circle around its target, and the box of its label on the given side of it."""

    mark: PointingMark
    center: Pixel
    radius: float
    side: Pixel
    label: LabelBox | None  # None without text


def placed_pointers(state: State, view: View, lens: Lens, rect: Rect, ui: Ui) -> list[PlacedPointer]:
    """The pointers of the view at `rect` whose targets are visible."""
    placed: list[PlacedPointer] = []
    circles = [
        (mark, found)
        for mark in state.direction.pointers
        if mark.view is view and (found := _circle(state, mark, lens, rect, ui)) is not None
    ]
    targets = [_box(center, radius) for _, (center, radius) in circles]
    for mark, (center, radius) in circles:
        others = [one.label for one in placed if one.label is not None]
        placed.append(_placed(mark, center, radius, rect, ui, (*ui.covered, *targets, *others)))
    return placed


def pointer_boxes(pointers: Sequence[PlacedPointer]) -> tuple[LabelBox, ...]:
    """The boxes of the labels, which those of the view avoid."""
    return tuple(one.label for one in pointers if one.label is not None)


def draw_pointers(
    canvas: imgui.ImDrawList, pointers: Sequence[PlacedPointer], rect: Rect, shown: Theme, ui: Ui
) -> None:
    """Draws the pointers, spotlights first, as they darken everything else in the view."""
    spots = [one for one in pointers if one.mark.shape is PointerShape.SPOTLIGHT]
    if spots:
        _draw_spotlights(canvas, spots, rect, shown)
    for one in pointers:
        if one.mark.shape is PointerShape.CIRCLE:
            _draw_circle(canvas, one, ui)
        elif one.mark.shape is PointerShape.ARROW:
            _draw_arrow(canvas, one, rect, ui)
        _draw_label(canvas, one, rect, shown, ui)


def _circle(state: State, mark: PointingMark, lens: Lens, rect: Rect, ui: Ui) -> tuple[Pixel, float] | None:
    """The circle around the target on the screen; None if it is not visible."""
    pixels = _target_pixels(state, mark, lens)
    if pixels is None or not len(pixels):
        return None
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    x, y = ((low + high) / 2).tolist()
    if not (0 <= x <= rect[2] and 0 <= y <= rect[3]):
        return None
    around = float(np.hypot(*(pixels - (x, y)).T).max())
    least = POINT_RADIUS * ui.scale if len(pixels) == 1 else 0.0
    return (rect[0] + x, rect[1] + y), max(around + ROOM * ui.scale, least)


def _target_pixels(state: State, mark: PointingMark, lens: Lens) -> np.ndarray | None:
    """The pixels (n, 2) of the target's points; None if any is behind the camera."""
    target = mark.target
    if isinstance(target, BodyTarget):
        if refusal_to_point(state, target, mark.view) is not None:
            return None
        body = state.document.scene.body(target.body)
        places = surface_points(body.shape)
        points = at(places, body.pose) if len(places) else np.array([body.pose.position])
    elif isinstance(target, AxisTarget):
        from gjkscope.app.drawing.pointed import pointed_axis  # loads the marks of SAT, which few demos need

        points = np.array(pointed_axis(state, target.axis, mark.view))
    else:
        points = np.array(pointed_places(state, target, mark.view))
    if not len(points):
        return None
    return lens.pixels(points)[0]


def _placed(
    mark: PointingMark, center: Pixel, radius: float, rect: Rect, ui: Ui, taken: Sequence[LabelBox]
) -> PlacedPointer:
    """The pointer with its label on the best side."""
    width, height = _label_size(mark, rect, ui)
    away = radius + (REACH * rect[3] if mark.shape is PointerShape.ARROW else ROOM * ui.scale)
    if not mark.text:
        width = height = 2 * HEAD_WIDTH * ui.scale
    bounds = LabelBox(rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3])
    boxes = [_beside(center, side, away, width, height) for side in SIDES]
    costs = [box.overlap(*taken) + box.area - box.overlap(bounds) for box in boxes]
    best = min(range(len(SIDES)), key=lambda i: costs[i])
    label = shifted_into(boxes[best], bounds) if mark.text else None
    return PlacedPointer(mark, center, radius, SIDES[best], label)


def _label_size(mark: PointingMark, rect: Rect, ui: Ui) -> Pixel:
    if not mark.text:
        return 0.0, 0.0
    size = _text_size(rect, ui)
    width, height = lines_size(styled_lines(mark.text, WIDEST * rect[2], size, ui.fonts), ui.fonts)
    return width + 2 * PADDING[0] * size, height + 2 * PADDING[1] * size


def _text_size(rect: Rect, ui: Ui) -> float:
    return max(TEXT_HEIGHT * rect[3], SMALLEST * ui.scale)


def _beside(center: Pixel, side: Pixel, away: float, width: float, height: float) -> LabelBox:
    """The box beside a circle, which it touches with its nearest point at a distance `away` from the centre."""
    x, y = center[0] + away * side[0], center[1] + away * side[1]
    left, top = x - (1 - side[0]) / 2 * width, y - (1 - side[1]) / 2 * height
    return LabelBox(left, top, left + width, top + height)


def _box(center: Pixel, radius: float) -> LabelBox:
    return LabelBox(center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius)


def _draw_arrow(canvas: imgui.ImDrawList, one: PlacedPointer, rect: Rect, ui: Ui) -> None:
    """Draws the arrow, which grows from its tail at the label."""
    part = EASES["out"](one.mark.presence.shown)
    (x, y), (right, down) = one.center, one.side
    reach = REACH * rect[3]
    tail = one.radius + reach
    tip = tail - reach * part
    length, width = HEAD_LENGTH * ui.mark_scale, HEAD_WIDTH * ui.mark_scale
    neck = min(tip + length, tail)

    def place(along: float, aside: float) -> ImVec2:
        return ImVec2(x + right * along - down * aside, y + down * along + right * aside)

    for color, extra in _inks(one.mark.presence.shown, ui):
        thickness = WIDTH * ui.mark_scale + 2 * extra
        canvas.add_line(place(tail + extra, 0.0), place(neck, 0.0), color, thickness)
        wide = width + 1.4 * extra
        sides = place(neck + extra, wide), place(neck + extra, -wide)
        canvas.add_triangle_filled(place(tip - 1.6 * extra, 0.0), *sides, color)


def _draw_circle(canvas: imgui.ImDrawList, one: PlacedPointer, ui: Ui) -> None:
    """Draws the circle, which is drawn around the target from the top."""
    part = EASES["smooth"](one.mark.presence.shown)
    start = -pi / 2
    for color, extra in _inks(one.mark.presence.shown, ui):
        canvas.path_arc_to(ImVec2(*one.center), one.radius, start, start + 2 * pi * part, 64)
        closed = imgui.ImDrawFlags_.closed if part == 1 else imgui.ImDrawFlags_.none
        canvas.path_stroke(color, WIDTH * ui.mark_scale + 2 * extra, closed)


def _inks(opacity: float, ui: Ui) -> Iterator[tuple[int, float]]:
    """The colours of the halo and of the line, each with the extra width to each side."""
    yield packed_color(_faded(tone(theme.BACKGROUND), 0.8 * opacity)), HALO * ui.mark_scale
    yield packed_color(_faded(tone(theme.TEXT), opacity)), 0.0


def _draw_spotlights(canvas: imgui.ImDrawList, spots: Sequence[PlacedPointer], rect: Rect, shown: Theme) -> None:
    """Covers the view outside of the spots, so that it recedes into the dark, or in the light theme into the light."""
    for one in spots:
        veil = _faded(VEILS[shown], DARK * one.mark.presence.shown / len(spots))
        _cover_around(canvas, one.center, one.radius, veil, rect)


def _cover_around(canvas: imgui.ImDrawList, center: Pixel, radius: float, veil: Color, rect: Rect) -> None:
    """Covers the view around a circle with a soft edge."""
    far = hypot(rect[2], rect[3])
    inner, outer = radius, radius * (1 + SOFT)
    clear, covered = packed_color(_faded(veil, 0.0)), packed_color(veil)
    for near_radius, far_radius, near_color in ((inner, outer, clear), (outer, outer + far, covered)):
        _draw_ring(canvas, center, near_radius, far_radius, near_color, covered)


SEGMENTS = 96  # of a ring


def _draw_ring(
    canvas: imgui.ImDrawList, center: Pixel, inner: float, outer: float, inner_color: int, outer_color: int
) -> None:
    """Draws a ring whose colour changes from its inner to its outer edge."""
    pixel = imgui.get_font_tex_uv_white_pixel()
    canvas.prim_reserve(6 * SEGMENTS, 2 * SEGMENTS)
    first = canvas._vtx_current_idx
    for i in range(SEGMENTS):
        right, down = cos(2 * pi * i / SEGMENTS), sin(2 * pi * i / SEGMENTS)
        for radius, color in ((inner, inner_color), (outer, outer_color)):
            canvas.prim_write_vtx(ImVec2(center[0] + radius * right, center[1] + radius * down), pixel, color)
    for i in range(SEGMENTS):
        a, b = first + 2 * i, first + 2 * ((i + 1) % SEGMENTS)
        for index in (a, a + 1, b + 1, a, b + 1, b):
            canvas.prim_write_idx(index)


def _draw_label(canvas: imgui.ImDrawList, one: PlacedPointer, rect: Rect, shown: Theme, ui: Ui) -> None:
    if one.label is None:
        return
    size, opacity = _text_size(rect, ui), one.mark.presence.shown
    left, top, right, bottom = one.label
    plate: Color = PLATES[shown]
    corners = ImVec2(left, top), ImVec2(right, bottom)
    canvas.add_rect_filled(*corners, packed_color(_faded(plate, plate[3] * opacity)), 0.3 * size)
    lines = styled_lines(one.mark.text, WIDEST * rect[2], size, ui.fonts)
    draw_lines(canvas, lines, ((left + right) / 2, top + PADDING[1] * size), text_inks().faded(opacity), ui.fonts)


def text_inks() -> Inks:
    """The colours of text on a plate in the current theme."""
    return Inks(tone(theme.TEXT), tone(theme.CODE_NUMBER))


def tone(of: theme.Tone) -> Color:
    """A tone in the current theme."""
    red, green, blue, alpha = theme.rgba(of)
    return (red, green, blue, alpha)


def _faded(color: Color, opacity: float) -> Color:
    return (*color[:3], opacity)
