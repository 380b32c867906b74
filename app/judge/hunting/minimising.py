"""Makes a failing pair easier to understand while it still fails in the same way.

Each step proposes variants that are simpler by `_cost`, and keeps the first that still fails: both at the origin,
of about 1 m, in line with the axes, of simpler shapes, with fewer vertices and shorter numbers.  The number of variants
that are tried is limited, rather than the time, so that the result does not depend on the machine.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import floor, isfinite, log10
from typing import Any

import numpy as np

from gjkscope.app.ask.solvers.half_spaces import with_wide_half_space
from gjkscope.app.ask.solvers.pair_block import block_of, pose_array
from gjkscope.app.base.records import replace
from gjkscope.app.judge.hunting.chunks import FoundFailure, HuntPlan, failures_in, solver_of
from gjkscope.app.judge.hunting.contact_families import SUNK
from gjkscope.app.judge.hunting.families import least_radii, truth_of
from gjkscope.app.judge.hunting.laws import enlarge_shape
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.scenes.cameras.maths import quaternion_from_rotation
from gjkscope.app.scenes.scene import Body, Placement, PositionOrientation, Transform
from gjkscope.app.scenes.shapes.entry import ENTRIES, FieldKind
from gjkscope.app.scenes.shapes.kinds import SHAPE_ENTRIES
from gjkscope.engine.pose import Pose, Quaternion
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import PlacedPair, Shape
from gjkscope.engine.vectors import ZERO, scale, sub

Example = tuple[Body, Body]

MOST_VARIANTS = 2000
MOST_TOUCHING = 500  # variants in hunts of contact points, which take longer to judge
MOST_HANGING = 60  # variants of all groups together, if each that still fails takes the time limit
AT_ONCE = 24  # variants that the solver is asked about together
HANG_SECONDS = 0.5  # time limit for variants of a pair that hangs

ROOM = 1.1  # how much deeper than those that are drawn, so that numbers can be rounded

# A variant must keep this part of the error, or it would end where the error just exceeds the tolerance.
KEPT_ERROR = 0.3

PLAIN_KINDS = ("sphere", "box")  # which other shapes are replaced by, simplest first
DIGITS = (1, 2, 3, 5, 8)
NO_LENGTHS = (FieldKind.AXIS, FieldKind.FACES, FieldKind.CELLS, FieldKind.DIAGONAL)
UNTURNED: Quaternion = (0.0, 0.0, 0.0, 1.0)
HALF = 0.5**0.5  # the sine of 45°


def minimise(plan: HuntPlan, failure: FoundFailure, hangs: int = 1) -> FoundFailure:
    """The simplest failure found with the same symptom; the failure itself if it is not seen again.

    `hangs` is the number of groups that hang, which share the time that may be spent on waiting.
    """
    if failure.symptom is Symptom.HANG:
        plan = plan._replace(seconds=min(plan.seconds, HANG_SECONDS))
    search = _Search(plan, failure, hangs)
    simplest_example(bodies_of(failure.pair), search.first_failing)
    return with_iterations(plan, search.failure)


def simplest_example(example: Example, first_failing: Callable[[Iterator[Example]], Example | None]) -> Example:
    """The simplest variant found; `first_failing` returns the first of some variants that fails, or `None`.

    >>> from gjkscope.app.judge.hunting.minimising import bodies_of, simplest_example
    >>> from gjkscope.engine import Box, Pose, Sphere
    >>> pair = bodies_of((Sphere(0.123), Pose(), Box((0.5, 0.25, 0.125)), Pose(position=(1.2345, 0.0, 0.1))))
    >>> a, b = simplest_example(pair, lambda variants: next((v for v in variants if v[1].pose.position[0] > 1.2), None))
    >>> b.shape, b.pose.position
    (Sphere(radius=1.0, rounding=0.0), (2.0, 0.0, 0.0))
    """
    helped = True
    while helped:
        helped = False
        for step in STEPS:
            while (simpler := first_failing(_cheaper(step, example))) is not None:
                example, helped = simpler, True
    return example


def _cheaper(step: "Step", example: Example) -> Iterator[Example]:
    """The variants of a step that are simpler than the example; half-spaces stay wide enough."""
    cost = _cost(example)
    return (variant for variant in map(_with_wide_half_space, step(*example)) if _cost(variant) < cost)


def _with_wide_half_space(example: Example) -> Example:
    a, b = example
    shape_a, _, shape_b, _ = with_wide_half_space(_pair(example))
    return replace(a, shape=shape_a), replace(b, shape=shape_b)


def with_iterations(plan: HuntPlan, failure: FoundFailure) -> FoundFailure:
    """The failure with the solver's own iterations, if it supplies them: blocks are asked without."""
    if failure.symptom in (Symptom.HANG, Symptom.CRASH):
        return failure
    iterations = solver_of(plan).ask(*failure.pair).iterations
    return failure._replace(answer=failure.answer._replace(iterations=iterations))


