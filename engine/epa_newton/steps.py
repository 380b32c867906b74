"""EPA for curved shapes, ended by Newton's method: the penetration depth of boxes, cylinders, ellipsoids, as a trace.

The depth is the least height h(n) of A − B over all unit normals n (see epa/steps.py).  EPA proves its lower bound with
a polytope inside A − B.  Below a curved surface, a face of the width w remains w² below it, so that each factor of four
takes EPA as many steps as the one before.  But near the minimum, the heights are known by a formula:

1. Expand the polytope as EPA does, a few times.  Its nearest face shows what touches: straight lines of the surfaces
   (edges of a box, lines on the side of a cylinder) that its corners are at both ends of, a flat end of a cylinder, or
   only curved surface.
2. Newton: the normal is square to these lines, which leaves two, one or no angles to it.  Newton's method finds where
   the height has no slope along them: its error is squared at each step.
3. Cap: within an angle φ of that normal n*, the height is at least that of n*.  At an angle θ, with the least second
   derivative μ in this cap (`bending.second_derivative`) and the slope s that Newton's method has left over,

       h(n) ≥ h(n*) cos θ + ½ μ sin²θ − s sin θ ≥ h(n*) − s² / 2ν,    ν = ½ μ (1 + cos φ) − h(n*) > 0.

   A straight line of half length L along e, of which the contact point is at c, adds (L − |c|) |e·n| to h(n).
   That counts as 2 (L − |c|) / sin φ of second derivative along e, and so does what a flat end reaches beyond it.
4. Outside the cap, the polytope has to show it: in what directions does it reach less than h(n*)?  These are directions
   n with n / h(n*) inside its polar body, whose corners are f = n_f / d_f for the faces with the normals n_f at the
   distances d_f.  The plane f·n* = cos φ / h(n*) cuts the cap off.  The furthest point of the rest is a corner of it or
   lies on an edge between two of them.  If it is no further than 1 / h(n*), h(n*) is the depth.
5. Otherwise search along that point, which cuts it off, and repeat from 4; from 2 if this direction has less height.

So a coarse polytope is enough, and full precision takes hardly more steps than a tolerance.

An attempt fails if the face has corners on too many lines, or if the second derivative is not greater than the depth,
as on rings and spheres of equally near points.  EPA then goes on for some steps before the next.

If the surfaces have tangent balls inside at the contact points, whose radii add up to ρ > h(n*), no polytope is needed:
the ball of radius ρ in A − B proves the bound in 3 in all directions, with ν = ρ − h(n*).

How it can fail: as EPA; depths of less than `LEAST_DEPTH` roundings are left to it.
"""

from enum import IntEnum
from math import cos, inf, radians, sin, sqrt
from typing import NamedTuple

from gjkscope.engine.epa import steps as epa
from gjkscope.engine.epa.polytope import Search, is_vertex, new_search, search_from
from gjkscope.engine.epa.steps import CURVED, DepthPoint, any_square_to, depth_rounding, extend_polytope
from gjkscope.engine.epa_newton.bending import (
    FLAT,
    Bending,
    Form,
    Summands,
    bending_of,
    furthest_of,
    has_summands,
    least_eigenvalue,
    second_derivative,
    sum_of,
    summands_of,
)
from gjkscope.engine.epa_newton.outside import cap_of, furthest_leaving, nearest_outside
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.steps import Vertex, close_enough, relative, wanted_gap
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose, is_square
from gjkscope.engine.result import Exit, NotApplicable, Trace, all_steps, result_of
from gjkscope.engine.sequences.versioned import VersionedList
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import NO_INDEX, Convex, convex
from gjkscope.engine.vectors import (
    ZERO,
    Vec3,
    add,
    along,
    column,
    cross,
    dot,
    neg,
    nth,
    row_times,
    scale,
    square_to,
    sub,
    unit,
)

TAKEN = "boxes, capsules, cylinders, ellipsoids, spheres and points"

