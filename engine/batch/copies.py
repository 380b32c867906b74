"""Lists that compiled code need not copy.

EPA copies its polytope at each step and changes the copy, so that the trace has all polytopes.  The compiled loop
keeps the last state and no other, and each step is done with the old lists before it changes the new ones: so they may
be the same.
"""

from numba.extending import overload

from .. import epa


def teach() -> None:
    """Makes compiled code take a list itself for its copy."""
    overload(epa._copy, jit_options={"forceinline": True})(lambda items: lambda items: items)
