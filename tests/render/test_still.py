"""A large surface that stays still is drawn once, and the picture is the same to the last byte."""

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.view.drawing.drawlist import DrawList, Edges, Layer, Skin, Surface
from gjkscope.app.view.renderer import Renderer
from gjkscope.app.view.renderer.geometry import LARGE, LARGE_SURFACE, Geometry
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from tests.render.draw_lists import BLUE, GREEN, RED, WHITE, box, draw, fade, line, square

SIZE = (400, 300)
ASKEW = OrbitCamera(distance=6.0, yaw=0.6, pitch=0.4)
BELOW = replace(ASKEW, pitch=-0.5)
SIDES = 80  # of the ball, along a meridian and half around


def ball() -> Surface:
    """A ball of more than `LARGE` triangles."""
    polar, around = np.meshgrid(np.linspace(0, np.pi, SIDES), np.linspace(0, 2 * np.pi, 2 * SIDES), indexing="ij")
    places = np.stack([np.sin(polar) * np.cos(around), np.cos(polar), np.sin(polar) * np.sin(around)], axis=2)
    a, b, c, d = places[:-1, :-1], places[:-1, 1:], places[1:, 1:], places[1:, :-1]
    corners = np.concatenate([np.stack(side, axis=2).reshape(-1, 3, 3) for side in ((a, b, c), (a, c, d))])
    assert len(corners) >= LARGE
    return Surface(corners, corners, corners[:40, :2])


BALL = ball()


def scene(at: float, **ball: object) -> DrawList:
    """The ball, with lines on it and one through it, and a box at `at`, which it hides in part, and which hides it."""
    skin = Skin(BALL, Pose(), fade(GREEN, 1.0), casts_shadow=True)
    lines = Edges(BALL.edges, Pose(), WHITE, 1.2)
    moving = replace(box(0.4, (at, 0.3, 0.8), RED), casts_shadow=True)
    turned = Skin(moving.surface, Pose(rotation_from_quaternion((0.1, 0.5, -0.3, 0.8)), (0.9, at, -0.5)), BLUE)
    return DrawList(
        skins=(replace(skin, **ball), moving, turned),
        edges=(lines,),
        lines=(line((-2, 0, at), (2, 0.4, 0), WHITE, 3.0),),
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The variants in which a large surface is drawn, in turn."""
    variants: list[str] = []
    draws = Geometry.draw

    def note(self: Geometry, passes: object, layer: Layer, kind: str, variant: str) -> None:
        if kind == LARGE_SURFACE and self.large:
            variants.append(variant)
        draws(self, passes, layer, kind, variant)

    monkeypatch.setattr(Geometry, "draw", note)
    return variants


@pytest.mark.thorough
@pytest.mark.parametrize("smooth", [True, False])
@pytest.mark.parametrize("camera", [ASKEW, BELOW])
def test_a_copied_surface_gives_the_same_bytes(renderer: Renderer, smooth: bool, camera: OrbitCamera) -> None:
    manner = {"grid_height": -1.2, "smooth": smooth}
    for at in (-1.2, -0.6, 0.0, 0.7):
        kept = draw(renderer, scene(at), camera, SIZE, **manner).read()
        fresh = draw(renderer, scene(at), camera, SIZE, view="fresh", **manner).read()
        renderer.forget("fresh")
        np.testing.assert_array_equal(kept, fresh)
    assert len(np.unique(fresh.reshape(-1, 4), axis=0)) > 500


def test_a_large_surface_is_drawn_once_while_others_move(renderer: Renderer, drawn: list[str]) -> None:
    for step in range(6):
        draw(renderer, scene(0.1 * step), ASKEW, SIZE)
    assert drawn == ["COLOR", "COLOR"]  # directly, and the second time into the copy


def test_translucent_surfaces_and_marks_are_drawn_over_the_copy(renderer: Renderer, drawn: list[str]) -> None:
    for at in (0.0, 0.2, 0.4):
        veiled = replace(scene(at), triangles=(square(1.1, fade(BLUE, 0.4), 0.8, Layer.TRANSLUCENT),))
        kept = draw(renderer, veiled, ASKEW, SIZE).read()
    assert drawn == ["COLOR", "COLOR"]
    np.testing.assert_array_equal(draw(renderer, veiled, ASKEW, SIZE, view="fresh").read(), kept)
    renderer.forget("fresh")


@pytest.mark.parametrize("change", ["camera", "size", "scale", "pose", "color"])
def test_it_is_drawn_again_when_it_looks_different(renderer: Renderer, drawn: list[str], change: str) -> None:
    for at in (0.0, 0.1, 0.2):
        draw(renderer, scene(at), ASKEW, SIZE)
    drawn.clear()
    skin = {"pose": Pose(position=(0.2, 0.0, 0.0))} if change == "pose" else {}
    skin |= {"color": BLUE} if change == "color" else {}
    camera = replace(ASKEW, yaw=0.7) if change == "camera" else ASKEW
    size, scale = (300, 200) if change == "size" else SIZE, 2.0 if change == "scale" else 1.0
    again = draw(renderer, scene(0.3, **skin), camera, size, scale=scale).read()
    assert drawn == ["COLOR"]
    fresh = draw(renderer, scene(0.3, **skin), camera, size, scale=scale, view="fresh").read()
    renderer.forget("fresh")
    np.testing.assert_array_equal(again, fresh)


def test_what_is_seen_through_or_small_is_not_copied(renderer: Renderer, drawn: list[str]) -> None:
    few = Surface(BALL.positions[: LARGE - 1], BALL.normals[: LARGE - 1], BALL.edges)
    for change in ({"layer": Layer.TRANSLUCENT}, {"color": fade(GREEN, 0.5)}, {"surface": few}):
        for at in (0.0, 0.1, 0.2):
            draw(renderer, scene(at, **change), ASKEW, SIZE)
    assert drawn == []


def test_only_large_surfaces_that_cast_a_shadow_are_drawn_from_above(renderer: Renderer, drawn: list[str]) -> None:
    for casts_shadow in (True, False):
        drawn.clear()
        draw(renderer, scene(0.0, casts_shadow=casts_shadow), ASKEW, SIZE, grid_height=-1.2)
        assert drawn.count("CAST") == casts_shadow
