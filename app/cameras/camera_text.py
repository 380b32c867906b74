"""A camera as text, to be copied into another window, a message or the command line, bit for bit."""

import json
from math import pi

from gjkscope.app.base.strict import flag, read_object, vector, within
from gjkscope.app.cameras.camera import MAX_DISTANCE, MAX_PITCH, MIN_DISTANCE, OrbitCamera

VERSION = 1
MARKER = "gjkscope camera"
NARROWEST, WIDEST = 0.01, pi * 0.9  # a wider angle of view shows next to nothing in its middle
CHECKS = {
    "target": vector,
    "distance": within(MIN_DISTANCE, MAX_DISTANCE),
    "yaw": within(-2 * pi, 2 * pi),
    "pitch": within(-MAX_PITCH, MAX_PITCH),
    "fov_y": within(NARROWEST, WIDEST),
    "orthographic": flag,
}


def camera_text(camera: OrbitCamera) -> str:
    return json.dumps({MARKER: VERSION} | {name: getattr(camera, name) for name in CHECKS})


def read_camera(text: str) -> OrbitCamera:
    """The camera that `camera_text` wrote; what is left out is as usual.  Raises `ValueError`."""
    return OrbitCamera(**read_object(text, CHECKS, MARKER, VERSION))
