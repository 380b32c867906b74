"""Shapes as records of a capture."""

from typing import Any, NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.libraries import AXES, KINDS, SIZES, shape_vertices
from gjkscope.app.ask.solvers.pair_block import Floats, Integers
from gjkscope.app.bring.capture.layout import SHAPE_HEAD, RecordType, record
from gjkscope.app.bring.capture.records import CaptureError
from gjkscope.app.scenes.scene_file import LARGEST_LENGTH
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Hull, Mesh, Segment, Shape, as_shape

NOT_CAPTURED = ("heightfield",)  # a mesh of its triangles is
NAMES = {number: name for name, number in KINDS.items() if name not in NOT_CAPTURED}
AXIS_NAMES = {number: name for name, number in AXES.items()}
VERTEX, FACE = 24, 12  # bytes
UNUSED = (0.0, 0.0, 0.0, 0.0)  # sizes
LARGEST_REACH = LARGEST_LENGTH / 2  # metres, of a shape from its origin, and of that from the world's
VECTORS = {"half_extents", "radii"}  # sizes of three numbers


class ShapeRecord(NamedTuple):
    """A shape of a capture."""

    key: int
    shape: Shape | None
    fault: str | None  # why there is none


def shape_record(shape: Shape, key: int) -> bytes:
    """The record of a shape.  Raises `ValueError` for a shape that the format does not have."""
    name = shape.kind
    if shape.dimension != 3:  # a 2D box is a box, too
        raise ValueError(f"{name}: captures hold 3D shapes, and this one is {shape.dimension}D")
    if name not in NAMES.values():
        raise ValueError(f"{name}: captures have no such shape; they have {', '.join(NAMES.values())}")
    vertices = np.array([*shape_vertices(shape)], "<f8").reshape(-1, 3)
    faces = np.array(shape.faces if isinstance(shape, Mesh) else (), "<u4").reshape(-1, 3)
    sizes = [number for field in SIZES.get(name, ()) for number in np.ravel(getattr(shape, field)).tolist()]
    size = [*sizes, *UNUSED][: len(UNUSED)]
    axis = AXES[getattr(shape, "axis", "y")]
    head = SHAPE_HEAD.pack(key, KINDS[name], axis, len(vertices), len(faces), *size, shape.rounding)
    return record(RecordType.SHAPE, head + vertices.tobytes() + faces.tobytes())


def read_shape(contents: bytes, begin: int) -> ShapeRecord:
    """The shape in a record that begins at this byte.  Raises `CaptureError` if the record is malformed."""
    if len(contents) < SHAPE_HEAD.size:
        raise CaptureError(f"byte {begin}: a shape has at least {SHAPE_HEAD.size} bytes, got {len(contents)}")
    key, kind, axis, vertex_count, face_count, *numbers = SHAPE_HEAD.unpack_from(contents)
    faces_at = SHAPE_HEAD.size + VERTEX * vertex_count
    if faces_at + FACE * face_count > len(contents):
        counts = f"{vertex_count} vertices and {face_count} triangles"
        raise CaptureError(f"byte {begin}: {counts} do not fit into a shape of {len(contents)} bytes")
    vertices = np.frombuffer(contents, "<f8", 3 * vertex_count, SHAPE_HEAD.size).reshape(-1, 3)
    faces = np.frombuffer(contents, "<u4", 3 * face_count, faces_at).reshape(-1, 3).astype(np.int64)
    if kind not in NAMES:
        return ShapeRecord(key, None, f"kind {kind} is not known")
    try:
        shape = _shape(NAMES[kind], axis, vertices.astype(float), faces, numbers)
        _check_reach(shape)
    except ValueError as fault:
        return ShapeRecord(key, None, f"{NAMES[kind]}: {fault}")
    return ShapeRecord(key, shape, None)


def _shape(name: str, axis: int, vertices: Floats, faces: Integers, numbers: list[float]) -> Shape:
    """Raises `ValueError` for numbers that are no shape's."""
    *size, rounding = numbers
    kind: Any = SHAPE_TYPES[name]
    if kind is Segment:
        _check_count(vertices, 2)
        return Segment(vertices[0], vertices[1], rounding=rounding)
    if name == "triangle":
        _check_count(vertices, 3)
    if name == "mesh" and not len(faces):
        kind, name = Hull, "hull"
    if name == "mesh":
        return as_shape(kind(vertices, faces, rounding=rounding))
    fields: dict[str, object] = {"vertices": vertices} if name in ("triangle", "hull") else {}
    for field in SIZES.get(name, ()):
        fields[field], size = (tuple(size[:3]), size[3:]) if field in VECTORS else (size[0], size[1:])
    if name in ("capsule", "cylinder", "cone"):
        if axis not in AXIS_NAMES:
            raise ValueError(f"axis: must be 0, 1 or 2, got {axis}")
        fields["axis"] = AXIS_NAMES[axis]
    return as_shape(kind(**fields, rounding=rounding))


def _check_reach(shape: Shape) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        _, reach = bounding_sphere(shape, Pose())
    if not reach <= LARGEST_REACH:
        raise ValueError(f"must reach at most {LARGEST_REACH:g} m from its origin, got {reach:.3g} m")


def _check_count(vertices: Floats, wanted: int) -> None:
    if len(vertices) != wanted:
        raise ValueError(f"vertices: must be {wanted}, got {len(vertices)}")
