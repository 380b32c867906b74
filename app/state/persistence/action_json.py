"""Encodes actions as JSON and decodes them bit for bit, for recordings, demos and journals.

Every record is an object with its class name under "is": {"is": "GoToStep", "step": 3}.  Tuples are arrays.  Numbers
are written in the shortest form that reads back as the same float64; infinities and NaN, which occur only in the
reports of engines, are text.

Decoding is strict (`base/decoding.py`); `record_checks` adds the rules that annotations cannot express.  Decoding goes
from the inside out: nested records are decoded before the record that contains them.
"""

from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Meta, Struct, defstruct

from gjkscope.app.ask.breakpoints import Breakpoint
from gjkscope.app.base.decoding import check_leaf, decode, rule
from gjkscope.app.base.mismatch import Mismatch, shown
from gjkscope.app.base.numbers import NOT_FINITE, spell
from gjkscope.app.base.records import field_names, has_fields, required_fields
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes import opening, scene
from gjkscope.app.scenes.cameras import camera, rotations
from gjkscope.app.state import model
from gjkscope.app.state.actions import UPDATES
from gjkscope.app.state.model import demo, direction
from gjkscope.app.state.persistence.record_checks import check_record
from gjkscope.engine.impulses.records import ImpulseSettings
from gjkscope.engine.iterations import records
from gjkscope.engine.options import Options
from gjkscope.engine.plane.shapes.kinds import PLANAR_TYPES
from gjkscope.engine.shapes.kinds import SHAPE_TYPES
from gjkscope.engine.simulation.simulation import Rules

KIND = "is"

LARGEST_INTEGER = 2**63 - 1  # equal to `state.LAST_STEP` on every 64-bit system

_RECORDS: dict[str, type] = {
    record.__name__: record
    for record in (
        *UPDATES,
        *SHAPE_TYPES.values(),
        *PLANAR_TYPES.values(),
        Options,
        Breakpoint,
        Rules,
        ImpulseSettings,
        scene.Scene,
        scene.Body,
        scene.Expected,
        scene.Reported,
        scene.ReportedPoint,
        records.Iteration,
        records.IterationVertex,
        scene.PositionOrientation,
        scene.Transform,
        scene.Planar,
        opening.Opening,
        model.AxisFilter,
        model.Cameras,
        model.Playback,
        model.Beats,
        model.BeatPosition,
        model.Visibility,
        model.AxisOrigin,
        model.Nudges,
        model.GradientPlot,
        model.ComparedRun,
        model.View,
        model.Layout,
        model.Workspace,
        model.MenuPlace,
        model.Sides,
        model.Surroundings,
        camera.OrbitCamera,
        camera.ViewSide,
        rotations.RotationFormat,
        model.Gizmo,
        model.Theme,
        model.Snap,
        model.Pivot,
        model.PivotVertex,
        model.Turn,
        model.Approach,
        model.FileDialog,
        model.ImportDialog,
        model.CapturePhase,
        model.CaptureRun,
        model.CaptureSource,
        model.PairColumn,
        model.PairFilter,
        model.LiveLink,
        model.HuntSetup,
        model.HuntPhase,
        model.HuntFinding,
        model.HuntRun,
        model.SurveySetup,
        model.SurveyedEngine,
        model.SurveyFinding,
        model.SurveyRun,
        model.InstallPhase,
        model.Installing,
        model.Purpose,
        model.Picture,
        model.Film,
        model.FilmKind,
        model.FilmCard,
        model.Task,
        *get_args(model.Unsaved),
        model.Recovery,
        model.Appearance,
        model.Display,
        model.Document,
        model.Gesture,
        model.PointProbe,
        model.ProbeSide,
        model.InkTool,
        model.InkColor,
        model.Drag,
        model.Pull,
        model.OriginDrag,
        model.GripName,
        model.HeldGrip,
        model.TurnedAxis,
        model.Pointer,
        model.RunState,
        model.Tools,
        model.ViewState,
        demo.Caption,
        direction.Direction,
        direction.Title,
        direction.Card,
        direction.Race,
        direction.RaceLane,
        direction.CardPlace,
        direction.PointerShape,
        direction.PointingMark,
        direction.Presence,
        direction.DimmedBody,
        *get_args(direction.Target),
    )
}


def to_json(value: Any) -> Any:
    """Converts `value` (an action, or any value inside one) for `json.dumps`."""
    if isinstance(value, Enum):
        return {KIND: type(value).__name__, "value": value.value}
    if has_fields(value):
        return {KIND: type(value).__name__} | {n: to_json(getattr(value, n)) for n in field_names(type(value))}
    if isinstance(value, tuple):
        return [to_json(part) for part in value]
    return spell(value) if isinstance(value, float) else value


def from_json(value: Any) -> Any:
    """Decodes a record written by `to_json`.  Raises `ValueError` for anything unknown or of the wrong type."""
    if not isinstance(value, dict):
        raise Mismatch((), f"must be an object with the name of a record under {KIND!r}, got {shown(value)}")
    return _revived(value)


