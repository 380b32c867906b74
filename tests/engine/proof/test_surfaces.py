"""Certificates of shapes by their triangles: proved for seeded pairs, and refused once anything is changed."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from json import dumps, loads
from math import inf, nan
from random import Random
from typing import Any

import pytest

from gjkscope.engine import (
    Box,
    Capsule,
    Cylinder,
    Hull,
    Mesh,
    Pose,
    Result,
    Shape,
    Sphere,
    Verdict,
    check,
    query,
    trace,
)
from gjkscope.engine.arithmetic.predicates import Meet, meet, on_triangle, orient3d
from gjkscope.engine.evidence.explain import explain
from gjkscope.engine.mesh_distance import evidence as collecting
from gjkscope.engine.plane.shapes.kinds import Box2, Chain
from gjkscope.engine.pose import plane_pose
from gjkscope.engine.proof.certificate import Certificate, Evidence, Proof, objection, prove
from gjkscope.engine.proof.meshes import OutsideRay, SurfaceEvidence, SurfaceNode, count_crossings
from gjkscope.engine.proof.plain import certificate_from_dict, certificate_to_dict
from gjkscope.engine.proof.terms import Unproved
from gjkscope.engine.query import certify_run
from gjkscope.engine.shapes.surfaces import Face
from gjkscope.engine.vectors import Vec3
from tests.engine.known_meshes import angle, bowl, cube, ring
from tests.engine.meshes import torus
from tests.engine.samples import random_pose

Pair = tuple[Shape, Pose, Shape, Pose]

PAIRS: tuple[tuple[Shape, Shape], ...] = (
    (torus(9, 6), bowl()),
    (ring(), angle()),
    (bowl(), Box((0.3, 0.2, 0.4))),
    (Sphere(0.2), ring()),
    (torus(9, 6), Capsule(0.1, 0.3)),
    (Hull([(0, 0, 0), (0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5)], 0.05), angle()),
)


def ask(*pair: Any) -> Result:
    shape_a, pose_a, shape_b, pose_b = pair
    return query(shape_a, pose_a, shape_b, pose_b, "mesh-distance")


def surfaces_of(result: Result) -> SurfaceEvidence | None:
    return result.certificate.evidence.surfaces if result.certificate is not None else None


def certified() -> tuple[Certificate, SurfaceEvidence, Pair]:
    pair = torus(9, 6), Pose(), bowl(), Pose(position=(2.5, 0.5, 0.25))
    found = ask(*pair)
    surfaces = surfaces_of(found)
    assert found.certificate is not None
    assert surfaces is not None
    return found.certificate, surfaces, pair


def test_what_is_apart_is_certified_and_what_is_in_contact_is_not() -> None:
    random, proved, asked = Random("surfaces"), 0, 0
    for a, b in PAIRS:
        for _ in range(6):
            pair = a, random_pose(random, 1.0), b, random_pose(random, 1.5)
            result = ask(*pair)
            asked += 1
            if result.verdict is not Verdict.SEPARATED:
                assert surfaces_of(result) is None
                assert not result.certified
                continue
            proved += 1
            assert result.certified
            assert result.certificate is not None
            assert surfaces_of(result) is not None
            assert check(result.certificate, *pair)
            assert 0 <= result.certificate.upper - result.certificate.lower <= 1e-12
            assert result.signed_distance is not None
            assert abs(result.certificate.lower - result.signed_distance) <= 1e-12
    assert 0.3 < proved / asked < 0.95


def test_small_integers_are_proved_exactly() -> None:
    """Faces, edges and corners of two cubes at integer places: the square of their distance is rational."""
    for place in ((5, 0, 0), (4, 5, 0), (6, 4, 5)):
        found = ask(cube(), Pose(), cube(), Pose(position=place)).certificate
        size = max(vertex[0] for vertex in cube().vertices) - min(vertex[0] for vertex in cube().vertices)
        gaps = [max(Fraction(x) - Fraction(size), 0) for x in place]
        square = sum(gap * gap for gap in gaps)
        assert found is not None
        assert found.evidence.surfaces is not None
        assert Fraction(found.lower) ** 2 <= square <= Fraction(found.upper) ** 2
        assert found.upper - found.lower <= 2e-15


def nested(*sizes: float) -> Mesh:
    """Cubes around the origin in one mesh: with two, the inner one is a cavity."""
    corners: list[Vec3] = []
    faces: list[Face] = []
    for size in sizes:
        first = len(corners)
        corners += [(x * size, y * size, z * size) for x, y, z in cube().vertices]
        faces += [(i + first, j + first, k + first) for i, j, k in cube().faces]
    return Mesh(tuple(corners), tuple(faces))


@pytest.mark.parametrize("inner", [Box((0.1, 0.1, 0.1)), Sphere(0.1), nested(0.1), angle()])
def test_what_is_inside_a_solid_is_not_certified_and_in_a_cavity_it_is(inner: Shape) -> None:
    solid, hollow = nested(20.0), nested(20.0, 10.0)
    inside, in_cavity = ask(solid, Pose(), inner, Pose()), ask(hollow, Pose(), inner, Pose())
    assert (inside.verdict, surfaces_of(inside)) == (Verdict.PENETRATING, None)
    assert in_cavity.verdict is Verdict.SEPARATED
    assert in_cavity.certified
    proof = in_cavity.certificate
    assert proof is not None
    # The planes part the triangles of the solid too, but a ray out of it crosses once.
    assert objection(proof, solid, Pose(), inner, Pose()) is not None


def test_rays_have_to_start_on_each_part_and_lead_out() -> None:
    """A box in the wall between two cubes, and the claim that it is outside: no ray says so."""
    wall, box, there = nested(20.0, 10.0), nested(1.0), Pose(position=(15.0, 0, 0))
    result = ask(nested(10.0), Pose(), box, there)
    proof, surfaces = result.certificate, surfaces_of(result)
    assert proof is not None
    assert surfaces is not None
    assert len(surfaces.rays) == 2  # both are solids
    pair = nested(10.0), Pose(), box, there
    for rays in ((), surfaces.rays[:1], surfaces.rays[1:], (OutsideRay(0, 0, (0, 0, 0)), *surfaces.rays)):
        with pytest.raises(Unproved, match=r"rays|axis"):
            prove(Evidence(surfaces=surfaces._replace(rays=rays)), *pair)
    inside = ask(wall, Pose(), box, there)
    assert inside.verdict is Verdict.PENETRATING
    assert not inside.certified


def test_a_ray_crosses_a_triangle_as_the_predicates_say() -> None:
    """On a lattice, where many lines meet an edge: those rays prove nothing, and are refused."""
    random, counts, far = Random("rays"), Counter[str](), 10_000
    for _ in range(2000):
        start, *corners = (tuple(random.randint(-2, 2) for _ in range(3)) for _ in range(4))
        direction = tuple(random.randint(-3, 3) for _ in range(3))
        if direction == (0, 0, 0):
            continue
        ahead, behind = (tuple(x + sign * far * d for x, d in zip(start, direction, strict=True)) for sign in (1, -1))
        in_plane = orient3d(*corners, start) == orient3d(*corners, ahead) == 0
        try:
            crossings = count_crossings(start, direction, corners, [(0, 1, 2)])
        except Unproved:
            assert in_plane or meet(behind, ahead, *corners) == Meet.RIM or on_triangle(start, *corners)
            counts["refused"] += 1
        else:
            assert crossings == (meet(start, ahead, *corners) == Meet.THROUGH)
            counts["crossed" if crossings else "missed"] += 1
    assert min(counts.values()) >= 20


def test_a_greater_lower_bound_or_a_smaller_upper_one_is_refused() -> None:
    found, _, pair = certified()
    assert check(found, *pair)
    assert check(replace(found, lower=found.lower - 0.1, proves=Proof.VERDICT, exact=False), *pair)
    assert not check(replace(found, lower=found.upper + 1e-12), *pair)
    assert not check(replace(found, upper=found.lower - 1e-12), *pair)
    assert not check(replace(found, of_hulls=True), *pair)
    assert not check(found, *pair[:3], pair[3]._replace(position=(2.4, 0.5, 0.25)))
    assert not check(replace(found, evidence=replace(found.evidence, axis=(1.0, 0.0, 0.0))), *pair)


def test_evidence_that_leaves_out_a_pair_of_triangles_proves_nothing() -> None:
    found, surfaces, pair = certified()
    for wrong in (
        surfaces._replace(nodes=surfaces.nodes[:-1]),
        surfaces._replace(nodes=(*surfaces.nodes, surfaces.nodes[-1])),
        surfaces._replace(nodes=()),
        surfaces._replace(order_a=(surfaces.order_a[0], *surfaces.order_a[:-1])),
        surfaces._replace(order_b=surfaces.order_b[:-1]),
        surfaces._replace(nodes=(SurfaceNode(0, -1, None), *surfaces.nodes[1:])),
        surfaces._replace(nodes=(SurfaceNode(-1, -1, None), *surfaces.nodes[1:])),
        surfaces._replace(nodes=(*surfaces.nodes[:-1], SurfaceNode(-1, -1, (0.0, 0.0, 0.0)))),
        surfaces._replace(nodes=(*surfaces.nodes[:-1], SurfaceNode(-1, -1, (nan, inf, 0.0)))),
        surfaces._replace(cells=(-1, 0)),
        surfaces._replace(weights=((1.0, -0.5, 0.0), (1.0, 0.0, 0.0))),
        surfaces._replace(weights=((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))),
    ):
        with pytest.raises(Unproved):
            prove(Evidence(surfaces=wrong), *pair)  # type: ignore[arg-type]
        assert not check(replace(found, evidence=Evidence(surfaces=wrong)), *pair)
    for malformed in (surfaces._replace(cells=(10**6, 0)), "tree", surfaces._replace(nodes=(1,))):
        assert not check(replace(found, evidence=Evidence(surfaces=malformed)), *pair)  # type: ignore[arg-type]


def test_any_axes_and_weights_prove_only_what_is_true() -> None:
    """Seeded wrong evidence: the bounds that follow from it still hold, but are wider."""
    found, surfaces, pair = certified()
    random, wider = Random("wrong"), 0
    for _ in range(6):
        nodes = [
            node if node.axis is None else node._replace(axis=tuple(x + random.gauss(0, 0.02) for x in node.axis))
            for node in surfaces.nodes
        ]
        weights = tuple(tuple(random.random() for _ in range(3)) for _ in range(2))
        proved = prove(Evidence(surfaces=surfaces._replace(nodes=tuple(nodes), weights=weights)), *pair)  # type: ignore[arg-type]
        assert proved.lower <= found.upper
        assert proved.upper >= found.lower
        wider += proved.upper - proved.lower > 1e-4
    assert wider == 6


def test_sizes_from_tiny_to_huge_and_far_away() -> None:
    for scale in (1e-9, 1.0, 1e9):
        mesh = Mesh([tuple(x * scale for x in vertex) for vertex in bowl().vertices], bowl().faces)  # type: ignore[misc]
        result = ask(mesh, Pose(), Sphere(0.1 * scale), Pose(position=(0.0, 5 * scale, 0.0)))
        assert result.certified
        assert surfaces_of(result) is not None
    far = Pose(position=(1e7, 0.0, 0.0))
    assert ask(bowl(), far, Sphere(0.1), Pose(position=(1e7, 3.0, 0.0))).certified


def test_curved_shapes_and_proofs_that_take_too_long_stay_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = torus(9, 6), Pose(), Cylinder(0.1, 0.1), Pose()  # through the hole
    curved = ask(*pair)
    assert (curved.verdict, curved.certificate, curved.uncertified) == (Verdict.SEPARATED, None, "")
    run = trace(torus(9, 6), Pose(), Sphere(0.1), Pose(), "mesh-distance")
    assert certify_run(run, torus(9, 6), Pose(), Sphere(0.1), Pose()).certified
    monkeypatch.setattr(collecting, "MOST_CORNERS", 1)
    late = certify_run(run, torus(9, 6), Pose(), Sphere(0.1), Pose())
    assert (late.certificate, late.uncertified) == (None, "too large")


def test_chains_are_certified_too() -> None:
    chain = Chain([(-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)])
    pair = chain, plane_pose((0.0, 0.0)), Box2((0.1, 0.1)), plane_pose((0.0, 0.0))
    result = ask(*pair)
    assert result.certified
    assert result.certificate is not None
    assert check(result.certificate, *pair)


def test_a_certificate_survives_json_and_is_explained() -> None:
    found, surfaces, pair = certified()
    again = certificate_from_dict(loads(dumps(certificate_to_dict(found))))
    assert again == found
    assert check(again, *pair)
    leaves = sum(node.axis is not None for node in surfaces.nodes)
    assert f"{leaves} planes part all pairs of their triangles" in explain(found, "torus", "bowl")
