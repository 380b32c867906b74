"""What certificates rest on, at its edges: bounds next to a tolerance, malformed evidence, rays that graze."""

from dataclasses import replace
from itertools import product
from math import inf, nan, nextafter
from typing import Any

import pytest

from gjkscope.engine import Box, Capsule, Certificate, Ellipsoid, Pose, Shape, Sphere, Verdict, query
from gjkscope.engine.arithmetic.integers import Int3, Length, int_extents, place_pair
from gjkscope.engine.evidence.search import confirms, hull_note
from gjkscope.engine.proof import certificate as proofs
from gjkscope.engine.proof.certificate import LONG, ROUNDINGS, Evidence, Proof, objection, proof_of, prove
from gjkscope.engine.proof.meshes import count_crossings
from gjkscope.engine.proof.points import shorten
from gjkscope.engine.proof.terms import Unproved
from gjkscope.engine.proof.verdict import TOUCHING, verdict_of
from gjkscope.engine.result import Exit, Result
from gjkscope.engine.vectors import DOUBLE
from tests.engine.moving import at

CUBE = Box((1, 1, 1))
APART = (CUBE, at(0), CUBE, at(2.5))
DEEP = (CUBE, at(0), CUBE, at(1.5, 0.25, 0.125))


def certificate_of(pair: tuple[Shape, Pose, Shape, Pose]) -> Certificate:
    certificate = query(*pair).certificate
    assert certificate is not None
    return certificate


# --- verdicts ---

HALF = 2.0**-20


def length(half_units: int) -> Length:
    """A length in units of 2⁻²¹ m, exactly."""
    return Length(1 if half_units > 0 else -1, half_units**2, 1, 0, -21)


@pytest.mark.parametrize(
    ("lower", "upper", "verdict"),
    [
        (3, None, Verdict.SEPARATED),
        (2, None, Verdict.UNDECIDED),
        (None, -3, Verdict.PENETRATING),
        (None, -2, Verdict.UNDECIDED),
        (-2, 2, Verdict.TOUCHING),
        (0, 0, Verdict.TOUCHING),
        (2, 2, Verdict.TOUCHING),
        (-3, 2, Verdict.UNDECIDED),
        (-2, 3, Verdict.UNDECIDED),
        (-3, 3, Verdict.UNDECIDED),
        (None, None, Verdict.UNDECIDED),
        (0, None, Verdict.UNDECIDED),
        (None, 0, Verdict.UNDECIDED),
    ],
)
def test_a_verdict_follows_from_exact_bounds_at_the_tolerance(
    lower: int | None, upper: int | None, verdict: Verdict
) -> None:
    bounds = [None if half_units is None else length(half_units) for half_units in (lower, upper)]
    assert proofs._verdict(*bounds, HALF) is verdict
    low, high = -inf if lower is None else lower * TOUCHING / 2, inf if upper is None else upper * TOUCHING / 2
    assert verdict_of(low, high, 1.0) is verdict


def test_at_an_infinite_size_nothing_touches() -> None:
    assert verdict_of(-1.0, 1.0, inf) is Verdict.UNDECIDED


def test_a_distance_is_proved_by_bounds_that_differ_by_what_is_allowed() -> None:
    for lower, upper, exact, proved in (
        (0.0, 0.25, False, Proof.DISTANCE), (0.0, nextafter(0.25, 1), False, Proof.DISTANCE),
        (0.0, 0.2501, False, Proof.VERDICT), (0.0, 9.0, True, Proof.DISTANCE), (-inf, 0.0, False, Proof.VERDICT),
        (0.0, inf, False, Proof.VERDICT), (-inf, inf, True, Proof.DISTANCE), (-9.0, -8.75, False, Proof.DISTANCE),
    ):  # fmt: skip
        assert proof_of(lower, upper, exact, 0.25) is proved
    for sign in (1, -1):
        far, rounding = 2.0**40, ROUNDINGS * DOUBLE * 2.0**40
        for more, proved in ((rounding, Proof.DISTANCE), (2 * rounding, Proof.VERDICT)):
            lower, upper = sorted((sign * far, sign * (far - more)))
            assert proof_of(lower, upper, False, 0.0) is proved


