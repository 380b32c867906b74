"""The kinds of test that Jolt's shape cast makes, and when exact arithmetic decides otherwise."""

from collections.abc import Sequence
from fractions import Fraction

from gjkscope.engine.published.decisions import (
    DecisionKind,
    EngineDecision,
    exact_cross,
    exact_difference,
    exact_dot,
    nearest_to_origin,
    rational_points,
)
from gjkscope.engine.published.jolt.decisions import DECISIONS as COLLIDE
from gjkscope.engine.vectors import Vec3

LARGEST_WEIGHT = 1.001
"""A bound of ours on weights that Jolt does not test: those of a point of the simplex are at most 1, up to rounding."""


def _largest_weight(points: Sequence[Vec3]) -> Fraction | None:
    """Of the point of a triangle that is nearest to the origin; None for fewer vertices, and on a line."""
    if len(points) != 3:
        return None
    corners = rational_points(points)
    a, b, c = corners
    normal, nearest = exact_cross(exact_difference(b, a), exact_difference(c, a)), nearest_to_origin(corners)
    square = exact_dot(normal, normal)
    if not square:
        return None
    sides = [exact_difference(corner, nearest) for corner in corners]
    return max(exact_dot(normal, exact_cross(sides[i], sides[(i + 1) % 3])) for i in range(3)) / square


def _is_at_most_one(exact: Fraction, _: EngineDecision) -> bool | None:
    return exact <= 1


DECISIONS = {
    **{name: COLLIDE[name] for name in ("flat", "beyond face", "closer", "within tolerance")},
    "advances": DecisionKind(
        "v · {names} less the radii times ‖v‖",
        ">",
        "",
        "the shapes are apart here, and the cast advances to where the plane of the support meets its ray",
        "the cast does not advance",
    ),
    "moves away": DecisionKind(
        "v · the cast, for the nearest point v,",
        "≥",
        "−1e-18",
        "the cast never reaches the other shape",
        "the cast approaches the other shape",
    ),
    "past the end": DecisionKind(
        "the fraction of the cast",
        "≥",
        "its end",
        "the other shape is not reached",
        "the contact is not before this fraction",
    ),
    "back": DecisionKind(
        "the contact normal · the cast",
        "<",
        "",
        "the cast leaves the other shape, and its hit is ignored",
        "the cast enters the other shape",
    ),
    "weights": DecisionKind(
        "the largest barycentric coordinate of the contact points with respect to {names}",
        "≤",
        "",
        "the contact points lie on the shapes",
        "the contact points are far from the simplex, and Jolt does not notice",
        _largest_weight,
        _is_at_most_one,
        "The newest vertex was rejected, but stays in mP and mQ. A correct implementation removes it first.",
        measures="that of the point of {names} that is nearest to the origin",
    ),
}
"""By name; the left and right sides are as Jolt computes them in single precision, ε = 1.2e-7."""
