"""A camera as text comes back to the bit, and what is no camera is refused with its place."""

import pytest

from app.camera import OrbitCamera
from app.camera_text import camera_text, read_camera

SEEN = OrbitCamera((0.1, -0.0, 1e6 / 3), 1 / 3, 0.1 + 0.2, -1.25, 0.5, orthographic=True)


def test_it_comes_back_to_the_bit() -> None:
    assert read_camera(camera_text(SEEN)) == SEEN
    assert str(read_camera(camera_text(SEEN))) == str(SEEN)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "not JSON"),
        ("[1]", 'must be an object with "gjkscope camera": 1'),
        ('{"distance": 3}', 'must be an object with "gjkscope camera": 1'),
        ('{"gjkscope camera": 1, "zoom": 3}', "zoom: unknown key; must be one of target, distance"),
        ('{"gjkscope camera": 1, "distance": 0}', "distance: must be from 1e-15 to 1e"),
        ('{"gjkscope camera": 1, "distance": true}', "distance: must be a finite number, got true"),
        ('{"gjkscope camera": 1, "yaw": NaN}', "yaw: must be a finite number"),
        ('{"gjkscope camera": 1, "pitch": "up"}', "pitch: must be a finite number"),
        ('{"gjkscope camera": 1, "target": [1, 2]}', "target: must be three numbers"),
        ('{"gjkscope camera": 1, "distance": 1' + 400 * "0" + "}", "distance: must be a finite number"),
        ("[" * 100_000, "nested too deep"),
        ('{"gjkscope camera": 1, "orthographic": 1}', "orthographic: must be true or false"),
    ],
)
def test_what_is_no_camera_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_camera(text)
