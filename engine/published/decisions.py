"""The decisions of an engine's algorithm: each test as an inequality, and what exact arithmetic says about it.

An algorithm lists its kinds of test in a table, and asks them through `EngineDecisions`, which keeps the numbers:

    decisions = EngineDecisions(DECISIONS, corrected)
    if decisions.holds("face touches", distance_squared, EPSILON, (a, b, c)):
        …

Whether an answer was right is computed later, from the points alone (`beliefs_of`).  A run with a test *corrected*
takes the answer of exact arithmetic for tests of that kind, and the engine's own numbers for everything else.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isfinite, lcm, nan
from operator import ge, gt, le, lt
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import Int3, int_cross, int_dot, int_sub
from gjkscope.engine.gjk.steps import ROUNDINGS, Vertex
from gjkscope.engine.published.sentences import vertex_names_in
from gjkscope.engine.text import number
from gjkscope.engine.vectors import DOUBLE, Vec3


def _is_small(left: float, right: float) -> bool:
    return abs(left) < right


RELATIONS: dict[str, Callable[[float, float], bool]] = {"<": lt, "≤": le, ">": gt, "≥": ge, "|·| <": _is_small}
"""The relations by how they are written; each is false for NaN, as in C."""


class DecisionKind(NamedTuple):
    """A kind of test of one engine."""

    subject: str  # "squared distance of the origin from face {names}": the left side
    relation: str  # a key of `RELATIONS`
    bound: str  # the name of the right side, such as "ε"; empty if its value says everything
    if_holds: str  # what the engine then concludes, as a clause: "the origin lies on the face"
    otherwise: str  # what it concludes if the test fails
    # The left side for the points, without rounding; None: it has none, or is a count, which needs no rounding.
    exact: Callable[[Sequence[Vec3]], Fraction | None] | None = None
    # Whether a correct implementation finds that the test holds, given the exact left side; None: either answer is
    # legitimate.
    should_hold: Callable[[Fraction, "EngineDecision"], bool | None] | None = None
    remedy: str = ""  # what a correct implementation does instead, as a sentence
    measures: str = (
        ""  # what `exact` is, if it is not the left side: "the distance of {names} from the origin, metres,"
    )


class EngineDecision(NamedTuple):
    """A test that an engine made: its two numbers and its answer."""

    kind: str  # a key of the algorithm's table
    left: float
    right: float
    holds: bool
    vertices: tuple[Vertex, ...]  # that the left side was computed from


class DecisionBelief(NamedTuple):
    """A test with what exact arithmetic finds."""

    decision: EngineDecision
    kind: DecisionKind
    exact: float | None  # the left side, rounded once; None if unknown
    should_hold: bool | None

    @property
    def is_wrong(self) -> bool:
        """Whether a correct implementation decides otherwise."""
        return self.should_hold is not None and self.should_hold != self.decision.holds

    @property
    def subject(self) -> str:
        return self.kind.subject.format(names=vertex_names_in(self.decision.vertices))

    @property
    def exact_left(self) -> float | None:
        """The left side without rounding, if that is what is known."""
        return None if self.kind.measures else self.exact

    @property
    def is_corrected(self) -> bool:
        """Whether exact arithmetic decided the test, against the engine's numbers."""
        return self._answer(self.decision.left) != self.decision.holds

    @property
    def is_rounding(self) -> bool | None:
        """Whether the test errs because its left side is rounded: exactly, it has the other answer.

        None if it does not err, or if its left side is not known exactly.
        """
        if self.exact_left is None or not (self.is_wrong or self.is_corrected):
            return None
        return self._answer(self.exact_left) != self._answer(self.decision.left)

    @property
    def truth(self) -> str:
        """What exact arithmetic finds, as a sentence; empty if that is not known, or no news."""
        if self.exact is None:
            return ""
        if self.kind.measures:
            measured = self.kind.measures.format(names=vertex_names_in(self.decision.vertices))
            return f"In exact arithmetic {measured} is {number(self.exact)}."
        if self.is_rounding is None:
            return ""
        if self.is_rounding:
            exact = _unlike(self.exact, self.decision.left)
            return f"Rounding is to blame: in exact arithmetic the left side is {exact}."
        left, exact = number(self.decision.left), number(self.exact)
        found = "the same" if left == exact else f"{exact}, with the same answer"
        return f"In exact arithmetic the left side is {found}: the test asks the wrong question."

    @property
    def inequality(self) -> str:
        """The test with its numbers, "1.8e-15 < 2.2e-16", whether it holds or not."""
        return inequality(self.kind, self.decision.left, self.decision.right)

    def _answer(self, left: float) -> bool:
        """What the test answers for a left side."""
        return bool(RELATIONS[self.kind.relation](left, self.decision.right))


