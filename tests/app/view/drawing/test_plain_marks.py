"""World-view marks for the steps of brute force and of bounding boxes and spheres."""

import numpy as np
import pytest

from gjkscope.app.state.actions import SetOptions, update
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Box, Exit, Options, Sphere
from gjkscope.engine.brute.parity import DIRECTION, Location
from gjkscope.engine.brute.steps import BrutePhase
from gjkscope.engine.sphere.steps import VolumeTest
from gjkscope.engine.vectors import IDENTITY, add, unit
from tests.app.view.drawing.test_drawing import (
    APART,
    CURVED,
    OVERLAPPING,
    ROUND,
    arrows,
    assert_sound,
    lines,
    points,
    state_of,
    texts,
)
from tests.app.view.drawing.test_search_marks import DEGENERATE, runs

BARS = state_of(Box((2.0, 0.1, 0.1)), Box((0.1, 2.0, 0.1)), (0.1, 0.05, 0.02))  # neither has a vertex inside the other
WATERTIGHT = tuple(update(state, SetOptions(Options(crossings=True))) for state in (BARS, APART))
BRUTE = runs("brute", APART, OVERLAPPING, *WATERTIGHT)
AABB = runs("aabb", APART, OVERLAPPING, CURVED)
SPHERE = runs("sphere", APART, ROUND, state_of(Sphere(0.4), Box((1, 1, 1)), (1.8, 0.3, 0.1), turned=False), *DEGENERATE)


@pytest.mark.parametrize("states", [BRUTE, AABB, SPHERE, runs("aabb", *DEGENERATE), runs("brute", *DEGENERATE)])
def test_every_step_is_drawn_with_finite_numbers(states: list[State]) -> None:
    for state in states:
        assert_sound(world_drawing(state))
        assert_sound(difference_drawing(state))


def test_the_crossings_of_a_ray_are_numbered_and_counted() -> None:
    parities = set()
    for state in BRUTE:
        step, drawing = step_record(state), world_drawing(state)
        if step.phase != BrutePhase.VERTEX or step.ray is None:
            continue
        ((tail, head),) = arrows(drawing, palette.SEARCH)
        vertex = add(step.points[0], state.document.pair_bodies[0].pose.position)
        assert tail == pytest.approx(vertex)
        assert unit(tuple((head - tail).tolist())) == pytest.approx(DIRECTION)
        crossings = points(drawing, palette.SEARCH)
        assert len(crossings) == len(step.ray.crossings)
        assert all(tail[0] < crossing[0] < head[0] for crossing in crossings)
        count = len(step.ray.crossings)
        word = "inside" if step.location == Location.INSIDE else "outside"
        assert f"{count} crossing{'' if count == 1 else 's'}: {word}" in texts(drawing)
        assert set(map(str, range(1, count + 1))) <= set(texts(drawing))
        parities.add(word)
    assert parities == {"inside", "outside"}


def test_an_edge_shows_the_faces_it_meets_and_its_inside_part() -> None:
    met = 0
    for state in BRUTE:
        step, drawing = step_record(state), world_drawing(state)
        if step.phase != BrutePhase.EDGE:
            continue
        ((start, end),) = lines(drawing, palette.NEW, Layer.ON_TOP, width=4.5)
        origin = np.array(state.document.pair_bodies[0].pose.position)
        assert np.array([start, end]) == pytest.approx(np.array(step.points) + origin)
        assert len(points(drawing, palette.SEARCH)) == len(step.meetings)
        inside = [probe for probe in step.probes if probe.location == Location.INSIDE]
        assert sum(text.startswith("inside, ") for text in texts(drawing)) == len(inside)
        met += len(step.meetings)
    assert met > 1


def test_the_intervals_of_the_boxes_are_drawn_along_the_axis() -> None:
    for state in AABB:
        step, drawing = step_record(state), world_drawing(state)
        origin = state.document.pair_bodies[0].pose.position[step.axis.number]
        for color, interval in ((palette.A, step.axis.interval_a), (palette.B, step.axis.interval_b)):
            (bar,) = lines(drawing, color, Layer.ON_TOP, width=6)
            assert bar[:, step.axis.number] - origin == pytest.approx(interval)
            assert np.abs((bar[1] - bar[0])[np.array(IDENTITY[step.axis.number]) == 0]).max() < 1e-12
        color = palette.TEXT if step.axis.gap > 0 else palette.OVERLAP
        (gap,) = lines(drawing, color, Layer.ON_TOP, width=3)
        assert np.linalg.norm(gap[1] - gap[0]) == pytest.approx(abs(step.axis.gap))


def test_the_lines_between_two_balls_connect_them() -> None:
    kinds = set()
    for state in SPHERE:
        step, drawing = step_record(state), world_drawing(state)
        if step.exit in (Exit.RUNNING, Exit.DEGENERATE_INPUT):
            continue
        kinds.add(step.test)
        legs = [
            *lines(drawing, palette.TEXT, Layer.ON_TOP, width=2),
            *lines(drawing, palette.CHOSEN, Layer.ON_TOP, width=4),
        ]
        assert len(legs) == 3
        assert sum(np.sum((end - start) ** 2) for start, end in legs) == pytest.approx(step.squared)
        assert any(text.startswith("Δ² ") and (">" in text) == (step.squared > step.limit) for text in texts(drawing))
    assert kinds >= {VolumeTest.BALLS, VolumeTest.BALL_A_BOX_B}


def test_the_circles_of_a_ball_lie_on_it() -> None:
    state = next(state for state in SPHERE if step_record(state).test == VolumeTest.BALLS)
    step, drawing = step_record(state), world_drawing(state)
    for color, ball in ((palette.A, step.volumes_a.ball), (palette.B, step.volumes_b.ball)):
        circles = lines(drawing, color, Layer.SOLID, width=1.4).reshape(-1, 3)
        center = np.array(add(ball.center, state.document.pair_bodies[0].pose.position))
        assert np.linalg.norm(circles - center, axis=1) == pytest.approx(ball.radius)
