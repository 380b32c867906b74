"""Encodes actions as JSON and decodes them bit for bit, for recordings, demos and journals.

Every record is an object with its class name under "is": {"is": "GoToStep", "step": 3}.  Tuples are arrays.  Numbers
are written in the shortest form that reads back as the same float64; infinities and NaN, which only the reports of
engines have, as text.

Decoding is strict (`base/decoding.py`); `record_checks` adds the rules that annotations cannot express.
"""

from enum import Enum
from typing import Any, get_args

from gjkscope.app.ask.breakpoints import Breakpoint
from gjkscope.app.base.decoding import KIND, Decoder
from gjkscope.app.base.numbers import spell
from gjkscope.app.base.records import field_names, has_fields
from gjkscope.app.scenes import scene
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
        model.AxisFilter,
        model.Cameras,
        model.Playback,
        model.Beats,
        model.BeatPosition,
        model.Visibility,
        model.AxisOrigin,
        model.Nudges,
        model.ComparedRun,
        model.View,
        model.Layout,
        camera.OrbitCamera,
        camera.ViewSide,
        rotations.RotationFormat,
        model.Gizmo,
        model.Theme,
        model.Snap,
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
        model.Purpose,
        model.Picture,
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
        model.Pointer,
        model.RunState,
        model.Tools,
        model.ViewState,
        demo.Caption,
        direction.Direction,
        direction.Title,
        direction.Card,
        direction.CardPlace,
        direction.PointerShape,
        direction.PointingMark,
        direction.Presence,
        direction.DimmedBody,
        *get_args(direction.Target),
    )
}

_DECODER = Decoder(_RECORDS, check_record)


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
    return _DECODER.tagged(value)


def decode_value(value: Any, annotation: Any) -> Any:
    """Decodes the value of a field with this annotation.  Raises `ValueError`, as `from_json` does."""
    return _DECODER.decoded(value, annotation)
