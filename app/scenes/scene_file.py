"""Scene files: strict reading of JSON into a `Scene`, and writing that preserves it to the bit.

Reading goes from bytes to text, to JSON, to the models of `scene_models.py`, and then applies the rules that span
several entries (names are unique, pairs name shapes, a pose is rigid, a mesh file lies inside the folder).  Every error
is a `SceneError` with a one-line message: the file, the place, what is wrong, and what would be right.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields
from pathlib import Path, PurePosixPath, PureWindowsPath
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any, assert_never

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, Struct, structs

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.json_document import FieldError, FileError, file_text, json_text, read_document
from gjkscope.app.base.loading import disable_gc
from gjkscope.app.base.numbers import spell
from gjkscope.app.base.records import field_names, replace
from gjkscope.app.scenes.mesh_file import MeshError, convex_hull_vertices, is_mesh_file, read_mesh, read_mesh_objects
from gjkscope.app.scenes.opening import AS_CONTENTS, Opening, Workspace
from gjkscope.app.scenes.reports import iteration_entry
from gjkscope.app.scenes.scene import (
    Body,
    Expected,
    Placement,
    Planar,
    PositionOrientation,
    Reported,
    ReportedPoint,
    Scene,
    Transform,
    UnreadText,
)
from gjkscope.app.scenes.scene_models import PLANAR_SHAPES, AnySceneModel, AnyShape, OpeningModel, validate_scene
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.plane.shapes.kinds import PLANAR_TYPES
from gjkscope.engine.pose import as_pose, rotation_from_quaternion
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Hull, Mesh, Shape
from gjkscope.engine.vectors import Vec3

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Floats = npt.NDArray[np.float64]

VERSION = 1

SURFACE = ("friction", "restitution")  # fields of a 3D body; the last of `Body`, in this order

# Metres.  Squares and sums of longer lengths overflow a double, so they can be neither compared nor drawn.
LARGEST_LENGTH = 1e150

# Gap between two meshes opened side by side, relative to the size of the larger one: close, but clearly apart.
GAP = 0.25


class SceneError(FileError):
    """A scene that cannot be read or written.

    >>> from gjkscope import SceneError, load
    >>> try:
    ...     load("missing.json")
    ... except SceneError as fault:
    ...     print(fault)
    missing.json: cannot be read: No such file or directory
    """


def read_scene(path: Path | str) -> Scene:
    """Reads the scene in a file.  Raises `SceneError`."""
    path = Path(path)
    try:
        text = file_text(path)
    except FieldError as fault:
        raise SceneError(path, fault.place, fault.message) from None
    return parse_scene(text, str(path), _folder(path))


def load(path: Path | str) -> Scene:
    """Reads a scene file, or creates a scene from a mesh file (.obj .stl .ply .off .glb); `path` is that file.

    Raises `SceneError`, a `ValueError` that names the file, the place in it and what would be right.

    >>> import gjkscope
    >>> scene = gjkscope.load("assets/scenes/museum/fcl-293.json")
    >>> [type(body.shape).__name__ for body in scene.bodies]
    ['Box', 'Box']
    """
    return open_files([path])


@disable_gc()
def open_files(paths: Sequence[Path | str]) -> Scene:
    """Opens one scene file, or one or two meshes as a scene.  Raises `SceneError`."""
    meshes = [path for path in paths if is_mesh_file(path)]
    if len(meshes) == len(paths) and len(paths) <= 2:
        return within_reach(scene_from_meshes(paths), paths[0])
    if len(paths) == 1:
        return within_reach(read_scene(paths[0]), paths[0])
    raise SceneError(paths[0], "", "too many files at once: open one scene, or one or two mesh files")


def parse_scene(text: str, source: str = "scene", folder: Path | None = None) -> Scene:
    """Parses the text of a scene file.

    `source` names the text in errors.  `folder` contains the mesh files; without it the scene may not refer to any.
    Raises `SceneError`.
    """
    try:
        document = read_document(text)
    except FieldError as fault:
        raise SceneError(source, fault.place, fault.message) from None
    return scene_of(document, source, folder)


def scene_of(document: object, source: str = "scene", folder: Path | None = None) -> Scene:
    """The scene that a JSON document describes, as a file would.  Arguments and errors as for `parse_scene`."""
    try:
        return _scene(validate_scene(document), folder)
    except FieldError as fault:
        raise SceneError(source, fault.place, fault.message) from None


def format_scene(scene: Scene) -> str:
    """Formats the scene as a scene file: reading it again gives the same scene, to the bit."""
    return json_text(_entries(scene)) + "\n"


def write_scene(scene: Scene, path: Path | str) -> None:
    """Writes a scene file atomically: if it fails, an existing file is unchanged.

    A mesh from a file is written as a reference if reading that file from the new location gives the same mesh;
    otherwise with its vertices and faces.  Raises `SceneError`, also for a scene that could not be read again, such as
    one without shapes.
    """
    text = format_scene(_with_reachable_meshes(scene, _folder(path)))
    parse_scene(text, str(path), _folder(path))
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise SceneError(path, "", f"cannot be written: {error.strerror or error}") from None


def self_contained(scene: Scene) -> Scene:
    """The scene without references to mesh files, which its reader may not find: they are written in full."""
    return replace(scene, bodies=tuple(replace(body, mesh_file=None) for body in scene.bodies))


def matches_file(scene: Scene, path: Path | str) -> bool:
    """Whether the file's contents equal what `write_scene` writes, in any layout: it may have changed on disk."""
    try:
        return read_scene(path) == _with_reachable_meshes(scene, _folder(path))
    except SceneError:
        return False


