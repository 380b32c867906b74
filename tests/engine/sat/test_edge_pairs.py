"""The option `edge_pairs` of SAT: which pairs the Gauss map skips, and that they decide nothing."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from gjkscope.engine import NotApplicable, Options, Pose, Verdict, trace
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.sat.explain import explain
from gjkscope.engine.sat.steps import AxisKind
from tests.engine.samples import random_hull, random_pose


def test_skipped_edge_pairs_change_no_verdict_and_no_depth() -> None:
    """Without them the gap may be less, as only face normals of A − B are left; it is still a lower bound."""
    random, met, saved, narrower = Random("edge pairs"), Counter[Verdict](), 0, 0
    for _ in range(16):
        pair = random_hull(random, 7), random_pose(random, 0.7), random_hull(random, 7), random_pose(random, 0.7)
        every, few = (trace(*pair, "sat", Options(edge_pairs=name)) for name in ("all", "crossing"))
        assert every.result.verdict == few.result.verdict
        met[every.result.verdict] += 1
        if every.result.verdict is Verdict.PENETRATING:
            assert few.result.signed_distance == pytest.approx(every.result.signed_distance, abs=1e-12)
        else:
            assert 0 < few.result.lower <= every.result.lower + 1e-12
            narrower += few.result.lower < every.result.lower - 1e-3
        words = " ".join(explain(step, "A", "B") for step in every.steps)
        assert "so neither the verdict nor the depth needs it" in words
        saved += len(every.steps) - len(few.steps)
        assert [step.axis for step in few.steps] == [step.axis for step in trace(*pair, "sat").steps]
        assert every.steps[0].pairs == few.steps[0].pairs
    assert min(met[Verdict.SEPARATED], met[Verdict.PENETRATING]) >= 4
    assert saved > 16 * 100
    assert narrower >= 1


def test_arcs_cross_exactly_where_an_edge_pair_forms_a_face_of_the_difference() -> None:
    """Against the hull of A − B, which knows nothing of arcs: its normals that are parallel to p × q."""
    random, crossing, apart = Random("arcs"), 0, 0
    for _ in range(6):
        hulls, poses = (random_hull(random, 6), random_hull(random, 6)), (random_pose(random), random_pose(random))
        difference = minkowski_difference(hulls[0], poses[0].rotation, hulls[1], poses[1].rotation)
        steps = trace(hulls[0], poses[0], hulls[1], poses[1], "sat", Options(edge_pairs="all")).steps
        for axis in (step.axis for step in steps if step.axis.kind == AxisKind.EDGES):
            is_face = np.abs(difference.hull.normals @ np.array(axis.direction)).max() > 1 - 1e-12
            assert is_face == axis.crosses
            crossing += axis.crosses
            apart += not axis.crosses
    assert crossing > 40
    assert apart > 400


def test_all_edge_pairs_of_large_hulls_are_refused() -> None:
    hull = random_hull(Random(1), 250)
    pair = hull, Pose(), hull, Pose(position=(3.0, 0.0, 0.0))
    with pytest.raises(NotApplicable, match=r"SAT tests up to 10,000 edge pairs, these have \d\d,\d\d\d: skip some"):
        trace(*pair, "sat", Options(edge_pairs="all"))
    assert trace(*pair, "sat").result.verdict is Verdict.SEPARATED
