"""Dragging the origin of A − B: A moves the opposite way, and A − B stays in place on the screen."""

import pytest

from gjkscope.app.state.actions import (
    BeginOriginDrag,
    DragOrigin,
    EndGesture,
    Redo,
    SetSnap,
    Undo,
    initial_state,
    update,
)
from gjkscope.app.state.actions.files import NEW_SCENE
from gjkscope.app.state.model import Snap, State
from gjkscope.engine.vectors import ZERO, Vec3, add, neg, scale, sub

SHIFT: Vec3 = (0.5, -0.25, 1.0)


def start() -> State:
    return initial_state(NEW_SCENE)


def drag(state: State, *shifts: Vec3) -> State:
    state = update(state, BeginOriginDrag((0.01, 0.02, 0.0)))
    for shift in shifts:
        state = update(state, DragOrigin(shift))
    return update(state, EndGesture(follows=False))


def moves_between(before: State, after: State) -> tuple[Vec3, Vec3]:
    """How far A and B have moved."""
    pairs = zip(before.document.pair_bodies, after.document.pair_bodies, strict=True)
    a, b = (sub(new.pose.position, old.pose.position) for old, new in pairs)
    return a, b


def pixel(state: State, point: Vec3) -> tuple[float, float]:
    return state.view.cameras.difference.lens((400, 300)).pixel(point)[:2]


def test_the_origin_moves_on_the_screen_and_a_minus_b_stays() -> None:
    before = start()
    after = drag(before, (3.0, 3.0, 3.0), SHIFT)
    assert moves_between(before, after) == (neg(SHIFT), ZERO)
    for corner in (ZERO, (1.0, 2.0, 3.0)):
        point = add(corner, sub(*(body.pose.position for body in before.document.pair_bodies)))
        assert pixel(after, add(point, neg(SHIFT))) == pytest.approx(pixel(before, point))
    assert pixel(after, ZERO) == pytest.approx(pixel(before, SHIFT))
    assert after.view.cameras.world == before.view.cameras.world


def test_a_drag_is_one_step_of_undo() -> None:
    before = start()
    after = drag(before, SHIFT, scale(SHIFT, 2.0))
    assert len(after.history.past) == len(before.history.past) + 1
    undone = update(after, Undo())
    assert undone.document.scene == before.document.scene
    assert update(undone, Redo()).document.scene == after.document.scene


def test_the_position_of_a_is_rounded_or_snapped() -> None:
    begun = update(start(), BeginOriginDrag())
    (x, _, _) = moves_between(start(), update(begun, DragOrigin((0.12345, 0.0, 0.0), 2)))[0]
    assert x == -0.12
    snapping = update(begun, SetSnap(Snap(True, 0.5, 15.0)))
    after = update(snapping, DragOrigin((0.3, 0.0, 0.0)))
    assert moves_between(start(), after)[0] == (-0.5, 0.0, 0.0)
    assert pixel(after, ZERO) == pytest.approx(pixel(start(), (0.5, 0.0, 0.0)))


def test_an_impossible_place_is_refused() -> None:
    after = update(start(), DragOrigin((1e300, 0.0, 0.0)))
    assert after.shell.message is not None
    assert after.shell.message.is_error
    assert after.document == start().document
    assert after.view.cameras == start().view.cameras
