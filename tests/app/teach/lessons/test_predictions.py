"""Predictions: the answers of each kind, explanations of wrong ones, what is hidden, and errors of lesson files."""

import re
from functools import cache

import pytest

from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Scene
from gjkscope.app.state import actions
from gjkscope.app.state.actions.files import NEW_SCENE
from gjkscope.app.state.actions.predictions import ANSWER_FIRST, NEXT_FIRST
from gjkscope.app.state.inspection import predictions
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, pair_of, step_record, trace_hash
from gjkscope.app.state.model import ComparedRun, Prediction, PredictionKind, PredictionTask, State, Subject
from gjkscope.app.state.model.lesson import progress_key
from gjkscope.app.teach.lessons.file import LessonError, parse_lesson
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Options, Polygon, Verdict
from gjkscope.engine.registry.algorithms import algorithm_of
from gjkscope.engine.vectors import Vec3, add, dot, neg, norm, sub

HEAD = """# A trial

What it is about.

## A page

Some words.

```show
views: both
overlays: difference, steps, supports, planes, regions, path, witnesses
labels: all
```

```gjkscope
[
 {"do": "open", "scene": "SCENE"},
 {"do": "algorithm", "name": "ALGORITHM"},
 {"do": "go", "step": 0}
]
```

"""
FIRST_LINE = HEAD.count("\n") + 2  # of the first block that follows


def block(**keys: str) -> str:
    lines = {"ask": "Which one?", **keys, "praise": "Well done."}
    return "```predict\n" + "".join(f"{key}: {text}\n" for key, text in lines.items()) + "```\n\n"


def lesson_text(*blocks: str, scene: str = "boxes-vertex-face", algorithm: str = "gjk") -> str:
    return HEAD.replace("SCENE", scene).replace("ALGORITHM", algorithm) + "".join(blocks)


@cache
def enter(*blocks: str, scene: str = "boxes-vertex-face", algorithm: str = "gjk") -> State:
    lesson = parse_lesson(lesson_text(*blocks, scene=scene, algorithm=algorithm), "01-trial")
    return actions.update(actions.initial_state(NEW_SCENE), actions.OpenLesson(lesson))


def ask(state: State) -> predictions.Challenge:
    challenge = predictions.open_challenge(state)
    assert challenge is not None
    return challenge


def task_of(state: State, part: int = 1) -> PredictionTask:
    assert state.lesson is not None
    task = state.lesson.shown.parts[part]
    assert isinstance(task, PredictionTask)
    return task


def a_wrong_target(challenge: predictions.Challenge) -> int:
    return next(i for i in range(len(challenge.targets)) if i not in challenge.right)


def has_learned(state: State, part: int = 1) -> bool:
    return progress_key("01-trial", 0, part) in state.preferences.learned


# (block, scene, algorithm): one of each kind, and of each subject, on several algorithms
KINDS = {
    "support": (block(kind="support", at="2"), "boxes-vertex-face", "gjk"),
    "first support": (block(kind="support", at="0"), "boxes-vertex-face", "gjk"),
    "support of A": (block(kind="support", at="1", of="A"), "boxes-vertex-face", "gjk"),
    "support of B": (block(kind="support", at="1", of="B"), "boxes-vertex-face", "gjk"),
    "support on a curve": (block(kind="support", at="3"), "cone-cylinder", "gjk"),
    "support of EPA": (block(kind="support", at="1"), "boxes-overlap", "epa"),
    "support of MPR": (block(kind="support", at="1"), "boxes-overlap", "mpr"),
    "dropped": (block(kind="dropped", at="3"), "boxes-vertex-face", "gjk"),
    "dropped none": (block(kind="dropped", at="2"), "boxes-vertex-face", "gjk"),
    "region": (block(kind="region", at="2"), "boxes-vertex-face", "gjk"),
    "interior": (block(kind="region", at="3"), "boxes-overlap", "gjk"),
    "axis": (block(kind="axis", axes="0, 1, 2"), "boxes-vertex-face", "sat"),
    "least overlap": (block(kind="axis", axes="0, 1, 2"), "boxes-overlap", "sat"),
}


