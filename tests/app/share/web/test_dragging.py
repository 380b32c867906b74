"""What a page of a lesson lets its reader drag: each place has the engine's answer, and some solve the task."""

from math import sqrt
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.share.web.course import dragging
from gjkscope.app.share.web.course.dragging import Dragging, dragging_of, origin_dragging
from gjkscope.app.share.web.course.figures import PageFigure, page_figure
from gjkscope.app.state.model import Lesson, LessonTask, PredictionTask, View
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import read_lesson
from gjkscope.app.view.words.subscripts import with_subscripts
from gjkscope.engine import Pose, query
from tests.app.share.web.node import answers
from tests.app.share.web.payloads import Page, read_payload


def lesson(number: int) -> Lesson:
    return read_lesson(contents()[number - 1].path)


def drag_of(number: int, page: int) -> Dragging | None:
    """What the task of a page drags; both are numbered from 1."""
    shown = lesson(number).pages[page - 1]
    (task,) = (part for part in shown.parts if isinstance(part, LessonTask))
    return dragging_of(shown.first, task.solution)


@pytest.fixture(autouse=True)
def few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dragging, "MOST_PLACES", 60)


@pytest.fixture
def overlap() -> PageFigure:
    return page_figure(lesson(1), 0)


def test_each_place_has_the_answer_of_the_engine(overlap: PageFigure) -> None:
    page = read_payload(overlap.content.payload)
    drag, (a, b) = page.header["drag"], lesson(1).pages[0].first.document.pair_bodies
    assert (drag["body"], drag["view"]) == ("B", "world")
    offset, seen = np.subtract(b.ball[0], b.pose.position), set()
    for stop in drag["places"]:
        pose = Pose(b.pose.rotation, tuple(np.subtract(stop["grip"], offset).tolist()))
        verdict = query(a.shape, a.pose, b.shape, pose).verdict.value
        assert run_at(page, stop)["answer"]["verdict"] == verdict
        seen.add(verdict)
    assert seen >= {"separated", "penetrating"}


def run_at(page: Page, stop: dict[str, Any]) -> dict[str, Any]:
    """The run at a place, which has one."""
    (run,) = stop.get("runs", page.header["runs"])
    document: dict[str, Any] = run
    return document


def test_the_task_is_done_at_the_places_that_fulfil_it(overlap: PageFigure) -> None:
    page = read_payload(overlap.content.payload)
    verdicts = [run_at(page, stop)["answer"]["verdict"] for stop in page.header["drag"]["places"]]
    task = overlap.guide["tasks"][1]
    assert task["places"] == [number for number, verdict in enumerate(verdicts) if verdict == "penetrating"]
    assert verdicts[page.header["drag"]["start"]] == "separated"
    assert (task["done"], task["film"]) == ([], 1)


def test_the_origin_is_dragged_while_the_difference_stays_in_the_view() -> None:
    figure = page_figure(lesson(5), 0)
    page = read_payload(figure.content.payload)
    drag = page.header["drag"]
    assert (drag["body"], drag["view"]) == ("the origin", "difference")
    assert drag["places"][0]["grip"] == [0, 0, 0]
    targets = [np.add(target_of(page, stop), stop["grip"]) for stop in drag["places"]]
    np.testing.assert_allclose(targets, [targets[0]] * len(targets), atol=1e-4)
    assert len(figure.guide["tasks"][1]["places"]) > 5


def target_of(page: Page, stop: dict[str, Any]) -> Any:
    (pane,) = run_at(page, stop)["steps"][-1]["panes"]
    return page.table("cameras", 9)[pane["camera"]][:3] + np.array(page.look(pane["look"], "dark")["anchor"])


