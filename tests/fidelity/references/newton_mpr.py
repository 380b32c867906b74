"""Newton's `solve_mpr` on the CPU, called for one pair at a time.

    pip install --target DIRECTORY --no-deps newton==1.4.0 warp-lang==1.19.0
    PYTHONPATH=DIRECTORY python -m tests.fidelity newton-mpr

The first question compiles it, which takes a minute.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import version as version_of
from typing import Any

from gjkscope.engine.precision import single
from gjkscope.engine.published.newton_mpr.steps import NewtonPair, prepare
from gjkscope.engine.published.newton_mpr.supports import SHAPES
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.kinds import Shape
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

VERSION = "1.4.0"


def version() -> str:
    """Raises `ImportError` if it is not installed, or is another version."""
    import_module("newton._src.geometry.mpr")
    installed = version_of("newton")
    if installed != VERSION:
        raise ImportError(f"newton: must be {VERSION}, got {installed}")
    return installed


def ask(pair: Arguments) -> Said:
    prepared = prepare(*pair)
    shapes = (pair[2], pair[0]) if prepared.is_swapped else (pair[0], pair[2])
    hits, depth, normal = _asked(prepared, shapes)
    return Said(True, -depth, prepared.turned(normal)) if hits else Said(False)


def _asked(pair: NewtonPair, shapes: tuple[Shape, Shape]) -> tuple[bool, float, Any]:
    """Whether the shapes intersect, the depth, and the normal in the frame of Newton's A."""
    wp, run, record = _kernel()
    with wp.ScopedDevice("cpu"):
        meshes = [_mesh(wp, shape) for shape in shapes]
        sides = []
        for placed, shape, mesh in zip((pair.a, pair.b), shapes, meshes, strict=True):
            made = record()
            made.kind, made.mesh = _kind(shape), mesh.id if mesh else 0
            made.scale, made.auxiliary = (wp.vec3(*part) for part in _sizes(shape, placed.corners))
            made.orientation, made.position = wp.quat(*placed.quaternion), wp.vec3(*placed.position)
            sides.append(made)
        hits, depth, normal = wp.zeros(1, dtype=int), wp.zeros(1, dtype=float), wp.zeros(1, dtype=wp.vec3)
        wp.launch(run, dim=1, inputs=[*sides, hits, depth, normal])
        return bool(hits.numpy()[0]), float(depth.numpy()[0]), normal.numpy()[0]


@cache
def _kernel() -> Any:
    wp = import_module("warp")
    wp.config.quiet = True
    functions = import_module("newton._src.geometry.support_function")
    geometry, provider, pack = functions.GenericShapeData, functions.SupportMapDataProvider, functions.pack_mesh_ptr
    solve = import_module("newton._src.geometry.mpr").create_solve_mpr(functions.support_map).core

    @wp.struct
    class Asked:
        kind: int
        mesh: wp.uint64
        scale: wp.vec3
        auxiliary: wp.vec3
        orientation: wp.quat
        position: wp.vec3

    @wp.func
    def shape_data(asked: Asked):
        data = geometry()
        data.shape_type = asked.kind
        data.scale = asked.scale
        data.auxiliary = asked.auxiliary
        if asked.mesh != wp.uint64(0):
            data.auxiliary = pack(asked.mesh)
        return data

    @wp.kernel(module="unique", enable_backward=False)
    def run(
        a: Asked,
        b: Asked,
        hits: wp.array(dtype=int),
        depth: wp.array(dtype=float),
        normal: wp.array(dtype=wp.vec3),
    ):
        rotation = wp.quat_inverse(a.orientation) * b.orientation
        position = wp.quat_rotate_inv(a.orientation, b.position - a.position)
        is_hit, _on_a, _on_b, way, penetration = solve(
            shape_data(a), shape_data(b), rotation, position, 0.0, provider()
        )
        if is_hit:
            hits[0] = 1
        depth[0] = penetration
        normal[0] = way

    return wp, run, Asked


def _kind(shape: Shape) -> int:
    types = import_module("newton._src.geometry.types").GeoType
    if isinstance(shape, kinds.Triangle):
        return int(import_module("newton._src.geometry.support_function").GeoTypeEx.TRIANGLE)
    names = {kinds.Box: "BOX", kinds.Cylinder: "CYLINDER", kinds.Cone: "CONE", kinds.Hull: "CONVEX_MESH"}
    return int(types[names[type(shape)]])


def _sizes(shape: Shape, corners: Any) -> tuple[Any, Any]:
    """`scale` and `auxiliary`."""
    if isinstance(shape, kinds.Triangle):
        return corners[1], corners[2]
    zero = (0.0, 0.0, 0.0)
    if isinstance(shape, kinds.Hull):
        return (1.0, 1.0, 1.0), zero
    if isinstance(shape, kinds.Box):
        return single(shape.half_extents), zero
    assert isinstance(shape, kinds.Cylinder | kinds.Cone)
    return single((shape.radius, shape.half_height, 0.0)), zero


def _mesh(wp: Any, shape: Shape) -> Any:
    if not isinstance(shape, kinds.Hull):
        return None
    indices = [0, 1, 2]  # Newton's supports look at the vertices only
    return wp.Mesh(wp.array(shape.vertices, dtype=wp.vec3), wp.array(indices, dtype=int))


REFERENCE = Reference(
    "newton-mpr",
    "Newton, solve_mpr on a CPU",
    version,
    ask,
    SHAPES,
    "Newton, commit ee84505a, newton/_src/geometry/mpr.py, support_function.py; 1.4.0 is the last release before pull "
    "request 3766",
    roundoff=2.0**-24,
)
