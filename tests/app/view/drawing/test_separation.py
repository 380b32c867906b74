"""The plane drawn between A and B lies between them, and only where a step has found one."""

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, PlaceBody, SetVisible, initial_state, update
from gjkscope.app.state.inspection.traces import last_step
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.marks.registry import shown_step
from gjkscope.app.view.drawing.separation import plane_between
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import add, dot, neg, sub


def at_step(scene: str, algorithm: str, step: int) -> State:
    state = initial_state(read_scene(resource("assets", "scenes", f"{scene}.json")))
    return update(update(state, ChooseAlgorithm(algorithm)), GoToStep(step))


@pytest.mark.parametrize("algorithm", ["sat", "aabb"])
@pytest.mark.parametrize("scene", ["boxes-vertex-face", "boxes-edge-edge"])
def test_the_plane_is_between_the_bodies(scene: str, algorithm: str) -> None:
    count = 0
    state = at_step(scene, algorithm, 0)
    for step in range(last_step(state) + 1):
        state = at_step(scene, algorithm, step)
        a, b = state.document.pair_bodies
        plane = plane_between(shown_step(state), (a, b))
        shown = "separating plane" in [label.text for label in world_drawing(state).labels]
        assert shown == (plane is not None)
        if plane is None:
            continue
        count += 1
        through, normal = plane
        nearest_a, nearest_b = (
            support(convex(body.shape, body.pose), way)[0] for body, way in ((a, normal), (b, neg(normal)))
        )
        assert dot(normal, sub(nearest_a, through)) < 0 < dot(normal, sub(nearest_b, through))
    assert count > 0 or algorithm == "aabb"  # boxes of boxes that are turned may overlap


def test_in_2d_it_is_a_line_that_touches_both_when_they_touch() -> None:
    state = at_step("plane/triangles-apart", "sat", 0)
    state = update(state, GoToStep(last_step(state)))
    for gap in (0.594225082166566, 0.1, 1e-6):
        body = state.document.scene.body("B")
        way = tuple((gap - 0.594225082166566) * x for x in (0.9284766908852594, 0.3713906763541038, 0.0))
        moved = update(state, PlaceBody("B", body.placement.moved(add(body.pose.position, way))))
        a, b = moved.document.pair_bodies
        plane = plane_between(shown_step(moved), (a, b))
        assert plane is not None
        through, normal = plane
        near_a, near_b = (
            support(convex(body.shape, body.pose), way)[0] for body, way in ((a, normal), (b, neg(normal)))
        )
        assert dot(normal, sub(near_b, near_a)) == pytest.approx(gap, abs=1e-9)
        assert dot(normal, sub(through, near_a)) == pytest.approx(gap / 2, abs=1e-9)


def test_it_can_be_hidden_and_overlapping_bodies_have_none() -> None:
    hidden = update(at_step("boxes-vertex-face", "sat", 1), SetVisible("separating_plane", False))
    overlapping = at_step("boxes-overlap", "sat", 2)
    for state in (hidden, overlapping):
        assert "separating plane" not in [label.text for label in world_drawing(state).labels]
