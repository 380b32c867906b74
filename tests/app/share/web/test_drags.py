"""A body that the reader drags: at each recorded place, the page has what the engine answers and the window draws."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.share.web import drags
from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.share.web.content import page_state, scene_content
from gjkscope.app.share.web.drags import drag_content
from gjkscope.app.state.actions import PlaceBody, initial_state, update
from gjkscope.app.state.model import View
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.engine import Pose, query
from gjkscope.engine.options import DEFAULT
from tests.app.share.web.node import answers
from tests.app.share.web.payloads import Page, read_payload
from tests.app.share.web.test_content import assert_shows

SCENES = Path(str(resource("assets", "scenes")))
BOXES, IN_PLANE = (load(SCENES / name) for name in ("boxes-edge-edge.json", "plane/boxes-overlap-2d.json"))


def drag(scene: Scene, *words: Any, **options: Any) -> Page:
    return read_payload(drag_content(scene, ["gjk"], *words, **options).payload)


@pytest.fixture(scope="module")
def page() -> Page:
    return drag(BOXES, "B")


def run_at(page: Page, number: int) -> dict[str, Any]:
    """The first run at a place."""
    header = page.header
    run: dict[str, Any] = header["drag"]["places"][number].get("runs", header["runs"])[0]
    return run


@pytest.fixture
def few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that are about something else."""
    monkeypatch.setattr(drags, "PLANS", ((5, 400),))


@pytest.mark.thorough
@pytest.mark.parametrize("scene", [BOXES, IN_PLANE], ids=["3D", "2D"])
def test_each_place_has_the_answer_of_the_engine(scene: Scene, page: Page) -> None:
    dragged_page, (a, b) = page if scene is BOXES else drag(scene, "B"), scene.bodies
    places = dragged_page.header["drag"]["places"]
    assert len(places) == 25
    offset = np.subtract(b.ball[0], b.pose.position)
    for number, stop in enumerate(places):
        pose = Pose(b.pose.rotation, tuple(np.subtract(stop["grip"], offset).tolist()))
        answer, expected = run_at(dragged_page, number)["answer"], query(a.shape, a.pose, b.shape, pose)
        assert answer["verdict"] == expected.verdict.value
        distance = float(answer["distance"].removesuffix("\xa0m").replace("−", "-"))
        assert distance == pytest.approx(expected.signed_distance, rel=1e-4, abs=1e-9)


def test_the_line_leads_from_overlap_to_a_gap_through_the_own_place(page: Page) -> None:
    drag = page.header["drag"]
    verdicts = [run_at(page, number)["answer"]["verdict"] for number in range(len(drag["places"]))]
    assert (verdicts[0], verdicts[-1]) == ("penetrating", "separated")
    assert verdicts.count("touching") == 1
    own = drag["places"][drag["start"]]
    assert "runs" not in own
    assert own["grip"] == list(BOXES.body("B").ball[0])
    assert [number for number, stop in enumerate(drag["places"]) if "runs" not in stop] == [drag["start"]]


@pytest.mark.usefixtures("few_places")
def test_dragging_a_moves_it_the_other_way(page: Page) -> None:
    ends = [[np.array(stop["grip"]) for stop in each.header["drag"]["places"]] for each in (page, drag(BOXES, "A"))]
    ways = [places[-1] - places[0] for places in ends]
    np.testing.assert_allclose(ways[0], -ways[1], atol=1e-9)


def test_a_place_shows_what_the_window_draws_there(page: Page) -> None:
    base, b = page_state(initial_state(BOXES), "gjk", DEFAULT), BOXES.body("B")
    for number in (0, 12, 24):
        grip = page.header["drag"]["places"][number]["grip"]
        state = update(base, PlaceBody("B", b.placement.moved(tuple(grip))))
        for pane in run_at(page, number)["steps"][-1]["panes"]:
            assert_shows(page, pane["look"], "dark", drawing_of(state, View(pane["view"])))


