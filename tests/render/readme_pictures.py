"""Renders the pictures of the README with the program itself.

make pictures
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.export.encoding.film_file import open_film
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.share.export.film import FilmRenderer, FilmStyle
from gjkscope.app.state import actions as do
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.model import Demo, State, Theme, View
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.file import read_demo
from gjkscope.app.teach.demos.frames import FilmSpan, frames

Picture = npt.NDArray[np.uint8]

FOLDER = resource("assets", "pictures")
WINDOW, FIGURE = (1440, 900), (1280, 620)
QUALITY = 86
# The part of a demo that becomes a GIF: start and end in seconds, frames per second, size in pixels.
DEMO, FROM, TO, RATE, SMALL = "gjk-in-60-seconds", 46.4, 54.2, 10, (480, 270)

# A time in each demo, in seconds from its start, in the order of the README.
MOMENTS = {
    DEMO: 32,
    "epa-in-60-seconds": 31,
    "fifteen-axes": 33,
    "why-edge-cross-edge-axes": 28,
    "epa-versus-mpr": 46,
    "the-pair-that-broke-headbutt": 36,
    "the-bullet-that-went-through-the-wall": 34,
    "broad-phase-race": 28,
}
COLUMNS = 2


def state_of(scene: str, *actions: do.Action) -> State:
    state = do.initial_state(read_scene(Path(str(resource("assets", "scenes", f"{scene}.json")))))
    for action in actions:
        state = do.update(state, action)
    return state


def window(state: State, panel: str) -> Picture:
    """The entire window with the tab of that panel in front."""
    with FigureRenderer(WINDOW) as figure:
        return figure.render_window(state, panel).copy()


def views(state: State, *shown: View) -> Picture:
    with FigureRenderer(FIGURE) as figure:
        return figure.render(state, shown)


def mistaken() -> Picture:
    """The article's search at its first wrong belief."""
    return window(state_of("museum/hb-article-cycle-1", do.ChooseAlgorithm("headbutt"), do.GoToStep(4)), "Steps")


def axes() -> Picture:
    """SAT on two boxes, edge across edge."""
    actions = (do.ChooseTheme(Theme.LIGHT), do.ChooseAlgorithm("sat"), do.Select(None))
    return window(state_of("boxes-edge-edge", *actions), "SAT axes")


def polytope() -> Picture:
    """EPA's polytope, the faces that the new vertex sees, and the horizon around them."""
    both = (View.WORLD, View.DIFFERENCE)
    return views(
        state_of(
            "museum/hb-article-cycle-1", do.ChooseAlgorithm("epa"), do.GoToStep(1), do.Select(None), do.FrameAll(1.2)
        ),
        *both,
    )


def ghost() -> Picture:
    """A box is stopped by an edge inside a flat floor; with Jolt's active edges, it is not."""
    near = do.PlaceCamera(View.WORLD, OrbitCamera((-0.35, 0.3, 0.0), 3.0, 0.35, 0.42))
    hidden = tuple(do.SetVisible(name, False) for name in ("aabbs", "witnesses", "supports"))
    both = [
        views(
            state_of(
                "motion/slide-box-flat", do.ChooseAlgorithm(name), do.GoToStep(21), do.Select(None), near, *hidden
            ),
            View.WORLD,
        )
        for name in ("slide-none", "slide-jolt-active")
    ]
    return np.vstack(both)


def moments() -> Picture:
    """All demos side by side, one frame of each."""
    with FilmRenderer(FilmStyle(SMALL, supersample=2)) as renderer:
        shots = [renderer.render(playhead_at(demo_of(name), TICKS * at).state) for name, at in MOMENTS.items()]
    rows = [np.hstack(shots[first : first + COLUMNS]) for first in range(0, len(shots), COLUMNS)]
    return np.vstack(rows)


def demo_of(name: str) -> Demo:
    return read_demo(Path(str(resource("assets", "demos", f"{name}.gjkdemo.json"))))


def film() -> Iterator[Picture]:
    """B moves down onto A, and the origin into the tetrahedron."""
    with FilmRenderer(FilmStyle(SMALL, supersample=2)) as renderer:
        for frame in frames(demo_of(DEMO), RATE, FilmSpan(round(FROM * TICKS), round(TO * TICKS))):
            yield renderer.render(frame.state)


PICTURES: dict[str, Callable[[], Picture]] = {
    "window": mistaken,
    "sat": axes,
    "epa": polytope,
    "ghost": ghost,
    "demos": moments,
}


def renew() -> None:
    for name, draw in PICTURES.items():
        Image.fromarray(draw()).save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)
        print(f"assets/pictures/{name}.webp")
    pictures = list(film())
    with open_film(Path(str(FOLDER)) / "gjk.gif", SMALL, RATE, lambda: pictures) as out:
        for picture in pictures:
            out.add(picture)
    print("assets/pictures/gjk.gif")


if __name__ == "__main__":
    renew()
