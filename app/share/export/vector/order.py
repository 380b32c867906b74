"""The painter's order: what is painted later hides what is behind it.

1. Find all pairs of items that overlap on the screen.
2. Where a pair crosses, cut the smaller item along the line of equal depth.
3. Of each pair, the one that is deeper where they overlap comes first; sort by these relations, the deepest first.

Sorting faces by depth with cuts where faces cross: Newell, Newell, Sancha, A solution to the hidden surface problem,
ACM 1972.  Items that hide each other in a cycle without crossing are rare in what is drawn here; the deepest of the
cycle is then painted first.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from gjkscope.app.share.export.vector.marks import Item, Plane, VectorDot, VectorFacet, VectorStroke
from gjkscope.app.view.drawing.drawlist import Floats

# Square pixels: the order of a smaller overlap is invisible.
LEAST_OVERLAP = 0.02
# Two depths that differ by less, relative to the range of depths, are equal: rounding of coordinates on shared planes.
SAME_DEPTH = 1e-7

# The fraction of its opacity that an edge of a shell keeps behind a translucent facet; see FURTHEST_PART in emit.glsl.
VEIL = 0.5

Ints = npt.NDArray[np.intp]
Relation = tuple[int, int]
"""The numbers of an item behind and of one in front, where they overlap."""


class Overlaps(NamedTuple):
    """Pairs of items (i, j) and the areas of their overlaps."""

    first: Ints
    second: Ints
    areas: npt.NDArray[np.object_]


def painters_order(items: Sequence[Item]) -> list[Item]:
    """The items, or parts of them, in the order in which they must be painted."""
    if not items:
        return []
    tolerance = SAME_DEPTH * _depth_range(items)
    parts = _without_crossings(items, tolerance)
    relations = _relations(parts, _overlaps(parts), tolerance)
    order = _sort(parts, relations)
    parts = _veil(parts, relations)
    return [parts[i] for i in order]


def _planes(items: Sequence[Item]) -> Floats:
    return np.array([item.plane for item in items])


def _depths(planes: Floats, points: Floats) -> Floats:
    depths: Floats = planes[:, 0] * points[:, 0] + planes[:, 1] * points[:, 1] + planes[:, 2]
    return depths


def _middles(items: Sequence[Item]) -> Floats:
    middles: Floats = shapely.get_coordinates(shapely.centroid([item.covers for item in items]))
    return middles


def _depth_range(items: Sequence[Item]) -> float:
    depths = _depths(_planes(items), _middles(items))
    return float(np.ptp(depths)) or 1.0


def _overlaps(items: Sequence[Item]) -> Overlaps:
    """The pairs that overlap visibly and are not both marks, which are only sorted by depth."""
    shapes = np.array([item.covers for item in items], dtype=object)
    first, second = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    is_facet = np.array([isinstance(item, VectorFacet) for item in items])
    sheets = np.array([item.sheet if isinstance(item, VectorFacet) else 0 for item in items])
    are_apart = (sheets[first] == sheets[second]) & (sheets[first] != 0)
    wanted = (first < second) & (is_facet[first] | is_facet[second]) & ~are_apart
    first, second = first[wanted], second[wanted]
    areas = shapely.intersection(shapes[first], shapes[second])
    visible = shapely.area(areas) > LEAST_OVERLAP
    return Overlaps(first[visible], second[visible], areas[visible])


def _without_crossings(items: Sequence[Item], tolerance: float) -> list[Item]:
    """Cuts items along the lines where others pass through them."""
    overlaps, planes = _overlaps(items), _planes(items)
    lines: dict[int, list[Plane]] = {}
    sizes = shapely.area([item.covers for item in items])
    for k in _crossing_pairs(overlaps, planes, tolerance):
        i, j = int(overlaps.first[k]), int(overlaps.second[k])
        a, b, c = (planes[i] - planes[j]).tolist()
        lines.setdefault(i if sizes[i] < sizes[j] else j, []).append((a, b, c))
    return [part for i, item in enumerate(items) for part in (item.cut(lines[i]) if i in lines else [item])]


def _crossing_pairs(overlaps: Overlaps, planes: Floats, tolerance: float) -> list[int]:
    """The pairs whose items are each in front of the other somewhere."""
    if not len(overlaps.first):
        return []
    corners, pair = shapely.get_coordinates(overlaps.areas, return_index=True)
    deeper = _depths((planes[overlaps.first] - planes[overlaps.second])[pair], corners)
    starts = np.searchsorted(pair, np.arange(len(overlaps.first)))
    least, most = np.minimum.reduceat(deeper, starts), np.maximum.reduceat(deeper, starts)
    return np.flatnonzero((least < -tolerance) & (most > tolerance)).tolist()


def _veil(items: Sequence[Item], relations: Sequence[Relation]) -> list[Item]:
    """The items, with edges of shells fainter behind a translucent facet, as on the far side of a shell."""
    fainter = {back for back, front in relations if isinstance(items[front], VectorFacet) and items[front].color[3] < 1}
    return [
        item._replace(color=(*item.color[:3], VEIL * item.color[3]))
        if i in fainter and isinstance(item, VectorStroke) and item.veiled
        else item
        for i, item in enumerate(items)
    ]


def _sort(items: Sequence[Item], relations: Sequence[Relation]) -> list[int]:
    """Topological order: an item comes after all that it hides; among free ones, the deepest first."""
    after: list[list[int]] = [[] for _ in items]
    waiting = [0] * len(items)
    for back, front in relations:
        after[back].append(front)
        waiting[front] += 1
    depths = _depths(_planes(items), _middles(items)).tolist()
    ranks = [item.rank for item in items]
    return _release(after, waiting, [(-depth, ranks[i], i) for i, depth in enumerate(depths)])


def _relations(items: Sequence[Item], overlaps: Overlaps, tolerance: float) -> list[Relation]:
    if not len(overlaps.first):
        return []
    planes = _planes(items)
    points = shapely.get_coordinates(shapely.point_on_surface(overlaps.areas))
    deeper = _depths(planes[overlaps.first] - planes[overlaps.second], points).tolist()
    relations = []
    for i, j, more in zip(overlaps.first.tolist(), overlaps.second.tolist(), deeper, strict=True):
        if abs(more) <= tolerance or _is_outline_of(items[i], items[j]):
            more = items[j].rank - items[i].rank
        if more != 0:
            relations.append((i, j) if more > 0 else (j, i))
    return relations


def _is_outline_of(item: Item, other: Item) -> bool:
    """Whether one is the outline of the other's surface; an outline runs between the near and the far side."""
    if isinstance(item, VectorDot) or isinstance(other, VectorDot) or type(item) is type(other):
        return False
    return item.owner == other.owner != 0


def _release(after: list[list[int]], waiting: list[int], keys: list[tuple[float, int, int]]) -> list[int]:
    """Kahn's algorithm with a priority queue; a cycle is broken at its first item by key."""
    free = [key for key in keys if waiting[key[-1]] == 0]
    heapify(free)
    rest, done = sorted(keys, reverse=True), [False] * len(keys)
    order: list[int] = []
    while len(order) < len(keys):
        while not free:
            key = rest.pop()
            if not done[key[-1]]:
                heappush(free, key)
        number = heappop(free)[-1]
        if done[number]:
            continue
        done[number] = True
        order.append(number)
        for other in after[number]:
            waiting[other] -= 1
            if waiting[other] == 0 and not done[other]:
                heappush(free, keys[other])
    return order