def path_inside(folder: Path, file: str) -> Path | None:
    """Path of a referenced file, which must be relative to the folder and use /; None if it is outside the folder."""
    if not file.isprintable() or "\\" in file or PureWindowsPath(file).anchor or PurePosixPath(file).is_absolute():
        return None
    path = Path(os.path.realpath(folder / file))  # resolves links, including cycles
    return path if path.is_relative_to(os.path.realpath(folder)) else None


def reload_mesh(body: Body, path: Path | str) -> Shape:
    """Reads the body's mesh again from its file, with the body's rounding; `path` is that of the scene.

    If the mesh has changed, it has no parts.  Raises `SceneError`.
    """
    file = body.mesh_file or ""
    try:
        mesh = replace(_mesh(file, file, _folder(path)), rounding=body.shape.rounding)
        return body.shape if mesh == _without_parts(body.shape) else mesh
    except FieldError as fault:
        raise SceneError(path, fault.place, fault.message) from None


def scene_from_meshes(paths: Sequence[Path | str]) -> Scene:
    """A scene of one or two mesh files: the first as in its file, the second to its right.

    A single file with several objects, such as the nodes of a GLB, is a scene of these, where the file has them; a
    single object is paired with a copy of itself.  Meshes that are convex become hulls.  Raises `SceneError`.
    """
    if len(paths) not in (1, 2):
        raise ValueError(f"paths: one or two mesh files make a scene, got {len(paths)}")
    if len(paths) == 1 and len(bodies := bodies_of_mesh(paths[0])) > 1:
        about = f"The {len(bodies)} objects of {Path(paths[0]).name}, where the file has them."
        return Scene(Path(paths[0]).stem, bodies, about, opens=_opening_of_meshes(bodies))
    shapes = {path: _shape_of_file(path) for path in dict.fromkeys(paths)}
    a, b = shapes[paths[0]], shapes[paths[-1]]
    name_a, name_b = Path(paths[0]).stem, Path(paths[-1]).stem
    if name_a == name_b:
        name_b = f"{name_b} 2"
    placement = PositionOrientation(position=_beside(a, b))
    about = f"Two meshes, side by side. At position 0 0 0, {name_b} is where its file has it."
    bodies = (Body(name_a, a), Body(name_b, b, placement))
    return Scene(f"{name_a} and {name_b}", bodies, about, opens=_opening_of_meshes(bodies))


def _opening_of_meshes(bodies: Sequence[Body]) -> Opening:
    """Of meshes that are not convex, algorithms for convex shapes would answer about the hulls."""
    return Opening(algorithm="mesh-distance") if any(isinstance(body.shape, Mesh) for body in bodies) else AS_CONTENTS


