"""Whether and when the features of an element first meet, decided with rational numbers.

1. The four points, in units of a power of two, are polynomials of t; they are coplanar where the cubic
   (q − p) × (r − p) · (s − p) is zero.
2. Isolate its roots in [0, 1] by Sturm's theorem.
3. At a root the features meet if the barycentric weights are not negative.  Each is a polynomial over |n|², with n the
   normal of the face, or the product of both edges.  Its sign at the root is found by narrowing the interval until the
   polynomial has no root there; if it shares the root, it is 0.

How it can fail: if the points stay in one plane all the time, or at a root the face has no area or the edges are
parallel, nothing is decided (`UNDECIDED`).
"""

from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import as_integers
from gjkscope.engine.triangle_impact.elements import ElementaryTest, is_of_edges
from gjkscope.engine.triangle_impact.polynomials import (
    Polynomial,
    Rational,
    common_divisor,
    isolated_roots,
    poly_at,
    poly_minus,
    poly_plus,
    poly_times,
    polynomial,
    refined,
    roots_between,
    sturm_sequence,
)

FINEST = Fraction(1, 2**60)  # the width of the interval in which a root is given

PolynomialVector = tuple[Polynomial, Polynomial, Polynomial]


class Meeting(Enum):
    """Whether the features meet between t = 0 and t = 1."""

    NEVER = "never"
    MEETS = "meets"
    UNDECIDED = "undecided"


class ExactImpact(NamedTuple):
    """When the features first meet: between two times that are at most `FINEST` apart."""

    meeting: Meeting
    earliest: Fraction = Fraction(0)
    latest: Fraction = Fraction(0)


def exact_impact(element: ElementaryTest) -> ExactImpact:
    """The first meeting of the features, without rounding."""
    numbers, _ = as_integers(part for point in (*element.start, *element.end) for part in point)
    p, q, r, s = (_moving(numbers[i : i + 3], numbers[i + 12 : i + 15]) for i in (0, 3, 6, 9))
    cubic = _dot(_cross(_minus(q, p), _minus(r, p)), _minus(s, p))
    if not cubic:
        return ExactImpact(Meeting.UNDECIDED)
    roots = isolated_roots(cubic, Fraction(0), Fraction(1))
    if not roots:
        return ExactImpact(Meeting.NEVER)
    normal, weights = _weights(p, q, r, s, is_of_edges(element))
    sequence = sturm_sequence(cubic)
    for root in roots:
        if _sign_at(sequence, root, normal) == 0:
            return ExactImpact(Meeting.UNDECIDED)
        if all(_sign_at(sequence, root, weight) >= 0 for weight in weights):
            while root[1] - root[0] > FINEST:
                root = refined(sequence, root)
            return ExactImpact(Meeting.MEETS, *root)
    return ExactImpact(Meeting.NEVER)


def _weights(
    p: PolynomialVector, q: PolynomialVector, r: PolynomialVector, s: PolynomialVector, of_edges: bool
) -> tuple[Polynomial, tuple[Polynomial, ...]]:
    """|n|², and the weights that must not be negative, times |n|²."""
    if of_edges:
        first, second, between = _minus(q, p), _minus(s, r), _minus(r, p)
        normal = _cross(first, second)
        square = _dot(normal, normal)
        u, v = _dot(_cross(between, second), normal), _dot(_cross(between, first), normal)
        return square, (u, v, poly_minus(square, u), poly_minus(square, v))
    b, c, x = _minus(r, q), _minus(s, q), _minus(p, q)
    normal = _cross(b, c)
    square = _dot(normal, normal)
    u, v = _dot(_cross(x, c), normal), _dot(_cross(b, x), normal)
    return square, (u, v, poly_minus(poly_minus(square, u), v))


def _sign_at(sequence: tuple[Polynomial, ...], root: tuple[Fraction, Fraction], p: Polynomial) -> int:
    """The sign of a polynomial at a root of the first one of the sequence."""
    if not p:
        return 0
    if root[0] == root[1]:
        return _sign(poly_at(p, root[0]))
    shared = common_divisor(sequence[0], p)
    if len(shared) > 1 and roots_between(sturm_sequence(shared), *root):
        return 0
    own = sturm_sequence(p)
    while root[0] != root[1] and (roots_between(own, *root) or poly_at(p, root[0]) == 0):
        root = refined(sequence, root)
    return _sign(poly_at(p, root[1]))


def _sign(value: Rational) -> int:
    return (value > 0) - (value < 0)


def _moving(start: tuple[int, ...], end: tuple[int, ...]) -> PolynomialVector:
    x, y, z = (polynomial([a, b - a]) for a, b in zip(start, end, strict=True))
    return x, y, z


def _minus(a: PolynomialVector, b: PolynomialVector) -> PolynomialVector:
    return (poly_minus(a[0], b[0]), poly_minus(a[1], b[1]), poly_minus(a[2], b[2]))


def _dot(a: PolynomialVector, b: PolynomialVector) -> Polynomial:
    return poly_plus(poly_plus(poly_times(a[0], b[0]), poly_times(a[1], b[1])), poly_times(a[2], b[2]))


def _cross(a: PolynomialVector, b: PolynomialVector) -> PolynomialVector:
    (x, y, z), (u, v, w) = a, b
    return (
        poly_minus(poly_times(y, w), poly_times(z, v)),
        poly_minus(poly_times(z, u), poly_times(x, w)),
        poly_minus(poly_times(x, v), poly_times(y, u)),
    )