@pytest.fixture(params=KINDS.values(), ids=KINDS)
def state(request: pytest.FixtureRequest) -> State:
    text, scene, algorithm = request.param
    return enter(text, scene=scene, algorithm=algorithm)


def test_a_right_answer_shows_the_step_and_counts(state: State) -> None:
    challenge = ask(state)
    assert challenge.right
    for target in challenge.right:
        after = actions.update(state, actions.AnswerPrediction(target))
        assert after.open_prediction is None
        assert current_step(after) == challenge.reveals
        assert step_record(after) == challenge.step
        assert has_learned(after)
        assert not has_learned(state)


def test_each_wrong_answer_is_explained_with_its_numbers_and_can_be_tried_again(state: State) -> None:
    challenge = ask(state)
    wrong = [i for i in range(len(challenge.targets)) if i not in challenge.right]
    assert wrong
    for target in wrong:
        after = actions.update(state, actions.AnswerPrediction(target))
        why = predictions.explanation(after)
        assert re.search(r"\d", why) or challenge.targets[target].name == "none", why
        assert after.lesson is not None
        assert after.lesson.asked is not None
        assert not after.lesson.asked.may_reveal
        assert ask(after) is challenge
        assert not has_learned(after)
    twice = actions.update(
        actions.update(state, actions.AnswerPrediction(wrong[0])), actions.AnswerPrediction(wrong[-1])
    )
    assert twice.lesson is not None
    assert twice.lesson.asked is not None
    assert twice.lesson.asked.may_reveal


def test_the_answer_is_the_trace_s_own() -> None:
    for name in ("support", "first support", "support on a curve", "support of EPA", "support of MPR"):
        text, scene, algorithm = KINDS[name]
        challenge = ask(enter(text, scene=scene, algorithm=algorithm))
        points = [challenge.targets[i].corners[0] for i in challenge.right]
        assert min(norm(sub(point, challenge.step.support.point)) for point in points) < 1e-9, name
        assert 2 <= len(challenge.targets) <= predictions.MOST_TARGETS
    dropped = ask(enter(KINDS["dropped"][0]))
    kept = {vertex.birth for vertex in algorithm_of(dropped.step).simplex(dropped.step)}  # type: ignore[misc]
    (right,) = dropped.right
    assert dropped.targets[right].label not in {f"w{birth}" for birth in kept}
    region = ask(enter(KINDS["region"][0]))
    (right,) = region.right
    assert region.targets[right].name == "face w0 w1 w2"


def test_a_support_answer_says_how_far_the_chosen_point_falls_short() -> None:
    state = enter(KINDS["support of A"][0])
    challenge = ask(state)
    target = a_wrong_target(challenge)
    assert challenge.direction is not None
    reach = dot(challenge.direction, challenge.targets[target].corners[0])
    why = predictions.explanation(actions.update(state, actions.AnswerPrediction(target))).replace("−", "-")
    assert "s_A(d) is the point of A furthest along d" in why
    (short,) = [float(text) for text in re.findall(r"(-?\d[\d.]*) m", why)]
    assert short == pytest.approx(challenge.best - reach, rel=5e-3)


def test_a_polygon_that_grows_is_shown_while_it_is_a_simplex() -> None:
    flat = {"scene": "polygon-inside-polygon", "algorithm": "epa"}
    assert [name for _, name in ask(enter(block(kind="support", at="1"), **flat)).vertices] == [
        "w0",
        "w1",
        "w2",
    ]
    assert [name for _, name in ask(enter(block(kind="support", at="3"), **flat)).vertices] == ["", ""]


def test_equally_high_points_are_all_right() -> None:
    state = enter(block(kind="support", at="4"))  # straight up, onto a face
    assert len(ask(state).right) == 4


