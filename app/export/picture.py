"""Pictures of a scene and a step, without a window: what `gjkscope.render` returns."""

from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from gjkscope.app.actions import ChooseAlgorithm, ChooseTheme, FrameAll, GoToStep, SetOptions, initial_state, update
from gjkscope.app.export.figure import FigureRenderer
from gjkscope.app.inspection.traces import inspect, last_step
from gjkscope.app.model import PICTURE_SIZE, Layout, Theme
from gjkscope.app.runs.choices import CHOICES
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.engine.arguments import choice
from gjkscope.engine.options import DEFAULT, Options


def render(
    scene: Scene | str | Path,
    algorithm: str = "gjk",
    *,
    step: int | Literal["last"] = "last",
    view: str = Layout.BOTH,
    size: tuple[int, int] = PICTURE_SIZE,
    theme: str = Theme.DARK,
    options: Options = DEFAULT,
    transparent: bool = False,
) -> npt.NDArray[np.uint8]:
    """A picture of a scene and one step of an algorithm; it needs no display, but OpenGL 3.3.

    `scene` is a scene, as `load` returns it, or the path of a scene or mesh file.  `step` counts from 0.  `view` is one
    of "both", "world", "difference" and "three", `theme` "dark" or "light", `size` in pixels.

    Returns the pixels, top row first: (height, width, 3), uint8, or (height, width, 4) with the opacity of each pixel
    if `transparent`.

    Raises `ValueError` for an unknown name or step and for a pair that the algorithm does not take, `SceneError` (a
    `ValueError`) for an unusable file, and `NoGraphics` if there is no OpenGL.

    >>> import gjkscope
    >>> gjkscope.render("assets/scenes/museum/fcl-293.json", size=(320, 200)).shape
    (200, 320, 3)
    """
    if not isinstance(scene, Scene):
        scene = open_files([scene])
    layout = Layout(choice("view", view, tuple(Layout)))
    state = initial_state(scene)
    state = update(state, FrameAll(size[0] / min(len(layout.views), 2) / size[1]))
    for action in (
        SetOptions(options),
        ChooseAlgorithm(choice("algorithm", algorithm, CHOICES)),
        ChooseTheme(Theme(choice("theme", theme, tuple(Theme)))),
    ):
        state = update(state, action)
    if (refusal := inspect(state).refusal) is not None:
        raise ValueError(f"algorithm: {refusal}")
    if step != "last":
        if not 0 <= step <= last_step(state):
            raise ValueError(f"step: must be 'last' or a number from 0 to {last_step(state)}, got {step}")
        state = update(state, GoToStep(step))
    with FigureRenderer(size) as figure:
        return figure.render(state, layout.views, transparent=transparent)
