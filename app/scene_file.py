"""Scene files: JSON read strictly into a `Scene`, and a `Scene` written so that nothing changes, not by a bit.

Reading goes: bytes, text, JSON, the models of `scene_models.py`, then the rules that hold between several entries
(names differ, pairs name shapes, a pose is rigid, a mesh file lies inside the folder).  Whatever is wrong ends in one
`SceneError`, which is one line: file, place, what is wrong, what would be right.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from reprlib import repr as shown
from textwrap import shorten
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from engine.bounds import aabb
from engine.calling_off import checkpoint
from engine.pose import as_pose, rotation_from_quaternion
from engine.shapes import SHAPE_TYPES, Hull, Mesh, Shape
from engine.vectors import Vec3

from .json_document import Fault, FileError, file_text, json_text, read_document
from .loading import without_collecting
from .mesh_file import MeshError, hull_vertices, is_mesh_file, read_mesh
from .scene import Body, Expected, Pair, PositionOrientation, Scene, Transform
from .whole_file import write_whole

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from . import scene_models

Floats = npt.NDArray[np.float64]

VERSION = 1

# Metres.  Squares and sums of longer lengths are beyond the largest double: they could be neither compared nor drawn.
LARGEST_LENGTH = 1e150

# Between two meshes that are opened side by side, as a part of the larger one's size: near, and clearly apart.
GAP = 0.25


class SceneError(FileError):
    """A scene that cannot be read or written."""


def read_scene(path: Path | str) -> Scene:
    """The scene in a file.  Raises `SceneError`."""
    path = Path(path)
    try:
        text = file_text(path)
    except Fault as fault:
        raise SceneError(path, fault.place, fault.message) from None
    return parse_scene(text, str(path), _folder(path))


def read_shipped(path: Path) -> Scene:
    """A scene that comes with the program, not held to the models: a test has done that.

    To load pydantic takes longer than to open the window.
    """
    document: Any = read_document(file_text(path))
    shapes = [_filled(entry, SHAPE_TYPES[entry["type"]], PositionOrientation, Body) for entry in document["shapes"]]
    expected = [_filled(entry, Expected) for entry in document.get("expected", [])]
    return _scene(_filled(document | {"shapes": shapes, "expected": expected}, Scene), _folder(path))


@without_collecting()
def open_files(paths: Sequence[Path | str]) -> Scene:
    """The scene that a person means by these paths: one scene file, or one or two meshes.  Raises `SceneError`."""
    meshes = [path for path in paths if is_mesh_file(path)]
    if len(meshes) == len(paths) and len(paths) <= 2:
        return _within_reach(scene_from_meshes(paths), paths[0])
    if len(paths) == 1:
        return _within_reach(read_scene(paths[0]), paths[0])
    raise SceneError(paths[0], "", "too many files at once: open one scene, or one or two mesh files")


def parse_scene(text: str, source: str = "scene", folder: Path | None = None) -> Scene:
    """The scene in a text.

    `source` names the text in errors.  `folder` is where mesh files are found; without it the scene may name none.
    Raises `SceneError`.
    """
    try:
        return _scene(_validated(read_document(text)), folder)
    except Fault as fault:
        raise SceneError(source, fault.place, fault.message) from None


def format_scene(scene: Scene) -> str:
    """The scene as the text of a scene file: reading it again gives the same scene, to the bit."""
    return json_text(_entries(scene)) + "\n"


def write_scene(scene: Scene, path: Path | str) -> None:
    """Writes a scene file, all of it or nothing: if that fails, what stood there still stands.

    A mesh that came from a file is written as that file's name where the same mesh can be read by it from the new
    place, and with its vertices and faces elsewhere.  Raises `SceneError`, also for a scene that could not be read
    again, such as one without shapes.
    """
    text = format_scene(_with_reachable_meshes(scene, _folder(path)))
    parse_scene(text, str(path), _folder(path))
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise SceneError(path, "", f"cannot be written: {error.strerror or error}") from None


def is_written(scene: Scene, path: Path | str) -> bool:
    """Whether the file is as `write_scene` leaves it, in whatever layout: another program may have changed it."""
    try:
        return read_scene(path) == _with_reachable_meshes(scene, _folder(path))
    except SceneError:
        return False


def path_inside(folder: Path, file: str) -> Path | None:
    """Where a file is that another one names, relative to the folder and with /; None where it is not in the folder."""
    if not file.isprintable() or "\\" in file or PureWindowsPath(file).anchor or PurePosixPath(file).is_absolute():
        return None
    path = Path(os.path.realpath(folder / file))  # follows links, also endless ones
    return path if path.is_relative_to(os.path.realpath(folder)) else None


def mesh_again(body: Body, path: Path | str) -> Shape:
    """The body's mesh as its file holds it now, with the body's rounding; `path` is that of the scene.

    Raises `SceneError`.
    """
    file = body.mesh_file or ""
    try:
        return replace(_mesh(file, file, _folder(path)), rounding=body.shape.rounding)
    except Fault as fault:
        raise SceneError(path, fault.place, fault.message) from None


def scene_from_meshes(paths: Sequence[Path | str]) -> Scene:
    """A scene of one or two mesh files as convex hulls: the first where its file has it, the second to its right.

    A single mesh is paired with a copy of itself.  Raises `SceneError`.
    """
    if len(paths) not in (1, 2):
        raise ValueError(f"paths: one or two mesh files make a scene, got {len(paths)}")
    hulls = {path: _hull(path) for path in dict.fromkeys(paths)}
    a, b = hulls[paths[0]], hulls[paths[-1]]
    name_a, name_b = Path(paths[0]).stem, Path(paths[-1]).stem
    if name_a == name_b:
        name_b = f"{name_b} 2"
    place = PositionOrientation(position=_beside(a, b))
    about = f"The convex hulls of two meshes, side by side. At position 0 0 0, {name_b} stands where its file has it."
    return Scene(f"{name_a} and {name_b}", (Body(name_a, a), Body(name_b, b, place)), about)


def _within_reach(scene: Scene, path: Path | str) -> Scene:
    """The scene, when its bodies can be shown and compared."""
    for i, body in enumerate(scene.bodies):
        with np.errstate(over="ignore"):
            reach = max(abs(number) for corner in aabb(body.shape, body.pose) for number in corner)
        if not reach <= LARGEST_LENGTH:
            fault = f"must lie within {LARGEST_LENGTH:g} m of the origin, reaches {reach:.3g} m"
            raise SceneError(path, f"shapes[{i}]", fault)
    return scene


def _folder(path: Path | str) -> Path:
    """Where the mesh files of a scene file are: beside the file itself, not beside a link to it."""
    return Path(os.path.realpath(path)).parent


def _validated(document: object) -> "scene_models.SceneFile":
    from . import file_models, scene_models  # slow to import: pydantic

    found: scene_models.SceneFile = file_models.validated(document, scene_models.LAYOUT)
    return found


def _filled(entry: dict[str, Any], *kinds: "type[DataclassInstance]") -> Any:
    """What a model would be: the keys of the entry, numbers as floats (not in faces), the rest as the kinds have it."""
    defaults = {field.name: field.default for kind in kinds for field in fields(kind) if field.default is not MISSING}
    given = {key: value if key == "faces" else _floats(value) for key, value in entry.items()}
    return SimpleNamespace(**defaults | given, model_fields_set=set(entry))


def _floats(value: Any) -> Any:
    if isinstance(value, list):
        return [_floats(one) for one in value]
    return float(value) if isinstance(value, int) else value


def _scene(model: "scene_models.SceneFile", folder: Path | None) -> Scene:
    _check_names([entry.name for entry in model.shapes])
    bodies = tuple(_body(entry, f"shapes[{i}]", folder) for i, entry in enumerate(model.shapes))
    names = {body.name: body for body in bodies}
    pairs = None if model.pairs is None else _pairs({f"pairs[{i}]": p for i, p in enumerate(model.pairs)}, names)
    judged = _pairs({f"expected[{i}].pair": entry.pair for i, entry in enumerate(model.expected)}, names)
    expected = tuple(
        Expected(pair, entry.verdict, entry.signed_distance, entry.tolerance, entry.method)
        for pair, entry in zip(judged, model.expected, strict=True)
    )
    return Scene(model.name, bodies, model.about, model.source, pairs, expected, _vec3(model.gravity))


def _check_names(names: list[str]) -> None:
    places: dict[str, int] = {}
    for i, name in enumerate(names):
        first = places.setdefault(name, i)
        if first < i:
            raise Fault(f"shapes[{i}].name", f"must differ from all others, but shapes[{first}] is {shown(name)} too")


def _pairs(named: dict[str, list[str]], names: Collection[str]) -> tuple[Pair, ...]:
    """The pairs of names, which stand at the given places, checked."""
    places: dict[Pair, str] = {}
    for place, (a, b) in named.items():
        for i, name in enumerate((a, b)):
            if name not in names:
                known = shorten(", ".join(map(shown, names)), 60, placeholder=" …")
                raise Fault(f"{place}[{i}]", f"must be the name of a shape ({known}), got {shown(name)}")
        if a == b:
            raise Fault(place, f"must name two different shapes, got {shown(a)} twice")
        if (a, b) in places:
            raise Fault(place, f"must differ from all others, but {places[a, b]} is the same")
        places[a, b] = place
    return tuple(places)


def _body(entry: "scene_models.AnyShape", place: str, folder: Path | None) -> Body:
    with _at(place):
        return Body(
            entry.name,
            _shape(entry, place, folder),
            _placement(entry),
            entry.mass,
            entry.color,
            _vec3(entry.velocity),
            _vec3(entry.angular_velocity),
            getattr(entry, "file", None) or None,
        )


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Errors of the engine, which read `field: what is wrong`, with the place of the field in the file."""
    try:
        yield
    except ValueError as error:
        field, message = str(error).split(": ", 1)
        raise Fault(f"{place}.{field}", message) from None


