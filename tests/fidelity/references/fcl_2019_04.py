"""FCL of April 2019, with its checks of debugging builds (see `fcl_0_6_0.py`)."""

from tests.fidelity.references import fcl_0_6_0

REFERENCE = fcl_0_6_0.reference("fcl-2019-04", "FCL of April 2019", "09f846c6", options=("-DIS_SIGNED=1",))
