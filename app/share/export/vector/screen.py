"""`Screen`: projects a draw list to the items of a vector picture, in pixels from the top left."""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from gjkscope.app.base.identity import kept_while_it_exists
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.share.export.vector.marks import (
    ArrowHead,
    Item,
    VectorDot,
    VectorFacet,
    VectorStroke,
    depth_plane,
    line_depth,
)
from gjkscope.app.share.export.vector.projection import ScreenProjection
from gjkscope.app.share.export.vector.shading import Flags, Lit, facet_colors
from gjkscope.app.view.drawing.drawlist import (
    Arrows,
    DrawList,
    Floats,
    Folds,
    Layer,
    Lines,
    Points,
    PointStyle,
    Skin,
    Surface,
    Triangles,
    at,
    in_style,
    rotate,
)
from gjkscope.app.view.drawing.outline import folds, silhouette_folds
from gjkscope.app.view.panels.toolkit.ui import Rect
from gjkscope.app.view.renderer.frame import ShellLook
from gjkscope.engine.pose import Pose

# As in stroke.vert.
HEAD_LENGTH, HEAD_HALF_WIDTH, LONGEST_HEAD = 5.0, 1.85, 0.6
FLAT = 1e-3  # difference of unit normals below which a triangle is flat
FLAT_FOLD = 1e-9  # of the size of a surface: what a facet may be beyond its neighbour's plane on a convex one
FACE_DIGITS = 6  # triangles whose planes agree to this many digits, relative to the surface's size, form one face

Ints = npt.NDArray[np.intp]

SOLID_FACET, CLEAR_FACET, STROKE, DOT = range(4)  # ranks: what is painted later of two items at one depth


