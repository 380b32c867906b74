"""Box3D through the robox3d wheel: its GJK, `b3ShapeDistance`, which also records its simplexes."""

from importlib import import_module
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.building import (
    Ask,
    PlacedShape,
    as_vector3,
    pose_seen_from,
    prepare,
    quaternion_xyzw,
    time_query,
)
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported, wants_iterations
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Point, Segment, Shape, Sphere, Triangle
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, neg, row_times, scale, sub

MOST_POINTS = 255  # the cache keeps indices in bytes
MOST_SIMPLEXES = 40  # Box3D stops after 32 iterations
PROXIES: dict[type[Shape], str] = dict.fromkeys((Box, Capsule, Hull, Point, Segment, Sphere, Triangle), "b3ShapeProxy")


def _load() -> Ask:
    """Imports the bindings and returns the function that asks Box3D."""
    bindings = import_module("robox3d._ffi")

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, PROXIES, rounds=True)
        query = Box3dQuery(bindings, pair.a, pair.b)
        seconds = query.run()
        return query.answer()._replace(note=pair.note, seconds=seconds)

    return ask


class Box3dQuery:
    """A call of `b3ShapeDistance`: its input, and what it writes.  It computes in A's frame, and on B − A."""

    def __init__(self, bindings: Any, a: PlacedShape, b: PlacedShape) -> None:
        new = bindings.ffi.new
        self.given, self.cache = new("b3DistanceInput *"), new("b3SimplexCache *")
        self.simplexes: Any = new(f"b3Simplex[{MOST_SIMPLEXES}]")
        self.output: Any = None
        self._distance = bindings.lib.b3ShapeDistance
        self._pose = a.pose
        self._points = [  # must live as long as the input
            _fill(new, proxy, placed.shape) for proxy, placed in ((self.given.proxyA, a), (self.given.proxyB, b))
        ]
        relative = pose_seen_from(b.pose, a.pose)
        x, y, z, w = quaternion_xyzw(relative)
        self.given.transform = {"p": _components(relative.position), "q": {"v": _components((x, y, z)), "s": w}}
        self.given.useRadii = True

    def run(self) -> float:
        """The seconds that it took."""
        arguments = (self.given, self.cache, self.simplexes, MOST_SIMPLEXES)
        self.output, seconds = time_query(self._distance, *arguments)
        return seconds

    def answer(self) -> SolverAnswer:
        iterations = self._iterations() if wants_iterations() else ()
        normal = row_times(self._pose.rotation, _vector(self.output.normal))
        if normal == ZERO:  # the cores overlap
            return SolverAnswer("penetrating", iterations=iterations)
        on_a, on_b = (apply(self._pose, _vector(point)) for point in (self.output.pointA, self.output.pointB))
        distance = float(self.output.distance) or dot(sub(on_b, on_a), normal)
        return SolverAnswer(None, distance, normal, on_a, on_b, iterations=iterations)

    def _iterations(self) -> tuple[Iteration, ...]:
        """The simplexes with the weights of their vertices; the first one has none yet."""
        return tuple(self._iteration(self.simplexes[i]) for i in range(1, self.output.simplexCount))

    def _iteration(self, simplex: Any) -> Iteration:
        vertices = simplex.vertices[0 : simplex.count]
        closest = ZERO
        for vertex in vertices:
            closest = add(closest, scale(self._difference(vertex.w), vertex.a))
        return Iteration(tuple(self._vertex(vertex) for vertex in vertices), closest=closest)

    def _vertex(self, vertex: Any) -> IterationVertex:
        on_a, on_b = (apply(self._pose, _vector(point)) for point in (vertex.wA, vertex.wB))
        return IterationVertex(self._difference(vertex.w), on_a, on_b)

    def _difference(self, w: Any) -> Vec3:
        return row_times(self._pose.rotation, neg(_vector(w)))


def _fill(new: Any, proxy: Any, shape: Any) -> Any:
    """Gives the proxy its points and its radius, and returns the points."""
    corners = _box_points(shape) if isinstance(shape, Box) else shape.corners()
    if len(corners) > MOST_POINTS:
        raise Unsupported(f"{shape.kind} of {len(corners)} vertices: Box3D's hulls have at most {MOST_POINTS}")
    points = new("b3Vec3[]", [_components(corner) for corner in corners])
    proxy.points, proxy.count, proxy.radius = points, len(corners), shape.ball_radius() + shape.rounding
    return points


def _box_points(box: Box) -> tuple[Vec3, ...]:
    """In the order of `b3MakeBoxHull`, which decides ties."""
    x, y, z = box.half_extents
    return tuple((i * x, j * y, k * z) for k in (1, -1) for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1)))


def _components(v: Vec3) -> dict[str, float]:
    return dict(zip("xyz", v, strict=True))


def _vector(v: Any) -> Vec3:
    return as_vector3((v.x, v.y, v.z))


register(
    Adapter(
        name="box3d",
        title="Box3D",
        package=Wheel("robox3d", "robox3d"),
        shapes={
            "point": "b3ShapeProxy with one point",
            "segment": "b3ShapeProxy with two points",
            "triangle": "b3ShapeProxy with three points",
            "sphere": "b3ShapeProxy with one point and a radius",
            "box": "b3ShapeProxy with the eight points of b3MakeBoxHull",
            "halfspace": "b3ShapeProxy with the corners of the slab that gjkscope cuts it to",
            "capsule": "b3ShapeProxy with two points and a radius",
            "hull": "b3ShapeProxy with its vertices, at most 255",
            "mesh": "its hull, as b3ShapeProxy with its vertices, at most 255: b3ShapeDistance takes nothing else",
        },
        answers=("distance", "depth", "normal", "witnesses"),
        rounding="the radius of b3ShapeProxy",
        conventions=EngineConventions(
            query="b3ShapeDistance with radii and an empty cache, and its simplexes",
            distance="The gap.  Box3D returns 0 for overlapping shapes: if only their radii overlap, the depth is that "
            "of its points along its normal; else it is unknown.",
            normal="From A to B, as ours; none if more than the radii overlap.",
            witnesses="In A's frame, on the rounded surfaces.",
            margin="None.",
            precision="single",
            tolerance="None: it ends when a support point repeats, or the distance does not fall.",
        ),
        accuracy=1e-6,
        least_error=1e-9,
        load=_load,
    )
)