def test_places_in_space_lie_in_a_plane_towards_the_camera() -> None:
    drag = drag_of(8, 6)
    assert drag is not None
    own, *others = map(np.array, drag.positions)
    first = lesson(8).pages[5].first
    _, _, back = map(np.array, first.view.cameras.world.basis)
    ways = np.array(others) - own
    spread = np.linalg.svd(ways, full_matrices=True)
    assert spread.S[2] < 1e-9 * spread.S[0]
    assert abs(spread.Vh[2] @ back) > 1 / sqrt(2)
    end = np.array([0.3, 1.75, -0.2])
    assert np.abs(np.array(others) - end).sum(axis=1).min() < 1e-9


@pytest.mark.parametrize(("number", "page"), [(2, 1), (14, 3), (16, 5), (11, 1)])
def test_other_solutions_drag_no_body(number: int, page: int) -> None:
    assert drag_of(number, page) is None


def test_nothing_is_dragged_in_a_view_that_the_page_hides() -> None:
    shown = lesson(1).pages[0]
    (task,) = (part for part in shown.parts if isinstance(part, LessonTask))
    hidden = replace(shown.first.display, layout=type(shown.first.display.layout)(View.DIFFERENCE.value))
    assert dragging_of(shown.first, task.solution) is not None
    assert dragging_of(replace(shown.first, display=hidden), task.solution) is None


NEIGHBOUR = script_of("drag.js") + "\nconst answer = ([pixels, from, way]) => neighbour(pixels, from, way);"


def test_arrow_keys_lead_to_the_next_place_in_their_direction() -> None:
    grid = [{"x": 10 * (i % 3), "y": 10 * (i // 3)} for i in range(9)] + [{"x": 13, "y": 12}]
    ways = [{"x": 1, "y": 0}, {"x": -1, "y": 0}, {"x": 0, "y": -1}, {"x": 0, "y": 1}]
    assert answers(NEIGHBOUR, [[grid, 4, way] for way in ways]) == [9, 3, 1, 7]
    assert answers(NEIGHBOUR, [[grid, 0, way] for way in ways]) == [1, 0, 0, 3]


def test_questions_are_answered_where_the_origin_is_nearest_to_what_they_ask_for() -> None:
    shown = lesson(5).pages[1]
    figure = page_figure(lesson(5), 1)
    page = read_payload(figure.content.payload)
    asked = {part: guide for part, guide in figure.guide["predictions"].items() if "why" in guide}
    assert len(asked) == 2
    for part, guide in asked.items():
        prediction = shown.parts[part]
        assert isinstance(prediction, PredictionTask)
        goal = {"EDGE_AB": "edge w0 w1", "EDGE_AC": "edge w0 w2"}[prediction.prediction.goal]
        for stop, reason in zip(page.header["drag"]["places"], guide["why"], strict=True):
            labels = labels_at(page, stop, guide["answered"])
            assert (f"nearest: {goal}" in labels) == (reason < 0)
            assert reason < 0 or f"not to {with_subscripts(goal)}" in guide["reasons"][reason]
            assert not any(label.startswith("nearest") for label in labels_at(page, stop, guide["track"]))
        assert 0 < sum(reason < 0 for reason in guide["why"]) < len(guide["why"]) / 2


def labels_at(page: Page, stop: dict[str, Any], track: int) -> set[str]:
    (pane,) = stop.get("runs", page.header["runs"])[track]["steps"][0]["panes"]
    return {label[0] for label in page.look(pane["look"], "dark").get("labels", ())}


def test_places_of_the_origin_fill_space_in_3d() -> None:
    shown = lesson(6).pages[2]
    solutions = [part.solution for part in shown.parts if isinstance(part, PredictionTask)]
    places = origin_dragging(shown.first, solutions)
    assert places.fills_space
    assert np.linalg.matrix_rank(np.subtract(places.positions, places.positions[0]), tol=0.1) == 3


def test_the_origin_can_be_dragged_on_a_page_without_a_task() -> None:
    drag = read_payload(page_figure(lesson(5), 3).content.payload).header["drag"]
    assert (drag["body"], drag["view"]) == ("the origin", "difference")
