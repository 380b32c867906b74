"""Reference pictures of scenes and steps of every kind; running this module renders them again.

    make references

A picture is compared block by block: the mean colour of a block hardly changes if another driver smooths a line
differently, but changes a lot if a line is missing or elsewhere.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state import actions as do
from gjkscope.app.state.model import State, Theme, View

Picture = npt.NDArray[np.uint8]

FOLDER = Path(__file__).parent / "references"
SIZE = (480, 300)
TEXT = do.SetUiScale(1.5)  # the usual size would be illegible in such a small picture
BLOCK = 5  # pixels
COARSE = 4  # of 255: finer steps, mainly the background's dithering, would triple the file sizes


class Reference(NamedTuple):
    scene: str
    actions: tuple[do.Action, ...] = ()


REFERENCES: Mapping[str, Reference] = {
    "start": Reference("museum/hb-article-cycle-1"),
    "gjk-first-step": Reference("boxes-overlap", (do.GoToStep(0),)),
    "gjk-separated": Reference("capsule-octahedron"),
    "gjk-round": Reference("sphere-box", (do.GoToStep(1),)),
    "gjk-ellipsoids": Reference("museum/mujoco-EllipsoidEllipsoid", (do.GoToStep(4),)),
    "epa-middle": Reference("boxes-overlap", (do.ChooseAlgorithm("epa"), do.GoToStep(3))),
    "epa-last": Reference("museum/hb-article-cycle-1", (do.ChooseAlgorithm("epa"),)),
    "mpr": Reference("boxes-overlap", (do.ChooseAlgorithm("mpr"),)),
    "headbutt": Reference("museum/hb-article-cycle-1", (do.ChooseAlgorithm("headbutt"), do.GoToStep(2))),
    "tetrahedron": Reference("boxes-overlap", (do.ChooseAlgorithm("tetrahedron"),)),
    "sat-first-axis": Reference("boxes-edge-edge", (do.ChooseAlgorithm("sat"), do.GoToStep(0))),
    "sat-chosen-axis": Reference("boxes-edge-edge", (do.ChooseAlgorithm("sat"),)),
    "brute": Reference("boxes-vertex-face", (do.ChooseAlgorithm("brute"),)),
    "aabb": Reference("boxes-vertex-face", (do.ChooseAlgorithm("aabb"),)),
    "sphere": Reference("cone-cylinder", (do.ChooseAlgorithm("sphere"),)),
    "exact": Reference("boxes-edge-edge", (do.ChooseAlgorithm("exact"),)),
    "rounded": Reference("rounded-boxes"),
    "other-selected": Reference("cone-cylinder", (do.Select("B"), do.HoverBody("A"))),
    "light": Reference("boxes-overlap", (do.ChooseTheme(Theme.LIGHT),)),
    "light-round": Reference("ellipsoid-box", (do.ChooseTheme(Theme.LIGHT),)),
    "lecture": Reference("sphere-box", (do.Lecture(True),)),
    "larger": Reference("capsule-octahedron", (do.SetUiScale(2.0),)),
}


def state_of(reference: Reference) -> State:
    """The scene in view, after the actions."""
    state = do.initial_state(read_scene(resource("assets", "scenes", *f"{reference.scene}.json".split("/"))))
    for action in (do.FrameAll(SIZE[0] / 2 / SIZE[1]), TEXT, *reference.actions):
        state = do.update(state, action)
    return state


def render(reference: Reference) -> Picture:
    """Use a separate renderer: a glyph's place in the atlas, which depends on what was drawn before, blurs it."""
    with FigureRenderer(SIZE) as figure:
        return figure.render(state_of(reference), tuple(View))


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.webp"


def read(path: Path) -> Picture:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def difference(first: Picture, second: Picture) -> npt.NDArray[np.float64]:
    """The largest difference of mean colour per block over the channels, of 255: (rows, columns)."""
    gap: npt.NDArray[Any] = np.abs(_means(first) - _means(second)).max(axis=2)
    return gap


def _means(picture: Picture) -> npt.NDArray[np.float64]:
    rows, columns = picture.shape[0] // BLOCK, picture.shape[1] // BLOCK
    blocks = picture[: rows * BLOCK, : columns * BLOCK].reshape(rows, BLOCK, columns, BLOCK, 3)
    return blocks.mean(axis=(1, 3), dtype=np.float64)


def renew(names: Iterable[str]) -> None:
    """Render the pictures again, and remove those that belong to no reference."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.webp"):
        if path.stem not in REFERENCES:
            path.unlink()
    for name in names:
        pixels = render(REFERENCES[name]) // COARSE * COARSE + COARSE // 2
        Image.fromarray(pixels).save(path_of(name), lossless=True, method=4)
        print(path_of(name))


if __name__ == "__main__":
    renew(REFERENCES)
