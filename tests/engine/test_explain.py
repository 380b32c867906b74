"""Explanations: each step has a sentence, and a rejected region is explained by a test that it really fails."""

import re
from random import Random

import pytest

from gjkscope.engine import Exit, Pose, Trace, trace
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.gjk.explain import region_name, region_tests
from gjkscope.engine.gjk.simplex import SLOTS, Region
from gjkscope.engine.gjk.steps import ITERATION_LIMIT, State
from gjkscope.engine.sat.explain import provenance
from gjkscope.engine.sat.gauss_map import Skipped
from gjkscope.engine.sat.steps import Axis, AxisKind, Relation
from gjkscope.engine.shapes.kinds import Box, Cone, Cylinder, Hull, Point, Segment, Sphere
from gjkscope.engine.text import number, vector
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, norm, sub
from tests.engine.samples import random_box, random_pair, random_pose

NUMBER = r"(−?[\d.]+(?:e[+−]\d+)?)"
PRODUCT = r"\(o − w\d+\)·\(w\d+ − w\d+\)"
RELATIVE = 1e-4  # five digits are shown
PASSES = "passes all its tests"


def bounds_of(step: State) -> str:
    """Two numbers, or, if they print alike, one of them and the width of the interval."""
    lower, upper = number(step.lower), number(step.upper)
    width = f"{number(step.upper - step.lower, 2)} m" if step.lower < step.upper else "rounding"
    same = f"is {upper} m to within {width}"
    return same if lower == upper or step.lower >= step.upper else f"is between {lower} and {upper} m"


@pytest.fixture(scope="module")
def gjk_runs() -> list[Trace]:
    random = Random(1)
    special = [
        (Point(), Pose(), Point(), Pose()),
        (Segment((-1, 0, 0), (1, 0, 0)), Pose(), Segment((0, -1, 0), (0, 1, 0)), Pose()),
        (Cylinder(1, 1), Pose(), Cone(1, 1), Pose()),
        (
            Hull(((0.7, 0, 2e-12), (0.5, 1e-12, 0), (0.8, -1e-12, -2e-12))),
            Pose(),
            Cone(1, 1),
            Pose(position=(0.1, 0, 0.3)),
        ),
        (Box((1e80, 1e80, 1e80)), Pose(), Box((1, 1, 1)), Pose(position=(3e80, 1e80, 0))),
    ]
    return [trace(*pair, "gjk") for pair in [random_pair(random) for _ in range(200)] + special]


@pytest.fixture(scope="module")
def sat_runs() -> list[Trace]:
    random = Random(2)
    pairs = [(random_box(random), random_pose(random), random_box(random), random_pose(random)) for _ in range(60)]
    parallel = (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0.5, 0.25, 0)))
    return [trace(*pair, "sat") for pair in [*pairs, parallel]]


def gjk_steps(runs: list[Trace]) -> list[State]:
    return [step for run in runs for step in run.steps]


def read(text: str) -> float:
    return float(text.replace("−", "-"))


# --- sentences ---


def test_shape_names_are_used_as_given(sat_runs: list[Trace]) -> None:
    for run in sat_runs:
        for step in run.steps:
            assert not re.search(r"\b(leftarm|rightarm)\b", explain(step, "leftArm", "rightArm"))


def test_the_first_step_states_where_the_search_starts(gjk_runs: list[Trace]) -> None:
    for run in gjk_runs:
        first = run.steps[0]
        assert f"d = {vector(first.direction)}" in explain(first)
        assert f"w0 = s_A(d) − s_B(−d) = {vector(first.support.point)}" in explain(first)
        assert f"{number(first.upper)} m from the origin" in explain(first)


def test_an_intermediate_step_names_the_region_the_dropped_vertices_and_the_bounds(gjk_runs: list[Trace]) -> None:
    for step in gjk_steps(gjk_runs):
        if step.exit != Exit.RUNNING or step.iteration == 0:
            continue
        sentence = explain(step)
        assert f"the support point of A − B is w{step.iteration}." in sentence
        assert f"The origin is nearest to {region_name(step.candidate, step.region)}" in sentence
        assert bounds_of(step) in sentence
        stays = {vertex.birth for vertex in step.simplex.vertices[: step.simplex.size]}
        gone = {vertex.birth for vertex in step.candidate.vertices[: step.candidate.size]} - stays
        said = re.search(r": (?:all vertices are kept|([^:.]*?) (?:is|are) dropped)\.", sentence)
        assert said
        assert {int(name) for name in re.findall(r"w(\d+)", said.group(1) or "")} == gone


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Exit.CONVERGED, "the search has converged"),
        (Exit.ORIGIN_ENCLOSED, "encloses the origin"),
        (Exit.TOUCHING, "The origin lies on the simplex"),
        (Exit.NO_PROGRESS, "brings the simplex no closer to the origin"),
        (Exit.DEGENERATE_INPUT, "too large"),
    ],
)
def test_each_exit_has_its_own_explanation(gjk_runs: list[Trace], reason: Exit, words: str) -> None:
    for run in gjk_runs:
        last = run.steps[-1]
        assert (words in explain(last)) == (last.exit == reason)
        assert headline(last) == last.exit.words
    assert any(run.result.exit == reason for run in gjk_runs)


