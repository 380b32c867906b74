"""Earlier versions of FCL, compiled from its repository with a function that asks them (`fcl_versions.cpp`).

    apt install g++ libeigen3-dev libccd-dev
    git clone https://github.com/flexible-collision-library/fcl DIRECTORY
    FCL_SOURCE=DIRECTORY python -m tests.fidelity fcl-0.6.0 fcl-2019-04 fcl-2019-03 fcl-2018-05

Each is compiled once, into `out/fidelity/`.  FCL may crash, so it is asked in a child process.
"""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from gjkscope.app.ask.solvers.building import PlacedShape, axial_pose
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes import kinds
from tests.fidelity.child import Child
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference

QUERY = Path(__file__).with_name("fcl_versions.cpp")
COMPILED = Path(__file__).parents[3] / "out" / "fidelity"
SOURCES = (
    *("geometry/shape/[bcehpst]*.cpp", "geometry/collision_geometry.cpp", "math/bv/AABB.cpp"),
    "narrowphase/detail/convexity_based_algorithm/gjk_libccd.cpp",
    "narrowphase/detail/failed_at_this_configuration.cpp",  # since 2019
)
GENERATED = {  # by CMake
    "config.h": "#define FCL_HAVE_SSE 0\n#define FCL_HAVE_OCTOMAP 0\n#define FCL_ENABLE_PROFILING 0\n",
    "export.h": "#define FCL_EXPORT\n#define FCL_DEPRECATED\n#define FCL_SUPPRESS_MAYBE_UNINITIALIZED_BEGIN\n"
    "#define FCL_SUPPRESS_MAYBE_UNINITIALIZED_END\n",
}


DEPARTURES = (
    "As for `fcl`: the border of a visible patch has another order in each run, and our EPA ends after 500 rounds."
)


class Placed(ctypes.Structure):
    """`Placed` of `fcl_versions.cpp`."""

    _fields_ = [
        ("kind", ctypes.c_int),
        ("count", ctypes.c_int),
        ("sizes", ctypes.POINTER(ctypes.c_double)),
        ("rotation", ctypes.POINTER(ctypes.c_double)),
        ("position", ctypes.POINTER(ctypes.c_double)),
    ]


def reference(algorithm: str, engine: str, commit: str, options: Sequence[str]) -> Reference:
    """A version of FCL; the options are the compiler's."""
    return Reference(
        algorithm,
        engine,
        partial(_version, commit, tuple(options)),
        Child(partial(_answer, commit, tuple(options))).ask,
        tuple(_KINDS),
        f"FCL, commit {commit}, include/fcl/narrowphase/detail/convexity_based_algorithm/gjk_libccd-inl.h",
        departures=DEPARTURES if "-DIS_SIGNED=1" in options else "",
    )


def _version(commit: str, options: tuple[str, ...]) -> str:
    """Raises `OSError` if there is no source or it cannot be compiled."""
    _library(commit, options)
    return f"at {commit}"


def _answer(commit: str, options: tuple[str, ...], pair: Arguments) -> tuple[Any, ...]:
    a, b = (_placed(*pair[i : i + 2]) for i in (0, 2))
    distance, message = ctypes.c_double(), ctypes.create_string_buffer(4096)
    ask = _library(commit, options).fcl_distance
    ask.restype = ctypes.c_bool
    size = ctypes.c_size_t(len(message))
    if not ask(ctypes.byref(a), ctypes.byref(b), ctypes.byref(distance), message, size):
        return False, None, None, message.value.decode(errors="replace")
    return distance.value <= 0, distance.value


@cache
def _library(commit: str, options: tuple[str, ...]) -> Any:
    path = COMPILED / f"libfcl-{commit}.so"
    if not path.exists():
        _compile(commit, options, path)
    return ctypes.CDLL(str(path))


def _compile(commit: str, options: tuple[str, ...], path: Path) -> None:
    repository = os.environ.get("FCL_SOURCE")
    if repository is None:
        raise OSError("FCL_SOURCE: must be a clone of FCL's repository")
    folder = path.with_suffix("")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "generated" / "fcl").mkdir(parents=True)
    for name, text in GENERATED.items():
        (folder / "generated" / "fcl" / name).write_text(text, encoding="utf-8")
    archive = subprocess.run(
        ["git", "-C", repository, "archive", commit, "include", "src"], stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    sources = [str(file) for pattern in SOURCES for file in sorted((folder / "src").glob(pattern))]
    include = [f"-I{folder / 'generated'}", f"-I{folder / 'include'}", "-I/usr/include/eigen3"]
    command = ["g++", "-std=c++14", "-O1", "-w", "-shared", "-fPIC", *options, *include, str(QUERY), *sources]
    subprocess.run([*command, "-o", str(path), "-lccd", "-Wl,--no-undefined"], check=True)


def _placed(shape: kinds.Shape, pose: Pose) -> Placed:
    turned = axial_pose(PlacedShape(shape, pose), "z")
    rotation = tuple(x for row in turned.rotation for x in row)
    kind, numbers = list(_KINDS).index(type(shape)), _KINDS[type(shape)](shape)
    return Placed(kind, len(numbers) // 3, *(_doubles(values) for values in (numbers, rotation, turned.position)))


def _doubles(values: Sequence[float]) -> Any:
    return (ctypes.c_double * len(values))(*values)


def _corners(shape: kinds.Hull | kinds.Triangle) -> tuple[float, ...]:
    return tuple(x for vertex in shape.vertices for x in vertex)


_KINDS: dict[type, Any] = {  # in the order of `Kind`
    kinds.Box: lambda shape: tuple(2 * half for half in shape.half_extents),
    kinds.Sphere: lambda shape: (shape.radius,),
    kinds.Capsule: lambda shape: (shape.radius, 2 * shape.half_height),
    kinds.Cylinder: lambda shape: (shape.radius, 2 * shape.half_height),
    kinds.Cone: lambda shape: (shape.radius, 2 * shape.half_height),
    kinds.Ellipsoid: lambda shape: shape.radii,
    kinds.Hull: _corners,
    kinds.Triangle: _corners,
}

REFERENCE = reference("fcl-0.6.0", "FCL 0.6.0", "a13c681e", options=("-DNDEBUG", "-DIS_SIGNED=1"))
