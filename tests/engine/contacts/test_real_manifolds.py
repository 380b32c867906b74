"""The policies against manifolds of the real engines, which `python -m tests.fidelity.policies --record` stored."""

from collections import Counter

from gjkscope.engine.shapes.bounds import size
from tests.fidelity.policies.reference import PolicyOutcome, compare_manifolds, own_manifold
from tests.fidelity.policies.samples import samples
from tests.fidelity.reference import CLOSE


def test_manifolds_are_those_of_the_real_engines() -> None:
    """As many points, the same normal, places, depths and features."""
    compared, points = Counter[str](), Counter[int]()
    for sample in samples():
        own = own_manifold(sample.policy, sample.pair)
        outcome = compare_manifolds(own, sample.real, CLOSE * sample.roundoff, size(*sample.pair))
        assert outcome in (PolicyOutcome.EQUAL, PolicyOutcome.CLOSE), (sample.policy, sample.name)
        compared[sample.policy] += 1
        points[len(own.points)] += 1
    assert compared["box3d"] >= 15
    assert compared["jolt"] >= 20
    assert compared["bullet"] >= 6
    assert {1, 2, 4} <= {*points}
