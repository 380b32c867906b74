"""ODE, the Open Dynamics Engine, through its shared library: the contact points of `dCollide`."""

import ctypes
from collections.abc import Callable
from ctypes.util import find_library
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.building import Ask, PlacedShape, as_vector3, axial_pose, prepare, solid_hull, time_query
from gjkscope.app.ask.solvers.packages import SystemLibrary
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Mesh, Shape, Sphere
from gjkscope.engine.vectors import scale

LIBRARY = "ode"  # for the linker
MOST_CONTACTS = 64
BUILD_FACE_ANGLES = 1 << 1  # without them, ODE aborts in convex geoms against trimeshes
INDEX = ctypes.c_uint32
EVERY_THREAD_DATA = 0xFFFFFFFF  # dAllocateMaskAll


class ContactGeometry(ctypes.Structure):
    """`dContactGeom` of a library in double precision."""

    _fields_ = [
        ("pos", ctypes.c_double * 4),
        ("normal", ctypes.c_double * 4),
        ("depth", ctypes.c_double),
        ("g1", ctypes.c_void_p),
        ("g2", ctypes.c_void_p),
        ("side1", ctypes.c_int),
        ("side2", ctypes.c_int),
    ]


def _load() -> Ask:
    """Initialises the library and returns the function that asks it."""
    library = _library()

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, BUILDERS)
        first, second = OdeGeometry(library, pair.a), OdeGeometry(library, pair.b)
        contacts = (ContactGeometry * MOST_CONTACTS)()
        handles, size = (first.handle, second.handle), ctypes.sizeof(ContactGeometry)
        count, seconds = time_query(library.dCollide, *handles, MOST_CONTACTS, contacts, size)
        first.destroy()
        second.destroy()
        return _answer(contacts[:count])._replace(note=pair.note, seconds=seconds)

    return ask


def _library() -> Any:
    """Raises `OSError` if it is not installed, or was built for single precision."""
    name = find_library(LIBRARY)
    if name is None:
        raise OSError("ODE is not installed: apt install libode8")
    library = ctypes.CDLL(name)
    library.dGetConfiguration.restype = ctypes.c_char_p
    if b"ODE_double_precision" not in library.dGetConfiguration():
        raise OSError("ODE was built for single precision; the adapter needs double")
    library.dInitODE2(0)
    library.dAllocateODEDataForThread(EVERY_THREAD_DATA)
    return library


class OdeGeometry:
    """A geom, with the arrays that it refers to."""

    def __init__(self, library: Any, placed: PlacedShape) -> None:
        self._library = library
        function, self._arguments = BUILDERS[type(placed.shape)](placed.shape)
        create = getattr(library, function)
        create.restype = ctypes.c_void_p
        self._mesh = _mesh_data(library, placed.shape, self._arguments) if isinstance(placed.shape, Mesh) else None
        arguments = self._arguments if self._mesh is None else (self._mesh, None, None, None)
        self.handle = ctypes.c_void_p(create(None, *arguments))
        pose = axial_pose(placed, "z")
        library.dGeomSetPosition(self.handle, *map(ctypes.c_double, pose.position))
        rows = [number for row in pose.rotation for number in (*row, 0.0)]
        library.dGeomSetRotation(self.handle, _doubles(rows))

    def destroy(self) -> None:
        self._library.dGeomDestroy(self.handle)
        if self._mesh is not None:
            self._library.dGeomTriMeshDataDestroy(self._mesh)


def _mesh_data(library: Any, mesh: Mesh, arrays: tuple[Any, ...]) -> Any:
    """The data of a trimesh, which refers to the arrays of vertices and indices."""
    library.dGeomTriMeshDataCreate.restype = ctypes.c_void_p
    data = ctypes.c_void_p(library.dGeomTriMeshDataCreate())
    counts = (3 * ctypes.sizeof(ctypes.c_double), len(mesh.vertices)), (3 * len(mesh.faces), 3 * ctypes.sizeof(INDEX))
    library.dGeomTriMeshDataBuildDouble(data, arrays[0], *counts[0], arrays[1], *counts[1])
    library.dGeomTriMeshDataPreprocess2(data, BUILD_FACE_ANGLES, None)
    return data


