"""Sets whole records of the state, for changes that a recording cannot reproduce by replaying actions.

A recording begins with the document, but without the earlier history, lesson or motion.  Actions that depend on these
(undo, opening a page of a lesson, leaving a lesson) are recorded by their results.
"""

from typing import Any

from gjkscope.app.ask.runs.choices import CHOICES, can_be_compared
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.history import remember
from gjkscope.app.state.model import (
    Appearance,
    Display,
    Document,
    Gesture,
    Pointer,
    PointProbe,
    RunState,
    State,
    Tools,
    ViewState,
)
from gjkscope.app.state.model.direction import Direction
from gjkscope.app.state.model.ownership import Of, StatePart, has_parts, kind_at, state_parts, value_at, with_values
from gjkscope.engine.simulation.simulation import Rules

Captured = (
    Document | Gesture | Pointer | PointProbe | Rules | RunState | ViewState | Display | Direction | Tools | Appearance
)
"""The records that a recording captures: all parts of the state that are `Of.DEMO`, which a test verifies."""


class Restore(Action, frozen=True):
    """Sets the captured parts of these records, and ends a simulation."""

    records: tuple[Captured, ...]


def differing(before: State, after: State) -> tuple[Captured, ...]:
    """The records of `after` whose captured values differ from those of `before`."""
    paths = (path for path in PLACE_OF if value_at(before, path) != value_at(after, path))
    return tuple(value_at(after, record_path) for record_path in dict.fromkeys(PLACE_OF[path] for path in paths))


@updates(Restore)
def _restore(state: State, action: Restore) -> State:
    values: dict[tuple[str, ...], Any] = {}
    for record in action.records:
        record_path = PLACES[type(record)]
        values |= {part.path: value_at(record, part.path[len(record_path) :]) for part in PARTS[record_path]}
    restored = with_values(state, values)
    if fault := _fault_in(restored):
        return state.with_message(fault, is_error=True)
    if restored.document == state.document:
        return restored
    return replace(restored, history=remember(state, "restore").history)


def _fault_in(state: State) -> str:
    """The reason why a state with these records cannot be shown; empty if it can."""
    document, run = state.document, state.run
    names, (a, b) = document.scene.names, document.pair
    selected = () if document.selected is None else (document.selected,)
    unknown = [name for name in (a, b, *selected, *document.hidden) if name not in names]
    if unknown:
        return f"restore: no body is named {unknown[0]!r}; there are {', '.join(names)}"
    if a == b:
        return f"restore: the bodies of a pair must differ, got {a!r} twice"
    if run.algorithm not in CHOICES or (run.comparison is not None and not can_be_compared(run.comparison.algorithm)):
        return f"restore: the algorithm must be one of {', '.join(CHOICES)}"
    if not all(camera.is_finite for camera in state.view.cameras.all):
        return "restore: cameras must be finite"
    return ""


def _by_record() -> dict[tuple[str, ...], tuple[StatePart, ...]]:
    """The captured parts of the state, by the path to the record that they are or belong to."""
    parts: dict[tuple[str, ...], tuple[StatePart, ...]] = {}
    for part in state_parts(State, Of.DEMO):
        record_path = part.path if has_parts(part.kind) else part.path[:-1]
        parts[record_path] = (*parts.get(record_path, ()), part)
    return parts


PARTS = _by_record()
PLACES = {kind_at(State, record_path): record_path for record_path in PARTS}
PLACE_OF = {part.path: record_path for record_path, parts in PARTS.items() for part in parts}
