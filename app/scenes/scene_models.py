"""Pydantic models of the scene file, version 1: the single definition of what a file may contain.

`scene_file.py` reads files with these models, and `assets/scene.schema.json` is generated from them:

    make schemas

The models of shapes are generated from the registry of shapes (app/scenes/shapes).  The models are separate from
`scene_file.py` because importing pydantic and building them takes about 90 ms, which only reading a file should
cost.  Descriptions also appear in errors about missing keys.
"""

import re
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    WithJsonSchema,
    create_model,
)
from typing_extensions import TypeAliasType

from gjkscope.app.scenes import file_models
from gjkscope.app.scenes.file_models import (
    FileLayout,
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
    Sizes,
    Sizes2,
    Strict,
    Vector,
    Vector2,
    at_least,
    exactly,
    version,
)
from gjkscope.app.scenes.shapes.entry import Entry, FieldKind
from gjkscope.app.scenes.shapes.entry import ShapeField as ShapeField
from gjkscope.app.scenes.shapes.kinds import PLANAR_ENTRIES, SHAPE_ENTRIES
from gjkscope.engine.iterations.records import MOST_ITERATIONS, MOST_VERTICES
from gjkscope.engine.simulation.responses import FRICTION

VERSION = 1
_NAME = "the shape's name, unique in the file"
_MASS = "mass in kg; 0 for a fixed body"
_COLOR = "#rrggbb"
_DIMENSION = "2 for shapes in the plane, or 3, the default"


def _color(text: str) -> str:
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError("must be a colour like #e69f00")
    return text


Quaternion = TypeAliasType("Quaternion", Annotated[list[Number], *exactly(4)])
Matrix = TypeAliasType("Matrix", Annotated[list[Quaternion], *exactly(4)])
Face = TypeAliasType("Face", Annotated[list[Annotated[int, Field(ge=0)]], *exactly(3)])
Color = TypeAliasType(
    "Color", Annotated[str, AfterValidator(_color), WithJsonSchema({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})]
)
Axis = Literal["x", "y", "z"]
Axis2 = Literal["x", "y"]


def _dimension(value: object) -> object:
    if type(value) is not int or value not in (2, 3):
        raise ValueError("must be 2 or 3")
    return value


NO_POSE: list[float] = [0.0, 0.0, 0.0]
NO_POSE2: list[float] = [0.0, 0.0]
NO_TURN: list[float] = [0.0, 0.0, 0.0, 1.0]
NO_TRANSFORM: list[list[float]] = [[float(i == j) for j in range(4)] for i in range(4)]

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


class _Shape(Strict):
    name: Name = Field(description=_NAME)
    rounding: NotNegative = Field(
        0.0, description="rounding radius in metres: the shape is the Minkowski sum with a ball of this radius"
    )
    position: Vector = Field(NO_POSE, description="position of the shape's origin, in metres")
    orientation: Quaternion = Field(
        NO_TURN, description="rotation from local to world as a quaternion x, y, z, w; normalised when used"
    )
    transform: Matrix = Field(
        NO_TRANSFORM,
        description="rigid 4×4 matrix, row-major, translation in the last column; replaces position and orientation",
    )
    mass: NotNegative = Field(1.0, description=_MASS)
    color: Color | None = Field(None, description=_COLOR)
    velocity: Vector = Field(NO_POSE, description="velocity in m/s")
    angular_velocity: Vector = Field(NO_POSE, description="angular velocity in rad/s")
    friction: NotNegative = Field(FRICTION, description="coefficient of friction, if the response is impulses")
    restitution: NotNegative = Field(
        0.0, description="0 for a plastic, 1 for an elastic body, if the response is impulses"
    )

    model_config = ConfigDict(json_schema_extra={**_ONE_POSE})


class _PlanarShape(Strict):
    name: Name = Field(description=_NAME)
    rounding: NotNegative = Field(
        0.0, description="rounding radius in metres: the shape is the Minkowski sum with a disc of this radius"
    )
    position: Vector2 = Field(NO_POSE2, description="position x, y of the shape's origin, in metres")
    angle: Number = Field(0.0, description="rotation from local to world, anticlockwise, in radians")
    mass: NotNegative = Field(1.0, description=_MASS)
    color: Color | None = Field(None, description=_COLOR)
    velocity: Vector2 = Field(NO_POSE2, description="velocity x, y in m/s")
    angular_velocity: Number = Field(0.0, description="angular velocity, anticlockwise, in rad/s")


