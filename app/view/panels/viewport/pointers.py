"""Draws what a demo points at in a view: arrows, circles and spotlights, each with a short label.

A pointer follows its target on the screen and grows in.  Its label is turned away from the middle of its body,
from captions, from other pointers and from the edges of the view.  A pointer at the far side of a body is dashed.
"""

from collections.abc import Iterator, Sequence
from math import hypot, pi
from typing import NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui

from gjkscope.app.scenes.cameras.easing import EASES
from gjkscope.app.scenes.cameras.lens import Lens
from gjkscope.app.state.inspection.label_names import is_named
from gjkscope.app.state.inspection.pointing import EyePoint, is_behind_body, pointed_places, refusal_to_point
from gjkscope.app.state.model import State, Theme, View
from gjkscope.app.state.model.direction import (
    AxisTarget,
    BodyTarget,
    CornerTarget,
    FaceTarget,
    LabelTarget,
    PointerShape,
    PointingMark,
    WitnessTarget,
)
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.drawlist import Color, at
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.drawing.world import surface_points
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.labels import LabelBox, shift_into
from gjkscope.app.view.panels.toolkit.overlay import PLATES, pack_color
from gjkscope.app.view.panels.toolkit.ui import Pixel, Rect, Ui
from gjkscope.app.view.panels.viewport.styled_text import Inks, draw_lines, lines_size, styled_lines
from gjkscope.engine.vectors import Vec3, add, along, scale, sub

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
GRAIN = 1 / 6  # largest cells of a spotlight's soft edge, relative to the width of that edge
PULL = 0.12  # distance from the middle of a body that turns a label away as much as `LEAN`, relative to the height
LEAN: Pixel = (0.6, -0.8)  # default direction of a label from its target
PUSH = 6.0  # of an edge or of something covered on a label without any room, relative to `LEAN`
BEHIND = 0.75  # opacity of a pointer at something behind its body
DASHES = 14  # of a circle around it
DASH = 7.0  # length of the dashes of an arrow at it, pixels at 100 %


class PlacedPointer(NamedTuple):
    """A pointer on the screen: the circle around its target, and the box of its label on the given side of it."""

    mark: PointingMark
    center: Pixel
    radius: float
    side: Pixel
    label: LabelBox | None  # None without text
    is_behind: bool  # the target is on the far side of its body


def place_pointers(state: State, view: View, lens: Lens, rect: Rect, ui: Ui) -> list[PlacedPointer]:
    """The pointers of the view at `rect` whose targets are visible."""
    placed: list[PlacedPointer] = []
    circles = [
        (mark, circle)
        for mark in state.direction.pointers
        if mark.view is view and (circle := _circle(state, mark, lens, rect, ui)) is not None
    ]
    targets = [_box(center, radius) for _, (center, radius) in circles]
    eye = _eye(lens)
    for i, (mark, (center, radius)) in enumerate(circles):
        labels = [pointer.label for pointer in placed if pointer.label is not None]
        taken = (*ui.covered, *targets[:i], *targets[i + 1 :], *labels)
        middle, is_behind = _middle(state, mark, lens, rect), is_behind_body(state, mark.target, eye)
        placed.append(_place(mark, center, radius, middle, is_behind, rect, ui, taken))
    return placed


def _middle(state: State, mark: PointingMark, lens: Lens, rect: Rect) -> Pixel:
    """The pixel at the middle of the target's body, or else of everything that the algorithm sees."""
    target, (a, b) = mark.target, (body.pose.position for body in state.document.pair_bodies)
    if not mark.view.shows_world:
        middle = sub(a, b)
    elif isinstance(target, CornerTarget | FaceTarget | WitnessTarget):
        middle = state.document.scene.body(target.body).pose.position
    else:
        middle = scale(add(a, b), 0.5)
    x, y, _ = lens.pixel(middle)
    return rect[0] + x, rect[1] + y


def _eye(lens: Lens) -> EyePoint:
    back = lens.basis[2]
    return (*along(lens.target, back, lens.setback), 1.0) if lens.distance else (*back, 0.0)