def test_the_step_limit_is_explained_with_the_remaining_bounds(gjk_runs: list[Trace]) -> None:
    last = gjk_runs[0].steps[-1]._replace(exit=Exit.ITERATION_LIMIT, iteration=ITERATION_LIMIT)
    assert f"The limit of {ITERATION_LIMIT} steps is reached" in explain(last)
    assert bounds_of(last) in explain(last)


def test_each_axis_is_explained_with_its_provenance_and_number(sat_runs: list[Trace]) -> None:
    kinds = set()
    for run in sat_runs:
        for step in run.steps:
            sentence, name = explain(step), provenance(step.axis)
            assert name in sentence or name[0].upper() + name[1:] in sentence
            assert headline(step) == name
            if step.axis.skipped:
                kinds.add("skipped")
                assert "parallel" in sentence
            elif step.axis.relation == Relation.CONTACT:
                kinds.add("contact")
                assert "just touch" in sentence
            elif step.axis.relation == Relation.GAP:
                kinds.add("gap")
                assert f"{number(-step.axis.overlap)} m apart" in sentence
            else:
                kinds.add("overlap")
                assert f"must move back {number(step.axis.overlap)} m to clear B" in sentence
            if step.exit != Exit.RUNNING:
                kinds.add(step.exit)
                assert provenance(step.chosen) in sentence
                touches = step.chosen.relation == Relation.CONTACT
                assert ("only touch:" if touches else number(abs(step.chosen.overlap))) in sentence
    assert kinds >= {"skipped", "gap", "overlap", Exit.SEPARATING_AXIS, Exit.ALL_AXES_OVERLAP}


def test_boxes_that_touch_up_to_rounding_are_reported_as_touching() -> None:
    """A gap of 2e-15 m between 10 m boxes is not a separating axis anywhere in the trace."""
    boxes = Box((10.0, 10.0, 10.0)), Pose(), Box((10.0, 10.0, 10.0)), Pose(position=(20.0 + 4e-15, 0.0, 0.0))
    run = trace(*boxes, "sat")
    assert run.result.exit == Exit.ALL_AXES_OVERLAP
    assert run.steps[0].axis.relation == Relation.CONTACT
    sentences = [explain(step) for step in run.steps]
    assert sentences[0].startswith("On face normal 0 of A the projections just touch.")
    assert sentences[-1].endswith("on face normal 0 of A they only touch: there is nothing to push out.")
    assert not any("separating axis" in sentence for sentence in sentences)


def test_a_provenance_names_faces_and_edges() -> None:
    def axis(kind: AxisKind, i: int, j: int) -> Axis:
        return Axis(kind, i, j, Skipped.TESTED, ZERO)

    assert provenance(axis(AxisKind.FACE_A, 2, -1)) == "face normal 2 of A"
    assert provenance(axis(AxisKind.FACE_B, -1, 0), "floor", "crate") == "face normal 0 of crate"
    assert provenance(axis(AxisKind.EDGES, 0, 1)) == "edge 0 of A × edge 1 of B"


def test_numbers_are_short_and_typeset() -> None:
    assert number(-1.5) == "−1.5"
    assert number(-0.0) == "0"
    assert number(1 / 3) == "0.33333"
    assert number(-1.25e-7) == "−1.25e−07"
    assert vector((-0.0, 1.0, -2.5)) == "(0, 1, −2.5)"


def test_a_step_of_no_known_algorithm_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^step: must be a step of an algorithm, got "):
        explain(3)


# --- regions ---


def test_every_region_of_the_candidate_is_listed_and_one_wins(gjk_runs: list[Trace]) -> None:
    for step in gjk_steps(gjk_runs):
        rows = region_tests(step)
        assert len(rows) == 2**step.candidate.size - 1
        assert len({row.name for row in rows}) == len(rows)
        assert [row.name for row in rows if row.won] == [region_name(step.candidate, step.region)]
        assert all(row.reason for row in rows)


def test_a_winner_passes_its_tests_and_a_loser_fails_the_quoted_one(gjk_runs: list[Trace]) -> None:
    """Parses each reason and recomputes its inequality from the vertices."""
    kinds = set()
    for step in gjk_steps(gjk_runs):
        for row in region_tests(step):
            if row.won:
                kinds.add(row.reason)
                assert row.reason in (PASSES, "nearest by distance; rounding leaves no region that passes")
            else:
                kinds.add(assert_violated(step, row.name, row.reason))
    assert kinds >= {PASSES, "vertex", "edge, beyond its end", "edge, face side", "face, beyond"}
    assert kinds >= {"face, inner side", "interior"}


def test_the_winner_of_a_well_shaped_simplex_has_no_caveat(gjk_runs: list[Trace]) -> None:
    excuses = sum(row.reason.startswith("nearest") for step in gjk_steps(gjk_runs) for row in region_tests(step))
    assert excuses <= 0.05 * len(gjk_steps(gjk_runs))


