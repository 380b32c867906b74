"""libccd's GJK and EPA through its shared library, with support functions of ours that record each search."""

import ctypes
from ctypes.util import find_library
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.building import Ask, as_vector3, prepare, time_query
from gjkscope.app.ask.solvers.packages import SystemLibrary
from gjkscope.app.ask.solvers.solver import SolverAnswer, wants_iterations
from gjkscope.engine.iterations.records import MOST_ITERATIONS, Iteration, finite_iteration
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.ccd_supports import CcdShape, ccd_shape
from gjkscope.engine.published.libccd.steps import EPA_TOLERANCE, GJK_LIMIT
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Shape, Sphere, Triangle
from gjkscope.engine.text import vector
from gjkscope.engine.vectors import Vec3, sub

LIBRARY = "ccd"  # for the linker
BUILDERS: dict[type[Shape], str] = dict.fromkeys((Box, Sphere, Capsule, Cylinder, Hull, Triangle), "ccd_support_fn")


class CcdVec3(ctypes.Structure):
    """`ccd_vec3_t`."""

    _fields_ = [("v", ctypes.c_double * 3)]


CcdSupport = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(CcdVec3), ctypes.POINTER(CcdVec3))
"""`ccd_support_fn`: the object, a direction, and the support point to be written."""


class CcdSettings(ctypes.Structure):
    """`ccd_t`."""

    _fields_ = [
        ("first_dir", ctypes.c_void_p),
        ("support1", CcdSupport),
        ("support2", CcdSupport),
        ("center1", ctypes.c_void_p),
        ("center2", ctypes.c_void_p),
        ("max_iterations", ctypes.c_ulong),
        ("epa_tolerance", ctypes.c_double),
        ("mpr_tolerance", ctypes.c_double),
        ("dist_tolerance", ctypes.c_double),
    ]


class CcdQuery:
    """A call of `ccdGJKPenetration`.  The directions and points of its supports are in `searches`."""

    def __init__(self, library: Any, a: CcdShape, b: CcdShape) -> None:
        self._supports: list[tuple[Vec3, Vec3]] = []  # of A and of B in turn
        self._callbacks = self._recorder(a), self._recorder(b)  # must live as long as the settings
        first = ctypes.cast(library.ccdFirstDirDefault, ctypes.c_void_p)
        self._settings = CcdSettings(first, *self._callbacks, None, None, GJK_LIMIT, EPA_TOLERANCE, 1e-6, 1e-6)
        self._penetration = library.ccdGJKPenetration
        self.depth, self.direction, self.position = ctypes.c_double(), CcdVec3(), CcdVec3()

    def run(self) -> bool:
        """Whether libccd finds an intersection; then it has written depth, direction and position."""
        numbers = (self._settings, self.depth, self.direction, self.position)
        return bool(self._penetration(None, None, *map(ctypes.byref, numbers)) == 0)

    def searches(self) -> tuple[Iteration, ...]:
        """Each direction with its support point, in a note: libccd does not show the simplexes that it keeps."""
        pairs = zip(self._supports[::2], self._supports[1::2], strict=True)
        return tuple(
            Iteration(direction=direction, note=f"the support point is {vector(sub(on_a, on_b))}")
            for (direction, on_a), (_, on_b) in pairs
        )

    def _recorder(self, shape: CcdShape) -> Any:
        def support(_: int, direction: Any, point: Any) -> None:
            searched = as_vector3(direction.contents.v)
            self._supports.append((searched, shape.support(searched)))
            point.contents.v[:] = self._supports[-1][1]

        return CcdSupport(support)


def load_libccd() -> Any:
    """The shared library.  Raises `OSError` if it is not installed."""
    name = find_library(LIBRARY)
    if name is None:
        raise OSError("libccd is not installed: apt install libccd2")
    return ctypes.CDLL(name)


def _load() -> Ask:
    library = load_libccd()

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, BUILDERS)
        query = CcdQuery(library, *(ccd_shape(placed.shape, placed.pose) for placed in (pair.a, pair.b)))
        intersects, seconds = time_query(query.run)
        answer = SolverAnswer("penetrating" if intersects else "separated", note=pair.note, seconds=seconds)
        if wants_iterations():
            answer = answer._replace(iterations=tuple(map(finite_iteration, query.searches()[:MOST_ITERATIONS])))
        if not intersects:
            return answer
        return answer._replace(verdict=None, signed_distance=-query.depth.value, normal=as_vector3(query.direction.v))

    return ask


register(
    Adapter(
        name="libccd",
        title="libccd",
        package=SystemLibrary(LIBRARY, "apt install libccd2"),
        shapes={
            "sphere": "a support function of its centre and radius",
            "box": "a support function that takes a corner, or for a component of 0 the middle, as in libccd's tests",
            "halfspace": "the vertices of the slab that gjkscope cuts it to",
            "capsule": "a support function of a segment and a radius",
            "cylinder": "a support function of two circles",
            "triangle": "its vertices: the first that is furthest",
            "hull": "its vertices: the first that is furthest",
            "mesh": "its hull, as its vertices: libccd searches by support points only",
        },
        answers=("depth", "normal"),
        rounding="Not available.",
        conventions=EngineConventions(
            query="ccdGJKPenetration with FCL's max_iterations, 500, and the default epa_tolerance",
            distance="The depth; libccd computes no gap with this function.",
            normal="The direction in which B is to be moved: from A to B, as ours.",
            witnesses="None.",
            margin="None.",
            precision="double",
            tolerance="epa_tolerance 1e-4, for the product of the depth and what a support gains.",
        ),
        accuracy=2e-3,
        least_error=1e-6,
        load=_load,
    )
)
