"""A body of a lesson's figure that its reader drags: along the way on which the solution of a task moves it.

A page computes nothing, so the body is recorded at places along this way, and a little beyond both ends.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gjkscope.app.actions import PlaceBody, update
from gjkscope.app.model import Demo, State
from gjkscope.app.scenes.scene import Body
from gjkscope.app.web.film import demo_frames
from gjkscope.engine.vectors import Vec3, along, norm, sub, unit

ON_WAY, BEYOND = 25, 6  # recorded places from the start of the way to its end, and beyond each end
OVERSHOOT = 0.25  # how far the places lead beyond each end, of the length of the way
LEAST_WAY = 1e-9  # metres: shorter ways are none


class DragWay(NamedTuple):
    """The places of a body, and the numbers of those at which its way begins and ends."""

    body: str
    places: tuple[Vec3, ...]
    start: int
    end: int

    def states(self, first: State) -> list[State]:
        """The state with the body at each place; `first` itself at its start."""
        body = first.document.scene.body(self.body)
        moved = (update(first, PlaceBody(self.body, body.placement.moved(place))) for place in self.places)
        return [first if number == self.start else state for number, state in enumerate(moved)]


def drag_way(first: State, solution: Demo) -> DragWay | None:
    """The way on which the solution moves a single body without turning it; None if not, or if no view shows it."""
    if not any(view.shows_world for view in first.display.layout.views):
        return None
    bodies = [state.document.scene.bodies for _, state in demo_frames(solution)]
    moved = {body.name for frame in bodies for body in _changed(bodies[0], frame)}
    if len(moved) != 1:
        return None
    (name,) = moved
    frames = [next(body for body in frame if body.name == name) for frame in bodies]
    if any(body.pose.rotation != frames[0].pose.rotation for body in frames):
        return None
    positions = _corners([body.pose.position for body in frames])
    if len(positions) < 2 or positions[0] != first.document.scene.body(name).pose.position:
        return None
    return DragWay(name, _with_ends(positions), BEYOND, BEYOND + ON_WAY - 1)


def _changed(before: Iterable[Body], now: Iterable[Body]) -> list[Body]:
    return [body for body, old in zip(now, before, strict=True) if body.pose != old.pose]


def _corners(positions: Sequence[Vec3]) -> list[Vec3]:
    """The positions without repetitions."""
    kept = [positions[0]]
    kept += [here for here, last in zip(positions[1:], positions, strict=False) if norm(sub(here, last)) > LEAST_WAY]
    return kept


def _with_ends(positions: Sequence[Vec3]) -> tuple[Vec3, ...]:
    """Places at equal distances along the way, from one overshoot to the other."""
    lengths = np.cumsum([0.0, *(norm(sub(q, p)) for p, q in pairwise(positions))])
    whole = float(lengths[-1])
    marks = np.linspace(0.0, whole, ON_WAY)
    columns = [np.interp(marks, lengths, [place[axis] for place in positions]) for axis in range(3)]
    on_way = [(float(x), float(y), float(z)) for x, y, z in zip(*columns, strict=True)]
    on_way[0], on_way[-1] = positions[0], positions[-1]
    back, forth = unit(sub(positions[0], positions[1])), unit(sub(positions[-1], positions[-2]))
    steps = [OVERSHOOT * whole * (number + 1) / BEYOND for number in range(BEYOND)]
    return (
        *(along(positions[0], back, step) for step in reversed(steps)),
        *on_way,
        *(along(positions[-1], forth, step) for step in steps),
    )
