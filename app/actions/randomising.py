"""Something drawn at random: where a body is, or what the pair is made of.

Each draw takes the next seed, which the state holds: the same actions on the same state draw the same again.
"""

from dataclasses import dataclass, replace
from math import asin, degrees, floor, log10, radians
from random import Random
from typing import Any

from engine.bounds import bounding_sphere
from engine.shapes import Hull, Shape
from engine.vectors import Vec3, add, scale, unit

from ..maths import quaternion_from_euler
from ..shape_kinds import shape_of_size
from ..state import State
from .action import Action, updates
from .document import body_named
from .history import edited_at_once
from .looking import kept_in_view
from .playing import with_steps

KINDS = ("sphere", "box", "capsule", "cylinder", "cone", "ellipsoid", "hull")
REACH = 1.1  # centres at most so many sums of both radii apart: about half of the pairs overlap
SIZES = (0.4, 1.2)  # half extents, as parts of those that the shape had
HULL_VERTICES = 12


@dataclass(frozen=True)
class RandomPose(Action):
    """Turns the body, and puts it beside or into the other one of the pair."""

    body: str


@dataclass(frozen=True)
class RandomShapes(Action):
    """Other shapes for both bodies of the pair, about as large."""


@updates(RandomPose)
def _random_pose(state: State, action: RandomPose) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    draw = Random(state.seed)
    other = state.bodies[0] if body.name != state.pair[0] else state.bodies[1]
    center, radius = bounding_sphere(other.shape, other.pose)
    own = bounding_sphere(body.shape, body.pose)[1]
    away = scale(_direction(draw), (radius + own) * REACH * draw.random())
    turned = body.placement.turned(quaternion_from_euler(_angles(draw)))
    moved = turned.moved(_short(add(center, away), radius + own))
    scene = state.scene.with_body(replace(body, placement=moved))
    return _drawn(state, f"randomise {body.name}", scene=scene)


@updates(RandomShapes)
def _random_shapes(state: State, _: RandomShapes) -> State:
    draw, scene = Random(state.seed), state.scene
    for body in state.bodies:
        radius = bounding_sphere(body.shape, body.pose)[1] or 1.0
        scene = scene.with_body(replace(body, shape=_shape(draw, radius), mesh_file=None))
    return with_steps(_drawn(state, "randomise shapes", scene=scene))


def _drawn(state: State, label: str, **changes: Any) -> State:
    drawn = replace(edited_at_once(state, label, **changes), seed=state.seed + 1)
    return kept_in_view(state, drawn).told(f"Drawn with seed {state.seed}: once more for another")


def _angles(draw: Random) -> Vec3:
    """Angles about x, y and z, whole degrees in radians: any turn is as likely as any other."""
    y = round(degrees(asin(draw.uniform(-1, 1))))
    x, z = draw.randrange(-180, 180), draw.randrange(-180, 180)
    return (radians(x), radians(y), radians(z))


def _shape(draw: Random, radius: float) -> Shape:
    kind = draw.choice(KINDS)
    if kind == "hull":
        return Hull(tuple(_short(scale(_direction(draw), radius), radius) for _ in range(HULL_VERTICES)))
    return shape_of_size(kind, _short((*(radius * draw.uniform(*SIZES) for _ in range(3)),), radius))


def _direction(draw: Random) -> Vec3:
    return unit((draw.gauss(), draw.gauss(), draw.gauss()))


def _short(values: tuple[float, ...], size: float) -> Vec3:
    """Rounded to about a thousandth of `size`: numbers that one can read."""
    decimals = 3 - floor(log10(size)) if size > 0 else None
    x, y, z = (value if decimals is None else round(value, decimals) + 0.0 for value in values)
    return (x, y, z)
