"""`scene_schema`: how to write a scene."""

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.assistant.arguments import name_among
from gjkscope.app.command_line.assistant.tool import AssistantTool, ToolAnswer, ToolCall, ToolError
from gjkscope.app.scenes.file_models import Strict
from gjkscope.app.scenes.scene_models import PLANAR_SHAPES, SHAPES

if TYPE_CHECKING:
    ShapeName = str
else:
    ShapeName = name_among("shape", (*SHAPES, *(name for name in PLANAR_SHAPES if name not in SHAPES)))

ABOUT = """Says how to write a scene: its JSON Schema, the conventions, and an example. Read it before you make
a scene from a notation that import_text cannot read. Ask for the shapes that you need."""
CONVENTIONS = (
    "Metres, kilograms, radians; right-handed; in 3D scenes y is up, but any axes will do for a pair.",
    "Sizes of boxes, cylinders, cones and capsules are half sizes; the axis of round shapes is y unless axis says so.",
    "position and orientation (a quaternion x, y, z, w), or transform (a rigid 4×4 matrix, row-major, translation in "
    "the last column, local to world) place a shape; a scale must be applied to its sizes or vertices.",
    'Numbers may be exact: a C hexadecimal float in a string, such as "0x1.8p-3". Copy all digits.',
    "A hull is the convex hull of its vertices; a mesh that is not convex is queried as its hull, but by mesh-distance "
    "as its triangles.",
)
LEFT_OUT = ("reported", "unread")  # of a scene: other tools take what engines reported
EXAMPLES = {
    3: {
        "gjkscope": 1,
        "name": "a ball above a turned box",
        "shapes": [
            {
                "name": "A",
                "type": "box",
                "half_extents": [1.0, 0.5, 1.0],
                "orientation": [0.0, 0.0, 0.3826834323650898, 0.9238795325112867],
            },
            {"name": "B", "type": "sphere", "radius": 0.5, "position": [0.0, 1.5, 0.0]},
        ],
    },
    2: {
        "gjkscope": 1,
        "name": "a circle beside a turned box",
        "dimension": 2,
        "shapes": [
            {"name": "A", "type": "box", "half_extents": [1.0, 0.5], "angle": 0.5},
            {"name": "B", "type": "circle", "radius": 0.5, "position": [2.0, 0.25]},
        ],
    },
}


class SchemaArguments(Strict, kw_only=True):
    """The arguments of `scene_schema`."""

    dimension: Annotated[Literal[2, 3], meaning("3, or 2 for shapes in the plane")] = 3
    shapes: Annotated[tuple[ShapeName, ...] | None, meaning("only these shapes; by default, all")] = None


def compact_schema(dimension: int, shapes: tuple[str, ...] | None = None) -> dict[str, Any]:
    """The part of the schema of scene files that describes scenes with these shapes.

    What all shapes have in common is stated once.  Raises `ToolError` for shapes of the other dimension.
    """
    models = SHAPES if dimension == 3 else PLANAR_SHAPES
    for name in shapes or ():
        if name not in models:
            raise ToolError(f"shapes: {name} is not a {dimension}D shape; those are {', '.join(models)}")
    whole = json.loads(resource("assets", "scene.schema.json").read_text("utf-8"))
    definitions = whole["$defs"]
    chosen = [definitions[models[name].__name__] for name in shapes or models]
    scene = definitions["SceneModel" if dimension == 3 else "PlanarSceneModel"]
    common = _common_properties([definitions[model.__name__] for model in models.values()])
    body = {
        "type": "object",
        "properties": common,
        "required": ["name", "type"],
        "oneOf": [_own_part(shape, common) for shape in chosen],
        "unevaluatedProperties": False,
    }
    parts = {name: part for name, part in scene["properties"].items() if name not in LEFT_OUT}
    parts["shapes"] = {"type": "array", "items": body, "minItems": 1}
    schema = {**scene, "properties": parts}
    return {**schema, "$defs": _used_definitions(schema, definitions)}


def _common_properties(shapes: list[dict[str, Any]]) -> dict[str, Any]:
    """The properties that all shapes have."""
    first, *others = (shape["properties"] for shape in shapes)
    return {name: part for name, part in first.items() if all(other.get(name) == part for other in others)}


def _own_part(shape: dict[str, Any], common: dict[str, Any]) -> dict[str, Any]:
    """What a shape has besides these."""
    own = {name: part for name, part in shape["properties"].items() if name not in common}
    required = [name for name in shape["required"] if name in own and name != "type"]
    rules: dict[str, Any] = {name: shape[name] for name in ("not", "oneOf") if name in shape}
    return {"description": shape["description"], "properties": own, "required": required, **rules}


def _used_definitions(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The definitions that the schema refers to, also indirectly."""
    used: dict[str, Any] = {}
    waiting = json.dumps(schema)
    while missing := [name for name in definitions if f'"#/$defs/{name}"' in waiting and name not in used]:
        used |= {name: definitions[name] for name in missing}
        waiting = json.dumps([definitions[name] for name in missing])
    return used


def _run(arguments: SchemaArguments, _: ToolCall) -> ToolAnswer:
    schema = compact_schema(arguments.dimension, arguments.shapes)
    return ToolAnswer({"conventions": CONVENTIONS, "example": EXAMPLES[arguments.dimension], "schema": schema})


TOOL = AssistantTool("scene_schema", "How to write a scene", ABOUT, SchemaArguments, _run)
