"""Marks for what an algorithm believes about the origin, and for wrong beliefs."""

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToLast, GoToStep, SetVisible, initial_state, update
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.vectors import unit
from tests.app.view.drawing.test_drawing import arrows, dashes, texts
from tests.app.view.drawing.test_search_marks import STEPS

CYCLE = update(
    initial_state(read_scene(resource("assets", "scenes", "museum", "hb-article-cycle-1.json"))),
    ChooseAlgorithm("headbutt"),
)


@pytest.mark.parametrize("algorithm", ["mpr", "headbutt", "tetrahedron"])
def test_each_tested_face_shows_its_normal_and_the_belief(algorithm: str) -> None:
    count = 0
    for state in STEPS[algorithm]:
        believed, drawn = beliefs(step_record(state)), difference_drawing(state)
        ways = [*arrows(drawn, palette.TEXT), *arrows(drawn, palette.WRONG)]
        assert len(ways) == len(believed)
        for belief in believed:
            normal = pytest.approx(unit(belief.normal), abs=1e-9)
            assert any(unit(tuple((head - tail).tolist())) == normal for tail, head in ways)
        count += len(believed)
        words = [text for text in texts(drawn) if text.startswith(("origin inside", "origin outside", "× "))]
        assert len(words) == len(believed)
        hidden = difference_drawing(update(state, SetVisible("beliefs", False)))
        assert len(arrows(hidden, palette.TEXT)) == 0
    assert count > 3


def test_a_wrong_belief_is_labelled_dashed_and_coloured() -> None:
    drawn = difference_drawing(update(CYCLE, GoToStep(8)))
    assert "× says outside, is inside" in texts(drawn)
    assert "× says inside, is outside" in texts(drawn)
    assert dashes(drawn, palette.WRONG) == {7.0}
    right = difference_drawing(update(CYCLE, GoToStep(9)))
    assert not any(text.startswith("×") for text in texts(right))


def test_a_repeated_simplex_says_when_it_first_occurred() -> None:
    last = update(CYCLE, GoToLast())
    assert f"↻ repeats step {step_record(last).mark.iteration}" in texts(difference_drawing(last))
