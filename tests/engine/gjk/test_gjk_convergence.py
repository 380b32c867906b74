"""GJK's bounds converge for any two kinds of shapes, at any size ratio, distance, thinness or gap.

Most pairs are built in reverse: formulas in this file give the points of two shapes that reach furthest along n and −n.
Placed to face each other across a gap along n, they are the nearest points, and the gap is the distance.
"""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise, product
from math import hypot
from random import Random

import pytest

from gjkscope.engine import Exit, Pose, Result, Verdict, vectors
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk import trace as gjk_trace
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.bounds import size as size_of
from tests.engine.samples import (
    random_box,
    random_direction,
    random_hull,
    random_rotation,
    random_sizes,
    random_vector,
    scaled_shape,
)

MEET = 1e-10
"""How close the bounds of the distance must come, relative to the pair's size."""

# Error bound for the distance of shapes of size 1, because the facing points are rounded too; and the loss for each
# metre of distance from the origin.
ROUNDING = 1e-13
POSITION = 4 * 2.0**-53

Arguments = tuple[kinds.Shape, Pose, kinds.Shape, Pose]


def ask(shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose) -> Result:
    return gjk_trace(shape_a, pose_a, shape_b, pose_b).result


def thin(random: Random) -> float:
    return 10.0 ** random.uniform(-6, 0)


KINDS: dict[str, Callable[[Random], kinds.Shape]] = {
    "point": lambda random: kinds.Point(),
    "segment": lambda random: kinds.Segment(random_vector(random), random_vector(random)),
    "triangle": lambda random: kinds.Triangle((random_vector(random), random_vector(random), random_vector(random))),
    "sphere": lambda random: kinds.Sphere(random.uniform(0.2, 1), random.uniform(0, 0.2)),
    "box": random_box,
    "capsule": lambda random: kinds.Capsule(random.uniform(0.1, 0.5), random.uniform(0.2, 1)),
    "cylinder": lambda random: kinds.Cylinder(random.uniform(0.2, 1), random.uniform(0.2, 1)),
    "cone": lambda random: kinds.Cone(random.uniform(0.2, 1), random.uniform(0.2, 1)),
    "ellipsoid": lambda random: kinds.Ellipsoid(random_sizes(random)),
    "hull": random_hull,
    "plate": lambda random: kinds.Box((1, 1, thin(random))),
    "needle": lambda random: kinds.Box((thin(random), 1, thin(random))),
    "wire": lambda random: kinds.Cylinder(thin(random), 1),
    "coin": lambda random: kinds.Cylinder(1, thin(random)),
    "spike": lambda random: kinds.Cone(thin(random), 1),
    "lid": lambda random: kinds.Cone(1, thin(random)),
    "lens": lambda random: kinds.Ellipsoid((1, 1e-3, random.uniform(1e-3, 1))),
}


def furthest(shape: kinds.Shape, d: vectors.Vec3) -> vectors.Vec3:
    """The point of the shape, in its local frame, that reaches furthest along the unit vector `d`."""
    across = hypot(d[0], d[2])
    match shape:
        case kinds.Point():
            core = vectors.ZERO
        case kinds.Sphere():
            core = vectors.scale(d, shape.radius)
        case kinds.Segment():
            core = max((shape.a, shape.b), key=lambda vertex: vectors.dot(vertex, d))
        case kinds.Triangle() | kinds.Hull():
            core = max(shape.vertices, key=lambda vertex: vectors.dot(vertex, d))
        case kinds.Box():
            x, y, z = (half if along > 0 else -half for half, along in zip(shape.half_extents, d, strict=True))
            core = (x, y, z)
        case kinds.Capsule():
            core = vectors.along((0, shape.half_height if d[1] > 0 else -shape.half_height, 0), d, shape.radius)
        case kinds.Cylinder() | kinds.Cone():
            rim = (d[0] * shape.radius / across, -shape.half_height, d[2] * shape.radius / across)
            top = (0, shape.half_height, 0) if isinstance(shape, kinds.Cone) else (rim[0], shape.half_height, rim[2])
            core = max((rim, top), key=lambda point: vectors.dot(point, d))
        case kinds.Ellipsoid():
            r = shape.radii
            length = hypot(r[0] * d[0], r[1] * d[1], r[2] * d[2])
            core = (r[0] * r[0] * d[0] / length, r[1] * r[1] * d[1] / length, r[2] * r[2] * d[2] / length)
        case _:
            raise AssertionError(shape)
    return vectors.along(core, d, shape.rounding)


