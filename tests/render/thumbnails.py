"""Renders a thumbnail of every shipped scene for the example browser.

make thumbnails
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from gjkscope.app.scenes.examples import examples
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.actions import FrameAll, Select, SetVisible, initial_state, update
from gjkscope.app.state.model import State, View

SIZE = (192, 120)
FINER = 4  # supersampling factor
QUALITY = 88
HIDDEN = ("aabbs", "labels", "grid", "planes", "regions", "path", "beliefs")
HIDDEN_IN_PLANE = ("supports",)


def render(scene: Path) -> npt.NDArray[np.uint8]:
    """The world view of the scene, with the pair's witness points and push-out."""
    state = thumbnail_state(scene)
    with FigureRenderer((SIZE[0] * FINER, SIZE[1] * FINER)) as figure:
        return figure.render(state, (View.WORLD,), words=False)


def thumbnail_state(scene: Path) -> State:
    state = initial_state(read_scene(scene))
    hidden = (*HIDDEN, *HIDDEN_IN_PLANE) if state.document.scene.is_plane else HIDDEN
    for action in (FrameAll(SIZE[0] / SIZE[1]), Select(None), *(SetVisible(name, False) for name in hidden)):
        state = update(state, action)
    return state


def renew() -> None:
    """Render all thumbnails, and remove those that belong to no scene."""
    wanted = {example.path: example.thumbnail for example in examples()}
    folder = next(iter(wanted.values())).parent
    folder.mkdir(exist_ok=True)
    for path in set(folder.glob("*.webp")) - set(wanted.values()):
        path.unlink()
    for scene, path in wanted.items():
        Image.fromarray(render(scene)).resize(SIZE, Image.Resampling.LANCZOS).save(path, quality=QUALITY, method=6)
    print(f"{len(wanted)} thumbnails")


if __name__ == "__main__":
    renew()
