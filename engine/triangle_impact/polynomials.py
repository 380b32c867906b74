"""Polynomials with whole or rational coefficients: their roots in an interval, counted by Sturm's theorem.

Sturm 1829; Basu, Pollack, Roy, Algorithms in Real Algebraic Geometry, 2006, §2.2.2.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

Rational = int | Fraction
Polynomial = tuple[Rational, ...]
"""Coefficients, lowest first, without leading zeros; () is 0.  Whole ones stay whole where they can: it is faster."""


def polynomial(coefficients: Sequence[Rational]) -> Polynomial:
    parts = list(coefficients)
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def poly_plus(p: Polynomial, q: Polynomial) -> Polynomial:
    size = max(len(p), len(q))
    return polynomial([_at(p, i) + _at(q, i) for i in range(size)])


def poly_minus(p: Polynomial, q: Polynomial) -> Polynomial:
    return poly_plus(p, tuple(-part for part in q))


def poly_times(p: Polynomial, q: Polynomial) -> Polynomial:
    parts: list[Rational] = [0] * max(len(p) + len(q) - 1, 0)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            parts[i + j] += a * b
    return polynomial(parts)


def poly_at(p: Polynomial, x: Fraction) -> Rational:
    total: Rational = 0
    for part in reversed(p):
        total = total * x + part
    return total


def derivative(p: Polynomial) -> Polynomial:
    return polynomial([i * part for i, part in enumerate(p)][1:])


def common_divisor(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common divisor, up to a factor."""
    while q:
        p, q = q, _remainder(p, q)
    return p


def square_free(p: Polynomial) -> Polynomial:
    """A polynomial with the same roots, each of them once."""
    return _quotient(p, common_divisor(p, derivative(p)))


def sturm_sequence(p: Polynomial) -> tuple[Polynomial, ...]:
    """Sturm's sequence of a polynomial that is not 0, with each root taken once, so that ends may be roots."""
    p = square_free(p)
    sequence = [p, derivative(p)]
    while sequence[-1]:
        sequence.append(tuple(-part for part in _remainder(sequence[-2], sequence[-1])))
    return tuple(sequence[:-1])


def roots_between(sequence: Sequence[Polynomial], low: Fraction, high: Fraction) -> int:
    """The number of different roots in (low, high]."""
    return _sign_changes(sequence, low) - _sign_changes(sequence, high)


def isolated_roots(p: Polynomial, low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Intervals that contain one root each, of all roots in [low, high], in order; a rational one may be a point."""
    sequence = sturm_sequence(p)
    found = [(low, low)] if poly_at(p, low) == 0 else []
    return [*found, *_isolate(sequence, low, high)]


def refined(sequence: Sequence[Polynomial], root: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    """Half of an interval (low, high] with one root: the half that contains it."""
    low, high = root
    if low == high:
        return root
    middle = (low + high) / 2
    here = poly_at(sequence[0], middle)
    if here == 0:
        return (middle, middle)
    # The root is simple, and the upper end is none: the sign changes at the root only.
    return (middle, high) if (here > 0) != (poly_at(sequence[0], high) > 0) else (low, middle)


def _isolate(sequence: Sequence[Polynomial], low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction]]:
    count = roots_between(sequence, low, high)
    if count == 0:
        return []
    if count == 1:
        return [(high, high)] if poly_at(sequence[0], high) == 0 else [(low, high)]
    middle = (low + high) / 2
    return [*_isolate(sequence, low, middle), *_isolate(sequence, middle, high)]


def _sign_changes(sequence: Sequence[Polynomial], x: Fraction) -> int:
    signs = [value > 0 for value in (poly_at(p, x) for p in sequence) if value != 0]
    return sum(first != second for first, second in pairwise(signs))


def _remainder(p: Polynomial, q: Polynomial) -> Polynomial:
    parts = list(p)
    while len(parts) >= len(q):
        factor, shift = Fraction(parts[-1]) / q[-1], len(parts) - len(q)
        for i, part in enumerate(q):
            parts[shift + i] -= factor * part
        parts.pop()
        while parts and parts[-1] == 0:
            parts.pop()
    return tuple(parts)


def _quotient(p: Polynomial, q: Polynomial) -> Polynomial:
    rest, parts = list(p), [Fraction(0)] * max(len(p) - len(q) + 1, 0)
    for shift in range(len(p) - len(q), -1, -1):
        parts[shift] = Fraction(rest[shift + len(q) - 1]) / q[-1]
        for i, part in enumerate(q):
            rest[shift + i] -= parts[shift] * part
    return polynomial(parts)


def _at(p: Polynomial, i: int) -> Rational:
    return p[i] if i < len(p) else 0
