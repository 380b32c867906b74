"""What conservative advancement looks like: both bodies at the step's time, the gap, and how fast it can close."""

from itertools import pairwise

from engine.advancement import State
from engine.pose import Pose
from engine.result import Exit
from engine.vectors import ZERO, Vec3, add, along, scale
from engine.words import number

from ..scene import Body
from . import palette
from .builder import Builder
from .drawlist import Color
from .ghost import draw_ghost
from .sight import Sight
from .witnesses import draw_between

BOUND_WIDTH = 5.0
EARLIER = 0.05  # the opacity of the times before, of which the last few are shown
MOST_EARLIER = 6


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    a, b = sight.run.value.whole.bodies
    for earlier in sight.so_far[:-1][-MOST_EARLIER:]:
        _draw_body(builder, a, earlier.pose_a, palette.A, EARLIER)
        _draw_body(builder, b, earlier.pose_b, palette.B, EARLIER)
    _draw_body(builder, a, step.pose_a, palette.A, 0.25)
    _draw_body(builder, b, step.pose_b, palette.B, 0.25)
    _draw_way(builder, sight)
    if step.witness_a is not None and step.witness_b is not None:
        draw_between(builder, step.witness_a, step.witness_b)
        _draw_bound(builder, step, step.witness_a, step.witness_b)
        builder.label(_words(step), scale(add(step.witness_a, step.witness_b), 0.5), palette.TEXT, 8)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Nothing: the difference is that of the bodies where they are now, not at the step's time."""


def _draw_body(builder: Builder, body: Body, pose: Pose, color: Color, alpha: float) -> None:
    if pose != body.pose:
        draw_ghost(builder, body, pose, color, alpha)


def _draw_way(builder: Builder, sight: Sight) -> None:
    """Where the middles of both have been at each step."""
    for field, color in (("pose_a", palette.A), ("pose_b", palette.B)):
        places = [getattr(step, field).position for step in sight.so_far]
        if places[0] == places[-1]:
            continue
        for before, after in pairwise(places):
            builder.line(before, after, palette.faded(color, 0.7), 1.6)
        for place in places:
            builder.point(place, color, 6)


def _draw_bound(builder: Builder, step: State, on_a: Vec3, on_b: Vec3) -> None:
    """The gap along the normal, which is what the bound is about."""
    if step.normal == ZERO or step.exit in (Exit.MOVING_APART, Exit.FIRST_CONTACT):
        return
    builder.arrow(on_a, along(on_a, step.normal, step.gap), palette.SEARCH, BOUND_WIDTH)


def _words(step: State) -> str:
    if step.exit == Exit.FIRST_CONTACT:
        return f"first contact at {number(step.time)} s"
    bound = f"closes by ≤ {number(step.bound, 4)} m/s" if step.bound > 0 else "does not close"
    return f"{number(step.gap, 4)} m, {bound}"
