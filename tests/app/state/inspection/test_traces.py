"""Queries to the engine for a state, made only once for each pair of shapes and poses."""

from random import Random
from weakref import ref

import pytest

from gjkscope import engine
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    ChooseAlgorithm,
    GoToStep,
    Orbit,
    PlaceBody,
    SetOptions,
    SetVisible,
    initial_state,
    update,
)
from gjkscope.app.state.inspection import traces
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, step_record
from gjkscope.app.state.model import State
from gjkscope.engine import Verdict
from gjkscope.engine.shapes.kinds import Box, Hull, Shape, Sphere
from tests.engine.samples import random_direction


def scene(shape_b: Shape) -> Scene:
    return Scene("pair", (Body("A", Box((1, 1, 1))), Body("B", shape_b, PositionOrientation((1.5, 0.25, 0.125)))))


@pytest.fixture
def two_boxes() -> State:
    return initial_state(scene(Box((1, 1, 1))))


@pytest.fixture
def box_and_ball() -> State:
    return initial_state(scene(Sphere(1)))


def test_an_inspection_holds_the_answer_the_trace_and_the_axes(two_boxes: State) -> None:
    word = inspect(two_boxes)
    a, b = two_boxes.document.pair_bodies
    assert word.answer == engine.query(a.shape, a.pose, b.shape, b.pose)
    assert word.trace == engine.trace(a.shape, a.pose, b.shape, b.pose, "gjk")
    assert word.axes == engine.trace(a.shape, a.pose, b.shape, b.pose, "sat")
    assert word.refusal is None


def test_runs_of_earlier_poses_are_not_kept(two_boxes: State) -> None:
    """They may be long: a drag makes one for each position of the pointer."""
    state = update(two_boxes, ChooseAlgorithm("resolve"))
    runs = []
    for i in range(40):
        state = update(state, PlaceBody("B", PositionOrientation((1.5 + 0.01 * i, 0.25, 0.125))))
        runs.append(ref(inspect(state).trace.whole.resolution))
    assert runs[-1]() is not None
    assert runs[0]() is None


def test_an_algorithm_that_does_not_apply_says_why(box_and_ball: State) -> None:
    word = inspect(replace(box_and_ball, run=replace(box_and_ball.run, algorithm="sat")))
    assert (word.trace, word.axes) == (None, None)
    assert word.refusal == "SAT takes polytopes (box, triangle, hull, mesh, segment, point), not sphere"
    assert word.answer.verdict == Verdict.PENETRATING, "the headline does not depend on the algorithm that is shown"


def test_the_chosen_algorithm_gets_its_options_and_the_headline_none(two_boxes: State) -> None:
    placed = [part for body in two_boxes.document.pair_bodies for part in (body.shape, body.pose)]
    single = engine.Options(float32=True, crossings=True)
    shown = update(replace(two_boxes, run=replace(two_boxes.run, algorithm="sat")), SetOptions(single))
    assert inspect(shown).trace == engine.trace(*placed, "sat", engine.Options(float32=True))
    assert inspect(shown).axes is inspect(shown).trace, "the table is about the run that is shown"
    assert inspect(shown).answer == engine.query(*placed) == inspect(two_boxes).answer
    brute = update(shown, ChooseAlgorithm("brute"))
    assert inspect(brute).trace == engine.trace(*placed, "brute", engine.Options(crossings=True))
    assert inspect(brute).axes == engine.trace(*placed, "sat")


def test_changing_options_keeps_the_step_or_the_end() -> None:
    before = initial_state(read_scene(resource("assets", "scenes", "museum", "coal-604.json")))
    single, double = SetOptions(engine.Options(float32=True)), SetOptions(engine.Options())
    assert current_step(update(update(before, GoToStep(1)), single)) == 1
    at_end = update(before, single)
    assert current_step(at_end) == last_step(at_end) > last_step(before), "the longer run is followed to its end"
    assert current_step(update(at_end, double)) == last_step(before)


def test_without_a_trace_there_is_no_step(box_and_ball: State) -> None:
    refused = replace(box_and_ball, run=replace(box_and_ball.run, algorithm="sat", step=5))
    assert (last_step(refused), current_step(refused), step_record(refused)) == (0, 0, None)


def test_the_displayed_step_is_the_chosen_one_or_the_last(two_boxes: State) -> None:
    trace = inspect(two_boxes).trace
    assert trace is not None
    assert last_step(two_boxes) == len(trace.steps) - 1
    assert step_record(update(two_boxes, GoToStep(1))) is trace.steps[1]
    assert step_record(replace(two_boxes, run=replace(two_boxes.run, step=10**6))) is trace.steps[-1]


def test_camera_actions_do_not_query_the_engine(two_boxes: State, monkeypatch: pytest.MonkeyPatch) -> None:
    word = inspect(two_boxes)
    monkeypatch.setattr(engine, "query", refuse)
    monkeypatch.setattr(engine, "trace", refuse)
    looked = two_boxes
    for action in (Orbit(5, 5), GoToStep(1), SetVisible("grid", False)):
        looked = update(looked, action)
        assert inspect(looked) is word


def test_another_algorithm_keeps_the_answer_and_the_axes(two_boxes: State) -> None:
    gjk, sat = inspect(two_boxes), inspect(replace(two_boxes, run=replace(two_boxes.run, algorithm="sat")))
    assert sat.answer is gjk.answer
    assert sat.axes == gjk.axes == sat.trace


def test_the_axes_of_large_hulls_are_computed_on_request() -> None:
    """A drag queries on every move, and thousands of edge pairs take longer than a frame."""
    random = Random(1)
    hull = Hull(tuple(random_direction(random) for _ in range(40)))
    state = initial_state(scene(hull))
    assert inspect(state).axes is not None
    both = replace(
        state,
        document=replace(
            state.document,
            scene=replace(state.document.scene, bodies=(Body("A", hull), state.document.scene.body("B"))),
        ),
    )
    word = inspect(both)
    assert (word.axes, word.axes_refusal) == (None, traces.MANY_AXES)
    asked = inspect(replace(both, run=replace(both.run, algorithm="sat")))
    assert asked.axes is asked.trace is not None


def test_sat_is_not_suggested_for_a_round_body_whatever_the_other_one_is() -> None:
    random = Random(1)
    hull = Hull(tuple(random_direction(random) for _ in range(200)))
    large = scene(hull)
    state = initial_state(replace(large, bodies=(Body("A", Sphere(0.5)), large.body("B"))))
    assert inspect(state).axes_refusal == inspect(replace(state, run=replace(state.run, algorithm="sat"))).refusal


def test_a_move_is_queried_again_and_moving_back_is_cached(two_boxes: State) -> None:
    here = inspect(two_boxes)
    moved = update(two_boxes, PlaceBody("B", PositionOrientation((5.0, 0.0, 0.0))))
    assert inspect(moved).answer.signed_distance == 3
    assert inspect(update(moved, PlaceBody("B", two_boxes.document.scene.body("B").placement))) is here


def test_the_cache_is_bounded(two_boxes: State) -> None:
    for i in range(2 * traces.CACHED):
        inspect(update(two_boxes, PlaceBody("B", PositionOrientation((float(i), 0.0, 0.0)))))
    assert traces._inspect.cache_info().currsize <= traces.CACHED


def refuse(*arguments: object) -> None:
    raise AssertionError(f"the engine was asked again: {arguments}")
