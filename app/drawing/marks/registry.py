"""Selects the step to draw, and registers the module that draws each algorithm's steps."""

from functools import lru_cache
from typing import Any, Protocol

from gjkscope.app.base.identity import Identity
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.marks import aabb as aabb_marks
from gjkscope.app.drawing.marks import advancement as advancement_marks
from gjkscope.app.drawing.marks import all_pairs as allpairs_marks
from gjkscope.app.drawing.marks import brute as brute_marks
from gjkscope.app.drawing.marks import epa as epa_marks
from gjkscope.app.drawing.marks import exact as exact_marks
from gjkscope.app.drawing.marks import gjk as gjk_marks
from gjkscope.app.drawing.marks import mpr as mpr_marks
from gjkscope.app.drawing.marks import resolve as resolve_marks
from gjkscope.app.drawing.marks import sat as sat_marks
from gjkscope.app.drawing.marks import sphere as sphere_marks
from gjkscope.app.drawing.marks import sweep as sweep_marks
from gjkscope.app.drawing.marks import terrain as terrain_marks
from gjkscope.app.drawing.marks import tetrahedron as tetrahedron_marks
from gjkscope.app.drawing.marks import tree as tree_marks
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.inspection.traces import current_step, inspect, step_record
from gjkscope.app.model import State
from gjkscope.app.runs.choices import Run
from gjkscope.engine.aabb import steps as aabb
from gjkscope.engine.advancement import steps as advancement
from gjkscope.engine.broadphase import allpairs, sweep, tree
from gjkscope.engine.brute import steps as brute
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.resolution import pair as resolve
from gjkscope.engine.resolution import terrain
from gjkscope.engine.result import Exit
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.sphere import steps as sphere
from gjkscope.engine.tetrahedron import steps as tetrahedron


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
        trace, number = inspect(state).axes, state.pointer.hovered_axis or 0
    return Sight(
        step=Identity(shown_step(state)),
        run=Identity(trace),
        number=number,
        is_last=shows_result(state) and not isinstance(trace, Run),
        bodies=state.document.pair_bodies,
        visible=state.display.visible,
        region=state.pointer.hovered_region,
        face=state.pointer.hovered_face,
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
    if state.pointer.hovered_axis is None:
        return None
    axes = inspect(state).axes
    return (
        axes.steps[state.pointer.hovered_axis]
        if axes is not None and state.pointer.hovered_axis < len(axes.steps)
        else None
    )
