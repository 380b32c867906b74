"""The parts of the renderer of web pages that need no browser; node runs them.  See also tests/web."""

import random
from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.view.drawing.drawlist import Outline
from gjkscope.app.view.drawing.outline import silhouette_folds
from gjkscope.app.view.renderer.placements import center_of
from gjkscope.engine.pose import Pose
from tests.app.share.web.node import answers
from tests.web.painted import EXAMPLES, REVIVE, outline_json

SILHOUETTE = (
    script_of("silhouette.js")
    + REVIVE
    + """
const answer = ([outline, eye]) => [...silhouetteEnds(JSON.parse(JSON.stringify(outline), revive), eye)];"""
)
WITHOUT_WEBGL = (
    script_of("renderer.js")
    + """
globalThis.document = { createElement: () => ({ getContext: () => null }) };
function answer(canvas) {
  try { return new DrawListRenderer(canvas); } catch (error) { return error.message; }
}"""
)


def outlines() -> list[Outline]:
    """Of round bodies, here and far away."""
    near = [outline for name in ("round", "below") for shot in EXAMPLES[name]() for outline in shot.draw_list.outlines]
    far = [replace(outline, pose=Pose(outline.pose.rotation, (1e6, -1e6, 1e6))) for outline in near]
    return [*near, *far]


def question(outline: Outline, draw: random.Random) -> tuple[list[Any], np.ndarray]:
    """An outline and an eye, and the ends of the silhouette that the window draws."""
    center = outline.pose.position
    reach = float(np.abs(outline.folds.ends - np.array(center_of(outline.folds.ends))).max())
    camera = OrbitCamera(
        target=center,
        distance=reach * draw.uniform(2, 9),
        yaw=draw.uniform(-3, 3),
        pitch=draw.uniform(-1.5, 1.5),
        orthographic=draw.random() < 0.4,
    )
    eye = camera.homogeneous_eye
    seen = outline.folds.ends[silhouette_folds(outline, eye)] - np.array(center_of(outline.folds.ends))
    return [outline_json(outline), eye], seen


def test_silhouettes_are_the_windows() -> None:
    draw = random.Random(7)
    questions, expected = zip(*(question(outline, draw) for outline in outlines() for _ in range(5)), strict=True)
    assert sum(len(ends) > 0 for ends in expected) > 10
    for ends, silhouette in zip(expected, answers(SILHOUETTE, list(questions)), strict=True):
        assert silhouette == pytest.approx(
            ends.ravel().tolist(), rel=1e-6, abs=1e-6 * max(np.abs(ends).max(initial=0), 1e-30)
        )


def test_a_browser_without_webgl_is_told_so() -> None:
    assert answers(WITHOUT_WEBGL, [{}]) == ["This browser cannot draw in 3D here: WebGL2 is missing or switched off."]
