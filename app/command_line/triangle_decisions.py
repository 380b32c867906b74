"""What was decided about the contact with a triangle, as the commands print it in JSON."""

from typing import Any

from gjkscope.engine.simulation.internal_edges import NO_TRIANGLE, TriangleDecision


def decision_document(decision: TriangleDecision) -> dict[str, Any]:
    """The decision with its reason; `by` is the triangle that made it, if one did."""
    return {
        "triangle": decision.triangle,
        "fate": decision.fate.value,
        "by": None if decision.by == NO_TRIANGLE else decision.by,
        "normal": decision.normal,
        "raw_normal": decision.raw,
        "depth": decision.depth,
        "reason": decision.reason,
    }
