"""Rules of scenes that are made without a file, as imports make them."""

from math import inf, nan
from typing import Any

import pytest

from gjkscope import Body, Box, PositionOrientation, Scene
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.checks import check_all_of
from gjkscope.app.scenes.scene import Expected

GOOD = Scene("two", (Body("a", Box((1.0, 1.0, 1.0))), Body("b", Box((1.0, 1.0, 1.0)))))


def test_a_good_scene_passes() -> None:
    check_all_of(GOOD)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"placement": PositionOrientation((0.0, 0.0, nan))}, r"shapes\[1\].placement: must lie within 1e\+150 m"),
        ({"placement": PositionOrientation((0.0, 1e200, 0.0))}, r"shapes\[1\].placement: must lie within 1e\+150 m"),
        ({"placement": PositionOrientation((0, 0, 0), (0, 0, 0, 0))}, r"shapes\[1\].orientation"),
        ({"velocity": (0.0, inf, 0.0)}, r"shapes\[1\].velocity: must be finite, got \(0.0, inf, 0.0\)"),
        ({"angular_velocity": (nan, 0.0, 0.0)}, r"shapes\[1\].angular_velocity: must be finite"),
        ({"mass": nan}, r"shapes\[1\].mass: must be finite and ≥ 0, got nan"),
        ({"friction": -1.0}, r"shapes\[1\].friction: must be finite and ≥ 0, got -1"),
        ({"name": "a"}, r"shapes\[1\].name: must differ from all others, but shapes\[0\] is 'a' too"),
        ({"name": "b\n"}, r"shapes\[1\].name: must be printable"),
        ({"color": "red"}, r"shapes\[1\].color: must be a colour like #e69f00"),
    ],
)
def test_a_bad_body_is_named(body: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        check_all_of(replace(GOOD, bodies=(GOOD.bodies[0], replace(GOOD.bodies[1], **body))))


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({"gravity": (0.0, nan, 0.0)}, "gravity: must be finite"),
        ({"pairs": (("a", "c"),)}, r"pairs\[0\]\[1\]: must be the name of a shape \('a', 'b'\), got 'c'"),
        ({"expected": (Expected(("a", "b"), "near"),)}, "verdict: must be one of"),
    ],
)
def test_a_bad_scene_is_named(scene: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        check_all_of(replace(GOOD, **scene))
