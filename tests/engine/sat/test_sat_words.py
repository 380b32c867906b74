"""Explanations of separating axes: provenance, flat shapes, nested projections and skipped axes."""

import re
from itertools import product
from random import Random

import pytest

from gjkscope.engine import Pose, Trace, trace
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.sat.explain import count_skipped_pairs, overlap, provenance, reason
from gjkscope.engine.sat.gauss_map import Skipped, miss
from gjkscope.engine.sat.steps import Axis, AxisKind, Relation
from gjkscope.engine.shapes.kinds import Box, Hull, Mesh, Point, Segment, Shape, Triangle
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO
from tests.engine.samples import random_hull, random_pose

CUBE = tuple(product((-1.0, 1.0), repeat=3))
FLAT = Triangle(((-3, -3, 0), (3, -3, 0), (0, 3, 0)))


def sentences(a: Shape, b: Shape, x: float, y: float, z: float) -> list[str]:
    run = trace(a, Pose(), b, Pose(position=(x, y, z)), "sat")
    return [explain(step) for step in run.steps]


@pytest.fixture(scope="module")
def runs() -> list[Trace]:
    random = Random(1)
    shapes = (Box((1, 1, 1)), FLAT, Hull(CUBE), random_hull(random, 6), Segment((0, 0, 0), (1, 0, 0)), Point())
    pairs = [(a, b, pose) for a, b in product(shapes, shapes) for pose in (Pose(position=(0.5, 0.2, 0)), Pose())]
    pairs += [(random_hull(random), random_hull(random), random_pose(random)) for _ in range(10)]
    return [trace(a, Pose(), b, pose, "sat") for a, b, pose in pairs]


def test_every_step_has_a_sentence_and_a_headline(runs: list[Trace]) -> None:
    kinds = set()
    for run in runs:
        for step in run.steps:
            kinds.add(step.axis.kind)
            sentence = explain(step, "left", "right")
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert not re.search(r"\b(nan|inf|None|Kind|A|B)\b|  |\.\.", sentence)
            assert headline(step, "left", "right") == provenance(step.axis, "left", "right")
            if not step.axis.skipped:
                word, length = overlap(step.axis)
                said = {
                    "overlap": f"must move back {length} to clear right",
                    "gap": f"{length} apart",
                    "contact": "just touch",
                }[word]
                assert said in sentence
    assert kinds == set(AxisKind)


def test_a_provenance_names_every_kind_of_axis() -> None:
    def axis_name(kind: AxisKind, i: int, j: int) -> str:
        return provenance(Axis(kind, i, j, Skipped.TESTED, ZERO), "crate", "floor")

    assert axis_name(AxisKind.FACE_A, 2, -1) == "face normal 2 of crate"
    assert axis_name(AxisKind.FACE_B, -1, 0) == "face normal 0 of floor"
    assert axis_name(AxisKind.EDGES, 3, 4) == "edge 3 of crate × edge 4 of floor"
    assert axis_name(AxisKind.IN_PLANE_A, 5, -1) == "the in-plane normal of edge 5 of crate"
    assert axis_name(AxisKind.IN_PLANE_B, -1, 6) == "the in-plane normal of edge 6 of floor"
    assert axis_name(AxisKind.CLOSEST, -1, -1) == "the line through the closest points"


def test_a_flat_shape_is_said_to_have_no_thickness_along_its_normal() -> None:
    texts = sentences(Box((1, 1, 1)), FLAT, 0, 0, 0.3)
    assert texts[3].startswith(
        "On face normal 0 of B, B has no thickness: its projection is a point inside A's: A must move back 0.7 m to "
        "clear B. In the opposite direction it would take 1.3 m."
    )
    assert (
        "B has no thickness: its projection is a point, and the projections are 0.5 m apart"
        in (sentences(Box((1, 1, 1)), FLAT, 0, 0, 1.5)[3])
    )
    assert (
        "A has no thickness: its projection is a point, and the projections just touch."
        in (sentences(FLAT, Box((1, 1, 1)), 0, 0, 1)[0])
    )
    assert not any("no thickness" in sentence for sentence in sentences(Box((1, 1, 1)), Hull(CUBE), 0, 0, 1.5))


def test_a_projection_inside_the_other_is_pointed_out() -> None:
    small = Box((0.5, 0.5, 0.5))
    assert (
        "the projections overlap, B's inside A's: A must move back 1.4 m to clear B."
        in (sentences(Box((1, 1, 1)), small, 0.1, 0, 0)[0])
    )
    assert "the projections overlap, A's inside B's: A" in sentences(small, Box((1, 1, 1)), 0.1, 0, 0)[0]
    assert "the projections overlap: A must" in sentences(small, Box((1, 1, 1)), 0.7, 0, 0)[0]


