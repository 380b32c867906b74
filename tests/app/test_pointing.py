"""Where a pointer's ray meets what a drag is kept to."""

import pytest

from app.drawing.pointing import on_line, on_plane
from engine.vectors import IDENTITY, ZERO, unit

EYE = (2.0, 3.0, 9.0)
X, Y, Z = IDENTITY


def test_a_ray_meets_the_ground_where_it_points() -> None:
    met = on_plane(EYE, unit((1.0, -2.5, -4.0)), (7.0, 0.5, 7.0), Y)
    assert met == pytest.approx((3.0, 0.5, 5.0))


@pytest.mark.parametrize("direction", [(0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (1.0, -1e-4, 0.0)])
def test_a_ray_above_the_horizon_meets_no_ground(direction: tuple[float, float, float]) -> None:
    assert on_plane(EYE, unit(direction), ZERO, Y) is None


def test_a_ray_passes_a_line_nearest_at_one_point() -> None:
    assert on_line((2.5, 1.0, 9.0), (0.0, 0.0, -1.0), (0.0, 0.25, 0.125), X) == (2.5, 0.25, 0.125)
    place = on_line(EYE, unit((1.0, -3.0, -9.0)), ZERO, X)
    assert place == pytest.approx((3.0, 0.0, 0.0))


def test_a_ray_along_a_line_names_no_point_of_it() -> None:
    assert on_line(EYE, Z, ZERO, Z) is None
