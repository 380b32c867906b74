"""The director's steps: what they show when, what they refuse, and which steps are reported to have no effect."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import camera_text
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.inspection.label_names import shown_labels, shows_label
from gjkscope.app.state.inspection.pointing import pointed_places
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import ComparedRun, Demo, State, View
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.model.direction import (
    BodyTarget,
    CornerTarget,
    Direction,
    FaceTarget,
    LabelTarget,
    PointerShape,
)
from gjkscope.app.teach.demos.file import DemoError, final_state, parse_demo
from gjkscope.app.teach.demos.reference import with_reference
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.app.view.panels.shell.help_window import topics
from gjkscope.app.view.words.captions import visible_caption
from gjkscope.engine.vectors import add, scale

PAGE = Path(__file__).resolve().parents[4] / "docs" / "demos.md"


def demo(*steps: dict[str, Any], scene: str = "boxes-vertex-face") -> Demo:
    return parse_demo(json.dumps({"gjkdemo": 1, "name": "trial", "scene": scene, "steps": steps}, indent=0))


def at(shown: Demo, seconds: float) -> State:
    return playhead_at(shown, round(seconds * TICKS)).state


def test_a_title_fades_in_and_out_within_its_seconds() -> None:
    shown = demo({"do": "title", "text": "# Question", "seconds": 3}, {"do": "wait", "seconds": 1})
    titles = [at(shown, second).direction.title for second in (0.2, 1.5, 2.8, 3.0)]
    opacities = [None if title is None else title.presence.shown for title in titles]
    assert opacities[1] == 1
    assert opacities[0] == pytest.approx(0.5)
    assert opacities[2] == pytest.approx(0.5)
    assert opacities[3] is None
    later = playhead_at(shown, 170).state.direction
    assert playhead_at(demo(*_steps_of(shown)), 170).state.direction == later  # sought, not played


def _steps_of(shown: Demo) -> list[dict[str, Any]]:
    assert shown.document is not None
    return shown.document["steps"]  # type: ignore[return-value]


def test_a_title_hides_the_caption() -> None:
    shown = demo({"do": "caption", "text": "c", "seconds": 1}, {"do": "title", "text": "# T", "seconds": 2})
    opacities = [caption.opacity for t in (0.9, 2) if (caption := visible_caption(at(shown, t))) is not None]
    assert opacities == [1, 0]


def test_a_card_without_seconds_stays_until_it_is_removed() -> None:
    shown = demo(
        {"do": "card", "text": "A **card**", "at": "left"},
        {"do": "wait", "seconds": 2},
        {"do": "card", "text": None, "seconds": 1},
    )
    card = at(shown, 1.9).direction.card
    assert card is not None
    assert (card.text, card.place, card.presence.shown) == ("A **card**", "left", 1)
    assert at(shown, 3).direction == Direction()
    assert not at(shown, 3).animating


def test_a_pointer_follows_a_body_and_several_can_be_shown() -> None:
    shown = demo(
        {"do": "point", "at": {"vertex": ["B", 0]}, "text": "here"},
        {"do": "point", "at": {"body": "A"}, "shape": "spotlight"},
        {"do": "move", "body": "B", "by": [0, 1, 0], "seconds": 1},
        {"do": "point", "at": None, "seconds": 1},
    )
    first, second = at(shown, 0).direction.pointers
    assert (first.target, first.text) == (CornerTarget("B", (0,)), "here")
    assert (second.target, second.shape) == (BodyTarget("A"), PointerShape.SPOTLIGHT)
    (before,), (after,) = (pointed_places(at(shown, t), first.target, View.WORLD) for t in (0, 1))
    assert after == pytest.approx(add(before, (0, 1, 0)))
    assert at(shown, 2).direction.pointers == ()


def test_dimming_and_fading_are_gradual() -> None:
    shown = demo(
        {"do": "dim", "bodies": ["B"], "seconds": 1},
        {"do": "fade", "to": "out", "seconds": 1},
        {"do": "together", "steps": [{"do": "fade", "to": "in", "seconds": 1}, {"do": "dim", "bodies": []}]},
    )
    assert at(shown, 0.5).direction.dimmed_amounts() == {"B": pytest.approx(0.5)}
    assert at(shown, 1.5).direction.curtain == pytest.approx(0.5)
    assert at(shown, 2).direction.curtain == 1
    assert at(shown, 3).direction == Direction()


def test_a_scene_that_opens_with_a_fade_blends_the_old_views_into_the_new_ones() -> None:
    shown = demo(
        {"do": "wait", "seconds": 1},
        {"do": "together", "steps": [
            {"do": "open", "scene": "boxes-overlap", "fade": 2},
            {"do": "views", "theme": "light", "layout": "world"},
        ]},
    )  # fmt: skip
    assert shown.length == 3 * TICKS
    before, half, after = (at(shown, t) for t in (0.99, 2, 3))
    assert half.earlier is not None
    assert (half.earlier.state.document, half.earlier.shown) == (before.document, pytest.approx(0.5))
    assert before.earlier is after.earlier is None
    assert final_state(shown).earlier is None
    with FigureRenderer((320, 180)) as figure:
        old, mixed, new = (figure.render_film(state).astype(float) for state in (before, half, after))
        assert np.abs(mixed - (old + new) / 2).max() <= 2
        opacities = [
            figure.render_film(state, transparent=True)[..., 3].astype(float) for state in (before, half, after)
        ]
        assert np.abs(opacities[1] - (opacities[0] + opacities[2]) / 2).max() <= 2


def test_cameras_can_be_pasted_and_come_close() -> None:
    copied = replace(demo({"do": "wait"}).first.view.cameras.world, yaw=0.5, distance=2.0)
    shown = demo(
        {"do": "camera", "to": json.loads(camera_text(copied)), "seconds": 1},
        {"do": "close_up", "on": "witnesses", "size": 0.3, "seconds": 1},
        {"do": "close_up", "on": "origin", "size": 0.5},
        {"do": "wait", "seconds": 1},
    )
    assert at(shown, 1).view.cameras.world == replace(copied, reach=at(shown, 1).view.cameras.world.reach)
    answer, near = inspect(at(shown, 2)).answer, at(shown, 1.99).view.cameras.world
    assert answer.witness_a is not None
    assert answer.witness_b is not None
    assert near.target == pytest.approx(scale(add(answer.witness_a, answer.witness_b), 0.5), abs=1e-3)
    assert 2 * near.half_height == pytest.approx(0.3, rel=1e-2)
    assert at(shown, 2).view.cameras.difference.target == (0, 0, 0)


def test_runs_can_be_compared_and_the_answer_hidden() -> None:
    shown = demo(
        {"do": "views", "verdict": "hidden", "header": "hidden"},
        {"do": "compare", "with": "sat", "step": 1, "seconds": 1},
        {"do": "compare", "with": None},
    )
    early = at(shown, 0)
    assert early.run.comparison == ComparedRun("sat")
    assert (early.run.step, early.direction.verdict, early.direction.header) == (1, False, False)
    assert at(shown, 1).run.comparison is None


def test_leaving_a_demo_leaves_nothing_over_the_views() -> None:
    from gjkscope.app.state.actions import LeaveDemo, OpenDemo, TakeOver, update

    opened = update(demo({"do": "wait"}).first, OpenDemo(demo({"do": "title", "text": "# T"}, {"do": "wait"})))
    assert opened.direction.title is not None
    for action in (TakeOver(), LeaveDemo()):
        assert update(opened, action).direction == Direction()


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ({"do": "pointt", "at": None}, "unknown do 'pointt', did you mean point?"),
        ({"do": "point", "at": {"vertx": ["A", 1]}}, "at.vertx: unknown key, did you mean vertex?"),
        ({"do": "point", "at": {"vertex": ["A", 8]}}, "at: A has the vertices 0 to 7, got 8"),
        ({"do": "point", "at": {"face": ["A", 6]}}, "at: A has the faces 0 to 5, got 6"),
        ({"do": "point", "at": {}}, "at: must have exactly one of body, .*, got 0"),
        ({"do": "point", "at": {"body": "A"}, "view": "difference"}, "at: the difference view shows no bodies"),
        ({"do": "dim", "bodies": ["C"]}, "bodies: no body is named 'C'"),
        (
            {"do": "act", "action": {"is": "DeleteBody", "body": "a"}},
            "action: no body is named 'a'; the bodies are A, B",
        ),
        ({"do": "compare", "with": "sta"}, "with: .*, got 'sta', did you mean sat?"),
        (
            {"do": "act", "action": {"is": "SetVisible", "what": "label", "shown": False}},
            "no display option is called 'label', did you mean labels?",
        ),
        ({"do": "compare"}, "with: missing: the other algorithm"),
        (
            {"do": "compare", "with": "sat", "step": 99},
            "step: must be at most 14, the last step of the longer run, got 99",
        ),
        ({"do": "point", "at": "A"}, """at: must be an object, such as {"body": "A"} .*, got 'A'"""),
        ({"do": "camera", "to": {"gjkscope camera": 1, "yw": 1}}, "to: yw: .*did you mean yaw?"),
        ({"do": "close_up", "on": "C", "size": 1}, "on: no body is named 'C'"),
        ({"do": "close_up", "on": "A", "size": 0}, "size: must be > 0"),
        ({"do": "fade", "to": "outt"}, "to: must be one of in, out, got 'outt', did you mean out?"),
        ({"do": "views", "hidden": ["labls"]}, "hidden: .*, got 'labls', did you mean labels?"),
        ({"do": "highlight", "axis": 99}, "axis: the pair has the axes 0 to 14, got 99"),
        ({"do": "act", "action": {"is": "HoverAxis", "axis": 15}}, "axis: the pair has the axes 0 to 14, got 15"),
        ({"do": "highlight", "face": 3}, "face: the algorithm shown has no faces: choose epa first"),
        ({"do": "act", "action": {"is": "HoverFace", "face": 0}}, "face: the algorithm shown has no faces"),
        ({"do": "act", "action": {"is": "Say"}}, "action: Say.text: missing"),
        ({"do": "act", "action": {"is": "Saay", "text": ""}}, "action: is: unknown record 'Saay', did you mean Say?"),
        ({"do": "act", "action": {"is": "Say", "texte": ""}}, "action: Say.texte: unknown key, did you mean text?"),
        ({"do": "act", "action": {"is": "ChooseTheme", "theme": "drak"}}, "action: .*, got 'drak', did you mean dark?"),
        ({"do": "act", "action": {"text": "x"}}, 'action: the name of a record is missing under "is"'),
    ],
)
def test_a_fault_says_what_was_meant(step: dict[str, Any], fault: str) -> None:
    with pytest.raises(DemoError, match=f"line \\d+: .*{fault}"):
        demo(step)


def test_steps_without_effect_are_reported_with_their_lines() -> None:
    shown = demo(
        {"do": "algorithm", "name": "gjk"},  # states a default before time passes
        {"do": "caption", "text": "A caption", "seconds": 1},
        {"do": "act", "action": {"is": "DeleteReport", "number": 9}},
        {"do": "views", "hidden": ["labels"]},
        {"do": "views", "hidden": ["labels"]},
        {"do": "set", "body": "A", "name": "rounding", "to": 0},
        {"do": "move", "body": "A", "by": [0, 0, 0], "seconds": 1},
        {"do": "point", "at": {"body": "A"}, "view": "second"},
        {"do": "pause"},
    )
    matches = [re.match(r"line \d+: steps\[(\d+)\]: has no effect: (.+)", words) for words in shown.warnings]
    assert [match and int(match[1]) for match in matches] == [2, 4, 5, 6, 7]
    assert [match[2] for match in matches if match][-1] == "the layout both does not show the second view"


def test_the_page_on_demos_is_complete_and_its_example_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_reference(text) == text, "run `make schemas`"
    (example,) = re.findall(r'^```json\n(\{\n  "gjkdemo".*?)^```$', text, re.MULTILINE | re.DOTALL)
    assert parse_demo(example).warnings == ()
    steps = [json.loads(line) for line in re.findall(r'^\{"do": .*\}$', text, re.MULTILINE)]
    assert len(steps) == 10
    for step in steps:
        demo(step)


def test_the_help_finds_captions_and_lectures() -> None:
    for word in ("caption", "lecture", "chapter"):
        assert "Demos and films" in dict(topics(word))
    assert "Lecture mode" in {line.left for _, lines in topics("lecture") for line in lines}


def test_a_picture_shows_what_is_directed() -> None:
    steps: list[dict[str, Any]] = [
        {"do": "views", "layout": "world"},
        {"do": "point", "at": {"body": "A"}, "shape": "spotlight"},
        {"do": "wait", "seconds": 1},
        {"do": "fade", "to": "out", "seconds": 1},
    ]
    shown = demo(*steps)
    with FigureRenderer((320, 180)) as figure:
        plain, spot, gone = (figure.render_film(at(shown, t)).astype(np.int16) for t in (0, 1, 2))
    views = slice(30, 140)
    assert plain[views].mean() > spot[views].mean() + 10  # darkened around the body
    assert gone[views].max() - gone[views].min() < 40  # nothing but the background


def test_a_label_of_the_view_can_be_pointed_at() -> None:
    steps = ({"do": "go", "step": 1}, {"do": "point", "at": {"label": "w1"}, "view": "difference", "seconds": 1})
    shown, silent = at(demo(*steps), 0.8), at(demo(steps[0], {"do": "wait", "seconds": 1}), 0.8)
    assert shown.direction.pointers[0].target == LabelTarget("w1")
    with FigureRenderer((320, 200)) as figure:
        pictures = [figure.render(state, (View.DIFFERENCE,)).copy() for state in (shown, silent)]
    assert not np.array_equal(*pictures)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"do": "point", "at": {"label": "ww1"}}, "at.*must be the text of a label, such as w4, or one of origin, d"),
        ({"do": "views", "labels": ["w", "bodys"]}, "labels.*must be the text of a label.*got 'bodys'.*bodies"),
        ({"do": "close_up", "on": {"face": ["A", 9]}, "size": 1}, "on: A has the faces 0 to 5, got 9"),
        (
            {"do": "close_up", "on": {"label": "w9"}, "size": 1},
            "on: this step has no .w9. for the camera, which finds w0",
        ),
        ({"do": "close_up", "on": {"label": "w0"}, "size": 1, "view": "world"}, "on: this step has no 'w0'"),
        ({"do": "close_up", "on": {"label": "d"}, "size": 1}, "on: this step has no 'd'"),
    ],
)
def test_labels_faces_and_beats_are_checked(step: dict[str, Any], words: str) -> None:
    with pytest.raises(DemoError, match=words):
        demo(step)


def test_beats_spread_over_no_time_are_refused() -> None:
    with pytest.raises(DemoError, match=r"seconds.*must be > 0 with .beats.: true"):
        demo({"do": "go", "step": 0}, {"do": "go", "step": 2, "beats": True})


def test_the_camera_closes_up_on_a_face() -> None:
    state = at(demo({"do": "close_up", "on": {"face": ["A", 0]}, "size": 1}), 0)
    corners = pointed_places(state, FaceTarget("A", 0), View.WORLD)
    middle = np.mean(corners, axis=0)
    assert np.allclose(state.view.cameras.world.target, middle)


@pytest.mark.parametrize(
    ("algorithm", "scene"), [("gjk", "boxes-vertex-face"), ("libccd", "boxes-vertex-face"), ("epa", "boxes-overlap")]
)
def test_the_camera_closes_up_on_what_is_labelled(algorithm: str, scene: str) -> None:
    steps = ({"do": "algorithm", "name": algorithm}, {"do": "go", "step": 1})
    labels = drawing_of(at(demo(*steps, scene=scene), 0), View.DIFFERENCE).labels
    drawn = {text: label.position for label in labels if (text := label.text.split()[0]) in ("w1", "closest", "origin")}
    assert len(drawn) >= 2
    for name, position in drawn.items():
        close = at(demo(*steps, {"do": "close_up", "on": {"label": name}, "size": 1}, scene=scene), 0)
        assert np.allclose(close.view.cameras.difference.target, position)


def test_the_difference_recedes_and_labels_are_chosen_singly() -> None:
    plain = at(demo({"do": "wait", "seconds": 1}), 1)
    faded = at(demo({"do": "dim", "bodies": ["A - B"]}), 0)
    assert faded.direction.dimmed_amounts() == {"A − B": 1.0}
    (surface,), (shell,) = (drawing_of(state, View.DIFFERENCE).skins for state in (plain, faded))
    assert 0 < shell.color[3] < surface.color[3] / 4, "what is inside A − B is seen"
    few = at(demo({"do": "views", "labels": ["w1", "bodies"]}), 0)
    names = ("A", "w0", "w1")
    assert [shows_label(shown_labels(few), text, ("A", "B")) for text in names] == [True, False, True]
    every = at(demo({"do": "views", "labels": []}, {"do": "views", "labels": None}), 0)
    assert shown_labels(every) is None
