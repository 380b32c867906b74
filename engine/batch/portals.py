"""MPR in compiled code: what a portal, a tuple of up to three vertices, is there.

The steps themselves (`mpr/steps.py`) are compiled as they are.
"""

from functools import cache
from typing import Any

from numba.extending import overload

from gjkscope.engine.batch.compiled import VERTEX
from gjkscope.engine.batch.lists import short
from gjkscope.engine.mpr import steps
from gjkscope.engine.published import vertices as published
from gjkscope.engine.runtime.compilation.options import INNER
from gjkscope.engine.vectors import scale


def _with_vertex(vertices: Any, vertex: Any) -> Any:
    """The list itself, as each is made from an empty one."""

    def with_vertex(vertices: Any, vertex: Any) -> Any:
        vertices.append(vertex)
        return vertices

    return with_vertex


def _tame(direction: Any) -> Any:
    """For unit vectors, as MPR's directions are: their greatest part is about 1 or less, and more than a half."""

    def of_unit(direction: Any) -> Any:
        largest = max(abs(direction[0]), abs(direction[1]), abs(direction[2]))
        return scale(direction, 0.5) if largest >= 1.0 else direction

    return of_unit


OVERLOADED = {
    steps.no_vertices: lambda: lambda: short(VERTEX),
    steps.with_vertex: _with_vertex,
    published.tame: _tame,
}
"""What replaces the functions that compiled code cannot run."""


@cache
def register() -> None:
    """Makes compiled code use these functions; once per process."""
    for function, replacement in OVERLOADED.items():
        overload(function, jit_options=INNER)(replacement)
