"""`Geometry`: a draw list on the GPU, with a buffer per layer for triangles, strokes, arrows and points.

A shape's surface and edges stay on the GPU, in the shape's local frame, as long as draw lists contain the same arrays
in the same colour: moving a body uploads only its pose.  Large opaque surfaces, such as a crowd, have a buffer of their
own, since they are drawn less often than the others; see `still.py`.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import lru_cache

import moderngl

from gjkscope.app.base.identity import Identity, WeakIdentity
from gjkscope.app.view.drawing.drawlist import Color, DrawList, Floats, Layer, Outline, Skin, at
from gjkscope.app.view.drawing.outline import Eye, silhouette_folds
from gjkscope.app.view.renderer.batch import Batch, Programs, RowBatch
from gjkscope.app.view.renderer.extent import extent_below_marks, extent_in, widest_below_marks
from gjkscope.app.view.renderer.passes import Passes
from gjkscope.app.view.renderer.placements import Placements, center_of
from gjkscope.app.view.renderer.rows import (
    IN_PLACE,
    KINDS,
    STROKE,
    SURFACE,
    Marks,
    Rows,
    edge_rows,
    flat_rows,
    mark_rows,
    surface_rows,
)
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Vec3

Key = tuple[Layer, str]
OUTLINES: tuple[Key, ...] = ((Layer.SOLID, STROKE), (Layer.TRANSLUCENT, STROKE))
LARGE_SURFACE = "large surface"
LARGE = 4000  # triangles: without a GPU, drawing as many takes as long as copying a picture of them
CENTERS_KEPT = 1024


class Geometry:
    """The buffers of one draw list at a time, reused for the next one; `release` frees them."""

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._ctx, self._programs = ctx, programs
        self._placements = Placements(ctx)
        self._batches: dict[Key, Batch] = {}
        self._filled: set[Key] = set()  # keys of the batches that are not empty
        self._kept: dict[Key, list[RowBatch]] = {}
        self._changing: dict[Key, list[Rows]] = {}
        self._anchor: Vec3 = (0.0, 0.0, 0.0)
        self._outlines: dict[Hashable, tuple[Outline, Rows]] = {}  # with one row per fold
        self.large: tuple[Skin, ...] = ()  # surfaces that are drawn as `LARGE_SURFACE`
        self.translucent: Aabb | None = None  # bounding box of all translucent surfaces, in world coordinates
        self.on_top: Aabb | None = None  # of the surfaces on top
        self.below_marks: Aabb | None = None  # of everything but what is on top
        self.widest = 0.0  # the greatest width of a line or point in it, pixels at 100 %

    def fill(self, passes: Passes, draw_list: DrawList) -> None:
        """Uploads a draw list in place of the last one; call `look_from` afterwards."""
        self._anchor = draw_list.anchor
        self._kept, self._changing = defaultdict(list), defaultdict(list)
        self._placements.begin(draw_list.anchor)
        self._keep(draw_list)
        self._take(draw_list)
        self._placements.send(passes)
        for key in {*self._batches, *self._kept, *self._changing} - {*OUTLINES}:
            self._fill(passes, key, self._changing[key])
        self.translucent, self.on_top = (extent_in(draw_list, layer) for layer in (Layer.TRANSLUCENT, Layer.ON_TOP))
        self.below_marks, self.widest = extent_below_marks(draw_list), widest_below_marks(draw_list)

    def look_from(self, passes: Passes, eye: Eye) -> None:
        """Computes the outlines as seen from `eye`, in homogeneous coordinates."""
        for key in OUTLINES:
            outlines = [
                rows[silhouette_folds(outline, eye)]
                for outline, rows in self._outlines.values()
                if outline.layer == key[0]
            ]
            self._fill(passes, key, [*self._changing[key], *outlines])

    def use(self, passes: Passes) -> None:
        """Binds the placements; must be called before anything is drawn."""
        self._placements.use(passes)

    def draw(self, passes: Passes, layer: Layer, kind: str, variant: str) -> None:
        """Draws the rows of one kind in one layer, in the current pass."""
        if (layer, kind) in self._filled:
            self._batches[layer, kind].draw(passes, variant)

    def has(self, layer: Layer, *kinds: str) -> bool:
        return any((layer, kind) in self._filled for kind in kinds)

    def release(self) -> None:
        self._placements.release()
        for batch in self._batches.values():
            batch.release()
        self._batches.clear()

    def _fill(self, passes: Passes, key: Key, changing: Sequence[Rows]) -> None:
        if key not in self._batches:
            kind = SURFACE if key[1] == LARGE_SURFACE else key[1]
            self._batches[key] = Batch(self._ctx, self._programs, kind)
        batch = self._batches[key]
        batch.fill(passes, self._kept[key], changing)
        if batch.count:
            self._filled.add(key)
        else:
            self._filled.discard(key)

    def _keep(self, draw_list: DrawList) -> None:
        self.large = tuple(filter(_is_large, draw_list.skins))
        for skin in draw_list.skins:
            kind = LARGE_SURFACE if _is_large(skin) else SURFACE
            self._kept[skin.layer, kind].append(self._skin(skin))
        for edges in draw_list.edges:
            part = self._lines(edges.ends, edges.pose, edges.color, edges.width, edges.dash)
            self._kept[edges.layer, STROKE].append(part)
        known, self._outlines = self._outlines, {}
        for outline in draw_list.outlines:
            part = self._lines(outline.folds.ends, outline.pose, outline.color, outline.width)
            rows = known[part.key][1] if part.key in known else part.rows()
            self._outlines[part.key] = (outline, rows)

    def _take(self, draw_list: DrawList) -> None:
        for flat in draw_list.triangles:
            self._changing[flat.layer, SURFACE].append(flat_rows(flat, draw_list.anchor))
        marks: tuple[Marks, ...] = (*draw_list.lines, *draw_list.arrows, *draw_list.points)
        for batch, rows in zip(marks, mark_rows(marks, draw_list.anchor), strict=True):
            self._changing[batch.layer, KINDS[type(batch)]].append(rows)

    def _skin(self, skin: Skin) -> RowBatch:
        surface, color, flags = skin.surface, skin.color, (skin.casts_shadow, skin.shell)
        center = _center(WeakIdentity(surface.positions))
        number = self._placements.add(skin.pose, center)
        if number == IN_PLACE:  # no room for another pose: bake it into the rows
            rows = surface_rows(skin.positions, skin.normals, color, self._anchor, IN_PLACE, *flags)
            return RowBatch(object(), lambda: rows)
        return RowBatch(
            (surface, color, flags, number),
            lambda: surface_rows(surface.positions, surface.normals, color, center, number, *flags),
        )

    def _lines(self, ends: Floats, pose: Pose, color: Color, width: float, dash: float = 0.0) -> RowBatch:
        center = _center(WeakIdentity(ends))
        number = self._placements.add(pose, center)
        if number == IN_PLACE:
            rows = edge_rows(at(ends, pose), color, width, dash, self._anchor, IN_PLACE)
            return RowBatch(object(), lambda: rows)
        return RowBatch(
            (Identity(ends), color, width, dash, number),
            lambda: edge_rows(ends, color, width, dash, center, number),
        )


def _is_large(skin: Skin) -> bool:
    return skin.layer == Layer.SOLID and skin.color[3] == 1 and len(skin.surface.positions) >= LARGE


@lru_cache(maxsize=CENTERS_KEPT)
def _center(places: WeakIdentity) -> Vec3:
    """The centre that points are made relative to, so that single precision suffices."""
    return center_of(places.value)