def pointer_boxes(pointers: Sequence[PlacedPointer]) -> tuple[LabelBox, ...]:
    """The boxes of the labels and arrows, which the labels of the view avoid."""
    labels = (pointer.label for pointer in pointers if pointer.label is not None)
    arrows = (
        _arrow_box(pointer)
        for pointer in pointers
        if pointer.label is not None and pointer.mark.shape is PointerShape.ARROW
    )
    return (*labels, *arrows)


def _arrow_box(pointer: PlacedPointer) -> LabelBox:
    """The box from the target to the label."""
    assert pointer.label is not None
    (x, y), label = pointer.center, pointer.label
    end_x, end_y = (label.left + label.right) / 2, (label.top + label.bottom) / 2
    return LabelBox(min(x, end_x), min(y, end_y), max(x, end_x), max(y, end_y))


def draw_pointers(
    canvas: imgui.ImDrawList, pointers: Sequence[PlacedPointer], rect: Rect, shown: Theme, ui: Ui
) -> None:
    """Draws the pointers, spotlights first, as they darken everything else in the view."""
    spots = [pointer for pointer in pointers if pointer.mark.shape is PointerShape.SPOTLIGHT]
    if spots:
        _draw_spotlights(canvas, spots, rect, shown)
    for pointer in pointers:
        if pointer.mark.shape is PointerShape.CIRCLE:
            _draw_circle(canvas, pointer, ui)
        elif pointer.mark.shape is PointerShape.ARROW:
            _draw_arrow(canvas, pointer, rect, ui)
        _draw_label(canvas, pointer, rect, shown, ui)


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
        from gjkscope.app.view.drawing.pointed import pointed_axis  # loads the marks of SAT, which few demos need

        points = np.array(pointed_axis(state, target.axis, mark.view))
    elif isinstance(target, LabelTarget):
        points = np.array(_labelled_places(state, target.label, mark.view))
    else:
        points = np.array(pointed_places(state, target, mark.view))
    if not len(points):
        return None
    return lens.pixels(points)[0]


def _labelled_places(state: State, name: str, view: View) -> list[Vec3]:
    """The point beside which the label stands: the one with that text, or else the first of that kind; empty if it is
    not drawn.
    """
    labels = drawing_of(state, view).labels
    named = [label.position for label in labels if label.text == name]
    return (named or [label.position for label in labels if is_named(label.text, name)])[:1]


def _place(
    mark: PointingMark,
    center: Pixel,
    radius: float,
    middle: Pixel,
    is_behind: bool,
    rect: Rect,
    ui: Ui,
    taken: Sequence[LabelBox],
) -> PlacedPointer:
    """The pointer with its label on the side that is away from `middle` and from what is `taken`."""
    width, height = _label_size(mark, rect, ui)
    away = radius + (REACH * rect[3] if mark.shape is PointerShape.ARROW else ROOM * ui.scale)
    if not mark.text:
        width = height = 2 * HEAD_WIDTH * ui.scale
    bounds = LabelBox(rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3])
    side = label_side(center, middle, (away + width, away + height), bounds, taken)
    box = _beside(center, side, away, width, height)
    return PlacedPointer(mark, center, radius, side, shift_into(box, bounds) if mark.text else None, is_behind)


def label_side(center: Pixel, middle: Pixel, need: Pixel, bounds: LabelBox, taken: Sequence[LabelBox]) -> Pixel:
    """The direction from a target at `center` to its label: away from `middle`, from the edges and from what is taken.

    All of these repel it with strengths that change gradually, so that the label turns around its target as the view
    moves, without jumping to another side.  `need`: the width and height that the label needs beside the target.
    """
    (x, y), (wide, high) = center, need
    size = PULL * (bounds.bottom - bounds.top)
    right, down = (x - middle[0]) / size + LEAN[0], (y - middle[1]) / size + LEAN[1]
    right += PUSH * (_lack(x - bounds.left, wide) - _lack(bounds.right - x, wide))
    down += PUSH * (_lack(y - bounds.top, high) - _lack(bounds.bottom - y, high))
    for box in taken:
        aside = (x - min(max(x, box.left), box.right)) / wide
        below = (y - min(max(y, box.top), box.bottom)) / high
        far = hypot(aside, below)
        if 0 < far < 1:
            right, down = right + PUSH * (1 / far - 1) * aside, down + PUSH * (1 / far - 1) * below
    length = hypot(right, down)
    return (right / length, down / length) if length > 0 else LEAN


