"""Renders the first picture of the website in both themes, without labels: it is shown until the player is.

make pictures
"""

from PIL import Image

from gjkscope.app.base.resources import resource
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.share.web.course.landing import POSTER_SIZE, POSTERS, landing_state
from gjkscope.app.state import actions as do
from gjkscope.app.state.model import Layout

QUALITY = 70


def renew() -> None:
    """Writes the pictures."""
    unlabelled = do.update(landing_state(), do.SetVisible("labels", False))
    with FigureRenderer(POSTER_SIZE) as figure:
        for theme, name in POSTERS.items():
            picture = figure.render(do.update(unlabelled, do.ChooseTheme(theme)), Layout.BOTH.views, words=False)
            Image.fromarray(picture).save(resource("assets", "pictures", name), quality=QUALITY, method=6)
            print(f"assets/pictures/{name}")


if __name__ == "__main__":
    renew()
