"""`LookWriter` stores draw lists for a page: what a view shows, in both themes.

The two themes differ only in colours, so a colour is stored as a pair.  Points are relative to the list's anchor and
in single precision, as on the GPU; lists share points, styles and batches, because most of a step looks like the one
before.
"""

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from gjkscope.app.share.web.arrays import ArrayStore, RowTable, as_places
from gjkscope.app.share.web.surfaces import SurfaceEntry, SurfaceStore
from gjkscope.app.view.drawing import drawlist
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Vec3

KINDS = {"triangles": drawlist.Triangles, "lines": drawlist.Lines, "arrows": drawlist.Arrows, "points": drawlist.Points}
ROW_WIDTHS = {"triangles": 6, "lines": 3, "arrows": 3, "points": 2}
COLORS = slice(6, 10)  # the columns of a batch's rows

Look = dict[str, Any]


class LookWriter:
    """Collects looks and what they share.  Look `i` is `looks[i]`; -1 stands for an absent index."""

    def __init__(self, arrays: ArrayStore) -> None:
        self._arrays = arrays
        self._surfaces = SurfaceStore(arrays)
        self._points = RowTable(3)
        self._poses = RowTable(12)
        self._styles = RowTable(11)  # a colour in each theme, and the three numbers of a row's style
        # Rows of batches, as indices: of the places, then of the style; a triangle has three of each.
        self._rows = {name: RowTable(width) for name, width in ROW_WIDTHS.items()}
        self._batches: dict[tuple[int, ...], int] = {}
        self._looks: dict[str, int] = {}

    def add(self, dark: drawlist.DrawList, light: drawlist.DrawList) -> int:
        """The number of the look with one draw list for the dark theme and one for the light theme."""
        if dark is light or _differ_in_colors(dark, light):
            return self._number_of(self._look(dark, light))
        themes = [self._number_of(self._look(draw_list, draw_list)) for draw_list in (dark, light)]
        return self._number_of({"themes": themes})

    @property
    def header(self) -> dict[str, Any]:
        """What a page needs to read the looks."""
        return {
            "surfaces": self._surfaces.surfaces,
            "lineSets": self._surfaces.lines,
            "extents": self._surfaces.extents,
            "vectors": self._arrays.add(self._points.columns),
            "poses": self._arrays.add(self._poses.columns),
            "styles": self._arrays.add(self._styles.columns),
            "rows": {name: self._arrays.add_indices(table.columns) for name, table in self._rows.items()},
            "batches": [list(batch) for batch in self._batches],
            "looks": [json.loads(look) for look in self._looks],
        }

    def _number_of(self, look: Look) -> int:
        return self._looks.setdefault(json.dumps(look), len(self._looks))

    def _look(self, dark: drawlist.DrawList, light: drawlist.DrawList) -> Look:
        anchor = np.array(dark.anchor)
        look: Look = {
            "anchor": list(dark.anchor),
            "focus": self._point(dark.focus, anchor),
            "skins": [self._skin(*two, anchor) for two in zip(dark.skins, light.skins, strict=True)],
            "edges": [self._edges(*two, anchor) for two in zip(dark.edges, light.edges, strict=True)],
            "outlines": [self._outline(*two, anchor) for two in zip(dark.outlines, light.outlines, strict=True)],
            "labels": [self._label(*two, anchor) for two in zip(dark.labels, light.labels, strict=True)],
        }
        for name in KINDS:
            both = zip(getattr(dark, name), getattr(light, name), strict=True)
            look[name] = [self._batch(name, *two, anchor) for two in both]
        return {name: value for name, value in look.items() if value not in ([], -1)}

    def _skin(self, dark: drawlist.Skin, light: drawlist.Skin, anchor: drawlist.Floats) -> list[int]:
        entry = self._surfaces.surface(dark.surface)
        flags = dark.casts_shadow + 2 * dark.shell
        return [
            entry.number,
            self._pose(dark.pose, entry, anchor),
            self._style(dark.color, light.color),
            int(dark.layer),
            flags,
        ]

    def _edges(self, dark: drawlist.Edges, light: drawlist.Edges, anchor: drawlist.Floats) -> list[int]:
        entry = self._surfaces.line_set(dark.ends)
        style = self._style(dark.color, light.color, dark.width, dark.dash)
        return [entry.number, self._pose(dark.pose, entry, anchor), style, int(dark.layer)]

    def _outline(self, dark: drawlist.Outline, light: drawlist.Outline, anchor: drawlist.Floats) -> list[int]:
        entry = self._surfaces.outlined(dark)
        style = self._style(dark.color, light.color, dark.width)
        return [entry.number, self._pose(dark.pose, entry, anchor), style, int(dark.layer)]

    def _label(self, dark: drawlist.Label, light: drawlist.Label, anchor: drawlist.Floats) -> list[Any]:
        extent, pose = -1, -1
        if dark.extent is not None:
            entry = self._surfaces.extent(dark.extent)
            extent, pose = entry.number, self._pose(dark.extent.pose, entry, anchor)
        return [
            dark.text,
            self._point(dark.position, anchor),
            self._style(dark.color, light.color),
            dark.priority,
            self._point(dark.away_from, anchor),
            extent,
            pose,
        ]

    def _batch(
        self, name: str, dark: drawlist.ChangingBatch, light: drawlist.ChangingBatch, anchor: drawlist.Floats
    ) -> int:
        """The number of a batch: its layer, and an array that leads to the rows in the table of its kind."""
        columns = [self._points.indices_of(as_places(dark.rows[:, :3] - anchor))]
        if isinstance(dark, drawlist.Lines | drawlist.Arrows):
            columns.append(self._points.indices_of(as_places(dark.rows[:, 3:6] - anchor)))
        styles = self._styles.indices_of(_styles(dark.rows, light.rows))
        rows = np.stack([*columns, styles], axis=1).reshape(-1, ROW_WIDTHS[name])
        key = (int(dark.layer), self._arrays.add_differences(self._rows[name].indices_of(rows)))
        return self._batches.setdefault(key, len(self._batches))

    def _point(self, position: Vec3 | None, anchor: drawlist.Floats) -> int:
        return -1 if position is None else self._points.index_of(np.array(position) - anchor)

    def _pose(self, pose: Pose, entry: SurfaceEntry, anchor: drawlist.Floats) -> int:
        """The index of a pose relative to the anchor, for points relative to the middle of the entry."""
        rotation = np.array(pose.rotation)
        position = np.array(pose.position) + rotation @ entry.middle - anchor
        return self._poses.index_of([*rotation.reshape(-1), *position])

    def _style(self, dark: drawlist.Color, light: drawlist.Color, *numbers: float) -> int:
        return self._styles.index_of([*dark, *light, *numbers, *[0.0] * (3 - len(numbers))])


