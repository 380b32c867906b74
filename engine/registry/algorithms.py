"""The registry of all algorithms on a pair.

An algorithm on 3D shapes and one on 2D shapes have the same name if they are the same algorithm: which one a name
refers to follows from the shapes (`algorithm_for`).
"""

from functools import cache
from typing import Any

from gjkscope.engine.arguments import choice, short_repr
from gjkscope.engine.registry import catalogue
from gjkscope.engine.registry.listing import Registry
from gjkscope.engine.registry.records import Algorithm
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import Shape, as_shape

ALGORITHMS: Registry[Algorithm] = Registry(catalogue.ALGORITHMS)
"""The algorithms on 3D shapes by name."""

PLANAR_ALGORITHMS: Registry[Algorithm] = Registry(catalogue.PLANAR_ALGORITHMS)
"""The algorithms on 2D shapes by name."""

ENGINE_ALGORITHMS: Registry[Algorithm] = Registry(catalogue.ENGINE_ALGORITHMS)
"""The algorithms of other engines by name, on 3D shapes.  Their answers are those of the engines, right or wrong."""

DEMONSTRATIONS: dict[int, Registry[Algorithm]] = {
    2: Registry(catalogue.PLANAR_LESSONS),
    3: Registry(catalogue.LESSONS),
}
"""Procedures for lessons by dimension and name.  They run like algorithms, but are not offered among them."""


def all_names() -> tuple[str, ...]:
    """The names of all algorithms and procedures for lessons, in either dimension."""
    return tuple(dict.fromkeys(name for registry in _registries() for name in registry))


def options_of(name: str) -> tuple[str, ...]:
    """The fields of `Options` that an algorithm supports, in either dimension."""
    return next(registry.listings[name].options for registry in _registries() if name in registry)


def algorithms_for(shape: Shape) -> Registry[Algorithm]:
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
    others = (DEMONSTRATIONS[2],) if shape.dimension == 2 else (DEMONSTRATIONS[3], ENGINE_ALGORITHMS)
    for registry in (offered, *others):
        if name in registry:
            algorithm: Algorithm = registry[name]
            return algorithm
    choice("name", name, all_names())
    raise NotApplicable(f"{name}: has no version for {shape.dimension}D shapes; these have {', '.join(offered)}")


def algorithm_of(step: Any) -> Algorithm:
    """The algorithm that produced the step.  Raises `ValueError` if it is not a step of an algorithm on a pair."""
    if (algorithm := algorithm_if_any(step)) is None:
        raise ValueError(f"step: must be a step of an algorithm on a pair, got {short_repr(step)}")
    return algorithm


def algorithm_if_any(step: Any) -> Algorithm | None:
    """The algorithm that produced the step, or None."""
    kind: Any = type(step)  # mypy compares its instances' hash with that of a type
    return _algorithm_with(kind)


@cache
def _algorithm_with(state: type) -> Algorithm | None:
    """The first algorithm with steps of that type."""
    return next(
        (algorithm for registry in _registries() if (algorithm := registry.with_steps(state)) is not None), None
    )


def _registries() -> tuple[Registry[Algorithm], ...]:
    return (ALGORITHMS, PLANAR_ALGORITHMS, ENGINE_ALGORITHMS, *DEMONSTRATIONS.values())
