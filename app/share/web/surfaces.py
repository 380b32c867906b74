"""Surfaces and line sets for a page: points stored once, with indices, relative to their middle.

Single precision is enough for points relative to the middle of a surface that may be far from its frame's origin.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.share.web.arrays import ArrayStore, as_places
from gjkscope.app.view.drawing.drawlist import Extent, Floats, Outline, Surface
from gjkscope.app.view.drawing.outline import folds

# Unit normals that differ by less than this look the same.
FLATNESS = 1e-3
# Steps of a component of a stored normal.
NORMAL_STEPS = 32767
# Points of a body that are enough to find its top on the screen.
EXTENT_POINTS = 128


class SurfaceEntry(NamedTuple):
    """A stored array of points; `middle` was subtracted from them."""

    number: int
    middle: Floats


class SurfaceStore:
    """Stores surfaces, line sets and extents, each once: they keep their identity while a shape is unchanged."""

    def __init__(self, arrays: ArrayStore) -> None:
        self._arrays = arrays
        self._entries: dict[int, SurfaceEntry] = {}
        self._kept: list[object] = []  # so that identities stay unique
        self._by_folds: dict[int, SurfaceEntry] = {}
        self.surfaces: list[dict[str, object]] = []
        self.lines: list[dict[str, object]] = []
        self.extents: list[dict[str, object]] = []

    def surface(self, surface: Surface) -> SurfaceEntry:
        """The entry of a surface."""
        entry = self._entry(surface, surface.positions, lambda middle: self._store_surface(surface, middle))
        self._by_folds.setdefault(id(folds(surface)), entry)
        return entry

    def outlined(self, outline: Outline) -> SurfaceEntry:
        """The entry of the surface that the outline is of.  Raises `ValueError` if no such surface was stored."""
        entry = self._by_folds.get(id(outline.folds))
        if entry is None:
            raise ValueError("an outline must follow the skin that it is of")
        return entry

    def line_set(self, ends: Floats) -> SurfaceEntry:
        """The entry of lines (n, 2, 3)."""
        return self._entry(ends, ends, lambda middle: self._store_lines(ends, middle))

    def extent(self, extent: Extent) -> SurfaceEntry:
        """The entry of the points that show the position of a body."""
        places = extent.places
        return self._entry(places, places, lambda middle: self._store_extent(places, middle))

    def _entry(self, owner: object, places: Floats, store: Callable[[Floats], int]) -> SurfaceEntry:
        if id(owner) not in self._entries:
            self._kept.append(owner)
            middle = _middle(places)
            self._entries[id(owner)] = SurfaceEntry(store(middle), middle)
        return self._entries[id(owner)]

    def _store_surface(self, surface: Surface, middle: Floats) -> int:
        """Stores points, of surfaces that are not flat with their normals, and the triangles' indices of them."""
        rows = surface.positions.reshape(-1, 3) - middle
        is_flat = _is_flat(surface)
        if not is_flat:
            rows = np.concatenate([rows, np.round(surface.normals.reshape(-1, 3) * NORMAL_STEPS)], axis=1)
        points, corners = _index_rows(rows)
        entry: dict[str, object] = {
            "points": self._arrays.add(points[:, :3]),
            "corners": self._arrays.add_indices(corners),
            "soft": surface.soft,
        }
        if not is_flat:
            entry["normals"] = self._arrays.add(points[:, 3:].astype(np.int16))
        self.surfaces.append(entry)
        return len(self.surfaces) - 1

    def _store_lines(self, ends: Floats, middle: Floats) -> int:
        points, corners = _index_rows(ends.reshape(-1, 3) - middle)
        self.lines.append({"points": self._arrays.add(points), "corners": self._arrays.add_indices(corners)})
        return len(self.lines) - 1

    def _store_extent(self, places: Floats, middle: Floats) -> int:
        few = places[:: 1 + len(places) // EXTENT_POINTS] - middle
        self.extents.append({"points": self._arrays.add(few.astype(np.float32))})
        return len(self.extents) - 1


def _middle(places: Floats) -> Floats:
    points = places.reshape(-1, 3)
    return (points.min(axis=0) + points.max(axis=0)) / 2 if len(points) else np.zeros(3)


def _index_rows(rows: Floats) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.intp]]:
    """The unique rows in the order of their first use, and the index of each given row among them."""
    single = as_places(rows)
    unique, first, inverse = np.unique(single, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.arange(len(order))
    return unique[order], rank[inverse.reshape(-1)]


def _is_flat(surface: Surface) -> bool:
    """Whether the normals are those of the triangles, which the page then computes."""
    a, b, c = (surface.positions[:, k] for k in range(3))
    areas = np.cross(b - a, c - a)
    lengths = np.linalg.norm(areas, axis=1, keepdims=True)
    units = np.divide(areas, lengths, out=np.zeros_like(areas), where=lengths > 0)
    return bool(np.abs(units[:, None] - surface.normals).max(initial=0.0) < FLATNESS)