def test_the_cameras_stay(page: Page) -> None:
    cameras = page.table("cameras", 9)
    for view in range(2):
        targets = []
        for number in range(25):
            pane = run_at(page, number)["steps"][-1]["panes"][view]
            row = cameras[pane["camera"]]
            targets.append([*np.add(row[:3], page.look(pane["look"], "dark")["anchor"]), *row[3:]])
        np.testing.assert_allclose(targets, [targets[0]] * 25, rtol=1e-5, atol=1e-6)


def test_the_own_place_has_what_a_page_without_dragging_has(page: Page) -> None:
    (run,), (plain,) = page.header["runs"], read_payload(scene_content(BOXES).payload).header["runs"]
    assert run["answer"] == plain["answer"]
    for first, second in zip(run["steps"], plain["steps"], strict=True):
        assert (first["sentence"], first["numbers"]) == (second["sentence"], second["numbers"])
    assert all("look" in region for step in run["steps"] for region in step.get("regions", ()))
    elsewhere = run_at(page, 24)
    assert elsewhere["axes"]["count"] == 15
    assert not any("looks" in row for row in elsewhere["axes"]["rows"])


@pytest.mark.usefixtures("few_places")
def test_a_body_can_be_dragged_to_a_point() -> None:
    places = drag(BOXES, "B", (1, 0.5, -2)).header["drag"]["places"]
    assert places[0]["words"] == "B at (0.15, 2.3, −0.1) m"
    assert places[-1]["words"] == "B at (1, 0.5, −2) m"
    in_plane = drag(IN_PLANE, "A", (-3, 1)).header["drag"]
    assert in_plane["places"][-1]["words"] == "A at (−3, 1, 0) m"


def test_pages_that_would_be_large_have_fewer_steps_then_fewer_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drags, "LARGEST", 30_000)
    monkeypatch.setattr(drags, "PLANS", ((7, 400), (7, 3), (5, 3)))
    small = drag(BOXES, "B")
    assert len(small.header["drag"]["places"]) == 5
    last = run_at(small, 4)
    assert len(last["steps"]) == 3
    assert last["first"] + len(last["steps"]) == last["last"] + 1
    whole = run_at(small, small.header["drag"]["start"])
    assert len(whole["steps"]) == whole["last"] + 1


@pytest.mark.parametrize(
    ("scene", "words", "message"),
    [
        (BOXES, ("C",), "drag: must be A or B, the bodies of the pair, got 'C'"),
        (BOXES, ("B", (1, 2)), "to: must be 3 numbers"),
        (IN_PLANE, ("B", (1, 2, 3)), "to: must be 2 numbers"),
        (BOXES, ("B", (0.15, 2.3, -0.1)), "to: must be another place than that of B"),
    ],
)
def test_unusable_drags_say_why(scene: Scene, words: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        drag(scene, *words)


PLAYER = (
    script_of("player.js", "drag.js")
    + """
const run = (first, count) => ({ first, steps: Array(count).fill({}) });
const answer = ({ place, position, to }) => {
  const places = [{ runs: [run(0, 5)] }, {}, { runs: [run(6, 3)] }];
  const player = Object.assign(Object.create(Player.prototype), {
    drag: { places }, runs: [run(0, 9)], films: [], listeners: new Set(), track: 0, place, position });
  player.dragTo(to);
  return [player.place, player.stepNumber];
};
"""
)


def test_dragging_stays_at_the_step_or_at_the_last_one() -> None:
    questions = [
        {"place": 1, "position": 8, "to": 0},  # the last step stays the last
        {"place": 1, "position": 2, "to": 0},
        {"place": 1, "position": 7, "to": 2},
        {"place": 1, "position": 2, "to": 2},  # step 2 was not recorded there
        {"place": 2, "position": 1, "to": 1},
        {"place": 1, "position": 7, "to": 0},
    ]
    assert answers(PLAYER, questions) == [[0, 4], [0, 2], [2, 7], [2, 6], [1, 7], [0, 4]]
