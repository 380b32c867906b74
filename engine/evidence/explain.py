"""Describes what a certificate proves, and how."""

from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from math import inf, isfinite

from gjkscope.engine.evidence.search import OF_HULLS, hull_words
from gjkscope.engine.proof.certificate import Certificate, Evidence, Proof
from gjkscope.engine.proof.meshes import SurfaceEvidence
from gjkscope.engine.proof.verdict import Verdict
from gjkscope.engine.result import Result
from gjkscope.engine.text import counted, number, vector
from gjkscope.engine.vectors import Vec3, unit

CERTIFIED = "certified"


def proof_words(result: Result) -> str:
    """A summary such as "certified", "not certified", or "verdict certified, depth between 1 and 2.5 m".

    If the algorithm computes no distance, but the certificate proves one: "certified, distance 0.9 m".
    """
    certificate = result.certificate
    if certificate is None or result.of_hulls:
        return not_certified_words(result)
    if certificate.of_hulls:  # the hulls are apart, so the surfaces are at least as far apart
        return f"verdict certified, {interval_words(replace(certificate, upper=inf))}"
    if certificate.proves is Proof.DISTANCE:
        return CERTIFIED if result.signed_distance is not None else f"{CERTIFIED}, {_distance_words(certificate)}"
    between = interval_words(certificate)
    return f"verdict certified, {between}" if between else "verdict certified"


def verdict_words(result: Result) -> str:
    """The verdict, with a note if it is about the hull of a mesh that is not convex: "penetrating (of its hull)"."""
    note = hull_words(result)
    return f"{result.verdict.value} ({note})" if note else result.verdict.value


def with_hull_note(sentence: str, note: str) -> str:
    """The last sentence of a run, with a note if the answer is "of its hull" or "of their hulls" (`note`)."""
    if not note:
        return sentence
    meshes = "meshes" if note == OF_HULLS else "mesh"
    return f"{sentence} This is true {note}, but not necessarily of the {meshes}."


def not_certified_words(result: Result) -> str:
    """States that the answer is not certified, with the reason if it is known."""
    return f"not certified ({result.uncertified})" if result.uncertified else "not certified"


def interval_words(certificate: Certificate) -> str:
    """For example "depth between 1 and 2.5 m", or "depth 0.5 m" if both bounds are the same number.

    Bounds are rounded outwards, with enough digits to tell them apart.
    """
    deep = certificate.verdict == Verdict.PENETRATING
    lower, upper = (-certificate.upper, -certificate.lower) if deep else (certificate.lower, certificate.upper)
    what = "depth" if deep else "distance"
    least, most = round_outward(lower, upper)
    if least and least == most:
        return f"{what} {least} m"
    if least and most:
        return f"{what} between {least} and {most} m"
    if least:
        return f"{what} at least {least} m"
    return f"{what} at most {most} m" if most else ""


def _distance_words(certificate: Certificate) -> str:
    """For example "distance 0.914213562373 m", of a certificate whose bounds have met to within its tolerance."""
    what = "depth" if certificate.verdict == Verdict.PENETRATING else "distance"
    return f"{what} {number(abs(certificate.upper), PROVED_DIGITS)} m"


PROVED_DIGITS = 12  # as of the distances that `query` prints


def round_outward(lower: float, upper: float) -> tuple[str, str]:
    """Both bounds, rounded outwards, with enough digits to tell them apart; "" for an infinite one."""
    least = _round(lower, upper, ROUND_FLOOR) if isfinite(lower) else ""
    return least, _round(upper, lower, ROUND_CEILING) if isfinite(upper) else ""


# Minimum significant digits of a bound, and of its distance from the other bound.
DIGITS, DIGITS_APART = 3, 2


def _round(bound: float, other: float, direction: str) -> str:
    exact = Decimal(repr(bound))
    if exact == 0:
        return "0"
    digit = exact.adjusted() - DIGITS + 1
    apart = abs(Decimal(repr(other)) - exact) if isfinite(other) else Decimal(0)
    if apart:
        digit = min(digit, apart.adjusted() - DIGITS_APART + 1)
    digits = min(exact.adjusted() - digit + 1, MOST_DIGITS)
    step = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    return number(float((exact / step).to_integral_value(direction) * step), digits)


