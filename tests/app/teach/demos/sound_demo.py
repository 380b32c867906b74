"""Demos with sounds, for tests."""

import json
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gjkscope.app.state.model import Demo
from gjkscope.app.teach.demos.file import read_demo
from gjkscope.app.teach.demos.sounds import SAMPLE_RATE

SCENE = {
    "gjkscope": 1,
    "name": "two boxes",
    "shapes": [
        {"name": "A", "type": "box", "half_extents": [0.5, 0.5, 0.5]},
        {"name": "B", "type": "box", "half_extents": [0.5, 0.5, 0.5], "position": [2, 0, 0]},
    ],
}


def write_sound(path: Path, seconds: float, rate: int = SAMPLE_RATE, level: float = 0.5, channels: int = 1) -> Path:
    """Writes a WAV file that is silent but for its first sample."""
    samples = np.zeros((round(rate * seconds), channels), "<i2")
    samples[:1] = round(level * 32768)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())
    return path


def demo_with(folder: Path, *steps: dict[str, Any], voice: Callable[[str], Path] | None = None, **more: Any) -> Demo:
    path = folder / "d.gjkdemo.json"
    document = {"gjkdemo": 1, "name": "d", "scene": SCENE, **more, "steps": list(steps)}
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    return read_demo(path, voice)
