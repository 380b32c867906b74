"""The camera of web pages computes what the window's does, for random cameras; node runs the page's code."""

import random
from math import pi
from typing import Any

import pytest
from msgspec import structs

from gjkscope.app.scenes.cameras.camera import STANDARD_ANGLES, OrbitCamera
from gjkscope.app.scenes.cameras.easing import camera_between
from gjkscope.app.share.web.bundle import script_of
from tests.app.share.web.node import answers

CAMERAS = 200
SIZE = (640, 480)
NAMES = {"fov_y": "fovY", "z_up": "zUp"}
SCRIPT = (
    script_of("camera.js")
    + """
const functions = { basis, eye, homogeneousEye, viewMatrix, projectionMatrix, orbited, panned, zoomed, fitted, framed,
  lookingFrom, mixed, project, pixelSize };
const answer = ([name, ...given]) => functions[name](...given);
"""
)

Call = tuple[str, list[Any], Any]  # a function of camera.js, its arguments, and what it must return


def in_page(camera: OrbitCamera) -> dict[str, Any]:
    return {NAMES.get(name, name): value for name, value in structs.asdict(camera).items()}


def random_camera(draw: random.Random) -> OrbitCamera:
    size = 10.0 ** draw.uniform(-9, 9)
    return OrbitCamera(
        target=(draw.uniform(-size, size), draw.uniform(-size, size), draw.uniform(-size, size)),
        distance=size * draw.uniform(0.5, 5),
        yaw=draw.uniform(-pi, pi),
        pitch=draw.choice((draw.uniform(-pi / 2, pi / 2), pi / 2, 0.0)),
        fov_y=draw.uniform(0.1, 2.5),
        reach=draw.choice((0.0, size)),
        orthographic=draw.random() < 0.4,
        z_up=draw.random() < 0.3,
        flat=draw.random() < 0.15,
    )


def calls(draw: random.Random) -> list[Call]:
    """The same questions to both cameras, with Python's answers."""
    camera, other = random_camera(draw), random_camera(draw)
    given, aspect, part = in_page(camera), draw.choice((0.4, 0.8, 1.0, 1.7)), draw.choice((0.0, 0.3, 1.0))
    dx, dy, notches = draw.uniform(-900, 900), draw.uniform(-300, 300), draw.uniform(-9, 9)
    toward, side = (draw.uniform(-1, 1), draw.uniform(-1, 1)), draw.choice(list(STANDARD_ANGLES))
    x, y, z = (value + draw.gauss(0, camera.distance / 3) for value in camera.target)
    across, down, visible = camera.lens(SIZE).pixel((x, y, z))
    radius = camera.distance * draw.uniform(0.01, 3)
    return [
        ("basis", [given], camera.basis),
        ("eye", [given], camera.eye),
        ("homogeneousEye", [given], camera.homogeneous_eye),
        ("viewMatrix", [given, (x, y, z)], camera.view_matrix((x, y, z)).ravel().tolist()),
        ("projectionMatrix", [given, aspect], camera.projection_matrix(aspect).ravel().tolist()),
        ("orbited", [given, dx, dy], in_page(camera.orbited(dx, dy))),
        ("panned", [given, dx, dy, SIZE[1]], in_page(camera.panned(dx, dy, SIZE[1]))),
        ("zoomed", [given, notches, toward, aspect], in_page(camera.zoomed(notches, toward, aspect))),
        ("fitted", [given, aspect], in_page(camera.fitted(aspect))),
        ("framed", [given, (x, y, z), radius, aspect], in_page(camera.framed((x, y, z), radius, aspect))),
        ("lookingFrom", [given, side], in_page(camera.looking(*STANDARD_ANGLES[side]))),
        ("mixed", [given, in_page(other), part], in_page(camera_between(camera, other, part))),
        ("project", [given, (x, y, z), *SIZE], {"x": across, "y": down, "visible": visible}),
        ("pixelSize", [given, SIZE[1]], camera.pixel_size(SIZE[1])),
    ]


def numbers(value: Any) -> list[float]:
    """All numbers in it, in the order of names."""
    if isinstance(value, dict):
        return [number for name in sorted(value) for number in numbers(value[name])]
    if isinstance(value, list | tuple):
        return [number for part in value for number in numbers(part)]
    return [float(value)]


def test_it_computes_what_the_window_does() -> None:
    draw = random.Random(21)
    questions = [call for _ in range(CAMERAS) for call in calls(draw)]
    computed = answers(SCRIPT, [[name, *arguments] for name, arguments, _ in questions])
    for (name, arguments, expected), answer in zip(questions, computed, strict=True):
        scale = max(map(abs, numbers(expected)))
        assert numbers(answer) == pytest.approx(numbers(expected), rel=1e-9, abs=1e-12 * scale), (name, arguments)


def test_its_constants_are_the_windows() -> None:
    script = script_of("camera.js") + "const answer = (k) => [DEFAULT_CAMERA, STANDARD_ANGLES][k];"
    camera, angles = answers(script, [0, 1])
    assert numbers(camera) == numbers(in_page(OrbitCamera()))
    assert {side: tuple(pair) for side, pair in angles.items()} == {
        side.value: pair for side, pair in STANDARD_ANGLES.items()
    }
