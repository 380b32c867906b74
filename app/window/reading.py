"""Scenes and demos read by a thread, while the window goes on: a large mesh takes seconds.

What the first frame would have to work out (hulls, surfaces, the difference) is worked out there as well, so that the
frame finds it ready.
"""

from pathlib import Path
from typing import NamedTuple

from gjkscope.app.actions import initial_state
from gjkscope.app.demos.file import is_demo_file, read_demo
from gjkscope.app.drawing.difference import difference_drawing
from gjkscope.app.drawing.world import world_drawing
from gjkscope.app.model import FileDialog
from gjkscope.app.model.demo import Demo
from gjkscope.app.panels.requests import ReadScene
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.window.background import Aside
from gjkscope.engine.cancellation import checkpoint


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
