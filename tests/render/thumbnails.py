"""Renders a thumbnail of every shipped scene and demo for the example browser, and measures the demos.

make thumbnails
"""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.demo_examples import SUFFIX, demo_examples, demo_seconds
from gjkscope.app.scenes.examples import examples
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.actions import FrameAll, Select, SetVisible, initial_state, update
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.model import State, View
from gjkscope.app.teach.demos.file import read_demo

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
    measure_demos()
    demos = {demo.path: demo.thumbnail for demo in demo_examples()}
    scenes = {example.path: example.thumbnail for example in examples()}
    folder = next(iter(scenes.values())).parent
    folder.mkdir(exist_ok=True)
    for path in set(folder.glob("*.webp")) - {*scenes.values(), *demos.values()}:
        path.unlink()
    for draw, wanted in ((render, scenes), (render_poster, demos)):
        for file, path in wanted.items():
            picture = Image.fromarray(draw(file))
            picture.resize(SIZE, Image.Resampling.LANCZOS).save(path, quality=QUALITY, method=6)
    print(f"{len(scenes) + len(demos)} thumbnails")


def render_poster(demo: Path) -> npt.NDArray[np.uint8]:
    """The picture that represents the demo's film, or if it names none, that of its middle; without words."""
    known = read_demo(demo)
    tick = known.poster_tick if known.poster_tick is not None else known.length // 2
    state = playhead_at(known, tick).state
    state = replace(state, display=replace(state.display, caption=None))
    with FigureRenderer((SIZE[0] * FINER, SIZE[1] * FINER)) as figure:
        return figure.render(state, state.display.layout.views[:2], words=False)


def measure_demos() -> None:
    """Renew the durations in `assets/demos.json`, whose order stays."""
    seconds = {name: round(read_demo(_demo_path(name)).seconds, 1) for name in demo_seconds()}
    resource("assets", "demos.json").write_text(json.dumps(seconds, indent=1) + "\n", encoding="utf-8")


def _demo_path(name: str) -> Path:
    return resource("assets", "demos", f"{name}{SUFFIX}")


if __name__ == "__main__":
    renew()
