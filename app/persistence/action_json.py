"""Encodes actions as JSON and decodes them bit for bit, for recordings, demos and journals.

Every record is an object with its class name under "is": {"is": "GoToStep", "step": 3}.  Tuples are arrays.  Numbers
are written in the shortest form that reads back as the same float64.

Decoding is strict: each value is checked against the annotation of its field, at every depth, so that decoded records
need no further checks.  `record_checks` adds the rules that annotations cannot express.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from reprlib import Repr
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from gjkscope.app import model
from gjkscope.app.actions import UPDATES
from gjkscope.app.breakpoints import Breakpoint
from gjkscope.app.cameras import camera
from gjkscope.app.model import demo
from gjkscope.app.persistence.record_checks import check_record
from gjkscope.app.scenes import scene
from gjkscope.engine.options import Options
from gjkscope.engine.shapes.kinds import SHAPE_TYPES
from gjkscope.engine.simulation.simulation import Rules

KIND = "is"
LARGEST_INTEGER = 2**63 - 1  # equal to `state.LAST_STEP` on every 64-bit system

Decoder = Callable[[Any], Any]

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
        model.ComparedRun,
        model.View,
        model.Layout,
        camera.OrbitCamera,
        camera.ViewSide,
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
        model.Recovery,
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

_shown = Repr()
_shown.maxstring = _shown.maxother = _shown.maxlong = 40
_shown.maxlevel = 2


class DecodeError(ValueError):
    """A value that does not match its annotation; `place` is its path, such as "PlaceBody.placement[1]"."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place, self.message = place, message

    def inside(self, place: str) -> "DecodeError":
        """The same error, with `place` relative to the enclosing record or list."""
        inner = self.place if self.place.startswith("[") or not self.place else f".{self.place}"
        return DecodeError(f"{place}{inner}", self.message)


