"""Selects the step to draw, and registers the module that draws each algorithm's steps."""

from functools import lru_cache
from typing import Any, Protocol

from engine import aabb, advancement, brute, epa, exact, gjk, headbutt, mpr, resolve, sat, sphere, terrain, tetrahedron
from engine.broadphase import allpairs, sweep, tree
from engine.result import Exit

from ..choices import Run
from ..identity import Identity
from ..state import State
from ..traces import current_step, inspect, step_record
from . import (
    aabb_marks,
    advancement_marks,
    allpairs_marks,
    brute_marks,
    epa_marks,
    exact_marks,
    gjk_marks,
    mpr_marks,
    resolve_marks,
    sat_marks,
    sphere_marks,
    sweep_marks,
    terrain_marks,
    tetrahedron_marks,
    tree_marks,
)
from .builder import Builder
from .sight import Sight


class Marks(Protocol):
    """Draws the steps (or axes) of an algorithm; `radius` is the bounding radius of the view's contents, metres."""

    def draw_in_world(self, builder: Builder, step: Any, sight: Sight, radius: float) -> None: ...

    def draw_in_difference(self, builder: Builder, step: Any, sight: Sight, radius: float) -> None: ...


MARKS: dict[type, Marks] = {
    gjk.State: gjk_marks,
    sat.Axis: sat_marks,
    epa.State: epa_marks,
    mpr.State: mpr_marks,
    headbutt.State: tetrahedron_marks,
    tetrahedron.State: tetrahedron_marks,
    exact.State: exact_marks,
    brute.State: brute_marks,
    aabb.State: aabb_marks,
    sphere.State: sphere_marks,
    sweep.State: sweep_marks,
    tree.State: tree_marks,
    allpairs.State: allpairs_marks,
    resolve.State: resolve_marks,
    terrain.State: terrain_marks,
    advancement.State: advancement_marks,
}


def sight_of(state: State) -> Sight:
    """The step and the run that both views draw."""
    return _sight(Identity(state))


@lru_cache(maxsize=8)
def _sight(known: Identity) -> Sight:
    """Cached because both views ask in every frame."""
    state: State = known.value
    trace, number = inspect(state).trace, current_step(state)
    if _hovered_step(state) is not None:
        trace, number = inspect(state).axes, state.hovered_axis or 0
    return Sight(
        step=Identity(shown_step(state)),
        run=Identity(trace),
        number=number,
        is_last=shows_result(state) and not isinstance(trace, Run),
        bodies=state.bodies,
        visible=state.visible,
        region=state.hovered_region,
        face=state.hovered_face,
    )


def shown_step(state: State) -> Any:
    """The record to draw marks for: the SAT axis under the pointer, else the step of the run, else None.

    For a SAT step that is the axis it tests, and for the last step the chosen axis.
    """
    step = _hovered_step(state) or step_record(state)
    if not isinstance(step, sat.State):
        return step
    return step.chosen if shows_result(state) else step.axis


def shows_result(state: State) -> bool:
    """Whether to show the result: at the end of a run, unless the pointer is over an axis."""
    step = step_record(state)
    return _hovered_step(state) is None and (step is None or step.exit != Exit.RUNNING)


def _hovered_step(state: State) -> Any:
    """The SAT axis under the pointer; None also when the pair has changed and has no such axis."""
    if state.hovered_axis is None:
        return None
    axes = inspect(state).axes
    return axes.steps[state.hovered_axis] if axes is not None and state.hovered_axis < len(axes.steps) else None
