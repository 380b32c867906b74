"""Axes tie if their overlaps differ by no more than what counts as touching for the intervals on the better one."""

import pytest

from gjkscope.engine import Box, Point, Pose, trace
from gjkscope.engine.sat.steps import axes_tie
from gjkscope.engine.vectors import Vec3

LENGTH = 2.0**20  # half that of the box, so that lengths and not their squares or inverses decide


@pytest.mark.parametrize(("more", "ties"), [(0.0, True), (0.9e-9, True), (1.1e-9, False), (-0.9e-9, True)])
@pytest.mark.parametrize("swap", [False, True])
def test_overlaps_tie_up_to_a_billionth_of_the_longer_interval(more: float, ties: bool, swap: bool) -> None:
    """The overlap along y is larger by `more` intervals than that along x; z is deeper by far."""
    box, point = Box((LENGTH, LENGTH, LENGTH)), Point()
    there: Vec3 = (LENGTH - 1, LENGTH - 1 - 2 * LENGTH * more, 0.0)
    pair = (point, Pose(position=there), box, Pose()) if swap else (box, Pose(), point, Pose(position=there))
    steps = trace(*pair, "sat").steps
    assert axes_tie(steps[-1]) == ties
    assert not axes_tie(steps[0])
