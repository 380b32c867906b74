"""The outline of a shape is the border of its visible part, from any viewpoint."""

import numpy as np
import pytest

from gjkscope.app.view.drawing.drawlist import Floats, Outline, at
from gjkscope.app.view.drawing.outline import Eye, folds, silhouette_folds
from gjkscope.app.view.drawing.surfaces import surface
from gjkscope.engine import Box, Capsule, Ellipsoid, Hull, Segment, Shape, Sphere
from gjkscope.engine.pose import Pose, rotation_from_quaternion

TURNED = Pose(rotation_from_quaternion((0.1, 0.5, -0.3, 0.8)), (3.0, -1.0, 2.0))
ROUND = (Sphere(0.7), Capsule(0.3, 0.5), Ellipsoid((0.4, 1.0, 0.2)))
OTHERS = (Box((1.0, 0.5, 0.25)), Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))))


def outline(shape: Shape, pose: Pose = TURNED) -> Outline:
    return Outline(folds(surface(shape)), pose, (1.0, 1.0, 1.0, 1.0), 2.0)


def outline_from(outline: Outline, eye: Eye) -> Floats:
    """The endpoints (n, 2, 3) of its lines in world space, for an eye there."""
    return at(outline.folds.ends[silhouette_folds(outline, eye)], outline.pose)


@pytest.mark.parametrize("shape", ROUND + OTHERS, ids=lambda shape: type(shape).__name__)
@pytest.mark.parametrize("eye", [(9.0, 2.0, 1.0, 1.0), (-4.0, 5.0, 9.0, 1.0), (0.3, -0.9, 0.4, 0.0)])
def test_it_is_closed(shape: Shape, eye: Eye) -> None:
    """As in a ring, an even number of lines meets at each corner."""
    ends = outline_from(outline(shape), eye)
    assert len(ends) >= 3
    _, counts = np.unique(np.round(ends.reshape(-1, 3), 9), axis=0, return_counts=True)
    assert not np.any(counts % 2)


@pytest.mark.parametrize("eye", [(9.0, 2.0, 1.0), (-4.0, 5.0, 9.0)])
def test_around_a_ball_it_is_the_tangent_circle(eye: tuple[float, float, float]) -> None:
    """Seen from a distance d, the outline of a ball of radius r is r²/d in front of its centre."""
    ends = outline_from(outline(Sphere(0.7)), (*eye, 1.0))
    to_eye = np.array(eye) - TURNED.position
    distance = np.linalg.norm(to_eye)
    along = (ends[:, 0] - TURNED.position) @ to_eye / distance
    assert along == pytest.approx(np.full(len(along), 0.49 / distance), abs=0.7 * 0.14)  # a facet
    assert len(along) >= 24


def test_seen_along_its_axis_a_box_has_the_four_sides_of_its_front_face() -> None:
    ends = outline_from(outline(Box((1.0, 0.5, 0.25)), Pose()), (0.0, 0.0, 1.0, 0.0))
    assert len(ends) == 4
    assert set(np.abs(ends[:, 0, 0])) == {1.0}
    assert set(np.abs(ends[:, 0, 1])) == {0.5}


def test_a_shape_without_a_surface_has_no_outline() -> None:
    segment = Segment((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert len(outline_from(outline(segment), (5.0, 5.0, 5.0, 1.0))) == 0


def test_the_edges_of_a_shape_are_computed_once() -> None:
    assert folds(surface(Sphere(0.7))) is folds(surface(Sphere(0.7)))