def _shape(entry: "scene_models.AnyShape", place: str, folder: Path | None) -> Shape:
    given = entry.model_fields_set
    if entry.type == "mesh":
        if ("file" in given) == bool({"vertices", "faces"} & given):
            raise Fault(place, "a mesh has either vertices and faces, or file")
        if "file" in given:
            return replace(_mesh(entry.file, f"{place}.file", folder), rounding=entry.rounding)
        for key in {"vertices", "faces"} - given:
            raise Fault(f"{place}.{key}", "missing: a mesh has either vertices and faces, or file")
    kind = SHAPE_TYPES[entry.type]
    values = {field.name: getattr(entry, field.name) for field in fields(kind)}
    if kind in (Hull, Mesh):
        values["vertices"] = np.array(values["vertices"], np.float64)  # looked at as a whole, as there may be many
    if kind is Mesh:
        values["faces"] = np.array(values["faces"], np.int64)
    return kind(**values)


def _placement(entry: "scene_models.AnyShape") -> PositionOrientation | Transform:
    given = entry.model_fields_set
    if "transform" not in given:
        x, y, z, w = entry.orientation
        rotation_from_quaternion((x, y, z, w), "orientation")
        return PositionOrientation(_vec3(entry.position), (x, y, z, w))
    if {"position", "orientation"} & given:
        raise ValueError("transform: must not stand beside position or orientation")
    as_pose(entry.transform, "transform")
    a, b, c, d = ((x, y, z, w) for x, y, z, w in entry.transform)
    return Transform((a, b, c, d))


