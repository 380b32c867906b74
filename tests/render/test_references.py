"""Rendered pictures match the reviewed references; see `references`.

A failure leaves the picture and the differences in out/references/.  If the new picture is right: `make references`.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.state.model import State, View
from gjkscope.app.view.drawing import views
from gjkscope.app.view.drawing.drawlist import DrawList
from tests.render.references import BLOCK, FOLDER, REFERENCES, Picture, difference, path_of, read, render

# Of 255.  On one machine a picture is reproducible to the bit; a missing thin line makes a difference of about 30.
TOLERANCE = 10.0
LEFT = resource("tests").parent / "out" / "references"


def keep(name: str, actual: Picture, gap: npt.NDArray[np.float64]) -> Path:
    """Write the picture, and its differences in white."""
    LEFT.mkdir(parents=True, exist_ok=True)
    Image.fromarray(actual).save(LEFT / f"{name}.actual.png")
    shown = np.clip(gap / TOLERANCE * 128, 0, 255).astype(np.uint8)
    Image.fromarray(shown.repeat(BLOCK, 0).repeat(BLOCK, 1)).save(LEFT / f"{name}.difference.png")
    return LEFT


@pytest.mark.parametrize("name", REFERENCES)
def test_it_matches_the_reference(name: str) -> None:
    actual = render(REFERENCES[name])
    gap = difference(actual, read(path_of(name)))
    if gap.max() > TOLERANCE:
        pytest.fail(f"{name}: differs by {gap.max():.0f} of 255; see {keep(name, actual, gap)}, or `make references`")


@pytest.mark.parametrize(("body", "edge"), [(0, 3), (1, 7)])
def test_a_missing_line_is_detected(monkeypatch: pytest.MonkeyPatch, body: int, edge: int) -> None:
    """An edge of the selected box, and one of the other."""

    def without_it(state: State, view: View) -> DrawList:
        drawing = views.drawing_of(state, view)
        if view is View.DIFFERENCE:
            return drawing
        edges = list(drawing.edges)
        edges[body] = replace(edges[body], ends=np.delete(edges[body].ends, edge, axis=0))
        return replace(drawing, edges=tuple(edges))

    monkeypatch.setattr("gjkscope.app.share.export.figure.drawing_of", without_it)
    actual = render(REFERENCES["aabb"])
    assert difference(actual, read(path_of("aabb"))).max() > TOLERANCE


def test_every_picture_belongs_to_a_reference_and_is_small() -> None:
    paths = list(FOLDER.glob("*.webp"))
    assert {path.stem for path in paths} == set(REFERENCES)
    assert sum(path.stat().st_size for path in paths) < 1_500_000
