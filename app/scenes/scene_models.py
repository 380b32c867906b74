"""Pydantic models of the scene file, version 1: the single definition of the format.

`scene_file.py` reads files with these models, and `assets/scene.schema.json` is generated from them:

    python -c "from gjkscope.app.scenes.scene_models import scene_schema; print(scene_schema(), end='')" \\
        > assets/scene.schema.json

They are separate from `scene_file.py` because importing pydantic and building the models takes some 90 ms, which is
only worth it to read a file.  Field descriptions also appear in errors about missing keys.
"""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, WithJsonSchema
from typing_extensions import TypeAliasType

from gjkscope.app.scenes import file_models
from gjkscope.app.scenes.file_models import (
    FileLayout,
    Name,
    NotNegative,
    Number,
    PairOfNames,
    Points,
    Positive,
    Sizes,
    Strict,
    Vector,
    exactly,
    version,
)

VERSION = 1


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

NO_POSE: list[float] = [0.0, 0.0, 0.0]
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
    name: Name = Field(description="the shape's name, unique in the file")
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
    mass: NotNegative = Field(1.0, description="mass in kg; 0 for a fixed body")
    color: Color | None = Field(None, description="#rrggbb")
    velocity: Vector = Field(NO_POSE, description="velocity in m/s")
    angular_velocity: Vector = Field(NO_POSE, description="angular velocity in rad/s")

    model_config = ConfigDict(json_schema_extra={**_ONE_POSE})


class PointModel(_Shape):
    """A point at the local origin; with rounding, a ball."""

    type: Literal["point"]


class SegmentModel(_Shape):
    """The straight segment from a to b."""

    type: Literal["segment"]
    a: Vector = Field(description="one end, in metres")
    b: Vector = Field(description="the other end, in metres")


class TriangleModel(_Shape):
    """A triangle."""

    type: Literal["triangle"]
    vertices: Annotated[list[Vector], *exactly(3)] = Field(description="the 3 vertices, in metres")


class SphereModel(_Shape):
    """A ball centred on the local origin."""

    type: Literal["sphere"]
    radius: Positive = Field(description="radius in metres, > 0")


class BoxModel(_Shape):
    """A cuboid from −half_extents to +half_extents."""

    type: Literal["box"]
    half_extents: Sizes = Field(description="half of each side in metres, three numbers > 0")


class _Axial(_Shape):
    radius: Positive = Field(description="radius in metres, > 0")
    half_height: Positive = Field(description="half of the height along the axis in metres, > 0")
    axis: Axis = Field("y", description="the local axis of symmetry")


class CapsuleModel(_Axial):
    """All points within radius of a segment; half_height is half the segment's length, without the caps."""

    type: Literal["capsule"]


class CylinderModel(_Axial):
    """A solid cylinder with flat ends."""

    type: Literal["cylinder"]


class ConeModel(_Axial):
    """A solid cone with its apex at +half_height and its base at −half_height."""

    type: Literal["cone"]


class EllipsoidModel(_Shape):
    """The solid x²/rx² + y²/ry² + z²/rz² ≤ 1."""

    type: Literal["ellipsoid"]
    radii: Sizes = Field(description="the three radii in metres, > 0")


class HullModel(_Shape):
    """The convex hull of the vertices. It may have fewer than four vertices, or be flat."""

    type: Literal["hull"]
    vertices: Points = Field(description="the points, in metres, at least 1")


def _required_otherwise(schema: dict[str, Any]) -> None:
    """Removes the default of a mesh's key: the mesh's `oneOf` defines which keys are required."""
    del schema["default"]


class MeshModel(_Shape):
    """A triangle mesh, not necessarily convex: either vertices and faces, or file."""

    type: Literal["mesh"]
    vertices: Points = Field([], description="the vertices, in metres", json_schema_extra=_required_otherwise)
    faces: list[Face] = Field(
        [],
        min_length=1,
        description="triangles: 3 vertex indices each, from 0, anticlockwise seen from outside",
        json_schema_extra=_required_otherwise,
    )
    file: str = Field(
        "",
        min_length=1,
        description="an .obj, .stl, .ply, .off or .glb file in the scene's folder: a relative path with / separators",
        json_schema_extra=_required_otherwise,
    )

    model_config = ConfigDict(json_schema_extra={**_ONE_POSE, **_ONE_MESH})


AnyShape = Annotated[
    PointModel
    | SegmentModel
    | TriangleModel
    | SphereModel
    | BoxModel
    | CapsuleModel
    | CylinderModel
    | ConeModel
    | EllipsoidModel
    | HullModel
    | MeshModel,
    Field(discriminator="type"),
]
SHAPES: dict[str, type[_Shape]] = {
    model.__name__.removesuffix("Model").lower(): model
    for model in (
        PointModel,
        SegmentModel,
        TriangleModel,
        SphereModel,
        BoxModel,
        CapsuleModel,
        CylinderModel,
        ConeModel,
        EllipsoidModel,
        HullModel,
        MeshModel,
    )
}


class ExpectedModel(Strict):
    """The known answer for a pair."""

    pair: PairOfNames = Field(description="the names of two shapes")
    verdict: Literal["separated", "touching", "penetrating", "undecided"] = Field(
        description="separated, touching, penetrating or undecided"
    )
    signed_distance: Number | None = Field(
        None, description="in metres: > 0 is the gap, < 0 is minus the penetration depth"
    )
    tolerance: NotNegative | None = Field(None, description="largest allowed error of the signed distance, in metres")
    method: str | None = Field(None, description="how the answer was determined")


class SceneModel(Strict):
    """Shapes, the pairs to test, and the known answers. Right-handed, y up, in metres."""

    gjkscope: Annotated[Literal[1], version(VERSION)] = Field(description="1, the version of the file format")
    name: Name = Field(description="the scene's name")
    about: str | None = Field(None, description="Markdown text about the scene")
    source: str | None = Field(None, description="the source of the scene, such as the address of a bug report")
    gravity: Vector = Field(NO_POSE, description="acceleration of bodies that are not fixed, in m/s²")
    shapes: list[AnyShape] = Field(min_length=1, description="the shapes, at least 1")
    pairs: list[PairOfNames] | None = Field(
        None, description="the pairs to test; by default, all pairs whose bounding boxes overlap"
    )
    expected: list[ExpectedModel] = Field([], description="the known answers for some pairs")


LAYOUT = FileLayout("gjkscope", SceneModel, {"shapes": SHAPES, "expected": ExpectedModel}, "type")


def scene_schema() -> str:
    """The contents of `assets/scene.schema.json`."""
    return file_models.schema_text(LAYOUT, "gjkscope scene, version 1")