def facing(
    random: Random, shape_a: kinds.Shape, shape_b: kinds.Shape, gap: float, base: vectors.Vec3 = vectors.ZERO
) -> Arguments:
    """The two shapes in random orientations, A at `base` and B across a gap of `gap` along a random direction."""
    turn_a, turn_b, n = random_rotation(random), random_rotation(random), random_direction(random)
    on_a, on_b = turn(shape_a, turn_a, n), turn(shape_b, turn_b, vectors.neg(n))
    return (
        shape_a,
        Pose(turn_a, base),
        shape_b,
        Pose(turn_b, vectors.along(vectors.add(base, vectors.sub(on_a, on_b)), n, gap)),
    )


def turn(shape: kinds.Shape, rotation: vectors.Mat3, d: vectors.Vec3) -> vectors.Vec3:
    return vectors.row_times(rotation, furthest(shape, vectors.unit(vectors.transposed_times(rotation, d))))


def assert_met(pair: Arguments, gap: float, rounding: float) -> Exit:
    """Check that the bounds contain the distance and meet, in either order; only contact may lack a lower bound."""
    size = size_of(*pair)
    for arguments in (pair, (*pair[2:], *pair[:2])):
        result = ask(*arguments)
        assert result.steps < gjk.ITERATION_LIMIT
        assert result.lower <= gap + rounding
        assert result.upper >= gap - rounding
        if result.exit == Exit.TOUCHING:
            assert result.upper <= rounding + MEET * size
        else:
            assert result.upper - result.lower <= MEET * size + rounding
            assert result.signed_distance == pytest.approx(gap, abs=MEET * size + rounding)
    return result.exit


GAPS = (0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 3.0)


@pytest.mark.thorough
@pytest.mark.parametrize("name", KINDS)
def test_the_bounds_meet_at_any_distance(name: str) -> None:
    random, exits = Random(name), Counter[Exit]()
    for other in KINDS:
        for gap in random.sample(GAPS, 2):
            pair = facing(random, KINDS[name](random), KINDS[other](random), gap)
            exits[assert_met(pair, gap, ROUNDING)] += 1
    assert exits[Exit.CONVERGED] >= 20


@pytest.mark.parametrize("ratio", [1e-6, 1e-3, 1e3, 1e6])
def test_the_bounds_meet_at_any_size_ratio(ratio: float) -> None:
    random, exits = Random(str(ratio)), Counter[Exit]()
    larger = max(1, ratio)
    for name in KINDS:
        for other in random.sample(list(KINDS), 3):
            gap = random.choice(GAPS) * larger
            pair = facing(random, KINDS[name](random), scaled_shape(KINDS[other](random), ratio), gap)
            exits[assert_met(pair, gap, ROUNDING * larger)] += 1
    assert exits[Exit.CONVERGED] >= 40


def test_the_bounds_meet_a_million_sizes_from_the_origin() -> None:
    """A gap below the rounding of a position of 1e6 would vanish."""
    random, exits = Random(1), Counter[Exit]()
    for name in KINDS:
        for other in random.sample(list(KINDS), 5):
            gap, base = random.choice((1e-6, 1e-3, 0.1, 3.0)), vectors.scale(random_direction(random), 1e6)
            pair = facing(random, KINDS[name](random), KINDS[other](random), gap, base)
            exits[assert_met(pair, gap, ROUNDING + POSITION * 1e6)] += 1
    assert exits[Exit.CONVERGED] >= 60


@pytest.mark.parametrize("apart", [1e3, 1e6, 1e9])
def test_a_distance_of_many_sizes_is_accurate_to_the_last_digits(apart: float) -> None:
    """However small the shapes are in comparison, the bounds have met, which is enough to report the distance."""
    random = Random(2)
    for name in KINDS:
        for other in KINDS:
            pair = facing(random, KINDS[name](random), KINDS[other](random), apart)
            result = ask(*pair)
            assert (result.verdict, result.exit) == (Verdict.SEPARATED, Exit.CONVERGED)
            assert result.signed_distance == pytest.approx(apart, rel=1e-14)


