"""SAT's parts by hand: which axis is best, what the last step proves, and which axes are equal."""

from itertools import product
from math import inf, nextafter

import numpy as np
import pytest

from gjkscope.engine import Box, Exit, Hull, Options, Point, Pose, Segment, Shape, Triangle, Verdict
from gjkscope.engine.proof.verdict import VERDICTS
from gjkscope.engine.sat import gauss_map, steps
from gjkscope.engine.sat.algorithm import ALGORITHM
from gjkscope.engine.sat.gauss_map import NOT_A_FACE, PARALLEL, Arcs, Rises, Skipped, miss
from gjkscope.engine.sat.steps import Axis, AxisKind, PolytopePair, Relation, State, no_axis
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, cross, dot, neg, norm, unit
from tests.engine.moving import at

CUBE = Box((1, 1, 1))
X: Vec3 = (1.0, 0.0, 0.0)
SQUARE = Hull(((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)))


def pair_of(a: Shape = SQUARE, b: Shape = SQUARE, offset: Pose | None = None) -> PolytopePair:
    return steps.prepare(a, at(0), b, offset or at(0.5))


def axis_of(overlap: float, kind: AxisKind = AxisKind.FACE_A) -> Axis:
    return no_axis()._replace(kind=kind, skipped=Skipped.TESTED, direction=X, overlap=overlap)


def nothing(pair: PolytopePair) -> State:
    return State(-1, no_axis(), no_axis(), -1, -1, inf, inf, pair.hulled, pair.pairs, Exit.RUNNING)


# --- the best axis ---


@pytest.mark.parametrize(
    ("overlaps", "chosen", "runner_up"),
    [
        ([3.0], 0, -1),
        ([3.0, 2.0], 1, 0),
        ([2.0, 3.0], 0, 1),
        ([3.0, 2.0, 1.0], 2, 1),
        ([1.0, 3.0, 2.0], 0, 2),
        ([3.0, 1.0, 2.0], 1, 2),
        ([2.0, 2.0, 2.0], 0, 1),
        ([3.0, 2.0, 2.0], 1, 2),
        ([2.0, 1.75], 0, 1),  # better by the margin only
        ([2.0, 1.7], 1, 0),
        ([2.0, 3.0, 2.75], 0, 1),
        ([2.0, 3.0, 2.7], 0, 2),
        ([-1.0, -3.0, 5.0], 1, 0),
    ],
)
def test_the_least_overlap_and_the_second_least_are_ranked_up_to_the_margin(
    overlaps: list[float], chosen: int, runner_up: int
) -> None:
    state = nothing(pair_of())
    for number, overlap in enumerate(overlaps):
        state = steps._rank(state, number, axis_of(overlap), 0.25)
        assert (state.iteration, state.axis) == (number, axis_of(overlap))
    assert (state.chosen_at, state.chosen) == (chosen, axis_of(overlaps[chosen]))
    assert (state.runner_up_at, state.runner_up_overlap) == (runner_up, inf if runner_up < 0 else overlaps[runner_up])
    skipped = steps._rank(state, 9, no_axis(), 0.25)
    assert skipped == state._replace(iteration=9, axis=no_axis())


def test_a_relation_is_contact_within_rounding() -> None:
    for overlap, relation in (
        (0.25, Relation.CONTACT), (-0.25, Relation.CONTACT), (0.0, Relation.CONTACT),
        (nextafter(0.25, 1), Relation.OVERLAP), (nextafter(-0.25, -1), Relation.GAP),
    ):  # fmt: skip
        assert steps._relation(overlap, 0.25) == relation


# --- the end ---


def last_of(pair: PolytopePair, overlap: float, kind: AxisKind = AxisKind.FACE_A, upper: float = inf) -> State:
    axis = axis_of(overlap, kind)
    return nothing(pair)._replace(iteration=4, axis=axis, chosen=axis, chosen_at=4, upper=upper)


