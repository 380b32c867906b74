"""FCL of May 2018, the distance without a sign (see `fcl_0_6_0.py`)."""

from tests.fidelity.references import fcl_0_6_0

REFERENCE = fcl_0_6_0.reference(
    "fcl-2018-05", "FCL of May 2018", "65066190", options=("-DNDEBUG", "-DIS_SIGNED=0", "-DCONVEX_OF_PLANES")
)
