"""GJK by tetrahedra: each step, its answers against standard GJK, and starts that give no tetrahedron."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from math import isfinite
from random import Random

import numpy as np
import pytest

from gjkscope.engine import Exit, Options, Pose, Result, Trace, Verdict, trace
from gjkscope.engine.explain import explain
from gjkscope.engine.gjk import trace as gjk_trace
from gjkscope.engine.gjk.simplex import FACES
from gjkscope.engine.published.vertices import rounded_difference_support
from gjkscope.engine.shapes.kinds import Box, Hull, Point, Segment, Shape, Triangle
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.tetrahedron import steps as tetrahedron
from gjkscope.engine.tetrahedron.steps import NO_FACE, State
from gjkscope.engine.vectors import Vec3, cross, dot, neg, norm, sub, unit
from tests.engine.moving import at
from tests.engine.museum import exhibit, exhibits, in_orders
from tests.engine.samples import Pair, move, random_direction, random_pair, random_pose, scale_pair, swap
from tests.fuzz.zoo import draw

Arguments = tuple[Shape, Pose, Shape, Pose]
Runs = list[tuple[Arguments, Trace]]

ROUNDING = 1e-13  # of lengths of about 1 m

# A thin tetrahedron tilts with rounding, and its face normals with it.
SLIVER = 1e-6

WITHOUT_TETRAHEDRON = {Exit.SUPPORTS_COINCIDE, Exit.SUPPORTS_ON_A_LINE, Exit.SUPPORTS_ON_A_PLANE}


# The museum pairs that it gets wrong, and in which orders.  All of them only touch, which it cannot report.
SEPARATED_IT_SAYS = in_orders(
    both="drake-21234 fcl-398-issue fcl-493-kiss-0.01-1e-15 fcl-495", a_first="fcl-493-kiss-0.01-0.0"
)
PENETRATING_IT_SAYS = in_orders(
    both="""
        coal-hunt-box-on-box coal-hunt-ellipsoid-on-cone drake-convex8 fcl-445 fcl-493-kiss-0.25-0.0
        fcl-493-kiss-10.0-0.0 fcl-493 fcl-503 mathgeolib-12 meshes-jl-809 mujoco-SmallBoxMesh ncollide-182
        newton-2024 rapier-hunt-cone-on-cone rapier-hunt-cylinder-on-cylinder
    """,
    b_first="fcl-493-kiss-0.01-0.0",
)
NO_ANSWER = in_orders(both="fcl-408 parry-378")


@pytest.fixture(scope="module")
def runs() -> Runs:
    random = Random(1)
    pairs = [random_pair(random) for _ in range(150)] + [draw(1, number).pair for number in range(200)]
    pairs += [exhibit(name, "A B")[:4] for name in NO_ANSWER]
    return [(pair, trace(*pair, "tetrahedron")) for pair in pairs]


def all_steps(runs: Runs) -> Iterator[State]:
    return (step for _, run in runs for step in run.steps)


def answer(pair: Arguments, direction: Vec3 | None = None) -> Result:
    return trace(*pair, "tetrahedron", Options(direction=direction)).result


# --- every trace ---


def test_only_the_last_step_has_an_exit_and_steps_are_consistent(runs: Runs) -> None:
    for _, run in runs:
        assert [step.exit == Exit.RUNNING for step in run.steps] == [True] * (len(run.steps) - 1) + [False]
        assert [step.iteration for step in run.steps] == list(range(len(run.steps)))
        assert (run.result.steps, run.result.exit) == (len(run.steps), run.steps[-1].exit)
        assert [len(step.simplex) for step in run.steps[:4]] == [1, 2, 3, 4][: len(run.steps)]
        for before, after in pairwise(run.steps):
            assert after.before == before.simplex
            assert after.lower >= before.lower


def test_the_runs_reach_every_exit_known_to_occur(runs: Runs) -> None:
    met = {run.result.exit for _, run in runs}
    assert met == WITHOUT_TETRAHEDRON | {Exit.SEPARATING_AXIS, Exit.ORIGIN_ENCLOSED, Exit.NO_PROGRESS}


def test_the_first_four_supports_use_the_article_s_directions(runs: Runs) -> None:
    fourth = 0
    for _, run in runs:
        points = [vertex.point for vertex in run.steps[min(3, len(run.steps) - 1)].simplex]
        directions = [step.direction or (0.0, 0.0, 0.0) for step in run.steps[:4]]
        reach = run.steps[-1].reach
        assert directions[0] == (1, 0, 0)
        if len(directions) > 1:
            assert directions[1] == neg(directions[0])
        if len(directions) > 2:
            assert abs(dot(directions[2], unit(sub(points[1], points[0])))) <= ROUNDING
            # The origin is not behind it; on the line it is neither.
            assert dot(directions[2], points[0]) <= ROUNDING * reach
        if len(directions) > 3:
            normal = cross(sub(points[1], points[0]), sub(points[2], points[0]))
            assert abs(dot(directions[3], unit(normal))) == pytest.approx(1, abs=ROUNDING)
            assert dot(directions[3], points[0]) <= 0
            fourth += 1
    assert fourth >= 300


def test_faces_point_outward_and_the_first_with_the_origin_outside_is_kept(runs: Runs) -> None:
    chosen = Counter[int]()
    for step in all_steps(runs):
        if len(step.before) < 4:
            assert (step.faces, step.chosen) == ((), NO_FACE)
            continue
        assert [face.face for face in step.faces] == list(FACES)
        for face in step.faces:
            corner = step.before[face.face[0]].point
            assert norm(face.normal) == pytest.approx(1, abs=ROUNDING)
            assert dot(face.normal, sub(step.before[face.opposite].point, corner)) <= 0
            assert face.distance == -dot(face.normal, corner)
        outside = [face.distance > 0 for face in step.faces]
        assert step.chosen == (outside.index(True) if any(outside) else NO_FACE)
        chosen[step.chosen] += 1
        if step.chosen != NO_FACE:
            face = step.faces[step.chosen]
            assert step.direction == face.normal
            assert step.simplex == (*(step.before[slot] for slot in face.face), step.support)
    assert min(chosen[slot] for slot in (NO_FACE, 1, 2, 3)) >= 20
    assert chosen[0] == 0  # the face just searched beyond has the origin and the newest vertex on one side


def test_supports_are_those_of_the_whole_shapes(runs: Runs) -> None:
    for (shape_a, pose_a, shape_b, pose_b), run in runs:
        for step in run.steps:
            if step.direction is not None:
                vertex = rounded_difference_support(
                    convex(shape_a, pose_a), convex(shape_b, pose_b), step.direction, step.iteration
                )
                assert step.support == vertex == step.simplex[-1]
                assert step.height is not None
                assert dot(step.direction, vertex.point) == pytest.approx(step.height, abs=ROUNDING * step.reach)


def test_an_enclosed_origin_has_barycentric_weights_in_the_tetrahedron() -> None:
    """Independent of the faces: the origin is a weighted mean of the four vertices."""
    random, enclosed = Random(2), 0
    for _ in range(200):
        last = trace(*random_pair(random), "tetrahedron").steps[-1]
        if last.exit == Exit.ORIGIN_ENCLOSED:
            corners = np.array([(*vertex.point, 1.0) for vertex in last.simplex]).T
            weights = np.linalg.solve(corners, [0.0, 0.0, 0.0, 1.0])
            assert weights.min() >= -SLIVER
            enclosed += 1
    assert 60 <= enclosed <= 140


def test_numbers_are_finite(runs: Runs) -> None:
    for step in all_steps(runs):
        faces = [x for face in step.faces for x in (*face.normal, face.distance)]
        assert all(isfinite(x) for x in (*faces, *step.normal, step.gain, step.lower, step.height or 0.0))


# --- its answers ---


def test_it_agrees_with_gjk_wherever_it_finds_a_tetrahedron() -> None:
    random, met = Random(3), Counter[tuple[Verdict, Exit]]()
    for _ in range(300):
        pair = random_pair(random)
        result, truth = answer(pair), gjk_trace(*pair).result
        assert truth.verdict in (result.verdict, Verdict.UNDECIDED) or result.verdict == Verdict.UNDECIDED
        assert result.lower <= truth.upper + ROUNDING
        if result.verdict == Verdict.UNDECIDED:
            assert result.exit in WITHOUT_TETRAHEDRON
        if result.verdict == Verdict.SEPARATED:
            assert result.lower > 0
            assert result.normal is not None
        met[result.verdict, result.exit] += 1
    assert met[Verdict.PENETRATING, Exit.ORIGIN_ENCLOSED] >= 90
    assert met[Verdict.SEPARATED, Exit.SEPARATING_AXIS] >= 90
    assert 2 <= sum(met[Verdict.SEPARATED, reason] for reason in WITHOUT_TETRAHEDRON) <= 25


SQUARE = Hull(((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)))
TRIANGLE = Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0)))
SEGMENT = Segment((-1, 0, 0), (1, 0, 0))
ON_END = Pose(((0, 0, 1), (1, 0, 0), (0, 1, 0)))  # maps z to x


@pytest.mark.parametrize(
    ("pair", "reason", "verdict"),
    [
        ((Point(), at(0), Point(), at(0)), Exit.SUPPORTS_COINCIDE, Verdict.UNDECIDED),
        ((Point(), at(0), Point(), at(0, 3)), Exit.SUPPORTS_COINCIDE, Verdict.UNDECIDED),
        ((Point(), at(0), Point(), at(3)), Exit.SUPPORTS_COINCIDE, Verdict.SEPARATED),
        ((SEGMENT, at(0), SEGMENT, at(0.5)), Exit.SUPPORTS_ON_A_LINE, Verdict.UNDECIDED),
        ((SEGMENT, at(0), Point(), at(0, 2)), Exit.SUPPORTS_ON_A_LINE, Verdict.SEPARATED),
        ((SQUARE, at(0), SQUARE, at(0.5, 0.25)), Exit.SUPPORTS_ON_A_PLANE, Verdict.UNDECIDED),
        ((SQUARE, at(0), SQUARE, at(0.5, 0.25, 1)), Exit.SUPPORTS_ON_A_PLANE, Verdict.SEPARATED),
        # The direction is perpendicular to the triangle, and hits the same one of three ties twice.
        ((TRIANGLE, ON_END, Point(), at(0)), Exit.SUPPORTS_COINCIDE, Verdict.UNDECIDED),
    ],
)
def test_a_start_without_a_tetrahedron_is_named(pair: Arguments, reason: Exit, verdict: Verdict) -> None:
    result = answer(pair)
    assert (result.exit, result.verdict) == (reason, verdict)


def test_a_thin_triangle_in_a_flat_difference_gives_no_tetrahedron() -> None:
    """Two segments, one a thousand times longer: A − B is a narrow parallelogram, 41 m from the origin.

    Its fourth corner is 2e-12 m off the triangle's plane, because rounding tilts it about its long side.
    """
    short = Segment(
        (0.01613350368938969, -0.06190251105634671, -0.040211703223978566),
        (-0.02650512437817989, 0.003361846821916064, -0.044154874671218564),
    )
    turned = Pose(
        (
            (0.151835289684134, -0.8093909949269245, -0.5673026195406985),
            (0.7694466750908314, -0.263468851979899, 0.5818384468459081),
            (-0.6204013692749233, -0.5248527235021244, 0.5827793404318679),
        ),
        (-26.033165609458457, -7.861471334001593, -3.0301061631474573),
    )
    long = Segment(
        (16.13350368938969, -61.90251105634671, -40.21170322397857),
        (-26.505124378179893, 3.3618468219160635, -44.15487467121856),
    )
    across = Pose(
        (
            (0.2531836235820119, 0.9487428945402071, 0.18916916453098645),
            (-0.2202637952548244, 0.24693701652628888, -0.9436662388625737),
            (-0.9420095080464012, 0.19725371968245575, 0.2714941193131306),
        ),
        (-24.333827390389356, -14.468278054781853, 0.8109642395047236),
    )
    result = answer((short, turned, long, across))
    assert (result.exit, result.verdict) == (Exit.SUPPORTS_ON_A_PLANE, Verdict.SEPARATED)


def test_the_search_starts_in_the_given_direction() -> None:
    boxes = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), at(1.5, 0.25, 0.5)
    first = trace(*boxes, "tetrahedron", Options(direction=(0.0, -2.0, 0.0))).steps[0]
    assert first.direction == (0, -1, 0)
    assert first.support is not None
    assert first.support.point[1] == -2.25
    random = Random(4)
    answers = {answer(boxes, random_direction(random)).verdict for _ in range(50)}
    assert answers == {Verdict.PENETRATING}


def test_a_zero_direction_is_rejected() -> None:
    point = convex(Point(), Pose())
    with pytest.raises(ValueError, match=r"^direction: must not be zero, got \(0\.0, 0\.0, 0\.0\)"):
        tetrahedron.start(point, point, (0.0, 0.0, 0.0))


# --- invariance ---


def test_answers_agree_after_swapping_and_moving() -> None:
    random, verdicts = Random(6), Counter[Verdict]()
    for _ in range(90):
        pair = Pair(*random_pair(random), 0.0)
        others = swap(pair), move(pair, random_pose(random)), scale_pair(pair, 1e12), scale_pair(pair, 1e-12)
        said = {answer(other.arguments).verdict for other in (pair, *others)} - {Verdict.UNDECIDED}
        assert len(said) == 1
        verdicts[said.pop()] += 1
    assert min(verdicts[Verdict.SEPARATED], verdicts[Verdict.PENETRATING]) >= 27


# --- the museum ---


def test_the_museum_pairs_that_it_fails_on_are_known() -> None:
    said: dict[Verdict, dict[str, set[str]]] = {verdict: {} for verdict in Verdict}
    for name, order in product(exhibits(), ("A B", "B A")):
        shape_a, pose_a, shape_b, pose_b, expected = exhibit(name, order)
        verdict = answer((shape_a, pose_a, shape_b, pose_b)).verdict
        if verdict != expected["verdict"]:
            assert expected["verdict"] == Verdict.TOUCHING
            said[verdict].setdefault(name, set()).add(order)
    assert said[Verdict.UNDECIDED] == NO_ANSWER
    assert said[Verdict.SEPARATED] == SEPARATED_IT_SAYS
    assert said[Verdict.PENETRATING] == PENETRATING_IT_SAYS


# --- wording ---


def test_a_step_names_the_dropped_vertex_and_an_end_gives_its_reason(runs: Runs) -> None:
    ends = {
        Exit.SEPARATING_AXIS: "do not intersect",
        Exit.ORIGIN_ENCLOSED: "A and B intersect.",
        Exit.SUPPORTS_COINCIDE: "coincides with w0",
        Exit.SUPPORTS_ON_A_LINE: "lies on line w0 w1",
        Exit.SUPPORTS_ON_A_PLANE: "lies in the plane of w0 w1 w2",
        Exit.NO_PROGRESS: "is not beyond the face",
    }
    for step in all_steps(runs):
        sentence = explain(step)
        for vertex in set(step.before) - set(step.simplex):
            assert f"so w{vertex.birth} is dropped" in sentence
        for reason, words in ends.items():
            assert (words in sentence) == (step.exit == reason)


def test_a_cycle_and_the_limit_are_explained(runs: Runs) -> None:
    step = next(step for step in all_steps(runs) if step.chosen != NO_FACE and step.exit == Exit.RUNNING)
    again = f"repeats that of step {step.mark.iteration}:"
    assert again in explain(step._replace(exit=Exit.CYCLE))
    assert "The limit of 200 steps is reached" in explain(step._replace(exit=Exit.ITERATION_LIMIT))