class _Search:
    """Asks the solver about variants, and remembers the last failure.

    It does not ask again about those that did not fail: the last steps propose them once more.
    """

    def __init__(self, plan: HuntPlan, failure: FoundFailure, hangs: int) -> None:
        self.failure = failure
        self._plan = plan
        self._wanted = failure
        self._rests = plan.contacts and rests(failure.pair)
        is_hang = failure.symptom is Symptom.HANG
        self._left = MOST_HANGING // hangs if is_hang else MOST_TOUCHING if plan.contacts else MOST_VARIANTS
        self._at_once = 1 if is_hang else AT_ONCE
        self._right: set[Example] = set()  # variants that do not fail

    def first_failing(self, variants: Iterator[Example]) -> Example | None:
        """The first variant that fails in the same way."""
        while self._left > 0 and (some := list(islice(variants, min(self._at_once, self._left)))):
            self._left -= len(some)
            new = [variant for variant in some if variant not in self._right]
            failures = self._failures(new)
            self._right.update(variant for index, variant in enumerate(new) if index not in failures)
            if failures:
                first = min(failures)
                self.failure = failures[first]._replace(bodies=new[first])
                return new[first]
        return None

    def _failures(self, variants: Sequence[Example]) -> dict[int, FoundFailure]:
        if not variants:
            return {}
        block = block_of([_pair(variant) for variant in variants])
        failures = failures_in(self._plan, block, self._wanted.family, self._wanted.law)
        return {index: failure for index, failure in failures if self._is_same(failure)}

    def _is_same(self, failure: FoundFailure) -> bool:
        if failure.symptom is not self._wanted.symptom or failure.law != self._wanted.law:
            return False
        if self._rests and not rests(failure.pair):
            return False
        wanted = self._wanted.error
        return not isfinite(wanted) or failure.error >= KEPT_ERROR * wanted


def rests(pair: PlacedPair) -> bool:
    """Whether the bodies overlap no more than drawn ones do: contacts deep inside are not representative."""
    distance = truth_of(block_of([pair])).signed_distance[0]
    return bool(distance >= -ROOM * SUNK[1] * least_radii(block_of([pair]))[0])


# --- steps ---


def _at_the_origin(a: Body, b: Body) -> Iterator[Example]:
    """Both moved, so that A is at the origin."""
    position = a.placement.pose.position
    yield _move(a, ZERO), _move(b, sub(b.placement.pose.position, position))


def _in_line_with_a(a: Body, b: Body) -> Iterator[Example]:
    """Both turned about A's position, so that A is in line with the axes; as quaternions."""
    to_a = pose_array(a.pose)
    relative = np.linalg.inv(to_a) @ pose_array(b.pose)
    yield _with_placement(a, PositionOrientation()), _with_placement(b, _placement(relative))


def _as_quaternions(a: Body, b: Body) -> Iterator[Example]:
    yield (
        _with_placement(a, _placement(pose_array(a.pose))),
        _with_placement(b, _placement(pose_array(b.pose))),
    )


def _of_one_metre(a: Body, b: Body) -> Iterator[Example]:
    """Scaled by a power of ten, which changes no digits."""
    size = size_of(*_pair((a, b)))
    if size > 0:
        factor = 10.0 ** -floor(log10(size) + 0.5)
        yield _scale(a, factor), _scale(b, factor)