def bodies_of_mesh(path: Path | str) -> tuple[Body, ...]:
    """The objects of a mesh file as bodies: hulls if they are convex, otherwise meshes.  Raises `SceneError`."""
    try:
        objects = read_mesh_objects(path)
        bodies = tuple(Body(name, _tidy_shape(mesh), PositionOrientation(at)) for name, mesh, at in objects)
    except MeshError as error:
        raise SceneError(path, "", error.fault) from None
    for body in bodies:
        if fault := reach_fault(body):
            raise SceneError(path, body.name, fault)
    return bodies


def _tidy_shape(mesh: Mesh) -> Mesh | Hull:
    from gjkscope.engine.shapes.convexity import is_hull  # imports SciPy, which is slow

    checkpoint()
    return mesh if mesh.faces and not is_hull(mesh) else Hull(convex_hull_vertices(mesh.vertices))


def within_reach(scene: Scene, path: Path | str) -> Scene:
    """Returns the scene if its bodies can be displayed and compared.  Raises `SceneError` otherwise."""
    for i, body in enumerate(scene.bodies):
        if fault := reach_fault(body):
            raise SceneError(path, f"shapes[{i}]", fault)
    return scene


def reach_fault(body: Body) -> str:
    """What is wrong if the body reaches too far, or to what is not a number; "" otherwise."""
    with np.errstate(over="ignore", invalid="ignore"):
        reaches = [abs(number) for corner in body.box for number in corner]
    if all(reach <= LARGEST_LENGTH for reach in reaches):
        return ""
    return f"must lie within {LARGEST_LENGTH:g} m of the origin, reaches {max(reaches):.3g} m"


def _folder(path: Path | str) -> Path:
    """The folder of the scene file's meshes, which is that of the file itself, not of a link to it."""
    return Path(os.path.realpath(path)).parent


def _scene(model: AnySceneModel, folder: Path | None) -> Scene:
    bodies = tuple(_body(entry, f"shapes[{i}]", folder) for i, entry in enumerate(model.shapes))
    given = _in_space(model)
    for name in ("gjkscope", "shapes"):
        del given[name]
    given |= {
        "bodies": bodies,
        "expected": tuple(Expected(**structs.asdict(entry)) for entry in model.expected),
        "reported": tuple(map(_report_of, model.reported)),
        "unread": tuple(UnreadText(**structs.asdict(entry)) for entry in model.unread),
        "opens": opening_of(model.opens),
    }
    with _at():
        return Scene(**given)


def opening_of(entry: OpeningModel) -> Opening:
    """What a file says about how it is shown."""
    given = structs.asdict(entry)
    workspace = given.pop("workspace")
    return Opening(None if workspace is None else Workspace(workspace), **given)


def opening_entry(opening: Opening) -> dict[str, Any]:
    """The same for a file: the key `opens`, or nothing."""
    named = {name: value for name, value in structs.asdict(opening).items() if value is not None}
    return {"opens": named} if named else {}


def _in_space(entry: Struct) -> dict[str, Any]:
    """What the entry has, with the vectors of a 2D scene in the plane z = 0."""
    given = {name: value for name, value in structs.asdict(entry).items() if value is not UNSET}
    flat = {name: value for name in _WORLD_VECTORS if len(value := given.get(name) or ()) == 2}
    return given | {name: (*value, 0.0) for name, value in flat.items()}


def _report_of(entry: Struct) -> Reported:
    given = _in_space(entry)
    points = tuple(ReportedPoint(**_in_space(point)) for point in given.pop("points"))
    iterations = tuple(map(_iteration, given.pop("iterations", ())))
    return Reported(**given, points=points, iterations=iterations)


def _iteration(entry: Struct) -> Iteration:
    given = structs.asdict(entry)
    simplex = given.pop("simplex")
    return Iteration(
        tuple(
            IterationVertex(*(vertex,) if isinstance(vertex, tuple) else structs.astuple(vertex)) for vertex in simplex
        ),
        **given,
    )


