"""Decides which results of a comparison are wrong.

A certificate proves bounds on the signed distance, whichever algorithm found it.  So:

1. Take the certificate with the closest bounds; of an answer about hulls, not one that is about triangles.
2. A result whose claim (compare.py) contradicts these bounds is wrong, unless ordinary rounding explains it.
3. A result that does not contradict them but has a different verdict is within the tolerance for touching: it does not
   agree, but is not wrong either.
4. Without a certificate, no result can be called wrong: of two contradictory results, it is unknown which one is.

The angle between a result's normal and the certified one is given too.  Two separated convex shapes have a unique
normal; overlapping shapes may have several normals of equal depth, so a different normal alone is not an error.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import atan2, degrees
from typing import NamedTuple

from gjkscope.engine.analysis.compare import AGREE, ComparisonRow, Disagreement, DisagreementKind, claim, disagreements
from gjkscope.engine.evidence.search import of_surfaces
from gjkscope.engine.result import Verdict, verdict_of
from gjkscope.engine.vectors import Vec3, cross, dot, norm


class Assessment(StrEnum):
    """How a result compares with the proved bounds, or with the other results."""

    CERTIFIED = "certified"  # verdict and distance
    VERDICT_CERTIFIED = "verdict certified"  # but not the distance
    AGREES = "agrees"  # or claims nothing that could be contradicted
    WITHIN_ROUNDING = "within rounding"  # the error of its distance is explained by its arithmetic
    WITHIN_TOLERANCE = "within tolerance"  # not the proved verdict, but within the tolerance for touching
    UNDECIDED = "undecided"
    CONTRADICTS = "contradicts"  # contradicts another result; which one is wrong is unknown
    WRONG = "wrong"


class Judgement(NamedTuple):
    """The assessment of a row; `against` is the row that it contradicts or is compared with."""

    row: ComparisonRow
    standing: Assessment
    against: ComparisonRow | None = None
    kind: DisagreementKind | None = None  # what the two disagree about
    apart: float = 0.0  # difference of their claims, metres
    turned: float | None = None  # angle between their normals, degrees


def judge(rows: Sequence[ComparisonRow], size: float, meshes: bool) -> tuple[Judgement, ...]:
    """Judges each row, in order; `size` is the size of the pair in metres, `meshes` whether a shape is a mesh."""
    pairs = disagreements(rows, size, AGREE * size, meshes)
    return tuple(_judgement(row, _proof_about(row, rows), pairs, size, meshes) for row in rows)


def proof(rows: Sequence[ComparisonRow]) -> ComparisonRow | None:
    """The row whose certificate has the closest bounds; `None` if no row has a certificate."""
    certified = [row for row in rows if row.result.certificate is not None]
    return min(certified, key=_width, default=None)


def _proof_about(row: ComparisonRow, rows: Sequence[ComparisonRow]) -> ComparisonRow | None:
    """The closest proof that concerns a row; what is proved of triangles does not concern an answer about hulls."""
    return proof([each for each in rows if not (row.result.of_hulls and _is_about_triangles(each))])


def _is_about_triangles(row: ComparisonRow) -> bool:
    return row.result.certificate is not None and row.result.certificate.evidence.surfaces is not None


def _width(row: ComparisonRow) -> float:
    certificate = row.result.certificate
    return certificate.upper - certificate.lower if certificate else float("inf")


def _judgement(
    row: ComparisonRow, proved: ComparisonRow | None, pairs: Sequence[Disagreement], size: float, meshes: bool
) -> Judgement:
    if row.result.verdict is Verdict.UNDECIDED:
        return Judgement(row, Assessment.UNDECIDED)
    if proved is None:
        return next(
            (_contradiction(row, pair) for pair in pairs if row in (pair.first, pair.second)), _agrees(row, None)
        )
    apart, other_verdict = _beyond_proof(row, proved, size, meshes), _has_other_verdict(row, proved, size, meshes)
    if apart > AGREE * size + row.rounding:
        kind = DisagreementKind.DISTANCE if row.result.verdict is proved.result.verdict else DisagreementKind.VERDICT
        return Judgement(row, Assessment.WRONG, proved, kind, apart, _angle_of_normals(row, proved))
    if other_verdict and row.result.certificate is None:
        return Judgement(
            row,
            Assessment.WITHIN_TOLERANCE,
            proved,
            DisagreementKind.VERDICT,
            max(apart, 0.0),
            _angle_of_normals(row, proved),
        )
    if apart > AGREE * size:
        return Judgement(
            row, Assessment.WITHIN_ROUNDING, proved, DisagreementKind.DISTANCE, apart, _angle_of_normals(row, proved)
        )
    return _agrees(row, proved)


def _has_other_verdict(row: ComparisonRow, proved: ComparisonRow, size: float, meshes: bool) -> bool:
    """Whether its verdict differs from the proved one, and from the one that the proved bounds give with tolerance."""
    certificate = proved.result.certificate
    assert certificate is not None
    if meshes and of_surfaces(row.algorithm):  # it is about the surfaces, the certificate about their hulls
        return False
    return row.result.verdict not in (proved.result.verdict, verdict_of(certificate.lower, certificate.upper, size))


def _contradiction(row: ComparisonRow, disagreement: Disagreement) -> Judgement:
    other = disagreement.second if row is disagreement.first else disagreement.first
    return Judgement(
        row, Assessment.CONTRADICTS, other, disagreement.kind, disagreement.apart, _angle_of_normals(row, other)
    )


def _agrees(row: ComparisonRow, proved: ComparisonRow | None) -> Judgement:
    standing = Assessment.AGREES if row.result.proved is None else Assessment.VERDICT_CERTIFIED
    return Judgement(
        row, Assessment.CERTIFIED if row.certified else standing, proved, turned=_angle_of_normals(row, proved)
    )


def _beyond_proof(row: ComparisonRow, proved: ComparisonRow, size: float, meshes: bool) -> float:
    """How far a claim lies outside the proved bounds, in metres; ≤ 0 if both can be true."""
    certificate, says = proved.result.certificate, claim(row, size, meshes)
    assert certificate is not None
    return max(says.lower - certificate.upper, certificate.lower - says.upper)


def _angle_of_normals(row: ComparisonRow, other: ComparisonRow | None) -> float | None:
    if other is None or row.result.normal is None or other.result.normal is None:
        return None
    return angle(row.result.normal, other.result.normal)


def angle(a: Vec3, b: Vec3) -> float:
    """The angle between two vectors in degrees, accurate for small angles too, unlike an arc cosine."""
    return degrees(atan2(norm(cross(a, b)), dot(a, b)))