def test_an_answer_is_confirmed_within_the_tolerance() -> None:
    certificate = replace(certificate_of(APART), lower=0.5, upper=0.75, tolerance=0.125, proves=Proof.VERDICT)
    answer = Result("any", Verdict.SEPARATED, Exit.CONVERGED, 1)
    for lower, upper, distance, confirmed in (
        (-inf, inf, None, True), (0.625, inf, None, True), (0.626, inf, None, False), (-inf, 0.625, None, True),
        (-inf, 0.624, None, False), (0.0, 1.0, 0.375, True), (0.0, 1.0, 0.374, False), (0.0, 1.0, 0.875, True),
        (0.0, 1.0, 0.876, False), (-inf, 1.0, 0.6, False), (0.0, inf, 0.6, False),
    ):  # fmt: skip
        stated = replace(answer, lower=lower, upper=upper, signed_distance=distance)
        assert confirms(certificate, stated) == confirmed, (lower, upper, distance)
        assert not confirms(replace(certificate, verdict=Verdict.TOUCHING), stated)
    known = replace(certificate, proves=Proof.DISTANCE)
    for distance, confirmed in ((0.625, True), (0.624, False), (0.626, False)):
        assert confirms(known, replace(answer, signed_distance=distance)) == confirmed


def test_notes_say_which_shapes_are_hulls() -> None:
    assert [hull_note(a, b) for a, b in product((False, True), repeat=2)] == [
        "", "of its hull", "of its hull", "of their hulls",
    ]  # fmt: skip


# --- evidence ---


@pytest.mark.parametrize("vertices", [((-1, 0),), ((0, -1),), ((8, 0),), ((0, 8),)])
def test_a_vertex_that_a_shape_does_not_have_is_refused(vertices: tuple[tuple[int, int], ...]) -> None:
    """Indices do not count from the end."""
    with pytest.raises(Unproved, match="no such vertex"):
        prove(Evidence(vertices=vertices, weights=(1,)), *APART)
    assert prove(Evidence(vertices=((7, 0),), weights=(1,)), *APART).upper < inf


@pytest.mark.parametrize(
    ("weights", "fault"),
    [((1,), "as many"), ((1, 1, 1), "as many"), ((1, -1), "convex"), ((0, 0), "convex"), ((2, -1), "convex"),
     ((1, nan), "finite"), ((1, inf), "finite")],
)  # fmt: skip
def test_weights_that_are_not_convex_are_refused(weights: tuple[Any, ...], fault: str) -> None:
    with pytest.raises(Unproved, match=fault):
        prove(Evidence(vertices=((0, 0), (7, 0)), weights=weights), *APART)
    assert prove(Evidence(vertices=((0, 0), (7, 0)), weights=(0, 1)), *APART).upper < inf


TETRAHEDRON = ((0, 7), (3, 4), (5, 2), (6, 1))
OUTWARD = ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2))


def around_origin(faces: Any) -> Certificate:
    """Of two unit cubes at one place: 2 (±1, ±1, ±1) with an odd number of minus signs."""
    return prove(Evidence(vertices=TETRAHEDRON, faces=faces), CUBE, at(0), CUBE, at(0))


def test_faces_must_enclose_the_origin_and_close_up() -> None:
    right, wrong = OUTWARD, tuple(face[::-1] for face in OUTWARD)
    assert around_origin(right).upper == pytest.approx(-2 / 3**0.5)
    assert around_origin(right * 2).upper == around_origin(right).upper
    for faces, fault in (
        (wrong, "strictly behind"), (right[:3], "close up"), ((*right, right[0]), "close up"),
        ((*right[:3], right[3][::-1]), "close up"), ((*right[:3], right[3][:2]), "not a triangle"),
    ):  # fmt: skip
        with pytest.raises(Unproved, match=fault):
            around_origin(faces)
    for number in (-1, 4):
        renamed = tuple(tuple(number if corner == 3 else corner for corner in face) for face in right)
        with pytest.raises(Unproved, match="no such vertex"):
            around_origin(renamed)


@pytest.mark.parametrize(
    ("name", "value"),
    [("tolerance", True), ("tolerance", "0"), ("lower", "0.5"), ("upper", False), ("lower", None), ("exact", 1),
     ("bounded", 0), ("of_hulls", "no"), ("verdict", 3), ("proves", "all"), ("evidence", None)],
)  # fmt: skip
def test_a_claim_of_another_type_is_refused(name: str, value: object) -> None:
    certificate = certificate_of(APART)
    assert objection(certificate, *APART) is None
    changed = objection(replace(certificate, **{name: value}), *APART)
    assert changed is not None
    assert name in changed


