"""Who of those that answered about a pair is wrong.

A certificate proves between which bounds the signed distance lies, whoever found it.  So

1. take the certificate with the closest bounds;
2. an answer whose claim (compare.py) these bounds contradict is wrong, unless ordinary rounding explains it;
3. an answer that these bounds do not contradict, but that has another verdict, is as near to touching as the tolerance
   is wide: it does not agree, but is not wrong either;
4. without a certificate nobody can be called wrong: an answer that contradicts another one is only known to be one of
   two that cannot both be true.

Beside it stands how far an answer's normal is from that of the certified one.  Apart, two convex shapes have one
normal; overlapping, two axes may be just as deep, so another normal alone is no fault.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import atan2, degrees
from typing import NamedTuple

from gjkscope.engine.analysis.compare import AGREE, Disagreement, Kind, Row, claim, disagreements
from gjkscope.engine.evidence.search import of_surfaces
from gjkscope.engine.result import Verdict, verdict_of
from gjkscope.engine.vectors import Vec3, cross, dot, norm


class Standing(StrEnum):
    CERTIFIED = "certified"  # all that it says
    VERDICT_CERTIFIED = "verdict certified"  # but not its distance
    AGREES = "agrees"  # or says nothing that could be contradicted
    WITHIN_ROUNDING = "within rounding"  # its distance is off by no more than its arithmetic explains
    WITHIN_TOLERANCE = "within tolerance"  # another verdict than is proved, but within the tolerance of touching
    UNDECIDED = "undecided"
    CONTRADICTS = "contradicts"  # another answer, and which of the two is wrong is not known
    WRONG = "wrong"


class Judgement(NamedTuple):
    """What is to be thought of a row; `against` is the row that it contradicts, or is measured by."""

    row: Row
    standing: Standing
    against: Row | None = None
    kind: Kind | None = None  # what it contradicts that one about
    apart: float = 0.0  # how far apart their claims are, metres
    turned: float | None = None  # between its normal and that of `against`, degrees


def judge(rows: Sequence[Row], size: float, meshes: bool) -> tuple[Judgement, ...]:
    """A judgement of each row, in their order; `size` is that of the pair, metres, `meshes` whether there is one."""
    found = disagreements(rows, size, AGREE * size, meshes)
    proved = proof(rows)
    return tuple(_judgement(row, proved, found, size, meshes) for row in rows)


def proof(rows: Sequence[Row]) -> Row | None:
    """The row whose certificate has the closest bounds; None where nothing is certified."""
    certified = [row for row in rows if row.result.certificate is not None]
    return min(certified, key=_width, default=None)


def _width(row: Row) -> float:
    certificate = row.result.certificate
    return certificate.upper - certificate.lower if certificate else float("inf")


def _judgement(row: Row, proved: Row | None, found: Sequence[Disagreement], size: float, meshes: bool) -> Judgement:
    if row.result.verdict is Verdict.UNDECIDED:
        return Judgement(row, Standing.UNDECIDED)
    if proved is None:
        return next((_contradiction(row, one) for one in found if row in (one.first, one.second)), _agrees(row, None))
    apart, other_verdict = _beyond_proof(row, proved, size, meshes), _has_other_verdict(row, proved, size, meshes)
    if apart > AGREE * size + row.rounding:
        kind = Kind.DISTANCE if row.result.verdict is proved.result.verdict else Kind.VERDICT
        return Judgement(row, Standing.WRONG, proved, kind, apart, _turned(row, proved))
    if other_verdict and row.result.certificate is None:
        return Judgement(row, Standing.WITHIN_TOLERANCE, proved, Kind.VERDICT, max(apart, 0.0), _turned(row, proved))
    if apart > AGREE * size:
        return Judgement(row, Standing.WITHIN_ROUNDING, proved, Kind.DISTANCE, apart, _turned(row, proved))
    return _agrees(row, proved)


def _has_other_verdict(row: Row, proved: Row, size: float, meshes: bool) -> bool:
    """Whether its verdict is neither the proved one nor what the proved bounds are called by the common tolerance."""
    certificate = proved.result.certificate
    assert certificate is not None
    if meshes and of_surfaces(row.algorithm):  # it speaks of the surfaces, and the certificate of their hulls
        return False
    return row.result.verdict not in (proved.result.verdict, verdict_of(certificate.lower, certificate.upper, size))


def _contradiction(row: Row, found: Disagreement) -> Judgement:
    other = found.second if row is found.first else found.first
    return Judgement(row, Standing.CONTRADICTS, other, found.kind, found.apart, _turned(row, other))


def _agrees(row: Row, proved: Row | None) -> Judgement:
    standing = Standing.AGREES if row.result.certificate is None else Standing.VERDICT_CERTIFIED
    return Judgement(row, Standing.CERTIFIED if row.certified else standing, proved, turned=_turned(row, proved))


def _beyond_proof(row: Row, proved: Row, size: float, meshes: bool) -> float:
    """How far a claim is outside of what is proved, metres; not above 0 where both can be true."""
    certificate, says = proved.result.certificate, claim(row, size, meshes)
    assert certificate is not None
    return max(says.lower - certificate.upper, certificate.lower - says.upper)


def _turned(row: Row, other: Row | None) -> float | None:
    if other is None or row.result.normal is None or other.result.normal is None:
        return None
    return angle(row.result.normal, other.result.normal)


def angle(a: Vec3, b: Vec3) -> float:
    """Between two vectors, degrees; also the smallest angle to all its digits, which a cosine would not give."""
    return degrees(atan2(norm(cross(a, b)), dot(a, b)))
