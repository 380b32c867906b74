"""A scene a million million times as large or small, or far away, looks as it does at its usual size and place."""

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.actions import ChooseAlgorithm, SetVisible, initial_state, update
from gjkscope.app.state.model import View
from gjkscope.engine.shapes.kinds import Box
from gjkscope.engine.vectors import Vec3, add, scale

SCENE = read_scene(resource("assets", "scenes", "boxes-overlap.json"))
SIZE, VIEWS = (640, 320), (View.WORLD, View.DIFFERENCE)
SEEN = 24  # a visible difference of brightness, of 255


def change(metre: float, by: Vec3) -> Scene:
    def body(original: Body) -> Body:
        assert isinstance(original.shape, Box)
        assert isinstance(original.placement, PositionOrientation)
        placement = original.placement.moved(add(scale(original.placement.position, metre), by))
        return replace(original, shape=Box(scale(original.shape.half_extents, metre)), placement=placement)

    return replace(SCENE, bodies=tuple(map(body, SCENE.bodies)), expected=())


@pytest.mark.parametrize("algorithm", ["gjk", "epa"])
def test_only_the_text_shows_the_scale(algorithm: str) -> None:
    with FigureRenderer(SIZE) as figure:

        def picture(metre: float = 1.0, by: Vec3 = (0.0, 0.0, 0.0)) -> np.ndarray:
            state = update(initial_state(change(metre, by)), ChooseAlgorithm(algorithm))
            for name in ("labels", "grid", "origin_floor"):
                state = update(state, SetVisible(name, False))
            return figure.render(state, VIEWS, words=False).astype(int)

        usual = picture()
        assert usual.std() > 10, "there is something to see"
        for other in (picture(1e12), picture(1e-12), picture(by=(1e6, -1e6, 1e6)), picture(by=(1e9, 0.0, 0.0))):
            seen = (np.abs(other - usual).max(axis=2) > SEEN).mean()
            assert seen < 0.002, f"{seen:.2%} of the pixels differ"
