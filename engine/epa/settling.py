"""The final phase of EPA for curved shapes: descends from a normal to a local minimum of the depth.

Push A out along a normal n, by twice n·w, and let GJK find the direction n′ in which the shapes, now apart, are
nearest: n′ is at least as good as n.  For with q the origin's place in A − B then, at the distance t along n, c the
nearest point to it and w′ the support along n′: |q − c| ≥ t − n·w, and n′·w′ = n′·q − |q − c| ≤ t − (t − n·w).

1. A descent repeats this with extrapolation: it starts the next step at n plus a multiple, the stride, of the drift
   n′ − n, as drifts are short where A − B is nearly a sphere or a ring around the origin.  The stride is
   |s·y| / y·y, where s is the difference of the last two normals and y that of their drifts (the shorter step of
   Barzilai, Borwein, Two-point step size gradient methods, IMA Journal of Numerical Analysis 8, 1988).
2. A stride that increases the depth is undone: the descent continues from its best normal.  The next stride leads to
   the minimum of a piecewise linear model of the depth between the two normals, which is exact where the support
   changes from one vertex to another, as on a ring around a small polytope.
3. A descent ends after two steps without gain, or if it is too far behind the best normal to catch up at its rate.
4. A descent ends in a local minimum, and there may be others.  The next one starts at the face of the polytope that is
   nearest to the origin, among those that are nearer than the best normal's depth and far from every direction tried.
   Other faces cannot lead to a better normal, as the polytope is part of A − B.

How it can fail: there may be more local minima than descents, or two within `APART` of each other.  The result is then
a local minimum that is nearly as good, and its bounds do not meet.  For 1,300 bodies of 1e-6 to 1e-1 m near the centre
of a round one of about 1 m, the depths of A–B and B–A differed by more than 1e-9 of the size in 39 cases, at most by
2e-6; the worst were all with a spheroid.  For 208 other ones in cylinders and cones, in 8 cases, at most by 1.3e-5.
More descents, or starts that are closer together, do not change that.  An ellipsoid in a cone with the same axis is off
by 3.2e-5: a stride that `LEAP` ends makes the next one short, from which `CATCH_UP` judges the descent to be too slow.
"""

from math import cos, inf, radians
from typing import NamedTuple

from gjkscope.engine import gjk
from gjkscope.engine.gjk.steps import difference_support, step
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.support import Convex
from gjkscope.engine.vectors import ZERO, Vec3, add, along, dot, norm, scale, sub, unit

# Maximum numbers of descents, and of steps in one descent.  A dozen descents of three to ten steps are usual for
# concentric shapes, which have many local minima or, for a ring or a sphere, none.  The descent with the best normal
# may take more steps, as its gains improve the result.
DESCENTS = 16
STEPS = 40
BEST_STEPS = 160

# A descent ends after this many steps in a row without gain.  A single one may be a stride that went too far.
IDLE = 2

# Cosine of the minimum angle between the start of a descent and all directions tried before.
APART = cos(radians(30))

# Maximum angle of a stride in radians: further away, the last drifts predict nothing.
LEAP = 0.3

# The stride after a failed one is between these fractions of it.
BACK_LEAST, BACK_MOST = 1 / 16, 1 / 2

# Close to a minimum, the error shrinks by a factor of (1 − 1/stride)² per step, so the remaining gain is at most about
# half a stride times the last gain.  From the step `SURE` on, a descent ends if it is behind by more than CATCH_UP
# strides times the last gain.
CATCH_UP = 4
SURE = 3


class Descent(NamedTuple):
    """The state of settling after one of its steps."""

    normal: Vec3  # along which A was pushed out
    pushed: Vec3  # the displacement of A
    drift: Vec3  # of the direction found by GJK, from that normal
    stride: float  # multiple of the drift at which the next step begins; 0 if it returns to the descent's best normal
    best: Vec3  # normal of this descent
    bound: float  # the lower bound that it gives
    gain: float  # of the last step
    idle: int  # number of consecutive steps without gain
    steps: int  # of this descent
    descents: int  # started so far, including this one
    face: int  # whose normal starts the next descent; −1 while the current one continues
    tried: list[Vec3]  # all directions that descents started from or found


