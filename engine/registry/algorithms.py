"""The registry of all algorithms on a pair.

A package directly below `engine` registers an algorithm on 3D shapes by defining the record `ALGORITHM` in a module
named `algorithm`; a package directly below `engine/plane`, one on 2D shapes.  Both have the same name if they are the
same algorithm: which one a name refers to follows from the shapes (`algorithm_for`).
"""

from typing import Any

from gjkscope.engine.arguments import choice, short_repr
from gjkscope.engine.registry.discovery import modules_named
from gjkscope.engine.registry.records import Algorithm, by_name, by_state
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import Shape, as_shape

ALGORITHMS: dict[str, Algorithm] = by_name(module.ALGORITHM for module in modules_named("algorithm", "gjkscope.engine"))
"""The algorithms on 3D shapes by name."""

PLANAR_ALGORITHMS: dict[str, Algorithm] = by_name(
    module.ALGORITHM for module in modules_named("algorithm", "gjkscope.engine.plane")
)
"""The algorithms on 2D shapes by name."""

_MODULES = list(modules_named("demonstration", "gjkscope.engine"))

DEMONSTRATIONS: dict[int, dict[str, Algorithm]] = {
    dimension: by_name(one for module in _MODULES for one in module.DEMONSTRATIONS[dimension]) for dimension in (2, 3)
}
"""Procedures for lessons by dimension and name.  They run like algorithms, but are not offered among them."""

STATES: dict[type, Algorithm] = (
    by_state(ALGORITHMS) | by_state(PLANAR_ALGORITHMS) | by_state(DEMONSTRATIONS[2]) | by_state(DEMONSTRATIONS[3])
)


def all_names() -> tuple[str, ...]:
    """The names of all algorithms and procedures for lessons, in either dimension."""
    return tuple(dict.fromkeys(name for registry in _registries() for name in registry))


def options_of(name: str) -> tuple[str, ...]:
    """The fields of `Options` that an algorithm supports, in either dimension."""
    return next(registry[name].options for registry in _registries() if name in registry)


def algorithms_for(shape: Shape) -> dict[str, Algorithm]:
    """All algorithms on shapes of the dimension of `shape`, by name."""
    return PLANAR_ALGORITHMS if shape.dimension == 2 else ALGORITHMS


def algorithm_for(name: str, shape: Shape) -> Algorithm:
    """The algorithm called `name`, a key of `ALGORITHMS`, for shapes of the dimension of `shape`.

    Raises `ValueError` for an unknown name, `NotApplicable` for an algorithm that has no version of this dimension.

    >>> from gjkscope import Box, algorithm_for
    >>> algorithm_for("gjk", Box((1, 1, 1))).title
    'GJK distance'
    """
    offered = algorithms_for(as_shape(shape))
    known = offered | DEMONSTRATIONS[shape.dimension]
    if choice("name", name, all_names()) not in known:
        raise NotApplicable(f"{name}: has no version for {shape.dimension}D shapes; these have {', '.join(offered)}")
    return known[name]


def algorithm_of(step: Any) -> Algorithm:
    """The algorithm that produced the step.  Raises `ValueError` if it is not a step of an algorithm on a pair."""
    if type(step) not in STATES:
        raise ValueError(f"step: must be a step of an algorithm on a pair, got {short_repr(step)}")
    return STATES[type(step)]


def _registries() -> tuple[dict[str, Algorithm], ...]:
    return (ALGORITHMS, PLANAR_ALGORITHMS, *DEMONSTRATIONS.values())
