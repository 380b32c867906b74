"""Shape casts of Jolt Physics, in Node.js (installed as `jolt.py` says)."""

from gjkscope.engine.published.jolt.shapes import DEFAULT_CONVEX_RADIUS
from gjkscope.engine.published.jolt_cast.steps import cast_vector
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import SINGLE
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said
from tests.fidelity.references import jolt


def ask(pair: Arguments) -> Said:
    """A hit at the start has a depth; a later one only a normal."""
    x, y, z = map(float, cast_vector(pair[1], pair[3]))
    hit = jolt.jolt_says(pair, cast=(x, y, z), radius=DEFAULT_CONVEX_RADIUS)
    if "failure" in hit:
        return Said(False, failure=hit["failure"])
    if "depth" not in hit:
        return Said(False)
    starts = hit["fraction"] == 0
    return Said(starts, -hit["depth"] if starts else None, tuple(hit["axis"]))


REFERENCE = Reference(
    "jolt-cast",
    "Jolt Physics (npm jolt-physics)",
    jolt.version,
    ask,
    (kinds.Box, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone),
    "Jolt Physics 5.6, commit 3b47ec39, Jolt/Geometry/GJKClosestPoint.h, ClosestPoint.h",
    roundoff=SINGLE,
)
