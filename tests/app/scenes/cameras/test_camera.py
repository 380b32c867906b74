"""The camera responds to the mouse as expected, and its three projection functions agree."""

from math import pi

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import MAX_PITCH, OrbitCamera
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.vectors import along, dot, norm, sub

SIZE = (800, 500)
ASPECT = SIZE[0] / SIZE[1]


def pixel(camera: OrbitCamera, point) -> np.ndarray:
    return camera.lens(SIZE).pixels(np.array([point], dtype=float))[0][0]


def ndc(at: np.ndarray) -> tuple[float, float]:
    return (2 * at[0] / SIZE[0] - 1, 1 - 2 * at[1] / SIZE[1])


def random_cameras(count: int = 20):
    rng = np.random.default_rng(3)
    for _ in range(count):
        yaw, pitch = rng.uniform(-3, 3), rng.uniform(-1.4, 1.4)
        camera = OrbitCamera(tuple(rng.normal(size=3)), rng.uniform(2, 9), yaw, pitch)
        point = tuple(rng.normal(size=3) * 0.5)
        yield camera, point
        yield replace(camera, orthographic=True), point


def test_the_default_camera_looks_along_minus_z_with_x_to_the_right() -> None:
    camera = OrbitCamera(distance=5.0, yaw=0.0, pitch=0.0)
    assert camera.eye == (0, 0, 5)
    assert pixel(camera, (1, 0, 0))[0] > SIZE[0] / 2
    assert pixel(camera, (0, 1, 0))[1] < SIZE[1] / 2


def test_project_agrees_with_the_matrices() -> None:
    for camera, point in random_cameras():
        clip = np.array([*point, 1.0]) @ camera.view_matrix() @ camera.projection_matrix(ASPECT)
        np.testing.assert_allclose(ndc(pixel(camera, point)), clip[:2] / clip[3], atol=1e-9)


def test_a_ray_passes_through_the_point_seen_there() -> None:
    for camera, point in random_cameras():
        origin, direction = camera.ray(*ndc(pixel(camera, point)), ASPECT)
        offset = sub(point, origin)
        assert norm(direction) == pytest.approx(1.0)
        assert norm(sub(offset, along((0, 0, 0), direction, dot(offset, direction)))) < 1e-9


def test_panning_keeps_the_target_plane_under_the_pointer() -> None:
    camera = OrbitCamera((1.0, 2.0, 3.0), 4.0, 0.3, 0.2)
    moved = pixel(camera.panned(37.0, -12.0, SIZE[1]), camera.target) - pixel(camera, camera.target)
    np.testing.assert_allclose(moved, (37.0, -12.0), atol=1e-9)


def test_zooming_keeps_the_point_under_the_pointer() -> None:
    camera = OrbitCamera((1.0, 2.0, 3.0), 4.0, 0.3, 0.2)
    right, up, _ = camera.basis
    point = along(along(camera.target, right, 0.7), up, -0.4)
    at = pixel(camera, point)
    zoomed = camera.zoomed(3.0, toward=ndc(at), aspect=ASPECT)
    assert zoomed.distance < camera.distance
    np.testing.assert_allclose(pixel(zoomed, point), at, atol=1e-9)


def test_zooming_out_undoes_zooming_in() -> None:
    camera = OrbitCamera(distance=4.0)
    assert camera.zoomed(2.0).zoomed(-2.0).distance == pytest.approx(4.0)


def test_orbiting_drags_the_near_side_and_stops_at_the_poles() -> None:
    camera = OrbitCamera(distance=4.0, yaw=0.0, pitch=0.0)
    front = (0.0, 0.0, 1.0)
    assert pixel(camera.orbited(20, 0), front)[0] > pixel(camera, front)[0]
    assert pixel(camera.orbited(0, 20), front)[1] > pixel(camera, front)[1]
    assert camera.orbited(0, 1e6).pitch == MAX_PITCH
    assert camera.orbited(0, -1e6).pitch == -MAX_PITCH
    assert -pi <= camera.orbited(1e5, 0).yaw <= pi


@pytest.mark.parametrize("orthographic", [False, True])
@pytest.mark.parametrize("aspect", [0.5, 1.0, 2.0])
def test_a_framed_ball_just_fits(aspect: float, orthographic: bool) -> None:
    camera = OrbitCamera(orthographic=orthographic).framed((5.0, 1.0, -2.0), 3.0, aspect)
    size = (int(600 * aspect), 600)
    rng = np.random.default_rng(5)
    directions = rng.normal(size=(4000, 3))
    ball = np.array(camera.target) + 3.0 * directions / np.linalg.norm(directions, axis=1, keepdims=True)
    pixels, visible = camera.lens(size).pixels(ball)
    assert visible.all()
    assert np.abs(pixels - np.array(size) / 2).max() > 0.85 * min(size) / 2  # and fills the view


