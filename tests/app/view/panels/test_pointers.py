"""Pointers of demos: their labels turn gradually, spotlights share one cover, and what is behind a body is known."""

import json
from math import cos, dist, pi, sin

import pytest

from gjkscope.app.state.inspection.pointing import is_behind_body
from gjkscope.app.state.model.direction import BodyTarget, CornerTarget, FaceTarget, Target
from gjkscope.app.teach.demos.file import parse_demo
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.viewport.pointers import Hole, covered_cells, label_side

VIEW = LabelBox(0.0, 0.0, 640.0, 360.0)


def test_a_label_turns_gradually_around_its_target() -> None:
    taken = [LabelBox(0.0, 300.0, 640.0, 360.0)]  # a caption
    places = [(320 + 250 * cos(pi * i / 360), 180 + 110 * sin(pi * i / 360)) for i in range(721)]
    sides = [label_side(position, (320.0, 180.0), (120.0, 60.0), VIEW, taken) for position in places]
    assert max(map(dist, sides, sides[1:])) < 0.1
    assert min(side[0] for side in sides) < -0.5 < 0.5 < max(side[0] for side in sides)


def test_spotlights_share_one_cover() -> None:
    holes = [Hole(200.0, 180.0, 60.0, 20.0), Hole(330.0, 180.0, 60.0, 20.0)]
    cells = list(covered_cells(VIEW, holes))

    def cover(x: float, y: float) -> list[tuple[float, ...]]:
        return [amounts for box, amounts in cells if box.left <= x < box.right and box.top <= y < box.bottom]

    assert [cover(hole.x, hole.y) for hole in holes] == [[], []]
    assert cover(20.3, 20.3) == cover(600.3, 180.3) == [(1.0, 1.0, 1.0, 1.0)]
    (edge,) = cover(200.3, 180.3 - 70)
    assert edge == pytest.approx((0.5,) * 4, abs=0.3)
    outside = sum(box.area * sum(amounts) / 4 for box, amounts in cells)
    assert outside == pytest.approx(VIEW.area - 2 * pi * (70.0**2 + 20.0**2 / 12), rel=0.01)


@pytest.mark.parametrize(
    ("target", "seen"),
    [
        (FaceTarget("A", 0), (1, 0, 0)),
        (FaceTarget("A", 4), (0, -1, 0)),
        (CornerTarget("A", (7,)), (1, 1, 1)),
        (CornerTarget("A", (0, 1)), (-1, -1, -1)),
    ],
)
def test_the_far_side_of_a_body_is_known(target: Target, seen: tuple[int, int, int]) -> None:
    shapes = [
        {"name": name, "type": "box", "half_extents": [1, 1, 1], "position": [x, 0, 0]}
        for name, x in (("A", 0), ("B", 5))
    ]
    scene = {"gjkscope": 1, "name": "two boxes", "shapes": shapes}
    document = {"gjkdemo": 1, "name": "trial", "scene": scene, "steps": [{"do": "wait", "seconds": 1}]}
    state = parse_demo(json.dumps(document)).first
    assert is_behind_body(state, target, (*map(float, seen), 0.0)) is False
    assert is_behind_body(state, target, (*(-5.0 * each for each in seen), 1.0)) is True
    assert is_behind_body(state, BodyTarget("A"), (1.0, 0.0, 0.0, 0.0)) is False
