"""Serialises a camera as text that can be pasted into another window, a message or the command line, losslessly."""

import json
from math import pi

from gjkscope.app.base.strict import check_flag, check_vector, check_within, read_object
from gjkscope.app.cameras.camera import MAX_DISTANCE, MAX_PITCH, MIN_DISTANCE, OrbitCamera

VERSION = 1
MARKER = "gjkscope camera"
NARROWEST, WIDEST = 0.01, pi * 0.9  # radians; wider, the centre shows almost nothing
CHECKS = {
    "target": check_vector,
    "distance": check_within(MIN_DISTANCE, MAX_DISTANCE),
    "yaw": check_within(-2 * pi, 2 * pi),
    "pitch": check_within(-MAX_PITCH, MAX_PITCH),
    "fov_y": check_within(NARROWEST, WIDEST),
    "orthographic": check_flag,
}


def camera_text(camera: OrbitCamera) -> str:
    return json.dumps({MARKER: VERSION} | {name: getattr(camera, name) for name in CHECKS})


def read_camera(text: str) -> OrbitCamera:
    """Parses the output of `camera_text`; missing fields get their defaults.  Raises `ValueError`."""
    return OrbitCamera(**read_object(text, CHECKS, MARKER, VERSION))