def _styles(dark: drawlist.Floats, light: drawlist.Floats) -> drawlist.Floats:
    """The styles of the rows, (n, 11)."""
    numbers = dark[:, COLORS.stop :]
    missing = np.zeros((len(dark), 3 - numbers.shape[1]))
    return np.concatenate([dark[:, COLORS], light[:, COLORS], numbers, missing], axis=1)


def _differ_in_colors(dark: drawlist.DrawList, light: drawlist.DrawList) -> bool:
    """Whether the lists differ only in their colours."""
    if (dark.anchor, dark.focus) != (light.anchor, light.focus):
        return False
    for name in ("skins", "edges", "outlines", "labels"):
        both = getattr(dark, name), getattr(light, name)
        if [_colorless(batch_list) for batch_list in both[0]] != [_colorless(batch_list) for batch_list in both[1]]:
            return False
    batches = [[batch for name in KINDS for batch in getattr(draw_list, name)] for draw_list in (dark, light)]
    return len(batches[0]) == len(batches[1]) and all(map(_same_places, *batches))


def _colorless(part: drawlist.Skin | drawlist.Edges | drawlist.Outline | drawlist.Label) -> tuple[object, ...]:
    """The part without its colour; arrays by identity."""
    values = (getattr(part, name) for name in part.__struct_fields__ if name != "color")
    return tuple(map(_comparable, values))


def _comparable(value: object) -> object:
    if isinstance(value, drawlist.Extent):
        return id(value.places), value.pose
    return id(value) if isinstance(value, np.ndarray) else value


def _same_places(dark: drawlist.ChangingBatch, light: drawlist.ChangingBatch) -> bool:
    if type(dark) is not type(light) or dark.layer != light.layer or dark.rows.shape != light.rows.shape:
        return False
    first, second = (np.delete(dark.rows, COLORS, axis=1) for dark in (dark, light))
    same: npt.NDArray[np.bool_] = first == second
    return bool(same.all())
