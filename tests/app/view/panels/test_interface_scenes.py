"""Any scene is visible in a window of any size, and an idle window draws nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.app.interface import Bench, Rect, background_like, scene_path, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state import actions
from gjkscope.app.state.inspection.traces import last_step
from gjkscope.app.state.model import Layout, State, View
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.panels.toolkit import overlay
from gjkscope.app.view.panels.toolkit.labels import LabelBox as LabelBox
from gjkscope.app.view.panels.toolkit.labels import LabelRequest, place_labels
from gjkscope.app.view.renderer.geometry import Geometry
from gjkscope.app.view.renderer.passes import Passes
from gjkscope.app.window.detail import LEVELS, SLOW_FRAMES
from gjkscope.engine import Box, Hull
from gjkscope.engine.vectors import ZERO
from tests.thorough import THOROUGH

START_SCENES = sorted(path.stem for path in Path(scene_path("sphere-box")).parent.glob("*.json"))
# Every kind of shape that occurs in the museum.
MUSEUM = """
    bepu-101 bullet-596 coal-144 coal-tri-2 distance3d-72 drake-convex8 fcl-293 fcl-319b fcl-503
    hb-article-cycle-1 jolt-2103 jolt-near-colinear-tri libccd-55 meshes-jl-809 mjwarp-test_cylinder_box
    mujoco-EllipsoidEllipsoid opengjk-52
