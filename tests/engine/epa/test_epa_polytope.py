"""EPA's polytope at every step: closed, convex, searched at its nearest face, and extended as the step says."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from random import Random
from typing import NamedTuple

import pytest

from gjkscope.engine import Box, Cylinder, Ellipsoid, Exit, Options, Point, Pose, Segment, Shape, Triangle, trace
from gjkscope.engine.epa import polytope as parts
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.epa.polytope import EpaFace
from gjkscope.engine.epa.steps import GROWTH_TRIES, DepthPoint, SearchReason, State
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.steps import Vertex, difference_support, reach_of
from gjkscope.engine.proof.verdict import TOUCHING, VERDICTS, Verdict
from gjkscope.engine.result import all_steps
from gjkscope.engine.shapes.support import NO_INDEX, Convex, convex
from gjkscope.engine.vectors import Vec3, cross, dot, neg, norm, scale, sub, unit
from tests.engine.moving import at
from tests.engine.round_hulls import fibonacci
from tests.engine.samples import random_box, random_hull, random_pose

Arguments = tuple[Shape, Pose, Shape, Pose]


class Run(NamedTuple):
    """All steps from a seed on; the cores are relative to A's position."""

    a: Convex
    b: Convex
    seed: gjk.State
    steps: tuple[State, ...]


Runs = list[Run]

ROUNDING = 1e-13  # of pairs of about 1 m

CUBE = Box((1, 1, 1))
LEFT = Triangle(((-1, -1, 0), (1, -1, 0), (0, 2, 0)))

SEEDS: dict[str, Arguments] = {
    "the origin on an edge of the seed": (CUBE, at(0), CUBE, at(0)),
    "the origin on a face of the seed": (CUBE, at(0), Box((0.5, 2, 0.5)), at(0.5)),
    "triangles in a plane": (LEFT, at(0), LEFT, at(0.25, 0.125)),
    "a segment": (Segment((-1, 0, 0), (1, 0, 0)), at(0), Segment((-1, 0, 0), (1, 0, 0)), at(0.5)),
    "points": (Point(), at(0), Point(), at(0)),
    "a point on a box": (Point(), at(1, 0.5, 0.25), CUBE, at(0)),
    "a point in a box": (Point(), at(0.5, 0.25), CUBE, at(0)),
}
CURVED: dict[str, Arguments] = {
    "ellipsoids": (Ellipsoid((0.5, 0.75, 1)), at(0.125), Ellipsoid((1, 0.5, 0.75)), at(0, 0.25, 0.0625)),
    "round and flat": (Cylinder(1, 0.5), at(0.25), Box((0.5, 0.25, 1)), at(0, 0.125)),
}


@pytest.fixture(scope="module")
def runs() -> Runs:
    random = Random(31)
    hulls = [
        (random_hull(random), random_pose(random, 0.2), random_box(random), random_pose(random, 0.2)) for _ in range(12)
    ]
    pairs = [*hulls, (fibonacci(60), at(0), fibonacci(40), at(0.125, 0.25)), *SEEDS.values(), *CURVED.values()]
    whole = [begun(pair, -1) for pair in pairs]
    early = [begun(pair, number) for pair in (*pairs[:4], *SEEDS.values()) for number in (0, 1, 2)]
    return [*whole, *early, begun((Point(), at(0), Point(), at(0.5)), 0, -1.0)]


def begun(pair: Arguments, number: int, lower: float = inf) -> Run:
    """EPA from this step of GJK.  Before the last one, its simplex need not contain the origin."""
    shape_a, pose_a, shape_b, pose_b = pair
    a, b = gjk.relative(convex(shape_a, pose_a), convex(shape_b, pose_b))
    distance = gjk.run(a, b)
    seed = distance[min(number, len(distance) - 1)]
    seed = seed._replace(lower=min(seed.lower, lower))
    steps = all_steps(epa.start(a, b, seed), lambda state: epa.step(a, b, state))
    return Run(a, b, seed, steps)


def expanded(runs: Runs) -> Iterator[tuple[State, State]]:
    """The steps that searched beyond a face, each with the one before."""
    for run in runs:
        for before, after in pairwise(run.steps):
            if after.aim == SearchReason.FACE:
                yield before, after


def alive(state: State) -> list[int]:
    return [number for number, face in enumerate(state.faces) if face.death < 0]


