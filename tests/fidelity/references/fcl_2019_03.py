"""FCL of March 2019 (see `fcl_0_6_0.py`)."""

from tests.fidelity.references import fcl_0_6_0

REFERENCE = fcl_0_6_0.reference("fcl-2019-03", "FCL of March 2019", "5e937624", options=("-DNDEBUG", "-DIS_SIGNED=1"))