def test_the_verdict_follows_from_the_best_axis_and_the_radii() -> None:
    for radius, tolerance, overlap, verdict in (
        (0.0, 0.25, -0.25, Verdict.TOUCHING), (0.0, 0.25, -0.26, Verdict.SEPARATED),
        (0.0, 0.25, 0.25, Verdict.TOUCHING), (0.0, 0.25, 0.26, Verdict.PENETRATING),
        (1.0, 0.25, 0.75, Verdict.PENETRATING), (1.0, 0.25, 0.74, Verdict.UNDECIDED),
        (1.0, 0.25, 0.0, Verdict.UNDECIDED), (1.0, 0.25, -0.26, Verdict.SEPARATED),
        (1.0, 0.25, 3.0, Verdict.PENETRATING),
    ):  # fmt: skip
        pair = pair_of()._replace(radius=radius, tolerance=tolerance)
        assert VERDICTS[steps.verdict_of_last(pair, last_of(pair, overlap))] is verdict, (radius, overlap)
        degenerate = last_of(pair, overlap)._replace(exit=Exit.DEGENERATE_INPUT)
        assert VERDICTS[steps.verdict_of_last(pair, degenerate)] is Verdict.UNDECIDED


def test_closest_points_decide_only_if_their_distance_is_known() -> None:
    pair = pair_of()._replace(radius=0.0, tolerance=0.25)
    for kind, upper, verdict in (
        (AxisKind.CLOSEST, 0.25, Verdict.TOUCHING), (AxisKind.CLOSEST, 0.26, Verdict.UNDECIDED),
        (AxisKind.FACE_A, 0.26, Verdict.TOUCHING), (AxisKind.CLOSEST, inf, Verdict.UNDECIDED),
    ):  # fmt: skip
        assert VERDICTS[steps.verdict_of_last(pair, last_of(pair, 0.0, kind, upper))] is verdict


def test_the_result_states_what_its_verdict_needs() -> None:
    pair = pair_of()._replace(radius=0.5, tolerance=0.25)
    apart = steps.result(pair, last_of(pair, -1.0, upper=3.0))
    assert (apart.verdict, apart.normal, apart.lower, apart.upper) == (Verdict.SEPARATED, X, 1, 2.5)
    assert (apart.signed_distance, apart.steps) == (None, 5)
    unsure = steps.result(pair, last_of(pair, 0.0, upper=3.0))
    assert (unsure.verdict, unsure.normal, unsure.lower, unsure.upper) == (Verdict.UNDECIDED, None, 0, 2.5)
    deep = steps.result(pair, last_of(pair, 2.0))
    assert (deep.verdict, deep.normal, deep.lower, deep.upper) == (Verdict.PENETRATING, X, -2, -2)
    assert deep.signed_distance == -2
    refused = steps.result(pair, last_of(pair, 2.0)._replace(exit=Exit.DEGENERATE_INPUT))
    assert (refused.verdict, refused.lower, refused.upper, refused.steps) == (Verdict.UNDECIDED, -inf, inf, 5)


@pytest.mark.parametrize(("a", "b"), [(SQUARE, SQUARE), (CUBE, SQUARE), (SQUARE, CUBE)])
def test_closest_points_are_asked_where_the_cores_may_be_apart(a: Shape, b: Shape) -> None:
    pair = pair_of(a, b)._replace(radius=1.0, tolerance=0.25, rounding=0.125)
    for overlap, asks in ((0.75, True), (0.74, False), (1.0, True), (1.125, True), (1.13, False)):
        assert steps._says_too_little(pair, axis_of(overlap)) == (asks and CUBE not in (a, b))


def test_the_search_ends_after_its_last_axis() -> None:
    pair = pair_of(CUBE, CUBE)
    for left, overlap, reason in (
        (1, 1.0, Exit.RUNNING), (0, 1.0, Exit.ALL_AXES_OVERLAP), (0, -1.0, Exit.SEPARATING_AXIS),
        (-1, 1.0, Exit.ALL_AXES_OVERLAP),
    ):  # fmt: skip
        axis = axis_of(overlap)._replace(relation=steps._relation(overlap, 0.0))
        state = nothing(pair)._replace(iteration=len(pair.axes) - 1 - left, axis=axis, chosen=axis)
        assert steps._end(pair, state).exit == reason
        assert steps._end(pair._replace(tolerance=inf), state).exit == Exit.DEGENERATE_INPUT
    flat = pair_of()
    touching = axis_of(0.0)
    for left, reason in ((0, Exit.RUNNING), (-1, Exit.ALL_AXES_OVERLAP)):
        state = nothing(flat)._replace(iteration=len(flat.axes) - 1 - left, axis=touching, chosen=touching)
        assert steps._end(flat, state).exit == reason
    ended = nothing(pair)._replace(exit=Exit.SEPARATING_AXIS)
    assert steps.step(pair, ended) is ended


# --- projections ---


