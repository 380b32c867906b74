"""Reads and validates `start` of a demo file: the initial state apart from the scene."""

from collections.abc import Callable
from math import inf
from typing import Any

from gjkscope.app.ask.runs.choices import ALL_ALGORITHMS, CHOICES, REPORT, can_be_compared
from gjkscope.app.base.json_document import ValueMismatch
from gjkscope.app.scenes.scene import check_references
from gjkscope.app.state.actions.beats import LONGEST, SHORTEST
from gjkscope.app.state.actions.breakpoints import fault_in
from gjkscope.app.state.actions.comparison import LARGEST as LARGEST_NUDGE
from gjkscope.app.state.actions.comparison import MOST_NUDGES
from gjkscope.app.state.actions.comparison import SMALLEST as SMALLEST_NUDGE
from gjkscope.app.state.actions.extremes import LARGEST, SMALLEST
from gjkscope.app.state.actions.handles import LARGEST_STEP
from gjkscope.app.state.actions.motion import RATES
from gjkscope.app.state.model import State
from gjkscope.app.state.model.ownership import captured_fields, with_values
from gjkscope.app.state.persistence.action_json import decode_value

STARTS = {
    name: part
    for name, part in captured_fields(State).items()
    if name != "scene" and part.path[0] != "gesture"  # the scene has a key of its own, and nothing is held at the start
}
"""The possible entries of a demo's `start`, by key."""


def with_start(state: State, entries: dict[str, Any]) -> State:
    """Applies the entries of a demo's `start` to the state.  Raises `ValueMismatch`."""
    changes = {}
    for name, value in entries.items():
        if name not in STARTS:
            raise ValueMismatch(["start", name], f"unknown key; must be one of {', '.join(STARTS)}")
        try:
            changes[STARTS[name].path] = decode_value(value, STARTS[name].kind)
        except ValueError as fault:
            raise ValueMismatch(["start", name], str(fault)) from None
    started = with_values(state, changes)
    for name, check in CHECKS.items():
        try:
            check(started)
        except ValueError as fault:
            raise ValueMismatch(["start", name], str(fault)) from None
    return started


def _check_pair(state: State) -> None:
    check_references({"names": state.document.pair}, state.document.scene.names)


def _check_selected(state: State) -> None:
    _check_bodies(state, () if state.document.selected is None else (state.document.selected,))


def _check_hidden(state: State) -> None:
    _check_bodies(state, state.document.hidden)


def _check_bodies(state: State, names: tuple[str, ...]) -> None:
    for name in names:
        if name not in state.document.scene.names:
            raise ValueError(f"no body is named {name[:40]!r}; the bodies are {', '.join(state.document.scene.names)}")


def _check_algorithm(state: State) -> None:
    _check_choice(state.run.algorithm, tuple(CHOICES))


def _check_comparison(state: State) -> None:
    if state.run.comparison is None:
        return
    _check_choice(state.run.comparison.algorithm, (*ALL_ALGORITHMS, REPORT))
    if not can_be_compared(state.run.algorithm):
        raise ValueError(f"{state.run.algorithm} cannot be compared: only algorithms on a pair can")


def _check_step(state: State) -> None:
    _check_within("", state.run.step, 0, inf)


def _check_line(state: State) -> None:
    if state.run.line is not None:
        _check_within("", state.run.line, 0, inf)


def _check_axis_lock(state: State) -> None:
    if state.tools.axis_lock is not None:
        _check_within("", state.tools.axis_lock, 0, 2)


def _check_motion_rate(state: State) -> None:
    if state.tools.motion_rate not in RATES:
        raise ValueError(f"must be one of {', '.join(map(str, RATES))}, got {state.tools.motion_rate:g}")


def _check_playback(state: State) -> None:
    if not state.run.playback.rate > 0:
        raise ValueError(f"rate: must be > 0, got {state.run.playback.rate:g}")
    _check_within("elapsed", state.run.playback.elapsed, 0, inf)


def _check_beat(state: State) -> None:
    beat = state.run.beat
    if beat is not None:
        _check_within("number", beat.number, 0, inf)
        _check_within("progress", beat.progress, 0, 1)


def _check_beats(state: State) -> None:
    _check_within("seconds", state.run.beats.seconds, SHORTEST, LONGEST)


def _check_turn(state: State) -> None:
    if state.view.turn is not None:
        _check_within("elapsed", state.view.turn.elapsed, 0, inf)


def _check_approach(state: State) -> None:
    if state.view.approach is not None:
        _check_within("elapsed", state.view.approach.elapsed, 0, inf)


def _check_nudges(state: State) -> None:
    _check_within("epsilon", state.run.nudges.epsilon, SMALLEST_NUDGE, LARGEST_NUDGE)
    _check_within("tolerance", state.run.nudges.tolerance, SMALLEST_NUDGE, LARGEST_NUDGE)
    _check_within("count", state.run.nudges.count, 1, MOST_NUDGES)


def _check_snap(state: State) -> None:
    _check_within("position", state.tools.snap.position, SMALLEST, LARGEST)
    _check_within("angle", state.tools.snap.angle, SMALLEST, LARGEST_STEP)


def _check_breakpoints(state: State) -> None:
    for i, condition in enumerate(state.tools.breakpoints):
        if not condition.is_built_in and (fault := fault_in(condition.expression)):
            raise ValueError(f"[{i}]: {fault}")


def _check_choice(name: str, choices: tuple[str, ...]) -> None:
    if name not in choices:
        raise ValueError(f"must be one of {', '.join(choices)}, got {name[:40]!r}")


def _check_within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        limits = f"≥ {low:g}" if high == inf else f"from {low:g} to {high:g}"
        raise ValueError(f"{name}: must be {limits}, got {value:g}".removeprefix(": "))


CHECKS: dict[str, Callable[[State], None]] = {
    "pair": _check_pair,
    "selected": _check_selected,
    "hidden": _check_hidden,
    "algorithm": _check_algorithm,
    "comparison": _check_comparison,
    "step": _check_step,
    "line": _check_line,
    "axis_lock": _check_axis_lock,
    "beat": _check_beat,
    "beats": _check_beats,
    "motion_rate": _check_motion_rate,
    "playback": _check_playback,
    "turn": _check_turn,
    "approach": _check_approach,
    "nudges": _check_nudges,
    "snap": _check_snap,
    "breakpoints": _check_breakpoints,
}
"""Keyed by the entry of `start` that a failed check reports."""
