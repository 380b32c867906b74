"""The arguments that tools share, which scene and which pair, and the JSON Schemas of all arguments."""

import json
import os
import re
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.installations import AT, adapter_of
from gjkscope.app.base.decoding import meaning, rule
from gjkscope.app.base.mismatch import shown
from gjkscope.app.base.records import replace
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.command_line.assistant.tool import ToolCall, ToolError
from gjkscope.app.command_line.console import UsageError
from gjkscope.app.command_line.scene_argument import chosen_pairs, read_scene_argument
from gjkscope.app.scenes.file_models import PairOfNames, Strict
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import parse_scene, path_inside, within_reach

LONGEST_SCENE = 1_000_000  # characters of a scene in an argument
LARGEST_FILE = 20_000_000  # bytes of a file that a tool reads
SCENE = Path("scene")  # the name in messages of a scene that is an argument
LISTED = "; the schema of the tool lists them"  # of names

FileName = Annotated[str, Meta(min_length=1, max_length=500)]


class SceneArguments(Strict, kw_only=True):
    """A scene, as an object or a file."""

    scene: Annotated[dict[str, Any] | None, meaning("the scene, an object as scene_schema describes it")] = None
    file: Annotated[
        FileName | None,
        meaning("instead of scene: the path of a scene or mesh file, relative to the folder that the server may read"),
    ] = None
    pair: Annotated[
        PairOfNames | None,
        meaning(
            "the names of two shapes; by default, all pairs of the scene, or the first one where a single pair is meant"
        ),
    ] = None


def name_among(what: str, names: Collection[str]) -> Any:
    """The type of a name of which the choices are known only at run time."""

    def check(value: object) -> object:
        if isinstance(value, str) and value in names:
            return value
        raise ValueError(f"unknown {what}{did_you_mean(value, names) or LISTED}")

    return rule("", check, {"type": "string", "enum": [*names]})


def engine_among(*others: str) -> Any:
    """The type of an engine's name, which may have a version, or of another name."""

    def check(value: object) -> object:
        if isinstance(value, str) and (value in others or adapter_of(value) is not None):
            return value
        raise ValueError(f"unknown engine{did_you_mean(value, adapters()) or LISTED}")

    versioned = rf"^({'|'.join(map(re.escape, adapters()))}){AT}[^{AT}]+$"
    return rule("", check, {"anyOf": [{"enum": [*adapters(), *others]}, {"type": "string", "pattern": versioned}]})


def input_schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments, without references, which some clients do not follow."""
    (root,), definitions = msgspec.json.schema_components([kind], schema_hook=_schema_of_rule)
    schema: dict[str, Any] = _resolve(root, definitions)
    return {name: part for name, part in schema.items() if name != "description"}


def asked_scene(arguments: SceneArguments, call: ToolCall) -> Scene:
    """The scene in the arguments; with a pair, the scene has only this one.  Raises `ValueError` and `UsageError`."""
    if (arguments.scene is None) == (arguments.file is None):
        raise ToolError("scene: must be given, or file instead, but not both")
    scene = _scene_in(arguments.scene) if arguments.scene is not None else _scene_file(str(arguments.file), call)
    if arguments.pair is None:
        return scene
    return replace(scene, pairs=chosen_pairs(arguments.pair, scene, SCENE))


def readable_file(name: str, call: ToolCall) -> Path:
    """The path of a file in the folder that the server may read.  Raises `ToolError`."""
    if call.folder is None:
        raise ToolError("file: this server reads no files; start it with --folder DIR")
    path = path_inside(call.folder, name)
    if path is None or ".." in PurePosixPath(name).parts or path != Path(os.path.normpath(call.folder / name)):
        raise ToolError(f"file: must lie in the server's folder, without .. and links, got {shown(name)}")
    if not path.is_file():
        raise ToolError(f"file: there is no file {shown(name)} in the server's folder")
    if path.stat().st_size > LARGEST_FILE:
        raise ToolError(f"file: must not be larger than {LARGEST_FILE // 1_000_000} MB, is {shown(name)}")
    return path


def _scene_in(document: dict[str, Any]) -> Scene:
    text = json.dumps(document)
    if len(text) > LONGEST_SCENE:
        raise ToolError(f"scene: has {len(text):,} characters, at most {LONGEST_SCENE:,} can be read; use file")
    scene = within_reach(parse_scene(text, str(SCENE)), SCENE)
    if len(scene.bodies) < 2:
        raise ToolError(f"scene: shapes: at least 2 are needed for a pair, got {len(scene.bodies)}")
    return scene


def _scene_file(name: str, call: ToolCall) -> Scene:
    path = readable_file(name, call)
    try:
        return read_scene_argument([path])
    except UsageError as fault:
        raise ToolError(str(fault).replace(str(path), name)) from None


def _schema_of_rule(kind: Any) -> dict[str, Any]:
    return {**kind.schema}


def _resolve(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """The schema with each reference replaced by its definition, and without the titles of records."""
    if isinstance(schema, list):
        return [_resolve(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = {**definitions[name], **{key: part for key, part in schema.items() if key != "$ref"}}
    return {key: _resolve(part, definitions) for key, part in schema.items() if key != "title"}
