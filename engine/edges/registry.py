"""All policies for internal edges: each module of `policies` has one, `POLICY`."""

from gjkscope.engine.edges import policies
from gjkscope.engine.edges.decisions import EdgePolicy
from gjkscope.engine.registry.discovery import modules_in

EDGE_POLICIES: dict[str, EdgePolicy] = {
    policy.name: policy
    for policy in sorted((module.POLICY for module in modules_in(policies)), key=lambda policy: policy.order)
}
