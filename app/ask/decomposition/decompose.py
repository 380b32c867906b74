"""Cuts a mesh into convex parts with CoACD, in a child process that can be cancelled and may crash.

Wei and others, Approximate convex decomposition for 3D meshes with collision-aware concavity and tree search, ACM
Transactions on Graphics 41, 2022; https://github.com/SarahWeiii/CoACD.
"""

import json
from collections.abc import Callable, Sequence
from importlib.util import find_spec

import numpy as np
from msgspec import Struct

from gjkscope.app.base.processes.interpreter import module_command
from gjkscope.app.base.processes.line_process import ChildFailure, LineProcess
from gjkscope.app.base.records import replace
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.runtime.extras import extra_remedy
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.shapes.qhull import QhullError, qhull
from gjkscope.engine.shapes.support import hull_of
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.text import counted, percent
from gjkscope.engine.vectors import Vec3

LIBRARY = "coacd"
NOT_INSTALLED = f"CoACD is not installed, so the only part is the convex hull: {extra_remedy('decompose')}"
TIME_LIMIT = 600.0  # seconds; a scan of 100,000 triangles takes minutes
LEAST_THRESHOLD, MOST_THRESHOLD = 0.01, 1.0  # what CoACD accepts


class DecompositionError(ValueError):
    """A mesh that cannot be decomposed; the message is one line, `field: what is wrong`."""


class DecompositionOptions(Struct, frozen=True):
    """The parameters of CoACD.

    `threshold` is the concavity that a part may keep, relative to the mesh's size, 0.01 … 1: smaller gives more parts.
    `most_parts` limits their number; None is no limit.  The same `seed` gives the same parts.
    """

    threshold: float = 0.05
    most_parts: int | None = None
    seed: int = 0


DEFAULT_DECOMPOSITION = DecompositionOptions()


class Decomposition(Struct, frozen=True):
    """A mesh with its parts."""

    mesh: Mesh
    volume: float  # of the mesh, m³
    parts_volume: float  # the sum of all parts, m³
    note: str = ""  # a sentence, if the parts are not what was asked for


def decompose(
    mesh: Mesh,
    options: DecompositionOptions = DEFAULT_DECOMPOSITION,
    find: Callable[[str], object | None] = find_spec,
    command: Sequence[str] = module_command("gjkscope.app.ask.decomposition.child"),
    seconds: float = TIME_LIMIT,
) -> Decomposition:
    """Cuts the mesh into convex parts; if CoACD is not installed, its only part is its convex hull.

    `find` finds a module by name; `command` starts the child process.  Raises `DecompositionError` for options that
    CoACD does not support, and for a mesh that is not a closed surface around a volume; `Cancelled` if cancelled.
    """
    check_decomposition_options(options)
    volume = _checked_volume(mesh)
    if find(LIBRARY) is None:
        corners = hull_of(replace(mesh, parts=())).vertices.tolist()
        cut, note = replace(mesh, parts=(corners,)), NOT_INSTALLED
    else:
        cut, note = replace(mesh, parts=_ask(mesh, options, command, seconds)), ""
    return Decomposition(cut, volume, sum(_hull_volume(part) for part in cut.parts), note)


def decomposition_words(decomposition: Decomposition) -> str:
    """A sentence about the parts, and the note if there is one."""
    share = percent(decomposition.parts_volume / decomposition.volume)
    words = f"{counted(len(decomposition.mesh.parts), 'convex part')}, with {share} of the mesh's volume."
    return f"{words} {decomposition.note}".strip()


def check_decomposition_options(options: DecompositionOptions) -> None:
    """Raises `DecompositionError` for options that CoACD does not take."""
    if not LEAST_THRESHOLD <= options.threshold <= MOST_THRESHOLD:
        raise DecompositionError(f"threshold: must be from 0.01 to 1, got {options.threshold:g}")
    if options.most_parts is not None and options.most_parts < 1:
        raise DecompositionError(f"most_parts: must be at least 1, got {options.most_parts}")
    if not 0 <= options.seed < 1 << 31:
        raise DecompositionError(f"seed: must be from 0 to {(1 << 31) - 1}, got {options.seed}")


def _checked_volume(mesh: Mesh) -> float:
    """The volume of a closed mesh.  Raises `DecompositionError` for any other."""
    surface = mesh.surface()
    if surface is None:
        raise DecompositionError("mesh: has no faces, so it has no inside: use a hull")
    if hull_of(mesh).dimension < 3:
        raise DecompositionError("mesh: is flat, so it has no volume to cut: use a hull or triangles")
    if surface.kind is not SurfaceKind.SOLID and surface.gap is not None:
        (i, j), count = surface.gap.ends, surface.gap.faces
        faces = "1 face" if count == 1 else f"{count} faces"
        raise DecompositionError(
            f"mesh: is not watertight: the edge between vertices {i} and {j} belongs to {faces}, must be 2: close it"
        )
    corners = np.array(mesh.vertices)[np.array(mesh.faces)]
    middle = corners.reshape(-1, 3).mean(axis=0)  # far from the origin, volumes would cancel
    a, b, c = np.moveaxis(corners - middle, 1, 0)
    volume = abs(float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum())) / 6
    if volume == 0:
        raise DecompositionError("mesh: encloses no volume: its faces must be counter-clockwise as seen from outside")
    return volume


def _ask(
    mesh: Mesh, options: DecompositionOptions, command: Sequence[str], seconds: float
) -> tuple[tuple[Vec3, ...], ...]:
    request = {
        "vertices": mesh.vertices,
        "faces": mesh.faces,
        "threshold": options.threshold,
        "most_parts": -1 if options.most_parts is None else options.most_parts,
        "seed": options.seed,
    }
    try:
        process = LineProcess(command)
    except OSError as fault:
        raise DecompositionError(f"CoACD: cannot be started: {fault.strerror or fault}") from None
    try:
        count = int(process.exchange(json.dumps(request).encode() + b"\n", seconds))
        if count < 1:
            raise DecompositionError("CoACD: found no parts")
        return tuple(_part(process.exchange(b"", seconds)) for _ in range(count))
    except ChildFailure as fault:
        words = f", {process.last_words}" if process.last_words else ""
        raise DecompositionError(f"CoACD: {fault}{words}") from None
    finally:
        process.kill()


def _part(line: bytes) -> tuple[Vec3, ...]:
    checkpoint()
    return tuple((x, y, z) for x, y, z in json.loads(line))


def _hull_volume(part: tuple[Vec3, ...]) -> float:
    try:
        hull = qhull(part)
    except QhullError:  # flat
        return 0.0
    corners = hull.points[hull.simplices] - hull.points[hull.vertices].mean(axis=0)
    return float(np.abs(np.linalg.det(corners)).sum()) / 6.0  # of tetrahedra
