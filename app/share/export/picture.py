"""Pictures of a scene and a step, without a window: `render`, `render_svg` and the command `gjkscope render`."""

from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.picture_size import LARGEST_SIDE, SMALLEST_SIDE
from gjkscope.app.scenes.cameras.camera import OrbitCamera, ViewSide, read_camera
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.state.actions import (
    ChooseAlgorithm,
    ChooseTheme,
    FrameAll,
    GoToStep,
    Lecture,
    LookFrom,
    PlaceCamera,
    SetOptions,
    SetOrthographic,
    Tick,
    initial_state,
    update,
)
from gjkscope.app.state.actions.cameras import TURN_SECONDS
from gjkscope.app.state.inspection.traces import inspect, last_step
from gjkscope.app.state.model import PICTURE_SIZE, Layout, State, Theme, View
from gjkscope.engine.arguments import as_index, choice, items, short_repr
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.result import NotApplicable

LONGEST_STEP = 60  # characters of a wrong step that an error message quotes


def render(
    scene: Scene | str | Path,
    algorithm: str = "gjk",
    *,
    step: int | Literal["last"] = "last",
    view: str = Layout.BOTH,
    camera: str | None = None,
    size: tuple[int, int] = PICTURE_SIZE,
    theme: str = Theme.DARK,
    lecture: bool = False,
    options: Options = DEFAULT,
    transparent: bool = False,
) -> npt.NDArray[np.uint8]:
    """Renders a scene and one step of an algorithm as a picture.  Needs OpenGL 3.3, but no display.

    `scene` is a scene, as `load` returns it, or the path of a scene or mesh file.  `algorithm` is a name in the menu of
    algorithms, with its `options`; `step` counts from 0.  `view` is one
    of "both", "world", "difference" and "three"; `camera` is a standard side such as "front" or "top", or the text of a
    camera copied in the window; `theme` is "dark" or "light"; `lecture` makes text larger and lines thicker.  `size` is
    (width, height) in pixels, from 64 to 8192 each.

    Returns the pixels, top row first: (height, width, 3), uint8, or (height, width, 4) with the opacity of each pixel
    if `transparent`.

    Raises `ValueError`, naming the argument, if one is invalid; `NotApplicable` (a `ValueError`) if the algorithm does
    not support the pair; `SceneError` (a `ValueError`) for an unusable file; `NoGraphics` if there is no OpenGL.

    >>> import gjkscope
    >>> gjkscope.render("assets/scenes/museum/fcl-293.json", size=(320, 200)).shape
    (200, 320, 3)
    """
    state, layout = _picture_state(scene, algorithm, step, view, camera, size, theme, lecture, options)
    return draw(state, layout, _size(size), transparent)


def render_svg(
    scene: Scene | str | Path,
    algorithm: str = "gjk",
    *,
    step: int | Literal["last"] = "last",
    view: str = Layout.BOTH,
    camera: str | None = None,
    size: tuple[int, int] = PICTURE_SIZE,
    theme: str = Theme.DARK,
    lecture: bool = False,
    options: Options = DEFAULT,
    transparent: bool = False,
) -> bytes:
    """Draws a scene and one step of an algorithm as an SVG file: shapes and text that can be scaled and edited.

    The arguments are those of `render`; `size` is in pixels, the units of the file.  Surfaces are sorted from back to
    front, cut where they cross, so that the same lines are hidden as in the window.  The ground grid, shadows, and the
    opening of A − B around the origin are left out.  Text needs Roboto and Inconsolata, or is drawn in similar fonts.

    Sorting: M. E. Newell, R. G. Newell, T. L. Sancha, A solution to the hidden surface problem, ACM 1972.
    Raises what `render` raises: OpenGL is needed to measure text.

    >>> import gjkscope
    >>> gjkscope.render_svg("assets/scenes/boxes-overlap.json", step=0, size=(320, 200)).count(b"</text>") > 4
    True
    """
    from gjkscope.app.share.export.vector.figure import draw_svg  # OpenGL and Dear ImGui: not needed for errors

    state, layout = _picture_state(scene, algorithm, step, view, camera, size, theme, lecture, options)
    return draw_svg(state, layout.views, _size(size), transparent)