class EngineDecisions:
    """Asks the tests of one step, and keeps them."""

    def __init__(self, kinds: Mapping[str, DecisionKind], corrected: tuple[str, ...] = ()) -> None:
        self._kinds = kinds
        self._corrected = corrected
        self.asked: list[EngineDecision] = []

    def corrects(self, kind: str) -> bool:
        """Whether exact arithmetic decides tests of this kind."""
        return kind in self._corrected

    def holds(self, kind: str, left: float, right: float, vertices: Sequence[Vertex]) -> bool:
        """The engine's answer, or that of exact arithmetic if tests of this kind are corrected and it decides."""
        record = self._kinds[kind]
        answer = bool(RELATIONS[record.relation](left, right))
        asked = EngineDecision(kind, left, right, answer, tuple(vertices))
        if kind in self._corrected:
            truth = _belief(asked, record).should_hold
            asked = asked._replace(holds=answer if truth is None else truth)
        self.asked.append(asked)
        return asked.holds


def beliefs_of(decisions: Sequence[EngineDecision], kinds: Mapping[str, DecisionKind]) -> tuple[DecisionBelief, ...]:
    """The tests of a step in order, each with what exact arithmetic finds."""
    return tuple(_belief(decision, kinds[decision.kind]) for decision in decisions)


def _unlike(value: float, other: float) -> str:
    """The value with as many digits as it takes to tell it from another one."""
    shown = (number(value, digits) for digits in range(5, 18) if number(value, digits) != number(other, digits))
    return next(shown, number(value, 17))


def inequality(kind: DecisionKind, left: float, right: float) -> str:
    bound = f"{kind.bound} = {number(right)}" if kind.bound else number(right)
    if kind.relation == "|·| <":
        return f"|{number(left)}| < {bound}"
    return f"{number(left)} {kind.relation} {bound}"


@lru_cache(maxsize=4096)
def _belief(decision: EngineDecision, kind: DecisionKind) -> DecisionBelief:
    points = [vertex.point for vertex in decision.vertices]
    if kind.exact is None and kind.should_hold is not None and isfinite(decision.left):
        return DecisionBelief(decision, kind, None, kind.should_hold(Fraction(decision.left), decision))
    if kind.exact is None or not all(isfinite(number) for point in points for number in point):
        return DecisionBelief(decision, kind, None, None)
    exact = kind.exact(points)
    if exact is None:
        return DecisionBelief(decision, kind, None, None)
    should = None if kind.should_hold is None else kind.should_hold(exact, decision)
    return DecisionBelief(decision, kind, as_double(exact), should)


