"""Converts certificates to JSON values and back."""

from dataclasses import fields
from math import inf, isfinite
from typing import Any

from gjkscope.engine.arguments import short_repr
from gjkscope.engine.arithmetic.integers import json_integer
from gjkscope.engine.proof.certificate import Certificate, Evidence, Proof
from gjkscope.engine.proof.meshes import OutsideRay, SurfaceEvidence, SurfaceNode
from gjkscope.engine.proof.verdict import Verdict


def certificate_to_dict(certificate: Certificate) -> dict[str, Any]:
    """The `certificate` as a dictionary of JSON values.

    Floats are kept (JSON round-trips doubles); integers beyond 2⁵³ become hexadecimal strings; infinite bounds become
    `None`.  Raises `ValueError` if `certificate` is not a certificate.

    >>> import json
    >>> from gjkscope import Box, Pose, Sphere, certificate_from_dict, certificate_to_dict, query
    >>> certificate = query(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(2, 0, 0))).certificate
    >>> text = json.dumps(certificate_to_dict(certificate))
    >>> certificate_from_dict(json.loads(text)) == certificate
    True
    """
    if not isinstance(certificate, Certificate):
        raise ValueError(f"certificate: must be a Certificate, got {short_repr(certificate)}")
    claim = {field.name: _plain(getattr(certificate, field.name)) for field in fields(certificate)}
    evidence = certificate.evidence
    return {**claim, "evidence": {field.name: _plain(getattr(evidence, field.name)) for field in fields(evidence)}}


def certificate_from_dict(record: dict[str, Any]) -> Certificate:
    """The certificate in a dictionary, `record`, that `certificate_to_dict` or `gjkscope query --json` wrote.

    Raises `ValueError` if the dictionary is malformed.  Verify the certificate itself with `check`.

    >>> from gjkscope import Box, Pose, certificate_from_dict, certificate_to_dict, check, query
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0))
    >>> check(certificate_from_dict(certificate_to_dict(query(*pair).certificate)), *pair)
    True
    """
    try:
        claim, evidence = dict(record), {name: _tuples(value) for name, value in record["evidence"].items()}
        bounds = {"lower": -inf, "upper": inf}
        claim |= {name: bound for name, bound in bounds.items() if claim[name] is None}
        claim |= {"verdict": Verdict(claim["verdict"]), "proves": Proof(claim["proves"])}
        if evidence.get("surfaces") is not None:
            evidence["surfaces"] = _surfaces(evidence["surfaces"])
        return Certificate(**{**claim, "evidence": Evidence(**evidence)})
    except (TypeError, ValueError, LookupError, AttributeError) as fault:
        raise ValueError(f"certificate: not a record written by certificate_to_dict ({fault})") from None


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, int):
        return json_integer(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    return value.value if isinstance(value, Verdict | Proof) else value


def _surfaces(fields_in_order: tuple[Any, ...]) -> SurfaceEvidence:
    found = SurfaceEvidence(*fields_in_order)
    nodes, rays = (SurfaceNode(*node) for node in found.nodes), (OutsideRay(*ray) for ray in found.rays)
    return found._replace(nodes=tuple(nodes), rays=tuple(rays))


def _tuples(value: Any) -> Any:
    """Converts lists to tuples and hexadecimal strings to integers."""
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    return int(value, 16) if isinstance(value, str) else value
