"""Certificates: true answers are certified, false ones never are, and evidence proves only what is true."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import inf, nan, nextafter
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import ALGORITHMS, NotApplicable, Pose, Result, Verdict, query, trace
from gjkscope.engine.arithmetic.integers import PolytopeShape, bracket, compare_length
from gjkscope.engine.evidence import search as certify_module
from gjkscope.engine.evidence.explain import explain, not_certified_words, proof_words
from gjkscope.engine.evidence.search import certify, confirms
from gjkscope.engine.exact import algorithm as exact_algorithm
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.gjk.algorithm import outward_faces
from gjkscope.engine.plane.shapes.kinds import Box2
from gjkscope.engine.pose import plane_pose
from gjkscope.engine.proof.certificate import Certificate, Evidence, Proof, check, objection, prove
from gjkscope.engine.proof.plain import certificate_from_dict, certificate_to_dict
from gjkscope.engine.proof.points import shorten
from gjkscope.engine.proof.terms import Unproved
from gjkscope.engine.registry.records import Algorithm, Prover, Setting, step_work
from gjkscope.engine.result import TOUCHING
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.vectors import Vec3, add, cross, dot, neg, norm, scale, sub, unit
from tests.engine.kinds import POSES, SHAPES
from tests.engine.museum import exhibit, exhibits
from tests.engine.samples import (
    FAMILIES,
    pairs,
    random_box,
    random_direction,
    random_hull,
    random_pair,
    random_pose,
    random_vector,
    scaled_shape,
)

Placed = tuple[kinds.Shape, Pose, kinds.Shape, Pose]

CUBE = kinds.Box((1, 1, 1))
APART: Placed = (CUBE, Pose(), CUBE, Pose(position=(3, 0, 0)))
DEEP: Placed = (CUBE, Pose(), CUBE, Pose(position=(1.5, 0, 0)))
CONTACT: Placed = (CUBE, Pose(), CUBE, Pose(position=(2, 0, 0)))
CURVED: Placed = (kinds.Cylinder(1, 1), Pose(), kinds.Ellipsoid((1, 2, 1)), Pose(position=(1.5, 0, 0)))


def certificate_of(setting: Placed, algorithm: str | None = None) -> Certificate:
    certificate = query(*setting, algorithm=algorithm).certificate
    assert certificate is not None
    return certificate


# --- true answers are certified ---


@pytest.mark.parametrize("order", ["A B", "B A"])
def test_answers_about_all_museum_pairs_are_certified(order: str) -> None:
    for name in exhibits():
        *pair, expected = exhibit(name, order)
        certificate = certificate_of(pair)
        assert certificate.verdict == expected["verdict"], name
        assert check(certificate, *pair), name
        bounds = certificate.lower - expected["tolerance"], certificate.upper + expected["tolerance"]
        assert bounds[0] <= expected["signed_distance"] <= bounds[1], name


@pytest.mark.parametrize("family", FAMILIES)
def test_bounds_bracket_the_closed_form(family: str) -> None:
    for pair in pairs(family, 16):
        result = query(*pair.arguments)
        certificate = result.certificate
        assert certificate is not None
        assert result.certified
        assert check(certificate, *pair.arguments)
        assert certificate.verdict == result.verdict
        if pair.signed_distance != -inf:
            rounding = 1e-14 * pair.extent
            assert certificate.lower - rounding <= pair.signed_distance <= certificate.upper + rounding
            assert certificate.upper - certificate.lower <= 1e-9 * pair.extent


def test_pairs_of_all_kinds_are_certified_at_any_position() -> None:
    random, seen, missing = Random(1), Counter[tuple[Verdict, bool]](), 0
    for shape_a, shape_b in random.sample(list(product(SHAPES, repeat=2)), 150):
        pose_a, pose_b = random.choice(list(POSES.values())), random_pose(random)
        near = add(pose_a.position, random_vector(random, 1.5))
        pair = shape_a, pose_a, shape_b, pose_b._replace(position=near)
        result = query(*pair)
        if result.certificate is None:
            missing += 1
            continue
        assert check(result.certificate, *pair)
        seen[result.verdict, result.certificate.bounded] += 1
    assert min(seen[verdict, curved] for verdict in (Verdict.SEPARATED, Verdict.PENETRATING) for curved in (0, 1)) >= 10
    assert missing <= 3


@pytest.mark.parametrize("factor", [2.0**-40, 1.0, 2.0**40, 1e12, 1e-12])
def test_scale_does_not_matter(factor: float) -> None:
    random = Random(2)
    for _ in range(10):
        a, pose_a, b, pose_b = random_pair(random)
        pair = scaled_shape(a, factor), move(pose_a, factor), scaled_shape(b, factor), move(pose_b, factor)
        assert query(*pair).certified


def move(pose: Pose, factor: float) -> Pose:
    return pose._replace(position=scale(pose.position, factor))


@pytest.mark.parametrize(
    "pair",
    [
        (kinds.Point(), Pose(), kinds.Point(), Pose()),
        (kinds.Point(), Pose(position=(0.1, 0.2, 0.3)), kinds.Point(), Pose(position=(1e6, 1 / 3, 0))),
        (kinds.Segment((0, 0, 0), (0, 0, 0)), Pose(), kinds.Triangle(((0, 0, 0), (0, 0, 0), (0, 0, 0))), Pose()),
        (kinds.Segment((-1, 0, 0), (1, 0, 0)), Pose(), kinds.Segment((0, -1, 0), (0, 1, 0)), Pose()),
        (kinds.Sphere(1), Pose(), kinds.Sphere(1), Pose()),
        (CUBE, Pose(), CUBE, Pose()),
        (kinds.Sphere(1), Pose(), kinds.Sphere(1), Pose(position=(2, 0, 0))),
    ],
)
def test_degenerate_pairs_are_certified(pair: Placed) -> None:
    assert check(certificate_of(pair), *pair)


@pytest.mark.parametrize("algorithm", ["gjk", "sat", "exact", "headbutt", "tetrahedron"])
def test_correct_answers_of_other_algorithms_are_certified(algorithm: str) -> None:
    """Including algorithms that report no distance, and those whose steps are no evidence."""
    random, seen = Random(3), Counter[bool]()
    for _ in range(30):
        pair = (random_box(random), random_pose(random, 1.4), random_box(random), random_pose(random, 1.4))
        result, truth = query(*pair, algorithm=algorithm), exact.exact_signed_distance(*pair)
        if result.verdict != Verdict.UNDECIDED:
            assert result.certified == (result.verdict == truth.verdict)
            seen[result.verdict == Verdict.SEPARATED] += 1
    assert min(seen[False], seen[True]) >= 8


def test_a_trace_does_not_wait_for_its_certificate() -> None:
    assert trace(*APART, algorithm="gjk").result.certificate is None
    assert not trace(*APART, algorithm="gjk").result.certified


# --- kinds of certificate ---


@pytest.mark.parametrize("setting", [APART, DEEP, CONTACT])
def test_exact_arithmetic_gives_exact_certificates_without_tolerance(setting: Placed) -> None:
    certificate = certificate_of(setting, "exact")
    assert (certificate.exact, certificate.bounded, certificate.tolerance) == (True, False, 0.0)
    assert certificate.lower == certificate.upper == exact.exact_signed_distance(*setting).signed_distance


def test_exact_certificates_are_exact_for_all_polytopes() -> None:
    random, seen = Random(4), Counter[Verdict]()
    shapes = [shape for shape in SHAPES if isinstance(shape, PolytopeShape) and is_hull(shape)]
    for _ in range(80):
        pair = random.choice(shapes), random_pose(random, 0.8), random.choice(shapes), random_pose(random, 0.8)
        certificate = certificate_of(pair, "exact")
        result = exact.exact_signed_distance(*pair)
        assert certificate.exact
        assert (certificate.lower, certificate.upper) == (result.lower, result.upper)
        assert certificate.verdict == result.verdict
        seen[certificate.verdict] += 1
    assert min(seen[Verdict.SEPARATED], seen[Verdict.PENETRATING]) >= 20


def test_a_gap_too_small_for_a_double_is_still_a_gap() -> None:
    pair = (kinds.Point(), Pose(), kinds.Segment((0, 5e-324, 0), (5e-324, 0, 0)), Pose())
    certificate = certificate_of(pair, "exact")
    assert (certificate.verdict, certificate.lower, certificate.upper) == (Verdict.SEPARATED, 0.0, 5e-324)


def test_curved_cores_and_meshes_used_as_hulls_are_noted() -> None:
    mesh = kinds.Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 1, 2),))
    there = Pose(position=(3, 0, 0))
    notes = {
        (certificate.bounded, certificate.of_hulls)
        for certificate in (
            certificate_of((CUBE, Pose(), kinds.Sphere(1), there)),
            certificate_of((kinds.Cone(1, 1), Pose(), CUBE, there)),
            certificate_of((CUBE, Pose(), mesh, there)),
            certificate_of((mesh, Pose(), kinds.Ellipsoid((1, 1, 1)), there)),
        )
    }
    assert notes == {(False, False), (True, False), (False, True), (True, True)}


# --- false answers are not certified ---


def lies(result: Result, reach: float) -> list[Result]:
    """The result with one field wrong at a time; `reach` is a significant length in metres."""
    others = [verdict for verdict in Verdict if verdict not in (result.verdict, Verdict.UNDECIDED)]
    claims = [replace(result, verdict=verdict) for verdict in others]
    claims += [replace(result, verdict=verdict, lower=-inf, upper=inf, signed_distance=None) for verdict in others]
    claims += [replace(result, verdict=verdict, normal=None, signed_distance=None) for verdict in others]
    if result.signed_distance is not None:
        for step in (reach, -reach):
            wrong = result.signed_distance + step
            claims.append(replace(result, signed_distance=wrong))
            claims.append(replace(result, signed_distance=wrong, lower=wrong, upper=wrong))
            claims.append(replace(result, signed_distance=wrong, lower=-inf, upper=inf))
            claims.append(replace(result, signed_distance=wrong, lower=-inf, upper=inf, normal=None))
        claims.append(replace(result, normal=neg(result.normal)))
        claims.append(replace(result, normal=unit(add(result.normal, (0.1, -0.2, 0.15)))))
        claims.append(replace(result, lower=result.lower + reach))
        claims.append(replace(result, upper=result.upper - reach))
    return claims


@pytest.mark.slow
def test_no_false_answer_about_any_pair_is_certified() -> None:
    random, counts = Random(5), Counter[Verdict]()
    for _ in range(8):
        pair = random_pair(random, 0.8)
        result = query(*pair)
        for lie in lies(result, 1e-6 * size(*pair) + 1e-9):
            assert certify(lie, *pair, trace(*pair, algorithm="gjk").steps[-1:]) is None
        counts[result.verdict] += 1
    assert min(counts[Verdict.SEPARATED], counts[Verdict.PENETRATING]) >= 2


@pytest.mark.parametrize("name", ["fcl-493", "drake-convex8", "distance3d-72", "fcl-398-issue", "meshes-jl-809"])
def test_no_false_answer_about_borderline_pairs_is_certified(name: str) -> None:
    *pair, _ = exhibit(name, "A B")
    result = query(*pair)
    assert result.certified
    for lie in lies(result, 1e-6 * size(*pair)):
        assert certify(lie, *pair) is None


def test_a_wrong_answer_of_a_published_algorithm_is_not_certified() -> None:
    """The Headbutt article reports any contact as an overlap."""
    result = query(*CONTACT, algorithm="headbutt")
    assert result.verdict == Verdict.PENETRATING
    assert not result.certified


def test_an_undecided_answer_has_no_certificate() -> None:
    assert certify(replace(query(*APART), verdict=Verdict.UNDECIDED), *APART) is None


def test_only_separation_is_certified_for_a_mesh_surface() -> None:
    """A hull contains more than its mesh: two rings may be linked without contact."""
    bowl = kinds.Mesh(((0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2)), ((0, 1, 2), (0, 2, 3), (0, 3, 1)))
    inside: Placed = (bowl, Pose(), kinds.Point(), Pose(position=(0.5, 0.5, 0.5)))
    result = query(*inside)
    assert (result.of_hulls, result.certified, result.proved) == (True, False, None)
    assert result.certificate is not None
    assert (result.certificate.of_hulls, result.certificate.proves) == (True, Proof.DISTANCE)
    assert certify(replace(result, algorithm="brute"), *inside) is None
    apart: Placed = (bowl, Pose(), kinds.Point(), Pose(position=(5, 0, 0)))
    assert certify(replace(query(*apart), algorithm="brute"), *apart) is not None


# --- tampering ---


def tamper(certificate: Certificate) -> dict[str, Certificate]:
    """Claims that the evidence does not prove, and evidence that proves less or nothing."""
    evidence = certificate.evidence
    up, down = (lambda x: nextafter(x, inf)), (lambda x: nextafter(x, -inf))
    other = next(v for v in Verdict if v is not certificate.verdict)

    def with_evidence(**changes: Any) -> Certificate:
        return replace(certificate, evidence=replace(evidence, **changes))

    forgeries = {
        "verdict": replace(certificate, verdict=other),
        "undecided": replace(certificate, verdict=Verdict.UNDECIDED),
        "lower": replace(certificate, lower=up(certificate.lower)),
        "upper": replace(certificate, upper=down(certificate.upper)),
        "not a number": replace(certificate, lower=nan),
        "proof of nothing known": replace(certificate, proves="truth"),
        "no proof": replace(certificate, proves=None),
        "wide bounds of a distance": replace(certificate, proves=Proof.DISTANCE, exact=False, lower=-5.0, upper=99),
        "endless bounds of a distance": replace(certificate, proves=Proof.DISTANCE, exact=False, upper=10**400),
        "wide bounds of an exact number": replace(certificate, exact=True, lower=-5.0, upper=99.0),
        "bounds of an exact number a double too wide": replace(certificate, exact=True, lower=down(certificate.lower)),
        "tolerance below 0": replace(certificate, tolerance=-1e-9),
        "tolerance": replace(certificate, tolerance=1.0),
        "tolerance not a number": replace(certificate, tolerance=nan),
        "curved": replace(certificate, bounded=not certificate.bounded),
        "hulls": replace(certificate, of_hulls=not certificate.of_hulls),
        "no axis": with_evidence(axis=None),
        "axis back": with_evidence(axis=tuple(-x for x in evidence.axis)),
        "axis askew": with_evidence(axis=(evidence.axis[0] + 1, evidence.axis[1] + 3, evidence.axis[2] - 2)),
        "no direction": with_evidence(axis=(0, 0, 0)),
        "infinite axis": with_evidence(axis=(inf, 0, 0)),
        "no vertex": with_evidence(vertices=()),
        "a vertex too many": with_evidence(vertices=((10**6, 0), *evidence.vertices[1:])),
        "a vertex below 0": with_evidence(vertices=((-1, 0), *evidence.vertices[1:])),
        "an ill-formed vertex": with_evidence(vertices=((0,), *evidence.vertices[1:])),
    }
    if evidence.weights:
        heaviest = max(evidence.weights)
        forgeries |= {
            "no weights": with_evidence(weights=()),
            "a negative weight": with_evidence(weights=(*evidence.weights[1:], -heaviest)),
            "no weight": with_evidence(weights=tuple(0 for _ in evidence.weights)),
            "a weight too many": with_evidence(weights=(*evidence.weights, heaviest)),
            "a weight that is none": with_evidence(weights=(nan, *evidence.weights[1:])),
        }
    if evidence.faces:
        i, j, k = evidence.faces[0]
        forgeries |= {
            "no faces": with_evidence(faces=()),
            "a face less": with_evidence(faces=evidence.faces[1:]),
            "a face twice": with_evidence(faces=(evidence.faces[0], *evidence.faces)),
            "a face turned over": with_evidence(faces=((j, i, k), *evidence.faces[1:])),
            "all faces turned over": with_evidence(faces=tuple((b, a, c) for a, b, c in evidence.faces)),
            "a face that is an edge": with_evidence(faces=((i, j), *evidence.faces[1:])),
            "a face of nothing": with_evidence(faces=((), *evidence.faces)),
            "a face of no vertex": with_evidence(faces=((i, j, 10**6), *evidence.faces[1:])),
            "a face of a vertex below 0": with_evidence(faces=((i, j, -1), *evidence.faces[1:])),
        }
    return forgeries


def test_no_tampered_certificate_is_accepted() -> None:
    seen = set[str]()
    for setting, algorithm in ((APART, "exact"), (DEEP, "exact"), (CONTACT, "exact"), (CURVED, None)):
        certificate = certificate_of(setting, algorithm)
        assert objection(certificate, *setting) is None
        for name, forged in tamper(certificate).items():
            reason = objection(forged, *setting)
            assert reason, name
            assert not check(forged, *setting)
            seen.add(name)
    assert len(seen) == 39


def test_a_curved_pair_is_never_exact_even_without_rounding() -> None:
    setting = kinds.Cylinder(1, 1), Pose(), kinds.Cylinder(1, 1), Pose(position=(0, 3, 0))
    certificate = certificate_of(setting)
    assert (certificate.lower, certificate.upper, certificate.bounded, certificate.exact) == (1.0, 1.0, True, False)
    assert certificate.proves is Proof.DISTANCE
    assert (
        objection(replace(certificate, exact=True), *setting) == "exact: the evidence does not prove one exact number"
    )


def test_a_certificate_may_claim_less_than_it_proves() -> None:
    for setting, algorithm in ((APART, "exact"), (DEEP, "exact"), (CURVED, None)):
        certificate = replace(certificate_of(setting, algorithm), exact=False)
        assert check(certificate, *setting)
        wide = replace(certificate, proves=Proof.VERDICT, lower=certificate.lower - 5, upper=certificate.upper + 99)
        assert check(wide, *setting)


def mutate(random: Random, certificate: Certificate) -> Certificate:
    """The certificate with one field of the claim or the evidence randomly changed."""
    value, evidence = certificate, certificate.evidence
    amount = random.choice((1e-17, 1e-12, 1e-9, 1e-3, 1.0, 99.0)) * random.choice((-1, 1))
    axis = tuple(part + random.choice((0, 0, 1, -1)) for part in evidence.axis or (1, 0, 0))
    changes: list[Callable[[], Certificate]] = [
        lambda: replace(value, verdict=random.choice(list(Verdict))),
        lambda: replace(value, proves=random.choice(list(Proof))),
        lambda: replace(value, tolerance=value.tolerance * random.choice((0, 0.5, 1, 2))),
        lambda: replace(value, lower=value.lower + amount),
        lambda: replace(value, upper=value.upper + amount),
        lambda: replace(value, lower=random.choice((-5.0, -inf, nextafter(value.lower, -inf)))),
        lambda: replace(value, upper=random.choice((99.0, inf, nextafter(value.upper, inf)))),
        lambda: replace(value, exact=not value.exact),
        lambda: replace(value, bounded=not value.bounded),
        lambda: replace(value, of_hulls=not value.of_hulls),
        lambda: replace(value, evidence=replace(evidence, axis=axis)),
        lambda: replace(value, evidence=replace(evidence, axis=None)),
        lambda: replace(value, evidence=replace(evidence, weights=shuffle(random, evidence.weights))),
        lambda: replace(value, evidence=replace(evidence, vertices=shuffle(random, evidence.vertices))),
        lambda: replace(value, evidence=replace(evidence, faces=shuffle(random, evidence.faces))),
    ]
    return random.choice(changes)()


def shuffle(random: Random, items: tuple[Any, ...]) -> Any:
    """The items in another order, or with one removed."""
    return tuple(random.sample(items, max(0, len(items) - random.choice((0, 0, 1)))))


def assert_true(certificate: Certificate, setting: Placed) -> None:
    """Check everything that the certificate claims against exact arithmetic."""
    truth = exact.of_shapes(exact.trace(*setting).steps[-1])
    assert compare_length(truth, certificate.lower) >= 0
    assert compare_length(truth, certificate.upper) <= 0
    beyond = [compare_length(truth, sign * certificate.tolerance) for sign in (-1, 1)]
    said = {(-1, -1): Verdict.PENETRATING, (1, 1): Verdict.SEPARATED}.get((beyond[0], beyond[1]), Verdict.TOUCHING)
    assert certificate.verdict == said
    if certificate.exact:
        assert (certificate.lower, certificate.upper) == bracket(truth)
    elif certificate.proves == Proof.DISTANCE:
        assert certificate.upper - certificate.lower <= 1e-9 * size(*setting) * (1 + 1e-6)
    assert not certificate.bounded
    assert certificate.of_hulls == any(isinstance(shape, kinds.Mesh) for shape in setting[::2])


@pytest.mark.slow
def test_mutated_certificates_are_rejected_or_still_true() -> None:
    random, accepted, rejected = Random(12), Counter[bool](), 0
    settings: list[Placed] = [APART, DEEP, CONTACT]
    settings += [random_polytope_pair(random) for _ in range(5)]
    for setting in settings:
        for algorithm in (None, "exact", "sat"):
            valid = query(*setting, algorithm=algorithm).certificate
            for _ in range(40 if valid else 0):
                forged = valid
                for _ in range(random.randrange(1, 4)):
                    forged = mutate(random, forged)
                if check(forged, *setting):
                    assert_true(forged, setting)
                    accepted[forged.exact] += 1
                else:
                    rejected += 1
    assert min(accepted[True], accepted[False]) >= 15
    assert rejected >= 200


def random_polytope_pair(random: Random) -> Placed:
    return random_hull(random), random_pose(random, 0.7), random_hull(random), random_pose(random, 0.7)


def test_a_certificate_is_valid_only_for_its_own_pair() -> None:
    for setting, algorithm in ((APART, "exact"), (DEEP, "exact"), (CONTACT, "exact"), (CURVED, None)):
        certificate = certificate_of(setting, algorithm)
        a, pose_a, b, pose_b = setting
        closer = pose_b._replace(position=(pose_b.position[0] - 1e-9, 0, 0))
        further = pose_b._replace(position=(pose_b.position[0] + 1e-9, 0, 0))
        assert not (check(certificate, a, pose_a, b, closer) and check(certificate, a, pose_a, b, further))
        assert not check(certificate, b, pose_b, a, pose_a)
        assert not check(certificate, replace(a, rounding=0.5), pose_a, b, pose_b)


def test_poses_may_be_matrices_and_are_validated_as_in_the_engine() -> None:
    certificate = certificate_of(APART)
    matrix = [[1, 0, 0, 3], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert check(certificate, CUBE, Pose(), CUBE, matrix)
    with pytest.raises(ValueError, match="pose_b: the last row"):
        check(certificate, CUBE, Pose(), CUBE, [*matrix[:3], [1, 0, 0, 1]])


def test_a_tolerance_above_the_touching_tolerance_is_rejected() -> None:
    """Otherwise anything could be certified as touching."""
    gap = 1e-6
    near: Placed = (CUBE, Pose(), CUBE, Pose(position=(2 + gap, 0, 0)))
    certificate = certificate_of(near)
    assert certificate.verdict == Verdict.SEPARATED
    forged = replace(certificate, verdict=Verdict.TOUCHING, tolerance=2 * gap)
    assert "tolerance" in (objection(forged, *near) or "")


def test_a_point_outside_a_curved_shape_is_no_evidence() -> None:
    certificate = certificate_of(CURVED)
    evidence = certificate.evidence
    for name in ("points_a", "points_b"):
        points = getattr(evidence, name)
        for wrong in ((0.0, 2.5, 0.0), (1.0000000000000002, 0.0, 0.0), (nan, 0.0, 0.0), (0.8, 0.0, 0.8)):
            forged = replace(certificate, evidence=replace(evidence, **{name: (wrong, *points[1:])}))
            assert name in (objection(forged, *CURVED) or "")


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_the_surface_of_a_curved_shape_belongs_to_it_and_nothing_beyond(axis: str) -> None:
    on = {
        kinds.Cylinder(5, 2, axis): [(3, 2, 4), (0, -2, 5), (0, 0, 0)],
        kinds.Cone(6, 2, axis): [(0, 2, 0), (6, -2, 0), (1.8, 0, 2.4), (0, 1, 1.5)],
        kinds.Ellipsoid((2, 4, 8)): [(2, 0, 0), (0, 0, -8), (1.2, 3.2, 0), (0, 2.4, 6.4)],
    }
    for shape, points in on.items():
        for point in points:
            turned = point if isinstance(shape, kinds.Ellipsoid) else about(point, axis)
            assert is_accepted(shape, scale(turned, 1 - 2.0**-50))
            if norm(point) > 0:
                assert not is_accepted(shape, scale(turned, 1 + 2.0**-50))
            if all(float(x).is_integer() for x in point):
                assert is_accepted(shape, turned)


def about(point: tuple[float, float, float], axis: str) -> Vec3:
    """Map a point of a shape about y to the same shape about another axis."""
    x, y, z = point
    return {"x": (y, z, x), "y": (x, y, z), "z": (z, x, y)}[axis]


def is_accepted(shape: kinds.Shape, point: Vec3) -> bool:
    try:
        prove(Evidence(vertices=((0, 0),), points_a=(point,)), shape, Pose(), kinds.Point(), Pose())
    except ValueError:
        return False
    return True


# --- evidence proves only what is true ---


def random_evidence(random: Random, corners_a: int, corners_b: int) -> Evidence:
    vertices = tuple((random.randrange(corners_a), random.randrange(corners_b)) for _ in range(random.choice((4, 6))))
    faces = random.choice(((), TETRAHEDRON, TETRAHEDRON, OCTAHEDRON if len(vertices) == 6 else ()))
    return Evidence(
        axis=random.choice((random_direction(random), (random.randint(-5, 5), random.randint(-5, 5), 1))),
        vertices=vertices,
        weights=random.choice(((), tuple(random.choice((0, 1, random.random())) + 1e-3 for _ in vertices))),
        faces=faces,
    )


TETRAHEDRON = ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2))
OCTAHEDRON = tuple(
    face if sign > 0 else (face[1], face[0], face[2])
    for i, j, k in product((0, 1), (2, 3), (4, 5))
    for face, sign in [((i, j, k), 1 - 2 * ((i + j + k) % 2))]
)


def test_anything_that_random_evidence_proves_is_true() -> None:
    random, proved = Random(6), Counter[str]()
    for _ in range(80):
        spread = random.choice((0.1, 0.1, 1.8))
        pair = random_hull(random, 8), random_pose(random, spread), random_hull(random, 8), random_pose(random, spread)
        truth = exact.exact_signed_distance(*pair)
        for _ in range(8):
            evidence = random_evidence(random, 8, 8)
            try:
                certificate = prove(evidence, *pair)
            except ValueError:
                continue
            assert certificate.lower <= truth.upper
            assert certificate.upper >= truth.lower
            assert certificate.verdict in (truth.verdict, Verdict.UNDECIDED)
            proved[certificate.verdict] += 1
            proved["faces"] += bool(evidence.faces)
    assert proved[Verdict.PENETRATING] >= 8
    assert proved[Verdict.SEPARATED] >= 8
    assert proved["faces"] >= 8


@pytest.mark.parametrize("family", ["sphere_cylinder", "sphere_cone", "sphere_ellipsoid"])
def test_any_axis_of_a_curved_shape_gives_a_valid_lower_bound(family: str) -> None:
    """The best axis gives a tight one: rounding the square roots costs almost nothing."""
    random = Random(7)
    for pair in pairs(family, 20):
        rounding = 1e-14 * pair.extent
        for _ in range(5):
            certificate = prove(Evidence(axis=random_direction(random)), *pair.arguments)
            assert certificate.lower <= pair.signed_distance + rounding
            assert certificate.upper == inf
        best = prove(Evidence(axis=query(*pair.arguments).normal), *pair.arguments)
        assert best.lower == pytest.approx(pair.signed_distance, abs=1e-9 * pair.extent)


def test_empty_evidence_proves_nothing() -> None:
    certificate = prove(Evidence(), *APART)
    assert (certificate.verdict, certificate.lower, certificate.upper) == (Verdict.UNDECIDED, -inf, inf)
    assert not check(certificate, *APART)


@pytest.mark.parametrize(
    "shape", [kinds.Box((1, 2, 3), 0.5), kinds.Cylinder(3, 2, "x", 0.25), kinds.Ellipsoid((1, 2, 4)), kinds.Cone(2, 3)]
)
def test_the_tolerance_is_relative_to_the_longest_side_as_in_the_engine(shape: kinds.Shape) -> None:
    for pose in POSES.values():
        pair = (kinds.Point(), Pose(), shape, pose)
        assert prove(Evidence(), *pair).tolerance == pytest.approx(TOUCHING * size(*pair), rel=1e-9)


def test_faces_and_edges_in_line_with_the_origin_do_not_enclose_it() -> None:
    """A triangle with two sides, and a line there and back, close up; the origin is in their plane, but outside."""
    a, _, b, there = APART
    level = level_points(a, b, 2)
    with pytest.raises(Unproved, match="faces: the origin is not strictly behind one of them"):
        prove(Evidence(vertices=level[:3], faces=((0, 1, 2), (0, 2, 1))), a, Pose(), b, there)
    square, here, beside = Box2((1.0, 1.0)), plane_pose((0.0, 0.0)), plane_pose((3.0, 0.0))
    with pytest.raises(Unproved, match="edges: the origin is not strictly on the left of one of them"):
        prove(
            Evidence(vertices=level_points(square, square, 1)[:2], edges=((0, 1), (1, 0))), square, here, square, beside
        )


def level_points(a: PolytopeShape, b: PolytopeShape, axis: int) -> tuple[tuple[int, int], ...]:
    """Vertices of A − B, all with the first of A, whose coordinate along an axis is 0 before the shapes are moved."""
    first, *_ = a.corners()
    return tuple((0, j) for j, corner in enumerate(b.corners()) if corner[axis] == first[axis])


@pytest.mark.parametrize("hand", [1.0, -1.0])
def test_the_faces_of_a_tetrahedron_are_counterclockwise_seen_from_outside(hand: float) -> None:
    points = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.2, 0.3, hand))
    faces = outward_faces(points)
    for face in faces:
        p, q, r = (points[i] for i in face)
        [apex] = (point for i, point in enumerate(points) if i not in face)
        assert dot(cross(sub(q, p), sub(r, p)), sub(apex, p)) < 0
    sides = Counter(side for i, j, k in faces for side in ((i, j), (j, k), (k, i)))
    assert all(sides[j, i] == count == 1 for (i, j), count in sides.items())


def test_integers_in_evidence_are_as_small_as_their_proportions_allow() -> None:
    assert shorten((6, -9, 0)) == (2, -3, 0)


# --- wording ---


@pytest.mark.parametrize(
    ("setting", "algorithm", "words"),
    [
        (
            APART,
            "exact",
            "separated, certified. Along (1, 0, 0), Kugel ends 1 m before B begins. A point of Kugel and a point",
        ),
        (APART, "exact", "The distance is exact: both bounds are the same number."),
        (APART, "sat", "The signed distance is at least 1 m."),
        (CONTACT, "gjk", "Along (1, 0, 0), Kugel ends where B begins. Kugel and B have a point in common."),
        (DEEP, None, "moving Kugel back by 0.5 m separates it from B."),
        (DEEP, None, "all in Kugel − B, prove that the depth is at least 0.5 m."),
        (CURVED, None, "; the extent of a curved surface was rounded outwards."),
        ((kinds.Sphere(1), Pose(), kinds.Sphere(1), Pose(position=(1.5, 0, 0))), "gjk", "overlap by 0.5 m."),
        (
            (kinds.Mesh(((0, 0, 0), (1, 0, 0)), ()), Pose(), kinds.Sphere(1), Pose()),
            None,
            "a mesh that is not convex counts as its",
        ),
    ],
)
def test_a_certificate_explains_its_proof(setting: Placed, algorithm: str | None, words: str) -> None:
    assert words in explain(certificate_of(setting, algorithm), "Kugel")


def test_an_axis_with_many_digits_is_shown_as_a_unit_vector() -> None:
    axis = (3 * 10**400, 0, -4 * 10**400)
    assert "Along (0.6, 0, −0.8)" in explain(prove(Evidence(axis=axis), *APART))


# --- search budget ---


def ball_of(count: int) -> kinds.Hull:
    points = np.random.default_rng(1).normal(size=(count, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    return kinds.Hull(tuple((x, y, z) for x, y, z in points.tolist()))


def test_a_search_over_budget_still_proves_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """MPR's depth is not minimal, so nothing proves it: the exact depth only proves that the shapes overlap."""
    monkeypatch.setattr(certify_module, "WORK", 40 * step_work(400))
    ball, near = ball_of(200), Pose(position=(0.01, 0.02, 0.0))
    result = query(ball, Pose(), ball, near, "mpr")
    assert result.certificate is not None
    assert (result.proved, result.certified, result.uncertified) == (Proof.VERDICT, False, "")
    assert check(result.certificate, ball, Pose(), ball, near)
    assert proof_words(result).startswith("verdict certified, depth between")
    default = query(ball, Pose(), ball, near)
    assert (default.certified, default.uncertified) == (True, "")  # from EPA's own last step


