"""The origin stays where it is in the picture of A − B, also when a drag or an undo zooms the view out."""

from math import inf

import pytest

from gjkscope.app.scenes.cameras.camera import VIEW_ASPECT, OrbitCamera
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state import actions
from gjkscope.app.state.actions.views import MOST_BACKED, around_origin, shows
from gjkscope.app.state.inspection.extents import difference_ball, framed_ball, framed_difference_ball
from gjkscope.app.state.model import State, View
from gjkscope.engine.shapes.kinds import Box, Sphere
from gjkscope.engine.vectors import ZERO, Vec3, norm, sub

SIZE = (510, 600)


def pair(b_at: Vec3 = (1.5, 0.2, 0.1)) -> State:
    bodies = (Body("A", Box((1.0, 0.8, 1.2))), Body("B", Sphere(0.7), PositionOrientation(b_at)))
    return actions.update(actions.initial_state(Scene("pair", bodies)), actions.FrameAll(SIZE[0] / SIZE[1]))


def origin_pixel(state: State) -> tuple[float, float]:
    x, y, _ = state.view.cameras.difference.lens(SIZE).pixel(ZERO)
    return x, y


def drag(state: State, point: Vec3) -> State:
    for action in (actions.BeginDrag("A", ZERO), actions.DragTo(point), actions.EndGesture()):
        state = actions.update(state, action)
    return state


@pytest.mark.parametrize("point", [(2.5, 0.0, 0.0), (-2.5, 1.0, 0.0), (0.0, 0.0, -3.0), (0.0, 2.5, 1.0)])
def test_a_drag_that_ends_moves_no_pixel_of_the_origin(point: Vec3) -> None:
    state = pair()
    before = origin_pixel(state)
    state = drag(state, point)
    assert state.view.approach is not None, "the view zooms out"
    while state.view.approach is not None:
        state = actions.update(state, actions.Tick(1 / 60))
        assert origin_pixel(state) == pytest.approx(before, abs=0.01)
    assert shows(state.view.cameras.difference, difference_ball(state), VIEW_ASPECT)


def test_nothing_moves_while_a_b_stays_in_view() -> None:
    state = pair()
    assert drag(state, (0.1, 0.0, 0.0)).view == state.view


def test_the_view_zooms_out_no_further_than_the_limit() -> None:
    """An origin at the edge of the view would need ten times the distance; then A − B may remain outside."""
    state = pair((9.0, 0.0, 0.0))
    before = state.view.cameras.difference
    state = drag(state, (60.0, 0.0, 0.0))
    while state.view.approach is not None:
        state = actions.update(state, actions.Tick(1 / 60))
    assert state.view.cameras.difference.distance <= MOST_BACKED * before.distance * (1 + 1e-12)


def test_an_undo_that_cannot_keep_the_origin_shows_everything() -> None:
    start = pair((9.0, 0.0, 0.0))
    state = actions.update(drag(start, (60.0, 0.0, 0.0)), actions.FrameAll(SIZE[0] / SIZE[1]))
    state = actions.update(state, actions.Undo())
    assert shows(state.view.cameras.difference, difference_ball(state))


def test_after_a_drag_of_the_origin_the_world_view_follows_a_and_an_undo_shows_a_b() -> None:
    start = pair()
    state = start
    for action in (actions.BeginOriginDrag(), actions.DragOrigin((0.0, -4.0, 0.0)), actions.EndGesture()):
        state = actions.update(state, action)
    assert state.view.approach is not None
    assert state.view.approach.view == View.WORLD
    assert shows(state.view.approach.end, framed_ball(state), VIEW_ASPECT)
    state = actions.update(state, actions.Undo())
    assert state.document.scene == start.document.scene
    assert shows(state.view.cameras.difference, difference_ball(state), VIEW_ASPECT)


def test_the_origin_is_not_framed_at_the_edge_of_a_view() -> None:
    state = pair((9.0, 0.0, 0.0))
    camera = state.view.cameras.difference
    assert norm(camera.target) < 0.95 * camera.framed_radius(VIEW_ASPECT)
    assert shows(camera, framed_difference_ball(state))


@pytest.mark.parametrize(
    ("center", "radius"),
    [((1.0, 0.5, 0.0), 2.0), ((-3.0, 0.0, 0.0), 1.0), ((0.0, 0.0, 0.1), 5.0), ((0.0, 4.0, 0.0), 0.1)],
)
def test_the_least_factor_is_found(center: Vec3, radius: float) -> None:
    camera = OrbitCamera(target=(0.2, -0.1, 0.3)).framed((0.2, -0.1, 0.3), 1.5, 1.0)
    backed = around_origin(camera, (center, radius), 1.0)
    room = backed.framed_radius(1.0)
    if backed.distance < MOST_BACKED * camera.distance * (1 - 1e-9):
        assert norm(sub(center, backed.target)) + radius == pytest.approx(room)
    assert backed.distance < inf


def test_a_narrow_view_shows_at_its_sides_what_an_ordinary_one_shows() -> None:
    camera = OrbitCamera().framed(ZERO, 1.0, VIEW_ASPECT)
    for width in (100, 300, 509, 700):
        seen = camera.fitted(width / 600)
        right = camera.basis[0]
        x, _, is_inside = seen.lens((width, 600)).pixel(right)
        assert is_inside
        assert x < width
    assert camera.fitted(VIEW_ASPECT) is camera