def _required_otherwise(schema: dict[str, Any]) -> None:
    """Removes the default of a mesh's key: the mesh's `oneOf` defines which keys are required."""
    del schema["default"]


# The constraints, in JSON Schema, on a shape that may also be read from a mesh file.
_FILE = Field(
    "",
    min_length=1,
    description="an .obj, .stl, .ply, .off or .glb file in the scene's folder: a relative path with / separators",
    json_schema_extra=_required_otherwise,
)

_TYPES: dict[FieldKind, Any] = {
    FieldKind.LENGTH: Positive,
    FieldKind.NUMBER: Number,
    FieldKind.VECTOR: Vector,
    FieldKind.SIZES: Sizes,
    FieldKind.AXIS: Axis,
    FieldKind.TRIANGLE: Annotated[list[Vector], *exactly(3)],
    FieldKind.POINTS: Points,
    FieldKind.FACES: list[Face],
    FieldKind.PARTS: list[Points],
    FieldKind.VECTOR2: Vector2,
    FieldKind.SIZES2: Sizes2,
    FieldKind.AXIS2: Axis2,
    FieldKind.POINTS2: Points2,
}


def _model(entry: Entry, base: type[Strict]) -> type[Strict]:
    """The model of a shape in a file, generated from its registered entry."""
    shape: Any = entry.shape
    defaults = {field.name: field.default for field in fields(shape) if field.default is not MISSING}
    given: dict[str, Any] = {"type": (Literal[entry.name], ...)}
    for field in entry.fields:
        kind = at_least(field.least) if field.kind is FieldKind.NUMBER else _TYPES[field.kind]
        given[field.name] = (kind, _field(entry, field, defaults))
    if entry.from_file:
        given["file"] = (str, _FILE)
    model = create_model(shape.__name__, __base__=base, __doc__=entry.about, **given)
    if entry.from_file:
        model.model_config["json_schema_extra"] = {**_ONE_POSE, **_ONE_MESH}
    return model


def _field(entry: Entry, field: ShapeField, defaults: dict[str, Any]) -> Any:
    if not entry.from_file or field.kind is FieldKind.PARTS:
        return Field(defaults.get(field.name, ...), description=field.about)
    fewest = 1 if field.kind is FieldKind.FACES else None
    return Field([], min_length=fewest, description=field.about, json_schema_extra=_required_otherwise)


SHAPES = {name: _model(entry, _Shape) for name, entry in SHAPE_ENTRIES.items()}
PLANAR_SHAPES = {name: _model(entry, _PlanarShape) for name, entry in PLANAR_ENTRIES.items()}

if TYPE_CHECKING:
    AnyShape = Any
    AnyPlanarShape = Any
else:
    AnyShape = Annotated[Union[tuple(SHAPES.values())], Field(discriminator="type")]  # noqa: UP007
    AnyPlanarShape = Annotated[Union[tuple(PLANAR_SHAPES.values())], Field(discriminator="type")]  # noqa: UP007


SaidVerdict = Literal["separated", "touching", "penetrating", "undecided"]
_VERDICT = "separated, touching, penetrating or undecided"
_DISTANCE = "in metres: > 0 is the gap, < 0 is minus the penetration depth"


class ExpectedModel(Strict):
    """The known answer for a pair."""

    pair: PairOfNames = Field(description="the names of two shapes")
    verdict: SaidVerdict = Field(description=_VERDICT)
    signed_distance: Number | None = Field(None, description=_DISTANCE)
    tolerance: NotNegative | None = Field(None, description="largest allowed error of the signed distance, in metres")
    method: str | None = Field(None, description="how the answer was determined")


class ReportedPointModel(Strict):
    """A contact point that an engine reported."""

    position: SaidVector = Field(description="in world space, in metres")
    depth: SaidNumber | None = Field(None, description="penetration depth at this point, in metres: > 0 inside")
    position_a: SaidVector | None = Field(
        None, description="its place on the first shape, if the engine gives both places"
    )
    position_b: SaidVector | None = Field(None, description="its place on the second shape")
    normal: SaidVector | None = Field(
        None, description="its own normal, from the first shape to the second, if it differs from that of the report"
    )


