"""The records of the scene file, version 1: the single definition of what a file may contain.

`scene_file.py` reads files with these records, and `assets/scene.schema.json` is generated from them:

    make schemas

The records of shapes are generated from the registry of shapes (app/scenes/shapes).  Descriptions also appear in errors
about missing keys.
"""

import re
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec import field as record_field

from gjkscope.app.base.decoding import meaning, rule
from gjkscope.app.base.json_document import ValueMismatch
from gjkscope.app.base.mismatch import shown
from gjkscope.app.scenes import file_models
from gjkscope.app.scenes.file_models import (
    HeightRow,
    Index,
    Name,
    NotNegative,
    Number,
    PairOfNames,
    Points,
    Points2,
    Positive,
    SaidNumber,
    SaidVector,
    SaidVector2,
    Strict,
    Vector,
    Vector2,
    at_least,
)
from gjkscope.app.scenes.scene import MOST_CORNERS
from gjkscope.app.scenes.shapes.entry import Entry, FieldKind
from gjkscope.app.scenes.shapes.entry import ShapeField as ShapeField
from gjkscope.app.scenes.shapes.kinds import PLANAR_ENTRIES, SHAPE_ENTRIES
from gjkscope.engine.iterations.records import MOST_FACES, MOST_ITERATIONS, MOST_VERTICES
from gjkscope.engine.simulation.responses import FRICTION
from gjkscope.engine.vectors import ZERO

_DIMENSION = "2 for shapes in the plane, or 3, the default"


def _color(text: object) -> object:
    if not isinstance(text, str) or not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError("must be a colour like #e69f00")
    return text


Face = tuple[Index, Index, Index]
Faces = Annotated[tuple[Face, ...], Meta(min_length=1)]
Cell = tuple[Index, Index]
Heights = Annotated[tuple[HeightRow, ...], Meta(min_length=2)]
Sizes = tuple[Positive, Positive, Positive]
Sizes2 = Annotated[tuple[Positive, Positive], file_models.OF_2D]
Quaternion = tuple[Number, Number, Number, Number]
Matrix = tuple[Quaternion, Quaternion, Quaternion, Quaternion]
Color = rule("Color", _color, {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})

NAMED = file_models.NAMED | {
    "Face": Face,
    "Cell": Cell,
    "Sizes": Sizes,
    "Sizes2": Sizes2,
    "Quaternion": Quaternion,
    "Matrix": Matrix,
}

# Rules between keys, as far as JSON Schema can express them; `scene_file.py` enforces them.
_ONE_POSE: dict[str, Any] = {
    "not": {"required": ["transform"], "anyOf": [{"required": ["position"]}, {"required": ["orientation"]}]}
}
_ONE_MESH: dict[str, Any] = {
    "oneOf": [
        {"required": ["vertices", "faces"], "not": {"required": ["file"]}},
        {"required": ["file"], "not": {"anyOf": [{"required": ["vertices"]}, {"required": ["faces"]}]}},
    ]
}


def _optional(name: str, kind: Any, description: str, **default: Any) -> tuple[str, Any, Any]:
    """A field that is unset if a file does not have it; the default is that of `Body` or of the shape."""
    return (name, Annotated[kind | UnsetType, meaning(description, **default)], UNSET)


_NAME = ("name", Annotated[Name, meaning("the shape's name, unique in the file")])
_MASS = _optional("mass", NotNegative, "mass in kg; 0 for a fixed body", default=1.0)
_COLOR = _optional("color", Color | None, "#rrggbb", default=None)
_ROUNDING = "rounding radius in metres: the shape is the Minkowski sum with a {} of this radius"

