"""Contact points: what the methods refuse."""

import pytest

from gjkscope.app.ask.runs.choices import MANIFOLD_METHODS
from gjkscope.app.ask.runs.contacts import refusal_of
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene


@pytest.mark.parametrize("name", MANIFOLD_METHODS)
def test_contact_points_of_2d_shapes_are_refused(name: str) -> None:
    """They would be judged by 3D points, with an exception in the window."""
    a, b = read_scene(resource("assets", "scenes", "plane", "boxes-overlap-2d.json")).bodies[:2]
    assert refusal_of(MANIFOLD_METHODS[name], a, b) == "it supports 3D shapes, not box and box"


def test_contact_points_of_3d_boxes_are_found_by_all_methods() -> None:
    a, b = read_scene(resource("assets", "scenes", "boxes-vertex-face.json")).bodies[:2]
    assert [refusal_of(method, a, b) for method in MANIFOLD_METHODS.values()] == [None] * len(MANIFOLD_METHODS)
