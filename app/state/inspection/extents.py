"""Bounding spheres of a state's contents, which cameras frame and drawings use as their unit of size.

A half-space is the ground of the other bodies: only its points below them count, not the slab that it is cut to.
"""

from itertools import compress
from operator import is_not
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.inspection.traces import asked_bodies, inspect
from gjkscope.app.state.model import State
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import HalfSpace
from gjkscope.engine.vectors import ZERO, Vec3, add, along, column, dot, norm, sub

Ball = tuple[Vec3, float]  # centre and radius, metres
Floats = npt.NDArray[np.float64]

SAME = 1e-12  # relative: spheres that reach almost as far as the furthest, to within this, are compared exactly

ORIGIN_ROOM = 0.25  # fraction of the radius of A − B


def world_ball(state: State) -> Ball:
    """A bounding sphere of the bodies in the world view."""
    return _around(_balls(state))


def framed_ball(state: State) -> Ball:
    """A bounding sphere of the world view, including the ghost of A after the push-out."""
    balls, push = _balls(state), inspect(state).answer.push_out
    if push is not None and not isinstance(state.document.pair_bodies[0].shape, HalfSpace):
        center, radius = state.document.pair_bodies[0].ball
        balls = np.concatenate([balls, [(*add(center, push), radius)]])
    return _around(balls)


def difference_ball(state: State) -> Ball:
    """A bounding sphere of A − B and the origin."""
    (center_a, radius_a), (center_b, radius_b) = (body.ball for body in asked_bodies(state))
    center, radius = sub(center_a, center_b), radius_a + radius_b
    return ball_around((center, radius), (ZERO, 0.0))


def framed_difference_ball(state: State) -> Ball:
    """A bounding sphere of the difference view, with room around the origin: it must not lie at the edge of a view."""
    a, b = asked_bodies(state)
    return ball_around(difference_ball(state), (ZERO, ORIGIN_ROOM * (a.ball[1] + b.ball[1])))


def ball_around(first: Ball, second: Ball) -> Ball:
    """The smallest sphere that contains both."""
    (center, radius), (beyond, reach) = first, second
    away = norm(sub(beyond, center))
    if away + reach <= radius:
        return first
    if away + radius <= reach:
        return second
    whole = (away + radius + reach) / 2
    return along(center, sub(beyond, center), (whole - radius) / away), whole


def _balls(state: State) -> Floats:
    """The bounding spheres (n, 4): centre and radius."""
    known = body_extents(state.document.scene.bodies)
    solids = known.balls[~known.is_ground]
    if not len(solids) or not known.is_ground.any():
        return known.balls
    grounds = [body.pose for body in known.bodies if isinstance(body.shape, HalfSpace)]
    feet = [(*_foot((x, y, z), ground), 0.0) for x, y, z, _ in solids.tolist() for ground in grounds]
    return np.concatenate([solids, feet])


def _foot(point: Vec3, ground: Pose) -> Vec3:
    """The point of a half-space's plane below or above the given one."""
    normal = column(ground.rotation, 1)
    return along(point, normal, -dot(normal, sub(point, ground.position)))


def _around(balls: Floats) -> Ball:
    """A bounding sphere of spheres: centred on their bounding box, not the smallest."""
    centers, radii = balls[:, :3], balls[:, 3]
    low, high = (centers - radii[:, None]).min(axis=0), (centers + radii[:, None]).max(axis=0)
    x, y, z = ((low + high) / 2).tolist()
    # Scaled, as squares of distances in a huge or tiny scene would overflow or vanish.
    size = float(np.abs(high - low).max()) or 1.0
    reaches = size * np.linalg.norm((centers - (x, y, z)) / size, axis=1) + radii
    furthest = balls[reaches >= (1 - SAME) * reaches.max()].tolist()
    return (x, y, z), max(norm(sub((cx, cy, cz), (x, y, z))) + radius for cx, cy, cz, radius in furthest)


class BodyExtents(NamedTuple):
    """Bounding spheres and boxes of bodies, one row each."""

    bodies: tuple[Body, ...]
    balls: Floats  # (n, 4): centre and radius
    lows: Floats  # (n, 3): the lowest corner of the axis-aligned box
    is_ground: npt.NDArray[np.bool_]  # (n,): a half-space


_known: dict[str, BodyExtents] = {}  # the last ones: while a body is dragged, only its row changes


def body_extents(bodies: tuple[Body, ...]) -> BodyExtents:
    """The extents of the bodies.  When one of ten thousand moves, only its row is computed again."""
    known = _known.get("last")
    if known is None or known.bodies is not bodies:
        _known["last"] = known = _update(known, bodies) if known else _extents(bodies)
    return known


def _update(known: BodyExtents, bodies: tuple[Body, ...]) -> BodyExtents:
    if len(known.bodies) != len(bodies):
        return _extents(bodies)
    rows = list(compress(range(len(bodies)), map(is_not, known.bodies, bodies)))
    if len(rows) > len(bodies) // 2:
        return _extents(bodies)
    changed = BodyExtents(bodies, known.balls.copy(), known.lows.copy(), known.is_ground.copy())
    if rows:
        _, changed.balls[rows], changed.lows[rows], changed.is_ground[rows] = _extents(tuple(bodies[i] for i in rows))
    return changed


def _extents(bodies: tuple[Body, ...]) -> BodyExtents:
    return BodyExtents(
        bodies,
        np.array([(*body.ball[0], body.ball[1]) for body in bodies]).reshape(-1, 4),
        np.array([body.box[0] for body in bodies]).reshape(-1, 3),
        np.array([isinstance(body.shape, HalfSpace) for body in bodies], dtype=bool),
    )
