"""Bounding spheres of a state's contents, which cameras frame and drawings use as their unit of size.

A half-space is the ground of the other bodies: of it, only the points below them count, not the slab that it is cut to.
"""

from gjkscope.app.inspection.traces import asked_bodies, inspect
from gjkscope.app.model import State
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import HalfSpace
from gjkscope.engine.vectors import ZERO, Vec3, add, along, column, dot, norm, sub

Ball = tuple[Vec3, float]  # centre and radius, metres

ORIGIN_ROOM = 0.25  # fraction of the radius of A − B


def world_ball(state: State) -> Ball:
    """A bounding sphere of the bodies in the world view."""
    return _around(_balls(state))


def framed_ball(state: State) -> Ball:
    """A bounding sphere of the world view, including the ghost of A after the push-out."""
    balls, push = _balls(state), inspect(state).answer.push_out
    if push is not None and not isinstance(state.document.pair_bodies[0].shape, HalfSpace):
        center, radius = state.document.pair_bodies[0].ball
        balls.append((add(center, push), radius))
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


def ball_around(one: Ball, other: Ball) -> Ball:
    """The smallest sphere that contains both."""
    (center, radius), (beyond, reach) = one, other
    away = norm(sub(beyond, center))
    if away + reach <= radius:
        return one
    if away + radius <= reach:
        return other
    whole = (away + radius + reach) / 2
    return along(center, sub(beyond, center), (whole - radius) / away), whole


def _balls(state: State) -> list[Ball]:
    bodies = state.document.scene.bodies
    solids = [body.ball for body in bodies if not isinstance(body.shape, HalfSpace)]
    if not solids or len(solids) == len(bodies):
        return [body.ball for body in bodies]
    grounds = [body.pose for body in bodies if isinstance(body.shape, HalfSpace)]
    return [*solids, *((_foot(center, ground), 0.0) for center, _ in solids for ground in grounds)]


def _foot(point: Vec3, ground: Pose) -> Vec3:
    """The point of a half-space's plane below or above the given one."""
    normal = column(ground.rotation, 1)
    return along(point, normal, -dot(normal, sub(point, ground.position)))


def _around(balls: list[Ball]) -> Ball:
    """A bounding sphere of spheres: centred on their bounding box, not the smallest."""
    low = map(min, zip(*[(x - radius, y - radius, z - radius) for (x, y, z), radius in balls], strict=True))
    high = map(max, zip(*[(x + radius, y + radius, z + radius) for (x, y, z), radius in balls], strict=True))
    x, y, z = [(least + most) / 2 for least, most in zip(low, high, strict=True)]
    return (x, y, z), max([norm(sub(center, (x, y, z))) + radius for center, radius in balls])
