"""The choice of a core's support function in compiled code.

The interpreter looks it up in a table (`support.SUPPORTS`), which numba cannot do for functions that are to be inlined.
Compiled code compares the core's kind with each number in turn: a chain of functions, made from the same table.
"""

from typing import Any

from numba.extending import overload, register_jitable

from gjkscope.engine.runtime.compilation.options import INLINE
from gjkscope.engine.shapes import support
from gjkscope.engine.shapes.support import SUPPORTS, UNKNOWN_CORE


def register() -> None:
    """Makes compiled code find support points in a core's frame through the chain."""
    (last, function), *others = reversed(SUPPORTS.items())
    chain = _last(last, function)
    for kind, function in others:
        chain = _link(kind, function, chain)
    overload(support.local_support, jit_options=INLINE)(
        lambda core, direction: lambda core, direction: chain(core, direction)
    )


def _link(number: int, function: Any, others: Any) -> Any:
    """A link of the chain: handles cores of this kind and passes all others on."""

    def link(core: Any, direction: Any) -> Any:
        if core.kind == number:
            return function(core, direction)
        return others(core, direction)

    return register_jitable(**INLINE)(link)


def _last(number: int, function: Any) -> Any:
    """The end of the chain, where a kind that is not registered is an error."""

    def link(core: Any, direction: Any) -> Any:
        if core.kind == number:
            return function(core, direction)
        raise ValueError(UNKNOWN_CORE)

    return register_jitable(**INLINE)(link)