def _body(entry: AnyShape, location: str, folder: Path | None) -> Body:
    """A body; fields that the file does not have get their defaults."""
    given = structs.asdict(entry)
    given = {name: value for name, value in given.items() if value is not UNSET}
    file, kind = given.pop("file", None), entry.__struct_config__.tag
    with _at(location):
        if isinstance(entry, tuple(PLANAR_SHAPES.values())):
            shape: Shape = _with_fields(PLANAR_TYPES[kind], given)
            placement: Placement = Planar(**_take(given, ("position", "angle")))
            given |= {"angular_velocity": (0.0, 0.0, given["angular_velocity"])} if "angular_velocity" in given else {}
            given |= {"velocity": (*given["velocity"], 0.0)} if "velocity" in given else {}
        else:
            shape = _shape(SHAPE_TYPES[kind], given, file, location, folder)
            placement = _placement(given)
        return Body(shape=shape, placement=placement, mesh_file=file, **given)


@contextmanager
def _at(location: str = "") -> Iterator[None]:
    """Adds the place in the file to errors of records, which have the form `field: what is wrong`."""
    try:
        yield
    except ValueError as error:
        field, message = str(error).split(": ", 1)
        raise FieldError(f"{location}.{field}" if location else field, message) from None


def _shape(kind: type[Shape], given: dict[str, Any], file: str | None, location: str, folder: Path | None) -> Shape:
    if kind is Mesh:
        if (file is None) != bool({"vertices", "faces"} & given.keys()):
            raise FieldError(location, "must have either vertices and faces, or file")
        for key in () if file is not None else ("vertices", "faces"):
            if key not in given:
                raise FieldError(f"{location}.{key}", "missing: must have either vertices and faces, or file")
    if file is not None:
        return replace(_mesh(file, f"{location}.file", folder), **_take(given, ("rounding", "parts")))
    if kind in (Hull, Mesh):
        given["vertices"] = np.array(given["vertices"], np.float64)  # validated as a whole, as there may be many
    if kind is Mesh:
        given["faces"] = np.array(given["faces"], np.int64)
    return _with_fields(kind, given)


def _with_fields(kind: Any, given: dict[str, Any]) -> Shape:
    shape: Shape = kind(**_take(given, field_names(kind)))
    return shape