class Screen:
    """The projection of a camera to a rectangle; `scale`: pixels per pixel at 100 %."""

    def __init__(self, camera: OrbitCamera, rect: Rect, scale: float, shell: ShellLook) -> None:
        self.rect, self.scale = rect, scale
        self._shell, self._camera = shell, camera
        self._projection = ScreenProjection(camera, rect)
        self._window = shapely.box(rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3])
        self._faces = 0
        self._owners: dict[tuple[int, Pose], int] = {}  # numbers of surfaces, by the identity of their folds

    def items(self, draw_list: DrawList, layers: tuple[Layer, ...]) -> list[Item]:
        """The items of these layers within the rectangle."""
        items = [*self._facets(draw_list, layers), *self._marks(draw_list, layers)]
        within = shapely.intersects([item.covers for item in items], self._window)
        return list(compress(items, within))

    def _facets(self, draw_list: DrawList, layers: tuple[Layer, ...]) -> Iterator[VectorFacet]:
        for skin in draw_list.skins:
            if skin.layer in layers:
                yield from self._skin(skin)
        for batch in draw_list.triangles:
            if batch.layer in layers:
                yield from self._triangles(batch)

    def _skin(self, skin: Skin) -> Iterator[VectorFacet]:
        surface = skin.surface
        if not len(surface.positions):
            return
        corners = self._projection.eye(at(surface.positions, skin.pose))
        normals = rotate(surface.normals, skin.pose) @ self._projection.basis.T
        facing = self._projection.facing(corners)
        folded = folds(surface)
        is_closed = 2 * len(folded.ends) == 3 * len(surface.positions)
        shown = facing if is_closed and skin.color[3] == 1 else np.ones(len(corners), dtype=bool)
        owner = self._owner(folded, skin.pose)
        sheets = 2 * owner + facing if is_closed and _is_convex(surface) else np.zeros(len(corners), dtype=np.intp)
        lit = self._lit(corners, _units(normals.mean(axis=1)), facing)
        base = np.broadcast_to(np.array(skin.color), (len(corners), 4))
        colors = facet_colors(lit, base, self._shell if skin.shell else None)
        triangles = _Triangles(corners, colors, _faces_of(surface), sheets)
        yield from self._group(triangles, shown, skin.layer, owner)

    def _owner(self, folded: Folds, pose: Pose) -> int:
        return self._owners.setdefault((id(folded), pose), len(self._owners) + 1)

    def _triangles(self, batch: Triangles) -> Iterator[VectorFacet]:
        corners, normals = self._projection.eye(batch.positions), batch.normals @ self._projection.basis.T
        if not len(corners):
            return
        facing = np.einsum("ij,ij->i", normals, -corners.mean(axis=1)) > 0
        lit = self._lit(corners, normals, facing)
        colors = facet_colors(lit, batch.colors, None)
        alone, apart = np.arange(len(corners)), np.zeros(len(corners), dtype=np.intp)
        yield from self._group(_Triangles(corners, colors, alone, apart), np.ones(len(corners), bool), batch.layer)

    def _group(self, triangles: "_Triangles", shown: Flags, layer: Layer, owner: int = 0) -> Iterator[VectorFacet]:
        """The facets of the triangles that are shown; those of one face are joined."""
        rank = SOLID_FACET if layer is Layer.SOLID else CLEAR_FACET
        order = np.argsort(triangles.faces, kind="stable")
        order = order[shown[order]]
        for members in np.split(order, np.flatnonzero(np.diff(triangles.faces[order])) + 1):
            pieces = (self._projection.clipped(triangles.corners[i]) for i in members)
            visible = [self._projection.place(piece) for piece in pieces if len(piece) > 2]
            plane = depth_plane(np.concatenate(visible)) if visible else None
            if plane is None:
                continue
            self._faces += 1
            red, green, blue, alpha = triangles.colors[members].mean(axis=0).tolist()
            sheet = int(triangles.sheets[members[0]])
            for area in _join(visible):
                yield VectorFacet(area, plane, (red, green, blue, alpha), rank, self._faces, owner, sheet)

    def _marks(self, draw_list: DrawList, layers: tuple[Layer, ...]) -> Iterator[Item]:
        outlines = (outline for outline in draw_list.outlines if outline.layer in layers)
        eye = self._camera.homogeneous_eye
        for outline in outlines:
            ends = at(outline.folds.ends[silhouette_folds(outline, eye)], outline.pose)
            owner = self._owner(outline.folds, outline.pose)
            for stroke in self._strokes(Lines(in_style(ends, outline.color, outline.width), outline.layer)):
                yield stroke._replace(owner=owner, veiled=False)
        for edges in draw_list.edges:
            if edges.layer in layers:
                yield from self._strokes(edges.lines)
        for lines in draw_list.lines:
            if lines.layer in layers:
                yield from self._strokes(lines)
        for arrows in draw_list.arrows:
            if arrows.layer in layers:
                yield from self._arrows(arrows)
        for points in draw_list.points:
            if points.layer in layers:
                yield from self._dots(points)

    def _strokes(self, lines: Lines) -> Iterator[VectorStroke]:
        starts, ends = self._projection.eye(lines.starts), self._projection.eye(lines.ends)
        for start, end, row in zip(starts, ends, lines.rows.tolist(), strict=True):
            width, dash = row[10] * self.scale, row[11] * self.scale
            if (two := self._projection.seen(start, end)) is not None:
                first, last = self._projection.place(self._projection.lifted(two, width / 2))
                plane, is_veiled = line_depth(first, last), lines.layer is Layer.TRANSLUCENT
                yield VectorStroke(*_pixels(first, last), plane, _color(row), width, dash, STROKE, veiled=is_veiled)

    def _arrows(self, arrows: Arrows) -> Iterator[VectorStroke]:
        tails, tips = self._projection.eye(arrows.tails), self._projection.eye(arrows.heads)
        for tail, tip, row in zip(tails, tips, arrows.rows.tolist(), strict=True):
            width = row[10] * self.scale
            if (two := self._projection.seen(tail, tip)) is not None:
                yield self._arrow(two[0], two[1], width, _color(row))

    def _arrow(self, tail: Floats, tip: Floats, width: float, color: tuple[float, float, float, float]) -> VectorStroke:
        reach = float(np.linalg.norm(tip - tail))
        way = (tip - tail) / reach if reach > 0 else np.zeros(3)
        pixel = float(self._projection.pixel_sizes(-tip[2:])[0])
        length = min(HEAD_LENGTH * width * pixel, LONGEST_HEAD * reach)
        base = tip - way * length
        half_width = length / pixel * HEAD_HALF_WIDTH / HEAD_LENGTH
        facing = float(way @ (-base / np.linalg.norm(base)))
        first, middle, last = self._projection.place(self._projection.lifted(np.stack([tail, base, tip]), width / 2))
        _, base_at = _pixels(first, middle)
        start, tip_at = _pixels(first, last)
        head = ArrowHead(base_at, tip_at, half_width, half_width * abs(facing), facing < 0)
        return VectorStroke(
            start, base_at, line_depth(first, last), color, min(width, half_width), 0.0, STROKE, head=head
        )

    def _dots(self, points: Points) -> Iterator[VectorDot]:
        for center, row in zip(self._projection.eye(points.positions), points.rows.tolist(), strict=True):
            if -center[2] <= self._projection.lens.near:
                continue
            radius = row[10] * self.scale / 2
            x, y, depth = self._projection.place(self._projection.lifted(center[None], radius))[0].tolist()
            yield VectorDot((x, y), (0.0, 0.0, depth), _color(row), radius, PointStyle(int(row[11])), DOT)

    def _lit(self, corners: Floats, normals: Floats, facing: Flags) -> Lit:
        return Lit(normals, _units(-corners.mean(axis=1)), facing, self._projection.basis[:, 1])