def _picture_state(
    scene: Scene | str | Path,
    algorithm: str,
    step: int | Literal["last"],
    view: str,
    camera: str | None,
    size: tuple[int, int],
    theme: str,
    lecture: bool,
    options: Options,
) -> tuple[State, Layout]:
    """The state and layout of a picture.  Raises `ValueError` for invalid arguments."""
    if not isinstance(scene, Scene):
        scene = open_files([scene])
    layout = Layout(choice("view", view, tuple(Layout)))
    state = picture_state(
        initial_state(scene),
        choice("algorithm", algorithm, CHOICES),
        size=_size(size),
        layout=layout,
        camera=None if camera is None else as_camera(camera),
        theme=Theme(choice("theme", theme, tuple(Theme))),
        lecture=lecture,
        options=options,
    )
    return at_step(state, step), layout


def picture_state(
    state: State,
    algorithm: str,
    *,
    size: tuple[int, int],
    layout: Layout,
    camera: ViewSide | OrbitCamera | None,
    theme: Theme,
    lecture: bool,
    options: Options,
) -> State:
    """The state as a picture of this size shows it, at the last step of the algorithm."""
    width, height = size
    state = update(state, FrameAll(width / min(len(layout.views), 2) / height))
    state = _seen_by(state, camera)
    for action in (SetOptions(options), ChooseAlgorithm(algorithm), ChooseTheme(theme), Lecture(lecture)):
        state = update(state, action)
    return state


def at_step(state: State, step: int | str) -> State:
    """The state at that step, a number or "last".

    Raises `NotApplicable` if the algorithm does not support the pair, and `ValueError` if it has no such step.
    """
    refusal, last = inspect(state).refusal, last_step(state)
    if refusal is not None:
        raise NotApplicable(f"algorithm: {refusal}")
    if step == "last":
        return state
    try:
        number = as_index(step)
    except TypeError:
        number = -1
    if not 0 <= number <= last:
        is_long = isinstance(step, str) and len(step) > LONGEST_STEP
        got = f"{len(str(step))} characters" if is_long else short_repr(step)
        raise ValueError(f"step: must be last or a number from 0 to {last}, got {got}")
    return update(state, GoToStep(number))


def as_camera(text: str) -> ViewSide | OrbitCamera:
    """A standard side, or the camera in the text.  Raises `ValueError`."""
    if text in tuple(ViewSide):
        return ViewSide(text)
    try:
        return read_camera(text)
    except ValueError as fault:
        raise ValueError(f"camera: must be one of {', '.join(ViewSide)}, or the text of a camera: {fault}") from None


def draw(state: State, layout: Layout, size: tuple[int, int], transparent: bool) -> npt.NDArray[np.uint8]:
    """Draws the state.  Raises `NoGraphics`, or `ImportError` if a graphics library is missing."""
    from gjkscope.app.share.export.figure import (
        FigureRenderer,  # OpenGL and Dear ImGui: not needed for errors or queries
    )

    with FigureRenderer(size) as figure:
        return figure.render(state, layout.views, transparent=transparent)


def _seen_by(state: State, camera: ViewSide | OrbitCamera | None) -> State:
    """Applies `camera`: a standard side gives an orthographic view of the world and the difference."""
    if isinstance(camera, OrbitCamera):
        return update(state, PlaceCamera(View.WORLD, camera))
    if camera is None:
        return state
    flat = update(state, SetOrthographic(View.WORLD, True))
    return update(update(flat, LookFrom(View.WORLD, camera)), Tick(TURN_SECONDS))


def _size(value: object) -> tuple[int, int]:
    try:
        width, height = (as_index(side) for side in items(value))
    except (TypeError, ValueError):
        raise ValueError(f"size: must be (width, height) in pixels, got {short_repr(value)}") from None
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (width, height)):
        raise ValueError(
            f"size: each side must be from {SMALLEST_SIDE} to {LARGEST_SIDE} pixels, got {short_repr(value)}"
        )
    return width, height