def to_json(value: Any) -> Any:
    """Converts `value` (an action, or any value inside one) for `json.dumps`."""
    if isinstance(value, Enum):
        return {KIND: type(value).__name__, "value": value.value}
    if is_dataclass(value):
        return {KIND: type(value).__name__} | {f.name: to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [to_json(part) for part in value]
    return value


def from_json(value: Any) -> Any:
    """Decodes a record written by `to_json`.  Raises `ValueError` for anything unknown or of the wrong type."""
    if not isinstance(value, dict):
        raise DecodeError("", f"must be an object with the name of a record under {KIND!r}, got {_shown.repr(value)}")
    return _decoder(_kind_of(value))(value)


def decode_value(value: Any, annotation: Any) -> Any:
    """Decodes the value of a field with this annotation.  Raises `ValueError`, as `from_json` does."""
    return _decoder(annotation)(value)


def _kind_of(value: dict[str, Any]) -> type:
    kind = value.get(KIND)
    if not isinstance(kind, str) or kind not in _RECORDS:
        raise DecodeError("", f"{KIND}: unknown record {_shown.repr(kind)}")
    return _RECORDS[kind]


@cache
def _decoder(annotation: Any) -> Decoder:
    """The function that decodes a value with this annotation."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _decoder(get_args(annotation)[0])
    if origin in (Union, UnionType):
        return _union(get_args(annotation))
    if origin is Literal:
        return _literal(get_args(annotation))
    if origin is tuple:
        return _tuple(get_args(annotation))
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _enumeration(annotation)
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _record(annotation)
    return _refusal(annotation)


def _refusal(annotation: Any) -> Decoder:
    """For types that must not occur in a file, such as a lesson or a demo inside an action."""

    def decode(value: Any) -> Any:
        raise DecodeError("", f"cannot be read from a file: a value of type {annotation}")

    return decode


def _float(value: Any) -> float:
    if type(value) not in (int, float):  # bool is a subclass of int
        raise DecodeError("", f"must be a number, got {_shown.repr(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if not isfinite(number):
        raise DecodeError("", f"must be a finite number, got {_shown.repr(value)}")
    return number


def _int(value: Any) -> int:
    if type(value) is not int:
        raise DecodeError("", f"must be an integer, got {_shown.repr(value)}")
    if abs(value) > LARGEST_INTEGER:
        raise DecodeError("", f"must be from {-LARGEST_INTEGER} to {LARGEST_INTEGER}")
    return value


def _bool(value: Any) -> bool:
    if type(value) is not bool:
        raise DecodeError("", f"must be true or false, got {_shown.repr(value)}")
    return value


def _str(value: Any) -> str:
    if type(value) is not str:
        raise DecodeError("", f"must be a string, got {_shown.repr(value)}")
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise DecodeError("", f"must be valid Unicode text, got {_shown.repr(value)}")
    return value


def _none(value: Any) -> None:
    if value is not None:
        raise DecodeError("", f"must be null, got {_shown.repr(value)}")


_PLAIN: Mapping[Any, Decoder] = {float: _float, int: _int, bool: _bool, str: _str, NoneType: _none}


def _union(kinds: tuple[Any, ...]) -> Decoder:
    """For a union.  If the intended type is clear, by name or as the only one besides null, its error is raised."""
    named = {kind.__name__: kind for kind in kinds if is_dataclass(kind) or _is_enumeration(kind)}
    others = [kind for kind in kinds if getattr(kind, "__name__", None) not in named and kind is not NoneType]
    takes_none = NoneType in kinds

    def decode(value: Any) -> Any:
        if value is None and takes_none:
            return None
        if isinstance(value, dict):
            kind = _kind_of(value)
            if kind.__name__ not in named:
                raise DecodeError("", f"must be {_listed(kinds)}, got a {kind.__name__}")
            return _decoder(kind)(value)
        if len(others) == 1:
            return _decoder(others[0])(value)
        for kind in others:
            try:
                return _decoder(kind)(value)
            except DecodeError:
                continue
        raise DecodeError("", f"must be {_listed(kinds)}, got {_shown.repr(value)}")

    return decode


def _is_enumeration(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _listed(kinds: tuple[Any, ...]) -> str:
    names = ["null" if kind is NoneType else kind.__name__ if get_origin(kind) is None else "a list" for kind in kinds]
    return " or ".join(dict.fromkeys(names))


def _literal(choices: tuple[Any, ...]) -> Decoder:
    def decode(value: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        raise DecodeError("", f"must be one of {', '.join(map(str, choices))}, got {_shown.repr(value)}")

    return decode


def _tuple(kinds: tuple[Any, ...]) -> Decoder:
    """For a tuple of fixed length, or of any length with `...`."""
    repeats = len(kinds) == 2 and kinds[1] is Ellipsis

    def decode(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise DecodeError("", f"must be a list, got {_shown.repr(value)}")
        if not repeats and len(value) != len(kinds):
            raise DecodeError("", f"must have {len(kinds)} entries, got {len(value)}")
        decoders = [_decoder(kinds[0])] * len(value) if repeats else [_decoder(kind) for kind in kinds]
        parts: list[Any] = []
        try:
            parts.extend(decoder(part) for decoder, part in zip(decoders, value, strict=True))
        except DecodeError as fault:
            raise fault.inside(f"[{len(parts)}]") from None
        return tuple(parts)

    return decode


def _enumeration(kind: type[Enum]) -> Decoder:
    def decode(value: Any) -> Enum:
        if not isinstance(value, dict):
            raise DecodeError("", f"must be a {kind.__name__}, got {type(value).__name__}")
        if _kind_of(value) is not kind or set(value) != {KIND, "value"}:
            raise DecodeError("", f"must be a {kind.__name__} with its value, got {_shown.repr(value)}")
        try:
            return kind(value["value"])
        except ValueError as fault:
            raise DecodeError("", str(fault)) from None

    return decode


def _record(kind: type) -> Decoder:
    name = kind.__name__

    def decode(value: Any) -> Any:
        if not isinstance(value, dict):
            raise DecodeError("", f"must be a {name}, got {type(value).__name__}")
        if _kind_of(value) is not kind:
            raise DecodeError("", f"must be a {name}, got a {_kind_of(value).__name__}")
        contents = {key: _field(kind, key, part) for key, part in value.items() if key != KIND}
        for field in fields(kind):
            if field.name not in contents and field.default is MISSING and field.default_factory is MISSING:
                raise DecodeError(f"{name}.{field.name}", "missing")
        try:
            record = kind(**contents)
            check_record(record)
        except DecodeError as fault:
            raise fault.inside(name) from None
        except (ArithmeticError, LookupError, TypeError, ValueError) as fault:
            raise DecodeError(name, str(fault)) from None
        return record

    return decode


def _field(kind: type, key: str, value: Any) -> Any:
    hints = _hints(kind)
    if key not in hints:
        known = ", ".join(hints) or "none"
        raise DecodeError(kind.__name__, f"unknown field {_shown.repr(key)}; must be one of {known}")
    try:
        return _decoder(hints[key])(value)
    except DecodeError as fault:
        raise fault.inside(f"{kind.__name__}.{key}") from None


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The annotations of the fields."""
    known = get_type_hints(kind)
    return {field.name: known[field.name] for field in fields(kind)}
