"""What is drawn over a 3D view in pixels: its labels; the little axes in the corner are in `triad`."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import floor, hypot, inf, log10
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.base.identity import Identity
from gjkscope.app.cameras.camera import OrbitCamera
from gjkscope.app.cameras.lens import Lens
from gjkscope.app.drawing.drawlist import Color, Extent, Label, at
from gjkscope.app.model import Theme
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.labels import Box, Wish, place_labels, slid
from gjkscope.app.panels.toolkit.theme import Face
from gjkscope.app.panels.toolkit.ui import LabelKey, Lying, Pixel, Rect, Ui
from gjkscope.app.renderer.ground import GRID_DECADE, grid_cell
from gjkscope.engine.pose import Pose
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3

TRIAD_LENGTH = 26.0  # of the axes in the corner, pixels at 100 %
TRIAD_CORNER = 3 * TRIAD_LENGTH  # what they and their letters take of it
PADDING = (5.0, 1.0)
PLATES: dict[Theme, Color] = {Theme.DARK: (0.07, 0.08, 0.10, 0.72), Theme.LIGHT: (0.98, 0.98, 0.99, 0.80)}
# A label this far from what it names is joined to it by a line.
LEADER = 20.0

NO_WAY = (0.0, 0.0)
SIDES = ((0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0))  # of a body, on which its name stands, the best first
NAME_ROOM = 20.0  # pixels at 100 %: the side of the square that a name takes beside a body, and how far off it is
BAR_MARGIN, SCALE_BAR_HEIGHT, GRID_WORDS = 16.0, 46.0, 190.0  # pixels at 100 %
WIDEST_LETTER = 7.0  # of the words over the scale bar, pixels at 100 %: a digit
KINDS_OF_BAR = ((56.0, True), (56.0, False), (24.0, False))  # how long it is at least; whether it speaks of the grid
FINE_SEEN = 0.3  # the fineness from which the finest lines of the grid are the ones that are seen

LOOK_AGAIN = 0.1  # seconds until labels look again for places while what they name is moved
UNKNOWN = Lying(-inf, {})

CAMERAS_SEEN = 8  # at once, one a picture: of these what the camera alone decides is found once, and not each frame

# Many frames in a row show the same: the pointer moves over a panel, a number is typed.
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
) -> None:
    """Each label that has room on a plate beside its point, with a line to it where it had to move away.

    `moved`: while what they name is being moved they stay where they lie to it, and only now and then look whether
    they still can: they hardly jump about.
    """
    before = ui.beside.pop(rect, UNKNOWN)
    lying = before if moved else UNKNOWN
    if not labels:
        return
    left, top, width, height = rect
    face, scale = ui.fonts.regular, ui.mark_scale
    lens = camera.lens((round(width), round(height)))
    wishes = _wishes(labels, lens, rect, ui, lying)
    bounds = Box(left + 4, top + 4, left + width - 4, top + height - 4)
    boxes = _unmoved(wishes, bounds, lying)
    if boxes is None:
        wishes = {key: wish._replace(toward=_way(labels[key[0]], key, lens)) for key, wish in wishes.items()}
        place = place_labels if moved else _placed  # what moves is seldom where it was
        boxes = place(tuple(wishes.values()), bounds, _taken(camera, rect, ui, with_grid), scale)
        corners = {key: _corner(wish, box) for (key, wish), box in zip(wishes.items(), boxes, strict=True)}
        lying = Lying(imgui.get_time(), corners)
    if moved:
        ui.beside[rect] = lying
    plate = packed(PLATES[shown])
    for ((i, *_), wish), box in zip(wishes.items(), boxes, strict=True):
        if box is not None:
            _draw_label(canvas, labels[i], plate, wish.anchor, box, face, scale)


def _wishes(labels: Sequence[Label], lens: Lens, rect: Rect, ui: Ui, lying: Lying) -> dict[LabelKey, Wish]:
    """Of the labels whose points are seen; which way they would rather lie matters only to who looks for places."""
    left, top, _, _ = rect
    face = ui.fonts.regular
    wishes: dict[LabelKey, Wish] = {}
    known = {i: side for i, _, side in lying.corners}
    sides = known if _stay(lying) else free_sides(labels, lens, ui.mark_scale)
    with imgui_ctx.push_font(face.font, face.size * ui.emphasis):
        for i, label in enumerate(labels):
            side, extent = sides.get(i, SIDES[0]), label.extent
            place = _outermost(Identity(extent.places), extent.pose, side, lens) if extent else label.position
            x, y, is_inside = lens.pixel(place)
            if is_inside:
                key, size = (i, label.priority, side), _plate_size(label.text, ui.mark_scale)
                wishes[key] = Wish((left + x, top + y), size, label.priority, kept=lying.corners.get(key))
    return wishes


def free_sides(labels: Sequence[Label], lens: Lens, scale: float) -> dict[int, Pixel]:
    """On which side of its body each name should stand, by the label's number: not on another body."""
    bodies = {i: label.extent for i, label in enumerate(labels) if label.extent is not None}
    boxes = {i: _around(Identity(extent.places), extent.pose, lens) for i, extent in bodies.items()}
    return {i: _free_side(body, [boxes[j] for j in boxes if j != i], lens, scale) for i, body in bodies.items()}