def _of_simpler_types(a: Body, b: Body) -> Iterator[Example]:
    for i, body in enumerate((a, b)):
        for shape in _simpler(body.shape):
            other = replace(body, shape=shape)
            yield (a, other) if i else (other, b)


def _with_simpler_turns(a: Body, b: Body) -> Iterator[Example]:
    for turn_b in _simpler_turns(b):
        yield a, turn_b
    for turn_a in _simpler_turns(a):
        yield turn_a, b


def _with_fewer_vertices(a: Body, b: Body) -> Iterator[Example]:
    for shape in _fewer_vertices(a.shape):
        yield replace(a, shape=shape), b
    for shape in _fewer_vertices(b.shape):
        yield a, replace(b, shape=shape)


def _with_zeros(a: Body, b: Body) -> Iterator[Example]:
    """B's position in line with A's, along one axis or two."""
    x, y, z = b.placement.pose.position
    for position in ((x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z), (x, y, 0.0), (x, 0.0, z), (0.0, y, z)):
        yield a, _move(b, position)
    for body in (a, b):
        if body.shape.rounding:
            plain = replace(body, shape=replace(body.shape, rounding=0.0))
            yield (plain, b) if body is a else (a, plain)


def _with_fewer_digits(a: Body, b: Body) -> Iterator[Example]:
    for digits in DIGITS:
        yield _round(a, digits), _round(b, digits)
    for digits in DIGITS:
        yield _round(a, digits), b
        yield a, _round(b, digits)
        yield a, replace(b, shape=_round_shape(b.shape, digits))
        yield replace(a, shape=_round_shape(a.shape, digits)), b
        yield a, _move(b, _round_numbers(b.placement.pose.position, digits))
        if isinstance(b.placement, PositionOrientation):
            yield a, _turn(b, _round_numbers(b.placement.orientation, digits))


Step = Callable[[Body, Body], Iterator[Example]]

STEPS: tuple[Step, ...] = (
    _in_line_with_a,
    _as_quaternions,
    _at_the_origin,
    _of_one_metre,
    _of_simpler_types,
    _with_simpler_turns,
    _with_fewer_vertices,
    _with_zeros,
    _with_fewer_digits,
)


# --- parts of steps ---


def _simpler(shape: Shape) -> Iterator[Shape]:
    """Shapes of simpler types with the same box."""
    low, high = aabb(shape, Pose())
    half = scale(sub(high, low), 0.5)
    if min(half) > 0:
        for kind in PLAIN_KINDS[: _rank(shape)]:
            yield SHAPE_ENTRIES[kind].of_size(half)


def _simpler_turns(body: Body) -> Iterator[Body]:
    if not isinstance(body.placement, PositionOrientation):
        return
    quaternion = body.placement.orientation
    yield _turn(body, UNTURNED)
    coarse = tuple(min((0.0, 0.5, HALF, 1.0, -0.5, -HALF, -1.0), key=lambda x: abs(x - part)) for part in quaternion)
    if any(coarse):
        yield _turn(body, coarse)
    for axis in range(3):
        part = quaternion[axis]
        yield _turn(body, tuple(part if i == axis else quaternion[3] if i == 3 else 0.0 for i in range(4)))


def _fewer_vertices(shape: Shape) -> Iterator[Shape]:
    """Without halves, quarters, … and finally single vertices of a hull."""
    [*fields] = (field.name for field in ENTRIES[type(shape)].fields if field.kind is FieldKind.POINTS)
    if len(fields) != 1 or len(ENTRIES[type(shape)].fields) != 1:
        return
    vertices = getattr(shape, fields[0])
    length = len(vertices) // 2
    while length >= 1:
        for first in range(0, len(vertices), length):
            rest = vertices[:first] + vertices[first + length :]
            if rest:
                yield replace(shape, **{fields[0]: rest})
        length //= 2


def _scale(body: Body, factor: float) -> Body:
    position = scale(body.placement.pose.position, factor)
    return _move(replace(body, shape=enlarge_shape(body.shape, factor)), position)