def sides(face: EpaFace) -> list[tuple[int, int]]:
    i, j, k = face.corners
    return [(i, j), (j, k), (k, i)]


def points_of(state: State) -> list[Vec3]:
    return [vertex.point for vertex in state.vertices]


# --- the polytope ---


def test_each_side_has_its_opposite_in_the_face_across(runs: Runs) -> None:
    polytopes = 0
    for run in runs:
        for state in run.steps:
            left = {side: number for number in alive(state) for side in sides(state.faces[number])}
            assert len(left) == 3 * len(alive(state))
            for number in alive(state):
                across = [left[j, i] for i, j in sides(state.faces[number])]
                assert list(state.faces[number].across) == across
            polytopes += len(left) > 0
            if left:  # Euler: V − E + F = 2
                used = {corner for side in left for corner in side}
                assert len(used) - len(left) // 2 + len(alive(state)) == 2
    assert polytopes >= 100


def test_planes_pass_through_their_corners_and_all_vertices_are_behind(runs: Runs) -> None:
    for run in runs:
        state = run.steps[-1]
        for number in alive(state):
            face = state.faces[number]
            p, q, r = (state.vertices[corner].point for corner in face.corners)
            if face.rank == inf:
                continue
            assert norm(face.normal) == pytest.approx(1, abs=ROUNDING)
            assert [dot(face.normal, point) for point in (p, q, r)] == pytest.approx([face.distance] * 3, abs=ROUNDING)
            assert dot(cross(sub(q, p), sub(r, p)), face.normal) > 0
            assert max(dot(face.normal, point) for point in points_of(state)) <= face.distance + ROUNDING


def test_a_face_ranks_by_its_distance_unless_it_must_not_be_chosen(runs: Runs) -> None:
    for run in runs:
        for before, after in pairwise(run.steps):
            for number, face in enumerate(after.faces):
                if face.death >= 0:
                    assert face.rank == inf
                elif face.rank != inf:
                    assert face.rank == face.distance
                elif number < len(before.faces) and before.faces[number].rank != inf:
                    assert number == after.chosen  # set aside


def test_the_nearest_face_is_the_oldest_of_those_of_least_rank(runs: Runs) -> None:
    for run in runs:
        for state in run.steps:
            if state.aim not in (SearchReason.SEED, SearchReason.GROWTH, SearchReason.FACE) or state.exit:
                continue
            ranks = [face.rank for face in state.faces]
            least = min(ranks, default=inf)
            assert state.nearest == (ranks.index(least) if least < inf else -1)


# --- a step ---


def test_a_search_is_along_the_nearest_face_s_normal(runs: Runs) -> None:
    count = 0
    for before, after in expanded(runs):
        assert after.chosen == before.nearest
        assert after.direction == before.faces[before.nearest].normal
        count += 1
    assert count >= 100


def test_every_step_has_the_support_point_of_the_cores_and_the_bound_that_it_proves(runs: Runs) -> None:
    for run in runs:
        for before, after in pairwise(run.steps):
            assert after.iteration == before.iteration + 1
            assert after.support == difference_support(run.a, run.b, after.direction, after.support.birth)
            assert after.support.birth == before.support.birth + 1
            bound = -dot(after.direction, after.support.point)
            assert after.reach == max(before.reach, reach_of(after.support))
            assert (after.roundoff, after.gap, after.radius) == (before.roundoff, before.gap, before.radius)
            if after.exit not in (Exit.CONVERGED, Exit.WITHIN_TOLERANCE):
                assert after.lower == max(before.lower, bound)
                assert after.normal == (after.direction if bound > before.lower else before.normal)


def test_the_upper_bound_is_the_least_distance_of_a_nearest_face(runs: Runs) -> None:
    for run in runs:
        for before, after in pairwise(run.steps):
            known = [before.upper]
            if after.exit == Exit.RUNNING and after.nearest >= 0 and after.faces[after.nearest].rank >= 0:
                known.append(-after.faces[after.nearest].rank)
            assert after.upper == min(known)


