"""Renders a picture of every lesson, for the table of contents and the lesson files.

make thumbnails
"""

import numpy as np
import numpy.typing as npt
from PIL import Image

from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.actions import FrameAll, Select, SetVisible, update
from gjkscope.app.state.model import State, View
from gjkscope.app.teach.lessons.contents import LessonEntry, contents
from gjkscope.app.teach.lessons.file import read_lesson

SIZE = (304, 192)
FINER = 3  # supersampling factor
QUALITY = 86
HIDDEN = ("labels", "grid", "regions", "path")
KEPT = {5: ("regions",)}  # what a lesson is about is not hidden from its picture
SHOWN = {  # the page shown for the lesson, and the view
    1: (3, View.WORLD),
    2: (4, View.DIFFERENCE),
    3: (1, View.WORLD),
    4: (5, View.DIFFERENCE),
    5: (3, View.DIFFERENCE),
    6: (4, View.DIFFERENCE),
    7: (2, View.DIFFERENCE),
    8: (2, View.DIFFERENCE),
    9: (4, View.WORLD),
    10: (2, View.DIFFERENCE),
    11: (4, View.WORLD),
    12: (1, View.WORLD),
    13: (0, View.WORLD),
    14: (3, View.DIFFERENCE),
    15: (1, View.WORLD),
    16: (3, View.DIFFERENCE),
    17: (4, View.WORLD),
    18: (2, View.WORLD),
    19: (2, View.WORLD),
    20: (5, View.WORLD),
    21: (2, View.DIFFERENCE),
    22: (3, View.WORLD),
    23: (2, View.DIFFERENCE),
    24: (1, View.WORLD),
    25: (1, View.WORLD),
}


def picture_state(entry: LessonEntry) -> State:
    page, _ = SHOWN[entry.number]
    state: State = read_lesson(entry.path).pages[page].first
    hidden = (SetVisible(name, False) for name in HIDDEN if name not in KEPT.get(entry.number, ()))
    for action in (FrameAll(SIZE[0] / SIZE[1]), Select(None), *hidden):
        state = update(state, action)
    return state


def render(entry: LessonEntry) -> npt.NDArray[np.uint8]:
    with FigureRenderer((SIZE[0] * FINER, SIZE[1] * FINER)) as figure:
        return figure.render(picture_state(entry), (SHOWN[entry.number][1],), words=False)


def renew() -> None:
    """Render all pictures."""
    for entry in contents():
        entry.picture.parent.mkdir(exist_ok=True)
        small = Image.fromarray(render(entry)).resize(SIZE, Image.Resampling.LANCZOS)
        small.save(entry.picture, quality=QUALITY, method=6)
    print(f"{len(contents())} lessons")


if __name__ == "__main__":
    renew()
