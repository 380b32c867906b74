"""Scenes and demos read by a thread, while the window goes on: a large mesh takes seconds.

What the first frame would have to work out (hulls, surfaces, the difference) is worked out there as well, so that the
frame finds it ready.
"""

from pathlib import Path
from typing import NamedTuple

from app.actions import initial_state
from app.demo import Demo
from app.demos.file import is_demo_file, read_demo
from app.drawing.difference import difference_drawing
from app.drawing.world import world_drawing
from app.model import FileDialog
from app.panels.requests import ReadScene
from app.scene import Scene
from app.scene_file import open_files
from engine.calling_off import checkpoint

from .aside import Aside


class Reading(NamedTuple):
    """Files that are being read."""

    wanted: ReadScene
    before: Scene  # that was open when it began
    dialog: FileDialog | None  # in which the files were chosen
    aside: Aside[Scene | Demo]  # raises `ValueError` where a file is at fault

    @property
    def names(self) -> str:
        return " and ".join(Path(path).name for path in self.wanted.paths)


def read_files(paths: tuple[str, ...]) -> Scene | Demo:
    """What the files hold."""
    if len(paths) == 1 and is_demo_file(paths[0]):
        return read_demo(paths[0])
    scene = open_files(paths)
    checkpoint()
    state = initial_state(scene)
    world_drawing(state)
    checkpoint()
    difference_drawing(state)
    return scene