def shown_texts(state: State) -> list[str]:
    """All labels of the views, and what the panels compute from the run."""
    labels = [label.text for view in (world_drawing, difference_drawing) for label in view(state).labels]
    inspection = inspect(state)
    steps = inspection.trace.steps if inspection.trace is not None else ()
    names = state.document.pair
    sentences = [algorithm_of(step).explain(step, *names) for step in steps]
    sentences += [algorithm_of(step).headline(step, *names) for step in steps]
    return [*labels, *sentences, predictions.explanation(state)]


def test_nothing_shows_the_answer_while_it_is_asked(state: State) -> None:
    challenge, inspection = ask(state), inspect(state)
    steps = inspection.trace.steps if inspection.trace is not None else ()
    assert challenge.step not in steps
    assert inspection.axes is None
    assert inspection.answer.verdict is inspection.certified.verdict is Verdict.UNDECIDED
    assert inspection.answer.normal is inspection.answer.witness_a is inspection.answer.signed_distance is None
    algorithm = algorithm_of(challenge.step)
    telling = (algorithm.headline(challenge.step, "A", "B"), algorithm.explain(challenge.step, "A", "B"))
    for wrong in (state, actions.update(state, actions.AnswerPrediction(a_wrong_target(challenge)))):
        texts = shown_texts(wrong)
        assert not set(telling) & set(texts)
        assert not any("dropped" in text or "push-out" in text or "gap" in text for text in texts[:-1])
    # Whichever target is the right one, the view draws all of them alike.
    labels = {label.text for view in (world_drawing, difference_drawing) for label in view(state).labels}
    drawn = [target.label in labels for target in challenge.targets if len(target.corners) == 1]
    assert len(set(drawn)) <= 1


def test_the_points_do_not_rank_themselves() -> None:
    places = set()
    for at in ("0", "1", "2"):
        challenge = ask(enter(block(kind="support", at=at)))
        places |= challenge.right
    assert len(places) > 1


@pytest.mark.parametrize(
    "action",
    [
        actions.StepBy(1),
        actions.GoToStep(3),
        actions.GoToLast(),
        actions.TogglePlay(),
        actions.ChooseAlgorithm("epa"),
        actions.SetOptions(Options(float32=True)),
        actions.CompareWith(ComparedRun("epa")),
        actions.PlaceBody("B", PositionOrientation((5.0, 0.0, 0.0))),
    ],
    ids=lambda action: type(action).__name__,
)
def test_what_would_show_the_answer_is_refused(action: actions.Action) -> None:
    state = enter(KINDS["support"][0])
    after = actions.update(state, action)
    assert after.shell.message is not None
    assert after.shell.message.text == ANSWER_FIRST
    assert (after.document, after.run) == (state.document, state.run)


def test_earlier_steps_can_be_looked_at() -> None:
    state = enter(KINDS["support"][0])
    assert (current_step(state), last_step(state)) == (1, 1)
    back = actions.update(state, actions.StepBy(-1))
    assert current_step(back) == 0
    assert any(label.text == "w0" for label in difference_drawing(back).labels)
    again = actions.update(back, actions.StepBy(1))
    assert current_step(again) == 1
    assert again.shell.message is None


def test_recording_an_open_question_keeps_the_hash_of_the_whole_run() -> None:
    state = enter(KINDS["support"][0])
    assert trace_hash(state) == trace_hash(actions.update(state, actions.ClosePrediction()))


def test_show_me_plays_the_answer_and_does_not_count(state: State) -> None:
    challenge = ask(state)
    closed = actions.update(state, actions.ClosePrediction())
    assert closed.open_prediction is None
    assert not has_learned(closed)
    solution = task_of(state).solution
    shown = actions.update(actions.update(closed, actions.OpenDemo(solution)), actions.SeekDemo(solution.length))
    assert step_record(shown) == challenge.step
    again = actions.update(shown, actions.AskPrediction(1))
    assert ask(again).prediction is challenge.prediction
    assert again.show is None