def _mesh(file: str, place: str, folder: Path | None) -> Mesh:
    """The mesh of a file that must lie inside the scene's folder: a scene that one is sent may not read others."""
    if folder is None:
        raise Fault(place, "only a scene that is a file itself can name a mesh file")
    path = path_inside(folder, file)
    if path is None:
        raise Fault(place, f"must lie in the scene's folder, be relative to it and use /, got {shown(file)}")
    try:
        mesh = read_mesh(path)
    except MeshError as error:
        raise Fault(place, f"{file}: {error.fault}") from None
    if not mesh.faces:
        raise Fault(place, f"{file}: holds points but no faces: must have faces, or be given as a hull")
    return mesh


def _vec3(numbers: list[float]) -> Vec3:
    x, y, z = numbers
    return (x, y, z)


def _with_reachable_meshes(scene: Scene, folder: Path) -> Scene:
    """The scene with a mesh file named only where reading it from `folder` gives the very same mesh."""
    bodies = tuple(body if _is_reachable(body, folder) else replace(body, mesh_file=None) for body in scene.bodies)
    return replace(scene, bodies=bodies)


def _is_reachable(body: Body, folder: Path) -> bool:
    if body.mesh_file is None:
        return False
    try:
        return replace(_mesh(body.mesh_file, "", folder), rounding=body.shape.rounding) == body.shape
    except Fault:
        return False


def _entries(scene: Scene) -> dict[str, Any]:
    return {
        "gjkscope": VERSION,
        "name": scene.name,
        **_given(scene, "about", "source", "gravity"),
        "shapes": [_shape_entry(body) for body in scene.bodies],
        **_given(scene, "pairs"),
        **({"expected": [_given(expected) for expected in scene.expected]} if scene.expected else {}),
    }


def _shape_entry(body: Body) -> dict[str, Any]:
    kind = type(body.shape).__name__.lower()
    shape = _given(body.shape)
    if body.mesh_file is not None:
        shape = {"file": body.mesh_file, **_given(body.shape, "rounding")}
    placement = body.placement
    return {
        "name": body.name,
        "type": kind,
        **shape,
        **({"transform": placement.rows} if isinstance(placement, Transform) else _given(placement)),
        **_given(body, "mass", "color", "velocity", "angular_velocity"),
    }


def _given(value: "DataclassInstance", *names: str) -> dict[str, Any]:
    """The fields of a dataclass (those of the given names) that are not at their default, −0.0 not being 0.0."""
    return {
        field.name: getattr(value, field.name)
        for field in fields(value)
        if (not names or field.name in names)
        and (field.default is MISSING or repr(getattr(value, field.name)) != repr(field.default))
    }


def _hull(path: Path | str) -> Hull:
    try:
        corners = hull_vertices(read_mesh(path).vertices)
        checkpoint()
        return Hull(corners)
    except MeshError as error:
        raise SceneError(path, "", error.fault) from None


def _beside(a: Hull, b: Hull) -> Vec3:
    """Where `b` stands to the right of `a`, at the same height and depth, with a gap between them."""
    (low_a, high_a), (low_b, high_b) = (_bounds(hull) for hull in (a, b))
    size = max((high_a - low_a).max(), (high_b - low_b).max()) or 1.0  # two points have no size
    _, y, z = ((low_a + high_a) / 2 - (low_b + high_b) / 2).tolist()
    return (float(high_a[0] - low_b[0] + GAP * size), y, z)


def _bounds(hull: Hull) -> tuple[Floats, Floats]:
    vertices = np.array(hull.vertices)
    return vertices.min(axis=0), vertices.max(axis=0)
