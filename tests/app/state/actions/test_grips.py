"""Dragging a direction, a corner of A − B and an axis of the separating axis test by their rings."""

from math import atan2, cos, hypot, radians, sin

import pytest

from gjkscope.app.scenes.examples import examples
from gjkscope.app.scenes.scene import Body, Planar, Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    ChooseAlgorithm,
    EndGesture,
    GoToStep,
    HoldGrip,
    PullGrip,
    SetVisible,
    Undo,
    initial_state,
    update,
)
from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.inspection.grips import grips, turned_axis
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model import GripName, State
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList, PointStyle
from gjkscope.app.view.drawing.grips import RING
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Point2, Polygon
from gjkscope.engine.plane.sat.steps import PlaneRelation
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import Vec3, sub
from tests.app.view.drawing.test_drawing import texts

TRIANGLE = Polygon(((-1.2, -0.8), (1.3, -0.6), (-0.2, 1.2)))


def with_rings(state: State, algorithm: str, step: int = 0) -> State:
    state = update(update(state, ChooseAlgorithm(algorithm)), SetVisible("grips", True))
    return update(state, GoToStep(step))


def triangles(algorithm: str, step: int = 0) -> State:
    path = next(example.path for example in examples() if example.name == "triangles-apart")
    return with_rings(initial_state(read_scene(path)), algorithm, step)


def corners() -> State:
    bodies = Body("A", TRIANGLE, Planar((0.5, 0.25), 0.3)), Body("B", Point2(), Planar((0.1, -1.5), 0.0))
    return with_rings(initial_state(Scene("corner", bodies, dimension=2)), "nearest")


def drag(state: State, grip: GripName, number: int, *places: Vec3) -> State:
    state = update(state, HoldGrip(grip, number))
    for place in places:
        state = update(state, PullGrip(grip, number, place))
    return update(state, EndGesture(follows=False))


def test_a_direction_swings_b_around_a() -> None:
    state = triangles("gjk")
    distance = hypot(*_between(state)[:2])
    (grip,) = grips(state)
    for angle in (0.3, 1.9, -2.5):
        assert grip.pivot is not None
        x, y, _ = grip.pivot
        state = drag(state, GripName.DIRECTION, 0, (x + 3 * cos(angle), y + 3 * sin(angle), 0.0))
        dx, dy = step_record(state).direction
        assert atan2(dy, dx) == pytest.approx(angle, abs=1e-3)
        assert hypot(*_between(state)[:2]) == pytest.approx(distance, abs=1e-3)
    assert grips(update(state, GoToStep(1))) == (), "later directions are given by the search"


def _between(state: State) -> Vec3:
    """From the centre of A to that of B."""
    a, b = (convex(body.shape, body.pose).center for body in state.document.pair_bodies)
    return sub(b, a)


def test_a_corner_of_the_difference_moves_that_of_a_and_is_one_edit() -> None:
    state = corners()
    moved = drag(state, GripName.CORNER, 2, (1.0, 3.0, 0.0), (0.5, 4.0, 0.0))
    assert grips(moved)[2].place == pytest.approx((0.5, 4.0, 0.0), abs=2e-4)
    assert [grip.place for grip in grips(moved)[:2]] == [grip.place for grip in grips(state)[:2]]
    assert step_record(moved).candidate.vertices[2].point == pytest.approx((0.5, 4.0), abs=2e-4)
    assert update(moved, Undo()).document.scene == state.document.scene


def test_an_axis_shows_the_projections_along_it() -> None:
    state, gaps = triangles("sat"), []
    middle = world_ball(state)[0]
    for degrees in range(0, 180, 15):
        way = cos(radians(degrees)), sin(radians(degrees))
        turned = drag(state, GripName.AXIS, 0, (middle[0] + 9 * way[0], middle[1] + 9 * way[1], 0.0))
        axis = turned_axis(turned)
        assert axis is not None
        reaches = [[c * way[0] + s * way[1] for c, s in _corners(turned, side)] for side in (0, 1)]
        overlap = min(max(reaches[0]) - min(reaches[1]), max(reaches[1]) - min(reaches[0]))
        assert axis.overlap == pytest.approx(overlap)
        assert "turned axis" in texts(world_drawing(turned))
        gaps.append(axis.relation is PlaneRelation.GAP)
        assert turned_axis(update(turned, GoToStep(1))) is None
    assert 0 < sum(gaps) < len(gaps)


def _corners(state: State, side: int) -> list[tuple[float, float]]:
    body = state.document.pair_bodies[side]
    assert isinstance(body.shape, Polygon)
    x, y, _ = body.pose.position
    return [(x + u, y + v) for u, v in body.shape.vertices]


@pytest.mark.parametrize("state", [triangles("gjk"), triangles("sat"), corners()])
def test_each_grip_is_a_ring_in_its_view(state: State) -> None:
    shown, hidden = grips(state), update(state, SetVisible("grips", False))
    assert shown
    assert grips(hidden) == ()
    for drawing_of, is_world in ((world_drawing, True), (difference_drawing, False)):
        rings = _rings(drawing_of(state)) - _rings(drawing_of(hidden))
        assert rings == sum(grip.view.shows_world == is_world for grip in shown)


def _rings(drawing: DrawList) -> int:
    return sum(int(((batch.sizes == RING) & (batch.styles == PointStyle.RING)).sum()) for batch in drawing.points)
