"""The algorithms of engines that are compiled; to add one, describe it here (`Staged`).

Not compiled are those that keep a polytope from their first step, or as a tree of objects: `mujoco`, `mujoco-warp`,
`parry`, `coal`, `jolt` and what is built on them.  A polytope has too many shapes for a program of each.  `newton-mpr`,
`distance3d`, `meshes-jl` and the algorithms that are formulas have not been tried.

Of those with a polytope at the end, all is compiled but the polytope: the interpreter answers these pairs.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from gjkscope.engine.batch.staging.exploring import Functions
from gjkscope.engine.batch.staging.machine import Maker, Staged
from gjkscope.engine.batch.staging.modules import StagedDecisions
from gjkscope.engine.batch.staging.records import InMemory
from gjkscope.engine.batch.staging.shapes import FIRST_COMPUTED, StagedShape, Vertices, row_number
from gjkscope.engine.batch.staging.symbols import SymbolicNumber, as_float, every, highest, negation, staged_float32
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import ccd_supports
from gjkscope.engine.published.box3d import shapes as box3d_shapes
from gjkscope.engine.published.box3d.decisions import DECISIONS as BOX3D_DECISIONS
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Point,
    Segment,
    Sphere,
    Triangle,
)

NOWHERE = Pose()


def _sides(support: str) -> Maker:
    """For the function that prepares a shape: `support` is the field of its result with the support mapping."""

    def make(functions: Functions, prepare: Callable[..., Any]) -> Any:
        find = functions.dispatched(lambda shape, direction: getattr(prepare(shape, NOWHERE), support)(direction))

        class Support(InMemory):
            def __call__(self, direction: Any) -> Any:
                return find(StagedShape(self.address), direction)

        def placed(shape: Any, *others: Any) -> Any:
            return prepare(shape, *others)._replace(**{support: Support(shape.address)})

        return functions.dispatched(placed)

    return make


def _computed(count: int) -> Maker:
    """For a function of a shape alone, whose value of several numbers is stored with the shape."""
    return lambda _, __: (
        lambda shape: tuple(row_number(shape.address, FIRST_COMPUTED + place) for place in range(count))
    )


def _unchecked_spheres(_: Functions, kinds: Any) -> Any:
    """For the module of shapes: a sphere whose radius may be a symbol."""
    return SimpleNamespace(**{**vars(kinds), "Sphere": lambda radius: SimpleNamespace(radius=radius)})


def _reach_of(vertex: Vertex) -> Any:
    """`gjk.steps.reach_of`, of symbols."""
    return highest(*(abs(number) for number in (*vertex.a, *vertex.b)))


class _Cloud(Vertices):
    """Box3D's `PointCloud`: each point, and then the same relative to the first one."""

    stride = 6

    @property
    def points(self) -> "_Cloud":
        return self

    @property
    def radius(self) -> Any:
        return staged_float32(row_number(self.address, FIRST_COMPUTED))

    def _item(self, index: Any, offset: int) -> tuple[SymbolicNumber, ...]:
        return tuple(map(staged_float32, super()._item(index, offset)))

    def support(self, direction: Any) -> SymbolicNumber:
        """The first of the furthest points, which is point 0 unless a projection is greater than 0."""
        (x, y, z), zero = direction, np.float32(0.0)

        def projection(index: SymbolicNumber) -> Any:
            px, py, pz = self._item(index.value, 3)
            return x * px + y * py + z * pz

        return self.furthest_index(projection, zero)


def _cloud_array(shape: Any) -> Any:
    cloud = box3d_shapes._cloud(shape)
    return np.concatenate([np.array(cloud.points), np.stack(cloud.shifted, axis=1)], axis=1)


class _Box3dDecisions(StagedDecisions):
    """In place of `Box3dDecisions`."""

    def __init__(self, pair: Any) -> None:
        super().__init__(BOX3D_DECISIONS)

    def holds(self, kind: str, left: Any, right: Any, vertices: Any) -> Any:
        return super().holds(kind, as_float(left), right, vertices)


class _Indices(tuple[Any, ...]):
    """Two indices, compared as one condition."""

    def __eq__(self, other: object) -> Any:
        return every(a == b for a, b in zip(self, other, strict=True)) if isinstance(other, tuple) else NotImplemented

    __hash__ = tuple.__hash__


def _finishes(functions: Functions, finish: Callable[..., Any]) -> Any:
    """For a function that ends a run: called, whatever its words, of which only "limit" matters."""

    def plain(is_limit: bool, pair: Any, state: Any, *others: Any) -> Any:
        return finish(pair, state._replace(action="limit" if is_limit else ""), *others, "")

    called = functions.called(plain)
    return lambda pair, state, *others: called(state.action == "limit", pair, state, *others[:-1])


def _gives(solver: Any, is_beyond: Callable[..., Any], number: Any, arguments: Any) -> Any:
    """`_Solver._gives`, as one condition."""
    return every((negation(is_beyond(*arguments)), number == number))


