"""Labels of web pages are placed as in the window; node runs the page's code."""

import random
from math import cos, sin
from typing import Any

import pytest

from gjkscope.app.share.web.bundle import script_of
from gjkscope.app.view.panels.toolkit.labels import LabelBox, LabelRequest, place_labels
from tests.app.share.web.node import answers

SCRIPT = script_of("placement.js") + "const answer = (given) => placeLabels(...given);"
LAYOUTS = 300


def random_layout(draw: random.Random) -> tuple[list[LabelRequest], LabelBox, list[LabelBox], float]:
    """In quarters of a pixel: two places that are equally good are then exactly so."""
    width, height, scale = draw.uniform(80, 700), draw.uniform(60, 500), draw.choice((0.5, 1.0, 2.0))
    wishes = []
    for _ in range(draw.randint(1, 14)):
        angle, turns = draw.uniform(0, 6.3), draw.random() < 0.6
        wishes.append(
            LabelRequest(
                (quarters(draw.uniform(0, width)), quarters(draw.uniform(0, height))),
                (quarters(draw.uniform(10, 160)), quarters(draw.uniform(12, 24))),
                draw.randint(0, 3),
                (cos(angle), sin(angle)) if turns else (0.0, 0.0),
                (quarters(draw.uniform(-90, 20)), quarters(draw.uniform(-50, 20))) if draw.random() < 0.5 else None,
            )
        )
    taken = [LabelBox(0, 0, draw.uniform(1, width), draw.uniform(1, 40)) for _ in range(draw.randint(0, 2))]
    return wishes, LabelBox(4, 4, width - 4, height - 4), taken, scale


def quarters(value: float) -> float:
    return round(4 * value) / 4


def as_json(box: LabelBox) -> dict[str, float]:
    return box._asdict()


def question(wishes: list[LabelRequest], bounds: LabelBox, taken: list[LabelBox], scale: float) -> list[Any]:
    return [[wish._asdict() for wish in wishes], as_json(bounds), [as_json(box) for box in taken], scale]


def test_the_places_are_the_windows() -> None:
    draw = random.Random(4)
    layouts = [random_layout(draw) for _ in range(LAYOUTS)]
    placements = answers(SCRIPT, [question(*layout) for layout in layouts])
    left_out = kept = 0
    for layout, boxes in zip(layouts, placements, strict=True):
        expected = place_labels(*layout)
        left_out += expected.count(None)
        assert [box is None for box in boxes] == [box is None for box in expected]
        for box, other in zip(boxes, expected, strict=True):
            assert box is None or box == pytest.approx(as_json(other), abs=1e-9)
        kept += sum(box == wish.staying for wish, box in zip(layout[0], expected, strict=True) if wish.kept)
    assert left_out > 20
    assert kept > 100
