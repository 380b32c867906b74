"""Draws the bodies of a tick of a capture: each once, those of wrong pairs highlighted.

Bodies are merged by colour into a few surfaces, with vectorised arithmetic, as a tick may have a thousand bodies and
each frame of playback shows another tick.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.capture_table import FIRST_WRONG, STATUS_WORDS, table_row
from gjkscope.app.state.model import CaptureTable, PairStatus, Theme
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import WORLD, Builder
from gjkscope.app.view.drawing.crowd import MOST_EDGES, SHADOWS, merged
from gjkscope.app.view.drawing.drawlist import Color, DrawList, Floats, Layer, PointStyle
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import HalfSpace, Shape
from gjkscope.engine.text import percent
from gjkscope.engine.vectors import Vec3

MOST_BODIES = 2000  # a software renderer draws as many in less than a tenth of a second
FARTHEST = 1e12  # metres from the origin: a body that an unstable simulation has thrown away is not drawn
OUTLIER = 10.0  # times the usual distance from the middle: bodies beyond are not brought into view
MOST_LABELS = 12  # wrong pairs that are named
EDGE_WIDTH = 1.2
LINK_WIDTH, RING_SIZE = 3.0, 14.0
LEAST_REACH = 1e-3  # metres: the least radius that is brought into view

Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


class PlacedBodies(NamedTuple):
    """The bodies of a tick.  The same id with the same shape at the same place is one body."""

    shapes: Integers  # (n,) places in the table's pool
    ids: npt.NDArray[np.uint64]  # (n,)
    poses: Floats  # (n, 4, 4)
    wrong: tuple[tuple[int, int, int], ...]  # wrong pairs: the bodies A and B, and the row
    chosen: tuple[int, int] | None  # the bodies of the selected pair
    hidden: int  # bodies that are not drawn

    @property
    def count_drawn(self) -> int:
        return len(self.shapes)


def tick_drawing(table: CaptureTable, index: int, pair: int | None, theme: Theme) -> DrawList:
    """The bodies of the tick with this index; `pair` is the number of the selected pair."""
    return _drawing(Identity(table), index, pair, theme)


def tick_bodies(table: CaptureTable, index: int, pair: int | None) -> PlacedBodies:
    """The bodies of the tick with this index."""
    return _bodies(Identity(table), index, pair)


def tick_ball(table: CaptureTable, index: int) -> tuple[Vec3, float, Vec3]:
    """A ball around the bodies of a tick, without those far away: its centre and radius; and their lowest corner."""
    bodies = tick_bodies(table, index, None)
    solid = np.array([not isinstance(shape, HalfSpace) for shape in table.pool], bool)[bodies.shapes]
    which = solid if solid.any() else np.ones(len(solid), bool)
    places = bodies.poses[which, :3, 3]
    if not len(places):
        return (0.0, 0.0, 0.0), 1.0, (0.0, 0.0, 0.0)
    radii = _radii(Identity(table))[bodies.shapes[which]]
    distances = np.linalg.norm(places - np.median(places, axis=0), axis=1)
    near = distances <= OUTLIER * np.median(distances) + radii.max()
    low = (places[near] - radii[near, None]).min(axis=0)
    high = (places[near] + radii[near, None]).max(axis=0)
    x, y, z = ((low + high) / 2).tolist()
    reach = np.linalg.norm(places[near] - (x, y, z), axis=1) + radii[near]
    bottom_x, bottom_y, bottom_z = low.tolist()
    return (x, y, z), max(float(reach.max()), LEAST_REACH), (bottom_x, bottom_y, bottom_z)


# --- bodies ---


@lru_cache(maxsize=2)
def _bodies(known: Identity, index: int, pair: int | None) -> PlacedBodies:
    table: CaptureTable = known.value
    rows = table.timeline.rows(index)
    rows = rows[table.status[rows] != PairStatus.UNPLACED]
    poses = table.poses(rows).reshape(-1, 4, 4)
    shapes = table.shapes[rows].reshape(-1).astype(np.int64)
    ids = table.ids[rows].reshape(-1)
    firsts, which = _distinct(shapes, ids, poses)
    sides = which.reshape(-1, 2)
    is_wrong = table.status[rows] >= FIRST_WRONG
    selected = _same_pair(table, rows, pair)
    kept = _choose_bodies(poses[firsts], sides[is_wrong].ravel(), sides[selected].ravel())
    places = np.full(len(firsts), -1)
    places[kept] = np.arange(len(kept))
    wrong = [(*places[sides[i]].tolist(), int(rows[i])) for i in np.flatnonzero(is_wrong).tolist()]
    chosen = places[sides[selected[0]]].tolist() if len(selected) else [-1, -1]
    return PlacedBodies(
        shapes[firsts][kept],
        ids[firsts][kept],
        poses[firsts][kept],
        tuple((a, b, row) for a, b, row in wrong if a >= 0 and b >= 0),
        (chosen[0], chosen[1]) if min(chosen) >= 0 else None,
        len(firsts) - len(kept),
    )


def _same_pair(table: CaptureTable, rows: Integers, number: int | None) -> Integers:
    """Which of these rows is the pair with this number, or the same two bodies in another tick; at most one."""
    row = table_row(table, number)
    if row is None:
        return np.empty(0, np.int64)
    same = np.flatnonzero(rows == row)
    if not len(same) and table.ids[row, 0] != table.ids[row, 1]:  # otherwise the engine has given no ids
        alike = (table.ids[rows] == table.ids[row]) & (table.shapes[rows] == table.shapes[row])
        same = np.flatnonzero(alike.all(axis=1))
    return same[:1]


def _distinct(shapes: Integers, ids: npt.NDArray[np.uint64], poses: Floats) -> tuple[Integers, Integers]:
    """The index of one of each body, in order, and the body of each side of a pair."""
    if not len(shapes):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    rows = np.empty((len(shapes), 14), np.float64)
    rows[:, 0], rows[:, 1] = shapes, ids.view(np.float64)  # only compared byte for byte
    rows[:, 2:] = poses[:, :3].reshape(-1, 12) + 0.0  # one zero
    keys = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).ravel()
    _, firsts, which = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(firsts)
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return firsts[order], places[which.ravel()]


def _choose_bodies(poses: Floats, wrong: Integers, selected: Integers) -> Integers:
    """The bodies that are drawn, ascending: if there are too many, those of wrong pairs first."""
    near = np.abs(poses[:, :3, 3]).max(axis=1, initial=0.0) < FARTHEST
    first = np.zeros(len(poses), bool)
    first[wrong] = first[selected] = True
    order = np.argsort(~first, kind="stable")
    return np.sort(order[near[order]][:MOST_BODIES])


@lru_cache(maxsize=2)
def _radii(known: Identity) -> Floats:
    """(P,) the radii of balls around the shapes' origins, metres."""
    table: CaptureTable = known.value
    balls = (bounding_sphere(shape, WORLD) for shape in table.pool)
    return np.array([float(np.linalg.norm(center)) + radius for center, radius in balls])