def start_descent(tried: list[Vec3]) -> Descent:
    """The state before the first descent, with an empty list."""
    return Descent(ZERO, ZERO, ZERO, 0.0, ZERO, -inf, 0.0, 0, 0, 0, -1, tried)


def descent_from(last: Descent, normal: Vec3, bound: float) -> Descent:
    """Starts a new descent from a normal, which gives the bound."""
    tried = _copy(last.tried)
    tried.append(normal)
    return Descent(normal, ZERO, ZERO, 0.0, normal, bound, 0.0, 0, 0, last.descents + 1, last.face, tried)


def next_normal(last: Descent) -> Vec3:
    """The unit vector along which the next step of the descent pushes A out."""
    return last.best if last.stride == 0 else unit(along(last.normal, last.drift, last.stride))


def push_out(a: Convex, b: Convex, normal: Vec3) -> tuple[Vec3, Vec3]:
    """The displacement of A along a normal, and the direction in which the shapes are then nearest."""
    pushed = scale(normal, -2 * dot(normal, difference_support(a, b, normal, 0).point))
    return pushed, nearest_apart(a, b, pushed).normal


def nearest_apart(a: Convex, b: Convex, pushed: Vec3) -> gjk.State:
    """GJK's last step with A displaced."""
    moved = a._replace(position=add(a.position, pushed), center=add(a.center, pushed))
    state = gjk.start(moved, b)
    while state.exit == Exit.RUNNING:
        state = step(moved, b, state, refining=False)  # the verdict is known
    return state


def settle_by(last: Descent, pushed: Vec3, direction: Vec3, bound: float, rounding: float) -> Descent:
    """The state after a step from `next_normal` that found this direction, which gives the bound."""
    normal, gain = next_normal(last), bound - last.bound
    drift = sub(direction, normal)
    tried = _copy(last.tried)
    tried.append(direction)
    return Descent(
        normal,
        pushed,
        drift,
        0.0 if gain < -rounding else _stride(last, normal, drift),
        direction if gain > 0 else last.best,
        max(bound, last.bound),
        gain,
        0 if gain > rounding else last.idle + 1,
        last.steps + 1,
        last.descents,
        -1,
        tried,
    )


def _stride(last: Descent, normal: Vec3, drift: Vec3) -> float:
    """The stride as a multiple of the drift; 1 if there is no earlier drift to compare with."""
    s, y = sub(normal, last.normal), sub(drift, last.drift)
    square, length = dot(y, y), norm(drift)
    if square == 0 or length == 0:
        return 1.0
    if last.stride == 0:
        return _shorten_stride(last, s, drift) if last.steps > 0 else 1.0
    return max(1.0, min(abs(dot(s, y)) / square, LEAP / length))


def _shorten_stride(last: Descent, back: Vec3, drift: Vec3) -> float:
    """The stride after a failed one, as a multiple of the drift; `back` leads from the failed normal to the best one.

    The depth at a normal rises by −depth · drift for each radian (the support's part across the normal, see 1.).  The
    lines through the depths at both normals, with these slopes, meet where the stride ends.
    """
    length = norm(back)
    if length == 0:
        return 1.0
    way, depth = scale(back, -1 / length), -last.bound
    falls, rises = depth * dot(drift, way), -depth * dot(last.drift, way)
    if falls + rises <= 0:
        reached = BACK_MOST
    else:
        reached = min(max((rises * length + last.gain) / ((falls + rises) * length), BACK_LEAST), BACK_MOST)
    return max(1.0, reached * length / norm(drift))


def has_ended(settling: Descent, lower: float, rounding: float) -> bool:
    """Whether the descent has ended, or cannot catch up with the best bound, `lower`."""
    if settling.idle == IDLE or settling.steps >= (STEPS if settling.bound < lower else BEST_STEPS):
        return True
    in_reach = CATCH_UP * settling.stride * max(settling.gain, rounding)
    return settling.steps >= SURE and settling.stride > 0 and lower - settling.bound > in_reach


def is_far(normal: Vec3, tried: list[Vec3]) -> bool:
    """Whether a descent may start there: at least `APART` from every direction tried."""
    for i in range(len(tried)):
        if dot(normal, tried[i]) > APART:
            return False
    return True


def _copy(tried: list[Vec3]) -> list[Vec3]:
    """A copy for the next state to change.  (A named function, so that compiled code can omit the copy.)"""
    return tried.copy()