def _unmoved(wishes: dict[LabelKey, Wish], bounds: Box, lying: Lying) -> list[Box | None] | None:
    """All as they lie, or along the edge of the view; None where it is time to look again, or there are others."""
    if not _stay(lying) or lying.corners.keys() != wishes.keys():
        return None
    boxes = [wish.staying for wish in wishes.values()]
    return [box if box is None or box.inside(bounds) else slid(box, bounds) for box in boxes]


def _stay(lying: Lying) -> bool:
    """Whether it is not yet time to look again."""
    return imgui.get_time() - lying.found < LOOK_AGAIN


def _corner(wish: Wish, box: Box | None) -> Pixel | None:
    return None if box is None else (box.left - wish.anchor[0], box.top - wish.anchor[1])


def _taken(camera: OrbitCamera, rect: Rect, ui: Ui, with_grid: bool) -> tuple[Box, ...]:
    """Where the triad, the scale bar and the view's title are."""
    left, top, width, height = rect
    corner = TRIAD_CORNER * ui.scale
    bar = scale_bar(camera, rect, ui.scale, with_grid)
    reach = max(bar.reach if bar else 0.0, GRID_WORDS * ui.scale if with_grid else 0.0)
    return (
        Box(left + width - corner, top + height - corner, left + width, top + height),
        Box(left, top + height - SCALE_BAR_HEIGHT * ui.scale, left + reach, top + height),
        Box(left, top, left + ui.heading[0], top + ui.heading[1]),
    )


class ScaleBar(NamedTuple):
    """All in pixels."""

    length: float
    words: str  # how long that is, and the side of the grid's cells
    reach: float  # from the left side of the view


def draw_scale_bar(canvas: imgui.ImDrawList, camera: OrbitCamera, rect: Rect, ui: Ui, with_grid: bool) -> None:
    """In the lower left corner how long a round number of metres is at the target, and the side of the grid's cells."""
    bar = scale_bar(camera, rect, ui.scale, with_grid)
    if bar is None:
        return
    left, y = rect[0] + BAR_MARGIN * ui.scale, rect[1] + rect[3] - BAR_MARGIN * ui.scale
    right, tick = left + bar.length, 4 * ui.scale
    color, face = packed(theme.rgba(theme.TEXT_DIM)), ui.fonts.small
    canvas.add_line(ImVec2(left, y), ImVec2(right, y), color, 1.5 * ui.scale)
    for x in (left, right):
        canvas.add_line(ImVec2(x, y - tick), ImVec2(x, y + tick), color, 1.5 * ui.scale)
    canvas.add_text(face.font, face.size * ui.scale, ImVec2(left, y - 22 * ui.scale), color, bar.words)


def scale_bar(camera: OrbitCamera, rect: Rect, scale: float, with_grid: bool) -> ScaleBar | None:
    """As much of it as a narrow view has room for beside the triad: without the words on the grid, shorter, or none."""
    room = rect[2] - TRIAD_CORNER * scale
    bars = (_scale_bar(camera, rect[3], scale, *kind) for kind in KINDS_OF_BAR if with_grid or not kind[1])
    return next((bar for bar in bars if bar.reach <= room), None)