def _move(body: Body, position: Sequence[float]) -> Body:
    x, y, z = position
    return _with_placement(body, body.placement.moved((x, y, z)))


def _turn(body: Body, quaternion: Sequence[float]) -> Body:
    x, y, z, w = quaternion
    return _with_placement(body, body.placement.turned((x, y, z, w))) if any(quaternion) else body


def _with_placement(body: Body, placement: Placement) -> Body:
    return replace(body, placement=placement)


def _placement(matrix: "np.ndarray[tuple[int, int], np.dtype[np.float64]]") -> PositionOrientation:
    a, b, c = matrix[:3, :3].tolist()
    x, y, z, w = quaternion_from_rotation((tuple(a), tuple(b), tuple(c)))
    px, py, pz = matrix[:3, 3].tolist()
    return PositionOrientation((px, py, pz), (x, y, z, w) if w >= 0.0 else (-x, -y, -z, -w))


def _round(body: Body, digits: int) -> Body:
    """All numbers of the body with this many significant digits."""
    moved = _move(body, _round_numbers(body.placement.pose.position, digits))
    if isinstance(moved.placement, PositionOrientation):
        moved = _turn(moved, _round_numbers(moved.placement.orientation, digits))
    return replace(moved, shape=_round_shape(moved.shape, digits))


def _round_shape(shape: Shape, digits: int) -> Shape:
    fields = [field for field in ENTRIES[type(shape)].fields if field.kind not in NO_LENGTHS]
    return replace(shape, **{field.name: _cut(getattr(shape, field.name), digits) for field in fields})


def _round_numbers(numbers: Sequence[float], digits: int) -> tuple[float, ...]:
    return tuple(float(f"{number:.{digits}g}") for number in numbers)


def _cut(value: Any, digits: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_cut(part, digits) for part in value)
    return float(f"{value:.{digits}g}")


# --- simplicity ---


def _cost(example: Example) -> tuple[int, ...]:
    """Compared part by part, so that a simpler shape counts for more than any number of digits."""
    pair = _pair(example)
    shapes = [body.shape for body in example]
    return (
        sum(map(_rank, shapes)),
        sum(len(getattr(shape, "vertices", ())) for shape in shapes),
        abs(floor(log10(size_of(*pair)) + 0.5)) if size_of(*pair) > 0 else 0,
        sum(isinstance(body.placement, Transform) for body in example),
        any(example[0].placement.pose.position),
        sum(_turns(body) for body in example),
        sum(map(_digits, (*_numbers(example[0]), *_numbers(example[1])))),
    )


def _rank(shape: Shape) -> int:
    name = shape.kind
    return PLAIN_KINDS.index(name) if name in PLAIN_KINDS else len(PLAIN_KINDS)


def _turns(body: Body) -> int:
    """The number of axes that the body is turned about."""
    if not isinstance(body.placement, PositionOrientation):
        return 4
    return sum(part != 0 for part in body.placement.orientation[:3])


def _numbers(body: Body) -> Iterator[float]:
    placement = body.placement
    yield from placement.pose.position
    if isinstance(placement, PositionOrientation):
        yield from placement.orientation
    for field in ENTRIES[type(body.shape)].fields:
        if field.kind not in NO_LENGTHS:
            yield from _flat(getattr(body.shape, field.name))


def _flat(value: object) -> Iterator[float]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, float | int):
        yield value


def _digits(number: float) -> int:
    """The significant digits that a person reads."""
    mantissa = repr(float(number)).lower().partition("e")[0]
    return len(mantissa.replace(".", "").strip("-0"))


def _pair(example: Example) -> PlacedPair:
    a, b = example
    return a.shape, a.pose, b.shape, b.pose


def bodies_of(pair: PlacedPair) -> Example:
    """The pair as bodies, with matrices: exactly the same numbers."""
    a, pose_a, b, pose_b = pair
    return Body("A", a, _transform(pose_a)), Body("B", b, _transform(pose_b))


def _transform(pose: Pose) -> Transform:
    a, b, c, d = (tuple(row) for row in pose_array(pose).tolist())
    return Transform((a, b, c, d))