def test_the_extent_of_corners_has_a_least_and_a_greatest_height() -> None:
    corners = [(1.0, 0.0, 0.0), (-2.0, 5.0, 1.0), (3.0, -1.0, 2.0), (0.0, 0.0, -4.0)]
    for d in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 2.0, -3.0)):
        heights = [dot(d, corner) for corner in corners]
        for turns in range(4):
            assert steps.corner_extent(corners[turns:] + corners[:turns], d) == (min(heights), max(heights))


def test_the_bound_of_a_step_is_minus_the_least_overlap() -> None:
    pair = pair_of()
    assert ALGORITHM.bounds(last_of(pair, 0.5)) == (-0.5, inf)
    assert ALGORITHM.bounds(nothing(pair)) == (-inf, inf)
    assert ALGORITHM.axes is not None
    assert ALGORITHM.axes.axis(last_of(pair, 0.5)) == axis_of(0.5)
    assert ALGORITHM.axes.axis(nothing(pair)) is None


# --- the list of axes ---


def test_flat_shapes_have_axes_in_their_planes() -> None:
    def kinds(a: Shape, b: Shape) -> list[AxisKind]:
        axes = steps.prepare(a, at(0), b, at(0.5, 0.25), Options(edge_pairs="all")).axes
        return [axis.kind for axis in axes if axis.kind in (AxisKind.IN_PLANE_A, AxisKind.IN_PLANE_B)]

    triangle, segment = Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), Segment((0, 0, 0), (1, 2, 3))
    in_a, in_b = AxisKind.IN_PLANE_A, AxisKind.IN_PLANE_B
    for a, b, expected in (
        (CUBE, triangle, []), (triangle, CUBE, []), (triangle, SQUARE, [in_a] * 3 + [in_b] * 4),
        (triangle, segment, [in_a] * 3), (segment, SQUARE, [in_b] * 4), (segment, segment, [in_a]),
        (segment, Point(), [in_a]), (Point(), segment, [in_b]), (Point(), Point(), []), (triangle, Point(), [in_a] * 3),
    ):  # fmt: skip
        assert kinds(a, b) == expected


def test_an_axis_names_the_features_that_it_comes_from() -> None:
    """The parts that a shape has not are −1, as is the step that has the same axis, unless there is one."""
    triangle = Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0)))
    parts: dict[AxisKind, tuple[bool, bool]] = {
        AxisKind.FACE_A: (True, False), AxisKind.FACE_B: (False, True), AxisKind.EDGES: (True, True),
        AxisKind.IN_PLANE_A: (True, False), AxisKind.IN_PLANE_B: (False, True), AxisKind.CLOSEST: (False, False),
    }  # fmt: skip
    met = set()
    for a, b in ((CUBE, SQUARE), (triangle, SQUARE), (SQUARE, triangle), (Point(), Point())):
        for option in ("all", "crossing"):
            for step in steps.run(steps.prepare(a, at(0), b, at(0.5, 0.25), Options(edge_pairs=option))):
                axis = step.axis
                has_a, has_b = parts[axis.kind]
                assert (axis.feature_a >= 0, axis.feature_b >= 0) == (has_a, has_b)
                assert axis.feature_a >= -1
                assert axis.feature_b >= -1
                assert (axis.same_as >= 0) == (axis.skipped == Skipped.DUPLICATE)
                assert axis.same_as >= -1
                if axis.skipped != Skipped.TESTED:
                    assert (axis.interval_a, axis.interval_b, axis.overlap, axis.other_way) == ((0, 0), (0, 0), 0, 0)
                    assert (axis.corners_a, axis.corners_b) == ((), ())
                met.add((axis.kind, axis.skipped))
    assert {kind for kind, _ in met} == set(AxisKind)
    assert {why for _, why in met} >= {Skipped.TESTED, Skipped.PARALLEL, Skipped.DUPLICATE}
    nothing_yet = no_axis()
    assert (nothing_yet.feature_a, nothing_yet.feature_b, nothing_yet.same_as) == (-1, -1, -1)


def test_a_direction_square_to_an_edge_is_nearest_to_the_wanted_one() -> None:
    edge = unit((1.0, 2.0, 2.0))
    for towards in ((3.0, 0.0, 0.0), (0.0, 1e-6, 0.0), (1.0, 2.0, -1.0)):
        found = steps._square_to(edge, towards, DOUBLE)
        assert norm(found) == pytest.approx(1)
        assert dot(found, edge) == pytest.approx(0, abs=1e-15)
        assert dot(found, cross(edge, towards)) == pytest.approx(0, abs=1e-12)
        assert dot(found, towards) > 0
    for parallel in (edge, neg(edge), ZERO):
        found = steps._square_to(edge, parallel, DOUBLE)
        assert found == pytest.approx(unit(cross(edge, X)))