def test_the_faces_removed_are_those_visible_from_the_support_point(runs: Runs) -> None:
    met = Counter[int]()
    for before, after in expanded(runs):
        if len(after.vertices) == len(before.vertices):
            assert after.visible == []
            assert after.horizon == []
            continue
        point, rounding = after.support.point, epa.depth_rounding(after)
        beyond = {
            number: dot(before.faces[number].normal, point) - before.faces[number].distance for number in alive(before)
        }
        gone = [number for number in alive(before) if after.faces[number].death >= 0]
        assert gone == [number for number in beyond if beyond[number] > rounding]
        assert after.visible == [after.faces[number] for number in gone]
        assert {after.faces[number].death for number in gone} == {after.iteration}
        kept = {side for number in alive(before) if number not in gone for side in sides(before.faces[number])}
        border = [side for number in gone for side in sides(before.faces[number]) if side[::-1] in kept]
        assert sorted(after.horizon) == sorted(border)
        assert [end for _, end in after.horizon] == [begin for begin, _ in after.horizon[1:] + after.horizon[:1]]
        met[len(gone)] += 1
    assert min(met[1], met[2], met[3]) >= 5


def test_new_faces_join_the_horizon_to_the_new_vertex(runs: Runs) -> None:
    for before, after in expanded(runs):
        added = after.faces[len(before.faces) :]
        if len(after.vertices) == len(before.vertices):
            assert len(added) == 0
            continue
        assert list(after.vertices) == [*before.vertices, after.support]
        assert [face.corners for face in added] == [(i, j, len(before.vertices)) for i, j in after.horizon]
        assert {(face.birth, face.death) for face in added} == {(after.iteration, -1)}


# --- the seed ---


def test_the_seed_has_the_vertices_of_gjk_that_add_a_dimension(runs: Runs) -> None:
    sizes = Counter[int]()
    for run in runs:
        first, last = run.steps[0], run.seed
        given = last.simplex.vertices[: last.simplex.size]
        assert first.vertices[0] == given[0]
        assert [vertex for vertex in given if vertex in first.vertices] == list(first.vertices)
        assert dimensions(points_of(first)) == dimensions([vertex.point for vertex in given])
        assert (first.lower, first.normal, first.reach) == (last.lower, last.normal, last.reach)
        assert (first.direction, first.support) == (last.direction, last.support)
        assert first.contact == DepthPoint(-1, (0.0, 0.0, 0.0, 0.0), *gjk.witnesses(last))
        assert (first.iteration, first.aim, first.chosen, first.tries) == (0, SearchReason.SEED, -1, 0)
        sizes[len(first.vertices)] += 1
    assert set(sizes) == {1, 2, 3, 4}


def dimensions(points: Sequence[Vec3]) -> int:
    """Of the affine hull of a few points."""
    span: list[Vec3] = []
    for point in points[1:]:
        rest = sub(point, points[0])
        for axis in span:
            rest = sub(rest, scale(axis, dot(rest, axis)))
        if norm(rest) > ROUNDING:
            span.append(unit(rest))
    return len(span)


def test_a_seed_grows_in_directions_in_which_it_has_no_extent(runs: Runs) -> None:
    grown, flat = Counter[int](), Counter[int]()
    for run in runs:
        for before, after in pairwise(run.steps):
            if after.aim != SearchReason.GROWTH:
                continue
            count, first = len(before.vertices), before.vertices[0].point
            assert norm(after.direction) == pytest.approx(1, abs=ROUNDING)
            for vertex in before.vertices:
                assert dot(after.direction, sub(vertex.point, first)) == pytest.approx(0, abs=ROUNDING)
            assert after.chosen == -1
            if len(after.vertices) > count:
                assert list(after.vertices) == [*before.vertices, after.support]
                assert dimensions(points_of(after)) == count
                assert after.tries == 0
                grown[count] += 1
            else:
                assert dimensions([*points_of(before), after.support.point]) == count - 1
                assert after.tries == before.tries + 1
                assert after.exit == (Exit.NO_INTERIOR if after.tries == GROWTH_TRIES[count - 1] else Exit.RUNNING)
                flat[count] += after.exit == Exit.NO_INTERIOR
    assert min(grown[1], grown[2], grown[3]) >= 1
    assert min(flat[1], flat[2], flat[3]) >= 1


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("edge", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 2, 3), (2, -1, 1), (-1, -1, 1), (0, 3, 1)])
def test_all_directions_of_growth_are_tried_both_ways(count: int, edge: tuple[int, int, int]) -> None:
    """Each direction is followed by its opposite, and together they span all that is square to the seed."""
    x, y, z = map(float, edge)
    points = [(0.5, 0.25, -1.0), (0.5 + x, 0.25 + y, z - 1.0), (0.5 - y, 0.25 + z + 1.0, x - 1.0)][:count]
    vertices = [Vertex(point, point, (0.0, 0.0, 0.0), 0, 0, 0) for point in points]
    tried = [epa._growth_direction(vertices, tries) for tries in range(GROWTH_TRIES[count - 1])]
    assert tried[1::2] == [neg(direction) for direction in tried[::2]]
    if count == 1:
        assert tried[::2] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    elif count == 2:
        line = unit(sub(points[1], points[0]))
        assert tried[::2] == [epa.any_square_to(line), cross(line, epa.any_square_to(line))]
    else:
        assert dot(tried[0], cross(sub(points[1], points[0]), sub(points[2], points[0]))) > 0
    assert dimensions([(0.0, 0.0, 0.0), *tried[::2]]) == len(tried[::2]) == 4 - count
    for direction in tried:
        assert norm(direction) == pytest.approx(1, abs=ROUNDING)
        for point in points:
            assert dot(direction, sub(point, points[0])) == pytest.approx(0, abs=ROUNDING)


