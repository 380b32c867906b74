"""Renders the first picture of the website, without labels, in both themes and for both widths of windows.

make pictures
"""

from PIL import Image

from gjkscope.app.base.resources import resource
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.share.web.course.landing import POSTERS, landing_state
from gjkscope.app.state import actions as do
from gjkscope.app.state.model import Layout

QUALITY = 70


def renew() -> None:
    """Writes the pictures."""
    unlabelled = do.update(landing_state(), do.SetVisible("labels", False))
    for poster in POSTERS:
        with FigureRenderer(poster.size) as figure:
            picture = figure.render(do.update(unlabelled, do.ChooseTheme(poster.theme)), Layout.BOTH.views, words=False)
        Image.fromarray(picture).save(resource("assets", "pictures") / poster.name, quality=QUALITY, method=6)
        print(f"assets/pictures/{poster.name}")


if __name__ == "__main__":
    renew()