@pytest.mark.parametrize("metre", [1e-6, 1.0, 1e6])
def test_any_scale_gives_the_same_picture(metre: float) -> None:
    """Scaling a scene by `metre` projects its points to the same position and depth."""
    unit_camera = OrbitCamera().framed((0.0, 0.0, 0.0), 1.0, ASPECT)
    camera = OrbitCamera().framed((0.0, 0.0, 0.0), metre, ASPECT)
    point = np.array([0.3, 0.2, -0.5])
    expected = np.array([*point, 1.0]) @ unit_camera.view_matrix() @ unit_camera.projection_matrix(ASPECT)
    got = np.array([*(point * metre), 1.0]) @ camera.view_matrix() @ camera.projection_matrix(ASPECT)
    np.testing.assert_allclose(got[:3] / got[3], expected[:3] / expected[3], rtol=1e-9)


def test_the_anchor_keeps_full_precision_far_away() -> None:
    far = (1e6, -1e6, 1e6)
    near_view = OrbitCamera((0.0, 0.0, 0.0), 1e-3).view_matrix()
    far_view = OrbitCamera(far, 1e-3).view_matrix(anchor=far)
    np.testing.assert_array_equal(near_view, far_view)


def test_points_behind_or_beside_the_view_are_not_visible() -> None:
    camera = OrbitCamera(distance=4.0, yaw=0.0, pitch=0.0)
    _, visible = camera.lens(SIZE).pixels(np.array([[0.0, 0, 0], [0, 0, 9], [50, 0, 0]]))
    assert visible.tolist() == [True, False, False]


def test_orthographic_projection_keeps_parallels_and_the_target_size() -> None:
    seen = OrbitCamera((1.0, 2.0, 3.0), 4.0, 0.3, 0.2)
    flat = replace(seen, orthographic=True)
    right, _, back = seen.basis
    aside = along(seen.target, right, 0.5)
    np.testing.assert_allclose(pixel(flat, aside), pixel(seen, aside), atol=1e-9)
    for depth in (-30.0, 30.0):  # including behind the eye of the perspective camera
        np.testing.assert_allclose(pixel(flat, along(aside, back, depth)), pixel(flat, aside), atol=1e-9)
    assert flat.ray(-0.5, 0.5, ASPECT)[1] == flat.ray(0.5, -0.5, ASPECT)[1]


def test_a_view_straight_from_above_is_valid() -> None:
    camera = OrbitCamera(distance=4.0, yaw=0.0, pitch=MAX_PITCH, orthographic=True)
    assert camera.basis[2] == pytest.approx((0.0, 1.0, 0.0), abs=1e-15)
    assert pixel(camera, (0, 0, 1))[1] > SIZE[1] / 2
    assert np.isfinite(camera.view_matrix()).all()


def test_the_eye_of_an_orthographic_camera_is_a_direction() -> None:
    camera = OrbitCamera(target=(1.0, 2.0, 3.0))
    assert camera.homogeneous_eye == (*camera.eye, 1.0)
    assert replace(camera, orthographic=True).homogeneous_eye == (*camera.basis[2], 0.0)


@pytest.mark.parametrize("orthographic", [False, True])
def test_projecting_one_point_matches_projecting_many(orthographic: bool) -> None:
    camera = OrbitCamera((1.0, 2.0, 3.0), 4.0, 0.3, 0.2, orthographic=orthographic)
    points = np.random.default_rng(6).normal(scale=3.0, size=(200, 3))
    pixels, visible = camera.lens(SIZE).pixels(points)
    lens = camera.lens(SIZE)
    one_by_one = [lens.pixel((x, y, z)) for x, y, z in points.tolist()]
    assert [is_inside for *_, is_inside in one_by_one] == visible.tolist()
    assert 0 < visible.sum() < len(points)
    seen = np.array([(x, y) for x, y, is_inside in one_by_one if is_inside])
    np.testing.assert_allclose(seen, pixels[visible], atol=1e-9)


@pytest.mark.parametrize("orthographic", [False, True])
@pytest.mark.parametrize("way", [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)])
def test_the_outermost_point_of_a_body_is_outermost_on_screen(way: tuple[float, float], orthographic: bool) -> None:
    camera = OrbitCamera((1.0, 2.0, 3.0), 6.0, 0.3, 0.2, orthographic=orthographic)
    pose = Pose(rotation_from_quaternion((0.1, 0.5, -0.3, 0.8)), (1.5, 2.0, 2.5))
    places = np.random.default_rng(7).uniform(-1.0, 1.0, size=(50, 3))
    world = places @ np.array(pose.rotation).T + np.array(pose.position)
    pixels, _ = camera.lens(SIZE).pixels(world)
    assert camera.lens(SIZE).outermost(places, pose, way) == pytest.approx(world[(pixels @ way).argmax()])
