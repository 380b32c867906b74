"""Keeps the compiler from evaluating unlikely branches speculatively.

If both sides of a branch are pure arithmetic, the compiler computes both and selects one.  This is slow if the unlikely
side, for extreme numbers, takes a square root and three divisions: on hulls and boxes, GJK takes a quarter longer.  An
empty instruction that the compiler must not move prevents it from computing that side ahead.
"""

from types import FunctionType
from typing import Any

from llvmlite import ir
from numba.extending import intrinsic, overload, register_jitable

from gjkscope.engine import vectors
from gjkscope.engine.runtime.compilation.options import INLINE


def register() -> None:
    """Makes compiled code run the two functions for extreme vectors only if necessary."""
    norm, unit = _copy(vectors._scaled_norm), _copy(vectors._scaled_unit)
    overload(vectors._scaled_norm, jit_options=INLINE)(lambda a: lambda a: norm(seldom(a)))
    overload(vectors._scaled_unit, jit_options=INLINE)(lambda a: lambda a: unit(seldom(a)))


def _copy(function: Any) -> Any:
    """A copy of the function for compiled code to call, because the function itself is overloaded here."""
    return register_jitable(**INLINE)(FunctionType(function.__code__, function.__globals__))


def _seldom(typing: Any, a: Any) -> Any:
    """The vector, unchanged, behind a barrier for the optimiser."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = ir.IntType(64)  # which every processor has a register for
        [vector] = arguments
        x = builder.bitcast(builder.extract_value(vector, 0), bits)
        x = builder.asm(ir.FunctionType(bits, [bits]), "", "=r,0", [x], side_effect=True)
        return builder.insert_value(vector, builder.bitcast(x, ir.DoubleType()), 0)

    return a(a), code


seldom = intrinsic(_seldom)
