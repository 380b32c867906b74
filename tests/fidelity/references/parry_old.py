"""parry 0.25 in Rapier 0.30: the npm package 0.19.3, under the name `rapier-0.19` (see `parry.py`)."""

from functools import partial

from tests.fidelity.reference import Reference
from tests.fidelity.references import parry

PACKAGE = "rapier-0.19"

REFERENCE = Reference(
    "parry-old",
    "Rapier (npm @dimforge/rapier3d-compat)",
    partial(parry.version, PACKAGE),
    partial(parry.ask, package=PACKAGE),
    parry.REFERENCE.shapes,
    "parry3d 0.25.3, commit 3a41ac2, src/query/gjk, src/query/epa/epa3.rs, src/query/point",
    roundoff=2.0**-24,
)
