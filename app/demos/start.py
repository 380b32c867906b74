"""Reads and validates `start` of a demo file: the initial state apart from the scene."""

from collections.abc import Callable
from math import inf
from typing import Any, get_type_hints

import engine
from engine.dataclass import replace

from ..action_json import decoded
from ..actions.comparing import LARGEST as LARGEST_NUDGE
from ..actions.comparing import MOST_NUDGES
from ..actions.comparing import SMALLEST as SMALLEST_NUDGE
from ..actions.extremes import LARGEST, SMALLEST
from ..actions.handling import LARGEST_STEP
from ..actions.simulating import RATES
from ..actions.stopping import fault_in
from ..choices import CHOICES, Group, asks
from ..json_document import Misfit
from ..ownership import Of, parts_of
from ..record_checks import check_pair
from ..state import State


def with_start(state: State, entries: dict[str, Any]) -> State:
    """Applies the entries of a demo's `start` to the state.  Raises `Misfit`."""
    known, hints = parts_of(State, Of.DEMO), get_type_hints(State)
    changes = {}
    for name, value in entries.items():
        if name not in known:
            raise Misfit(["start", name], f"unknown key; must be one of {', '.join(known)}")
        try:
            changes[name] = decoded(value, hints[name])
        except ValueError as fault:
            raise Misfit(["start", name], str(fault)) from None
    started = replace(state, **changes)
    for name, check in CHECKS.items():
        try:
            check(started)
        except ValueError as fault:
            raise Misfit(["start", name], str(fault)) from None
    return started


def _check_pair(state: State) -> None:
    check_pair("names", state.pair, state.scene.names)


def _check_selected(state: State) -> None:
    _check_bodies(state, () if state.selected is None else (state.selected,))


def _check_hidden(state: State) -> None:
    _check_bodies(state, state.hidden)


def _check_bodies(state: State, names: tuple[str, ...]) -> None:
    for name in names:
        if name not in state.scene.names:
            raise ValueError(f"no body is named {name[:40]!r}; the bodies are {', '.join(state.scene.names)}")


def _check_algorithm(state: State) -> None:
    _check_choice(state.algorithm, tuple(CHOICES))


def _check_versus(state: State) -> None:
    if state.versus is None:
        return
    _check_choice(state.versus.algorithm, tuple(engine.ALGORITHMS))
    if asks(state.algorithm) is not Group.PAIR:
        raise ValueError(f"{state.algorithm} cannot be compared: only algorithms on a pair can")


def _check_step(state: State) -> None:
    _check_within("", state.step, 0, inf)


def _check_line(state: State) -> None:
    if state.line is not None:
        _check_within("", state.line, 0, inf)


def _check_axis_lock(state: State) -> None:
    if state.axis_lock is not None:
        _check_within("", state.axis_lock, 0, 2)


def _check_motion_rate(state: State) -> None:
    if state.motion_rate not in RATES:
        raise ValueError(f"must be one of {', '.join(map(str, RATES))}, got {state.motion_rate:g}")


def _check_playback(state: State) -> None:
    if not state.playback.rate > 0:
        raise ValueError(f"rate: must be > 0, got {state.playback.rate:g}")
    _check_within("elapsed", state.playback.elapsed, 0, inf)


def _check_turn(state: State) -> None:
    if state.turn is not None:
        _check_within("elapsed", state.turn.elapsed, 0, inf)


def _check_approach(state: State) -> None:
    if state.approach is not None:
        _check_within("elapsed", state.approach.elapsed, 0, inf)


def _check_nudges(state: State) -> None:
    _check_within("epsilon", state.nudges.epsilon, SMALLEST_NUDGE, LARGEST_NUDGE)
    _check_within("tolerance", state.nudges.tolerance, SMALLEST_NUDGE, LARGEST_NUDGE)
    _check_within("count", state.nudges.count, 1, MOST_NUDGES)


def _check_snap(state: State) -> None:
    _check_within("position", state.snap.position, SMALLEST, LARGEST)
    _check_within("angle", state.snap.angle, SMALLEST, LARGEST_STEP)


def _check_breakpoints(state: State) -> None:
    for i, one in enumerate(state.breakpoints):
        if not one.is_built_in and (fault := fault_in(one.expression)):
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
    "versus": _check_versus,
    "step": _check_step,
    "line": _check_line,
    "axis_lock": _check_axis_lock,
    "motion_rate": _check_motion_rate,
    "playback": _check_playback,
    "turn": _check_turn,
    "approach": _check_approach,
    "nudges": _check_nudges,
    "snap": _check_snap,
    "breakpoints": _check_breakpoints,
}
"""Keyed by the entry of `start` that a failed check reports."""
