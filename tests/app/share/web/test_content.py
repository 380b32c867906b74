"""What a page holds is what the window draws: each look, decoded, is the draw list of the same state."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.share.web.content import page_state, region_rows, scene_content
from gjkscope.app.state.actions import ChooseTheme, GoToStep, HoverAxis, HoverRegion, initial_state, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Layout, State, Theme, View
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.views import drawing_of
from gjkscope.engine import NotApplicable
from gjkscope.engine.options import DEFAULT
from tests.app.share.web.payloads import POINTS, Page, read_payload

SCENES = Path(str(resource("assets", "scenes")))
SAMPLES = ("museum/fcl-293", "sphere-box", "rounded-boxes", "plane/boxes-overlap-2d", "terrain-bumps", "cone-cylinder")
ROUNDED = 4e-6  # of the size: coordinates with 18 bits


def sample(name: str) -> Scene:
    return load(SCENES / f"{name}.json")


@cache
def page_of(name: str) -> Page:
    """The page of a sample, which several tests look at."""
    return read_payload(scene_content(sample(name)).payload)


def in_both_themes(state: State) -> Iterator[tuple[str, State]]:
    for theme in Theme:
        yield theme.value, update(state, ChooseTheme(theme))


def assert_shows(page: Page, number: int, theme: str, drawn: DrawList) -> None:
    """Asserts that a look has the points, colours and surfaces of a draw list."""
    look = page.look(number, theme)
    assert look["anchor"] == list(drawn.anchor)
    for kind, points in POINTS.items():
        batches = getattr(drawn, kind)
        assert len(look.get(kind, ())) == len(batches)
        for stored, batch in zip(look.get(kind, ()), batches, strict=True):
            assert page.header["batches"][stored][0] == batch.layer
            rows = batch.rows[:, : 3 * points].reshape(-1, points, 3)
            assert_near(page.places(stored, kind, look), rows, drawn.anchor)
            np.testing.assert_allclose(page.colors(stored, kind, theme), batch.rows[:, 6:10], rtol=1e-6)
    for stored, skin in zip(look.get("skins", ()), drawn.skins, strict=True):
        assert_near(page.surface(stored, look), skin.positions, drawn.anchor)
        assert (stored[3], stored[4]) == (skin.layer, skin.casts_shadow + 2 * skin.shell)
    for stored, edges in zip(look.get("edges", ()), drawn.edges, strict=True):
        ends = np.stack([edges.lines.starts, edges.lines.ends], axis=1)
        assert_near(page.lines(stored, look), ends, drawn.anchor)
    assert [label[0] for label in look.get("labels", ())] == [label.text for label in drawn.labels]


def assert_near(actual: np.ndarray, expected: np.ndarray, anchor: tuple[float, float, float]) -> None:
    assert actual.shape == expected.shape
    size = np.abs(expected - np.array(anchor)).max(initial=0.0)
    np.testing.assert_allclose(actual, expected, rtol=0, atol=ROUNDED * size + 1e-12 * np.abs(anchor).max())


@pytest.mark.thorough
@pytest.mark.parametrize("name", SAMPLES)
def test_each_step_shows_what_the_window_draws(name: str) -> None:
    scene = sample(name)
    page = page_of(name)
    state = page_state(initial_state(scene), "gjk", DEFAULT)
    steps = page.header["runs"][0]["steps"]
    trace = inspect(state).trace
    assert trace is not None
    assert len(steps) == len(trace.steps)
    for number, step in enumerate(steps):
        for theme, shown in in_both_themes(update(state, GoToStep(number))):
            for pane in step["panes"]:
                assert_shows(page, pane["look"], theme, drawing_of(shown, View(pane["view"])))


def test_a_region_and_an_axis_are_shown_as_under_the_pointer() -> None:
    scene = sample("museum/fcl-293")
    page = page_of("museum/fcl-293")
    state, run = page_state(initial_state(scene), "gjk", DEFAULT), page.header["runs"][0]
    compared = 0
    for number, step in enumerate(run["steps"]):
        shown = update(state, GoToStep(number))
        tests = {test.name: test for test in region_rows(inspect(state).trace.steps[number])}
        for region in step.get("regions", ()):
            pointed = update(shown, HoverRegion(int(tests[region["name"]].region)))
            assert region["reason"] == tests[region["name"]].reason
            assert_shows(page, region["look"], "dark", drawing_of(pointed, View.DIFFERENCE))
            compared += 1
    assert compared > 10
    rows = [row for row in run["axes"]["rows"] if "looks" in row]
    assert len(rows) > 3
    for row in rows:
        pointed = update(state, HoverAxis(row["number"]))
        for look, view in zip(row["looks"], Layout.BOTH.views, strict=True):
            assert_shows(page, look, "dark", drawing_of(pointed, view))


def test_themes_share_a_look_unless_more_than_colours_differ() -> None:
    shared = total = 0
    for name in SAMPLES:
        looks = page_of(name).header["looks"]
        shared += sum("themes" not in look for look in looks)
        total += len(looks)
    assert shared / total > 0.9


def test_a_distant_scene_keeps_its_precision() -> None:
    text = (SCENES / "sphere-box.json").read_text()
    scene = load(SCENES / "sphere-box.json")
    assert text
    moved = scene_content(shift(scene, (1e6, -2e6, 5e5)))
    page = read_payload(moved.payload)
    state = page_state(initial_state(shift(scene, (1e6, -2e6, 5e5))), "gjk", DEFAULT)
    for pane in page.header["runs"][0]["steps"][-1]["panes"]:
        assert_shows(page, pane["look"], "dark", drawing_of(state, View(pane["view"])))


def shift(scene: Scene, way: tuple[float, float, float]) -> Scene:
    from gjkscope.app.base.records import replace
    from gjkscope.app.scenes.scene import Transform

    def move(body):
        rows = np.eye(4)
        rows[:3, :3], rows[:3, 3] = body.pose.rotation, np.add(body.pose.position, way)
        return replace(body, placement=Transform(tuple(map(tuple, rows.tolist()))))

    return replace(scene, bodies=tuple(map(move, scene.bodies)))


def test_a_range_of_steps_keeps_their_numbers() -> None:
    run = read_payload(scene_content(sample("museum/fcl-293"), steps=(2, 4)).payload).header["runs"][0]
    assert (run["first"], len(run["steps"]), run["last"]) == (2, 3, 6)
    assert len(run["bounds"]["lower"]) == 3


def test_unusable_requests_say_why() -> None:
    with pytest.raises(ValueError, match="must be a range within 0:6, got 9:12"):
        scene_content(sample("museum/fcl-293"), steps=(9, 12))
    with pytest.raises(NotApplicable, match="sphere"):
        scene_content(sample("sphere-box"), ["sat"])


@pytest.mark.thorough
def test_shipped_pairs_are_small() -> None:
    """Two of the largest ones; all are measured by `make page-sizes`."""
    for name in ("museum/mujoco-EllipsoidEllipsoidSlowConvergence", "broad-phase-field"):
        assert len(scene_content(sample(name)).payload) < 270_000
