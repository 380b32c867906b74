"""Marks for the time of impact: the ring of the first contact is where both bodies touch."""

import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToLast, SwapPair, initial_state, update
from gjkscope.app.state.inspection.traces import inspect, step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Box, Capsule, Exit, Point, Pose, Shape, query
from tests.app.view.drawing.test_drawing import points

TURNED = (0.18, 0.18, 0.34, 0.9)  # a corner is foremost
NEAR = 1e-6  # metres; the search ends within 1e-9 of the pair's size


@pytest.mark.parametrize("swaps", [False, True])
@pytest.mark.parametrize("shape", [Box((0.4, 0.3, 0.3)), Capsule(0.2, 0.3)], ids=["box", "capsule"])
def test_the_first_contact_is_marked_on_both_bodies(shape: Shape, swaps: bool) -> None:
    state = last_of_flight(shape, TURNED, swaps)
    (ring,) = rings(state)
    step, bodies = step_record(state), inspect(state).trace.whole.bodies
    for body, pose in zip(bodies, (step.pose_a, step.pose_b), strict=True):
        distance = query(Point(), Pose(position=tuple(ring)), body.shape, pose).signed_distance
        assert abs(distance) < NEAR, body.name


def test_no_corner_of_parallel_faces_is_marked_as_the_contact() -> None:
    state = last_of_flight(Box((0.4, 0.3, 0.3)), (0.0, 0.0, 0.0, 1.0), False)
    assert step_record(state).exit == Exit.FIRST_CONTACT
    assert rings(state) == []


def rings(state: State) -> list[list[float]]:
    return points(world_drawing(state), palette.NEW, PointStyle.RING).tolist()  # type: ignore[no-any-return]


def last_of_flight(shape: Shape, orientation: tuple[float, float, float, float], swaps: bool) -> State:
    """The last step of a flight against a wall."""
    flying = Body("flying", shape, PositionOrientation((-2.0, 0.1, 0.2), orientation), velocity=(1.0, 0.0, 0.0))
    wall = Body("wall", Box((0.1, 1.0, 2.0)), PositionOrientation((0.0, 0.5, 0.0)))
    state = initial_state(Scene("a wall", (flying, wall)))
    for action in (*([SwapPair()] if swaps else []), ChooseAlgorithm("toi"), GoToLast()):
        state = update(state, action)
    return state
