"""Solvers in shared libraries: `./lib.so` exporting `int gjkscope_solve(const gjkscope_pair *, gjkscope_answer *)`.

The structures are declared in `assets/clients/gjkscope_solver.h`.  The function returns 0 for an answer, which must
have a distance, and 1 for a pair that it does not take.  Vectors that it does not compute it leaves as they are: NaN.
"""

import ctypes
from collections.abc import Callable, Iterable
from math import isnan, nan
from pathlib import Path

from gjkscope.app.solvers.pair_block import pose_array
from gjkscope.app.solvers.solver import SolverAnswer, Unsupported
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Segment, Shape
from gjkscope.engine.vectors import Vec3


class _CShape(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int),
        ("axis", ctypes.c_int),
        ("size", ctypes.c_double * 4),
        ("rounding", ctypes.c_double),
        ("vertex_count", ctypes.c_int),
        ("vertices", ctypes.POINTER(ctypes.c_double)),
    )


class _CPair(ctypes.Structure):
    _fields_ = (
        ("a", _CShape),
        ("pose_a", ctypes.c_double * 16),
        ("b", _CShape),
        ("pose_b", ctypes.c_double * 16),
    )


class _CAnswer(ctypes.Structure):
    _fields_ = (
        ("signed_distance", ctypes.c_double),
        ("normal", ctypes.c_double * 3),
        ("witness_a", ctypes.c_double * 3),
        ("witness_b", ctypes.c_double * 3),
    )


ANSWERED, UNSUPPORTED = 0, 1

# The numbers of the kinds in the header.  They never change: libraries are compiled with them.
KINDS = {
    "point": 0,
    "segment": 1,
    "triangle": 2,
    "sphere": 3,
    "box": 4,
    "capsule": 5,
    "cylinder": 6,
    "cone": 7,
    "ellipsoid": 8,
    "hull": 9,
    "mesh": 10,
    "halfspace": 11,
    "superellipsoid": 12,
}
SIZES = {
    "sphere": ("radius",),
    "box": ("half_extents",),
    "capsule": ("radius", "half_height"),
    "cylinder": ("radius", "half_height"),
    "cone": ("radius", "half_height"),
    "ellipsoid": ("radii",),
    "halfspace": ("half_extent",),
    "superellipsoid": ("radii", "exponent"),
}
AXES = {"x": 0, "y": 1, "z": 2}


class LibraryError(ValueError):
    """A library that is no solver; the message says what it lacks."""


def load_library(path: str) -> Callable[[Shape, Pose, Shape, Pose], SolverAnswer]:
    """Loads the library.  Raises `OSError` if it cannot be loaded, and `LibraryError` if it lacks the function."""
    try:
        function = ctypes.CDLL(path).gjkscope_solve
    except AttributeError:
        raise LibraryError(
            f"{Path(path).name}: does not export gjkscope_solve; `gjkscope header solver -o .` writes its declaration"
        ) from None
    function.argtypes = (ctypes.POINTER(_CPair), ctypes.POINTER(_CAnswer))
    function.restype = ctypes.c_int

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = _CPair(_shape(a), _matrix(pose_a), _shape(b), _matrix(pose_b))
        answer = _CAnswer(nan, (nan, nan, nan), (nan, nan, nan), (nan, nan, nan))
        status = function(ctypes.byref(pair), ctypes.byref(answer))
        if status == UNSUPPORTED:
            raise Unsupported("gjkscope_solve returned 1")
        if status != ANSWERED:
            raise ValueError(f"gjkscope_solve returned {status}: must be 0 (answered) or 1 (not supported)")
        return SolverAnswer(
            signed_distance=answer.signed_distance,
            normal=_vector(answer.normal),
            witness_a=_vector(answer.witness_a),
            witness_b=_vector(answer.witness_b),
        )

    return ask


def _shape(shape: Shape) -> _CShape:
    name = type(shape).__name__.lower()
    sizes = [number for field in SIZES.get(name, ()) for number in _numbers(getattr(shape, field))]
    vertices = [number for vertex in shape_vertices(shape) for number in vertex]
    return _CShape(
        KINDS[name],
        AXES[getattr(shape, "axis", "y")],
        (ctypes.c_double * 4)(*sizes),
        shape.rounding,
        len(vertices) // 3,
        (ctypes.c_double * len(vertices))(*vertices),
    )


def shape_vertices(shape: Shape) -> Iterable[Vec3]:
    if isinstance(shape, Segment):
        return shape.a, shape.b
    vertices: Iterable[Vec3] = getattr(shape, "vertices", ())
    return vertices


def _numbers(value: float | Vec3) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _matrix(pose: Pose) -> "ctypes.Array[ctypes.c_double]":
    return (ctypes.c_double * 16)(*pose_array(pose).ravel().tolist())


def _vector(numbers: "ctypes.Array[ctypes.c_double]") -> Vec3 | None:
    x, y, z = numbers
    return None if isnan(x) and isnan(y) and isnan(z) else (x, y, z)
