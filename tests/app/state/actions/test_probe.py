"""The probe: its points stay in their shapes and move with them, and its trail stays in A − B."""

import numpy as np
import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.actions.probe import MOST_TRAIL
from gjkscope.app.state.inspection.probe import probe_points
from gjkscope.app.state.inspection.situation import is_fulfilled, situation
from gjkscope.app.state.inspection.traces import inspect, step_record
from gjkscope.app.state.model import ProbeSide, State
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Box, Point, Pose, Shape, Sphere, query
from gjkscope.engine.construction.steps import ConstructionPhase
from gjkscope.engine.vectors import Vec3, norm, sub

TILTED = (0.1, 0.2, 0.3, 0.9)


def probing(a: Shape, b: Shape, position: Vec3 = (2.0, 0.5, 0.3)) -> State:
    bodies = (Body("A", a, PositionOrientation((0.2, 0.1, 0.0), TILTED)), Body("B", b, PositionOrientation(position)))
    return do.update(do.initial_state(Scene("probed", bodies)), do.ShowProbe(True))


BOXES = probing(Box((1, 0.5, 0.4)), Box((0.3, 0.6, 0.5)))


def points(state: State) -> tuple[Vec3, Vec3]:
    points = probe_points(state)
    assert points is not None
    return points.a, points.b


def gap(state: State, point: Vec3, side: int) -> float:
    body = state.document.pair_bodies[side]
    result = query(Point(), Pose(position=point), body.shape, body.pose, "gjk")
    return max(result.signed_distance or 0.0, 0.0)


@pytest.mark.parametrize("goal", [(9.0, 9.0, 9.0), (0.2, 0.1, 0.0), (-5.0, 0.0, 1.0)])
def test_a_point_goes_as_near_as_its_shape_allows(goal: Vec3) -> None:
    moved = do.update(BOXES, do.MoveProbe(ProbeSide.A, goal))
    a, b = points(moved)
    assert gap(moved, a, 0) <= 1e-12
    assert norm(sub(a, goal)) == pytest.approx(gap(moved, goal, 0), abs=1e-9)
    assert b == points(BOXES)[1]
    assert len(moved.probe.trail) == 1


def test_points_and_trail_move_with_their_bodies() -> None:
    state = do.update(do.update(BOXES, do.MoveProbe(ProbeSide.A, (9, 0, 0))), do.MoveProbe(ProbeSide.B, (0, 0, 0)))
    before = probe_points(state)
    state = do.update(state, do.PlaceBody("B", PositionOrientation((-1.0, 2.0, 0.0))))
    after = probe_points(state)
    assert before is not None
    assert after is not None
    shift = sub((2.0, 0.5, 0.3), (-1.0, 2.0, 0.0))
    assert np.allclose(after.differences, before.differences + shift)
    assert np.allclose(after.differences[-1], after.difference)


def test_the_trail_ends_where_another_shape_begins() -> None:
    state = do.update(BOXES, do.ScatterProbe(50))
    assert len(state.probe.trail) == 50
    for other in (do.update(state, do.ReshapeBody("A", Sphere(1))), do.update(state, do.SwapPair())):
        points = probe_points(other)
        assert points is not None
        assert len(points.differences) == 0
    again = do.update(do.update(state, do.ReshapeBody("A", Sphere(1))), do.MoveProbe(ProbeSide.A, (9, 9, 9)))
    assert len(again.probe.trail) == 1


@pytest.mark.parametrize("state", [BOXES, probing(Sphere(0.5), Box((1, 1, 1))), probing(Point(), Point())])
def test_scattered_differences_lie_in_a_minus_b(state: State) -> None:
    state = do.update(state, do.ScatterProbe(200))
    a, b = state.document.pair_bodies
    assert all(gap(state, world(a, pair[0]), 0) <= 1e-9 for pair in state.probe.trail)
    assert all(gap(state, world(b, pair[1]), 1) <= 1e-9 for pair in state.probe.trail)


def world(body: Body, point: Vec3) -> Vec3:
    x, y, z = (np.array(body.pose.rotation) @ point + body.pose.position).tolist()
    return (x, y, z)


def test_the_trail_is_limited_and_can_be_cleared() -> None:
    state = BOXES
    for _ in range(4):
        state = do.update(state, do.ScatterProbe(1000))
    assert len(state.probe.trail) == MOST_TRAIL
    assert do.update(state, do.ScatterProbe(0)) is state
    assert do.update(state, do.ClearTrail()).probe.trail == ()


def test_points_that_coincide_are_the_origin_of_the_difference() -> None:
    state = probing(Box((1, 1, 1)), Box((1, 1, 1)), (0.9, 0.2, 0.1))
    start = situation(state)
    met = do.update(state, do.MoveProbe(ProbeSide.A, (0.5, 0.3, 0.2)))
    met = do.update(met, do.MoveProbe(ProbeSide.B, points(met)[0]))
    assert is_fulfilled("probe.coincide and probe.distance < 0.001 and probe.trail == 2", met, start)
    assert not is_fulfilled("probe.coincide", state, start)
    assert not is_fulfilled("probe.coincide", do.update(met, do.ShowProbe(False)), start)
    assert "a − b = 0" in [label.text for label in difference_drawing(met).labels]


def test_without_the_probe_nothing_is_grabbed_or_moved() -> None:
    hidden = do.update(BOXES, do.ShowProbe(False))
    for action in (
        do.HoldProbe(ProbeSide.A),
        do.MoveProbe(ProbeSide.A, (0, 0, 0)),
        do.ScatterProbe(5),
        do.ClearTrail(),
    ):
        assert do.update(hidden, action) is hidden
    assert do.update(BOXES, do.HoldProbe(ProbeSide.B)).probe.held_point is ProbeSide.B


def test_another_scene_begins_without_a_trail() -> None:
    opened = do.update(do.update(BOXES, do.ScatterProbe(5)), do.OpenScene(BOXES.document.scene, None))
    assert (opened.probe.probing, opened.probe.trail) == (True, ())


def test_the_views_show_the_probe_and_no_algorithm() -> None:
    state = do.update(BOXES, do.ScatterProbe(40))
    world_view, difference = world_drawing(state), difference_drawing(state)
    assert {"a", "b"} <= {label.text for label in world_view.labels}
    assert {label.text for label in difference.labels} == {"a − b", "origin"}
    assert sum(len(batch.positions) for batch in difference.points) >= 40
    assert difference.skins == ()


def test_scrubbing_goes_through_the_beats_of_a_step() -> None:
    state = do.update(BOXES, do.BuildDifference())
    assert step_record(state).phase is ConstructionPhase.START
    for position in (0.0, 0.25, 0.75, 1.0, 12.5):
        assert do.scrub_position(do.update(state, do.ScrubTo(position))) == pytest.approx(position)
    trace = inspect(state).trace
    assert trace is not None
    assert do.update(state, do.ScrubTo(len(trace.steps) + 1.0)) is state
    assert do.scrub_position(do.update(do.update(state, do.ScrubTo(3.0)), do.StepBy(1))) == 4