@lru_cache(maxsize=len(KINDS_OF_BAR) * CAMERAS_SEEN)
def _scale_bar(camera: OrbitCamera, height: float, scale: float, shortest: float, with_grid: bool) -> ScaleBar:
    """That of a view of that height."""
    pixel = camera.pixel_size(height)
    length = round_length(shortest * scale * pixel)
    words = f"{number(length)} m"
    if with_grid:
        cell, fineness = grid_cell(camera.distance)
        words += f"  ·  grid {number(cell if fineness > FINE_SEEN else cell * GRID_DECADE)} m"
    widest = max(length / pixel, WIDEST_LETTER * len(words) * scale)
    return ScaleBar(length / pixel, words, widest + 2 * BAR_MARGIN * scale)


def round_length(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is at least so long; metres."""
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-12))


def packed(color: Iterable[float]) -> int:
    """The colour as Dear ImGui's draw lists take it."""
    return _packed(tuple(color))


@lru_cache(maxsize=256)
def _packed(color: Color) -> int:
    value: int = imgui.color_convert_float4_to_u32(imgui.ImVec4(*color))
    return value


def _free_side(body: Extent, others: Sequence[Box], lens: Lens, scale: float) -> Pixel:
    """The best side on which a name does not stand on `others`, as they are seen; the best of all if there is none."""
    room = NAME_ROOM * scale
    for right, down in SIDES:
        x, y, _ = lens.pixel(_outermost(Identity(body.places), body.pose, (right, down), lens))
        name = Box(x - room / 2, y - room / 2, x + room / 2, y + room / 2).shifted(right * room, down * room)
        if name.overlap(*others) == 0:
            return right, down
    return SIDES[0]


# Of most bodies both are where they were in the frame before.
@lru_cache(maxsize=128)
def _outermost(places: Identity, pose: Pose, side: Pixel, lens: Lens) -> Vec3:
    return lens.outermost(places.value, pose, side)


@lru_cache(maxsize=128)
def _around(places: Identity, pose: Pose, lens: Lens) -> Box:
    """A body in the picture."""
    pixels, _ = lens.pixels(at(places.value, pose))
    return Box(*pixels.min(axis=0).tolist(), *pixels.max(axis=0).tolist())


def _way(label: Label, key: LabelKey, lens: Lens) -> Pixel:
    """Which way the label would rather lie, a unit vector, or zero."""
    if label.extent is not None:
        return key[2]
    if label.away_from is None:
        return NO_WAY
    (x, y, _), (tail_x, tail_y, _) = lens.pixel(label.position), lens.pixel(label.away_from)
    length = hypot(x - tail_x, y - tail_y)
    return ((x - tail_x) / length, (y - tail_y) / length) if length > 0 else NO_WAY


def _plate_size(text: str, scale: float) -> tuple[float, float]:
    """In the typeface that is current."""
    size = imgui.calc_text_size(text)
    return size.x + 2 * PADDING[0] * scale, size.y + 2 * PADDING[1] * scale


def _draw_label(
    canvas: imgui.ImDrawList,
    label: Label,
    plate: int,
    anchor: tuple[float, float],
    box: Box,
    face: Face,
    scale: float,
) -> None:
    (left, top, right, bottom), (x, y) = box, anchor
    # The nearest point of the box, as with min and max, which take three times as long.
    across = left if x < left else right if x > right else x
    down = top if y < top else bottom if y > bottom else y
    if abs(across - x) + abs(down - y) > LEADER * scale:
        faint = (*label.color[:3], 0.55)
        canvas.add_line(ImVec2(x, y), ImVec2(across, down), packed(faint), 1.0 * scale)
    canvas.add_rect_filled(ImVec2(left, top), ImVec2(right, bottom), plate, 3.0 * scale)
    text_at = ImVec2(left + PADDING[0] * scale, top + PADDING[1] * scale)
    canvas.add_text(face.font, face.size * scale, text_at, packed(label.color), label.text)