# Steps of EPA before the first attempt, and at least between attempts.  With fewer, more attempts fail.  After many
# steps, an attempt waits for a third as many more: little is lost on rings and spheres of equally near points.
PATIENCE = 2

# Newton's method has converged after three or four steps, if it is to converge.
NEWTON_LIMIT = 8

# Further steps once there is a cap: each squares what the contact points lack to be opposite each other.
REFINEMENTS = 2

# The angles of caps, as cosine and sine; the largest that holds is taken.  From one to the next, the polytope outside
# takes two or three steps more.
CAPS = tuple((cos(radians(angle)), sin(radians(angle))) for angle in (75, 60, 45, 30, 20, 12, 7, 4, 2))

# A step of Newton's method turns the normal by at most this angle, roughly; a larger one leads out of the basin.
LEAP = 1.0

# A flat end is tried if its normal is within this cosine of the best one.
NEAR_END = 0.9

# Two lines are too nearly parallel to determine a normal if their sine is less than this.
CROSSING = 1e-6

# Steps of all kinds after which the polytope is no longer extended outside a cap: EPA then settles.
OUTSIDE_LIMIT = 400

# Depths of less than this many roundings: in the polar body, their reciprocals have three digits or less.
LEAST_DEPTH = 1000

NONE = -1


class Reason(IntEnum):
    """What a step does."""

    EXPAND = 0  # a step of EPA
    NEWTON = 1  # searches along a normal of Newton's method
    OUTSIDE = 2  # searches where the polytope reaches least outside the cap


class SummedPair(NamedTuple):
    """Two cores, relative to A's position, and what they are the sums of."""

    a: Convex
    b: Convex
    summands_a: Summands
    summands_b: Summands


class Trial(NamedTuple):
    """What is supposed to touch, and the normal to try.

    Lines are numbered: 0, 1, 2 are parallel to the axes of A, 3, 4, 5 to those of B.
    """

    normal: Vec3
    end: int  # the core whose flat end touches: 0 is A, 1 is B
    line: int  # the first of the lines
    other_line: int
    steps: int  # of Newton's method so far


class Minimum(NamedTuple):
    """What Newton's method knows about the height at a normal."""

    normal: Vec3
    height: float  # of A − B along it, metres: the depth is at most this
    slope: float  # of the height along the angles that are left, metres per radian
    cosine: float  # of the cap's angle; 1 if there is no cap
    proved: float  # the least height within the cap
    contact_a: Vec3  # the contact points, relative to A's position
    contact_b: Vec3


class State(NamedTuple):
    """A step: EPA's state, and that of Newton's method."""

    polytope: epa.State  # with the last search and the best bounds
    reason: Reason  # what this step did
    following: Reason  # what the next step does
    attempt: int  # the iteration from which a normal is tried again
    trial: Trial
    minimum: Minimum
    outside: Vec3  # the direction to search next outside the cap
    facing: int  # the face that it leaves the polytope through

    @property
    def iteration(self) -> int:
        return self.polytope.iteration

    @property
    def exit(self) -> Exit:
        return self.polytope.exit


NO_TRIAL = Trial(ZERO, NONE, NONE, NONE, 0)
NO_MINIMUM = Minimum(ZERO, inf, 0.0, 1.0, -inf, ZERO, ZERO)


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed boxes, capsules, cylinders, ellipsoids, spheres or points, from where GJK ended.

    There is only one step if GJK has already determined the distance.  Raises `NotApplicable` for other shapes.
    """
    pair, gjk_state = prepare(shape_a, pose_a, shape_b, pose_b, options)
    steps = run(pair, gjk_state)
    size, last = size_of(shape_a, pose_a, shape_b, pose_b), steps[-1]
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    if last.exit == Exit.DISTANCE_KNOWN:
        answer = gjk.distance_answer(a, b, gjk_state, size)
    else:
        answer = epa.depth_answer(a, b, last.polytope, size)
    return Trace("epa-newton", steps, result_of("epa-newton", last.exit, len(steps), answer))


def prepare(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT
) -> tuple[SummedPair, gjk.State]:
    """The pair for `start` and `step`, and GJK's last step on it.  Raises `NotApplicable` as `trace` does."""
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    if not _are_sums(a, b):
        kinds = f"{shape_a.kind} and {shape_b.kind}"
        raise NotApplicable(f"EPA with Newton's method takes {TAKEN}, not {kinds}")
    if not takes_sums(a, b):
        raise NotApplicable("EPA with Newton's method takes poses whose axes are perpendicular up to rounding")
    last = gjk.run(a, b, wanted_gap(options, shape_a, shape_b))[-1]
    return summed_pair(*relative(a, b)), last


