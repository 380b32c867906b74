"""`SvgCanvas`: takes what overlays draw with a draw list of Dear ImGui, and writes it as SVG."""

from functools import cache
from math import cos, sin
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from imgui_bundle import ImVec2, imgui
from PIL import ImageFont

from gjkscope.app.base.formulas import EM as EM_OF_FORMULAS
from gjkscope.app.base.formulas import Formula
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.panels.toolkit.overlay import text_width
from gjkscope.app.view.panels.toolkit.theme import FONT_ASSETS, MONO_FIT, Fonts

EM = 1000  # pixels at which fonts are measured


class FontStyle(NamedTuple):
    """How a font is named in SVG."""

    file: str
    look: dict[str, str]
    fit: float = 1.0  # as in `MONO_FIT`

    @property
    def em(self) -> float:
        """The size in SVG, of an em, relative to Dear ImGui's, from the highest ascender to the lowest descender."""
        return self.fit * EM / _line_height(self.file)


@cache
def _line_height(file: str) -> int:
    """The height of a line in a font of `EM` pixels; the file is read once, not for each text."""
    ascent, descent = ImageFont.truetype(Path(FONT_ASSETS, "fonts", file), EM).getmetrics()
    return ascent + descent


SANS, MONO = "Roboto, Arial, sans-serif", "Inconsolata, Menlo, Consolas, monospace"
REGULAR = FontStyle("Roboto/Roboto-Regular.ttf", {"font-family": SANS})
BOLD = FontStyle("Roboto/Roboto-Bold.ttf", {"font-family": SANS, "font-weight": "bold"})
ITALIC = FontStyle("Roboto/Roboto-RegularItalic.ttf", {"font-family": SANS, "font-style": "italic"})
FIXED = FontStyle("Inconsolata-Medium.ttf", {"font-family": MONO}, float(str(MONO_FIT["extra_size_scale"])))