MOST_DIGITS = 17  # of a double


def explain(certificate: Certificate, a: str = "A", b: str = "B") -> str:
    """The verdict, one sentence for each kind of evidence, and the precision of the bounds."""
    evidence = certificate.evidence
    parts = [
        f"{'The convex hulls of ' if certificate.of_hulls else ''}{a} and {b} are {certificate.verdict}, {CERTIFIED}.",
        _triangles(certificate, evidence.surfaces, a, b) if evidence.surfaces is not None else "",
        _axis(certificate, evidence, a, b) if evidence.axis is not None else "",
        _common(certificate, evidence, a, b) if evidence.faces or evidence.edges or evidence.weights else "",
        _rigour(certificate),
        "In all of this, a mesh that is not convex counts as its convex hull." if certificate.of_hulls else "",
    ]
    return " ".join(part for part in parts if part)


def _axis(certificate: Certificate, evidence: Evidence, a: str, b: str) -> str:
    along = f"Along {vector(_direction(evidence))}"
    if certificate.lower > 0:
        return f"{along}, {a} ends {number(certificate.lower)} m before {b} begins."
    if certificate.lower == 0:
        return f"{along}, {a} ends where {b} begins."
    return f"{along}, moving {a} back by {number(-certificate.lower)} m separates it from {b}."


def _triangles(certificate: Certificate, surfaces: SurfaceEvidence, a: str, b: str) -> str:
    planes = sum(node.axis is not None for node in surfaces.nodes)
    outside = f" Rays show that neither {a} nor {b} is inside the other." if surfaces.rays else ""
    parts = f"{counted(planes, 'plane')} {'parts' if planes == 1 else 'part'} all pairs of their triangles"
    parted = f"{parts} by {number(certificate.lower)} m or more."
    return f"{parted}{outside} A point of {a} and a point of {b} are {number(certificate.upper)} m apart."


def _common(certificate: Certificate, evidence: Evidence, a: str, b: str) -> str:
    if around := len(evidence.faces) or len(evidence.edges):
        features = f"{around} {'faces' if evidence.faces else 'edges'} around the origin, all in {a} − {b}"
        return f"{features}, prove that the depth is at least {number(-certificate.upper)} m."
    if certificate.upper > 0:
        return f"A point of {a} and a point of {b} are {number(certificate.upper)} m apart."
    if certificate.upper == 0:
        return f"{a} and {b} have a point in common."
    return f"The balls around a point of {a}'s core and one of {b}'s overlap by {number(-certificate.upper)} m."


def _rigour(certificate: Certificate) -> str:
    if certificate.exact:
        return "The distance is exact: both bounds are the same number."
    bounds = f"The signed distance is {_between(certificate)}"
    if certificate.proves is Proof.VERDICT and isfinite(certificate.lower) and isfinite(certificate.upper):
        bounds = f"{bounds}: only the verdict is certified, no distance"
    rounded = "; the extent of a curved surface was rounded outwards" if certificate.bounded else ""
    return f"{bounds}{rounded}."


def _between(certificate: Certificate) -> str:
    if certificate.upper == inf:
        return f"at least {_bound(certificate.lower)}"
    if certificate.lower == -inf:
        return f"at most {_bound(certificate.upper)}"
    return f"between {_bound(certificate.lower)} and {_bound(certificate.upper)}"


def _bound(value: float) -> str:
    """The bound with all its digits, because the two bounds may differ only in the last ones."""
    return f"{number(value, 17)} m"


def _direction(evidence: Evidence) -> Vec3:
    """The axis as a unit vector; its components may be integers far beyond the range of doubles."""
    x, y, z = evidence.axis or (0, 0, 0)
    longest = max(abs(x), abs(y), abs(z))
    return unit((x / longest, y / longest, z / longest))
