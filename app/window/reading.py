"""Reads scenes and demos in a background thread, as a large mesh takes seconds.

The thread also computes what the first frame needs (hulls, surfaces, the difference), so that the frame finds it in
the caches.
"""

from pathlib import Path
from typing import NamedTuple

from gjkscope.app.actions import initial_state
from gjkscope.app.demos.file import is_demo_file, read_demo
from gjkscope.app.drawing.difference import difference_drawing
from gjkscope.app.drawing.world import world_drawing
from gjkscope.app.model import Demo, FileDialog
from gjkscope.app.panels.requests import ReadScene
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.window.background import BackgroundJob
from gjkscope.engine.cancellation import checkpoint


class ReadJob(NamedTuple):
    """A read in progress."""

    request: ReadScene
    before: Scene  # the scene that was open when it began
    dialog: FileDialog | None  # the dialog in which the files were chosen
    job: BackgroundJob[Scene | Demo]  # raises `ValueError` for an invalid file

    @property
    def names(self) -> str:
        return " and ".join(Path(path).name for path in self.request.paths)


def read_files(paths: tuple[str, ...]) -> Scene | Demo:
    """Reads a demo file, a scene file or mesh files.  Raises `ValueError` for an invalid file."""
    if len(paths) == 1 and is_demo_file(paths[0]):
        return read_demo(paths[0])
    scene = open_files(paths)
    checkpoint()
    state = initial_state(scene)
    world_drawing(state)
    checkpoint()
    difference_drawing(state)
    return scene
