"""The distance of two meshes, or of a mesh and a convex shape, by their triangles."""

from gjkscope.engine.mesh_distance.steps import (
    MeshPair,
    MeshPhase,
    NodePair,
    PairFate,
    State,
    TriangleTest,
    enclosed,
    is_in_contact,
    prepare,
    result,
    run,
    shape_bounds,
    start,
    step,
    trace,
)

__all__ = [
    "MeshPair",
    "MeshPhase",
    "NodePair",
    "PairFate",
    "State",
    "TriangleTest",
    "enclosed",
    "is_in_contact",
    "prepare",
    "result",
    "run",
    "shape_bounds",
    "start",
    "step",
    "trace",
]