def test_a_claim_may_be_weaker_but_not_stronger() -> None:
    certificate = certificate_of(DEEP)
    lower, upper = certificate.lower, certificate.upper
    weak = replace(certificate, exact=False, proves=Proof.VERDICT)
    for changes, fault in (
        ({"lower": nextafter(lower, -inf)}, None), ({"lower": nextafter(lower, inf)}, "lower"),
        ({"upper": nextafter(upper, inf)}, None), ({"upper": nextafter(upper, -inf)}, "upper"),
        ({"lower": -inf, "upper": inf}, None), ({"lower": -inf, "proves": Proof.DISTANCE}, "proves"),
        ({"verdict": Verdict.TOUCHING}, "verdict"), ({"bounded": True}, "bounded"), ({"of_hulls": True}, "of_hulls"),
        ({"lower": nan}, "lower"), ({"upper": nan}, "upper"),
    ):  # fmt: skip
        found = objection(replace(weak, **changes), *DEEP)
        assert found is None if fault is None else found is not None and fault in found, changes


# --- sizes ---


@pytest.mark.parametrize(
    ("shape", "extents"),
    [(Ellipsoid((1, 2, 3)), (2, 4, 6)), (Ellipsoid((3, 1, 2)), (6, 2, 4)), (CUBE, (2, 2, 2)), (Sphere(2), (0, 0, 0)),
     (Capsule(1, 3), (0, 6, 0))],
)  # fmt: skip
def test_extents_along_the_axes_are_exact_where_they_are_integers(shape: Shape, extents: Int3) -> None:
    pair = place_pair(shape, Pose(), CUBE, Pose())
    unit = LONG * 2**-pair.unit
    side = proofs._Side(shape, pair.a)
    assert proofs._extents(side) == [extent * unit for extent in extents]
    assert int_extents(pair.b) == (2 * 2**-pair.unit,) * 3


@pytest.mark.parametrize("axis", range(3))
def test_the_tolerance_is_that_of_the_longest_side_with_its_rounding(axis: int) -> None:
    half = [1.0, 1.0, 1.0]
    half[axis] = 4.0
    long = Box((half[0], half[1], half[2]), rounding=0.25)
    for pair in ((long, at(0), CUBE, at(9, 9, 9)), (CUBE, at(0), long, at(9, 9, 9))):
        assert prove(Evidence(axis=(1, 1, 1)), *pair).tolerance == TOUCHING * 8.5


# --- rays ---


def crossings(start: Int3, triangles: list[tuple[Int3, Int3, Int3]]) -> int:
    placed = [corner for triangle in triangles for corner in triangle]
    return count_crossings(start, (1, 0, 0), placed, [(i, i + 1, i + 2) for i in range(0, len(placed), 3)])


AHEAD: tuple[Int3, Int3, Int3] = ((9, -4, -4), (9, 8, -4), (9, -4, 8))


def test_a_ray_crosses_what_is_ahead_of_it_and_nothing_beside_or_behind() -> None:
    assert crossings((0, 0, 0), [AHEAD]) == crossings((0, 0, 0), [AHEAD[::-1]]) == 1
    assert crossings((0, 0, 0), [AHEAD, tuple((x + 1, y, z) for x, y, z in AHEAD)]) == 2  # type: ignore[list-item]
    assert crossings((10, 0, 0), [AHEAD]) == 0
    assert crossings((0, 9, 9), [AHEAD]) == 0
    assert crossings((8, 0, 0), [AHEAD]) == 1
    slanting: tuple[Int3, Int3, Int3] = ((-3, -4, -4), (9, 8, -4), (9, -4, 8))  # partly behind, crossed ahead
    assert crossings((0, 0, 0), [slanting]) == 1
    assert crossings((7, 0, 0), [slanting]) == 0


@pytest.mark.parametrize(
    ("start", "fault"),
    [((9, 0, 0), True), ((9, -4, -4), True), ((0, -4, 0), True), ((0, 8, -4), True), ((9, 2, 2), True),
     ((10, -4, 0), False), ((10, -4, -4), False), ((0, 0, -5), False)],
)  # fmt: skip
def test_a_ray_that_grazes_a_triangle_proves_nothing(start: Int3, fault: bool) -> None:
    """It starts on the triangle, or meets an edge or a corner, unless all of the triangle is behind."""
    for triangle in (AHEAD, AHEAD[::-1], (AHEAD[1], AHEAD[2], AHEAD[0])):
        if fault:
            with pytest.raises(Unproved, match="meets an edge, or starts on a triangle"):
                crossings(start, [triangle])
        else:
            assert crossings(start, [triangle]) == 0


def test_integers_are_shortened_by_their_common_divisor() -> None:
    assert shorten((6, -9, 0)) == (2, -3, 0)
    assert shorten((4,)) == (1,)