def takes_sums(a: Convex, b: Convex) -> bool:
    """Whether both cores are sums of a box and an ellipsoid, with perpendicular axes."""
    return _are_sums(a, b) and is_square(a.rotation, a.roundoff) and is_square(b.rotation, b.roundoff)


def summed_pair(a: Convex, b: Convex) -> SummedPair:
    """The pair of two cores that are relative to A's position, as `gjk.relative` returns them."""
    return SummedPair(a, b, summands_of(a), summands_of(b))


def start(pair: SummedPair, gjk_state: gjk.State) -> State:
    """The first step: EPA's seed."""
    return start_at_seed(epa.start(pair.a, pair.b, gjk_state))


def start_at_seed(polytope: epa.State) -> State:
    """The first step, with EPA's first."""
    return State(polytope, Reason.EXPAND, Reason.EXPAND, PATIENCE, NO_TRIAL, NO_MINIMUM, ZERO, NONE)


def step(pair: SummedPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    return advance_with_search(pair, state, search_from(state.polytope.faces))


def advance_with_search(pair: SummedPair, state: State, search: Search) -> State:
    """`step` with the search structure of the state's polytope, which is updated for the next state."""
    if state.polytope.exit != Exit.RUNNING:
        return state
    if state.following == Reason.NEWTON:
        return try_normal(pair, state, search)
    if state.following == Reason.OUTSIDE:
        return search_outside(pair, state, search)
    if not epa.expands(state.polytope):
        return follow_epa(pair, state, search)
    expanded = expand_once(pair, state, search)
    return expanded._replace(polytope=epa.check_surface(pair.a, pair.b, expanded.polytope))


def run(pair: SummedPair, gjk_state: gjk.State) -> tuple[State, ...]:
    """All steps, starting from GJK's last step."""
    search = new_search()
    seed = epa.seed_polytope(gjk_state, VersionedList(), VersionedList(), [], search)
    return all_steps(start_at_seed(seed), lambda state: advance_with_search(pair, state, search))


def _are_sums(a: Convex, b: Convex) -> bool:
    return has_summands(a) and has_summands(b)


# --- steps of EPA ---


def follow_epa(pair: SummedPair, state: State, search: Search) -> State:
    """A step of EPA that is not an expansion."""
    polytope = epa.step_with_search(pair.a, pair.b, state.polytope, search)
    return _choose_normal(pair, state._replace(polytope=polytope, reason=Reason.EXPAND))


def expand_once(pair: SummedPair, state: State, search: Search) -> State:
    """An expansion of EPA, of which `epa.check_surface` is left to do."""
    nearest = state.polytope.nearest
    searched = _search(pair, state.polytope, state.polytope.faces[nearest].normal, nearest)
    polytope = epa.expand_to_support(searched, search)
    return _choose_normal(pair, state._replace(polytope=polytope, reason=Reason.EXPAND))


def _search(pair: SummedPair, polytope: epa.State, direction: Vec3, chosen: int) -> epa.State:
    """EPA's state with a new support point, found by the summands."""
    a = furthest_of(pair.summands_a, pair.a.rotation, direction)
    b = add(furthest_of(pair.summands_b, pair.b.rotation, neg(direction)), pair.b.position)
    return _with_pair(polytope, direction, a, b, chosen)


def _with_pair(polytope: epa.State, direction: Vec3, a: Vec3, b: Vec3, chosen: int) -> epa.State:
    """EPA's state with the difference of two points as its support point."""
    vertex = Vertex(sub(a, b), a, b, NO_INDEX, NO_INDEX, polytope.support.birth + 1)
    return epa.with_searched(polytope, epa.SearchReason.FACE, direction, vertex, chosen)


def _choose_normal(pair: SummedPair, state: State) -> State:
    """The next step: a trial of a normal if enough steps have passed since the last one, otherwise a step of EPA."""
    polytope = state.polytope
    if polytope.iteration < state.attempt or not _may_try(polytope):
        return state._replace(following=Reason.EXPAND)
    i, j, k = polytope.faces[polytope.nearest].corners
    vertices = polytope.vertices
    return _with_trial(state, _what_touches(pair, polytope.normal, vertices[i], vertices[j], vertices[k]))


def _may_try(polytope: epa.State) -> bool:
    rounding = depth_rounding(polytope)
    if not epa.expands(polytope) or -polytope.lower < LEAST_DEPTH * rounding:
        return False
    return polytope.faces[polytope.nearest].distance > rounding


def _with_trial(state: State, trial: Trial) -> State:
    """The state that tries this normal next; EPA goes on if there is none."""
    if trial.normal == ZERO:
        return _resume(state)
    return state._replace(following=Reason.NEWTON, trial=trial)


def _resume(state: State) -> State:
    """The state whose next step is one of EPA."""
    done = state.polytope.iteration
    return state._replace(following=Reason.EXPAND, attempt=done + max(PATIENCE, done // 3))


# --- what touches ---


def _what_touches(pair: SummedPair, normal: Vec3, p: Vertex, q: Vertex, r: Vertex) -> Trial:
    """What the corners of the nearest face show, with the best normal; no normal if there are too many lines."""
    count, line, other_line = 0, NONE, NONE
    for number in range(6):
        if _has_line(pair, number, p, q, r):
            count += 1
            other_line = number if count == 2 else other_line
            line = number if count == 1 else line
    end = _flat_end(pair, normal)
    if count <= 2:
        return _turned(pair, Trial(normal, end, line, other_line, 0))
    return _turned(pair, Trial(normal, end, NONE, NONE, 0)) if end >= 0 else NO_TRIAL


def _has_line(pair: SummedPair, number: int, p: Vertex, q: Vertex, r: Vertex) -> bool:
    """Whether three corners are not all at the same end of the lines of this number."""
    if nth(pair.summands_a.half if number < 3 else pair.summands_b.half, number % 3) == 0:
        return False
    axis = _axis(pair, number)
    if number < 3:
        x, y, z = dot(axis, p.a), dot(axis, q.a), dot(axis, r.a)
    else:
        origin = pair.b.position
        x, y, z = dot(axis, sub(p.b, origin)), dot(axis, sub(q.b, origin)), dot(axis, sub(r.b, origin))
    return min(x, y, z) <= 0.0 <= max(x, y, z)


def _flat_end(pair: SummedPair, normal: Vec3) -> int:
    """The core with a flat end near this normal."""
    if _has_ends(pair.summands_a) and abs(dot(_axis(pair, 1), normal)) > NEAR_END:
        return 0
    return 1 if _has_ends(pair.summands_b) and abs(dot(_axis(pair, 4), normal)) > NEAR_END else NONE


def _has_ends(summands: Summands) -> bool:
    """Whether this is a cylinder."""
    return summands.radii[0] > 0 and summands.radii[1] == 0


def _axis(pair: SummedPair, number: int) -> Vec3:
    """The direction of the lines of this number."""
    core = pair.a if number < 3 else pair.b
    return nth((column(core.rotation, 0), column(core.rotation, 1), column(core.rotation, 2)), number % 3)


def _turned(pair: SummedPair, trial: Trial) -> Trial:
    """The trial with its normal made square to what touches; zero if it cannot be."""
    normal = trial.normal
    if trial.end >= 0:
        normal = _on_side(_axis(pair, 1 + 3 * trial.end), normal)
    elif trial.other_line >= 0:
        sideways = cross(_axis(pair, trial.line), _axis(pair, trial.other_line))
        normal = _on_side(unit(sideways), normal) if dot(sideways, sideways) > CROSSING * CROSSING else ZERO
    elif trial.line >= 0:
        normal = _across(normal, _axis(pair, trial.line))
    return trial._replace(normal=normal)


def _across(normal: Vec3, axis: Vec3) -> Vec3:
    """The unit normal made square to a line; zero if it is too nearly parallel to it.

    The part along the line is removed twice: what a rounding error leaves of it would be scaled up with the rest, and
    the contact point would not be the furthest one along the normal.
    """
    across = square_to(normal, axis)
    return unit(square_to(unit(across), axis)) if dot(across, across) > CROSSING * CROSSING else ZERO


def _on_side(axis: Vec3, normal: Vec3) -> Vec3:
    """The axis, or its opposite, on the side of the normal."""
    return axis if dot(axis, normal) > 0 else neg(axis)


# --- Newton's method ---


class _Tangents(NamedTuple):
    """Two unit vectors square to the normal and to each other; the first is along the first line."""

    right: Vec3
    up: Vec3


class _Held(NamedTuple):
    """Where on its lines, or on its flat end, the contact point is, and what that adds to the second derivative."""

    room: float  # from there to the nearest end of the lines, or to the rim; negative if the point is beyond it
    slope: tuple[float, float]  # what is left along both tangents
    first: float  # along the lines
    second: float
    across: tuple[float, float]  # the components of a point of the flat end, along the tangents
    bend: Form  # to be divided by the sine of the cap


def try_normal(pair: SummedPair, state: State, search: Search) -> State:
    """Searches along the normal to try: either it has a cap, or the next one is tried, or EPA goes on."""
    trial = state.trial
    tangents = _tangents(pair, trial)
    a = bending_of(_free(pair.summands_a, trial, 0), pair.a.rotation, trial.normal, tangents.right, tangents.up)
    b = bending_of(
        _free(pair.summands_b, trial, 1), pair.b.rotation, neg(trial.normal), neg(tangents.right), neg(tangents.up)
    )
    held = _hold(pair, trial, tangents, a, b)
    contact_a, contact_b = _contact(pair, trial, tangents, held, a, b)
    polytope = _with_pair(state.polytope, trial.normal, contact_a, contact_b, NONE)
    height = dot(trial.normal, polytope.support.point)
    slope = sqrt(held.slope[0] * held.slope[0] + held.slope[1] * held.slope[1])
    minimum = Minimum(trial.normal, height, slope, 1.0, -inf, contact_a, contact_b)
    tried = state._replace(polytope=polytope, reason=Reason.NEWTON, minimum=minimum)
    slack = _slack(polytope, height)
    if held.room < 0 or height > slack - polytope.lower:
        return _try_otherwise(pair, tried)
    ball = _ball_in(pair.summands_a, trial, 0, held.room, a) + _ball_in(pair.summands_b, trial, 1, held.room, b)
    second = second_derivative(a, b, 0.0)
    cosine, excess = _cap(height, slope * slope, _sharpness(polytope, slack), ball, second, held.bend, a, b)
    if cosine == 1.0 or slope > slack:  # by the slope, the contact points are not opposite each other
        most = NEWTON_LIMIT if cosine == 1.0 else NEWTON_LIMIT + REFINEMENTS
        following = _next_trial(pair, trial, tangents, height, held.slope, second, most)
        if cosine == 1.0 or following.normal != ZERO:
            return _with_trial(tried, following)
    found = minimum._replace(cosine=cosine, proved=height - slope * slope / (2.0 * excess))
    return _look_outside(tried._replace(minimum=found), search)


def _try_otherwise(pair: SummedPair, state: State) -> State:
    """The state after an attempt that failed: without the flat end, else EPA goes on."""
    trial = state.trial
    if trial.end < 0:
        return _resume(state)
    return _with_trial(state, _turned(pair, trial._replace(normal=state.polytope.normal, end=NONE)))


def _tangents(pair: SummedPair, trial: Trial) -> _Tangents:
    if trial.end >= 0:
        right = _axis(pair, 3 * trial.end)
    else:
        right = _axis(pair, trial.line) if trial.line >= 0 else any_square_to(trial.normal)
    return _Tangents(right, cross(trial.normal, right))


def _free(summands: Summands, trial: Trial, core: int) -> Summands:
    """The summands without those along which the contact point is not determined."""
    half, radii = summands
    if trial.end >= 0:
        return Summands(half, ZERO) if trial.end == core else summands
    x, y, z = _unless(trial, core, 0, half), _unless(trial, core, 1, half), _unless(trial, core, 2, half)
    return Summands((x, y, z), radii)


def _unless(trial: Trial, core: int, axis: int, half: Vec3) -> float:
    """The half extent along an axis, 0 if it is that of a line."""
    number = 3 * core + axis
    return 0.0 if number == trial.line or number == trial.other_line else nth(half, axis)


def _hold(pair: SummedPair, trial: Trial, tangents: _Tangents, a: Bending, b: Bending) -> _Held:
    """The place on the lines, or on the flat end, at which the slope vanishes."""
    offset = pair.b.position
    x = a.slope[0] + b.slope[0] - dot(tangents.right, offset)
    y = a.slope[1] + b.slope[1] - dot(tangents.up, offset)
    if trial.end >= 0:
        radius, out = (pair.summands_a if trial.end == 0 else pair.summands_b).radii[0], sqrt(x * x + y * y)
        part, rest = -min(1.0, radius / out) if out > 0 else 0.0, radius - out
        return _Held(rest, (0.0, 0.0), 0.0, 0.0, (part * x, part * y), (2 * rest, 0.0, 2 * rest))
    if trial.line < 0:
        return _Held(inf, (x, y), 0.0, 0.0, (0.0, 0.0), FLAT)
    length = _half_length(pair, trial.line)
    if trial.other_line < 0:
        rest = length - abs(x)
        return _Held(rest, (0.0, y), _clamped(-x, length), 0.0, (0.0, 0.0), (2 * rest, 0.0, 0.0))
    axis, other_length = _axis(pair, trial.other_line), _half_length(pair, trial.other_line)
    p, q = dot(axis, tangents.right), dot(axis, tangents.up)
    second = -y / q
    first = -x - second * p
    rest, other_rest = length - abs(first), other_length - abs(second)
    bend = (2 * (rest + other_rest * p * p), 2 * other_rest * p * q, 2 * other_rest * q * q)
    first, second = _clamped(first, length), _clamped(second, other_length)
    return _Held(min(rest, other_rest), (0.0, 0.0), first, second, (0.0, 0.0), bend)


def _clamped(place: float, length: float) -> float:
    return min(max(place, -length), length)


def _half_length(pair: SummedPair, number: int) -> float:
    return nth(pair.summands_a.half if number < 3 else pair.summands_b.half, number % 3)


def _ball_in(summands: Summands, trial: Trial, core: int, room: float, bending: Bending) -> float:
    """The radius of the largest ball within a core that touches its surface at the contact point.

    An ellipsoid with the least radius c has one of c² / |r ∘ m| there.  A box has one at a face, a cylinder on its side
    and at its ends, limited by the room to the edges.  At edges and rims there is none.
    """
    half, radii = summands
    if radii[1] > 0:
        least = min(radii[0], radii[1], radii[2])
        return least * (least / bending.length) if bending.length > 0 else 0.0  # tiny radii underflow
    first, second = trial.line - 3 * core, trial.other_line - 3 * core
    if radii[0] > 0:
        if trial.end >= 0:
            return min(half[1], room) if trial.end == core else 0.0
        return min(radii[0], room) if first == 1 or second == 1 else 0.0
    if trial.end < 0 and 0 <= first < 3 and 0 <= second < 3:
        return min(nth(half, 3 - first - second), room)
    return 0.0


def _cap(
    height: float, square: float, slack: float, ball: float, second: Form, bend: Form, a: Bending, b: Bending
) -> tuple[float, float]:
    """The cosine of the largest cap in which the height is at least this one less the slack, and ν.

    `square` is that of the slope.  The cosine is −1 if balls prove it in all directions, and 1 if there is no cap.
    """
    if ball > height and square <= 2.0 * (ball - height) * slack:
        return -1.0, ball - height
    if bend == FLAT and square > 2.0 * (least_eigenvalue(second) - height) * slack:
        return 1.0, 0.0
    for cosine, sine in CAPS:
        lines = (bend[0] / sine, bend[1] / sine, bend[2] / sine)
        least = least_eigenvalue(sum_of(second_derivative(a, b, sine), lines))
        excess = 0.5 * least * (1.0 + cosine) - height
        if excess > 0.0 and square <= 2.0 * excess * slack:
            return cosine, excess
    return 1.0, 0.0


def _next_trial(
    pair: SummedPair,
    trial: Trial,
    tangents: _Tangents,
    height: float,
    slope: tuple[float, float],
    second: Form,
    most: int,
) -> Trial:
    """Newton's step along the free angles; zero if it does not lead to a minimum or `most` steps were made."""
    if trial.end >= 0 or trial.other_line >= 0 or trial.steps + 1 >= most:
        return NO_TRIAL
    xx, xy, yy = second[0] - height, second[1], second[2] - height
    x, y = slope
    if trial.line >= 0:
        if yy <= 0:
            return NO_TRIAL
        right, up = 0.0, -y / yy
    else:
        determinant = xx * yy - xy * xy
        if xx <= 0 or determinant <= 0:
            return NO_TRIAL
        right, up = (y * xy - x * yy) / determinant, (x * xy - y * xx) / determinant
    if abs(right) + abs(up) > LEAP:
        return NO_TRIAL
    normal = unit(along(along(trial.normal, tangents.right, right), tangents.up, up))
    return _turned(pair, trial._replace(normal=normal, steps=trial.steps + 1))


def _contact(
    pair: SummedPair, trial: Trial, tangents: _Tangents, held: _Held, a: Bending, b: Bending
) -> tuple[Vec3, Vec3]:
    """The contact points of both cores, relative to A's position."""
    point_a = row_times(pair.a.rotation, a.point)
    point_b = add(row_times(pair.b.rotation, b.point), pair.b.position)
    if trial.end >= 0:
        flat = along(scale(tangents.right, held.across[0]), tangents.up, held.across[1])
        return (add(point_a, flat), point_b) if trial.end == 0 else (point_a, sub(point_b, flat))
    point_a, point_b = _along_line(pair, trial.line, held.first, point_a, point_b)
    return _along_line(pair, trial.other_line, held.second, point_a, point_b)


def _along_line(pair: SummedPair, number: int, place: float, point_a: Vec3, point_b: Vec3) -> tuple[Vec3, Vec3]:
    """The contact points, one of them moved along a line, so that A's less B's moves by `place`."""
    if number < 0:
        return point_a, point_b
    axis = _axis(pair, number)
    return (along(point_a, axis, place), point_b) if number < 3 else (point_a, along(point_b, axis, -place))


# --- outside the cap ---


def _slack(polytope: epa.State, height: float) -> float:
    """By how much the depth may be less than the height along the normal found.

    Half a gap, so that rounding does not bring the bounds further apart than a gap; and full precision near contact, as
    in `gjk.close_enough`.
    """
    fine = max(CURVED * polytope.reach, depth_rounding(polytope))
    far = height + polytope.radius > 2 * polytope.gap
    return max(0.5 * polytope.gap, fine) if far else fine


def _sharpness(polytope: epa.State, slack: float) -> float:
    """By how much the height may be less in the cap: at full precision a rounding error, which is one step more.

    The normal, and so the contact points, are then known to the root of that.
    """
    return slack if slack <= 0.5 * polytope.gap else depth_rounding(polytope)


def _look_outside(state: State, search: Search) -> State:
    """The state that searches where the polytope reaches too little outside the cap, or the end if it does nowhere."""
    minimum, polytope = state.minimum, state.polytope
    wanted = minimum.height - _slack(polytope, minimum.height)
    if minimum.cosine == -1.0:
        return _with_end(state, wanted)
    cap = cap_of(minimum.normal, minimum.cosine, wanted)
    facing = nearest_outside(search, polytope.faces, cap)
    if facing >= 0:
        direction = polytope.faces[facing].normal
        return state._replace(following=Reason.OUTSIDE, outside=direction, facing=facing)
    leaving = furthest_leaving(search, polytope.faces, cap)
    if leaving.face < 0:
        return _with_end(state, wanted)
    if leaving.point == ZERO:
        return _resume(state)
    return state._replace(following=Reason.OUTSIDE, outside=unit(leaving.point), facing=leaving.face)


def _with_end(state: State, wanted: float) -> State:
    minimum = state.minimum
    ended = _end(state.polytope, minimum, min(wanted, minimum.proved))
    return state._replace(polytope=ended, following=Reason.EXPAND)


def _end(polytope: epa.State, minimum: Minimum, proved: float) -> epa.State:
    """EPA's state with this depth, of which so much is proved."""
    lower, upper = max(polytope.lower, -minimum.height), -proved
    within = close_enough(lower, upper, polytope.radius, polytope.gap)
    fine = max(CURVED * polytope.reach, depth_rounding(polytope))
    return polytope._replace(
        lower=lower,
        upper=min(polytope.upper, upper),
        normal=minimum.normal,
        contact=DepthPoint(NONE, (0.0, 0.0, 0.0, 0.0), minimum.contact_a, minimum.contact_b),
        exit=Exit.WITHIN_TOLERANCE if within and upper - lower > fine else Exit.CONVERGED,
    )


def search_outside(pair: SummedPair, state: State, search: Search) -> State:
    """Searches along a direction outside the cap, and extends the polytope to the support point."""
    count = len(state.polytope.vertices)
    polytope = _search(pair, state.polytope, state.outside, state.facing)
    searched = state._replace(polytope=polytope, reason=Reason.OUTSIDE)
    chosen = _seen_face(polytope)
    if chosen < 0 or is_vertex(search, polytope.vertices, polytope.support.point):
        return _resume(searched)
    rounding = depth_rounding(polytope)
    extended = extend_polytope(polytope._replace(chosen=chosen), rounding, search)
    searched = searched._replace(polytope=extended)
    if len(extended.vertices) == count or extended.iteration >= OUTSIDE_LIMIT:
        return _resume(searched)
    if -extended.lower < state.minimum.height - rounding:
        return _choose_normal(pair, searched._replace(attempt=0))
    return _look_outside(searched, search)


def _seen_face(polytope: epa.State) -> int:
    """The face that was searched, or a neighbour, whichever the support point is furthest beyond."""
    point, face = polytope.support.point, polytope.faces[polytope.chosen]
    best, chosen = dot(face.normal, point) - face.distance, polytope.chosen
    for side in range(3):
        number = nth(face.across, side)
        other = polytope.faces[number]
        beyond = dot(other.normal, point) - other.distance
        if other.rank < inf and beyond > best:
            best, chosen = beyond, number
    return chosen if best > depth_rounding(polytope) else NONE
