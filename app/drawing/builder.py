"""Collects single lines, points and arrows, and packs them into the arrays of a `DrawList`."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from engine.pose import Pose
from engine.vectors import Vec3

from ..state import Theme
from . import palette
from .drawlist import (
    Arrows,
    Color,
    DrawList,
    Floats,
    Folds,
    Label,
    Layer,
    Lines,
    Outline,
    Points,
    PointStyle,
    Triangles,
)
from .surfaces import cross_rows

Facet = tuple[Vec3, Vec3, Vec3]


class Builder:
    """What is to be drawn around `anchor`; `build` makes the `DrawList`.

    Colours are given as for a dark ground: on a light one white becomes black, and what is pale is darkened.
    """

    def __init__(self, anchor: Vec3, theme: Theme = Theme.DARK) -> None:
        self.anchor = anchor
        self._theme = theme
        self._triangles: list[Triangles] = []
        self._facets: dict[Layer, list[tuple[list[Facet], Color]]] = defaultdict(list)
        self._outlines: list[Outline] = []
        self._segments: dict[Layer, list[tuple[Floats, Color, float, float]]] = defaultdict(list)
        self._arrows: dict[Layer, list[tuple[Vec3, Vec3, Color, float]]] = defaultdict(list)
        self._points: dict[tuple[PointStyle, Layer], list[tuple[Vec3, Color, float]]] = defaultdict(list)
        self._labels: list[Label] = []

    def mesh(
        self,
        positions: Floats,
        normals: Floats,
        color: Color,
        layer: Layer = Layer.SOLID,
        casts_shadow: bool = False,
    ) -> None:
        """A surface in one colour: corners and corner normals, (n, 3, 3) each."""
        colors = np.broadcast_to(np.array(color), (len(positions), 4))
        self._triangles.append(Triangles(positions, normals, colors, layer, casts_shadow))

    def outline(self, folds: Folds, pose: Pose, color: Color, width: float) -> None:
        """A line where a surface turns away from the eye; `folds` in its own frame, which `pose` puts in the world."""
        color = self._inked(color, Layer.SOLID)
        self._outlines.append(Outline(folds, np.array(pose.rotation), np.array(pose.position), color, width))

    def segments(self, ends: Floats, color: Color, width: float, dash: float = 0.0, layer: Layer = Layer.SOLID) -> None:
        """Lines (n, 2, 3) in one style."""
        self._segments[layer].append((ends, self._inked(color, layer), width, dash))

    def line(
        self, start: Vec3, end: Vec3, color: Color, width: float, dash: float = 0.0, layer: Layer = Layer.ON_TOP
    ) -> None:
        self.segments(np.array([[start, end]]), color, width, dash, layer)

    def polygon(self, corners: Sequence[Vec3], color: Color, layer: Layer = Layer.TRANSLUCENT) -> None:
        """A flat convex polygon, seen from both sides."""
        self.polygons([corners], color, layer)

    def polygons(self, polygons: Sequence[Sequence[Vec3]], color: Color, layer: Layer = Layer.TRANSLUCENT) -> None:
        """Flat convex polygons in one colour, seen from both sides."""
        fan = [(p[0], p[i], p[i + 1]) for p in polygons for i in range(1, len(p) - 1)]
        self._facets[layer].append((fan, color))

    def arrow(self, tail: Vec3, head: Vec3, color: Color, width: float, layer: Layer = Layer.ON_TOP) -> None:
        self._arrows[layer].append((tail, head, self._inked(color, layer), width))

    def point(
        self,
        position: Vec3,
        color: Color,
        size: float,
        style: PointStyle = PointStyle.DISC,
        layer: Layer = Layer.ON_TOP,
    ) -> None:
        self._points[style, layer].append((position, self._inked(color, layer), size))

    def label(
        self,
        text: str,
        position: Vec3,
        color: Color,
        priority: int = 0,
        away_from: Vec3 | None = None,
        extent: Floats | None = None,
    ) -> None:
        color = palette.legible(palette.inked(color, self._theme), self._theme, palette.TEXT_CONTRAST)
        self._labels.append(Label(text, position, color, priority, away_from, extent))

    def build(self) -> DrawList:
        return DrawList(
            triangles=(*self._triangles, *chain(*(_facets(layer, items) for layer, items in self._facets.items()))),
            outlines=tuple(self._outlines),
            lines=tuple(_lines(layer, items) for layer, items in self._segments.items()),
            arrows=tuple(_arrows(layer, items) for layer, items in self._arrows.items()),
            points=tuple(_points(style, layer, items) for (style, layer), items in self._points.items()),
            labels=tuple(self._labels),
            anchor=self.anchor,
        )

    def _inked(self, color: Color, layer: Layer) -> Color:
        """What is drawn on top has a halo to stand out by, and keeps its hue."""
        color = palette.inked(color, self._theme)
        if layer is Layer.ON_TOP or self._theme is Theme.DARK:
            return color
        return palette.legible(color, self._theme, palette.LINE_CONTRAST)


def _facets(layer: Layer, items: list[tuple[list[Facet], Color]]) -> Iterator[Triangles]:
    """One batch for each of them; their normals are found together."""
    positions = np.array([facet for fan, _ in items for facet in fan]).reshape(-1, 3, 3)
    normals = cross_rows(positions[:, 1] - positions[:, 0], positions[:, 2] - positions[:, 0])
    lengths = np.sqrt(np.einsum("ij,ij->i", normals, normals))[:, None]
    normals = np.repeat((normals / np.where(lengths > 0, lengths, 1.0))[:, None, :], 3, axis=1)
    begin = 0
    for fan, color in items:
        end = begin + len(fan)
        colors = np.broadcast_to(np.array(color), (len(fan), 4))
        yield Triangles(positions[begin:end], normals[begin:end], colors, layer)
        begin = end


def _lines(layer: Layer, items: list[tuple[Floats, Color, float, float]]) -> Lines:
    counts = [len(ends) for ends, *_ in items]
    ends = np.concatenate([ends for ends, *_ in items])
    return Lines(
        starts=ends[:, 0],
        ends=ends[:, 1],
        colors=np.repeat([color for _, color, _, _ in items], counts, axis=0),
        widths=np.repeat([float(width) for _, _, width, _ in items], counts),
        dashes=np.repeat([float(dash) for _, _, _, dash in items], counts),
        layer=layer,
    )


def _arrows(layer: Layer, items: list[tuple[Vec3, Vec3, Color, float]]) -> Arrows:
    tails, heads, colors, widths = (np.array(column, dtype=np.float64) for column in zip(*items, strict=True))
    return Arrows(tails, heads, colors, widths, layer)


def _points(style: PointStyle, layer: Layer, items: list[tuple[Vec3, Color, float]]) -> Points:
    positions, colors, sizes = (np.array(column, dtype=np.float64) for column in zip(*items, strict=True))
    return Points(positions, colors, sizes, style, layer)