_BODY: list[Any] = [
    _NAME,
    _optional("rounding", NotNegative, _ROUNDING.format("ball"), default=0.0),
    _optional("position", Vector, "position of the shape's origin, in metres", default=[0.0, 0.0, 0.0]),
    _optional(
        "orientation",
        Quaternion,
        "rotation from local to world as a quaternion x, y, z, w; normalised when used",
        default=[0.0, 0.0, 0.0, 1.0],
    ),
    _optional(
        "transform",
        Matrix,
        "rigid 4×4 matrix, row-major, translation in the last column; replaces position and orientation",
    ),
    _MASS,
    _COLOR,
    _optional("velocity", Vector, "velocity in m/s", default=[0.0, 0.0, 0.0]),
    _optional("angular_velocity", Vector, "angular velocity in rad/s", default=[0.0, 0.0, 0.0]),
    _optional("friction", NotNegative, "coefficient of friction, if the response is impulses", default=FRICTION),
    _optional(
        "restitution",
        NotNegative,
        "0 for a plastic, 1 for an elastic body, if the response is impulses",
        default=0.0,
    ),
]
_PLANAR_BODY: list[Any] = [
    _NAME,
    _optional("rounding", NotNegative, _ROUNDING.format("disc"), default=0.0),
    _optional("position", Vector2, "position x, y of the shape's origin, in metres", default=[0.0, 0.0]),
    _optional("angle", Number, "rotation from local to world, anticlockwise, in radians", default=0.0),
    _MASS,
    _COLOR,
    _optional("velocity", Vector2, "velocity x, y in m/s", default=[0.0, 0.0]),
    _optional("angular_velocity", Number, "angular velocity, anticlockwise, in rad/s", default=0.0),
]
_FILE = _optional(
    "file",
    Annotated[str, Meta(min_length=1)],
    "an .obj, .stl, .ply, .off or .glb file in the scene's folder: a relative path with / separators",
)

_TYPES: dict[FieldKind, Any] = {
    FieldKind.LENGTH: Positive,
    FieldKind.NUMBER: Number,
    FieldKind.VECTOR: Vector,
    FieldKind.SIZES: Sizes,
    FieldKind.AXIS: Literal["x", "y", "z"],
    FieldKind.TRIANGLE: tuple[Vector, Vector, Vector],
    FieldKind.POINTS: Points,
    FieldKind.FACES: Faces,
    FieldKind.PARTS: tuple[Points, ...],
    FieldKind.HEIGHTS: Heights,
    FieldKind.CELL_SIZE: tuple[Positive, Positive],
    FieldKind.DIAGONAL: Literal["main", "anti"],
    FieldKind.CELLS: tuple[Cell, ...],
    FieldKind.VECTOR2: Vector2,
    FieldKind.SIZES2: Sizes2,
    FieldKind.AXIS2: Literal["x", "y"],
    FieldKind.POINTS2: Points2,
    FieldKind.FLAG: bool,
}


