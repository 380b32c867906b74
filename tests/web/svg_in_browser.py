"""Vector pictures look like the window's pictures of the same views, in a browser.

make test-web
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, tostring

import pytest
from msgspec import structs

from gjkscope.app.share.export.vector.canvas import paint
from gjkscope.app.share.export.vector.figure import NAMESPACE
from gjkscope.app.share.export.vector.view import draw_view
from gjkscope.app.state.actions import ChooseAlgorithm, ChooseTheme, GoToStep
from gjkscope.app.state.model import Theme, View
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS
from tests.web.painted import SIZE, Shot, browser, differing, paint_by_window, screenshot, shot

# The part of the pixels that may differ visibly: soft edges of lines, and curved surfaces, which have flat facets.
MOST = 0.03

SHOTS = {
    "edges behind a body": lambda: shot("boxes-edge-edge", GoToStep(1)),
    "bodies that cross": lambda: shot("boxes-overlap"),
    "curved bodies": lambda: shot("cone-cylinder"),
    "a simplex in A − B": lambda: shot("boxes-overlap", GoToStep(2), view=View.DIFFERENCE),
    "a curved A − B": lambda: shot("sphere-box", view=View.DIFFERENCE),
    "EPA's polytope": lambda: shot("boxes-overlap", ChooseAlgorithm("epa"), GoToStep(3), view=View.DIFFERENCE),
    "the light theme": lambda: shot("boxes-vertex-face", ChooseTheme(Theme.LIGHT)),
}


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser(SIZE[0] + 40, SIZE[1] + 200) as driver:
        yield driver


def page(shown: Shot) -> str:
    width, height = map(str, SIZE)
    root = Element("svg", {"xmlns": NAMESPACE, "width": width, "height": height, "id": "stage"})
    rect = (0.0, 0.0, float(SIZE[0]), float(SIZE[1]))
    background = BACKGROUNDS[shown.theme]
    draw_view(root, shown.draw_list, shown.camera, rect, 1.0, background)
    top, bottom = (paint("fill", (*color, 1.0))["fill"] for color in (background.top, background.bottom))
    style = f"body {{ margin: 0 }} svg {{ display: block; background: linear-gradient({top}, {bottom}) }}"
    return f'<!doctype html><meta charset="utf-8"><title>svg</title><style>{style}</style>{tostring(root, "unicode")}'


@pytest.mark.parametrize("name", SHOTS)
def test_it_looks_like_the_window(driver: Any, tmp_path: Path, name: str) -> None:
    shown = SHOTS[name]()
    shown = shown._replace(draw_list=structs.replace(shown.draw_list, focus=None), grid=None)
    path = tmp_path / "page.html"
    path.write_text(page(shown), encoding="utf-8")
    picture, window = screenshot(driver, path), paint_by_window(shown)
    assert window.std() > 10, "there is something to see"
    assert differing(picture, window) < MOST
