"""`Builder` collects surfaces, lines, points, arrows and labels, and packs them into a `DrawList`."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import frexp
from struct import pack

import numpy as np

from gjkscope.app.state.model import Theme
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import (
    Arrows,
    Color,
    DrawList,
    Edges,
    Extent,
    Floats,
    Folds,
    Label,
    Layer,
    Lines,
    Outline,
    Points,
    PointStyle,
    Skin,
    Surface,
    Triangles,
    in_style,
)
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, sub, unit

WORLD = Pose()
PALER = 0.4  # a translucent shell in the light theme: dark edges and marks must be seen through it
STEADY = 3  # log2 of the ratio between the bounding radius and the spacing of the anchor grid


class Builder:
    """Collects the contents of a draw list; `build` returns the `DrawList`.

    `center` and `radius` are the bounding sphere of what the view shows.
    Callers pass colours for the dark theme.  In the light theme white becomes black, pale lines and texts are darkened,
    and translucent shells lightened.
    """

    def __init__(self, center: Vec3, theme: Theme = Theme.DARK, radius: float = 0.0) -> None:
        self.center = center
        self.anchor = anchor_near(center, radius)
        self._theme = theme
        self._skins: list[Skin] = []
        self._edges: list[Edges] = []
        self._outlines: list[Outline] = []
        # Flat lists of the rows of `Triangles`, `Lines`, `Arrows` and `Points`.
        self._facets: dict[Layer, list[float]] = defaultdict(list)
        self._lines: dict[Layer, list[float]] = defaultdict(list)
        self._arrows: dict[Layer, list[float]] = defaultdict(list)
        # Keyed by style first: the style added first is drawn below the others.
        self._points: dict[tuple[PointStyle, Layer], list[float]] = defaultdict(list)
        self._segments: list[Lines] = []
        self._dots: list[Points] = []
        self._labels: list[Label] = []
        self.focus: Vec3 | None = None  # of the `DrawList`

    def skin(
        self,
        surface: Surface,
        pose: Pose,
        color: Color,
        layer: Layer = Layer.SOLID,
        casts_shadow: bool = False,
        shell: bool = False,
    ) -> None:
        """Adds a surface in one colour, given in its local frame; `pose` places it in the world."""
        if shell and self._theme is Theme.LIGHT:
            color = palette.lighter(color, PALER)
        self._skins.append(Skin(surface, pose, color, layer, casts_shadow, shell))

    def edges(
        self, ends: Floats, pose: Pose, color: Color, width: float, dash: float = 0.0, layer: Layer = Layer.SOLID
    ) -> None:
        """Adds lines (n, 2, 3) of a surface, given in its local frame; `layer` should be that of the surface."""
        self._edges.append(Edges(ends, pose, self._ink(color, Layer.SOLID), width, dash, layer))

    def outline(self, folds: Folds, pose: Pose, color: Color, width: float, layer: Layer = Layer.SOLID) -> None:
        """Adds the silhouette of a surface; `folds` are in its local frame, `layer` should be that of the surface."""
        self._outlines.append(Outline(folds, pose, self._ink(color, Layer.SOLID), width, layer))

    def segments(self, ends: Floats, color: Color, width: float, dash: float = 0.0, layer: Layer = Layer.SOLID) -> None:
        """Adds lines (n, 2, 3) in one style, in world coordinates."""
        self._segments.append(Lines(in_style(ends, self._ink(color, layer), width, dash), layer))

    def line(
        self, start: Vec3, end: Vec3, color: Color, width: float, dash: float = 0.0, layer: Layer = Layer.ON_TOP
    ) -> None:
        self._lines[layer].extend((*start, *end, *self._ink(color, layer), width, dash, 0.0))

    def path(
        self,
        places: Sequence[Vec3],
        color: Color,
        width: float,
        dash: float = 0.0,
        layer: Layer = Layer.ON_TOP,
        closed: bool = False,
    ) -> None:
        """Adds the polyline through `places`; `closed` joins the last to the first."""
        style, rows = (*self._ink(color, layer), width, dash, 0.0), self._lines[layer]
        for start, end in pairwise((*places, places[0]) if closed else places):
            rows.extend((*start, *end, *style))

    def polygon(self, corners: Sequence[Vec3], color: Color, layer: Layer = Layer.TRANSLUCENT) -> None:
        """Adds a flat convex polygon, visible from both sides."""
        style, rows = (*_normal(corners), *color, 0.0, 0.0), self._facets[layer]
        first = (*corners[0], *style)
        for start, end in pairwise(corners[1:]):
            rows.extend((*first, *start, *style, *end, *style))

    def arrow(self, tail: Vec3, head: Vec3, color: Color, width: float, layer: Layer = Layer.ON_TOP) -> None:
        self._arrows[layer].extend((*tail, *head, *self._ink(color, layer), width, 0.0, 0.0))

    def point(
        self,
        position: Vec3,
        color: Color,
        size: float,
        style: PointStyle = PointStyle.DISC,
        layer: Layer = Layer.ON_TOP,
    ) -> None:
        self._points[style, layer].extend((*position, *ZERO, *self._ink(color, layer), size, style, 0.0))

    def dots(self, positions: Floats, color: Color, size: float, layer: Layer = Layer.ON_TOP) -> None:
        """Adds many discs (n, 3) in one style, below the other points of their layer."""
        rows = np.zeros((len(positions), 13))
        rows[:, :3], rows[:, 6:10] = positions, self._ink(color, layer)
        rows[:, 10:12] = (size, PointStyle.DISC)
        self._dots.append(Points(rows, layer))

    def label(
        self,
        text: str,
        position: Vec3,
        color: Color,
        priority: int = 0,
        away_from: Vec3 | None = None,
        extent: Extent | None = None,
        asked: bool = False,
    ) -> None:
        ink = text_color(color, self._theme)
        self._labels.append(Label(text, position, ink, priority, away_from, extent, asked))

    def build(self) -> DrawList:
        return DrawList(
            skins=tuple(self._skins),
            edges=tuple(self._edges),
            outlines=tuple(self._outlines),
            triangles=tuple(Triangles(_table(rows, 12), layer) for layer, rows in self._facets.items()),
            lines=(*self._segments, *(Lines(_table(rows, 13), layer) for layer, rows in self._lines.items())),
            arrows=tuple(Arrows(_table(rows, 13), layer) for layer, rows in self._arrows.items()),
            points=(*self._dots, *(Points(_table(rows, 13), layer) for (_, layer), rows in self._points.items())),
            labels=tuple(self._labels),
            anchor=self.anchor,
            focus=self.focus,
        )

    def _ink(self, color: Color, layer: Layer) -> Color:
        return mark_color(color, self._theme, layer)


def anchor_near(center: Vec3, radius: float) -> Vec3:
    """A point near the centre of the ball, snapped to a grid so that it stays the same while bodies move a little.

    The camera relative to the anchor then need not be recomputed and uploaded in every frame of a drag.
    """
    if radius == 0:
        return center
    cell = 2.0 ** (frexp(radius)[1] - STEADY)
    x, y, z = (round(side / cell) * cell for side in center)  # exact, as the cell is a power of two
    return x, y, z


def mark_color(color: Color, theme: Theme, layer: Layer) -> Color:
    """The colour of a line or point in a theme.  Marks on top keep their hue, as a halo already sets them off."""
    if theme is Theme.DARK:
        return color
    color = palette.inked(color, theme)
    if layer is Layer.ON_TOP:
        return color
    return palette.legible_on(color, theme, palette.LINE_CONTRAST)


@lru_cache(maxsize=256)
def text_color(color: Color, theme: Theme) -> Color:
    """The colour of text that is given one of the dark theme: legible on the background."""
    return palette.legible_on(palette.inked(color, theme), theme, palette.TEXT_CONTRAST)


def _table(numbers: list[float], width: int) -> Floats:
    # Several times faster than `np.array(numbers)`, which visits each number twice.
    return np.frombuffer(pack(f"{len(numbers)}d", *numbers)).reshape(-1, width)


def _normal(corners: Sequence[Vec3]) -> Vec3:
    """The unit normal of a flat polygon, from the sum of its triangles' area vectors; zero without area."""
    areas, side = ZERO, sub(corners[1], corners[0])
    for corner in corners[2:]:
        before, side = side, sub(corner, corners[0])
        areas = add(areas, cross(before, side))
    return unit(areas)