def _is_edge_region(solver: Any, edge: Any, faces: Any) -> Any:
    """`_Solver.is_edge_region`, as one condition."""
    opposite = [next(slot for slot in face if slot not in edge) for face in faces]
    beyond = [solver._is_beyond_edge(face, corner) for face, corner in zip(faces, opposite, strict=True)]
    given = [solver._gives(solver.is_beyond_end, solver.edge_numbers(*ends)[0], ends) for ends in (edge, edge[::-1])]
    return every((*beyond, *given))


def _is_face_region(solver: Any, face: Any) -> Any:
    """`_Solver.is_face_region`, as one condition."""
    opposite = next(slot for slot in range(4) if slot not in face)
    beyond = solver._asks("beyond face", solver.volume_numbers()[opposite], (opposite, *face))
    given = [
        solver._gives(solver._is_beyond_edge, solver.face_numbers(face)[place], (face, corner))
        for place, corner in enumerate(face)
    ]
    return every((beyond, *given))


def _shown_only(functions: Functions, _: Any) -> Any:
    """For a function that adds a support to a step, with a bound that is only shown."""
    return lambda pair, state, direction, vertex, *others: state._replace(
        reach=highest(state.reach, _reach_of(vertex)), searches=vertex.birth + 1
    )


def _is_searched(a: type[Any], b: type[Any]) -> bool:
    """Whether Bullet has no formula for the pair."""
    return not (issubclass(a, Sphere | Capsule) and issubclass(b, Sphere | Capsule))


_CCD_SHAPES = (Box, Sphere, Capsule, Cylinder, Hull, Triangle)
_CCD = {
    "ccd_supports:ccd_shape": _sides("local"),
    "ccd_supports:_middle": _computed(3),
    "ccd_supports:kinds": _unchecked_spheres,
}

STAGED: dict[str, Staged] = {
    "libccd-mpr": Staged(
        "libccd_mpr.steps",
        _CCD_SHAPES,
        replacements=_CCD,
        computed=ccd_supports._middle,
    ),
    "libccd": Staged(
        "libccd.steps",
        _CCD_SHAPES,
        ("libccd.simplices:_same_side", "libccd.simplices:_triangle", "libccd.simplices:do_simplex"),
        _CCD,
        frozenset({"polytope"}),
        ccd_supports._middle,
    ),
    "fcl": Staged(
        "fcl.steps",
        (Box, Sphere, Capsule, Cylinder, Cone, Ellipsoid, Hull, Triangle),
        (
            "fcl.rules:squared_by_witness",
            "fcl.simplices:_triangle",
            "fcl.simplices:reduce_simplex",
            "fcl.steps:_nearest_of",
            "fcl.witnesses:closest_points",
            "fcl.witnesses:is_without_area",
            "fcl.witnesses:_of_segment",
            "fcl.shapes:eigen_quaternion",
        ),
        {"fcl.shapes:quaternion_shape": _sides("local")},
        frozenset({"polytope"}),
    ),
    "bullet": Staged(
        "bullet.steps",
        (Box, Sphere, Capsule, Cylinder, Hull, Triangle),
        (
            "libccd.simplices:_same_side",
            "libccd.simplices:_triangle",
            "libccd.simplices:do_simplex",
            "bullet.voronoi:VoronoiSimplex._keep",
            "bullet.voronoi:_on_segment",
            "bullet.voronoi:_on_triangle",
            "bullet.voronoi:_is_outside",
            "bullet.voronoi:_in_tetrahedron",
        ),
        {
            "bullet.shapes:bullet_shape": _sides("core"),
            "bullet.steps:by_formula": lambda _, __: lambda *_: None,
            "bullet.steps:_supported": _shown_only,
        },
        frozenset({"depth: GJK"}),
        takes=_is_searched,
    ),
    "box3d": Staged(
        "box3d.steps",
        (Box, Capsule, Hull, Point, Segment, Sphere, Triangle),
        (
            "fcl.shapes:eigen_quaternion",
            "box3d.simplices:solve_simplex",
        ),
        {
            "box3d.shapes:Box3dPair.search": lambda _, search: lambda pair, d: _Indices(search(pair, d)),
            "box3d.steps:_finish": _finishes,
            "box3d.steps:_overlap": _finishes,
            "box3d.steps:Box3dDecisions": lambda _, __: _Box3dDecisions,
            "box3d.shapes:_cloud": lambda _, __: lambda shape: _Cloud(shape.address),
            "box3d.simplices:_Solver._gives": lambda _, __: _gives,
            "box3d.simplices:_Solver.is_edge_region": lambda _, __: _is_edge_region,
            "box3d.simplices:_Solver.is_face_region": lambda _, __: _is_face_region,
            "box3d.steps:_error_of": lambda _, __: lambda *_: "",
            "box3d.steps:_supported": _shown_only,
        },
        computed=lambda shape: (float(box3d_shapes._cloud(shape).radius),),
        vertices=_cloud_array,
        takes_rounding=True,
    ),
}
