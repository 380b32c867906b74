"""distance3d: GJK as in Jolt, then its expanding polytope algorithm if the shapes overlap.

Its GJK is a loop in Python around a compiled step.  The step is replaced by one that also records it, so the directions
and simplexes are those of a real run.
"""

from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.building import (
    Ask,
    PlacedShape,
    PreparedPair,
    as_vector3,
    axial_pose,
    normal_between,
    prepare,
    time_query,
)
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.pair_block import pose_array
from gjkscope.app.ask.solvers.solver import SolverAnswer, wants_iterations
from gjkscope.engine.iterations.records import MOST_ITERATIONS, Iteration, IterationVertex, finite_iteration
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.vectors import norm, scale

EPA_TOLERANCE = 1e-8  # metres: the default of epa.epa


class GjkRun:
    """Calls of distance3d's GJK that record its iterations."""

    def __init__(self) -> None:
        self._module: Any = import_module("distance3d.gjk._gjk_jolt")
        self._step = self._module._distance_loop
        self._iterations: list[Iteration] = []

    def iterations(self, a: Any, b: Any) -> tuple[Iteration, ...]:
        """Those of GJK about two colliders, also if its assertion fails at the end."""
        self._iterations = []
        self._module._distance_loop = self._record
        try:
            with suppress(AssertionError):  # it is the answer of the call that does not record
                self._module.gjk_distance_jolt(a, b)
        finally:
            self._module._distance_loop = self._step
        return tuple(self._iterations[:MOST_ITERATIONS])

    def _record(self, *arguments: Any) -> Any:
        """An iteration: it writes its simplex and the next direction into the arrays that it is given."""
        *arrays, count, _, last_square, _, direction = arguments[2:10]
        searched = as_vector3(direction)
        result = state, kept, _, square = self._step(*arguments)
        if state.name == "Clipped":  # without a look at a simplex
            iteration = Iteration(_simplex(arrays, count), searched)
        else:
            # Negated for the next search, but for shapes that intersect; twice, if the last closest point stays.
            is_closest = state.name == "Intersection" or not square < last_square
            iteration = Iteration(_simplex(arrays, kept), searched, as_vector3(direction if is_closest else -direction))
        self._iterations.append(finite_iteration(iteration))
        return result


def _simplex(arrays: list[Any], count: int) -> tuple[IterationVertex, ...]:
    """Of the points of A − B, of A and of B."""
    return tuple(IterationVertex(*(as_vector3(array[i]) for array in arrays)) for i in range(count))


def _load() -> Ask:
    """Imports distance3d, compiles it with a first pair, and returns the function that asks it."""
    colliders = import_module("distance3d.colliders")
    gjk, epa = import_module("distance3d.gjk"), import_module("distance3d.epa")
    builders, run = _builders(colliders), GjkRun()

    def collider(placed: PlacedShape) -> Any:
        built = builders[type(placed.shape)](placed)
        return colliders.Margin(built, placed.shape.rounding) if placed.shape.rounding > 0 else built

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, builders, rounds=True)
        first, second = collider(pair.a), collider(pair.b)
        try:
            answer = measure(pair, first, second)
        except AssertionError as failure:
            answer = SolverAnswer(crashed=f"AssertionError: {failure}".removesuffix(": "))
        return answer._replace(iterations=run.iterations(first, second)) if wants_iterations() else answer

    def measure(pair: PreparedPair, first: Any, second: Any) -> SolverAnswer:
        (distance, witness_a, witness_b, simplex), seconds = time_query(gjk.gjk, first, second)
        if witness_a is None:  # GJK has given up
            return SolverAnswer(signed_distance=float(distance), note="gjk returned no points", seconds=seconds)
        if distance > 0:
            on_a, on_b = as_vector3(witness_a), as_vector3(witness_b)
            normal = normal_between(on_a, on_b, distance, pair.reach)
            return SolverAnswer(None, float(distance), normal, on_a, on_b, note=pair.note, seconds=seconds)
        penetration, more = time_query(epa.epa, simplex, first, second)
        if penetration is None:
            return SolverAnswer(crashed="epa returned None", note=pair.note)
        separation, _, is_converged = penetration
        depth = norm(as_vector3(separation))
        notes = (*pair.notes, *(() if is_converged else ("EPA reached its iteration limit",)))
        normal = scale(as_vector3(separation), 1 / depth) if depth > EPA_TOLERANCE else None
        return SolverAnswer(None, -depth, normal, note=", ".join(notes) or None, seconds=seconds + more)

    cube = Box((1.0, 1.0, 1.0))
    for x in (0.5, 3.0):  # numba compiles both branches now rather than during the first question
        ask(cube, Pose(), cube, Pose(position=(x, 0.0, 0.0)))
    return ask