def test_the_run_stays_hidden_until_the_last_prediction_of_the_page() -> None:
    state = enter(block(kind="region", at="2"), block(kind="dropped", at="3"))
    (right,) = ask(state).right
    after = actions.update(state, actions.AnswerPrediction(right))
    assert (current_step(after), last_step(after)) == (2, 2)
    assert inspect(after).answer.verdict is Verdict.UNDECIDED
    refused = actions.update(after, actions.StepBy(1))
    assert refused.shell.message is not None
    assert refused.shell.message.text == NEXT_FIRST
    second = actions.update(after, actions.AskPrediction(2))
    (right,) = ask(second).right
    done = actions.update(second, actions.AnswerPrediction(right))
    assert last_step(done) == 4
    assert has_learned(done, 1)
    assert has_learned(done, 2)


def test_a_task_is_not_done_while_a_prediction_hides_the_run() -> None:
    task = """```task
do: Go to the end.
when: step == last
hint: Step forward.
praise: Done.
solution: [{"do": "go", "step": "last"}]
```"""
    state = enter(block(kind="region", at="2"), task)
    assert current_step(state) == last_step(state) == 1
    assert not has_learned(actions.update(state, actions.NoteDone(2)), 2)
    (right,) = ask(state).right
    answered = actions.update(state, actions.AnswerPrediction(right))
    assert not has_learned(actions.update(answered, actions.NoteDone(2)), 2)
    assert has_learned(actions.update(actions.update(answered, actions.GoToLast()), actions.NoteDone(2)), 2)


def test_a_page_asks_again_only_what_is_not_done() -> None:
    state = enter(block(kind="region", at="2"), block(kind="dropped", at="3"))
    (right,) = ask(state).right
    after = actions.update(state, actions.AnswerPrediction(right))
    assert after.lesson is not None
    again = actions.update(after, actions.OpenLesson(after.lesson.lesson))
    assert again.lesson is not None
    assert again.lesson.asked is not None
    assert again.lesson.asked.part == 2


def test_the_target_under_the_pointer_is_highlighted() -> None:
    state = enter(KINDS["region"][0])
    edge = next(i for i, target in enumerate(ask(state).targets) if target.name == "edge w0 w2")
    labels = [label.text for label in difference_drawing(actions.update(state, actions.HoverTarget(edge))).labels]
    assert "edge w0 w2" in labels
    assert "edge w0 w2" not in [label.text for label in difference_drawing(state).labels]


# --- in the plane ---


APART, OVERLAPPING = (3.2, 0.7, 0.0), (1.2, 1.3, 0.0)


def plane_state(algorithm: str, position: Vec3) -> State:
    quad = Body("A", Polygon(((0, 0), (2, 0), (2.5, 1), (1, 2))), Planar())
    triangle = Body("B", Polygon(((0, 0), (1, 0), (0.3, 1))), Planar(position[:2]))
    state = actions.update(
        actions.initial_state(Scene("two polygons", (quad, triangle), dimension=2)), actions.ChooseAlgorithm(algorithm)
    )
    return actions.update(state, actions.GoToStep(0))


@pytest.mark.parametrize(
    ("prediction", "algorithm", "position"),
    [
        (Prediction("?", PredictionKind.SUPPORT, 1, "!"), "gjk", APART),
        (Prediction("?", PredictionKind.SUPPORT, 1, "!", of=Subject.BODY_B), "gjk", APART),
        (Prediction("?", PredictionKind.SUPPORT, 1, "!"), "epa", OVERLAPPING),
        (Prediction("?", PredictionKind.DROPPED, 1, "!"), "gjk", APART),
        (Prediction("?", PredictionKind.REGION, 1, "!"), "gjk", APART),
        (Prediction("?", PredictionKind.REGION, 2, "!"), "gjk", OVERLAPPING),
        (Prediction("?", PredictionKind.AXIS, 0, "!", axes=(0, 1, 2)), "sat", OVERLAPPING),
    ],
)
def test_every_kind_can_be_asked_in_2d(prediction: Prediction, algorithm: str, position: Vec3) -> None:
    challenge = predictions.challenge_of(prediction, plane_state(algorithm, position))
    assert challenge.right
    assert all(target.why == "" for i, target in enumerate(challenge.targets) if i in challenge.right)
    assert all(target.why for i, target in enumerate(challenge.targets) if i not in challenge.right)
    assert all(len(corner) == 3 and corner[2] == 0 for target in challenge.targets for corner in target.corners)


