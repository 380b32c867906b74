"""Certificates of the distance of two surfaces: proved for seeded pairs, and refused once anything is changed."""

from fractions import Fraction
from math import inf, nan
from random import Random

import pytest

from gjkscope.engine import Box, Mesh, NotApplicable, Pose, query
from gjkscope.engine.evidence.surfaces import certify_surfaces
from gjkscope.engine.proof.certificate import Unproved
from gjkscope.engine.proof.meshes import SurfaceCertificate, SurfaceNode, check_surfaces, prove_surfaces
from tests.engine.known_meshes import angle, bowl, cube, ring
from tests.engine.meshes import torus
from tests.engine.samples import random_pose

PAIRS = ((torus(9, 6), bowl()), (ring(), angle()), (bowl(), ring()))


def certified() -> tuple[SurfaceCertificate, tuple[Mesh, Pose, Mesh, Pose]]:
    pair = torus(9, 6), Pose(), bowl(), Pose(position=(2.5, 0.5, 0.25))
    found = certify_surfaces(*pair)
    assert found is not None
    return found, pair


def test_what_is_apart_is_certified_and_what_is_in_contact_is_not() -> None:
    random, proved, asked = Random("surfaces"), 0, 0
    for a, b in PAIRS:
        for _ in range(8):
            pair = a, random_pose(random, 1.0), b, random_pose(random, 2.0)
            found, result = certify_surfaces(*pair), query(*pair, "mesh-distance")
            asked += 1
            if found is None:
                assert result.lower <= 0
                continue
            proved += 1
            assert check_surfaces(found, *pair)
            assert 0 <= found.upper - found.lower <= 1e-12
            if result.signed_distance is not None and result.signed_distance > 0:
                assert found.lower - 1e-13 <= result.signed_distance <= found.upper + 1e-13
    assert 0.3 < proved / asked < 0.95


def test_small_integers_are_proved_exactly() -> None:
    """Faces, edges and corners of two cubes at integer places: the square of their distance is rational."""
    for place in ((5, 0, 0), (4, 5, 0), (6, 4, 5)):
        found = certify_surfaces(cube(), Pose(), cube(), Pose(position=place))
        size = max(vertex[0] for vertex in cube().vertices) - min(vertex[0] for vertex in cube().vertices)
        gaps = [max(Fraction(x) - Fraction(size), 0) for x in place]
        square = sum(gap * gap for gap in gaps)
        assert found is not None
        assert Fraction(found.lower) ** 2 <= square <= Fraction(found.upper) ** 2
        assert found.upper - found.lower <= 2e-15


def test_a_greater_lower_bound_or_a_smaller_upper_one_is_refused() -> None:
    found, pair = certified()
    assert check_surfaces(found, *pair)
    assert check_surfaces(found._replace(lower=found.lower - 0.1, upper=found.upper + 0.1), *pair)
    assert not check_surfaces(found._replace(lower=found.upper + 1e-12), *pair)
    assert not check_surfaces(found._replace(upper=found.lower - 1e-12), *pair)
    there = pair[3]._replace(position=(2.4, 0.5, 0.25))
    assert not check_surfaces(found, *pair[:3], there)


def test_evidence_that_leaves_out_a_pair_of_triangles_proves_nothing() -> None:
    found, pair = certified()
    evidence = found.evidence
    for wrong in (
        evidence._replace(nodes=evidence.nodes[:-1]),
        evidence._replace(nodes=(*evidence.nodes, evidence.nodes[-1])),
        evidence._replace(nodes=()),
        evidence._replace(order_a=(evidence.order_a[0], *evidence.order_a[:-1])),
        evidence._replace(order_b=evidence.order_b[:-1]),
        evidence._replace(nodes=(SurfaceNode(0, -1, None), *evidence.nodes[1:])),
        evidence._replace(nodes=(SurfaceNode(-1, -1, None), *evidence.nodes[1:])),
        evidence._replace(nodes=(*evidence.nodes[:-1], SurfaceNode(-1, -1, (0.0, 0.0, 0.0)))),
        evidence._replace(nodes=(*evidence.nodes[:-1], SurfaceNode(-1, -1, (nan, inf, 0.0)))),
        evidence._replace(triangles=(-1, 0)),
        evidence._replace(weights=((1.0, -0.5, 0.0), (1.0, 0.0, 0.0))),
        evidence._replace(weights=((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))),
    ):
        with pytest.raises(Unproved):
            prove_surfaces(wrong, *pair)
        assert not check_surfaces(found._replace(evidence=wrong), *pair)
    assert not check_surfaces(found._replace(evidence=evidence._replace(triangles=(10**6, 0))), *pair)


def test_any_axes_and_weights_prove_only_what_is_true() -> None:
    """Seeded wrong evidence: the bounds that follow from it still hold, but are wider."""
    found, pair = certified()
    random, wider = Random("wrong"), 0
    for _ in range(6):
        nodes = [
            node if node.axis is None else node._replace(axis=tuple(x + random.gauss(0, 0.3) for x in node.axis))
            for node in found.evidence.nodes
        ]
        weights = tuple(tuple(random.random() for _ in range(3)) for _ in range(2))
        proved = prove_surfaces(found.evidence._replace(nodes=tuple(nodes), weights=weights), *pair)  # type: ignore[arg-type]
        assert proved.lower <= found.upper
        assert proved.upper >= found.lower
        wider += proved.upper - proved.lower > 1e-3
    assert wider == 6


def test_other_shapes_are_refused() -> None:
    with pytest.raises(NotApplicable, match="both shapes must be surfaces of triangles"):
        certify_surfaces(Box((1, 1, 1)), Pose(), cube(), Pose())
    found, pair = certified()
    assert not check_surfaces(found, Box((1, 1, 1)), *pair[1:])