class SvgCanvas:
    """Replaces a draw list of Dear ImGui, with the methods that overlays call and the same arguments."""

    def __init__(self, root: Element, definitions: Element, fonts: Fonts) -> None:
        self._groups, self._definitions = [root], definitions
        self._styles = [
            (fonts.regular.font, REGULAR),
            (fonts.bold.font, BOLD),
            (fonts.italic.font, ITALIC),
            (fonts.mono.font, FIXED),
        ]
        self._path: list[tuple[float, float]] = []

    def push_clip_rect(self, low: ImVec2, high: ImVec2, _: bool = False) -> None:
        name = f"clip-{len(self._definitions)}"
        clip = SubElement(self._definitions, "clipPath", {"id": name})
        SubElement(clip, "rect", _box(low, high))
        self._groups.append(SubElement(self._groups[-1], "g", {"clip-path": f"url(#{name})"}))

    def pop_clip_rect(self) -> None:
        self._groups.pop()

    @property
    def group(self) -> Element:
        """Where shapes are added."""
        return self._groups[-1]

    def add_line(self, start: ImVec2, end: ImVec2, color: int, thickness: float = 1.0) -> None:
        places = {
            "x1": svg_number(start.x),
            "y1": svg_number(start.y),
            "x2": svg_number(end.x),
            "y2": svg_number(end.y),
        }
        SubElement(self.group, "line", places | _stroke(color, thickness))

    def add_rect(self, low: ImVec2, high: ImVec2, color: int, rounding: float = 0.0) -> None:
        look = _stroke(color, 1.0) | {"fill": "none", "rx": svg_number(rounding)}
        SubElement(self.group, "rect", _box(low, high) | look)

    def add_rect_filled(self, low: ImVec2, high: ImVec2, color: int, rounding: float = 0.0) -> None:
        look = paint("fill", unpack_color(color)) | ({"rx": svg_number(rounding)} if rounding else {})
        SubElement(self.group, "rect", _box(low, high) | look)

    def add_rect_filled_multi_color(self, low: ImVec2, high: ImVec2, *colors: int) -> None:
        """Fills the cell with the mean of its corners' colours, as SVG has no such gradients; cells of overlays are
        small.
        """
        corners = [unpack_color(color) for color in colors]
        red, green, blue, alpha = (sum(channel) / len(corners) for channel in zip(*corners, strict=True))
        SubElement(self.group, "rect", _box(low, high) | paint("fill", (red, green, blue, alpha)))

    def add_circle(self, center: ImVec2, radius: float, color: int, _: int = 0, thickness: float = 1.0) -> None:
        geometry = svg_numbers(cx=center.x, cy=center.y, r=radius)
        SubElement(self.group, "circle", geometry | _stroke(color, thickness) | {"fill": "none"})

    def add_circle_filled(self, center: ImVec2, radius: float, color: int, _: int = 0) -> None:
        geometry = svg_numbers(cx=center.x, cy=center.y, r=radius)
        SubElement(self.group, "circle", geometry | paint("fill", unpack_color(color)))

    def add_triangle_filled(self, a: ImVec2, b: ImVec2, c: ImVec2, color: int) -> None:
        corners = " ".join(f"{svg_number(corner.x)},{svg_number(corner.y)}" for corner in (a, b, c))
        SubElement(self.group, "polygon", {"points": corners} | paint("fill", unpack_color(color)))

    def path_arc_to(self, center: ImVec2, radius: float, start: float, end: float, segments: int = 32) -> None:
        angles = (start + (end - start) * i / segments for i in range(segments + 1))
        self._path += [(center.x + radius * cos(angle), center.y + radius * sin(angle)) for angle in angles]

    def path_stroke(self, color: int, thickness: float = 1.0, flags: int = 0) -> None:
        places = " ".join(f"{svg_number(x)},{svg_number(y)}" for x, y in self._path)
        kind = "polygon" if flags & imgui.ImDrawFlags_.closed else "polyline"
        SubElement(self.group, kind, {"points": places, "fill": "none"} | _stroke(color, thickness))
        self._path.clear()

    def add_formula(self, formula: Formula, baseline: ImVec2, em: float, color: int) -> None:
        """Draws the formula from the left end of its baseline as one path, named by its source for screen readers."""
        place = f"translate({svg_number(baseline.x)} {svg_number(baseline.y)}) scale({em / EM_OF_FORMULAS:.5f})"
        group = SubElement(self.group, "g", {"role": "img", "aria-label": formula.source, "transform": place})
        look = {"d": formula.path} | paint("fill", unpack_color(color))
        SubElement(group, "path", look)

    def add_shaped_text(self, text: str, baseline: ImVec2, em: float, color: int) -> None:
        """Writes a word in a font of the viewer's system, which also shapes it."""
        look = REGULAR.look | {"font-size": svg_number(em)} | paint("fill", unpack_color(color))
        SubElement(self.group, "text", svg_numbers(x=baseline.x, y=baseline.y) | look).text = text

    def add_text(self, font: imgui.ImFont, size: float, at: ImVec2, color: int, text: str) -> None:
        """Writes lines of text, stretched to their lengths in the window, as another font may have to replace ours."""
        style = next(style for known, style in self._styles if known is font)
        look = style.look | {"font-size": svg_number(size * style.em)} | paint("fill", unpack_color(color))
        baseline = at.y + font.get_font_baked(size).ascent
        for number, line in enumerate(text.split("\n")):
            geometry = svg_numbers(x=at.x, y=baseline + number * size)
            extent = {"textLength": svg_number(text_width(font, size, line)), "lengthAdjust": "spacingAndGlyphs"}
            SubElement(self.group, "text", geometry | look | (extent if line else {})).text = line


def unpack_color(color: int) -> Color:
    """Inverts `pack_color`."""
    red, green, blue, alpha = ((color >> shift & 255) / 255 for shift in (0, 8, 16, 24))
    return red, green, blue, alpha


def paint(kind: str, color: Color) -> dict[str, str]:
    """The attributes that fill or stroke a shape with a colour."""
    look = {kind: "#" + "".join(f"{round(255 * min(max(channel, 0.0), 1.0)):02x}" for channel in color[:3])}
    return look | ({f"{kind}-opacity": svg_number(color[3])} if color[3] < 1 else {})


def svg_number(number: float) -> str:
    """A number with a resolution of a hundredth of a pixel."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg_numbers(**values: float) -> dict[str, str]:
    """Attributes with numbers."""
    return {name: svg_number(value) for name, value in values.items()}


def _stroke(color: int, thickness: float) -> dict[str, str]:
    return paint("stroke", unpack_color(color)) | {"stroke-width": svg_number(thickness)}


def _box(low: ImVec2, high: ImVec2) -> dict[str, str]:
    return svg_numbers(x=low.x, y=low.y, width=high.x - low.x, height=high.y - low.y)