@pytest.mark.parametrize("goal", ["VERTEX_A", "EDGE_AB", "EDGE_BC", "INTERIOR"])
def test_every_region_of_a_triangle_has_a_place_for_the_origin(goal: str) -> None:
    state = plane_state("gjk", OVERLAPPING)
    prediction = Prediction("?", PredictionKind.DRAG_ORIGIN, 2, "!", goal=goal)
    if goal == "INTERIOR":
        with pytest.raises(predictions.PredictionError, match="the origin is already in INTERIOR"):
            predictions.challenge_of(prediction, state)
        return
    position = predictions.place_in_region(predictions.challenge_of(prediction, state), pair_of(state))
    assert position[2] == 0


# --- the origin ---

DRAG = block(kind="drag-origin", at="2", region="EDGE_AB")


def release(state: State, shift: tuple[float, float, float]) -> State:
    for action in (
        actions.BeginOriginDrag(),
        actions.DragOrigin(shift),
        actions.EndGesture(follows=False),
        actions.CheckOrigin(),
    ):
        state = actions.update(state, action)
    return state


def test_the_origin_dragged_into_the_region_is_the_answer() -> None:
    state = enter(DRAG)
    solution = task_of(state).solution
    assert solution.document is None or solution.length > 0
    shown = actions.update(
        actions.update(actions.update(state, actions.ClosePrediction()), actions.OpenDemo(solution)),
        actions.SeekDemo(solution.length),
    )
    moved = sub(state.document.pair_bodies[0].pose.position, shown.document.pair_bodies[0].pose.position)
    after = release(state, moved)
    assert after.open_prediction is None
    assert has_learned(after)
    labels = {label.text for label in difference_drawing(after).labels}
    assert {"nearest: edge w0 w1", "w0", "w1", "w2"} <= labels, "GJK, which starts elsewhere now, would rename them"
    (ring,) = (label.position for label in difference_drawing(after).labels if label.text == "nearest: edge w0 w1")
    corners = [add(corner, predictions.origin_shift(after)) for corner in ask(state).targets[3].corners]
    assert dot(ring, sub(corners[1], corners[0])) == pytest.approx(0.0, abs=1e-9), "the closest point of the edge"
    further = actions.update(after, actions.DragOrigin((5.0, 0.0, 0.0)))
    assert not any(label.text == "nearest: edge w0 w1" for label in difference_drawing(further).labels)


def test_the_next_drag_can_answer_the_next_question() -> None:
    state = enter(DRAG, block(kind="drag-origin", at="2", region="VERTEX_A"))
    assert state.lesson is not None
    page = state.lesson.shown.first
    wanted = (predictions.challenge_of(task_of(state, part).prediction, page) for part in (1, 2))
    places = [predictions.place_in_region(challenge, pair_of(page)) for challenge in wanted]
    first = release(state, places[0])
    assert has_learned(first, 1)
    assert ask(first).prediction.goal == "VERTEX_A"
    assert predictions.origin_shift(first) == pytest.approx(neg(places[0])), "the origin stays where it is"
    answer = f"nearest: {predictions.feature_at_origin(ask(first), first).name}"
    assert any(label.text == answer for label in difference_drawing(first).labels), "it can be looked at"
    begun = actions.update(first, actions.BeginOriginDrag())
    assert not any(label.text == answer for label in difference_drawing(begun).labels)
    second = release(first, sub(places[1], places[0]))
    assert has_learned(second, 2)
    assert second.open_prediction is None