@pytest.mark.parametrize(
    ("edge", "square"),
    [
        ((0.0, 0.0, 1.0), (0.0, -1.0, 0.0)),  # of equally short axes, the first
        ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0)),
        ((0.6, 0.0, 0.8), (0.8, 0.0, -0.6)),
        ((-0.6, 0.8, 0.0), (-0.8, -0.6, 0.0)),
        ((0.0, 0.6, -0.8), (0.0, 0.8, 0.6)),
    ],
)
def test_a_square_direction_is_the_product_with_the_axis_along_which_the_edge_is_shortest(
    edge: Vec3, square: Vec3
) -> None:
    assert epa.any_square_to(edge) == square


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_point_adds_a_dimension_if_it_is_further_than_rounding(count: int) -> None:
    points = [(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 8.0, 0.0)][:count]
    vertices = [Vertex(point, point, (0.0, 0.0, 0.0), 0, 0, 0) for point in points]
    for sign in (1, -1):
        for distance, adds in ((0.25, False), (0.2501, True), (0.0, False)):
            x, y, z = (
                sign * distance if axis == count - 1 else (9.0 if axis < count - 1 else 0.0) for axis in range(3)
            )
            assert epa._adds_dimension(vertices, (x, y, z), 0.25) == adds


# --- the answer ---


@pytest.mark.parametrize(
    ("lower", "upper", "verdict", "known"),
    [
        (-2.0, -2.0, Verdict.PENETRATING, True),
        (-2.0, -1.0, Verdict.PENETRATING, True),
        (-2.0, 1.0, Verdict.UNDECIDED, True),
        (0.75, 0.75, Verdict.TOUCHING, True),  # the radii add up to 0.75
        (1.75, 1.75, Verdict.SEPARATED, True),
        (1.75, 2.0, Verdict.SEPARATED, False),
        (0.5, 2.0, Verdict.UNDECIDED, False),
        (1.75, 1.5, Verdict.SEPARATED, True),  # rounding has crossed them
    ],
)
def test_the_answer_is_that_of_the_shapes_with_their_radii(
    runs: Runs, lower: float, upper: float, verdict: Verdict, known: bool
) -> None:
    a, b = convex(Box((1, 1, 1), 0.25), at(5)), convex(Box((1, 1, 1), 0.5), at(6))
    contact = DepthPoint(0, (1.0, 0.0, 0.0, 0.0), (1.0, 2.0, 3.0), (1.0, 2.0, 3.0))
    last = runs[0].steps[-1]._replace(lower=lower, upper=upper, normal=(0.0, 1.0, 0.0), contact=contact)
    answer = epa.depth_answer(a, b, last, 4.0)
    assert VERDICTS[answer.verdict] is verdict
    assert (answer.lower, answer.upper) == (lower - 0.75, max(lower, upper) - 0.75)
    if known:
        assert (answer.signed_distance, answer.normal) == (lower - 0.75, (0, 1, 0))
        # The depth is split evenly between both points, and each is moved by its own radius.
        assert answer.witness_a == (6, 2 - lower / 2 + 0.25, 3)
        assert answer.witness_b == (6, 2 + lower / 2 - 0.5, 3)
    else:
        assert answer.signed_distance != answer.signed_distance


