"""The scene file, version 1, as pydantic models: the one place that says what a file may hold.

`scene_file.py` reads through these models, and `assets/scene.schema.json` is made from them:

    python -c "from app import scene_models; print(scene_models.schema_text(), end='')" > assets/scene.schema.json

They stand apart from `scene_file.py` because importing pydantic and building them takes some 90 ms, which only the
reading of a file should cost.  A description is also what an error says about a missing key.
"""

import json
import re
import reprlib
from difflib import get_close_matches
from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypeAliasType

VERSION = 1
HEX_FLOAT = r"0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)([pP][-+]?[0-9]+)?"


def _version(value: object) -> object:
    if type(value) is int and value > VERSION:
        raise ValueError(f"made by a newer version of gjkscope: must be {VERSION}")
    if type(value) is not int or value != VERSION:
        raise ValueError(f"must be {VERSION}")
    return value


def _number(value: object) -> float:
    if isinstance(value, str):
        return _hex_float(value)
    if type(value) not in (int, float):  # a bool is an int to Python, but `true` is no length
        raise ValueError('must be a number, or one in a string like "0x1.8p-3"')
    number = float(value)  # type: ignore[arg-type]
    if not isfinite(number):
        raise ValueError("must be a finite number")
    return number


def _hex_float(text: str) -> float:
    if not re.fullmatch(f"[-+]?{HEX_FLOAT}", text):
        raise ValueError('must be a number, or one in a string like "0x1.8p-3"')
    try:
        return float.fromhex(text)
    except OverflowError:
        raise ValueError("must be a finite number") from None


def _above_zero(number: float) -> float:
    if not number > 0:
        raise ValueError("must be > 0")
    return number


def _not_negative(number: float) -> float:
    if not number >= 0:
        raise ValueError("must be ≥ 0")
    return number


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("must be printable characters on one line")
    return text


def _color(text: str) -> str:
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError("must be a colour like #e69f00")
    return text


def _exactly(count: int) -> tuple[AfterValidator, FieldInfo]:
    def check(entries: list[Any]) -> list[Any]:
        if len(entries) != count:
            raise ValueError(f"must have {count} entries")
        return entries

    return AfterValidator(check), Field(json_schema_extra={"minItems": count, "maxItems": count})


def _number_schema(description: str, sign: str, **bounds: float) -> WithJsonSchema:
    as_text = {"type": "string", "pattern": f"^{sign}{HEX_FLOAT}$"}
    return WithJsonSchema({"anyOf": [{"type": "number", **bounds}, as_text], "description": description})


Number = TypeAliasType(
    "Number",
    Annotated[
        float,
        BeforeValidator(_number),
        _number_schema("A finite number, or its exact value as a C hexadecimal float in a string.", "[-+]?"),
    ],
)
Positive = TypeAliasType(
    "Positive", Annotated[Number, AfterValidator(_above_zero), _number_schema("> 0", "[+]?", exclusiveMinimum=0)]
)
NotNegative = TypeAliasType(
    "NotNegative", Annotated[Number, AfterValidator(_not_negative), _number_schema("≥ 0", "[-+]?", minimum=0)]
)
Vector = TypeAliasType("Vector", Annotated[list[Number], *_exactly(3)])
Sizes = TypeAliasType("Sizes", Annotated[list[Positive], *_exactly(3)])
Quaternion = TypeAliasType("Quaternion", Annotated[list[Number], *_exactly(4)])
Matrix = TypeAliasType("Matrix", Annotated[list[Quaternion], *_exactly(4)])
Face = TypeAliasType("Face", Annotated[list[Annotated[int, Field(ge=0)]], *_exactly(3)])
Name = TypeAliasType("Name", Annotated[str, Field(min_length=1), AfterValidator(_one_line)])
PairOfNames = TypeAliasType("PairOfNames", Annotated[list[Name], *_exactly(2)])
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