# --- drawing ---


@lru_cache(maxsize=2)
def _drawing(known: Identity, index: int, pair: int | None, theme: Theme) -> DrawList:
    table: CaptureTable = known.value
    bodies = tick_bodies(table, index, pair)
    center, radius, _ = tick_ball(table, index)
    builder = Builder(center, theme, radius)
    for color, which in _by_color(bodies):
        _draw_bodies(builder, table.pool, bodies.shapes[which], bodies.poses[which], color)
    worst = sorted(bodies.wrong, key=lambda pair: -float(table.errors[pair[2]]))
    for a, b, row in worst[:MOST_LABELS]:
        _draw_wrong(builder, table, bodies, (a, b), row)
    if bodies.chosen is not None:
        for name, body, color in zip("AB", bodies.chosen, (palette.A, palette.B), strict=True):
            anchor = _place(bodies, body)
            builder.label(f"{name}  {bodies.ids[body]}", anchor, palette.lighter(color, 0.3), 6)
    return builder.build()


def _by_color(bodies: PlacedBodies) -> list[tuple[Color, Mask]]:
    """The bodies of the selected pair, those of wrong pairs, and the others."""
    of_wrong, of_chosen = np.zeros(bodies.count_drawn, bool), np.zeros(bodies.count_drawn, bool)
    of_wrong[[body for a, b, _ in bodies.wrong for body in (a, b)]] = True
    masks: list[tuple[Color, Mask]] = []
    for body, color in zip(bodies.chosen or (), (palette.A, palette.B), strict=False):
        mask = np.zeros(bodies.count_drawn, bool)
        mask[body] = True
        of_chosen |= mask
        masks.append((color, mask))
    masks += [(palette.CHOSEN, of_wrong & ~of_chosen), (palette.BYSTANDER, ~of_wrong & ~of_chosen)]
    return [(color, which) for color, which in masks if which.any()]


def _draw_bodies(builder: Builder, pool: tuple[Shape, ...], shapes: Integers, poses: Floats, color: Color) -> None:
    skin = merged((pool[shape], poses[shapes == shape]) for shape in np.unique(shapes).tolist())
    builder.skin(skin, WORLD, color, casts_shadow=len(shapes) <= SHADOWS)
    if 0 < len(skin.edges) <= MOST_EDGES:
        builder.edges(skin.edges, WORLD, palette.darker(color, 0.45), EDGE_WIDTH)


def _draw_wrong(builder: Builder, table: CaptureTable, bodies: PlacedBodies, pair: tuple[int, int], row: int) -> None:
    """Links the two bodies, over everything else, and says what is wrong."""
    a, b = (_place(bodies, body) for body in pair)
    builder.line(a, b, palette.CHOSEN, LINK_WIDTH)
    for center in (a, b):
        builder.point(center, palette.CHOSEN, RING_SIZE, PointStyle.RING, Layer.ON_TOP)
    error = float(table.errors[row])
    words = STATUS_WORDS[table.status[row]] + (f" {percent(error)}" if np.isfinite(error) else "")
    x, y, z = ((x_a + x_b) / 2 for x_a, x_b in zip(a, b, strict=True))
    builder.label(words, (x, y, z), palette.CHOSEN_TEXT, 5)


def _place(bodies: PlacedBodies, body: int) -> Vec3:
    x, y, z = bodies.poses[body, :3, 3].tolist()
    return x, y, z
