"""Box3D's shared library in the wheel robox3d, called through the package's own bindings (pip install robox3d)."""

from importlib import import_module
from importlib.metadata import version as version_of
from typing import NamedTuple

from gjkscope.app.ask.solvers.adapters.box3d import Box3dQuery
from gjkscope.app.ask.solvers.building import PlacedShape
from gjkscope.engine.published.box3d.steps import NO_CACHE, SimplexCache
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import row_times
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

Indices = tuple[tuple[int, int], ...]  # of the points of A and B


class Box3dAnswer(NamedTuple):
    """What `b3ShapeDistance` returns: in A's frame, with each simplex, and the cache."""

    distance: float
    normal: tuple[float, float, float]
    simplexes: tuple[Indices, ...]
    cache: SimplexCache


def version() -> str:
    """Raises `ImportError` if it is not installed."""
    import_module("robox3d._ffi")
    return f"0.1.0 (robox3d {version_of('robox3d')})"


def ask(pair: Arguments) -> Said:
    answer = shape_distance(pair)
    if answer.distance <= 0:
        return Said(True)
    return Said(False, answer.distance, row_times(pair[1].rotation, answer.normal))


def shape_distance(pair: Arguments, cache: SimplexCache = NO_CACHE) -> Box3dAnswer:
    """`b3ShapeDistance` with radii; it starts from the cache."""
    query = Box3dQuery(import_module("robox3d._ffi"), PlacedShape(*pair[:2]), PlacedShape(*pair[2:]))
    kept = query.cache
    kept.metric, kept.count = cache.metric, len(cache.indices)
    for slot, (index_a, index_b) in enumerate(cache.indices):
        kept.indexA[slot], kept.indexB[slot] = index_a, index_b
    query.run()
    output, normal = query.output, query.output.normal
    simplexes = (query.simplexes[i] for i in range(output.simplexCount))
    return Box3dAnswer(
        output.distance,
        (normal.x, normal.y, normal.z),
        tuple(tuple((vertex.indexA, vertex.indexB) for vertex in one.vertices[0 : one.count]) for one in simplexes),
        SimplexCache(kept.metric, tuple((kept.indexA[i], kept.indexB[i]) for i in range(kept.count))),
    )


REFERENCE = Reference(
    "box3d",
    "Box3D",
    version,
    ask,
    (kinds.Box, kinds.Capsule, kinds.Hull, kinds.Sphere, kinds.Triangle),
    "Box3D 0.1.0, commit 8441b4a, src/distance.c",
    roundoff=2.0**-24,
)
