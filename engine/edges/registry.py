"""All policies for internal edges: each module of `policies` has one, `POLICY`."""

from gjkscope.engine.edges import policies
from gjkscope.engine.edges.decisions import EdgePolicy
from gjkscope.engine.registry.discovery import Discovered

EDGE_POLICIES: Discovered[EdgePolicy] = Discovered(policies, "POLICY")
