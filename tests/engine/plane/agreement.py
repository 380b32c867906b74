"""Compares the 2D algorithms with exact arithmetic, and 2D shapes with long prisms.

`python -m tests.engine.plane.agreement 1000` checks 1000 pairs of each family and prints the worst errors.
"""

import sys
from collections import Counter
from math import hypot, ulp
from time import perf_counter
from typing import Any

from gjkscope import Capsule, Capsule2, Circle, Hull, Result, Shape, check, query, trace
from gjkscope.engine.shapes.bounds import size as size_of
from tests.engine.plane.pairs import FAMILIES, PlanePair, draw

# Of the largest coordinate: about ten roundoffs, as every distance is a difference of a few coordinates.
ALLOWED = 1e-15 * 2

TURNED = 2e-7
"""The largest error of the normal of a gap, radians."""

LENGTH = 1e3
"""Half the length of a prism in units of the pair's size: longer than any depth in the plane."""


def largest_coordinate(pair: PlanePair) -> float:
    """Of both shapes relative to A's position, metres."""
    between = hypot(*(b - a for a, b in zip(pair.pose_a.position, pair.pose_b.position, strict=True)))
    return between + sum(
        shape.core_ball()[1] + hypot(*shape.core_ball()[0]) + shape.core().radius for shape in shapes(pair)
    )


def shapes(pair: PlanePair) -> tuple[Any, Any]:
    return pair.a, pair.b


def disagreement(pair: PlanePair) -> tuple[float, Counter[str]]:
    """The worst error of the algorithms on a pair, in its largest coordinates, and the exits and verdicts reached.

    Raises `AssertionError` for a wrong verdict, a missing distance or a certificate that does not hold.
    """
    truth, reached = trace(*pair.setting, "exact").result, Counter[str]()
    assert truth.signed_distance is not None
    worst, reach = 0.0, largest_coordinate(pair) or 1.0
    tolerance = 1e-9 * size_of(*pair.setting)
    default = query(*pair.setting)
    assert default.certificate is not None, pair
    assert check(default.certificate, *pair.setting), pair
    results = {name: trace(*pair.setting, name).result for name in ("gjk", "epa", "sat")} | {"default": default}
    for name, result in results.items():
        reached[f"{name} {result.exit.name}"] += 1
        reached[f"{name} {result.verdict}"] += 1
        assert result.lower <= truth.signed_distance + ALLOWED * reach, (name, pair, result, truth)
        assert result.upper >= truth.signed_distance - ALLOWED * reach, (name, pair, result, truth)
        if result.signed_distance is None:
            assert name == "gjk", (name, pair, result)
            continue
        error = abs(result.signed_distance - truth.signed_distance)
        worst = max(worst, error / reach)
        if abs(abs(truth.signed_distance) - tolerance) > ALLOWED * reach:
            assert result.verdict == verdict_within(truth.signed_distance, tolerance), (name, pair, result, truth)
        assert_moves_apart(pair, result, truth.signed_distance, reach)
    return worst, reached


def verdict_within(distance: float, tolerance: float) -> str:
    """The verdict for a tolerance (metres)."""
    if abs(distance) <= tolerance:
        return "touching"
    return "separated" if distance > 0 else "penetrating"


def assert_moves_apart(pair: PlanePair, result: Result, truth: float, reach: float) -> None:
    """The normal is a unit vector in the plane, and moving A along it by the signed distance leaves them in contact.

    GJK's bounds meet within 64 roundoffs, so the normal of a gap may be off by √(2 · 64 · 2⁻⁵³) radians.
    """
    assert result.normal is not None
    x, y, z = result.normal
    assert z == 0
    assert abs(hypot(x, y) - 1) < 1e-15 * 4
    moved = pair.pose_a._replace(
        position=(pair.pose_a.position[0] + truth * x, pair.pose_a.position[1] + truth * y, 0.0)
    )
    after = trace(pair.a, moved, pair.b, pair.pose_b, "exact").result
    world = max(abs(number) for pose in (pair.pose_a, pair.pose_b) for number in pose.position)
    assert after.signed_distance is not None
    slack = 8 * ALLOWED * (reach + world)
    assert -slack <= after.signed_distance <= slack + TURNED * max(truth, 0.0), (pair, result, after)


def prism(shape: Any, half_length: float) -> Shape:
    """The 3D shape that a 2D shape sweeps from −z to +z; its rounding is that of a ball."""
    if isinstance(shape, Circle):
        return Capsule(shape.radius, half_length, "z", shape.rounding)
    return Hull([(x, y, z) for z in (-half_length, half_length) for x, y in shape.points()], shape.core().radius)


def prism_error(pair: PlanePair, algorithm: str | None) -> float:
    """The difference between the answer on long prisms and the one in the plane, in the prism's size."""
    half_length = LENGTH * max(size_of(*pair.setting), 1e-9)
    a, b = prism(pair.a, half_length), prism(pair.b, half_length)
    flat = query(*pair.setting, algorithm="exact")
    solid = query(a, pair.pose_a, b, pair.pose_b, algorithm=algorithm)
    assert flat.signed_distance is not None
    assert solid.signed_distance is not None, (pair, solid)
    if algorithm == "exact":
        # The prism of a rounded 2D capsule has one radius, which is a rounded sum.
        slack = ulp(largest_coordinate(pair)) if any(isinstance(shape, Capsule2) for shape in shapes(pair)) else 0.0
        assert abs(solid.signed_distance - flat.signed_distance) <= slack, (pair, flat, solid)
    return abs(solid.signed_distance - flat.signed_distance) / half_length


def main(count: int) -> None:
    """Checks `count` pairs of each family, and every tenth as prisms."""
    for family in FAMILIES:
        began, worst, reached, prisms = perf_counter(), 0.0, Counter[str](), 0.0
        for seed in range(count):
            pair = draw(family, seed)
            error, counts = disagreement(pair)
            worst, reached = max(worst, error), reached + counts
            if seed % 10 == 0:
                prisms = max(prisms, prism_error(pair, "exact"), prism_error(pair, None))
        print(
            f"{family}: {count} pairs, worst error {worst:.1e} of the largest coordinate, of prisms {prisms:.1e}, ",
            end="",
        )
        print(f"{perf_counter() - began:.0f} s; " + ", ".join(f"{k} {v}" for k, v in sorted(reached.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