# --- round shapes in special positions, by formulas ---


def test_parallel_cylinders_reduce_to_the_planar_distance() -> None:
    """Parallel axes: two circles seen from above, two intervals seen from the side."""
    random, apart = Random(3), 0
    for _ in range(150):
        a, b = (kinds.Cylinder(random.uniform(0.1, 1), random.uniform(0.1, 1)) for _ in "ab")
        turn = random_rotation(random)
        across, up = random.choice((0.0, random.uniform(0, 4))), random.uniform(0, 3)
        offset = vectors.row_times(turn, (across, up, 0.0))
        out, over = across - a.radius - b.radius, up - a.half_height - b.half_height
        result = ask(a, Pose(turn), b, Pose(turn, offset))
        if max(out, over) > 0:
            apart += 1
            gap = hypot(max(out, 0), max(over, 0))
            assert result.signed_distance == pytest.approx(gap, abs=ROUNDING)
        else:
            assert result.verdict != Verdict.SEPARATED
    assert 60 <= apart <= 140


def test_coaxial_cones_tip_to_tip_and_base_to_base() -> None:
    random = Random(4)
    for gap in (1e-12, 1e-9, 1e-3, 1.0):
        for flip in (1, -1):
            turn = random_rotation(random)
            x, y, z = vectors.column(turn, 0), vectors.column(turn, 1), vectors.column(turn, 2)
            over = ((x[0], -y[0], -z[0]), (x[1], -y[1], -z[1]), (x[2], -y[2], -z[2]))
            a, b = kinds.Cone(random.uniform(0.1, 1), 0.5), kinds.Cone(random.uniform(0.1, 1), 0.75)
            result = ask(a, Pose(turn), b, Pose(over, vectors.scale(y, flip * (1.25 + gap))))
            assert result.signed_distance == pytest.approx(gap, abs=ROUNDING)
            if gap > 1e-6:  # below this, the bounds are within rounding of each other even along a tilted normal
                assert result.normal == pytest.approx(vectors.scale(y, flip), abs=1e-5)


@pytest.mark.parametrize("gap", [1e-10, 1e-8, 1e-6])
@pytest.mark.parametrize(
    "shape", [kinds.Cone(1, 1), kinds.Cylinder(1, 1), kinds.Box((1, 1, 1))], ids=["cone", "cylinder", "box"]
)
def test_a_shape_just_above_a_box_has_that_distance(shape: kinds.Shape, gap: float) -> None:
    """The origin then lies just above the middle of an edge, and rounding hides which vertex belongs to the nearest
    face.
    The search used to end there with bounds 1e-7 apart.
    """
    for x, z in product(range(-8, 9, 2), range(-9, 9, 3)):
        pair = kinds.Box((1, 1, 1)), Pose(), shape, Pose(position=(x / 10, 2 + gap, z / 10))
        assert assert_met(pair, gap, ROUNDING) == Exit.CONVERGED


def test_a_touching_wire_is_bounded_from_both_sides() -> None:
    """Its supports are a metre away and each turns the direction by 1e-8: only the lower bound shows progress."""
    random, met, level = Random(6), 0, 0
    for _ in range(60):
        wire, other = (
            kinds.Cylinder(10.0 ** random.uniform(-6, -3), 1),
            random.choice((random_box, random_hull))(random),
        )
        pair = facing(random, wire, other, 0.0)
        met += assert_met(pair, 0.0, ROUNDING) == Exit.CONVERGED
        steps = gjk_trace(*pair).steps
        level += any(after.upper == before.upper for before, after in pairwise(steps) if after.exit == Exit.RUNNING)
    assert met >= 40
    assert level >= 6


def test_a_vertex_whose_weight_is_lost_in_rounding_is_kept() -> None:
    steps = gjk_trace(kinds.Box((1, 1, 1)), Pose(), kinds.Cone(1, 1), Pose(position=(0.3, 2 + 1e-10, 0.4))).steps
    hidden, last = steps[-2:]
    assert hidden.weights[hidden.simplex.size - 1] == 0
    assert hidden.simplex.vertices[hidden.simplex.size - 1] == hidden.support
    assert hidden.upper - hidden.lower > 1e-8
    assert last.exit == Exit.CONVERGED
