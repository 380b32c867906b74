"""The pictures of the README, drawn by the program that they show; one command renders them anew.

make pictures
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from app.actions import Action, ChooseAlgorithm, ChooseTheme, Frame, GoToStep, Select, initial_state, update
from app.demos.file import read_demo
from app.encoding import movie
from app.figure import FigureRenderer
from app.film import FilmRenderer, Look, frames
from app.resources import resource
from app.scene_file import read_scene
from app.state import State, Theme, View

Picture = npt.NDArray[np.uint8]

FOLDER = resource("assets", "pictures")
WINDOW, FIGURE = (1440, 900), (1280, 620)
QUALITY = 86
# The part of a demo that becomes a GIF: seconds from its beginning, frames a second, pixels.
DEMO, FROM, TO, RATE, SMALL = "gjk-in-60-seconds", 47.0, 57.0, 10, (480, 270)


def state_of(scene: str, *actions: Action) -> State:
    state = initial_state(read_scene(Path(str(resource("assets", "scenes", f"{scene}.json")))))
    for action in actions:
        state = update(state, action)
    return state


def window(state: State, panel: str) -> Picture:
    """The whole window with the tab of that panel in front."""
    with FigureRenderer(WINDOW) as figure:
        return figure.render_window(state, panel).copy()


def views(state: State, *shown: View) -> Picture:
    with FigureRenderer(FIGURE) as figure:
        return figure.render(state, shown).copy()


def mistaken() -> Picture:
    """The article's search at its first wrong belief."""
    return window(state_of("museum/hb-article-cycle-1", ChooseAlgorithm("headbutt"), GoToStep(4)), "Steps")


def axes() -> Picture:
    """SAT on two boxes, edge across edge."""
    actions = (ChooseTheme(Theme.LIGHT), ChooseAlgorithm("sat"), Select(None))
    return window(state_of("boxes-edge-edge", *actions), "SAT axes")


def polytope() -> Picture:
    """EPA's polytope, the faces that the new vertex sees, and the horizon around them."""
    both = (View.WORLD, View.DIFFERENCE)
    return views(
        state_of("museum/hb-article-cycle-1", ChooseAlgorithm("epa"), GoToStep(1), Select(None), Frame(1.2)), *both
    )


def film() -> Iterator[Picture]:
    """B comes down on A, and the origin into the tetrahedron."""
    demo = read_demo(Path(str(resource("assets", "demos", f"{DEMO}.gjkdemo.json"))))
    with FilmRenderer(Look(SMALL, finer=2)) as renderer:
        for frame in frames(demo, RATE):
            if FROM * RATE <= frame.number < TO * RATE:
                yield renderer.render(frame.state)


PICTURES: dict[str, Callable[[], Picture]] = {"window": mistaken, "sat": axes, "epa": polytope}


def renew() -> None:
    for name, draw in PICTURES.items():
        Image.fromarray(draw()).save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)
        print(f"assets/pictures/{name}.webp")
    pictures = list(film())
    with movie(Path(str(FOLDER)) / "gjk.gif", SMALL, RATE, lambda: pictures) as out:
        for picture in pictures:
            out.add(picture)
    print("assets/pictures/gjk.gif")


if __name__ == "__main__":
    renew()
