"""2D overlays of a 3D view: labels and the scale bar.  The axis triad is in `triad`."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import floor, hypot, inf, log10
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.cameras.lens import Lens
from gjkscope.app.state.model import Theme
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.drawlist import Color, Extent, Label, at
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.labels import LabelBox, LabelRequest, place_labels, shift_into
from gjkscope.app.view.panels.toolkit.precision import rounded_in_page
from gjkscope.app.view.panels.toolkit.theme import Typeface
from gjkscope.app.view.panels.toolkit.ui import LabelKey, LabelPlacement, Pixel, Rect, Ui
from gjkscope.app.view.renderer.ground import GRID_DECADE, grid_cell
from gjkscope.app.view.words.subscripts import DROP, SIZE, has_subscripts, runs_of
from gjkscope.engine import vectors
from gjkscope.engine.pose import Pose
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3

TRIAD_LENGTH = 26.0  # length of the axes in the corner, pixels at 100 % scale
TRIAD_CORNER = 3 * TRIAD_LENGTH  # side of the square reserved for them and their letters
PADDING = (5.0, 1.0)
PLATES: dict[Theme, Color] = {Theme.DARK: (0.07, 0.08, 0.10, 0.72), Theme.LIGHT: (0.98, 0.98, 0.99, 0.80)}
# A label farther than this from its anchor gets a leader line, pixels at 100 % scale.
LEADER = 20.0

NO_WAY = (0.0, 0.0)
SIDES = ((0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0))  # sides of a body for its name, best first
NAME_ROOM = 20.0  # side of the square reserved for a name, and its distance from the body; pixels at 100 % scale
BAR_MARGIN, SCALE_BAR_HEIGHT, GRID_WORDS = 16.0, 46.0, 190.0  # pixels at 100 % scale
WIDEST_LETTER = 7.0  # width of a digit, the widest character above the scale bar; pixels at 100 % scale
KINDS_OF_BAR = ((56.0, True), (56.0, False), (24.0, False))  # minimum length in pixels; whether it names the grid size
FINE_SEEN = 0.3  # fineness above which the finest grid lines are visible

LOOK_AGAIN = 0.1  # seconds between label placements while a body is being moved
UNKNOWN = LabelPlacement(-inf, {})

HALVINGS = 12  # of an arrow, to find where it leaves the view: to a pixel in 4,000

CAMERAS_SEEN = 8  # upper bound for the number of views, for the sizes of caches that depend on the camera

# Many consecutive frames show the same labels, for example while the pointer moves over a panel.
_placed = lru_cache(maxsize=8)(place_labels)


def draw_labels(
    canvas: imgui.ImDrawList,
    labels: Sequence[Label],
    camera: OrbitCamera,
    rect: Rect,
    shown: Theme,
    ui: Ui,
    with_grid: bool,
    moved: bool = False,
    avoided: Sequence[LabelBox] = (),
) -> None:
    """Draws every label that fits on a plate beside its anchor, with a leader line if it had to move away.

    `moved` is set while a body is being moved: labels then keep their offsets from their anchors and are placed again
    only every `LOOK_AGAIN` seconds, so that they do not jump around.  `avoided` are boxes that labels stay clear of.
    """
    before = ui.beside.pop(rect, UNKNOWN)
    lying = before if moved else UNKNOWN
    if not labels:
        return
    left, top, width, height = rect
    face, scale = ui.fonts.regular, ui.mark_scale
    lens = camera.lens((round(width), round(height)))
    wishes = _wishes(labels, lens, rect, ui, lying)
    bounds = LabelBox(left + 4, top + 4, left + width - 4, top + height - 4)
    boxes = _previous_places(wishes, bounds, lying)
    if boxes is None:
        wishes = {key: wish._replace(toward=_way(labels[key[0]], key, lens)) for key, wish in wishes.items()}
        place = place_labels if moved else _placed  # moving labels rarely hit the cache
        boxes = place(tuple(wishes.values()), bounds, (*corner_boxes(camera, rect, ui, with_grid), *avoided), scale)
        corners = {key: _corner(wish, box) for (key, wish), box in zip(wishes.items(), boxes, strict=True)}
        lying = LabelPlacement(imgui.get_time(), corners)
    if moved:
        ui.beside[rect] = lying
    plate = pack_color(PLATES[shown])
    for ((i, *_), wish), box in zip(wishes.items(), boxes, strict=True):
        if box is not None:
            _draw_label(canvas, labels[i], plate, wish.anchor, box, face, scale)
            if rounded_in_page(labels[i].text) != labels[i].text and _is_under_pointer(box):
                imgui.set_tooltip(labels[i].text)


def _wishes(
    labels: Sequence[Label], lens: Lens, rect: Rect, ui: Ui, lying: LabelPlacement
) -> dict[LabelKey, LabelRequest]:
    """The labels with visible anchors, without preferred directions, which are needed only for a new placement."""
    left, top, _, _ = rect
    face = ui.fonts.regular
    wishes: dict[LabelKey, LabelRequest] = {}
    known = {i: side for i, _, side in lying.corners}
    sides = known if _stay(lying) else free_sides(labels, lens, ui.mark_scale)
    with imgui_ctx.push_font(face.font, face.size * ui.emphasis):
        for i, label in enumerate(labels):
            side, extent = sides.get(i, SIDES[0]), label.extent
            anchor = _outermost(Identity(extent.places), extent.pose, side, lens) if extent else label.position
            x, y, is_inside = lens.pixel(anchor)
            if not is_inside and label.away_from is not None:
                x, y, is_inside = lens.pixel(_last_inside(label.away_from, anchor, lens))
            if is_inside:
                key, size = (i, label.priority, side), _plate_size(rounded_in_page(label.text), ui.mark_scale)
                wishes[key] = LabelRequest((left + x, top + y), size, label.priority, kept=lying.corners.get(key))
    return wishes


def _last_inside(tail: Vec3, head: Vec3, lens: Lens) -> Vec3:
    """Where an arrow whose head is outside leaves the view; its tail if that is outside, too."""
    if not lens.pixel(tail)[2]:
        return tail
    along, inside, outside = vectors.sub(head, tail), 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        is_inside = lens.pixel(vectors.add(tail, vectors.scale(along, middle)))[2]
        inside, outside = (middle, outside) if is_inside else (inside, middle)
    return vectors.add(tail, vectors.scale(along, inside))


def free_sides(labels: Sequence[Label], lens: Lens, scale: float) -> dict[int, Pixel]:
    """The side of its body on which each name should be placed, clear of other bodies, by label index."""
    bodies = {i: label.extent for i, label in enumerate(labels) if label.extent is not None}
    boxes = {i: _around(Identity(extent.places), extent.pose, lens) for i, extent in bodies.items()}
    return {i: _free_side(body, [boxes[j] for j in boxes if j != i], lens, scale) for i, body in bodies.items()}


def _previous_places(
    wishes: dict[LabelKey, LabelRequest], bounds: LabelBox, lying: LabelPlacement
) -> list[LabelBox | None] | None:
    """The previous places, kept inside the view; None if a new placement is due or the set of labels has changed."""
    if not _stay(lying) or lying.corners.keys() != wishes.keys():
        return None
    boxes = [wish.staying for wish in wishes.values()]
    return [box if box is None or box.inside(bounds) else shift_into(box, bounds) for box in boxes]


def _stay(lying: LabelPlacement) -> bool:
    """Whether the last placement is recent enough to keep."""
    return imgui.get_time() - lying.found < LOOK_AGAIN


def _is_under_pointer(box: LabelBox) -> bool:
    x, y = imgui.get_mouse_pos()
    return box.left <= x <= box.right and box.top <= y <= box.bottom and imgui.is_window_hovered()


def _corner(wish: LabelRequest, box: LabelBox | None) -> Pixel | None:
    return None if box is None else (box.left - wish.anchor[0], box.top - wish.anchor[1])


def corner_boxes(camera: OrbitCamera, rect: Rect, ui: Ui, with_grid: bool) -> tuple[LabelBox, ...]:
    """The boxes of the triad, the scale bar and the view's title."""
    left, top, _, _ = rect
    return (
        _triad_box(triad_rect(rect, ui), ui),
        _bar_box(camera, _bar_rect(camera, rect, ui, with_grid), ui, with_grid),
        LabelBox(left, top, left + ui.heading[0], top + ui.heading[1]),
    )


