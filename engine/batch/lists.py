"""EPA's lists in compiled code: they are not copied, and are reused for all pairs.

EPA copies its polytope at each step and changes the copy, so that the trace has all polytopes.  The compiled loop keeps
only the last state, and each step is finished with the old lists before it changes the new ones, so they can be the
same.  The lists are reused for the next pair, which avoids reallocating thousands of bytes as a polytope grows.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import impl_ret_borrowed, impl_ret_new_ref
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic, overload

from gjkscope.engine.epa import steps as epa

ROOM = 64  # initial capacity: enough vertices or faces for most polytopes


def register() -> None:
    """Makes compiled code use the list itself instead of a copy."""
    overload(epa._copy, jit_options={"forceinline": True, "no_cfunc_wrapper": True})(lambda items: lambda items: items)


def _roomy(typing: Any, like: Any) -> Any:
    """An empty list of items of this type, with capacity `ROOM`."""
    kind = types.List(like)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = ListInstance.allocate(context, builder, kind, ROOM)
        return impl_ret_new_ref(context, builder, kind, held.value)

    return kind(like), code


def _emptied(typing: Any, items: Any) -> Any:
    """Removes all items from the list; it keeps its capacity."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = ListInstance(context, builder, items, arguments[0])
        held.size = ir.Constant(held.size.type, 0)
        return impl_ret_borrowed(context, builder, items, held.value)

    return items(items), code


roomy = intrinsic(_roomy)
emptied = intrinsic(_emptied)
