"""Certificates as JSON can hold them, and back again."""

from dataclasses import fields
from math import inf, isfinite
from typing import Any

from gjkscope.engine.arithmetic.integers import plain
from gjkscope.engine.proof.certificate import Certificate, Evidence, Proof
from gjkscope.engine.proof.verdict import Verdict


def as_plain(certificate: Certificate) -> dict[str, Any]:
    """The certificate as JSON can hold it.

    Floats are themselves (JSON writes a double so that it is read again); whole numbers beyond 2⁵³ are strings of
    hexadecimal digits; an infinite bound is `None`.
    """
    claim = {field.name: _plain(getattr(certificate, field.name)) for field in fields(certificate)}
    evidence = certificate.evidence
    return {**claim, "evidence": {field.name: _plain(getattr(evidence, field.name)) for field in fields(evidence)}}


def from_plain(record: dict[str, Any]) -> Certificate:
    """The certificate that `as_plain` made this of.  Raises `ValueError` where it is none; `check` is for the rest."""
    try:
        claim, evidence = dict(record), {name: _tuples(value) for name, value in record["evidence"].items()}
        bounds = {"lower": -inf, "upper": inf}
        claim |= {name: bound for name, bound in bounds.items() if claim[name] is None}
        claim |= {"verdict": Verdict(claim["verdict"]), "proves": Proof(claim["proves"])}
        return Certificate(**{**claim, "evidence": Evidence(**evidence)})
    except (TypeError, ValueError, LookupError, AttributeError) as fault:
        raise ValueError(f"certificate: not one that was written by as_plain ({fault})") from None


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, int):
        return plain(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    return value.value if isinstance(value, Verdict | Proof) else value


def _tuples(value: Any) -> Any:
    """Lists as tuples, strings of hexadecimal digits as whole numbers."""
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    return int(value, 16) if isinstance(value, str) else value