def _answer(contacts: list[ContactGeometry]) -> SolverAnswer:
    if not contacts:
        return SolverAnswer("separated")
    points = tuple(map(_point, contacts))
    deepest = max(points, key=lambda point: point.depth or 0.0)
    return SolverAnswer(None, -(deepest.depth or 0.0), deepest.normal, points=points)


def _point(contact: ContactGeometry) -> ReportedPoint:
    """ODE's normal points into the first geom."""
    return ReportedPoint(as_vector3(contact.pos[:3]), contact.depth, normal=scale(as_vector3(contact.normal[:3]), -1.0))


def _convex(hull: Hull) -> tuple[str, tuple[Any, ...]]:
    solid = solid_hull(hull.vertices)
    if solid.dimension < 3:
        raise Unsupported("hull without a volume: ODE's convex geoms need planes around them")
    starts = solid.vertices[[loop[0] for loop in solid.faces]]
    offsets = (solid.normals * starts).sum(axis=1)
    planes = [number for normal, offset in zip(solid.normals, offsets, strict=True) for number in (*normal, offset)]
    polygons = [number for loop in solid.faces for number in (len(loop), *loop)]
    arrays = _doubles(planes), len(solid.faces), _doubles(solid.vertices.ravel()), len(solid.vertices)
    return "dCreateConvex", (*arrays, (ctypes.c_uint * len(polygons))(*polygons))


def _trimesh(mesh: Mesh) -> tuple[str, tuple[Any, ...]]:
    indices = [i for face in mesh.faces for i in face]
    return "dCreateTriMesh", (_doubles([x for v in mesh.vertices for x in v]), (INDEX * len(indices))(*indices))


def _doubles(numbers: Any) -> Any:
    return (ctypes.c_double * len(numbers))(*map(float, numbers))


def _lengths(function: str, *numbers: float) -> tuple[str, tuple[Any, ...]]:
    return function, tuple(map(ctypes.c_double, numbers))


BUILDERS: dict[type[Shape], Callable[[Any], tuple[str, tuple[Any, ...]]]] = {
    Sphere: lambda shape: _lengths("dCreateSphere", shape.radius),
    Box: lambda shape: _lengths("dCreateBox", *(2 * half for half in shape.half_extents)),
    Capsule: lambda shape: _lengths("dCreateCapsule", shape.radius, 2 * shape.half_height),
    Cylinder: lambda shape: _lengths("dCreateCylinder", shape.radius, 2 * shape.half_height),
    Hull: _convex,
    Mesh: _trimesh,
}

register(
    Adapter(
        name="ode",
        title="ODE",
        package=SystemLibrary(LIBRARY, "apt install libode8"),
        shapes={
            "sphere": "dCreateSphere",
            "box": "dCreateBox, full sizes",
            "capsule": "dCreateCapsule, full length of the inner segment, axis z",
            "cylinder": "dCreateCylinder, full height, axis z",
            "hull": "dCreateConvex with its planes and polygons",
            "mesh": "dCreateTriMesh of its triangles",
            "halfspace": "dCreateConvex: the slab that gjkscope cuts it to",
        },
        answers=("depth", "normal", "contact points"),
        rounding="only of points, segments, spheres and capsules, which stay spheres and capsules",
        conventions=EngineConventions(
            query="dCollide with room for 64 contacts; the answer is the deepest one",
            distance="Overlapping: minus the depth of the contact.  Separated: none, no contact.",
            normal="ODE's points into the first geom, from B to A; reversed.",
            witnesses="None.",
            margin="None.",
            precision="double",
            tolerance="None documented.  Most pairs with cylinders or convex geoms are answered by libccd's MPR, whose "
            "depth need not be the least one.",
        ),
        accuracy=1e-9,
        least_error=0.0,
        load=_load,
    )
)
