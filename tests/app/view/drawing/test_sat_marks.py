"""The features on both shapes that define an axis, and the runner-up axis."""

import numpy as np
import pytest

from gjkscope.app.state.actions import ChooseAlgorithm, GoToLast, HoverAxis, SetVisible, update
from gjkscope.app.state.inspection.traces import inspect, step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.marks.sat import FEATURE_WIDTH
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.sat.steps import AxisKind
from gjkscope.engine.shapes.kinds import Hull
from gjkscope.engine.vectors import cross, norm, unit
from tests.app.view.drawing.test_drawing import APART, BRICK, OVERLAPPING, arrows, body_surface, lines, state_of, texts

HULL = state_of(Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0.4, 0.5, 0.6))), BRICK, (1.0, 0.4, 0.2))


@pytest.mark.parametrize("state", [APART, OVERLAPPING, HULL])
def test_the_features_of_an_axis_are_perpendicular_faces_or_shape_edges(state: State) -> None:
    axes = inspect(state).axes
    assert axes is not None
    kinds = set()
    for index, step in enumerate(axes.steps):
        axis, drawing = step.axis, world_drawing(update(state, HoverAxis(index)))
        if axis.skipped:
            continue
        kinds.add(axis.kind)
        for name, color, corners in (("A", palette.A, axis.corners_a), ("B", palette.B, axis.corners_b)):
            segments = lines(drawing, palette.lighter(color, 0.5), Layer.ON_TOP, width=FEATURE_WIDTH)
            assert len(segments) == (len(corners) if len(corners) > 2 else len(corners) // 2)
            skin = body_surface(state, name).reshape(-1, 3)
            for start, end in segments:
                for point in (start, end):
                    assert np.linalg.norm(skin - point, axis=1).min() < 1e-12
                along = unit(tuple((end - start).tolist()))
                assert norm(cross(along, axis.direction)) == pytest.approx(1, abs=1e-9)
    assert kinds >= {AxisKind.FACE_A, AxisKind.FACE_B, AxisKind.EDGES}


@pytest.mark.parametrize("state", [APART, OVERLAPPING, HULL])
def test_the_runner_up_is_only_shown_with_the_result(state: State) -> None:
    last = update(update(state, ChooseAlgorithm("sat")), GoToLast())
    trace, step = inspect(last).trace, step_record(last)
    assert trace is not None
    runner_up = trace.steps[step.runner_up_at].axis
    ((tail, head),) = arrows(difference_drawing(last), palette.DROPPED)
    assert tail.tolist() == [0, 0, 0]
    assert head == pytest.approx(np.array(runner_up.direction) * runner_up.overlap)
    for drawing in (world_drawing(last), difference_drawing(last)):
        assert sum(text.startswith("runner-up: ") for text in texts(drawing)) == 1
    hovered = update(last, HoverAxis(0))
    assert len(arrows(difference_drawing(hovered), palette.DROPPED)) == 0


def test_two_edges_sweep_a_face_of_the_difference_and_faces_have_the_colours_of_what_they_come_from() -> None:
    state = update(update(APART, ChooseAlgorithm("sat")), SetVisible("face_kinds", True))
    axes = inspect(state).axes
    assert axes is not None
    for index, step in enumerate(axes.steps):
        axis = step.axis
        if axis.skipped:
            continue
        drawing = difference_drawing(update(state, HoverAxis(index)))
        sides = np.concatenate(
            [
                lines(drawing, palette.lighter(color, 0.35), Layer.ON_TOP, width=FEATURE_WIDTH)
                for color in (palette.A, palette.B)
            ]
        )
        heights = sides.reshape(-1, 3) @ np.array(axis.direction)
        assert len(sides) == 4
        assert heights == pytest.approx([axis.overlap] * 8), "the sides lie in the supporting plane"