""".split()
SIZES = [(640, 480), (1440, 900), (2560, 1440)]


def share_in_the_middle(bench: Bench, view: View) -> float:
    """The fraction of non-background pixels around the middle of a view."""
    rect = bench.picture(view)
    low, high = rect.at(0.3, 0.3), rect.at(0.7, 0.7)
    return float((~background_like(bench.screenshot(Rect(*low, *high)))).mean())


class TestScenes:
    @pytest.mark.thorough
    @pytest.mark.parametrize("name", [*START_SCENES, *(f"museum/{name}" for name in MUSEUM)][:: 1 if THOROUGH else 3])
    def test_every_part_of_its_run_is_visible(self, bench: Bench, name: str) -> None:
        state = bench.open(start_state(name))
        assert share_in_the_middle(bench, View.WORLD) > 0.02
        assert share_in_the_middle(bench, View.DIFFERENCE) > 0.02
        for step in (0, last_step(state) // 2):
            bench.perform(actions.GoToStep(step), frames=1)
            assert f"Step {step} of {last_step(state)}" in bench.words
        bench.perform(actions.ChooseAlgorithm("sat"), frames=1)

    def test_there_are_start_scenes(self) -> None:
        assert len(START_SCENES) == 17

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("size", "position"), [(1e-6, 0.0), (1.0, 0.0), (1e6, 0.0), (1e-2, 1e6), (1.0, 1e6), (1e6, 1e6)]
    )
    def test_extreme_scenes_are_visible_and_can_be_orbited(self, bench: Bench, size: float, position: float) -> None:
        state = bench.open(extreme(size, position))
        for view in Layout.BOTH.views:
            assert share_in_the_middle(bench, view) > 0.1
        rect = bench.picture()
        bench.person.drag(rect.at(0.05, 0.95), rect.at(0.25, 0.85), steps=2)
        assert bench.state.view.cameras.world.yaw != state.view.cameras.world.yaw
        for view in Layout.BOTH.views:
            assert share_in_the_middle(bench, view) > 0.1


class TestSizes:
    @pytest.mark.thorough
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("scale", [1.0, 2.0])
    def test_labels_stay_inside_their_views(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: float
    ) -> None:
        placed: list[tuple[LabelBox, LabelBox]] = []

        def heard(wishes: tuple, bounds: LabelBox, *rest: Any) -> list[LabelBox]:  # type: ignore[type-arg]
            boxes = place_labels(wishes, bounds, *rest)
            placed.extend((box, bounds) for box in boxes if box)
            return boxes

        monkeypatch.setattr(overlay, "_placed", heard)
        bench.set_scale(scale)
        bench.person.resize(*size)
        placed.clear()
        bench.show(start_state("boxes-overlap"))
        rects = [bench.picture(view) for view in Layout.BOTH.views]
        assert sum(box.inside(bounds) for box, bounds in placed) > 8
        for box, bounds in placed:
            fits = box.right - box.left <= bounds.right - bounds.left  # not so at 200 % in the smallest window
            assert box.inside(bounds) or not fits
            assert any(rect.holds(Rect(*bounds)) for rect in rects)

    def test_labels_stay_beside_a_dragged_body_and_are_placed_again_on_release(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        heard: list[LabelRequest] = []

        def heeded(wishes: tuple[LabelRequest, ...], *rest: Any) -> list[LabelBox | None]:
            heard.extend(wishes)
            return place_labels(wishes, *rest)

        for name in ("_placed", "place_labels"):  # at rest, and while something moves
            monkeypatch.setattr(overlay, name, heeded)
        bench.show(start_state("boxes-overlap"))
        bench.perform(actions.BeginDrag("A", ZERO), actions.DragTo((0.01, 0.0, 0.0)), frames=2)
        heard.clear()
        bench.perform(actions.DragTo((0.02, 0.0, 0.0)), frames=1)
        assert not heard
        bench.main.session.perform([actions.DragTo((0.03, 0.0, 0.0))])
        bench.person.run_frames(1, overlay.LOOK_AGAIN)
        assert len(heard) > 8
        assert all(wish.kept is not None for wish in heard)
        heard.clear()
        bench.perform(actions.EndGesture(), frames=1)
        assert len(heard) > 8
        assert all(wish.kept is None for wish in heard)

    @pytest.mark.thorough
    @pytest.mark.parametrize("size", [*SIZES, (1440, 900)])
    def test_both_views_have_the_same_size_and_nothing_is_outside_the_window(
        self, bench: Bench, size: tuple[int, int]
    ) -> None:
        bench.person.resize(*size, frames=2)
        world, difference = (bench.picture(view) for view in Layout.BOTH.views)
        assert world.size == pytest.approx(difference.size, abs=4)
        assert world.size[0] > 0.25 * size[0]
        for title in ("Scene", "World", "Timeline", "SAT axes", "Step"):
            assert Rect(0, 0, *size).holds(bench.panel(title)), title
        assert bench.screenshot().shape[:2] == (size[1], size[0])

    @pytest.mark.parametrize("size", [(1, 1), (60, 900), (900, 40)])
    def test_a_window_too_small_for_anything_does_not_fail(self, bench: Bench, size: tuple[int, int]) -> None:
        bench.person.resize(*size)
        bench.person.keys("F", "COMMA")
        bench.person.resize(900, 600)
        bench.person.key("F")
        assert share_in_the_middle(bench, View.WORLD) > 0.1


class TestIdle:
    def test_nothing_is_drawn_while_idle(self, bench: Bench) -> None:
        bench.sleep_until_idle()
        drawn = bench.main.loop.frames
        bench.now += 3600
        assert bench.main.loop.idle() is None
        assert bench.main.loop.frames == drawn

    def test_playback_wakes_the_loop_until_it_ends(self, bench: Bench) -> None:
        bench.sleep_until_idle()
        bench.main.session.perform([actions.SetRate(4.0), actions.TogglePlay()])
        bench.main.loop.request_redraw()
        began = bench.now
        bench.sleep_until_idle()
        assert not bench.state.run.playback.playing
        assert bench.now - began > last_step(bench.state) / 4

    def test_unchanged_geometry_is_neither_rebuilt_nor_uploaded_again(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[object] = []
        monkeypatch.setattr(Geometry, "fill", noting(sent))
        drawings = world_drawing(bench.state), difference_drawing(bench.state)
        bench.person.run_frames(3)
        bench.person.move(*bench.panel("Step").middle)
        bench.person.scroll(*bench.picture().at(0.03, 0.5), up=1)  # another camera, the same geometry
        assert not sent
        assert world_drawing(bench.state) is drawings[0]
        assert difference_drawing(bench.state) is drawings[1]
        bench.person.key("COMMA")
        assert len(sent) == 2

    def test_views_are_coarser_while_moving_in_slow_frames_and_full_at_rest(self, bench: Bench) -> None:
        def pixels() -> int:
            return sum(view.size[0] * view.size[1] for view in bench.main._renderer._views.values())

        bench.person.run_frames()
        full = pixels()
        for _ in range(len(LEVELS) * SLOW_FRAMES):
            bench.main.session.perform([actions.Orbit(5.0, 0.0)])
            bench.person.run_frames(dt=0.1)
        assert pixels() < 0.6 * full
        bench.person.run_frames(3, dt=0.1)
        assert pixels() == full

    def test_the_difference_is_not_rebuilt_when_only_the_selection_changes(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[object] = []
        monkeypatch.setattr(Geometry, "fill", noting(sent))
        difference = difference_drawing(bench.state)
        bench.press("B##row")
        assert difference_drawing(bench.state) is difference
        assert len(sent) == 1


def extreme(size: float, position: float) -> State:
    """A box and a hull of that size near (place, place, place), in a view with the usual aspect ratio."""
    corners = ((1.0, 0, 0), (-1.0, 0, 0), (0, 1.0, 0), (0, -1.0, 0), (0, 0, 1.0), (0, 0, -1.0))
    hull = Hull(tuple((x * size, y * size, z * size) for x, y, z in corners))
    a = Body("A", Box((size, size, size)), PositionOrientation((position, position, position)))
    b = Body("B", hull, PositionOrientation((position + 2.5 * size, position, position)))
    return actions.update(actions.initial_state(Scene("extreme", (a, b))), actions.FrameAll(0.8))


def noting(sent: list[object]) -> Callable[[Geometry, Passes, DrawList], None]:
    """`Geometry.fill`, which also records each list."""
    fill = Geometry.fill

    def noted(self: Geometry, passes: Passes, draw_list: DrawList) -> None:
        sent.append(draw_list)
        fill(self, passes, draw_list)

    return noted