def _take(given: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Removes the fields with these names and returns them."""
    return {name: given.pop(name) for name in names if name in given}


def _placement(given: dict[str, Any]) -> Placement:
    rows, placed = given.pop("transform", None), _take(given, ("position", "orientation"))
    if rows is None:
        placement = PositionOrientation(**placed)
        rotation_from_quaternion(placement.orientation, "orientation")
        return placement
    if placed:
        raise ValueError("transform: cannot be combined with position or orientation")
    as_pose(rows, "transform")
    return Transform(rows)


def _mesh(file: str, location: str, folder: Path | None) -> Mesh:
    """Reads a mesh file that must be inside the scene's folder: a scene from elsewhere must not read other files."""
    if folder is None:
        raise FieldError(location, "mesh files require a scene read from a file")
    path = path_inside(folder, file)
    if path is None:
        raise FieldError(location, f"must lie in the scene's folder, be relative to it and use /, got {shown(file)}")
    try:
        mesh = read_mesh(path)
    except MeshError as error:
        raise FieldError(location, f"{file}: {error.fault}") from None
    if not mesh.faces:
        raise FieldError(location, f"{file}: contains points but no faces: must have faces, or be used as a hull")
    return mesh


def _without_parts(shape: Shape) -> Shape:
    return replace(shape, parts=()) if isinstance(shape, Mesh) else shape


def _with_reachable_meshes(scene: Scene, folder: Path) -> Scene:
    """The scene, keeping references to mesh files only if reading them from `folder` gives the same mesh."""
    bodies = tuple(body if _is_reachable(body, folder) else replace(body, mesh_file=None) for body in scene.bodies)
    return replace(scene, bodies=bodies)


def _is_reachable(body: Body, folder: Path) -> bool:
    if body.mesh_file is None:
        return False
    try:
        mesh = replace(_mesh(body.mesh_file, "", folder), rounding=body.shape.rounding)
        return mesh == _without_parts(body.shape)
    except FieldError:
        return False


def _entries(scene: Scene) -> dict[str, Any]:
    reports = [reported_entry(reported, scene.dimension) for reported in scene.reported]
    return {
        "gjkscope": VERSION,
        **_changes(scene, "dimension"),
        "name": scene.name,
        **_changes(scene, "about", "source"),
        **_in_dimension(_changes(scene, "gravity"), scene.dimension),
        **_changes(scene, "response"),
        "shapes": [_shape_entry(body) for body in scene.bodies],
        **_changes(scene, "pairs"),
        **({"expected": [_changes(expected) for expected in scene.expected]} if scene.expected else {}),
        **({"reported": reports} if reports else {}),
        **scene.unread_entry,
        **opening_entry(scene.opens),
    }


def reported_entry(reported: Reported, dimension: int = 3) -> dict[str, Any]:
    """A report as an entry of a scene file's `reported`, in a scene of that dimension; what JSON lacks is text."""
    points = [
        {name: value for name, value in point._asdict().items() if value is not None} for point in reported.points
    ]
    iterations = [iteration_entry(iteration) for iteration in reported.iterations]
    entry: dict[str, Any] = (
        _changes(reported) | ({"points": points} if points else {}) | ({"iterations": iterations} if iterations else {})
    )
    spelled: dict[str, Any] = spell(_in_dimension(entry, dimension))
    return spelled


def _shape_entry(body: Body) -> dict[str, Any]:
    shape = _changes(body.shape)
    if body.mesh_file is not None:
        shape = {"file": body.mesh_file, **_changes(body.shape, "parts", "rounding")}
    motion = _changes(body, "velocity", "angular_velocity")
    if body.shape.dimension == 2 and "angular_velocity" in motion:
        motion["angular_velocity"] = body.angular_velocity[2]
    return {
        "name": body.name,
        "type": body.shape.kind,
        **shape,
        **_placement_entry(body.placement),
        **_changes(body, "mass", "color"),
        **_in_dimension(motion, body.shape.dimension),
        **_changes(body, *SURFACE),
    }


def _placement_entry(placement: Placement) -> dict[str, Any]:
    match placement:
        case Planar(position, angle):
            given = {"position": position, "angle": angle}
            return {name: value for name, value in given.items() if repr(value) != repr(getattr(Planar(), name))}
        case Transform(rows):
            return {"transform": rows}
        case PositionOrientation():
            return _changes(placement)
        case _:
            assert_never(placement)


_WORLD_VECTORS = ("gravity", "velocity", "position", "normal", "witness_a", "witness_b")
"""The keys of scene files with vectors of world space, which have two numbers in 2D."""


def _in_dimension(value: Any, dimension: int) -> Any:
    """Entries of a scene file or of an answer, with world vectors of two numbers if the scene is 2D."""
    if dimension == 3:
        return value
    if isinstance(value, dict):
        return {
            key: part[:2] if key in _WORLD_VECTORS and isinstance(part, tuple) else _in_dimension(part, dimension)
            for key, part in value.items()
        }
    return [_in_dimension(part, dimension) for part in value] if isinstance(value, list) else value


def _changes(value: "DataclassInstance", *names: str) -> dict[str, Any]:
    """The fields of a dataclass (restricted to `names`, if given) that differ from their defaults; −0.0 is not 0.0."""
    return {
        field.name: getattr(value, field.name)
        for field in fields(value)
        if (not names or field.name in names)
        and (field.default is MISSING or repr(getattr(value, field.name)) != repr(field.default))
    }


def _shape_of_file(path: Path | str) -> Mesh | Hull:
    try:
        return _tidy_shape(read_mesh(path))
    except MeshError as error:
        raise SceneError(path, "", error.fault) from None


def _beside(a: Mesh | Hull, b: Mesh | Hull) -> Vec3:
    """Position of `b` to the right of `a`, at the same height and depth, with a gap between them."""
    (low_a, high_a), (low_b, high_b) = (_bounds(shape) for shape in (a, b))
    size = max((high_a - low_a).max(), (high_b - low_b).max()) or 1.0  # two points have no size
    _, y, z = ((low_a + high_a) / 2 - (low_b + high_b) / 2).tolist()
    return (float(high_a[0] - low_b[0] + GAP * size), y, z)


def _bounds(shape: Mesh | Hull) -> tuple[Floats, Floats]:
    vertices = np.array(shape.vertices)
    return vertices.min(axis=0), vertices.max(axis=0)
