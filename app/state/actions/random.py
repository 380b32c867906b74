"""Actions that randomise the pose of a body or the shapes of the pair.

Each use takes the next seed from the state, so the same actions on the same state give the same result.
"""

from math import asin, degrees, floor, log10, radians
from random import Random

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.maths import quaternion_from_euler
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.shape_kinds import shape_of_size
from gjkscope.app.scenes.shapes.kinds import ENTRIES_OF
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.document import body_named
from gjkscope.app.state.actions.history import edit_at_once
from gjkscope.app.state.actions.playback import with_steps
from gjkscope.app.state.actions.views import kept_in_view
from gjkscope.app.state.model import State
from gjkscope.engine.plane.shapes.kinds import Polygon
from gjkscope.engine.plane.vectors import in_plane
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import Hull, Shape
from gjkscope.engine.vectors import Vec3, add, scale, unit

KINDS = {
    dimension: tuple(name for name, entry in entries.items() if entry.is_random)
    for dimension, entries in ENTRIES_OF.items()
}
REACH = 1.1  # maximum distance of the centres in sums of both radii: about half of the pairs overlap
SIZES = (0.4, 1.2)  # range of the half extents, relative to the old radius
HULL_VERTICES, POLYGON_VERTICES = 12, 6


class RandomPose(Action, frozen=True):
    """Rotates the body at random and moves it near or into the other body of the pair."""

    body: str


class RandomShapes(Action, frozen=True):
    """Replaces both shapes of the pair by random ones of similar size."""


@updates(RandomPose)
def _random_pose(state: State, action: RandomPose) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    draw = Random(state.tools.seed)
    other = state.document.pair_bodies[0] if body.name != state.document.pair[0] else state.document.pair_bodies[1]
    center, radius = bounding_sphere(other.shape, other.pose)
    own = bounding_sphere(body.shape, body.pose)[1]
    is_plane = state.document.scene.is_plane
    away = scale(_direction(draw, is_plane), (radius + own) * REACH * draw.random())
    angles = (0.0, 0.0, radians(draw.randrange(-180, 180))) if is_plane else _angles(draw)
    turned = body.placement.turned(quaternion_from_euler(angles))
    moved = turned.moved(_short(add(center, away), radius + own))
    scene = state.document.scene.with_body(replace(body, placement=moved))
    return _show(state, f"randomise {body.name}", scene)


@updates(RandomShapes)
def _random_shapes(state: State, _: RandomShapes) -> State:
    draw, scene = Random(state.tools.seed), state.document.scene
    for body in state.document.pair_bodies:
        radius = bounding_sphere(body.shape, body.pose)[1] or 1.0
        scene = scene.with_body(replace(body, shape=_shape(draw, radius, scene.dimension), mesh_file=None))
    return with_steps(_show(state, "randomise shapes", scene))


def _show(state: State, label: str, scene: Scene) -> State:
    drawn = edit_at_once(state, label, replace(state.document, scene=scene))
    drawn = replace(drawn, tools=replace(state.tools, seed=state.tools.seed + 1))
    return kept_in_view(state, drawn).with_message(f"Randomised with seed {state.tools.seed}")


def _angles(draw: Random) -> Vec3:
    """Angles about x, y and z in radians, rounded to whole degrees; the rotations are uniformly distributed."""
    y = round(degrees(asin(draw.uniform(-1, 1))))
    x, z = draw.randrange(-180, 180), draw.randrange(-180, 180)
    return (radians(x), radians(y), radians(z))


def _shape(draw: Random, radius: float, dimension: int) -> Shape:
    kind, in_2d = draw.choice(KINDS[dimension]), dimension == 2
    if kind in ("hull", "polygon"):
        count = POLYGON_VERTICES if in_2d else HULL_VERTICES
        vertices = tuple(_short(scale(_direction(draw, in_2d), radius), radius) for _ in range(count))
        return Polygon(tuple(in_plane(vertex) for vertex in vertices)) if in_2d else Hull(vertices)
    return shape_of_size(kind, _short((*(radius * draw.uniform(*SIZES) for _ in range(3)),), radius), dimension)


def _direction(draw: Random, in_2d: bool) -> Vec3:
    return unit((draw.gauss(), draw.gauss(), 0.0 if in_2d else draw.gauss()))


def _short(values: tuple[float, ...], size: float) -> Vec3:
    """Rounds to about a thousandth of `size`, for readable numbers."""
    decimals = 3 - floor(log10(size)) if size > 0 else None
    x, y, z = (value if decimals is None else round(value, decimals) + 0.0 for value in values)
    return (x, y, z)