def _lack(room: float, need: float) -> float:
    """The part of the needed room that is missing."""
    return min(max(1 - room / need, 0.0), 1.0)


def _label_size(mark: PointingMark, rect: Rect, ui: Ui) -> Pixel:
    if not mark.text:
        return 0.0, 0.0
    size = _text_size(rect, ui)
    width, height = lines_size(styled_lines(mark.text, WIDEST * rect[2], size, ui.fonts), ui.fonts)
    return width + 2 * PADDING[0] * size, height + 2 * PADDING[1] * size


def _text_size(rect: Rect, ui: Ui) -> float:
    return max(TEXT_HEIGHT * rect[3], SMALLEST * ui.scale)


def _beside(center: Pixel, side: Pixel, away: float, width: float, height: float) -> LabelBox:
    """The box beside a circle; its nearest point is at a distance `away` from the centre."""
    x, y = center[0] + away * side[0], center[1] + away * side[1]
    left, top = x - (1 - side[0]) / 2 * width, y - (1 - side[1]) / 2 * height
    return LabelBox(left, top, left + width, top + height)


def _box(center: Pixel, radius: float) -> LabelBox:
    return LabelBox(center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius)


def _draw_arrow(canvas: imgui.ImDrawList, pointer: PlacedPointer, rect: Rect, ui: Ui) -> None:
    """Draws the arrow, which grows from its tail at the label."""
    part = EASES["out"](pointer.mark.presence.shown)
    (x, y), (right, down) = pointer.center, pointer.side
    reach = REACH * rect[3]
    tail = pointer.radius + reach
    tip = tail - reach * part
    length, width = HEAD_LENGTH * ui.mark_scale, HEAD_WIDTH * ui.mark_scale
    neck = min(tip + length, tail)

    def place(along: float, aside: float) -> ImVec2:
        return ImVec2(x + right * along - down * aside, y + down * along + right * aside)

    for color, extra in _inks(_opacity(pointer), ui):
        thickness = WIDTH * ui.mark_scale + 2 * extra
        for start, end in _dashes(neck, tail, DASH * ui.mark_scale) if pointer.is_behind else ((neck, tail),):
            canvas.add_line(place(end + extra, 0.0), place(start, 0.0), color, thickness)
        wide = width + 1.4 * extra
        sides = place(neck + extra, wide), place(neck + extra, -wide)
        canvas.add_triangle_filled(place(tip - 1.6 * extra, 0.0), *sides, color)


def _dashes(start: float, end: float, length: float) -> Iterator[tuple[float, float]]:
    """The starts and ends of dashes from `start`; the gaps between them are as long."""
    while start < end:
        yield start, min(start + length, end)
        start += 2 * length


def _draw_circle(canvas: imgui.ImDrawList, pointer: PlacedPointer, ui: Ui) -> None:
    """Draws the circle around the target, starting at the top."""
    part = EASES["smooth"](pointer.mark.presence.shown)
    sweep = 2 * pi * part
    if pointer.is_behind:
        step = 2 * pi / DASHES
        arcs = [(step * i, min(step * (i + 0.5), sweep)) for i in range(DASHES) if step * i < sweep]
    else:
        arcs = [(0.0, sweep)]
    closed = imgui.ImDrawFlags_.closed if part == 1 and not pointer.is_behind else imgui.ImDrawFlags_.none
    for color, extra in _inks(_opacity(pointer), ui):
        for start, end in arcs:
            canvas.path_arc_to(
                ImVec2(*pointer.center), pointer.radius, start - pi / 2, end - pi / 2, 64 // len(arcs) + 2
            )
            canvas.path_stroke(color, WIDTH * ui.mark_scale + 2 * extra, closed)


def _opacity(pointer: PlacedPointer) -> float:
    return pointer.mark.presence.shown * (BEHIND if pointer.is_behind else 1.0)