def test_vertices_are_named_by_creation_order_not_by_slot() -> None:
    run = trace(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(1.2, 1.9, 0.3)), "gjk")
    for step in run.steps:
        for region in Region:
            if max(SLOTS[region]) < step.candidate.size and region != Region.INTERIOR:
                births = [f"w{step.candidate.vertices[slot].birth}" for slot in SLOTS[region]]
                assert region_name(step.candidate, region).split()[1:] == births
    assert region_name(run.steps[0].candidate, Region.INTERIOR) == "the interior"


def assert_violated(step: State, name: str, reason: str) -> str:
    """Check the inequality that a reason quotes; return the kind of reason."""
    points = {vertex.birth: vertex.point for vertex in step.candidate.vertices[: step.candidate.size]}
    own = births(name)
    if said := re.fullmatch(rf"the origin lies on the w(\d+) side of w(\d+): {PRODUCT} = {NUMBER} m² > 0", reason):
        start, end = points[int(said[2])], points[int(said[1])]
        assert [int(said[2])] == own
        assert_shown(said[3], -dot(start, sub(end, start)), step)
        assert read(said[3]) > 0
        return "vertex"
    if said := re.fullmatch(rf"the origin lies beyond its end w(\d+): {PRODUCT} = {NUMBER} m² ≤ 0", reason):
        [other] = [birth for birth in own if birth != int(said[1])]
        start, end = points[int(said[1])], points[other]
        assert_shown(said[2], -dot(start, sub(end, start)), step)
        assert read(said[2]) <= 0
        return "edge, beyond its end"
    if said := re.fullmatch(rf"the origin lies on the w(\d+) side of it: distance towards w\d+ {NUMBER} m > 0", reason):
        p, q = (points[birth] for birth in own)
        assert int(said[1]) not in own
        assert_height(said[2], p, q, points[int(said[1])])
        assert read(said[2]) > 0
        return "edge, face side"
    if said := re.fullmatch(
        rf"the origin lies beyond edge w(\d+) w(\d+): distance towards w(\d+) {NUMBER} m ≤ 0", reason
    ):
        assert sorted((int(said[1]), int(said[2]), int(said[3]))) == own
        assert_height(said[4], points[int(said[1])], points[int(said[2])], points[int(said[3])])
        assert read(said[4]) <= 0
        return "face, beyond"
    if said := re.fullmatch(rf"the origin lies on its inner side: distance {NUMBER} m ≤ 0", reason):
        [apex] = [points[birth] for birth in points if birth not in own]
        assert_side(said[1], [points[birth] for birth in own], apex)
        assert read(said[1]) <= 0
        return "face, inner side"
    if said := re.fullmatch(rf"the origin lies outside face w(\d+) w(\d+) w(\d+): distance {NUMBER} m ≥ 0", reason):
        face = [int(said[1]), int(said[2]), int(said[3])]
        [apex] = [points[birth] for birth in points if birth not in face]
        assert name == "the interior"
        assert_side(said[4], [points[birth] for birth in face], apex)
        assert read(said[4]) >= 0
        return "interior"
    assert reason == "passes all its tests too, but another region was tested first"
    return "tested first"


def births(name: str) -> list[int]:
    return [int(birth) for birth in re.findall(r"w(\d+)", name)]


def assert_shown(text: str, value: float, step: State) -> None:
    assert read(text) == pytest.approx(value, rel=RELATIVE, abs=1e-14 * step.reach**2)


def assert_height(text: str, p: Vec3, q: Vec3, third: Vec3) -> None:
    """The distance of the projected origin from edge pq: the weight of the third corner times its height."""
    n = cross(sub(q, p), sub(third, p))
    longest = max(norm(sub(q, p)), norm(sub(third, p)), norm(sub(third, q)))
    if norm(n) > 0:
        # Rounding tilts the normal by about 1e-15 · distance / height, and the weight grows with distance / height.
        doubt, height = 1e-15 * (norm(p) * longest / norm(n)) ** 2, norm(n) / norm(sub(q, p))
        weight = dot(n, cross(p, sub(q, p))) / dot(n, n)
        assert read(text) == pytest.approx(weight * height, rel=RELATIVE, abs=doubt * height)


def assert_side(text: str, face: list[Vec3], apex: Vec3) -> None:
    p, q, r = face
    n = cross(sub(q, p), sub(r, p))
    distance, height = -dot(n, p) / norm(n), dot(n, sub(apex, p)) / norm(n)
    if abs(height) > 1e-9 * norm(sub(apex, p)):  # a flatter tetrahedron has no interior, and says so
        assert read(text) == pytest.approx(-distance if height > 0 else distance, rel=RELATIVE, abs=1e-9)


def test_only_values_lost_in_rounding_are_shown_as_about_zero() -> None:
    assert vector((-0.6, -0.8, 6.163e-33)) == "(−0.6, −0.8, ≈0)"
    assert vector((0.0, 1.0, 1e-15)) == "(0, 1, 1e−15)"
    assert vector((6e-33, 0.0, -6e-33)) == "(6e−33, 0, −6e−33)"
    assert vector((float("inf"), 1.0, 0.0)) == "(inf, 1, 0)"