class _Triangles(NamedTuple):
    """Lit triangles of one surface, in eye space."""

    corners: Floats  # (n, 3, 3)
    colors: Floats  # (n, 4)
    faces: Ints  # (n,): triangles with one number are one face
    sheets: Ints  # (n,), as in `VectorFacet`


def _join(triangles: Sequence[Floats]) -> list[shapely.Polygon]:
    """The union of triangles of pixels and depths in one plane."""
    areas = [shapely.Polygon(places[:, :2]) for places in triangles]
    if len(areas) == 1:
        return areas
    return [part for part in shapely.get_parts(shapely.union_all(areas)) if isinstance(part, shapely.Polygon)]


@kept_while_it_exists
def _is_convex(surface: Surface) -> bool:
    """Whether a closed surface bends outwards at each of its folds, to within rounding."""
    folded, middles = folds(surface), surface.positions.mean(axis=1)
    first, second = folded.facets
    beyond = np.einsum("ij,ij->i", folded.normals[first], middles[second]) - folded.offsets[first]
    size = np.abs(surface.positions).max()
    return bool(np.all(beyond <= FLAT_FOLD * size * np.linalg.norm(folded.normals[first], axis=1)))


@kept_while_it_exists
def _faces_of(surface: Surface) -> Ints:
    """The face number of each triangle: flat triangles in one plane belong to one face."""
    positions, normals = surface.positions, surface.normals
    a, b, c = positions.transpose(1, 0, 2)
    units = _units(np.cross(b - a, c - a))
    flat = np.abs(units[:, None] - normals).max(axis=(1, 2)) < FLAT
    size = float(np.abs(positions).max()) or 1.0
    rows = np.concatenate([units, np.einsum("ij,ij->i", units, a)[:, None] / size], axis=1)
    _, faces = np.unique(np.round(rows, FACE_DIGITS) + 0.0, axis=0, return_inverse=True)
    faces = faces.reshape(-1)
    return np.where(flat, faces, len(faces) + np.arange(len(faces)))


def _units(vectors: Floats) -> Floats:
    """Normalises vectors (n, 3); zero stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def _pixels(start: Floats, end: Floats) -> tuple[tuple[float, float], tuple[float, float]]:
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))


def _color(row: list[float]) -> tuple[float, float, float, float]:
    return row[6], row[7], row[8], row[9]
