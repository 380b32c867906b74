"""Long runs can be cancelled; others are not affected."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import numpy as np
import pytest

from gjkscope import engine
from gjkscope.engine import BROADPHASES, Pose, broad_phase, resolve_terrain
from gjkscope.engine.cancellation import Cancelled, cancellable_by, checkpoint
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import Box, Hull, Mesh, Triangle

BOX, HERE, THERE = Box((1.0, 1.0, 1.0)), Pose(), Pose(position=(0.5, 0.2, 0.1))
BALL = Hull(tuple(map(tuple, np.random.default_rng(1).normal(size=(40, 3)).tolist())))
PYRAMID = Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))
FLOOR = (Triangle(((-2.0, 0.0, -2.0), (-2.0, 0.0, 2.0), (2.0, 0.0, -2.0))),) * 3

RUNS: dict[str, Callable[[], Any]] = {
    **{name: partial(broad_phase, name, [(BOX, THERE)] * 5) for name in BROADPHASES},
    "sat": partial(engine.trace, BALL, HERE, BALL, THERE, "sat"),
    "gjk": partial(engine.trace, BALL, HERE, BALL, Pose(position=(9.0, 1.0, 0.3)), "gjk"),
    "epa": partial(engine.trace, BOX, HERE, BOX, THERE, "epa"),
    "mpr": partial(engine.trace, BOX, HERE, BOX, THERE, "mpr"),
    "exact": partial(engine.trace, BOX, HERE, BOX, THERE, "exact"),
    "brute": partial(engine.trace, PYRAMID, HERE, PYRAMID, Pose(position=(3.0, 0.0, 0.0)), "brute"),
    "hull": partial(convex_hull, BALL.vertices),
    "terrain": partial(resolve_terrain, BOX, THERE, FLOOR),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_long_run_ends_soon_after_it_is_cancelled(name: str) -> None:
    asked = count()
    with cancellable_by(lambda: next(asked) == 1), pytest.raises(Cancelled):
        RUNS[name]()
    assert next(asked) == 2, "it went on"


def test_nothing_is_cancelled_outside_the_block() -> None:
    with pytest.raises(Cancelled), cancellable_by(lambda: True):
        checkpoint()
    checkpoint()
    assert RUNS["sat"]().steps