@pytest.mark.parametrize(
    ("edge", "axis"),
    [((1, 2, 3), 0), ((2, 1, 3), 1), ((3, 2, 1), 2), ((1, 1, 2), 0), ((1, 2, 1), 0), ((2, 1, 1), 1), ((1, 1, 1), 0),
     ((-1, 2, -3), 0), ((2, -1, 3), 1), ((3, -2, -1), 2)],
)  # fmt: skip
def test_the_axis_along_which_an_edge_is_shortest(edge: tuple[int, int, int], axis: int) -> None:
    x, y, z = map(float, edge)
    assert steps._least_along((x, y, z)) == tuple(1 if i == axis else 0 for i in range(3))


def test_axes_are_equal_up_to_sign_and_margin() -> None:
    for place, sign, way in product(range(3), (1, -1), (1, -1)):
        for more, equal in ((0.125, True), (0.126, False)):
            other = [0.5, 0.5, 0.5]
            other[place] += sign * more
            x, y, z = (way * number for number in other)
            assert steps.are_equal((0.5, 0.5, 0.5), (x, y, z), 0.125) == equal


def test_the_first_equal_axis_is_found_in_the_cell_and_beside_it() -> None:
    seen = steps.nothing_seen()
    for number, (direction, cell) in enumerate([((0.0, 1.0, 0.0), 5), (X, 5), (neg(X), 5), ((0.0, 0.0, 1.0), 5)]):
        steps.see(seen, direction, cell, number)
    for cell, found in ((3, -1), (4, 1), (5, 1), (6, 1), (7, -1)):
        assert steps.seen_before(seen, X, cell, 1e-9) == found
    assert steps.seen_before(seen, unit((1.0, 1.0, 1.0)), 5, 1e-9) == -1


# --- arcs ---


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_arcs_miss_by_the_worst_wrong_sign(way: float) -> None:
    """Along p × q no face at A may rise and both at B do, or the other way round."""
    for heights, missed in (
        ((-1.0, -2.0, 3.0, 4.0), -1.0), ((-5.0, -2.0, 3.0, 1.0), -1.0), ((0.5, -2.0, 3.0, 4.0), 0.5),
        ((-1.0, 0.25, 3.0, 4.0), 0.25), ((-1.0, -2.0, -0.75, 4.0), 0.75), ((-1.0, -2.0, 3.0, -2.0), 2.0),
        ((0.0, -1.0, 1.0, 1.0), 0.0), ((3.0, 4.0, 1.0, -1.0), 1.0),
    ):  # fmt: skip
        a, b, c, d = (way * height for height in heights)
        assert miss(Rises((a, b), (c, d))) == missed


def test_runs_of_skipped_pairs_share_their_reason() -> None:
    """Of two columns: the pairs 1 to 8, the third and fourth of which are parallel, the seventh equal to axis 4."""
    misses = np.array([9.0, 5.0, 3.0, 7.0, 8.0, 2.0, 6.0, 1.0, 4.0, 0.5])
    table = Arcs(np.arange(40.0).reshape(4, 10), misses, 2, DOUBLE)
    fates = np.array([NOT_A_FACE, NOT_A_FACE, NOT_A_FACE, PARALLEL, PARALLEL, NOT_A_FACE, NOT_A_FACE, 4, NOT_A_FACE, 7])
    runs: list[gauss_map.PassedOver] = []
    gauss_map.add_skipped_runs(runs, table, fates, 4, 4)
    assert runs == []
    gauss_map.add_skipped_runs(runs, table, fates, 1, 9)
    assert [(run.reason, run.pairs, run.first, run.last, run.same_as, run.nearest) for run in runs] == [
        (Skipped.NOT_A_FACE, 2, (0, 1), (1, 0), -1, (1, 0)),
        (Skipped.PARALLEL, 2, (1, 1), (2, 0), -1, (1, 1)),
        (Skipped.NOT_A_FACE, 2, (2, 1), (3, 0), -1, (2, 1)),
        (Skipped.DUPLICATE, 1, (3, 1), (3, 1), 4, (3, 1)),
        (Skipped.NOT_A_FACE, 1, (4, 0), (4, 0), -1, (4, 0)),
    ]
    assert runs[0].rises == Rises((2.0, 12.0), (22.0, 32.0))