def test_bounds_have_met_within_what_counts_as_touching(runs: Runs) -> None:
    a, b = convex(CUBE, at(0)), convex(CUBE, at(1))
    apart = 2.0**-10
    for size, met in ((apart / TOUCHING * (1 + 1e-9), True), (apart / TOUCHING * (1 - 1e-9), False)):
        last = runs[0].steps[-1]._replace(lower=8.0, upper=8.0 + apart)
        answer = epa.depth_answer(a, b, last, size)
        assert (answer.signed_distance == 8) == met


# --- what rounding does ---


def middle(runs: Runs) -> State:
    """A state with many faces that is still running."""
    return max((state for run in runs for state in run.steps[:-1]), key=lambda state: len(alive(state)))


def test_a_hole_in_the_visible_faces_leaves_the_polytope_as_it_was(runs: Runs) -> None:
    state = middle(runs)
    chosen = state.nearest
    point, faces, search = scale(state.faces[chosen].normal, 100.0), list(state.faces), parts.new_search()
    assert parts.find_horizon(search, faces, chosen, point, ROUNDING, 99)
    assert len(search.seen) == len({number for number, _ in search.seen})
    rim, first = list(search.rim), list(state.faces)
    assert parts.find_horizon(search, first, chosen, point, ROUNDING, 0)  # whatever the number of the step
    assert search.rim == rim
    seen = {number for number, _ in search.seen}
    assert {number for number, face in enumerate(faces) if face.death == 99} == seen
    border = {corner for begin, end, _ in search.rim for corner in (begin, end)}
    inner = [number for number in seen if number != chosen and not border & {*faces[number].corners}]
    assert len(inner) >= 3
    for hidden in inner:
        faces = list(state.faces)
        faces[hidden] = faces[hidden]._replace(distance=1000.0)
        before = list(faces)
        assert not parts.find_horizon(search, faces, chosen, point, ROUNDING, 99)
        assert faces == before


def test_a_face_whose_support_point_is_a_vertex_is_set_aside(runs: Runs) -> None:
    state = middle(runs)
    chosen = state.nearest
    faces = list(state.faces)
    faces[chosen] = faces[chosen]._replace(distance=faces[chosen].distance - 0.25)
    known = state.vertices[faces[chosen].corners[0]]
    thin = state._replace(faces=faces, vertices=list(state.vertices))
    searched = epa.with_searched(thin, SearchReason.FACE, faces[chosen].normal, known, chosen)
    after = epa.expand_to_support(searched, parts.search_from(faces))
    assert after.exit == Exit.RUNNING
    assert after.vertices == thin.vertices
    assert after.faces == [*faces[:chosen], faces[chosen]._replace(rank=inf), *faces[chosen + 1 :]]
    ranks = [face.rank for face in after.faces]
    assert after.nearest == ranks.index(min(ranks)) != chosen
    alone = [face._replace(rank=inf) if number != chosen else face for number, face in enumerate(faces)]
    after = epa.expand_to_support(searched._replace(faces=alone), parts.search_from(alone))
    assert (after.nearest, after.upper, after.exit) == (-1, searched.upper, Exit.RUNNING)


# --- the end ---


def test_a_run_ends_where_the_face_lies_on_the_surface(runs: Runs) -> None:
    met = Counter[Exit]()
    for before, after in expanded(runs):
        face, depth = before.faces[before.nearest], dot(after.direction, after.support.point)
        curved = NO_INDEX in (after.support.index_a, after.support.index_b)
        allowed = max(epa.CURVED * after.reach, epa.depth_rounding(after)) if curved else epa.depth_rounding(after)
        assert (depth - face.distance <= allowed) == (after.exit == Exit.CONVERGED)
        met[after.exit] += 1
        if after.exit == Exit.CONVERGED:
            assert (after.lower, after.normal) == (-depth, after.direction)
            assert after.faces == before.faces
            assert after.vertices == before.vertices
    assert set(met) == {Exit.RUNNING, Exit.CONVERGED}
    assert met[Exit.CONVERGED] >= 15


