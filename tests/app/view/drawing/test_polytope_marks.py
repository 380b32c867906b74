"""Marks for the polytope of EPA and exact arithmetic: removed and new faces, and the bounds of the depth."""

import numpy as np
import pytest

from gjkscope.app.state.actions import HoverFace, SetVisible, ShowPanels, update
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.marks.polytope import EDGE_WIDTH
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.epa.explain import epa_face_name
from gjkscope.engine.exact.steps import ExactPhase
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, dot, norm
from tests.app.interface import Bench
from tests.app.view.drawing import test_drawing
from tests.app.view.drawing.test_search_marks import DEEP, DEGENERATE, runs

EXACT = runs(
    "exact", test_drawing.APART, test_drawing.OVERLAPPING, test_drawing.ROUND, test_drawing.CORNERED, *DEGENERATE
)
EPA = runs("epa", test_drawing.OVERLAPPING, test_drawing.ROUND, DEEP)


def steps_with_removals(states: list[State]) -> list[State]:
    """The steps in which faces were removed."""
    visible = [state for state in states if getattr(step_record(state), "visible", ())]
    assert len(visible) > 1
    return visible


def test_every_step_of_exact_arithmetic_is_drawn_with_finite_numbers() -> None:
    phases = set()
    for state in EXACT:
        test_drawing.assert_sound(world_drawing(state))
        test_drawing.assert_sound(difference_drawing(state))
        phases.add(getattr(step_record(state), "phase", None))
    assert phases >= set(ExactPhase)


def test_the_marks_of_exact_arithmetic_lie_on_the_shapes_and_the_simplex() -> None:
    for state in EXACT:
        step = step_record(state)
        if step is None:
            continue
        assert test_drawing.points(world_drawing(state), palette.SEARCH).tolist() == [
            list(step.support.a),
            list(step.support.b),
        ]
        if step.phase == ExactPhase.DISTANCE:
            marks = test_drawing.points(difference_drawing(state), palette.SIMPLEX).tolist()
            assert marks == [list(vertex.point) for vertex in step.simplex]


@pytest.mark.parametrize("states", [EPA, EXACT])
def test_removed_faces_are_grey_and_dashed(states: list[State]) -> None:
    for state in steps_with_removals(states):
        step, drawing = step_record(state), difference_drawing(state)
        assert len(test_drawing.lines(drawing, palette.DROPPED, width=EDGE_WIDTH)) == 3 * len(step.visible)
        assert 5.0 in test_drawing.dashes(drawing, palette.DROPPED)
        assert len(test_drawing.lines(drawing, palette.NEW, width=3.5)) == len(step.horizon)


def test_the_hovered_face_is_outlined_on_top_instead_of_the_searched_one() -> None:
    gone = 0
    for state in steps_with_removals(EPA)[::3]:
        step = step_record(state)
        shown = [i for i, face in enumerate(step.faces) if face.death in (-1, step.iteration)]
        for i in shown:
            face, drawing = step.faces[i], difference_drawing(update(state, HoverFace(i)))
            color = palette.SIMPLEX if face.death < 0 else palette.DROPPED
            outline = test_drawing.lines(drawing, color, Layer.ON_TOP, width=3.5)
            assert outline[:, 0].tolist() == [list(step.vertices[corner].point) for corner in face.corners]
            assert f"{epa_face_name(step, i)}: {number(face.distance)} m" in test_drawing.texts(drawing)
            gone += face.death >= 0
        past = difference_drawing(update(state, HoverFace(len(step.faces))))
        assert test_drawing.texts(past) == test_drawing.texts(difference_drawing(state))
    assert gone
    assert update(update(EPA[-1], HoverFace(0)), ShowPanels(False)) == update(EPA[-1], ShowPanels(False))


def test_hovering_the_row_of_a_face_highlights_it(shared: Bench) -> None:
    state = steps_with_removals(EPA)[0]
    shared.open(state)
    shared.person.resize(1300, 1000, frames=2)
    step = step_record(state)
    newest = len(step.faces) - 1
    shared.person.move(*shared.ear.places[epa_face_name(step, newest).removeprefix("face ")].middle, frames=3)
    assert shared.state.pointer.hovered_face == newest
    shared.person.move(*shared.picture().at(0.1, 0.9), frames=3)
    assert shared.state.pointer.hovered_face is None


@pytest.mark.parametrize("states", [EPA, EXACT])
def test_the_depth_is_bounded_by_the_nearest_face_and_by_a_plane(states: list[State]) -> None:
    for state in steps_with_removals(states):
        step, drawing = step_record(state), difference_drawing(state)
        if step.exit != Exit.RUNNING:
            continue
        (way,) = test_drawing.lines(drawing, palette.TEXT, Layer.ON_TOP, width=2)
        assert way[0].tolist() == list(ZERO)
        assert norm(tuple(way[1].tolist())) == pytest.approx(-step.upper, rel=1e-9)
        assert any(text.startswith("at least ") for text in test_drawing.texts(drawing))
        (bound,) = [label.position for label in drawing.labels if label.text.startswith("at most ")]
        assert dot(bound, step.normal) == pytest.approx(-step.lower)
        corners = test_drawing.lines(drawing, palette.TEXT, Layer.TRANSLUCENT, width=1.2)[:, 0]
        assert corners @ np.array(step.normal) == pytest.approx(-step.lower)
        hidden = difference_drawing(update(state, SetVisible("planes", False)))
        assert not any(text.startswith("at most ") for text in test_drawing.texts(hidden))