def decode_value(value: Any, annotation: Any) -> Any:
    """Decodes the value of a field with this annotation.  Raises `ValueError`, as `from_json` does."""
    return decode(_revived(value), _decodable(annotation))


def _revived(value: Any) -> Any:
    """The value with records in place of objects."""
    try:
        return _with_records(value, any_number=False)
    except RecursionError:
        raise Mismatch((), "nested too deeply") from None


def _with_records(value: Any, any_number: bool) -> Any:
    """The same; `any_number`: texts such as "NaN" are numbers."""
    if isinstance(value, dict):
        return _record(value, any_number)
    if isinstance(value, list):
        return [_inside(i, part, any_number) for i, part in enumerate(value)]
    check_leaf((), value)
    return NOT_FINITE.get(value, value) if any_number and isinstance(value, str) else value


def _inside(key: str | int, value: Any, any_number: bool) -> Any:
    try:
        return _with_records(value, any_number)
    except Mismatch as fault:
        raise fault.inside(key) from None


def _record(value: dict[str, Any], any_number: bool) -> Any:
    for key in value:
        check_leaf((), key)
    if KIND not in value:
        raise Mismatch((), f'the name of a record is missing under "{KIND}"')
    name = value[KIND]
    if not isinstance(name, str) or name not in _RECORDS:
        raise Mismatch((), f"{KIND}: unknown record {shown(name)}{did_you_mean(name, _RECORDS)}")
    kind, fields = _RECORDS[name], {key: part for key, part in value.items() if key != KIND}
    if issubclass(kind, Enum):
        return decode(fields, _member_of(kind)).value
    try:
        return _with_fields(kind, fields, any_number or getattr(kind, "takes_any_number", False))
    except Mismatch as fault:
        raise fault.inside(name) from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as fault:
        raise Mismatch((name,), str(fault)) from None


def _with_fields(kind: type, given: dict[str, Any], any_number: bool) -> Any:
    """The record with these fields, checked."""
    texts = _text_fields(kind) if any_number else ()
    fields = {key: _inside(key, part, any_number and key not in texts) for key, part in given.items()}
    model = decode(fields, _fields_of(kind))
    record = kind(**{name: value for name in field_names(kind) if (value := getattr(model, name)) is not UNSET})
    check_record(record)
    return record


@cache
def _text_fields(kind: type) -> frozenset[str]:
    return frozenset(name for name, hint in get_type_hints(kind).items() if _has_text(hint))


def _has_text(annotation: Any) -> bool:
    return annotation is str or any(map(_has_text, get_args(annotation)))


@cache
def _fields_of(kind: type) -> type[Struct]:
    """A struct with the fields of a record of any kind."""
    hints, required = get_type_hints(kind, include_extras=True), required_fields(kind)
    fields: list[Any] = [
        (name, _decodable(hints[name]), *(() if name in required else (UNSET,))) for name in field_names(kind)
    ]
    return defstruct(kind.__name__, fields, kw_only=True, forbid_unknown_fields=True)


@cache
def _member_of(kind: type[Enum]) -> type[Struct]:
    return defstruct(kind.__name__, [("value", kind)], forbid_unknown_fields=True)


@cache
def _decodable(annotation: Any) -> Any:
    """The annotation in terms that msgspec decodes: records are already decoded, and only checked."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return Annotated[_decodable(parts[0]), *parts[1:]]
    if origin is tuple:
        return tuple[tuple(part if part is Ellipsis else _decodable(part) for part in parts)]  # type: ignore[misc]
    if origin in (Union, UnionType):
        return _decodable_union(parts)
    if annotation is int:
        return Annotated[int, Meta(ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]
    return _instance((annotation,)) if isinstance(annotation, type) and _is_record(annotation) else annotation


def _decodable_union(kinds: tuple[Any, ...]) -> Any:
    """msgspec supports neither unions of records nor unions of tuples."""
    if all(kind is NoneType or _is_record(kind) for kind in kinds):
        return _instance(kinds)
    if sum(get_origin(kind) is tuple for kind in kinds) > 1:
        return _any_of(kinds)
    return Union[tuple(map(_decodable, kinds))]  # noqa: UP007


def _is_record(kind: Any) -> bool:
    is_simple = kind in (bool, int, float, str, NoneType) or get_origin(kind) is not None
    return isinstance(kind, type) and not is_simple and not issubclass(kind, Enum)


def _instance(kinds: tuple[type, ...]) -> Any:
    names = ["null" if kind is NoneType else kind.__name__ for kind in kinds]

    def check(value: object) -> object:
        if not isinstance(value, kinds):
            raise ValueError(f"must be {'a ' if len(names) == 1 else ''}{' or '.join(names)}")
        return value

    return rule("", check)


def _any_of(kinds: tuple[Any, ...]) -> Any:
    def read(value: object) -> Any:
        for kind in kinds:
            try:
                return decode(value, kind)
            except Mismatch:
                continue
        raise ValueError("must be a number, text or a list of numbers or of points")

    return rule("", read)