def triad_rect(rect: Rect, ui: Ui) -> Rect:
    """The rectangle in whose lower right corner the triad is: the view's, moved up where a caption covers that."""
    return _lift(rect, _triad_box(rect, ui), ui)


def _triad_box(rect: Rect, ui: Ui) -> LabelBox:
    right, bottom, corner = rect[0] + rect[2], rect[1] + rect[3], TRIAD_CORNER * ui.corner_scale
    return LabelBox(right - corner, bottom - corner, right, bottom)


def _bar_rect(camera: OrbitCamera, rect: Rect, ui: Ui, with_grid: bool) -> Rect:
    """The same for the scale bar, in the lower left corner."""
    return _lift(rect, _bar_box(camera, rect, ui, with_grid), ui)


def _bar_box(camera: OrbitCamera, rect: Rect, ui: Ui, with_grid: bool) -> LabelBox:
    left, top, _, height = rect
    bar = scale_bar(camera, rect, ui.corner_scale, with_grid)
    reach = max(bar.reach if bar else 0.0, GRID_WORDS * ui.corner_scale if with_grid else 0.0)
    return LabelBox(left, top + height - SCALE_BAR_HEIGHT * ui.corner_scale, left + reach, top + height)


def _lift(rect: Rect, corner: LabelBox, ui: Ui) -> Rect:
    """The view's rectangle, moved up until nothing covers the box in its lower corner."""
    left, top, width, height = rect
    lift = max((corner.bottom - cover.top for cover in ui.covered if corner.overlap(cover) > 0), default=0.0)
    return (left, top - lift, width, height)


