"""What a certificate proves, and how, in plain language."""

from math import inf

from .certificate import Certificate, Evidence
from .vectors import Vec3, unit
from .words import number, vector


def explain(certificate: Certificate, a: str = "A", b: str = "B") -> str:
    """The verdict, one sentence for each kind of evidence, and how exact they are."""
    evidence = certificate.evidence
    parts = [
        f"{a} and {b} are {certificate.verdict}, certified.",
        _axis(certificate, evidence, a, b) if evidence.axis is not None else "",
        _common(certificate, evidence, a, b) if evidence.faces or evidence.weights else "",
        _rigour(certificate),
        "Of a mesh, its convex hull is meant." if certificate.of_hulls else "",
    ]
    return " ".join(part for part in parts if part)


def _axis(certificate: Certificate, evidence: Evidence, a: str, b: str) -> str:
    along = f"Along {vector(_direction(evidence))}"
    if certificate.lower > 0:
        return f"{along}, {a} ends {number(certificate.lower)} m before {b} begins."
    if certificate.lower == 0:
        return f"{along}, {a} ends where {b} begins."
    return f"{along}, {a} has only {number(-certificate.lower)} m to go back until it is clear of {b}."


def _common(certificate: Certificate, evidence: Evidence, a: str, b: str) -> str:
    if evidence.faces:
        faces = f"{len(evidence.faces)} faces around the origin, all in {a} − {b}"
        return f"{faces}, prove that no way out is shorter than {number(-certificate.upper)} m."
    if certificate.upper > 0:
        return f"A point of {a} and one of {b} are {number(certificate.upper)} m apart."
    if certificate.upper == 0:
        return f"{a} and {b} have a point in common."
    return (
        f"The balls around a point of {a}'s core and one of {b}'s reach {number(-certificate.upper)} m into each other."
    )


def _rigour(certificate: Certificate) -> str:
    if certificate.exact:
        return "That is the exact distance: both bounds are the same number."
    bounds = f"The signed distance is {_between(certificate)}"
    rounded = "; a curved surface's reach was rounded outwards" if certificate.bounded else ""
    return f"{bounds}{rounded}."


def _between(certificate: Certificate) -> str:
    if certificate.upper == inf:
        return f"at least {_bound(certificate.lower)}"
    if certificate.lower == -inf:
        return f"at most {_bound(certificate.upper)}"
    return f"between {_bound(certificate.lower)} and {_bound(certificate.upper)}"


def _bound(value: float) -> str:
    """All digits: those that differ are what it is about."""
    return f"{number(value, 17)} m"


def _direction(evidence: Evidence) -> Vec3:
    """The axis as a unit vector; it may be of whole numbers far beyond the doubles."""
    x, y, z = evidence.axis or (0, 0, 0)
    longest = max(abs(x), abs(y), abs(z))
    return unit((x / longest, y / longest, z / longest))
