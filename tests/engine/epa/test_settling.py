"""The descent that ends EPA on curved shapes: its stride, its end, and where another may start."""

from math import cos, inf, radians, sin

import pytest

from gjkscope.engine import Ellipsoid, Pose, Sphere
from gjkscope.engine.epa import settling
from gjkscope.engine.epa.settling import (
    BACK_LEAST,
    BACK_MOST,
    BEST_STEPS,
    CATCH_UP,
    IDLE,
    LEAP,
    STEPS,
    SURE,
    Descent,
    descent_from,
    has_ended,
    is_far,
    next_normal,
    push_out,
    settle_by,
    start_descent,
)
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, norm, scale, sub, unit
from tests.engine.moving import at

X: Vec3 = (1.0, 0.0, 0.0)
Y: Vec3 = (0.0, 1.0, 0.0)


def turned(angle: float) -> Vec3:
    """X turned by an angle in radians towards Y."""
    return (cos(angle), sin(angle), 0.0)


def begun(bound: float = -2.0, normal: Vec3 = X) -> Descent:
    return descent_from(start_descent([]), normal, bound)


def test_before_the_first_descent_nothing_is_known() -> None:
    assert start_descent([]) == Descent(ZERO, ZERO, ZERO, 0.0, ZERO, -inf, 0.0, 0, 0, 0, -1, [])


def test_a_descent_starts_at_its_normal() -> None:
    first = begun()
    assert first == Descent(X, ZERO, ZERO, 0.0, X, -2.0, 0.0, 0, 0, 1, -1, [X])
    second = descent_from(first._replace(face=7), Y, -1.5)
    assert second == Descent(Y, ZERO, ZERO, 0.0, Y, -1.5, 0.0, 0, 0, 2, 7, [X, Y])
    assert first.tried == [X]
    assert next_normal(first) == X


def test_the_push_out_is_twice_the_depth_along_the_normal() -> None:
    """The centre of a ball in a ball: the shapes are then as far apart as they were deep, along the centres."""
    a, b = gjk.relative(convex(Sphere(1), at(0)), convex(Ellipsoid((1, 1, 1)), at(0.25)))
    pushed, direction = push_out(a, b, X)
    assert pushed == pytest.approx(scale(X, -2 * (0.75 if a.radius else 1.75)))
    assert direction == pytest.approx(X)
    b = convex(Ellipsoid((3, 1, 1)), Pose())
    a = convex(Ellipsoid((1, 1, 1)), Pose())
    slanting = unit((1.0, 1.0, 0.0))
    pushed, direction = push_out(a, b, slanting)
    nearest = gjk.run(a._replace(position=pushed, center=pushed), b)[-1].normal
    assert direction == pytest.approx(nearest, abs=1e-6)
    assert norm(pushed) == pytest.approx(2 * (1 + 5**0.5))


def test_a_step_records_what_it_tried_and_gained() -> None:
    first = begun()
    after = settle_by(first, scale(X, -4.0), turned(0.125), -1.75, 1e-12)
    assert after.normal == X
    assert after.pushed == (-4, 0, 0)
    assert after.drift == sub(turned(0.125), X)
    assert (after.best, after.bound, after.gain) == (turned(0.125), -1.75, 0.25)
    assert (after.idle, after.steps, after.descents, after.face) == (0, 1, 1, -1)
    assert after.tried == [X, turned(0.125)]
    assert after.stride == 1
    assert next_normal(after) == unit(add(X, after.drift))


@pytest.mark.parametrize(
    ("gain", "idle", "stride", "better"),
    [
        (0.5, 0, 1, True),
        (0.25, 1, 1, True),
        (0.125, 1, 1, True),
        (0.0, 1, 1, False),
        (-0.125, 1, 1, False),
        (-0.25, 1, 1, False),
        (-0.375, 1, 0, False),
    ],
)
def test_a_gain_within_rounding_is_idle_and_a_loss_beyond_it_returns(
    gain: float, idle: int, stride: float, better: bool
) -> None:
    after = settle_by(begun(), ZERO, turned(0.125), -2.0 + gain, 0.25)
    assert (after.idle, after.stride, after.gain) == (idle, stride, gain)
    assert (after.best, after.bound) == ((turned(0.125), -2.0 + gain) if better else (X, -2.0))
    assert settle_by(after._replace(idle=1), ZERO, Y, after.bound, 0.25).idle == 2
    if stride == 0:
        assert next_normal(after) == X


def test_a_stride_ends_where_the_drift_vanishes_if_it_is_linear() -> None:
    """Drifts that are a fixed part of the way to the minimum: the stride leads all the way there, but no leap."""
    for part, start in ((0.25, 0.2), (0.125, 0.0625), (0.03125, 0.5)):
        s, y = (-part * start, 0.0, 0.0), (part * start * part, 0.0, 0.0)
        last = begun()._replace(normal=(start, 1.0, 0.0), drift=(-part * start, 0.0, 0.0), stride=1.0, steps=1)
        normal, drift = add(last.normal, s), add(last.drift, y)
        stride = settling._stride(last, normal, drift)
        assert stride == pytest.approx(min(1 / part, LEAP / norm(drift)))
        assert stride * norm(drift) <= LEAP * (1 + 1e-12)