def zero_to_rounding(exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether a squared length is zero; either answer is legitimate if the length is within the rounding of its points.

    A coordinate of a difference of supports has an error of some roundoffs of the largest coordinate (`ROUNDINGS`).
    """
    if exact == 0:
        return True
    reach = max(abs(coordinate) for vertex in decision.vertices for coordinate in (*vertex.a, *vertex.b))
    return None if exact <= Fraction(ROUNDINGS * DOUBLE * reach) ** 2 else False


def as_double(exact: Fraction) -> float:
    """The nearest double; NaN beyond the largest one."""
    try:
        return float(exact)
    except OverflowError:
        return nan


Exact3 = tuple[Fraction, Fraction, Fraction]
"""A point with rational coordinates."""


def rational_points(points: Sequence[Vec3]) -> list[Exact3]:
    """The points as rational numbers."""
    return [(Fraction(x), Fraction(y), Fraction(z)) for x, y, z in points]


def squared_distance_to_triangle(points: Sequence[Vec3]) -> Fraction:
    """The squared distance of the origin from the triangle, segment or point with these corners, exactly."""
    nearest = _nearest_in_integers(points)
    return Fraction(int_dot(nearest.point, nearest.point), nearest.divisor * nearest.divisor)


def squared_distance_of_first(points: Sequence[Vec3]) -> Fraction:
    """The squared distance of the first point from the triangle or segment of the others, exactly."""
    first, *others = rational_points(points)
    return squared_distance_to_triangle([exact_difference(corner, first) for corner in others])  # type: ignore[misc]


def nearest_to_origin(corners: Sequence[Exact3]) -> Exact3:
    """The point of a triangle, a segment or a point that is nearest to the origin, exactly.

    Closest point on triangle by Voronoi regions: Ericson, Real-Time Collision Detection, 2005, §5.1.5.
    """
    (x, y, z), divisor = _nearest_in_integers(corners)
    return Fraction(x, divisor), Fraction(y, divisor), Fraction(z, divisor)


class IntegerPoint(NamedTuple):
    """A rational point: `point` / `divisor`, which is positive."""

    point: Int3
    divisor: int


def in_integers(points: Sequence[Exact3 | Vec3]) -> tuple[list[Int3], int]:
    """The points as integers, in units of 1 / the second value: many times faster than `Fraction`."""
    ratios = [[number.as_integer_ratio() for number in point] for point in points]
    divisor = lcm(*(denominator for point in ratios for _, denominator in point))
    scaled = [[numerator * (divisor // denominator) for numerator, denominator in point] for point in ratios]
    return [(x, y, z) for x, y, z in scaled], divisor


def _nearest_in_integers(corners: Sequence[Exact3 | Vec3]) -> IntegerPoint:
    points, divisor = in_integers(corners)
    nearest = _nearest(points)
    return IntegerPoint(nearest.point, nearest.divisor * divisor)


def _nearest(corners: Sequence[Int3]) -> IntegerPoint:
    if len(corners) == 1:
        return IntegerPoint(corners[0], 1)
    if len(corners) == 2:
        return _nearest_on_segment(corners[0], corners[1])
    a, b, c = corners
    normal = int_cross(int_sub(b, a), int_sub(c, a))
    square = int_dot(normal, normal)
    if square and _inside(a, b, c, normal):
        height = int_dot(normal, a)
        return IntegerPoint((height * normal[0], height * normal[1], height * normal[2]), square)
    on_edges = (_nearest_on_segment(p, q) for p, q in ((a, b), (b, c), (c, a)))
    return min(on_edges, key=lambda one: Fraction(int_dot(one.point, one.point), one.divisor * one.divisor))


def _inside(a: Int3, b: Int3, c: Int3, normal: Int3) -> bool:
    """Whether the projection of the origin lies in the triangle."""
    return all(int_dot(int_cross(int_sub(q, p), p), normal) <= 0 for p, q in ((a, b), (b, c), (c, a)))


def _nearest_on_segment(a: Int3, b: Int3) -> IntegerPoint:
    ab = int_sub(b, a)
    square, along = int_dot(ab, ab), -int_dot(a, ab)
    if along <= 0:
        return IntegerPoint(a, 1)
    if along >= square:
        return IntegerPoint(b, 1)
    x, y, z = (square * start + along * way for start, way in zip(a, ab, strict=True))
    return IntegerPoint((x, y, z), square)


def exact_difference(a: Exact3, b: Exact3) -> Exact3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def exact_dot(a: Exact3, b: Exact3) -> Fraction:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def exact_cross(a: Exact3, b: Exact3) -> Exact3:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