def test_an_origin_in_another_region_is_explained() -> None:
    state = enter(DRAG)
    wrong = release(state, (3.0, 0.0, 0.0))
    assert wrong.open_prediction is not None
    challenge = ask(wrong)
    name = predictions.feature_at_origin(challenge, wrong).name
    assert challenge.targets[predictions.dragged_answer(challenge, wrong)].name == name
    assert predictions.explanation(wrong).startswith(f"The origin is nearest to {name}, not to edge w0 w1: ")
    assert any(label.text == f"nearest: {name}" for label in difference_drawing(wrong).labels)
    begun = actions.update(wrong, actions.BeginOriginDrag())
    assert predictions.explanation(begun) == "", "it would say live which region the origin is in"
    undone = actions.update(wrong, actions.Undo())
    assert undone.document.scene == state.document.scene


# --- errors of lesson files ---


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        (block(kind="suport", at="2"), 1, "kind: must be one of support, dropped, region, drag-origin, axis"),
        (block(kind="support"), 0, "missing: at; a prediction of kind support needs it"),
        (block(kind="support", at="last"), 2, "at: must be the number of a step, got 'last'"),
        (block(kind="support", at="9"), 2, "at: must be a step of the run, 0 … 4, got 9"),
        (block(kind="support", at="1", of="C"), 3, "of: must be A − B, A or B"),
        (block(kind="support", at="1", axes="0, 1"), 3, "axes: a prediction of kind support does not have it"),
        (block(kind="support", at="1", color="red"), 3, "color: unknown key; a prediction has ask, kind, at"),
        (block(kind="dropped", at="0"), 2, "step 0 has a single vertex: there is nothing to choose"),
        (block(kind="dropped", at="4"), 2, "step 4 ends the search without adding a vertex to the simplex"),
        (block(kind="drag-origin", at="2"), 0, "missing: region; a prediction of kind drag-origin needs it"),
        (block(kind="drag-origin", at="2", region="EDGE_AD"), 3, "region: must be a region of the simplex of step 2"),
        (block(kind="drag-origin", at="2", region="FACE_ABC"), 3, "region: the origin is already in FACE_ABC"),
        (block(kind="axis", axes="0, 1"), 1, "GJK distance does not test axes"),
        (block(kind="axis", axes="0, 0"), 2, "axes: each step can be given only once"),
        (
            block(kind="dropped", at="3") + block(kind="region", at="2"),
            7,
            "at: must be after step 3, which answers an earlier prediction of the page",
        ),
        (block(kind="region", at="2", ask="{{distnce}}"), 0, "{{distnce}}"),
    ],
)
def test_a_fault_is_reported_with_its_line(text: str, line: int, fault: str) -> None:
    with pytest.raises(LessonError) as caught:
        parse_lesson(lesson_text(text), "01-trial", "trial.md")
    assert f"line {FIRST_LINE + line}: {fault}" in str(caught.value)


@pytest.mark.parametrize(
    ("scene", "axes", "fault"),
    [
        ("boxes-vertex-face", "0", "axes: must be 2 … 9 steps to choose from, got 1"),
        ("boxes-vertex-face", "0, 40", "axes: must be steps of the run, 0 … 14, got 40"),
        ("boxes-edge-edge", "0, 1, 12", None),
    ],
)
def test_axes_are_checked(scene: str, axes: str, fault: str | None) -> None:
    text = lesson_text(block(kind="axis", axes=axes), scene=scene, algorithm="sat")
    if fault is None:
        parse_lesson(text, "01-trial")
        return
    with pytest.raises(LessonError, match=re.escape(f"line {FIRST_LINE + 2}: {fault}")):
        parse_lesson(text, "01-trial")


def test_the_page_must_show_the_view_of_the_answer_and_the_steps() -> None:
    text = lesson_text(block(kind="support", at="1"))
    with pytest.raises(LessonError, match="the page must show the view of A − B"):
        parse_lesson(text.replace("views: both", "views: world"), "01-trial")
    with pytest.raises(LessonError, match="the page must show steps"):
        parse_lesson(re.sub("overlays: .*", "overlays: difference", text), "01-trial")