class IterationVertexModel(Strict):
    """A vertex of a simplex."""

    point: SaidVector = Field(description="a point of A − B")
    a: SaidVector | None = Field(None, description="the point of A that it is made of")
    b: SaidVector | None = Field(None, description="the point of B that it is made of")


def _vertex_form(value: object) -> str:
    return "point" if isinstance(value, list) else "vertex"


SimplexVertex = Annotated[
    Annotated[SaidVector, Tag("point")] | Annotated[IterationVertexModel, Tag("vertex")], Discriminator(_vertex_form)
]


def _at_most(most: int) -> tuple[AfterValidator, Any]:
    def check(entries: list[Any]) -> list[Any]:
        if len(entries) > most:
            raise ValueError(f"must have at most {most} entries")
        return entries

    return AfterValidator(check), Field(json_schema_extra={"maxItems": most})


class IterationModel(Strict):
    """An iteration of an engine's GJK, in world coordinates of A − B: what it searched, and what it kept."""

    simplex: Annotated[list[SimplexVertex], *_at_most(MOST_VERTICES)] = Field(
        description="the vertices at the end of the iteration, at most 4"
    )
    direction: SaidVector | None = Field(None, description="the direction that it searched, of any length")
    closest: SaidVector | None = Field(None, description="the point of the simplex that is nearest to the origin")
    note: str | None = Field(None, description="anything else worth knowing")
    not_finite: Name | None = Field(None, description="what was infinite or not a number, as text")


_NORMAL = "direction from the first shape of the pair to the second; normalised when used, and wrong if it is zero"
_WITNESS_A, _WITNESS_B = (f"the point on the {which} shape, in world space, in metres" for which in ("first", "second"))


class ReportedModel(Strict):
    """What an engine answered about a pair, right or wrong.  Every key except `pair` and `by` is optional."""

    pair: PairOfNames = Field(description="the names of two shapes")
    by: Name = Field(description="the engine and its version, such as FCL 0.7")
    verdict: SaidVerdict | None = Field(None, description=_VERDICT)
    signed_distance: SaidNumber | None = Field(None, description=_DISTANCE)
    normal: SaidVector | None = Field(None, description=_NORMAL)
    witness_a: SaidVector | None = Field(None, description=_WITNESS_A)
    witness_b: SaidVector | None = Field(None, description=_WITNESS_B)
    points: list[ReportedPointModel] = Field([], description="contact points")
    crashed: Name | None = Field(None, description="how it ended instead of an answer, such as SIGABRT")
    note: str | None = Field(None, description="anything else worth knowing")
    iterations: Annotated[list[IterationModel], *_at_most(MOST_ITERATIONS)] = Field(
        [], description="the iterations of its GJK, at most 1000"
    )


class PlanarReportedPointModel(Strict):
    """A contact point that an engine reported, in the plane."""

    position: SaidVector2 = Field(description="x, y in world space, in metres")
    depth: SaidNumber | None = Field(None, description="penetration depth at this point, in metres: > 0 inside")


class PlanarReportedModel(Strict):
    """What an engine answered about a pair of a 2D scene.  Every key except `pair` and `by` is optional."""

    pair: PairOfNames = Field(description="the names of two shapes")
    by: Name = Field(description="the engine and its version, such as Box2D 3.1")
    verdict: SaidVerdict | None = Field(None, description=_VERDICT)
    signed_distance: SaidNumber | None = Field(None, description=_DISTANCE)
    normal: SaidVector2 | None = Field(None, description=_NORMAL)
    witness_a: SaidVector2 | None = Field(None, description=_WITNESS_A)
    witness_b: SaidVector2 | None = Field(None, description=_WITNESS_B)
    points: list[PlanarReportedPointModel] = Field([], description="contact points")
    crashed: Name | None = Field(None, description="how it ended instead of an answer, such as SIGABRT")
    note: str | None = Field(None, description="anything else worth knowing")


_SOURCE = "the source of the scene, such as the address of a bug report"
_PAIRS = "the pairs to test; by default, all pairs whose bounding boxes overlap"
_REPORTED = "what engines answered about some pairs, right or wrong"


class UnreadModel(Strict):
    """A part of the text that the scene was imported from, with numbers that were not read."""

    text: str = Field(description="where it is and what it says")
    tokens: Annotated[int, Field(ge=1)] = Field(description="how many numbers it has")


_UNREAD = "what an import did not read; shown beside each verdict until a person removes it"


