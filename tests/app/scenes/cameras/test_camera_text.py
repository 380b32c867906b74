"""A camera as text survives a round trip bit for bit, and an invalid one is rejected with the position."""

import pytest

from gjkscope.app.scenes.cameras.camera import OrbitCamera, camera_text, read_camera

SEEN = OrbitCamera((0.1, -0.0, 1e6 / 3), 1 / 3, 0.1 + 0.2, -1.25, 0.5, orthographic=True)


def test_the_round_trip_is_exact() -> None:
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
        ('{"gjkscope camera": 1, "target": [1, 2]}', "target: must have 3 entries, got a list of 2"),
        ('{"gjkscope camera": 1, "distance": 1' + 400 * "0" + "}", "distance: must be a finite number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"gjkscope camera": 1, "orthographic": 1}', "orthographic: must be true or false"),
    ],
)
def test_an_invalid_camera_is_rejected(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_camera(text)
