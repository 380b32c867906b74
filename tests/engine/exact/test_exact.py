"""Exact arithmetic: against brute force over all planes, by hand, under exact motions, and on the museum."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import inf, isfinite, nextafter, sqrt
from random import Random

import pytest

from gjkscope.engine import Exit, NotApplicable, Pose, Result, Verdict, trace
from gjkscope.engine.arithmetic.integers import Int3, PolytopeShape, compare_length, int_cross, int_dot, int_sub, less
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.exact.steps import ExactPhase, State
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.pose import apply, rotation_from_quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.text import number, whole
from gjkscope.engine.vectors import Mat3, Vec3, add, neg, norm, row_times, scale
from gjkscope.engine.vectors import dot as float_dot
from gjkscope.engine.vectors import sub as minus
from tests.engine.kinds import POSES, SHAPES
from tests.engine.museum import exhibit, exhibits
from tests.engine.samples import ROUNDING, pairs, random_box, random_hull, random_pose, scale_pair, swap
from tests.engine.samples import Pair as Sample

POLYTOPES = [shape for shape in SHAPES if isinstance(shape, PolytopeShape)]

QUARTER_TURNS: list[Mat3] = [
    ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
    ((-1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)),
]


def distance(shape_a: kinds.Shape, shape_b: kinds.Shape, position_b: Vec3 = (0, 0, 0)) -> Result:
    return exact.exact_signed_distance(shape_a, Pose(), shape_b, Pose(position=position_b))


def last(*pair: object) -> State:
    return trace(*pair, algorithm="exact").steps[-1]  # type: ignore[arg-type]


# --- brute force over integers and every plane through three points of A − B ---


def brute(points: Sequence[Int3]) -> tuple[int, Fraction]:
    """The sign (1 outside, 0 on the surface, −1 inside) and squared distance of the origin to the hull's surface.

    A flat hull is all surface.
    """
    points = sorted(set(points))
    planes = [
        (plane, int_dot(plane, p))
        for p, q, r in combinations(points, 3)
        if any(plane := int_cross(int_sub(q, p), int_sub(r, p)))
    ]
    heights = [(plane, offset, [int_dot(plane, x) - offset for x in points]) for plane, offset in planes]
    facets = [(plane, offset) for plane, offset, h in heights if max(h) == 0 > min(h)]
    facets += [(plane, -offset) for plane, offset, h in heights if min(h) == 0 < max(h)]
    if facets and min(offset for _, offset in facets) >= 0:
        depth = min(Fraction(offset * offset, int_dot(plane, plane)) for plane, offset in facets)
        return (-1 if depth else 0), depth
    square = min(to_simplex(simplex) for size in (1, 2, 3) for simplex in combinations(points, size))
    return (1 if square else 0), square


def to_simplex(simplex: Sequence[Int3]) -> Fraction:
    """The squared distance from the origin to a triangle or segment if its foot is inside, else to a vertex."""
    p, *rest = simplex
    vertex = Fraction(int_dot(p, p))
    if len(rest) == 1:
        d = int_sub(rest[0], p)
        t = -int_dot(p, d)
        return vertex - Fraction(t * t, int_dot(d, d)) if 0 < t < int_dot(d, d) else vertex
    if len(rest) == 2:
        q, r = rest
        n = int_cross(int_sub(q, p), int_sub(r, p))
        sides = [int_dot(n, int_cross(x, y)) for x, y in ((p, q), (q, r), (r, p))]
        return Fraction(int_dot(n, p) ** 2, int_dot(n, n)) if any(n) and min(sides) >= 0 else vertex
    return vertex


def whole_points(random: Random, count: int, reach: int, flat: bool) -> tuple[Int3, ...]:
    def number() -> int:
        return random.randint(-reach, reach)

    return tuple((number(), number(), 0 if flat else number()) for _ in range(count))


def differences(a: Sequence[Int3], b: Sequence[Int3]) -> list[Int3]:
    return [int_sub(p, q) for p in a for q in b]


def placed_hull(points: Sequence[Int3], position: Int3) -> tuple[kinds.Hull, Pose]:
    """The points of a hull placed at `position`."""
    return kinds.Hull(tuple(int_sub(point, position) for point in points)), Pose(position=position)


def test_integer_hulls_match_the_brute_force_distance() -> None:
    random, seen = Random(1), Counter[tuple[int, bool]]()
    for _ in range(160):
        flat = random.random() < 0.2
        sizes = random.choice(((1, 4), (2, 2), (2, 3), (3, 3), (4, 4), (5, 3), (6, 2)))
        offset = random.randint(0, 3)
        a, b = (whole_points(random, size, random.choice((1, 2, 4)), flat) for size in sizes)
        b = tuple((x + offset, y, z) for x, y, z in b)
        sign, square = brute(differences(a, b))
        step = last(*placed_hull(a, (1, -2, 3)), *placed_hull(b, (5, 0, 0)))
        assert exact.exact_squared_distance(step) == square
        assert compare_length(step.exact.lower, 0.0) == compare_length(step.exact.upper, 0.0) == sign
        seen[sign, flat] += 1
    assert min(seen[1, False], seen[0, False], seen[-1, False], seen[1, True], seen[0, True]) >= 6
    assert seen[-1, True] == 0


def test_boxes_match_the_brute_force_distance() -> None:
    random, signs = Random(2), Counter[int]()
    for _ in range(6):
        half, corner = [random.randint(1, 3) for _ in range(3)], [random.randint(-2, 3) for _ in range(3)]
        corners = [(x * half[0], y * half[1], z * half[2]) for x, y, z in product((-1, 1), repeat=3)]
        tetrahedron = whole_points(random, 4, 2, flat=False)
        moved = [(x + corner[0], y + corner[1], z + corner[2]) for x, y, z in tetrahedron]
        sign, square = brute(differences(corners, moved))
        step = last(kinds.Box((half[0], half[1], half[2])), Pose(), *placed_hull(moved, (1, 1, 1)))
        assert exact.exact_squared_distance(step) == square
        assert compare_length(step.exact.upper, 0.0) == sign
        signs[sign] += 1
    assert min(signs[1], signs[-1]) >= 2


# --- by hand ---


CUBE = kinds.Box((1, 1, 1))
UP = nextafter(2.0, inf)


@pytest.mark.parametrize(
    ("shape_b", "position", "expected"),
    [
        (CUBE, (2, 0, 0), 0.0),  # face to face
        (CUBE, (2, 0.5, 0.25), 0.0),
        (CUBE, (2, 2, 0), 0.0),  # edge to edge
        (CUBE, (2, 2, 2), 0.0),  # corner to corner
        (CUBE, (UP, 0, 0), UP - 2),  # one unit in the last place
        (CUBE, (UP, UP, 0), sqrt(2) * (UP - 2)),
        (CUBE, (nextafter(2.0, 0), 0, 0), nextafter(2.0, 0) - 2),
        (CUBE, (0, 0, 0), -2.0),  # the same
        (kinds.Box((0.25, 0.25, 0.25)), (0, 0, 0), -1.25),  # concentric, nested
        (kinds.Box((0.25, 0.25, 0.25)), (0.5, 0, 0.125), -0.75),
        (kinds.Point(), (1, 0.5, 0), 0.0),
        (kinds.Point(), (1, 1, 1), 0.0),
        (kinds.Point(), (0.75, 0, 0), -0.25),
        (kinds.Point(), (4, 5, 1), 5.0),
        (kinds.Segment((-3, 0, 0), (3, 0, 0)), (0, 1, 0), 0.0),
        (kinds.Segment((-3, 0, 0), (3, 0, 0)), (0, 0, 0), -1.0),  # pierced
        (kinds.Segment((-3, 0, 0), (3, 0, 0)), (0, 1, 1), 0.0),  # along an edge
        (kinds.Triangle(((9, 9, 0), (-9, 9, 0), (0, -9, 0))), (0, 0, 1), 0.0),  # in the plane of a face
        (kinds.Triangle(((9, 9, 0), (-9, 9, 0), (0, -9, 0))), (0, 0, 0), -1.0),
        (kinds.Triangle(((1, 1, 1), (1, 1, 1), (1, 1, 1))), (0, 0, 0), 0.0),  # degenerates to a corner
        (kinds.Hull(((1, 0, 0), (1, 0, 0), (5, 1, 0), (5, 1, 0))), (0, 0, 0), 0.0),  # duplicate vertices
        (kinds.Sphere(0.5), (1.5, 0, 0), 0.0),
        (kinds.Sphere(0.5), (4, 5, 0), 4.5),
        (kinds.Sphere(0.5), (0, 0, 0), -1.5),
        (kinds.Sphere(5), (4, 5, 0), 0.0),  # 3, 4, 5: the ball reaches the edge exactly
        (kinds.Sphere(nextafter(5, inf)), (4, 5, 0), 5 - nextafter(5, inf)),
        (kinds.Capsule(0.5, 1, "z"), (1.5, 0, 0), 0.0),
        (kinds.Capsule(0.5, 1, "x"), (2.25, 0, 0), -0.25),
        (kinds.Capsule(0.5, 1, "y"), (0, 2.75, 0), 0.25),
        (replace(CUBE, rounding=0.5), (4, 5, 0), sqrt(13) - 0.5),
        (kinds.Mesh(((2, 0, 0), (2, 1, 0), (3, 0, 0)), ((0, 1, 2),)), (0, 0, 0), 1.0),
    ],
)
def test_a_cube_and_another_shape(shape_b: kinds.Shape, position: Vec3, expected: float) -> None:
    verdict = Verdict.TOUCHING if expected == 0 else Verdict.SEPARATED if expected > 0 else Verdict.PENETRATING
    for result in (
        distance(CUBE, shape_b, position),
        exact.exact_signed_distance(shape_b, Pose(position=position), CUBE, Pose()),
    ):
        assert result.verdict == verdict
        assert result.signed_distance == pytest.approx(expected, rel=1e-15, abs=0)
        assert result.lower <= result.signed_distance <= result.upper


def test_one_unit_in_the_last_place_decides_between_contact_and_a_gap() -> None:
    """The input is exact: even 1e-323 is a distance, and is not rounded away."""
    least = kinds.Segment((0, 0, 0), (0, 5e-324, 0))
    assert distance(least, least, (5e-324, 0, 0)).signed_distance == 5e-324
    assert distance(least, least, (0, 5e-324, 0)).verdict == Verdict.TOUCHING
    half = distance(kinds.Point(), kinds.Segment((0, 5e-324, 0), (5e-324, 0, 0)))
    assert half.verdict == Verdict.SEPARATED  # 2^-1074.5 m, which lies between 0 and the smallest double
    assert (half.lower, half.upper) == (0.0, 5e-324)


def test_a_ball_touches_exactly_when_the_squares_are_equal() -> None:
    """The distance to (1, 1, 0) is √2, which is no double: balls can come close to it, but not reach it."""
    radius, seen = sqrt(2), set()
    for grown in (nextafter(radius, 0), radius, nextafter(radius, 2)):
        result = distance(kinds.Sphere(grown / 2), kinds.Sphere(grown / 2), (1, 1, 0))
        assert result.verdict == (Verdict.SEPARATED if Fraction(grown) ** 2 < 2 else Verdict.PENETRATING)
        assert result.signed_distance == pytest.approx(sqrt(2) - grown, abs=3e-16)
        seen.add(result.verdict)
    assert len(seen) == 2


# --- motions and scales that do not round ---


def whole_sample(random: Random) -> Sample:
    """Small integers, so that many pairs touch and quarter turns do not round."""
    a, b = (
        kinds.Hull(whole_points(random, random.choice((1, 2, 4, 6)), 2, flat=random.random() < 0.3)) for _ in range(2)
    )
    offset = (random.randint(-2, 2), random.randint(-1, 1), 0)
    if random.random() < 0.3:  # side by side: the furthest vertex of one on that of the other
        offset = minus(max(a.vertices), min(b.vertices))
    rounding = random.choice((0.0, 0.0, 1.0))
    return Sample(replace(a, rounding=rounding), Pose(), b, Pose(position=offset), 0.0)


def samples(count: int) -> list[tuple[Sample, Result]]:
    random = Random(3)
    drawn = [whole_sample(random) for _ in range(count)]
    return [(sample, exact.exact_signed_distance(*sample.arguments)) for sample in drawn]


def test_the_samples_include_every_verdict() -> None:
    seen = Counter(result.verdict for _, result in samples(120))
    assert min(seen[Verdict.SEPARATED], seen[Verdict.TOUCHING], seen[Verdict.PENETRATING]) >= 6


def test_swapping_the_shapes_negates_the_answer() -> None:
    for sample, result in samples(120):
        back = exact.exact_signed_distance(*swap(sample).arguments)
        assert (back.verdict, back.signed_distance) == (result.verdict, result.signed_distance)
        assert (back.lower, back.upper) == (result.lower, result.upper)
        if result.verdict == Verdict.SEPARATED:  # for a deep pair another face may be as near
            assert back.normal == neg(result.normal)


@pytest.mark.parametrize("turn", QUARTER_TURNS)
def test_quarter_turns_and_integer_translations_change_no_bit(turn: Mat3) -> None:
    for sample, result in samples(60):
        motion = Pose(turn, (7, -11, 2.0**20))
        moved = Sample(
            sample.shape_a,
            Pose(turn, motion.position),
            sample.shape_b,
            Pose(turn, apply(motion, sample.pose_b.position)),
            0.0,
        )
        there = exact.exact_signed_distance(*moved.arguments)
        assert (there.verdict, there.signed_distance) == (result.verdict, result.signed_distance)
        if result.verdict == Verdict.SEPARATED:
            assert there.normal == pytest.approx(row_times(turn, result.normal), abs=1e-15)


@pytest.mark.parametrize("exponent", [-40, 40, -500, 500])
def test_powers_of_two_scale_the_answer_exactly(exponent: int) -> None:
    for sample, result in samples(60):
        there = exact.exact_signed_distance(*scale_pair(sample, 2.0**exponent).arguments)
        assert there.verdict == result.verdict
        assert there.signed_distance == result.signed_distance * 2.0**exponent
        assert there.normal == result.normal


@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_other_factors_scale_it_up_to_input_rounding(factor: float) -> None:
    random, seen = Random(4), set()
    for _ in range(25):
        a, b = random_box(random), random_hull(random)
        sample = Sample(a, random_pose(random), b, random_pose(random), 0.0)
        here, there = (exact.exact_signed_distance(*each.arguments) for each in (sample, scale_pair(sample, factor)))
        assert there.verdict == here.verdict
        assert there.signed_distance == pytest.approx(here.signed_distance * factor, abs=1e-14 * factor)
        seen.add(here.verdict)
    assert seen == {Verdict.SEPARATED, Verdict.PENETRATING}


# --- closed forms and museum pairs ---


@pytest.mark.parametrize("family", ["sphere_box", "capsule_capsule", "capsule_box", "triangle_triangle", "box_point"])
def test_rounded_polytopes_have_the_distance_of_their_closed_form(family: str) -> None:
    seen = Counter[Verdict]()
    for pair in pairs(family, 40):
        result = exact.exact_signed_distance(*pair.arguments)
        seen[result.verdict] += 1
        if pair.signed_distance == -inf:  # no formula for the depth of the cores
            assert result.verdict == Verdict.PENETRATING
        else:
            assert result.signed_distance == pytest.approx(pair.signed_distance, abs=ROUNDING * pair.extent)
    assert min(seen[Verdict.SEPARATED], seen[Verdict.PENETRATING]) >= 7


@pytest.mark.parametrize("order", ["A B", "B A"])
def test_museum_pairs_have_their_known_distance(order: str) -> None:
    answered = 0
    for name in exhibits():
        *pair, expected = exhibit(name, order)
        try:
            result = exact.exact_signed_distance(*pair)
        except NotApplicable:
            continue
        assert result.signed_distance == pytest.approx(expected["signed_distance"], abs=expected["tolerance"]), name
        within = abs(result.signed_distance) <= expected["tolerance"]
        assert result.verdict == expected["verdict"] or (within and expected["verdict"] == "touching"), name
        answered += 1
    assert answered == 104


# --- witnesses and push-out ---


def reach(shape: kinds.Shape, pose: Pose, direction: Vec3) -> float:
    core = convex(shape, pose)
    return float_dot(support(core, direction)[0], direction) + core.radius


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
def test_witnesses_are_the_nearest_or_deepest_points(pose: Pose) -> None:
    random, seen = Random(5), Counter[Verdict]()
    for shape_a, shape_b in random.sample(list(product(POLYTOPES, repeat=2)), 80):
        nearby = add(pose.position, scale((random.gauss(0, 1), random.gauss(0, 1), random.gauss(0, 1)), 1.0))
        pair = shape_a, pose, shape_b, random_pose(random)._replace(position=nearby)
        result = exact.exact_signed_distance(*pair)
        seen[result.verdict] += 1
        a, b, d = result.witness_a, result.witness_b, result.signed_distance
        rounding = 1e-15 * (norm(pose.position) + 20)
        assert minus(b, a) == pytest.approx(scale(result.normal, d), abs=rounding)
        # Each lies at the support distance of its shape along the normal, and not outside along any other direction.
        assert float_dot(a, result.normal) == pytest.approx(reach(*pair[:2], result.normal), abs=rounding)
        assert -float_dot(b, result.normal) == pytest.approx(reach(*pair[2:], neg(result.normal)), abs=rounding)
        for axis in ((1.0, 0, 0), (-1.0, 0, 0), (0, 1.0, 0), (0, 0, -1.0), (0.6, -0.8, 0.0)):
            assert float_dot(a, axis) <= reach(*pair[:2], axis) + rounding
            assert float_dot(b, axis) <= reach(*pair[2:], axis) + rounding
    assert min(seen[Verdict.SEPARATED], seen[Verdict.PENETRATING]) >= 14


def test_pushed_out_shapes_overlap_by_no_more_than_rounding() -> None:
    random, deep = Random(6), 0
    for _ in range(60):
        a, pose_a, b, pose_b = (
            random_hull(random),
            random_pose(random, 0.4),
            random_box(random),
            random_pose(random, 0.4),
        )
        result = exact.exact_signed_distance(a, pose_a, b, pose_b)
        if result.push_out is not None:
            after = pose_a._replace(position=add(pose_a.position, result.push_out))
            assert abs(exact.exact_signed_distance(a, after, b, pose_b).signed_distance) <= 1e-15
            deep += 1
    assert deep >= 30


def test_a_mesh_is_treated_as_its_hull() -> None:
    mesh = kinds.Mesh(((0, 0, 0), (2, 0, 0), (0, 2, 0), (0.1, 0.1, 0), (0, 0, 2)), ((0, 1, 3), (0, 3, 2), (0, 1, 4)))
    here = distance(mesh, kinds.Point(), (0.5, 0.5, 0.5))
    assert here == distance(kinds.Hull(mesh.vertices), kinds.Point(), (0.5, 0.5, 0.5))
    assert here.verdict == Verdict.PENETRATING


@pytest.mark.parametrize("curved", [kinds.Cylinder(1, 1), kinds.Cone(1, 1), kinds.Ellipsoid((1, 2, 3))])
def test_shapes_with_a_curved_core_are_rejected_with_a_reason(curved: kinds.Shape) -> None:
    kind = type(curved).__name__.lower()
    for pair in ((curved, Pose(), CUBE, Pose()), (CUBE, Pose(), curved, Pose())):
        with pytest.raises(NotApplicable, match=f"supports polytopes, with or without rounding; not a curved {kind}"):
            trace(*pair, algorithm="exact")


def test_input_from_both_extremes_of_double_range_is_answered() -> None:
    tiny, huge = kinds.Box((1e-300, 1e-300, 1e-300)), kinds.Box((1e300, 1e300, 1e300))
    assert distance(tiny, huge, (2e300, 0, 0)).signed_distance == pytest.approx(1e300, rel=1e-15)
    assert distance(huge, tiny, (0.5e300, 0, 0)).signed_distance == pytest.approx(-0.5e300, rel=1e-15)
    beyond = exact.exact_signed_distance(
        kinds.Point(), Pose(position=(-1.7e308, 0, 0)), kinds.Point(), Pose(position=(1.7e308, 0, 0))
    )
    assert (beyond.verdict, beyond.upper, beyond.normal) == (Verdict.SEPARATED, inf, (1.0, 0.0, 0.0))
    assert isfinite(beyond.lower)
    assert beyond.signed_distance is beyond.witness_a is beyond.witness_b is None


# --- the trace ---


def runs() -> list[tuple[State, ...]]:
    random = Random(7)
    traces = [trace(*whole_sample(random).arguments, algorithm="exact").steps for _ in range(60)]
    deep = [(random_hull(random, 20), random_pose(random, 0.3), random_hull(random), random_pose(random, 0.3))]
    return traces + [trace(*pair, algorithm="exact").steps for pair in deep]


def test_bounds_tighten_and_meet() -> None:
    for steps in runs():
        for before, after in pairwise(steps):
            assert not less(after.exact.lower, before.exact.lower)
            assert not less(before.exact.upper, after.exact.upper)
            assert before.lower <= after.lower <= after.upper <= before.upper
        last_step = steps[-1]
        assert last_step.exact.lower == last_step.exact.upper
        assert last_step.exit in (Exit.CONVERGED, Exit.TOUCHING, Exit.NO_INTERIOR)
        assert all(step.exit == Exit.RUNNING for step in steps[:-1])


def test_every_simplex_contains_its_closest_point_and_every_polytope_the_origin() -> None:
    phases = Counter[ExactPhase]()
    for steps in runs():
        for step in steps:
            phases[step.phase] += 1
            assert min(step.weights) >= 0
            point = [sum(w * v.exact[i] for w, v in zip(step.weights, step.simplex, strict=True)) for i in range(3)]
            if step.polytope is None or step.exit != Exit.RUNNING:
                square = Fraction(sum(x * x for x in point), sum(step.weights) ** 2)
                assert square == Fraction(step.exact.upper.square, step.exact.upper.divisor)
            if step.polytope is not None:
                check_polytope(step.polytope)
    assert min(phases.values()) >= 20
    assert set(phases) == set(ExactPhase)


def check_polytope(polytope: exact.ExactPolytope) -> None:
    """Check that the polytope is closed, convex, counter-clockwise, contains the origin, and names its nearest
    plane."""
    sides = Counter(side for face in polytope.faces for side in pairwise((*face.corners, face.corners[0])))
    assert set(sides.values()) == {1}
    assert all((j, i) in sides for i, j in sides)
    near = polytope.faces[polytope.nearest]
    for face in polytope.faces:
        p, q, r = (polytope.vertices[corner].exact for corner in face.corners)
        assert face.normal == int_cross(int_sub(q, p), int_sub(r, p))
        assert face.offset == int_dot(face.normal, p) >= 0
        assert max(int_dot(face.normal, vertex.exact) for vertex in polytope.vertices) == face.offset
        assert Fraction(near.offset**2, int_dot(near.normal, near.normal)) <= Fraction(
            face.offset**2, int_dot(face.normal, face.normal)
        )


def test_a_step_reports_what_it_did_with_its_numbers() -> None:
    headlines = set[str]()
    for steps in runs():
        for step in steps:
            text = explain(step, "Kugel", "Würfel")
            assert number(step.direction[0]) in text
            assert f"w{step.support.birth}" in text
            assert text.endswith(".")
            headlines.add(headline(step).split(" ")[0])
        assert headline(steps[-1]) == steps[-1].exit.words
    assert headlines == {"first", "vertex", "edge", "face", "tetrahedron", "beyond", "converged", "touching", "no"}


def test_numbers_with_thousands_of_digits_are_abbreviated() -> None:
    """They come from lengths at both extremes of the doubles; Python refuses to print more than 4300 digits."""
    turned = Pose(rotation_from_quaternion((0.3, 1e-300, 0.2, 0.7)), (1e300, 0, 1e-300))
    pair = kinds.Box((1e-300, 1e300, 1e300)), turned, kinds.Box((1e-10, 1e300, 1)), Pose()
    steps = trace(*pair, algorithm="exact").steps
    assert max(step.exact.upper.square.bit_length() for step in steps) > 20_000
    for step in steps:
        assert len(explain(step)) < 400
        assert len(whole(step.exact.upper.square)) < 20
    assert [whole(x) for x in (0, -12, 10**12 - 1, -(10**12))] == ["0", "−12", "999999999999", "−1.0000e+12"]


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ((CUBE, Pose(), CUBE, Pose(position=(3, 3, 1))), "A and B are 1.4142 m apart, exactly √2 m."),
        ((CUBE, Pose(), CUBE, Pose(position=(1, 1.5, 1))), "A and B overlap by 0.5 m, exactly 1/2 m."),
        ((CUBE, Pose(), CUBE, Pose(position=(2, 1, 1))), "A and B only touch."),
        (
            (CUBE, Pose(), kinds.Sphere(1), Pose(position=(2.5, 0, 0))),
            "after subtracting the radii, 1 m in total, A and B are 0.5 m apart.",
        ),
        (
            (CUBE, Pose(), kinds.Sphere(1), Pose(position=(2, 0, 0))),
            "after subtracting the radii, 1 m in total, A and B touch.",
        ),
        (
            (CUBE, Pose(), kinds.Sphere(2), Pose(position=(2, 0, 0))),
            "after subtracting the radii, 2 m in total, A and B overlap by 1 m.",
        ),
        ((CUBE, Pose(), CUBE, Pose(position=(2.1, 0, 0))), "A and B are 0.1 m apart."),  # 2.1 is no short fraction
        (
            (kinds.Point(), Pose(), kinds.Point(), Pose()),
            "A − B extends no further in this direction or its opposite, so it is flat: A and B only touch.",
        ),
    ],
)
def test_the_last_sentence_states_the_result(pair: tuple[kinds.Shape, Pose, kinds.Shape, Pose], words: str) -> None:
    assert explain(last(*pair)).endswith(words)