class ScaleBar(NamedTuple):
    """A scale bar; lengths in pixels."""

    length: float
    words: str  # its length in metres and the size of the grid cells
    reach: float  # width used, from the left edge of the view


def draw_scale_bar(canvas: imgui.ImDrawList, camera: OrbitCamera, rect: Rect, ui: Ui, with_grid: bool) -> None:
    """Draws the scale at the camera's target and the size of the grid cells in the lower left corner of the view."""
    bar = scale_bar(camera, rect, ui.corner_scale, with_grid)
    if bar is None:
        return
    rect = _bar_rect(camera, rect, ui, with_grid)
    left, y = rect[0] + BAR_MARGIN * ui.corner_scale, rect[1] + rect[3] - BAR_MARGIN * ui.corner_scale
    right, tick = left + bar.length, 4 * ui.corner_scale
    color, face = pack_color(theme.rgba(tones.TEXT_DIM)), ui.fonts.small
    canvas.add_line(ImVec2(left, y), ImVec2(right, y), color, 1.5 * ui.corner_scale)
    for x in (left, right):
        canvas.add_line(ImVec2(x, y - tick), ImVec2(x, y + tick), color, 1.5 * ui.corner_scale)
    canvas.add_text(
        face.font, face.drawn_size(ui.corner_scale), ImVec2(left, y - 22 * ui.corner_scale), color, bar.words
    )


def scale_bar(camera: OrbitCamera, rect: Rect, scale: float, with_grid: bool) -> ScaleBar | None:
    """The most detailed scale bar that fits beside the triad: with grid size, without it, shorter, or None."""
    room = rect[2] - TRIAD_CORNER * scale
    bars = (_scale_bar(camera, rect[3], scale, *kind) for kind in KINDS_OF_BAR if with_grid or not kind[1])
    return next((bar for bar in bars if bar.reach <= room), None)


@lru_cache(maxsize=len(KINDS_OF_BAR) * CAMERAS_SEEN)
def _scale_bar(camera: OrbitCamera, height: float, scale: float, shortest: float, with_grid: bool) -> ScaleBar:
    """A scale bar of at least `shortest` pixels at 100 % scale, for a view of that height."""
    pixel = camera.pixel_size(height)
    length = round_length(shortest * scale * pixel)
    words = f"{number(length)} m"
    if with_grid:
        cell, fineness = grid_cell(camera.distance)
        words += f"  ·  grid {number(cell if fineness > FINE_SEEN else cell * GRID_DECADE)} m"
    widest = max(length / pixel, WIDEST_LETTER * len(words) * scale)
    return ScaleBar(length / pixel, words, widest + 2 * BAR_MARGIN * scale)


def round_length(least: float) -> float:
    """The smallest length of 1, 2 or 5 times a power of ten that is at least `least`; metres."""
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-12))


def pack_color(color: Iterable[float]) -> int:
    """The colour packed as a 32-bit integer for Dear ImGui's draw lists."""
    return _pack(tuple(color))