def _inks(opacity: float, ui: Ui) -> Iterator[tuple[int, float]]:
    """The colours of the halo and of the line, each with the extra width to each side."""
    yield pack_color(_fade(tone(tones.BACKGROUND), 0.8 * opacity)), HALO * ui.mark_scale
    yield pack_color(_fade(tone(tones.TEXT), opacity)), 0.0


def _draw_spotlights(canvas: imgui.ImDrawList, spots: Sequence[PlacedPointer], rect: Rect, shown: Theme) -> None:
    """Covers the view outside of the spots, so that it recedes into the dark, or in the light theme into the light.

    The cover is drawn once, with a hole for each spot.  A hole may open while others are already open.
    """
    most = max(spot.mark.presence.shown for spot in spots)
    if most == 0:
        return
    holes = []
    for spot in spots:
        edge, opened = SOFT * spot.radius, spot.mark.presence.shown / most
        holes.append(Hole(*spot.center, opened * (spot.radius + edge) - edge, edge))
    bounds = LabelBox(rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3])
    veil = _fade(VEILS[shown], DARK * most)
    for box, amounts in covered_cells(bounds, holes):
        colors = [pack_color(_fade(veil, veil[3] * amount)) for amount in amounts]
        canvas.add_rect_filled_multi_color(ImVec2(box.left, box.top), ImVec2(box.right, box.bottom), *colors)


class Hole(NamedTuple):
    """A round hole in a cover: clear within its radius, and covered from its soft edge on."""

    x: float
    y: float
    radius: float  # negative while it opens
    edge: float  # width of the soft edge

    def depth(self, x: float, y: float) -> float:
        """0 at the radius, and 1 where the cover begins."""
        return (hypot(x - self.x, y - self.y) - self.radius) / self.edge


def covered_cells(box: LabelBox, holes: Sequence[Hole]) -> Iterator[tuple[LabelBox, tuple[float, ...]]]:
    """Splits a cover into cells, each with how much it covers at its corners, clockwise from the upper left.

    Cells are as large as possible where the cover is even, and small in soft edges.
    """
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    around = hypot(box.right - box.left, box.bottom - box.top) / 2
    depths = [(hole.depth(x, y), around / hole.edge) for hole in holes]
    if min(depth + reach for depth, reach in depths) <= 0:
        return
    if min(depth - reach for depth, reach in depths) >= 1:
        yield box, (1.0, 1.0, 1.0, 1.0)
    elif min(depths)[1] <= GRAIN:
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        yield box, tuple(min(max(min(hole.depth(*at) for hole in holes), 0.0), 1.0) for at in corners)
    else:
        for left, right in ((box.left, x), (x, box.right)):
            for top, bottom in ((box.top, y), (y, box.bottom)):
                yield from covered_cells(LabelBox(left, top, right, bottom), holes)


def _draw_label(canvas: imgui.ImDrawList, pointer: PlacedPointer, rect: Rect, shown: Theme, ui: Ui) -> None:
    if pointer.label is None:
        return
    size, opacity = _text_size(rect, ui), pointer.mark.presence.shown
    left, top, right, bottom = pointer.label
    plate: Color = PLATES[shown]
    corners = ImVec2(left, top), ImVec2(right, bottom)
    canvas.add_rect_filled(*corners, pack_color(_fade(plate, plate[3] * opacity)), 0.3 * size)
    lines = styled_lines(pointer.mark.text, WIDEST * rect[2], size, ui.fonts)
    draw_lines(canvas, lines, ((left + right) / 2, top + PADDING[1] * size), text_inks().faded(opacity), ui.fonts)


def text_inks() -> Inks:
    """The colours of text on a plate in the current theme."""
    return Inks(tone(tones.TEXT), tone(tones.CODE_NUMBER))


def tone(of: tones.Tone) -> Color:
    """A tone in the current theme."""
    red, green, blue, alpha = theme.rgba(of)
    return (red, green, blue, alpha)


def _fade(color: Color, opacity: float) -> Color:
    return (*color[:3], opacity)
