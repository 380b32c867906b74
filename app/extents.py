"""How much room a state needs: the balls that the cameras frame and the drawings measure themselves by."""

from typing import Any

import numpy as np

from engine.bounds import bounding_sphere
from engine.vectors import Vec3, add, norm, scale, sub

from .state import State
from .traces import inspect


def world_ball(state: State) -> tuple[Vec3, float]:
    """A ball around everything in the world view: centre and radius, metres."""
    return _around(_balls(state))


def framed_ball(state: State) -> tuple[Vec3, float]:
    """A ball around everything in the world view, the ghost of A that is pushed out included."""
    balls, push = _balls(state), inspect(state).answer.push_out
    a, _ = state.bodies
    if push is not None:
        center, radius = bounding_sphere(a.shape, a.pose)
        balls.append((add(center, push), radius))
    return _around(balls)


def difference_ball(state: State) -> tuple[Vec3, float]:
    """A ball around A − B and the origin: centre and radius, metres."""
    a, b = state.bodies
    (center_a, radius_a), (center_b, radius_b) = bounding_sphere(a.shape, a.pose), bounding_sphere(b.shape, b.pose)
    center, radius = sub(center_a, center_b), radius_a + radius_b
    away = norm(center)
    if away <= radius:
        return center, radius
    # The smallest ball that holds the ball of A − B and the origin, which lies outside it.
    return scale(center, (1 + radius / away) / 2), (away + radius) / 2


def _balls(state: State) -> list[tuple[Vec3, float]]:
    return [body.ball for body in state.scene.bodies]


def _around(balls: list[tuple[Vec3, float]]) -> tuple[Vec3, float]:
    """A ball around balls: not the smallest, but centred in the middle of their bounding box."""
    centers, radii = np.array([center for center, _ in balls]), np.array([radius for _, radius in balls])
    low, high = (centers - radii[:, None]).min(axis=0), (centers + radii[:, None]).max(axis=0)
    middle = (low + high) / 2
    return _vec3(middle), float((np.linalg.norm(centers - middle, axis=1) + radii).max())


def _vec3(array: Any) -> Vec3:
    x, y, z = array.tolist()
    return (x, y, z)