def _builders(colliders: Any) -> dict[type[Shape], Any]:
    def axial(placed: PlacedShape) -> Any:
        return pose_array(axial_pose(placed, "z"))

    def corners(placed: PlacedShape) -> Any:
        rotation, position = np.array(placed.pose.rotation), np.array(placed.pose.position)
        points = np.array(placed.shape.corners())  # type: ignore[attr-defined]
        return colliders.ConvexHullVertices(np.ascontiguousarray(points @ rotation.T + position))

    def cone(placed: PlacedShape) -> Any:
        """distance3d's cone has its frame in the base, ours at half the height."""
        frame, height = axial(placed), 2 * placed.shape.half_height  # type: ignore[attr-defined]
        frame[:3, 3] -= frame[:3, 2] * height / 2
        return colliders.Cone(frame, placed.shape.radius, height)  # type: ignore[attr-defined]

    return {
        Sphere: lambda placed: colliders.Sphere(np.array(placed.pose.position), placed.shape.radius),
        Box: lambda placed: colliders.Box(pose_array(placed.pose), 2 * np.array(placed.shape.half_extents)),
        Capsule: lambda placed: colliders.Capsule(axial(placed), placed.shape.radius, 2 * placed.shape.half_height),
        Cylinder: lambda placed: colliders.Cylinder(axial(placed), placed.shape.radius, 2 * placed.shape.half_height),
        Cone: cone,
        Ellipsoid: lambda placed: colliders.Ellipsoid(pose_array(placed.pose), np.array(placed.shape.radii)),
        Point: corners,
        Segment: corners,
        Triangle: corners,
        Hull: corners,
    }


register(
    Adapter(
        name="distance3d",
        title="distance3d",
        package=Wheel("distance3d", "distance3d"),
        shapes={
            "point": "ConvexHullVertices with one vertex",
            "segment": "ConvexHullVertices with two vertices",
            "triangle": "ConvexHullVertices with three vertices",
            "sphere": "Sphere",
            "box": "Box, full sizes",
            "halfspace": "ConvexHullVertices: the slab that gjkscope cuts it to",
            "capsule": "Capsule, full length of the inner segment, axis z",
            "cylinder": "Cylinder, full height, axis z",
            "cone": "Cone, full height, axis z, frame in the base",
            "ellipsoid": "Ellipsoid",
            "hull": "ConvexHullVertices",
            "mesh": "its hull, as ConvexHullVertices: distance3d has convex shapes only",
        },
        answers=("distance", "depth", "normal", "witnesses"),
        rounding="Margin",
        conventions=EngineConventions(
            query="gjk.gjk, then epa.epa with its default limits if the distance is 0",
            distance="GJK gives the gap or 0; minus the length of EPA's translation if the shapes overlap.",
            normal="Separated: between the witness points, if they are not too close.  Overlapping: EPA's translation, "
            "which moves B away from A; shorter than EPA's tolerance, it has no direction.",
            witnesses="World space, for separated shapes; EPA returns none.",
            margin="None.",
            precision="double",
            tolerance="EPA 1e-8; its 64 faces and 64 iterations are too few for most round shapes.",
        ),
        accuracy=1e-5,
        least_error=EPA_TOLERANCE,
        load=_load,
        supports=Supported(">=0.6", "it has no distance3d.gjk._gjk_jolt"),
    )
)
