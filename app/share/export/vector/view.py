"""Writes one view as SVG: what surfaces can hide, in the painter's order, and then the marks on top."""

from collections.abc import Sequence
from itertools import groupby
from math import atan2, degrees
from xml.etree.ElementTree import Element, SubElement

import shapely

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.share.export.vector.canvas import paint, svg_number, svg_numbers
from gjkscope.app.share.export.vector.marks import ArrowHead, Item, VectorDot, VectorFacet, VectorStroke
from gjkscope.app.share.export.vector.order import painters_order
from gjkscope.app.share.export.vector.screen import Screen
from gjkscope.app.view.drawing.drawlist import Color, DrawList, Layer, PointStyle
from gjkscope.app.view.panels.toolkit.ui import Rect
from gjkscope.app.view.renderer.renderer import Background

SEAM = 0.6  # pixels: facets of opaque surfaces overlap by half of it, or their borders would shine through
# As in halo.glsl.
RIM, RIM_OPACITY, DARK_LUMA = 1.5, 0.75, 0.22
BRIGHT_RIM, DARK_RIM = (0.96, 0.96, 0.96), (0.07, 0.08, 0.09)
BASE_SHADE = 0.72  # of the base of an arrow's head, as in stroke.frag


def draw_view(
    parent: Element, draw_list: DrawList, camera: OrbitCamera, rect: Rect, scale: float, background: Background
) -> None:
    """Adds what the draw list shows; `scale`: pixels per pixel at 100 %."""
    screen = Screen(camera, rect, scale, background.shell)
    below = painters_order(screen.items(draw_list, (Layer.SOLID, Layer.TRANSLUCENT)))
    _paint(SubElement(parent, "g", {"class": "scene"}), below, scale)
    on_top = screen.items(draw_list, (Layer.ON_TOP,))
    surfaces = painters_order([item for item in on_top if isinstance(item, VectorFacet)])
    marks = [item for item in on_top if not isinstance(item, VectorFacet)]
    top = SubElement(parent, "g", {"class": "on-top"})
    _paint(top, surfaces, scale)
    for kinds in (
        [mark for mark in marks if isinstance(mark, VectorStroke)],
        [mark for mark in marks if isinstance(mark, VectorDot)],
    ):
        for mark in kinds:
            _rim(top, mark, scale)
        _paint(top, kinds, scale)


def _paint(parent: Element, items: Sequence[Item], scale: float) -> None:
    for _, group in groupby(items, key=_path_key):
        first, *others = group
        if isinstance(first, VectorFacet):
            _facet(parent, [first, *(item for item in others if isinstance(item, VectorFacet))])
        elif isinstance(first, VectorStroke):
            _stroke(parent, first, first.color, 0.0)
        else:
            _dot(parent, first, scale)


def _path_key(item: Item) -> object:
    """The key by which consecutive parts of one face are joined into one path; everything else stays separate."""
    return item.face if isinstance(item, VectorFacet) else id(item)


def _facet(parent: Element, parts: Sequence[VectorFacet]) -> None:
    color = parts[0].color
    look = paint("fill", color)
    if color[3] >= 1:
        look |= paint("stroke", color) | {"stroke-width": svg_number(SEAM), "stroke-linejoin": "round"}
    else:
        look["shape-rendering"] = "crispEdges"  # or two soft borders would show as a seam
    SubElement(parent, "path", {"d": " ".join(_outline(part.area) for part in parts)} | look)


def _outline(area: shapely.Polygon) -> str:
    rings = (area.exterior, *area.interiors)
    return " ".join("M" + "L".join(_place(x, y) for x, y in ring.coords[:-1]) + "Z" for ring in rings)


def _place(x: float, y: float) -> str:
    return f"{svg_number(x)} {svg_number(y)}"


def _stroke(parent: Element, stroke: VectorStroke, color: Color, extra: float) -> None:
    """Draws a line or an arrow, `extra` pixels wider on each side."""
    (x0, y0), (x1, y1) = stroke.start, stroke.end
    places = svg_numbers(x1=x0, y1=y0, x2=x1, y2=y1)
    look = paint("stroke", color) | {"stroke-width": svg_number(stroke.width + 2 * extra), "stroke-linecap": "round"}
    if stroke.dash > 0:
        look |= {"stroke-dasharray": f"{svg_number(stroke.dash)} {svg_number(stroke.dash)}", "stroke-linecap": "butt"}
        if stroke.offset > 0:
            look["stroke-dashoffset"] = svg_number(stroke.offset % (2 * stroke.dash))
    SubElement(parent, "line", places | look)
    if stroke.head is not None:
        _head(parent, stroke.head, color, extra)