class SceneModel(Strict):
    """Shapes, the pairs to test, and the known answers. Right-handed, y up, in metres."""

    gjkscope: Annotated[Literal[1], version(VERSION)] = Field(description="1, the version of the file format")
    dimension: Annotated[Literal[3], BeforeValidator(_dimension)] = Field(3, description=_DIMENSION)
    name: Name = Field(description="the scene's name")
    about: str | None = Field(None, description="Markdown text about the scene")
    source: str | None = Field(None, description=_SOURCE)
    gravity: Vector = Field(NO_POSE, description="acceleration of bodies that are not fixed, in m/s²")
    response: Literal["push-out", "impulses"] = Field(
        "push-out", description="what contacts do to moving bodies: push them apart, or apply impulses"
    )
    shapes: list[AnyShape] = Field(min_length=1, description="the shapes, at least 1")
    pairs: list[PairOfNames] | None = Field(None, description=_PAIRS)
    expected: list[ExpectedModel] = Field([], description="the known answers for some pairs")
    reported: list[ReportedModel] = Field([], description=_REPORTED)
    unread: list[UnreadModel] = Field([], description=_UNREAD)


class PlanarSceneModel(Strict):
    """Shapes in the plane, the pairs to test, and the known answers. x to the right, y up, in metres."""

    gjkscope: Annotated[Literal[1], version(VERSION)] = Field(description="1, the version of the file format")
    dimension: Literal[2] = Field(description=_DIMENSION)
    name: Name = Field(description="the scene's name")
    about: str | None = Field(None, description="Markdown text about the scene")
    source: str | None = Field(None, description=_SOURCE)
    gravity: Vector2 = Field(NO_POSE2, description="acceleration x, y of bodies that are not fixed, in m/s²")
    shapes: list[AnyPlanarShape] = Field(min_length=1, description="the shapes, at least 1")
    pairs: list[PairOfNames] | None = Field(None, description=_PAIRS)
    expected: list[ExpectedModel] = Field([], description="the known answers for some pairs")
    reported: list[PlanarReportedModel] = Field([], description=_REPORTED)
    unread: list[UnreadModel] = Field([], description=_UNREAD)


def file_layout_of(document: object) -> FileLayout:
    """The layout of a scene file: that of 2D scenes if it says so."""
    dimension = document.get("dimension") if isinstance(document, dict) else None
    return PLANAR_LAYOUT if type(dimension) is int and dimension == 2 else LAYOUT


AnySceneModel = SceneModel | PlanarSceneModel
AnyReportedModel = ReportedModel | PlanarReportedModel


LAYOUT = FileLayout(
    "gjkscope",
    SceneModel,
    {
        "shapes": SHAPES,
        "expected": ExpectedModel,
        "reported": ReportedModel,
        "unread": UnreadModel,
        "points": ReportedPointModel,
        "iterations": IterationModel,
        "simplex": {"point": IterationVertexModel, "vertex": IterationVertexModel},
    },
    "type",
    {
        **dict.fromkeys(PLANAR_SHAPES.keys() - SHAPES.keys(), 'only scenes with "dimension": 2 have it'),
        "angle": 'only scenes with "dimension": 2 have it; 3D scenes have orientation or transform',
    },
)

_KINDS = f"must be one of {', '.join(PLANAR_SHAPES)}"
_REPLACED = {"sphere": "circle", "ellipsoid": "polygon", "hull": "polygon", "triangle": "polygon", "mesh": "polygon"}
PLANAR_LAYOUT = FileLayout(
    "gjkscope",
    PlanarSceneModel,
    {
        "shapes": PLANAR_SHAPES,
        "expected": ExpectedModel,
        "reported": PlanarReportedModel,
        "unread": UnreadModel,
        "points": PlanarReportedPointModel,
    },
    "type",
    {
        **{name: f"2D scenes have {other}; {_KINDS}" for name, other in _REPLACED.items()},
        "orientation": "2D scenes have angle, in radians",
        "transform": "2D scenes have position and angle",
        "iterations": "only reports in 3D scenes have iterations",
    },
)


def scene_schema() -> str:
    """The contents of `assets/scene.schema.json`."""
    is_plane = {"properties": {"dimension": {"const": 2}}, "required": ["dimension"]}
    return file_models.two_schemas_text("gjkscope scene, version 1", LAYOUT, is_plane, PLANAR_LAYOUT)
