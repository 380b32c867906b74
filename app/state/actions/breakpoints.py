"""Actions that edit breakpoints, and run to the next one that hits."""

from gjkscope.app.ask.breakpoints import Breakpoint, Draft, parse
from gjkscope.app.ask.expressions.evaluator import ExpressionError
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.playback import GoToStep, go_to_step
from gjkscope.app.state.inspection.breakpoint_hits import next_hit, previous_hit
from gjkscope.app.state.inspection.traces import current_step, last_step
from gjkscope.app.state.model import State


class AddBreakpoint(Action, frozen=True):
    """Appends a breakpoint on an expression."""

    expression: str


class EditBreakpoint(Action, frozen=True):
    """Replaces the expression of a breakpoint."""

    number: int
    expression: str


class EnableBreakpoint(Action, frozen=True):
    """Enables or disables a breakpoint."""

    number: int
    enabled: bool


class DeleteBreakpoint(Action, frozen=True):
    """Deletes a breakpoint, unless it is built in."""

    number: int


class DraftBreakpoint(Action, frozen=True):
    """Updates the text being typed, for a new breakpoint or for the one with that number."""

    text: str
    number: int | None = None
    passing = True


class RunToBreakpoint(Action, frozen=True):
    """Goes to the next step (with `back`, the previous one) at which an enabled breakpoint hits."""

    back: bool = False


@updates(AddBreakpoint)
def _add(state: State, action: AddBreakpoint) -> State:
    expression = action.expression.strip()
    if words := fault_in(expression):
        return state.with_message(words, is_error=True)
    if any(known.expression == expression for known in state.tools.breakpoints):
        return state.with_message(f"Breakpoint already exists: {expression}")
    return replace(state, tools=replace(state.tools, breakpoints=(*state.tools.breakpoints, Breakpoint(expression))))


@updates(EditBreakpoint)
def _edit(state: State, action: EditBreakpoint) -> State:
    if not _is_own(state, action.number):
        return state
    if words := fault_in(action.expression):
        return state.with_message(words, is_error=True)
    return _change(state, action.number, replace(state.tools.breakpoints[action.number], expression=action.expression))


@updates(EnableBreakpoint)
def _enable(state: State, action: EnableBreakpoint) -> State:
    if not 0 <= action.number < len(state.tools.breakpoints):
        return state
    return _change(state, action.number, replace(state.tools.breakpoints[action.number], enabled=action.enabled))


@updates(DeleteBreakpoint)
def _delete(state: State, action: DeleteBreakpoint) -> State:
    if not _is_own(state, action.number):
        return state
    return _change(replace(state, shell=replace(state.shell, draft=Draft())), action.number)


@updates(DraftBreakpoint)
def _draft(state: State, action: DraftBreakpoint) -> State:
    return replace(state, shell=replace(state.shell, draft=Draft(action.text, action.number)))


@updates(RunToBreakpoint)
def _run(state: State, action: RunToBreakpoint) -> State:
    if not any(point.enabled for point in state.tools.breakpoints):
        return state.with_message("No breakpoint is enabled: see the Breakpoints panel")
    step = current_step(state)
    target = previous_hit(state, step) if action.back else next_hit(state, step, last_step(state))
    if target is None:
        return state.with_message(f"No breakpoint hits {'before' if action.back else 'after'} step {step}")
    return go_to_step(state, GoToStep(target))


def fault_in(expression: str) -> str:
    """The error in an expression, with its position; empty if it is valid."""
    try:
        parse(expression)
    except ExpressionError as fault:
        return f"Character {fault.column + 1}: {fault}"
    return ""


def _is_own(state: State, number: int) -> bool:
    """Whether the number is that of a breakpoint which is not built in."""
    return 0 <= number < len(state.tools.breakpoints) and not state.tools.breakpoints[number].is_built_in


def _change(state: State, number: int, *instead: Breakpoint) -> State:
    before, after = state.tools.breakpoints[:number], state.tools.breakpoints[number + 1 :]
    return replace(state, tools=replace(state.tools, breakpoints=(*before, *instead, *after)))
