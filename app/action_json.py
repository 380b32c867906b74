"""Actions as JSON and back, bit for bit: what a recording, a demo and a bug report are made of.

Every record is written as an object with its class under "is": {"is": "GoToStep", "step": 3}.  Tuples are arrays.
Numbers are Python's shortest form that gives the same float64 back.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, get_args

from engine.options import Options
from engine.shapes import SHAPE_TYPES
from engine.simulation import Rules

from . import camera, demo, model, scene
from .actions import UPDATES
from .breakpoints import Breakpoint

KIND = "is"
PLAIN = {"int": int, "float": int | float, "str": str, "bool": bool}

_RECORDS: dict[str, type] = {
    record.__name__: record
    for record in (
        *UPDATES,
        *SHAPE_TYPES.values(),
        Options,
        Breakpoint,
        Rules,
        scene.Scene,
        scene.Body,
        scene.Expected,
        scene.PositionOrientation,
        scene.Transform,
        model.AxisFilter,
        model.Cameras,
        model.Playback,
        model.Visibility,
        model.AxisOrigin,
        model.Nudges,
        model.Versus,
        model.View,
        model.Layout,
        camera.OrbitCamera,
        camera.Side,
        model.Gizmo,
        model.Theme,
        model.Snap,
        model.Turn,
        model.Approach,
        model.FileDialog,
        model.Purpose,
        model.Picture,
        model.Task,
        *get_args(model.Unsaved),
        model.Left,
        model.Appearance,
        model.Display,
        model.Document,
        model.Gesture,
        model.Drag,
        model.Pull,
        model.Pointer,
        model.RunState,
        model.Tools,
        model.ViewState,
        demo.Caption,
    )
}


def to_json(value: Any) -> Any:
    """`value` (an action, or anything that can stand in one) as `json.dumps` takes it."""
    if isinstance(value, Enum):
        return {KIND: type(value).__name__, "value": value.value}
    if is_dataclass(value):
        return {KIND: type(value).__name__} | {f.name: to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [to_json(part) for part in value]
    return value


def from_json(value: Any) -> Any:
    """The action that `to_json` wrote.  Raises `ValueError` that names what is unknown or does not fit."""
    if isinstance(value, list):
        return tuple(from_json(part) for part in value)
    if not isinstance(value, dict):
        return value
    kind = value.get(KIND)
    if not isinstance(kind, str) or kind not in _RECORDS:
        raise ValueError(f"{KIND}: unknown record {kind!r}")
    contents = {name: from_json(part) for name, part in value.items() if name != KIND}
    _check_kinds(kind, contents)
    try:
        return _RECORDS[kind](**contents)
    except TypeError as fault:
        raise ValueError(f"{kind}: {fault}") from None


def _check_kinds(kind: str, contents: dict[str, Any]) -> None:
    """Numbers, texts and switches must be what the record says that they are; Python itself would not mind."""
    for field in fields(_RECORDS[kind]) if is_dataclass(_RECORDS[kind]) else ():
        wanted = PLAIN.get(str(getattr(field.type, "__name__", field.type)))
        value = contents.get(field.name)
        if wanted is None or field.name not in contents:
            continue
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            raise ValueError(f"{kind}.{field.name}: must be of the kind {field.type}, got {value!r}")
