"""EPA's lists in compiled code: no step copies them, and one pair after the other has the same ones.

EPA copies its polytope at each step and changes the copy, so that the trace has all polytopes.  The compiled loop
keeps the last state and no other, and each step is done with the old lists before it changes the new ones: so they may
be the same.  Nor are they given back after a pair: a polytope is thousands of bytes, which would be asked for bit by
bit as it grows.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import impl_ret_borrowed, impl_ret_new_ref
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic, overload

from gjkscope.engine.epa import steps as epa

ROOM = 64  # as many vertices or faces as most polytopes come to; a list grows where there are more


def teach() -> None:
    """Makes compiled code take a list itself for its copy."""
    overload(epa._copy, jit_options={"forceinline": True, "no_cfunc_wrapper": True})(lambda items: lambda items: items)


def _roomy(typing: Any, like: Any) -> Any:
    """An empty list of such things, with room."""
    kind = types.List(like)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = ListInstance.allocate(context, builder, kind, ROOM)
        return impl_ret_new_ref(context, builder, kind, held.value)

    return kind(like), code


def _emptied(typing: Any, items: Any) -> Any:
    """The list without its items, which keeps its room."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = ListInstance(context, builder, items, arguments[0])
        held.size = ir.Constant(held.size.type, 0)
        return impl_ret_borrowed(context, builder, items, held.value)

    return items(items), code


roomy = intrinsic(_roomy)
emptied = intrinsic(_emptied)
