"""Serialises a camera as text that can be pasted into another window, a message or the command line, losslessly."""

import json
from dataclasses import asdict

from gjkscope.app.base.decoding import read_record
from gjkscope.app.cameras.camera import OrbitCamera

VERSION = 1
MARKER = "gjkscope camera"


def camera_text(camera: OrbitCamera) -> str:
    return json.dumps({MARKER: VERSION} | asdict(camera))


def read_camera(text: str) -> OrbitCamera:
    """Parses the output of `camera_text`; missing fields get their defaults.  Raises `ValueError`."""
    return read_record(text, OrbitCamera, MARKER, VERSION)
