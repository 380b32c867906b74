"""Predictions in the window: answers by mouse and keyboard, the handle of the origin, and what stays hidden."""

import pytest
from imgui_bundle import imgui

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.state.actions import OpenLesson, update
from gjkscope.app.state.actions.predictions import ANSWER_FIRST
from gjkscope.app.state.inspection.predictions import Challenge, explanation, open_challenge
from gjkscope.app.state.inspection.traces import current_step
from gjkscope.app.state.model import State, View
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import parse_lesson
from gjkscope.app.view.panels.shell.layout import HIDDEN
from gjkscope.app.view.panels.toolkit.panels import PANELS
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.vectors import ZERO

PAGE = """# A trial

What it is about.

## A page

Some words.

```show
views: both
camera: yaw 30, pitch 30, zoom 0.6
overlays: difference, steps, supports, origin-handle
labels: all
precision: full
```

```gjkscope
[{"do": "open", "scene": "boxes-vertex-face"}, {"do": "algorithm", "name": "ALGORITHM"}, {"do": "go", "step": 0}]
```

```predict
ask: Which one?
praise: Well done.
"""
SUPPORT = "kind: support\nat: 2\n"
REGION = "kind: region\nat: 2\n"
AXIS = "kind: axis\naxes: 0, 1, 2\n"
DRAG = "kind: drag-origin\nat: 2\nregion: EDGE_AB\n"


def ask(bench: Bench, block: str, algorithm: str = "gjk") -> Challenge:
    text = PAGE.replace("ALGORITHM", algorithm) + block + "```\n"
    bench.show(update(start_state(), OpenLesson(parse_lesson(text, contents()[0].name))))
    bench.person.run_frames(3)
    challenge = open_challenge(bench.state)
    assert challenge is not None
    return challenge


def click(bench: Bench, challenge: Challenge, target: int) -> None:
    corners = challenge.targets[target].corners
    places = [bench.pixel_of(corner, challenge.view) for corner in corners]
    x, y = (sum(corner[i] for corner in places) / len(places) for i in (0, 1))
    bench.pause()
    bench.person.click(x, y)
    bench.person.run_frames(3)


def is_open(state: State) -> bool:
    return state.open_prediction is not None


def test_points_are_clicked_in_the_view_until_the_answer_is_right(bench: Bench) -> None:
    challenge = ask(bench, SUPPORT)
    (right,) = challenge.right
    wrong = max(range(len(challenge.targets)), key=lambda i: challenge.best - challenge.reaches[i])
    click(bench, challenge, wrong)
    assert is_open(bench.state)
    assert explanation(bench.state) in bench.words
    click(bench, challenge, right)
    assert not is_open(bench.state)
    assert current_step(bench.state) == 2


@pytest.mark.parametrize("name", ["vertex w0", "edge w0 w2", "face w0 w1 w2"])
def test_features_of_a_simplex_are_clicked(bench: Bench, name: str) -> None:
    challenge = ask(bench, REGION)
    number = next(i for i, target in enumerate(challenge.targets) if target.name == name)
    click(bench, challenge, number)
    if number in challenge.right:
        assert not is_open(bench.state)
    else:
        assert bench.state.lesson is not None
        assert bench.state.lesson.asked is not None
        assert bench.state.lesson.asked.wrong == (number,)


def test_the_keyboard_answers(bench: Bench) -> None:
    challenge = ask(bench, AXIS, "sat")
    (right,) = challenge.right
    bench.person.key("TAB")
    assert bench.state.pointer.hovered_target == 0
    bench.person.key("TAB", "shift")
    assert bench.state.pointer.hovered_target == len(challenge.targets) - 1
    bench.person.key("RETURN")
    assert is_open(bench.state)
    bench.person.key(f"_{right + 1}")
    assert not is_open(bench.state)
    assert current_step(bench.state) == challenge.reveals


def test_answers_are_buttons_too(bench: Bench) -> None:
    challenge = ask(bench, AXIS, "sat")
    (right,) = challenge.right
    bench.press(f"{challenge.targets[right].label}##target {right}")
    assert not is_open(bench.state)


def test_stepping_on_is_refused_and_show_me_plays_the_answer(bench: Bench) -> None:
    ask(bench, SUPPORT)
    bench.person.key("PERIOD")
    assert bench.state.shell.message is not None
    assert bench.state.shell.message.text == ANSWER_FIRST
    bench.press("Show me")
    assert bench.state.show is not None
    bench.person.run_frames(20, dt=0.1)
    assert current_step(bench.state) == 2


def test_bodies_stay_and_the_view_turns_while_a_question_is_open(bench: Bench) -> None:
    ask(bench, SUPPORT)
    before = bench.state
    x, y = bench.pixel_of(before.document.pair_bodies[0].pose.position)
    bench.person.drag((x, y), (x + 60, y + 20))
    assert bench.state.document.scene == before.document.scene
    assert bench.state.view.cameras.world != before.view.cameras.world


def test_the_origin_is_dragged_to_the_answer(bench: Bench) -> None:
    ask(bench, DRAG)
    x, y = bench.pixel_of(ZERO, View.DIFFERENCE)
    bench.person.drag((x, y), (x + 70, y + 10))
    assert bench.pixel_of(ZERO, View.DIFFERENCE) == pytest.approx((x + 70, y + 10), abs=1.5)
    assert bench.state.open_prediction is not None
    assert explanation(bench.state) in bench.words
    bench.person.key("Z", "ctrl")
    bench.press("Show me")
    bench.person.run_frames(30, dt=0.1)
    assert bench.state.show is not None
    assert bench.state.show.is_over


def test_the_origin_is_dragged_outside_of_lessons_too(bench: Bench) -> None:
    before = bench.state
    x, y = bench.pixel_of(ZERO, View.DIFFERENCE)
    bench.person.drag((x, y), (x + 40, y + 30))
    after = bench.state
    assert bench.pixel_of(ZERO, View.DIFFERENCE) == pytest.approx((x + 40, y + 30), abs=1.5)
    assert after.view.cameras.world == before.view.cameras.world
    assert len(after.history.past) == len(before.history.past) + 1


@pytest.mark.parametrize(("block", "algorithm"), [(SUPPORT, "gjk"), (REGION, "gjk"), (AXIS, "sat")])
def test_nothing_in_the_whole_application_gives_the_answer_away(bench: Bench, block: str, algorithm: str) -> None:
    challenge = ask(bench, block, algorithm)
    bench.person.key("F6")  # everything around the same scene
    assert is_open(bench.state)
    telling = {headline(challenge.step, "A", "B"), explain(challenge.step, "A", "B")}
    for panel in PANELS:
        if imgui.internal.find_window_by_name(panel.title) is None:
            continue
        bench.front(panel.title)
        assert not telling & {*bench.words, *bench.ear.widgets}, panel.title
        if not panel.in_predictions:
            assert HIDDEN in bench.words, panel.title
    bench.person.key("F6")
    assert is_open(bench.state)
