"""What an algorithm believes about the origin is drawn, and where it is wrong it is marked so."""

import pytest

from gjkscope.app.actions import ChooseAlgorithm, GoToLast, GoToStep, Show, initial_state, update
from gjkscope.app.base.resources import resource
from gjkscope.app.drawing import palette
from gjkscope.app.drawing.difference import difference_drawing
from gjkscope.app.inspection.traces import step_record
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.vectors import unit
from tests.app.drawing.test_drawing import arrows, dashes, texts
from tests.app.drawing.test_search_marks import STEPS

CYCLE = update(
    initial_state(read_scene(resource("assets", "scenes", "museum", "hb-article-cycle-1.json"))),
    ChooseAlgorithm("headbutt"),
)


@pytest.mark.parametrize("algorithm", ["mpr", "headbutt", "tetrahedron"])
def test_each_face_that_was_asked_has_its_normal_and_what_is_believed(algorithm: str) -> None:
    told = 0
    for state in STEPS[algorithm]:
        believed, drawn = beliefs(step_record(state)), difference_drawing(state)
        ways = [*arrows(drawn, palette.TEXT), *arrows(drawn, palette.WRONG)]
        assert len(ways) == len(believed)
        for belief in believed:
            normal = pytest.approx(unit(belief.normal), abs=1e-9)
            assert any(unit(tuple((head - tail).tolist())) == normal for tail, head in ways)
        told += len(believed)
        words = [text for text in texts(drawn) if text.startswith(("origin inside", "origin outside", "× "))]
        assert len(words) == len(believed)
        hidden = difference_drawing(update(state, Show("beliefs", False)))
        assert len(arrows(hidden, palette.TEXT)) == 0
    assert told > 3


def test_a_wrong_belief_is_said_dashed_and_coloured() -> None:
    drawn = difference_drawing(update(CYCLE, GoToStep(8)))
    assert "× says outside, is inside" in texts(drawn)
    assert "× says inside, is outside" in texts(drawn)
    assert dashes(drawn, palette.WRONG) == {7.0}
    right = difference_drawing(update(CYCLE, GoToStep(9)))
    assert not any(text.startswith("×") for text in texts(right))


def test_a_simplex_that_comes_back_says_when_it_was_there_before() -> None:
    last = update(CYCLE, GoToLast())
    assert f"↻ repeats step {step_record(last).mark.iteration}" in texts(difference_drawing(last))