def test_a_stride_is_at_least_the_drift_itself() -> None:
    last = begun()._replace(normal=X, drift=(0.0, 0.5, 0.0), stride=1.0, steps=1)
    assert settling._stride(last, turned(0.01), (0.0, -0.25, 0.0)) == 1
    assert settling._stride(last, turned(0.01), (0.0, 0.5, 0.0)) == 1  # the drift is the same
    assert settling._stride(last, turned(0.01), ZERO) == 1
    assert settling._stride(begun(), X, (0.0, 0.125, 0.0)) == 1


def test_after_a_failed_stride_the_next_ends_where_two_lines_meet() -> None:
    """Depths on two lines through the best and the failed normal, which fall and rise: the valley is in between."""
    depth, length = 2.0, 0.25
    for fall, rise in ((0.5, 1.0), (0.5, 0.625), (0.25, 1.5)):
        for valley in (1 / 8, 1 / 4, 3 / 8):
            # The depth falls by `fall` per radian up to the valley, and then rises by `rise`.
            gain = -(rise * (1 - valley) - fall * valley) * length  # at the failed normal, of the bound
            best, failed = (1.0, 0.0, 0.0), (1.0, length, 0.0)
            last = begun(-depth, best)._replace(
                normal=failed, drift=(0.0, -rise / depth, 0.0), stride=0.0, steps=2, gain=gain
            )
            drift = (0.0, fall / depth, 0.0)
            stride = settling._stride(last, best, drift)
            assert stride == pytest.approx(max(1.0, valley * length / norm(drift)))


def test_after_a_failed_stride_the_next_is_between_two_fractions_of_it() -> None:
    best, failed = (1.0, 0.0, 0.0), (1.0, 0.5, 0.0)
    small = (0.0, 2.0**-10, 0.0)
    last = begun(-2.0, best)._replace(normal=failed, stride=0.0, steps=2)
    for drift, gain, part in (
        ((0.0, -1.0, 0.0), -0.99, BACK_LEAST),  # it rises steeply: the valley is at the best normal
        ((0.0, -1.0, 0.0), -0.001, BACK_MOST),  # it hardly rose: the valley is near the failed one
        ((0.0, 2.0**-9, 0.0), -0.25, BACK_MOST),  # the lines do not meet
        ((0.0, -(2.0**-10), 0.0), -0.25, BACK_LEAST),
    ):
        stride = settling._stride(last._replace(drift=drift, gain=gain), best, small)
        assert stride == pytest.approx(part * 0.5 / norm(small))
    assert settling._stride(last._replace(normal=best, drift=Y), best, small) == 1


def test_a_descent_ends_after_idle_steps_or_too_many() -> None:
    going = begun()._replace(steps=1, stride=1.0, gain=1.0)
    assert not has_ended(going._replace(idle=IDLE - 1), -2.0, 1e-12)
    assert has_ended(going._replace(idle=IDLE), -2.0, 1e-12)
    for bound, most in ((-2.0, BEST_STEPS), (-2.5, STEPS)):
        there = going._replace(bound=bound)
        assert not has_ended(there._replace(steps=most - 1), -2.0, 1e-12)
        assert has_ended(there._replace(steps=most), -2.0, 1e-12)


def test_a_descent_ends_if_it_cannot_catch_up() -> None:
    """The last gain times the stride, CATCH_UP times over, must reach the best bound."""
    going = begun(-2.0)._replace(steps=SURE, stride=2.0, gain=0.125)
    reach = CATCH_UP * 2 * 0.125
    assert not has_ended(going, -2.0 + reach, 1e-12)
    assert has_ended(going, -2.0 + reach + 1e-9, 1e-12)
    assert not has_ended(going._replace(steps=SURE - 1), -2.0 + reach + 1e-9, 1e-12)
    assert not has_ended(going._replace(stride=0.0), -2.0 + reach + 1e-9, 1e-12)
    assert not has_ended(going._replace(gain=0.0), -2.0 + CATCH_UP * 2 * 0.25, 0.25)
    assert has_ended(going._replace(gain=0.0), -2.0 + CATCH_UP * 2 * 0.25 + 1e-9, 0.25)


def test_a_direction_is_far_from_those_more_than_thirty_degrees_away() -> None:
    tried = [X, Y]
    assert is_far((0.0, 0.0, 1.0), tried)
    assert is_far(turned(radians(45)), tried)
    assert is_far(turned(radians(30.01)), [X])
    assert not is_far(turned(radians(29.99)), [X])
    assert not is_far(turned(radians(61)), tried)
    assert is_far(X, [])
    assert dot(X, turned(radians(30))) == settling.APART
    assert is_far(turned(radians(30)), [X])
