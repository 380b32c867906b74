"""All cache policies: each module of `policies` has one, `POLICY`."""

from gjkscope.engine.caches import policies
from gjkscope.engine.caches.records import CachePolicy
from gjkscope.engine.registry.discovery import Discovered

CACHES: Discovered[CachePolicy] = Discovered(policies, "POLICY")
