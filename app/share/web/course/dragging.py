"""Where a body, or the origin of A − B, can be dragged on a page of a lesson.

The solution of a task shows what is dragged, and where to.  The places form a grid around its path, and for the origin
also around A − B.  In 2D the grid lies in the plane of the shapes, otherwise in the plane through the path that faces
the camera.  The body's own place is one of its nodes.  A second, finer grid surrounds the end of the path, which solves
the task.

Where predictions ask for places of the origin, the grid surrounds the paths to all of them, and in 3D it fills space.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil, floor, prod
from typing import NamedTuple

from gjkscope.app.scenes.scene import Body
from gjkscope.app.share.web.film import demo_frames
from gjkscope.app.state.actions import PlaceBody, update
from gjkscope.app.state.actions.origin import DragOrigin
from gjkscope.app.state.model import Demo, State, View
from gjkscope.engine.vectors import Vec3, along, cross, dot, norm, sub, unit

MOST_PLACES = 375  # each takes 50 to 400 bytes of a page
FINE = 1 / 3  # spacing of the grid around the end of a way, relative to the other
FINE_REACH = {2: 2, 3: 1}  # nodes of that grid to each side, by its dimension
MARGIN = 0.7  # of the grid around the way of a body, in its radii
NEAR = 1e-9  # of the way: two places that are nearer to each other are the same

Axes = tuple[Vec3, ...]
"""Two or three unit vectors that span the plane or the space of the places."""
PLANE: Axes = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


class Dragging(NamedTuple):
    """What can be dragged: a body in the world view, or the origin in the difference view, which moves A."""

    body: Body
    view: View
    positions: tuple[Vec3, ...]  # of the body; the first one is its own
    other: Body | None = None  # that can be dragged instead, as the scene has no third one
    fills_space: bool = False  # the places lie behind each other, too

    @property
    def name(self) -> str:
        """Its name on a page."""
        return self.body.name if self.view is View.WORLD else "the origin"

    def state(self, first: State, position: Vec3) -> State:
        """The state with the body at a position."""
        if self.view is View.DIFFERENCE:
            return update(first, DragOrigin(sub(self.body.pose.position, position)))
        return update(first, PlaceBody(self.body.name, self.body.placement.moved(position)))

    def grip(self, position: Vec3) -> Vec3:
        """Where it is grabbed: the middle of the body, or the origin relative to A − B."""
        shift = sub(position, self.body.pose.position)
        return sub((0.0, 0.0, 0.0), shift) if self.view is View.DIFFERENCE else along(self.body.ball[0], shift, 1.0)


def dragging_of(first: State, solution: Demo) -> Dragging | None:
    """What the solution of a task drags in a view that the page shows; None if it does something else."""
    frames = [state for _, state in demo_frames(solution)]
    moved = [body for body in first.document.scene.bodies if _way(body, frames)]
    if len(moved) != 1:
        return None
    (body,) = moved
    view = View.DIFFERENCE if _drags_origin(first, frames[-1], body) else View.WORLD
    if view not in first.display.layout.views:
        return None
    way = _way(body, frames)
    axes = _axes(first, view, sub(way[-1], body.pose.position))
    around = _around(way, MARGIN * body.ball[1], axes) if view is View.WORLD else [*way, *_beside(first, axes)]
    other = _other(first, body) if view is View.WORLD else None
    return Dragging(body, view, tuple(_grid(body.pose.position, [way[-1]], around, axes)), other)


def origin_dragging(first: State, solutions: Sequence[Demo]) -> Dragging:
    """Where the origin can be dragged around A − B, and to where these solutions drag it."""
    body, is_plane = first.document.pair_bodies[0], first.document.scene.is_plane
    ways = [_way(body, [state for _, state in demo_frames(solution)]) for solution in solutions]
    axes = PLANE if is_plane else first.view.cameras.difference.basis
    around = [*(position for way in ways for position in way), *_beside(first, axes)]
    positions = _grid(body.pose.position, [way[-1] for way in ways], around, axes)
    return Dragging(body, View.DIFFERENCE, tuple(positions), None, not is_plane)


def _other(first: State, body: Body) -> Body | None:
    """The other body of a scene of two: whichever of them moves, they are the same pair."""
    others = [item for item in first.document.scene.bodies if item.name != body.name]
    return others[0] if len(others) == 1 else None


def _way(body: Body, frames: list[State]) -> list[Vec3]:
    """The positions of the body in the frames; none if it does not move, rotates or changes its shape."""
    bodies = [next((item for item in state.document.scene.bodies if item.name == body.name), None) for state in frames]
    way = [moved.pose.position for moved in bodies if moved is not None and _is_only_moved(body, moved)]
    return way if len(way) == len(frames) and any(position != body.pose.position for position in way) else []


def _is_only_moved(before: Body, after: Body) -> bool:
    return (before.shape, before.pose.rotation) == (after.shape, after.pose.rotation)


def _drags_origin(first: State, last: State, body: Body) -> bool:
    """Whether the difference camera moved along with A, as it does when the origin is dragged."""
    moved = last.document.scene.body(body.name).pose.position
    shift = sub(last.view.cameras.difference.target, first.view.cameras.difference.target)
    way = sub(moved, body.pose.position)
    return norm(way) > 0 and norm(sub(shift, way)) < NEAR * norm(way)


def _axes(first: State, view: View, way: Vec3) -> Axes:
    if first.document.scene.is_plane:
        return PLANE
    right, up, back = first.view.cameras.of(view).basis
    across = cross(back, way)
    return (unit(way), unit(across)) if norm(across) > NEAR * norm(way) > 0 else (right, up)


def _around(way: list[Vec3], margin: float, axes: Axes) -> list[Vec3]:
    """The places of the path, offset to all four sides."""
    return [along(position, axis, side) for position in way for axis in axes for side in (-margin, margin)]


def _beside(first: State, axes: Axes) -> list[Vec3]:
    """Positions of A for which the origin lies beside A − B, to all four sides."""
    (center_a, radius_a), (center_b, radius_b) = (body.ball for body in first.document.pair_bodies)
    middle = sub(first.document.pair_bodies[0].pose.position, sub(center_a, center_b))
    reach = radius_a + radius_b
    return [along(middle, axis, side) for axis in axes for side in (-reach, reach)]


def _grid(own: Vec3, ends: Sequence[Vec3], around: Sequence[Vec3], axes: Axes) -> Iterator[Vec3]:
    """The body's own place, the other nodes of a grid that holds all places, and those of fine ones around `ends`."""
    sides = [[dot(sub(position, own), axis) for position in (own, *around)] for axis in axes]
    size = prod(max(side) - min(side) for side in sides)
    spacing = (size / MOST_PLACES) ** (1 / len(axes))
    yield own
    nodes = product(*(_nodes(min(side) / spacing, max(side) / spacing) for side in sides))
    yield from (_node(own, axes, spacing, node) for node in nodes if any(node))
    reach = FINE_REACH[len(axes)]
    near = list(product(range(-reach, reach + 1), repeat=len(axes)))
    yield from (_node(end, axes, FINE * spacing, node) for end in ends for node in near)


def _nodes(low: float, high: float) -> range:
    """The whole numbers from `low` to `high`."""
    return range(ceil(low), floor(high) + 1)


def _node(origin: Vec3, axes: Axes, spacing: float, node: Sequence[int]) -> Vec3:
    for axis, count in zip(axes, node, strict=True):
        origin = along(origin, axis, count * spacing)
    return origin
