"""libccd 2.1: GJK and EPA as FCL's and Drake's collision queries use them."""

from gjkscope.engine.published.libccd.steps import State, trace

__all__ = ["State", "trace"]