class _Strict(BaseModel):
    """No unknown keys, no guessing of types; built when first used, and then all models in one go."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


class _Shape(_Strict):
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
    vertices: Annotated[list[Vector], *_exactly(3)] = Field(description="3 corners, in metres")


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
    vertices: list[Vector] = Field(min_length=1, description="the points to take the hull of, in metres, at least 1")


def _required_otherwise(schema: dict[str, Any]) -> None:
    """A mesh's keys have no default: which of them are required is said by the mesh's `oneOf`."""
    del schema["default"]


class Mesh(_Shape):
    """A triangle mesh, not necessarily convex: either vertices and faces, or file."""

    type: Literal["mesh"]
    vertices: list[Vector] = Field(
        [], min_length=1, description="the mesh's points, in metres", json_schema_extra=_required_otherwise
    )
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


class Expected(_Strict):
    """What is known to be true about a pair."""

    pair: PairOfNames = Field(description="the names of two shapes")
    verdict: Literal["separated", "touching", "penetrating", "undecided"] = Field(
        description="separated, touching, penetrating or undecided"
    )
    signed_distance: Number | None = Field(None, description="metres: > 0 the gap, < 0 minus the penetration depth")
    tolerance: NotNegative | None = Field(None, description="how far a signed distance may be off, in metres")
    method: str | None = Field(None, description="how the truth was found")


class SceneFile(_Strict):
    """Shapes that may collide, the pairs to look at, and what is known about them. Right-handed, y up, metres."""

    gjkscope: Annotated[Literal[1], BeforeValidator(_version)] = Field(description="1, the version of the file format")
    name: Name = Field(description="the scene's name")
    about: str | None = Field(None, description="Markdown text about the scene")
    source: str | None = Field(None, description="where the scene comes from, such as the address of a bug report")
    shapes: list[AnyShape] = Field(min_length=1, description="the shapes, at least 1")
    pairs: list[PairOfNames] | None = Field(
        None, description="the pairs to look at; without it, all pairs whose bounding boxes overlap"
    )
    expected: list[Expected] = Field([], description="what is known to be true about some pairs")


def keys_and_fault(error: ValidationError) -> tuple[list[int | str], str]:
    """The keys that lead to what is wrong in the file, and in words what is wrong there and what would be right.

    Of several faults the first in the file counts, but the version comes before all, as it explains the others, and
    then an unknown key, since the key that it was meant to be is also reported, as missing.
    """
    faults = error.errors(include_url=False)
    first = min(faults, key=lambda fault: (fault["loc"] != ("gjkscope",), fault["type"] != "extra_forbidden"))
    kind, keys = first["type"], list(first["loc"])
    keys_of_model = _fields_around(keys)
    if keys[:1] == ["shapes"]:
        del keys[2:3]  # pydantic counts the shape's type as a part of the way
    if kind == "extra_forbidden":
        return keys, _unknown_key(str(keys[-1]), keys_of_model)
    if kind == "missing":
        return keys, f"missing: {keys_of_model[str(keys[-1])]}"
    if kind in ("union_tag_not_found", "union_tag_invalid"):
        return [*keys, "type"], _no_such_type(first["input"])
    message = str(first["ctx"]["error"]) if kind == "value_error" else _MESSAGES[kind].format(**first.get("ctx", {}))
    return keys, f"{message}, got {_shown(first['input'])}"


_MESSAGES = {
    "string_type": "must be text in quotes",
    "string_unicode": "must be text that Unicode allows",
    "string_too_short": "must not be empty",
    "list_type": "must be a list [ ]",
    "too_short": "must not be empty",
    "int_type": "must be a whole number",
    "greater_than_equal": "must be ≥ {ge}",
    "literal_error": "must be {expected}",
    "model_type": "must be an object {{ }}",
    "model_attributes_type": "must be an object {{ }}",
}


def _fields_around(keys: list[int | str]) -> dict[str, str]:
    """The keys, each with its description, of the object in which the last of `keys` stands."""
    model: type[_Strict] = SceneFile
    if keys[:1] == ["shapes"] and len(keys) > 2:
        model = SHAPES[str(keys[2])]
    elif keys[:1] == ["expected"]:
        model = Expected
    return {name: field.description or "" for name, field in model.model_fields.items()}


def _unknown_key(key: str, known: dict[str, str]) -> str:
    near = get_close_matches(key, known, 1)
    return f"unknown key, did you mean {near[0]}?" if near else f"unknown key; known are {', '.join(known)}"


def _no_such_type(entry: dict[str, object]) -> str:
    known = f"one of {', '.join(SHAPES)}"
    return f"unknown type {_shown(entry['type'])}; {known}" if "type" in entry else f"missing: {known}"


def _shown(value: object) -> str:
    """What a file holds somewhere, short enough for a line and as JSON calls it."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return reprlib.repr(value)


class _Schema(GenerateJsonSchema):
    """Without the titles that repeat each key."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def schema_text() -> str:
    """The JSON Schema of the scene file, as `assets/scene.schema.json` holds it."""
    schema = SceneFile.model_json_schema(schema_generator=_Schema)
    about = {"$schema": _Schema.schema_dialect, "title": "gjkscope scene, version 1"}
    schema.pop("title")
    return json.dumps(about | schema, indent=1, ensure_ascii=False) + "\n"
