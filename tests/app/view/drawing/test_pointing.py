"""Where the pointer's ray meets the constraint of a drag."""

import pytest

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.view.drawing.pointing import on_axis, on_level, on_line, on_plane
from gjkscope.engine.vectors import IDENTITY, ZERO, dot, unit

EYE = (2.0, 3.0, 9.0)
X, Y, Z = IDENTITY


def test_a_ray_meets_the_ground_where_it_points() -> None:
    met = on_plane(EYE, unit((1.0, -2.5, -4.0)), (7.0, 0.5, 7.0), Y)
    assert met == pytest.approx((3.0, 0.5, 5.0))


@pytest.mark.parametrize("direction", [(0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (1.0, -1e-4, 0.0)])
def test_a_ray_above_the_horizon_does_not_meet_the_ground(direction: tuple[float, float, float]) -> None:
    assert on_plane(EYE, unit(direction), ZERO, Y) is None


def test_a_ray_is_nearest_to_a_line_at_one_point() -> None:
    assert on_line((2.5, 1.0, 9.0), (0.0, 0.0, -1.0), (0.0, 0.25, 0.125), X) == (2.5, 0.25, 0.125)
    point = on_line(EYE, unit((1.0, -3.0, -9.0)), ZERO, X)
    assert point == pytest.approx((3.0, 0.0, 0.0))


def test_a_ray_along_a_line_gives_no_point() -> None:
    assert on_line(EYE, Z, ZERO, Z) is None


def test_a_ray_beyond_the_vanishing_point_of_a_line_gives_no_point() -> None:
    before, beyond = unit((1.0, -0.5, 0.0)), unit((1.0, 0.5, 0.0))
    assert on_line(EYE, before, (0.0, 0.0, 9.0), X) == pytest.approx((8.0, 0.0, 9.0))
    assert on_line(EYE, beyond, (0.0, 0.0, 9.0), X) is None


@pytest.mark.parametrize("orthographic", [False, True])
def test_an_axis_seen_end_on_keeps_the_body_in_place(orthographic: bool) -> None:
    camera = OrbitCamera(yaw=0.0, pitch=0.0, orthographic=orthographic)
    ray = camera.ray(0.2, 0.1, 1.0)
    assert on_axis(camera, ray, ZERO, Z) is None
    across = on_axis(camera, ray, ZERO, X)
    assert across == pytest.approx((0.2 * camera.half_height, 0.0, 0.0), rel=0.01)


@pytest.mark.parametrize("orthographic", [False, True])
def test_a_horizontal_plane_seen_edge_on_is_a_line_across_the_view(orthographic: bool) -> None:
    camera = OrbitCamera(yaw=0.7, pitch=0.01, orthographic=orthographic)
    for y in (-0.2, 0.0, 0.2):  # vertical movement has no effect
        met = on_level(camera, camera.ray(0.3, y, 1.0), ZERO)
        assert met is not None
        assert (met[1], dot(met, camera.basis[2])) == pytest.approx((0.0, 0.0), abs=1e-12)
        assert dot(met, camera.basis[0]) == pytest.approx(0.3 * camera.half_height, rel=0.05)
    above = OrbitCamera(yaw=0.7, pitch=0.5, orthographic=orthographic)
    ray = above.ray(0.3, -0.2, 1.0)
    assert on_level(above, ray, ZERO) == on_plane(*ray, ZERO, Y) is not None
