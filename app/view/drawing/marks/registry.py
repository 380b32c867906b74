"""Selects the step that is shown, and registers the module that draws the steps of each algorithm."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from types import ModuleType
from typing import Any, NamedTuple

from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.base.identity import Identity
from gjkscope.app.state.inspection.beats import declared_beats, is_complete, shown_beat
from gjkscope.app.state.inspection.grips import turned_axis
from gjkscope.app.state.inspection.predictions import drawn_challenge
from gjkscope.app.state.inspection.traces import asked_bodies, current_step, inspect, step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks.sight import Sight, SightBeat
from gjkscope.engine import sat
from gjkscope.engine.plane.sat import steps as plane_sat
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.beat import in_every_step
from gjkscope.engine.registry.discovery import modules_in
from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import Vec3


def nothing_moves(_step: Any, _sight: Sight) -> Mapping[str, Pose]:
    return {}


def no_velocities(_step: Any, _sight: Sight) -> Mapping[str, Vec3]:
    return {}


class Marks(NamedTuple):
    """Draws the steps (or axes) of an algorithm: the functions of these names of a module of this package.

    Those with defaults are optional.  The last argument of each that draws is the bounding radius of the view's
    contents, metres.
    """

    draw_in_world: Callable[[Builder, Any, Sight, float], None]
    draw_in_difference: Callable[[Builder, Any, Sight, float], None]
    draw_known: Callable[[Builder, Any, float], None] | None = None  # what a question about the step's search shows
    shows_difference: Callable[[Any], bool] = in_every_step  # whether the difference view shows A − B with the step
    moved_bodies: Callable[[Any, Sight], Mapping[str, Pose]] = nothing_moves  # where the step has them, by name
    velocities: Callable[[Any, Sight], Mapping[str, Vec3]] = no_velocities  # that the step changes, m/s, by name


@cache
def all_marks() -> dict[type, Marks]:
    """The marks by step type, from every module of this package that declares the `STEPS` it draws."""
    marks: dict[type, Marks] = {}
    for module in modules_in(__package__):
        for kind in getattr(module, "STEPS", ()):
            if kind in marks:
                raise ValueError(
                    f"{module.__name__}: another module of marks also draws {kind.__module__} {kind.__name__}"
                )
            marks[kind] = _marks_in(module)
    return marks


def marks_of(step: Any) -> Marks:
    """The marks that draw the step.  Raises `LookupError` if no module of this package does."""
    kind: Any = type(step)  # mypy compares its instances' hash with that of a type
    return _marks_of(kind)


@cache
def _marks_of(kind: type) -> Marks:
    """Imports only the module named like the step's package, if there is one.

    A module that draws a type of step also draws its subclasses: the algorithms of engines share their steps' fields.
    """
    modules = modules_in(__package__, first=kind.__module__.split("."))
    module_of_kind = next((module for module in modules if issubclass(kind, getattr(module, "STEPS", ()))), None)
    if module_of_kind is None:
        raise LookupError(f"no module of {__package__} declares {kind.__module__} {kind.__name__} in its STEPS")
    return _marks_in(module_of_kind)


def _marks_in(module: ModuleType) -> Marks:
    """The functions of a module of marks."""
    return Marks(**{name: getattr(module, name) for name in Marks._fields if hasattr(module, name)})


def is_difference_shown(step: Any) -> bool:
    """Whether the difference view shows A − B with this step, or without one; not while it is being built."""
    return step is None or marks_of(step).shows_difference(step)


def sight_of(state: State) -> Sight:
    """The step and the run that both views draw."""
    return _sight(Identity(state))


@lru_cache(maxsize=8)
def _sight(known: Identity) -> Sight:
    """Cached because both views ask in every frame."""
    state: State = known.value
    trace, number = inspect(state).trace, current_step(state)
    if _hovered_step(state) is not None:
        trace, number = inspect(state).axes, state.pointer.hovered_axis or 0
    return Sight(
        step=Identity(shown_step(state)),
        run=Identity(trace),
        number=number,
        is_last=shows_result(state) and not isinstance(trace, Run),
        bodies=asked_bodies(state),
        visible=state.display.visible,
        region=state.pointer.hovered_region,
        face=state.pointer.hovered_face,
        beat=_beat(state),
    )


def _beat(state: State) -> SightBeat | None:
    """The position within the step drawn; None if that is complete, or an axis under the pointer."""
    at = shown_beat(state)
    if at is None or is_complete(state) or _hovered_step(state) is not None:
        return None
    return SightBeat(tuple(beat.name for beat in declared_beats(step_record(state))), at.number, at.progress)


def shown_step(state: State) -> Any:
    """The record to draw marks for: the SAT axis under the pointer, else the step of the run, else None.

    For a SAT step that is the axis it tests, and for the last step the chosen axis.
    """
    if drawn_challenge(state) is not None:
        return None  # `drawing.predictions` draws what is asked instead
    step = _hovered_step(state) or step_record(state)
    if not isinstance(step, sat.State | plane_sat.State):
        return step
    if (turned := turned_axis(state)) is not None and _hovered_step(state) is None:
        return turned
    return step.chosen if shows_result(state) else step.axis


def shows_result(state: State) -> bool:
    """Whether to show the result: once the last step is complete, unless the pointer is over an axis."""
    step = step_record(state)
    return _hovered_step(state) is None and (step is None or step.exit != Exit.RUNNING) and is_complete(state)


def _hovered_step(state: State) -> Any:
    """The SAT axis under the pointer; None also when the pair has changed and has no such axis."""
    if state.pointer.hovered_axis is None:
        return None
    axes = inspect(state).axes
    return (
        axes.steps[state.pointer.hovered_axis]
        if axes is not None and state.pointer.hovered_axis < len(axes.steps)
        else None
    )
