"""Computed values in the text of lessons: what they show, where, and how errors are reported."""

import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import NEW_SCENE, ChooseAlgorithm, GoToStep, OpenScene, initial_state, update
from gjkscope.app.state.inspection.situation import situation
from gjkscope.app.state.model import State
from gjkscope.app.teach.lessons.outline import LessonSyntaxError
from gjkscope.app.teach.lessons.values import compute_text
from gjkscope.engine.shapes.kinds import Box

BOX = Box((0.5, 0.5, 0.5))


@pytest.fixture(scope="module")
def state() -> State:
    scene = Scene("two boxes", (Body("A", BOX), Body("B", BOX, PositionOrientation((1.25, 0, 0)))))
    return update(update(initial_state(NEW_SCENE), OpenScene(scene)), ChooseAlgorithm("gjk"))


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{distance}} m", "0.25 m"),
        ("{{ b[0] - a[0] : 2 }} m", "1.2 m"),
        ("{{b}} in {{scene}}: {{verdict}}", "(1.25, 0, 0) in two boxes: separated"),
        ("{{step @ 0}} to {{step @ last}}", "0 to 1"),
        ("{{current.lower @ 0 : 3}}, {{current.upper @ gjk last}}", "0.25, 0.25"),
        ("{{step @ sat last}} axes", "14 axes"),
        ("from {{prev.distance}}", "from 0.25"),
        ("{a} { {b} }", "{a} { {b} }"),
    ],
)
def test_a_value_is_computed_from_the_scene(text: str, filled: str, state: State) -> None:
    assert compute_text(text, 1, state, situation(state)) == filled


def test_a_value_follows_the_state(state: State) -> None:
    last = update(state, GoToStep(0))
    assert compute_text("{{step}} of {{last}}", 1, last, situation(state)) == "0 of 1"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{{nothing}}", "no value nothing; available: verdict, distance,"),
        ("{{distance @ 9}}", "the last step is 1"),
        ("{{distance @ soon}}", "a number or last"),
        ("{{distance @ quickhull 1}}", "a number or last"),
        ("{{distance > 0}}", "not a condition"),
        ("{{axis}}", "has no value here"),
        ("{{current.support @ 1}}", "cannot be written as text"),
        ("{{}}", "must be a value"),
    ],
)
def test_an_error_names_the_value_and_its_line(text: str, fault: str, state: State) -> None:
    with pytest.raises(LessonSyntaxError) as caught:
        compute_text(f"One\ntwo {text}", 7, state, situation(state))
    assert caught.value.line == 8
    assert fault in caught.value.message
    assert caught.value.message.startswith(text)
