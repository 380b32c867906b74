"""Collects surfaces, single lines, points and arrows, and packs them into the arrays of a `DrawList`."""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise

import numpy as np

from engine.pose import Pose
from engine.vectors import ZERO, Vec3, add, cross, sub, unit

from ..state import Theme
from . import palette
from .drawlist import (
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

WORLD = Pose()


def _rows() -> "array[float]":
    """Numbers, row by row, of what is drawn one by one: NumPy takes them over as they are."""
    return array("d")


class Builder:
    """What is to be drawn around `anchor`; `build` makes the `DrawList`.

    Colours are given as for a dark ground: on a light one white becomes black, and what is pale is darkened.
    """

    def __init__(self, anchor: Vec3, theme: Theme = Theme.DARK) -> None:
        self.anchor = anchor
        self._theme = theme
        self._skins: list[Skin] = []
        self._edges: list[Edges] = []
        self._outlines: list[Outline] = []
        self._facets: dict[Layer, array[float]] = defaultdict(_rows)  # three corners, normal, colour
        self._lines: dict[Layer, array[float]] = defaultdict(_rows)  # see `in_style`
        self._arrows: dict[Layer, array[float]] = defaultdict(_rows)  # tail, head, colour, width
        self._points: dict[tuple[PointStyle, Layer], array[float]] = defaultdict(_rows)  # place, colour, size
        self._labels: list[Label] = []

    def skin(
        self,
        surface: Surface,
        pose: Pose,
        color: Color,
        layer: Layer = Layer.SOLID,
        casts_shadow: bool = False,
    ) -> None:
        """A surface in one colour; `surface` in its own frame, which `pose` puts in the world."""
        self._skins.append(Skin(surface, pose, color, layer, casts_shadow))

    def edges(self, ends: Floats, pose: Pose, color: Color, width: float, dash: float = 0.0) -> None:
        """Lines (n, 2, 3) of a surface, in its own frame."""
        self._edges.append(Edges(ends, pose, self._inked(color, Layer.SOLID), width, dash))

    def outline(self, folds: Folds, pose: Pose, color: Color, width: float) -> None:
        """A line where a surface turns away from the eye; `folds` in its own frame."""
        self._outlines.append(Outline(folds, pose, self._inked(color, Layer.SOLID), width))

    def segments(self, ends: Floats, color: Color, width: float, dash: float = 0.0, layer: Layer = Layer.SOLID) -> None:
        """Lines (n, 2, 3) in one style."""
        self._lines[layer].frombytes(in_style(ends, self._inked(color, layer), width, dash).tobytes())

    def line(
        self, start: Vec3, end: Vec3, color: Color, width: float, dash: float = 0.0, layer: Layer = Layer.ON_TOP
    ) -> None:
        self._lines[layer].extend((*start, *end, *self._inked(color, layer), width, dash))

    def path(
        self,
        places: Sequence[Vec3],
        color: Color,
        width: float,
        dash: float = 0.0,
        layer: Layer = Layer.ON_TOP,
        closed: bool = False,
    ) -> None:
        """Lines from place to place; back to the first one if `closed`."""
        for start, end in pairwise((*places, places[0]) if closed else places):
            self.line(start, end, color, width, dash, layer)

    def polygon(self, corners: Sequence[Vec3], color: Color, layer: Layer = Layer.TRANSLUCENT) -> None:
        """A flat convex polygon, seen from both sides."""
        style = (*_normal(corners), *color)
        for start, end in pairwise(corners[1:]):
            self._facets[layer].extend((*corners[0], *start, *end, *style))

    def arrow(self, tail: Vec3, head: Vec3, color: Color, width: float, layer: Layer = Layer.ON_TOP) -> None:
        self._arrows[layer].extend((*tail, *head, *self._inked(color, layer), width))

    def point(
        self,
        position: Vec3,
        color: Color,
        size: float,
        style: PointStyle = PointStyle.DISC,
        layer: Layer = Layer.ON_TOP,
    ) -> None:
        self._points[style, layer].extend((*position, *self._inked(color, layer), size))

    def label(
        self,
        text: str,
        position: Vec3,
        color: Color,
        priority: int = 0,
        away_from: Vec3 | None = None,
        extent: Extent | None = None,
    ) -> None:
        color = palette.legible(palette.inked(color, self._theme), self._theme, palette.TEXT_CONTRAST)
        self._labels.append(Label(text, position, color, priority, away_from, extent))

    def build(self) -> DrawList:
        return DrawList(
            skins=tuple(self._skins),
            edges=tuple(self._edges),
            outlines=tuple(self._outlines),
            triangles=tuple(_triangles(layer, _table(rows, 16)) for layer, rows in self._facets.items()),
            lines=tuple(Lines(_table(rows, 12), layer) for layer, rows in self._lines.items()),
            arrows=tuple(Arrows(_table(rows, 11), layer) for layer, rows in self._arrows.items()),
            points=tuple(Points(_table(rows, 8), style, layer) for (style, layer), rows in self._points.items()),
            labels=tuple(self._labels),
            anchor=self.anchor,
        )

    def _inked(self, color: Color, layer: Layer) -> Color:
        """What is drawn on top has a halo to stand out by, and keeps its hue."""
        color = palette.inked(color, self._theme)
        if layer is Layer.ON_TOP or self._theme is Theme.DARK:
            return color
        return palette.legible(color, self._theme, palette.LINE_CONTRAST)


def _table(rows: "array[float]", width: int) -> Floats:
    return np.frombuffer(rows).reshape(-1, width)


def _normal(corners: Sequence[Vec3]) -> Vec3:
    """Of a flat polygon: the unit vector of the sum of its triangles' areas, zero where there is none."""
    sides = [sub(corner, corners[0]) for corner in corners[1:]]
    return unit(reduce(add, (cross(one, other) for one, other in pairwise(sides)), ZERO))


def _triangles(layer: Layer, rows: Floats) -> Triangles:
    return Triangles(rows[:, :9].reshape(-1, 3, 3), rows[:, 9:12], rows[:, 12:], layer)
