"""Breakpoints, and running until one of them hits."""

from dataclasses import dataclass, replace

from ..breakpoints import Breakpoint, Draft, Fault, parse
from ..state import State
from ..stops import next_stop, stop_before
from ..traces import current_step, last_step
from .action import Action, updates
from .playing import GoToStep, go_to_step


@dataclass(frozen=True)
class AddBreakpoint(Action):
    """An expression to stop at, after all others."""

    expression: str


@dataclass(frozen=True)
class EditBreakpoint(Action):
    number: int
    expression: str


@dataclass(frozen=True)
class EnableBreakpoint(Action):
    number: int
    enabled: bool


@dataclass(frozen=True)
class DeleteBreakpoint(Action):
    """A built-in one stays."""

    number: int


@dataclass(frozen=True)
class DraftBreakpoint(Action):
    """What is being written: a new one, or the one of that number anew."""

    text: str
    number: int | None = None
    passing = True


@dataclass(frozen=True)
class RunToBreakpoint(Action):
    """To the next step at which an enabled breakpoint hits, or to the one before."""

    back: bool = False


@updates(AddBreakpoint)
def _add(state: State, action: AddBreakpoint) -> State:
    expression = action.expression.strip()
    if words := fault_in(expression):
        return state.told(words, is_error=True)
    if any(one.expression == expression for one in state.breakpoints):
        return state.told(f"There is such a breakpoint already: {expression}")
    return replace(state, breakpoints=(*state.breakpoints, Breakpoint(expression)))


@updates(EditBreakpoint)
def _edit(state: State, action: EditBreakpoint) -> State:
    if not _is_own(state, action.number):
        return state
    if words := fault_in(action.expression):
        return state.told(words, is_error=True)
    return _changed(state, action.number, replace(state.breakpoints[action.number], expression=action.expression))


@updates(EnableBreakpoint)
def _enable(state: State, action: EnableBreakpoint) -> State:
    if not 0 <= action.number < len(state.breakpoints):
        return state
    return _changed(state, action.number, replace(state.breakpoints[action.number], enabled=action.enabled))


@updates(DeleteBreakpoint)
def _delete(state: State, action: DeleteBreakpoint) -> State:
    if not _is_own(state, action.number):
        return state
    return _changed(replace(state, draft=Draft()), action.number)


@updates(DraftBreakpoint)
def _draft(state: State, action: DraftBreakpoint) -> State:
    return replace(state, draft=Draft(action.text, action.number))


@updates(RunToBreakpoint)
def _run(state: State, action: RunToBreakpoint) -> State:
    if not any(one.enabled for one in state.breakpoints):
        return state.told("No breakpoint is switched on: see the panel Breakpoints")
    step = current_step(state)
    found = stop_before(state, step) if action.back else next_stop(state, step, last_step(state))
    if found is None:
        return state.told(f"No breakpoint hits {'before' if action.back else 'after'} step {step}")
    return go_to_step(state, GoToStep(found))


def fault_in(expression: str) -> str:
    """What is wrong with an expression, and where; empty when nothing is."""
    try:
        parse(expression)
    except Fault as fault:
        return f"Character {fault.column + 1}: {fault}"
    return ""


def _is_own(state: State, number: int) -> bool:
    """Whether it is a breakpoint that the user has written."""
    return 0 <= number < len(state.breakpoints) and not state.breakpoints[number].is_built_in


def _changed(state: State, number: int, *instead: Breakpoint) -> State:
    before, after = state.breakpoints[:number], state.breakpoints[number + 1 :]
    return replace(state, breakpoints=(*before, *instead, *after))
