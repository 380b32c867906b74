"""Serialises a camera as text that can be pasted into another window, a message or the command line, losslessly."""

import json
from math import pi

from .camera import MAX_DISTANCE, MAX_PITCH, MIN_DISTANCE, OrbitCamera
from .strict import flag, read_object, vector, within

VERSION = 1
MARKER = "gjkscope camera"
WIDEST = pi * 0.9  # radians; with a wider field of view the centre of the picture shows almost nothing
CHECKS = {
    "target": vector,
    "distance": within(MIN_DISTANCE, MAX_DISTANCE),
    "yaw": within(-2 * pi, 2 * pi),
    "pitch": within(-MAX_PITCH, MAX_PITCH),
    "fov_y": within(0.01, WIDEST),
    "orthographic": flag,
}


def camera_text(camera: OrbitCamera) -> str:
    return json.dumps({MARKER: VERSION} | {name: getattr(camera, name) for name in CHECKS})


def read_camera(text: str) -> OrbitCamera:
    """Parses the output of `camera_text`; missing fields get their defaults.  Raises `ValueError`."""
    return OrbitCamera(**read_object(text, CHECKS, MARKER, VERSION))
