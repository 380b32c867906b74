"""coal's algorithm: pinned answers of coal itself, its failures in the museum, and what a corrected test changes."""

from math import inf, isfinite
from random import Random

import pytest

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.coal.decisions import DECISIONS
from gjkscope.engine.published.coal.eigen import times
from gjkscope.engine.published.coal.regions import CoalVertex, project_origin
from gjkscope.engine.published.coal.shapes import SMALL_HULL, CoalHint, coal_shape
from gjkscope.engine.published.coal.steps import trace
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.query import query
from gjkscope.engine.result import Exit, NotApplicable, Verdict
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import ZERO, dot, norm, row_times, sub
from tests.engine import samples
from tests.engine.published.test_fcl import SHAPES, first_mistake, museum_pair
from tests.fidelity.pairs import seeded_pairs

# [tests.fidelity.references.coal.distance(pair.arguments)[0] for pair in seeded_pairs(30, 7, SHAPES)] with coal 3.0.3
ANSWERS = [
    float(word)
    for word in """
-0.5005786362377997 0.07696461439913059 0.5949563357462696 -0.1803384580119553 -1.3318627555068834
-6.0215519448850675e-06 -0.4505516649512694 -0.1503370139767083 -0.2487518919674097 0.021460115411387926
-0.10123861265948846 -0.2394642241345969 -1.0621762808041857e-06 -0.5800430818858872 -1.0669705683185582
0.11465308497414904 0.37168489623318945 -0.29776959046362445 -1.471317281653806 3.327938308139868e-06
-0.6429124918094995 0.22743867281191832 1.161531489250145 0.6996960023941463 -0.7318118626324351
-0.4320275544030524 1.435665018115995e-05 -0.5621370863916474 -0.2832930816032481 0.7102025918954986
""".split()
]

# distance(pair.arguments, nesterov=True)[0] for the pairs where it differs
ACCELERATED = {
    0: -0.5005784683203147,
    2: 0.5949563325908681,
    4: -1.3318635484401509,
    15: 0.11465408318463882,
    22: 1.1615316081757046,
    24: -0.7318309165738968,
}


def test_answers_are_those_of_coal() -> None:
    for pair, answer in zip(seeded_pairs(len(ANSWERS), 7, SHAPES), ANSWERS, strict=True):
        claim = trace(*pair.arguments, DEFAULT).steps[-1].answer
        # FMA and libm may differ between machines by roundoffs, which decide nothing here.
        assert claim.signed_distance == pytest.approx(answer, rel=1e-12, abs=1e-18), pair.name
        assert (claim.verdict is Verdict.SEPARATED) == (answer > 0), pair.name


def test_accelerated_answers_are_those_of_coal() -> None:
    pairs, actions = list(seeded_pairs(len(ANSWERS), 7, SHAPES)), set()
    for number, answer in ACCELERATED.items():
        run = trace(*pairs[number].arguments, Options(nesterov=True))
        assert run.steps[-1].answer.signed_distance == pytest.approx(answer, rel=1e-12), pairs[number].name
        actions |= {step.action for step in run.steps}
    assert "acceleration ends" in actions


@pytest.mark.parametrize(
    ("name", "wrong", "kind"),
    [
        ("coal-hunt-box-on-box", (-0.2882144947723594, 0.6485150130685975, 0.7045286955318076), "between witnesses"),
        (
            "coal-hunt-ellipsoid-on-cone",
            (0.20721132021586222, 0.0009339904903254882, 0.9782957612277401),
            "between witnesses",
        ),
        ("coal-hunt-sphere-in-cylinder", (-1.0, 0.0, 0.0), "between ends"),
        ("coal-hunt-sphere-on-capsule-axis", (-1.0, 0.0, 0.0), "off capsule axis"),
    ],
)
def test_a_wrong_normal_is_repeated_and_corrected(name: str, wrong: tuple[float, ...], kind: str) -> None:
    pair = museum_pair(name)
    run = trace(*pair)
    assert run.steps[-1].answer.normal == pytest.approx(wrong, abs=1e-9)
    assert first_mistake(run) == kind
    corrected = trace(*pair, Options(corrected=kind)).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(query(*pair).signed_distance, abs=1e-6)
    a, pose_a, b, pose_b = pair
    moved = tuple(x - y * corrected.signed_distance for x, y in zip(pose_b.position, corrected.normal, strict=True))
    apart = query(a, pose_a, b, Pose(pose_b.rotation, moved)).signed_distance
    assert apart == pytest.approx(0.0, abs=1e-6), "moving along the normal resolves the overlap"


def test_a_flat_difference_falls_back_and_is_corrected() -> None:
    pair = museum_pair("coal-hunt-sphere-through-triangle")
    run = trace(*pair)
    assert run.result.exit is Exit.ASSERTION_FAILED
    assert "FallBack" in run.steps[-1].ending
    assert first_mistake(run) == "enclosed"
    corrected = trace(*pair, Options(corrected="enclosed")).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(-0.6)
    assert corrected.normal == pytest.approx((0, 0, corrected.normal[2]))


def test_a_depth_below_zero_becomes_zero() -> None:
    last = trace(*museum_pair("coal-tri-2")).steps[-1]
    assert last.answer.signed_distance == 0
    assert "outside of the polytope" in last.ending


def test_deep_smooth_shapes_run_out_of_faces() -> None:
    pair = list(seeded_pairs(47, 21, SHAPES))[46].arguments
    run = trace(*pair)
    assert run.result.exit is Exit.ITERATION_LIMIT
    assert run.steps[-1].ending.startswith("OutOfFaces")
    assert run.steps[-1].answer.signed_distance == pytest.approx(-1.0731353474219032, rel=1e-12), "as coal 3.0.3"
    assert query(*pair).signed_distance == pytest.approx(-1.07321, abs=5e-6)


