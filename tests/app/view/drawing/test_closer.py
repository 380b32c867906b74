"""Why GJK gets closer: the wall and the circle through the closest point, and the segment that enters the circle."""

import numpy as np
import pytest

from gjkscope.app.state.actions import SetVisible, update
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.planar.closer import ENTERING, WALL_WIDTH, part_inside
from tests.app.view.drawing.test_drawing import lines, texts
from tests.app.view.drawing.test_plane_marks import steps_of


def with_circle(state: State) -> State:
    return update(state, SetVisible("closer", True))


@pytest.mark.parametrize("state", steps_of("triangles-apart", "gjk")[1:])
def test_all_of_the_thick_part_is_closer_and_all_of_the_wall_is_not(state: State) -> None:
    step, drawing = step_record(state), difference_drawing(with_circle(state))
    before = np.linalg.norm(step.closest_before)
    (wall,) = lines(drawing, palette.SEARCH, Layer.SOLID, width=WALL_WIDTH)
    along = np.linspace(0, 1, 50)[:, None]
    assert np.linalg.norm(wall[0] + along * (wall[1] - wall[0]), axis=1).min() >= before - 1e-3
    entering = lines(drawing, palette.NEW, Layer.ON_TOP, width=ENTERING)
    assert len(entering) == (step.upper < before - 1e-9)
    for start, end in entering:
        assert np.linalg.norm(start + along[1:-1] * (end - start), axis=1).max() < before
    assert "wall" in texts(drawing)
    assert "wall" not in texts(difference_drawing(state))


def test_the_first_step_has_a_wall_through_its_point() -> None:
    first = with_circle(steps_of("triangles-apart", "gjk")[0])
    (wall,) = lines(difference_drawing(first), palette.SEARCH, Layer.SOLID, width=WALL_WIDTH)
    closest = np.array(step_record(first).closest)
    assert (wall[:, :2] @ closest) == pytest.approx([closest @ closest] * 2)


def test_the_part_inside_ends_where_the_segment_leaves_the_circle() -> None:
    rng = np.random.default_rng(5)
    for start, end in rng.uniform(-2, 2, (60, 2, 2)):
        part = part_inside(tuple(start), tuple(end))
        left = np.linalg.norm(start + part * (end - start))
        assert left <= np.linalg.norm(start) + 1e-12
        assert part in (0.0, 1.0) or left == pytest.approx(np.linalg.norm(start))
