"""Converts certificates to JSON values and back."""

from dataclasses import fields
from math import inf, isfinite
from typing import Any

from gjkscope.engine.arithmetic.integers import json_integer
from gjkscope.engine.proof.certificate import Certificate, Evidence, Proof
from gjkscope.engine.proof.verdict import Verdict


def as_plain(certificate: Certificate) -> dict[str, Any]:
    """The certificate as a dictionary of JSON values.

    Floats are kept (JSON round-trips doubles); integers beyond 2⁵³ become hexadecimal strings; infinite bounds become
    `None`.
    """
    claim = {field.name: _plain(getattr(certificate, field.name)) for field in fields(certificate)}
    evidence = certificate.evidence
    return {**claim, "evidence": {field.name: _plain(getattr(evidence, field.name)) for field in fields(evidence)}}


def from_plain(record: dict[str, Any]) -> Certificate:
    """The inverse of `as_plain`.  Raises `ValueError` if the record is malformed; verifies nothing else."""
    try:
        claim, evidence = dict(record), {name: _tuples(value) for name, value in record["evidence"].items()}
        bounds = {"lower": -inf, "upper": inf}
        claim |= {name: bound for name, bound in bounds.items() if claim[name] is None}
        claim |= {"verdict": Verdict(claim["verdict"]), "proves": Proof(claim["proves"])}
        return Certificate(**{**claim, "evidence": Evidence(**evidence)})
    except (TypeError, ValueError, LookupError, AttributeError) as fault:
        raise ValueError(f"certificate: not a record written by as_plain ({fault})") from None


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, int):
        return json_integer(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    return value.value if isinstance(value, Verdict | Proof) else value


def _tuples(value: Any) -> Any:
    """Converts lists to tuples and hexadecimal strings to integers."""
    if isinstance(value, list):
        return tuple(_tuples(part) for part in value)
    return int(value, 16) if isinstance(value, str) else value
