"""Solvers in shared libraries: `./lib.so` exporting `int gjkscope_solve(const gjkscope_pair *, gjkscope_answer *)`.

The structures are declared in `assets/clients/gjkscope_solver.h`.  The function returns 0 for an answer, which must
have a distance or a verdict, and 1 for a pair that it does not take.  It leaves what it does not compute unchanged:
NaN, and no verdict.  New fields of the answer come last, and there is room for later ones: a library that was compiled
with another version of the header works.

A library that exports `gjkscope_on_iteration` calls it, if it is not NULL, at the end of each iteration of GJK, and
`gjkscope_on_search` at the end of each one of EPA, MPR or SAT.
"""

import ctypes
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import isnan, nan
from pathlib import Path
from typing import Any

from gjkscope.app.ask.solvers.pair_block import pose_array
from gjkscope.app.ask.solvers.solver import SolverAnswer, Unsupported, wants_iterations
from gjkscope.engine.iterations.portals import PORTAL
from gjkscope.engine.iterations.records import (
    MOST_FACES,
    MOST_ITERATIONS,
    MOST_VERTICES,
    FaceCorners,
    Iteration,
    IterationVertex,
    finite_iteration,
)
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Verdict
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


class _CIteration(ctypes.Structure):
    _fields_ = (
        ("vertex_count", ctypes.c_int),
        ("points", ctypes.c_double * 12),
        ("points_a", ctypes.c_double * 12),
        ("points_b", ctypes.c_double * 12),
        ("direction", ctypes.c_double * 3),
        ("closest", ctypes.c_double * 3),
    )


class _CSearch(ctypes.Structure):
    _fields_ = (
        ("face_count", ctypes.c_int),
        ("faces", ctypes.POINTER(ctypes.c_double)),
        ("face", ctypes.c_double * 9),
        ("vertex_count", ctypes.c_int),
        ("portal", ctypes.c_double * 9),
        ("interior", ctypes.c_double * 3),
        ("separation", ctypes.c_double),
        ("direction", ctypes.c_double * 3),
    )


class _CAnswer(ctypes.Structure):
    _fields_ = (
        ("signed_distance", ctypes.c_double),
        ("normal", ctypes.c_double * 3),
        ("witness_a", ctypes.c_double * 3),
        ("witness_b", ctypes.c_double * 3),
        ("verdict", ctypes.c_int),
        ("later", ctypes.c_char * 252),  # room for fields of later versions of the header
    )


# The numbers of the verdicts in the header: 0 is none.
VERDICTS = (None, Verdict.SEPARATED.value, Verdict.TOUCHING.value, Verdict.PENETRATING.value, Verdict.UNDECIDED.value)

# A NaN that no computation produces marks an answer without a distance.
NOT_SET = b"gjkscp\xf8\x7f"

ANSWERED, UNSUPPORTED = 0, 1
NO_POINT = (nan, nan, nan)

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
    "heightfield": 13,
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
    """A library that is not a solver; the message says what it lacks."""


def load_library(path: str) -> Callable[[Shape, Pose, Shape, Pose], SolverAnswer]:
    """Loads the library.  Raises `OSError` if it cannot be loaded, and `LibraryError` if it lacks the function."""
    library = ctypes.CDLL(path)
    try:
        function = library.gjkscope_solve
    except AttributeError:
        raise LibraryError(
            f"{Path(path).name}: does not export gjkscope_solve; `gjkscope header solver -o .` writes its declaration"
        ) from None
    function.argtypes = (ctypes.POINTER(_CPair), ctypes.POINTER(_CAnswer))
    function.restype = ctypes.c_int

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        if a.dimension == 2:
            raise Unsupported("a 2D scene: gjkscope_solver.h has 3D shapes only")
        pair = _CPair(_shape(a), _matrix(pose_a), _shape(b), _matrix(pose_b))
        answer = _unset_answer()
        with _record(library) as iterations:
            status = function(ctypes.byref(pair), ctypes.byref(answer))
        if status == UNSUPPORTED:
            raise Unsupported("gjkscope_solve returned 1")
        if status != ANSWERED:
            raise ValueError(f"gjkscope_solve returned {status}: must be 0 (answered) or 1 (not supported)")
        verdict = _verdict(answer.verdict)
        return SolverAnswer(
            verdict,
            signed_distance=None if verdict is not None and _has_no_distance(answer) else answer.signed_distance,
            normal=_vector(answer.normal),
            witness_a=_vector(answer.witness_a),
            witness_b=_vector(answer.witness_b),
            iterations=tuple(iterations),
        )

    return ask