def test_the_contact_is_the_foot_in_a_face_of_the_surface(runs: Runs) -> None:
    count = 0
    for run in runs:
        last = run.steps[-1]
        if last.exit != Exit.CONVERGED or last.contact.face < 0:
            continue
        foot = scale(last.normal, -last.lower)
        face = last.faces[last.contact.face]
        corners = [last.vertices[corner] for corner in face.corners]
        assert sum(last.contact.weights) == pytest.approx(1, abs=ROUNDING)
        assert min(last.contact.weights) >= 0
        assert last.contact.weights[3] == 0
        assert sub(last.contact.a, last.contact.b) == pytest.approx(foot, abs=1e-9)
        for name, point in (("a", last.contact.a), ("b", last.contact.b)):
            parts_of = [
                scale(getattr(corner, name), w) for corner, w in zip(corners, last.contact.weights, strict=False)
            ]
            assert [sum(place) for place in zip(*parts_of, strict=True)] == pytest.approx(point, abs=ROUNDING)
        count += 1
    assert count >= 12


def test_a_tolerance_ends_the_search_early() -> None:
    pair = CURVED["ellipsoids"]
    full, coarse = trace(*pair, "epa"), trace(*pair, "epa", Options(tolerance=1e-2))
    assert coarse.result.exit == Exit.WITHIN_TOLERANCE
    assert len(coarse.steps) < len(full.steps)
    last = coarse.steps[-1]
    assert last.upper - last.lower <= last.gap
    assert last.lower == -dot(last.direction, last.support.point)
    assert coarse.result.lower <= full.result.upper
    assert full.result.lower <= coarse.result.upper


# --- the parts ---


def plain_face(rank: float, death: int = -1) -> EpaFace:
    return EpaFace((0, 1, 2), (0, 0, 0), (1.0, 0.0, 0.0), rank, rank, 0, death)


def test_the_oldest_of_the_nearest_faces_is_chosen_wherever_it_waits() -> None:
    faces = [plain_face(rank) for rank in (3.0, 1.0, 2.0, 1.0, inf)]
    few = parts.new_search()
    parts.enqueue_faces(few, faces, 0)
    assert parts.nearest_of(few, faces, inf) == 1
    assert parts.nearest_of(parts.search_from(faces), faces, inf) == 1
    both = parts.search_from(faces[:3])
    parts.enqueue_faces(both, faces, 3)
    assert parts.nearest_of(both, faces, inf) == 1
    assert parts.nearest_of(parts.search_from([plain_face(inf)]), [plain_face(inf)], inf) == -1


def test_faces_at_the_bound_are_kept_and_those_beyond_it_come_back_when_no_other_is_left() -> None:
    faces = [plain_face(rank) for rank in (1.0, 2.0, 3.0)]
    search = parts.new_search()
    parts.enqueue_faces(search, faces, 0)
    assert parts.nearest_of(search, faces, 2.0) == 0
    assert search.few == [0, 1]
    faces[0], faces[1] = plain_face(inf, 1), plain_face(inf, 1)
    assert parts.nearest_of(search, faces, 2.0) == 2
    assert parts.nearest_of(search, [plain_face(inf)] * 3, 2.0) == -1


def test_a_long_list_of_faces_becomes_a_queue_of_the_same_faces() -> None:
    for count in (parts.COMPARED, parts.COMPARED + 1):
        faces = [plain_face(1.0 + number * 7 % 5) for number in range(count)]
        search = parts.new_search()
        parts.enqueue_faces(search, faces, 0)
        assert parts.nearest_of(search, faces, inf) == 0
        moved = count > parts.COMPARED
        assert (len(search.few), len(search.queue)) == ((0, count) if moved else (count, 0))
        faces[0] = plain_face(inf, 1)
        assert parts.nearest_of(search, faces, inf) == 5


def test_a_thin_face_has_no_rank_and_a_tiny_one_is_as_precise() -> None:
    """A triangle with the height h above its base b has the rank of its distance only if h is above rounding."""
    for length in (1.0, 2.0**-60):
        tip = (0.0, 0.0, 3.0 * length)
        for height, wide in ((2.0**-20, True), (2.0**-21, False), (2.0**-22, False)):
            p = parts.spoke(tip, (length, 0.0, 3.0 * length))
            q = parts.spoke(tip, (length, height * length, 3.0 * length))
            face = parts.triangle(tip, p, q, (0, 1, 2), (3, 4, 5), 7, 2.0**-21 * length)
            assert face.rank == (pytest.approx(3 * length) if wide else inf)
            assert face.normal == pytest.approx((0, 0, 1))
            assert face.distance == pytest.approx(3 * length)
            assert (face.corners, face.across, face.birth, face.death) == ((0, 1, 2), (3, 4, 5), 7, -1)
