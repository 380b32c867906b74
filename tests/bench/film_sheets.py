"""Contact sheets of the shipped demos as films, at two sizes and in both themes; a report, not a test.

    python -m tests.bench.film_sheets [NAME ...]    # names of demos, or parts of them; by default all

A picture every two seconds, twelve to a sheet, in out/film-sheets/NAME-SIZE-THEME-NUMBER.png.  One sees there what a
film argues: whether each caption stands over the picture that it describes, what is cut off, and what covers what.
"""

import argparse
from pathlib import Path

from PIL import Image

from gjkscope.app.share.export.film import FilmRenderer, FilmStyle
from gjkscope.app.share.export.sheet import contact_sheet
from gjkscope.app.state.model import Theme
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.file import SUFFIX
from gjkscope.app.teach.demos.frames import shots
from tests.app.teach.demos.stills import SHIPPED, unrehearsed_demo

SIZES = ((1280, 720), (360, 640))  # a film, and a phone held upright
EVERY = 2.0  # seconds between pictures
ON_SHEET = 12  # pictures, so that their captions can be read
FOLDER = Path("out", "film-sheets")


def write_sheets(name: str, size: tuple[int, int], theme: Theme) -> list[Path]:
    """Writes the sheets of a film at that size, in that theme; returns their paths."""
    demo, stem = unrehearsed_demo(name), name.removesuffix(SUFFIX)
    every = round(EVERY * TICKS)
    with FilmRenderer(FilmStyle(size, theme=theme)) as renderer:
        shown = [(shot, renderer.render(shot.state)) for shot in shots(demo, range(every // 2, demo.length, every))]
    paths = []
    for number, first in enumerate(range(0, len(shown), ON_SHEET), 1):
        path = FOLDER / f"{stem}-{size[0]}x{size[1]}-{theme}-{number}.png"
        Image.fromarray(contact_sheet(demo, shown[first : first + ON_SHEET])).save(path)
        paths.append(path)
    return paths


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Writes contact sheets of the shipped demos as films.")
    parser.add_argument("names", metavar="NAME", nargs="*", help="the name of a demo, or a part of it")
    wanted = parser.parse_args().names or [""]
    FOLDER.mkdir(parents=True, exist_ok=True)
    for chosen in (name for name in SHIPPED if any(word in name for word in wanted)):
        for sides in SIZES:
            for theme in Theme:
                print(*write_sheets(chosen, sides, theme), flush=True)