def _unset_answer() -> _CAnswer:
    answer = _CAnswer(nan, NO_POINT, NO_POINT, NO_POINT)
    ctypes.memmove(ctypes.byref(answer), NOT_SET, len(NOT_SET))  # in place: as a float, it might lose its bits
    return answer


def _has_no_distance(answer: _CAnswer) -> bool:
    return bytes(answer)[: len(NOT_SET)] == NOT_SET


def _verdict(code: int) -> str | None:
    """Raises `ValueError`."""
    if not 0 <= code < len(VERDICTS):
        raise ValueError(f"verdict: must be from 0 to {len(VERDICTS) - 1}, got {code}")
    return VERDICTS[code]


@contextmanager
def _record(library: ctypes.CDLL) -> Iterator[list[Iteration]]:
    """Collects the iterations of a library that exports the pointers, unless only answers are wanted."""
    iterations: list[Iteration] = []
    hooks = [(hook, *HOOKS[name]) for name in HOOKS if (hook := _pointer(library, name)) is not None]
    callbacks = []  # must live as long as the library may call them
    for hook, kind, read in hooks if wants_iterations() else ():
        callbacks.append(ctypes.CFUNCTYPE(None, ctypes.POINTER(kind))(_adder(iterations, read)))
        hook.value = ctypes.cast(callbacks[-1], ctypes.c_void_p).value
    try:
        yield iterations
    finally:
        for hook, *_ in hooks:
            hook.value = None


def _pointer(library: ctypes.CDLL, name: str) -> ctypes.c_void_p | None:
    """A function pointer of the library; None if it does not export it."""
    try:
        return ctypes.c_void_p.in_dll(library, name)
    except ValueError:
        return None


def _adder(iterations: list[Iteration], read: Callable[[Any], Iteration]) -> Callable[[Any], None]:
    def add(given: Any) -> None:
        if len(iterations) < MOST_ITERATIONS:
            iterations.append(finite_iteration(read(given.contents)))

    return add


def _iteration(given: _CIteration) -> Iteration:
    places = range(min(max(given.vertex_count, 0), MOST_VERTICES))
    points, points_a, points_b = (
        [_vector(numbers[3 * i : 3 * i + 3]) for i in places]
        for numbers in (given.points, given.points_a, given.points_b)
    )
    vertices = (
        IterationVertex(point or NO_POINT, a, b) for point, a, b in zip(points, points_a, points_b, strict=True)
    )
    return Iteration(tuple(vertices), _vector(given.direction), _vector(given.closest))


def _search(given: _CSearch) -> Iteration:
    places = range(min(max(given.vertex_count, 0), PORTAL))
    faces = (_face(given.faces[9 * i : 9 * i + 9]) for i in range(min(max(given.face_count, 0), MOST_FACES)))
    face = _face(given.face[:])
    return Iteration(
        tuple(IterationVertex(_vector(given.portal[3 * i : 3 * i + 3]) or NO_POINT) for i in places),
        _vector(given.direction),
        faces=tuple(faces),
        face=None if all(map(_is_unset, face)) else face,
        interior=_vector(given.interior),
        separation=None if isnan(given.separation) else given.separation,
    )


def _face(numbers: list[float]) -> FaceCorners:
    a, b, c, d, e, f, g, h, i = numbers
    return (a, b, c), (d, e, f), (g, h, i)


def _is_unset(point: Vec3) -> bool:
    return all(map(isnan, point))


HOOKS: dict[str, tuple[Any, Callable[[Any], Iteration]]] = {
    "gjkscope_on_iteration": (_CIteration, _iteration),
    "gjkscope_on_search": (_CSearch, _search),
}
"""The function pointers that a library may export: the structure that each receives, and the record it is read into."""


def _shape(shape: Shape) -> _CShape:
    name = shape.kind
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


def _vector(numbers: "ctypes.Array[ctypes.c_double] | list[float]") -> Vec3 | None:
    x, y, z = numbers
    return None if isnan(x) and isnan(y) and isnan(z) else (x, y, z)