def test_touching_boxes_overlap_by_the_length_that_is_added_to_a_negative_side() -> None:
    cube = kinds.Box((1.0, 1.0, 1.0))
    last = trace(cube, Pose(), cube, Pose(position=(0.0, 2.0, 0.0))).steps[-1]
    assert last.answer.signed_distance == pytest.approx(-1e-10, rel=1e-3)


def test_small_capsules_that_cross_are_taken_to_be_parallel() -> None:
    across = kinds.Capsule(1e-5, 1e-4, "x"), Pose(), kinds.Capsule(1e-5, 1e-4, "y"), Pose(position=(5e-5, 0.0, 1e-3))
    run = trace(*across)
    assert run.steps[-1].answer.signed_distance > 0.99e-3
    assert first_mistake(run) == "not parallel"
    corrected = trace(*across, Options(corrected="not parallel")).steps[-1].answer
    assert corrected.signed_distance == pytest.approx(1e-3 - 2e-5)


def test_capsules_whose_axes_meet_have_no_normal() -> None:
    crossed = kinds.Capsule(0.1, 1.0, "x"), Pose(), kinds.Capsule(0.1, 1.0, "y"), Pose()
    run = trace(*crossed)
    assert run.steps[-1].answer.normal == ZERO
    assert run.result.normal is None
    corrected = trace(*crossed, Options(corrected="axes apart")).steps[-1].answer
    assert [abs(x) for x in corrected.normal] == pytest.approx([0, 0, 1])


def test_every_region_of_a_tetrahedron_holds_the_nearest_point() -> None:
    """Where the origin is not on the far side of the face without A, as the tree of tests assumes."""
    random, sizes = Random(3), set()
    for _ in range(2000):
        points = [samples.random_vector(random) for _ in range(3)]
        a = tuple(-sum(column) * random.uniform(0.2, 2.0) / 3 for column in zip(*points, strict=True))
        vertices = [
            CoalVertex(point, point, ZERO, Vertex(point, point, ZERO, -1, -1, birth))
            for birth, point in enumerate([*points, a])
        ]
        region = project_origin(tuple(vertices), EngineDecisions(DECISIONS))
        sizes.add(len(region.simplex))
        assert isfinite(norm(region.ray))
        if region.contains:
            continue
        for vertex in region.simplex:
            assert dot(region.ray, sub(vertex.w, region.ray)) == pytest.approx(0.0, abs=1e-9), "the foot of the origin"
    assert sizes == {2, 3, 4}


def test_a_large_hull_is_searched_along_its_edges() -> None:
    random = Random(5)
    vertices = tuple(samples.random_direction(random) for _ in range(3 * SMALL_HULL))
    shape = coal_shape(kinds.Hull(vertices), Pose())
    hint = CoalHint()
    for _ in range(200):
        direction = samples.random_direction(random)
        support = shape.mapping(direction, hint)
        hint = support.hint
        assert dot(support.point, direction) == pytest.approx(max(dot(vertex, direction) for vertex in vertices))


def test_a_matrix_times_a_vector_is_rounded_as_by_eigen() -> None:
    random = Random(1)
    for _ in range(20):
        rotation, v = samples.random_pose(random, 1.0).rotation, samples.random_vector(random)
        assert times(rotation, v) == pytest.approx(row_times(rotation, v), rel=1e-14, abs=1e-15)


@pytest.mark.parametrize("family", ["ordinary", "nested", "deep"])
def test_distances_are_within_the_tolerance(family: str) -> None:
    """Of polytopes, against our own; a sphere's formulas have errors of their own."""
    polytopes = (kinds.Box, kinds.Hull, kinds.Triangle)
    for pair in seeded_pairs(60, 11, polytopes):
        if pair.family == family:
            truth = query(*pair.arguments).signed_distance
            last = trace(*pair.arguments).steps[-1]
            if last.exit is Exit.ENGINE_STOPS:
                assert last.answer.signed_distance == pytest.approx(truth, abs=1e-5), pair.name


@pytest.mark.parametrize("size", [1e-12, 1e-6, 1e6, 1e120])
def test_any_size_ends(size: float) -> None:
    for pair in seeded_pairs(14, 3, SHAPES):
        a, pose_a, b, pose_b = pair.arguments
        shapes = samples.scaled_shape(a, size), samples.scaled_shape(b, size)
        poses = [Pose(pose.rotation, tuple(x * size for x in pose.position)) for pose in (pose_a, pose_b)]
        last = trace(shapes[0], poses[0], shapes[1], poses[1]).steps[-1]
        assert last.exit is not Exit.RUNNING
        distance = last.answer.signed_distance
        assert distance is None or isfinite(distance)
        assert last.lower == -inf or isfinite(last.lower)


def test_coincident_spheres_and_flat_hulls() -> None:
    ball = kinds.Sphere(1.0)
    last = trace(ball, Pose(), ball, Pose()).steps[-1]
    assert (last.answer.signed_distance, last.answer.normal) == (-2.0, (1.0, 0.0, 0.0))
    flat = kinds.Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.0)))
    last = trace(flat, Pose(), flat, Pose()).steps[-1]
    assert last.exit is Exit.ASSERTION_FAILED, "the difference has no volume"
    with pytest.raises(NotApplicable, match="on a line"):
        trace(kinds.Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))), Pose(), ball, Pose())
    with pytest.raises(NotApplicable, match="coal's shapes are"):
        trace(kinds.Point(), Pose(), ball, Pose())
