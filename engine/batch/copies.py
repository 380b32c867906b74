"""Copies of lists, all at once: numba appends one item after the other, and asks for more room again and again.

EPA copies its polytope at each step, and then adds some faces: for two boxes that is a good part of its time.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import impl_ret_new_ref
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic, overload

from .. import epa

ROOM = 8  # for so many items more, as a step adds a few


def teach() -> None:
    overload(epa._copy, jit_options={"forceinline": True})(lambda items: lambda items: copied(items))


def _copied(typing: Any, items: Any) -> Any:
    """Items are moved as bytes, so there must be nothing in them that counts its holders."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        assert not context.data_model_manager[items.dtype].contains_nrt_meminfo()
        old = ListInstance(context, builder, items, arguments[0])
        size = old.size
        new = ListInstance.allocate(context, builder, items, builder.add(size, ir.Constant(size.type, ROOM)))
        new.size = size
        cgutils.raw_memcpy(
            builder, new.data, old.data, size, context.get_abi_sizeof(context.get_data_type(items.dtype))
        )
        return impl_ret_new_ref(context, builder, items, new.value)

    return items(items), code


copied = intrinsic(_copied)
