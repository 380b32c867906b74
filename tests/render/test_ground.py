"""The ground shadow: soft, below bodies that rest or float above the ground, and only if the ground is shown."""

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import initial_state
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.renderer import LIGHT, Renderer
from gjkscope.app.view.renderer.ground import Ground
from gjkscope.engine import Box, Cone, Pose
from tests.render.draw_lists import RED, box, draw, point

SIZE = (200, 200)
FROM_ABOVE = OrbitCamera(target=(0.0, 0.0, 0.0), distance=8.0, yaw=0.0, pitch=1.5)
# No gradient and no grid lines: any difference from this is shadow.
BLANK = replace(LIGHT, top=(0.8, 0.8, 0.8), bottom=(0.8, 0.8, 0.8), ink=(0.8, 0.8, 0.8))


def casting(height: float) -> DrawList:
    cube = box(0.5, (0.0, height, 0.0), RED)
    return DrawList(skins=(replace(cube, casts_shadow=True),))


def darkness(renderer: Renderer, draw_list: DrawList, ground: float | None = 0.0) -> npt.NDArray[np.float64]:
    """Shadow per pixel, relative to the ground's brightness; 0 where there is no shadow, or a body, which has a hue."""
    picture = draw(renderer, draw_list, FROM_ABOVE, SIZE, background=BLANK, grid_height=ground).read()[:, :, :3]
    grey = np.ptp(picture.astype(int), axis=2) < 12
    return np.where(grey, 1 - picture.mean(axis=2) / 204, 0.0)


def test_it_is_darkest_beside_the_body_and_fades_out(renderer: Renderer) -> None:
    row = darkness(renderer, casting(0.5))[92]
    beside, further, far = row[121], row[124], row[170]
    assert beside > 0.03
    assert beside > further > far - 0.01
    assert far < 0.01


def test_a_floating_body_casts_a_wider_shadow(renderer: Renderer) -> None:
    resting, floating = (darkness(renderer, casting(height))[92, 127] for height in (0.5, 1.6))
    assert floating > max(2 * resting, 0.01)


def test_without_ground_there_is_no_shadow(renderer: Renderer) -> None:
    assert darkness(renderer, casting(0.5), None).max() < 0.02


def test_only_bodies_cast_a_shadow(renderer: Renderer) -> None:
    (cube,) = casting(0.5).skins
    assert darkness(renderer, DrawList(skins=(replace(cube, casts_shadow=False),)))[:, 124:].max() < 0.02


def test_it_follows_the_draw_list(renderer: Renderer) -> None:
    first = darkness(renderer, casting(0.5))
    (cube,) = casting(0.5).skins
    moved = replace(cube, pose=Pose(position=(0.8, 0.5, 0.0)))
    second = darkness(renderer, DrawList(skins=(moved,)))
    assert np.abs(first - second).max() > 0.1


def test_it_is_invisible_from_below(renderer: Renderer) -> None:
    below = replace(FROM_ABOVE, pitch=-1.5)
    with_it, without = (
        draw(renderer, draw_list, below, SIZE, background=BLANK, grid_height=0.0).read()
        for draw_list in (casting(0.5), DrawList(skins=(replace(casting(0.5).skins[0], casts_shadow=False),)))
    )
    assert np.array_equal(with_it, without)


def test_a_floor_at_ground_height_is_in_front_of_the_ground(renderer: Renderer) -> None:
    """Neither its own shadow nor the grid shows through, from near or far: the whole floor has one colour."""
    floor = box(1.0, (0.0, -1.0, 0.0), RED)  # its upper side coincides with the ground
    for pitch in (0.3, 1.5):
        camera = replace(FROM_ABOVE, pitch=pitch)
        draw_list = DrawList(skins=(replace(floor, casts_shadow=True),))
        picture = (
            draw(renderer, draw_list, camera, SIZE, background=BLANK, grid_height=0.0).read()[:, :, :3].astype(int)
        )
        without = draw(renderer, draw_list, camera, SIZE, background=BLANK).read()[:, :, :3].astype(int)
        is_top = np.abs(without - without[100, 100]).max(axis=2) < 3
        assert is_top.sum() > 500
        assert np.abs(picture - without)[is_top].max() < 12


def test_it_is_recomputed_only_when_a_body_moves(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    blur = Ground._blur
    monkeypatch.setattr(Ground, "_blur", lambda self, passes: made.append(self) or blur(self, passes))
    marks = (point((0.0, 1.0, 0.0), RED, 9.0),)
    (cube,) = casting(0.7).skins
    for skin, points in ((cube, ()), (cube, marks), (replace(cube, pose=Pose(position=(0.0, 0.8, 0.0))), marks)):
        draw(renderer, DrawList(skins=(skin,), points=points), FROM_ABOVE, SIZE, grid_height=0.0)
    assert len(made) == 2


def test_a_faint_shadow_is_finite(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half floats lose the width of faint shadows: dividing by it made black stripes."""
    pictures = []
    blur = Ground._blur
    monkeypatch.setattr(
        Ground, "_blur", lambda ground, *to: (blur(ground, *to), pictures.append(ground._pictures[0]))[0]
    )
    bodies = Body("A", Box((1, 1, 1))), Body("B", Cone(1, 1), PositionOrientation((1.5, 0.2, 0.0)))
    darkness(renderer, world_drawing(initial_state(Scene("box and cone", bodies))), -1.0)
    (picture,) = pictures
    assert np.isfinite(np.frombuffer(picture.read(), np.float16)).all()