def test_a_search_over_budget_stops_and_the_result_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget counts work, not seconds."""
    ball, near = ball_of(30), Pose(position=(0.01, 0.02, 0.0))
    steps = 0

    def count(*arguments: Any) -> exact.State:
        nonlocal steps
        steps += 1
        return exact_step(*arguments)

    exact_step = exact.step
    monkeypatch.setattr(exact, "step", count)
    monkeypatch.setattr(certify_module, "WORK", 2 * step_work(60))  # not even a tetrahedron
    for _ in range(3):
        steps = 0
        result = query(ball, Pose(), ball, near, "mpr")
        assert (result.certificate, result.uncertified, steps) == (None, "too large", 2)
        assert not_certified_words(result) == "not certified (too large)"
        assert result.verdict is Verdict.PENETRATING
    monkeypatch.undo()
    assert query(ball, Pose(), ball, near, "mpr").uncertified == ""


def test_the_budget_suffices_for_round_hulls_of_1000_vertices() -> None:
    ball = ball_of(1000)
    evidence = list(exact_algorithm._search_evidence(Setting(ball, Pose(), ball, Pose()), certify_module.WORK))
    assert None not in evidence


def test_epa_may_prove_the_answer_when_exact_arithmetic_exceeds_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    ball, box = ball_of(60), kinds.Box((1, 1, 1))
    pair = ball, Pose(), box, Pose(position=(1.5, 0.1, 0.2))
    answer = query(*pair, "sat")
    exhausted = Prover(order=1, applies=lambda _: True, evidence=lambda *_: iter([None]), is_final=True)
    changed = Algorithm(**vars(ALGORITHMS["exact"]) | {"prover": exhausted})
    monkeypatch.setitem(ALGORITHMS.records, "exact", changed)
    again = query(*pair, "sat")
    assert (again.signed_distance, again.certified, again.uncertified) == (answer.signed_distance, True, "")


# --- confirmation ---


KNOWN = Certificate(Verdict.SEPARATED, Proof.DISTANCE, 1e-9, 1.0, 1.0 + 1e-12, False, False, False, Evidence())
SAID = Result("gjk", Verdict.SEPARATED, 2, 3, 1.0, lower=1.0, upper=1.0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("result", "confirmed"),
    [
        (SAID, True),
        (replace(SAID, signed_distance=1 + 0.9e-9), True),
        (replace(SAID, signed_distance=1 + 1.1e-9), False),
        (replace(SAID, signed_distance=1 - 1.1e-9), False),
        (replace(SAID, verdict=Verdict.PENETRATING), False),
        (replace(SAID, lower=1.1), False),
        (replace(SAID, upper=0.9), False),
        (replace(SAID, lower=0.5, upper=2.0), True),
        (replace(SAID, lower=-inf, upper=inf), True),
        (replace(SAID, signed_distance=None, lower=-inf, upper=inf), True),
    ],
)
def test_a_certificate_confirms_answers_within_its_bounds(result: Result, confirmed: bool) -> None:
    assert confirms(KNOWN, result) is confirmed


def test_a_distance_without_bounds_needs_a_tight_certificate() -> None:
    wide = replace(KNOWN, upper=1.5, proves=Proof.VERDICT)
    bare = replace(SAID, lower=-inf, upper=inf, signed_distance=1.2)
    assert not confirms(wide, bare)
    assert confirms(wide, replace(bare, lower=1.0, upper=1.5))  # its own bounds admit the uncertainty
    assert not confirms(wide, replace(bare, lower=1.1, upper=1.5))


# --- as JSON ---


@pytest.mark.parametrize(
    ("setting", "algorithm"), [(APART, "sat"), (DEEP, "exact"), (CONTACT, "exact"), (CURVED, None)]
)
def test_a_certificate_survives_a_round_trip_through_json(setting: Placed, algorithm: str | None) -> None:
    certificate = certificate_of(setting, algorithm)
    text = json.dumps(certificate_to_dict(certificate), allow_nan=False)
    again = certificate_from_dict(json.loads(text))
    assert again == certificate
    assert check(again, *setting)


def test_only_a_certificate_becomes_a_dictionary() -> None:
    with pytest.raises(ValueError, match="certificate: must be a Certificate, got 1"):
        certificate_to_dict(1)


def test_integers_beyond_doubles_are_hexadecimal_strings() -> None:
    random = Random(8)
    pair = random_hull(random), random_pose(random), random_hull(random), random_pose(random)
    plain = certificate_to_dict(certificate_of(pair, "exact"))
    assert all(isinstance(number, str) and abs(int(number, 16)) > 2**53 for number in plain["evidence"]["axis"])
    assert certificate_from_dict(json.loads(json.dumps(plain))) == certificate_of(pair, "exact")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda plain: plain.pop("evidence"),
        lambda plain: plain.update(evidence=None),
        lambda plain: plain.update(verdict="nearly"),
        lambda plain: plain.update(proves="nearly"),
        lambda plain: plain.pop("lower"),
        lambda plain: plain.update(signature="trust me"),
        lambda plain: plain["evidence"].update(axis=["x", "y", "z"]),
    ],
    ids=["no evidence", "evidence of nothing", "no verdict", "no proof", "no claim", "too much", "no numbers"],
)
def test_an_invalid_certificate_is_rejected(spoil: Callable[[dict[str, Any]], Any]) -> None:
    plain = certificate_to_dict(certificate_of(APART))
    spoil(plain)
    with pytest.raises(ValueError, match=r"certificate|nearly|invalid literal"):
        certificate_from_dict(plain)


def test_unsupported_shapes_get_no_certificate_from_that_algorithm() -> None:
    with pytest.raises(NotApplicable):
        query(*CURVED, algorithm="exact")