def _head(parent: Element, head: ArrowHead, color: Color, extra: float) -> None:
    (x0, y0), (x1, y1) = head.base, head.tip
    turn = f"translate({_place(x0, y0)}) rotate({svg_number(degrees(atan2(y1 - y0, x1 - x0)))})"
    group = SubElement(parent, "g", {"transform": turn})
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    look = paint("fill", color)
    if extra > 0:
        look |= paint("stroke", color) | {"stroke-width": svg_number(2 * extra), "stroke-linejoin": "round"}
    wide = svg_number(head.half_width)
    SubElement(group, "path", {"d": f"M0 {wide}L{svg_number(length)} 0L0 -{wide}Z"} | look)
    if extra == 0 and head.base_seen:
        red, green, blue, alpha = color
        look = paint("fill", (BASE_SHADE * red, BASE_SHADE * green, BASE_SHADE * blue, alpha))
    SubElement(group, "ellipse", {"rx": svg_number(max(head.half_depth, 0.5)), "ry": wide} | look)


def _dot(parent: Element, dot: VectorDot, scale: float, rim: Color | None = None) -> None:
    """Draws a point, or its rim in that colour."""
    extra = RIM * scale if rim else 0.0
    color = rim or dot.color
    if dot.style is PointStyle.DISC:
        SubElement(parent, "circle", _circle(dot, dot.radius + extra) | paint("fill", color))
    elif dot.style is PointStyle.RING:
        width = max(0.22 * dot.radius, 1.5 * scale)
        _ring(parent, dot, dot.radius - width / 2, width + 2 * extra, color)
    else:
        _crosshair(parent, dot, color, extra, scale)


def _circle(dot: VectorDot, radius: float) -> dict[str, str]:
    return svg_numbers(cx=dot.center[0], cy=dot.center[1], r=radius)


def _ring(parent: Element, dot: VectorDot, radius: float, width: float, color: Color, dashes: str = "") -> None:
    look = paint("stroke", color) | {"stroke-width": svg_number(width), "fill": "none"}
    if dashes:
        look |= {
            "stroke-dasharray": dashes,
            "transform": f"rotate(45 {_place(*dot.center)})",
        }
    SubElement(parent, "circle", _circle(dot, radius) | look)


def _crosshair(parent: Element, dot: VectorDot, color: Color, extra: float, scale: float) -> None:
    """A ring, whole or broken, four ticks through it, and a dot; sizes as in point.frag."""
    radius, (x, y) = dot.radius, dot.center
    width = max(0.16 * radius, 1.4 * scale)
    middle = 0.66 * radius - width / 2
    # Of a broken ring, arcs around the diagonals are left.
    arc = 4 * 0.17 * radius
    quarter = middle * 3.141592653589793 / 2
    dashes = f"{svg_number(arc / 2)} {svg_number(quarter - arc)} {svg_number(arc / 2)} 0"
    _ring(parent, dot, middle, width + 2 * extra, color, dashes if dot.style is PointStyle.BROKEN_CROSSHAIR else "")
    near, far = 0.44 * radius - extra, radius + extra
    ticks = " ".join(
        f"M{_place(x + right * near, y + down * near)}L{_place(x + right * far, y + down * far)}"
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    SubElement(parent, "path", {"d": ticks, "stroke-width": svg_number(width + 2 * extra)} | paint("stroke", color))
    SubElement(parent, "circle", _circle(dot, 0.75 * width + extra) | paint("fill", color))


def _rim(parent: Element, mark: Item, scale: float) -> None:
    """The rim that sets a mark on top off from any background."""
    luma = 0.299 * mark.color[0] + 0.587 * mark.color[1] + 0.114 * mark.color[2]
    color = (*(BRIGHT_RIM if luma < DARK_LUMA else DARK_RIM), RIM_OPACITY * mark.color[3])
    if isinstance(mark, VectorStroke):
        _stroke(parent, mark, color, RIM * scale)
    elif isinstance(mark, VectorDot):
        _dot(parent, mark, scale, color)
