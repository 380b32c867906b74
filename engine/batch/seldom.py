"""Paths that are seldom taken, kept out of the way of the usual ones.

Where both sides of a branch are arithmetic alone, the compiler computes both and chooses afterwards.  That is a loss
where one side is a square root and the other, for numbers that are next to never met, that and three divisions: on
hulls and boxes all of GJK takes a quarter longer.  An instruction that does nothing, but that the compiler must not
move, keeps it from working ahead on that side.
"""

from types import FunctionType
from typing import Any

from llvmlite import ir
from numba.extending import intrinsic, overload, register_jitable

from gjkscope.engine import vectors

INLINE = {"forceinline": True, "no_cfunc_wrapper": True}


def teach() -> None:
    """Makes compiled code enter the two functions for extreme vectors only when it has to."""
    norm, unit = _copy(vectors._scaled_norm), _copy(vectors._scaled_unit)
    overload(vectors._scaled_norm, jit_options=INLINE)(lambda a: lambda a: norm(seldom(a)))
    overload(vectors._scaled_unit, jit_options=INLINE)(lambda a, length: lambda a, length: unit(seldom(a), length))


def _copy(function: Any) -> Any:
    """A function of the same code for compiled code to call, where the function itself leads here."""
    return register_jitable(**INLINE)(FunctionType(function.__code__, function.__globals__))


def _seldom(typing: Any, a: Any) -> Any:
    """The vector itself."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = ir.IntType(64)  # which every processor has a register for
        [vector] = arguments
        x = builder.bitcast(builder.extract_value(vector, 0), bits)
        x = builder.asm(ir.FunctionType(bits, [bits]), "", "=r,0", [x], side_effect=True)
        return builder.insert_value(vector, builder.bitcast(x, ir.DoubleType()), 0)

    return a(a), code


seldom = intrinsic(_seldom)