def test_skipped_axes_are_counted_by_reason() -> None:
    texts = sentences(Hull(CUBE), Box((1, 1, 1)), 1.5, 0, 0)
    assert (
        "Of the next 36 edge pairs, 12 are parallel and 24 repeat the axes of earlier steps; all are skipped."
        in texts[-1]
    )
    assert re.match(r"Face normal 0 of B: same axis as step \d; skipped\.", texts[6])


def test_the_count_and_the_nearest_miss_are_those_of_the_step(runs: list[Trace]) -> None:
    met = 0
    for step in (step for run in runs for step in run.steps):
        said = re.search(r"[Tt]he next (?:(\d+) edge pairs|edge pair),? (?:forms?|is|are|repeats?|\d)", explain(step))
        assert (said is not None) == bool(step.axis.passed_over)
        if said:
            assert int(said[1] or 1) == count_skipped_pairs(step.axis)
        apart = [left_out for left_out in step.axis.passed_over if left_out.reason == Skipped.NOT_A_FACE]
        nearest = re.search(
            r"The arcs of edge (\d+) of A × edge (\d+) of B come closest to crossing and miss by (\S+)\.", explain(step)
        )
        assert (nearest is not None) == bool(apart)
        if nearest:
            met += 1
            least = min(miss(left_out.rises) for left_out in apart)
            assert nearest[3] == number(least, 2)
            assert (int(nearest[1]), int(nearest[2])) in [left_out.nearest for left_out in apart]
    assert met >= 100


def test_a_mesh_is_said_to_be_treated_as_its_hull_only_once() -> None:
    mesh = Mesh(CUBE, ((0, 1, 2),))
    texts = sentences(mesh, Box((1, 1, 1)), 1, 1, 1)
    assert texts[0].startswith("A is a mesh: its convex hull is tested. On face normal 0 of A")
    assert not any("mesh" in sentence for sentence in texts[1:])
    assert sentences(mesh, mesh, 1, 1, 1)[0].startswith("A and B are meshes: their convex hulls are tested. ")


def test_the_last_step_explains_the_best_axis() -> None:
    apart = sentences(FLAT, FLAT, 9, 0, 0)[-1]
    assert re.search(r"Of all axes, the in-plane normal of edge \d of . has the widest gap, [\d.]+ m\.$", apart)
    touching = sentences(Point(), Point(), 0, 0, 0)
    assert touching == [
        "On the line through the closest points the projections just touch. No axis separates A and B, but on the line "
        "through the closest points they only touch: there is nothing to push out."
    ]


def test_a_tie_is_named() -> None:
    tied = sentences(Box((1, 1, 1)), Box((1, 1, 1)), 1.5, 1.5, 0)[-1]
    assert "face normal 0 of A has the least overlap, 0.5 m, tied with that of step 1: moving" in tied
    alone = sentences(Box((1, 1, 1)), Segment((0, 0, 0), (1, 1, 0)), 0.9, 0.5, 0)[-1]
    assert "face normal 0 of A has the least overlap, 0.1 m: moving" in alone


def test_a_skipped_axis_has_a_short_reason() -> None:
    def why(skipped: Skipped, same_as: int = -1) -> str:
        return reason(Axis(AxisKind.EDGES, 0, 0, skipped, ZERO, same_as=same_as))

    assert why(Skipped.TESTED) == ""
    assert why(Skipped.PARALLEL) == "parallel edges"
    assert why(Skipped.NOT_A_FACE) == "arcs do not cross"
    assert why(Skipped.DUPLICATE, 4) == "same axis as step 4"


def test_the_best_axis_so_far_has_the_widest_gap_or_the_least_overlap(runs: list[Trace]) -> None:
    """A gap is never called an overlap, nor an overlap a gap."""
    counts = {"widest gap": 0, "least overlap": 0}
    for step in (step for run in runs for step in run.steps[:-1] if not step.chosen.skipped):
        word, other = ("widest gap", "least overlap") if step.chosen.relation == Relation.GAP else tuple(counts)[::-1]
        sentence = explain(step)
        assert f"{word} so far" in sentence
        assert other not in sentence
        counts[word] += 1
    assert min(counts.values()) >= 20


def test_a_rounded_triangle_is_as_wide_as_its_rounding() -> None:
    rounded = Triangle(FLAT.vertices, 0.25)
    text = sentences(Box((1, 1, 1)), rounded, 0, 0, 1.1)[3]
    assert text.startswith("On face normal 0 of B, B has no thickness but its rounding, and the projections overlap: ")
    assert "its projection is a point" not in text