@lru_cache(maxsize=256)
def _pack(color: Color) -> int:
    value: int = imgui.color_convert_float4_to_u32(imgui.ImVec4(*color))
    return value


def _free_side(body: Extent, others: Sequence[LabelBox], lens: Lens, scale: float) -> Pixel:
    """The best side where a name does not cover `others` on screen, or the first side if there is none."""
    room = NAME_ROOM * scale
    for right, down in SIDES:
        x, y, _ = lens.pixel(_outermost(Identity(body.places), body.pose, (right, down), lens))
        name = LabelBox(x - room / 2, y - room / 2, x + room / 2, y + room / 2).shifted(right * room, down * room)
        if name.overlap(*others) == 0:
            return right, down
    return SIDES[0]


# Cached, because most bodies do not move between frames.
@lru_cache(maxsize=128)
def _outermost(places: Identity, pose: Pose, side: Pixel, lens: Lens) -> Vec3:
    return lens.outermost(places.value, pose, side)


@lru_cache(maxsize=128)
def _around(places: Identity, pose: Pose, lens: Lens) -> LabelBox:
    """The bounding box of a body on screen."""
    pixels, _ = lens.pixels(at(places.value, pose))
    return LabelBox(*pixels.min(axis=0).tolist(), *pixels.max(axis=0).tolist())


def _way(label: Label, key: LabelKey, lens: Lens) -> Pixel:
    """The preferred direction of a label, as a unit vector, or zero for none."""
    if label.extent is not None:
        return key[2]
    if label.away_from is None:
        return NO_WAY
    (x, y, _), (tail_x, tail_y, _) = lens.pixel(label.position), lens.pixel(label.away_from)
    length = hypot(x - tail_x, y - tail_y)
    return ((x - tail_x) / length, (y - tail_y) / length) if length > 0 else NO_WAY


def _plate_size(text: str, scale: float) -> tuple[float, float]:
    """The size of a label's plate in pixels, with the current font."""
    size = imgui.calc_text_size(text)
    width = max(map(_line_width, text.split("\n"))) if has_subscripts(text) else size.x
    return width + 2 * PADDING[0] * scale, size.y + 2 * PADDING[1] * scale


def _line_width(line: str) -> float:
    """The width of a line with its subscripts, with the current font."""
    return sum(imgui.calc_text_size(run.text).x * (SIZE if run.is_subscript else 1.0) for run in runs_of(line))


def text_width(font: imgui.ImFont, size: float, text: str) -> float:
    """The width of the text in the current frame, pixels, for a font of `size` pixels."""
    with imgui_ctx.push_font(font, size / imgui.get_style().font_scale_dpi):
        return float(imgui.calc_text_size(text).x)


def _draw_words(canvas: imgui.ImDrawList, face: Typeface, size: float, at: ImVec2, color: int, text: str) -> None:
    """Writes lines of text, with their subscripts."""
    if not has_subscripts(text):
        canvas.add_text(face.font, size, at, color, text)
        return
    for number_, line in enumerate(text.split("\n")):
        x, y = at.x, at.y + number_ * size
        for run in runs_of(line):
            drawn, down = (SIZE * size, DROP * size) if run.is_subscript else (size, 0.0)
            canvas.add_text(face.font, drawn, ImVec2(x, y + down), color, run.text)
            x += text_width(face.font, drawn, run.text)


def _draw_label(
    canvas: imgui.ImDrawList,
    label: Label,
    plate: int,
    anchor: tuple[float, float],
    box: LabelBox,
    face: Typeface,
    scale: float,
) -> None:
    (left, top, right, bottom), (x, y) = box, anchor
    # The closest point of the box.  Inlined min and max: the calls take three times as long.
    across = left if x < left else right if x > right else x
    down = top if y < top else bottom if y > bottom else y
    if abs(across - x) + abs(down - y) > LEADER * scale:
        faint = (*label.color[:3], 0.55)
        canvas.add_line(ImVec2(x, y), ImVec2(across, down), pack_color(faint), 1.0 * scale)
    canvas.add_rect_filled(ImVec2(left, top), ImVec2(right, bottom), plate, 3.0 * scale)
    text_at = ImVec2(left + PADDING[0] * scale, top + PADDING[1] * scale)
    _draw_words(canvas, face, face.drawn_size(scale), text_at, pack_color(label.color), rounded_in_page(label.text))