def _model(entry: Entry, body: list[Any]) -> type[Struct]:
    """The record of a shape in a file, generated from its registered entry."""
    own = [_field(entry, field) for field in entry.fields]
    return defstruct(
        entry.shape.__name__,
        [*body, *own, *([_FILE] if entry.from_file else [])],
        tag_field="type",
        tag=entry.name,
        module=__name__,
        namespace={"__doc__": entry.about},
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _field(entry: Entry, field: ShapeField) -> tuple[Any, ...]:
    kind = at_least(field.least) if field.kind is FieldKind.NUMBER else _TYPES[field.kind]
    shape: Any = entry.shape
    default = {known.name: known.default for known in fields(shape)}[field.name]
    if default is not MISSING:
        return _optional(field.name, kind, field.about, default=default)
    if entry.from_file:
        return _optional(field.name, kind, field.about)
    return (field.name, Annotated[kind, meaning(field.about)])


SHAPES = {name: _model(entry, _BODY) for name, entry in SHAPE_ENTRIES.items()}
PLANAR_SHAPES = {name: _model(entry, _PLANAR_BODY) for name, entry in PLANAR_ENTRIES.items()}

if TYPE_CHECKING:
    AnyShape = Any
    AnyPlanarShape = Any
else:
    AnyShape, AnyPlanarShape = Union[tuple(SHAPES.values())], Union[tuple(PLANAR_SHAPES.values())]  # noqa: UP007


SaidVerdict = Literal["separated", "touching", "penetrating", "undecided"]
_VERDICT = "separated, touching, penetrating or undecided"
_DEPTH = "penetration depth at this point, in metres: > 0 inside"
_FACE = "the corners of the face, edge or vertex of the {} shape that the engine chose, in world space, in metres"
_NORMAL = "direction from the first shape of the pair to the second; normalised when used, and wrong if it is zero"
_WITNESS_A, _WITNESS_B = (f"the point on the {which} shape, in world space, in metres" for which in ("first", "second"))
_WORKSPACE = "the workspace: learn, pair, contacts, motion, many or engines"
_NOTE = "anything else worth knowing"
_REPORTED = "what engines answered about some pairs, right or wrong"
_DISTANCE = "in metres: > 0 is the gap, < 0 is minus the penetration depth"


class ExpectedModel(Strict):
    """The known answer for a pair."""

    pair: Annotated[PairOfNames, meaning("the names of two shapes")]
    verdict: Annotated[SaidVerdict, meaning(_VERDICT)]
    signed_distance: Annotated[Number | None, meaning(_DISTANCE)] = None
    tolerance: Annotated[NotNegative | None, meaning("largest allowed error of the signed distance, in metres")] = None
    method: Annotated[str | None, meaning("how the answer was determined")] = None


class PlanarReportedPointModel(Strict):
    """A contact point that an engine reported, in the plane."""

    position: Annotated[SaidVector2, meaning("x, y in world space, in metres")]
    depth: Annotated[SaidNumber | None, meaning(_DEPTH)] = None


class ReportedPointModel(Strict):
    """A contact point that an engine reported."""

    position: Annotated[SaidVector, meaning("in world space, in metres")]
    depth: Annotated[SaidNumber | None, meaning(_DEPTH)] = None
    position_a: Annotated[
        SaidVector | None, meaning("its place on the first shape, if the engine gives both places")
    ] = None
    position_b: Annotated[SaidVector | None, meaning("its place on the second shape")] = None
    normal: Annotated[
        SaidVector | None,
        meaning("its own normal, from the first shape to the second, if it differs from that of the report"),
    ] = None


class IterationVertexModel(Strict):
    """A vertex of a simplex."""

    point: Annotated[SaidVector, meaning("a point of A − B")]
    a: Annotated[SaidVector | None, meaning("the point of A that it is made of")] = None
    b: Annotated[SaidVector | None, meaning("the point of B that it is made of")] = None


FaceModel = tuple[SaidVector, SaidVector, SaidVector]


class IterationModel(Strict):
    """An iteration of an engine's GJK, EPA, MPR or SAT, in world coordinates of A − B: its search, and what it kept."""

    simplex: Annotated[
        tuple[SaidVector | IterationVertexModel, ...],
        Meta(max_length=MOST_VERTICES),
        meaning(f"the vertices at the end of the iteration, at most {MOST_VERTICES}; of MPR the portal, of EPA empty"),
    ]
    direction: Annotated[SaidVector | None, meaning("the direction that it searched, of any length")] = None
    closest: Annotated[SaidVector | None, meaning("the point of the simplex that is nearest to the origin")] = None
    note: Annotated[str | None, meaning(_NOTE)] = None
    not_finite: Annotated[Name | None, meaning("what was infinite or not a number, as text")] = None
    faces: Annotated[
        tuple[FaceModel, ...], Meta(max_length=MOST_FACES), meaning("EPA: the polytope at the end, faces of 3 points")
    ] = ()
    face: Annotated[FaceModel | None, meaning("EPA: the face of the polytope before that was expanded")] = None
    interior: Annotated[SaidVector | None, meaning("MPR: the inner point of A − B that its ray begins at")] = None
    separation: Annotated[SaidNumber | None, meaning("SAT: the signed distance along the direction")] = None


class _Report(Strict):
    pair: Annotated[PairOfNames, meaning("the names of two shapes")]
    by: Annotated[Name, meaning("the engine and its version, such as FCL 0.7")]
    verdict: Annotated[SaidVerdict | None, meaning(_VERDICT)] = None
    signed_distance: Annotated[SaidNumber | None, meaning(_DISTANCE)] = None
    crashed: Annotated[Name | None, meaning("how it ended instead of an answer, such as SIGABRT")] = None
    note: Annotated[str | None, meaning(_NOTE)] = None


class ReportedModel(_Report):
    """What an engine answered about a pair, right or wrong.  Every key except `pair` and `by` is optional."""

    normal: Annotated[SaidVector | None, meaning(_NORMAL)] = None
    witness_a: Annotated[SaidVector | None, meaning(_WITNESS_A)] = None
    witness_b: Annotated[SaidVector | None, meaning(_WITNESS_B)] = None
    points: Annotated[tuple[ReportedPointModel, ...], meaning("contact points")] = ()
    iterations: Annotated[
        tuple[IterationModel, ...],
        Meta(max_length=MOST_ITERATIONS),
        meaning(f"the iterations of its search, at most {MOST_ITERATIONS}"),
    ] = ()
    face_a: Annotated[tuple[SaidVector, ...], Meta(max_length=MOST_CORNERS), meaning(_FACE.format("first"))] = ()
    face_b: Annotated[tuple[SaidVector, ...], Meta(max_length=MOST_CORNERS), meaning(_FACE.format("second"))] = ()


class PlanarReportedModel(_Report):
    """What an engine answered about a pair of a 2D scene.  Every key except `pair` and `by` is optional."""

    normal: Annotated[SaidVector2 | None, meaning(_NORMAL)] = None
    witness_a: Annotated[SaidVector2 | None, meaning(_WITNESS_A)] = None
    witness_b: Annotated[SaidVector2 | None, meaning(_WITNESS_B)] = None
    points: Annotated[tuple[PlanarReportedPointModel, ...], meaning("contact points")] = ()


class UnreadModel(Strict):
    """A part of the text that the scene was imported from, with numbers that were not read."""

    text: Annotated[str, meaning("where it is and what it says")]
    tokens: Annotated[int, Meta(ge=1), meaning("how many numbers it has")]


class OpeningModel(Strict):
    """How the window shows what it opens.  What is not named follows from the contents."""

    workspace: Annotated[
        Literal["learn", "pair", "contacts", "motion", "many", "engines"] | None, meaning(_WORKSPACE)
    ] = None
    algorithm: Annotated[
        Name | None, meaning("the algorithm, such as gjk; one that this version does not have is ignored")
    ] = None


class SceneOpeningModel(OpeningModel):
    """How the window shows the scene when it is opened.  What is not named follows from the contents."""

    pair: Annotated[PairOfNames | None, meaning("the names of the two shapes that are compared")] = None


class _Scene(Strict):
    gjkscope: Annotated[Literal[1], meaning("1, the version of the file format")]
    name: Annotated[Name, meaning("the scene's name")]
    about: Annotated[str | None, meaning("Markdown text about the scene")] = None
    source: Annotated[str | None, meaning("the source of the scene, such as the address of a bug report")] = None
    pairs: Annotated[
        tuple[PairOfNames, ...] | None, meaning("the pairs to test; by default, all pairs whose bounding boxes overlap")
    ] = None
    expected: Annotated[tuple[ExpectedModel, ...], meaning("the known answers for some pairs")] = ()
    unread: Annotated[
        tuple[UnreadModel, ...],
        meaning("what an import did not read; shown beside each verdict until a person removes it"),
    ] = ()
    opens: Annotated[SceneOpeningModel, meaning("how the window shows the scene")] = record_field(
        default_factory=SceneOpeningModel
    )


class SceneModel(_Scene, kw_only=True):
    """Shapes, the pairs to test, and the known answers. Right-handed, y up, in metres."""

    dimension: Annotated[Literal[3], meaning(_DIMENSION)] = 3
    gravity: Annotated[Vector, meaning("acceleration of bodies that are not fixed, in m/s²")] = ZERO
    response: Annotated[
        Literal["push-out", "impulses"],
        meaning("what contacts do to moving bodies: push them apart, or apply impulses"),
    ] = "push-out"
    shapes: Annotated[tuple[AnyShape, ...], Meta(min_length=1), meaning("the shapes, at least 1")]
    reported: Annotated[tuple[ReportedModel, ...], meaning(_REPORTED)] = ()


class PlanarSceneModel(_Scene, kw_only=True):
    """Shapes in the plane, the pairs to test, and the known answers. x to the right, y up, in metres."""

    dimension: Annotated[Literal[2], meaning(_DIMENSION)]
    gravity: Annotated[Vector2, meaning("acceleration x, y of bodies that are not fixed, in m/s²")] = (0.0, 0.0)
    shapes: Annotated[tuple[AnyPlanarShape, ...], Meta(min_length=1), meaning("the shapes, at least 1")]
    reported: Annotated[tuple[PlanarReportedModel, ...], meaning(_REPORTED)] = ()


AnySceneModel = SceneModel | PlanarSceneModel

_ONLY_2D = 'only scenes with "dimension": 2 have it'
_KINDS = f"must be one of {', '.join(PLANAR_SHAPES)}"
_REPLACED = {"sphere": "circle", "ellipsoid": "polygon", "hull": "polygon", "triangle": "polygon", "mesh": "chain"} | {
    "heightfield": "chain"
}

INSTEAD = {
    **dict.fromkeys(PLANAR_SHAPES.keys() - SHAPES.keys(), _ONLY_2D),
    "angle": f"{_ONLY_2D}; 3D scenes have orientation or transform",
}
"""What to say in a 3D scene about what only 2D scenes have."""

PLANAR_INSTEAD = {
    **{name: f"2D scenes have {other}; {_KINDS}" for name, other in _REPLACED.items()},
    "orientation": "2D scenes have angle, in radians",
    "transform": "2D scenes have position and angle",
    "iterations": "only reports in 3D scenes have iterations",
    "face_a": "only reports in 3D scenes have faces",
    "face_b": "only reports in 3D scenes have faces",
}
"""And the other way round."""


def validate_scene(document: object) -> AnySceneModel:
    """The contents of a scene file; those of a 2D scene say so.  Raises `ValueMismatch`."""
    dimension = document.get("dimension", 3) if isinstance(document, dict) else 3
    if type(dimension) is not int or dimension not in (2, 3):
        raise ValueMismatch(["dimension"], f"must be 2 or 3, got {shown(dimension)}")
    kind, instead = (PlanarSceneModel, PLANAR_INSTEAD) if dimension == 2 else (SceneModel, INSTEAD)
    scene: AnySceneModel = file_models.validate_document(document, kind, "gjkscope", instead)
    return scene


def scene_schema() -> str:
    """The contents of `assets/scene.schema.json`."""
    return file_models.schema_text(
        "gjkscope scene, version 1",
        (SceneModel, PlanarSceneModel),
        NAMED,
        {
            "if": {"properties": {"dimension": {"const": 2}}, "required": ["dimension"]},
            "then": {"$ref": "#/$defs/PlanarSceneModel"},
            "else": {"$ref": "#/$defs/SceneModel"},
        },
        {
            entry.shape.__name__: {**_ONE_POSE, **(_ONE_MESH if entry.from_file else {})}
            for entry in SHAPE_ENTRIES.values()
        },
    )
