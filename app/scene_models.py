"""The scene file, version 1, as pydantic models: the one place that says what a file may hold.

`scene_file.py` reads through these models, and `assets/scene.schema.json` is made from them:

    python -c "from app import scene_models; print(scene_models.schema_text(), end='')" > assets/scene.schema.json

They stand apart from `scene_file.py` because importing pydantic and building them takes some 90 ms, which only the
reading of a file should cost.  A description is also what an error says about a missing key.
"""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, WithJsonSchema
from typing_extensions import TypeAliasType

from . import file_models
from .file_models import (
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

# What JSON Schema can say of the rules that hold between keys; `scene_file.py` checks them for the reader.
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
    name: Name = Field(description="the shape's name, different from all others in the file")
    rounding: NotNegative = Field(0.0, description="radius in metres of a ball that is added to the shape all around")
    position: Vector = Field(NO_POSE, description="where the shape's origin stands, in metres")
    orientation: Quaternion = Field(
        NO_TURN, description="quaternion x, y, z, w from local to world; normalised when used"
    )
    transform: Matrix = Field(
        NO_TRANSFORM, description="rigid 4×4 matrix in rows, translation last, instead of position and orientation"
    )
    mass: NotNegative = Field(1.0, description="mass in kg; 0 is fixed")
    color: Color | None = Field(None, description="#rrggbb")
    velocity: Vector = Field(NO_POSE, description="velocity in m/s")
    angular_velocity: Vector = Field(NO_POSE, description="angular velocity in rad/s")

    model_config = ConfigDict(json_schema_extra={**_ONE_POSE})


class Point(_Shape):
    """The local origin; with rounding, a ball."""

    type: Literal["point"]


class Segment(_Shape):
    """The straight segment from a to b."""

    type: Literal["segment"]
    a: Vector = Field(description="one end, in metres")
    b: Vector = Field(description="the other end, in metres")


class Triangle(_Shape):
    """A flat triangle."""

    type: Literal["triangle"]
    vertices: Annotated[list[Vector], *exactly(3)] = Field(description="3 corners, in metres")


class Sphere(_Shape):
    """A ball around the local origin."""

    type: Literal["sphere"]
    radius: Positive = Field(description="radius in metres, > 0")


class Box(_Shape):
    """A cuboid from −half_extents to +half_extents."""

    type: Literal["box"]
    half_extents: Sizes = Field(description="half of each side in metres, three numbers > 0")


class _Axial(_Shape):
    radius: Positive = Field(description="radius in metres, > 0")
    half_height: Positive = Field(description="half of the height along the axis in metres, > 0")
    axis: Axis = Field("y", description="the local axis that the shape is round about")


class Capsule(_Axial):
    """All points within radius of a segment; half_height is that of the inner segment."""

    type: Literal["capsule"]


class Cylinder(_Axial):
    """A solid cylinder with flat ends."""

    type: Literal["cylinder"]


class Cone(_Axial):
    """A solid cone: the tip at +half_height, the base at −half_height."""

    type: Literal["cone"]


class Ellipsoid(_Shape):
    """x²/rx² + y²/ry² + z²/rz² ≤ 1."""

    type: Literal["ellipsoid"]
    radii: Sizes = Field(description="the three radii in metres, > 0")


class Hull(_Shape):
    """The convex hull of the vertices: one to three of them, or flat, is fine."""

    type: Literal["hull"]
    vertices: Points = Field(description="the points to take the hull of, in metres, at least 1")


def _required_otherwise(schema: dict[str, Any]) -> None:
    """A mesh's keys have no default: which of them are required is said by the mesh's `oneOf`."""
    del schema["default"]


class Mesh(_Shape):
    """A triangle mesh, not necessarily convex: either vertices and faces, or file."""

    type: Literal["mesh"]
    vertices: Points = Field([], description="the mesh's points, in metres", json_schema_extra=_required_otherwise)
    faces: list[Face] = Field(
        [],
        min_length=1,
        description="triangles: 3 vertex indices from 0, counter-clockwise seen from outside",
        json_schema_extra=_required_otherwise,
    )
    file: str = Field(
        "",
        min_length=1,
        description=".obj, .stl, .ply, .off or .glb file inside the scene's folder, relative to it, written with /",
        json_schema_extra=_required_otherwise,
    )

    model_config = ConfigDict(json_schema_extra={**_ONE_POSE, **_ONE_MESH})


AnyShape = Annotated[
    Point | Segment | Triangle | Sphere | Box | Capsule | Cylinder | Cone | Ellipsoid | Hull | Mesh,
    Field(discriminator="type"),
]
SHAPES: dict[str, type[_Shape]] = {
    model.__name__.lower(): model
    for model in (Point, Segment, Triangle, Sphere, Box, Capsule, Cylinder, Cone, Ellipsoid, Hull, Mesh)
}


class Expected(Strict):
    """What is known to be true about a pair."""

    pair: PairOfNames = Field(description="the names of two shapes")
    verdict: Literal["separated", "touching", "penetrating", "undecided"] = Field(
        description="separated, touching, penetrating or undecided"
    )
    signed_distance: Number | None = Field(None, description="metres: > 0 the gap, < 0 minus the penetration depth")
    tolerance: NotNegative | None = Field(None, description="how far a signed distance may be off, in metres")
    method: str | None = Field(None, description="how the truth was found")


class SceneFile(Strict):
    """Shapes that may collide, the pairs to look at, and what is known about them. Right-handed, y up, metres."""

    gjkscope: Annotated[Literal[1], version(VERSION)] = Field(description="1, the version of the file format")
    name: Name = Field(description="the scene's name")
    about: str | None = Field(None, description="Markdown text about the scene")
    source: str | None = Field(None, description="where the scene comes from, such as the address of a bug report")
    gravity: Vector = Field(NO_POSE, description="what bodies with a mass fall with, in m/s²")
    shapes: list[AnyShape] = Field(min_length=1, description="the shapes, at least 1")
    pairs: list[PairOfNames] | None = Field(
        None, description="the pairs to look at; without it, all pairs whose bounding boxes overlap"
    )
    expected: list[Expected] = Field([], description="what is known to be true about some pairs")


LAYOUT = FileLayout("gjkscope", SceneFile, {"shapes": SHAPES, "expected": Expected}, "type")


def schema_text() -> str:
    """The JSON Schema of the scene file, as `assets/scene.schema.json` holds it."""
    return file_models.schema_text(LAYOUT, "gjkscope scene, version 1")
