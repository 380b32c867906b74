"""The part of the page on fidelity about contact policies."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gjkscope.engine.registry.discovery import modules_in
from tests.fidelity.policies.reference import PolicyOutcome, PolicyReference

RESULTS = Path(__file__).with_name("results")

HEAD = """## Contact policies

The contact policies make the manifolds of engines: as many points, at the same places and depths, with the same normal
and, where the engine has them, made of the same features. To renew a row: `python -m tests.fidelity.policies NAME`.

The pairs are seeded: boxes with aligned and turned faces, crossing edges and vertices; prisms; hulls; and round bodies,
turned or along each other's faces. Each kind overlaps a little, is about in touch, apart by up to 15 mm, deep, of
centimetres, or 1 km from the origin. *Close* is equal within 4 roundoffs of the size of the pair.

"""


def policy_references() -> list[PolicyReference]:
    return [module.REFERENCE for module in modules_in("tests.fidelity.policies.references")]


def policies_section() -> str:
    """The section, from the results that are kept."""
    return HEAD + "\n".join(_rows()) + "\n"


def _rows() -> Iterator[str]:
    heads = ("policy", "engine", "pairs", "with points", "equal", "close", *_OTHERS, "date")
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join('---' for _ in heads)} |"
    results = [(reference, _result(reference)) for reference in policy_references()]
    for reference, result in results:
        if result is not None:
            yield _row(reference, result)
    yield ""
    for reference, result in results:
        if result is not None:
            yield f"- `{reference.policy}`: written from {reference.source}. {reference.departures}".rstrip()
    yield ""


def _result(reference: PolicyReference) -> dict[str, Any] | None:
    path = RESULTS / f"{reference.policy}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def _row(reference: PolicyReference, result: dict[str, Any]) -> str:
    counts = [result["outcomes"][outcome.value] for outcome in PolicyOutcome]
    shares = (f"{100 * count / max(sum(counts), 1):.2f} %" for count in counts)
    engine = f"{reference.engine} {result['version']}"
    cells = (f"`{reference.policy}`", engine, f"{sum(counts):,}", f"{result['touching']:,}", *shares, result["date"])
    return f"| {' | '.join(cells)} |"


_OTHERS = ("other points", "another number", "another normal", "other features")
